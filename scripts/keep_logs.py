"""Keeps logs of this version in tests/logs, and at a release lists the version by its digests.

python scripts/keep_logs.py              plays the examples and keeps their logs and data in tests/logs/VERSION
python scripts/keep_logs.py --release    the same, and lists the version in adjudicator/releases.toml

Each log lies with the data that it was played with and the verdict that it must keep; beside the logs stands what
they are read into, class by class, so that no later version forgets a default. While a version is developed it
is in no list: its logs are intact as long as they can be recomputed, and are made anew here when a change was meant.
Once a version is listed its logs stay as they are. If a later version gives another result, the verdict filed beside
the log becomes `other version`, from a named step, and the changelog says why.

After a release the version in adjudicator/__init__.py and pyproject.toml goes up with the next change.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import adjudicator  # noqa: E402
from adjudicator.core.canon import canonical  # noqa: E402
from adjudicator.core.errors import AdjudicatorError  # noqa: E402
from adjudicator.play.match.match import Match  # noqa: E402
from adjudicator.play.proof.verifying import verify_file  # noqa: E402
from adjudicator.record.versions import LIST, releases_in  # noqa: E402
from scripts.kept_fields import FILE, fields_now, written  # noqa: E402
from scripts.make_example import load, own_clock, play, texts  # noqa: E402

EXAMPLES = ROOT / "examples"
LOGS = ROOT / "tests" / "logs"
RELEASES = ROOT / "adjudicator" / LIST
VERSION = adjudicator.__version__


def played(example: Path, folder: Path) -> Match:
    """An example played to its end in a folder."""
    with own_clock():
        *_, (_, match) = play(load(example), texts(example), folder)
    return match


def keep(match: Match, folder: Path) -> None:
    """Keep a match's log and data, with the verdict that they get now."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(match.folder / "data", folder / "data")
    shutil.copy(match.folder / "log.jsonl", folder / "log.jsonl")
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    verdict = verify_file(folder / "log.jsonl")
    if not verdict.good:
        raise ValueError(f"{folder.name} is not intact: {verdict.headline()}")
    (folder / "verdict.toml").write_text('verdict = "intact"\n', "utf-8")


def entry(matches: list[Match]) -> str:
    """This version as the list of releases has it."""
    signed = [match.setup.by() for match in matches]
    rulesets = sorted({by["ruleset"] for by in signed})
    data = sorted({by["data"] for by in signed})
    lines = [
        "",
        "[[release]]",
        f"version = {canonical(VERSION)}",
        f"engine = {canonical(signed[0]['engine'])}",
        "rulesets = [",
        *(f"    {canonical(one)}," for one in rulesets),
        "]",
        "data = [",
        *(f"    {canonical(one)}," for one in data),
        "]",
        f"get = {canonical(f'pip install adjudicator=={VERSION}')}",
    ]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Keep the logs; with --release list the version too."""
    if set(arguments) - {"--release"}:
        sys.stderr.write(__doc__ or "")
        return 2
    if any(release.version == VERSION for release in releases_in(RELEASES.parent)):
        sys.stderr.write(f"{VERSION} is released: its logs stay as they are. Give the next version its number first.\n")
        return 1
    with tempfile.TemporaryDirectory() as scratch:
        try:
            matches = [played(example, Path(scratch) / example.name) for example in sorted(_examples())]
            for match in matches:
                keep(match, LOGS / VERSION / match.folder.name)
            (LOGS / VERSION / FILE).write_text(written(fields_now()), "utf-8")
        except (AdjudicatorError, ValueError, OSError) as trouble:
            sys.stderr.write(f"{trouble}\n")
            return 1
        if "--release" in arguments:
            with RELEASES.open("a", encoding="utf-8") as file:
                file.write(entry(matches))
    return 0


def _examples() -> list[Path]:
    known = {scenario.casefold() for scenario in _scenarios()}
    described = [path.parent for path in EXAMPLES.glob("*/match.toml")]
    return [folder for folder in described if load(folder).scenario.casefold() in known]


def _scenarios() -> list[str]:
    from adjudicator.rulesets import OURS, REGISTRY

    return [one.name for entry in REGISTRY.entries() if entry.package in OURS for one in entry.scenarios]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
