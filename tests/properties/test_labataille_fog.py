"""LB-6.2, R-102: data that differ only in the enemy's specific sides give a side the same bytes."""

from __future__ import annotations

import csv
import io
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.canon import canonical
from adjudicator.core.types import PUBLIC, Side
from adjudicator.play.match.match import Match, create
from adjudicator.play.match.received import as_read
from adjudicator.play.match.running import run
from adjudicator.play.match.submitting import submit
from adjudicator.play.side.checking import check
from adjudicator.play.side.exporting import export, position
from adjudicator.play.side.packs import pack_to_send
from adjudicator.play.side.reporting import picture, report
from adjudicator.play.side.side_views import Whole
from adjudicator.play.side.situation import source_of

HOME = files("adjudicator.rulesets.labataille") / "data" / "forces"
SPECIFIC = {"units.csv": ("melee", "morale"), "leaders.csv": ("artillery_bonus", "melee_bonus", "morale_bonus")}
"""Columns of the specific sides, each changed a little."""
DIGESTS = ("data", "rules", "state", "digest", "before", "after")
"""What an export says of data and positions as a digest."""
OTHER = {"French": "Coalition", "Coalition": "French"}
TEXTS = (
    ("Coalition", "set-up", 0, "set-up: default"),
    ("French", "set-up", 0, "set-up: default"),
    ("French", "french", 1, "enter all"),
    ("Coalition", "french", 1, "standing orders\n  opportunity fire always\n  square at 3"),
    ("Coalition", "coalition", 1, "enter all\nmarch Grodno Hussar to 1524\nform Kostroma: line facing NW"),
    ("French", "coalition", 1, "standing orders\n  opportunity charge: skirmishers, limbered"),
)
ORDERS = {
    "French": "march 1er Dragoons to 0536\ncharge 2e Dragoons target 2034\nfire at will",
    "Coalition": "march stack 2133 to 2033\nassault 0536 with Kostroma\nfire at 0136 with Horse Battery 1",
}
"""What each side tries at home; not all of it is legal."""


def changed(side: str) -> dict[str, bytes]:
    """The counters with the numbers of one side on their specific sides changed."""
    found = {}
    for name, columns in SPECIFIC.items():
        rows = list(csv.DictReader(io.StringIO((HOME / name).read_text("utf-8"))))
        for row in rows:
            if row["side"] == side:
                row |= {column: another(column, row[column]) for column in columns}
        written = io.StringIO()
        table = csv.DictWriter(written, list(rows[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
        found[name] = written.getvalue().encode()
    return found


def another(column: str, value: str) -> str:
    """Another legal number: morale is read as two dice."""
    if column == "morale":
        return "31" if value != "31" else "32"
    return str(int(value) + 1)


def played(folder: Path, pack_of: str) -> Match:
    """A first turn, with the specific sides of one side changed."""
    pack = folder.parent / f"{folder.name}-pack"
    (pack / "forces").mkdir(parents=True)
    for name, content in changed(pack_of).items():
        (pack / "forces" / name).write_bytes(content)
    match = create("heilsberg-1", folder, name="fog", seed="fog", pack=pack)
    for side, phase, turn, words in TEXTS:
        text = f"match: fog\nturn: {turn}\nphase: {phase}\nside: {side}\n\n{words}\n"
        submit(match, text.encode(), "text.txt")
        run(match)
    return match


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Match]:
    """The same match with a pack that changes nothing, and with the numbers of one side changed."""
    home = tmp_path_factory.mktemp("fog")
    return {name: played(home / name, name) for name in ("plain", "French", "Coalition")}


def seen(match: Match, side: str) -> dict[str, str]:
    """All that a side is told of a match, by what it is; the log's hash and digests of data are left out."""
    source = source_of(match)
    told = {
        "txt": report(match, side, "txt"),
        "html": report(match, side, "html"),
        "svg": picture(match, side, "svg"),
        "state": canonical(position(source, Side(side))),
    }
    if side != PUBLIC:
        text = f"match: fog\nturn: 2\nphase: {side.casefold()}\nside: {side}\n\n{ORDERS[side]}\n"
        checked = check(source, as_read(text.encode()))
        told["check"] = repr((checked.problems, checked.notes))
        lines = [json.loads(line) for line in export(Whole(match.lines, match.history), Side(side)).splitlines()]
        told["export"] = canonical([body_of(line) for line in lines])
        sent = {name: content.decode() for name, content in pack_to_send(match.setup, Side(side)).items()}
        told["pack"] = canonical(sent)
    return {name: words.replace(match.lines[-1].hash, "") for name, words in told.items()}


def body_of(line: dict[str, Any]) -> dict[str, Any]:
    """A line of an export without the hour it was written and what hangs on the data: hashes and digests."""
    return {name: without_digests(value) for name, value in line.items() if name not in ("hash", "prev", "whole", "at")}


def without_digests(value: Any) -> Any:
    """A value whose digests are left out."""
    if isinstance(value, dict):
        return {name: without_digests(part) for name, part in value.items() if name not in DIGESTS}
    return [without_digests(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("side", ["French", "Coalition"])
def test_6_2_what_the_enemy_is_worth_changes_no_byte(side: str, matches: dict[str, Match]) -> None:
    """LB-6.2: reports, map, state, check, the side's own log and its part of the pack."""
    one, other = seen(matches["plain"], side), seen(matches[OTHER[side]], side)
    assert {name for name in one if one[name] != other[name]} == set()


@pytest.mark.parametrize("side", ["French", "Coalition"])
def test_6_2_what_one_is_worth_oneself_is_told(side: str, matches: dict[str, Match]) -> None:
    """LB-6.2: the same comparison sees a change of one's own numbers, so that it is no empty one."""
    one, other = seen(matches["plain"], side), seen(matches[side], side)
    assert {"html", "pack"} <= {name for name in one if one[name] != other[name]}


def test_6_2_spectators_see_the_specific_side_of_nobody(matches: dict[str, Match]) -> None:
    """LB-6.2."""
    looks = [seen(match, PUBLIC) for match in matches.values()]
    assert looks[0] == looks[1] == looks[2]
