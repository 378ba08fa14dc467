"""Chapter 8: the golden cases: worked examples of the rulebooks, and what follows from the rules beyond argument."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.events import Refused
from adjudicator.core.types import Side
from adjudicator.rulesets.vv1813.bombardment import bombardment_score
from adjudicator.rulesets.vv1813.combat_drm import combat_drm
from adjudicator.rulesets.vv1813.combat_events import (
    CombatResolved,
    CommanderHit,
    QualityRolled,
    UnitsRetreated,
)
from adjudicator.rulesets.vv1813.combat_tables import read_outcome, strength_ratio
from adjudicator.rulesets.vv1813.context import Counter
from adjudicator.rulesets.vv1813.engagement import Engagement, Fighter
from adjudicator.rulesets.vv1813.orders import Attack, Bombard, HeadUnit, MarkerUse
from adjudicator.rulesets.vv1813.state import enemy_of
from adjudicator.rulesets.vv1813.tactics import tactical_option
from tests.support.vv_positions import Field, position, when

CASES = tomllib.loads((Path(__file__).parent / "cases" / "08_combat.toml").read_text("utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_golden(case: dict[str, Any]) -> None:
    """Each case: inputs as given, results as expected."""
    RUNNERS[case["sort"]](case["given"], case["expect"])


def _field(given: dict[str, Any]) -> Field:
    return position(
        given["pieces"],
        turn=given.get("turn", 3),
        morale=given.get("morale"),
        hand=given.get("hand"),
    )


def _ratio(given: dict[str, Any], expect: dict[str, Any]) -> None:
    table = strength_ratio(position("").ctx)
    assert table.read(given["attack"], given["defence"]) == (expect["ratio"], expect["drm"])


def _tactical(given: dict[str, Any], expect: dict[str, Any]) -> None:
    assert str(tactical_option(read_outcome(given["result"]))) == expect["result"]


def _combat(given: dict[str, Any], expect: dict[str, Any]) -> None:
    side = Side(given["side"])
    support = tuple(MarkerUse(marker=k, count=n) for k, n in given["attack"].get("support", {}).items())
    attack = Attack.model_validate({**given["attack"], "support": support})
    target = attack.targets[0]
    heads = [when(enemy_of(side), "head", HeadUnit(units=(given["head"],)))] if "head" in given else []
    dice = {f"combat/{target}/{name}": faces for name, faces in given["dice"].items()}
    told = _field(given).combat(side, attack, dice=dice, standing=heads)
    fought = told.one(CombatResolved)
    parts = {part.label: part.value for part in fought.drm.parts}
    for label, value in expect.get("parts", {}).items():
        assert (label, parts[label]) == (label, value)
    checks: dict[str, Callable[[], Any]] = {
        "drm": lambda: fought.drm.value,
        "modified": lambda: fought.modified,
        "result": lambda: fought.result,
        "reduced": lambda: [u for u in expect["reduced"] if told.state.unit(u).reduced],
        "retreated": lambda: len(told.one(UnitsRetreated).path),
        "hit": lambda: {event.commander: event.outcome for event in told.of(CommanderHit)},
        "health": lambda: {one: told.state.commander(one).health for one in expect["health"]},
        "quality": lambda: told.one(QualityRolled).quality,
        "not_counted": lambda: [f.unit for f in (*fought.attackers, *fought.defenders) if not f.counted],
        "strength": lambda: [
            sum(f.strength for f in forces if f.counted) for forces in (fought.attackers, fought.defenders)
        ],
    }
    for name in sorted(set(expect) - {"parts"}):
        assert (name, checks[name]()) == (name, expect[name])


def _drm(given: dict[str, Any], expect: dict[str, Any]) -> None:
    """Units that no counter of the game has, put together by hand."""
    side = Side(given["side"])
    sides = {"attackers": side, "defenders": enemy_of(side)}
    fighters: dict[str, tuple[Fighter, ...]] = {}
    heads: dict[Side, str] = {}
    for role, owner in sides.items():
        fighters[role] = tuple(_fighter(plain, owner, f"{role}{n}") for n, plain in enumerate(given[role]))
        heads[owner] = next(f"{role}{n}" for n, plain in enumerate(given[role]) if plain.get("head"))
    field = position("")
    combat = Engagement(
        side=side,
        targets=tuple({f.place: f.place for f in fighters["defenders"]}),
        origins=tuple({f.place: f.place for f in fighters["attackers"]}),
        attackers=fighters["attackers"],
        defenders=fighters["defenders"],
        heads=heads,
    )
    found = combat_drm(field.ctx, field.state, combat)
    parts = {part.label: part.value for part in found.parts}
    assert {label: parts[label] for label in expect["parts"]} == expect["parts"]
    assert found.value == expect.get("drm", found.value)


def _fighter(plain: dict[str, Any], side: Side, name: str) -> Fighter:
    counter = Counter(
        id=name,
        name=name,
        side=side,
        nation=plain.get("nation", "France"),
        formation="",
        kind=plain["kind"],
        strength=plain["strength"],
        quality=plain["quality"],
        reduced_strength=None,
        reduced_quality=None,
        movement=2,
    )
    return Fighter(name, counter, plain["place"], plain["strength"], plain["quality"])


def _bombardment(given: dict[str, Any], expect: dict[str, Any]) -> None:
    field = _field(given)
    side, target = Side(given["side"]), given["target"]
    (origin,) = field.state.army(side).units_at
    kinds = tuple(given["markers"])
    score = bombardment_score(field.ctx, field.state, side, origin, target, kinds, sum(given["dice"]))
    assert score.value == expect["score"]
    assert next(part.value for part in score.parts if part.label == "Target") == expect["quotient"]


def _spent(given: dict[str, Any], expect: dict[str, Any]) -> None:
    side, target = Side(given["side"]), given["target"]
    field = position(given["pieces"], turn=given["turn"], hand={side: ("artillery",)})
    guns = (MarkerUse(marker="artillery"),)
    told = field.combat(
        side,
        Attack(targets=(target,), support=guns, advance=()),
        Bombard(target=given["fire_on"], markers=guns),
        dice={"result": (3, 4)},
    )
    assert told.one(Refused).rule == expect["refused"]
    (gun,) = told.one(CombatResolved).attacking_support
    assert gun.back == expect["back"]
    marker = told.state.markers[gun.marker]
    assert (marker.place, marker.turn) == ("aside", expect["back"])


def _not_asked(given: dict[str, Any], expect: dict[str, Any]) -> None:
    side, target = Side(given["side"]), given["target"]
    told = _field(given).combat(side, Attack(targets=(target,)), dice={"result": given.get("dice", (3, 4))})
    assert expect["not_asked"] not in [kind for kind, _ in told.asked()]
    assert told.one(CombatResolved).targets == (target,)
    if "retreated" in expect:
        assert len(told.one(UnitsRetreated).path) == expect["retreated"]


RUNNERS: dict[str, Callable[[dict[str, Any], dict[str, Any]], None]] = {
    "ratio": _ratio,
    "tactical": _tactical,
    "combat": _combat,
    "drm": _drm,
    "bombardment": _bombardment,
    "spent": _spent,
    "not_asked": _not_asked,
}
