"""NLC-8.1, NLC-4.3: the bombardment segment: guns fire up to two hexes; nobody answers, nobody retreats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Decision, Finding, Order, RuleId
from adjudicator.kit.run import ask
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.choices import BombardNearest, HoldFire
from adjudicator.rulesets.nlc.combat import hits, strengths, terrain
from adjudicator.rulesets.nlc.combat.events import Bombarded
from adjudicator.rulesets.nlc.combat.sight import why_unseen
from adjudicator.rulesets.nlc.combat.to_reserve import after_hits, at_segment
from adjudicator.rulesets.nlc.command.in_force import order_for
from adjudicator.rulesets.nlc.command.range import in_range
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.events import PlayerTurnBegan
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.frozen import is_frozen
from adjudicator.rulesets.nlc.movement.zones import adjacent_enemies
from adjudicator.rulesets.nlc.orders import Bombard, DeclareAttack, Exit, Move
from adjudicator.rulesets.nlc.state import State, Unit, enemy_of
from adjudicator.rulesets.nlc.texts import lines_about, units_named
from adjudicator.rulesets.nlc.victory.breaking import reckon


def bombardment(run: Here) -> Telling:
    """I, NLC-4.3: the fire that is ordered, hex by hex in the order written, then guns without orders (D-4)."""
    yield PlayerTurnBegan(side=run.side)
    if run.ctx.is_dark(run.state.turn):
        yield from _too_dark(run)
        return
    run = run.labelled(f"T{run.state.turn}", run.side, "bombardment")
    yield from at_segment(run)
    targets: dict[str, list[str]] = {}
    for written in lines_about(run, Bombard):
        order = run.meant(written)
        if isinstance(order, Bombard):
            yield from _aimed(run, order, targets)
        else:
            yield run.not_done(written)
    yield from _left_to_themselves(run, targets)
    for target, units in targets.items():
        if run.state.at(enemy_of(run.side), target):
            yield from _fire(run.under(target), target, tuple(units))


def _too_dark(run: Here) -> Telling:
    """NLC-5.5: in the night and in the rain there is no combat of any kind."""
    for written in lines_about(run, Bombard):
        order = run.meant(written)
        if isinstance(order, Bombard):
            yield run.refused(order, dark())


def dark() -> Verdict:
    """NLC-5.5: no combat of any kind in the night and in the rain."""
    return no("NLC-5.5", "It is night or it rains.", "There is no combat of any kind in such a turn.")


def _aimed(run: Here, order: Bombard, targets: dict[str, list[str]]) -> Telling:
    """An order's guns are laid on its target, or the order is refused as a whole."""
    laid = {unit for units in targets.values() for unit in units}
    verdict = may_bombard(run.ctx, run.state, order)
    if verdict.value and laid & set(order.units):
        name = run.ctx.units[min(laid & set(order.units))].name
        verdict = no("NLC-8.1a", f"{name} fires at another hex already.", "Name other guns.")
    if not verdict.value:
        yield run.refused(order, verdict)
        return
    targets.setdefault(order.target, []).extend(order.units)


def may_bombard(ctx: Context, state: State, order: Bombard) -> Verdict:
    """NLC-8.1a, NLC-8.1b, NLC-10.3, NLC-20.1d: whether guns may fire at a hex."""
    side = order.side
    verdict = _is_target(ctx, state, order)
    if not verdict.value:
        return verdict
    for one in order.units:
        card, unit = ctx.units[one], state.unit(one)
        if card.side != side or unit.status != "map":
            return no("NLC-8.1a", f"{card.name} is not yours on the map.", "Name your own guns.")
        verdict = may_fire(ctx, state, unit, order.target)
        if not verdict.value:
            return verdict
    return yes("NLC-8.1a")


def _is_target(ctx: Context, state: State, order: Bombard) -> Verdict:
    if not state.at(enemy_of(order.side), order.target):
        return no("NLC-8.1a", f"No enemy unit stands in {order.target}.", "Name the hex of an enemy stack.")
    if terrain.hex_effect(ctx, order.target).bombard is None:
        return no("NLC-10.3", f"{order.target} is a chateau.", "Units in a chateau cannot be bombarded.")
    return yes("NLC-8.1a")


def may_fire(ctx: Context, state: State, unit: Unit, target: str) -> Verdict:
    """NLC-8.1a, NLC-8.1b, NLC-8.3, NLC-20.1d, NLC-20.2-R3: whether one gun may fire at a hex."""
    name, here = ctx.units[unit.id].name, unit.place or ""
    if not ctx.units[unit.id].is_artillery:
        return no("NLC-8.1a", f"{name} has no guns.", "Only artillery bombards.")
    frozen = is_frozen(ctx, state, unit)
    if not frozen.value:
        return frozen
    far = ctx.board.distance(here, target)
    if far > ctx.tables.combat.bombardment_range:
        return no("NLC-8.1a", f"{target} is {far} hexes from {name}.", "Guns fire up to two hexes.")
    unseen = why_unseen(ctx, here, target)
    if unseen:
        rule = "NLC-8.3b" if "crest" in unseen else "NLC-8.3a"
        return no(rule, f"{name} in {here} cannot see {target}: {unseen}.", "Fire at a hex in sight.")
    if order_for(ctx, state, unit) == "reserve":
        return no("NLC-20.2-R3", f"{name} has Reserve orders.", "It may not attack.")
    if not in_range(ctx, state, unit):
        return no("NLC-20.1d", f"{name} is out of command range.", "It may not attack (A-62).")
    return yes("NLC-8.1a")


# --- guns that no order names ---------------------------------------------------------------------------------------


def _left_to_themselves(run: Here, targets: dict[str, list[str]]) -> Telling:
    """D-4: guns without an order: those of Attack formations without other contact fire at the nearest target."""
    laid = {unit for units in targets.values() for unit in units}
    busy = laid | _with_other_duties(run)
    asked: list[tuple[Decision, str]] = []
    for unit in run.state.force(run.side).units.values():
        if unit.status != "map" or unit.id in busy or not run.ctx.units[unit.id].is_artillery:
            continue
        target = nearest_target(run.ctx, run.state, unit)
        if target:
            asked.append((_question(run, unit, target), target))
    answers = yield from ask(*(decision for decision, _ in asked))
    for decision, target in asked:
        if isinstance(answers[decision.key], BombardNearest):
            targets.setdefault(target, []).append(decision.units[0])


def _with_other_duties(run: Here) -> set[str]:
    """The units that a text moves, marches off or sends to attack in this player turn: they do not fire unbidden."""
    lines: Iterator[Order] = lines_about(run, Move, Exit, DeclareAttack)
    return {unit for written in lines for unit in units_named(run.state, run.side, written)}


def nearest_target(ctx: Context, state: State, unit: Unit) -> str:
    """D-4: the nearest hex that a gun may fire at, of equals the lowest number; nothing if there is none."""
    enemies = state.force(enemy_of(state.sides[unit.id])).units_at
    reach = ctx.tables.combat.bombardment_range
    near = [place for place in enemies if ctx.board.distance(unit.place or "", place) <= reach]
    legal = [
        place
        for place in near
        if terrain.hex_effect(ctx, place).bombard is not None and may_fire(ctx, state, unit, place).value
    ]
    return min(legal, key=lambda place: (ctx.board.distance(unit.place or "", place), place), default="")


def _question(run: Here, unit: Unit, target: str) -> Decision:
    formation = formation_of(run.ctx, unit)
    eager = order_for(run.ctx, run.state, unit) == "attack" and not _in_contact(run.ctx, run.state, formation)
    return Decision(
        key=f"{run.label}/unbidden/{unit.id}",
        kind="bombard",
        side=run.side,
        rule=RuleId("NLC-8.1a"),
        question=f"Does {run.ctx.units[unit.id].name} fire at {target}?",
        default=BombardNearest() if eager else HoldFire(),
        place=target,
        units=(unit.id,),
    )


def _in_contact(ctx: Context, state: State, formation: str) -> bool:
    """Whether a unit of a formation stands next to the enemy."""
    side = ctx.formations[formation].side
    return any(
        unit.place is not None
        and unit.status == "map"
        and formation_of(ctx, unit) == formation
        and adjacent_enemies(ctx, state, side, unit.place)
        for unit in state.force(side).units.values()
    )


# --- firing ---------------------------------------------------------------------------------------------------------


def _fire(run: Here, target: str, units: tuple[str, ...]) -> Telling:
    """NLC-8.1c to NLC-8.1g: two dice; the first hit disrupts, the others cost steps."""
    other = enemy_of(run.side)
    there = run.state.at(other, target)
    strength = strength_of(run.ctx, run.state, [run.state.unit(one) for one in units], target)
    roll = run.dice.roll(f"{run.label}/fire", 2)
    found = strengths.hits(run.ctx, strength, roll)
    yield Bombarded(side=run.side, units=units, target=target, strength=strength, hits=found, rolls=(roll,))
    if not found:
        return
    yield from hits.disrupt(run, other, target, there)
    if found > 1:
        yield from hits.take(run, other, target, there, found - 1, rule="NLC-8.1e")
        yield from reckon(run)
        yield from after_hits(run, (unit.id for unit in there))


def strength_of(ctx: Context, state: State, units: Iterable[Unit], target: str) -> Finding[int]:
    """NLC-7.1a, NLC-T, NLC-O.1: the strength of a bombardment, rounded once."""
    parts: list[strengths.Part] = []
    exact = Fraction(0)
    firing = list(units)
    for unit in firing:
        parts.append(strengths.base(ctx, unit))
        exact += ctx.strength(unit.id, unit.reduced)
    ground = terrain.hex_share(ctx, target, "bombard")
    if ground.value != terrain.WHOLE:
        parts += strengths.printed((ground,))
    factor = _massed(ctx, state, firing[0], target)
    if factor != 1:
        parts.append(strengths.times("NLC-O.1", factor, "Massed target", "two units or more stand there"))
    return strengths.total("NLC-7.1a", "Bombardment", parts, exact * ground.value * factor)


def _massed(ctx: Context, state: State, unit: Unit, target: str) -> Fraction:
    """NLC-O.1: two or more units other than artillery in a hex are an easier target, with that option."""
    if ctx.options["massed_targets"] != "on":
        return Fraction(1)
    there = state.at(enemy_of(state.sides[unit.id]), target)
    massed = [one for one in there if not ctx.units[one.id].is_artillery]
    return ctx.tables.combat.massed_target if len(massed) > 1 else Fraction(1)
