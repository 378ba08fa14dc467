"""The map: what it shows, what it hides, that its words do not collide and its sides can be told apart."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

from adjudicator import rulesets
from adjudicator.core.errors import MatchError
from adjudicator.core.types import Side
from adjudicator.core.view import Mark, Piece, View
from adjudicator.maps.board import Cell, Feature, HexMap, HexSide
from adjudicator.maps.grid import Grid
from adjudicator.maps.grid import Sheet as GridSheet
from adjudicator.maps.hexgrid import hex_id
from adjudicator.pictures.boards import draw, place_name
from adjudicator.pictures.colours import side_colours
from adjudicator.pictures.happenings import Happenings
from adjudicator.pictures.hex.counter_art import HIGH, WIDE
from adjudicator.pictures.hex.geometry import geometry_of
from adjudicator.pictures.hex.hexmap import board_of, draw_board, hex_picture
from adjudicator.pictures.hex.labels_art import LETTER, name_spots
from adjudicator.play.match.match import Match
from adjudicator.play.side.reporting import context, picture

SVG = "{http://www.w3.org/2000/svg}"
FRENCH, COALITION = Side("French"), Side("Coalition")


def board() -> HexMap:
    found = rulesets.load("bautzen", {}).board
    assert isinstance(found, HexMap)
    return found


def map_svg(board: HexMap, view: View, happenings: Happenings = ()) -> str:
    return hex_picture(board, view, happenings).svg()


def words(svg: str) -> list[str]:
    return [(node.text or "").strip() for node in ET.fromstring(svg).iter(f"{SVG}text")]


def titles(svg: str) -> list[str]:
    return [node.text or "" for node in ET.fromstring(svg).iter(f"{SVG}title")]


def of_class(svg: str, name: str) -> list[ET.Element]:
    return [node for node in ET.fromstring(svg).iter() if node.get("class") == name]


# --- what it shows -----------------------------------------------------------------------------------------


def test_the_map_shows_ground_names_numbers_and_a_legend(scripted: Match) -> None:
    shown = words(picture(scripted, "French"))
    for place in ("0101", "1204", "2312"):
        assert place in shown
    for name in (
        "Bautzen",
        "Hochkirch",
        "Kreckwitz heights",
        "river",
        "road",
        "wood",
        "combat, guns",
        "moved, advanced",
    ):
        assert name in shown
    for formation in ("Soult's corps (4th, 6th)", "Imperial Guard", "Russian Guard"):
        assert formation in shown


def test_counters_carry_their_values_and_marks(scripted: Match) -> None:
    svg = picture(scripted, "French")
    assert "6-A-2" in words(svg)
    hints = titles(svg)
    assert any(hint.startswith("Compans, 6-A-2, soult") for hint in hints)
    assert any("Albert" in hint and "out of command" in hint for hint in hints)


def test_arrows_stars_and_markers_of_the_turn(scripted: Match) -> None:
    svg = picture(scripted, "French")
    moves = {"compans", "friedrich", "compans advanced", "sulima", "schaevitch", "von_klux"}
    assert len(of_class(svg, "arrow")) == len(moves)
    assert len(of_class(svg, "star")) == 1 + 2  # the combat at 1204, and the two of the legend
    assert [t for t in words(svg) if t == "Cossacks"] == ["Cossacks"]


def test_enemy_stacks_are_hidden_until_a_combat_has_shown_them(scripted: Match) -> None:
    """VV-7.3a: the French see where stacks are, and of those they fought, who stands there."""
    svg = picture(scripted, "French")
    hints = " ".join(titles(svg))
    assert "Sulima" in hints
    for hidden in ("Rosen", "von Klux", "Karpenkov", "Wittgenstein"):
        assert hidden not in svg
    everything = " ".join(titles(picture(scripted, "Umpire")))
    for one in ("Rosen", "von Klux", "Karpenkov", "Wittgenstein", "Compans"):
        assert one in everything


def test_a_stack_says_how_many_pieces_it_has(scripted: Match) -> None:
    """Napoleon and three divisions of the Guard stand at 0802."""
    napoleon = [p for p in context(scripted, "French").after.pieces if p.place == "0802"]
    assert len(napoleon) == 4
    assert "4" in words(picture(scripted, "French"))


def test_flags_show_what_an_objective_is_worth_and_who_holds_it(scripted: Match) -> None:
    hints = titles(picture(scripted, "French"))
    assert "objective, Baschütz (3), held by Coalition" in hints


def test_arrows_come_from_off_the_map_and_leave_it() -> None:
    view = View(ruleset="vv1813", scenario="bautzen", side=FRENCH, turn=3)
    entered = {"kind": "units_entered", "side": "French", "path": ["2301"]}
    saved = {"kind": "units_saved", "side": "Coalition", "place": "0812"}
    inside = {"kind": "units_saved", "side": "Coalition", "place": "9999"}
    assert len(of_class(map_svg(board(), view, [("1.1", entered), ("1.2", saved), ("1.3", inside)]), "arrow")) == 2


# --- legible -----------------------------------------------------------------------------------------------


Box = tuple[float, float, float, float]


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def name_boxes() -> list[tuple[str, Box]]:
    found = []
    ours = board()
    for name, (x, y), size in name_spots(ours, geometry_of(ours)):
        half = LETTER * size * len(name) / 2
        found.append((name, (x - half, y - size * 0.72, x + half, y + size * 0.1)))
    return found


def test_names_do_not_touch_each_other() -> None:
    boxes = name_boxes()
    assert len(boxes) > 30
    assert [(a, b) for (a, one), (b, two) in combinations(boxes, 2) if overlap(one, two)] == []


def test_names_keep_clear_of_counters_in_the_hexes_beside_them() -> None:
    """A counter alone in its hex covers no name, its own hex's included."""
    hidden = []
    centres = geometry_of(board()).centres
    for name, box in name_boxes():
        for place, (x, y) in centres.items():
            counter = (x - WIDE / 2, y - HIGH / 2 - 0.5, x + WIDE / 2, y + HIGH / 2 - 0.5)
            if overlap(box, counter):
                hidden.append((name, place))
    assert hidden == []


_SIGHT = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "no blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""How eyes without one sort of cones see linear colours (Machado, Oliveira and Fernandes, 2009)."""


def _lab(colour: str, sight: str) -> tuple[float, float, float]:
    raw = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in raw]
    red, green, blue = (
        min(1.0, max(0.0, sum(f * c for f, c in zip(row, light, strict=True)))) for row in _SIGHT[sight]
    )
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("sight", list(_SIGHT))
def test_the_sides_can_be_told_apart_by_every_eye(sight: str) -> None:
    """A difference of 25 is plain to see; 2 is the least that an eye notices."""
    one, two = (_lab(side_colours(side).fill, sight) for side in ("French", "Coalition"))
    assert sum((a - b) ** 2 for a, b in zip(one, two, strict=True)) ** 0.5 > 25


def test_a_side_without_a_colour_gets_one_that_stays() -> None:
    assert side_colours("Saxon") == side_colours("Saxon")
    assert side_colours("Saxon") != side_colours("Bavarian")


# --- drawing -----------------------------------------------------------------------------------------------


def test_the_board_is_drawn_once() -> None:
    ours = board()
    assert board_of(ours) is board_of(ours)
    assert board_of(ours).svg == draw_board(ours)
    view = View(ruleset="vv1813", scenario="bautzen", side=FRENCH, turn=3)
    assert draw_board(ours) in map_svg(ours, view)


def test_words_under_an_arrow_are_drawn_once_more_above_it() -> None:
    """An arrow from 1105 up to 1103 runs over the numbers of the hexes that it crosses."""
    view = View(ruleset="vv1813", scenario="bautzen", side=FRENCH, turn=3)
    moved = {"kind": "units_moved", "side": "French", "origin": "1105", "path": ["1104", "1103"]}
    still, moving = (words(map_svg(board(), view, events)) for events in ((), [("1.1", moved)]))
    again = [word for word in moving if moving.count(word) > still.count(word)]
    assert {"1105", "1104"} <= set(again)
    assert not {"1106", "2312"} & set(again)


def test_png_is_a_png_of_the_right_size(scripted: Match) -> None:
    data = picture(scripted, "French", "png")
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert data[12:16] == b"IHDR"
    width, height = struct.unpack(">II", data[16:24])
    assert width == 1600
    assert 1000 < height < 1400
    assert struct.unpack(">I", picture(scripted, "French", "png", width=640)[16:20])[0] == 640


def test_a_small_board_of_another_game_is_drawn_too() -> None:
    """Other rulesets draw hex maps without a settings file of their own."""
    cells = {hex_id(c, r): Cell(hex_id(c, r), "clear", 0, "") for c in range(1, 5) for r in range(1, 4)}
    sides = {
        ("0101", "0102"): HexSide((Feature("river", "Elbe"),)),
        ("0201", "0202"): HexSide((Feature("road"),)),
    }
    piece = Piece(id="x", name="<X> & Y", side=Side("Saxon"), place="0202", kind="artillery", values=("1",))
    mark = Mark(place="0303", kind="depot", text="<b>")
    view = View(ruleset="other", scenario="s", side=Side("Saxon"), turn=1, pieces=(piece,), marks=(mark,))
    drawn = draw(HexMap(Grid((GridSheet(4, 3),)), cells, sides), view, (), "A <title>", {})
    assert drawn is not None
    svg = drawn.svg()
    assert "<X> & Y" in " ".join(titles(svg))
    assert "A <title>" in words(svg)


def test_a_board_without_a_picture_says_so(scripted: Match) -> None:
    view = context(scripted, "French").after
    assert draw(object(), view, (), "", {}) is None
    assert place_name(object(), "1204") == ""
    assert place_name(board(), "0811") == "Hochkirch"


def test_only_the_umpire_and_the_sides_have_a_map(scripted: Match) -> None:
    with pytest.raises(MatchError, match="no side called 'Saxon'"):
        picture(scripted, "Saxon")
