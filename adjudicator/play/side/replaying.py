"""From a match, or a side's export, to a page that steps through it: the same bytes from both.

Everything is taken from a side's steps: its position before, its form of the events, its position after. What a side
sees of the other side between the two is carried forward by the events as far as they tell it, and settled when a step
is over: then the position is the one on record.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from adjudicator import rulesets
from adjudicator.core.types import UMPIRE, Event, Side
from adjudicator.pictures.happenings import plain
from adjudicator.pictures.settling import Settling
from adjudicator.pictures.templates import drawing_of
from adjudicator.play.match.match import Match
from adjudicator.play.side.exporting import reader_meant
from adjudicator.play.side.reporting import kept_folder, names, rules_in_words, told
from adjudicator.play.side.side_views import SideStep, Source
from adjudicator.play.side.situation import situation, source_of
from adjudicator.report.film import Moment, Replay
from adjudicator.report.replay import replay_page

NOT_THERE = (LookupError, ValueError, TypeError, AttributeError, StopIteration)
"""What goes wrong where a lesser form of an event is applied to a position that does not hold what it is about."""


def replay(given: Source | Match, side: str = "") -> str:
    """The page of a side, of the umpire, or for spectators."""
    source = source_of(given)
    return replay_page(replay_of(source, reader_meant(source, side)))


def replay_of(source: Source, side: Side) -> Replay:
    """The matter of the page."""
    last = source.step(side)
    return Replay(
        match=source.setup.name,
        scenario=rulesets.find(source.setup.scenario).title,
        ruleset=last.rules.name,
        side=side,
        moments=tuple(moments(source, side)),
        board=last.rules.board,
        names=names(last),
        formations=names(last, formations=True),
        kept=kept_folder(),
        templates=getattr(last.rules, "templates", None),
        rule_texts=partial(rules_in_words, last.rules.name),
        seq=last.last_seq,
        hash=last.last_hash,
    )


def moments(source: Source, side: Side) -> Iterator[Moment]:
    """Everything that a side was told, in order, each with the position after it as the side knows it."""
    ruled: set[int] = set()
    for number in source.numbers():
        step = source.step(side, number)
        if step.ruling is not None and step.ruling.seq not in ruled:
            ruled.add(step.ruling.seq)
            yield _ruling(source, step)
        yield from _step(source, step)


def _ruling(source: Source, step: SideStep) -> Moment:
    """A ruling, told where the first step that it changed begins."""
    report = told(situation(source, step.side, step.number), with_form=False)
    mine = [ruling for ruling in report.rulings if step.ruling and ruling.reason == step.ruling.reason]
    seq = step.ruling.seq if step.ruling else 0
    return Moment(str(seq), step.number, step.rules.view(step.before, step.side), ruling=mine[0] if mine else None)


def _step(source: Source, step: SideStep) -> Iterator[Moment]:
    old = source.replaced(step)
    rules, side = step.rules, step.side
    after = rules.view(step.after, side)
    settling = Settling(after, side, drawing_of(rules.name, getattr(rules, "templates", None)))
    state, view = step.before, rules.view(step.before, side)
    for number, event in step.events:
        changed = _applied(step, state, event)
        if changed is not state:
            state, view = changed, rules.view(changed, side)
        was = f"{old.seq}.{number}" if old else ""
        told = plain(event)
        yield Moment(f"{step.seq}.{number}", step.number, settling.view(view, told), event=told, was=was)
    yield Moment(str(step.seq), step.number, after, was=str(old.seq) if old else "")


def _applied(step: SideStep, state: Any, event: Event) -> Any:
    """The position after an event; as it was where the side's form of the event does not fit what it knows."""
    if step.side == UMPIRE:
        return step.rules.apply(state, event)
    try:
        return step.rules.apply(state, event)
    except NOT_THERE:
        return state
