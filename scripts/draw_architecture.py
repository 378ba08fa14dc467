"""Draws docs/images/architecture.svg: the parts of the package, and who imports whom.

    python scripts/draw_architecture.py            writes the picture
    python scripts/draw_architecture.py --check    says whether it is current, and changes nothing

The arrows are read from the imports; one that other arrows tell already is left out, and so are those to core, which
all parts use.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "adjudicator"
PICTURE = ROOT / "docs" / "images" / "architecture.svg"

PARTS: dict[str, tuple[int, int, str]] = {
    "cli": (2, 0, "commands of a few lines"),
    "play": (2, 1, "a match from orders to reports"),
    "dsl": (0, 2, "reading and printing orders"),
    "post": (1, 2, "mails and posts to lines"),
    "record": (2, 2, "log, chains, verify"),
    "report": (3, 2, "what a side is told"),
    "rulesets": (4, 2, "the games: rules and numbers"),
    "pictures": (3, 3, "maps as SVG and PNG"),
    "battle": (4, 3, "what hex battles share"),
    "kit": (2, 3, "what every game needs"),
    "maps": (3, 4, "grids, search, sight"),
    "vassal": (1, 3, "VASSAL in and out"),
    "core": (2, 5, "orders, events, dice, the step engine: knows no game"),
}
"""Column and row of each part, and what it is."""
WIDE, HIGH, GAP_X, GAP_Y, RIM = 190, 62, 34, 56, 30
INK, FAINT, PAPER, BOX, EDGE = "#2b2a26", "#6b675c", "#faf7ef", "#ffffff", "#8a6d3b"


def part_of(module: Path) -> str:
    """The part of the package that a module belongs to."""
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(module: Path) -> Iterator[str]:
    """The parts that a module imports."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        yield from (name.split(".")[1] for name in names if name.startswith("adjudicator."))


def arrows() -> set[tuple[str, str]]:
    """Who imports whom, what follows from other arrows left out."""
    found = {
        (part_of(module), other)
        for module in sorted(PACKAGE.rglob("*.py"))
        for other in imported(module)
        if part_of(module) in PARTS and other in PARTS and other not in (part_of(module), "core")
    }
    return {
        (a, b) for a, b in found if not any((a, c) in found and leads(found, c, b) for c in PARTS if c not in (a, b))
    }


def leads(found: set[tuple[str, str]], start: str, goal: str) -> bool:
    """Whether a way of arrows leads from one part to another."""
    seen, todo = {start}, [start]
    while todo:
        here = todo.pop()
        if here == goal:
            return True
        todo += [b for a, b in sorted(found) if a == here and b not in seen]
        seen |= {b for a, b in found if a == here}
    return False


def corner(part: str) -> tuple[int, int]:
    """The upper left corner of a part's box."""
    column, row, _ = PARTS[part]
    return RIM + column * (WIDE + GAP_X), RIM + row * (HIGH + GAP_Y)


def box(part: str) -> str:
    """A part: its name and what it is."""
    x, y = corner(part)
    wide = WIDE
    if part == "core":
        x, wide = RIM, 5 * WIDE + 4 * GAP_X
    middle = x + wide / 2
    words = escape(PARTS[part][2])
    return (
        f'<rect x="{x}" y="{y}" width="{wide}" height="{HIGH}" rx="8" fill="{BOX}" stroke="{EDGE}" stroke-width="1.5"/>'
        f'<text x="{middle}" y="{y + 26}" font-size="18" font-weight="bold" fill="{INK}">{part}</text>'
        f'<text x="{middle}" y="{y + 46}" font-size="12.5" fill="{FAINT}">{words}</text>'
    )


def arrow(a: str, b: str) -> str:
    """From the lower edge of one box to the upper edge of another, or between boxes side by side."""
    (xa, ya), (xb, yb) = corner(a), corner(b)
    if PARTS[a][1] == PARTS[b][1]:
        middle = ya + HIGH / 2
        left, right = (xa + WIDE, xb - 4) if xa < xb else (xa, xb + WIDE + 4)
        return f'<path d="M{left},{middle} L{right},{middle}"/>'
    lean = (PARTS[b][0] - PARTS[a][0]) * 18
    start, end = (xa + WIDE / 2 + lean, ya + HIGH), (xb + WIDE / 2 - lean, yb - 4)
    half = (start[1] + end[1]) / 2
    return f'<path d="M{start[0]},{start[1]} C{start[0]},{half} {end[0]},{half} {end[0]},{end[1]}"/>'


TIP = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
    f'<path d="M0,0 L8,4 L0,8 z" fill="{EDGE}"/></marker></defs>'
)


def _head(wide: int, high: int) -> str:
    look = 'font-family="Source Sans Pro, sans-serif" text-anchor="middle" role="img"'
    label = 'aria-label="The parts of the program and who imports whom"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" {look} {label}>'


def drawing() -> str:
    """The picture."""
    there = [part for part in PARTS if (PACKAGE / part).is_dir()]
    wide, high = 2 * RIM + 5 * WIDE + 4 * GAP_X, 2 * RIM + 6 * HIGH + 5 * GAP_Y
    lines = [arrow(a, b) for a, b in sorted(arrows())]
    return "\n".join(
        (
            _head(wide, high),
            f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>',
            TIP,
            f'<g fill="none" stroke="{EDGE}" stroke-width="1.4" marker-end="url(#tip)">',
            *lines,
            "</g>",
            *(box(part) for part in there),
            "</svg>",
            "",
        )
    )


def main(arguments: list[str]) -> int:
    """Write the picture, or with --check say whether it is current."""
    made = drawing()
    if arguments == ["--check"]:
        current = PICTURE.is_file() and PICTURE.read_text("utf-8") == made
        if not current:
            sys.stderr.write("docs/images/architecture.svg is out of date: run python scripts/draw_architecture.py\n")
        return 0 if current else 1
    if arguments:
        sys.stderr.write(__doc__ or "")
        return 2
    PICTURE.write_text(made, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
