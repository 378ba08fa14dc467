"""Colours of sides and formations: from a game's own drawing, from our palette, or made from the name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from colorsys import hls_to_rgb
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from types import MappingProxyType
from typing import Any
from zlib import crc32

from adjudicator.core.values import dataclass
from adjudicator.pictures.templates import settings

PALETTE = "map/palette.toml"


@dataclass(frozen=True, slots=True)
class SideColours:
    """The three tones of a side."""

    fill: str
    light: str
    dark: str


_own: ContextVar[Mapping[str, Any]] = ContextVar("palette", default=MappingProxyType({}))


@contextmanager
def palette(own: Mapping[str, Any]) -> Iterator[None]:
    """Draw with a game's own colours (`sides`, `formations`) before ours."""
    token = _own.set(own)
    try:
        yield
    finally:
        _own.reset(token)


def _known(sort: str, name: str) -> Any:
    own = _own.get().get(sort, {}).get(name)
    return own if own is not None else settings(PALETTE).get(sort, {}).get(name)


def side_colours(side: str) -> SideColours:
    """The tones of a side's counters, flags and arrows."""
    known = _known("sides", side)
    return SideColours(known["fill"], known["light"], known["dark"]) if known else _made(side)


@cache
def _made(side: str) -> SideColours:
    hue = crc32(side.encode()) % 360
    return SideColours(_tone(hue, 0.36, 0.42), _tone(hue, 0.92, 0.4), _tone(hue, 0.2, 0.45))


def formation_colour(name: str) -> str:
    """The stripe of a formation, by its id."""
    known = _known("formations", name)
    return known if isinstance(known, str) else _tone(crc32(name.encode()) % 24 * 15, 0.55, 0.5)


def ink_on(colour: str) -> str:
    """Black or white, whichever is easier to read on a colour."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#1d1710" if red * 299 + green * 587 + blue * 114 > 128_000 else "#ffffff"


def _tone(hue: int, lightness: float, saturation: float) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in hls_to_rgb(hue / 360, lightness, saturation))
