"""What is to be sent: after each step a folder for every side, and for the umpire who owes what.

outbox/French/latest/            everything that the side is to get now: reports, map, order form, its own log, and the
                                 match's data pack, of it what the side may know
outbox/French/T03-step007/       the reports and the form of that step, kept
outbox/Umpire/latest/            summary.txt, the umpire's reports, the map as it really is

Folders are made aside and exchanged whole, under the match's lock. step.txt in `latest` names its step (`latest.py`),
so that whoever writes next sees what an earlier run could not finish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from adjudicator.core.types import UMPIRE, Ending, Side
from adjudicator.core.values import dataclass
from adjudicator.pictures.fonts import PictureError
from adjudicator.play.desk.briefs import brief_files
from adjudicator.play.desk.latest import LATEST, MARK, begin_outbox, behind, everybody, mark_in, mark_of
from adjudicator.play.desk.order_form import form_of
from adjudicator.play.desk.status import status
from adjudicator.play.match.history import History, StepRecord
from adjudicator.play.match.match import OUTBOX, Match
from adjudicator.play.side.packs import pack_to_send
from adjudicator.play.side.reporting import picture_of, told
from adjudicator.play.side.showing import export_lines
from adjudicator.play.side.side_views import Whole
from adjudicator.play.side.situation import Situation, situation
from adjudicator.record.folders import put_folder
from adjudicator.report.context import FORMATS, ReportContext, render

SUMMARY = "summary.txt"
Files = Mapping[str, bytes]


Tick = Callable[[int, int], None]
"""Told how much is done of how much."""


def deliver(match: Match, steps: Sequence[StepRecord] | None = None, tick: Tick | None = None) -> list[Path]:
    """Write what each side is to be sent; returns the files of the newest step.

    Without `steps`: those that the outbox does not have yet, so that a run which was killed is made good.
    """
    tick = tick or (lambda done, of: None)
    with match.writing() as history:
        if not history.steps:
            return []
        begin_outbox(match.folder)
        wanted = tuple(_missing(match, match.folder / OUTBOX) if steps is None else steps)
        newest, sides = history.steps[-1], everybody(history)
        earlier = [(record, side) for record in wanted if record.seq != newest.seq for side in sides]
        latest = tuple(sides if wanted else behind(match.folder, history, match.lines))
        parcels = len(earlier) + len(latest)
        for number, (record, side) in enumerate(earlier):
            tick(number, parcels)
            _keep(match, _parcel(match, side, record))
        keeps = any(record.seq == newest.seq for record in wanted)
        written: list[Path] = []
        for number, side in enumerate(latest, start=len(earlier)):
            tick(number, parcels)
            parcel = _parcel(match, side, newest)
            if keeps:
                _keep(match, parcel)
            written += _renew(match, parcel)
        if parcels:
            tick(parcels, parcels)
        return written


def _missing(match: Match, box: Path) -> Iterator[StepRecord]:
    """Steps of which the umpire's folder, which is made last, has no summary, or one of another history."""
    history, mark = match.history, mark_in(box / UMPIRE / LATEST)
    ours = mark is not None and mark.line <= len(match.lines) and match.lines[mark.line - 1].hash == mark.hash
    for record in history.steps:
        summary = box / UMPIRE / folder_name(history, record) / SUMMARY
        looked_at = ours and mark is not None and record.last_seq <= mark.line
        if not summary.is_file() or not (looked_at or record.last_hash in summary.read_text("utf-8")):
            yield record


def folder_name(history: History, record: StepRecord) -> str:
    """The folder of a step: names sort as the match went, and a correction does not overwrite what was sent."""
    again = history.first_told[record.number] != record.seq
    return f"T{history.turn_of(record):02d}-step{record.number:03d}{f'-line{record.seq}' if again else ''}"


# --- what is in a folder -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parcel:
    """What a side is told after a step: reports, briefs, and order forms or, for the umpire, the summary."""

    record: StepRecord
    now: Situation
    made: ReportContext
    files: Files


def _parcel(match: Match, side: Side, record: StepRecord) -> Parcel:
    now = situation(match, side, record.number)
    made = told(now)
    files = {f"report.{fmt}": render(made, fmt).encode() for fmt in FORMATS} | brief_files(now)
    if side == UMPIRE:
        files[SUMMARY] = summary(now).encode()
    else:
        files |= {name: form.encode() for name, form in _forms(now, made)}
    return Parcel(record, now, made, files)


def _put(match: Match, parcel: Parcel, name: str, files: Files) -> Path:
    """Write a folder of a side, for its owner only."""
    folder = match.folder / OUTBOX / parcel.now.side / name
    put_folder(folder, files)
    return folder


def _keep(match: Match, parcel: Parcel) -> None:
    _put(match, parcel, folder_name(match.history, parcel.record), parcel.files)


def _renew(match: Match, parcel: Parcel) -> list[Path]:
    """Put what the side is to get now in the place of what it got before."""
    side = parcel.now.side
    files = {**parcel.files, **_pictures(parcel.made)}
    if side != UMPIRE:
        lines = export_lines(match.lines, match.history, side)
        files["export.jsonl"] = "".join(line.written() + "\n" for line in lines).encode()
        files |= pack_to_send(match.setup, side)
    mark = mark_of(match.history, match.lines)
    assert mark is not None
    folder = _put(match, parcel, LATEST, {**files, MARK: mark.words().encode()})
    return [folder / name for name in files]


def _forms(now: Situation, made: ReportContext) -> Iterator[tuple[str, str]]:
    """One order form for each player of the side; a single player's stands in the report already."""
    seats = now.source.setup.seats_of(now.side)
    for seat in seats:
        form = made.order_form if len(seats) == 1 else form_of(now, made.after, seat)
        if form:
            yield ("orders.txt" if len(seats) == 1 else f"orders-{_safe(seat)}.txt"), form


def _safe(seat: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in seat)


def _pictures(made: ReportContext) -> dict[str, bytes]:
    """The map, where the game has one; where a PNG cannot be made, the SVG alone."""
    if made.map is None:
        return {}
    files = {"map.svg": picture_of(made).encode()}
    try:
        files["map.png"] = picture_of(made, "png")
    except PictureError as trouble:
        files["map.png.txt"] = f"{trouble}\n".encode()
    return files


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
        counting = (one.text for one in found.here if not (one.replaced_by or one.void))
        lines += [f"{text.side}: has written already (line {text.seq})" for text in counting]
        return lines or ["nothing: run goes on."]
    return [f"{side}: was awaited; the match has gone on since" for side in now.awaiting]


def _section(title: str, lines: Iterable[str]) -> list[str]:
    found = [f"  {line}" for line in lines]
    return [title, *found, ""] if found else []
