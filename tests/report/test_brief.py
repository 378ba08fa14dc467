"""Battle briefs: what each side and the umpire get, in four forms, and the form that comes back.

To write the snapshots anew after a change that is meant: UPDATE_SNAPSHOTS=1 pytest tests/report/test_brief.py
"""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.brief import Brief, Briefing, FormLine, Section
from adjudicator.core.errors import MatchError
from adjudicator.core.types import UMPIRE, Side, Wait
from adjudicator.core.view import Table
from adjudicator.play.desk.briefs import brief_files, brief_posts, briefs_of
from adjudicator.play.desk.order_form import wrapped
from adjudicator.play.desk.outbox import deliver
from adjudicator.play.match.match import Match
from adjudicator.play.match.received import as_read
from adjudicator.play.match.running import run
from adjudicator.play.match.submitting import submit
from adjudicator.play.side.checking import check
from adjudicator.play.side.export_view import open_source
from adjudicator.play.side.situation import situation, source_of
from adjudicator.report.brief import render_brief
from adjudicator.report.context import FORMATS, Format
from tests.support.campaign_match import begin, goldberg

FOLDER = Path(__file__).resolve().parent.parent / "snapshots"
FRENCH, ALLIED = Side("French"), Side("Allied")
NASTY = '<script>alert("x")</script> [b]bold[/b] `tick` ``` {{ 7919 * 7919 }} {% raw %} **stars** & | # _ [/code]'


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> Match:
    """Blücher has attacked at Goldberg; the match waits for the report of the battle."""
    return goldberg(tmp_path_factory.mktemp("brief") / "match")


def files(match: Match, side: Side) -> dict[str, str]:
    return {name: data.decode() for name, data in brief_files(situation(match, side)).items()}


# --- what is in it -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [FRENCH, ALLIED, UMPIRE])
def test_everybody_gets_a_brief_in_every_form(match: Match, side: Side) -> None:
    found = files(match, side)
    assert set(found) == {*(f"battle-Goldberg.{fmt}" for fmt in FORMATS), "battle-Goldberg-report.txt"}
    text = found["battle-Goldberg.txt"]
    for heading in ("FORCES: ALLIED (ATTACKER)", "FORCES: FRENCH (DEFENDER)", "THE FIELD", "SURROUNDINGS",
                    "OBJECTIVES AND VICTORY POINTS", "REINFORCEMENTS OF THE", "RETREATS OF THE"):  # fmt: skip
        assert heading in text
    for fact in ("Rules: Blücher", "Terrain cards: 8 for each player", "Attacker: Allied"):
        assert fact in text


def test_the_umpire_sees_everything(match: Match) -> None:
    """CAM-battle-2: forces with strengths, approaches, groups with roads, limits and factors, exits."""
    text = files(match, UMPIRE)["battle-Goldberg.txt"]
    for name in ("Steinmetz", "Jürgass", "Maison", "Dermoncourt", "Lauriston"):
        assert name in text
    assert "24 of 24" in text
    assert re.search(r"Hirschberg +Hirschberg - +minor", text)
    assert "8th Div (X Corps), 22nd Div (X" in text


@pytest.mark.parametrize("side", [FRENCH, ALLIED])
def test_a_side_s_brief_holds_no_name_of_a_hidden_enemy_block(match: Match, side: Side) -> None:
    """CAM-unit-3, CAM-unit-7: neither in any form nor in its part of the report."""
    rules: Any = match.history.rules
    known = situation(match, side).step.after
    seen = set(known.pieces.blocks) | set(known.sightings.get(side, {}))
    hidden = [card for card in rules.context.roster.values() if card.side != side and card.id not in seen]
    hidden = [card for card in hidden if card.name != "Blücher"]  # the tabletop rules bear his name
    assert len(hidden) > 90
    for name, text in files(match, side).items():
        found = [card.name for card in hidden if re.search(rf"(?<![\w-]){re.escape(card.name)}(?![\w-])", text)]
        assert not found, f"{name}: {found}"


def test_what_a_side_does_not_see_is_counted_by_nation(match: Match) -> None:
    assert "Not seen from the front: 4 Prussian, 6 Russian." in " ".join(
        files(match, FRENCH)["battle-Goldberg.txt"].split()
    )


@pytest.mark.parametrize("side", [FRENCH, ALLIED, UMPIRE])
def test_plain_text_keeps_to_72_columns_and_the_form_to_66(match: Match, side: Side) -> None:
    found = files(match, side)
    assert max(len(line) for line in found["battle-Goldberg.txt"].split("\n")) <= 72
    assert max(len(line) for line in found["battle-Goldberg-report.txt"].split("\n")) <= 66


@pytest.mark.parametrize("fmt", FORMATS)
def test_the_brief_as_it_is_sent(match: Match, fmt: Format) -> None:
    """The French brief, whole: a change shows as a diff that a player could read."""
    made = re.sub(r"<style>.*?</style>", "", files(match, FRENCH)[f"battle-Goldberg.{fmt}"], flags=re.DOTALL)
    kept = FOLDER / f"goldberg-brief-french.{fmt}"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        kept.write_text(made, "utf-8")
    assert made == kept.read_text("utf-8")


# --- the form ----------------------------------------------------------------------------------------------


def filled(form: str, *true: str) -> str:
    """The form with the # taken away from some lines."""
    for line in true:
        assert f"# {line}\n" in form, line
        form = form.replace(f"# {line}\n", f"{line}\n")
    return form


def test_the_umpire_s_form_is_a_report_once_the_result_is_given(tmp_path: Path) -> None:
    match = goldberg(tmp_path / "match")
    form = files(match, UMPIRE)["battle-Goldberg-report.txt"]
    text = filled(form, "result: defender breaks off", "last turn 24")
    found = check(source_of(match), as_read("\n".join(text.split("\n")[1:-2]).encode()))
    assert found.good, [problem.reason for problem in found.problems]
    submit(match, text.encode(), "report.txt")
    run(match)
    following = match.history.following()
    assert isinstance(following, Wait)
    assert following.what == "orders"
    assert match.history.position.state.battle is None


def test_every_line_of_the_form_can_be_read(match: Match) -> None:
    """With all its # taken away the form is contradictory, and yet no line of it is not understood."""
    now = situation(match, UMPIRE)
    orders = [line.order for line in briefs_of(now)[0].form if line.order is not None]
    words = [now.source.setup.tools.write(now.step.rules, now.step.after, UMPIRE, order) for order in orders]
    head = ["match: goldberg", "turn: 2", "side: Umpire", "phase: Allied battle at Goldberg"]
    text = "\n".join([*head, *(line for one in words for line in wrapped(one, "", "  "))])
    found = check(source_of(match), as_read(text.encode()))
    assert len(orders) > 25
    assert not [problem for problem in found.problems if problem.sort in ("not understood", "ambiguous")]


def test_a_side_s_form_is_its_part_alone(match: Match) -> None:
    form = files(match, FRENCH)["battle-Goldberg-report.txt"]
    assert "send it to the umpire" in form
    assert "losses 16th Div Maison: 0 hits" in form
    assert "result:" not in form
    assert "side:" not in form


# --- when it is sent ---------------------------------------------------------------------------------------


def test_briefs_are_in_the_outbox_while_a_report_is_awaited(tmp_path: Path) -> None:
    match = goldberg(tmp_path / "match")
    deliver(match, match.history.steps[-1:])
    for side in ("French", "Allied", "Umpire"):
        latest = {path.name for path in (match.folder / "outbox" / side / "latest").iterdir()}
        assert {"battle-Goldberg.html", "battle-Goldberg.txt", "battle-Goldberg-report.txt", "report.txt"} <= latest
    first = situation(match, UMPIRE, 1)
    assert brief_files(first) == {}


def test_there_are_none_at_other_times_and_in_other_games(tmp_path: Path, scripted: Match) -> None:
    match = begin(tmp_path / "match")
    assert isinstance(match.history.rules, Briefing)
    assert briefs_of(situation(match, FRENCH)) == ()
    assert not isinstance(scripted.history.rules, Briefing)
    assert briefs_of(situation(scripted, FRENCH)) == ()


# --- any brief ---------------------------------------------------------------------------------------------


def nasty() -> Brief:
    """A brief in which everything that can be written is written to do harm."""
    table = Table(title=NASTY, columns=("a", NASTY), rows=((NASTY, "b"), ("", NASTY)))
    section = Section(title=NASTY, rules=("CAM-x",), lines=(NASTY, NASTY), tables=(table,))
    line = FormLine(words=NASTY)
    return Brief(key="x", title=NASTY, side=FRENCH, facts=((NASTY, NASTY),), sections=(section,), form=(line,))


class Tags(HTMLParser):
    """The tags of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)


def shown(fmt: Format) -> str:
    return render_brief(nasty(), fmt, match=NASTY, turn=1, clock=NASTY, form=f"BEGIN ORDERS\n# {NASTY}\n")


def test_html_escapes_whatever_is_in_a_brief() -> None:
    page = Tags()
    page.feed(shown("html"))
    assert "script" not in page.seen
    assert "62710561" not in shown("html")


def test_bbcode_opens_no_tag_that_is_not_ours() -> None:
    text = shown("bbcode")
    outside = re.sub(r"\[code\].*?\[/code\]", "", text, flags=re.DOTALL)
    assert "[b]bold" not in outside
    assert text.count("[/code]") == 1


def test_markdown_keeps_its_table_and_its_fence() -> None:
    text = shown("md")
    rows = [line for line in text.split("\n") if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {3}
    assert "````text" in text
    assert "<script>" not in text.split("````")[0].replace("\\<script\\>", "")


def test_plain_text_is_folded_however_long_its_words() -> None:
    assert max(len(line) for line in shown("txt").split("\n")) <= 72


@pytest.mark.parametrize("fmt", FORMATS)
def test_a_brief_is_made_at_home_from_an_export_as_well(tmp_path: Path, fmt: Format) -> None:
    """The same bytes as in the outbox."""
    match = goldberg(tmp_path / "match")
    deliver(match)
    for side in (Side("French"), Side("Allied")):
        latest = match.folder / "outbox" / side / "latest"
        (made,) = brief_posts(open_source(latest / "export.jsonl"), side, fmt)
        assert made == (latest / f"battle-Goldberg.{fmt}").read_text("utf-8")


def test_where_no_battle_is_awaited_there_is_no_brief(tmp_path: Path) -> None:
    match = goldberg(tmp_path / "match")
    with pytest.raises(MatchError, match="No battle waited to be fought after step 1"):
        brief_posts(match, Side("French"), "txt", 1)
