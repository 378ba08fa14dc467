"""CAM: sieges: events, assaults with their modifiers, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Decision, Finding, RuleId, Side
from adjudicator.rulesets.campaign1813 import battle_events as be
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.forced import reveal
from adjudicator.rulesets.campaign1813.fortress import lay_sieges
from adjudicator.rulesets.campaign1813.orders import Assault, Besiege, Plan
from adjudicator.rulesets.campaign1813.run import Asking, Run, chosen, decide, refused
from adjudicator.rulesets.campaign1813.state import Block, Siege, State, enemy_of
from adjudicator.rulesets.campaign1813.strength import after_hits, elan_left, men_left, points_left
from adjudicator.rulesets.campaign1813.tables import CasualtyRow, SiegeEventRow, band_of
from adjudicator.rulesets.campaign1813.towns import settle_towns

GOOD_ODDS = 8
"""D-10: the highest number that the die may have to show for an assault that nobody has spoken about."""


def run_sieges(run: Run) -> Telling:
    """CAM-turn-4: sieges laid; in odd turns events and assaults, one fortress after the other."""
    yield from settle_towns(run)
    yield from lay_sieges(run)
    yield from _idle_plans(run)
    if is_assault_turn(run.ctx, run.state.turn):
        mine = [s for _, s in sorted(run.state.sieges.items()) if s.besieger == run.side and s.laid]
        for siege in mine:
            yield from besieged_turn(run, siege)
    yield from settle_towns(run)


def is_assault_turn(ctx: Context, turn: int) -> bool:
    """CAM-siege-4 (A-26): assaults are possible in the siege phases of odd-numbered turns."""
    return ctx.calendar[turn].assault


def _idle_plans(run: Run) -> Telling:
    """Plans for an assault or a siege that the rules do not allow now."""
    for laid in run.state.plans:
        order = run.meant(laid.order)
        if not isinstance(order, Plan) or not order.place or order.decision not in ("assault", "besiege"):
            continue
        siege = run.state.sieges.get(order.place)
        mine = siege is not None and siege.besieger == run.side
        if not mine and not (isinstance(order.choice, Besiege) and not order.choice.lay):
            reason = f"No enemy is shut up in {run.ctx.town(order.place)} by you."
            yield refused(run.side, order, laid.words, "CAM-siege-2", reason, "March there first.")
        elif order.decision == "assault" and not is_assault_turn(run.ctx, run.state.turn):
            reason = f"Turn {run.state.turn} is even: assaults are made in odd-numbered turns only."
            yield refused(run.side, order, laid.words, "CAM-siege-4", reason, "Order it again next turn.")
        elif mine and siege is not None and order.decision == "assault" and not siege.laid:
            reason = f"No siege is laid to {run.ctx.town(order.place)}."
            yield refused(run.side, order, laid.words, "CAM-siege-2", reason, f"besiege {run.ctx.town(order.place)}")


# --- one fortress ------------------------------------------------------------------------------------------------


def besiegers(state: State, siege: Siege) -> tuple[Block, ...]:
    """The combat blocks before the walls."""
    return tuple(b for b in state.pieces.combat(siege.town, siege.besieger) if not b.inside)


def besieged(state: State, siege: Siege) -> tuple[Block, ...]:
    """All blocks behind the walls, leaders included."""
    return tuple(b for b in state.pieces.of(siege.town, enemy_of(siege.besieger)) if b.inside)


def besieged_turn(run: Run, siege: Siege) -> Telling:
    """CAM-siege-8: events first; then the besieger decides; then the assault."""
    label = f"{run.label}/siege/{siege.town}"
    dice = run.dice.roll(f"{label}/events", 2)
    row: SiegeEventRow | None = None
    rolls = [dice]
    if is_event(dice.faces):
        more = run.dice.roll(f"{label}/event")
        rolls.append(more)
        row = siege_event(run.ctx, dice.faces[0], more.total)
    yield be.SiegeEventRolled(
        rule=row.rule if row else RuleId("CAM-siege-9"),
        side=run.side,
        town=siege.town,
        event=row.event if row else "",
        modifier=row.modifier if row else 0,
        rolls=tuple(rolls),
    )
    if row is not None and row.surrender:
        yield from fall(run, siege, "CAM-siege-11")
        return
    if row is not None and row.sick:
        yield from _sickness(run, siege, row, label)
        if not any(block.fights for block in besieged(run.state, siege)):
            return
    if row is not None and row.no_assault:
        yield be.AssaultDeclined(rule=row.rule, side=run.side, town=siege.town, because=row.name)
        return
    yield from _assault(run, siege, row, label)


def is_event(faces: Sequence[int]) -> bool:
    """CAM-siege-9: only double 1 or double 6 brings an event."""
    return faces[0] == faces[1] and faces[0] in (1, 6)


def siege_event(ctx: Context, double: int, die: int) -> SiegeEventRow:
    """CAM-siege-10, CAM-siege-11: the event of a double."""
    return band_of([row for row in ctx.tables.siege_events if row.double == double], die)


def _sickness(run: Run, siege: Siege, row: SiegeEventRow, label: str) -> Telling:
    """CAM-siege-10, CAM-siege-11 (A-32): a random block, in the camp or in the town, takes a die of hits."""
    side = siege.besieger if row.sick == "besiegers" else enemy_of(siege.besieger)
    pool = besiegers(run.state, siege) if row.sick == "besiegers" else besieged(run.state, siege)
    mine = sorted((block for block in pool if block.fights), key=lambda block: block.id)
    if not mine:
        return
    draw = run.dice.roll(f"{label}/sick", sides=len(mine), veiled=True)
    hits = run.dice.roll(f"{label}/sick/hits", veiled=True)
    block = mine[draw.total - 1]
    card = run.ctx.roster[block.id]
    taken = min(hits.total, elan_left(card, block))
    yield be.LossesTaken(
        rule=row.rule,
        side=side,
        town=siege.town,
        cause="sickness",
        losses=(after_hits(card, block, taken),),
        rolls=(draw, hits),
    )


# --- the assault -------------------------------------------------------------------------------------------------


def may_lead(block: Block) -> bool:
    """CAM-siege-5, CAM-siege-6, CAM-dis-5: an infantry block that is not disrupted."""
    return block.kind == "infantry" and not block.disrupted


@dataclass(frozen=True, slots=True)
class Odds:
    """An assault as it stands: who leads, the modifiers, and what the die must show."""

    lead: Block
    modifiers: tuple[Finding[int], ...]
    needed: int


def _assault(run: Run, siege: Siege, row: SiegeEventRow | None, label: str) -> Telling:
    """CAM-siege-4 to CAM-siege-7, CAM-assault-1: named leader of the assault, decision, die, casualties."""
    leads = tuple(b for b in besiegers(run.state, siege) if may_lead(b))
    if not leads:
        because = "no infantry fit to lead"
        yield be.AssaultDeclined(rule=RuleId("CAM-siege-6"), side=run.side, town=siege.town, because=because)
        return
    leader = yield from _leader(run, siege.town, siege.besieger, inside=False)
    defender = yield from _leader(run, siege.town, enemy_of(siege.besieger), inside=True)

    def odds(lead: Block) -> Odds:
        found = assault_modifiers(run.ctx, run.state, siege, lead, leader, defender, row)
        return Odds(lead, found, run.ctx.tables.number["assault_die"] - sum(part.value for part in found))

    best = odds(best_lead(run.ctx, leads))
    decision = whether_to_assault(run, siege, leads, best, row)
    reply = yield from decide(run, decision)
    choice = chosen(reply, decision, Assault)
    chosen_odds = odds(_named_lead(run.ctx, leads, choice) or best.lead)
    against = why_not(choice, chosen_odds.needed, row)
    if against:
        yield be.AssaultDeclined(side=run.side, town=siege.town, because=against)
        return
    yield from _storm(run, siege, chosen_odds, label)


def _leader(run: Run, town: str, side: Side, *, inside: bool) -> Asking[str]:
    """CAM-lead-4 (D-5): an Army Leader there who is turned face up for the siege roll; "" if there is none."""
    for block in run.state.pieces.of(town, side):
        if block.kind == "leader" and block.inside == inside:
            shown = yield from reveal(run, side, block.id, town, "CAM-lead-4")
            if shown:
                return block.id
    return ""


def best_lead(ctx: Context, leads: Sequence[Block]) -> Block:
    """D-10: the infantry of best elan; of equals the strongest."""
    return min(leads, key=lambda b: (-ctx.roster[b.id].elan, -elan_left(ctx.roster[b.id], b), b.id))


def _named_lead(ctx: Context, leads: Sequence[Block], choice: Assault) -> Block | None:
    for name in choice.lead:
        for block in leads:
            if name in (block.id, ctx.roster[block.id].corps):
                return block
    return None


def why_not(choice: Assault, needed: int, row: SiegeEventRow | None) -> str:
    """CAM-siege-7: why an order to assault does not come to it; "" if it does."""
    if not choice.go:
        return "not ordered"
    if row is not None and row.event in choice.unless:
        return f"after {row.name}"
    if choice.needed is not None and needed > choice.needed:
        return f"the die would have to show {needed}"
    return ""


def whether_to_assault(
    run: Run, siege: Siege, leads: Sequence[Block], best: Odds, row: SiegeEventRow | None
) -> Decision:
    """D-10: asked after the events are known; by default only if the die need not show more than 8."""
    needed: Finding[int] = Finding(
        rule=RuleId("CAM-assault-1"), value=best.needed, label="the twelve-sided die must show", parts=best.modifiers
    )
    name = run.ctx.town(siege.town)
    happened = f" ({row.name})" if row else ""
    return Decision(
        key=f"{run.label}/assault/{siege.town}",
        kind="assault",
        side=run.side,
        rule=RuleId("CAM-siege-4"),
        question=f"Do you assault {name}{happened}, and which infantry leads?",
        default=Assault(side=run.side, needed=GOOD_ODDS),
        place=siege.town,
        units=tuple(block.id for block in leads),
        facts=(needed,),
        examples=(Assault(side=run.side, lead=(best.lead.id,)), Assault(side=run.side, go=False)),
    )


def assault_modifiers(
    ctx: Context, state: State, siege: Siege, lead: Block, leader: str, defender: str, row: SiegeEventRow | None
) -> tuple[Finding[int], ...]:
    """CAM-assault-2, CAM-assault-3: everything that is added to the die; what the other side may not know is marked."""
    table, found = ctx.tables.assault_modifier, []
    holder = (enemy_of(siege.besieger),)

    def add(key: str, times: int, label: str, because: str, hidden: tuple[Side, ...] = ()) -> None:
        value = table[key].modifier * times
        found.append(Finding[int](rule=table[key].rule, value=value, label=label, because=because, hidden_from=hidden))

    if leader:
        add("leader", 1, "Army Leader", ctx.name(leader))
    points = besieging_points(ctx, state, siege)
    add("points", points // ctx.tables.number["points_step"], "besieging army", f"{points} points", holder)
    weeks = weeks_of_siege(ctx, state.turn, siege)
    add("week", weeks, "weeks of siege", f"{weeks} more than the first")
    grade = ctx.tables.grade[ctx.roster[lead.id].elan]
    if grade in table:
        add(grade, 1, f"lead unit {grade}", ctx.name(lead.id), holder)
    if row is not None and row.modifier:
        found.append(Finding[int](rule=row.rule, value=row.modifier, label="event", because=row.name))
    if defender:
        add("defending_leader", 1, "defending leader", ctx.name(defender))
    step = ctx.tables.number["defenders_step"]
    times = defending_men(ctx, state, siege) // step
    add("defenders", times, "defenders", f"{times} times {step} men")
    return tuple(found)


def besieging_points(ctx: Context, state: State, siege: Siege) -> int:
    """CAM-assault-2 (A-29): current points of infantry and artillery before the walls, in full."""
    mine = [b for b in besiegers(state, siege) if b.kind in ("infantry", "artillery")]
    return int(sum(points_left(ctx.roster[b.id], b) for b in mine))


def weeks_of_siege(ctx: Context, turn: int, siege: Siege) -> int:
    """CAM-assault-2 (A-27): full weeks since the siege began."""
    return ctx.tables.number["days_a_turn"] * (turn - siege.since) // ctx.tables.number["week_days"]


def defending_men(ctx: Context, state: State, siege: Siege) -> int:
    """CAM-assault-3 (A-30): infantry and artillery men behind the walls at current strength."""
    mine = [b for b in besieged(state, siege) if b.kind in ("infantry", "artillery", "garrison")]
    return int(sum(men_left(ctx.roster[b.id], b) for b in mine))


def _storm(run: Run, siege: Siege, odds: Odds, label: str) -> Telling:
    """CAM-assault-1, CAM-assault-6, CAM-assault-7: the die, and what it costs the lead unit."""
    die = run.dice.roll(f"{label}/assault", sides=run.ctx.tables.number["assault_die"])
    score = assault_score(die.total, odds.modifiers)
    row = casualty_row(run.ctx, score.value)
    rolls = [die]
    count = row.dice
    if row.dice_from is not None:
        more = run.dice.roll(f"{label}/failed", sides=row.dice_from, veiled=True)
        rolls.append(more)
        count = more.total
    hits = run.dice.roll(f"{label}/hits", count or 1, veiled=True)
    rolls.append(hits)
    lead = run.state.block(odds.lead.id)
    taken = min(hits.total, elan_left(run.ctx.roster[lead.id], lead))
    yield be.AssaultMade(
        side=run.side,
        town=siege.town,
        lead=lead.id,
        score=score,
        success=row.success,
        hits=taken,
        rolls=tuple(rolls),
    )
    if row.success:
        yield from fall(run, siege, "CAM-assault-5")


def assault_score(die: int, modifiers: Sequence[Finding[int]]) -> Finding[int]:
    """CAM-assault-1: the twelve-sided die and its modifiers; 12 or more takes the fortress."""
    thrown: Finding[int] = Finding(rule=RuleId("CAM-assault-1"), value=die, label="die", because=f"die {die}")
    parts = (thrown, *modifiers)
    return Finding(rule=RuleId("CAM-assault-1"), value=sum(part.value for part in parts), parts=parts)


def casualty_row(ctx: Context, score: int) -> CasualtyRow:
    """CAM-assault-6, CAM-assault-7: the row of a modified result."""
    return band_of(ctx.tables.assault_casualties, score)


def fall(run: Run, siege: Siege, rule: str) -> Telling:
    """CAM-assault-4, CAM-assault-5, CAM-siege-11: every block inside surrenders and is lost for the campaign."""
    lost = tuple(block.id for block in besieged(run.state, siege))
    yield be.FortressFell(rule=RuleId(rule), side=siege.besieger, town=siege.town, surrendered=lost)
    yield from settle_towns(run)
