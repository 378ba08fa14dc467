"""What a side may see of a step: its form of the events, its own refusals and answers, its position afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.events import NotCarriedOut, Refused
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.types import UMPIRE, Event, Side
from adjudicator.play.match.history import History
from adjudicator.play.match.steps import refused_json
from adjudicator.record.export import export
from adjudicator.record.log import Line


def shown(rules: Ruleset[Any], before: Any, event: Event, side: Side) -> Event | None:
    """An event as a side sees it; another side's refused orders are nobody else's business."""
    if side == UMPIRE:
        return event
    if isinstance(event, Refused | NotCarriedOut) and event.side != side:
        return None
    return rules.show(before, event, side)


def shown_events(rules: Ruleset[Any], before: Any, events: Sequence[Event], side: Side) -> Iterator[tuple[int, Event]]:
    """The events that a side sees, in its form, numbered from 1 as that side counts them.

    A gap in the numbers would tell that something hidden happened, so each side has a count of its own: N of an
    address SEQ.N is the place of the event in the list of that side's export, or of the whole log for the umpire.
    """
    for number, (_, event) in enumerate(seen_by(rules, before, events, side), start=1):
        yield number, event


def seen_by(rules: Ruleset[Any], before: Any, events: Sequence[Event], side: Side) -> Iterator[tuple[int, Event]]:
    """The events that a side sees, each with its number in the whole list (from 1)."""
    state = before
    for number, event in enumerate(events, start=1):
        seen = shown(rules, state, event, side)
        if seen is not None:
            yield number, seen
        state = rules.apply(state, event)


class SidePart:
    """A side's part of lines, from a history that has taken them all in."""

    def __init__(self, history: History) -> None:
        self._history = history

    def turn(self, line: Line, side: Side) -> Mapping[str, Any]:
        """The side's form of a turn line."""
        record = self._history.by_seq[line.seq]
        rules = record.rules
        events = [event for _, event in shown_events(rules, record.before.state, record.events, side)]
        return {
            "events": [rules.write_event(event) for event in events],
            "refused": refused_json(events),
            "answers": [answer for answer in line.body["answers"] if answer["side"] == side],
            "view": rules.dump(rules.known(record.after.state, side)),
        }

    def ruling(self, line: Line, side: Side) -> Mapping[str, Any]:
        """A ruling as a side reads it: what is for everybody or about its own texts, and the changes that it sees."""
        record = self._history.rulings[line.seq]
        rules = record.rules
        state = record.before
        for event in record.events:
            state = rules.apply(state, event)
        events = [rules.write_event(e) for _, e in shown_events(rules, record.before, record.events, side)]
        part = own_ruling(line.body, side)
        return part | {"events": events, "view": rules.dump(rules.known(state, side))}


def own_ruling(body: Mapping[str, Any], side: Side) -> dict[str, Any]:
    """What a ruling says to everybody, and of the rest what is about a side's own texts and answers."""
    part: dict[str, Any] = {name: body[name] for name in ("step", "sort", "reason", "options") if name in body}
    for name in ("orders", "allow", "refuse", "answers"):
        mine = [item for item in body.get(name, ()) if item["side"] == side]
        if mine:
            part[name] = mine
    return part


def export_lines(lines: Sequence[Line], history: History, side: Side) -> list[Line]:
    """A side's own log."""
    return list(export(lines, side, SidePart(history)))
