"""Lützen's data: counters, map and schedule fit the rulebook and each other; an owner's data pack goes on top."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.core.errors import DataError
from adjudicator.rulesets import vv1813
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.retreat import is_edge_of_retreat
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_lutzen import rules


def test_the_strengths_that_the_books_examples_print() -> None:
    """VV-2.1c, LUT-4.1e: Carnall 2A, Arnhalt 4B, Dolffs 4A, Compans 7A, Bonnet 8A; Souham 2 has four points."""
    counters = rules().context.counters
    printed = {name: (counters[name].strength, counters[name].quality) for name in ("carnall", "arnhalt", "dolffs")}
    assert printed == {"carnall": (2, "A"), "arnhalt": (4, "B"), "dolffs": (4, "A")}
    assert (counters["compans"].strength, counters["bonnet"].strength, counters["souham_2"].strength) == (7, 8, 4)
    assert (counters["marmont"].strength, counters["blucher"].strength) == (2, 2)


def test_the_sums_of_both_armies() -> None:
    """LUT-10.1, LUT-10.V1: with all reinforcements 165 and 93 points; 38 Prussian, 26 of the Russian Guard."""
    units = [c for c in rules().context.counters.values() if c.kind != "commander"]

    def points(**wanted: str) -> int:
        return sum(c.strength for c in units if all(getattr(c, name) == value for name, value in wanted.items()))

    assert (points(side=FRENCH), points(side=COALITION)) == (165, 93)
    assert (points(nation="Prussia"), points(formation="russian_guard")) == (38, 26)


def test_12_the_i_cavalry_corps_wears_the_stripe_of_the_xi_corps() -> None:
    """LUT-12: Bordessoule and Bruyère."""
    counters = rules().context.counters
    assert {counters[name].formation for name in ("bordessoule", "bruyere", "macdonald")} == {"xi_corps"}


def test_the_spellings_of_the_book_are_understood() -> None:
    """VV-2.1i: one person each, whatever the page (Q120)."""
    aliases = {alias: c.id for c in rules().context.counters.values() for alias in c.aliases}
    wanted = {"Schaevitch": "schaeffich", "Marmon": "marmont", "Pacthod": "pachod", "Duka": "duca", "Mutius": "mutius"}
    assert {alias: aliases[alias] for alias in wanted} == wanted


def test_everybody_enters_by_the_edge() -> None:
    """LUT-10.2, LUT-10.3: each place of entry lies on it, and nobody is both on the map and to come."""
    made = rules()
    numbers, board = facts(made.context), made.board
    places = [one.at for row in numbers.reinforcement for one in row.entries]
    places += [row.tested_at for row in numbers.reinforcement if row.tested_at]
    assert [place for place in places if not board.is_edge(place)] == []
    waiting = {row.piece for row in made.data.setup if row.status == "waiting"}
    scheduled = {piece for row in numbers.reinforcement for piece in row.pieces}
    assert waiting == scheduled | {numbers.ney.commander, numbers.napoleon.commander}


def test_10_g3_exits_are_road_places_of_the_edge() -> None:
    """LUT-10.G3: between 1514 and 2311."""
    made = rules()
    roads = {place for pair, side in made.board.sides.items() if side.way == "road" for place in pair}
    exits = facts(made.context).exit.places
    assert set(exits) <= roads
    assert all(is_edge_of_retreat(made.context, place) and made.board.is_edge(place) for place in exits)


def test_every_objective_and_village_is_where_the_book_says() -> None:
    """LUT-9A1, LUT-9A2, LUT-8.5.1h: villages are villages, the hill is a hill."""
    made = rules()
    cells = made.board.cells
    villages = (*facts(made.context).villages.places, "1205", "1708", "1713")
    assert {cells[place].terrain for place in villages} == {"village"}
    assert {cells[place].elevation for place in ("0811", "0911", "1011")} == {1}
    losses = {FRENCH: 0, COALITION: 0}
    for objective in facts(made.context).objective:
        losses[objective.loser] += objective.value
    assert losses == {FRENCH: 18, COALITION: 11}


def test_an_owner_puts_printed_values_on_top(tmp_path: Path) -> None:
    """VV-2.1c: a pack changes counters, tables and the schedule of Lützen, and the digest with them."""
    (tmp_path / "units.csv").write_text(
        "id,name,side,nation,formation,line,kind,strength,quality,reduced_strength,reduced_quality,movement,guard,"
        "aliases,source\nsouham_2,Souham 2,French,France,iii_corps,,infantry,5,B,3,C,2,0,,text\n",
        encoding="utf-8",
    )
    (tmp_path / "game.toml").write_text("[quota]\ntotal = 50\n", encoding="utf-8")
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "terrain.toml").write_text('[[water]]\nname = "stream"\ncavalry_mp = 2\n', encoding="utf-8")
    packed = vv1813.load("lutzen", {}, pack=tmp_path)
    assert packed.context.counters["souham_2"].strength == 5
    assert packed.context.game.quotas(packed.context).total == 50
    assert packed.context.tables["terrain"].waters["stream"].cavalry_mp == 2
    assert packed.data_digest() != rules().data_digest()


def test_a_wrong_pack_is_named(tmp_path: Path) -> None:
    """VV-2.1e: an unknown formation says file, line and what would do."""
    (tmp_path / "units.csv").write_text(
        "id,name,side,nation,formation,line,kind,strength,quality,reduced_strength,reduced_quality,movement,guard,"
        "aliases,source\nsouham_2,Souham 2,French,France,iiii_corps,,infantry,5,B,3,C,2,0,,text\n",
        encoding="utf-8",
    )
    with pytest.raises(DataError, match=r"line 2.*iiii_corps"):
        vv1813.load("lutzen", {}, pack=tmp_path)
