"""LUT 6, 11: who may not be engaged yet: the Coalition lines by turn, the Guards, tactical movement, Lost bullet."""

from __future__ import annotations

from adjudicator.core.types import RuleId, Side
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.vv1813.context import Context, Counter
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.state import lutzen
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State


def may_attack(ctx: Context, state: State, unit: str) -> Verdict:
    """LUT-6.1b: whether a unit may attack this turn; an engagement restriction forbids nothing else."""
    counter = ctx.counters[unit]
    if is_tactical(state, counter.side):
        return no("LUT-7.6b", f"the {counter.side} side moves tactically this turn")
    if is_held_back(ctx, state, counter):
        return no(held_back_by(state), "its Guard is held back this turn")
    if counter.side == FRENCH:
        return _french_guard(ctx, state, counter)
    return _line(ctx, state, counter)


def _line(ctx: Context, state: State, counter: Counter) -> Verdict:
    """LUT-6.1a, LUT-11, LUT-2.B2: a line attacks from its turn on, whatever the clock says; on turn 1 nobody does."""
    first = first_turn(ctx, state, counter)
    if state.turn >= first:
        return yes("LUT-11", f"may attack from turn {first}")
    if state.turn == 1:
        return no("LUT-6.1c", "the Coalition only bombards on turn 1")
    return no("LUT-6.1a", f"{counter.line or counter.name} may attack from turn {first} on")


def first_turn(ctx: Context, state: State, counter: Counter) -> int:
    """LUT-11: the first turn on which a Coalition unit may attack, as markers have changed it."""
    numbers, now = facts(ctx), lutzen(state)
    dates = [one.turn for one in numbers.engagement if counter.line in one.lines or counter.id in one.units]
    if counter.line and now.clairvoyant and counter.line in clairvoyant_lines(ctx):
        return 1
    if counter.formation == numbers.guards_attack.Coalition:
        if COALITION in now.freed:
            return 1
        if COALITION in now.staff:
            dates.append(numbers.general_staff.turn)
    return min(dates, default=numbers.unbound.turn)


def clairvoyant_lines(ctx: Context) -> tuple[str, ...]:
    """LUT-2.D1, option clairvoyant: the lines that the marker sets free."""
    numbers = facts(ctx).clairvoyant
    return numbers.narrow if ctx.options["clairvoyant"] == "1L" else numbers.lines


def _french_guard(ctx: Context, state: State, counter: Counter) -> Verdict:
    """LUT-6.2b: until Napoleon enters, the French Guard may not attack."""
    if is_bound_guard(ctx, state, counter):
        return no("LUT-6.2b", "the Imperial Guard waits for Napoleon")
    return yes("LUT-6.2b")


def is_bound_guard(ctx: Context, state: State, counter: Counter) -> bool:
    """LUT-6.2a, LUT-2.L1: a unit of the French Guard that is not free yet."""
    now = lutzen(state)
    mine = counter.formation == facts(ctx).guard_march.formation and counter.kind != "commander"
    return mine and now.napoleon is None and FRENCH not in now.freed


def villages(ctx: Context) -> frozenset[str]:
    """LUT-8.5.1h, option kaja_restricted: the villages with rules of their own after combat."""
    numbers = facts(ctx).villages
    kaja = (numbers.kaja,) if ctx.options["kaja_restricted"] == "yes" else ()
    return frozenset((*numbers.places, *kaja))


# --- for one turn ------------------------------------------------------------------------------------------


def is_tactical(state: State, side: Side) -> bool:
    """LUT-7.6a: whether a side has announced tactical movement this turn."""
    return lutzen(state).tactical.get(side) == state.turn


def is_held_back(ctx: Context, state: State, counter: Counter) -> bool:
    """LUT-2.F1, LUT-2.I1: Guard units that may neither move nor attack this turn."""
    now, numbers = lutzen(state), facts(ctx).frozen
    if counter.kind == "commander":
        return False
    if now.russian_guard_frozen == state.turn and counter.formation == numbers.formation:
        return True
    prussian = counter.guard and counter.nation == numbers.guard_nation
    return prussian and now.prussian_guard_frozen == state.turn


def held_back_by(state: State) -> RuleId:
    """The marker that holds the Guard back: Alexander both, Wolonski the Russian alone."""
    both = lutzen(state).prussian_guard_frozen == state.turn
    return RuleId("LUT-2.F1") if both else RuleId("LUT-2.I1")


def attacks_alone(ctx: Context, state: State, unit: str) -> bool:
    """LUT-2.N2: a unit of a formation whose counters may not combine their attacks this turn."""
    now = lutzen(state)
    return now.bullet == state.turn and ctx.counters[unit].formation in now.alone
