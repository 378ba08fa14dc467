"""What a report tells, whatever its form: chapters of entries, tables of reckoning, summaries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.core.types import UMPIRE
from adjudicator.core.view import Piece, View
from adjudicator.report.phrases import Speaker, signed
from adjudicator.report.spans import mark

HIDDEN = "not known to you"


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
    rows: tuple[Row, ...] = ()
    dice: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A phase of the turn and what happened in it."""

    title: str
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
    speaker: Speaker, events: Iterable[tuple[str, Mapping[str, Any]]], side: str, ways: Mapping[str, Any]
) -> list[Chapter]:
    """The events in order, cut where a phase began; phases in which nothing is told are left out."""
    quiet = set(ways.get("quiet", ()))
    found: list[tuple[str, list[Entry]]] = [("", [])]
    for address, event in events:
        if event.get("kind") == "phase_began":
            found.append((str(event.get("title", "")), []))
        if event.get("kind") not in quiet:
            found[-1][1].append(entry(speaker, address, event, side, ways))
    return [Chapter(title, tuple(entries)) for title, entries in found if entries]


def entry(speaker: Speaker, address: str, event: Mapping[str, Any], side: str, ways: Mapping[str, Any]) -> Entry:
    """One event with its table and dice."""
    table = event.get(ways.get("tables", {}).get(str(event.get("kind")), ""))
    rolls = [roll for roll in event.get("rolls") or () if isinstance(roll, Mapping)]
    return Entry(
        address=address,
        sentence=speaker.say(event),
        rule=str(event.get("rule", "")),
        rows=tuple(reckoning(table, side)),
        dice=tuple(dice_words(roll) for roll in rolls),
        labels=tuple(str(roll.get("label", "")) for roll in rolls),
    )


def reckoning(finding: Any, side: str) -> list[Row]:
    """The rows of a finding (or of several), its parts first and its total last."""
    if isinstance(finding, Mapping):
        rows = [row for part in finding.get("parts") or () for row in _rows(part, side, 0)]
        return [*rows, _row(finding, side, 0, total=True)]
    return [row for part in finding or () for row in _rows(part, side, 0)]


def _rows(part: Mapping[str, Any], side: str, depth: int) -> list[Row]:
    row = _row(part, side, depth)
    if row.because == HIDDEN:
        return [row]
    return [row, *(inner for p in part.get("parts") or () for inner in _rows(p, side, depth + 1))]


def _row(part: Mapping[str, Any], side: str, depth: int, total: bool = False) -> Row:
    rule = str(part.get("rule", ""))
    label = str(part.get("label") or ("Total" if total else rule))
    if side != UMPIRE and side in (part.get("hidden_from") or ()):
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
            rule=str(event.get("rule") or ""),
            error=event.get("kind") == "refused",
        )
        found.setdefault((told.side, told.line, told.text, told.reason), told)
    return list(found.values())


def enemy_deeds(
    speaker: Speaker, events: Iterable[tuple[str, Mapping[str, Any]]], side: str, ways: Mapping[str, Any]
) -> list[str]:
    """What other sides were seen to do, a sentence each; nothing for the umpire, who sees all."""
    kinds = set(ways.get("seen", {}).get("kinds", ()))
    if side == UMPIRE:
        return []
    return [speaker.say(e) for _, e in events if e.get("kind") in kinds and e.get("side") not in (side, None)]


def enemy_positions(speaker: Speaker, view: View) -> list[str]:
    """Where other sides' pieces are known to stand, a sentence for each sort of knowledge."""
    others = [p for p in view.pieces if p.side != view.side and p.place] if view.side != UMPIRE else []
    lines = []
    for side in sorted({piece.side for piece in others}):
        mine = [piece for piece in others if piece.side == side]
        hidden = sorted({str(p.place) for p in mine if p.knowledge == "unknown"})
        if hidden:
            lines.append(f"Stacks of the {side} not looked into: {', '.join(mark('place', p) for p in hidden)}.")
        lines += _sorted_out(speaker, f"Known of the {side}", [p for p in mine if p.knowledge in ("known", "own")])
        lines += _sorted_out(speaker, f"Last seen of the {side}", [p for p in mine if p.knowledge == "last_seen"])
    return lines


def _sorted_out(speaker: Speaker, head: str, pieces: Sequence[Piece]) -> list[str]:
    if not pieces:
        return []
    parts = []
    for piece in sorted(pieces, key=lambda p: (p.place or "", p.id)):
        values = f" {mark('number', '-'.join(piece.values))}" if piece.values else ""
        seen = f" ({piece.seen})" if piece.seen else ""
        parts.append(f"{mark('unit', piece.name)}{values} at {speaker.place(piece.place)}{seen}")
    return [f"{head}: {'; '.join(parts)}."]


def objectives(speaker: Speaker, before: View | None, after: View) -> list[str]:
    """Who holds the objectives, and which changed hands since."""
    marks = [m for m in after.marks if m.kind == "objective"]
    earlier = {m.place: m.side for m in before.marks if m.kind == "objective"} if before else {}
    lines = []
    for side in sorted({str(m.side) for m in marks if m.side}):
        held = [f"{speaker.place(m.place)}{f' [{m.text}]' if m.text else ''}" for m in marks if m.side == side]
        lines.append(f"{mark('side', f'The {side}')} hold {', '.join(held)}.")
    free = [speaker.place(m.place) for m in marks if not m.side]
    if free:
        lines.append(f"Held by nobody: {', '.join(free)}.")
    lines += [
        f"{speaker.place(m.place)} changed hands: now {mark('side', m.side or 'nobody')}."
        for m in marks
        if m.place in earlier and earlier[m.place] != m.side
    ]
    return lines
