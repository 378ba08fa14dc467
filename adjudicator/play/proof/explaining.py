"""`explain`: one event in full, from the order that led to it to the openssl line that checks its dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.core.canon import from_hexadecimal, hexadecimal
from adjudicator.core.errors import MatchError, UsageError
from adjudicator.core.events import PhaseBegan
from adjudicator.core.orders import Text
from adjudicator.core.source import source_lines
from adjudicator.core.types import UMPIRE, Event, Order
from adjudicator.core.values import dataclass
from adjudicator.core.view import Piece, View
from adjudicator.core.visibility import is_hidden
from adjudicator.kit.catalogue import Catalogue
from adjudicator.play.match.history import TextLine
from adjudicator.play.match.setup import Tools
from adjudicator.play.side.export_view import Home, open_source
from adjudicator.play.side.exporting import reader_meant
from adjudicator.play.side.listing import catalogue_of
from adjudicator.play.side.showing import seen_by
from adjudicator.play.side.side_views import SideStep, Whole
from adjudicator.record.dicecheck import RollOnRecord, openssl_lines, rolls_in
from adjudicator.record.evidence import Evidence

_ADDRESS = re.compile(r"\s*(\d{1,9})(?:\.(\d{1,6}))?\s*")
_WORDLESS = frozenset({"kind", "rule", "rolls", "side", "because", "question", "text", "reason", "remedy", "label"})
"""Members of an event that do not name a piece or a place."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of an explanation: its heading and its lines."""

    title: str
    lines: tuple[str, ...]


def explain(
    log: Path, address: str, side: str = "", tools: Tools | None = None, warn: Callable[[str], None] | None = None
) -> list[Chapter]:
    """An event of a log or of an export, in full; without N every event of the line, briefly."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        raise UsageError(f"{address!r} is no address of an event.", "Give it as a report prints it, such as 17.4.")
    source = open_source(log, tools, warn=warn)
    who = reader_meant(source, side)
    seq = int(found.group(1))
    step = source.at(who, seq)
    if step is None:
        raise MatchError(_no_turn(source, seq), "Reports print the addresses of events, such as 17.4.")
    if found.group(2) is None:
        return [_contents(source, step)]
    events = dict(step.events)
    number = int(found.group(2))
    if number not in events:
        raise UsageError(f"Line {seq} has no event {number}.", f"It has events 1 to {len(events)}.")
    return list(_Explaining(source, step, number, events[number]).chapters())


def _no_turn(source: Whole | Home, seq: int) -> str:
    if not 1 <= seq <= len(source.lines):
        return f"The log has {len(source.lines)} lines, no line {seq}."
    return f"Line {seq} is a line of kind {source.lines[seq - 1].kind!r}; it tells no events."


def _contents(source: Whole | Home, step: SideStep) -> Chapter:
    view = step.rules.view(step.after, step.side)
    lines = (f"{step.seq}.{number}  {sentence(source, view, event)}" for number, event in step.events)
    return Chapter(f"Line {step.seq}, step {step.number}", tuple(lines))


def sentence(source: Whole | Home, view: View, event: Event) -> str:
    """What an event says, in the words of the reports."""
    from adjudicator.pictures.happenings import plain
    from adjudicator.report.phrases import Speaker, phrase_kinds
    from adjudicator.report.spans import bare

    names = {piece.id: piece.name for piece in view.pieces}
    rules = source.rules
    templates = getattr(rules, "templates", None)
    own = rules.name if event.kind in phrase_kinds(rules.name, templates) else "common"
    return bare(Speaker(own, names, rules.board, templates=templates).say(plain(event)))


class _Explaining:
    def __init__(self, source: Whole | Home, step: SideStep, number: int, event: Event) -> None:
        self.source = source
        self.step = step
        self.number = number
        self.event = event
        self.plain: dict[str, Any] = event.model_dump(mode="json")
        self.line = source.lines[step.seq - 1]
        self.catalogue: Catalogue = catalogue_of(source.rules.name)
        self.view, self.moment = self._before()

    def chapters(self) -> Iterator[Chapter]:
        """The explanation, part by part; a part without lines is left out."""
        parts = [
            Chapter(f"{self.step.seq}.{self.number}", tuple(self._what())),
            Chapter("Order", tuple(self._orders())),
            Chapter(f"Position {self.moment}", tuple(self._position())),
            Chapter("Reckoning", tuple(self._findings(self.plain))),
            Chapter("Dice", tuple(self._dice())),
            Chapter("Where", tuple(self._where())),
        ]
        yield from (part for part in parts if part.lines)

    def _before(self) -> tuple[View, str]:
        """The position at the moment of the event; a side's own log has it only for the start of the step."""
        rules = self.step.rules
        if not isinstance(self.source, Whole):
            return rules.view(self.step.before, self.step.side), "before the step"
        record = self.source.history.by_seq[self.step.seq]
        state = record.before.state
        for event in record.events[: self._whole_number() - 1]:
            state = rules.apply(state, event)
        return rules.view(rules.known(state, self.step.side), self.step.side), "at that moment"

    def _whole_number(self) -> int:
        if self.step.side == UMPIRE or not isinstance(self.source, Whole):
            return self.number
        record = self.source.history.by_seq[self.step.seq]
        seen = [n for n, _ in seen_by(record.rules, record.before.state, record.events, self.step.side)]
        return seen[self.number - 1]

    # --- what happened -----------------------------------------------------------------------------------

    def _what(self) -> Iterator[str]:
        yield sentence(self.source, self.view, self.event)
        yield self._rule(self.event.rule)
        phase = next(
            (e.title for n, e in reversed(self.step.events) if n <= self.number and isinstance(e, PhaseBegan)), ""
        )
        yield f"kind {self.event.kind}, step {self.step.number}{f', in: {phase}' if phase else ''}"

    def _rule(self, rule_id: str) -> str:
        rule = self.catalogue.rule(rule_id)
        return f"{rule.id}: {rule.summary} ({rule.source})" if rule else rule_id

    # --- the order ---------------------------------------------------------------------------------------

    def _orders(self) -> Iterator[str]:
        found = sorted(self._scored(), key=lambda one: -one[0])
        best = found[0][0] if found else 0
        for score, text, line, words in found[:3]:
            if score == best:
                whose = f"{text.side}{f' ({text.seat})' if text.seat else ''}"
                yield f"{whose}, line {line} of the text on line {text.seq}: {words}"
        if not found and self.step.without:
            yield f"Played without: {', '.join(self.step.without)}."

    def _scored(self) -> Iterator[tuple[int, TextLine, int, str]]:
        """Orders of this turn that name what the event is about; the more of it, the higher they score."""
        meant = set(_names(self.plain))
        line, whose = self.plain.get("line"), (self.plain.get("side"), self.plain.get("seat", ""))
        for text, read in self._texts():
            if line:
                if (text.side, text.seat) == whose and line in read.lines:
                    yield 100, text, line, read.lines[line].strip()
                continue
            for order in read.orders if text.turn == self.view.turn else ():
                score = len(meant & set(_names(_written(order))))
                if score:
                    yield score, text, order.line, read.lines.get(order.line, "").strip()

    def _texts(self) -> Iterator[tuple[TextLine, Text]]:
        rules, read = self.step.rules, self.source.setup.tools.read
        digests = set(self.line.body["orders"])
        for side in rules.sides:
            if self.step.side not in (UMPIRE, side):
                continue
            known = self.step.before if self.step.side == side else rules.known(self.step.before, side)
            for text in self.source.texts(side):
                if text.sha256 in digests:
                    yield text, read(rules, known, side, text.seat, source_lines(text.text))

    # --- the position ------------------------------------------------------------------------------------

    def _position(self) -> Iterator[str]:
        named = list(dict.fromkeys(_names(self.plain)))
        stand = {piece.id: piece.place for piece in self.view.pieces if piece.place}
        places = {*(piece.place for piece in self.view.pieces), *(mark.place for mark in self.view.marks)}
        about = [name for name in named if name in places]
        about += [place for name in named if (place := stand.get(name)) and place not in about]
        for place in dict.fromkeys(about):
            yield f"{place}: {self._at(place)}"
        yield from (f"{track.name} {track.value}" for track in self.view.tracks)

    def _at(self, place: str) -> str:
        here = [_piece(piece) for piece in self.view.at(place)]
        marks = [mark.text or mark.kind for mark in self.view.marks if mark.place == place]
        return "; ".join((*here, *marks)) or "empty"

    # --- modifiers and dice ------------------------------------------------------------------------------

    def _findings(self, value: Any, name: str = "", depth: int = 0) -> Iterator[str]:
        if isinstance(value, Mapping) and {"rule", "value", "parts"} <= value.keys():
            yield from self._finding(value, name, depth)
        elif isinstance(value, Mapping):
            for member, part in value.items():
                yield from self._findings(part, member, depth)
        elif isinstance(value, list):
            for part in value:
                yield from self._findings(part, name, depth)

    def _finding(self, finding: Mapping[str, Any], name: str, depth: int) -> Iterator[str]:
        indent = "  " * depth
        hidden = is_hidden(finding.get("hidden_from", ()), self.step.side)
        value = finding["value"]
        shown = "not known to you" if hidden else _signed(value) if depth else str(value)
        label = finding.get("label") or name
        because = f"  [{finding['because']}]" if finding.get("because") and not hidden else ""
        yield f"{indent}{label + ': ' if label else ''}{shown}{because}"
        yield f"{indent}  {self._rule(str(finding['rule']))}"
        for part in finding["parts"] if not hidden else ():
            yield from self._finding(part, "", depth + 1)

    def _dice(self) -> Iterator[str]:
        rolls = list(rolls_in(self.plain.get("rolls", ())))
        if not rolls:
            return
        evidence = Evidence(self.source.lines)
        evidence.find_veil()
        seeds = list(self._seeds())
        for roll in rolls:
            kinds = sorted(set(roll.sides), reverse=True)
            sort = f"{len(roll.faces)} of {kinds[0]} sides" if len(kinds) == 1 else "a shuffle"
            yield f"{roll.label}: {', '.join(map(str, roll.faces))} ({sort})"
            step, seed = self._seed_of(roll, seeds, evidence.veil)
            yield f"seed of step {step}: {hexadecimal(seed)}"
            yield from openssl_lines(roll, seed, evidence.veil)

    def _seeds(self) -> Iterator[tuple[int, bytes]]:
        """The seed of the step, then those of earlier steps that paused: a die may be told after a pause."""
        yield int(self.line.body["step"]), from_hexadecimal(self.line.body["seed"])
        for earlier in reversed(self.source.lines[: self.step.seq - 1]):
            if earlier.kind == "turn":
                yield int(earlier.body["step"]), from_hexadecimal(earlier.body["seed"])

    @staticmethod
    def _seed_of(roll: RollOnRecord, seeds: Sequence[tuple[int, bytes]], veil: bytes | None) -> tuple[int, bytes]:
        if roll.veiled and veil is None:
            return seeds[0]
        return next(((step, seed) for step, seed in seeds if roll.fits(seed, veil)), seeds[0])

    # --- the same event elsewhere ------------------------------------------------------------------------

    def _where(self) -> Iterator[str]:
        yield f"line {self.line.seq} of the log, hash {self.line.hash}"
        if self.step.side != UMPIRE or not isinstance(self.source, Whole):
            return
        record = self.source.history.by_seq[self.step.seq]
        for side in record.rules.sides:
            seen = [n for n, _ in seen_by(record.rules, record.before.state, record.events, side)]
            if self.number not in seen:
                yield f"the {side} side does not see this event"
            elif (own := seen.index(self.number) + 1) != self.number:
                yield f"in the {side} side's reports: {self.step.seq}.{own} (explain it with --side {side})"


def _names(value: Any, member: str = "") -> Iterator[str]:
    """The words of an event or an order that may name pieces and places."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            if name not in _WORDLESS:
                yield from _names(part, str(name))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _names(part, member)
    elif isinstance(value, str) and value:
        yield value


def _piece(piece: Piece) -> str:
    values = " " + "-".join(piece.values) if piece.values else ""
    marks = ", ".join(mark for mark in piece.marks if mark != "on the map")
    return f"{piece.side} {piece.name}{values}{f' ({marks})' if marks else ''}"


def _written(order: Order) -> dict[str, Any]:
    return order.model_dump(mode="json", serialize_as_any=True)


def _signed(value: Any) -> str:
    return f"{value:+d}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
