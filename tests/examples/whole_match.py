"""What every example match must keep: its proof, its files, its page."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from adjudicator.core.types import Event
from adjudicator.play.proof.verifying import verify_file
from adjudicator.play.side.export_view import open_source
from adjudicator.play.side.side_views import Whole

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


def opened(example: Path) -> Whole:
    """The match on disk."""
    source = open_source(example / "log.jsonl")
    assert isinstance(source, Whole)
    return source


def events_of(whole: Whole) -> list[Event]:
    """Everything that happened, in the history that stands."""
    return [event for step in whole.history.steps for event in step.events]


def assert_intact(example: Path) -> None:
    """`verify` recomputes it, and the script that knows nothing of ours agrees."""
    log = example / "log.jsonl"
    verdict = verify_file(log)
    assert verdict.good, verdict.what
    script = [sys.executable, str(ROOT / "scripts" / "check_log.py"), str(log)]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def assert_export(example: Path, side: str) -> None:
    """A side's export is intact, and is what the whole log gives."""
    export = example / "exports" / f"{side}.jsonl"
    verdict = verify_file(example / "log.jsonl", against=export)
    assert verdict.good, verdict.against
    assert verify_file(export).good


def assert_page(example: Path) -> None:
    """The README points at files that are there, and nothing secret lies about."""
    page = (example / "README.md").read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", page) if "://" not in link]
    assert len(links) >= 6
    assert [link for link in links if not (example / link).exists()] == []
    assert not list(example.rglob("secret.json"))


def explained(whole: Whole, example: Path, remark: str) -> Event:
    """The event whose address stands before a remark in the README's commands (as the umpire counts)."""
    found = re.search(rf"explain \S+ (\d+)\.(\d+) +# {re.escape(remark)}", (example / "README.md").read_text("utf-8"))
    assert found is not None
    return whole.history.by_seq[int(found.group(1))].events[int(found.group(2)) - 1]
