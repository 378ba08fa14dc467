"""`explain`: one event in full, and dice that openssl alone confirms."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from adjudicator.core.errors import MatchError
from adjudicator.play.match.match import Match
from adjudicator.play.match.running import run
from adjudicator.play.proof.explaining import Chapter, explain
from adjudicator.play.side.exporting import export
from adjudicator.play.side.side_views import Whole
from tests.support.small_match import begin, hand_in, play

FRENCH = """move Morand to 1702
move Briche to 1602
attack 1703 from 1702, 1602 head Morand
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Match:
    match = begin(tmp_path_factory.mktemp("explained") / "m")
    hand_in(match, "Coalition", "move Uvarov to 1206\nmvoe x")
    play(match, "French", FRENCH)
    return match


def number_of(match: Match, kind: str, nth: int = 0) -> str:
    """The address of an event of a kind."""
    found = [f"{s.seq}.{n}" for s in match.history.steps for n, e in enumerate(s.events, 1) if e.kind == kind]
    return found[nth]


def chapters(match: Match, address: str, side: str = "") -> dict[str, Chapter]:
    return {chapter.title.split()[0]: chapter for chapter in explain(match.folder, address, side)}


def test_a_combat_is_explained_from_order_to_dice(played: Match) -> None:
    address = number_of(played, "combat_resolved")
    told = chapters(played, address)
    first = told[address].lines
    assert first[0].startswith("The French attacked 1703")
    assert first[1].startswith("VV-8.5a: ")
    assert told["Order"].lines == ("French, line 7 of the text on line 4: attack 1703 from 1702, 1602 head Morand",)
    assert any(line.startswith("1703: Coalition Pirch 4-B-2") for line in told["Position"].lines)
    reckoning = "\n".join(told["Reckoning"].lines)
    assert "Strength ratio: +2  [10 against 4, ratio 2/1]" in reckoning
    assert reckoning.count("VV-8.4") >= 9
    dice = told["Dice"].lines
    assert dice[0].startswith("T1/French/combat/1703/result: ")
    assert any(line.startswith("printf '%s' 'T1/French/combat/1703/result#0' | openssl dgst") for line in dice)


def test_a_move_is_traced_to_its_own_order(played: Match) -> None:
    orders = [chapters(played, number_of(played, "units_moved", nth))["Order"].lines[0] for nth in range(3)]
    assert [line.rsplit(": ", 1)[1] for line in orders] == [
        "move Morand to 1702",
        "move Briche to 1602",
        "move Uvarov to 1206",
    ]


def test_orders_of_an_earlier_turn_are_not_what_led_to_it(tmp_path: Path) -> None:
    """The Coalition's text of turn 1 is in force by its standing orders; its moves are not."""
    match = begin(tmp_path / "m")
    play(match, "French", "move Bonnet to 1104")
    play(match, "Coalition", "move Karpenkov to 1105\nstanding orders\n  losses: weakest first")
    play(match, "French", "attack 1105 from 1104", 2)
    address = number_of(match, "combat_resolved")
    told = chapters(match, address)
    assert told["Order"].lines == ("French, line 5 of the text on line 7: attack 1105 from 1104",)
    theirs = re.search(r"Coalition side's reports: (\d+\.\d+)", "\n".join(told["Where"].lines))
    assert theirs is not None
    assert "Order" not in chapters(match, theirs.group(1), "Coalition")


def test_a_refused_line_is_traced_by_its_number(played: Match) -> None:
    address = number_of(played, "refused")
    assert "mvoe x" in "\n".join(line for part in explain(played.folder, address) for line in part.lines)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
@pytest.mark.parametrize("kind", ["combat_resolved", "markers_laid"])
def test_the_openssl_lines_give_the_dice(played: Match, kind: str) -> None:
    """Plain dice and veiled ones: the last command prints the bytes from which the faces are read."""
    lines = chapters(played, number_of(played, kind))["Dice"].lines
    commands = [line for line in lines if line.startswith("printf")]
    printed = [subprocess.run(["sh", "-c", c], capture_output=True, text=True, check=True).stdout for c in commands]
    digest = printed[-1].strip().split()[-1]
    if kind == "markers_laid":
        key = re.search(r"hexkey:([0-9a-f]{64})", commands[-1])
        assert key is not None
        assert printed[0].strip().split()[-1] == key.group(1)
    read = [re.match(r"# byte (\d+): ([0-9a-f]{2}) = \d+; \d+ mod (\d+) \+ 1 = (\d+)", line) for line in lines]
    readings = [match for match in read if match]
    faces = re.search(r": ([\d, ]+) \(", lines[0])
    assert faces is not None
    assert [m.group(4) for m in readings] == faces.group(1).split(", ")
    for found in readings:
        place = 2 * (int(found.group(1)) - 1)
        assert digest[place : place + 2] == found.group(2)
        assert int(found.group(2), 16) % int(found.group(3)) + 1 == int(found.group(4))


def test_a_side_counts_only_what_it_sees(played: Match, tmp_path: Path) -> None:
    """The same event by the umpire's address, by a side's, and in that side's export."""
    address = number_of(played, "combat_resolved")
    where = chapters(played, address)["Where"].lines
    theirs = next(re.search(r"Coalition side's reports: (\d+\.\d+)", line) for line in where if "Coalition" in line)
    assert theirs is not None
    shown = chapters(played, theirs.group(1), "Coalition")
    assert shown[theirs.group(1)].lines[0].startswith("The French attacked 1703")
    assert "Order" not in shown
    path = tmp_path / "export.jsonl"
    path.write_text(export(Whole(played.lines, played.history), played.history.rules.sides[1]), "utf-8")
    home = {chapter.title.split()[0]: chapter for chapter in explain(path, theirs.group(1))}
    assert home[theirs.group(1)].lines[0] == shown[theirs.group(1)].lines[0]
    assert home["Reckoning"] == shown["Reckoning"]
    assert home["Dice"] == shown["Dice"]


def test_a_hidden_event_is_no_gap_in_a_sides_count(played: Match) -> None:
    whole = Whole(played.lines, played.history)
    for side in played.history.rules.sides:
        for number in whole.numbers():
            step = whole.step(side, number)
            assert [n for n, _ in step.events] == list(range(1, len(step.events) + 1))


def test_a_line_without_a_number_lists_its_events(played: Match) -> None:
    seq = played.history.steps[-1].seq
    (only,) = explain(played.folder / "log.jsonl", str(seq))
    assert len(only.lines) == len(played.history.steps[-1].events)
    assert only.lines[0].startswith(f"{seq}.1  ")


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("x", "is no address"),
        ("2.", "is no address"),
        ("99.1", "no line 99"),
        ("1.1", "of kind 'match'"),
        ("3.1", "of kind 'orders'"),
        ("2.99", "has no event 99"),
    ],
)
def test_an_address_that_is_none_is_a_sentence(played: Match, address: str, why: str) -> None:
    with pytest.raises(MatchError, match=why):
        explain(played.folder, address)


def test_a_die_rolled_before_a_pause_is_checked_with_its_own_seed(tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    orders = "bombard 1105 with Artillery\nmove Bonnet to 1104\nmove Morand to 1702\nmove Briche to 1602\n"
    play(match, "French", orders + "attack 1703 from 1702, 1602\n\nstanding orders\n  ask me about head")
    hand_in(match, "French", "answer D1: head Morand")
    run(match)
    told = chapters(match, number_of(match, "combat_resolved"))["Dice"].lines
    assert any(line.startswith("seed of step 3: ") for line in told)
    assert match.history.steps[-1].number == 3
