"""Golden cases of Bautzen outside chapter 8: worked examples, and what follows from the rules beyond argument."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.dice import ScriptedDice
from adjudicator.core.types import RuleId, Side
from adjudicator.rulesets.vv1813.combat_events import RandomEndTested
from adjudicator.rulesets.vv1813.events import CommandChecked, MarkerPlayed, UnitsEntered
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.games.bautzen.events import NeyMarkerRemoved, NeyMarkersLaid, NeyRevealed
from adjudicator.rulesets.vv1813.losses import lose_step
from adjudicator.rulesets.vv1813.march import allowance
from adjudicator.rulesets.vv1813.markers import in_hand, return_markers
from adjudicator.rulesets.vv1813.morale import take_objective
from adjudicator.rulesets.vv1813.orders import Move
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from adjudicator.rulesets.vv1813.zones import zone
from tests.support.vv_bautzen import Table

CASES = tomllib.loads((Path(__file__).parent / "cases" / "bautzen.toml").read_text("utf-8"))["case"]
Given = Mapping[str, Any]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_golden(case: dict[str, Any]) -> None:
    """Each case: inputs as given, results as expected."""
    RUNNERS[case["sort"]](case["given"], case["expect"])


def returning(given: Given, expect: Given) -> None:
    side, kind = Side(given["side"]), given["kind"]
    table = Table.begin(turn=given["played"])
    back = marker_kind(table.ctx, kind).back(given["played"])
    assert back == expect["back"]
    marker = in_hand(table.state, side, kind)[0].id
    table = table.happen(MarkerPlayed(rule=RuleId("VV-2.3a"), side=side, marker=marker, marker_kind=kind, back=back))
    for turn, held in expect["in_hand"].items():
        table = table.turn(int(turn)).tell(lambda game: return_markers(game, side)).table
        assert len(in_hand(table.state, side, kind)) == held


def ney(given: Given, expect: Given) -> None:
    first = min(int(turn) for turn in given["dice"])
    table = Table.begin(turn=first).happen(NeyMarkersLaid(texts=tuple(given["laid"])))
    revealed: dict[int, NeyRevealed] = {}
    removed: list[int] = []
    for turn, die in given["dice"].items():
        dice = ScriptedDice({f"T{turn}/Ney": [die]} if die else {})
        told = table.turn(int(turn)).stage("French opening", dice)
        revealed.update({int(turn): event for event in told.of(NeyRevealed)})
        removed += [event.space for event in told.of(NeyMarkerRemoved)]
        table = told.table
    assert list(revealed) == ([expect["revealed"]] if "revealed" in expect else [])
    assert removed == expect.get("removed", [])
    if "revealed" in expect:
        assert revealed[expect["revealed"]].place == expect["place"]
        entered = [turn for turn in range(first, 12) if table.turn(turn).moves(FRENCH).of(UnitsEntered)]
        assert entered[0] == expect["first_entry"]


def objectives(given: Given, expect: Given) -> None:
    table = Table.begin()
    found = []
    for side, place in given["taken"]:
        table = table.happen(*take_objective(table.ctx, table.state, Side(side), place))
        found.append(table.state.morale[COALITION].value)
    assert found == expect["morale"]


def eliminated(given: Given, expect: Given) -> None:
    side = Side(expect["side"])
    table = Table.begin()
    before = table.state.morale[side].value
    found = []
    for unit in given["units"]:
        while table.state.unit(unit).status == "map":
            table = _step_lost(table, unit)
        found.append(table.state.morale[side].value - before)
    assert found == expect["change"]


def _step_lost(table: Table, unit: str) -> Table:
    return table.tell(lambda game: lose_step(game, table.ctx, unit, "result", "VV-8.5b")).table


def captured(given: Given, expect: Given) -> None:
    pieces = {given["alone"]: given["at"], given["enemy"]: given["from"], "wittgenstein": given["from"]}
    table = Table.begin().only(**pieces, compans="0101")
    dice = ScriptedDice({f"capture/{given['alone']}": [given["die"]]})
    told = table.moves(COALITION, Move(units=(given["enemy"],), path=(given["at"],)), dice=dice)
    _ended(told.table, expect)


def zones(given: Given, expect: Given) -> None:
    table = Table.begin().only(**given["French"], **given["Coalition"])
    for side in (FRENCH, COALITION):
        for place, reached in expect[side].items():
            assert (place in zone(table.ctx, table.state, side)) == reached


def command(given: Given, expect: Given) -> None:
    out = Table.begin().moves(Side(given["side"])).one(CommandChecked).out_of_command
    assert set(expect["out"]) <= set(out)
    assert not set(expect["in"]) & set(out)


def storm(given: Given, expect: Given) -> None:
    turn = given["turn"]
    table = Table.begin(turn=turn).morale(COALITION, given["Coalition"]).morale(FRENCH, given["French"])
    told = table.stage("Coalition opening", ScriptedDice({f"T{turn}/random-end": given["dice"]}))
    assert told.one(RandomEndTested).ends == expect["ends"]
    if expect["ends"]:
        _ended(told.table, expect)
    else:
        assert told.table.state.ending is None


def _ended(table: Table, expect: Given) -> None:
    ending = table.state.ending
    assert ending is not None
    assert (ending.winner, ending.level) == (expect["winner"], expect["level"])


def lay_out(given: Given, expect: Given) -> None:
    markers = [m for m in Table.begin().state.markers.values() if m.owner == given["side"]]
    assert sum(m.place == "hand" for m in markers) == expect["in_hand"]
    assert sorted(m.turn for m in markers if m.place == "track") == expect["track"]
    assert len(markers) == expect["total"]


def pace(given: Given, expect: Given) -> None:
    table = Table.begin(turn=given["ney_enters"]).put("2301", "ney")
    before = Table.begin(turn=given["ney_enters"])
    for unit, turns in expect.items():
        for turn, points in turns.items():
            then = (table if int(turn) >= given["ney_enters"] else before).turn(int(turn))
            assert allowance(then.ctx, then.state, unit).value == points


RUNNERS: Mapping[str, Callable[[Given, Given], None]] = {
    "return": returning,
    "ney": ney,
    "objectives": objectives,
    "eliminated": eliminated,
    "captured": captured,
    "zones": zones,
    "command": command,
    "storm": storm,
    "lay_out": lay_out,
    "pace": pace,
}
