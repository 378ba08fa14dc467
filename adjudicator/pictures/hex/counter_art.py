"""Counters as they lie on the map: stacks, unknown stacks, ghosts of pieces last seen, flags and other marks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from html import escape

from adjudicator.core.view import Mark, Piece
from adjudicator.pictures.colours import SideColours, formation_colour, ink_on, side_colours
from adjudicator.pictures.fonts import SANS
from adjudicator.pictures.fragments import Box, Fragment, Point, n
from adjudicator.pictures.hex.drill_art import formation_sign, size_sign
from adjudicator.pictures.hex.geometry import Geometry

WIDE = 47.0
HIGH = 36.0
STRIP = 10.5
FAN, HIGH_FAN = 20.0, 27.0
"""How far a stack is fanned at most, and one of more than four pieces."""
LETTER = 0.52
"""The width of an average letter, in parts of the type size."""
SYMBOLS = ("infantry", "cavalry", "artillery", "horse artillery")

DEFS = (
    f'<rect id="c-body" width="{n(WIDE)}" height="{n(HIGH)}" rx="3.2"/>'
    f'<path id="c-strip" d="M0 {n(STRIP)}V3.2A3.2 3.2 0 0 1 3.2 0H{n(WIDE - 3.2)}'
    f'A3.2 3.2 0 0 1 {n(WIDE)} 3.2V{n(STRIP)}Z"/>'
    '<g id="c-infantry" fill="none" stroke-width="1.1"><rect width="15" height="10" fill="#fffdf4"/>'
    '<path d="M0 0L15 10M15 0L0 10"/></g>'
    '<g id="c-cavalry" fill="none" stroke-width="1.1"><rect width="15" height="10" fill="#fffdf4"/>'
    '<path d="M0 10L15 0"/></g>'
    '<g id="c-artillery" fill="none" stroke-width="1.1"><rect width="15" height="10" fill="#fffdf4"/>'
    '<circle cx="7.5" cy="5" r="2.2" fill="#33261a"/></g>'
    '<g id="c-horse-artillery" fill="none" stroke-width="1.1"><rect width="15" height="10" fill="#fffdf4"/>'
    '<path d="M0 10L15 0"/><circle cx="7.5" cy="5" r="2.2" fill="#33261a"/></g>'
    '<path id="c-commander" d="M7.5 -1.5L9.4 3L14.3 3.4L10.6 6.6L11.7 11.4L7.5 8.8L3.3 11.4L4.4 6.6L.7 3.4L5.6 3Z"/>'
    '<g id="c-unknown"><circle r="9" fill="none" stroke-width="1.6"/><circle r="3.4"/></g>'
)
"""Shapes that counters share, used by reference."""


def stack(spot: Point, pieces: Sequence[Piece], badges: Mapping[str, str]) -> Iterator[Fragment]:
    """The pieces of one place, fanned so that each shows its strip; the first lies on top."""
    x, y = spot
    shown = sorted(pieces, key=_layer)
    step = min(STRIP, (FAN if len(shown) < 5 else HIGH_FAN) / max(1, len(shown) - 1))
    top = y - (HIGH + step * (len(shown) - 1)) / 2 - 0.5
    for index, piece in enumerate(shown):
        at = (x - WIDE / 2 + _sway(index, len(shown)), top + step * index)
        yield counter(piece, at, badges, covered=step if index < len(shown) - 1 else 0.0)
    if len(shown) > 2:
        yield _tally(len(shown), (x + WIDE / 2 + 1.5, top + HIGH + step * (len(shown) - 1) - 3))


def _tally(count: int, at: Point) -> Fragment:
    """How many pieces lie in a high stack."""
    body = (
        '<circle r="6" fill="#fffaf0" stroke="#33261a"/>'
        f'<text y="3" font-family="{SANS}" font-size="9" font-weight="bold" '
        f'text-anchor="middle" fill="#33261a">{count}</text>'
    )
    return Fragment(body, at, Box(-7, -7, 7, 7))


def _layer(piece: Piece) -> tuple[int, str]:
    """Ghosts lie lowest, then commanders, then units."""
    depth = {"last_seen": 0, "unknown": 3}.get(piece.knowledge, 1 if piece.kind == "commander" else 2)
    return depth, piece.id


def _sway(index: int, count: int) -> float:
    return 0.0 if count == 1 else (index - (count - 1) / 2) * 1.6


def counter(piece: Piece, at: Point, badges: Mapping[str, str], covered: float = 0.0) -> Fragment:
    """One piece; of a covered one only a strip of so many pixels shows, with its values in it."""
    tones = side_colours(piece.side)
    if piece.knowledge == "unknown":
        body = _blank(piece, tones)
    else:
        body = _face(piece, tones, covered, {badges[mark] for mark in piece.marks if mark in badges})
    if piece.knowledge == "last_seen":
        rim = f'fill="none" stroke="{tones.dark}" stroke-width="1.6" stroke-dasharray="4 3"'
        body = f'<g opacity=".48">{body}</g><use href="#c-body" {rim}/>'
    return Fragment(
        body,
        at,
        Box(-1.0, -1.0, WIDE + 1.0, HIGH + 1.0),
        kind="piece" if piece.id else "",
        hint=_hint(piece),
        data=(("piece", piece.id),) if piece.id else (),
    )


def _hint(piece: Piece) -> str:
    parts = [piece.name, "-".join(piece.values), piece.size, piece.colour, piece.formation, *piece.marks, piece.seen]
    return ", ".join(part for part in parts if part)


def _blank(piece: Piece, tones: SideColours) -> str:
    """The back of a counter: a roundel for a stack, a star for a commander who stands alone."""
    sign = (
        f'<use href="#c-commander" x="{n(WIDE / 2 - 7.5)}" y="{n(HIGH / 2 - 5)}" fill="{tones.light}"/>'
        if piece.kind == "commander"
        else f'<use href="#c-unknown" x="{n(WIDE / 2)}" y="{n(HIGH / 2)}" fill="{tones.light}" stroke="{tones.light}"/>'
    )
    return f'<use href="#c-body" fill="{tones.fill}" stroke="{tones.dark}" stroke-width="1.6"/>{sign}'


def _face(piece: Piece, tones: SideColours, covered: float, badges: AbstractSet[str]) -> str:
    stripe = formation_colour(piece.colour) if piece.colour else tones.fill
    values = "-".join(piece.values)
    parts = [
        f'<use href="#c-body" fill="{tones.light}" stroke="{tones.dark}" stroke-width="1.4"/>',
        f'<use href="#c-strip" fill="{stripe}"/>',
        _strip_text(piece, ink_on(stripe), covered),
    ]
    if not covered:
        middle = WIDE / 2
        if piece.kind == "commander":
            parts.append(f'<use href="#c-commander" x="3" y="17.5" fill="{tones.fill}" stroke="{tones.dark}"/>')
            parts.append(_number(values, 28.5, 29, 14.5, tones.dark))
        elif piece.kind in SYMBOLS:
            x = middle - 7.5 + (5 if piece.formation else 0)
            parts.append(f'<use href="#c-{piece.kind.replace(" ", "-")}" x="{n(x)}" y="12" stroke="{tones.dark}"/>')
            if piece.formation:
                parts.append(formation_sign(piece.formation, (9.5, 12.0), tones.dark))
            parts.append(_number(values, middle, 33.7, 13, tones.dark))
        else:
            parts.append(_number(values, middle, 27.5, 13.5, tones.dark))
    parts += [_BADGES[badge][bool(covered)] for badge in sorted(badges) if badge in _BADGES]
    return "".join(parts)


def _number(text: str, x: float, y: float, size: float, ink: str) -> str:
    return (
        f'<text x="{n(x)}" y="{n(y)}" font-family="{SANS}" font-size="{n(size)}" font-weight="bold" '
        f'text-anchor="middle" fill="{ink}">{escape(text)}</text>'
    )


def _strip_text(piece: Piece, ink: str, covered: float) -> str:
    """The name in the strip; beside it its size, or the values, where the rest of the counter is covered."""
    size = min(8.4, covered * 0.95) if covered else 8.4
    base = min(8.1, covered - 1.0) if covered else 8.1
    values = _in_short(piece) if covered else size_sign(piece.size)
    room = WIDE - 5 - (0.66 * size * len(values) + 1.5 if values else 0)
    name = piece.name.split(" (")[0]
    letter = LETTER * size
    fit = ""
    if letter * len(name) > room:
        kept = max(4, int(room / (0.86 * letter)))
        name = name if len(name) <= kept else name[: kept - 1].rstrip("- ") + "."
        fit = f' textLength="{n(room)}" lengthAdjust="spacingAndGlyphs"' if letter * len(name) > room else ""
    label = f'<text x="2.6" y="{n(base)}" font-family="{SANS}" font-size="{n(size)}" fill="{ink}"{fit}>'
    parts = [f"{label}{escape(name)}</text>"]
    if values:
        parts.append(
            f'<text x="{n(WIDE - 2.2)}" y="{n(base)}" font-family="{SANS}" font-size="{n(size + 0.2)}" '
            f'font-weight="bold" text-anchor="end" fill="{ink}">{escape(values)}</text>'
        )
    return "".join(parts)


def _in_short(piece: Piece) -> str:
    """The first two values; two numbers are kept apart."""
    first = piece.values[:2]
    return ("-" if all(value.isdigit() for value in first) else "").join(first)


_CROSS = '<path d="M41 13v8M37 17h8" stroke="#b3261e" stroke-width="2.6"/>'
_RING = (
    '<g stroke="#a5570c" stroke-width="1.5" fill="none"><circle cx="41" cy="17" r="3.6"/><path d="M38 20L44 14"/></g>'
)
_BURST = "M41 11.5L42.4 15L46 14L44 17L46 20L42.4 19L41 22.5L39.6 19L36 20L38 17L36 14L39.6 15Z"
_ORDER = '<g transform="translate(-.6 -.2)"><path fill="%s" d="%s" stroke="#fffaf0" stroke-width=".7"/></g>'
_EDGE = '<path d="M0 3.2A3.2 3.2 0 0 1 3.2 0H4V10.5H0Z" fill="%s" stroke="#fffaf0" stroke-width=".6"/>'
_BADGES = {
    "corner": (
        '<path d="M0 10.5V18.5L8 10.5Z" fill="#b3261e"/>',
        f'<path d="M{n(WIDE)} 0V7L{n(WIDE - 7)} 0Z" fill="#b3261e"/>',
    ),
    "cross": (_CROSS, ""),
    "ring": (_RING, ""),
    "burst": (f'<path d="{_BURST}" fill="#d9801f" stroke="#6b3a08" stroke-width=".8"/>', ""),
    "onward": (_ORDER % ("#b3261e", "M38.5 21.5V14.5H36.2L40.2 9.8L44.2 14.5H41.9V21.5Z"), _EDGE % "#d8281c"),
    "shield": (
        _ORDER % ("#1f5f99", "M36.4 10.6Q40.2 12.6 44 10.6V16.2Q44 20 40.2 22Q36.4 20 36.4 16.2Z"),
        _EDGE % "#2a7fd0",
    ),
    "rest": (_ORDER % ("#6b6255", "M36.4 13.2H44V15.4H36.4ZM36.4 17.2H44V19.4H36.4Z"), _EDGE % "#8a8172"),
}
"""Small signs on a counter by name, each as it is drawn on the uppermost counter and on a covered one."""


_WORTH = re.compile(r"\((\d+)\)$")


def flag(geo: Geometry, mark: Mark, index: int) -> Fragment:
    """An objective's flag in its holder's colour, with its value; it stands at the right of the hex."""
    x, y = geo.centre(mark.place)
    tones = side_colours(mark.side) if mark.side else SideColours("#efe7cf", "#3a2e1d", "#3a2e1d")
    worth = _WORTH.search(mark.text)
    value = worth[1] if worth else mark.text if len(mark.text) <= 2 else ""
    body = (
        '<path d="M0 0V-22" stroke="#33261a" stroke-width="1.7"/>'
        f'<path d="M0 -22q4 -2.4 7 0t7 0v10.5q-4 2.4 -7 0t-7 0Z" fill="{tones.fill}" '
        f'stroke="{tones.dark}" stroke-width=".8"/>'
        f'<text x="7" y="-13.6" font-family="{SANS}" font-size="8" font-weight="bold" '
        f'text-anchor="middle" fill="{ink_on(tones.fill)}">{escape(value)}</text>'
    )
    at = (x + geo.wide - 19 - index * 10, y - geo.high + 27)
    return Fragment(body, at, Box(-1.5, -25, 15.5, 1), kind="mark", hint=_mark_hint(mark))


def other_mark(geo: Geometry, mark: Mark, index: int) -> Fragment:
    """A mark that is no flag: a small label at the foot of the hex."""
    x, y = geo.centre(mark.place)
    word = mark.text if mark.text and len(mark.text) <= 12 else mark.kind
    ink = side_colours(mark.side).dark if mark.side else "#5b4426"
    body = (
        f'<text font-family="{SANS}" font-size="9.4" text-anchor="middle" fill="{ink}" stroke="#f4ecd4" '
        f'stroke-width="2" paint-order="stroke">{escape(word)}</text>'
    )
    half = 3.2 * len(word) + 2
    return Fragment(body, (x, y + 31 - 10 * index), Box(-half, -10, half, 4), kind="mark", hint=_mark_hint(mark))


def _mark_hint(mark: Mark) -> str:
    return ", ".join(part for part in (mark.kind, mark.text, f"held by {mark.side}" if mark.side else "") if part)
