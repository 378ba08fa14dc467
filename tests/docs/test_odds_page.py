"""docs/odds.md: the example of the page is what the program answers."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from adjudicator.cli.app import run

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "odds.md").read_text("utf-8")


def _commands() -> list[list[str]]:
    lines = [line.strip() for line in PAGE.splitlines() if line.startswith("    adjudicator ")]
    return [shlex.split(line)[1:] for line in lines]


@pytest.fixture
def match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The match of the page, waiting for French orders."""
    monkeypatch.chdir(tmp_path)
    for command in _commands()[:2]:
        assert run(command) == 0
    capsys.readouterr()


@pytest.mark.usefixtures("match")
def test_the_example_answers_as_the_page_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(_commands()[2]) == 0
    assert capsys.readouterr().out.strip() == PAGE.split("```")[1].strip()


@pytest.mark.usefixtures("match")
def test_at_home_a_side_gets_the_same_answer(capsys: pytest.CaptureFixture[str]) -> None:
    run(["export", "--match", "first-steps", "--side", "French", "-o", "export.jsonl"])
    capsys.readouterr()
    assert run([*_commands()[2][:4], "--match", "export.jsonl"]) == 0
    assert capsys.readouterr().out.strip() == PAGE.split("```")[1].strip()


@pytest.mark.usefixtures("match")
def test_json_has_exact_fractions(capsys: pytest.CaptureFixture[str]) -> None:
    import json
    from fractions import Fraction

    run([*_commands()[2], "--json"])
    told = json.loads(capsys.readouterr().out)
    for case in told["cases"]:
        assert case["exact"]
        assert sum(Fraction(one["probability"]) for one in case["outcomes"]) == 1
        for figure in case["figures"]:
            assert sum(Fraction(value["probability"]) for value in figure["values"]) == 1


@pytest.mark.usefixtures("match")
def test_check_adds_a_line_to_each_attack(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "turn: 1\nside: French\nmove Soult, Compans to 1203\nattack 1204\n"
    Path("french.txt").write_text(text, "utf-8")
    run(["check", "french.txt", "--match", "first-steps", "--odds"])
    said = capsys.readouterr().out
    assert said.count("french.txt:4: odds if 1204 held by the ") == 2


@pytest.mark.usefixtures("match")
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["attak 1204", "--side", "French"], "begins no order"),
        (["attack 1204", "--side", "Coalition"], "The match waits for the orders of French"),
        (["attack 1204"], "Odds are a side's"),
        (["# nothing", "--side", "French"], "There is no order to weigh."),
    ],
)
def test_what_cannot_be_weighed_gets_a_sentence(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["odds", *arguments, "--match", "first-steps"]) != 0
    assert says in capsys.readouterr().err
