"""LUT 7.2, 7.6: how fast units move: reinforcements, tactical movement, the turns of Ney and Napoleon, Marchand."""

from __future__ import annotations

from adjudicator.core.types import Finding, RuleId
from adjudicator.maps.hexgrid import distance
from adjudicator.rulesets.vv1813.context import Context, Counter
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.restrictions import is_tactical
from adjudicator.rulesets.vv1813.games.lutzen.state import lutzen
from adjudicator.rulesets.vv1813.state import FRENCH, State, enemy_of


def movement_allowance(ctx: Context, state: State, piece: str) -> Finding[int]:
    """VV-7.1a, VV-7.1c: the printed movement points, changed by what is in force this turn."""
    counter = ctx.counters[piece]
    parts: list[Finding[int]] = [
        Finding(rule=RuleId("VV-7.1a"), value=counter.movement, because="printed", label=counter.name)
    ]
    if counter.kind == "commander":
        return parts[0]
    if is_fresh(ctx, state, piece):
        parts.append(_improved(ctx, counter))
    else:
        parts += _slowed(ctx, state, counter, parts[-1].value)
        parts += _doubled(ctx, state, piece, counter, parts[-1].value)
    parts += _boosted(ctx, state, counter, parts[-1].value)
    return parts[-1].model_copy(update={"parts": tuple(parts) if len(parts) > 1 else ()})


def _improved(ctx: Context, counter: Counter) -> Finding[int]:
    """LUT-7.2a: reinforcements far from the enemy."""
    numbers = facts(ctx).improved
    points = numbers.cavalry if counter.kind == "cavalry" else numbers.infantry
    return Finding(rule=numbers.rule, value=points, because="reinforcement")


def _slowed(ctx: Context, state: State, counter: Counter, before: int) -> list[Finding[int]]:
    """LUT-6.2c: Marchand marches slowly until Ney comes."""
    numbers = facts(ctx).marchand
    if counter.id != numbers.unit or lutzen(state).ney is not None:
        return []
    return [Finding(rule=numbers.rule, value=before - numbers.less, because="Ney has not come")]


def _doubled(ctx: Context, state: State, piece: str, counter: Counter, before: int) -> list[Finding[int]]:
    """LUT-7.6a, LUT-2.G1, option boost=x2: doublings do not add up."""
    if is_tactical(state, counter.side) and piece not in state.sequence.out_of_command:
        return [Finding(rule=RuleId("LUT-7.6a"), value=before * 2, because="tactical movement: doubled")]
    if lutzen(state).hussars == state.turn and counter.formation == facts(ctx).ney.formation:
        return [Finding(rule=RuleId("LUT-2.G1"), value=before * 2, because="10th Hussars: doubled")]
    rule = _boost(ctx, state, counter)
    if rule is not None and ctx.options["boost"] == "x2":
        return [Finding(rule=rule, value=before * 2, because="doubled on the turn of arrival")]
    return []


def _boosted(ctx: Context, state: State, counter: Counter, before: int) -> list[Finding[int]]:
    """LUT-6.2e, LUT-6.2f: two points more when Ney or Napoleon comes."""
    rule = _boost(ctx, state, counter)
    if rule is None or ctx.options["boost"] == "x2":
        return []
    more = facts(ctx).napoleon.boost if rule == "LUT-6.2f" else facts(ctx).ney.boost
    who = "Napoleon" if rule == "LUT-6.2f" else "Ney"
    return [Finding(rule=rule, value=before + more, because=f"{who} comes: {more} more")]


def _boost(ctx: Context, state: State, counter: Counter) -> RuleId | None:
    now = lutzen(state)
    if counter.side == FRENCH and now.napoleon == state.turn:
        return RuleId("LUT-6.2f")
    if counter.formation == facts(ctx).ney.formation and now.ney_boost == state.turn:
        return RuleId("LUT-6.2e")
    return None


# --- reinforcements ----------------------------------------------------------------------------------------


def is_fresh(ctx: Context, state: State, piece: str) -> bool:
    """LUT-7.2a: a reinforcement that is just entering, or that has not been near the enemy yet."""
    unit = state.army(ctx.counters[piece].side).units.get(piece)
    return piece in lutzen(state).fresh or (unit is not None and unit.status == "waiting")


def near_the_enemy(ctx: Context, state: State, side: str) -> tuple[str, ...]:
    """LUT-7.2a: fresh units of a side that begin their movement within three places of an enemy combat unit."""
    reach = facts(ctx).improved.within
    found = []
    for name in lutzen(state).fresh:
        counter = ctx.counters[name]
        unit = state.army(counter.side).units.get(name)
        if counter.side != side or unit is None or unit.place is None:
            continue
        enemies = state.army(enemy_of(counter.side)).units_at
        if any(distance(unit.place, place) <= reach for place in enemies):
            found.append(name)
    return tuple(sorted(found))
