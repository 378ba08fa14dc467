"""LUT 6.2 to 6.4, 10.2, 10.3: who comes when, by which test and by which place; Ney and Napoleon."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.rulesets.vv1813.combat.engagement import strength_of
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.game import Entry
from adjudicator.rulesets.vv1813.games.lutzen.clock import hour
from adjudicator.rulesets.vv1813.games.lutzen.events import CommanderAppeared, EntryTested, PaceTested
from adjudicator.rulesets.vv1813.games.lutzen.facts import ReinforcementFacts, facts
from adjudicator.rulesets.vv1813.games.lutzen.restrictions import is_held_back
from adjudicator.rulesets.vv1813.games.lutzen.state import lutzen
from adjudicator.rulesets.vv1813.movement.returning import returning
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import FRENCH, State, Unit, enemy_of

ENTRY = RuleId("LUT-10.2")


# --- tests -------------------------------------------------------------------------------------------------


def make_tests(run: Run) -> Telling:
    """LUT-10.2, LUT-11: the dice of the hour, thrown before the French write their orders."""
    for row in facts(run.ctx).reinforcement:
        for test in row.tests:
            if test.hour == hour(run.ctx, run.state):
                yield from _entry_test(run, row.pieces[0], test.up_to, row.rule)
    napoleon = facts(run.ctx).napoleon
    if napoleon.test_hour == hour(run.ctx, run.state):
        yield from _entry_test(run, napoleon.commander, napoleon.up_to, ENTRY)
    yield from _pace_test(run)


def _entry_test(run: Run, piece: str, up_to: int, rule: RuleId) -> Telling:
    if not is_waiting(run.state, piece) or piece in lutzen(run.state).passed:
        return
    if lutzen(run.state).hussars is not None:
        up_to += bonus(run.ctx, piece)
    roll = run.dice.roll(f"T{run.state.turn}/entry/{piece}")
    passed = roll.total <= up_to
    yield EntryTested(rule=rule, side=FRENCH, piece=piece, die=roll.total, up_to=up_to, passed=passed, rolls=(roll,))


def bonus(ctx: Context, piece: str) -> int:
    """LUT-2.G1: how many more numbers let a piece in after 10th Hussars."""
    numbers = facts(ctx).hussars
    return numbers.bonus if piece == numbers.tested else 0


def read_anew(run: Run) -> Telling:
    """LUT-2.G1: 10th Hussars were played after the die of this turn: it is read again with the bonus."""
    ctx, state = run.ctx, run.state
    for row in facts(ctx).reinforcement:
        piece = row.pieces[0]
        die = lutzen(state).dice.get(piece)
        if die is None or piece in lutzen(state).passed or not bonus(ctx, piece):
            continue
        up_to = next(test.up_to for test in row.tests if test.hour == hour(ctx, state)) + bonus(ctx, piece)
        yield EntryTested(rule=RuleId("LUT-2.G1"), side=FRENCH, piece=piece, die=die, up_to=up_to, passed=die <= up_to)


def _pace_test(run: Run) -> Telling:
    """LUT-6.2e: at 14.00, when Ney comes (or would), a die for the movement of the III Corps."""
    ney, state = facts(run.ctx).ney, run.state
    if hour(run.ctx, state) != ney.hour or not hosts(run.ctx, state):
        return
    roll = run.dice.roll(f"T{state.turn}/pace/{ney.formation}")
    passed = roll.total <= ney.boost_up_to
    yield PaceTested(
        side=FRENCH, formation=ney.formation, die=roll.total, up_to=ney.boost_up_to, passed=passed, rolls=(roll,)
    )


def is_waiting(state: State, piece: str) -> bool:
    """Whether a piece has not entered yet."""
    for army in state.armies.values():
        one = army.units.get(piece) or army.commanders.get(piece)
        if one is not None:
            return one.status == "waiting"
    return False


# --- Ney ---------------------------------------------------------------------------------------------------


def hosts(ctx: Context, state: State) -> tuple[Unit, ...]:
    """LUT-6.2d: the counters of the III Corps on the map, the largest first."""
    formation = facts(ctx).ney.formation
    found = [
        unit
        for unit in state.army(FRENCH).units.values()
        if unit.status == "map" and ctx.counters[unit.id].formation == formation
    ]
    return tuple(sorted(found, key=lambda one: (-strength_of(ctx, one), one.id)))


def may_appear(ctx: Context, state: State) -> bool:
    """LUT-6.2d, LUT-2.G1: from 14.00, or from turn 1 with 10th Hussars."""
    ney = facts(ctx).ney
    early = lutzen(state).hussars is not None
    return is_waiting(state, ney.commander) and bool(hosts(ctx, state)) and (early or hour(ctx, state) >= ney.hour)


def appear(ctx: Context, state: State, host: str) -> CommanderAppeared:
    """LUT-6.2d: Ney is placed on a counter; that is no movement, he may still move."""
    ney = facts(ctx).ney
    early = hour(ctx, state) < ney.hour
    place = state.army(FRENCH).units[host].place
    assert place is not None
    rule = RuleId("LUT-2.G1") if early else ney.rule
    return CommanderAppeared(rule=rule, side=FRENCH, commander=ney.commander, host=host, place=place)


def appear_by_itself(run: Run) -> Telling:
    """D14: from 14.00 Ney comes without orders too, on the largest counter of his corps."""
    ctx = run.ctx
    if hour(ctx, run.state) >= facts(ctx).ney.hour and may_appear(ctx, run.state):
        yield appear(ctx, run.state, hosts(ctx, run.state)[0].id)


# --- entry -------------------------------------------------------------------------------------------------


def entries(ctx: Context, state: State, side: Side) -> tuple[Entry, ...]:
    """LUT-10.2, LUT-10.3, LUT-8.5.1g: everybody who may enter or come back this turn, place by place in order.

    Each corps has a queue of its own, also where two enter at one place. LUT-2.I1, LUT-2.F1: a Guard that is held back
    does not come back onto the map either.
    """
    found: list[Entry] = [*_napoleon(ctx, state)] if side == FRENCH else []
    queues: dict[tuple[tuple[str, ...], str], list[str]] = {}
    rules: dict[tuple[tuple[str, ...], str], RuleId] = {}
    for row in facts(ctx).reinforcement:
        for piece in row.pieces:
            if ctx.counters[piece].side != side or not is_waiting(state, piece):
                continue
            places = places_of(ctx, state, row, piece)
            if places:
                key = (places, ctx.counters[piece].formation)
                queues.setdefault(key, []).append(piece)
                rules.setdefault(key, row.rule)
    for (places, corps), queue in queues.items():
        open_places = tuple(dict.fromkeys(p for place in places for p in unblocked(ctx, state, side, place)))
        printed = next((place for place in places if place not in open_places), "")
        found.append(Entry(rule=rules[places, corps], queue=tuple(queue), places=open_places, printed=printed))
    taken = {piece for entry in found for piece in entry.queue}
    back = returning(ctx, state, side, facts(ctx).off_map.rule)
    held = {piece for entry in back for piece in entry.queue if is_held_back(ctx, state, ctx.counters[piece])}
    return (*found, *(entry for entry in back if not (taken | held) & set(entry.queue)))


def _napoleon(ctx: Context, state: State) -> tuple[Entry, ...]:
    """LUT-6.2f, LUT-6.3: Napoleon comes before anything else; Guard cavalry driven off at 0701 comes back with him."""
    numbers = facts(ctx).napoleon
    place = napoleon_place(ctx, state)
    found: list[Entry] = []
    if is_waiting(state, numbers.commander):
        if numbers.commander not in lutzen(state).passed and hour(ctx, state) < numbers.hour:
            return ()
        queue = (numbers.commander,)
        found.append(Entry(ENTRY, queue, unblocked(ctx, state, FRENCH, place), first=queue, printed=place))
    elif lutzen(state).napoleon != state.turn:
        return ()
    for name in numbers.companions:
        unit = state.army(FRENCH).units[name]
        if unit.status == "away" and unit.left_at == numbers.left_at:
            found.append(Entry(facts(ctx).off_map.rule, (name,), unblocked(ctx, state, FRENCH, place)))
    return tuple(found)


def napoleon_place(ctx: Context, state: State) -> str:
    """LUT-10.2, option nap_hex: 0901; from 16.00 perhaps 0902."""
    numbers = facts(ctx).napoleon
    return ctx.options["nap_hex"] if hour(ctx, state) >= numbers.hour else numbers.place


def places_of(ctx: Context, state: State, row: ReinforcementFacts, piece: str) -> tuple[str, ...]:
    """The places by which a piece may enter now; empty while it may not."""
    now = lutzen(state)
    staff = facts(ctx).general_staff
    called = FRENCH in now.staff
    if called and piece in staff.corps:
        return staff.places
    if row.marker:
        return tuple(one.at for one in row.entries) if row.choice in now.alternative else ()
    if piece in now.passed:
        return (row.tested_at,)
    at = hour(ctx, state)
    earlier = _earlier(ctx, row, called=called)
    return tuple(one.at for one in row.entries if min(one.hour, earlier) <= at)


def _earlier(ctx: Context, row: ReinforcementFacts, *, called: bool) -> int:
    """LUT-2.M1, option xi_hour: an hour before which a corps does not come, earlier than the printed one."""
    if row.corps != "XI":
        return facts(ctx).clock.last
    chosen = int(ctx.options["xi_hour"])
    return min(chosen, facts(ctx).general_staff.xi_hour) if called else chosen


def unblocked(ctx: Context, state: State, side: Side, place: str) -> tuple[str, ...]:
    """LUT-10.2: the place of entry; if an enemy unit holds it, its two neighbours on the edge that are free."""
    held = state.army(enemy_of(side)).units_at
    if place not in held:
        return (place,)
    near = [one for one in sorted(ctx.board.neighbours[place]) if ctx.board.is_edge(one)]
    return tuple(one for one in near if one not in held)


def called_pieces(ctx: Context, side: Side, choice: str) -> tuple[str, ...]:
    """LUT-2.O1, LUT-6.4: the pieces that only Alternative Reinforcements bring, by a choice."""
    return tuple(
        piece
        for row in facts(ctx).reinforcement
        if row.marker and row.choice == choice
        for piece in row.pieces
        if ctx.counters[piece].side == side
    )
