"""NLC-26.9e to 26.9k: the army groups of the campaign of 1815: values, wing switches, lines that are cut."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.command.supply import ends, supplied_hexes
from adjudicator.rulesets.nlc.context import Context, half_up
from adjudicator.rulesets.nlc.games.events import LinesWatched, WingsReckoned, WingSwitched
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.scenario import SupplyFacts, WingGroup
from adjudicator.rulesets.nlc.state import FRENCH, State, Unit
from adjudicator.rulesets.nlc.victory.events import LevelShifted

PATIENCE = 1
"""NLC-26.9h, NLC-26.9i: a line may be cut for so many turns without effect."""


def group_of(ctx: Context, state: State, formation: str) -> str:
    """NLC-26.9e: the army group of a formation, by its leader's name; nothing where there are no groups."""
    facts = ctx.facts.wings
    if facts is None:
        return ""
    if formation in state.wing_of:
        return state.wing_of[formation]
    army = ctx.formations[formation].army
    for group in facts.group:
        if formation in group.formations or (not group.formations and group.army == army):
            return group.leader
    return ""


def members(ctx: Context, state: State, group: str) -> tuple[str, ...]:
    """The formations of a group that have come or come on this day, be they lost or not; d'Erlon's too."""
    found = []
    today = ctx.day(state.turn)
    for formation, card in ctx.formations.items():
        if group_of(ctx, state, formation) != group:
            continue
        units = (unit for unit in state.force(card.side).units.values() if formation_of(ctx, unit) == formation)
        if any(_is_here(ctx, unit, today) for unit in units):
            found.append(formation)
    return tuple(found)


def _is_here(ctx: Context, unit: Unit, today: str) -> bool:
    if unit.status == "waiting":
        return unit.due is None or ctx.day(unit.due) <= today
    return unit.status != "removed"


def worth(ctx: Context, formation: str) -> int:
    """NLC-26.9e: what a formation adds to the demoralization value of its group."""
    values, card = ctx.tables.campaigns.wing_values, ctx.formations[formation]
    if formation in values.uncounted:
        return 0
    match card.army:
        case "French":
            if formation == "Guard":
                return values.guard
            return values.cavalry_corps if card.is_cavalry else values.corps
        case "Prussian":
            return values.prussian_corps
        case _:
            return values.small_division if formation in values.small else values.allied_division


def value_of(ctx: Context, formations: tuple[str, ...]) -> int:
    """NLC-26.9e: the demoralization value of a group of these formations."""
    return sum(worth(ctx, formation) for formation in formations)


def disintegration_of(ctx: Context, value: int) -> int:
    """NLC-26.9f: 140 percent of it, half up (A-44)."""
    return half_up(ctx.tables.campaigns.wing_values.disintegration * value)


# --- the clock --------------------------------------------------------------------------------------------------------


def wings(run: Here) -> Telling:
    """0.3: formations that switch wings; at nine o'clock, and after a switch, the values of the groups."""
    facts = run.ctx.facts.wings
    if facts is None:
        return
    switched = list(_switches(run, facts.group))
    yield from switched
    touched = {name for event in switched for name in (event.before, event.after)}
    due = run.ctx.turn_name(run.state.turn) in facts.turns or not run.state.wings
    names = tuple(group.leader for group in facts.group if due or group.leader in touched)
    if names:
        values = tuple(value_of(run.ctx, members(run.ctx, run.state, name)) for name in names)
        yield WingsReckoned(groups=names, values=values)


def _switches(run: Here, groups: tuple[WingGroup, ...]) -> Iterator[WingSwitched]:
    """NLC-26.9g: a French formation over ten hexes from its wing leader and nearer to the other goes over to him."""
    ctx, state = run.ctx, run.state
    places = {group.leader: _place(ctx, state, group.leader) for group in groups if group.army == "French"}
    for formation, card in ctx.formations.items():
        wing = group_of(ctx, state, formation)
        here = state.leader(card.leader).place
        other = next((name for name in places if name != wing), "")
        mine, his = places.get(wing), places.get(other)
        if wing not in places or here is None or mine is None or his is None:
            continue
        far = ctx.board.distance(here, mine)
        if far > ctx.tables.command.wing.switch_distance and ctx.board.distance(here, his) < far:
            yield WingSwitched(side=FRENCH, formation=formation, before=wing, after=other)


def _place(ctx: Context, state: State, leader: str) -> str | None:
    one = ctx.leader_named.get(leader)
    return state.leader(one).place if one is not None else None


# --- the end of a turn ------------------------------------------------------------------------------------------------


def watch_lines(run: Here) -> Telling:
    """NLC-26.9h, NLC-26.9i: a French group or Wellington without a line for more than one turn is shaken, once."""
    facts = run.ctx.facts.wings
    if facts is None:
        return
    cut = dict(_cut_off(run, facts.group))
    turns = {name: run.state.cut_off.get(name, 0) + 1 if is_cut else 0 for name, is_cut in cut.items()}
    if turns != dict(run.state.cut_off):
        yield LinesWatched(groups=tuple(turns), turns=tuple(turns.values()))
    for name, count in turns.items():
        cause = "supply" if name in {group.leader for group in facts.group if group.army == "French"} else "brussels"
        shift = next((one for one in run.ctx.facts.shift if one.cause == cause), None)
        said = f"{cause}: {name}"
        if shift is not None and count > PATIENCE and said not in run.state.shifted:
            rule = RuleId("NLC-26.9h" if cause == "supply" else "NLC-26.9i")
            yield LevelShifted(rule=rule, army=name, cause=said, points=shift.points)


def _cut_off(run: Here, groups: tuple[WingGroup, ...]) -> Iterator[tuple[str, bool]]:
    ctx, state = run.ctx, run.state
    for group in groups:
        place = _place(ctx, state, group.leader)
        if place is None or group.army == "Prussian":
            continue
        side: Side = ctx.facts.army_of(group.army).side
        if group.army == "French":
            source = next((one for one in ctx.facts.supply if one.who == group.army), ctx.facts.supply[0])
            goals = tuple(ends(ctx, state, side, source))
        else:
            goals = tuple(ends(ctx, state, side, _brussels(ctx)))
        yield group.leader, ctx.board.grid.ids[place] not in supplied_hexes(ctx, state, side, goals)


def _brussels(ctx: Context) -> SupplyFacts:
    places = ctx.facts.brussels.places if ctx.facts.brussels is not None else ()
    return SupplyFacts(who="Brussels", places=places, source="reconstruction")
