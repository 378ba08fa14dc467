"""`vassal log`: a match as a log that VASSAL steps through, each result a line of the chat with its dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import adjudicator
from adjudicator.core.errors import UsageError
from adjudicator.core.types import Side
from adjudicator.pictures.happenings import places, plain
from adjudicator.play.side.exporting import reader_meant
from adjudicator.play.side.reporting import kept_folder, names
from adjudicator.play.side.side_views import SideStep, Source
from adjudicator.play.vassal.counters import Box
from adjudicator.play.vassal.making import title_of
from adjudicator.play.vassal.saving import Tabletop, comment_of
from adjudicator.record.verdict import spans
from adjudicator.report.digest import Entry, chapters, refusals
from adjudicator.report.phrases import Speaker, phrase_settings
from adjudicator.report.spans import bare
from adjudicator.vassal.archives import packed_game
from adjudicator.vassal.commands import Chat, Command, Step, saved
from adjudicator.vassal.sequences import written

MOVERS = ("units", "unit", "commanders", "commander", "leaders", "leader", "blocks")
"""Fields of an event that name the pieces it moved."""


def log_of(source: Source, side: str, first: int | None = None, last: int | None = None) -> bytes:
    """The .vlog of a match as a side knows it: from its first step to its last, or a stretch of it."""
    who = reader_meant(source, side)
    numbers = [n for n in source.numbers() if (first is None or n >= first) and (last is None or n <= last)]
    if not numbers:
        raise UsageError("There is no step in that stretch.", f"Steps: {spans(source.numbers()) or 'none yet'}.")
    steps = [source.step(who, number) for number in numbers]
    box = Box(source.rules)
    table = Tabletop(box)
    opening = steps[0].rules.view(steps[0].before, who)
    position = table.lay_out(opening)
    story = [told for step in steps for told in _steps(table, source, step, who)]
    return packed_game(saved(position, story), title_of(box), adjudicator.__version__, comment_of(source, opening))


def _steps(table: Tabletop, source: Source, step: SideStep, side: Side) -> Iterator[Step]:
    """A step of the match: a chat line for each phase and each happening, and what it did on the table."""
    events = [(f"{step.seq}.{number}", plain(event)) for number, event in step.events]
    by_address = dict(events)
    after = step.rules.view(step.after, side)
    speaker = _speaker(step, side)
    ways = phrase_settings(step.rules.name, getattr(step.rules, "templates", None))
    arrows = table.box.drawing.get("arrow", {})
    for chapter in chapters(speaker, events, side, ways, table.box.drawing):
        if chapter.title:
            yield Step((_chat(f"- {chapter.title} -"),))
        for entry in chapter.entries:
            event = by_address.get(entry.address, {})
            yield Step((_chat(_sentence(entry)), *_moves(table, event, arrows)))
    for refused in refusals(events, side):
        yield Step((_chat(f"* {refused.side}, line {refused.line}: {refused.text.strip()}: {refused.reason}"),))
    rest = table.become(after)
    if rest:
        yield Step((_chat(f"* The position after step {step.number}"), *rest))


def _speaker(step: SideStep, side: Side) -> Speaker:
    called = names(step)
    for known in (step.before, step.after):
        called.update({piece.id: piece.name for piece in step.rules.view(known, side).pieces})
    return Speaker(
        step.rules.name,
        called,
        step.rules.board,
        names(step, formations=True),
        getattr(step.rules, "templates", None),
        kept_folder(),
    )


def _sentence(entry: Entry) -> str:
    """A happening in a line: its address in the log, its sentence, its dice."""
    said = [f"* {entry.address} {bare(entry.sentence)}", bare(entry.result)]
    said += [f"[{dice}]" for dice in entry.dice]
    return " ".join(part for part in said if part)


_HARMLESS = str.maketrans({"<": "‹", ">": "›", "&": "+"})
"""VASSAL reads these signs as marks of a page."""


def _chat(words: str) -> Chat:
    return Chat(written(words.translate(_HARMLESS)))


def _moves(table: Tabletop, event: Mapping[str, Any], arrows: Mapping[str, Any]) -> list[Command]:
    """What an event moved, as the arrows of the ruleset's map tell it; the rest is put right after the step."""
    arrow = arrows.get(str(event.get("kind", "")))
    if arrow is None:
        return []
    way = [place for place in places(event.get(arrow.get("to", ""))) if table.box.spot(place) is not None]
    movers = [piece for name in MOVERS for piece in places(event.get(name))]
    return table.go(movers, way[-1]) if way else []
