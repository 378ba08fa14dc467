"""Tracks over the turns: a small line chart for HTML, bars of characters elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from adjudicator.core.view import Track
from adjudicator.pictures.colours import side_colours
from adjudicator.pictures.fragments import Point, n

WIDE, HIGH = 500.0, 190.0
LEFT, TOP, FOOT = 30.0, 14.0, 24.0
LETTER = 6.2
"""The width of a letter of the names at the right, which leave so much less for the lines."""
APART = 13.0
"""How far the names at the ends of two lines are kept apart."""


def charted(tracks: Sequence[Track]) -> list[Track]:
    """The tracks that have a history to show."""
    return [track for track in tracks if track.history]


def moments(tracks: Sequence[Track]) -> list[str]:
    """The moments of all histories, oldest first."""
    return list(dict.fromkeys(when for track in tracks for when, _ in track.history))


def chart_svg(tracks: Sequence[Track]) -> str:
    """A line for each track, in its side's colour, with the last value at its end."""
    shown = charted(tracks)
    if not shown:
        return ""
    times = moments(shown)
    values = [value for track in shown for _, value in track.history]
    low = min([0, *values])
    high = max([1, *values, *(track.high or 0 for track in shown)])
    right = WIDE - 22 - LETTER * max(len(f"{track.name} {track.history[-1][1]}") for track in shown)
    step = (right - LEFT) / max(1, len(times) - 1)

    def y(value: int) -> float:
        return TOP + (HIGH - TOP - FOOT) * (high - value) / (high - low)

    grid = "".join(
        f'<path d="M{n(LEFT)} {n(y(v))}H{n(right)}" stroke="#cdbf9c" stroke-width=".7"/>'
        f'<text x="{n(LEFT - 6)}" y="{n(y(v) + 3.5)}" text-anchor="end">{v}</text>'
        for v in range(low, high + 1, max(1, (high - low + 3) // 4))
    )
    every = max(1, (len(times) + 11) // 12)
    feet = "".join(
        f'<text x="{n(LEFT + i * step)}" y="{n(HIGH - 7)}" text-anchor="middle">{escape(when)}</text>'
        for i, when in enumerate(times)
        if i % every == 0
    )
    ends = _apart([y(track.history[-1][1]) for track in shown])
    lines = "".join(
        _line(track, times, step, [y(value) for _, value in track.history], (right, end))
        for track, end in zip(shown, ends, strict=True)
    )
    return (
        f'<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(WIDE)} {n(HIGH)}" role="img" '
        f'aria-label="{escape(", ".join(track.name for track in shown))}" font-size="10" '
        f'fill="#5b4a30">{grid}{feet}{lines}</svg>'
    )


def _apart(heights: Sequence[float]) -> list[float]:
    """Heights for the names at the lines' ends: moved down where two would touch."""
    placed: dict[int, float] = {}
    lowest = float("-inf")
    for index in sorted(range(len(heights)), key=lambda i: (heights[i], i)):
        lowest = placed[index] = max(heights[index], lowest + APART)
    over = max(0.0, lowest - (HIGH - FOOT))
    return [placed[index] - over for index in range(len(heights))]


def _line(track: Track, times: list[str], step: float, heights: list[float], end: Point) -> str:
    tones = side_colours(track.side or track.name)
    points = [(LEFT + times.index(when) * step, at) for (when, _), at in zip(track.history, heights, strict=True)]
    path = "L".join(f"{n(x)} {n(at)}" for x, at in points)
    dots = "".join(f'<circle cx="{n(x)}" cy="{n(at)}" r="3.2" fill="{tones.fill}"/>' for x, at in points)
    return (
        f'<path d="M{path}" fill="none" stroke="{tones.fill}" stroke-width="2.4" stroke-linejoin="round"/>{dots}'
        f'<text x="{n(end[0] + 10)}" y="{n(end[1] + 4)}" font-size="11" font-weight="bold" fill="{tones.dark}">'
        f"{escape(track.name)} {track.history[-1][1]}</text>"
    )


def bars(tracks: Sequence[Track]) -> list[str]:
    """The same as lines of text: a row for each moment, two tracks side by side, 66 columns at most."""
    shown = charted(tracks)
    lines: list[str] = []
    for pair in (shown[i : i + 2] for i in range(0, len(shown), 2)):
        if lines:
            lines.append("")
        lines.append("      " + "".join(f"{track.name:<30.28}" for track in pair).rstrip())
        for when in moments(pair):
            cells = []
            for track in pair:
                value = dict(track.history).get(when)
                cells.append(f"{'' if value is None else value:>3} {_bar(value, track):<26}")
            lines.append(f"{when:<5.5} {''.join(cells)}".rstrip())
    return lines


def _bar(value: int | None, track: Track) -> str:
    top = max([track.high or 0, 1, *(v for _, v in track.history)])
    return "#" * max(0, round((value or 0) * min(1, 24 / top))) if value else ""
