"""NLC-7.5, NLC-8.5b: after the combat: who goes into the hex that is empty, or holds nothing but guns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Choice, Decision, RuleId
from adjudicator.kit.run import Asking, decided
from adjudicator.rulesets.nlc.choices import Advance, NoAdvance
from adjudicator.rulesets.nlc.combat import hits
from adjudicator.rulesets.nlc.combat.events import UnitsLost
from adjudicator.rulesets.nlc.combat.left_alone import bereft
from adjudicator.rulesets.nlc.combat.strengths import is_artillery_alone
from adjudicator.rulesets.nlc.command.in_force import order_for
from adjudicator.rulesets.nlc.command.leaders import surprised
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.events import StackMoved
from adjudicator.rulesets.nlc.movement.stacks import stacking_limit
from adjudicator.rulesets.nlc.state import Leader, State, Unit, enemy_of


def advance(run: Here, attackers: Sequence[str], target: str, written: tuple[str, ...] | None) -> Telling:
    """D-16: one attacking unit may go in, two of one hex with a leader in it (NLC-7.5b); zones do not matter."""
    ctx, other = run.ctx, enemy_of(run.side)
    there = run.state.at(other, target)
    if there and not is_artillery_alone(ctx, there):
        return
    beside = frozenset(ctx.board.neighbours[target])  # a reaction charge may have taken an attacker elsewhere
    able = [unit for unit in hits.alive(run.state, attackers) if unit.place in beside]
    if not able:
        return
    going = yield from _who(run, able, target, written)
    if not going:
        return
    if there:
        names, because = tuple(unit.id for unit in there), "guns alone are overrun"
        yield UnitsLost(rule=RuleId("NLC-8.5b"), side=other, units=names, place=target, because=because)
        yield from bereft(run, other, target)
    units = tuple(unit.id for unit in going)
    origin = going[0].place or ""
    leaders = tuple(one.id for one in _leaders_along(run, going))
    rule = RuleId("NLC-7.5b" if len(units) > 1 else "NLC-7.5a")
    yield StackMoved(
        rule=rule, side=run.side, units=units, leaders=leaders, origin=origin, path=(target,), manner="advance"
    )
    yield from surprised(run, run.side, target)


def _leaders_along(run: Here, going: Sequence[Unit]) -> Iterator[Leader]:
    """NLC-7.5b: with two units goes their leader; a leader also goes with the last unit of his hex (A-77)."""
    place = going[0].place or ""
    stay = [unit for unit in run.state.at(run.side, place) if unit.id not in {one.id for one in going}]
    if len(going) > 1 or not stay:
        yield from run.state.leaders_at(run.side, place)


# --- who goes -------------------------------------------------------------------------------------------------------


def _who(run: Here, able: Sequence[Unit], target: str, written: tuple[str, ...] | None) -> Asking[tuple[Unit, ...]]:
    """D-16: as written with the attack, else asked."""
    if written is not None:
        choice: Choice = Advance(units=written) if written else NoAdvance()
    else:
        choice = yield from decided(_question(run, able, target), Choice)
    if not isinstance(choice, Advance):
        return ()
    return legal(run.ctx, run.state, _named(run.ctx, able, choice), target)


def _named(ctx: Context, able: Sequence[Unit], choice: Advance) -> list[Unit]:
    """The units that a choice means, in its order; an arm means its units, the strongest first."""
    ranked = hits.by_weight(ctx, able)
    if choice.units:
        by_id = {unit.id: unit for unit in able}
        return [by_id[one] for one in choice.units if one in by_id]
    match choice.arm:
        case "infantry":
            return [unit for unit in ranked if ctx.units[unit.id].is_infantry]
        case "cavalry":
            return [unit for unit in ranked if ctx.units[unit.id].is_cavalry]
        case _:
            return list(ranked)


def legal(ctx: Context, state: State, wanted: Sequence[Unit], target: str) -> tuple[Unit, ...]:
    """NLC-7.5a, NLC-7.5b, A-78: one of them, or two out of a hex with a leader who can; one alone into a chateau."""
    if not wanted:
        return ()
    first = wanted[0]
    mates = [unit for unit in wanted[1:] if unit.place == first.place]
    together = (first, mates[0]) if mates else (first,)
    if len(together) < 2 or not has_guide(ctx, state, first):
        return (first,)
    return together if stacking_limit(ctx, target, together).value >= len(together) else (first,)


def has_guide(ctx: Context, state: State, unit: Unit) -> bool:
    """NLC-7.5b, NLC-26.3c: whether a leader stands with a unit who can bring two forward; William of Orange cannot."""
    leaders = state.leaders_at(state.sides[unit.id], unit.place or "")
    return any(ctx.leaders[leader.id].role != "corps" for leader in leaders)


def _question(run: Here, able: Sequence[Unit], target: str) -> Decision:
    """D-16: under Attack orders the strongest infantry goes in, under Defend nobody."""
    ranked = hits.by_weight(run.ctx, able)
    eager = [unit for unit in ranked if order_for(run.ctx, run.state, unit) in ("attack", "free")]
    foot = [unit for unit in eager if run.ctx.units[unit.id].is_infantry]
    horse = [unit for unit in eager if run.ctx.units[unit.id].is_cavalry]
    best = (foot or horse or eager)[:1]
    return Decision(
        key=f"{run.label}/advance",
        kind="advance",
        moments=("attacking",),
        side=run.side,
        rule=RuleId("NLC-7.5a"),
        question=f"Who advances into {target}?",
        default=Advance(units=(best[0].id,)) if best else NoAdvance(),
        place=target,
        units=tuple(unit.id for unit in ranked),
    )
