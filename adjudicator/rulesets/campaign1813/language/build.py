"""What the lines of the campaign's order language mean, where the words of an order class do not say it alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from adjudicator.core.language import MistakeError, Moment, Narrowed
from adjudicator.core.orders import AskMe, Standing
from adjudicator.core.types import Choice, Order, Side
from adjudicator.kit.wording import ByConvention, Clause, filled
from adjudicator.rulesets.campaign1813 import orders as od
from adjudicator.rulesets.campaign1813.decisions import ANSWERS, NEVER_ASKED
from adjudicator.rulesets.campaign1813.report import report_orders as ro

TOPICS: Mapping[str, str] = {
    "initiative": "initiative",
    "reveal": "revealing",
    "fortress": "fortresses",
    "relief": "relief",
    "besiege": "sieges",
    "resolution": "resolution",
    "ground": "ground",
    "reinforce": "reinforcements",
    "break_off": "breaking off",
    "retreat": "retreats",
    "regroup": "regrouping",
    "assault": "assaults",
}
"""Kinds of decision and what they are called when a player wants to be asked about them."""

MOMENTS: Mapping[str, tuple[str, ...]] = {
    "entered": ("fortress",),
    "beaten": ("retreat",),
    "victorious": ("regroup",),
}
"""Moments of standing orders, and the kinds of decision that come then."""

EVENTS: Mapping[str, od.SiegeEvent] = {
    "sally": "sally",
    "ammunition": "ammunition",
    "camp": "camp_disease",
    "arsenal": "arsenal",
    "food": "bad_food",
    "town": "town_disease",
    "fortress": "town_disease",
}
"""A word of a siege event to the event."""

PLAN = "plan_"
FORCED = Clause("forced", True)


def kind_of(choice: Choice) -> str:
    """The kind of decision that a choice answers."""
    return next((kind for kind, sorts in ANSWERS.items() if isinstance(choice, sorts)), "any")


class Build(ByConvention):
    """Methods for the aliases of `grammar/campaign1813.lark` that have to think.

    An alias `plan_X` is the choice X, laid down for this player turn at the town that is named first.
    """

    def __init__(self) -> None:
        super().__init__((*od.ORDERS, *od.CHOICES, *od.PARTS))

    def __getattr__(self, alias: str) -> Callable[..., Any]:
        if alias.startswith(PLAN):
            choice = getattr(self, alias.removeprefix(PLAN))
            return lambda place, *parts: planned(place, choice(*parts))
        return super().__getattr__(alias)

    # --- reconnaissance and movement -------------------------------------------------------------------------

    def recon(self, target: str, army: str = "") -> Order:
        """`recon Bautzen by Army of Silesia`."""
        if not army:
            raise MistakeError("The army that reconnoitres is missing.", "Write `recon ... by` and the army.")
        return od.Recon(army=army, target=target)

    def who_list(self, *names: str) -> tuple[str, ...]:
        """Blocks, corps and armies, each once."""
        known = [name for name in names if name]
        if len(set(known)) < len(known):
            raise MistakeError("The same name is written twice in one list.", "Leave out one of them.")
        return names

    def move(self, units: tuple[str, ...], *way: Clause) -> Order:
        """`move Philippon, Teste to Pirna`."""
        return od.Move(marches=(self.march(units, *way),))

    def move_from(self, units: tuple[str, ...], origin: str, *way: Clause) -> Order:
        """`move I Corps from Dresden to Pirna`."""
        return od.Move(origin=origin, marches=(self.march(units, *way),))

    def move_all(self, origin: str, *way: Clause) -> Order:
        """`move all from Dresden to Pirna`."""
        return od.Move(origin=origin, marches=(self.march_rest(*way),))

    def to_via(self, place: str, places: tuple[str, ...]) -> Clause:
        """`to Pirna via Dippoldiswalde`: over these towns."""
        return Clause("path", (*places, place))

    def via_to(self, places: tuple[str, ...], place: str) -> Clause:
        """`via Dippoldiswalde to Pirna`."""
        return self.to_via(place, places)

    def force_march(self, units: tuple[str, ...], way: Clause) -> Order:
        """`force march Philippon to Freiberg`."""
        return self.move(units, way, FORCED)

    def force_march_from(self, units: tuple[str, ...], origin: str, way: Clause) -> Order:
        """`force march I Corps from Dresden to Freiberg`."""
        return self.move_from(units, origin, way, FORCED)

    def group(self, origin: str, *marches: od.March) -> Order:
        """`group Dresden: Philippon -> Pirna; rest to Freiberg`."""
        named = [unit for march in marches for unit in march.units if unit]
        if len(set(named)) < len(named):
            raise MistakeError("The same block has two marches.", "Give each block one march.")
        if sum(1 for march in marches if not march.units) > 1:
            raise MistakeError("The rest has two marches.", "Name the blocks of one of them.")
        return od.Move(origin=origin, marches=marches)

    # --- plans -----------------------------------------------------------------------------------------------

    def plan_for_reveal(self, unit: str) -> Order:
        """`reveal Napoleon`."""
        return od.Plan(decision="reveal", unit=unit, choice=od.Reveal())

    def plan_for_hide(self, unit: str) -> Order:
        """`keep Napoleon hidden`."""
        return od.Plan(decision="reveal", unit=unit, choice=od.Reveal(show=False))

    def plan_at(self, place: str, choice: Choice | Narrowed) -> Order:
        """`at Luckau: retreat to Dahme`."""
        if isinstance(choice, Narrowed):
            return planned(place, choice.choice).model_copy(update={"unit": choice.unit})
        return planned(place, choice)

    # --- standing orders -------------------------------------------------------------------------------------

    def standing(self, moment: Moment, choice: Choice | Narrowed) -> Standing:
        """A standing order: the kind of decision that both the moment and the choice allow."""
        narrowed = choice if isinstance(choice, Narrowed) else Narrowed(choice)
        kind = narrowed.decision or kind_of(narrowed.choice)
        if moment.name:
            allowed = MOMENTS[moment.name]
            if kind == "any":
                kind = allowed[0]
            if kind not in allowed:
                words = " or ".join(TOPICS[one] for one in allowed)
                raise MistakeError("That cannot be chosen at this moment.", f"This moment is about {words}.")
        if moment.unit and narrowed.unit:
            raise MistakeError("The block is named twice.", "Keep one of the two.")
        if moment.unit and kind != "reveal":
            raise MistakeError(
                "This is decided for a whole battle or fortress, not for one block.",
                "Name blocks in the choice itself: retreat ... to ...; keep ...; lead ...",
            )
        return Standing(
            decision=kind,
            place=moment.place,
            unit=moment.unit or narrowed.unit,
            moment=moment.name,
            choice=narrowed.choice,
        )

    def topic(self, words: str) -> str:
        """`retreats`: what a player wants to be asked about."""
        return next(kind for kind, name in TOPICS.items() if words[:5] == name[:5])

    def ask_me_about(self, kind: str) -> Narrowed:
        """`ask me about retreats`."""
        if kind in NEVER_ASKED:
            raise MistakeError(
                "Nobody is asked about turning a leader face up: the question would show where he is.",
                "Write `reveal NAME` or `keep NAME hidden`.",
            )
        return Narrowed(AskMe(), decision=kind)

    # --- choices ---------------------------------------------------------------------------------------------

    def reveal_him(self, unit: str) -> Narrowed:
        """`reveal Napoleon`."""
        return Narrowed(od.Reveal(), unit=unit)

    def hide_him(self, unit: str) -> Narrowed:
        """`keep Napoleon hidden`."""
        return Narrowed(od.Reveal(show=False), unit=unit)

    def clause_rest(self, words: str) -> Clause:
        """`rest fights`."""
        return Clause("rest", "fights" if "fight" in words else "retreats")

    def reinforce_by(self, origin: str) -> Choice:
        """`reinforce by Dahme`."""
        return od.Reinforce(groups=(od.FromTown(origin=origin),))

    def retreat_to(self, places: tuple[str, ...]) -> Choice:
        """`retreat from Luckau to Dahme, Torgau`."""
        return od.RetreatTo(parts=(od.ToTown(to=places),))

    def bring(self, group: od.FromTown) -> od.FromTown:
        """`bring Girard from Torgau`."""
        return group

    def regroup(self, *parts: od.ToTown | od.FromTown) -> Choice:
        """`regroup Teste to Dahme; bring Girard from Torgau`."""
        return od.Regroup(
            out=tuple(part for part in parts if isinstance(part, od.ToTown)),
            bring=tuple(part for part in parts if isinstance(part, od.FromTown)),
        )

    def clause_needed(self, number: str) -> Clause:
        """`needing at most 8`."""
        if not int(number):
            raise MistakeError("The die cannot need 0 or less to be worth a condition.", "Leave the condition out.")
        return Clause("needed", int(number))

    def clause_unless(self, *events: str) -> Clause:
        """`unless sally, camp disease`."""
        return Clause("unless", tuple(next(e for word, e in EVENTS.items() if word in words) for words in events))

    # --- a battle report -------------------------------------------------------------------------------------

    def outcome(self, words: str) -> Order:
        """`result: attacker wins by morale`."""
        return ro.Outcome(outcome=outcome_of(words))

    def hits(self, unit: str, *parts: str | Clause) -> ro.Hits:
        """`Philippon: 6 hits 1 destroyed`."""
        made: ro.Hits = filled(ro.Hits, (unit, *(part for part in parts if part not in SIGNS)))
        return made

    def clause_die(self, number: str) -> Clause:
        """`die 4`."""
        if not 1 <= int(number) <= 6:
            raise MistakeError(f"A die does not show {number}.", "Give a number from 1 to 6.")
        return Clause("die", int(number))

    def points(self, side: str, *number: str) -> tuple[Side, int]:
        """`French: 6`."""
        return Side(side), int(number[-1])

    def points_held(self, *points: tuple[Side, int]) -> Order:
        """`points French: 6, Allied: 4`."""
        return ro.Points(points=points)


SIGNS = ("=", "==")
"""What may stand for a colon."""

OUTCOMES: Mapping[str, ro.ReportedOutcome] = {
    r"stalemate": "stalemate",
    r"attacker.*off": "attacker_broke_off",
    r"defender.*off": "defender_broke_off",
    r"attacker.*morale": "attacker_win_morale",
    r"defender.*morale": "defender_win_morale",
    r"attacker": "attacker_win_vp",
    r"defender": "defender_win_vp",
}
"""Words of a result to the result; the first that fits."""


def outcome_of(words: str) -> ro.ReportedOutcome:
    """The outcome that words mean."""
    return next(outcome for pattern, outcome in OUTCOMES.items() if re.match(pattern, words))


def planned(place: str, choice: Choice) -> Order:
    """A choice laid down for this player turn, at a town."""
    if isinstance(choice, AskMe):
        raise MistakeError("`ask me` is a standing order, not one for this turn.", "Write it among those.")
    if isinstance(choice, od.Initiative):
        raise MistakeError("The initiative is no matter of a town.", "Write `initiative: second` as a standing order.")
    return od.Plan(decision=kind_of(choice), place=place, choice=choice)
