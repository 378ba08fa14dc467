"""CAM: regrouping: at the instant of victory the victor sends blocks away or brings others in."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Decision, RuleId, Side
from adjudicator.kit.run import Asking
from adjudicator.rulesets.campaign1813.battle.events import BlocksBroughtIn, BlocksRetreated, Way
from adjudicator.rulesets.campaign1813.battle.reinforcing import Column, at_hand, picked
from adjudicator.rulesets.campaign1813.battle.result import Result
from adjudicator.rulesets.campaign1813.battle.retreats import Arena, Traffic, sections_of, ways_out
from adjudicator.rulesets.campaign1813.orders import FromTown, Regroup, RetreatTo, ToTown
from adjudicator.rulesets.campaign1813.plans import Run, decided, prefix
from adjudicator.rulesets.campaign1813.state import Battle, Block


def regroup(run: Run, battle: Battle, winner: Side, result: Result) -> Telling:
    """CAM-regroup-1: out of the town or into it; from the table as reported, after `auto` as orders say."""
    traffic = Traffic(run.ctx, "regroup")
    arena = Arena(battle.town, battle.attacker, sources(battle, result))
    if not result.addition:
        yield from _as_reported(run, battle, winner, result, traffic)
        return
    choice = yield from _wish(run, battle, winner)
    yield from _send_out(run, battle, winner, choice, arena, traffic)
    yield from _bring_in(run, battle, winner, choice, traffic)


def sources(battle: Battle, result: Result) -> frozenset[str]:
    """CAM-retreat-2: the towns from which the attacker started or reinforced the battle."""
    started = [town for approach in battle.approaches for town in (approach.origin, approach.gate)]
    sent = [arrival.origin for arrival in result.arrivals if arrival.side == battle.attacker]
    return frozenset((*started, *sent))


def _as_reported(run: Run, battle: Battle, side: Side, result: Result, traffic: Traffic) -> Telling:
    ways = [Way(block=block, path=path) for block, path in result.regroup_out.items()]
    if ways:
        yield _regrouped(side, battle.town, ways)
    by_origin: dict[str, list[str]] = {}
    for block, origin in result.regroup_in.items():
        by_origin.setdefault(origin, []).append(block)
    for origin, blocks in sorted(by_origin.items()):
        yield BlocksBroughtIn(side=side, town=battle.town, origin=origin, blocks=tuple(blocks))


def _regrouped(side: Side, town: str, ways: list[Way]) -> BlocksRetreated:
    return BlocksRetreated(rule=RuleId("CAM-regroup-1"), side=side, town=town, manner="regroup", ways=tuple(ways))


def _wish(run: Run, battle: Battle, winner: Side) -> Asking[Regroup]:
    """D-9: by default nobody regroups."""
    name = run.ctx.town(battle.town)
    decision = Decision(
        key=f"{prefix(run)}/regroup/{battle.town}/{winner}",
        kind="regroup",
        side=winner,
        rule=RuleId("CAM-regroup-1"),
        question=f"You have won at {name}. Do you send blocks away from there, or bring others in?",
        default=Regroup(side=winner),
        moments=("victorious",),
        place=battle.town,
        units=tuple(block.id for block in run.state.pieces.of(battle.town, winner)),
    )
    return (yield from decided(run, decision, Regroup))


def _named(run: Run, blocks: tuple[Block, ...], part: ToTown) -> list[Block]:
    return [b for b in blocks if not part.units or any(run.ctx.is_meant(name, b.id) for name in part.units)]


def _send_out(run: Run, battle: Battle, winner: Side, choice: Regroup, arena: Arena, traffic: Traffic) -> Telling:
    """CAM-regroup-2, CAM-regroup-3: as a retreat, two by a major road and one by a minor; they become disrupted."""
    ways: list[Way] = []
    for part in choice.out:
        gone = {way.block for way in ways}
        here = tuple(b for b in run.state.pieces.of(battle.town, winner) if b.id not in gone and not b.inside)
        mine = [block for block in _named(run, here, part) if block.kind != "garrison"]
        wish = RetreatTo(parts=(ToTown(to=part.to),))
        found, _ = ways_out(run.ctx, run.state, arena, mine, traffic, wish, must=False)
        ways += found
    if ways:
        yield _regrouped(winner, battle.town, ways)


def _bring_in(run: Run, battle: Battle, winner: Side, choice: Regroup, traffic: Traffic) -> Telling:
    """CAM-regroup-1 (A-25): undisrupted blocks of neighbouring towns."""
    for column in at_hand(run.ctx, run.state, battle.town, winner):
        blocks = admitted(run, battle.town, column, choice.bring, traffic)
        if blocks:
            yield BlocksBroughtIn(side=winner, town=battle.town, origin=column.origin, blocks=blocks)


def admitted(run: Run, town: str, column: Column, wanted: tuple[FromTown, ...], traffic: Traffic) -> tuple[str, ...]:
    """CAM-regroup-2: those of a group that the road still takes."""
    found = []
    for block in picked(run.ctx, column, wanted):
        sections = sections_of(run.ctx, town, (column.origin,))
        if traffic.turn_for(sections, block) is not None:
            traffic.use(sections, block, 0)
            found.append(block.id)
    return tuple(found)
