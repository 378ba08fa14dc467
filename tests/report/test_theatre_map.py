"""The map of a theatre: every town once, no name over another, own corps with strength, the enemy by number."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import combinations, pairwise
from math import dist
from typing import Any

import pytest

from adjudicator import rulesets
from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.view import Mark, Piece, View
from adjudicator.maps.network import Network, Road, Town
from adjudicator.pictures.boards import draw, place_label, place_name, place_words
from adjudicator.pictures.fragments import Box
from adjudicator.pictures.happenings import Happenings
from adjudicator.pictures.templates import settings
from adjudicator.pictures.theatre.labels import symbol_radius
from adjudicator.pictures.theatre.layout import from_line, layout, road_course
from adjudicator.pictures.theatre.rivers import crossings, meetings, rivers
from adjudicator.pictures.theatre.room import Room
from adjudicator.pictures.theatre.theatre_map import Arrangement, arrange, sheet_of, theatre_picture
from adjudicator.pictures.theatre.trails import marches
from adjudicator.play.desk.order_form import order_form
from adjudicator.play.match.match import Match
from adjudicator.play.side.reporting import picture, report
from tests.support.campaign_match import goldberg

SVG = "{http://www.w3.org/2000/svg}"
FRENCH, ALLIED = Side("French"), Side("Allied")
DRAWING = settings("map/campaign1813.toml")


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Match:
    """Two turns of a campaign: Blücher has attacked at Goldberg."""
    return goldberg(tmp_path_factory.mktemp("theatre") / "match")


def campaign() -> Any:
    return rulesets.load("campaign1813", {})


def opening(side: Side) -> tuple[Network, View]:
    rules = campaign()
    start = rules.start()
    return rules.board, rules.view(rules.known(start, side) if side != UMPIRE else start, side)


def of_class(svg: str, name: str) -> list[ET.Element]:
    return [node for node in ET.fromstring(svg).iter() if node.get("class") == name]


def words(svg: str) -> list[str]:
    return [(node.text or "").strip() for node in ET.fromstring(svg).iter(f"{SVG}text")]


def titles(svg: str) -> str:
    return "\n".join(node.text or "" for node in ET.fromstring(svg).iter(f"{SVG}title"))


def arranged(network: Network, view: View) -> Arrangement:
    return arrange(network, view, sheet_of(network, view.ruleset, DRAWING), DRAWING)


def theatre_svg(network: Network, view: View, happenings: Happenings = ()) -> str:
    return theatre_picture(network, view, happenings).svg()


# --- towns, roads, rivers ----------------------------------------------------------------------------------


def test_every_town_is_drawn_and_named_once() -> None:
    """CAM-map-2: 200 towns, each with one sign and one name."""
    network, view = opening(FRENCH)
    svg = theatre_svg(network, view)
    signs = Counter(node.get("data-town") for node in of_class(svg, "place") if node.get("data-town"))
    names = Counter(node.get("data-town") for node in of_class(svg, "town"))
    assert signs == Counter(list(network.towns))
    assert names == Counter(list(network.towns))
    assert len(network.towns) == 200


@pytest.mark.parametrize("side", [FRENCH, ALLIED, UMPIRE])
def test_no_name_lies_over_another_or_over_a_counter(side: Side) -> None:
    network, view = opening(side)
    placed = arranged(network, view)
    boxes = [("name", label.town, label.box) for label in placed.labels]
    boxes += [("plate", plate.town, box) for plate, box in placed.plates]
    boxes += [("depot", mark.place, box) for mark, box in placed.depots]
    boxes += [("inset", "", box) for _, box in placed.insets]
    for one, other in combinations(boxes, 2):
        assert not one[2].meets(other[2]), f"{one[:2]} meets {other[:2]}"
    assert len(placed.labels) == 200


@pytest.mark.parametrize("side", [FRENCH, ALLIED, UMPIRE])
def test_no_name_and_no_counter_hides_a_town(side: Side) -> None:
    network, view = opening(side)
    placed = arranged(network, view)
    spots = sheet_of(network, "campaign1813", DRAWING).layout.spots
    covering = [*(label.box for label in placed.labels), *(box for _, box in placed.plates)]
    for town in network.towns.values():
        (x, y), reach = spots[town.id], symbol_radius(town) - 1
        sign = Box(x - reach, y - reach, x + reach, y + reach)
        assert not [box for box in covering if box.meets(sign)], town.id


def test_towns_are_spread_out_and_no_roads_come_to_cross() -> None:
    network = campaign().board
    spots = layout(network).spots
    assert min(dist(spots[a], spots[b]) for a, b in combinations(network.towns, 2)) > 60
    lines = [(road, spots[road.a], spots[road.b]) for road in network.roads.values()]
    for (one, a, b), (other, c, d) in combinations(lines, 2):
        if not {one.a, one.b} & {other.a, other.b}:
            assert not list(meetings((a, b), (c, d))), f"{one.id} crosses {other.id}"
    for road, a, b in lines:
        near = [t for t in network.towns if t not in (road.a, road.b) and from_line(spots[t], a, b)[0] < 20]
        assert not near, f"{road.id} runs over {near}"


def test_every_section_that_crosses_a_river_has_its_bridge_on_the_water() -> None:
    """CAM-map-8, CAM-river-1: 92 crossings, each where the road meets its river."""
    network = campaign().board
    sheet = layout(network)
    found = list(crossings(network, sheet, rivers(network, sheet, DRAWING)))
    assert len(found) == sum(1 for road in network.roads.values() if road.river) == 92
    assert [crossing.road.id for crossing in found if not crossing.drawn] == []
    svg = theatre_svg(*opening(FRENCH))
    on_map = [node for node in of_class(svg, "bridge") if "rotate" in str(node.get("transform"))]
    assert len(on_map) == 92 + 1  # and one in the legend


def test_roads_are_drawn_by_class_and_passes_are_marked() -> None:
    """CAM-map-6: 131 major sections as broad bands, 296 minor ones as thin lines; 16 passes."""
    network, view = opening(FRENCH)
    svg = theatre_svg(network, view)
    strokes = [node for node in ET.fromstring(svg).iter(f"{SVG}path") if node.get("stroke-linecap") == "round"]
    by_colour = {node.get("stroke"): str(node.get("d")).count("Q") for node in strokes}
    assert by_colour["#8a6a42"] == sum(1 for road in network.roads.values() if road.kind == "minor")
    assert by_colour["#f3e2b3"] == sum(1 for road in network.roads.values() if road.kind == "major")
    assert len(of_class(svg, "pass")) == sum(1 for road in network.roads.values() if road.mountain_pass) + 1


def test_a_road_keeps_its_bend_whatever_is_drawn() -> None:
    network = campaign().board
    road = next(iter(network.roads.values()))
    sheet = sheet_of(network, "campaign1813", DRAWING).layout
    course = road_course(sheet, road)
    assert course[0] == pytest.approx(sheet.spots[road.a])
    assert course[-1] == pytest.approx(sheet.spots[road.b])
    assert course == road_course(layout(network), road)


# --- who stands where --------------------------------------------------------------------------------------


def test_own_corps_show_their_strength_by_town() -> None:
    """CAM-unit-2: I Corps at Dresden: three infantry blocks, one of cavalry, 50 points."""
    network, view = opening(FRENCH)
    dresden = next(p for p, _ in arranged(network, view).plates if p.town == "Dresden")
    row = next(row for row in dresden.rows if row.label == "I")
    assert row.kinds == (("infantry", 3), ("cavalry", 1))
    assert (row.strength, row.hq) == ("50", True)
    assert "Napoléon" in words(theatre_svg(network, view))


def test_the_enemy_is_a_number_in_his_nation_s_colour_and_nothing_else() -> None:
    """CAM-unit-7: no name, corps or strength of a block that was not seen is anywhere on the map."""
    rules = campaign()
    for side in (FRENCH, ALLIED):
        network, view = opening(side)
        svg = theatre_svg(network, view)
        enemy = ALLIED if side == FRENCH else FRENCH
        hidden = {card.name for card in rules.context.roster.values() if card.side == enemy and " " in card.name}
        assert not [name for name in sorted(hidden) if name in svg]
        plates = [p for p, _ in arranged(network, view).plates if p.side == enemy]
        assert sum(many for plate in plates for _, many in plate.unseen) == (125 if enemy == ALLIED else 112)
        assert not [plate for plate in plates if plate.rows or plate.leaders]
    berlin = next(p for p, _ in arranged(*opening(FRENCH)).plates if p.town == "Berlin")
    assert berlin.unseen == (("Prussian", 8), ("Swedish", 1))


def test_the_umpire_sees_both_armies() -> None:
    shown = words(theatre_svg(*opening(UMPIRE)))
    assert {"Napoléon", "Blücher", "Bernadotte", "Langeron"} <= set(shown)


def test_what_is_the_matter_with_blocks_is_shown_by_letters() -> None:
    network, _ = opening(FRENCH)
    pieces = [
        Piece(id="F016", name="1st Div Philippon", side=FRENCH, place="Pirna", kind="infantry", colour="I",
              values=("3", "5", "11"), marks=("French", "disrupted", "out of supply")),
        Piece(id="P003", name="1st Bde Steinmetz", side=ALLIED, place="Teplitz", kind="infantry", colour="P-I",
              values=("4", "6", "?"), knowledge="last_seen", marks=("Prussian",), seen="turn 2 at Teplitz"),
    ]  # fmt: skip
    view = View(ruleset="campaign1813", scenario="x", side=FRENCH, turn=3, pieces=tuple(pieces))
    plates = {plate.town: plate for plate, _ in arranged(network, view).plates}
    assert plates["Pirna"].rows[0].badges == ("D", "S")
    assert plates["Teplitz"].rows[0].seen == "turn 2"
    assert plates["Teplitz"].rows[0].strength == ""
    assert 'stroke-dasharray="4 3"' in theatre_svg(network, view)


# --- what happened -----------------------------------------------------------------------------------------


def test_marches_retreats_battles_and_sieges_leave_their_signs() -> None:
    network, view = opening(FRENCH)
    happened: list[dict[str, Any]] = [
        {"kind": "blocks_moved", "side": "French", "blocks": ["F016", "F017"], "origin": "Dresden", "path": ["Pirna"]},
        {"kind": "stack_moved", "side": "Allied", "nations": [["Prussian", 5]], "origin": "Berlin",
         "path": ["Trebbin"]},
        {"kind": "blocks_retreated", "side": "French", "town": "Goldberg", "manner": "rout",
         "ways": [{"block": "F055", "path": ["Bunzlau"]}]},
        {"kind": "battle_fought", "town": "Goldberg"},
    ]  # fmt: skip
    marks = (
        *view.marks,
        Mark(place="Glogau", kind="siege", text="besieged since turn 2", side=ALLIED),
        Mark(place="Jauer", kind="battle", text="battle", side=FRENCH),
        Mark(place=network.road("Dresden", "Pirna").id, kind="used", text="10 of 10"),  # type: ignore[union-attr]
    )
    svg = theatre_svg(network, view.model_copy(update={"marks": marks}), [(str(i), e) for i, e in enumerate(happened)])
    arrows = of_class(svg, "arrow")
    assert sorted(str(arrow.get("data-style")) for arrow in arrows) == ["march", "march", "rout"]
    assert {"5", "2"} <= {text.text for arrow in arrows for text in arrow.iter(f"{SVG}text")}
    assert len(of_class(svg, "star")) == 1 + 1  # and one in the legend
    assert len(of_class(svg, "siege")) == 1 + 1
    assert len(of_class(svg, "battle")) == 1 + 1
    assert "10/10" in words(svg)


def test_marches_of_one_way_are_added_up_and_ways_may_come_in() -> None:
    one = {"kind": "blocks_moved", "side": "French", "blocks": ["F016"], "origin": "Dresden", "path": ["Pirna"]}
    came = {"kind": "stacks_retreated", "side": "Allied", "town": "Goldberg", "manner": "arrived", "named": [],
            "others": [[["Jauer", "Goldberg"], 2]]}  # fmt: skip
    fled = {"kind": "stacks_retreated", "side": "Allied", "town": "Goldberg", "manner": "rout",
            "named": [{"block": "P003", "path": ["Jauer"]}], "others": [[["Jauer"], 3]]}  # fmt: skip
    found = marches([one, one, came, fled], DRAWING)
    assert found[("French", ("Dresden", "Pirna"), "march")] == 2
    assert found[("Allied", ("Jauer", "Goldberg"), "arrived")] == 2
    assert found[("Allied", ("Goldberg", "Jauer"), "rout")] == 4


def test_supply_lines_follow_the_roads_and_towns_in_range_are_shaded() -> None:
    """CAM-supply-8, CAM-supply-9: dots beside the roads that supply follows, a disc where depots reach."""
    network, view = opening(FRENCH)
    svg = theatre_svg(network, view)
    assert {mark.side for mark in view.marks if mark.kind in ("supply", "range")} == {FRENCH}
    for kind in ("supply", "range"):
        assert len(of_class(svg, kind)) == sum(1 for mark in view.marks if mark.kind == kind) > 0
    both = theatre_svg(*opening(UMPIRE))
    assert len(of_class(both, "range")) > len(of_class(svg, "range"))


def test_a_played_match_gives_each_side_its_own_map(match: Match) -> None:
    french, allied = picture(match, "French"), picture(match, "Allied")
    assert "as the French side sees it" in "".join(words(french))
    assert "turn 2 · 19-21 August 1813" in "".join(words(french))
    assert len(of_class(french, "battle")) == 2
    assert "Steinmetz" not in french
    assert "1st Bde Steinmetz" in titles(allied)
    assert french == picture(match, "French")


def test_the_png_is_wide_enough_to_read(match: Match) -> None:
    data = picture(match, "French", "png")
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", data[16:20])[0] == 2000


# --- any network -------------------------------------------------------------------------------------------


def small() -> Network:
    towns = [
        Town("A", 'Ay & "Bee" <x>', 52000, 13000, "city"),
        Town("B", "Bee", 51500, 13800, fortress=True),
        Town("C", "Cee", 51800, 14500),
    ]
    roads = [Road("R1", "A", "B", "major", "Spree"), Road("R2", "B", "C", "minor", mountain_pass=True)]
    return Network({town.id: town for town in towns}, {road.id: road for road in roads})


def test_another_network_is_drawn_too_and_its_names_are_escaped() -> None:
    network = small()
    red = Side("Red")
    marks = (Mark(place="A", kind="held", side=red), Mark(place="A", kind="depot", text="<D>", side=red))
    ney = Piece(id="x", name="<i>Ney</i>", side=red, place="B", kind="infantry", values=("3",))
    view = View(ruleset="other", scenario="<b>Bridge & Co</b>", side=red, turn=1, marks=marks, pieces=(ney,))
    drawn = draw(network, view, (), "", {})
    assert drawn is not None
    svg = drawn.svg()
    shown = words(svg)
    assert 'Ay & "Bee" <x>' in shown
    assert "<b>Bridge & Co</b>" in shown
    assert "<D>" in shown
    assert Counter(node.get("data-town") for node in of_class(svg, "town")) == Counter(list(network.towns))


def test_what_finds_no_corner_goes_below_the_map() -> None:
    """The legend is wider than the free corners of a small map: the sheet grows."""
    towns = {
        f"T{x}{y}": Town(f"T{x}{y}", f"T{x}{y}", 50000 + 500 * y, 10000 + 700 * x) for x in range(8) for y in range(6)
    }
    roads = [(a, b) for a, b in pairwise(sorted(towns)) if a[1] == b[1]]
    network = Network(towns, {f"R{i}": Road(f"R{i}", a, b, "minor") for i, (a, b) in enumerate(roads)})
    view = View(ruleset="campaign1813", scenario="x", side=FRENCH, turn=1)
    placed = arranged(network, view)
    assert placed.below > 0
    assert all(box.y0 > sheet_of(network, "campaign1813", DRAWING).layout.height for _, box in placed.insets)
    height = float(ET.fromstring(theatre_svg(network, view)).get("height") or 0)
    assert height == pytest.approx(sheet_of(network, "campaign1813", DRAWING).layout.height + placed.below, abs=0.1)


def test_a_town_that_a_data_pack_took_away_is_left_out_of_the_rivers() -> None:
    network = campaign().board
    towns = {id_: town for id_, town in network.towns.items() if id_ != "Torgau"}
    roads = {id_: road for id_, road in network.roads.items() if "Torgau" not in (road.a, road.b)}
    smaller = Network(towns, roads)
    svg = theatre_svg(smaller, View(ruleset="campaign1813", scenario="x", side=FRENCH, turn=1))
    assert "Torgau" not in svg
    assert "Elbe" in words(svg)


def test_places_of_a_network_are_called_by_their_names() -> None:
    network = campaign().board
    assert place_name(network, "Gorlitz") == place_label(network, "Gorlitz") == "Görlitz"
    assert place_words(network, "Gorlitz", "Görlitz") == "Görlitz"
    assert place_label(network, "R001") == "R001"


def test_room_gives_the_cheapest_free_place() -> None:
    room = Room(Box(0, 0, 100, 100))
    room.take(Box(0, 0, 50, 50))
    room.spread([(60, 10)], 5.0)
    choices = [(0.0, Box(40, 40, 60, 60)), (1.0, Box(55, 5, 65, 15)), (3.0, Box(70, 70, 90, 90))]
    assert room.best(choices) == Box(70, 70, 90, 90)
    assert room.best([(0.0, Box(90, 90, 110, 110))]) is None
    assert room.load(Box(55, 5, 65, 15)) == 5.0


def test_the_html_report_holds_the_map(match: Match) -> None:
    page = report(match, "French", "html")
    assert 'data-town="Goldberg"' in page
    assert "1st Bde Steinmetz" not in page


@pytest.mark.parametrize("side", ["French", "Allied", "Umpire"])
def test_reports_of_the_campaign_keep_their_columns(match: Match, side: str) -> None:
    """Plain text 72 columns, the order form 66, whatever the names of towns and blocks."""
    text = report(match, side, "txt")
    assert max(len(line) for line in text.split("\n")) <= 72
    assert "ROSTER: " in text
    assert "SUPPLY OF THE " in text
    if side != UMPIRE:
        form = order_form(match, Side(side))
        assert max(len(line) for line in form.split("\n")) <= 66
        assert "Görlitz" in form or side == ALLIED
