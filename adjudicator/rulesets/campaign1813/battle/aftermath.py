"""CAM: after a battle: arrivals, losses, routs, retreats, regrouping; the same however it was fought."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.rulesets.campaign1813.battle.events import (
    BattleEnded,
    BattleFought,
    BlocksArrived,
    BlocksEliminated,
    BlocksRetreated,
    LossesTaken,
    Manner,
    Way,
)
from adjudicator.rulesets.campaign1813.battle.regrouping import regroup
from adjudicator.rulesets.campaign1813.battle.result import (
    Departure,
    Result,
    loser_of,
    on_the_field,
    routed_of,
    winner_of,
)
from adjudicator.rulesets.campaign1813.battle.retreats import (
    RULE_OF,
    Traffic,
    arena_of,
    retreat_wish,
    sections_of,
    ways_out,
)
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.towns import settle_towns
from adjudicator.rulesets.campaign1813.plans import Run
from adjudicator.rulesets.campaign1813.siege.events import SiegeBegan
from adjudicator.rulesets.campaign1813.sight import SeenBlock
from adjudicator.rulesets.campaign1813.state import Battle, Block, State, enemy_of
from adjudicator.rulesets.campaign1813.supply.strength import after_hits, elan_left, percent_of_full


def conclude(run: Run, result: Result) -> Telling:
    """CAM-battle-2, CAM-bvic-4, CAM-rout-2, CAM-regroup-1: everything that a battle's result brings about, in order."""
    battle = fought(run.state)
    for arrival in result.arrivals:
        yield BlocksArrived(
            side=arrival.side,
            town=battle.town,
            origin=arrival.origin,
            blocks=arrival.blocks,
            battle_turn=arrival.battle_turn,
            ruling=arrival.ruling,
        )
    yield _fought(run.ctx, run.state, battle, result)
    yield from _losses(run, battle, result)
    yield from _early_departures(run, battle, result)
    routed = routed_of(battle, result.outcome)
    if routed is not None:
        yield from _rout_attrition(run, battle, routed, result)
    yield from _leave_the_field(run, battle, loser_of(battle, result.outcome), result)
    yield BattleEnded(town=battle.town)
    winner = winner_of(battle, result.outcome)
    if winner is not None:
        yield from regroup(run, battle, winner, result)
    yield from settle_towns(run)


def fought(state: State) -> Battle:
    """The battle that is being fought."""
    assert state.battle is not None
    return state.battle


def _fought(ctx: Context, state: State, battle: Battle, result: Result) -> BattleFought:
    """CAM-unit-7: combat shows the faces of the blocks that took part, with what they lose in it."""
    there = [b for side in ctx.sides for b in on_the_field(state, battle, side)]
    shown = [b for b in there if result.seen is None or b.id in result.seen]
    return BattleFought(
        rule=RuleId("CAM-auto-4" if result.addition else "CAM-battle-2"),
        town=battle.town,
        attacker=battle.attacker,
        outcome=result.outcome,
        routed=routed_of(battle, result.outcome),
        last_turn=result.last_turn,
        points=result.points,
        objectives=result.objectives,
        seen=tuple(SeenBlock(block=b.id, hits=b.hits + result.losses.get(b.id, (0, None))[0]) for b in shown),
        addition=result.addition,
        score=result.score,
        rolls=result.rolls,
    )


def _losses(run: Run, battle: Battle, result: Result) -> Telling:
    rule = RuleId("CAM-auto-5" if result.addition else "CAM-battle-2")
    for side in run.ctx.sides:
        mine = []
        for block in on_the_field(run.state, battle, side):
            hits, destroyed = result.losses.get(block.id, (0, None))
            if hits or destroyed:
                mine.append(after_hits(run.ctx.card(block), block, hits, destroyed))
        if mine:
            yield LossesTaken(rule=rule, side=side, town=battle.town, cause="battle", losses=tuple(mine))
        fallen = tuple(leader for leader in result.leaders_lost if run.ctx.roster[leader].side == side)
        if fallen:
            yield BlocksEliminated(rule=rule, side=side, town=battle.town, blocks=fallen, because="lost in the battle")


def _early_departures(run: Run, battle: Battle, result: Result) -> Telling:
    """CAM-retreat-1 (A-49): who left during the battle has retreated, whatever came after."""
    for side in run.ctx.sides:
        ways = [
            Way(block=block.id, path=left.path, battle_turn=left.battle_turn or result.last_turn)
            for block in on_the_field(run.state, battle, side)
            if (left := result.departures.get(block.id)) is not None and is_early(battle, result, side, left)
        ]
        if ways:
            yield BlocksRetreated(
                rule=RuleId("CAM-retreat-1"), side=side, town=battle.town, manner="retreat", ways=tuple(ways)
            )


def is_early(battle: Battle, result: Result, side: Side, left: Departure) -> bool:
    """Whether a block left before the end: one of the winner's, or one of the loser's before the last turn."""
    if side != loser_of(battle, result.outcome):
        return True
    return left.battle_turn is not None and left.battle_turn < result.last_turn


def rout_loss(ctx: Context, block: Block, engaged: bool) -> int:
    """CAM-rout-3: hits of a rout: artillery half, infantry a quarter, cavalry a quarter if cavalry had engaged it."""
    row = next(row for row in ctx.tables.rout_attrition if row.kind == block.kind)
    if row.only_if_engaged and not engaged:
        return 0
    return percent_of_full(ctx.card(block), row.percent)


def _rout_attrition(run: Run, battle: Battle, side: Side, result: Result) -> Telling:
    """CAM-rout-2, CAM-rout-3: all who are still there lose strength before they run."""
    losses = []
    for block in on_the_field(run.state, battle, side):
        hits = min(rout_loss(run.ctx, block, block.id in result.engaged), elan_left(run.ctx.card(block), block))
        if hits:
            losses.append(after_hits(run.ctx.card(block), block, hits))
    if losses:
        yield LossesTaken(rule=RuleId("CAM-rout-3"), side=side, town=battle.town, cause="rout", losses=tuple(losses))


# --- leaving the field -------------------------------------------------------------------------------------------


def _leave_the_field(run: Run, battle: Battle, side: Side, result: Result) -> Telling:
    """CAM-bvic-4, CAM-retreat-1, CAM-rout-2: all that is left of the loser goes, as reported or as its orders say."""
    routed = routed_of(battle, result.outcome) == side
    manner: Manner = "rout" if routed else "retreat"
    blocks = on_the_field(run.state, battle, side)
    if not blocks:
        return
    arena = arena_of(run.state, battle.town)
    traffic = Traffic(run.ctx, manner, max(1, result.last_turn))
    ways = [Way(block=b.id, path=(), battle_turn=result.last_turn) for b in blocks if _goes_inside(b, battle, routed)]
    told, rest = _as_reported(run, battle, blocks, result, traffic)
    ways += told
    rest = [block for block in rest if not _goes_inside(block, battle, routed)]
    wish = None
    if rest:
        wish = yield from retreat_wish(run, battle.town, side, rest, manner)
    found, stuck = ways_out(run.ctx, run.state, arena, _order_of_departure(rest), traffic, wish)
    ways += found
    if ways:
        yield BlocksRetreated(rule=RULE_OF[manner], side=side, town=battle.town, manner=manner, ways=tuple(ways))
    if stuck:
        yield from _no_way_out(run, battle, side, stuck, routed)
    yield from _invested(run, battle.town, side)


def _invested(run: Run, town: str, loser: Side) -> Telling:
    """CAM-siege-2: a beaten garrison is behind its walls, with the victor before them."""
    inside = any(block.inside for block in run.state.pieces.combat(town, loser))
    victor = enemy_of(loser)
    if inside and town not in run.state.sieges and run.state.pieces.has_combat(town, victor):
        yield SiegeBegan(side=victor, town=town, laid=False)


def _goes_inside(block: Block, battle: Battle, routed: bool) -> bool:
    """Besieged blocks that came out go back behind their walls; a beaten garrison does so too, unless it is routed."""
    if block.id in battle.relief and block.inside:
        return True
    return block.kind == "garrison" and not routed


def _order_of_departure(blocks: Sequence[Block]) -> list[Block]:
    return sorted(blocks, key=lambda block: (block.leads, block.id))


def _as_reported(
    run: Run, battle: Battle, blocks: Sequence[Block], result: Result, traffic: Traffic
) -> tuple[list[Way], list[Block]]:
    """Ways that the report gives, and the blocks of which it says nothing."""
    ways, rest = [], []
    for block in blocks:
        left = result.departures.get(block.id)
        if left is None:
            rest.append(block)
            continue
        sections = sections_of(run.ctx, battle.town, left.path)
        turn = traffic.turn_for(sections, block, left.battle_turn)
        turn = result.last_turn if turn is None else turn
        traffic.use(sections, block, turn)
        ways.append(Way(block=block.id, path=left.path, battle_turn=turn))
    return ways, rest


def _no_way_out(run: Run, battle: Battle, side: Side, stuck: Sequence[Block], routed: bool) -> Telling:
    """CAM-rout-5: who cannot make the move is eliminated; leaders alone flee as they can (CAM-lead-2)."""
    lost = tuple(block.id for block in stuck if block.fights)
    if lost:
        because = "no way out for a routed block" if routed else "no way out for a block that must retreat"
        yield BlocksEliminated(rule=RuleId("CAM-rout-5"), side=side, town=battle.town, blocks=lost, because=because)
