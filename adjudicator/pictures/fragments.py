"""A picture as what stays and what lies on it: a board, and fragments with their places, each drawn at its own origin.

The same picture is written as one SVG or composed as pixels. Because a fragment knows nothing of where it lies, the
same counter is the same drawing wherever it stands, and has to be made into pixels only once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from html import escape
from typing import NamedTuple

from adjudicator.core.values import dataclass

Point = tuple[float, float]


class Box(NamedTuple):
    """A box on the sheet: left, top, right, bottom."""

    x0: float
    y0: float
    x1: float
    y1: float

    def meets(self, other: Box) -> bool:
        """Whether two boxes overlap; a shared rim is no overlap."""
        return self.x0 < other.x1 and other.x0 < self.x1 and self.y0 < other.y1 and other.y0 < self.y1

    def wider(self, by: float) -> Box:
        """The box with a rim around it."""
        return Box(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by)


@dataclass(frozen=True, slots=True)
class Fragment:
    """Something that lies on a board: its drawing around an origin, and where on the sheet that origin is."""

    body: str
    at: Point
    box: Box
    """How far it reaches around its origin; outside it leaves no ink."""
    kind: str = ""
    """Its class in the SVG: "piece", "arrow" ..."""
    hint: str = ""
    """What a browser shows where the pointer rests."""
    data: tuple[tuple[str, str], ...] = ()
    """What scripts and tests may look for: ("piece", "compans")."""

    def svg(self) -> str:
        """The fragment in its place."""
        kind = f' class="{self.kind}"' if self.kind else ""
        data = "".join(f' data-{name}="{escape(value)}"' for name, value in self.data)
        hint = f"<title>{escape(self.hint)}</title>" if self.hint else ""
        move = f' transform="translate({n(self.at[0])} {n(self.at[1])})"' if self.at != (0.0, 0.0) else ""
        return f"<g{kind}{data}{move}>{hint}{self.body}</g>"


@dataclass(frozen=True, slots=True)
class Board:
    """What does not change from turn to turn: a sheet with everything that is printed on it."""

    width: float
    height: float
    svg: str
    digest: str
    """Of all that it is drawn from: the same digest is the same drawing."""
    defs: str = ""
    """Shapes that the board and its fragments use by reference."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A board with what lies on it, the lowest first."""

    board: Board
    fragments: tuple[Fragment, ...]
    label: str
    paper: str
    height: float
    """At least the board's; what is below the board is plain paper."""
    kind: str = ""
    """Its class in the SVG."""
    spots: Mapping[str, Point] = field(default_factory=dict)
    """Where places lie on the sheet."""
    reach: float = 100.0
    """How much of the sheet around a place shows it well."""

    def svg(self, name: str = "") -> str:
        """The whole picture as one SVG; `name` is the id by which crops on the same page refer to what is drawn."""
        inside, after = (f'<g id="{name}">', "</g>") if name else ("", "")
        width, height = n(self.board.width), n(self.height)
        kind = f' class="{self.kind}"' if self.kind else ""
        return "".join(
            (
                f'<svg{kind} xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"',
                f' height="{height}" role="img" aria-label="{escape(self.label)}">',
                f"<defs>{self.board.defs}</defs>{inside}",
                f'<rect width="{width}" height="{height}" fill="{self.paper}"/>',
                self.board.svg,
                *(fragment.svg() for fragment in self.fragments),
                f"{after}</svg>",
            )
        )

    def crop(self, places: Iterable[str], name: str, label: str) -> str:
        """The part of the sheet around some places, as an SVG that refers to the whole one; empty if none is on it."""
        spots = [self.spots[place] for place in places if place in self.spots]
        if not spots:
            return ""
        box = around(spots, self.reach)
        x0, y0 = max(0.0, box.x0), max(0.0, box.y0)
        x1, y1 = min(self.board.width, box.x1), min(self.height, box.y1)
        return (
            f'<svg class="crop" xmlns="http://www.w3.org/2000/svg" viewBox="{n(x0)} {n(y0)} {n(x1 - x0)} {n(y1 - y0)}" '
            f'role="img" aria-label="{escape(label)}"><use href="#{name}"/></svg>'
        )


def n(value: float) -> str:
    """A coordinate, as short as it can be written."""
    return f"{value:.1f}".removesuffix(".0")


def xy(point: Point) -> str:
    """A point in path data."""
    return f"{n(point[0])} {n(point[1])}"


def around(points: list[Point], rim: float = 0.0) -> Box:
    """The box of points, with a rim around it."""
    across, down = [x for x, _ in points], [y for _, y in points]
    return Box(min(across) - rim, min(down) - rim, max(across) + rim, max(down) + rim)
