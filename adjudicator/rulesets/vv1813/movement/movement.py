"""VV 7: the movement phase: orders in the order written, bombardments between them, reinforcements."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from adjudicator.core.orders import Conditional, Heading, Pass, flattened
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Decision, Finding, Order, RuleId
from adjudicator.kit.run import decided
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.vv1813.combat import bombardment
from adjudicator.rulesets.vv1813.markers.markers import in_hand
from adjudicator.rulesets.vv1813.movement.entry import check_at_entry, enter, enter_first, enter_the_rest, is_waiting
from adjudicator.rulesets.vv1813.movement.events import UnitsSaved
from adjudicator.rulesets.vv1813.movement.march import Walk, march, mover_of, route
from adjudicator.rulesets.vv1813.movement.paths import ANOTHER, Mover, budget
from adjudicator.rulesets.vv1813.movement.tables import terrain_table
from adjudicator.rulesets.vv1813.orders import Attack, Bombard, Delay, Enter, Keep, Move, Reveal
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import enemy_of

PHASE = "movement"
SETTLED_ELSEWHERE = ("resign", "offer_draw", "accept_draw")


def split_by_phase(orders: Iterable[Order]) -> dict[str, tuple[Order, ...]]:
    """A side's orders by phase: what is legal in both belongs to the phase of the order before it."""
    found: dict[str, list[Order]] = {PHASE: [], "combat": []}
    current = PHASE
    for order in orders:
        if isinstance(order, Heading):
            current = order.phase if order.phase in found else current
            continue
        current = _phase_of(order, current)
        found[current].append(order)
    return {phase: tuple(those) for phase, those in found.items()}


def _phase_of(order: Order, current: str) -> str:
    inner = [o for o in flattened(order) if not isinstance(o, Conditional)]
    if any(isinstance(o, Attack) for o in inner):
        return "combat"
    if all(isinstance(o, Bombard | Pass | Keep) for o in inner):
        return current
    return PHASE


def phase(run: Run) -> Telling:
    """VV-7.1a: a side's movement phase; its player sequence has begun before its orders were waited for."""
    run = run.labelled(f"T{run.state.turn}", run.side, PHASE)
    mine = split_by_phase(run.written())[PHASE]
    delayed = tuple(unit for order in mine if isinstance(order, Delay) for unit in order.units)
    yield from open_orders(run, mine)
    yield from _reveals(run)
    brought = yield from enter_first(run, list(settled(run, mine)), delayed)
    yield from run.ctx.game.bind(run)
    yield check_at_entry(run, brought)
    for order in mine:
        yield from execute(run, order, delayed, brought)
    yield from run.ctx.game.close_movement(run)
    yield from enter_the_rest(run, delayed)


def settled(run: Run, orders: Iterable[Order]) -> Iterator[Order]:
    """Orders with their conditions decided as things stand now."""
    for order in orders:
        meant = run.meant(order)
        if meant is not None:
            yield meant


def open_orders(run: Run, orders: Iterable[Order]) -> Telling:
    """Markers that are played at the start of a turn, and what else opens it, come before anything else."""
    for order in settled(run, orders):
        if run.ctx.game.is_opening(run.ctx, order):
            yield from run.ctx.game.carry_out(run, order)


def _reveals(run: Run) -> Telling:
    """Markers that the other side may reveal when this movement phase begins; each asked for by itself."""
    other = enemy_of(run.side)
    for kind in run.ctx.game.revealable(run.ctx, run.state, other):
        name = run.ctx.facts["markers"][kind].name
        decision = Decision(
            key=run.under("reveal", kind, other).label,
            kind="reveal",
            moments=("enemy_phase",),
            side=other,
            rule=RuleId("VV-2.3a"),
            question=f"The {run.side} movement begins. If you hold {name}: play it now?",
            default=Reveal(),
            units=(kind,),
            examples=(Reveal(marker=kind), Reveal()),
        )
        choice = yield from decided(decision, Reveal)
        if choice.marker == kind and in_hand(run.state, other, kind):
            yield from run.ctx.game.reveal(run.of(other), kind)


def before_the_battle(run: Run, order: Order) -> Telling:
    """An order for the set-up: what the game has for it; everything else is refused."""
    if not isinstance(order, Heading | Pass | Keep) and order.kind not in SETTLED_ELSEWHERE:
        yield from run.ctx.game.carry_out(run, order)


def execute(run: Run, order: Order, delayed: tuple[str, ...] = (), brought: Container[str] = ()) -> Telling:
    """One order of the movement phase, when its turn has come."""
    meant = run.meant(order)
    if meant is None:
        yield run.not_done(order)
        return
    if run.ctx.game.is_opening(run.ctx, meant):
        return
    match meant:
        case Move():
            yield from move(run, meant)
        case Enter():
            yield from enter(run, meant, delayed, brought)
        case Bombard():
            yield from bombardment.resolve(run.numbered("bombard", meant.target), meant, PHASE)
        case Delay():
            yield from _delay(run, meant)
        case _ if isinstance(meant, Keep | Pass) or meant.kind in SETTLED_ELSEWHERE:
            return
        case _:
            yield from run.ctx.game.carry_out(run, meant)


def _delay(run: Run, order: Delay) -> Telling:
    for unit in order.units:
        if not is_waiting(run, unit):
            reason = f"{run.ctx.name(unit)} does not wait to enter."
            yield run.refused(order, no(run.ctx.game.cites["entry"], reason, "Leave the order out."))


# --- moving ------------------------------------------------------------------------------------------------


def move(run: Run, order: Move) -> Telling:
    """`move`: pieces that stand together go together; those from different places each by themselves."""
    groups: dict[str, list[str]] = {}
    for piece in _pieces(run, order):
        verdict = _may_move(run, piece)
        if verdict.value:
            groups.setdefault(_place_of(run, piece), []).append(piece)
        else:
            yield run.refused(order, verdict)
    if not groups and order.stack:
        reason = f"No piece of ours that can still move stands at {order.stack}."
        yield run.refused(order, no("VV-7.1a", reason, "Name the place of a stack of your own."))
    for origin, pieces in groups.items():
        yield from _move_group(run, order, mover_of(run.ctx, run.state, run.side, tuple(pieces), origin))


def _pieces(run: Run, order: Move) -> tuple[str, ...]:
    if not order.stack:
        return order.units
    army = run.state.army(run.side)
    here = [unit.id for unit in army.units_at.get(order.stack, ())]
    here += [one.id for one in army.commanders_at.get(order.stack, ())]
    return tuple(piece for piece in here if piece not in run.state.sequence.moved)


def _place_of(run: Run, piece: str) -> str:
    army = run.state.army(run.side)
    place = (army.units.get(piece) or army.commanders[piece]).place
    assert place is not None
    return place


def _may_move(run: Run, piece: str) -> Verdict:
    army, name = run.state.army(run.side), run.ctx.name(piece)
    one = army.units.get(piece) or army.commanders.get(piece)
    if one is None:
        reason = f"{name} is not a piece of the {run.side} side."
    elif one.status != "map" or one.place is None:
        where = "waits to enter; use `enter`" if one.status == "waiting" else "is not on the map"
        reason = f"{name} {where}."
    elif piece in run.state.sequence.moved:
        reason = f"{name}, at {one.place}, has already moved this turn."
    else:
        return yes("VV-7.1a")
    return no("VV-7.1a", reason, "Leave it out of the order.")


def _move_group(run: Run, order: Move, mover: Mover) -> Telling:
    names = run.ctx.names(mover.pieces)
    walked = Walk((), 0, True)
    ahead = [place for place in (*order.path, order.destination) if place and place != mover.origin]
    if ahead:
        way = route(run, mover, order.path, order.destination)
        if isinstance(way, Finding):
            yield run.refused(order, no(way.rule, f"{names} cannot go there: {way.because}.", way.remedy))
            return
        ends = run.ctx.game.may_end(run.ctx, run.known(), mover, way.path[-1])
        if not ends.value:
            reason = f"{names} may not go to {way.path[-1]}: {ends.because}."
            yield run.refused(order, no(ends.rule, reason, "Name another place."))
            return
        walked = yield from march(run, mover, way, order.if_cossacks)
        if not walked.path:
            bar = walked.bar or no("VV-7.1a", "nothing could be moved", ANOTHER)
            yield run.refused(order, no(bar.rule, f"{names} cannot move: {bar.because}.", bar.remedy))
            return
    elif not order.leave:
        reason = f"{names} {'stand' if len(mover.pieces) > 1 else 'stands'} at {mover.origin} already."
        yield run.not_done(order, reason, "VV-7.1a")
        return
    if order.leave and (not walked.path or not walked.stopped):
        yield from _leave(run, order, mover, walked)


def _leave(run: Run, order: Move, mover: Mover, walked: Walk) -> Telling:
    """VV-10.G2: off the map from a place of exit, for one movement point more."""
    place = walked.path[-1] if walked.path else mover.origin
    verdict = _may_leave(run, mover, walked, place)
    if not verdict.value:
        yield run.refused(order, verdict)
        return
    yield UnitsSaved(rule=verdict.rule, side=run.side, units=mover.units, commanders=mover.commanders, place=place)


def _may_leave(run: Run, mover: Mover, walked: Walk, place: str) -> Verdict:
    rule, names = run.ctx.game.cites["exit"], run.ctx.names(mover.pieces)
    exits = run.ctx.game.exit_places(run.ctx, run.state, run.side)
    if place not in exits or (not mover.units and not run.state.retreating):
        return no(rule, f"{names} may not leave the map from {place}.", _exits(exits))
    for unit in mover.units:
        stays = run.ctx.game.may_leave(run.ctx, run.state, unit, place)
        if not stays.value:
            reason = f"{run.ctx.name(unit)} may not leave {place}: {stays.because}."
            return no(stays.rule, reason, "Leave it out of the order until the ban is over.")
    bound = _kept_from_retreat(run, mover)
    if bound:
        reason = f"{', '.join(bound)} may not join the general retreat this turn."
        return no(run.ctx.game.cites.get("kept", rule), reason, "Leave it out of the order until the ban is over.")
    price = terrain_table(run.ctx).exit_mp
    if walked.path and walked.spent + price > budget(run.ctx, mover, all_road=False):
        return no(rule, f"{names} have no movement point left to leave the map from {place}.", "Leave next turn.")
    return yes(rule)


def _kept_from_retreat(run: Run, mover: Mover) -> list[str]:
    """VV-10.G2: the names of units that may not yet use the rights of the general retreat."""
    rights = run.ctx.game.has_retreat_rights
    return [run.ctx.name(unit) for unit in mover.units if not rights(run.ctx, run.state, unit)]


def _exits(exits: frozenset[str]) -> str:
    if not exits:
        return "Only in the general retreat may units leave the map."
    return f"Places of exit: {min(exits)} to {max(exits)}."
