"""Choices in words: the few that convention does not build."""

from __future__ import annotations

from adjudicator.core.language import MistakeError, Narrowed
from adjudicator.core.orders import Condition
from adjudicator.core.types import Choice
from adjudicator.kit.wording import Clause
from adjudicator.rulesets.labataille import choices
from adjudicator.rulesets.labataille.language.parts import If, said


class ChoiceWords:
    """A method for each alias of a choice."""

    def defensive_fire(self, first: tuple[str, ...]) -> Choice:
        """`defensive fire: assaulting first, then guns`."""
        return choices.DefensiveFire(first=first)

    def square_fires(self, first: tuple[str, ...]) -> Choice:
        """`carre fires: cavalry first`."""
        return choices.SquareFires(first=first)

    def destroy(self, name: str) -> Choice:
        """`destroy Pontoon 2`."""
        return choices.Destroy(name=name)

    # --- choices ------------------------------------------------------------------------------------------------

    def against(self, sorts: tuple[str, ...]) -> tuple[str, ...]:
        """`against light, lancers`."""
        return sorts

    def square_at(self, number: str, against: tuple[str, ...] = ()) -> Choice:
        """`square at 4 against heavy`."""
        if not 1 <= int(number) <= 4:
            raise MistakeError("Carré is tried at one to four hexes.", "Write for example: square at 4")
        return choices.Square(at=int(number), against=against)

    def square_now(self, against: tuple[str, ...] = ()) -> Choice:
        """`square`."""
        return choices.Square(against=against)

    def square_never(self, against: tuple[str, ...] = ()) -> Choice:
        """`square never`."""
        return choices.NoSquare(against=against)

    def never_against(self, against: tuple[str, ...]) -> Choice:
        """`against Cossacks never`."""
        return choices.NoSquare(against=against)

    def at_against(self, against: tuple[str, ...], number: str) -> Choice:
        """`against light at 2`."""
        return self.square_at(number, against)

    def targeted_stand(self) -> Narrowed:
        """`if targeted stand`."""
        return Narrowed(choices.NoSquare(stand=True), decision="targeted")

    def targeted_square(self) -> Narrowed:
        """`if targeted square`."""
        return Narrowed(choices.Square(), decision="targeted")

    def stand(self) -> Choice:
        """`stand`: of a question whether to form carré, or to go back before melee."""
        return choices.NoSquare(stand=True)

    def react(self, *clauses: Clause) -> Choice:
        """`react against light within 3`."""
        return choices.React(**said(clauses))

    def react_plainly(self) -> Choice:
        """`react towards the charger`."""
        return choices.React()

    def react_against(self, sorts: tuple[str, ...]) -> Clause:
        """`against light`."""
        return Clause("against", sorts)

    def react_within(self, number: str) -> Clause:
        """`within 3`."""
        return Clause("within", int(number))

    def fire_always(self, *_: str) -> Choice:
        """`opportunity fire always`."""
        return choices.OpportunityFire(fires=True)

    def fire_never(self) -> Choice:
        """`opportunity fire never`."""
        return choices.OpportunityFire(fires=False)

    def fire_if(self, condition: Condition) -> If:
        """`opportunity fire if odds >= 2`: otherwise it holds its fire."""
        return If(choices.OpportunityFire(fires=True), condition)

    def take_opportunity(self, against: tuple[str, ...] = ()) -> Choice:
        """`opportunity charge: skirmishers, limbered`."""
        return choices.TakeOpportunity(against=against)

    def cavalry_melee(self, words: str) -> Choice:
        """`cavalry melee: third`."""
        return choices.CavalryMelee(value="third" if "third" in words else "full")

    def horse_skirmishers(self, number: str) -> Choice:
        """`horse skirmishers retreat 1`."""
        return choices.HorseSkirmishers(hexes=int(number))

    def horse_stay(self) -> Choice:
        """`horse skirmishers stay`."""
        return choices.HorseSkirmishers(hexes=0)

    def before_melee(self, *goings: tuple[str, int]) -> Choice:
        """`before melee: skirmishers retreat 1, cavalry retreat 1 from infantry, lone leaders retreat`."""
        return choices.BeforeMelee(hexes=max(hexes for _, hexes in goings), who=tuple(who for who, _ in goings))

    def before_melee_stand(self) -> Choice:
        """`before melee: stand`."""
        return choices.BeforeMelee(hexes=0)

    def going(self, who: str, number: str = "1") -> tuple[str, int]:
        """`skirmishers retreat 1`."""
        return who, int(number)

    def going_leaders(self) -> tuple[str, int]:
        """`lone leaders retreat`."""
        return "leaders", 1

    def pursue(self) -> Choice:
        """`pursue`."""
        return choices.Pursue(goes=True)

    def never_pursue(self) -> Choice:
        """`never pursue`."""
        return choices.Pursue(goes=False)

    def advance_top(self) -> Choice:
        """`advance: top unit`."""
        return choices.WhoAdvances()

    def who_advances(self, units: tuple[str, ...]) -> Choice:
        """`advance: 57e I`."""
        return choices.WhoAdvances(units=units)

    def dragoons_retreat(self, number: str) -> Choice:
        """`dragoons retreat 6`."""
        return choices.DragoonsRetreat(hexes=int(number))

    def keep_bridge(self) -> Choice:
        """`keep the bridge`."""
        return choices.Destroy()

    def trample(self, number: int) -> Choice:
        """`trample: up to 2`."""
        return choices.Trample(most=number)

    def occupy_top(self) -> Choice:
        """`occupy: top unit`."""
        return choices.Occupy(what="top")

    def occupy_none(self, *_: str) -> Choice:
        """`occupy: none`."""
        return choices.Occupy(what="none")

    def occupy_only(self, only: tuple[str, ...]) -> Choice:
        """`occupy: only buildings, redoubts`."""
        return choices.Occupy(what="only", only=only)

    def breaking_losses(self, words: str) -> Choice:
        """`on breaking losses even`."""
        return choices.BreakingLosses.model_validate({"how": words.split()[-1]})

    def stack_order(self, words: str) -> Choice:
        """`stacks: strongest on top`."""
        how = "came" if words.startswith("as") else words.split()[0]
        return choices.StackOrder.model_validate({"how": how})

    def lead(self, *uses: str) -> Choice:
        """`lead fire, melee, morale`."""
        return choices.Lead.model_validate({"uses": tuple(dict.fromkeys(uses))})

    def never_lead(self) -> Choice:
        """`never lead`."""
        return choices.Lead()

    def arrivals(self, words: str) -> Choice:
        """`arrivals: hold`."""
        return choices.Arrivals(hold=words == "hold")

    def spread_jaegers(self, words: str) -> Choice:
        """`spread one hex a battalion`."""
        return choices.SpreadJaegers(over="one" if words.startswith("one") else "all")

    def shrink(self, words: str) -> Choice:
        """`shrink: keep the hex with a leader`."""
        return choices.Shrink(keep="leader" if "leader" in words else "away")

    def shrink_near(self, place: str) -> Choice:
        """`shrink: keep the hex nearer to 2034`."""
        return choices.Shrink(keep="near", place=place)

    def ask_at_most(self, number: str) -> Choice:
        """`ask at most 1`."""
        return choices.AskAtMost(number=int(number))
