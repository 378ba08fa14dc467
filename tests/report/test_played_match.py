"""Two turns of Bautzen as people would play them by mail: every report of every step, for everybody."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.core.source import source_lines
from adjudicator.play.desk.order_form import WIDTH, order_form
from adjudicator.play.desk.outbox import deliver
from adjudicator.play.match.match import Match, create
from adjudicator.play.match.running import run
from adjudicator.play.match.submitting import submit
from adjudicator.play.side.export_view import open_source
from adjudicator.play.side.reporting import picture, report
from adjudicator.report.context import FORMATS

FRENCH_1 = """
move Bonnet to 1104
move Compans, Soult 1201 -> 1202 -> 1203
move stack 0802 to 0804
move stack 0902 to 0904
move stack 1002 to 1103
mvoe Normann to 1302
move Ledru to 1209
attack 1204 from 1203 head Compans support Artillery

standing orders
  losses: weakest first, never Guard
"""
COALITION_1 = """
move stack 1309 to 1207
bombard 1203 with Artillery
attack 1104 from 1105, 1204

standing orders
  retreat prefers 1206, 1306
  when attacked: stand
"""
FRENCH_2 = """
bombard 1105 with Artillery
move stack 0904 to 0905
move stack 1103 to 1104
if 1204 is empty: move Compans to 1204
attack 1105 from 1104 head Bonnet
attack 0906 from 0905 tactical
"""
TEXTS = (("French", 1, FRENCH_1), ("Coalition", 1, COALITION_1), ("French", 2, FRENCH_2), ("Coalition", 2, "pass\n"))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Match:
    """The match after two turns, its outbox written after each run."""
    match = create("bautzen", tmp_path_factory.mktemp("played") / "match", name="by-mail", seed="a letter")
    run(match)
    for side, turn, orders in TEXTS:
        submit(match, f"match: by-mail\nturn: {turn}\nside: {side}\n{orders}".encode(), f"{side}.txt")
        run(match)
        if match.history.open:
            run(match, without=[side.lower() for side in ("French", "Coalition")])
    deliver(match)
    return match


def test_it_was_played(played: Match) -> None:
    kinds = {event.kind for step in played.history.steps for event in step.events}
    assert {"units_moved", "combat_resolved", "bombarded", "refused", "forces_disclosed"} <= kinds


@pytest.mark.parametrize("side", ["French", "Coalition"])
def test_every_report_is_the_same_at_home(played: Match, side: str) -> None:
    home = open_source(played.folder / "outbox" / side / "latest" / "export.jsonl")
    for number in home.numbers():
        for fmt in FORMATS:
            assert report(home, side, fmt, number) == report(played, side, fmt, number)
        assert picture(home, side, "svg", number) == picture(played, side, "svg", number)


def test_every_form_is_understood_and_every_line_fits(played: Match, tmp_path: Path) -> None:
    tools, rules = played.tools, played.history.rules
    for step in played.history.steps:
        for side in rules.sides:
            form = order_form(played, side, step.number)
            assert max(len(line) for line in form.splitlines()) <= WIDTH
            inside = form.removeprefix("BEGIN ORDERS\n").removesuffix("END ORDERS\n")
            read = tools.read(rules, rules.known(step.after.state, side), side, "", source_lines(inside))
            assert [problem.reason for problem in read.problems if problem.severity == "error"] == []
        for who in (*rules.sides, "Umpire"):
            assert max(len(line) for line in report(played, who, "txt", step.number).splitlines()) <= 72


def test_a_side_never_reads_what_the_other_wrote(played: Match) -> None:
    for fmt in FORMATS:
        assert "mvoe" in report(played, "French", fmt, 2)
        assert "mvoe" not in report(played, "Coalition", fmt, 2)
        assert "mvoe" in report(played, "Umpire", fmt, 2)
