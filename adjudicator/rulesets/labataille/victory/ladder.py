"""Section 7.1, HEI-s1 to HEI-s5: the conditions of victory and their ladder of six grades."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.increments import battalions, increments
from adjudicator.rulesets.labataille.morale.levels import is_out
from adjudicator.rulesets.labataille.state import COALITION, FRENCH, State, Unit

LADDER = (
    (FRENCH, "decisive"),
    (FRENCH, "substantial"),
    (FRENCH, "marginal"),
    (COALITION, "marginal"),
    (COALITION, "substantial"),
    (COALITION, "decisive"),
)
"""7.1: from the best for the French to the best for the Coalition."""
Test = Callable[[Context, State], bool]


@dataclass(frozen=True, slots=True)
class Ladder:
    """The conditions of one battle, best first for each side, each with words."""

    french: tuple[tuple[str, Test], ...]
    coalition: tuple[tuple[str, Test], ...] = field(default=())


# --- what counts ---


def holds(ctx: Context, state: State, side: Side, name: str, least: int | None = None) -> bool:
    """HEI-hold-1, R-52: a side was the last to be alone in so many hexes of a place; in all if none is named."""
    hexes = ctx.places[name].hexes
    own = sum(state.holders.get(place) == side for place in hexes)
    return own >= (len(hexes) if least is None else least)


def is_lost(ctx: Context, state: State, leader: str) -> bool:
    """Whether a leader has been killed or captured."""
    found = next((one for one in state.leaders.values() if ctx.leaders[one.id].name.endswith(leader)), None)
    return found is not None and found.status in ("dead", "captured")


def units_out(ctx: Context, state: State) -> int:
    """R-51: battalions and cavalry regiments of either Coalition army eliminated, or routed at the end."""
    return sum(
        battalions(ctx, unit) if ctx.units[unit.id].arm == "infantry" else 1
        for unit in state.units.values()
        if ctx.units[unit.id].side == COALITION and ctx.units[unit.id].arm != "artillery" and is_out(unit)
    )


def redoubts(ctx: Context, state: State, side: Side) -> int:
    """How many redoubts a side was the last to hold."""
    return sum(holds(ctx, state, side, name) for name, place in ctx.places.items() if place.kind == "redoubt")


def on_level(state: State, corps: Sequence[str], level: int) -> bool:
    """Whether all these organisations are on a morale level or beyond."""
    return all(state.levels.get(name, 0) >= level for name in corps)


SOULT = "French IV Corps (Soult)"
LANNES = "French Reserve Corps (Lannes)"
NEY = "French VI Corps (Ney)"
BRIDGES = ("fixed bridge", "pontoon")


def bridges_held(ctx: Context, state: State, side: Side) -> int:
    """R-100: the bridges whose end hexes a side was the last to be alone in; those that are gone count for nobody."""
    return sum(
        all(state.holders.get(place, COALITION) == side for place in one.hexes)
        for one in ctx.places.values()
        if one.kind in BRIDGES and (one.kind == "fixed bridge" or one.name in state.pontoons)
    )


def none_destroyed(ctx: Context, state: State) -> bool:
    """Whether all pontoons stand."""
    return len(state.pontoons) == sum(one.kind == "pontoon" for one in ctx.places.values())


def guard_guns(ctx: Context) -> tuple[str, ...]:
    """The guns of the Russian Guard that begin on the Alle."""
    types = ("guard_position", "guard_horse")
    return tuple(c.id for c in ctx.units.values() if c.side == COALITION and c.type in types and c.id in ctx.defaults)


def at_stone_bridge(ctx: Context, state: State) -> int:
    """R-100: French increments in or next to the four end hexes of the stone bridges."""
    ends = [place for one in ctx.places.values() if one.kind == "fixed bridge" for place in one.hexes]
    near = {place for end in ends for place in (end, *ctx.board.neighbours[end])}
    return sum(
        increments(ctx, unit)
        for unit in state.units.values()
        if unit.status == "map" and ctx.units[unit.id].side == FRENCH and near & set(unit.places)
    )


def _guns_gone(ctx: Context, state: State) -> bool:
    return all(state.unit(one).status in ("eliminated", "surrendered") for one in guard_guns(ctx))


def _guns_left(ctx: Context, state: State) -> bool:
    return all(_has_left(ctx, state.unit(one)) for one in guard_guns(ctx))


def _has_left(ctx: Context, unit: Unit) -> bool:
    return unit.status != "map" or unit.place != ctx.defaults[unit.id]


# --- the ladders ---


def ladder(ctx: Context, name: str) -> Ladder:
    """7.1: the conditions of a battle."""
    return LADDERS[name]


LADDERS: Mapping[str, Ladder] = {
    "one": Ladder(
        french=(
            (
                "hexes of Bewernick and of Langwiese are captured",
                lambda c, s: holds(c, s, FRENCH, "Bewernick", 1) and holds(c, s, FRENCH, "Langwiese", 1),
            ),
            ("hexes of Bewernick are captured", lambda c, s: holds(c, s, FRENCH, "Bewernick", 1)),
            ("Bagration is killed or captured", lambda c, s: is_lost(c, s, "Bagration")),
        ),
        coalition=(
            ("all hexes of Bewernick are held", lambda c, s: holds(c, s, COALITION, "Bewernick")),
            (
                "three hexes of Bewernick were held to the end of 13:00",
                lambda c, s: s.notes.get("Bewernick 13:00", 0) >= 3,
            ),
            (
                "hexes of Bewernick were held to the end of 12:20",
                lambda c, s: s.notes.get("Bewernick 12:20", 0) >= 1,
            ),
        ),
    ),
    "two": Ladder(
        french=(
            (
                "Bewernick, Langwiese and Lauden are captured, and Murat has kept his boot",
                lambda c, s: (
                    all(holds(c, s, FRENCH, name) for name in ("Bewernick", "Langwiese", "Lauden"))
                    and not any(one.boot_lost for one in s.leaders.values())
                ),
            ),
            (
                "Bewernick and Langwiese are captured",
                lambda c, s: all(holds(c, s, FRENCH, name) for name in ("Bewernick", "Langwiese")),
            ),
            ("Bewernick is captured", lambda c, s: holds(c, s, FRENCH, "Bewernick")),
        ),
        coalition=(
            (
                "hexes of Bewernick, Langwiese and Lauden are held, or Soult's corps is on a morale level",
                lambda c, s: (
                    all(holds(c, s, COALITION, name, 1) for name in ("Bewernick", "Langwiese", "Lauden"))
                    or on_level(s, (SOULT,), 1)
                ),
            ),
            (
                "hexes of Bewernick and Lauden are held, or Murat is killed or captured",
                lambda c, s: (
                    all(holds(c, s, COALITION, name, 1) for name in ("Bewernick", "Lauden")) or is_lost(c, s, "Murat")
                ),
            ),
            ("Lauden is held", lambda c, s: holds(c, s, COALITION, "Lauden")),
        ),
    ),
    "three": Ladder(
        french=(
            (
                "30 battalions and cavalry regiments are lost or routed, or all redoubts are captured",
                lambda c, s: units_out(c, s) >= 30 or redoubts(c, s, FRENCH) == 3,
            ),
            ("25 battalions and cavalry regiments are lost or routed", lambda c, s: units_out(c, s) >= 25),
            (
                "Redoubt A and Grossendorf are captured",
                lambda c, s: holds(c, s, FRENCH, "Redoubt A") and holds(c, s, FRENCH, "Grossendorf"),
            ),
        ),
        coalition=(
            (
                "Napoleon is killed or captured, or Soult's and Lannes's corps are on level 2",
                lambda c, s: is_lost(c, s, "Napoleon") or on_level(s, (SOULT, LANNES), 2),
            ),
            ("Soult's and Lannes's corps are on level 1", lambda c, s: on_level(s, (SOULT, LANNES), 1)),
            ("all redoubts are held", lambda c, s: redoubts(c, s, COALITION) == 3),
        ),
    ),
    "four": Ladder(
        french=(
            (
                "the Russian Guard artillery is eliminated and 20 increments are at the Stone bridge",
                lambda c, s: _guns_gone(c, s) and at_stone_bridge(c, s) >= 20,
            ),
            ("a bridge over the Alle is captured", lambda c, s: bridges_held(c, s, FRENCH) >= 1),
            ("the Russian Guard artillery has left its position on the Alle", _guns_left),
        ),
        coalition=(
            (
                "all bridges are held and Ney's corps is on level 2",
                lambda c, s: bridges_held(c, s, FRENCH) == 0 and on_level(s, (NEY,), 2),
            ),
            ("Ney's corps is on level 1", lambda c, s: on_level(s, (NEY,), 1)),
            (
                "all bridges are held and none is destroyed",
                lambda c, s: bridges_held(c, s, FRENCH) == 0 and none_destroyed(c, s),
            ),
        ),
    ),
}


def best_met(conditions: Sequence[tuple[str, Test]], ctx: Context, state: State) -> tuple[int, str] | None:
    """The highest condition that a side has met: 0 decisive, 1 substantial, 2 marginal, with its words."""
    return next(
        ((rank, words) for rank, (words, test) in enumerate(conditions) if test(ctx, state)),
        None,
    )


def graded(ctx: Context, state: State, name: str) -> tuple[Side | None, str, str]:
    """R-49: the higher grade wins; equal grades, or none met, are a draw."""
    found = ladder(ctx, name)
    french, coalition = best_met(found.french, ctx, state), best_met(found.coalition, ctx, state)
    ranks = {FRENCH: french, COALITION: coalition}
    met = {side: one for side, one in ranks.items() if one is not None}
    if not met:
        return None, "draw", "neither side met a condition"
    if len(met) == 2 and french is not None and coalition is not None and french[0] == coalition[0]:
        return None, "draw", f"{french[1]}, and {coalition[1]}"
    winner = min(met, key=lambda side: met[side][0])
    rank, words = met[winner]
    return winner, ("decisive", "substantial", "marginal")[rank], words


def moved(winner: Side | None, level: str, steps: int) -> tuple[Side | None, str]:
    """7.1, HEI-s3-2: an outcome so many steps further to the Coalition (or, negative, to the French), capped."""
    if not steps:
        return winner, level
    middle = len(LADDER) // 2
    between = middle - 1 if steps > 0 else middle
    now = between if winner is None else LADDER.index((winner, level))
    return LADDER[max(0, min(len(LADDER) - 1, now + steps))]
