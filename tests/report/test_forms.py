"""The four forms: each escapes what players wrote, keeps its width, closes its tags."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from markdown_it import MarkdownIt

from adjudicator.core.events import Refused
from adjudicator.core.types import RuleId, Side
from adjudicator.pictures.happenings import clean
from adjudicator.play.match.match import Match
from adjudicator.play.side.reporting import context, report
from adjudicator.report.context import FORMATS, OpenDecision, ReportContext, RulingTold, render
from adjudicator.report.forms import FORMS, fence, ledger, verbatim

NASTY = (
    '<script>alert("x")</script> [b]bold[/b] [url=http://x]y[/url] `tick` ``` {{ 7919 * 7919 }} {% raw %} '
    "**stars** & | # _"
)
VOID = {"meta", "br", "hr", "img", "link", "input"}


@pytest.fixture(scope="module")
def nasty(scripted: Match) -> ReportContext:
    """A report in which everything that a person can write is written to do harm."""
    made = context(scripted, "French")
    refused = Refused(
        rule=RuleId("VV-4.2d"), side=Side("French"), line=3, text=NASTY, reason=f"No: {NASTY}", remedy=NASTY
    )
    return replace(
        made,
        match=NASTY,
        clock=NASTY,
        happenings=(*made.happenings, ("9.1", refused)),
        decisions=(OpenDecision("D7", NASTY, (f"answer D7: {NASTY}",), NASTY, "VV-8.3a"),),
        rulings=(RulingTold(2, "correct", NASTY, (NASTY,)),),
        waiting=NASTY,
        order_form=f"BEGIN ORDERS\n# {NASTY}\n[/code]\n```\nEND ORDERS\n",
    )


class Tags(HTMLParser):
    """The tags of a page, checked for balance."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.seen: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.wrong: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.words.append(data)


def parsed(html: str) -> Tags:
    tags = Tags()
    tags.feed(html)
    tags.close()
    return tags


# --- html --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["French", "Coalition", "Umpire"])
def test_html_is_balanced_and_needs_nothing_from_outside(scripted: Match, side: str) -> None:
    html = report(scripted, side, "html")
    tags = parsed(html)
    assert tags.wrong == []
    assert tags.open == []
    assert html.startswith("<!DOCTYPE html>")
    assert not {"script", "link", "iframe", "img", "object"} & set(tags.seen)
    addresses = [value for name, value in tags.attributes if name in ("href", "src", "xlink:href")]
    assert all(value.startswith("#") for value in addresses)
    assert "@import" not in html
    assert "url(" not in html


def test_html_says_what_a_report_must_say(scripted: Match) -> None:
    tags = parsed(report(scripted, "French", "html"))
    words = " ".join(" ".join(tags.words).split())
    for part in (
        "Bautzen 1813",
        "Match first-steps",
        "Turn 2, 07.00",
        "What happened",
        "Orders not carried out",
        "Losses, morale, objectives",
        "What the other side can be seen to do",
        "Order form",
        "BEGIN ORDERS",
        "Your orders for turn 2 are awaited.",
        "Strength ratio",
        "VV-8.4a1",
        "12 against 1, ratio 12/1",
        "2d6: 5 + 2 = 7",
        "0/1R2#",
        "not known to you",
    ):
        assert part in words
    assert tags.seen.count("table") >= 4
    assert tags.seen.count("svg") == 2 + 2  # map, chart, and the map around the bombardment and the combat


def test_html_escapes_everything_that_a_person_wrote(nasty: ReportContext) -> None:
    tags = parsed(render(nasty, "html"))
    assert "script" not in tags.seen
    assert tags.wrong == []
    assert tags.open == []
    assert NASTY in "".join(tags.words)


# --- bbcode ------------------------------------------------------------------------------------------------


def bbcode_faults(text: str) -> list[str]:
    """Tags that are opened or closed out of order; what stands in code tags is verbatim."""
    text = re.sub(r"\[code\].*?\[/code\]", "", text, flags=re.DOTALL)
    open_tags: list[str] = []
    faults = []
    for close, name in re.findall(r"\[(/?)([a-z]+)(?:=[^\]\n]*)?\]", text):
        if not close:
            open_tags.append(name)
        elif not open_tags or open_tags.pop() != name:
            faults.append(name)
    return faults + open_tags


@pytest.mark.parametrize("side", ["French", "Coalition", "Umpire"])
def test_bbcode_closes_what_it_opens(scripted: Match, side: str) -> None:
    text = report(scripted, side, "bbcode")
    assert bbcode_faults(text) == []
    assert set(re.findall(r"\[([a-z]+)", text)) <= {"b", "i", "size", "list", "code", "quote", "img"}


def test_bbcode_of_players_is_words(nasty: ReportContext) -> None:
    text = render(nasty, "bbcode")
    assert bbcode_faults(text) == []
    outside = re.sub(r"\[code\].*?\[/code\]", "", text, flags=re.DOTALL)
    assert "[url" not in outside
    assert "[b]bold" not in outside
    assert text.count("[code]") == text.count("[/code]")


# --- markdown ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["French", "Umpire"])
def test_markdown_becomes_the_page_that_was_meant(scripted: Match, side: str) -> None:
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(report(scripted, side, "md"))
    tags = parsed(html)
    assert tags.wrong == []
    assert tags.seen.count("h1") == 1
    assert tags.seen.count("h2") >= 4
    assert tags.seen.count("table") >= 4
    words = "".join(tags.words)
    assert "Strength ratio" in words
    assert "**" not in words
    assert "\\" not in words
    assert "| ---" not in words


def test_markdown_of_players_is_words(nasty: ReportContext) -> None:
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(render(nasty, "md"))
    tags = parsed(html)
    assert "script" not in tags.seen
    assert "a" not in tags.seen
    assert "alert" in "".join(tags.words)
    assert "**stars** & | # _" in "".join(tags.words)


def test_a_fence_is_longer_than_any_in_the_text() -> None:
    assert str(fence("a\n````\nb")).startswith("`````text\n")
    assert str(verbatim("``")) == "``` `` ```"


# --- plain text --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["French", "Coalition", "Umpire"])
@pytest.mark.parametrize("step", [1, 2, 3])
def test_plain_text_keeps_to_72_columns(scripted: Match, side: str, step: int) -> None:
    text = report(scripted, side, "txt", step)
    assert max(len(line) for line in text.splitlines()) <= 72
    assert not any(line != line.rstrip() for line in text.splitlines())
    assert "\n\n\n\n" not in text


def test_plain_text_keeps_its_width_whatever_was_written(nasty: ReportContext) -> None:
    text = render(replace(nasty, clock="x" * 200), "txt")
    assert max(len(line) for line in text.splitlines()) <= 72


def test_a_reckoning_in_columns() -> None:
    from adjudicator.report.digest import Row

    rows = [Row("Terrain", "-1", "all attackers over a bridge", "VV-8.4c1"), Row("Total", "-1", "", "VV-8.4j", 0, True)]
    assert str(ledger(rows, "  ")).split("\n") == [
        "  " + "-" * 70,
        "  Terrain                  -1  VV-8.4c1   all attackers over a bridge",
        "  " + "-" * 70,
        "  Total                    -1  VV-8.4j",
        "  " + "-" * 70,
    ]


# --- all forms ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fmt", FORMATS)
def test_templates_in_texts_are_not_carried_out(nasty: ReportContext, fmt: str) -> None:
    made = render(nasty, fmt)  # type: ignore[arg-type]
    assert str(7919 * 7919) not in made
    assert "7919 * 7919" in made.replace("\\", "").replace("\n", " ")


@pytest.mark.parametrize("fmt", FORMATS)
def test_control_characters_of_a_text_cannot_forge_a_span(fmt: str) -> None:
    forged = clean("\x02unit\x1fNapoleon\x03")
    assert str(FORMS[fmt].say(forged)).strip() == "unit Napoleon"
