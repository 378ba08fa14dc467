"""Rulings that a match may switch: command in the general retreat, objectives ridden through, fire on villages."""

from __future__ import annotations

import pytest

from adjudicator.core.events import Refused
from adjudicator.core.values import replace
from adjudicator.rulesets.vv1813.combat.events import Bombarded
from adjudicator.rulesets.vv1813.games.bautzen.events import MarkersCancelled
from adjudicator.rulesets.vv1813.games.bautzen.markers import DISCORD, STRATEGIST, play
from adjudicator.rulesets.vv1813.games.bautzen.state import bautzen
from adjudicator.rulesets.vv1813.morale.events import ObjectiveTaken
from adjudicator.rulesets.vv1813.orders import Attack, Bombard, MarkerUse, Move, RetreatTo
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_bautzen import Table
from tests.support.vv_positions import position, when


@pytest.mark.parametrize(("option", "path"), [("bound", None), ("free", "1909")])
def test_4_2h_units_out_of_command_in_the_general_retreat(option: str, path: str | None) -> None:
    """VV-7.2c, VV-4.2h: option ooc_retreat (Q128): Tern, far from everybody, would pass the zone of Compans."""
    field = position("1908: lanskoi | 1910: compans", general_retreat=2, options={"ooc_retreat": option})
    field = field.changed(sequence=replace(field.state.sequence, out_of_command=frozenset({"lanskoi"})))
    told = field.movement(COALITION, Move(units=("lanskoi",), path=("1909",)))
    assert told.field.where("lanskoi") == [path or "1908"]
    assert [event.rule for event in told.of(Refused)] == ([] if path else ["VV-7.2c"])


@pytest.mark.parametrize(("option", "taken"), [("entering", ["1605"]), ("stay", [])])
def test_9a_objectives_ridden_through(option: str, taken: list[str]) -> None:
    """BAU-9A: option objective_by (Q129): Briche rides through Klein-Bautzen."""
    field = position("1505: briche | 1212: insov", options={"objective_by": option})
    told = field.movement(FRENCH, Move(units=("briche",), path=("1605", "1705")))
    assert told.field.where("briche") == ["1705"]
    assert [event.place for event in told.of(ObjectiveTaken)] == taken


@pytest.mark.parametrize("option", ["entering", "stay"])
def test_9a_an_objective_is_taken_where_a_retreat_ends(option: str) -> None:
    """BAU-9A: option objective_by (Q129): a beaten stack takes what it stops in, either way."""
    field = position("1507: ledru gerard | 1606: insov", options={"objective_by": option}).changed(
        held={"1605": FRENCH}
    )
    standing = [when(COALITION, "retreat", RetreatTo(to=("1605",)))]
    told = field.fought(FRENCH, Attack(targets=("1606",), advance=()), 8, standing=standing)
    assert [event.place for event in told.of(ObjectiveTaken)] == ["1605"]


@pytest.mark.parametrize(
    ("option", "turn", "fires"), [("no", 1, 0), ("turn_1", 1, 1), ("turn_1", 2, 0), ("always", 2, 1)]
)
def test_8_8b_bombarding_a_village(option: str, turn: int, fires: int) -> None:
    """VV-8.8b, VV-4.2b: option bombard_villages (Q130): no zone reaches into Rahna; the option opens it to fire."""
    field = position(
        "1109: arnhalt | 1108: souham_1",
        scenario="lutzen",
        turn=turn,
        hand={COALITION: ("artillery",)},
        options={"bombard_villages": option},
    )
    order = Bombard(target="1108", markers=(MarkerUse(marker="artillery"),))
    told = field.movement(COALITION, order, otherwise=2)
    assert len(told.of(Bombarded)) == fires
    assert [event.rule for event in told.of(Refused)] == ([] if fires else ["VV-8.8b"])


# --- reasons and competitors ---------------------------------------------------------------------------------


def test_2_h2_who_is_bound_to_the_heights_is_told_so() -> None:
    """VV-4.2d, BAU-2.H2: a far goal has no way because the first step is barred, not because of zones."""
    field = position("1603: pirch | 0101: ledru")
    field = field.changed(game=replace(bautzen(field.state), arapiles=3))
    refused = field.movement(COALITION, Move(units=("pirch",), destination="1808")).one(Refused)
    assert refused.rule == "BAU-2.H2"


@pytest.mark.parametrize(("strategist", "gone", "cancelled"), [(None, (), 1), (None, (STRATEGIST,), 0), (2, (), 0)])
def test_2_0b_a_competitor_is_cancelled_once_and_only_if_it_was_not_played(
    strategist: int | None, gone: tuple[str, ...], cancelled: int
) -> None:
    """BAU-2.0b: Discord cancels the Strategist, unless he was played before or has been cancelled already."""
    table = Table.begin(turn=3)
    state = replace(table.state, game=replace(bautzen(table.state), strategist=strategist, cancelled=gone))
    told = Table(table.rules, state).holding(COALITION, DISCORD).tell(lambda run: play(run.of(COALITION), DISCORD))
    assert len(told.of(MarkersCancelled)) == cancelled
