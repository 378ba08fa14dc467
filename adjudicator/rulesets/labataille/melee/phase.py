"""LB 32, LB 33: the melee phase: mandatory melees first, then assaults as ordered, one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.battle.charts import dice_of, dice_read, index_of
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId
from adjudicator.core.values import replace
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.choices import CavalryMelee, Occupy, WhoAdvances
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.decisions import ESTIMATE, decided_now, fact, leads
from adjudicator.rulesets.labataille.fire.leaders_hit import casualty
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.melee.declaring import declare_assaults
from adjudicator.rulesets.labataille.melee.estimate import estimate_attacking, estimate_defending
from adjudicator.rulesets.labataille.melee.events import GunsSettled, MeleeOver, MeleeResolved
from adjudicator.rulesets.labataille.melee.premelee import attackers_check, defenders_check
from adjudicator.rulesets.labataille.melee.results import carry_out, losses_of
from adjudicator.rulesets.labataille.melee.retreating import advance_event, before_melee, can_enter, pursue
from adjudicator.rulesets.labataille.melee.values import Clash, attack_value, defence_value, hex_of
from adjudicator.rulesets.labataille.morale.events import MoraleChanged, ReadinessChanged
from adjudicator.rulesets.labataille.state import COALITION, Melee, Readiness, State, Unit

__all__ = ["after_melees", "declare_assaults", "one_melee"]

BY_CHARGE = ("charge", "carre", "recall", "reaction")
"""LB-36.2, R-18: contacts that exhaust cavalry."""
HOLDS = ("bischof_schloss", "hamlet", "village", "town", "redoubt", "fleche")


def one_melee(run: Here) -> Telling:
    """LB-33: the first of the melees that are left."""
    if not run.state.melees:
        return
    melee = run.state.melees[0]
    side = run.ctx.units[melee.attackers[0]].side
    yield from _fought(run, melee)
    yield MeleeOver(side=side, target=melee.target)


def _fought(run: Here, melee: Melee) -> Asking[None]:
    ctx = run.ctx
    side = ctx.units[melee.attackers[0]].side
    attackers = tuple(one for one in melee.attackers if _able(run.state.unit(one), melee.target, ctx))
    if not attackers or not ctx.theirs(run.state.at(melee.target), side):
        return
    yield from before_melee(run, melee)
    if not ctx.theirs(run.state.at(melee.target), side):
        yield from pursue(run, melee)
        return
    clash = Clash(
        attackers,
        melee.target,
        straight=melee.straight,
        countered=melee.countered,
        recalled_badly=melee.cause == "recall",
    )
    clash = yield from _spared(run, clash)
    if not melee.passed:
        yield from defenders_check(run, clash)
    if not ctx.theirs(run.state.at(melee.target), side):
        yield from _occupy(run, clash)
        return
    still = yield from attackers_check(run, clash)
    if not still:
        return
    fighting = Clash(still, clash.target, clash.straight, clash.countered, clash.recalled_badly, clash.spared)
    yield from _resolved(run, melee, fighting)


def _able(unit: Unit, target: str, ctx: Context) -> bool:
    """Whether an attacker still stands where he can fight."""
    near = target in unit.places or any(target in ctx.board.neighbours[place] for place in unit.places)
    return unit.status == "map" and unit.morale == "good" and near


# --- D8 ---


def _spared(run: Here, clash: Clash) -> Asking[Clash]:
    """D8, LB-36.3: which cavalry fights with a third of its value."""
    ctx = run.ctx
    side = ctx.units[clash.attackers[0]].side
    spared: list[str] = []
    defenders = [unit.id for unit in ctx.theirs(run.state.at(clash.target), side)]
    for one in (*clash.attackers, *defenders):
        if ctx.units[one].arm != "cavalry":
            continue
        attacks = one in clash.attackers
        guess = (estimate_attacking if attacks else estimate_defending)(ctx, run.state, clash)
        default = CavalryMelee(value="third" if 3 * guess < 1 else "full")
        choice = yield from decided_now(
            run,
            "cavalry_melee",
            one,
            "LB-36.3",
            f"Does {ctx.units[one].name} fight with all its strength?",
            default,
            place=clash.target,
            facts=(fact(ESTIMATE, guess),),
            examples=(CavalryMelee(value="full"), CavalryMelee(value="third")),
        )
        if isinstance(choice, CavalryMelee) and choice.value == "third":
            spared.append(one)
    return Clash(clash.attackers, clash.target, clash.straight, clash.countered, clash.recalled_badly, tuple(spared))


# --- odds and dice ---


def _resolved(run: Here, melee: Melee, clash: Clash) -> Asking[None]:
    """LB-33.8, R-44: odds, dice with leaders, the chart; under 1-2 the attacker routs without a roll that matters."""
    ctx, state = run.ctx, run.state
    side = ctx.units[clash.attackers[0]].side
    attack, defence = attack_value(ctx, state, clash), defence_value(ctx, state, clash)
    defenders = tuple(unit.id for unit in ctx.theirs(state.at(clash.target), side))
    odds = attack.value / defence.value if defence.value else attack.value * 1000
    leader = melee.leader or (yield from _attacking_leader(run, clash))
    melee = replace(melee, leader=leader)
    bonus = ctx.leaders[leader].melee if leader else 0
    against = yield from _defending_leader(run, clash, defenders)
    roll = run.dice.roll(run.numbered("melee", clash.target).label, 2)
    natural = dice_read(roll.faces)
    index = index_of(natural) + bonus - (ctx.leaders[against].melee if against else 0)
    reading = ctx.tables.melee.read(odds, dice_of(index))
    result = reading.result
    lost = losses_of(ctx, state, clash, result) if result.sort == "losses" else ()
    yield MeleeResolved(
        rule=RuleId("LB-33.8"),
        rolls=(roll,),
        side=side,
        attackers=clash.attackers,
        defenders=defenders,
        target=clash.target,
        cause=melee.cause,
        dice=natural,
        modified=dice_of(index),
        result=result.words,
        losses=lost,
        attack=attack,
        defence=defence,
        column=reading.column,
    )
    horses = [one for one in (*clash.attackers, *defenders) if ctx.units[one].arm == "cavalry"]
    origins = tuple(hex_of(ctx, state.unit(one), clash.target) for one in clash.attackers)
    yield from carry_out(run, clash, result, dict(lost))
    yield from _leaders_hit(run, melee, clash, natural, origins)
    yield from _wear(run, melee, clash, horses)
    if result.sort in ("DD", "DR", "DS") or not ctx.theirs(run.state.at(clash.target), side):
        yield from _advance(run, clash)


def _attacking_leader(run: Here, clash: Clash) -> Asking[str]:
    """D26: a leader with the attackers whom the order does not name, if his owner's standing orders let him lead."""
    ctx = run.ctx
    for place in dict.fromkeys(place for one in clash.attackers for place in run.state.unit(one).places):
        for leader in run.state.leaders_at(place):
            if ctx.leaders[leader.id].side == ctx.units[clash.attackers[0]].side and (
                yield from leads(run, leader.id, "melee", clash.target)
            ):
                return leader.id
    return ""


def _defending_leader(run: Here, clash: Clash, defenders: Sequence[str]) -> Asking[str]:
    """D26: a leader of the defender, if his owner's standing orders let him lead the melee."""
    ctx = run.ctx
    for leader in run.state.leaders_at(clash.target):
        if ctx.leaders[leader.id].side != ctx.units[defenders[0]].side:
            continue
        if (yield from leads(run, leader.id, "melee", clash.target)):
            return leader.id
    return ""


def _leaders_hit(run: Here, melee: Melee, clash: Clash, natural: int, origins: tuple[str, ...]) -> Asking[None]:
    """LB-7.4, LB-7.5, R-108: natural dice hit the leader who led, and those with the defender."""
    numbers = run.ctx.tables.numbers.casualty
    if melee.leader and natural in numbers.attacker and run.state.leader(melee.leader).status == "map":
        place = run.state.leader(melee.leader).place
        yield from casualty(run, place, (melee.leader,), melee.leader, by_fire=False)
    if natural not in numbers.defender:
        return
    side = run.ctx.units[clash.attackers[0]].side
    present = tuple(
        one.id
        for one in run.state.leaders.values()
        if one.status == "map" and run.ctx.leaders[one.id].side != side and one.place == clash.target
    )
    if present:
        yield from casualty(run, clash.target, present, "", by_fire=False)


# --- readiness ---


def _wear(run: Here, melee: Melee, clash: Clash, horses: Sequence[str]) -> Asking[None]:
    """LB-36.2, LB-39.6, LB-40.6, R-18: what the melee costs cavalry of its readiness."""
    for one in horses:
        unit = run.state.unit(one)
        if unit.status != "map":
            continue
        now = worn(run.ctx, unit, melee, one in clash.attackers, one in clash.spared, one in clash.countered)
        if now != unit.readiness:
            yield ReadinessChanged(
                rule=RuleId("LB-36.2"),
                side=run.ctx.units[one].side,
                unit=one,
                readiness=now,
                worn_in=run.state.active or run.side,
            )


def worn(ctx: Context, unit: Unit, melee: Melee, attacks: bool, spared: bool, countered: bool) -> Readiness:
    """The readiness after a melee."""
    charged = unit.has("charged") or unit.has("reacted") or countered
    if charged and melee.cause in BY_CHARGE:
        return "exhausted"
    if unit.has("opportunity"):
        return "tired" if spared else "exhausted"
    if spared:
        return unit.readiness
    return "tired" if unit.readiness == "fresh" else "exhausted"


# --- advance ---


def _advance(run: Here, clash: Clash) -> Asking[None]:
    """LB-33.9, D14: at least one unit must go into the hex that has become empty."""
    ctx = run.ctx
    side = ctx.units[clash.attackers[0]].side
    if ctx.theirs(run.state.at(clash.target), side):
        return
    able = [
        one
        for one in clash.attackers
        if run.state.unit(one).status == "map" and can_enter(ctx, run.state, run.state.unit(one), clash.target)
    ]
    if not able:
        return
    choice = yield from decided_now(
        run,
        "advance",
        able[0],
        "LB-33.9",
        f"Who advances into {clash.target}?",
        WhoAdvances(),
        others=tuple(able[1:]),
        place=clash.target,
    )
    wished = [one for one in (choice.units if isinstance(choice, WhoAdvances) else ()) if one in able]
    for one in wished or [_top(ctx, run.state, able, clash)]:
        unit = run.state.unit(one)
        if can_enter(ctx, run.state, unit, clash.target):
            yield advance_event(ctx, run.state, unit, clash.target, "LB-33.9")


def _top(ctx: Context, state: State, able: Sequence[str], clash: Clash) -> str:
    """D14: the top unit of the attacking hex with most melee value."""

    def rank(one: str) -> tuple[int, int, str]:
        place = hex_of(ctx, state.unit(one), clash.target)
        value = sum(ctx.units[other].melee for other in able if place in state.unit(other).places)
        return -value, state.unit(one).rank, one

    return min(able, key=rank)


def _occupy(run: Here, clash: Clash) -> Asking[None]:
    """LB-33.7, D29, R-97: the defender left by his check: the attacker may take the hex."""
    ctx = run.ctx
    able = [one for one in clash.attackers if can_enter(ctx, run.state, run.state.unit(one), clash.target)]
    if not able:
        return
    one = _top(ctx, run.state, able, clash)
    holds = ctx.board.cells[clash.target].terrain in HOLDS and ctx.units[one].arm == "infantry"
    choice = yield from decided_now(
        run,
        "occupy",
        one,
        "LB-33.7",
        f"Does {ctx.units[one].name} occupy {clash.target}?",
        Occupy(what="top" if holds else "none"),
        place=clash.target,
    )
    if not isinstance(choice, Occupy) or choice.what == "none":
        return
    if choice.what == "only" and not holds:
        return
    yield advance_event(ctx, run.state, run.state.unit(one), clash.target, "LB-33.7")


# --- after all ---


def after_melees(run: Here) -> Telling:
    """Section 2, phase 5: cavalry that was not recalled routs in place; captured guns are won back or lost."""
    for unit in tuple(run.state.units.values()):
        if unit.has("not recalled") and unit.status == "map" and unit.morale == "good":
            side = run.ctx.units[unit.id].side
            yield MoraleChanged(rule=RuleId("LB-38.20"), side=side, unit=unit.id, morale="routed")
            yield ReadinessChanged(
                rule=RuleId("LB-38.20"), side=side, unit=unit.id, readiness="exhausted", worn_in=run.side
            )
    if run.side == COALITION:
        yield from _redoubts(run)


def _redoubts(run: Here) -> Telling:
    """HEI-redoubt-6, R-46: until the end of the next Coalition melee phase."""
    for place in sorted(run.state.redoubts_taken):
        guns = [unit.id for unit in run.state.units.values() if unit.status == "captured"]
        back = any(run.ctx.units[unit.id].side == COALITION for unit in run.state.at(place))
        for one in guns:
            if run.ctx.redoubt_of(one) == place:
                yield GunsSettled(side=COALITION, unit=one, place=place, won_back=back)
