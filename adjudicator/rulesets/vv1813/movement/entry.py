"""Reinforcements: who may enter, where, in which order, and what happens without orders."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from adjudicator.core.events import Refused
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Finding, Order
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, no
from adjudicator.rulesets.vv1813.changes import altered
from adjudicator.rulesets.vv1813.game import Entry
from adjudicator.rulesets.vv1813.movement.command import check_command
from adjudicator.rulesets.vv1813.movement.events import CommandChecked, EntryDelayed, UnitsEntered
from adjudicator.rulesets.vv1813.movement.march import Walk, arrive, mover_of, route, shortened, walk
from adjudicator.rulesets.vv1813.movement.paths import OFF_MAP, Mover, Way, budget, explained, ways
from adjudicator.rulesets.vv1813.movement.zones import enemy_zone, stacking_limit
from adjudicator.rulesets.vv1813.orders import Enter
from adjudicator.rulesets.vv1813.run import Run


def is_waiting(run: Run, piece: str) -> bool:
    """Whether a piece has not entered yet, or not come back."""
    army = run.state.army(run.side)
    one = army.units.get(piece) or army.commanders.get(piece)
    return one is not None and one.status in ("waiting", "away")


def entries(run: Run) -> tuple[Entry, ...]:
    """The groups that may enter now."""
    return run.ctx.game.entries(run.ctx, run.state, run.side)


def entry_of(run: Run, piece: str) -> Entry | None:
    """The group with which a piece may enter now."""
    return next((one for one in entries(run) if piece in one.queue), None)


def enter(run: Run, order: Enter, delayed: Iterable[str], brought: Container[str] = ()) -> Telling:
    """`enter Ney, Ricard at 2301 to 2103`: each piece by itself, in the order of the scenario.

    `brought` has come already, before anything else. Of `enter all`, those behind a piece that waits wait with it,
    without a word.
    """
    open_now = entries(run)
    places = [piece for one in open_now for piece in one.queue]
    wanted = [piece for piece in order.units or places if piece in places and is_waiting(run, piece)]
    for piece in order.units:
        if piece not in brought and (piece not in places or not is_waiting(run, piece)):
            yield _stranger(run, order, piece)
    stuck: set[tuple[str, ...]] = set()
    for piece in sorted(wanted, key=places.index):
        found = entry_of(run, piece)
        if found is None or found.queue in stuck:
            continue
        if piece not in set(delayed):
            bar = yield from _enter_one(run, order, found, piece)
            if isinstance(bar, Finding):
                yield run.refused(order, bar)
        if not order.units and is_waiting(run, piece):
            stuck.add(found.queue)


def _stranger(run: Run, order: Enter, piece: str) -> Refused:
    rule, name = run.ctx.game.cites["entry"], run.ctx.name(piece)
    if is_waiting(run, piece):
        return run.refused(order, no(rule, f"{name} may not enter this turn.", "Wait for the turn."))
    return run.refused(order, no(rule, f"{name} does not wait to enter.", "Use `move` for units on the map."))


def _enter_one(run: Run, order: Enter, entry: Entry, piece: str) -> Asking[Verdict | str]:
    """One piece of an order; hands back where it came onto the map, or why it may not enter so.

    BAU-6.5, LUT-10.2: where the enemy holds the place of entry, naming it means the places that stand for it.
    """
    name, by = run.ctx.name(piece), f"Places of entry: {', '.join(entry.places)}."
    before = [run.ctx.name(other) for other in entry.queue[: entry.queue.index(piece)] if is_waiting(run, other)]
    if before:
        return no(entry.rule, f"{before[0]} enters before {name}.", f"Bring in {before[0]} first.")
    if order.at and order.at not in (*entry.places, entry.printed):
        return no(entry.rule, f"{name} may not enter at {order.at}.", by)
    starts = (order.at,) if order.at in entry.places else entry.places
    mover = mover_of(run.ctx, run.state, run.side, (piece,), OFF_MAP)
    if not order.path and not order.destination:
        return (yield from _enter_near(run, mover, starts, entry))
    way = route(run, mover, order.path, order.destination, starts)
    if isinstance(way, Finding):
        return no(way.rule, f"{name} cannot enter: {way.because}.", by)
    walked = yield from _come(run, mover, way, entry)
    if walked.path or walked.bar is None:
        return walked.path[0] if walked.path else ""
    return no(walked.bar.rule, f"{name} cannot enter: {walked.bar.because}.", "Name another place of entry.")


def _come(run: Run, mover: Mover, way: Way, entry: Entry) -> Asking[Walk]:
    """Walk onto the map."""
    walked = shortened(run, mover, (yield from walk(run, mover, way.path, None)))
    if not walked.path:
        return walked
    yield UnitsEntered(
        rule=entry.rule,
        side=run.side,
        units=mover.units,
        commanders=mover.commanders,
        path=walked.path,
        cost=explained(run.ctx, run.state, mover, walked.path),
        allowance=budget(run.ctx, mover, walked.all_road),
        goal=way.path[-1] if way.path[-1] != walked.path[-1] else "",
        stopped=walked.stopped,
    )
    yield from arrive(run, mover, walked)
    return walked


def _enter_near(run: Run, mover: Mover, starts: tuple[str, ...], entry: Entry) -> Asking[str]:
    """Without a goal: the nearest place with room for it, out of enemy zones if it can be; hands back where it came."""
    zone = enemy_zone(run.ctx, run.state, run.side)
    army = run.state.army(run.side)
    found: list[tuple[bool, int, str, Way]] = []
    for way in ways(run.ctx, run.state, mover, starts) if starts else ():
        place = way.path[-1]
        room = stacking_limit(run.ctx, run.state, run.side, place).value - len(army.units_at.get(place, ()))
        if room > 0 or not mover.units:
            found.append((place in zone, way.cost, place, way))
    if not found:
        yield EntryDelayed(rule=entry.rule, side=run.side, units=mover.pieces, because="there is no room to enter")
        return ""
    best = min(found, key=lambda one: one[:3])
    walked = yield from _come(run, mover, best[3], entry)
    return walked.path[0] if walked.path else ""


def enter_the_rest(run: Run, delayed: Iterable[str]) -> Telling:
    """Reinforcements without orders enter at the end of the movement phase, as near as there is room."""
    waiting = set(delayed)
    for entry in entries(run):
        yield from _enter_queue(run, entry, waiting)


def _enter_queue(run: Run, entry: Entry, delayed: set[str]) -> Telling:
    """A piece that is ordered to wait, or finds no room, keeps those behind it waiting."""
    for place, piece in enumerate(entry.queue):
        if not is_waiting(run, piece):
            continue
        if piece in delayed:
            rest = tuple(other for other in entry.queue[place:] if is_waiting(run, other))
            yield EntryDelayed(rule=entry.rule, side=run.side, units=rest, because="ordered to wait")
            return
        mover = mover_of(run.ctx, run.state, run.side, (piece,), OFF_MAP)
        yield from _enter_near(run, mover, entry.places, entry)
        if is_waiting(run, piece):
            return


def enter_first(run: Run, orders: Iterable[Order], delayed: Iterable[str]) -> Asking[Mapping[str, str]]:
    """Pieces whose entry comes before any other move of the phase, by the order that names them or without one.

    Hands back who has come, and by which place. Where an order that names somebody cannot be carried out, he waits for
    its own turn and comes at the end with the others: he is not sent in alone.
    """
    waiting, brought = set(delayed), dict[str, str]()
    for entry in entries(run):
        for piece in entry.first:
            if piece in waiting or not is_waiting(run, piece):
                continue
            order = next((one for one in orders if isinstance(one, Enter) and piece in one.units), None)
            if order is not None:
                came = yield from _enter_one(run, order, entry, piece)
            else:
                mover = mover_of(run.ctx, run.state, run.side, (piece,), OFF_MAP)
                came = yield from _enter_near(run, mover, entry.places, entry)
            if came and isinstance(came, str):
                brought[piece] = came
    return brought


def check_at_entry(run: Run, brought: Mapping[str, str]) -> CommandChecked:
    """VV-7.2a: command is measured before anybody moves: commanders who came first count at their place of entry."""
    known = [piece for piece in brought if piece in run.state.army(run.side).commanders]
    state = run.state
    for one in known:
        state = altered(state, run.side, (), (one,), place=brought[one])
    return check_command(run.ctx, state, run.side)
