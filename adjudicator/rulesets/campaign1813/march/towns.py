"""CAM: who holds a town: captures, depots, leaders left alone, sieges that are over."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.events import DepotCaptured, LeadersDisplaced, TownTaken
from adjudicator.rulesets.campaign1813.march.routes import is_enemy_held
from adjudicator.rulesets.campaign1813.plans import Run
from adjudicator.rulesets.campaign1813.siege.events import SiegeLifted
from adjudicator.rulesets.campaign1813.state import Block, State, enemy_of


def settle_towns(run: Run) -> Telling:
    """Everything that follows from who stands where now: sieges lifted, leaders driven off, towns and depots taken."""
    for town, siege in sorted(run.state.sieges.items()):
        if is_over(run.state, town, siege.besieger):
            yield SiegeLifted(side=enemy_of(siege.besieger), town=town)
    for town in sorted(run.state.pieces.holders):
        holders = run.state.pieces.holders.get(town, frozenset())
        if len(holders) != 1:
            continue
        (side,) = holders
        alone = [block for block in run.state.pieces.of(town, enemy_of(side)) if block.leads]
        if alone:
            yield from displaced(run.ctx, run.state, town, alone)
        yield from taken(run, side, town)


def taken(run: Run, side: Side, town: str) -> Telling:
    """CAM-vic-3, CAM-supply-6: a town and its depot come into a side's hands, unless they are in them already."""
    if run.state.held.get(town) != side:
        yield TownTaken(side=side, town=town)
    depot = run.state.depots.get(town)
    if depot is not None and depot.owner != side:
        yield captured(run.ctx, side, town, depot.type)


def is_over(state: State, town: str, besieger: Side) -> bool:
    """CAM-siege-3 (A-34): a siege is lifted when no besieging combat block is in the town, or nobody is left inside."""
    outside = any(not block.inside for block in state.pieces.combat(town, besieger))
    inside = any(block.inside for block in state.pieces.combat(town, enemy_of(besieger)))
    return not (outside and inside)


def captured(ctx: Context, side: Side, town: str, before: str) -> DepotCaptured:
    """CAM-supply-6, CAM-supply-7 (A-38): a captured depot drops one type and serves the captor; below D it is gone."""
    after = ctx.tables.captured[before]
    rule = RuleId("CAM-supply-6" if after else "CAM-supply-7")
    return DepotCaptured(rule=rule, side=side, town=town, before=before, after=after)


def displaced(ctx: Context, state: State, town: str, leaders: list[Block]) -> Iterator[LeadersDisplaced]:
    """CAM-lead-2 (A-10): leaders alone go to the nearest friends within two towns; else they return next turn."""
    side = leaders[0].side
    to = refuge(ctx, state, side, town)
    yield LeadersDisplaced(
        side=side,
        leaders=tuple(block.id for block in leaders),
        count=len(leaders),
        origin=town,
        to=to,
        back_on=0 if to else state.turn + 1,
    )


def refuge(ctx: Context, state: State, side: Side, town: str) -> str:
    """The nearest town with a friendly combat block and no enemy, within reach of a fleeing leader; "" if none."""
    steps = ctx.tables.number["leader_flight"]
    near = ctx.network.within(town, steps, lambda place: not is_enemy_held(state, side, place))
    open_ = [
        (len(path), place)
        for place, path in near.items()
        if state.pieces.has_combat(place, side)
        and not is_enemy_held(state, side, place)
        and place not in state.contests
    ]
    return min(open_)[1] if open_ else ""
