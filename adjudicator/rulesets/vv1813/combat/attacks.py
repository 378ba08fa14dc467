"""VV 8.1, 8.2: attacks as they are declared: who may attack whom, together with whom, and how often.

Everything here looks at places, own units and the presence of enemies, so it may be asked of the real position and of
what a side knows alike.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.types import Finding, Side
from adjudicator.core.values import dataclass, replace
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.vv1813.combat.combat_tables import combat_modifiers
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.movement.command import attack_ban
from adjudicator.rulesets.vv1813.movement.tables import water
from adjudicator.rulesets.vv1813.orders import Attack
from adjudicator.rulesets.vv1813.state import COALITION, State, enemy_of

NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Declaration:
    """An attack that may be made: places, and the units that take part in it."""

    order: Attack
    targets: tuple[str, ...]
    origins: tuple[str, ...]
    units: tuple[str, ...]
    """Units that attack; others in the same places only suffer the result."""
    formation: str = ""
    """VV-8.2f: the formation that takes part, where formations may not mix."""
    left_out: tuple[Verdict, ...] = ()
    """Why places that the order names take no part."""


@dataclass(frozen=True, slots=True)
class _Stack:
    """A place of ours that may join an attack, with the units that may."""

    place: str
    units: tuple[str, ...]


def check_attack(
    ctx: Context,
    state: State,
    side: Side,
    order: Attack,
    targets: frozenset[str] = NONE,
    origins: frozenset[str] = NONE,
) -> Verdict:
    """Whether an attack may be declared; `targets` and `origins` are those of attacks declared before it."""
    found = declaration(ctx, state, side, order, targets, origins)
    return found if isinstance(found, Finding) else yes("VV-8.1")


def declaration(
    ctx: Context,
    state: State,
    side: Side,
    order: Attack,
    targets: frozenset[str] = NONE,
    origins: frozenset[str] = NONE,
) -> Declaration | Verdict:
    """VV-8.1: the attack that an order comes to on this position, or why it may not be made."""
    order = order.model_copy(update={"targets": tuple(dict.fromkeys(order.targets))})
    wrong = _wrong_targets(ctx, state, side, order, targets)
    if wrong is not None:
        return wrong
    named = _named_places(state, side, order)
    if isinstance(named, Finding):
        return named
    stacks: list[_Stack] = []
    barred: list[Verdict] = []
    for place in named or _places_around(ctx, state, side, order, origins):
        stack = _stack(ctx, state, side, order, place, origins)
        if isinstance(stack, _Stack):
            stacks.append(stack)
        elif named and order.together:
            return stack
        else:
            barred.append(stack)
    if not stacks:
        if barred:
            return barred[0]
        return no("VV-8.1", _nobody(ctx, state, side, order), "Move units next to the target first.")
    if len(order.targets) > 1 and len(stacks) > 1:
        return no(
            "VV-8.2b",
            f"Only one stack may attack two places at once, not those at {_and(s.place for s in stacks)}.",
            "Name one place with `from`, or write an attack for each target.",
        )
    found = _of_one_formation(ctx, state, order, stacks) if side == COALITION else _declared(order, stacks)
    if isinstance(found, Finding):
        return found
    joined = _limited(ctx, state, found)
    return joined if isinstance(joined, Finding) or not named else replace(joined, left_out=tuple(barred))


def _limited(ctx: Context, state: State, found: Declaration) -> Declaration | Verdict:
    """What the game lets take part in one attack, where it sets a limit of its own."""
    limit = ctx.game.attackers(ctx, state, found.order, found.units)
    if not limit.value:
        return no(limit.rule, limit.because, "Name one unit with `head`, or one place with `from`.")
    army = state.army(ctx.counters[found.units[0]].side)
    origins = tuple(place for place in found.origins if any(u.id in limit.value for u in army.units_at[place]))
    return replace(found, units=limit.value, origins=origins)


def _declared(order: Attack, stacks: Iterable[_Stack], formation: str = "") -> Declaration:
    joined = tuple(stacks)
    return Declaration(
        order=order,
        targets=order.targets,
        origins=tuple(stack.place for stack in joined),
        units=tuple(unit for stack in joined for unit in stack.units),
        formation=formation,
    )


# --- targets -----------------------------------------------------------------------------------------------


def _wrong_targets(ctx: Context, state: State, side: Side, order: Attack, taken: frozenset[str]) -> Verdict | None:
    """VV-8.2b, VV-8.2c: one place, or two of one stack; each attacked as a whole and once in a phase."""
    most = combat_modifiers(ctx).targets if ctx.options["multi_hex_attack"] == "allow" else 1
    if not order.targets:
        return no("VV-8.1", "No place is named that is to be attacked.", "Name the place of an enemy stack.")
    if len(order.targets) > most:
        return no(
            "VV-8.2b",
            f"At most {most} enemy place{'s' if most > 1 else ''} may be attacked at once, not {_and(order.targets)}.",
            "Write an attack for each target.",
        )
    for target in order.targets:
        wrong = _wrong_target(ctx, state, side, target, taken)
        if wrong is not None:
            return wrong
    return None


def _wrong_target(ctx: Context, state: State, side: Side, target: str, taken: frozenset[str]) -> Verdict | None:
    enemy = state.army(enemy_of(side))
    if target not in ctx.board.cells:
        return no("VV-8.1", f"{target} is not on the map.", "Name the place of an enemy stack.")
    if target not in enemy.units_at:
        if target in enemy.commanders_at:
            reason = f"At {target} there is only an enemy commander, no unit."
            return no("VV-7.4a", reason, "Move a unit there: he may be captured.")
        return no("VV-8.1", f"No enemy unit stands at {target}.", "Name the place of an enemy stack.")
    if target in taken:
        reason = f"{target} is attacked by an earlier order; a place is attacked once in a phase."
        return no("VV-8.2c", reason, "Put all attackers into one order.")
    closed = ctx.game.is_closed(ctx, state, side, target)
    if closed is not None:
        reason = f"{target} is closed to the {side} side, which cannot fight there either."
        return no(closed, reason, "Bombard it, or attack another place.")
    return None


# --- places to attack from ---------------------------------------------------------------------------------


def _named_places(state: State, side: Side, order: Attack) -> tuple[str, ...] | Verdict:
    """The places that an order names, itself or by the units that stand there."""
    places = list(order.origins)
    army = state.army(side)
    for name in order.units:
        piece = army.units.get(name) or army.commanders.get(name)
        if piece is None or piece.place is None or piece.status != "map":
            return no("VV-8.1", "A unit that is to attack is not on the map.", "Leave it out of the order.")
        places.append(piece.place)
    return tuple(dict.fromkeys(places))


def _places_around(ctx: Context, state: State, side: Side, order: Attack, taken: frozenset[str]) -> tuple[str, ...]:
    """Every place of ours next to all targets that does not attack yet."""
    near = set(ctx.board.neighbours[order.targets[0]]).intersection(*(ctx.board.neighbours[t] for t in order.targets))
    return tuple(sorted(place for place in near if place in state.army(side).units_at and place not in taken))


def _stack(
    ctx: Context, state: State, side: Side, order: Attack, place: str, taken: frozenset[str]
) -> _Stack | Verdict:
    """VV-8.2a, VV-8.2d: a stack attacks as one, once in a phase, and only what lies next to it."""
    stack = state.army(side).units_at.get(place, ())
    if not stack:
        return no("VV-8.1", f"No unit of ours stands at {place}.", "Name places that your units hold.")
    if place in taken:
        reason = f"The stack at {place} attacks by an earlier order; a stack attacks once in a phase."
        return no("VV-8.2a", reason, "Leave the place out of one of the two orders.")
    far = [target for target in order.targets if target not in ctx.board.neighbours[place]]
    if far:
        return no("VV-8.1", f"{place} is not next to {_and(far)}.", _beside(ctx, state, side, place))
    for target in order.targets:
        wet = water_bar(ctx, place, target)
        if wet is not None:
            return wet
    bars = [(unit.id, _unit_bar(ctx, state, order, unit.id, place)) for unit in stack]
    able = tuple(unit for unit, bar in bars if bar is None)
    if not able:
        return next(bar for _, bar in bars if bar is not None)
    return _Stack(place, able)


def water_bar(ctx: Context, place: str, target: str) -> Verdict | None:
    """VV-8.1: nobody attacks over a river without a bridge; with option stream_attack=none, nor over a stream."""
    between = ctx.board.side(place, target)
    if not between.water or between.bridge:
        return None
    if water(ctx, between.water).attack_across and ctx.options["stream_attack"] != "none":
        return None
    reason = f"A {between.water} without a bridge lies between {place} and {target}."
    return no("VV-8.1", reason, "Attack from the same bank or over a bridge; bombardment stays possible.")


def _unit_bar(ctx: Context, state: State, order: Attack, unit: str, place: str) -> Verdict | None:
    """VV-7.2d and the game's calendar: why a unit may not attack now; its stack may without it."""
    name = ctx.counters[unit].name
    ban = attack_ban(ctx, state, unit)
    if ban == "VV-7.2d":
        reason = f"{name} at {place} is out of command and may not attack this turn."
        return no(ban, reason, "Bring a commander within range before the next turn; it may still bombard.")
    if ban is not None:
        return no(ban, f"{name} at {place} may not attack this turn.", "Attack with other units, or bombard.")
    dated = ctx.game.may_attack(ctx, state, unit)
    if not dated.value:
        return no(dated.rule, f"{name} at {place} may not attack: {dated.because}.", "Attack with other units.")
    if ctx.counters[unit].kind == "cavalry":
        for target in order.targets:
            between = ctx.board.side(place, target)
            if between.water and not between.bridge and water(ctx, between.water).cavalry_mp is None:
                reason = f"{name} is cavalry and cannot attack over the {between.water} between {place} and {target}."
                return no("VV-8.1", reason, "Attack with infantry, or over a bridge.")
    return None


def _beside(ctx: Context, state: State, side: Side, place: str) -> str:
    enemies = sorted(n for n in ctx.board.neighbours[place] if n in state.army(enemy_of(side)).units_at)
    return f"Enemies next to {place}: {_and(enemies)}." if enemies else f"No enemy stands next to {place}."


def _nobody(ctx: Context, state: State, side: Side, order: Attack) -> str:
    return f"No unit of ours that may attack stands next to {_and(order.targets)}."


# --- formations --------------------------------------------------------------------------------------------


def _of_one_formation(ctx: Context, state: State, order: Attack, stacks: list[_Stack]) -> Declaration | Verdict:
    """VV-8.2e, VV-8.2f: Coalition units attack with their own formation only; a mixed stack sends one of its own."""
    present = [{ctx.counters[unit].formation for unit in stack.units} for stack in stacks]
    common = sorted(set.intersection(*present))
    wanted = order.formation or _formation_meant(ctx, order, common)
    if wanted:
        lacking = [stack.place for stack, formations in zip(stacks, present, strict=True) if wanted not in formations]
        if lacking and (order.origins or order.units):
            reason = f"No unit of {formation_name(ctx, wanted)} that may attack stands at {_and(lacking)}."
            return no("VV-8.2e", reason, "Attack with one formation: leave the other places out.")
        chosen = wanted
    elif len(common) == 1:
        chosen = common[0]
    elif not common:
        every = sorted(set.union(*present))
        reason = f"Units of {_and(formation_name(ctx, one) for one in every)} may not attack together."
        return no("VV-8.2e", reason, "Attack with one formation: name it with `formation`, or places with `from`.")
    else:
        names = _and(formation_name(ctx, one) for one in common)
        reason = f"Of {names}, only one may take part in the attack."
        return no("VV-8.2f", reason, f"Add `formation {formation_name(ctx, common[0])}`, or name the head unit.")
    parts = [_Stack(s.place, tuple(u for u in s.units if ctx.counters[u].formation == chosen)) for s in stacks]
    taking_part = [stack for stack in parts if stack.units]
    if not taking_part:
        reason = f"No unit of {formation_name(ctx, chosen)} that may attack stands next to {_and(order.targets)}."
        return no("VV-8.2e", reason, "Name a formation that is there.")
    return _declared(order, taking_part, chosen)


def _formation_meant(ctx: Context, order: Attack, common: list[str]) -> str:
    """The formation of the head unit, or of the units named, where the order leaves the formation open."""
    for unit in order.head:
        if ctx.counters[unit].formation in common:
            return ctx.counters[unit].formation
    named = {ctx.counters[unit].formation for unit in order.units if ctx.counters[unit].kind != "commander"}
    return min(named) if len(named) == 1 and named <= set(common) else ""


def formation_name(ctx: Context, formation: str) -> str:
    """The printed name of a formation."""
    for one in ctx.facts["game"].formation:
        if one.id == formation:
            return str(one.name)
    return formation


def _and(words: Iterable[str]) -> str:
    found = list(words)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}" if found else "nothing"
