"""NLC-7.3, NLC-10.9, NLC-20, NLC-28.3f: who may attack whom in the combat segment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from adjudicator.core.types import Side
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.combat.bombardment import dark
from adjudicator.rulesets.nlc.command.ground import is_own_ground
from adjudicator.rulesets.nlc.command.in_force import order_for
from adjudicator.rulesets.nlc.command.range import in_range
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.movement.frozen import is_frozen
from adjudicator.rulesets.nlc.movement.zones import adjacent_enemies
from adjudicator.rulesets.nlc.state import State, Unit, enemy_of


@dataclass
class Plan:
    """The attacks of a segment as far as they are announced: for each target, who attacks it."""

    side: Side
    attackers: dict[str, list[str]] = field(default_factory=dict)

    def target_of(self, units: Iterable[str]) -> str:
        """The target that any of some units attacks already; nothing if none does."""
        names = set(units)
        return next((target for target, mine in self.attackers.items() if names & set(mine)), "")

    def add(self, target: str, units: Iterable[str]) -> None:
        """Units attack a target."""
        self.attackers.setdefault(target, []).extend(units)


def may_attack(ctx: Context, state: State, plan: Plan, units: Sequence[str], target: str) -> Verdict:
    """NLC-7.3, NLC-20: whether units may attack a hex, beside what is announced already."""
    if ctx.is_dark(state.turn):
        return dark()
    if not state.at(enemy_of(plan.side), target):
        return no("NLC-7.3a", f"No enemy unit stands in {target}.", "Attack a hex that holds an enemy stack.")
    for one in units:
        verdict = unit_may_attack(ctx, state, plan.side, one)
        if not verdict.value:
            return verdict
        place = state.unit(one).place or ""
        near = adjacent_enemies(ctx, state, plan.side, place)
        if target not in near:
            remedy = f"Adjacent enemies: {', '.join(near)}." if near else "No enemy is adjacent to it."
            return no("NLC-7.3a", f"{ctx.units[one].name} in {place} is not adjacent to {target}.", remedy)
    verdict = stacks_may(ctx, state, plan, [state.unit(one) for one in units], target)
    return verdict if not verdict.value else divisions_apart(ctx, plan, units, target)


def unit_may_attack(ctx: Context, state: State, side: Side, one: str) -> Verdict:
    """NLC-2.0d, NLC-8.2a, NLC-20.1d, NLC-20.2, NLC-26.11: whether a unit may attack at all."""
    card, unit = ctx.units[one], state.unit(one)
    if card.side != side or unit.status != "map":
        return no("NLC-7.3a", f"{card.name} is not yours on the map.", "Name your own units.")
    if unit.bombarded:
        return no("NLC-8.2a", f"{card.name} has bombarded.", "It may attack next turn.")
    frozen = is_frozen(ctx, state, unit)
    if not frozen.value:
        return frozen
    if not in_range(ctx, state, unit):
        return no("NLC-20.1d", f"{card.name} is out of command range.", "It may not attack.")
    match order_for(ctx, state, unit):
        case "reserve":
            return no("NLC-20.2-R3", f"{card.name} has Reserve orders.", "It may not attack.")
        case "defend" if not is_own_ground(state, formation_of(ctx, unit), unit.place or ""):
            return no(
                "NLC-20.2-D2",
                f"{card.name} has Defend orders, and {unit.place} was not held when they took effect.",
                "It may counterattack only from the ground that it defends.",
            )
        case _:
            return yes("NLC-7.3b")


# --- whom stacks attack ---------------------------------------------------------------------------------------------


def stacks_may(ctx: Context, state: State, plan: Plan, units: Sequence[Unit], target: str) -> Verdict:
    """NLC-7.3d to NLC-7.3g, NLC-10.9: the target that each stack is bound to."""
    for place in sorted({unit.place or "" for unit in units}):
        stack = state.at(plan.side, place)
        elsewhere = plan.target_of(unit.id for unit in stack)
        if elsewhere and elsewhere != target:
            return no("NLC-7.3d", f"The stack in {place} attacks {elsewhere} already.", "A stack attacks one hex.")
        verdict = _bound(ctx, state, plan, stack, place, target)
        if not verdict.value:
            return verdict
    return yes("NLC-7.3d")


def _bound(ctx: Context, state: State, plan: Plan, stack: Sequence[Unit], place: str, target: str) -> Verdict:
    """NLC-10.5, NLC-10.9, A-64: a chateau that nobody attacks comes first for every stack that attacks at all.

    Stacks under Attack orders spread out (NLC-7.3e), unless all that is before them is attacked already (NLC-7.3f).
    """
    near = adjacent_enemies(ctx, state, plan.side, place)
    others = attacked_by_others(plan, stack)
    chateau = next((one for one in near if is_chateau(ctx, one) and one not in others), "")
    if chateau and not is_chateau(ctx, target):
        reason = f"The stack in {place} could attack the chateau in {chateau}, which nobody attacks."
        return no("NLC-10.9", reason, f"Attack {chateau}.")
    if not is_bound_to_attack(ctx, state, stack):
        return yes("NLC-7.3b")
    free = [one for one in near if one not in others]
    if target in others and free:
        reason = f"{target} is attacked already, and {', '.join(free)} would not be."
        return no("NLC-7.3e", reason, f"Attack {' or '.join(free)}.")
    best = first_choice(ctx, state, stack, free) if target not in others else (target,)
    if target not in best:
        kind = kind_of(ctx, state, enemy_of(plan.side), best[0])
        return no("NLC-7.3g", f"The stack in {place} has {kind} before it in {best[0]}.", f"Attack {best[0]}.")
    return yes("NLC-7.3g")


def attacked_by_others(plan: Plan, stack: Sequence[Unit]) -> frozenset[str]:
    """NLC-7.3e: the targets that other stacks attack already."""
    mine = {unit.id for unit in stack}
    return frozenset(target for target, units in plan.attackers.items() if set(units) - mine)


def is_bound_to_attack(ctx: Context, state: State, stack: Sequence[Unit]) -> bool:
    """A-63: whether any unit of a stack has Attack orders and is in command range."""
    return any(order_for(ctx, state, unit) == "attack" and in_range(ctx, state, unit) for unit in stack)


def first_choice(ctx: Context, state: State, stack: Sequence[Unit], near: Sequence[str]) -> Sequence[str]:
    """NLC-7.3g: of several enemy stacks, those that a stack with infantry must pick from; others pick freely."""
    if not any(ctx.units[unit.id].is_infantry for unit in stack):
        return near
    side = enemy_of(state.sides[stack[0].id])
    for kind in ctx.tables.combat.targets:
        found = [one for one in near if kind_of(ctx, state, side, one) == kind]
        if found:
            return found
    return near


def kind_of(ctx: Context, state: State, side: Side, place: str) -> str:
    """NLC-7.3g: what a stack counts as when targets are picked: by its ground, else by its first arm."""
    if is_chateau(ctx, place):
        return "chateau"
    cards = [ctx.units[unit.id] for unit in state.at(side, place)]
    if any(card.is_infantry for card in cards):
        return "infantry"
    return "cavalry" if any(card.is_cavalry for card in cards) else "artillery"


def is_chateau(ctx: Context, place: str) -> bool:
    """NLC-10: whether a hex is a chateau."""
    return ctx.board.cells[place].terrain == "chateau"


def divisions_apart(ctx: Context, plan: Plan, units: Iterable[str], target: str) -> Verdict:
    """NLC-28.3f: two Austrian divisions never attack one hex together."""
    named = austrian_divisions(ctx, (*plan.attackers.get(target, ()), *units))
    if len(named) > 1:
        return no(
            "NLC-28.3f",
            f"The Austrian divisions {' and '.join(sorted(named))} would attack {target} together.",
            "One of them may attack it.",
        )
    return yes("NLC-28.3f")


def austrian_divisions(ctx: Context, units: Iterable[str]) -> frozenset[str]:
    """NLC-28.3f: the Austrian divisions of some units; only the Dresden lists name them."""
    cards = [ctx.units[one] for one in units]
    return frozenset(card.division for card in cards if card.division and card.nation == "Austrian")
