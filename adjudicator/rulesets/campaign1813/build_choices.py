"""What choices and the moments of standing orders mean: answers, plans, and what is decided beforehand."""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.core.language import MistakeError, Moment, Narrowed
from adjudicator.core.orders import AskMe, Standing
from adjudicator.core.types import Choice
from adjudicator.rulesets.campaign1813 import orders as od
from adjudicator.rulesets.campaign1813.build_parts import Clause, filled
from adjudicator.rulesets.campaign1813.decisions import FITTING, NEVER_ASKED

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


def kind_of(choice: Choice) -> str:
    """The kind of decision that a choice answers."""
    return next((kind for kind, sort in FITTING.items() if isinstance(choice, sort)), "any")


class BuildMoments:
    """The moments of standing orders: `when the enemy enters Torgau`."""

    def entered(self, place: str = "") -> Moment:
        """`when the enemy enters Torgau`."""
        return Moment("entered", place)

    def beaten(self, place: str = "") -> Moment:
        """`when beaten at Luckau`."""
        return Moment("beaten", place)

    def victorious(self, place: str = "") -> Moment:
        """`when victorious at Luckau`."""
        return Moment("victorious", place)


class BuildChoices(BuildMoments):
    """Choices, and standing orders made of a moment and a choice."""

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

    # --- choices -----------------------------------------------------------------------------------------------

    def initiative(self, words: str) -> Choice:
        """`initiative: first`."""
        return od.Initiative(first=words == "first")

    def reveal(self) -> Choice:
        """`reveal`."""
        return od.Reveal()

    def reveal_him(self, unit: str) -> Narrowed:
        """`reveal Napoleon`."""
        return Narrowed(od.Reveal(), unit=unit)

    def hide(self) -> Choice:
        """`keep hidden`."""
        return od.Reveal(show=False)

    def hide_him(self, unit: str) -> Narrowed:
        """`keep Napoleon hidden`."""
        return Narrowed(od.Reveal(show=False), unit=unit)

    def give_battle(self) -> Choice:
        """`give battle`."""
        return od.Fortress(withdraw=False)

    def keeping(self, units: tuple[str, ...]) -> Clause:
        """`keep Teste, Girard`."""
        return Clause("keep", units)

    def resting(self, words: str) -> Clause:
        """`rest fights`."""
        return Clause("rest", "fights" if "fight" in words else "retreats")

    def withdraw(self, *clauses: Clause) -> Choice:
        """`withdraw into the fortress keep Teste rest fights`."""
        return od.Fortress(withdraw=True, **filled(clauses))

    def join_relief(self) -> Choice:
        """`join the relief`."""
        return od.Relief()

    def stay_inside(self) -> Choice:
        """`stay inside`."""
        return od.Relief(join=False)

    def besiege(self) -> Choice:
        """`besiege`."""
        return od.Besiege()

    def no_siege(self) -> Choice:
        """`no siege`."""
        return od.Besiege(lay=False)

    def auto(self) -> Choice:
        """`auto`."""
        return od.Resolution(auto=True)

    def at_the_table(self) -> Choice:
        """`at the table`."""
        return od.Resolution(auto=False)

    def on_field(self, field: str) -> Choice:
        """`field Leipzig`."""
        return od.Ground(field=field)

    def on_table(self, words: str) -> Choice:
        """`table 10 x 6 ft`."""
        length, width = re.findall(r"\d+", words)
        return od.Ground(table=f"{int(length)} x {int(width)} ft")

    def from_town(self, units: tuple[str, ...], origin: str) -> od.FromTown:
        """`Girard by Dahme`."""
        return od.FromTown(units=units, origin=origin)

    def all_from_town(self, origin: str) -> od.FromTown:
        """`all by Dahme`."""
        return od.FromTown(origin=origin)

    def reinforce(self, *groups: od.FromTown) -> Choice:
        """`reinforce with Girard by Dahme; all by Torgau`."""
        return od.Reinforce(groups=groups)

    def reinforce_by(self, origin: str) -> Choice:
        """`reinforce by Dahme`."""
        return od.Reinforce(groups=(od.FromTown(origin=origin),))

    def no_reinforcements(self) -> Choice:
        """`no reinforcements`."""
        return od.Reinforce()

    def break_off(self, number: str) -> Choice:
        """`break off at 30 %`."""
        return od.LeaveField(percent=int(number))

    def never_break_off(self) -> Choice:
        """`never break off`."""
        return od.LeaveField()

    def to_town(self, units: tuple[str, ...], places: tuple[str, ...]) -> od.ToTown:
        """`Teste to Dahme, Torgau`."""
        return od.ToTown(units=units, to=places)

    def all_to_town(self, places: tuple[str, ...]) -> od.ToTown:
        """`to Dahme`, `rest to Torgau`."""
        return od.ToTown(to=places)

    def retreat(self, *parts: od.ToTown) -> Choice:
        """`retreat Teste to Dahme; rest to Torgau`."""
        return od.RetreatTo(parts=parts)

    def bring(self, group: od.FromTown) -> od.FromTown:
        """`bring Girard from Torgau`."""
        return group

    def regroup(self, *parts: od.ToTown | od.FromTown) -> Choice:
        """`regroup Teste to Dahme; bring Girard from Torgau`."""
        return od.Regroup(
            out=tuple(part for part in parts if isinstance(part, od.ToTown)),
            bring=tuple(part for part in parts if isinstance(part, od.FromTown)),
        )

    def no_regrouping(self) -> Choice:
        """`no regrouping`."""
        return od.Regroup()

    # --- assaults ----------------------------------------------------------------------------------------------

    def lead(self, units: tuple[str, ...]) -> Clause:
        """`lead Teste, Dufour`."""
        return Clause("lead", units)

    def needing(self, number: str) -> Clause:
        """`needing at most 8`."""
        if not int(number):
            raise MistakeError("The die cannot need 0 or less to be worth a condition.", "Leave the condition out.")
        return Clause("needed", int(number))

    def unless(self, *events: str) -> Clause:
        """`unless sally, camp disease`."""
        return Clause("unless", tuple(_event(words) for words in events))

    def assault(self, *clauses: Clause) -> Choice:
        """`assault lead Teste needing at most 8 unless sally`."""
        return od.Assault(**filled(clauses))

    def no_assault(self) -> Choice:
        """`no assault`."""
        return od.Assault(go=False)


def _event(words: str) -> od.SiegeEvent:
    return next(event for word, event in EVENTS.items() if word in words)
