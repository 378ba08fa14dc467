"""Outposts as somebody else would use it: installed by pip beside the adjudicator, played from the command line."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PLUGIN = ROOT / "examples" / "plugin"
BLUE = """match: my-match
turn: 1
side: Blue

march Blue 1st to the bridge
march Blue 2nd to the farm
if the bridge is empty: march Blue 2nd to the bridge
"""
RED = """match: my-match
turn: 1
side: Red

march Red 1st to the bridge

standing orders
  when attacked at the bridge: fall back
"""


class Shell:
    """Commands in a folder of their own, with the packages of a folder beside ours."""

    def __init__(self, packages: Path, folder: Path) -> None:
        self.folder = folder
        self._env = {**os.environ, "PYTHONPATH": f"{packages}{os.pathsep}{ROOT}", "SOURCE_DATE_EPOCH": "1790000000"}

    def __call__(self, *arguments: str, code: int = 0) -> str:
        command = [sys.executable, "-m", "adjudicator", *arguments]
        done = subprocess.run(command, cwd=self.folder, env=self._env, capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stderr, done.stderr
        assert done.returncode == code, f"{arguments}: {done.stdout}{done.stderr}"
        return done.stdout + done.stderr


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pip put the plug-in."""
    target = tmp_path_factory.mktemp("packages")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--target", str(target), str(PLUGIN)], check=True)
    return target


@pytest.fixture(scope="module")
def shell(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A match of Outposts after the first turns of both sides."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "blue.txt").write_text(BLUE, "utf-8")
    (folder / "red.txt").write_text(RED, "utf-8")
    shell = Shell(packages, folder)
    shell("new", "outposts", "my-match", "--seed", "a foggy morning")
    shell("run", "--match", "my-match")
    (folder / "seen.json").write_text(shell("state", "--match", "my-match", "--side", "Red"), "utf-8")
    shell("submit", "blue.txt", "--match", "my-match")
    told = shell("run", "--match", "my-match")
    if "D1" in told:
        (folder / "answer.txt").write_text("match: my-match\nside: Red\n\nanswer D1: hold\n", "utf-8")
        shell("submit", "answer.txt", "--match", "my-match")
        shell("run", "--match", "my-match")
    shell("submit", "red.txt", "--match", "my-match")
    shell("run", "--match", "my-match", "--without", "Blue", "--turn", "1")
    return shell


def test_it_is_listed(shell: Shell) -> None:
    assert re.search(r"^outposts +Outposts \(outposts\): Blue, Red$", shell("scenarios"), re.MULTILINE)


def test_check_finds_what_the_turn_would_refuse(shell: Shell) -> None:
    (shell.folder / "wrong.txt").write_text(BLUE.replace("turn: 1", "turn: 2"), "utf-8")
    told = shell("check", "wrong.txt", "--match", "my-match", code=1)
    assert "OUT-2" in told
    assert "cannot reach the farm" in told


def test_the_turn_is_told_in_its_own_words(shell: Shell) -> None:
    report = shell("report", "--match", "my-match", "--side", "Blue", "--format", "txt")
    assert "Reserve lies hidden at the" in shell("report", "--match", "my-match", "--step", "1", "--side", "Blue")
    assert "Red Reserve lies hidden" not in report
    for form in ("html", "md", "bbcode"):
        assert "Outposts" in shell("report", "--match", "my-match", "--side", "Blue", "--format", form)


def test_a_game_without_a_map_says_so(shell: Shell) -> None:
    assert "no map" in shell("map", "--match", "my-match", "--side", "Blue", "-o", "map.svg", code=1)


def test_the_outbox_holds_reports_forms_and_exports(shell: Shell) -> None:
    latest = shell.folder / "my-match" / "outbox" / "Blue" / "latest"
    assert {"report.html", "report.txt", "export.jsonl"} <= {path.name for path in latest.iterdir()}


def test_it_is_proved_like_any_other(shell: Shell) -> None:
    assert shell("verify", "my-match/log.jsonl").startswith("intact")
    shell("export", "--match", "my-match", "--side", "Blue", "-o", "blue.jsonl")
    assert shell("verify", "my-match/log.jsonl", "--against", "blue.jsonl").startswith("intact")
    assert "consistent" in shell("verify", "blue.jsonl")


def test_the_hidden_reserve_is_not_in_the_enemy_s_export(shell: Shell) -> None:
    shell("export", "--match", "my-match", "--side", "Red", "-o", "red.jsonl")
    first = next(json.loads(line) for line in (shell.folder / "red.jsonl").read_text("utf-8").splitlines()[1:])
    assert [event.get("company") for event in first["body"]["events"] if event["kind"] == "reserve_placed"] == ["Red-3"]
    seen = json.loads((shell.folder / "seen.json").read_text("utf-8"))["companies"]
    assert seen["Blue-3"].get("place") is None
    assert seen["Red-3"]["place"] in ("farm", "bridge")


def test_an_event_is_explained(shell: Shell) -> None:
    assert "OUT-1" in shell("explain", "my-match/log.jsonl", "2.2")


def test_rules_and_schemas_know_it(shell: Shell) -> None:
    assert "OUT-4" in shell("rules", "outposts")
    assert "holds, or falls back" in shell("rules", "outposts", "OUT-3")
    schema = json.loads(shell("schema"))
    assert "outposts" in schema["orders"]
    assert "March" in json.dumps(schema["orders"]["outposts"])


Spoil = tuple[str, str, str]
"""A file of the plug-in, what is written there, and what stands there instead."""

BROKEN: dict[str, tuple[Spoil, tuple[str, ...], int, str]] = {
    "it does not start": (
        ("__init__.py", "from __future__ import annotations", "raise RuntimeError('half installed')"),
        ("new", "outposts", "m", "--seed", "x"),
        2,
        "The rule system 'outposts' cannot be used: it does not start (RuntimeError: half installed).",
    ),
    "its entry is none": (
        ("__init__.py", "ENTRY = RulesetEntry(", "ENTRY = dict("),
        ("new", "outposts", "m", "--seed", "x"),
        2,
        "outposts:ENTRY is no RulesetEntry.",
    ),
    "its scenarios are none": (
        ("__init__.py", "scenarios=(", "scenarios=7 or ("),
        ("new", "outposts", "m", "--seed", "x"),
        2,
        "outposts:ENTRY is no RulesetEntry with a tuple of scenarios.",
    ),
    "it is called as one of ours": (
        ("__init__.py", 'name="outposts",\n            rule', 'name="bautzen",\n            rule'),
        ("new", "outposts", "m", "--seed", "x"),
        2,
        "its scenario 'bautzen' is called as one of vv1813",
    ),
    "it cannot be read": (
        ("game.py", "class Outposts", "class class Outposts"),
        ("status", "--match", "my-match"),
        1,
        "The rule system 'outposts' cannot set up 'outposts' (SyntaxError",
    ),
    "it loads nothing": (
        ("__init__.py", "return Outposts()", "return None"),
        ("status", "--match", "my-match"),
        1,
        "cannot set up 'outposts' (TypeError: what it loads has no name)",
    ),
    "its data cannot be found": (
        ("__init__.py", "orders=order_types,", "orders=order_types, data_folders=lambda name: 1 // 0,"),
        ("status", "--match", "my-match"),
        1,
        "cannot name the data of 'outposts' (ZeroDivisionError",
    ),
    "its rules fail": (
        ("game.py", "def set_up(run: Here) -> Telling:", "def set_up(run: Here) -> Telling:\n    1 // 0"),
        ("run", "--match", "fresh"),
        1,
        "The rule system 'outposts' failed at game.py, line",
    ),
    "its sequence of play fails": (
        ("game.py", "    def view(self", "    def next(self, state): 1 // 0\n\n    def view(self"),
        ("status", "--match", "my-match"),
        1,
        "The rule system 'outposts' failed at game.py, line",
    ),
    "its grammar has a mistake": (
        ("outposts.lark", "%import", "order: %%% no grammar\n%import"),
        ("check", "blue.txt", "--match", "my-match"),
        1,
        "The grammar outposts.lark cannot be used:",
    ),
    "its words are no TOML": (
        ("outposts.toml", "[examples]", "[examples"),
        ("check", "blue.txt", "--match", "my-match"),
        1,
        "outposts.toml is not valid TOML",
    ),
    "its phrases have a mistake": (
        ("templates/phrases/outposts.j2", "{% macro", "{% macro %}{% macro"),
        ("report", "--match", "my-match", "--side", "Blue"),
        1,
        "phrases/outposts.j2, line 2:",
    ),
    "its catalogue is no TOML": (("rules.toml", "[[rule]]", "[[rule"), ("rules", "outposts"), 1, "is not valid TOML"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_plug_in_gets_a_sentence_and_costs_the_others_nothing(
    packages: Path, shell: Shell, tmp_path: Path, what: str
) -> None:
    (name, good, bad), command, code, sentence = BROKEN[what]
    broken = Path(shutil.copytree(packages, tmp_path / "packages"))
    shell("new", "outposts", str(tmp_path / "fresh"), "--seed", "x")
    shutil.copytree(shell.folder / "my-match", tmp_path / "my-match")
    shutil.copy(shell.folder / "blue.txt", tmp_path / "blue.txt")
    file = broken / "outposts" / name
    text = file.read_text("utf-8")
    assert good in text
    file.write_text(text.replace(good, bad, 1), "utf-8")
    spoiled = Shell(broken, tmp_path)
    told = spoiled(*command, code=code)
    assert sentence in told
    assert "mistake of the program" not in told
    assert "bautzen" in spoiled("scenarios")
    assert '"vv1813"' in spoiled("schema")


def test_a_plug_in_without_a_catalogue_or_phrases_can_be_played(packages: Path, shell: Shell, tmp_path: Path) -> None:
    bare = Path(shutil.copytree(packages, tmp_path / "packages"))
    (bare / "outposts" / "rules.toml").unlink()
    shutil.rmtree(bare / "outposts" / "templates")
    shutil.copytree(shell.folder / "my-match", tmp_path / "my-match")
    bare_shell = Shell(bare, tmp_path)
    assert "outposts brings no catalogue of its rules." in bare_shell("rules", "outposts")
    report = bare_shell("report", "--match", "my-match", "--step", "1", "--side", "Blue")
    assert "Reserve placed." in report
