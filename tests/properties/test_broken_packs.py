"""Data packs with any one row or cell broken: a sentence that names file and remedy, or a pack that still makes sense.

`ADJUDICATOR_FUZZ` says how many packs are broken in each game; the sample is drawn by a fixed seed.
"""

from __future__ import annotations

import csv
import io
import os
import random
from collections.abc import Callable, Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

from adjudicator import rulesets
from adjudicator.core.errors import AdjudicatorError
from adjudicator.kit.registry import Scenario
from adjudicator.rulesets import OURS

COUNT = int(os.environ.get("ADJUDICATOR_FUZZ", "120"))
GARBAGE = ("", " ", "x", "-1", "0", "99999", "1/0", "2.5", "nowhere", '"', "ü" * 300, "0000", "None", "a,b", "9" * 40)
ONE_OF_EACH = ("la-belle-alliance", "campaign-1815", "leipzig-campaign", "dresden-battle", "heilsberg-1")
"""Of scenarios with files of one form those that have every table."""
OURS_TO_PLAY = [
    s
    for s in rulesets.catalogue()
    if f"adjudicator.rulesets.{s.ruleset}" in OURS and (s.ruleset not in ("nlc", "labataille") or s.name in ONE_OF_EACH)
]
Break = Callable[[str, random.Random], str]


def files_of(scenario: Scenario) -> dict[str, str]:
    """The data files of a scenario, by the name that they have in a pack."""
    entry = rulesets.REGISTRY.entry_of(scenario.name)
    found: dict[str, str] = {}
    for layer, folder in entry.data_folders(scenario.name).items():
        for path, file in walked(folder):
            room = {"series": "tables/", "tables": "tables/", "maps": "maps/", "map": "map/", "forces": "forces/"}.get(
                layer, ""
            )
            name = f"{room}{path}"
            found[name] = file.read_text("utf-8")
    return found


def walked(folder: Traversable, before: str = "") -> Iterator[tuple[str, Traversable]]:
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        if file.is_dir():
            yield from walked(file, f"{before}{file.name}/")
        elif file.name.endswith((".csv", ".toml")):
            yield before + file.name, file


def another_cell(text: str, chance: random.Random) -> str:
    rows = list(csv.reader(io.StringIO(text)))
    row = chance.choice(rows[1:] or rows)
    row[chance.randrange(len(row))] = chance.choice(GARBAGE)
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue()


def another_line(text: str, chance: random.Random) -> str:
    """A line cut, doubled, lost or replaced."""
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    line = lines[at]
    lines[at : at + 1] = chance.choice(([line[: len(line) // 2]], [line, line], [], [chance.choice(GARBAGE)]))
    return "\n".join(lines)


def another_value(text: str, chance: random.Random) -> str:
    """A setting of a TOML file with another value."""
    lines = text.split("\n")
    settings = [number for number, line in enumerate(lines) if "=" in line]
    at = chance.choice(settings) if settings else 0
    name = lines[at].partition("=")[0]
    lines[at] = f"{name}= {chance.choice((*map(repr, GARBAGE), '-1', '0', '[]', '{}', 'true', '2.5', '[1, 2, 3]'))}"
    return "\n".join(lines)


def another_byte(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text))
    return text[:at] + chance.choice("\x00\r;,\t'\"=[]ß0") + text[at + 1 :]


def sentence_for(scenario: Scenario, pack: Path, about: str) -> AdjudicatorError | None:
    """What the owner of a pack is told; None where it can be played with."""
    try:
        rules = rulesets.load(scenario.name, {}, pack)
        rules.dump(rules.start())
    except AdjudicatorError as trouble:
        if trouble.remedy and trouble.what.strip().endswith((".", "”", '"')):
            return trouble
        pytest.fail(f"{about}: no sentence with a remedy: {trouble.what!r}, {trouble.remedy!r}")
    except Exception as trouble:
        pytest.fail(f"{about}: {type(trouble).__name__}: {trouble}")
    return None


@pytest.mark.parametrize("scenario", OURS_TO_PLAY, ids=[scenario.name for scenario in OURS_TO_PLAY])
def test_a_broken_pack_gets_a_sentence(scenario: Scenario, tmp_path: Path) -> None:
    chance = random.Random(f"packs of {scenario.name}")
    whole = files_of(scenario)
    refused = 0
    for number in range(COUNT):
        name = chance.choice(sorted(whole))
        ways: tuple[Break, ...] = (another_line, another_byte)
        ways = (*ways, another_cell, another_cell) if name.endswith(".csv") else (*ways, another_value, another_value)
        way = chance.choice(ways)
        pack = tmp_path / f"pack-{number}"
        (pack / name).parent.mkdir(parents=True)
        (pack / name).write_text(way(whole[name], chance), "utf-8", newline="")
        told = sentence_for(scenario, pack, f"{name}, {way.__name__}, pack-{number}")
        refused += told is not None
    assert refused > COUNT // 10, "hardly anything was refused: are the packs read at all?"
