"""Help, completion, pipes, progress: how the command line behaves in a shell."""

from __future__ import annotations

import contextlib
import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.cli.overview import COMMANDS, overview
from tests.cli.conftest import ROOT, Cli
from tests.support.small_match import begin

LIGHT = """
import sys
sys.argv = ["adjudicator", *{arguments!r}]
from adjudicator.cli import main
try:
    main()
finally:
    tops = {{name.split(".")[0] for name in sys.modules}}
    heavy = sorted(tops & {{"pydantic", "lark", "jinja2", "rich", "typer", "email"}})
    ours = sorted(name for name in sys.modules if name.startswith("adjudicator.") and ".cli" not in name)
    sys.stderr.write(" ".join([*heavy, *ours]))
"""


def loaded(environment: dict[str, str], *arguments: str) -> list[str]:
    program = LIGHT.format(arguments=list(arguments))
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    return done.stderr.split()


def test_help_loads_nothing_heavy(environment: dict[str, str]) -> None:
    assert loaded(environment, "--help") == []


def test_the_help_of_a_command_loads_no_rules_and_no_reports(environment: dict[str, str]) -> None:
    names = loaded(environment, "check", "--help")
    assert not {"lark", "jinja2", "rich"} & set(names)
    assert not [name for name in names if name.startswith(("adjudicator.play", "adjudicator.rulesets"))]


def test_help_lists_every_command_with_and_without_typer(cli: Cli, tmp_path: Path) -> None:
    plain = cli("--help", cwd=tmp_path).stdout
    assert plain == overview()
    assert cli(cwd=tmp_path).stdout == plain
    for name in COMMANDS:
        assert f"  {name} " in plain
    from adjudicator.cli.app import run

    assert run(["--version"]) == 0


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_command_has_help_with_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    from adjudicator.cli.app import run

    assert run([command, "--help"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"Usage: adjudicator {command}")
    assert f"  adjudicator {command}" in told.split("Example", 1)[1]


def test_completion_of_commands_and_values(cli: Cli, tmp_path: Path) -> None:
    def complete(words: str, number: int) -> list[str]:
        more = {"_ADJUDICATOR_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(number)}
        return cli(cwd=tmp_path, **more).stdout.split()

    assert complete("adjudicator re", 1) == ["report", "replay"]
    assert "bautzen" in complete("adjudicator new ", 2)
    assert complete("adjudicator report --format h", 3) == ["html"]
    assert "French" in complete("adjudicator report --side F", 3)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_the_completion_script_can_be_shown(environment: dict[str, str], tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m adjudicator --show-completion; true'
    done = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert "_ADJUDICATOR_COMPLETE=complete_bash" in done.stdout, done.stderr


def test_a_reader_who_goes_away_is_no_error_message(environment: dict[str, str], tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m adjudicator rules vv1813 --json | head -c 10'
    done = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.stdout == '{\n  "rules'
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_standard_output_is_a_sentence(environment: dict[str, str], tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m adjudicator rules vv1813 > /dev/full'
    done = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("error: The disk is full.")
    assert "Traceback" not in done.stderr


def test_progress_is_shown_on_a_terminal_only(environment: dict[str, str], tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    command = [sys.executable, "-m", "adjudicator", "verify", str(match.folder)]
    master, slave = pty.openpty()
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=slave, check=False, cwd=ROOT)
    os.close(slave)
    shown = os.read(master, 10000).decode()
    os.close(master)
    assert done.stdout.startswith(b"intact")
    assert "verifying 100 %" in shown
    quiet = subprocess.run(command, env=environment, capture_output=True, check=False, cwd=ROOT)
    assert quiet.stderr == b""


def on_a_terminal(command: list[str], environment: dict[str, str], **more: str) -> str:
    """What a command writes where both streams are a terminal."""
    master, slave = pty.openpty()
    running = subprocess.Popen(command, env={**environment, **more}, stdout=slave, stderr=slave, cwd=ROOT)
    os.close(slave)
    shown = b""
    with contextlib.suppress(OSError):  # the terminal closes when its last writer has gone
        while part := os.read(master, 10000):
            shown += part
    os.close(master)
    running.wait()
    return shown.decode()


def test_mistakes_are_coloured_on_a_terminal_that_knows_colours(environment: dict[str, str], tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    orders = tmp_path / "orders.txt"
    orders.write_text("match: small\nturn: 1\nside: French\n\nmvoe Bonnet to 1104\n")
    command = [sys.executable, "-m", "adjudicator", "check", str(orders), "--match", str(match.folder)]
    red, yellow = "\033[31m", "\033[33m"
    shown = on_a_terminal(command, environment, TERM="xterm", NO_COLOR="")
    assert f'{red}orders.txt:5:1: not understood: "mvoe" begins no order' in shown
    assert f"{yellow}orders.txt: warning" in shown
    for more in ({"TERM": "dumb", "NO_COLOR": ""}, {"TERM": "xterm", "NO_COLOR": "1"}):
        assert "\033[3" not in on_a_terminal(command, environment, **more)
    piped = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=ROOT)
    assert "\033" not in piped.stdout + piped.stderr


def test_run_shows_how_far_it_is_with_what_is_to_be_sent(environment: dict[str, str], tmp_path: Path) -> None:
    match = begin(tmp_path / "m")
    command = [sys.executable, "-m", "adjudicator", "run", "--match", str(match.folder)]
    assert "writing reports 100 %" in on_a_terminal(command, environment)


def test_letters_that_a_terminal_cannot_show_are_replaced(cli: Cli, tmp_path: Path) -> None:
    told = cli("rules", "vv1813", "VV-8.4e", cwd=tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0").stdout
    assert "VV-8.4e" in told
