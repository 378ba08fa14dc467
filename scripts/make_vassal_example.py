"""Makes the files of examples/vassal: a module, a save and a log of each game's first scenario.

python scripts/make_vassal_example.py            writes them
python scripts/make_vassal_example.py --check    says what would change, and writes nothing

Modules hold pictures, which depend on the fonts of the machine that drew them, so of a module only the build file is
compared. Saves and logs are made of the matches in examples/, as a side knows them.
"""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from adjudicator.play.side.export_view import open_source  # noqa: E402
from adjudicator.play.vassal.making import module_of  # noqa: E402
from adjudicator.play.vassal.saving import save_of  # noqa: E402
from adjudicator.play.vassal.telling import log_of  # noqa: E402

FOLDER = ROOT / "examples" / "vassal"
MATCHES = (
    ("bautzen", "bautzen", "French", 10),
    ("lutzen", "lutzen", "Coalition", 6),
    ("campaign1813", "campaign1813", "Allied", 6),
)
"""Scenario, example match, whose eyes, and the step whose position is saved."""


def made() -> Iterator[tuple[str, bytes]]:
    """Every file, with its name."""
    for scenario, match, side, step in MATCHES:
        source = open_source(ROOT / "examples" / match / "log.jsonl")
        yield f"{scenario}.vmod", module_of(scenario)
        yield f"{scenario}-{side}-{step}.vsav", save_of(source, side, step)
        yield f"{scenario}-{side}.vlog", log_of(source, side)


def parts(data: bytes) -> dict[str, bytes]:
    """What is compared of a file: all of it but pictures."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith(".png")}


def differences() -> list[str]:
    """The files that would be others."""
    found = []
    for name, data in made():
        path = FOLDER / name
        if not path.is_file():
            found.append(f"{name} is missing")
        elif parts(path.read_bytes()) != parts(data):
            found.append(f"{name} would be another")
    return found


def main(arguments: list[str]) -> int:
    """Write the files, or with --check say whether they are as they would be made."""
    if "--check" in arguments:
        found = differences()
        for sentence in found:
            sys.stderr.write(sentence + "\n")
        return 1 if found else 0
    for name, data in made():
        (FOLDER / name).write_bytes(data)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
