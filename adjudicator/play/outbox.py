"""What is to be sent: after each step a folder for every side, and for the umpire who owes what.

outbox/French/latest/            everything that the side is to get now: reports, map, order form, its own log
outbox/French/T03-step007/       the reports and the form of that step, kept
outbox/Umpire/latest/            summary.txt, the umpire's reports, the map as it really is
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from adjudicator.core.events import TextsOpened
from adjudicator.core.types import UMPIRE, Ending, Side
from adjudicator.play.briefs import brief_files
from adjudicator.play.history import History, StepRecord
from adjudicator.play.match import Match
from adjudicator.play.order_form import form_of
from adjudicator.play.reporting import picture_of, told
from adjudicator.play.showing import export_lines
from adjudicator.play.situation import Situation, situation
from adjudicator.play.sources import Whole
from adjudicator.play.status import status
from adjudicator.record.files import write_whole
from adjudicator.report.context import FORMATS, render
from adjudicator.report.picture import PictureError

LATEST = "latest"
SUMMARY = "summary.txt"
Files = Mapping[str, bytes]


def deliver(match: Match, steps: Sequence[StepRecord] | None = None) -> list[Path]:
    """Write what each side is to be sent; returns the files of the newest step.

    Without `steps`: those that the outbox does not have yet, so that a run which was killed is made good.
    """
    box = match.folder / "outbox"
    standing = match.history.steps
    if not standing:
        return []
    wanted = {record.seq for record in (_missing(match, box) if steps is None else steps)}
    for record in standing:
        if record.seq in wanted:
            for side in _everybody(match):
                _write(box / side / folder_name(match.history, record), _kept(situation(match, side, record.number)))
    return _write_latest(match, box) if wanted or not (box / UMPIRE / LATEST).is_dir() else []


def _everybody(match: Match) -> tuple[Side, ...]:
    return (*match.history.rules.sides, UMPIRE)


def _missing(match: Match, box: Path) -> Iterator[StepRecord]:
    """Steps of which the umpire's folder, which is written last, has no summary with their last hash."""
    for record in match.history.steps:
        summary = box / UMPIRE / folder_name(match.history, record) / SUMMARY
        if not summary.is_file() or record.last_hash not in summary.read_text("utf-8"):
            yield record


def folder_name(history: History, record: StepRecord) -> str:
    """The folder of a step: names sort as the match went, and a correction does not overwrite what was sent."""
    until = [event for step in history.steps if step.number <= record.number for event in step.events]
    turn = next((event.turn for event in reversed(until) if isinstance(event, TextsOpened)), 0)
    again = any(old.number == record.number and seq < record.seq for seq, old in history.by_seq.items())
    return f"T{turn:02d}-step{record.number:03d}{f'-line{record.seq}' if again else ''}"


# --- what is in a folder -----------------------------------------------------------------------------------


def _kept(now: Situation) -> Files:
    """The reports of a step, briefs, and its order forms, or for the umpire its summary."""
    made = told(now)
    files = {f"report.{fmt}": render(made, fmt).encode() for fmt in FORMATS} | brief_files(now)
    if now.side == UMPIRE:
        return files | {SUMMARY: summary(now).encode()}
    return files | {name: form.encode() for name, form in _forms(now)}


def _forms(now: Situation) -> Iterator[tuple[str, str]]:
    """One order form for each player of the side."""
    view = now.step.rules.view(now.step.after, now.side)
    seats = now.source.setup.seats_of(now.side)
    for seat in seats:
        form = form_of(now, view, seat)
        if form:
            yield ("orders.txt" if len(seats) == 1 else f"orders-{_safe(seat)}.txt"), form


def _safe(seat: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in seat)


def _write_latest(match: Match, box: Path) -> list[Path]:
    written: list[Path] = []
    for side in _everybody(match):
        now = situation(match, side)
        files = dict(_kept(now)) | _pictures(now)
        if side != UMPIRE:
            lines = export_lines(match.lines, match.history, side)
            files["export.jsonl"] = "".join(line.written() + "\n" for line in lines).encode()
        written += _write(box / side / LATEST, files, alone=True)
    return written


def _pictures(now: Situation) -> dict[str, bytes]:
    """The map; where the machine has no fonts for a PNG, the SVG alone."""
    made = told(now, with_form=False)
    files = {"map.svg": picture_of(made).encode()}
    try:
        files["map.png"] = picture_of(made, "png")
    except PictureError as trouble:
        files["map.png.txt"] = f"{trouble}\n".encode()
    return files


def _write(folder: Path, files: Files, *, alone: bool = False) -> list[Path]:
    """Write files whole; `alone`: what else is in the folder is of an earlier step and goes."""
    for name, data in files.items():
        write_whole(folder / name, data)
    for stale in sorted(folder.iterdir()) if alone else ():
        if stale.is_file() and stale.name not in files:
            stale.unlink()
    return [folder / name for name in files]


# --- the umpire's summary ----------------------------------------------------------------------------------


def summary(now: Situation) -> str:
    """Who owes what, what is to be sent, what was refused."""
    setup, last = now.source.setup, now.step
    view = last.rules.view(last.after, UMPIRE)
    clock = f", {view.clock}" if view.clock else ""
    lines = [f"{setup.name} ({setup.scenario}) after step {last.number}: turn {view.turn}{clock}", ""]
    lines += _section("Awaited", _owed(now))
    lines += _section("Open decisions", (f"D{b['number']} ({b['side']}): {b['question']}" for b in now.asked))
    lines += _section("To be sent", (f"{side}: what is in outbox/{side}/{LATEST}" for side in last.rules.sides))
    lines += _section("Morale and losses", (f"{track.name}: {track.value}" for track in view.tracks))
    lines += [f"The step ends with line {last.last_seq} of the log, hash", last.last_hash]
    return "\n".join(lines) + "\n"


def _owed(now: Situation) -> Iterable[str]:
    if isinstance(now.following, Ending):
        return [f"nothing: the match is over: {now.following.verdict}. {now.following.why}"]
    source = now.source
    if isinstance(source, Whole) and now.step.number == source.numbers()[-1]:
        found = status(source)
        lines = [one.sentence() for one in found.owed]
        lines += [f"{text.side}: has written already (line {text.seq})" for text in found.here]
        return lines or ["nothing: run goes on."]
    return [f"{side}: was awaited; the match has gone on since" for side in now.awaiting]


def _section(title: str, lines: Iterable[str]) -> list[str]:
    found = [f"  {line}" for line in lines]
    return [title, *found, ""] if found else []
