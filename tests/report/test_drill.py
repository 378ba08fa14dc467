"""Pieces that look somewhere, stand in a formation and fill several hexes, on maps of both shapes."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from math import atan2, degrees

import pytest

from adjudicator.core.types import Side
from adjudicator.core.view import Piece, View
from adjudicator.maps.board import Cell, Feature, HexMap, HexSide
from adjudicator.maps.grid import Grid, Sheet, Tops
from adjudicator.pictures.fragments import Fragment, Picture
from adjudicator.pictures.hex.geometry import RADIUS, geometry_of
from adjudicator.pictures.hex.hexmap import hex_picture
from adjudicator.pictures.png import png

SVG = "{http://www.w3.org/2000/svg}"
FRENCH = Side("French")
TOPS: tuple[Tops, ...] = ("flat", "pointy")


def field(tops: Tops, *sides: tuple[tuple[str, str], HexSide]) -> HexMap:
    """Nine columns and six rows with a letter before their numbers."""
    grid = Grid((Sheet(9, 6, "B"),), tops=tops)
    return HexMap(grid, {name: Cell(name, "clear") for name in grid.names}, dict(sides))


def drawn(board: HexMap, *pieces: Piece) -> Picture:
    return hex_picture(board, View(ruleset="other", scenario="field", side=FRENCH, turn=1, pieces=pieces))


def of_kind(picture: Picture, kind: str) -> list[Fragment]:
    return [fragment for fragment in picture.fragments if fragment.kind == kind]


def battalion(**more: object) -> Piece:
    plain: dict[str, object] = {"id": "x", "name": "1/57e", "side": FRENCH, "place": "B0303", "kind": "infantry"}
    return Piece.model_validate({**plain, "values": ("8", "12"), **more})


def bearing(fragment: Fragment) -> int:
    """Where the tip of an arrow lies from its hex's middle, in degrees clockwise from the top of the sheet."""
    found = re.search(r'd="M(-?[\d.]+) (-?[\d.]+)L', fragment.body)
    assert found is not None
    return round(degrees(atan2(float(found[1]), -float(found[2])))) % 360


@pytest.mark.parametrize("tops", TOPS)
@pytest.mark.parametrize("facing", range(12))
def test_a_facing_points_at_its_side_or_corner(tops: Tops, facing: int) -> None:
    board = field(tops)
    geo = geometry_of(board)
    (nose,) = of_kind(drawn(board, battalion(facing=facing)), "facing")
    assert nose.at == geo.centre("B0303")
    if facing % 2:
        tip = geo.corners[facing // 2]
    else:
        (x, y), (mx, my) = geo.centre("B0303"), geo.side_middle("B0303", facing // 2)
        tip = (mx - x, my - y)
    assert bearing(nose) == pytest.approx(round(degrees(atan2(tip[0], -tip[1]))) % 360, abs=1)


def test_a_stack_shows_each_direction_once() -> None:
    pieces = [battalion(id=str(number), facing=facing) for number, facing in enumerate((2, 2, 5, None))]
    assert len(of_kind(drawn(field("flat"), *pieces), "facing")) == 2


@pytest.mark.parametrize("tops", TOPS)
def test_a_piece_in_two_hexes_lies_over_both(tops: Tops) -> None:
    board = field(tops)
    geo = geometry_of(board)
    picture = drawn(board, battalion(places=("B0303", "B0403")), battalion(id="y", place="B0105"))
    (band,) = of_kind(picture, "span")
    a, b = geo.centre("B0303"), geo.centre("B0403")
    for place in (a, b):
        x, y = place[0] - band.at[0], place[1] - band.at[1]
        assert band.box.x0 < x < band.box.x1
        assert band.box.y0 < y < band.box.y1
    (counter,) = [one for one in of_kind(picture, "piece") if one.data == (("piece", "x"),)]
    assert counter.at[0] + 23.5 == pytest.approx((a[0] + b[0]) / 2)
    order = [one.kind for one in picture.fragments]
    assert order.index("span") < order.index("piece")


@pytest.mark.parametrize(
    "formation", ["line", "column", "square", "skirmish", "limbered", "unlimbered", "echelon", "<"]
)
def test_each_formation_has_a_sign_of_its_own(formation: str) -> None:
    board = field("pointy")
    with_it, without = (of_kind(drawn(board, battalion(formation=f)), "piece")[0] for f in (formation, ""))
    assert with_it.body != without.body
    assert formation in with_it.hint
    ET.fromstring(drawn(board, battalion(formation=formation)).svg())


def test_size_is_written_as_staffs_write_it() -> None:
    svg = ET.fromstring(drawn(field("flat"), battalion(size="regiment")).svg())
    assert "III" in [node.text for node in svg.iter(f"{SVG}text")]


def test_two_numbers_on_a_covered_counter_are_kept_apart() -> None:
    svg = ET.fromstring(drawn(field("flat"), battalion(), battalion(id="y")).svg())
    assert "8-12" in [node.text for node in svg.iter(f"{SVG}text")]


def test_a_piece_without_any_of_this_is_drawn_as_before() -> None:
    plain = battalion()
    assert (plain.facing, plain.formation, plain.size, plain.places) == (None, "", "", ())
    assert plain.model_dump(exclude_defaults=True).keys() == {"id", "name", "side", "place", "kind", "values"}
    kinds = {one.kind for one in drawn(field("flat"), plain).fragments}
    assert not kinds & {"facing", "span"}


def test_a_piece_in_two_hexes_is_found_in_both() -> None:
    view = View(ruleset="other", scenario="x", side=FRENCH, turn=1, pieces=(battalion(places=("B0303", "B0403")),))
    assert view.at("B0303") == view.at("B0403") == view.pieces
    assert view.at("B0503") == ()


@pytest.mark.parametrize("tops", TOPS)
def test_hexes_touch_where_the_grid_says_so(tops: Tops) -> None:
    """Of all pairs, exactly the neighbours lie two half-heights apart, and share the ends of their side."""
    board = field(tops)
    geo, grid = geometry_of(board), board.grid
    for a in board.cells:
        near = {b for b in board.cells if b != a and _far(geo.centre(a), geo.centre(b)) < 1.8 * RADIUS}
        assert near == {grid.names[number] for number in grid.neighbours[grid.ids[a]]}
        for direction, b in enumerate(geo.ring(a)):
            if b is not None:
                ours, theirs = geo.side_ends(a, direction), geo.side_ends(b, (direction + 3) % 6)
                assert _far(ours[0], theirs[1]) < 0.01
                assert _far(ours[1], theirs[0]) < 0.01


def _far(a: tuple[float, float], b: tuple[float, float]) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)


@pytest.mark.parametrize("tops", TOPS)
def test_crests_walls_and_works_stand_on_their_sides(tops: Tops) -> None:
    kinds = ("crest", "slope", "wall", "redoubt_front")
    bare = drawn(field(tops)).board.svg
    for kind in kinds:
        side = (("B0303", "B0304"), HexSide((Feature(kind, owner="B0303"),)))
        assert drawn(field(tops, side)).board.svg != bare


@pytest.mark.parametrize("tops", TOPS)
def test_it_becomes_a_png(tops: Tops) -> None:
    pieces = (
        battalion(facing=0, formation="column", size="battalion"),
        battalion(id="y", place="B0504", places=("B0504", "B0604"), facing=1, formation="line"),
    )
    assert png(drawn(field(tops), *pieces), 500)[:8] == b"\x89PNG\r\n\x1a\n"
