"""`check_log.py`: the log proved by the standard library alone, and what it finds in forged ones."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from adjudicator.play.match.match import Match
from adjudicator.play.proof.drafting import Wish
from adjudicator.play.proof.rulings import rule
from adjudicator.play.side.exporting import export
from adjudicator.play.side.side_views import Whole
from tests.support.logs import edit, first, forge, last, lines_of, write_lines
from tests.support.small_match import begin, play

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "adjudicator" / "record" / "check_log.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_log", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def says(script: ModuleType, log: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = script.main([str(log)])
    return code, capsys.readouterr().out


def test_it_imports_nothing_of_ours() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT), "nowhere"], capture_output=True, text=True, check=False, cwd="/"
    )
    assert done.returncode == 1
    assert done.stdout.startswith("WRONG: ")
    assert "adjudicator" not in {
        line.split()[1] for line in SCRIPT.read_text("utf-8").splitlines() if line[:6] == "import"
    }


def test_a_real_log_fits(script: ModuleType, log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = says(script, log, capsys)
    assert code == 0, told
    steps = len([line for line in lines_of(log) if line["kind"] == "turn"])
    assert told.startswith(f"{len(lines_of(log))} lines, {steps} steps and ")


def test_a_log_with_rulings_and_a_log_with_a_shut_veil_fit(
    script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = begin(tmp_path / "m", mode="umpire")
    play(match, "French", "move Morand to 1702\nmove Briche to 1602\nattack 1703 from 1702, 1602")
    rule(match, Wish(step=2, sort="correct", reason="x", refuse=("French:6",)))
    rule(match, Wish(step=2, sort="replay", reason="x"))
    play(match, "French", "move Bonnet to 1104")
    code, told = says(script, match.folder / "log.jsonl", capsys)
    assert code == 0, told
    assert "3 veiled rolls can be checked when the veil is opened" in told
    play(match, "Coalition", "resign confirm")
    code, told = says(script, match.folder / "log.jsonl", capsys)
    assert code == 0, told
    assert "veiled" not in told


def test_an_export_fits_as_far_as_it_goes(
    script: ModuleType, match: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "export.jsonl"
    path.write_text(export(Whole(match.lines, match.history), match.history.rules.sides[0]), "utf-8")
    code, told = says(script, path, capsys)
    assert code == 0, told
    assert "lines are a part only and taken on trust" in told
    assert "Not checked, because that needs the rules" in told


def change_die(line: dict[str, Any]) -> None:
    roll = next(roll for event in line["body"]["events"] for roll in event.get("rolls", ()))
    roll["faces"][0] = roll["faces"][0] % 6 + 1


def with_dice(log: Path) -> int:
    return next(
        int(line["seq"])
        for line in lines_of(log)
        if line["kind"] == "turn" and line["seq"] > 2 and any(e.get("rolls") for e in line["body"]["events"])
    )


def test_what_it_finds(script: ModuleType, log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = log.read_bytes()
    turn, orders = first(log, "turn", after=3), first(log, "orders")
    cases: list[tuple[Any, str]] = [
        (lambda: edit(log, orders, lambda line: line["body"].update(text="resign")), f"line {orders}: its hash"),
        (lambda: forge(log, orders, lambda line: line["body"].update(text="resign")), "the text is not the one"),
        (lambda: forge(log, orders, lambda line: line["body"].update(salt="0" * 32)), "its salt is not"),
        (lambda: forge(log, turn, lambda line: line["body"].update(links=["ab" * 32])), "its link does not hash"),
        (lambda: forge(log, turn, lambda line: line["body"].update(seed="ab" * 32)), "its seed is not"),
        (lambda: forge(log, turn, lambda line: line["body"].update(step=9)), "does not hash to that of step 8"),
        (lambda: forge(log, turn, lambda line: line["body"].update(more=9)), "may not have: more"),
        (lambda: forge(log, turn, lambda line: line["body"].update(follows=9)), "other lines follow it"),
        (lambda: edit(log, turn, lambda line: line.update(cut=True)), "line 4: "),
        (lambda: forge(log, turn, lambda line: line["body"].update(orders=["ab" * 32])), "not on record before it"),
        (lambda: forge(log, with_dice(log), change_die), "are not what the seed gives"),
        (lambda: forge(log, 1, lambda line: line["body"].update(veil="ab" * 32)), "the veil is not the one"),
        (lambda: forge(log, turn, lambda line: line["body"].pop("links")), "its body lacks links"),
        (lambda: log.write_bytes(good[:-1]), "the last line has no end"),
        (lambda: log.write_bytes(good.replace(b'"seq":4', b'"seq": 4')), "one canonical way"),
        (lambda: log.write_bytes(b"".join(good.splitlines(keepends=True)[:3:2])), "does not follow on the line before"),
        (lambda: log.write_bytes(b"\xff\n"), "WRONG"),
        (lambda: log.write_bytes(b""), "WRONG"),
        (lambda: log.write_bytes(b"[]\n"), "WRONG"),
    ]
    for spoil, expected in cases:
        log.write_bytes(good)
        spoil()
        code, told = says(script, log, capsys)
        assert code == 1, expected
        assert expected in told


def test_a_label_rolled_twice_is_found(script: ModuleType, log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def twice(line: dict[str, Any]) -> None:
        event = next(event for event in line["body"]["events"] if event.get("rolls"))
        event["rolls"].append(event["rolls"][0])

    forge(log, with_dice(log), twice)
    code, told = says(script, log, capsys)
    assert code == 1
    assert "are rolled twice" in told


def test_a_die_with_impossible_sides_does_not_hang(
    script: ModuleType, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = lines_of(log)
    roll = next(
        r for line in lines if line["kind"] == "turn" for e in line["body"]["events"] for r in e.get("rolls", ())
    )
    roll["sides"] = 1000
    write_lines(log, lines)
    for sides in (0, 257, -6):
        with pytest.raises(script.WrongError, match="sides"):
            script.faces(b"x" * 32, "label", [sides])
    assert says(script, log, capsys)[0] == 1
    assert last(log, "turn") > 1


def test_without_a_log_it_says_how_it_is_used(script: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert script.main([]) == 2
    assert "python3 check_log.py log.jsonl" in capsys.readouterr().err
