"""Blocks on a theatre map: for each town a plate that lists own corps with their strength, and counts unseen blocks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from adjudicator.core.values import dataclass
from adjudicator.core.view import Piece
from adjudicator.pictures.colours import SideColours, ink_on, side_colours
from adjudicator.pictures.fonts import SANS
from adjudicator.pictures.fragments import Box, Fragment, Point, n
from adjudicator.pictures.theatre.layout import Layout
from adjudicator.pictures.theatre.room import Room, around

ROW = 13.0
HEAD = 14.0
PAD = 3.0
CUBE = 17.0
SMALL = 10.4
GAPS = (9.0, 14.0, 20.0, 28.0, 38.0, 50.0, 64.0, 82.0, 104.0)
SIGNS = ("infantry", "garrison", "cavalry", "artillery")

DEFS = (
    '<g id="t-infantry" fill="none" stroke-width="1"><rect width="11" height="7.4" fill="#fffdf4"/>'
    '<path d="M0 0L11 7.4M11 0L0 7.4"/></g>'
    '<g id="t-garrison" fill="none" stroke-width="1"><rect width="11" height="7.4" fill="#fffdf4"/>'
    '<path d="M0 0L11 7.4M11 0L0 7.4M0 -2h2.2v2m2.2 0v-2h2.2v2m2.2 0v-2h2.2v2"/></g>'
    '<g id="t-cavalry" fill="none" stroke-width="1"><rect width="11" height="7.4" fill="#fffdf4"/>'
    '<path d="M0 7.4L11 0"/></g>'
    '<g id="t-artillery" fill="none" stroke-width="1"><rect width="11" height="7.4" fill="#fffdf4"/>'
    '<circle cx="5.5" cy="3.7" r="1.9" fill="#33261a"/></g>'
    '<path id="t-star" d="M5 -1L6.4 3L10.4 3.1L7.2 5.7L8.3 9.7L5 7.4L1.7 9.7L2.8 5.7L-.4 3.1L3.6 3Z"/>'
    '<path id="t-flag" d="M0 0V9M0 0H6.4L5 2.2L6.4 4.4H0Z"/>'
)
"""Shapes that plates share, used by reference."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a plate: a corps in a town, with how many blocks of each kind and how strong."""

    label: str
    kinds: tuple[tuple[str, int], ...]
    strength: str
    hq: bool = False
    badges: tuple[str, ...] = ()
    seen: str = ""
    """For blocks last seen here: when."""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Plate:
    """What stands in a town of one side."""

    town: str
    side: str
    leaders: tuple[str, ...]
    rows: tuple[Row, ...]
    unseen: tuple[tuple[str, int], ...]
    """Nations of blocks whose faces are hidden, and their number."""
    pieces: tuple[str, ...] = ()

    @property
    def wide(self) -> float:
        """Its width in pixels."""
        widths = [_row_width(row) for row in self.rows]
        widths += [17 + 6.0 * len(name) for name in self.leaders]
        if self.unseen:
            widths.append(len(self.unseen) * (CUBE + 2) - 2)
        return max(widths) + 2 * PAD

    @property
    def high(self) -> float:
        """Its height in pixels."""
        cubes = CUBE + (2 if self.rows or self.leaders else 0) if self.unseen else 0.0
        return HEAD * len(self.leaders) + ROW * len(self.rows) + cubes + 2 * PAD - (PAD if self.leaders else 0)


def _row_width(row: Row) -> float:
    number = 6.6 * len(row.strength) + 5 if row.strength else 0.0
    kinds = sum(20.0 if many < 10 else 25.0 for _, many in row.kinds)
    return (9 if row.hq else 0) + 5.9 * len(row.label) + 5 + kinds + number + 11.5 * len(row.badges)


# --- what is on a plate ------------------------------------------------------------------------------------


def plates(pieces: Iterable[Piece], places: Iterable[str], drawing: Mapping[str, Any]) -> list[Plate]:
    """A plate for each town and side; what one side remembers of the other lies on a plate of its own."""
    known = set(places)
    found: dict[tuple[str, str, bool], list[Piece]] = {}
    for piece in pieces:
        if piece.place in known:
            found.setdefault((str(piece.place), piece.side, piece.knowledge == "last_seen"), []).append(piece)
    return [_plate(town, side, here, drawing) for (town, side, _), here in found.items()]


def _plate(town: str, side: str, here: Sequence[Piece], drawing: Mapping[str, Any]) -> Plate:
    unseen: dict[str, int] = {}
    groups: dict[str, list[Piece]] = {}
    leaders = []
    for piece in here:
        if piece.knowledge == "unknown":
            unseen[piece.colour] = unseen.get(piece.colour, 0) + 1
        elif piece.kind == "leader" and piece.knowledge != "last_seen":
            leaders.append(piece.name)
        else:
            groups.setdefault(_group(piece, drawing), []).append(piece)
    return Plate(
        town=town,
        side=side,
        leaders=tuple(leaders),
        rows=tuple(_row(label, members, drawing) for label, members in groups.items()),
        unseen=tuple(unseen.items()),
        pieces=tuple(piece.id for piece in here if piece.knowledge != "last_seen"),
    )


def _group(piece: Piece, drawing: Mapping[str, Any]) -> str:
    """What a block is listed under: its corps, the reserve of its army, or its own name."""
    if piece.kind == "leader":
        return piece.name
    if piece.kind in drawing.get("short_kinds", {}) and piece.colour not in drawing.get("short", {}):
        return str(drawing["short_kinds"][piece.kind])
    short = drawing.get("short", {}).get(piece.colour)
    return str(short) if short else piece.name.split()[-1]


def _row(label: str, members: Sequence[Piece], drawing: Mapping[str, Any]) -> Row:
    tally: dict[str, int] = {}
    for piece in members:
        if piece.kind in SIGNS:
            tally[piece.kind] = tally.get(piece.kind, 0) + 1
    strengths = [piece.values[-1] for piece in members if piece.values]
    numbers = [int(value) for value in strengths if value.isdigit()]
    seen = members[0].knowledge == "last_seen"
    strength = str(sum(numbers)) if len(numbers) == len(strengths) and numbers else "?" if strengths else ""
    signs = drawing.get("badges", {})
    marks = dict.fromkeys(mark for piece in members for mark in piece.marks if mark in signs)
    return Row(
        label=label,
        kinds=tuple((kind, tally[kind]) for kind in SIGNS if kind in tally),
        strength="" if seen else strength,
        hq=any(piece.kind == "hq" for piece in members),
        badges=tuple(dict.fromkeys(str(signs[mark]) for mark in marks)),
        seen=min((piece.seen.split(" at ")[0] for piece in members), default="") if seen else "",
        hint="; ".join(_hint(piece) for piece in members),
    )


def _hint(piece: Piece) -> str:
    parts = [piece.name, "-".join(piece.values), *piece.marks[1:], piece.seen]
    return ", ".join(part for part in parts if part)


# --- where plates lie --------------------------------------------------------------------------------------


def place_plates(found: Sequence[Plate], layout: Layout, room: Room) -> list[tuple[Plate, Box]]:
    """Every plate beside its town, off other towns and plates; the largest choose first."""
    placed = []
    for plate in sorted(found, key=lambda p: (-p.wide * p.high, p.town, p.side)):
        spot = layout.spots[plate.town]
        box = None
        for gap in GAPS:
            box = room.best(
                (gap + (2.0 if dy < -0.1 else 0.0), one) for (_, dy), one in around(spot, plate.wide, plate.high, gap)
            )
            if box is not None:
                break
        if box is None:
            box = Box(spot[0], spot[1], spot[0] + plate.wide, spot[1] + plate.high)
        room.take(box.wider(1.5))
        placed.append((plate, box))
    return placed


# --- how they are drawn ------------------------------------------------------------------------------------


def plates_drawn(placed: Sequence[tuple[Plate, Box]], layout: Layout, drawing: Mapping[str, Any]) -> Iterator[Fragment]:
    """Leads first, then the plates."""
    for plate, box in placed:
        yield _lead(plate, box, layout.spots[plate.town])
    for plate, box in placed:
        yield plate_drawn(plate, box, drawing)


def _lead(plate: Plate, box: Box, spot: Point) -> Fragment:
    dx, dy = min(max(spot[0], box.x0), box.x1) - spot[0], min(max(spot[1], box.y0), box.y1) - spot[1]
    tones = side_colours(plate.side)
    body = (
        f'<path d="M0 0L{n(dx)} {n(dy)}" stroke="#fbf5e2" stroke-width="4.6"/>'
        f'<path d="M0 0L{n(dx)} {n(dy)}" stroke="{tones.dark}" stroke-width="2.2"/>'
    )
    return Fragment(body, spot, Box(min(0, dx), min(0, dy), max(0, dx), max(0, dy)).wider(3.0))


def plate_drawn(plate: Plate, box: Box, drawing: Mapping[str, Any]) -> Fragment:
    """One plate, drawn at its box."""
    tones = side_colours(plate.side)
    wide, high = box.x1 - box.x0, box.y1 - box.y0
    ghost = bool(plate.rows) and all(row.seen for row in plate.rows) and not plate.unseen
    rim = f'stroke="{tones.dark}" stroke-width="1.3"' + (' stroke-dasharray="4 3"' if ghost else "")
    parts = [f'<rect width="{n(wide)}" height="{n(high)}" rx="3" fill="{tones.light}" {rim}/>']
    y = 0.0
    for name in plate.leaders:
        parts.append(_leader(name, y, wide, tones))
        y += HEAD
    y += 0 if plate.leaders else PAD
    for row in plate.rows:
        parts.append(_row_svg(row, y, wide, tones))
        y += ROW
    if plate.unseen:
        y += 2 if plate.rows or plate.leaders else 0
        parts += _cubes(plate.unseen, y, tones, drawing)
    data = (("town", plate.town),)
    return Fragment("".join(parts), (box.x0, box.y0), Box(-1, -1, wide + 1, high + 1), kind="plate", data=data)


def _leader(name: str, y: float, wide: float, tones: SideColours) -> str:
    ink = ink_on(tones.fill)
    return (
        f'<rect y="{n(y)}" width="{n(wide)}" height="{n(HEAD)}" rx="3" fill="{tones.fill}"/>'
        f'<use href="#t-star" x="4" y="{n(y + 2.6)}" fill="#f3d06a"/>'
        f'<text x="17" y="{n(y + 10.6)}" font-family="{SANS}" font-size="11" font-weight="bold" fill="{ink}">'
        f"{escape(name)}</text>"
    )


def _row_svg(row: Row, y: float, wide: float, tones: SideColours) -> str:
    x, base = PAD, y + 10.3
    parts = [f"<g><title>{escape(row.hint)}</title>"]
    if row.hq:
        parts.append(
            f'<use href="#t-flag" x="{n(x + 0.5)}" y="{n(y + 2.2)}" fill="{tones.fill}" stroke="{tones.dark}" '
            'stroke-width="1"/>'
        )
        x += 9
    style = ' font-style="italic" fill-opacity=".72"' if row.seen else ""
    parts.append(
        f'<text x="{n(x)}" y="{n(base)}" font-family="{SANS}" font-size="{n(SMALL)}" fill="{tones.dark}"{style}>'
        f"{escape(row.label)}</text>"
    )
    x += 5.9 * len(row.label) + 5
    for kind, many in row.kinds:
        parts.append(
            f'<text x="{n(x)}" y="{n(base)}" font-family="{SANS}" font-size="9.8" fill="{tones.dark}">{many}</text>'
            f'<use href="#t-{kind}" x="{n(x + (6 if many < 10 else 11))}" y="{n(y + 2.9)}" stroke="{tones.dark}"/>'
        )
        x += 20 if many < 10 else 25
    for badge in row.badges:
        parts.append(badge_sign(badge, x + 5, y + 6.4))
        x += 11.5
    if row.strength:
        parts.append(
            f'<text x="{n(wide - PAD)}" y="{n(base + 0.4)}" font-family="{SANS}" font-size="11.8" font-weight="bold" '
            f'text-anchor="end" fill="{tones.dark}">{escape(row.strength)}</text>'
        )
    return "".join(parts) + "</g>"


_BADGE = {"D": "#c7761b", "S": "#b3261e", "X": "#6d1410", "W": "#5b4a30"}


def badge_sign(badge: str, x: float, y: float) -> str:
    """A letter in a disc: what is the matter with blocks of a row."""
    return (
        f'<circle cx="{n(x)}" cy="{n(y)}" r="4.9" fill="{_BADGE.get(badge, "#33261a")}"/>'
        f'<text x="{n(x)}" y="{n(y + 2.7)}" font-family="{SANS}" font-size="7.4" font-weight="bold" '
        f'text-anchor="middle" fill="#fff">{escape(badge)}</text>'
    )


def _cubes(
    unseen: Sequence[tuple[str, int]], y: float, tones: SideColours, drawing: Mapping[str, Any]
) -> Iterator[str]:
    for index, (nation, many) in enumerate(unseen):
        yield cube(nation, many, (PAD + index * (CUBE + 2), y), drawing)


def cube(nation: str, many: int, at: Point, drawing: Mapping[str, Any]) -> str:
    """Blocks that show only their backs: a cube in the nation's colour with their number."""
    fill = str(drawing.get("nations", {}).get(nation, "#777777"))
    x, y = at
    return (
        f"<g><title>{escape(f'{many} {nation}: unknown')}</title>"
        f'<rect x="{n(x)}" y="{n(y)}" width="{n(CUBE)}" height="{n(CUBE)}" rx="2" fill="{fill}" stroke="#2b2014" '
        f'stroke-width="1"/><text x="{n(x + CUBE / 2)}" y="{n(y + 12.9)}" font-family="{SANS}" font-size="12.6" '
        f'font-weight="bold" text-anchor="middle" fill="{ink_on(fill)}">{many}</text></g>'
    )
