"""Chapter 8: every choice that the rules give a player: by standing order, by asking him, by default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from adjudicator.core.orders import Standing
from adjudicator.core.types import Choice, Side
from adjudicator.rulesets.vv1813 import orders as od
from adjudicator.rulesets.vv1813.combat.aftermath_events import (
    CombatRefused,
    GroundHeld,
    PlaceOccupied,
    UnitAdvanced,
    UnitsRetreated,
)
from adjudicator.rulesets.vv1813.combat.events import CombatResolved, NapoleonOptionUsed, RefusalForbidden, StepLost
from adjudicator.rulesets.vv1813.markers.events import CossacksPlayed
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, enemy_of
from tests.support.vv_positions import Told, ask_me, position, when

GUNS = (od.MarkerUse(marker="artillery"),)


@dataclass(frozen=True)
class Moment:
    """A position in which one decision comes up, what it leads to by default and what by a choice."""

    kind: str
    decider: Side
    key: str
    rule: str
    pieces: str
    choice: Choice
    seen: Callable[[Told], Any]
    by_default: Any
    by_choice: Any
    side: Side = FRENCH
    row: int | None = 8
    hand: Mapping[Side, tuple[str, ...]] = field(default_factory=dict)
    earlier: tuple[Standing, ...] = ()
    attack: Mapping[str, Any] = field(default_factory=dict)

    def play(self, **given: Any) -> Told:
        """The combat phase in which the decision comes."""
        on = position(self.pieces, hand=self.hand)
        attack = od.Attack(targets=("1409",), **self.attack)
        standing = (*self.earlier, *given.pop("standing", ()))
        if self.row is None:
            return on.combat(self.side, attack, otherwise=3, standing=standing, **given)
        faces = {"result": self._faces()}
        return on.combat(self.side, attack, dice=faces, otherwise=3, standing=standing, **given)

    def _faces(self) -> tuple[int, int]:
        trial = position(self.pieces, hand=self.hand).combat(
            self.side, od.Attack(targets=("1409",), **self.attack), otherwise=3, standing=self.earlier
        )
        assert self.row is not None
        natural = self.row - trial.of(CombatResolved)[0].drm.value
        return natural // 2, natural - natural // 2


def heads(told: Told) -> tuple[str, str]:
    fought = told.one(CombatResolved)
    return fought.attacking_head, fought.defending_head


def steps(told: Told) -> list[str]:
    return [event.unit for event in told.of(StepLost)]


def support(told: Told) -> tuple[int, int]:
    fought = told.one(CombatResolved)
    return len(fought.attacking_support), len(fought.defending_support)


def uncounted(told: Told) -> list[str]:
    return [f.unit for f in told.one(CombatResolved).attackers if not f.counted]


MOMENTS = [
    Moment(
        "retreat_before_combat",
        COALITION,
        "T3/French/combat/1409/retreat-before/1409/Coalition",
        "VV-8.3a",
        "1408: ledru | 1409: lanskoi tschaplitz",
        od.RetreatBefore(to=("1410",)),
        lambda told: [event.to for event in told.of(CombatRefused)],
        [],
        ["1410"],
    ),
    Moment(
        "cossacks_forbid",
        COALITION,
        "T3/Coalition/combat/1409/cossacks-forbid/1409/Coalition",
        "VV-2.A3",
        "1408: insov | 1409: chastel",
        od.Cossacks(play=True),
        lambda told: bool(told.of(RefusalForbidden)),
        False,
        True,
        side=COALITION,
        row=None,
        hand={COALITION: ("cossacks",)},
    ),
    Moment(
        "excess",
        COALITION,
        "T3/French/combat/1409/excess/1408/Coalition",
        "VV-8.4g",
        "1408: ledru gerard raglovitch | 1409: insov",
        od.Excess(units=("gerard",)),
        uncounted,
        ["ledru"],
        ["gerard"],
    ),
    Moment(
        "head",
        FRENCH,
        "T3/French/combat/1409/head/French",
        "VV-8.4b2",
        "1408: ledru compans | 1409: insov sherbatov",
        od.HeadUnit(units=("ledru",)),
        heads,
        ("compans", "sherbatov"),
        ("ledru", "sherbatov"),
    ),
    Moment(
        "head",
        COALITION,
        "T3/French/combat/1409/head/Coalition",
        "VV-8.4b2",
        "1408: ledru compans | 1409: insov sherbatov",
        od.HeadUnit(units=("insov",)),
        heads,
        ("compans", "sherbatov"),
        ("compans", "insov"),
    ),
    Moment(
        "support",
        FRENCH,
        "T3/French/combat/1409/support/French",
        "VV-8.4h",
        "1408: ledru | 1409: insov sherbatov",
        od.Support(markers=GUNS),
        support,
        (0, 0),
        (1, 0),
        hand={FRENCH: ("artillery",), COALITION: ("artillery",)},
    ),
    Moment(
        "support",
        COALITION,
        "T3/French/combat/1409/support/Coalition",
        "VV-8.4h",
        "1408: ledru | 1409: insov sherbatov",
        od.Support(markers=GUNS),
        support,
        (0, 0),
        (0, 1),
        hand={FRENCH: ("artillery",), COALITION: ("artillery",)},
    ),
    Moment(
        "napoleon_option",
        FRENCH,
        "T3/French/combat/1409/napoleon/French",
        "VV-8.6.3a",
        "1408: napoleon ledru | 1409: horn pirch",
        od.NapoleonOption(use="always"),
        lambda told: bool(told.of(NapoleonOptionUsed)),
        False,
        True,
    ),
    Moment(
        "losses",
        COALITION,
        "T3/French/combat/1409/losses/Coalition",
        "VV-8.5b",
        "1408: compans bonnet | 1409: barclay sherbatov insov suthov",
        od.Losses(policy=od.LossPolicy(order="listed", first=("insov",))),
        steps,
        ["sherbatov", "suthov"],
        ["sherbatov", "insov"],
        row=13,
    ),
    Moment(
        "losses",
        FRENCH,
        "T3/French/combat/1409/losses/French",
        "VV-8.5b",
        "1408: soult compans bonnet morand- | 1409: insov sherbatov",
        od.Losses(policy=od.LossPolicy(order="listed", first=("morand",))),
        steps,
        ["bonnet", "compans"],
        ["bonnet", "morand"],
        row=2,
        attack={"origins": ("1408",), "head": ("bonnet",)},
    ),
    Moment(
        "hold",
        COALITION,
        "T3/French/combat/1409/hold/1409/Coalition",
        "VV-8.5.1d",
        "1408: ledru | 1409: insov sherbatov",
        od.Hold(places=1, payers=("sherbatov",)),
        lambda told: (steps(told), len(told.of(GroundHeld))),
        ([], 0),
        (["sherbatov"], 1),
    ),
    Moment(
        "retreat",
        COALITION,
        "T3/French/combat/1409/retreat/1409/Coalition",
        "VV-8.5c",
        "1408: ledru | 1409: horn",
        od.RetreatTo(to=("1410",)),
        lambda told: told.one(UnitsRetreated).path,
        ("1310",),
        ("1410",),
    ),
    Moment(
        "retreat",
        FRENCH,
        "T3/French/combat/1409/retreat/1408/French",
        "VV-8.5c",
        "1408: ledru | 1409: horn",
        od.RetreatTo(to=("1508",)),
        lambda told: told.one(UnitsRetreated).path,
        ("1407",),
        ("1508",),
        row=6,
    ),
    Moment(
        "advance",
        FRENCH,
        "T3/French/combat/1409/advance/French",
        "VV-8.5.1f",
        "1408: ledru compans | 1409: horn pirch",
        od.Advance(units=("ledru",)),
        lambda told: [event.unit for event in told.of(UnitAdvanced)],
        ["compans"],
        ["ledru"],
    ),
    Moment(
        "cossacks",
        COALITION,
        "T3/French/combat/1409/advance/cossacks/Coalition",
        "VV-2.A1",
        "1408: compans | 1409: horn | 1510: pirch",
        od.Cossacks(play=True),
        lambda told: (len(told.of(CossacksPlayed)), len(told.of(UnitAdvanced))),
        (0, 1),
        (1, 0),
        hand={COALITION: ("cossacks",)},
    ),
    Moment(
        "occupy",
        FRENCH,
        "T3/French/combat/1409/occupy/1409/French",
        "BAU-8.3b",
        "1408: ledru gerard | 1409: lanskoi",
        od.Occupy(units=("gerard",)),
        lambda told: [event.units for event in told.of(PlaceOccupied)],
        [],
        [("gerard",)],
        row=None,
    ),
]
IDS = [f"{moment.kind}-{moment.decider}" for moment in MOMENTS]


@pytest.mark.parametrize("moment", MOMENTS, ids=IDS)
def test_without_a_word_the_default_decides(moment: Moment) -> None:
    """VV-8.3a, VV-8.4.0b, VV-8.5b, VV-8.5c, VV-8.5.1d, VV-8.5.1f: each decision has a documented default."""
    told = moment.play()
    settled = told.decided(moment.kind, moment.decider)
    assert (settled.source, settled.choice) == ("default", settled.decision.default)
    assert (settled.decision.key, settled.decision.rule) == (moment.key, moment.rule)
    assert settled.decision.question.rstrip("?.").strip()
    assert moment.seen(told) == moment.by_default


@pytest.mark.parametrize("moment", MOMENTS, ids=IDS)
def test_a_standing_order_decides(moment: Moment) -> None:
    """VV-8.3a, VV-8.4.0b, VV-8.5b, VV-8.5c, VV-8.5.1d, VV-8.5.1f: filed beforehand, it needs no question."""
    told = moment.play(standing=[when(moment.decider, moment.kind, moment.choice)])
    assert told.decided(moment.kind, moment.decider).source == "standing"
    assert moment.seen(told) == moment.by_choice
    elsewhere = moment.play(standing=[when(moment.decider, moment.kind, moment.choice, place="0101")])
    assert elsewhere.decided(moment.kind, moment.decider).source == "default"
    other = moment.play(standing=[when(enemy_of(moment.decider), moment.kind, moment.choice)])
    assert other.decided(moment.kind, moment.decider).source == "default"


@pytest.mark.parametrize("moment", MOMENTS, ids=IDS)
def test_with_ask_me_the_phase_waits_for_an_answer(moment: Moment) -> None:
    """VV-8.3a, VV-8.4.0b, VV-8.5b, VV-8.5c, VV-8.5.1d, VV-8.5.1f: it pauses, and goes on from there."""
    asked = ask_me(moment.decider, moment.kind)
    waiting = moment.play(standing=asked)
    assert [(d.kind, d.side, d.key) for d in waiting.open] == [(moment.kind, moment.decider, moment.key)]
    told = moment.play(standing=asked, answers={moment.kind: moment.choice})
    assert told.decided(moment.kind, moment.decider).source == "answer"
    assert moment.seen(told) == moment.by_choice
    assert told.events[: len(waiting.events)] == waiting.events


@pytest.mark.parametrize("moment", MOMENTS, ids=IDS)
def test_answers_are_checked_like_orders(moment: Moment) -> None:
    """VV-8.4.0b: a choice of the right sort is allowed, another is refused with a sentence; so are the examples."""
    decision = moment.play(standing=ask_me(moment.decider, moment.kind)).open[0]
    on = position(moment.pieces, hand=moment.hand)
    assert on.rules.allows(on.state, decision, moment.choice).value
    assert all(on.rules.allows(on.state, decision, example).value for example in decision.examples)
    assert on.rules.allows(on.state, decision, decision.default).value
    wrong = on.rules.allows(on.state, decision, od.CossackEffect(effect="no_zone"))
    assert not wrong.value
    assert wrong.because.endswith((".", "?"))


@pytest.mark.parametrize(
    ("kind", "choice", "why", "remedy"),
    [
        ("head", od.HeadUnit(units=("rosen",)), "Rosen cannot be chosen here.", "Possible: Insov, Sherbatov."),
        ("hold", od.Hold(places=-1), "A number of places to hold is 0 or more.", ""),
        ("hold", od.Hold(places=1, payers=("rosen",)), "Rosen cannot be chosen here.", "Possible: Insov, Sherbatov."),
        ("retreat", od.RetreatTo(to=("9901",)), "9901 is not on the map.", ""),
        ("support", od.Support(markers=(od.MarkerUse(marker="cossacks"),)), "Cossacks gives no support in combat.", ""),
    ],
)
def test_an_answer_that_cannot_be_is_refused_with_its_reason(kind: str, choice: Choice, why: str, remedy: str) -> None:
    """VV-8.4.0b, VV-8.4h, VV-8.5.1d: what is wrong with it, and what would do."""
    on = position("1408: ledru | 1409: insov sherbatov", hand={COALITION: ("artillery",)})
    told = on.fought(FRENCH, od.Attack(targets=("1409",)), 8, standing=())
    decision = told.decided(kind, COALITION).decision
    found = on.rules.allows(on.state, decision, choice)
    assert (found.value, found.because, found.remedy) == (False, why, remedy)


def test_8_4_0b_head_and_support_of_both_sides_are_asked_at_once() -> None:
    """VV-8.4.0b, VV-8.4h: at the same moment and in secret; nobody answers second."""
    hands = {FRENCH: ("artillery",), COALITION: ("artillery",)}
    on = position("1408: ledru gerard | 1409: insov sherbatov", hand=hands)
    asked = (*ask_me(FRENCH, "head", "support"), *ask_me(COALITION, "head", "support"))
    waiting = on.combat(FRENCH, od.Attack(targets=("1409",)), standing=asked)
    assert [(d.kind, d.side) for d in waiting.open] == [
        ("head", FRENCH),
        ("support", FRENCH),
        ("head", COALITION),
        ("support", COALITION),
    ]
    assert not waiting.of(CombatResolved)
    assert all(d.facts for d in waiting.open)


def test_8_4_0b_what_the_order_says_is_not_asked_again() -> None:
    """VV-8.4.0b: head and support written in the attack are the attacker's choice."""
    on = position("1408: ledru gerard | 1409: insov", hand={FRENCH: ("artillery",)})
    attack = od.Attack(targets=("1409",), head=("gerard",), support=GUNS, advance=())
    told = on.combat(FRENCH, attack, dice={"result": (3, 4)}, standing=ask_me(FRENCH, "head", "support"))
    assert heads(told)[0] == "gerard"
    assert [kind for kind, side in told.asked() if side == FRENCH] == []


def test_8_4h_no_support_in_the_order_is_stronger_than_a_standing_order() -> None:
    """VV-8.4h: an attack that says nothing follows the standing order, `no support` does not."""
    on = position("1408: ledru | 1409: insov", hand={FRENCH: ("artillery",)})
    standing = [when(FRENCH, "support", od.Support(markers=GUNS))]
    silent = on.combat(FRENCH, od.Attack(targets=("1409",)), dice={"result": (3, 4)}, standing=standing)
    assert support(silent) == (1, 0)
    without = od.Attack(targets=("1409",), support=())
    assert support(on.combat(FRENCH, without, dice={"result": (3, 4)}, standing=standing)) == (0, 0)


def test_a_standing_order_for_cossacks_may_be_limited() -> None:
    """VV-2.A3: at most so many markers in a turn."""
    on = position("1408: insov | 1409: chastel", hand={COALITION: ("cossacks", "cossacks")})
    none = when(COALITION, "cossacks_forbid", od.Cossacks(play=True, at_most=0))
    assert not on.combat(COALITION, od.Attack(targets=("1409",)), standing=[none]).of(RefusalForbidden)


def test_8_5b_losses_are_asked_about_before_any_falls() -> None:
    """VV-8.5b: the one loss of the attackers is the head unit's; the two of the defenders are asked about first."""
    on = position("1408: compans bonnet | 1409: insov sherbatov suthov barclay")
    asked = (*ask_me(FRENCH, "losses"), *ask_me(COALITION, "losses"))
    waiting = on.fought(FRENCH, od.Attack(targets=("1409",)), 12, standing=asked)
    assert [(d.kind, d.side) for d in waiting.open] == [("losses", COALITION)]
    assert not waiting.of(StepLost)


def test_of_one_possible_choice_nobody_is_asked() -> None:
    """VV-8.4b2, VV-8.5b: a unit on its own is head unit and takes the losses."""
    told = position("1408: ledru | 1409: horn").fought(FRENCH, od.Attack(targets=("1409",), advance=()), 10)
    assert [kind for kind, _ in told.asked()] == ["retreat"]


# --- where a standing order applies ------------------------------------------------------------------------


def at(side: Side, moment: str, place: str, kind: str, choice: Choice) -> Standing:
    """`when attacked at 1407: ...`, `when attacking 1409: ...`."""
    return Standing(side=side, decision=kind, moment=moment, place=place, choice=choice)


@pytest.mark.parametrize("place", ["1407", "1409"])
def test_8_2b_a_standing_order_for_either_of_two_places_attacked_at_once(place: str) -> None:
    """VV-8.2b, VV-8.4.0b: one head unit for both places, named for whichever of them."""
    field = position("1408: compans bonnet | 1407: sherbatov | 1409: insov")
    for moment in ("attacked", ""):
        order = at(COALITION, moment, place, "head", od.HeadUnit(units=("insov",)))
        told = field.fought(FRENCH, od.Attack(targets=("1409", "1407")), 7, standing=[order])
        assert told.one(CombatResolved).defending_head == "insov"
    other = at(COALITION, "attacked", "1408", "head", od.HeadUnit(units=("insov",)))
    told = field.fought(FRENCH, od.Attack(targets=("1409", "1407")), 7, standing=[other])
    assert told.one(CombatResolved).defending_head == "sherbatov"


def test_8_5_1d_each_of_two_places_holds_by_its_own_order() -> None:
    """VV-8.2b, VV-8.5.1d: holding at 1407 says nothing of 1409."""
    field = position("1408: compans bonnet | 1407: sherbatov | 1409: insov")
    order = at(COALITION, "attacked", "1407", "hold", od.Hold(places=1))
    told = field.fought(FRENCH, od.Attack(targets=("1409", "1407")), 8, standing=[order])
    assert [event.place for event in told.of(GroundHeld)] == ["1407"]
    assert [event.origin for event in told.of(UnitsRetreated)] == ["1409"]


@pytest.mark.parametrize(("place", "lost"), [("1409", ["ledru", "gerard"]), ("1407", ["ledru"])])
def test_8_5b_losses_of_an_attack_by_the_place_attacked(place: str, lost: list[str]) -> None:
    """VV-8.5b: `when attacking 1409: losses: Gérard first`; an order for another target decides nothing."""
    field = position("1408: ledru gerard- charpentier | 1409: horn zielinsky pirch blucher")
    policy = od.Losses(policy=od.LossPolicy(order="listed", first=("gerard",)))
    order = at(FRENCH, "attacking", place, "losses", policy)
    told = field.fought(FRENCH, od.Attack(targets=("1409",), head=("ledru",)), 2, standing=[order])
    assert [event.unit for event in told.of(StepLost)][: len(lost)] == lost
    assert ("gerard" in [event.unit for event in told.of(StepLost)]) == (place == "1409")


@pytest.mark.parametrize(("place", "held"), [("1409", ["1408"]), ("1408", []), ("1407", [])])
def test_8_5_1d_attackers_hold_by_the_place_attacked(place: str, held: list[str]) -> None:
    """VV-8.5.1d: `when attacking 1409: stay and take the loss`."""
    field = position("1408: friant dumoustier | 1409: insov")
    order = at(FRENCH, "attacking", place, "hold", od.Hold(places=1))
    told = field.fought(FRENCH, od.Attack(targets=("1409",)), 6, standing=[order])
    assert [event.place for event in told.of(GroundHeld)] == held
