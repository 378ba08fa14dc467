"""NLC-4.6, NLC-7.3, NLC-7.4: the combat segment: attacks are announced, then fought hex by hex."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Choice, Decision, RuleId, Side
from adjudicator.core.values import dataclass
from adjudicator.kit.run import Asking, decided
from adjudicator.rulesets.nlc.choices import Stand, Withdraw
from adjudicator.rulesets.nlc.combat import hits, morale, strengths
from adjudicator.rulesets.nlc.combat.advance import advance
from adjudicator.rulesets.nlc.combat.aftermath import back
from adjudicator.rulesets.nlc.combat.attacks import is_chateau
from adjudicator.rulesets.nlc.combat.declaring import announce
from adjudicator.rulesets.nlc.combat.evasion import evade
from adjudicator.rulesets.nlc.combat.events import (
    AttackBegan,
    AttacksDeclared,
    CombatFought,
    HitsHalved,
    StacksGaveWay,
    Withdrew,
)
from adjudicator.rulesets.nlc.combat.flanking import flanking
from adjudicator.rulesets.nlc.combat.garde import guard_gave_way, prussians_flank
from adjudicator.rulesets.nlc.combat.left_alone import bereft
from adjudicator.rulesets.nlc.combat.morale import Strain
from adjudicator.rulesets.nlc.combat.reactions import on_entry
from adjudicator.rulesets.nlc.combat.retreats import free_hexes
from adjudicator.rulesets.nlc.combat.to_reserve import after_hits, at_segment
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.state import Attack, State, Unit, enemy_of
from adjudicator.rulesets.nlc.victory.breaking import is_disintegrated, reckon


def combat(run: Here) -> Telling:
    """IV, NLC-4.6: first the attacks are announced; then each defending hex is a phase of its own, by its number."""
    run = run.labelled(f"T{run.state.turn}", run.side, "combat")
    if run.state.attacks:
        attack = min(run.state.attacks, key=lambda one: one.target)
        yield from _fought(run.under(attack.target), attack)
        return
    if not run.ctx.is_dark(run.state.turn):
        yield from at_segment(run)
    attacks = yield from announce(run)
    if attacks:
        yield AttacksDeclared(side=run.side, attacks=attacks)


def _fought(run: Here, attack: Attack) -> Telling:
    """IV.2: one combat."""
    attackers = hits.alive(run.state, attack.units)
    why = "" if attackers else "the attackers are gone"
    if not run.state.at(enemy_of(run.side), attack.target):
        why = f"nobody is left in {attack.target}"
    yield AttackBegan(side=run.side, target=attack.target, units=tuple(unit.id for unit in attackers), because=why)
    if why:
        return
    yield from evade(run, attackers, attack.target)
    attackers = hits.alive(run.state, attack.units)
    defenders = run.state.at(enemy_of(run.side), attack.target)
    if not attackers:
        return
    if not defenders:
        yield from advance(run, attack.units, attack.target, attack.advance)
        return
    yield from prussians_flank(run, attackers, attack.target)
    stayed = yield from _round(run, Sides(attack.target, attackers, defenders))
    if stayed:
        yield from advance(run, attack.units, attack.target, attack.advance)
    yield from reckon(run)
    yield from after_hits(run, (unit.id for unit in (*attackers, *defenders)))


@dataclass(frozen=True, slots=True)
class Sides:
    """Who fights: the attackers of one or more hexes, the defenders of one."""

    target: str
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class Toll:
    """The hits rolled: on the defenders, and by the attackers taken."""

    scored: int
    taken: int


def halved(found: int) -> int:
    """NLC-7.4d: half of the hits, rounded up, but of one nothing is left.

    >>> [halved(n) for n in range(6)]
    [0, 0, 1, 2, 2, 3]
    """
    return 0 if found == 1 else (found + 1) // 2


# --- one round ------------------------------------------------------------------------------------------------------


def _round(run: Here, sides: Sides) -> Asking[bool]:
    """IV.2b to IV.2g: fire, withdrawals, hits, tests, retreats; whether the attackers stayed."""
    strain = _strain(run.ctx, run.state, sides)
    toll = yield from _fire(run, sides)
    gone = yield from _withdrawals(run, sides, toll)
    if gone:
        toll = Toll(halved(toll.scored), halved(toll.taken))
        yield HitsHalved(target=sides.target, hits=toll.scored, taken=toll.taken)
    lost, inflicted = yield from _losses(run, sides, toll)
    if gone:
        if enemy_of(run.side) in gone:
            yield from _retreat(run, sides.defenders, _places(sides.attackers), voluntary=True)
        if run.side in gone:
            yield from _retreat(run, sides.attackers, (sides.target,), voluntary=True)
        return run.side not in gone
    return (yield from _tests(run, sides, strain, lost, inflicted))


def _fire(run: Here, sides: Sides) -> Asking[Toll]:
    """IV.2b, IV.2c, NLC-2.0a, NLC-7.1b: the attacker's dice, then the defender's, both before any hit is taken off."""
    attack = strengths.attack(run.ctx, run.state, sides.attackers, sides.target)
    defence = strengths.defence(run.ctx, run.state, sides.defenders, sides.attackers)
    first = run.dice.roll(f"{run.label}/attack", 2)
    second = run.dice.roll(f"{run.label}/defence", 2)
    toll = Toll(strengths.hits(run.ctx, attack, first), strengths.hits(run.ctx, defence, second))
    yield CombatFought(
        side=run.side,
        target=sides.target,
        attackers=tuple(unit.id for unit in sides.attackers),
        defenders=tuple(unit.id for unit in sides.defenders),
        attack=attack,
        defence=defence,
        hits=toll.scored,
        taken=toll.taken,
        rolls=(first, second),
    )
    return toll


def _losses(run: Here, sides: Sides, toll: Toll) -> Asking[tuple[int, int]]:
    """NLC-7.1b, NLC-7.1c: the hits of both, shared out by their owners; the steps really lost."""
    other = enemy_of(run.side)
    lost = yield from hits.take(run, run.side, sides.target, sides.attackers, toll.taken, "attacking")
    inflicted = yield from hits.take(run, other, sides.target, sides.defenders, toll.scored, "attacked")
    for place in _places(sides.attackers):
        yield from bereft(run, run.side, place)
    yield from bereft(run, other, sides.target)
    return lost, inflicted


def _places(units: Sequence[Unit]) -> tuple[str, ...]:
    return tuple(sorted({unit.place for unit in units if unit.place is not None}))


# --- withdrawals ----------------------------------------------------------------------------------------------------


def _withdrawals(run: Here, sides: Sides, toll: Toll) -> Asking[tuple[Side, ...]]:
    """IV.2d, NLC-7.4a, NLC-7.4b: the attacker says first whether he goes; the defender is asked if he does not.

    With the option both_may_withdraw he is asked in any case (A-18). Cavalry alone always goes (NLC-7.3i, A-11).
    """
    gone: list[Side] = []
    other = enemy_of(run.side)
    if toll.taken and (yield from _withdraws(run, run.side, sides, toll)):
        gone.append(run.side)
        yield Withdrew(side=run.side, target=sides.target, units=tuple(unit.id for unit in sides.attackers))
    if gone and run.ctx.options["both_may_withdraw"] != "on":
        return tuple(gone)
    rule = RuleId("NLC-7.3i") if strengths.is_cavalry_alone(run.ctx, sides.defenders) else RuleId("NLC-7.4a")
    if rule == "NLC-7.3i" or (toll.scored and (yield from _withdraws(run, other, sides, toll))):
        gone.append(other)
        yield Withdrew(rule=rule, side=other, target=sides.target, units=tuple(unit.id for unit in sides.defenders))
    return tuple(gone)


def _withdraws(run: Here, side: Side, sides: Sides, toll: Toll) -> Asking[bool]:
    """D-13, D-14: whether a side that took a hit goes back of its own will; only where it has a way."""
    mine = sides.attackers if side == run.side else sides.defenders
    if not _have_a_way(run.ctx, run.state, side, mine):
        return False
    ours, theirs = (toll.taken, toll.scored) if side == run.side else (toll.scored, toll.taken)
    moment = "attacking" if side == run.side else "attacked"
    question = Decision(
        key=f"{run.label}/withdraw/{side}",
        kind="withdraw",
        moments=(moment,),
        side=side,
        rule=RuleId("NLC-7.4b"),
        question=f"Do you withdraw from the combat at {sides.target}?",
        default=Stand(),
        place=sides.target,
        units=tuple(unit.id for unit in hits.by_weight(run.ctx, mine)),
        counts=(("our hits", str(ours)), ("their hits", str(theirs))),
    )
    choice = yield from decided(question, Choice)
    return isinstance(choice, Withdraw)


def _have_a_way(ctx: Context, state: State, side: Side, units: Sequence[Unit]) -> bool:
    """NLC-7.4g: whether each stack has a hex to withdraw to."""
    return all(
        free_hexes(ctx, state, side, place, [unit for unit in units if unit.place == place]) for place in _places(units)
    )


# --- tests and retreats ---------------------------------------------------------------------------------------------


def _strain(ctx: Context, state: State, sides: Sides) -> tuple[Strain, Strain]:
    """NLC-7.6a-3, NLC-M.3, NLC-M.5, NLC-20.2-R4: what weighs on attackers and on defenders."""

    def has_guns(units: Sequence[Unit]) -> bool:
        return any(ctx.units[unit.id].is_artillery for unit in units)

    old_guard = any(ctx.units[unit.id].is_old_guard and ctx.units[unit.id].is_infantry for unit in sides.attackers)
    flanked = flanking(ctx, state, sides.attackers, sides.target).value
    return (
        Strain(under_guns=has_guns(sides.defenders)),
        Strain(attacked=True, under_guns=has_guns(sides.attackers), flanked=flanked, old_guard=old_guard),
    )


def _tests(run: Here, sides: Sides, strain: tuple[Strain, Strain], lost: int, inflicted: int) -> Asking[bool]:
    """IV.2f, NLC-7.4e, NLC-7.4f: who lost steps tests, the attacker first; if he goes, the defender does not test.

    A garrison ignores retreat results and does not test either (NLC-10.6).
    """
    attackers = hits.alive(run.state, (unit.id for unit in sides.attackers))
    defenders = hits.alive(run.state, (unit.id for unit in sides.defenders))
    if lost and attackers:
        attackers = yield from _tested(run, "attack-morale", attackers, strain[0], (sides.target,))
        if not attackers:
            return False
    if inflicted and defenders and not is_chateau(run.ctx, sides.target):
        yield from _tested(run, "defence-morale", defenders, strain[1], _places(sides.attackers))
    return bool(attackers)


def _tested(
    run: Here, label: str, units: Sequence[Unit], strain: Strain, away_from: tuple[str, ...]
) -> Asking[tuple[Unit, ...]]:
    """NLC-2.3a, NLC-7.4e: one test for all; who is left standing. Disintegrated stacks go untested (NLC-26.9k)."""
    lost = {unit.place for unit in units if is_disintegrated(run.ctx, run.state, unit)}
    gone = [unit for unit in units if unit.place in lost]
    steady = tuple(unit for unit in units if unit.place not in lost)
    if gone:
        yield StacksGaveWay(side=run.state.sides[gone[0].id], units=tuple(unit.id for unit in gone))
        yield from _beaten(run, gone, away_from)
    if steady and not (yield from morale.stands(run, label, steady, "combat", strain)):
        yield from _beaten(run, steady, away_from)
        return ()
    return steady


def _beaten(run: Here, units: Sequence[Unit], away_from: tuple[str, ...]) -> Telling:
    """NLC-7.4e, NLC-7.4-LG1: they go back against their will."""
    yield from _retreat(run, units, away_from, voluntary=False)
    yield from guard_gave_way(run, units)


def _retreat(run: Here, units: Sequence[Unit], away_from: tuple[str, ...], *, voluntary: bool) -> Telling:
    """NLC-7.4a, D-15: all units of a side in this combat go back one hex, stack by stack; cavalry may react (A-57)."""
    for place in _places(units):
        stack = hits.alive(run.state, (unit.id for unit in units if unit.place == place))
        stack = tuple(unit for unit in stack if unit.place == place)
        if stack:
            yield from back(run, stack, away_from, "withdrawal" if voluntary else "combat", on_entry)
