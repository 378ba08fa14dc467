"""What a report tells, whatever its form: chapters of entries, tables of reckoning, summaries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.types import GENERAL, UMPIRE, Side
from adjudicator.core.values import dataclass, replace
from adjudicator.core.visibility import is_hidden
from adjudicator.pictures.happenings import places
from adjudicator.report.phrases import Speaker, signed
from adjudicator.report.spans import bare

HIDDEN = "not known to you"
_TURN = re.compile(r"T(\d+)/")


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a reckoning: what counted, how much, why, by which rule."""

    label: str
    value: str
    because: str
    rule: str
    depth: int = 0
    total: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """One happening: its address, its sentence, and how it was reckoned."""

    address: str
    sentence: str
    rule: str
    facts: tuple[tuple[str, str], ...] = ()
    """What belongs to it, each with its heading: the forces of a combat."""
    rows: tuple[Row, ...] = ()
    dice: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    result: str = ""
    brief: str = ""
    """The sentence in few words, where it is long."""
    places: tuple[str, ...] = ()
    """Where there was fighting: what a map of it shows."""
    kind: str = ""
    """The kind of the event."""

    @property
    def folds(self) -> bool:
        """Whether there is more to tell than a line."""
        return bool(self.rows or self.facts or self.brief)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A phase of a turn and what happened in it."""

    title: str
    turn: int
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """An order that was not carried out, and why."""

    address: str
    side: str
    line: int
    text: str
    reason: str
    remedy: str
    rule: str
    error: bool


def chapters(
    speaker: Speaker,
    events: Iterable[tuple[str, Mapping[str, Any]]],
    side: str,
    ways: Mapping[str, Any],
    drawing: Mapping[str, Any] | None = None,
) -> list[Chapter]:
    """The events in order, cut where a phase began; phases in which nothing is told are left out."""
    found: list[tuple[str, int, list[Entry]]] = [("", 0, [])]
    for address, event in together(events, ways):
        if event.get("kind") == "texts_opened":
            found.append(("", int(event.get("turn") or 0), []))
        elif event.get("kind") == "phase_began":
            named = _TURN.match(str(event.get("phase", "")))
            found.append((str(event.get("title", "")), int(named[1]) if named else 0, []))
        if is_told(event, ways):
            found[-1][2].append(entry(speaker, address, event, side, ways, drawing or {}))
    return [Chapter(title, turn, tuple(entries)) for title, turn, entries in found if entries]


def together(
    events: Iterable[tuple[str, Mapping[str, Any]]], ways: Mapping[str, Any]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Events of such kinds that stand side by side, of one side and place, are told in one sentence, as the first."""
    kinds, run = frozenset(ways.get("together", ())), list[tuple[str, Mapping[str, Any]]]()
    for address, event in events:
        if run and (event.get("kind") not in kinds or _about(event) != _about(run[0][1])):
            yield _one(run)
            run = []
        if event.get("kind") in kinds:
            run.append((address, event))
        else:
            yield address, event
    if run:
        yield _one(run)


def _about(event: Mapping[str, Any]) -> tuple[Any, ...]:
    return event.get("kind"), event.get("side"), event.get("place")


def _one(run: Sequence[tuple[str, Mapping[str, Any]]]) -> tuple[str, Mapping[str, Any]]:
    """The first of some events, with all of them as its part `together`."""
    address, first = run[0]
    return address, {**first, "together": tuple(event for _, event in run)}


def is_told(event: Mapping[str, Any], ways: Mapping[str, Any]) -> bool:
    """Quiet kinds are told by headings or elsewhere; that a side is played without a text is always told."""
    return event.get("kind") not in ways.get("quiet", ()) or bool(event.get("missing"))


def entry(
    speaker: Speaker,
    address: str,
    event: Mapping[str, Any],
    side: str,
    ways: Mapping[str, Any],
    drawing: Mapping[str, Any],
) -> Entry:
    """One event with its table and dice."""
    kind = str(event.get("kind"))
    table = event.get(ways.get("tables", {}).get(kind, ""))
    rolls = [roll for roll in event.get("rolls") or () if isinstance(roll, Mapping)]
    facts = [line.partition(": ") for line in speaker.tell(f"{kind}_facts", event)]
    return Entry(
        address=address,
        sentence=speaker.say(event),
        rule=cited(event),
        facts=tuple((bare(head), words) for head, _, words in facts),
        rows=tuple(reckoning(table, side)),
        dice=tuple(dice_words(roll) for roll in rolls),
        labels=tuple(str(roll.get("label", "")) for roll in rolls),
        result=" ".join(speaker.tell(f"{kind}_result", event)),
        brief=" ".join(speaker.tell(f"{kind}_brief", event)),
        places=_fought_at(event, drawing.get("star", {}).get(kind, {})),
        kind=kind,
    )


def _fought_at(event: Mapping[str, Any], star: Mapping[str, Any]) -> tuple[str, ...]:
    """The places of a fight and those it came from, as the ruleset's drawing names their fields."""
    fields = [star[name] for name in ("at", "with") if name in star]
    return tuple(place for field in fields for place in places(event.get(field)))


def reckoning(finding: Any, side: str) -> list[Row]:
    """The rows of a finding (or of several), its parts first and its total last."""
    if isinstance(finding, Mapping):
        rows = [row for part in finding.get("parts") or () for row in _rows(part, side, 0)]
        return [*rows, _row(finding, side, 0, total=True)]
    return [row for part in finding or () for row in _rows(part, side, 0)]


def _rows(part: Mapping[str, Any], side: str, depth: int) -> list[Row]:
    """A part and its own parts; a single one that says nothing new is left out."""
    row = _row(part, side, depth)
    inner = [] if row.because == HIDDEN else list(part.get("parts") or ())
    if len(inner) == 1 and inner[0].get("value") == part.get("value"):
        inner = list(inner[0].get("parts") or ())
    if inner and all(str(p.get("because") or "") in row.because for p in inner):
        row = replace(row, because="")
    return [row, *(deeper for p in inner for deeper in _rows(p, side, depth + 1))]


def _row(part: Mapping[str, Any], side: str, depth: int, total: bool = False) -> Row:
    rule = str(part.get("rule", ""))
    label = str(part.get("label") or ("Total" if total else "of which" if depth else rule))
    if side != UMPIRE and is_hidden(part.get("hidden_from") or (), Side(side)):
        return Row(label, "?", HIDDEN, rule, depth, total)
    return Row(label, signed(part.get("value")), str(part.get("because") or ""), rule, depth, total)


def dice_words(roll: Mapping[str, Any]) -> str:
    """Dice in words.

    >>> dice_words({"faces": [3, 5], "sides": 6, "label": "T3/x"})
    '2d6: 3 + 5 = 8'
    """
    faces = [int(face) for face in roll.get("faces") or ()]
    sides = roll.get("sides")
    if not isinstance(sides, int):
        return f"a shuffle of {len(faces) + 1}"
    if not faces:
        return f"d{sides}, not shown"
    shown = " + ".join(str(face) for face in faces)
    many = f"{len(faces)}d{sides}"
    return f"{many}: {shown} = {sum(faces)}" if len(faces) > 1 else f"{many}: {shown}"


def refusals(events: Iterable[tuple[str, Mapping[str, Any]]], side: str) -> list[Refusal]:
    """Refused and pointless orders of a side (of all sides for the umpire), each once."""
    found: dict[tuple[str, int, str, str], Refusal] = {}
    for address, event in events:
        if event.get("kind") not in ("refused", "not_carried_out") or side not in (UMPIRE, event.get("side")):
            continue
        told = Refusal(
            address=address,
            side=str(event.get("side", "")),
            line=int(event.get("line") or 0),
            text=str(event.get("text") or "").strip(),
            reason=str(event.get("reason") or ""),
            remedy=str(event.get("remedy") or ""),
            rule=cited(event),
            error=event.get("kind") == "refused",
        )
        found.setdefault((told.side, told.line, told.text, told.reason), told)
    return sorted(found.values(), key=lambda told: (told.side, told.line))


def cited(event: Mapping[str, Any]) -> str:
    """The rule that an event carries; nothing where no rulebook speaks of it."""
    rule = str(event.get("rule") or "")
    return "" if rule == GENERAL else rule
