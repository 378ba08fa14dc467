"""VV 7.1: pieces on the march: found on the known map, walked on the real one, stopped by what they meet."""

from __future__ import annotations

from adjudicator.battle import walking
from adjudicator.core.types import Finding, RuleId, Side
from adjudicator.core.values import dataclass, replace
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, no
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.markers.markers import meet_cossacks
from adjudicator.rulesets.vv1813.movement.command import place_limit, zone_ban
from adjudicator.rulesets.vv1813.movement.entering import entered
from adjudicator.rulesets.vv1813.movement.events import UnitsMoved
from adjudicator.rulesets.vv1813.movement.paths import (
    ANOTHER,
    OFF_MAP,
    Mover,
    Way,
    affords,
    budget,
    explained,
    leaving_bar,
    nearby,
    step,
    way_to,
)
from adjudicator.rulesets.vv1813.movement.tables import stacking_table
from adjudicator.rulesets.vv1813.movement.zones import stacking_limit
from adjudicator.rulesets.vv1813.orders import CossackEffectName
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import State


def allowance(ctx: Context, state: State, piece: str) -> Finding[int]:
    """VV-7.1a, VV-7.1c: movement points of a piece this turn; with option ooc_mp, half out of command."""
    found = ctx.game.movement_allowance(ctx, state, piece)
    if piece in state.sequence.out_of_command and ctx.options["ooc_mp"] == "half_up":
        half: Finding[int] = Finding(rule=RuleId("VV-7.2c"), value=(found.value + 1) // 2, because="out of command")
        return half.model_copy(update={"parts": (found, half)})
    return found


def mover_of(ctx: Context, state: State, side: Side, pieces: tuple[str, ...], origin: str) -> Mover:
    """Pieces that move together: the slowest sets the pace, and what binds one binds all."""
    army = state.army(side)
    units = tuple(piece for piece in pieces if piece in army.units)
    quick = [ctx.game.keeps_clear(ctx, state, unit) for unit in units]
    return Mover(
        side=side,
        units=units,
        commanders=tuple(piece for piece in pieces if piece in army.commanders),
        origin=origin,
        allowance=min(allowance(ctx, state, piece).value for piece in pieces),
        horse=any(ctx.counters[unit].kind == "cavalry" for unit in units),
        passes_zones=bool(units) and all(ctx.game.has_retreat_rights(ctx, state, unit) for unit in units),
        no_zone=zone_ban(ctx, state, units),
        keeps_clear=next((rule for rule in quick if rule is not None), None),
        by_places=None not in quick and bool(quick) and ctx.options.get("reinf_move") == "hexes",
        one_place=place_limit(ctx, state, units),
    )


@dataclass(frozen=True, slots=True)
class Walk:
    """How far a move came, what it cost, and why it went no further."""

    path: tuple[str, ...]
    spent: int
    all_road: bool
    stopped: str = ""
    bar: Verdict | None = None
    label: str = ""
    """The name of this move."""


Halted = tuple[str, Verdict | None]
"""Why a move went no further: the reason, and the verdict if a rule forbade the step."""
Underway = walking.Walk[str, Halted]


def walk(run: Run, mover: Mover, path: tuple[str, ...], wish: CossackEffectName | None) -> Asking[Walk]:
    """Go along a path on the real position; Cossacks may turn up before each step."""
    run = run.numbered(mover.origin or "edge")
    roads: list[bool] = []

    def leave(now: Underway) -> Asking[None]:
        yield from meet_cossacks(run.under(str(len(now.path))), mover.units, now.here, now.ahead[0], wish)

    def price(now: Underway) -> walking.Pay | walking.PayAndStay[Halted] | walking.Halt[Halted]:
        bound = replace(
            mover,
            no_zone=zone_ban(run.ctx, run.state, mover.units),
            one_place=place_limit(run.ctx, run.state, mover.units),
        )
        place = now.ahead[0]
        made = step(run.ctx, run.state, bound, now.here, place)
        if isinstance(made, Finding):
            return walking.Halt((made.because, made))
        if not affords(run.ctx, bound, now.spent, made.cost, len(now.path), all(roads) and made.road):
            reason = "only one place may be moved" if bound.one_place and now.path else "the movement points are spent"
            return walking.Halt((reason, no(bound.one_place or "VV-7.1a", reason, ANOTHER)))
        roads.append(made.road)
        if made.stops:
            return walking.PayAndStay(made.cost, (f"{place} is in an enemy zone of control", None))
        return walking.Pay(made.cost)

    gone = yield from walking.walk(mover.origin, path, walking.Triggers(price, leave))
    stopped, bar = gone.halted or ("", None)
    return Walk(gone.path, gone.spent, all(roads), stopped, bar, run.label)


def route(run: Run, mover: Mover, path: tuple[str, ...], goal: str, starts: tuple[str, ...] = ()) -> Way | Verdict:
    """The path of an order: as written, or the cheapest on the map as the side knows it."""
    if path:
        return _written(run.ctx, run.known(), mover, path, starts)
    if goal not in run.ctx.board.cells:
        return no("VV-7.1a", f"{goal} is not on the map", ANOTHER)
    known = run.known()
    found = way_to(run.ctx, known, mover, goal, starts)
    return found if found is not None else no_way(run.ctx, known, mover, goal)


def _written(ctx: Context, known: State, mover: Mover, path: tuple[str, ...], starts: tuple[str, ...]) -> Way | Verdict:
    """The places of a path; between two that are no neighbours the cheapest way is gone, as far as can be seen."""
    if path[0] == mover.origin:
        path = path[1:]
    if starts and path and path[0] not in starts:
        path = (starts[0], *path)
    here = mover.origin
    gone: list[str] = []
    for place in path:
        if place not in ctx.board.cells:
            return no("VV-7.1a", f"{place} is not on the map", ANOTHER)
        if place == here:
            continue
        if here != OFF_MAP and place not in nearby(ctx, here):
            between = replace(mover, origin=here)
            found = way_to(ctx, known, between, place)
            if found is None:
                return no_way(ctx, known, between, place)
            gone += found.path
        else:
            gone.append(place)
        here = place
    return Way(tuple(gone), 0, True)


def no_way(ctx: Context, known: State, mover: Mover, goal: str) -> Verdict:
    """Why there is no way to a place, in the words of the rule that matters most."""
    if goal == mover.origin:
        return no("VV-7.1a", f"they stand at {goal} already", ANOTHER)
    tried = [step(ctx, known, mover, here, goal) for here in nearby(ctx, goal)]
    bars = [made for made in tried if isinstance(made, Finding)]
    if bars and len(bars) == len(tried):
        return min(bars, key=lambda bar: (bar.rule == "VV-7.1e", bar.rule, bar.because))
    for following in nearby(ctx, mover.origin) if mover.origin != OFF_MAP else ():
        kept = leaving_bar(ctx, known, mover, mover.origin, following)
        if kept is not None:
            return kept
    because = f"no way to {goal} is open that does not pass enemy units or their zones of control"
    return no("VV-4.2d", because, "Name a nearer place.")


def arrive(run: Run, mover: Mover, walked: Walk) -> Asking[None]:
    """VV-9.2, VV-7.4a: places that combat units pass change hands, and lone commanders there are overrun."""
    for place in walked.path if mover.units else ():
        passing = place != walked.path[-1]
        yield from entered(run.labelled(walked.label, place), mover.side, place, passing=passing)


def overstacks(ctx: Context, state: State, mover: Mover, place: str) -> bool:
    """VV-4.1d, option overstack_move: whether ending here would put more units in a place than may stand there."""
    if ctx.options["overstack_move"] == "allow" or not mover.units:
        return False
    army = state.army(mover.side)
    there = len({unit.id for unit in army.units_at.get(place, ())} | set(mover.units))
    limit = stacking_limit(ctx, state, mover.side, place).value
    led = any(army.commanders[one].health != "killed" for one in mover.commanders)
    return there > (max(limit, stacking_table(ctx).raised) if led else limit)


def shortened(run: Run, mover: Mover, walked: Walk) -> Walk:
    """Take back the last places of a move that would over-stack where that is forbidden."""
    path = walked.path
    while path and overstacks(run.ctx, run.state, mover, path[-1]):
        path = path[:-1]
    if path == walked.path:
        return walked
    bar = no("VV-4.1a", f"{walked.path[-1]} would hold too many units", ANOTHER)
    return replace(walked, path=path, stopped=bar.because, bar=bar)


def march(
    run: Run,
    mover: Mover,
    way: Way,
    wish: CossackEffectName | None,
    by: Side | None = None,
    rule: str = "VV-7.1a",
) -> Asking[Walk]:
    """Move pieces along a way as far as they come; tells the move unless not a step could be made.

    `by` is who directs it, if not its owner, and `rule` what lets it be made.
    """
    walked = shortened(run, mover, (yield from walk(run, mover, way.path, wish)))
    if walked.path:
        goal = way.path[-1]
        yield UnitsMoved(
            rule=RuleId(rule),
            side=mover.side,
            units=mover.units,
            commanders=mover.commanders,
            origin=mover.origin,
            path=walked.path,
            cost=explained(run.ctx, run.state, mover, walked.path),
            allowance=budget(run.ctx, mover, walked.all_road),
            goal=goal if goal != walked.path[-1] else "",
            stopped=walked.stopped,
            by=by,
        )
        yield from arrive(run, mover, walked)
    return walked
