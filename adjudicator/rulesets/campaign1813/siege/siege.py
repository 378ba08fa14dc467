"""CAM: sieges: events, assaults with their modifiers, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Decision, Finding, RuleId, Side
from adjudicator.core.values import dataclass
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.campaign1813.battle.events import LossesTaken
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.forced import is_revealed, turn_face_up, will_show
from adjudicator.rulesets.campaign1813.march.towns import settle_towns, taken
from adjudicator.rulesets.campaign1813.orders import Assault, Besiege, Plan
from adjudicator.rulesets.campaign1813.plans import Run, decided, prefix
from adjudicator.rulesets.campaign1813.siege.events import AssaultDeclined, AssaultMade, FortressFell, SiegeEventRolled
from adjudicator.rulesets.campaign1813.siege.fortress import lay_sieges
from adjudicator.rulesets.campaign1813.state import Block, Siege, State, enemy_of
from adjudicator.rulesets.campaign1813.supply.strength import after_hits, elan_left, men_left, points_left
from adjudicator.rulesets.campaign1813.tables import CasualtyRow, SiegeEventRow, band_of


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
        verdict = has_prospect(run, order, shut_up=mine)
        if verdict.value and mine and siege is not None and order.decision == "assault" and not siege.laid:
            name = run.ctx.town(order.place)
            verdict = no("CAM-siege-2", f"No siege is laid to {name}.", f"besiege {name}")
        if not verdict.value:
            yield run.refused(order, verdict, laid.words)


def has_prospect(run: Run, order: Plan, *, shut_up: bool) -> Verdict:
    """CAM-siege-2, CAM-siege-4: whether a siege or an assault can come of a plan; `shut_up`: an enemy is shut up there
    by the side, or may be when its marches are done."""
    if not shut_up and not (isinstance(order.choice, Besiege) and not order.choice.lay):
        return no("CAM-siege-2", f"No enemy is shut up in {run.ctx.town(order.place)} by you.", "March there first.")
    if order.decision == "assault" and not is_assault_turn(run.ctx, run.state.turn):
        reason = f"Turn {run.state.turn} is even: assaults are made in odd-numbered turns only."
        return no("CAM-siege-4", reason, "Order it again next turn.")
    return yes("CAM-siege-2")


# --- one fortress ------------------------------------------------------------------------------------------------


def besiegers(state: State, siege: Siege) -> tuple[Block, ...]:
    """The combat blocks before the walls."""
    return tuple(b for b in state.pieces.combat(siege.town, siege.besieger) if not b.inside)


def besieged(state: State, siege: Siege) -> tuple[Block, ...]:
    """All blocks behind the walls, leaders included."""
    return tuple(b for b in state.pieces.of(siege.town, enemy_of(siege.besieger)) if b.inside)


def besieged_turn(run: Run, siege: Siege) -> Telling:
    """CAM-siege-8: events first; then the besieger decides; then the assault."""
    label = f"{prefix(run)}/siege/{siege.town}"
    dice = run.dice.roll(f"{label}/events", 2)
    row: SiegeEventRow | None = None
    rolls = [dice]
    if is_event(run.ctx, dice.faces):
        more = run.dice.roll(f"{label}/event")
        rolls.append(more)
        row = siege_event(run.ctx, dice.faces[0], more.total)
    yield SiegeEventRolled(
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
        yield AssaultDeclined(rule=row.rule, side=run.side, town=siege.town, because=row.name)
        return
    yield from _assault(run, siege, row, label)


def is_event(ctx: Context, faces: Sequence[int]) -> bool:
    """CAM-siege-9: only double 1 or double 6 brings an event."""
    return faces[0] == faces[1] and any(row.double == faces[0] for row in ctx.tables.siege_events)


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
    card = run.ctx.card(block)
    taken = min(hits.total, elan_left(card, block))
    yield LossesTaken(
        rule=row.rule,
        side=side,
        town=siege.town,
        cause="sickness",
        losses=(after_hits(card, block, taken),),
        rolls=(draw, hits),
    )


# --- the assault -------------------------------------------------------------------------------------------------


def may_lead(ctx: Context, block: Block) -> Verdict:
    """CAM-siege-5, CAM-siege-6, CAM-dis-5: an infantry block that is not disrupted."""
    if block.kind == "infantry" and not block.disrupted:
        return yes("CAM-siege-5")
    rule, why = ("CAM-siege-6", "disrupted") if block.disrupted else ("CAM-siege-5", block.kind)
    return no(rule, f"{ctx.card(block).name} is {why} and cannot lead an assault.", "Name undisrupted infantry.")


@dataclass(frozen=True, slots=True)
class Odds:
    """An assault as it stands: who leads, the modifiers, and what the die must show."""

    lead: Block
    modifiers: tuple[Finding[int], ...]
    needed: int


def _assault(run: Run, siege: Siege, row: SiegeEventRow | None, label: str) -> Telling:
    """CAM-siege-4 to CAM-siege-7, CAM-assault-1: named leader of the assault, decision, die, casualties.

    CAM-lead-4: Army Leaders are turned face up for the siege roll, so not where none is made.
    """
    leads = tuple(b for b in besiegers(run.state, siege) if may_lead(run.ctx, b).value)
    if not leads:
        because = "no infantry fit to lead"
        yield AssaultDeclined(rule=RuleId("CAM-siege-6"), side=run.side, town=siege.town, because=because)
        return
    leader = yield from _leader(run, siege.town, siege.besieger, inside=False)
    best = _odds(run, siege, best_lead(run.ctx, leads), leader, _shown(run, siege), row)
    choice = yield from decided(run, whether_to_assault(run, siege, leads, best, row), Assault)
    chosen_odds = _odds(run, siege, _named_lead(run.ctx, leads, choice) or best.lead, leader, _shown(run, siege), row)
    against = why_not(choice, chosen_odds.needed, row)
    if against:
        yield AssaultDeclined(side=run.side, town=siege.town, because=against)
        return
    defender = yield from _leader(run, siege.town, enemy_of(siege.besieger), inside=True)
    for side, name in ((siege.besieger, leader), (enemy_of(siege.besieger), defender)):
        if name:
            yield from turn_face_up(run, side, name, siege.town, "CAM-lead-4")
    yield from _storm(run, siege, _odds(run, siege, chosen_odds.lead, leader, defender, row), label)


def _odds(run: Run, siege: Siege, lead: Block, leader: str, defender: str, row: SiegeEventRow | None) -> Odds:
    found = assault_modifiers(run.ctx, run.state, siege, lead, leader, defender, row)
    return Odds(lead, found, run.ctx.tables.number["assault_die"] - sum(part.value for part in found))


def _shown(run: Run, siege: Siege) -> str:
    """A defending Army Leader who stands face up already: the besieger reckons with nobody else."""
    return next(
        (
            b.id
            for b in _leaders(run.state, siege.town, enemy_of(siege.besieger), inside=True)
            if is_revealed(run.state, b.side, b.id, siege.town)
        ),
        "",
    )


def _leaders(state: State, town: str, side: Side, *, inside: bool) -> list[Block]:
    return [block for block in state.pieces.of(town, side) if block.kind == "leader" and block.inside == inside]


def _leader(run: Run, town: str, side: Side, *, inside: bool) -> Asking[str]:
    """CAM-lead-4 (D-5): an Army Leader there whose owner will turn him face up for the siege roll; "" if none."""
    for block in _leaders(run.state, town, side, inside=inside):
        shown = yield from will_show(run, side, block.id, town, "CAM-lead-4")
        if shown:
            return block.id
    return ""


def best_lead(ctx: Context, leads: Sequence[Block]) -> Block:
    """D-10: the infantry of best elan; of equals the strongest."""
    return min(leads, key=lambda b: (-ctx.card(b).elan, -elan_left(ctx.card(b), b), b.id))


def _named_lead(ctx: Context, leads: Sequence[Block], choice: Assault) -> Block | None:
    for name in choice.lead:
        for block in leads:
            if name in (block.id, ctx.card(block).corps):
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
    """D-10: asked after the events are known; by default only if the die need not show more than the table says."""
    needed: Finding[int] = Finding(
        rule=RuleId("CAM-assault-1"), value=best.needed, label="the twelve-sided die must show", parts=best.modifiers
    )
    name = run.ctx.town(siege.town)
    happened = f" ({row.name})" if row else ""
    return Decision(
        key=f"{prefix(run)}/assault/{siege.town}",
        kind="assault",
        side=run.side,
        rule=RuleId("CAM-siege-4"),
        question=f"Do you assault {name}{happened}, and which infantry leads?",
        default=Assault(side=run.side, needed=run.ctx.tables.number["assault_by_default"]),
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
    grade = ctx.tables.grade[ctx.card(lead).elan]
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
    return int(sum(points_left(ctx.card(b), b) for b in mine))


def weeks_of_siege(ctx: Context, turn: int, siege: Siege) -> int:
    """CAM-assault-2 (A-27): full weeks since the siege began."""
    return ctx.tables.number["days_a_turn"] * (turn - siege.since) // ctx.tables.number["week_days"]


def defending_men(ctx: Context, state: State, siege: Siege) -> int:
    """CAM-assault-3 (A-30): infantry and artillery men behind the walls at current strength."""
    mine = [b for b in besieged(state, siege) if b.kind in ("infantry", "artillery", "garrison")]
    return int(sum(men_left(ctx.card(b), b) for b in mine))


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
    taken = min(hits.total, elan_left(run.ctx.card(lead), lead))
    yield AssaultMade(
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
    """CAM-assault-4, CAM-assault-5, CAM-siege-11: every block inside surrenders and is lost for the campaign.

    The town is the besieger's, even if the block that led the assault did not live to see it.
    """
    lost = tuple(block.id for block in besieged(run.state, siege))
    yield FortressFell(rule=RuleId(rule), side=siege.besieger, town=siege.town, surrendered=lost)
    yield from taken(run, siege.besieger, siege.town)
    yield from settle_towns(run)
