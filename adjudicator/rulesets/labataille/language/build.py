"""Lines that have to think: ways, formations, clauses of charges, wishes; all else is built by convention."""

from __future__ import annotations

from adjudicator.core.language import MistakeError, Moment, Narrowed
from adjudicator.core.orders import AskMe, Compare, Condition, Not, Standing, UnitIs
from adjudicator.core.types import Choice, Order
from adjudicator.kit.wording import ByConvention, Clause
from adjudicator.rulesets.labataille import choices, orders
from adjudicator.rulesets.labataille.choices import ANSWERS
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.language.choice_words import ChoiceWords
from adjudicator.rulesets.labataille.language.parts import (
    ALL,
    Clauses,
    If,
    Loss,
    Way,
    direction_of,
    formation_of,
    said,
    squashed,
)
from adjudicator.rulesets.labataille.state import Formation


class Build(ChoiceWords, ByConvention):
    """A method for each alias of grammar/labataille.lark that convention does not cover."""

    def __init__(self, ctx: Context) -> None:
        super().__init__((*orders.ORDERS, *choices.CHOICES))
        self._ctx = ctx

    # --- lists and small parts ----------------------------------------------------------------------------------

    def bodies(self, *names: str) -> tuple[str, ...]:
        """Units, leaders, groups, divisions, corps."""
        return tuple(dict.fromkeys(names))

    sorts = bodies

    def wishes(self, *names: str) -> tuple[str, ...]:
        """`guns first, then lines`."""
        return tuple(dict.fromkeys(names))

    def wish(self, name: str) -> str:
        """One of them."""
        return name

    def facing(self, words: str) -> Clause:
        """`facing NE`."""
        return Clause("facing", direction_of(words))

    def on_top(self) -> Clause:
        """`on top`."""
        return Clause("on_top", True)

    def under(self, unit: str) -> Clause:
        """`under 57e I`."""
        return Clause("under", unit)

    def loss(self, words: str) -> Loss:
        """`57e I 2`: the last word is the number."""
        name, _, number = words.rpartition(" ")
        unit = self._unit_called(name)
        if not number.isdecimal() or not unit:
            raise MistakeError(f'"{words}" is no unit of yours and a number.', "Write for example: losses: 57e Ligne 2")
        return Loss(unit, int(number))

    def _unit_called(self, name: str) -> str:
        """A unit by its whole name or an alias, whatever the case."""
        wanted = squashed(name)
        for card in self._ctx.units.values():
            if any(squashed(one) == wanted for one in (card.name, *card.aliases)):
                return card.id
        return ""

    def trample_all(self, *_: str) -> int:
        """`all`."""
        return ALL

    def trample_none(self, *_: str) -> int:
        """`none`."""
        return 0

    def trample_up_to(self, number: str) -> int:
        """`up to 2`."""
        return int(number)

    # --- set-up -------------------------------------------------------------------------------------------------

    def place_unit(self, unit: str | tuple[str, ...], places: tuple[str, ...], formation: str, *more: Clause) -> Order:
        """`place 57e Ligne at 2634+2733 in line facing NW on top`."""
        return orders.PlaceUnit(unit=self._one(unit), places=places, formation=formation_of(formation), **said(more))

    def place_plainly(self, unit: str | tuple[str, ...], places: tuple[str, ...], *more: Clause) -> Order:
        """`place Napoleon at 2324`; a unit without a formation is set up in column, guns limbered."""
        one = self._one(unit)
        if one in self._ctx.leaders:
            return orders.PlaceLeader(leader=one, place=places[0])
        formation: Formation = "limbered" if self._ctx.units[one].arm == "artillery" else "column"
        return orders.PlaceUnit(unit=one, places=places, formation=formation, **said(more))

    def _one(self, unit: str | tuple[str, ...]) -> str:
        if isinstance(unit, str):
            return unit
        raise MistakeError("That is more than one unit.", "Place each unit in a line of its own.")

    def place_abatis(self, redoubt: str, places: tuple[str, ...]) -> Order:
        """`abatis A at 5135, 5137`."""
        return orders.PlaceAbatis.model_validate({"redoubt": redoubt.upper(), "places": places})

    def start_losses(self, *losses: Loss) -> Order:
        """`losses: 57e Ligne 2, 46e Ligne 1`."""
        return orders.StartLosses(units=tuple(one.unit for one in losses), numbers=tuple(one.number for one in losses))

    # --- command ------------------------------------------------------------------------------------------------

    def delay_one(self, who: str) -> Order:
        """`delay 2nd Division`."""
        return orders.DelayArrival(who=who, turns=1)

    def delay_turns(self, who: str, number: str) -> Order:
        """`delay 2nd Division 2 turns`."""
        return orders.DelayArrival(who=who, turns=int(number.split()[0]))

    def delay_until(self, who: str, time: str) -> Order:
        """`delay 2nd Division until 15:20`."""
        return orders.DelayArrival(who=who, until=time.replace(".", ":").zfill(5))

    # --- charges ------------------------------------------------------------------------------------------------

    def charge(self, units: tuple[str, ...], *clauses: Clauses) -> Order:
        """`charge 5e Hussars 2234 -> 2334, target 2534; if recalled: follow; trample all`."""
        return orders.DeclareCharge(units=units, **said(clauses))

    def charge_stack(self, place: str, *clauses: Clauses) -> Order:
        """`charge stack 2124 led by LaSalle, target 2524`."""
        return orders.DeclareCharge(stack=place, **said(clauses))

    def charge_path(self, *places: str) -> Clause:
        """`2234 -> 2334 -> 2434`: the first hex is where it stands, if it is written."""
        return Clause("path", places)

    def charge_target(self, target: str) -> Clause:
        """`target 2534`."""
        return Clause("target", target)

    def charge_in(self, words: str) -> Clause:
        """`in line`."""
        formation = formation_of(words)
        if formation not in ("line", "column"):
            raise MistakeError("Cavalry charges in line or in column.", "Write: in line")
        return Clause("formation", formation)

    def led_by(self, leader: str) -> Clause:
        """`led by LaSalle`."""
        return Clause("leader", leader)

    def charge_recalled(self, what: str, place: str = "") -> tuple[Clause, ...]:
        """`; if recalled: charge 2234`."""
        return Clause("recalled", what), Clause("next_target", place)

    def charge_trample(self, number: int) -> Clause:
        """`; trample up to 2`."""
        return Clause("trample", number)

    # --- movement -----------------------------------------------------------------------------------------------

    def path_from(self, start: str, *path: str) -> Way:
        """`2234 -> 2334`."""
        return Way(start=start, path=path)

    def path(self, *path: str) -> Way:
        """`-> 2334`."""
        return Way(path=path)

    def destination(self, place: str) -> Way:
        """`to 2534`."""
        return Way(destination=place)

    def march(self, who: tuple[str, ...], way: Way, *clauses: Clause) -> Order:
        """`march 57e Ligne to 2534 in column facing E`."""
        return orders.March(who=who, start=way.start, path=way.path, destination=way.destination, **said(clauses))

    def march_stack(self, place: str, way: Way, *clauses: Clause) -> Order:
        """`march stack 2234 to 2534`."""
        return orders.March(stack=place, path=way.path, destination=way.destination, **said(clauses))

    def march_in(self, words: str) -> Clause:
        """`in road march`."""
        return Clause("formation", formation_of(words))

    def march_facing(self, words: str) -> Clause:
        """`facing E`."""
        return Clause("facing", direction_of(words))

    def form(self, unit: str, made: orders.Form) -> Order:
        """`form 57e Ligne: line 2534+2635 facing NE`."""
        return made.model_copy(update={"unit": unit})

    def formed(self, words: str, places: tuple[str, ...] = ()) -> Order:
        """`line 2534+2635`."""
        return orders.Form(unit="", formation=formation_of(words), places=places)

    def formed_facing(self, words: str, facing: Clause) -> Order:
        """`line facing NE`."""
        return orders.Form(unit="", formation=formation_of(words), facing=facing.value)

    def formed_at_facing(self, words: str, places: tuple[str, ...], facing: Clause) -> Order:
        """`line 2534+2635 facing NE`."""
        return orders.Form(unit="", formation=formation_of(words), places=places, facing=facing.value)

    def turn(self, unit: str, words: str) -> Order:
        """`turn Foot 9 to NE`."""
        return orders.Turn(unit=unit, facing=direction_of(words))

    def deploy(self, unit: str, places: tuple[str, ...] = (), facing: Clause | None = None) -> Order:
        """`deploy 26e Legere I as skirmishers 2634+2734 facing N`."""
        return orders.Deploy(unit=unit, places=places, facing=facing.value if facing is not None else "")

    def unlimber(self, unit: str, facing: Clause | None = None) -> Order:
        """`unlimber Foot 9 facing E`."""
        return orders.Unlimber(unit=unit, facing=facing.value if facing is not None else "")

    def split(self, unit: str, *losses: Loss) -> Order:
        """`split 57e Ligne losses: 57e I 2, 57e II 1`."""
        return orders.Split(
            unit=unit, units=tuple(one.unit for one in losses), numbers=tuple(one.number for one in losses)
        )

    def enter_all(self) -> Order:
        """`enter all`."""
        return orders.Enter()

    def enter(self, who: tuple[str, ...], *clauses: Clause) -> Order:
        """`enter 4th Light Cavalry Division at 0136 in road march`."""
        return orders.Enter(who=who, **said(clauses))

    def enter_at(self, place: str) -> Clause:
        """`at 0136`."""
        return Clause("place", place)

    enter_in = march_in

    # --- fire ---

    def fire_at_will(self, first: tuple[str, ...] = ()) -> Order:
        """`fire at will: guns first, then lines`."""
        return orders.FireAtWill(first=first)

    def forced_march(self, who: str, destination: str = "") -> Order:
        """`forced march 1st Division`."""
        return orders.ForcedMarch(who=who, destination=destination)

    # --- conditions ---------------------------------------------------------------------------------------------

    def on_level(self, body: str, number: str) -> Condition:
        """`IV Corps on level 1`."""
        return Compare(track=f"{body} level", relation=">=", number=int(number))

    def unit_in(self, unit: str, words: str, formation: str) -> Condition:
        """`Foot 9 is limbered`."""
        found: Condition = UnitIs(unit=unit, mark=formation_of(formation))
        return Not(condition=found) if "not" in words.split() else found

    # --- standing orders ----------------------------------------------------------------------------------------

    def standing(self, moment: Moment, choice: Choice | Narrowed | If) -> Standing:
        """A standing order of a moment and a choice: it speaks to the decisions that its choice can answer."""
        decision, condition = "", None
        if isinstance(choice, If):
            condition, choice = choice.condition, choice.choice
        if isinstance(choice, Narrowed):
            decision, choice = choice.decision, choice.choice
        if not decision:
            fitting = [kind for kind, sorts in ANSWERS.items() if isinstance(choice, sorts)]
            decision = "any" if isinstance(choice, AskMe) or not fitting else fitting[0]
        return Standing(
            decision=decision,
            place=moment.place,
            unit=moment.unit,
            moment=moment.name,
            condition=condition,
            choice=choice,
        )
