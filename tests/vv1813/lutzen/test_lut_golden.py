"""Lützen: the golden cases: worked examples of the rulebook, and what follows from the rules beyond argument."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.events import Refused
from adjudicator.core.types import Side
from adjudicator.rulesets.vv1813 import orders as vv
from adjudicator.rulesets.vv1813.combat_events import (
    CombatResolved,
    CommanderHit,
    MoraleChanged,
    UnitAdvanced,
    UnitsRetreated,
)
from adjudicator.rulesets.vv1813.games.lutzen.clock import as_clock, hour
from adjudicator.rulesets.vv1813.games.lutzen.events import MarkerWithoutEffect, UnitDivided
from adjudicator.rulesets.vv1813.games.lutzen.restrictions import attack_ban
from adjudicator.rulesets.vv1813.morale import commander_lost, take_objective
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, enemy_of
from adjudicator.rulesets.vv1813.victory import evaluate
from tests.support.vv_lutzen import at_hour, battle, begun, field, morale, plays, scripted
from tests.support.vv_positions import Field, Told, when

CASES = tomllib.loads((Path(__file__).parent / "cases" / "lutzen.toml").read_text("utf-8"))["case"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_golden(case: dict[str, Any]) -> None:
    """Each case: inputs as given, results as expected."""
    RUNNERS[case["sort"]](case.get("given", {}), case.get("expect", {}))


# --- combat --------------------------------------------------------------------------------------------------


def _combat(given: dict[str, Any], expect: dict[str, Any]) -> None:
    side = Side(given["side"])
    support = tuple(vv.MarkerUse(marker=k, count=n) for k, n in given["attack"].get("support", {}).items())
    attack = vv.Attack.model_validate({**given["attack"], "support": support})
    standing = [when(enemy_of(side), "head", vv.HeadUnit(units=(given["head"],)))] if "head" in given else []
    made = field(
        given["pieces"],
        turn=given.get("turn", 5),
        game=given.get("game"),
        morale=given.get("morale"),
        hand=given.get("hand"),
    )
    told = made.combat(side, attack, dice=given["dice"], standing=standing)
    for name, check in CHECKS.items():
        if name in expect:
            check(told, expect[name])


def _parts(told: Told, wanted: dict[str, int]) -> None:
    found = {part.label: part.value for part in told.one(CombatResolved).drm.parts}
    assert {label: found[label] for label in wanted} == wanted


def _drm(told: Told, wanted: int) -> None:
    assert told.one(CombatResolved).drm.value == wanted


def _result(told: Told, wanted: str) -> None:
    assert told.one(CombatResolved).result == wanted


def _reduced(told: Told, wanted: list[str]) -> None:
    worn = [u.id for army in told.state.armies.values() for u in army.units.values() if u.reduced]
    assert sorted(worn) == sorted(wanted)


def _retreated(told: Told, wanted: int) -> None:
    assert len(told.one(UnitsRetreated).path) == wanted


def _hit(told: Told, wanted: dict[str, str]) -> None:
    assert {event.commander: event.outcome for event in told.of(CommanderHit)} == wanted


def _advanced(told: Told, wanted: str) -> None:
    assert told.one(UnitAdvanced).place == wanted


def _fought(told: Told, wanted: bool) -> None:
    assert bool(told.of(CombatResolved)) is wanted


def _where(told: Told, wanted: dict[str, str]) -> None:
    assert told.field.where(*wanted) == list(wanted.values())


CHECKS: dict[str, Callable[[Told, Any], None]] = {
    "parts": _parts,
    "drm": _drm,
    "result": _result,
    "reduced": _reduced,
    "retreated": _retreated,
    "hit": _hit,
    "advanced": _advanced,
    "fought": _fought,
    "where": _where,
}


def _bombard(given: dict[str, Any], expect: dict[str, Any]) -> None:
    made = field(given["pieces"], turn=given["turn"], hand={FRENCH: ["artillery"], COALITION: []})
    order = vv.Bombard(target=given["target"], markers=(vv.MarkerUse(marker="artillery"),))
    assert made.movement(FRENCH, order).one(Refused).rule == expect["refused"]


# --- markers and movement ------------------------------------------------------------------------------------


def _split(given: dict[str, Any], expect: dict[str, Any]) -> None:
    table = begun(battle(), FRENCH)
    for legal, shares in [(True, s) for s in given["legal"]] + [(False, s) for s in given["illegal"]]:
        order = vv.Split(unit="souham_2", parts=(("1309", shares[0]), ("1408", shares[1])))
        told = table.moves(FRENCH, order)
        assert bool(told.of(UnitDivided)) is legal
        assert bool(told.of(Refused)) is not legal


def _bridge(given: dict[str, Any], expect: dict[str, Any]) -> None:
    table = plays(battle(), COALITION, "bridge").table
    ctx = table.ctx
    assert ctx.game.clock(ctx, table.state, 1) == expect["clock"]
    first = next(turn for turn in range(1, 13) if attack_ban(ctx, table.turn(turn).state, "horn").value)
    assert (first, ctx.game.clock(ctx, table.state, first)) == (expect["second_line_turn"], expect["second_line"])
    assert as_clock(hour(ctx, table.state, 2)) == expect["slot_of_1300"]
    assert morale(table)[0] == expect["French"]


def _plays(given: dict[str, Any], expect: dict[str, Any]) -> None:
    table = battle(turn=given["turn"])
    void = 0
    for side, kind in given["plays"]:
        told = plays(table, Side(side), kind)
        table, void = told.table, void + len(told.of(MarkerWithoutEffect))
    assert morale(table) == (expect["French"], expect["Coalition"])
    assert bool(void) is expect.get("without_effect", False)


def _cossacks(given: dict[str, Any], expect: dict[str, Any]) -> None:
    made = field(f"{given['french']}: brenier | {given['coalition']}: arnhalt")
    assert made.ctx.game.may_meet_cossacks(made.ctx, made.state, given["french"]) is expect["met"]


def _dates(given: dict[str, Any], expect: dict[str, Any]) -> None:
    for row in given["units"]:
        table = at_hour(row["clock"])
        assert attack_ban(table.ctx, table.state, row["unit"]).value is row["legal"], row


# --- morale and the end --------------------------------------------------------------------------------------


def _commander(given: dict[str, Any], expect: dict[str, Any]) -> None:
    made = field("")
    for commander, cost in given["lost"].items():
        side = made.ctx.counters[commander].side
        (event,) = commander_lost(made.ctx, made.state, side, commander, "killed")
        assert isinstance(event, MoraleChanged)
        assert (event.side, event.change) == (COALITION, -cost)


def _objectives(given: dict[str, Any], expect: dict[str, Any]) -> None:
    made: Field = field("")
    state = made.state
    for place in given["places"]:
        for event in take_objective(made.ctx, state, Side(given["side"]), place):
            state = made.rules.apply(state, event)
    assert state.morale[FRENCH].value == expect["French"]


def _random_end(given: dict[str, Any], expect: dict[str, Any]) -> None:
    for row in given["rolls"]:
        told = at_hour(19).stage("Coalition opening", scripted(**{"random-end": row["dice"]}))
        assert (told.table.state.ending is not None) is row["ends"]


def _verdict(given: dict[str, Any], expect: dict[str, Any]) -> None:
    table = battle(turn=8).morale(FRENCH, given["French"]).morale(COALITION, given["Coalition"])
    ending = evaluate(table.ctx, table.state)
    assert (ending.winner, ending.level) == (expect["winner"], expect["level"])


RUNNERS: dict[str, Callable[[dict[str, Any], dict[str, Any]], None]] = {
    "combat": _combat,
    "bombard": _bombard,
    "split": _split,
    "bridge": _bridge,
    "plays": _plays,
    "cossacks": _cossacks,
    "dates": _dates,
    "commander": _commander,
    "objectives": _objectives,
    "random_end": _random_end,
    "verdict": _verdict,
}
