"""What a side may see of a step: its form of the events, its own refusals and answers, its position afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.events import NotCarriedOut, Refused
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.types import UMPIRE, Event, Side
from adjudicator.play.history import History
from adjudicator.play.steps import refused_json
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
    """The events that a side sees, in its form, each with its number in the whole list (from 1)."""
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
        """A ruling as a side reads it: step, sort, reason, options, what concerns its own texts, the changes it sees."""
        record = self._history.rulings[line.seq]
        body, rules = line.body, record.rules
        part: dict[str, Any] = {name: body[name] for name in ("step", "sort", "reason", "options") if name in body}
        for name in ("orders", "allow", "refuse", "answers"):
            mine = [item for item in body.get(name, ()) if item["side"] == side]
            if mine:
                part[name] = mine
        state = record.before
        for event in record.events:
            state = rules.apply(state, event)
        events = [rules.write_event(e) for _, e in shown_events(rules, record.before, record.events, side)]
        return part | {"events": events, "view": rules.dump(rules.known(state, side)), "side": side}


def export_lines(lines: Sequence[Line], history: History, side: Side) -> list[Line]:
    """A side's own log."""
    return list(export(lines, side, SidePart(history)))
