"""VV 8.8: bombardment: markers that fire on an enemy place in the zone of a friendly unit."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.types import Finding, RuleId, Side
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.vv1813.combat.beaten import NOWHERE, Beaten
from adjudicator.rulesets.vv1813.combat.casualties import hit_commander
from adjudicator.rulesets.vv1813.combat.combat_tables import BombardmentRow, bombardment_table
from adjudicator.rulesets.vv1813.combat.engagement import strength_of
from adjudicator.rulesets.vv1813.combat.events import Bombarded
from adjudicator.rulesets.vv1813.combat.lineup import spend
from adjudicator.rulesets.vv1813.combat.losses import ask_policy, take
from adjudicator.rulesets.vv1813.combat.retreat import fall_back
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.markers.markers import in_hand
from adjudicator.rulesets.vv1813.movement.tables import terrain, water
from adjudicator.rulesets.vv1813.movement.zones import controllers
from adjudicator.rulesets.vv1813.orders import Bombard, MarkerUse
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.sight import units_in_sight
from adjudicator.rulesets.vv1813.state import State, Unit, enemy_of


def check(ctx: Context, state: State, side: Side, order: Bombard, phase: str = "movement") -> Verdict:
    """VV-8.8a, VV-8.8b: whether a bombardment may be fired; on the real position or on what a side knows."""
    use = ctx.game.may_use(ctx, state, "bombardment", side, phase)
    if not use.value:
        return no(use.rule, f"No bombardment now: {use.because}.", "Leave the order out.")
    wrong = _wrong_target(ctx, state, side, order) or _wrong_markers(ctx, state, side, order.markers)
    return wrong or yes("VV-8.8a")


def _wrong_target(ctx: Context, state: State, side: Side, order: Bombard) -> Verdict | None:
    enemy = state.army(enemy_of(side))
    if order.target not in ctx.board.cells:
        return no("VV-8.8b", f"{order.target} is not on the map.", "Name the place of an enemy stack.")
    if order.target not in enemy.units_at:
        return no("VV-8.8b", f"No enemy unit stands at {order.target}.", "Name the place of an enemy stack.")
    places = gun_places(ctx, state, side, order.target)
    if not places:
        reason = f"{order.target} is not in the zone of control of any unit of ours."
        return no("VV-8.8b", reason, "Bring a unit next to it; zones do not reach into villages or over water.")
    if order.origin and order.origin not in places:
        reason = f"No unit at {order.origin} has {order.target} in its zone of control."
        return no("VV-8.8b", reason, f"Fire from {', '.join(sorted(places))}.")
    return None


def gun_places(ctx: Context, state: State, side: Side, target: str) -> tuple[str, ...]:
    """VV-8.8b: from where a place may be bombarded; option bombard_villages: zones reach villages for this alone."""
    able = tuple(controllers(ctx, state, side, target))
    opened = ctx.options["bombard_villages"]
    settled = terrain(ctx, ctx.board.cells[target].terrain).settled
    if not settled or opened == "no" or (opened == "turn_1" and state.turn > 1):
        return able
    held = state.army(side).units_at
    return tuple(
        place
        for place in ctx.board.neighbours[target]
        if place in held and (not ctx.board.side(place, target).water or ctx.board.side(place, target).bridge)
    )


def _wrong_markers(ctx: Context, state: State, side: Side, uses: Iterable[MarkerUse]) -> Verdict | None:
    asked: dict[str, int] = {}
    for use in uses:
        if use.count < 1:
            return no("VV-8.8a", f"{use.count} markers cannot fire.", "Name at least one.")
        if use.marker not in ctx.facts["markers"] or marker_kind(ctx, use.marker).divisor is None:
            name = ctx.facts["markers"][use.marker].name if use.marker in ctx.facts["markers"] else use.marker
            return no("VV-8.8a", f"{name} cannot bombard.", f"Batteries: {batteries(ctx)}.")
        asked[use.marker] = asked.get(use.marker, 0) + use.count
    if not sum(asked.values()):
        return no("VV-8.8a", "No marker is named that fires.", f"Batteries: {batteries(ctx)}.")
    for kind, count in asked.items():
        held = len(in_hand(state, side, kind))
        if held < count:
            name = marker_kind(ctx, kind).name
            have = f"only {held} {name}" if held else f"no {name}"
            return no("VV-8.8a", f"{count} {name} would fire, but there is {have} in the hand.", "Fire with less.")
    return None


def batteries(ctx: Context) -> str:
    """The names of the markers that fire and support."""
    kinds = (marker_kind(ctx, kind) for kind in sorted(ctx.facts["markers"]))
    return ", ".join(kind.name for kind in kinds if kind.divisor is not None)


# --- the score ---------------------------------------------------------------------------------------------


def firing_place(ctx: Context, state: State, side: Side, order: Bombard) -> str:
    """VV-8.8.1: the place that the guns stand in; without a word from the owner, the best one for him."""
    if order.origin:
        return order.origin
    places = gun_places(ctx, state, side, order.target)
    return min(places, key=lambda place: (-_place_drm(ctx, place, order.target), place))


def _place_drm(ctx: Context, origin: str, target: str) -> int:
    return height_drm(ctx, origin, target).value + sum(part.value for part in _water_drm(ctx, origin, target))


def height_drm(ctx: Context, origin: str, target: str) -> Finding[int]:
    """VV-8.8.1: better from high to low, worse from low to high."""
    here, there = ctx.board.cells[origin].elevation, ctx.board.cells[target].elevation
    table = bombardment_table(ctx)
    value = table.high_to_low if here > there else table.low_to_high if here < there else 0
    return Finding(
        rule=RuleId("VV-8.8.1"), value=value, because=f"{origin} at height {here}, {target} at {there}", label="Height"
    )


def _water_drm(ctx: Context, origin: str, target: str) -> tuple[Finding[int], ...]:
    between = ctx.board.side(origin, target)
    value = water(ctx, between.water).bombardment if between.water else 0
    if ctx.options.get("stream_bomb") == "0":
        value = 0
    if not value:
        return ()
    because = f"a {between.water} lies between"
    return (Finding(rule=RuleId("VV-8.8.1"), value=value, because=because, label="Water"),)


def bombardment_score(
    ctx: Context, state: State, side: Side, origin: str, target: str, kinds: tuple[str, ...], natural: int
) -> Finding[int]:
    """VV-8.8c: strength of the target by the best divisor, rounded down, plus the dice and the modifiers.

    What would show the firer a stack that he has not seen is hidden from him, and so is the sum.
    """
    stack = state.army(enemy_of(side)).units_at[target]
    known = units_in_sight(ctx, state, side, tuple(unit.id for unit in stack))
    hidden = () if len(known) == len(stack) else (side,)
    ground = terrain(ctx, ctx.board.cells[target].terrain)
    further = bombardment_table(ctx).further_marker * (len(kinds) - 1)
    parts = [
        quotient(ctx, stack, kinds).model_copy(update={"hidden_from": hidden}),
        Finding(rule=RuleId("VV-8.8c"), value=natural, because="two dice", label="Dice"),
        height_drm(ctx, origin, target),
        Finding(rule=RuleId("VV-8.8d"), value=further, because=f"{len(kinds)} fired", label="Further markers"),
        cavalry_drm(ctx, stack).model_copy(update={"hidden_from": hidden}),
        *_water_drm(ctx, origin, target),
    ]
    if ground.bombardment:
        because = f"{target} is {ground.name}"
        parts.append(Finding(rule=RuleId("VV-8.8.1"), value=ground.bombardment, because=because, label="Terrain"))
    return Finding(
        rule=RuleId("VV-8.8c"),
        value=sum(part.value for part in parts),
        label="Score",
        parts=tuple(parts),
        hidden_from=hidden,
    )


def quotient(ctx: Context, stack: tuple[Unit, ...], kinds: tuple[str, ...]) -> Finding[int]:
    """VV-8.8c: all strength in the place, divided by the lowest divisor of the markers that fire."""
    strength = sum(strength_of(ctx, unit) for unit in stack)
    divisor = min(found for kind in kinds if (found := marker_kind(ctx, kind).divisor) is not None)
    because = f"strength {strength}, divisor {divisor}"
    return Finding(rule=RuleId("VV-8.8c"), value=max(0, strength // divisor), because=because, label="Target")


def cavalry_drm(ctx: Context, stack: tuple[Unit, ...]) -> Finding[int]:
    """VV-8.8.1: cavalry in the place is an easier target; with option bomb_cav=all only where nothing else is."""
    horse = [ctx.counters[unit.id].kind == "cavalry" for unit in stack]
    hit = all(horse) if ctx.options["bomb_cav"] == "all" else any(horse)
    because = f"{sum(horse)} of {len(horse)} units are cavalry"
    value = bombardment_table(ctx).cavalry if hit else 0
    return Finding(rule=RuleId("VV-8.8.1"), value=value, because=because, label="Cavalry")


# --- firing ------------------------------------------------------------------------------------------------


def resolve(run: Run, order: Bombard, phase: str, still_attacked: frozenset[str] = NOWHERE) -> Asking[tuple[str, ...]]:
    """VV-8.8e: fire, and carry out the result at once; hands back the units that retreated.

    The run's label belongs to this one bombardment. `still_attacked` are places whose attack is still to come in this
    phase.
    """
    verdict = check(run.ctx, run.state, run.side, order, phase)
    if not verdict.value:
        yield run.refused(order, verdict)
        return ()
    row = yield from _fire(run, order)
    owner = enemy_of(run.side)
    beaten = Beaten(owner, order.target, row.retreat, bombarded=True, still_attacked=still_attacked)
    units = tuple(unit.id for unit in run.state.army(owner).units_at[order.target])
    if row.losses:
        policy = yield from ask_policy(run.under("losses", owner), beaten, units)
        yield from take(run, units, row.losses, policy, why="bombardment", rule="VV-8.8e")
    if row.test:
        there = [one.id for one in run.state.army(owner).commanders_at.get(order.target, ())]
        yield from hit_commander(run, owner, there, by_bombardment=True)
    return (yield from fall_back(run, (beaten,))) if row.retreat else ()


def _fire(run: Run, order: Bombard) -> Asking[BombardmentRow]:
    ctx, side, target = run.ctx, run.side, order.target
    origin = firing_place(ctx, run.state, side, order)
    spent = spend(ctx, run.state, side, order.markers)
    roll = run.dice.roll(f"{run.label}/result", 2)
    kinds = tuple(one.kind for one in spent)
    score = bombardment_score(ctx, run.state, side, origin, target, kinds, roll.total)
    row = read(ctx, score.value)
    yield Bombarded(
        rolls=(roll,),
        side=side,
        target=target,
        origin=origin,
        spent=spent,
        score=score,
        natural=roll.total,
        result=row.result,
    )
    return row


def read(ctx: Context, score: int) -> BombardmentRow:
    """VV-8.8.2: the row of a score; with option bomb_T=exact12 only a score of 12 itself tests a commander."""
    row = bombardment_table(ctx).read(score)
    if row.test and ctx.options["bomb_T"] == "exact12" and score != bombardment_table(ctx).tests_from:
        return row.model_copy(update={"test": False, "result": row.result.removesuffix("T").strip()})
    return row
