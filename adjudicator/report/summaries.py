"""The parts of a report that sum up: rulings, what the other side does and where it stands, objectives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.core.types import UMPIRE
from adjudicator.core.values import dataclass
from adjudicator.core.view import Mark, Piece, Track, View
from adjudicator.pictures.happenings import plain
from adjudicator.report.phrases import Speaker
from adjudicator.report.spans import mark

if TYPE_CHECKING:
    from adjudicator.report.context import RulingTold


@dataclass(frozen=True, slots=True)
class RulingWords:
    """A ruling in sentences."""

    head: str
    reason: str
    lines: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]


def rulings(speaker: Speaker, told: Iterable[RulingTold], ways: Mapping[str, Any]) -> list[RulingWords]:
    """What the umpire ruled: why, what had been told before, what stands now; what is the same is left out."""
    quiet = set(ways.get("quiet", ()))

    def sentences(events: Iterable[Any]) -> list[str]:
        return [speaker.say(e) for e in map(plain, events) if e.get("kind") not in quiet]

    found = []
    for one in told:
        before, after = sentences(one.before), sentences(one.after)
        found.append(
            RulingWords(
                head=f"Step {one.step} was {'corrected' if one.sort == 'correct' else 'put back, to be played again'}.",
                reason=one.reason,
                lines=(*one.lines, *sentences(one.changes)),
                before=tuple(line for line in before if line not in after),
                after=tuple(line for line in after if line not in before),
            )
        )
    return found


def named_tracks(tracks: Iterable[Track], ways: Mapping[str, Any]) -> tuple[Track, ...]:
    """Tracks by the words that a reader is shown: "French losses", which counts units, as "French units eliminated"."""
    words = ways.get("tracks", {})

    def shown(name: str) -> str:
        for end, said in words.items():
            if name.endswith(f" {end}"):
                return f"{name.removesuffix(end)}{said}"
        return name

    return tuple(track.model_copy(update={"name": shown(track.name)}) for track in tracks)


def enemy_deeds(speaker: Speaker, events: Iterable[tuple[str, Mapping[str, Any]]], side: str) -> list[str]:
    """What other sides were seen to do, a line each; nothing for the umpire, who sees all."""
    return [] if side == UMPIRE else speaker.tell("deeds", [event for _, event in events], side)


def enemy_positions(speaker: Speaker, view: View) -> list[str]:
    """Where other sides' pieces are known to stand, a sentence for each sort of knowledge.

    A ruleset whose phrases have a macro `positions` tells it in its own way.
    """
    others = [p for p in view.pieces if p.side != view.side and p.place] if view.side != UMPIRE else []
    lines = speaker.tell("positions", view) if others else []
    if lines:
        return lines
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
        at = "" if piece.seen else f" at {mark('place', piece.place)}"
        parts.append(f"{mark('unit', piece.name)}{values}{at}{seen}")
    return [f"{head}: {'; '.join(parts)}."]


def objectives(speaker: Speaker, before: View | None, after: View) -> list[str]:
    """Who holds the objectives, and which changed hands since."""
    marks = [m for m in after.marks if m.kind == "objective"]
    earlier = {m.place: m.side for m in before.marks if m.kind == "objective"} if before else {}
    lines = []
    for side in sorted({str(m.side) for m in marks if m.side}):
        held = [_objective(speaker, m) for m in marks if m.side == side]
        lines.append(f"{mark('side', f'The {side}')} hold {', '.join(dict.fromkeys(held))}.")
    free = [_objective(speaker, m) for m in marks if not m.side]
    if free:
        lines.append(f"Held by nobody: {', '.join(dict.fromkeys(free))}.")
    lines += [
        f"{speaker.place(m.place)} changed hands: now {mark('side', f'the {m.side}' if m.side else 'nobody')}."
        for m in marks
        if m.place in earlier and earlier[m.place] != m.side
    ]
    return lines


def _objective(speaker: Speaker, objective: Mark) -> str:
    return mark("place", objective.text) if objective.text else speaker.place(objective.place)
