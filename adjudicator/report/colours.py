"""Colours of sides and formations: from the palette of the templates, or made from the name."""

from __future__ import annotations

from colorsys import hls_to_rgb
from dataclasses import dataclass
from functools import cache
from zlib import crc32

from adjudicator.report.files import settings

PALETTE = "map/palette.toml"


@dataclass(frozen=True, slots=True)
class SideColours:
    """The three tones of a side."""

    fill: str
    light: str
    dark: str


@cache
def side_colours(side: str) -> SideColours:
    """The tones of a side's counters, flags and arrows."""
    known = settings(PALETTE).get("sides", {}).get(side)
    if known:
        return SideColours(known["fill"], known["light"], known["dark"])
    hue = crc32(side.encode()) % 360
    return SideColours(_tone(hue, 0.36, 0.42), _tone(hue, 0.92, 0.4), _tone(hue, 0.2, 0.45))


@cache
def formation_colour(name: str) -> str:
    """The stripe of a formation, by its id."""
    known = settings(PALETTE).get("formations", {}).get(name)
    return known if isinstance(known, str) else _tone(crc32(name.encode()) % 24 * 15, 0.55, 0.5)


def ink_on(colour: str) -> str:
    """Black or white, whichever is easier to read on a colour."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#1d1710" if red * 299 + green * 587 + blue * 114 > 128_000 else "#ffffff"


def _tone(hue: int, lightness: float, saturation: float) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in hls_to_rgb(hue / 360, lightness, saturation))
