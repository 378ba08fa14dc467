"""Chapter 8 before any die is rolled: what `check` says of attacks whose clauses will change nothing."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.core.events import NotCarriedOut
from adjudicator.core.problems import Problem
from adjudicator.core.types import Side
from adjudicator.rulesets.vv1813.combat.events import CombatResolved
from adjudicator.rulesets.vv1813.orders import Attack, LossPolicy, MarkerUse, Move
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_positions import Field, position


def problems(field: Field, side: Side = FRENCH, **clauses: Any) -> list[Problem]:
    """What is said of an attack on 1409 from 1408, units without orders apart."""
    given: dict[str, Any] = {"targets": ("1409",), "origins": ("1408",), "head": ("compans",), **clauses}
    order = Attack(line=1, side=side, **given)
    review = field.rules.review(field.rules.known(field.state, side), side, [order], ())
    return [problem for problem in review.problems if problem.line == 1]


def found(*given: Any, **clauses: Any) -> list[tuple[str, str | None]]:
    return [(problem.severity, problem.rule) for problem in problems(*given, **clauses)]


def test_nothing_is_said_of_an_attack_without_fault() -> None:
    """VV-8.1: every clause names somebody who takes part."""
    field = position("1408: soult compans bonnet | 1409: insov", hand={FRENCH: ("artillery",)})
    clauses = {
        "tactical": True,
        "support": (MarkerUse(marker="artillery"),),
        "losses": LossPolicy(order="listed", first=("bonnet",)),
        "advance": ("friant", "bonnet"),
        "occupy": ("bonnet",),
    }
    assert found(field, **clauses) == []


@pytest.mark.parametrize(
    ("clauses", "rule"),
    [
        ({"head": ("friant",)}, "VV-8.4b2"),
        ({"losses": LossPolicy(order="listed", first=("friant",))}, "VV-8.5b"),
        ({"advance": ("friant",)}, "VV-8.5.1f"),
        ({"occupy": ("friant",)}, "BAU-8.3b"),
        ({"formation": "oudinot"}, "VV-8.2e"),
    ],
)
def test_8_4b2_names_that_take_no_part(clauses: dict[str, Any], rule: str) -> None:
    """VV-8.4b2, VV-8.5b, VV-8.5.1f, BAU-8.3b, VV-8.2e: a warning, for the attack itself is legal."""
    field = position("1408: soult compans bonnet | 1308: napoleon friant | 1409: insov")
    assert found(field, **clauses) == [("warning", rule)]


@pytest.mark.parametrize(
    ("leader", "seen", "clauses", "rules"),
    [
        ("", (), {"tactical": True}, ["VV-8.6.2a"]),
        ("soult*", (), {"tactical": True}, ["VV-8.6.2a"]),
        ("soult", (), {"tactical": True}, []),
        ("soult", ("insov", "lanskoi"), {"tactical": True}, ["VV-8.6.2a"]),
        ("", (), {"napoleon": "always"}, ["VV-8.6.3a"]),
        ("soult", (), {"napoleon": "always"}, ["VV-8.6.3a"]),
        ("napoleon", (), {"napoleon": "always"}, []),
        ("", (), {"napoleon": "never"}, []),
    ],
)
def test_8_6_2a_options_without_their_commander(
    leader: str, seen: tuple[str, ...], clauses: dict[str, Any], rules: list[str]
) -> None:
    """VV-8.6.2a, VV-8.6.3a, VV-8.6.3b: known from the own side, and from defenders that have been seen."""
    near = "oudinot" if leader else "soult"
    field = position(f"1408: {leader} compans bonnet | 1406: {near} | 1409: insov lanskoi", seen=seen)
    assert found(field, **clauses) == [("warning", rule) for rule in rules]


def test_8_6_2a_the_coalition_has_no_tactical_option() -> None:
    """VV-8.6.2a: nor Napoleon's."""
    field = position("1408: blucher pirch horn | 1409: ledru")
    assert found(field, COALITION, head=("pirch",), tactical=True) == [("warning", "VV-8.6.2a")]
    assert found(field, COALITION, head=("pirch",), napoleon="always") == [("warning", "VV-8.6.3a")]


def test_7_2d_a_unit_that_is_named_and_may_not_attack() -> None:
    """VV-7.2d: Friant's stack attacks without him, for Napoleon is far away."""
    field = position("1408: soult compans friant | 0101: napoleon | 1409: insov")
    assert found(field, origins=(), units=("compans", "friant")) == [("warning", "VV-7.2d")]


@pytest.mark.parametrize("marker", ["discord", "cossacks", "jomini_enemy"])
def test_8_4h_a_marker_that_gives_no_support_stays_in_the_hand(marker: str) -> None:
    """VV-8.4h, VV-2.3a: `check` refuses it; written all the same, the attack is made without it."""
    field = position("1408: blucher pirch | 1409: ledru", hand={COALITION: (marker, "artillery")})
    support = (MarkerUse(marker=marker), MarkerUse(marker="artillery"))
    (problem,) = problems(field, COALITION, head=("pirch",), support=support)
    assert (problem.severity, problem.rule) == ("error", "VV-8.4h")
    told = field.combat(COALITION, Attack(targets=("1409",), support=support), dice={"result": (3, 3)})
    assert [one.kind for one in told.one(CombatResolved).attacking_support] == ["artillery"]
    assert [(event.rule, event.side) for event in told.of(NotCarriedOut)] == [("VV-8.4h", COALITION)]
    assert [m.kind for m in told.state.markers.values() if m.place == "hand"] == [marker]


# --- over-stacking and the strength that will count --------------------------------------------------------


def test_4_1d_a_place_that_would_hold_too_many_units_is_warned_of() -> None:
    """VV-4.1d, VV-8.4g: with the line that brings the last of them; a commander makes room for a third."""
    field = position("1409: bonnet friedrich | 1408: compans")
    order = Move(line=7, side=FRENCH, units=("compans",), destination="1409")
    review = field.rules.review(field.rules.known(field.state, FRENCH), FRENCH, [order], ())
    (warning,) = [problem for problem in review.problems if problem.rule == "VV-4.1d"]
    assert (warning.line, warning.severity) == (7, "warning")
    assert "1409 would hold 3 units" in warning.reason
    led = position("1409: soult bonnet friedrich | 1408: compans")
    review = led.rules.review(led.rules.known(led.state, FRENCH), FRENCH, [order], ())
    assert not [problem for problem in review.problems if problem.rule == "VV-4.1d"]


@pytest.mark.parametrize(
    ("stack", "says"),
    [
        ("soult compans bonnet friedrich", "strength 19;"),
        ("soult compans bonnet friedrich morand", "strength 27, of which 19 to 21 will count (over-stacked);"),
        ("soult compans bonnet friedrich friant", "strength 19;"),
    ],
)
def test_8_4g_an_attack_tells_what_of_its_strength_will_count(stack: str, says: str) -> None:
    """VV-8.4g: the enemy names who does not count, strong or weak; who takes no part is in excess first."""
    field = position(f"1408: {stack} | 1409: insov")
    order = Attack(line=1, side=FRENCH, targets=("1409",), origins=("1408",), head=("compans",))
    review = field.rules.review(field.rules.known(field.state, FRENCH), FRENCH, [order], ())
    (note,) = [note for line, note in review.notes if line == 1]
    assert says in note


def test_8_4h_check_and_run_say_the_same_of_support_that_is_not_there() -> None:
    """VV-8.4h: three Artillery with two in hand: both say that two will do, and two do."""
    field = position("1408: soult compans bonnet | 1409: insov", hand={FRENCH: ("artillery", "artillery")})
    support = (MarkerUse(marker="artillery", count=3),)
    (said,) = problems(field, support=support)
    order = Attack(line=1, targets=("1409",), origins=("1408",), head=("compans",), support=support, advance=())
    told = field.combat(FRENCH, order, dice={"1409/result": (3, 4)})
    assert (said.rule, said.reason) == ("VV-8.4h", told.one(NotCarriedOut).reason)
    assert len(told.one(CombatResolved).attacking_support) == 2
