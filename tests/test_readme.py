"""The README is true: its first turn is played in an empty folder, word for word."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)#]+)")


def blocks() -> list[tuple[str, str]]:
    """Fenced blocks: their language, and their text without the indent of the list."""
    found = []
    for indent, language, text in BLOCK.findall(README):
        found.append((language, "\n".join(line.removeprefix(indent) for line in text.splitlines()) + "\n"))
    return found


def test_the_first_turn_can_be_played_as_written(tmp_path: Path) -> None:
    commands = tmp_path / "bin"
    commands.mkdir()
    script = commands / "adjudicator"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m adjudicator "$@"\n', "utf-8")
    script.chmod(0o755)
    env = {**os.environ, "PATH": f"{commands}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    said: list[str] = []
    for language, text in blocks():
        if language == "text":
            (tmp_path / "french.txt").write_text(text, "utf-8")
            continue
        assert language == "sh"
        done = subprocess.run(["sh", "-ec", text], cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{text}\n{done.stdout}\n{done.stderr}"
        said.append(done.stdout)
    assert "intact" in said[-1]
    assert "Bonnet" in said[-1]
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "first-steps" / "log.jsonl").exists()


def test_the_readme_fits_one_screen_and_a_half() -> None:
    assert len(README.splitlines()) <= 75


def test_links_of_the_documentation_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]:
        for target in LINK.findall(page.read_text("utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"
