"""What only Lützen keeps besides the series' position: the track, the clock, what markers have set in force."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from typing import Any, cast

from adjudicator.core.types import Side
from adjudicator.rulesets.vv1813.state import State


@dataclass(frozen=True, slots=True)
class LutzenState:
    """The turns are those on which something was played or in force; None: not yet."""

    cup: tuple[str, ...] = ()
    """Markers still to be laid, in the order in which chance gives them out; empty for whoever may not know."""
    slots: tuple[tuple[str, ...], ...] = ()
    """The markers on each turn of the track, in the order laid; empty for whoever may not know."""
    wishes: dict[Side, tuple[str, ...]] = field(default_factory=dict)
    """The classes of marker that a side wants to draw, best first."""

    # --- the clock and the Coalition ---
    early: bool = False
    """Bridge on the Elster: the battle began two hours earlier."""
    clairvoyant: bool = False
    range_cancelled: bool = False
    """Alexander took the wider command range away."""
    freed: tuple[Side, ...] = ()
    """Sides whose Guard The Guards attack has set free."""
    staff: dict[Side, int] = field(default_factory=dict)
    """The turn of General staff, for the side that played it in time."""
    alternative: tuple[str, ...] = ()
    """What Alternative Reinforcements have brought: "V", "XII", "IV"."""

    # --- for one turn ---
    russian_guard_frozen: int | None = None
    prussian_guard_frozen: int | None = None
    bullet: int | None = None
    alone: tuple[str, ...] = ()
    """Formations whose counters attack alone on the turn of Lost bullet."""
    tactical: dict[Side, int] = field(default_factory=dict)
    """The last turn of tactical movement, by side."""
    dice: dict[str, int] = field(default_factory=dict)
    """The die of each entry test of this turn."""

    # --- the French ---
    munitions: int | None = None
    """The turn from which the Coalition loses an Artillery marker each turn."""
    hussars: int | None = None
    napoleon: int | None = None
    """The turn on which Napoleon came."""
    ney: int | None = None
    """The turn on which Ney came."""
    ney_boost: int | None = None
    """The turn on which the III Corps moves farther."""
    passed: tuple[str, ...] = ()
    """Pieces that may enter because their test was passed."""
    fresh: tuple[str, ...] = ()
    """Reinforcements that have not been near the enemy yet."""
    drouot: int | None = None
    """The turn on which Drouot has been used once and may be used again."""
    fought: bool = False
    """A combat has been fought."""


def lutzen(state: State) -> LutzenState:
    """Lützen's part of a position."""
    return cast(LutzenState, state.game)


def dump(value: LutzenState) -> dict[str, Any]:
    """Plain JSON values; what stands at its default is left out."""
    found: dict[str, Any] = {}
    for one in fields(value):
        content = getattr(value, one.name)
        default = one.default_factory() if one.default_factory is not MISSING else one.default
        if content != default:
            found[one.name] = _plain(content)
    return found


def _plain(content: Any) -> Any:
    if isinstance(content, tuple):
        return [_plain(part) for part in content]
    if isinstance(content, dict):
        return {key: _plain(part) for key, part in content.items()}
    return content


def load(plain: dict[str, Any]) -> LutzenState:
    """The value from what `dump` gave."""
    return LutzenState(**{name: _frozen(value) for name, value in plain.items()})


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(part) for part in value)
    if isinstance(value, dict):
        return {key: _frozen(part) for key, part in value.items()}
    return value
