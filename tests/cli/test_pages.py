"""The pages for umpires and players name commands and options that exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from adjudicator.cli.app import run
from adjudicator.cli.overview import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
CALL = re.compile(r"(?:^|`)\s*adjudicator ([a-z][^`\n]*)", re.MULTILINE)
LOOSE = re.compile(r"`(--[a-z-]+)")


def calls(page: Path) -> list[list[str]]:
    return [shlex.split(found, comments=True) for found in CALL.findall(page.read_text("utf-8"))]


@pytest.fixture(scope="module")
def helps() -> dict[str, str]:
    return {}


def help_of(command: str, helps: dict[str, str], capsys: pytest.CaptureFixture[str]) -> str:
    if command not in helps:
        assert run([*command.split(), "--help"]) == 0
        helps[command] = capsys.readouterr().out
    return helps[command]


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_every_call_on_a_page_can_be_made(
    page: Path, helps: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    for command, *arguments in calls(page):
        assert command in COMMANDS, f"{page.name}: adjudicator {command}"
        if arguments and "COMMAND [ARGS]" in help_of(command, helps, capsys):
            command = f"{command} {arguments[0]}"
        for argument in arguments:
            if argument.startswith("-") and len(argument) > 1:
                assert argument in help_of(command, helps, capsys), f"{page.name}: adjudicator {command} {argument}"


def test_the_umpires_page_names_every_part_of_a_ruling(
    helps: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs" / "umpire.md").read_text("utf-8")
    offered = set(re.findall(r"^  (--[a-z-]+)", help_of("ruling", helps, capsys), re.MULTILINE))
    named = set(LOOSE.findall(page)) | {a for call in calls(ROOT / "docs" / "umpire.md") for a in call}
    assert offered - named == set()
