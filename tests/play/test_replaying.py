"""`replay`: the page of a side is made of what that side was told, and its positions are those of the log."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.types import Side
from adjudicator.pictures.album import spliced
from adjudicator.pictures.boards import draw
from adjudicator.play.match.match import Match
from adjudicator.play.side.export_view import open_source
from adjudicator.play.side.replaying import replay, replay_of
from adjudicator.play.side.reporting import kept_folder, names
from adjudicator.play.side.side_views import Source
from adjudicator.play.side.situation import source_of
from adjudicator.report.film import film
from tests.support.scripted_turn import scripted_match

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
LIMIT = 1_500_000
"""Bytes of the page of a whole match."""


@pytest.fixture(scope="module")
def scripted(tmp_path_factory: pytest.TempPathFactory) -> Match:
    """The match whose first turn was written by hand: it has a refused order."""
    return scripted_match(Path(tmp_path_factory.mktemp("scripted")) / "match")


def read(page: str) -> dict[str, Any]:
    """What the script of a page reads."""
    found = re.search(r'<script type="application/json" id="film">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data = json.loads(found[1])
    assert isinstance(data, dict)
    return data


def stood(source: Source, side: Side, number: int) -> dict[str, str]:
    """Where pieces are known to stand after a step."""
    step = source.step(side, number)
    pieces = step.rules.view(step.after, side).pieces
    return {piece.id: piece.place for piece in pieces if piece.place and piece.knowledge != "last_seen"}


@pytest.mark.parametrize(
    ("example", "side"),
    [
        ("bautzen", "French"),
        ("lutzen", "French"),
        ("lutzen", "Coalition"),
        ("lutzen-noon", "Coalition"),
        ("campaign1813", "French"),
    ],
)
def test_the_whole_log_and_the_export_give_the_same_page(example: str, side: str) -> None:
    whole = replay(open_source(EXAMPLES / example), side)
    home = replay(open_source(EXAMPLES / example / "exports" / f"{side}.jsonl"))
    assert whole.encode() == home.encode()
    assert len(whole.encode()) <= LIMIT


@pytest.mark.parametrize("side", ["Umpire", "Public", "French"])
def test_positions_are_those_of_the_log(side: str) -> None:
    source = open_source(EXAMPLES / "lutzen")
    frames = film(replay_of(source, Side(side)))
    places: dict[str, str] = {}
    over = {f"{source.step(Side(side), number).seq}": number for number in source.numbers()}
    for frame in frames.frames:
        for piece, place in frame.get("m", ()):
            places[frames.pieces[piece][0]] = place
        places = {piece: place for piece, place in places.items() if place}
        if frame["a"] in over:
            assert places == stood(source, Side(side), over.pop(frame["a"]))
    assert over == {}


def test_the_umpire_sees_every_event_where_it_led() -> None:
    """Not only the ends of steps: each event of the whole log, applied to the position before it."""
    source = open_source(EXAMPLES / "lutzen")
    frames = film(replay_of(source, Side("Umpire")))
    by_address = {frame["a"]: index for index, frame in enumerate(frames.frames)}
    places: list[dict[str, str]] = []
    now: dict[str, str] = {}
    for frame in frames.frames:
        now = {**now, **{frames.pieces[piece][0]: place for piece, place in frame.get("m", ())}}
        now = {piece: place for piece, place in now.items() if place}
        places.append(now)
    for number in source.numbers():
        step = source.step(Side("Umpire"), number)
        state = step.before
        for count, event in step.events:
            state = step.rules.apply(state, event)
            view = step.rules.view(state, Side("Umpire"))
            shown = {p.id: p.place for p in view.pieces if p.place and p.knowledge != "last_seen"}
            assert places[by_address[f"{step.seq}.{count}"]] == shown


def test_the_last_picture_is_the_map_of_that_position() -> None:
    """Put together from what changes, the last picture has the very drawings of the map."""
    source = open_source(EXAMPLES / "lutzen")
    side = Side("French")
    frames = film(replay_of(source, side))
    lying: list[int] = []
    for frame in frames.frames:
        lying = spliced(lying, frame.get("x", ()))
    step = source.step(side)
    view = step.rules.view(step.after, side)
    matter = replay_of(source, side)
    drawn = draw(step.rules.board, view, (), matter.scenario, names(step, formations=True), kept_folder())
    assert drawn is not None
    shapes = [frames.album.shapes[frames.album.items[item][0]][1] for item in lying]
    assert len(shapes) == len(drawn.fragments)
    assert all(shape.endswith(one.body) for shape, one in zip(shapes, drawn.fragments, strict=True))


def test_a_ruling_is_told_and_old_addresses_lead_on() -> None:
    data = read(replay(open_source(EXAMPLES / "lutzen-noon"), "Umpire"))
    ruling = next(frame for frame in data["frames"] if frame["k"] == "ruling")
    assert "Ruling of the umpire" in ruling["s"]
    replaced = [frame for frame in data["frames"] if "w" in frame]
    assert replaced
    assert not {frame["w"] for frame in replaced} & {frame["a"] for frame in data["frames"]}


def test_only_its_owner_sees_a_refused_order(scripted: Match) -> None:
    def refused(side: str) -> list[str]:
        frames = read(replay(source_of(scripted), side))["frames"]
        return [frame["y"] for frame in frames if frame["k"] in ("refused", "not_carried_out")]

    assert len(refused("French")) == len(refused("Umpire")) > 0
    assert all(order.startswith("French, line") for order in refused("French"))
    assert refused("Coalition") == refused("Public") == []


def test_words_of_players_cannot_end_the_script(scripted: Match) -> None:
    page = replay(source_of(scripted), "Umpire")
    assert page.count("</script>") == 2
    assert "<" not in page.split('id="film">')[1].split("</script>")[0]


def test_the_page_asks_the_net_for_nothing(scripted: Match) -> None:
    page = replay(source_of(scripted), "French")
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)", page)
    assert "default-src 'none'" in page


def test_the_page_is_the_same_each_time() -> None:
    assert replay(open_source(EXAMPLES / "lutzen-noon"), "Public") == replay(
        open_source(EXAMPLES / "lutzen-noon"), "Public"
    )
