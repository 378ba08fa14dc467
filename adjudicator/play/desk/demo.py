"""`demo`: a sample turn of Bautzen in an empty folder, from two texts to reports, maps and proof."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from adjudicator.core.canon import hexadecimal
from adjudicator.core.errors import MatchError
from adjudicator.play.desk.outbox import deliver
from adjudicator.play.match.match import Match, create
from adjudicator.play.match.received import as_read
from adjudicator.play.match.running import run
from adjudicator.play.match.submitting import submit
from adjudicator.play.proof.verifying import verify_file
from adjudicator.play.side.checking import check
from adjudicator.play.side.side_views import Whole
from adjudicator.record.chain import seed_text_secret

NAME = "demo"
SEED = "Bautzen, 21 May 1813"
SIDES = ("French", "Coalition")


def play_demo(folder: Path) -> Iterator[str]:
    """Play the sample turn; tells what is done, line by line."""
    _make_room(folder)
    match = create("bautzen", folder, name=NAME, seed=SEED)
    yield f"A match of Bautzen in {folder}, its dice fixed by the words {SEED!r}."
    ran = run(match)
    for side in SIDES:
        yield from _hand_in(match, side)
        ran = run(match)
        for step in ran.steps:
            yield f"  adjudicated: step {step.number}, {len(step.events)} events"
    deliver(match)
    verdict = verify_file(folder)
    yield f"Proof: {verdict.sort}. {verdict.what}"
    yield ""
    yield "Look at"
    for side in SIDES:
        yield f"  {folder / 'outbox' / side / 'latest' / 'report.html'}"
    yield f"  {folder / 'outbox' / 'French' / 'latest' / 'map.png'}"
    yield f"  {folder / 'orders' / 'french.txt'}   the orders that led to it"
    yield f"  {folder / 'log.jsonl'}   the match itself"
    yield "Then"
    address = next(
        (f"{s.seq}.{n}" for s in match.history.steps for n, e in enumerate(s.events, 1) if e.rolls and s.seq > 2), "2.2"
    )
    yield f"  adjudicator explain {folder / 'log.jsonl'} {address}"
    yield f"  adjudicator verify {folder / 'log.jsonl'}"
    yield f"  adjudicator status --match {folder}"


def _hand_in(match: Match, side: str) -> Iterator[str]:
    name = f"{side.casefold()}.txt"
    data = (files("adjudicator.play.desk") / "sample" / name).read_bytes()
    kept = match.folder / "orders" / name
    kept.parent.mkdir(exist_ok=True)
    kept.write_bytes(data)
    found = check(Whole(match.lines, match.history), as_read(data, name))
    yield f"{side}: {kept}, checked: {found.count('error')} errors, {found.count('warning')} warnings"
    for problem in found.problems:
        if problem.severity == "error":
            yield f"  {problem.show(name)}".replace("\n", "\n  ")
    receipt = submit(match, data, name)
    yield f"  recorded on line {receipt.line.seq}, digest {receipt.line.body['sha256'][:16]}…"


def _make_room(folder: Path) -> None:
    """An earlier demo may be played over; anything else stays untouched."""
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    try:
        with (folder / "log.jsonl").open(encoding="utf-8") as file:
            first = json.loads(file.readline())["body"]
        ours = first["name"] == NAME and first.get("secret") == hexadecimal(seed_text_secret(SEED))
    except (OSError, ValueError, KeyError, TypeError):
        ours = False
    if not ours:
        raise MatchError(f"{folder} is there already and is no demo.", "Name another folder: adjudicator demo DIR.")
    shutil.rmtree(folder)
