"""Modules, saves and logs of whole matches: what a side knows, and nothing else."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from adjudicator.core.errors import UsageError
from adjudicator.core.types import Side
from adjudicator.play.side.export_view import open_source
from adjudicator.play.side.side_views import Source
from adjudicator.play.vassal.counters import Box
from adjudicator.play.vassal.making import module_of
from adjudicator.play.vassal.saving import save_of
from adjudicator.play.vassal.telling import log_of
from adjudicator.rulesets import REGISTRY
from adjudicator.vassal import commands
from adjudicator.vassal.archives import Archive, saved_game
from adjudicator.vassal.modules import read_module
from adjudicator.vassal.numbering import HexNumbers, Regions
from adjudicator.vassal.pieces import UNIT
from adjudicator.vassal.table import Story, Table, story_of

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
MATCHES = [
    ("bautzen", "French"),
    ("bautzen", "Coalition"),
    ("bautzen", "Umpire"),
    ("lutzen-noon", "French"),
    ("campaign1813", "Allied"),
    ("campaign1813", "Public"),
]


@cache
def source_of(match: str) -> Source:
    return open_source(EXAMPLES / match / "log.jsonl")


@cache
def box_of(match: str) -> Box:
    return Box(source_of(match).rules)


def story(data: bytes) -> Story:
    return story_of(commands.read(saved_game(data, "it")))


def lying(table: Table, box: Box) -> list[tuple[str, str, str]]:
    """What lies on a table: unit, name and place of each piece, as its reader sees them."""
    grid = box.grid
    return sorted(
        (thing.lie.marks[UNIT], thing.kind.name, box.places[grid.place_at(thing.lie.x, thing.lie.y)])
        for thing in table.things.values()
    )


def known(match: str, side: str, step: int) -> list[tuple[str, str, str]]:
    """What a side knows to lie on the map after a step."""
    then = source_of(match).step(Side(side), step)
    box = box_of(match)
    found = []
    for piece in then.rules.view(then.after, Side(side)).pieces:
        if piece.place and piece.place in box.picture.spots and piece.knowledge != "last_seen":
            counter = box.counter_of(piece)
            found.append((counter.unit, counter.name, piece.place))
    return sorted(found)


@pytest.mark.parametrize(("match", "side"), MATCHES)
def test_a_save_shows_what_the_side_knows_at_every_step(match: str, side: str) -> None:
    source = source_of(match)
    for number in source.numbers():
        saved = story(save_of(source, side, number))
        assert lying(saved.opening, box_of(match)) == known(match, side, number)
        assert not saved.steps


@pytest.mark.parametrize(("match", "side"), MATCHES)
def test_a_log_steps_from_the_first_position_to_the_last(match: str, side: str) -> None:
    source = source_of(match)
    told = story(log_of(source, side))
    assert lying(told.closing, box_of(match)) == known(match, side, source.numbers()[-1])
    for number in source.numbers()[3:12:4]:
        stretch = story(log_of(source, side, number, number))
        assert lying(stretch.opening, box_of(match)) == known(match, side, number - 1)
        assert lying(stretch.closing, box_of(match)) == known(match, side, number)


def test_moves_in_a_log_carry_their_old_points_so_that_they_can_be_taken_back() -> None:
    text = saved_game(log_of(source_of("bautzen"), "French"), "it")
    where: dict[str, tuple[int, int]] = {}
    table = Table()
    moves = 0
    for one in commands.read(text):
        if isinstance(one.command, commands.Move):
            assert (one.command.old_x, one.command.old_y) == where[one.command.id]
            moves += 1
        for _ in table.do(one.command):
            pass
        where = {name: (thing.lie.x, thing.lie.y) for name, thing in table.things.items()}
    assert moves > 200


def test_a_log_tells_dice_results_and_refusals() -> None:
    told = story(log_of(source_of("bautzen"), "French", 2, 3))
    chat = [line for step in told.steps for line in step.chat]
    assert "* 5.9 Compans and Soult moved from 1201 through 1202 to 1203 (2 of 2 MP)." in chat
    assert any(line.startswith("* 7.5 Soult at 1204 was wounded") and line.endswith("[1d6: 4]") for line in chat)
    assert any(line.startswith("* French, line 7: move Briche 1502") for line in chat)
    moved = next(step for step in told.steps if step.chat[0].startswith("* 5.9 "))
    assert [one.after.kind.name for one in moved.happened if one.after] == ["Compans", "Soult"]


@pytest.mark.parametrize(("match", "side"), [("bautzen", "French"), ("campaign1813", "Allied")])
def test_save_and_log_are_the_same_bytes_from_a_sides_own_log(match: str, side: str) -> None:
    """What a side gets is made of what its export holds: nothing hidden is in it."""
    home = open_source(EXAMPLES / match / "exports" / f"{side}.jsonl")
    whole = source_of(match)
    assert save_of(home, side) == save_of(whole, side)
    assert save_of(home, side, 4) == save_of(whole, side, 4)
    assert log_of(home, side) == log_of(whole, side)


def test_hidden_pieces_are_blanks_without_a_name() -> None:
    source = source_of("bautzen")
    text = saved_game(save_of(source, "French", 2), "it")
    for name in ("Duka", "Barclay", "duka"):
        assert name not in text
    assert "Duka" in saved_game(save_of(source, "Coalition", 2), "it")
    assert "Coalition, unseen stack" in text
    assert "PLAYER" not in text


@pytest.mark.parametrize(
    ("scenario", "sort"), [("bautzen", HexNumbers), ("campaign1813", Regions), ("la-belle-alliance", HexNumbers)]
)
def test_a_module_has_map_counters_grid_and_set_up(scenario: str, sort: type) -> None:
    rules = REGISTRY.load(scenario, {}, None, None)
    box = Box(rules)
    data = module_of(scenario)
    archive = Archive(data, scenario)
    build = archive.part("buildFile.xml").decode()
    for counter in box.all_counters():
        for picture in filter(None, (counter.face, counter.back, counter.reverse)):
            assert archive.part(f"images/{picture}").startswith(b"\x89PNG")
    grid = read_module(data, scenario).maps["Main Map"]["Field"]
    assert isinstance(grid, sort)
    for name, place in box.places.items():
        spot = box.spot(place)
        assert spot is not None
        assert grid is not None
        assert grid.place_at(*spot) == name
    begin = {piece.place for piece in box.opening.pieces if piece.place in box.picture.spots}
    assert build.count("<VASSAL.build.module.map.SetupStack ") == len(begin)
    for side in rules.sides:
        assert f"<entry>{side}</entry>" in build
    assert "DiceButton" in build


def test_counters_of_units_with_two_faces_have_both() -> None:
    box = Box(REGISTRY.load("bautzen", {}, None, None))
    two = [counter for counter in box.counters.values() if counter.reverse]
    assert len(two) > 50
    assert not box.counters["napoleon"].reverse
    assert "compans" in box.reverses
    assert box.reverses["compans"].values != next(p.values for p in box.opening.pieces if p.id == "compans")


def test_a_stretch_that_is_not_there_is_refused() -> None:
    with pytest.raises(UsageError, match="no step in that stretch"):
        log_of(source_of("bautzen"), "French", 99, None)
