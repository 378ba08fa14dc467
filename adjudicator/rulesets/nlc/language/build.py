"""Lines that have to think: ways, arrival orders, policies for hits; all else is built by convention."""

from __future__ import annotations

from adjudicator.core.language import Moment, Narrowed
from adjudicator.core.orders import AskMe, Compare, Condition, Standing, UnitIs
from adjudicator.core.types import Choice
from adjudicator.core.values import dataclass
from adjudicator.kit.wording import ByConvention, Clause
from adjudicator.rulesets.nlc import choices, orders
from adjudicator.rulesets.nlc.choices import ANSWERS
from adjudicator.rulesets.nlc.context import Context


@dataclass(frozen=True, slots=True)
class Way:
    """A way as written."""

    start: str = ""
    path: tuple[str, ...] = ()
    destination: str = ""


class Build(ByConvention):
    """A method for each alias of grammar/nlc.lark that convention does not cover."""

    def __init__(self, ctx: Context) -> None:
        super().__init__((*orders.ORDERS, *choices.CHOICES))
        self._ctx = ctx

    # --- movement -----------------------------------------------------------------------------------------------

    def move(self, pieces: tuple[str, ...], way: Way) -> orders.Move:
        """`move Schmitz B1016 -> B1015`."""
        return orders.Move(pieces=pieces, start=way.start, path=way.path, destination=way.destination)

    def move_stack(self, place: str, way: Way) -> orders.Move:
        """`move stack B1117 to B1116`."""
        return orders.Move(stack=place, path=way.path, destination=way.destination)

    def path_from(self, start: str, *path: str) -> Way:
        """`B1016 -> B1015 -> B1014`."""
        return Way(start=start, path=path)

    def path(self, *path: str) -> Way:
        """`-> B1015 -> B1014`."""
        return Way(path=path)

    def destination(self, place: str) -> Way:
        """`to B1014`."""
        return Way(destination=place)

    def enter_all(self, place: str = "") -> orders.Enter:
        """`enter all`."""
        return orders.Enter(place=place)

    # --- charges ------------------------------------------------------------------------------------------------

    def charge(self, target: str, units: tuple[str, ...], *clauses: Clause) -> orders.DeclareCharge:
        """`charge B0713 with Guyot via B0714; then pursue B0612`."""
        said = {clause.field: clause.value for clause in clauses}
        then, pursue_to = said.get("then", ("", ""))
        return orders.DeclareCharge(target=target, units=units, via=said.get("via", ""), then=then, pursue_to=pursue_to)

    def via(self, place: str) -> Clause:
        """`via B0714`."""
        return Clause("via", place)

    def then(self, what: str, place: str = "") -> Clause:
        """`then pursue B0612`."""
        return Clause("then", (what, place))

    # --- set-up and command -------------------------------------------------------------------------------------

    def start_beside(self, leader: str, unit: str) -> orders.Start:
        """`start Vandamme with Billard`: where he stands, when the order is given by the scenario."""
        return orders.Start(leader=leader, unit=unit)

    def arrival_orders(self, *parts: tuple[str, orders.OrderWord]) -> orders.ArrivalOrders:
        """`arrival orders Weissenwolf: attack; Liechtenstein: defend`."""
        return orders.ArrivalOrders(leaders=tuple(who for who, _ in parts), orders=tuple(what for _, what in parts))

    def arrival_order(self, leader: str, order: orders.OrderWord) -> tuple[str, orders.OrderWord]:
        """`Weissenwolf: attack`."""
        return leader, order

    # --- choices ------------------------------------------------------------------------------------------------

    def react_always(self) -> Choice:
        """`always react`."""
        return choices.React()

    def react_against(self, *arms: str) -> Choice:
        """`react against cavalry, artillery`."""
        return choices.React.model_validate({"against": tuple(dict.fromkeys(arms))})

    def hits_by(self, policy: str, never: tuple[str, ...] = ()) -> Choice:
        """`hits weakest first, never Schmitz`."""
        return choices.TakeHits.model_validate({"policy": policy, "never": never})

    def hits_on(self, units: tuple[str, ...], never: tuple[str, ...] = ()) -> Choice:
        """`hits Schmitz, Aulard first`."""
        return choices.TakeHits(policy="listed", units=units, never=never)

    def hits_never(self, never: tuple[str, ...]) -> Choice:
        """`hits never Schmitz`."""
        return choices.TakeHits(never=never)

    def spared(self, *units: str) -> tuple[str, ...]:
        """`never Schmitz, Aulard`."""
        return units

    formations = reserves = spared

    def advance_arm(self, arm: str) -> Choice:
        """`advance infantry`."""
        return choices.Advance.model_validate({"arm": arm})

    def take_stance(self, words: str) -> Choice:
        """`stance general offensive`."""
        named = " ".join(words.split()).title().replace("Defence", "Defense")
        return choices.TakeStance(stance=named)

    def ask_me_about(self, topic: str) -> Narrowed:
        """`ask me about reaction charges`."""
        return Narrowed(AskMe(), decision=_decision_of(topic))

    # --- conditions ---------------------------------------------------------------------------------------------

    def has_lost(self, corps: str, number: str) -> Condition:
        """`Cooke has lost 2 units`."""
        return Compare(track=f"{corps} units lost", relation=">=", number=int(number))

    def is_demoralized(self, who: str) -> Condition:
        """`I is demoralized`, `Charlet is demoralized`."""
        if who in self._ctx.units:
            return UnitIs(unit=who, mark="demoralized")
        formation = self._ctx.leaders[who].formation if who in self._ctx.leaders else who
        return Compare(track=f"{formation} demoralized", relation=">=", number=1)

    # --- moments ------------------------------------------------------------------------------------------------

    def at_moment(self, name: str, place: str = "") -> Moment:
        """`when attacked at B0516`."""
        return Moment(name=name, place=place)

    def for_at_moment(self, unit: str, name: str, place: str = "") -> Moment:
        """`for Byng when attacked at B0516`."""
        return Moment(name=name, place=place, unit=unit)

    def standing(self, moment: Moment, choice: Choice | Narrowed) -> Standing:
        """A standing order of a moment and a choice: it speaks to the decisions that its choice can answer."""
        decision = ""
        if isinstance(choice, Narrowed):
            decision, choice = choice.decision, choice.choice
        if not decision:
            fitting = [kind for kind, sorts in ANSWERS.items() if isinstance(choice, sorts)]
            decision = "any" if isinstance(choice, AskMe) or len(fitting) != 1 else fitting[0]
        return Standing(decision=decision, place=moment.place, unit=moment.unit, moment=moment.name, choice=choice)


TOPICS = {
    "reaction": "reaction",
    "order": "order",
    "bombard": "bombard",
    "charge": "after_charge",
    "pursuit": "after_pursuit",
    "evasion": "evade",
    "evading": "evade",
    "hits": "hits",
    "losses": "hits",
    "disruption": "disruption",
    "withdraw": "withdraw",
    "retreat": "retreat",
    "advance": "advance",
    "stance": "stance",
}
"""How a decision's kind begins in the players' words."""


def _decision_of(topic: str) -> str:
    return next(kind for word, kind in TOPICS.items() if topic.startswith(word))
