"""What a ruling touches, in words: each line, answer and option before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.play.match.history import NO_OVERRIDES, History, LineAt, StepRecord
from adjudicator.play.match.match import Match
from adjudicator.play.match.texts import is_for


@dataclass(frozen=True, slots=True)
class Touched:
    """Something that a ruling changes."""

    what: str
    """"line 7 of the French text", "option fog"."""
    before: str
    after: str

    def words(self) -> list[str]:
        """Three lines that can be compared at a glance."""
        return [f"{self.what}", f"  before: {self.before or '(nothing)'}", f"  after:  {self.after or '(nothing)'}"]


def touched(match: Match, target: StepRecord, body: Mapping[str, Any]) -> tuple[Touched, ...]:
    """Everything that a ruling's body names, as it stands now and as it will."""
    history = match.history
    found = [*_lines(history, target, body), *_answers(match, target, body)]
    found += [
        Touched(f"option {name}", _option(history, name), value)
        for name, value in sorted(body.get("options", {}).items())
    ]
    return tuple(found)


def _option(history: History, name: str) -> str:
    return history.options.get(name) or history.setup.options.get(name) or "(the game's default)"


def _lines(history: History, target: StepRecord, body: Mapping[str, Any]) -> Iterator[Touched]:
    for item in body.get("orders", ()):
        yield Touched(_place(item), _words(history, target, item), item["text"])
    for item in body.get("allow", ()):
        words = _words(history, target, item)
        yield Touched(_place(item), f"{words} (refused)", f"{words} (carried out)")
    for item in body.get("refuse", ()):
        words = _words(history, target, item)
        yield Touched(_place(item), words, f"{words} (refused)")


def _place(item: Mapping[str, Any]) -> str:
    seat = f" ({item['seat']})" if item["seat"] else ""
    return f"line {item['line']} of the {item['side']} text{seat}"


def _words(history: History, target: StepRecord, item: Mapping[str, Any]) -> str:
    """A line of the text that the step opened, as it is read now: an earlier ruling may have reworded it."""
    at: LineAt = (Side(item["side"]), item["seat"], item["line"])
    reworded = history.overrides.get(target.number, NO_OVERRIDES).lines.get(at)
    if reworded is not None:
        return reworded
    wait = target.wait
    mine = [t for t in history.texts if t.sha256 in target.digests and (t.side, t.seat) == at[:2]]
    lines = [t.text.split("\n") for t in mine if wait is not None and is_for(t, wait)]
    return lines[-1][at[2] - 1].strip() if lines and at[2] <= len(lines[-1]) else ""


def _answers(match: Match, target: StepRecord, body: Mapping[str, Any]) -> Iterator[Touched]:
    history = match.history
    settled = {answer["key"]: answer["choice"] for answer in match.lines[target.seq - 1].body["answers"]}
    numbers = {asked.decision.key: asked.name for asked in history.asked}
    for item in body.get("answers", ()):
        side, key = Side(item["side"]), item["key"]
        known = target.rules.known(target.before.state, side)
        old = settled.get(key)
        before = match.tools.write(target.rules, known, side, target.rules.read_choice(old)) if old else ""
        yield Touched(f"{numbers.get(key, key)} ({side})", before, item["words"])
