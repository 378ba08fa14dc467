"""ADDITION to the rules: the simple resolution of a battle, for players without a table."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from adjudicator.core.types import Finding, Roll, RuleId, Side
from adjudicator.kit.run import Asking
from adjudicator.rulesets.campaign1813.battle.events import ReinforcementTested
from adjudicator.rulesets.campaign1813.battle.reinforcing import arrives, columns, in_one_phase, phases
from adjudicator.rulesets.campaign1813.battle.result import Arrival, Result, on_the_field
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.forced import reveal
from adjudicator.rulesets.campaign1813.plans import Run, prefix
from adjudicator.rulesets.campaign1813.report.report_orders import ReportedOutcome
from adjudicator.rulesets.campaign1813.state import Battle, Block, State, enemy_of
from adjudicator.rulesets.campaign1813.supply.strength import elan_left, units_left
from adjudicator.rulesets.campaign1813.tables import AutoLocationRow, AutoResultRow, band_of

OUTCOMES: dict[str, ReportedOutcome] = {
    "attacker_routed": "defender_win_morale",
    "attacker_beaten": "defender_win_vp",
    "stalemate": "stalemate",
    "defender_beaten": "attacker_win_vp",
    "defender_routed": "attacker_win_morale",
}


def auto_result(run: Run) -> Asking[Result]:
    """CAM-auto-1 to CAM-auto-5: strengths, arrivals, ground, two dice and the shift; losses by the table."""
    battle = run.state.battle
    assert battle is not None
    arrivals = yield from _arrivals(run, battle)
    attack = yield from _strength(run, battle, battle.attacker, arrivals)
    defence = yield from _strength(run, battle, enemy_of(battle.attacker), arrivals)
    ground = ground_of(run.ctx, battle)
    shifted = shift(run.ctx, attack, defence * ground.factor)
    roll = run.dice.roll(f"{prefix(run)}/battle/{battle.town}/result", 2)
    score = auto_score(roll, attack, defence * ground.factor, shifted)
    row = band_of(run.ctx.tables.auto_results, score.value)
    there = [b for side in run.ctx.sides for b in _present(run.state, battle, side, arrivals)]
    losses = {b.id: (auto_loss(run.ctx, battle, b, row), None) for b in there if b.fights}
    outcome = broken_off(battle, OUTCOMES[row.outcome], row)
    return Result(
        outcome=outcome,
        last_turn=run.ctx.tables.number["battle_turns"],
        losses={block: loss for block, loss in losses.items() if loss[0]},
        engaged=_engaged(there),
        arrivals=tuple(arrivals),
        addition=True,
        score=score,
        rolls=(roll,),
    )


def _arrivals(run: Run, battle: Battle) -> Asking[list[Arrival]]:
    """CAM-auto-2, CAM-reinf-10: in each phase every group that was sent rolls by itself, for what its road takes."""
    found: list[Arrival] = []
    waiting = {(one.side, one.origin): list(one.blocks) for one in battle.sent}
    groups = {(c.side, c.origin): c for side in run.ctx.sides for c in columns(run.ctx, run.state, battle.town, side)}
    for turn in phases(run.ctx):
        for key, blocks in waiting.items():
            column = groups.get(key)
            if column is None:
                continue
            ready = in_one_phase([b for b in column.blocks if b.id in blocks], column.per_phase)
            if not ready:
                continue
            label = f"{prefix(run)}/battle/{battle.town}/reinforce/{column.side}/{column.origin}/{turn}"
            roll = run.dice.roll(label, veiled=True)
            come = arrives(run.ctx, column.factor, roll.total, turn)
            ids = tuple(block.id for block in ready)
            yield ReinforcementTested(
                side=column.side,
                town=battle.town,
                origin=column.origin,
                blocks=ids,
                factor=column.factor,
                battle_turn=turn,
                arrives=come,
                rolls=(roll,),
            )
            if come:
                found.append(Arrival(column.side, column.origin, ids, turn))
                waiting[key] = [block for block in blocks if block not in ids]
    return found


def _present(state: State, battle: Battle, side: Side, arrivals: Iterable[Arrival]) -> list[Block]:
    come = [state.block(block) for arrival in arrivals if arrival.side == side for block in arrival.blocks]
    return [*on_the_field(state, battle, side), *come]


def ground_of(ctx: Context, battle: Battle) -> AutoLocationRow:
    """CAM-auto-3: the location; a town defence in a city counts as such."""
    city = battle.location == "town" and ctx.network.towns[battle.town].kind == "city"
    where = "city" if city else battle.location
    return next(row for row in ctx.tables.auto_locations if row.location == where)


def combat_value(ctx: Context, battle: Battle, block: Block) -> Fraction:
    """CAM-auto-1: elan left times weight; disrupted blocks count one less for each unit (CAM-dis-4)."""
    card = ctx.card(block)
    row = next(row for row in ctx.tables.auto_weights if row.kind == block.kind)
    sheltered = ground_of(ctx, battle).shelter and block.side == battle.attacker
    worse = ctx.tables.number["disrupted_elan"] * units_left(card, block) if block.disrupted else 0
    return max(0, elan_left(card, block) - worse) * (row.sheltered_weight if sheltered else row.weight)


def _strength(run: Run, battle: Battle, side: Side, arrivals: Iterable[Arrival]) -> Asking[Fraction]:
    """CAM-auto-1, CAM-auto-2: a side's blocks, those that come late for the turns left; an Army Leader adds 5 %."""
    ctx, last = run.ctx, run.ctx.tables.number["battle_turns"]
    total = sum((combat_value(ctx, battle, b) for b in on_the_field(run.state, battle, side) if b.fights), Fraction(0))
    for arrival in arrivals:
        if arrival.side == side:
            late = [combat_value(ctx, battle, run.state.block(b)) for b in arrival.blocks if ctx.roster[b].fights]
            total += sum(late, Fraction(0)) * Fraction(last - arrival.battle_turn, last)
    leaders = [b.id for b in on_the_field(run.state, battle, side) if b.kind == "leader"]
    for leader in leaders[:1]:
        shown = yield from reveal(run, side, leader, battle.town, "CAM-auto-1")
        if shown:
            total *= 1 + Fraction(ctx.tables.number["auto_leader_percent"], 100)
    return total


def shift(ctx: Context, attack: Fraction, defence: Fraction) -> int:
    """CAM-auto-4: four times the binary logarithm of the ratio, rounded, held within limits; exact, without floats."""
    most = ctx.tables.number["auto_shift_limit"]
    if not defence:
        return most
    if not attack:
        return -most
    power = (attack / defence) ** (2 * ctx.tables.number["auto_shift_steps"])
    for k in range(-most, most):
        if power < Fraction(2) ** (2 * k + 1):
            return k
    return most


def auto_score(roll: Roll, attack: Fraction, defence: Fraction, shifted: int) -> Finding[int]:
    """CAM-auto-4: 2d6 and the shift."""
    parts: tuple[Finding[int], ...] = (
        Finding(rule=RuleId("CAM-auto-4"), value=roll.total, label="2d6", because=f"dice {roll.faces}"),
        Finding(
            rule=RuleId("CAM-auto-4"),
            value=shifted,
            label="shift",
            because=f"attack {_plain(attack)} against {_plain(defence)}",
        ),
    )
    return Finding(rule=RuleId("CAM-auto-4"), value=roll.total + shifted, label="score", parts=parts)


def _plain(value: Fraction) -> str:
    """A strength for people: with one decimal, cut off."""
    tenths = value * 10
    whole = tenths.numerator // tenths.denominator
    return f"{whole // 10}.{whole % 10}"


def auto_loss(ctx: Context, battle: Battle, block: Block, row: AutoResultRow) -> int:
    """CAM-auto-5: that share of the elan points left, rounded half up."""
    percent = row.attacker_loss if block.side == battle.attacker else row.defender_loss
    return (2 * elan_left(ctx.card(block), block) * percent + 100) // 200


def broken_off(battle: Battle, outcome: ReportedOutcome, row: AutoResultRow) -> ReportedOutcome:
    """CAM-retreat-1 (D-8b): a side whose losses reach its limit leaves the field, if it has not been routed anyway."""
    percent = {battle.attacker: row.attacker_loss, enemy_of(battle.attacker): row.defender_loss}
    leaving = [wish.side for wish in battle.break_off if percent[wish.side] >= wish.percent]
    if outcome in ("attacker_win_morale", "defender_win_morale"):
        return outcome
    if battle.attacker in leaving:
        return "attacker_broke_off"
    return "defender_broke_off" if leaving else outcome


def _engaged(blocks: Iterable[Block]) -> frozenset[str]:
    """CAM-auto-5: cavalry counts as engaged by cavalry if the other side had some."""
    horse = [block for block in blocks if block.kind == "cavalry"]
    return frozenset(b.id for b in horse if any(other.side != b.side for other in horse))
