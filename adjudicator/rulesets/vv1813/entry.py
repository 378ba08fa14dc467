"""Reinforcements: who may enter, where, in which order, and what happens without orders."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Ask, Choice, Event, Order
from adjudicator.rulesets.vv1813.events import EntryDelayed, UnitsEntered
from adjudicator.rulesets.vv1813.game import Entry
from adjudicator.rulesets.vv1813.march import Run, arrive, mover_of, refused, route, shortened, walk
from adjudicator.rulesets.vv1813.orders import Enter
from adjudicator.rulesets.vv1813.paths import OFF_MAP, Bar, Mover, Way, budget, explained, ways
from adjudicator.rulesets.vv1813.zones import enemy_zone, stacking_limit


def is_waiting(run: Run, piece: str) -> bool:
    """Whether a piece has not entered yet."""
    army = run.state.army(run.side)
    one = army.units.get(piece) or army.commanders.get(piece)
    return one is not None and one.status == "waiting"


def enter(run: Run, order: Enter, words: str, delayed: Iterable[str], only: tuple[str, ...] = ()) -> Telling:
    """`enter Ney, Ricard at 2301 to 2103`: each piece by itself, in the order of the scenario."""
    entry = run.ctx.game.entry(run.ctx, run.state, run.side)
    if entry is None:
        if not only and order.units:
            yield refused(
                run.side, order, words, "BAU-10.2", "No reinforcements may enter this turn.", "Wait for their turn."
            )
        return
    wanted = [piece for piece in order.units or entry.queue if is_waiting(run, piece)]
    wanted = [piece for piece in wanted if piece in only] if only else wanted
    strangers = [piece for piece in order.units if not is_waiting(run, piece) and piece not in entry.queue]
    for piece in strangers if not only else ():
        reason = f"{run.name(piece)} is not a reinforcement that waits to enter."
        yield refused(run.side, order, words, entry.rule, reason, "Use `move` for units on the map.")
    for piece in sorted(wanted, key=lambda one: entry.queue.index(one) if one in entry.queue else 99):
        if piece in delayed:
            continue
        yield from _enter_one(run, order, words, entry, piece, delayed)


def _enter_one(run: Run, order: Enter, words: str, entry: Entry, piece: str, delayed: Iterable[str]) -> Telling:
    before = [p for p in entry.queue[: entry.queue.index(piece)] if is_waiting(run, p) and p not in set(delayed)]
    if before:
        reason = f"{run.name(before[0])} enters before {run.name(piece)}."
        yield refused(run.side, order, words, entry.rule, reason, f"Write `delay {run.name(before[0])}` or bring it in.")
        return
    if order.at and order.at not in entry.places:
        reason = f"{run.name(piece)} may not enter at {order.at}."
        yield refused(run.side, order, words, entry.rule, reason, f"Places of entry: {', '.join(entry.places)}.")
        return
    starts = (order.at,) if order.at else entry.places
    mover = mover_of(run.ctx, run.state, run.side, (piece,), OFF_MAP)
    if not order.path and not order.destination:
        yield from _enter_near(run, mover, starts, entry)
        return
    way = route(run, mover, order.path, order.destination, starts)
    if isinstance(way, Bar):
        reason = f"{run.name(piece)} cannot enter: {way.reason}."
        yield refused(run.side, order, words, way.rule, reason, f"Places of entry: {', '.join(entry.places)}.")
        return
    bar = yield from _come(run, mover, way, entry)
    if bar is not None:
        reason = f"{run.name(piece)} cannot enter: {bar.reason}."
        yield refused(run.side, order, words, bar.rule, reason, "Name another place of entry.")


def _come(
    run: Run, mover: Mover, way: Way, entry: Entry
) -> Generator[Event | Ask, Mapping[str, Choice] | None, Bar | None]:
    """Walk onto the map; returns what barred the very first step, if anything did."""
    walked = shortened(run, mover, (yield from walk(run, mover, way.path, None)))
    if not walked.path:
        return walked.bar
    yield UnitsEntered(
        rule=entry.rule,
        side=run.side,
        units=mover.units,
        commanders=mover.commanders,
        path=walked.path,
        cost=explained(run.ctx, run.state, mover, walked.path),
        allowance=budget(run.ctx, mover, False),
        goal=way.path[-1] if way.path[-1] != walked.path[-1] else "",
        stopped=walked.stopped,
    )
    yield from arrive(run, mover, walked.path)
    return None


def _enter_near(run: Run, mover: Mover, starts: tuple[str, ...], entry: Entry) -> Telling:
    """Without a goal: the nearest place with room for it, out of enemy zones if it can be."""
    zone = enemy_zone(run.ctx, run.state, run.side)
    army = run.state.army(run.side)
    found: list[tuple[bool, int, str, Way]] = []
    for way in ways(run.ctx, run.state, mover, starts):
        place = way.path[-1]
        room = stacking_limit(run.ctx, run.state, run.side, place).value - len(army.units_at.get(place, ()))
        if room > 0 or not mover.units:
            found.append((place in zone, way.cost, place, way))
    if not found:
        yield EntryDelayed(rule=entry.rule, side=run.side, units=mover.pieces, because="there is no room to enter")
        return
    best = min(found, key=lambda one: one[:3])
    yield from _come(run, mover, best[3], entry)


def enter_the_rest(run: Run, delayed: Iterable[str]) -> Telling:
    """Reinforcements without orders enter at the end of the movement phase, as near as there is room."""
    entry = run.ctx.game.entry(run.ctx, run.state, run.side)
    if entry is None:
        return
    for piece in entry.queue:
        if not is_waiting(run, piece):
            continue
        if piece in set(delayed):
            yield EntryDelayed(rule=entry.rule, side=run.side, units=(piece,), because="ordered to wait")
            continue
        mover = mover_of(run.ctx, run.state, run.side, (piece,), OFF_MAP)
        yield from _enter_near(run, mover, entry.places, entry)
        if is_waiting(run, piece):
            return


def enter_first(run: Run, orders: Iterable[tuple[Order, str]], delayed: Iterable[str]) -> Telling:
    """Pieces whose entry comes before any other move of the phase, by the order that names them or without one."""
    entry = run.ctx.game.entry(run.ctx, run.state, run.side)
    if entry is None:
        return
    for piece in entry.first:
        if piece in set(delayed) or not is_waiting(run, piece):
            continue
        for order, words in orders:
            if isinstance(order, Enter) and piece in order.units:
                yield from enter(run, order, words, delayed, only=(piece,))
                break
        if is_waiting(run, piece):
            yield from _enter_near(run, mover_of(run.ctx, run.state, run.side, (piece,), OFF_MAP), entry.places, entry)

