"""The HTML report as a page: contents, folded combats, the words of rules, a roster, maps of every fight."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from adjudicator.core.types import Side
from adjudicator.core.view import Piece
from adjudicator.play.match.match import Match
from adjudicator.play.side.reporting import context, report, rules_in_words
from adjudicator.report.context import ReportContext, cited_rules, render

SIDES = ["French", "Coalition", "Umpire"]


class Page(HTMLParser):
    """A page as a list of elements, each with its attributes, the tags around it and the words in it."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str], tuple[str, ...], list[str]]] = []
        self._open: list[tuple[str, list[str]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        words: list[str] = []
        around = tuple(name for name, _ in self._open)
        self.elements.append((tag, {name: value or "" for name, value in attrs}, around, words))
        if tag not in ("meta", "input", "br"):
            self._open.append((tag, words))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}, (), []))

    def handle_endtag(self, tag: str) -> None:
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for _, words in self._open:
            words.append(data)

    def all(self, tag: str, **wanted: str) -> list[tuple[dict[str, str], str]]:
        """The elements of a tag with these attributes (`kind` for class), and their words."""
        wanted = {"class" if name == "kind" else name: value for name, value in wanted.items()}
        return [
            (attributes, " ".join("".join(words).split()))
            for name, attributes, _, words in self.elements
            if name == tag and wanted.items() <= attributes.items()
        ]


def page(match: Match, side: str) -> Page:
    return Page(report(match, side, "html"))


@pytest.mark.parametrize("side", SIDES)
def test_every_link_leads_somewhere_on_the_page(scripted: Match, side: str) -> None:
    made = page(scripted, side)
    ids = Counter(attributes["id"] for _, attributes, _, _ in made.elements if "id" in attributes)
    assert max(ids.values()) == 1
    links = [attributes["href"] for attributes, _ in made.all("a")]
    assert links
    assert [link for link in links if link[1:] not in ids] == []
    pointed = [attributes["href"] for tag, attributes, _, _ in made.elements if tag == "use"]
    assert [link for link in pointed if link[1:] not in ids] == []


def test_the_contents_name_every_part(scripted: Match) -> None:
    made = page(scripted, "French")
    (contents,) = made.all("nav", kind="contents")
    for _, words in made.all("h2"):
        heading = words.removesuffix(" ↑")
        assert heading in contents[1] or heading == "Rules cited"
    for chapter in context(scripted, "French").matter["chapters"]:
        assert chapter.title in contents[1]


@pytest.mark.parametrize("side", SIDES)
def test_behind_every_rule_stands_what_it_says(scripted: Match, side: str) -> None:
    made = page(scripted, side)
    texts = rules_in_words("vv1813")
    buttons = made.all("button", kind="r")
    assert buttons
    words = {attributes["id"]: text for attributes, text in made.all("div") if "popover" in attributes}
    for attributes, rule in buttons:
        assert attributes["popovertarget"] == f"r-{rule}"
        assert attributes["title"] == texts[rule]
        assert texts[rule] in words[f"r-{rule}"]
    assert words.keys() == {f"r-{rule}" for rule in cited_rules(context(scripted, side)) if rule in texts}


def test_a_rule_without_words_is_named_all_the_same(scripted: Match) -> None:
    made = Page(render(replace(context(scripted, "French"), rule_texts=dict), "html"))
    assert not made.all("button")
    assert ("VV-8.4a1") in [words for _, words in made.all("span", kind="r")]


def test_a_combat_is_folded_and_its_result_is_not(scripted: Match) -> None:
    made = page(scripted, "French")
    summaries = [words for _, words in made.all("summary")]
    (combat,) = [words for words in summaries if "led the attack" in words]
    assert "result 0/1R2#" in combat
    assert "Strength ratio" not in combat
    inside = [words for _, words in made.all("details")]
    assert any("Strength ratio" in words and "2d6: 5 + 2 = 7" in words for words in inside)
    assert not [attributes for attributes, _ in made.all("details") if "open" in attributes]


def test_a_long_move_is_told_in_short_and_in_full(scripted: Match) -> None:
    made = context(scripted, "French")
    address, event = next((a, e) for a, e in made.happenings if getattr(e, "kind", "") == "units_moved")
    long = event.model_copy(update={"path": ("1203", "1204", "1205")})  # type: ignore[union-attr]
    happenings = tuple((a, long if a == address else e) for a, e in made.happenings)
    shown = Page(render(replace(made, happenings=happenings), "html"))
    (move,) = [words for _, words in shown.all("details") if "through 1203 and 1204" in words]
    (short,) = [words for _, words in shown.all("summary") if words in move]
    assert "through" not in short
    assert "through 1203, 1204" not in render(made, "txt")


def test_modifiers_without_effect_wait_behind_a_box(scripted: Match) -> None:
    html = report(scripted, "French", "html")
    made = Page(html)
    boxes = {attributes["id"] for attributes, _ in made.all("input", kind="all")}
    labels = {attributes["for"] for attributes, _ in made.all("label")}
    assert boxes
    assert boxes <= labels
    hidden = made.all("tr", kind="nil")
    assert hidden
    assert ".all:not(:checked) ~ table tr.nil { display: none; }" in html
    shown = [words for _, words in made.all("label") if words.startswith("show all")]
    assert sum(int(re.findall(r"\d+", words)[0]) for words in shown) == len(hidden)


@pytest.mark.parametrize("side", SIDES)
def test_every_heading_of_a_table_says_what_it_heads(scripted: Match, side: str) -> None:
    headings = page(scripted, side).all("th")
    assert headings
    assert [words for attributes, words in headings if attributes.get("scope") not in ("col", "row")] == []


@pytest.mark.parametrize("side", SIDES)
def test_every_picture_has_words_for_those_who_cannot_see_it(scripted: Match, side: str) -> None:
    pictures = page(scripted, side).all("svg")
    assert len(pictures) >= 2
    assert [attributes for attributes, _ in pictures if not attributes.get("aria-label")] == []
    assert all(attributes["role"] == "img" for attributes, _ in pictures)
    assert any("turn 2" in attributes["aria-label"] for attributes, _ in pictures)


def test_a_fight_has_a_map_of_its_own(scripted: Match) -> None:
    made = context(scripted, "French")
    *_, crop = Page(render(made, "html")).all("svg", kind="crop")
    x, y, wide, high = (float(part) for part in crop[0]["viewbox"].split())
    assert made.map is not None
    spot = made.map.spots["1204"]
    assert x < spot[0] < x + wide
    assert y < spot[1] < y + high
    assert wide < made.map.board.width / 3
    assert crop[0]["aria-label"].startswith("The map around 1204")


@pytest.mark.parametrize("side", SIDES)
def test_the_roster_has_every_own_unit_once_and_no_other(scripted: Match, side: str) -> None:
    view = context(scripted, side).after
    mine = [p for p in view.pieces if p.knowledge == "own" and side in ("Umpire", p.side)]
    listed = [unit for muster in context(scripted, side).matter["roster"] for unit in muster.units]
    assert Counter(unit.name for unit in listed) == Counter(piece.name for piece in mine)
    by_name = {unit.name: unit for unit in listed}
    if side == "French":
        assert by_name["Compans"].values == "6-A-2"
        assert by_name["Compans"].place.endswith("1204") or "(1204)" in by_name["Compans"].place
        assert "Sulima" not in by_name


def test_a_roster_tells_of_several_hexes_and_formations(scripted: Match) -> None:
    made = context(scripted, "French")
    line = Piece(
        id="x",
        name="1/57e",
        side=Side("French"),
        place="1203",
        places=("1203", "1303"),
        formation="line",
        size="regiment",
    )
    pieces = (line, *made.after.pieces)
    shown = replace(made, after=made.after.model_copy(update={"pieces": pieces}))
    unit = next(unit for muster in shown.matter["roster"] for unit in muster.units if unit.name == "1/57e")
    assert " and " in unit.place
    assert unit.state == "regiment, line"


def test_units_eliminated_are_called_so(scripted: Match) -> None:
    for fmt in ("html", "txt", "md", "bbcode"):
        text = report(scripted, "French", fmt)
        assert "Coalition units eliminated" in text
        assert "Coalition losses" not in text


def test_the_page_knows_darkness_and_paper(scripted: Match) -> None:
    html = report(scripted, "French", "html")
    for part in ("@media (prefers-color-scheme: dark)", "@media print", "details::details-content", 'lang="en"'):
        assert part in html


def test_the_four_forms_share_what_is_told(scripted: Match) -> None:
    made = context(scripted, "French")
    assert made.matter is made.matter
    assert made.map is made.map


# --- a game without a map ----------------------------------------------------------------------------------


@pytest.fixture
def bare(scripted: Match) -> ReportContext:
    return replace(context(scripted, "French"), board=None)


def test_a_game_without_a_map_has_a_report_without_a_picture(bare: ReportContext) -> None:
    made = Page(render(bare, "html"))
    assert bare.map is None
    assert not made.all("figure")
    assert not made.all("svg", kind="crop")
    assert "Map" not in [words for _, words in made.all("a")]
    for fmt in ("md", "bbcode", "txt"):
        assert "led the attack" in render(bare, fmt)


def test_the_svg_of_a_page_is_the_map_and_whole(scripted: Match) -> None:
    html = report(scripted, "French", "html")
    found = re.search(r'<div class="sheet"[^>]*>(<svg.*?</svg>)</div>', html, re.DOTALL)
    assert found is not None
    assert ET.fromstring(found[1]).get("viewBox")
