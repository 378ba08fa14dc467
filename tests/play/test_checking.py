"""`check`: what is said of texts that are not a turn's orders."""

from __future__ import annotations

from pathlib import Path

from adjudicator.play.match.match import Match
from adjudicator.play.match.received import as_read
from adjudicator.play.proof.drafting import Wish
from adjudicator.play.proof.rulings import rule
from adjudicator.play.side.checking import Checked, check
from adjudicator.play.side.side_views import Whole
from tests.support.small_match import begin, hand_in, play

COALITION = "match: small\nturn: {turn}\nside: Coalition\n\n"


def checked(match: Match, words: str) -> Checked:
    """What `check` says of a text."""
    return check(Whole(match.lines, match.history), as_read(words.encode()))


def test_standing_orders_alone_are_not_asked_for_moves(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    found = checked(match, COALITION.format(turn=1) + "standing orders\n  when attacked at 1204: stand\n")
    assert found.problems == ()


def test_a_late_text_is_not_reviewed(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    play(match, "French", "pass")
    play(match, "Coalition", "pass")
    found = checked(match, COALITION.format(turn=1) + "move Uvarov to 1206\n")
    assert [problem.reason for problem in found.problems] == [
        "That step has been adjudicated: the text would be recorded as too late."
    ]


def test_a_standing_order_of_an_earlier_text_has_no_line_in_this_one(tmp_path: Path) -> None:
    """Its piece is gone: the warning names it, not a line of the file that is checked."""
    match = begin(tmp_path / "m")
    hand_in(match, "Coalition", "standing orders\n  when Lukov must retreat: stay and take the loss")
    play(match, "French", "pass")
    rule(match, Wish(step=2, sort="correct", reason="set up wrongly", changes=("put Lukov eliminated",)))
    found = checked(match, COALITION.format(turn=1) + "pass\n")
    assert [(p.line, p.reason) for p in found.problems] == [(0, "Lukov is gone: this standing order lapses.")]


def test_a_refused_order_is_shown_with_line_column_caret_rule_and_remedy(tmp_path: Path) -> None:
    """VV-7.1d: the whole order is marked, its remark is not."""
    match = begin(tmp_path / "small")
    words = "match: small\nturn: 1\nside: French\n\n  move Compans to 1205   # the redoubt\n"
    (refused,) = [p for p in checked(match, words).problems if p.severity == "error"]
    assert refused.show("french.txt").split("\n") == [
        "french.txt:5:3: refused, VV-7.1d: Compans cannot go there: 1205 is held by an enemy unit.",
        "      move Compans to 1205   # the redoubt",
        "      ^^^^^^^^^^^^^^^^^^^^",
        "    Attack it, or name a free place.",
    ]
