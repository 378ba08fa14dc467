"""Another match with other faces on the same blocks, told with the same files: for tests of the fog of war.

Of a match on record, every position and every event is rewritten so that names change places, as if the pieces had
been others from the start. Who may not tell these pieces apart must be given the same bytes of both.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from typing import Any

from adjudicator.core.values import replace
from adjudicator.play.match.history import History, StepRecord


def renamed(given: Any, names: Mapping[str, str], word: re.Pattern[str], but: frozenset[str]) -> Any:
    """JSON with names exchanged wherever they stand, within labels too, but not below the keys `but`."""
    if isinstance(given, str):
        return word.sub(lambda found: names.get(found[0], found[0]), given)
    if isinstance(given, dict):
        return {
            (key if key in but else renamed(key, names, word, but)): value
            if key in but
            else renamed(value, names, word, but)
            for key, value in given.items()
        }
    if isinstance(given, list | tuple):
        return [renamed(one, names, word, but) for one in given]
    return given


def twin(history: History, names: Mapping[str, str], word: re.Pattern[str], but: frozenset[str]) -> History:
    """The same history of other pieces. What was written and what waits is as it was."""
    rules = history.rules

    def state(given: Any) -> Any:
        return rules.load(renamed(rules.dump(given), names, word, but))

    def step(record: StepRecord) -> StepRecord:
        events = tuple(rules.read_event(renamed(rules.write_event(e), names, word, but)) for e in record.events)
        before = replace(record.before, state=state(record.before.state))
        return replace(
            record, before=before, after=replace(record.after, state=state(record.after.state)), events=events
        )

    found = copy.copy(history)
    found.steps = [step(record) for record in history.steps]
    found.by_seq = {record.seq: record for record in found.steps}
    found.position = replace(history.position, state=state(history.position.state))
    found.readings, found.read_at = {}, {}
    return found
