"""A match from `new` to `verify`, every command in a process of its own."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Cli

FRENCH = """match: our-match
turn: 1
side: French

move Morand to 1702
move Briche to 1602
attack 1703 from 1702, 1602
move Bonnet to 1104

standing orders
  ask me about head
"""


def text(done: subprocess.CompletedProcess[str]) -> str:
    return done.stdout


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cli")


@pytest.fixture(scope="module")
def begun(cli: Cli, place: Path) -> str:
    """`new` and the first `run`."""
    told = text(cli("new", "bautzen", "our-match", cwd=place))
    assert "mode umpire" in told
    assert "Back up secret.json" in told
    assert (place / "our-match" / "secret.json").stat().st_mode & 0o077 == 0
    ran = text(cli("run", "--match", "our-match", "--no-outbox", cwd=place))
    assert "step 1" in ran
    assert not (place / "our-match" / "outbox").exists()
    assert "Waiting for French: orders" in ran
    return told


@pytest.fixture(scope="module")
def asked(cli: Cli, place: Path, begun: str) -> str:
    """Orders checked at home, handed in, and run to the first question."""
    assert begun
    (place / "french.txt").write_text(FRENCH, "utf-8")
    cli("export", "--match", "our-match", "--side", "French", "-o", "home.jsonl", cwd=place)
    checked = text(cli("check", "french.txt", "--match", "home.jsonl", cwd=place))
    assert "0 errors" in checked
    assert "Bonnet: 1003 -> 1104" in checked
    receipt = text(cli("submit", "french.txt", "--match", "our-match", cwd=place))
    assert "French: orders, turn 1." in receipt
    assert len(list((place / "our-match" / "received").iterdir())) == 1
    ran = text(cli("run", "--match", "our-match", "--no-outbox", cwd=place))
    assert "Waiting for French: an answer to D1" in ran
    assert "D1 (French): " in ran
    return ran


@pytest.fixture(scope="module")
def played(cli: Cli, place: Path, asked: str) -> Path:
    """The question answered by mail, the Coalition played without."""
    assert asked
    mail = (
        "From: a@example.org\nTo: b@example.org\nSubject: answer\nContent-Type: text/plain; charset=utf-8\n\n"
        "Dear umpire,\nBEGIN ORDERS\nmatch: our-match\nturn: 1\nside: French\n\nanswer D1: head Morand\n"
        "END ORDERS\nYours, Soult\n"
    )
    (place / "answer.eml").write_text(mail, "utf-8")
    assert "answer to D1" in text(cli("submit", "answer.eml", "-m", "our-match", "--side", "French", cwd=place))
    assert "example.org" not in (place / "our-match" / "log.jsonl").read_text("utf-8")
    ran = text(cli("run", "-m", "our-match", "--without", "Coalition", cwd=place))
    assert "without Coalition" in ran
    assert "Waiting for French: orders" in ran
    kept = [folder.name for folder in (place / "our-match" / "outbox" / "French").iterdir()]
    assert len(kept) == 5, "one folder for each step, and the latest"
    return place / "our-match"


def test_status_in_words_and_json(cli: Cli, played: Path) -> None:
    told = text(cli("status", "--match", played, cwd=played))
    assert "turn 2" in told
    assert "waiting for French: orders" in told
    assert "French morale" in told
    plain = json.loads(text(cli("status", "--json", cwd=played)))
    assert plain["match"] == "our-match"
    assert plain["waiting"][0]["side"] == "French"


def test_reports_and_maps(cli: Cli, played: Path, place: Path) -> None:
    report = text(cli("report", "-m", played, "--side", "French", cwd=place))
    assert "Morand" in report
    log = [json.loads(line) for line in (played / "log.jsonl").read_text("utf-8").splitlines()]
    assert log[-1]["hash"] in report
    cli("report", "-m", played, "-s", "coal", "--format", "html", "-o", "c.html", cwd=place)
    assert (place / "c.html").read_text("utf-8").lower().startswith("<!doctype html>")
    home = played / "outbox" / "French" / "latest" / "export.jsonl"
    assert text(cli("report", "-m", home, cwd=place)) == report
    cli("map", "-m", played, "--side", "French", "-o", "map.svg", cwd=place)
    cli("map", "-m", home, "-o", "map.png", cwd=place)
    assert "<svg" in (place / "map.svg").read_text("utf-8")
    assert (place / "map.png").read_bytes().startswith(b"\x89PNG")
    assert (played / "outbox" / "French" / "latest" / "map.svg").read_bytes() == (place / "map.svg").read_bytes()


def test_export_verify_head_and_against(cli: Cli, played: Path, place: Path) -> None:
    told = text(cli("export", "-m", played, "--side", "French", "-o", "mine.jsonl", cwd=place))
    assert "the French side's log" in told
    assert (place / "mine.jsonl").read_bytes() == (
        played / "outbox" / "French" / "latest" / "export.jsonl"
    ).read_bytes()
    whole = text(cli("verify", played / "log.jsonl", "--against", "mine.jsonl", cwd=place))
    assert whole.startswith("intact: ")
    assert "are what the whole log gives" in whole
    head = json.loads((place / "mine.jsonl").read_text("utf-8").splitlines()[2])["hash"]
    log = played / "log.jsonl"
    plain: dict[str, Any] = json.loads(text(cli("verify", log, "--head", head[:16], "--json", cwd=place)))
    assert plain["verdict"] == "intact"
    assert plain["good"] is True
    assert "line 3" in plain["head"]
    own: dict[str, Any] = json.loads(text(cli("verify", "mine.jsonl", "--json", cwd=place)))
    assert (own["verdict"], own["good"], own["export"]) == ("consistent", True, "French")
    assert own["trusted"]


def test_where_the_whole_log_is_wanted_an_export_gives_exit_code_1(cli: Cli, played: Path, place: Path) -> None:
    cli("export", "-m", played, "--side", "French", "-o", "mine.jsonl", cwd=place)
    head = json.loads((place / "mine.jsonl").read_text("utf-8").splitlines()[2])["hash"]
    for question in (["--whole"], ["--head", head], ["--against", "mine.jsonl"]):
        done = cli("verify", "mine.jsonl", *question, cwd=place, code=1)
        assert text(done).startswith("consistent, but not what was asked for: ")
    assert text(cli("verify", played / "log.jsonl", "--whole", cwd=place)).startswith("intact: ")
    done = cli("verify", played / "log.jsonl", "--head", "0" * 64, cwd=place, code=1)
    assert text(done).startswith("intact, but not what was asked for: No line of this log has the hash")


def test_verify_says_no_with_exit_code_1(cli: Cli, played: Path, place: Path) -> None:
    bad = place / "bad.jsonl"
    bad.write_text((played / "log.jsonl").read_text("utf-8").replace("move Bonnet", "move Friant"), "utf-8")
    told = text(cli("verify", bad, cwd=place, code=1))
    assert told.startswith("tampered: Line 3 does not fit: its hash")


def test_state_and_explain(cli: Cli, played: Path, place: Path) -> None:
    whole = json.loads(text(cli("state", "-m", played, cwd=place)))
    mine = json.loads(text(cli("state", "-m", played, "--side", "French", cwd=place)))
    assert whole["turn"] == mine["turn"] == 2
    assert "pirch" in whole["armies"]["Coalition"]["units"]
    assert len(mine["armies"]["Coalition"]["units"]) < len(whole["armies"]["Coalition"]["units"])
    log = [json.loads(line) for line in (played / "log.jsonl").read_text("utf-8").splitlines()]
    address = next(
        f"{line['seq']}.{number}"
        for line in log
        if line["kind"] == "turn"
        for number, event in enumerate(line["body"]["events"], start=1)
        if event["kind"] == "combat_resolved"
    )
    told = text(cli("explain", played / "log.jsonl", address, cwd=place))
    assert "attack 1703 from 1702, 1602" in told
    assert "VV-8.4a1" in told
    assert "openssl dgst -sha256 -mac HMAC -macopt hexkey:" in told


def test_a_ruling_of_each_kind(cli: Cli, played: Path, place: Path) -> None:
    told = text(cli("ruling", "-m", played, "--step", 2, "--reason", "misread", "--refuse", "French:8", cwd=place))
    assert "step 2, correct. misread" in told
    assert "is now line" in told
    told = text(cli("ruling", "-m", played, "--step", 4, "--kind", "replay", "--reason", "wrong mail", cwd=place))
    assert "step 4: put back" in told
    assert "to be played anew, because wrong mail" in text(cli("status", "-m", played, cwd=place))
    assert text(cli("verify", played, cwd=place)).startswith("intact: ")


def test_scenarios_rules_and_schema(cli: Cli, place: Path) -> None:
    assert "bautzen" in text(cli("scenarios", cwd=place))
    assert "fog = " in text(cli("scenarios", "bautzen", cwd=place))
    plain = json.loads(text(cli("rules", "vv1813", "--json", cwd=place)))
    assert len(plain["rules"]) >= 176
    assert list(plain["rules"][0]) == ["id", "summary", "source", "status", "where", "tests", "rulings", "why"]
    assert "Q22" in text(cli("rules", "vv1813", "VV-8.4e", cwd=place))
    ruling = text(cli("rules", "vv1813", "q22", cwd=place))
    assert ruling.startswith("Q22  [ruling]  ")
    assert "VV-8.4e" in ruling
    assert {"orders", "events", "log"} <= json.loads(text(cli("schema", cwd=place))).keys()
