"""CAM: a battle report from the table: read, and checked against the rules line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.core.orders import Heading, Pass
from adjudicator.core.types import Order, Side
from adjudicator.core.values import dataclass
from adjudicator.rulesets.campaign1813.battle.ground import tally
from adjudicator.rulesets.campaign1813.battle.reinforcing import Column, phases_until
from adjudicator.rulesets.campaign1813.battle.result import (
    Arrival,
    Result,
    loser_of,
    routed_of,
    winner_of,
)
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.report import report_orders as ro
from adjudicator.rulesets.campaign1813.report.report_moves import check_moves
from adjudicator.rulesets.campaign1813.report.report_parts import Fault, Reading
from adjudicator.rulesets.campaign1813.state import Battle, Block, State
from adjudicator.rulesets.campaign1813.supply.strength import elan_left, units_left


@dataclass(frozen=True, slots=True)
class Report:
    """A report as read: the result, or what is wrong with it."""

    result: Result | None
    faults: tuple[Fault, ...]


def read_report(ctx: Context, state: State, battle: Battle, orders: Sequence[Order]) -> Report:
    """Every fault of a report at once; the result if there is none."""
    reading = Reading(ctx, state, battle, tuple(orders))
    for order in orders:
        if not isinstance(order, (*ro.REPORT_ORDERS, Heading, Pass)):
            remedy = "Leave it out of the report."
            reading.fault(order, "CAM-battle-2", "This line belongs in a player's orders.", remedy)
    _note_losses(reading)
    outcome = _outcome(reading)
    if outcome is None:
        return Report(None, tuple(reading.faults))
    reading.faults += _check_arrivals(reading)
    reading.faults += _check_losses(reading)
    reading.faults += _check_outcome(reading, outcome)
    reading.faults += _check_words(reading, outcome)
    check_moves(reading, outcome)
    if reading.faults:
        return Report(None, tuple(sorted(reading.faults, key=lambda fault: fault.line)))
    return Report(_result(reading, outcome), ())


# --- reading -----------------------------------------------------------------------------------------------------


def _note_losses(reading: Reading) -> None:
    """Who lost what, and of whom the report says that he lost nothing."""
    for line in reading.of(ro.Losses):
        _once(reading, line, [one.unit for one in line.losses])
        reading.losses |= {one.unit: (one, line) for one in line.losses}
    for unhurt in reading.of(ro.Unhurt):
        _once(reading, unhurt, reading.meant(unhurt.units))


def _once(reading: Reading, order: Order, units: Sequence[str]) -> None:
    """CAM-battle-2: no block is told of twice."""
    for unit in units:
        if unit in reading.told:
            reading.fault(
                order, "CAM-battle-2", f"The losses of {reading.name(unit)} are told twice.", "Keep one of the lines."
            )
        reading.told.add(unit)


def _outcome(reading: Reading) -> ro.Outcome | None:
    outcomes, last_turns = reading.of(ro.Outcome), reading.of(ro.LastTurn)
    if not outcomes:
        reading.fault(
            None, "CAM-bvic-2", "The report has no result.", "Write `result: attacker wins by morale` or the like."
        )
        return None
    for extra in outcomes[1:]:
        reading.fault(extra, "CAM-bvic-2", "The report has two results.", "Keep one of them.")
    if not last_turns:
        reading.fault(None, "CAM-bvic-1", "The report does not say when the battle ended.", "Write `last turn 18`.")
        return None
    for again in last_turns[1:]:
        reading.fault(again, "CAM-bvic-1", "The last turn is told twice.", "Keep one of the lines.")
    return outcomes[0]


# --- who was there, and what he lost -----------------------------------------------------------------------------


def _check_arrivals(reading: Reading) -> Iterator[Fault]:
    """CAM-reinf-2, CAM-reinf-4, CAM-reinf-9: who came, from where, on which turn, within the limits of each road."""
    for order in reading.of(ro.Arrived):
        for unit in reading.sent(order.units):
            column = reading.column_of(unit)
            if unit in reading.arrivals:
                yield reading.made(order, "CAM-reinf-2", f"{reading.name(unit)} arrives twice.", "Keep one line.")
            elif unit in reading.there:
                yield reading.made(order, "CAM-reinf-2", f"{reading.name(unit)} was in the battle from the start.")
            elif column is None:
                yield reading.made(
                    order,
                    "CAM-reinf-2",
                    f"{reading.name(unit)} could not reinforce this battle.",
                    f"Those who could: {reading.names(reading.could_come) or 'nobody'}.",
                )
            else:
                reading.arrivals[unit] = (column, order)
                yield from _check_arrival(reading, unit, column, order)
    yield from _check_columns(reading)


def _check_arrival(reading: Reading, unit: str, column: Column, order: ro.Arrived) -> Iterator[Fault]:
    if order.turn > reading.last_turn:
        yield reading.made(
            order,
            "CAM-reinf-9",
            f"{reading.name(unit)} arrives on turn {order.turn}, after the last turn {reading.last_turn}.",
        )
    if order.ruling:
        return
    if not phases_until(reading.ctx, order.turn):
        interval = reading.ctx.tables.number["reinforcement_interval"]
        yield reading.made(
            order, "CAM-reinf-2", f"Nobody can be sent before turn {interval}.", "Add `by ruling` if you let them come."
        )
    score = column.factor * (order.die or 1)
    if score > order.turn:
        dice = f"die {order.die} times" if order.die else "at best 1 times"
        yield reading.made(
            order,
            "CAM-reinf-9",
            f"{reading.name(unit)}: {dice} factor {column.factor} is {score}, more than turn {order.turn}.",
            "Add `by ruling` if you let them come.",
        )


def _check_columns(reading: Reading) -> Iterator[Fault]:
    """CAM-reinf-4: two units by a major road and one by a minor one in each phase."""
    by_road: dict[str, list[ro.Arrived]] = {}
    for unit, (column, order) in reading.arrivals.items():
        if reading.ctx.roster[unit].fights and not order.ruling:
            by_road.setdefault(column.road.id, []).append(order)
    for road, orders in by_road.items():
        ordered = sorted(orders, key=lambda order: (order.turn, order.line))
        section = reading.ctx.network.roads[road]
        for number, order in enumerate(ordered, start=1):
            most = reading.per_phase(section) * phases_until(reading.ctx, order.turn)
            if number > most and phases_until(reading.ctx, order.turn):
                origin = reading.ctx.town(section.other(reading.battle.town))
                yield reading.made(
                    order,
                    "CAM-reinf-4",
                    f"By turn {order.turn} the {section.kind} road from {origin} brings {most} units, not {number}.",
                    "Let them come later, or add `by ruling`.",
                )


def _check_losses(reading: Reading) -> Iterator[Fault]:
    """CAM-battle-2: every block of the battle once and no other; hits no more than it had; units as hits allow."""
    there = _everybody(reading)
    for unit, (hits, order) in reading.losses.items():
        block = there.get(unit)
        if block is None:
            yield _stranger(reading, order, unit)
        elif not block.fights:
            yield reading.made(
                order,
                "CAM-unit-5",
                f"{reading.name(unit)} is a leader and takes no hits.",
                "Write `leader lost: ...` if he fell.",
            )
        else:
            yield from _check_loss(reading, hits, order)
    for line in reading.of(ro.Unhurt):
        yield from (_stranger(reading, line, unit) for unit in reading.meant(line.units) if unit not in there)
    untold = [u for u, block in there.items() if block.fights and u not in reading.told]
    if untold and all(line.units for line in reading.of(ro.Unhurt)):
        yield reading.made(
            None,
            "CAM-battle-2",
            f"The report says nothing of {reading.names(untold)}.",
            "Tell their losses, or write `others no losses`.",
        )


def _stranger(reading: Reading, order: Order, unit: str) -> Fault:
    side = reading.ctx.roster[unit].side
    mine = [u for u in reading.there if reading.ctx.roster[u].side == side]
    return reading.made(
        order,
        "CAM-battle-2",
        f"{reading.name(unit)} was not in the battle at {reading.ctx.town(reading.battle.town)}.",
        f"{side} blocks there: {reading.names(mine)}.",
    )


def _check_loss(reading: Reading, told: ro.Hits, order: Order) -> Iterator[Fault]:
    card, block = reading.ctx.roster[told.unit], reading.state.block(told.unit)
    left = elan_left(card, block)
    if told.hits > left:
        yield reading.made(
            order,
            "CAM-battle-2",
            f"{card.name} has {left} elan points left and cannot take {told.hits} hits.",
            f"At most {left}.",
        )
        return
    if told.destroyed is None:
        return
    total = block.hits + told.hits
    tough = card.elan - reading.ctx.tables.number["disrupted_elan"] if block.disrupted else card.elan
    least = max(block.destroyed, total - card.units * (card.elan - 1))
    most = card.units if total >= card.full else min(card.units, total // max(1, tough))
    if not least <= told.destroyed <= most:
        yield reading.made(
            order,
            "CAM-battle-2",
            f"{card.name} with {total} hits in all can have lost {least} to {most} of its {card.units} units, "
            f"not {told.destroyed}.",
            "Give the number of units destroyed since the campaign began, or leave it out.",
        )


# --- outcome -----------------------------------------------------------------------------------------------------


def _check_outcome(reading: Reading, outcome: ro.Outcome) -> Iterator[Fault]:
    """CAM-bvic-2, CAM-bvic-3, CAM-rout-1: the result fits the losses and the points."""
    routed = routed_of(reading.battle, outcome.outcome)
    for order in reading.of(ro.Routed):
        if order.routed != routed:
            yield reading.made(
                order,
                "CAM-rout-1",
                f"The {order.routed} side is not routed by this result.",
                "A rout goes with a victory by morale over that side.",
            )
    if not reading.faults:  # what does not fit by itself proves nothing
        yield from _check_third(reading, outcome, routed)
        yield from _check_winner(reading, outcome)
    yield from _check_points(reading, outcome)


def _check_third(reading: Reading, outcome: ro.Outcome, routed: Side | None) -> Iterator[Fault]:
    """CAM-rout-1: an army is routed when a third of its units is lost, and only then (A-63)."""
    share = reading.ctx.tables.number["rout_share"]
    for side in reading.ctx.sides:
        units, lost = _units(reading, side)
        if side == routed and lost * share < units:
            yield reading.made(
                outcome,
                "CAM-rout-1",
                f"The {side} side lost {lost} of {units} Blücher units, less than one in {share}: it is not routed.",
                "Report a victory by points, or the losses that broke it.",
            )
        if routed is None and reading.battle.rules == "Blücher" and units and lost * share >= units:
            yield reading.made(
                outcome,
                "CAM-rout-1",
                f"The {side} side lost {lost} of {units} Blücher units, one in {share} or more: it is routed.",
                "Report a victory by morale over it, or the units destroyed as you counted them.",
            )


def _units(reading: Reading, side: Side) -> tuple[int, int]:
    """The Blücher units that a side brought to the battle, and those that it lost there."""
    units = lost = 0
    for unit, block in _everybody(reading).items():
        card = reading.ctx.roster[unit]
        if card.side == side and block.fights:
            units += units_left(card, block)
            lost += reading.destroyed(unit) - block.destroyed
    return units, lost


def _check_winner(reading: Reading, outcome: ro.Outcome) -> Iterator[Fault]:
    """CAM-bvic-2, CAM-bvic-3: nobody has won who has nobody left on the field."""
    winner = winner_of(reading.battle, outcome.outcome)
    away = {unit for line in reading.of(ro.Retreated) for unit in reading.meant(line.units)}
    left = [unit for unit, block in _everybody(reading).items() if block.side == winner and block.fights]
    if winner is not None and all(unit in away or reading.is_gone(unit) for unit in left):
        reason = f"Nobody of the {winner} side is left on the field: it has not won."
        yield reading.made(outcome, "CAM-bvic-2", reason, "Mend the result, the losses or the retreats.")


def _everybody(reading: Reading) -> dict[str, Block]:
    """The blocks that were in the battle, from its beginning or later."""
    return {**reading.there, **{unit: reading.state.block(unit) for unit in reading.arrivals}}


def _check_points(reading: Reading, outcome: ro.Outcome) -> Iterator[Fault]:
    points = dict(pair for order in reading.of(ro.Points) for pair in order.points)
    by_points = outcome.outcome in ("attacker_win_vp", "defender_win_vp")
    if by_points and len(points) < len(reading.ctx.sides):
        yield reading.made(
            outcome, "CAM-bvic-3", "A victory by points needs the points.", "Write `points French 6, Allied 4`."
        )
        return
    winner, loser = winner_of(reading.battle, outcome.outcome), loser_of(reading.battle, outcome.outcome)
    if by_points and winner is not None and points[winner] <= points[loser]:
        yield reading.made(
            outcome,
            "CAM-bvic-3",
            f"{winner} {points[winner]} points, {loser} {points[loser]}: that is no {winner} victory by points.",
            "Mend the points or the result.",
        )
    if outcome.outcome == "stalemate" and len(set(points.values())) > 1:
        yield reading.made(
            outcome, "CAM-bvic-4", "One side has more points: that is a victory, not a stalemate.", "Mend the result."
        )
    objectives = reading.of(ro.ObjectiveTaken)
    counted = tally((order.holder, order.vp) for order in objectives)
    if points and objectives and any(counted.get(side, 0) != value for side, value in points.items()):
        yield reading.made(
            reading.of(ro.Points)[0],
            "CAM-obj-10",
            f"The objectives give {_shown(counted)}, the report says {_shown(points)}.",
            "Points go with the objectives held.",
        )


def _shown(points: dict[Side, int]) -> str:
    return ", ".join(f"{side} {value}" for side, value in sorted(points.items())) or "nobody any"


def _check_words(reading: Reading, outcome: ro.Outcome) -> Iterator[Fault]:
    """CAM-rout-3, CAM-unit-7: leaders lost, cavalry engaged and faces seen are of blocks that were there."""
    there = {*reading.there, *reading.arrivals}
    routed = routed_of(reading.battle, outcome.outcome)
    for line, unit in reading.named(ro.LeaderLost, ro.Engaged, ro.Seen):
        if unit not in there:
            yield _stranger(reading, line, unit)
    for line, unit in reading.named(ro.LeaderLost):
        if unit in there and not reading.ctx.roster[unit].leads:
            yield reading.made(line, "CAM-lead-1", f"{reading.name(unit)} is no leader.", "Tell its losses in hits.")
    for line, unit in reading.named(ro.Engaged):
        card = reading.ctx.roster[unit]
        if unit in there and (card.kind != "cavalry" or card.side != routed):
            remedy = "Name cavalry of the routed side."
            yield reading.made(line, "CAM-rout-3", f"{card.name} is not routed cavalry.", remedy)


# --- the result --------------------------------------------------------------------------------------------------


def _result(reading: Reading, outcome: ro.Outcome) -> Result:
    arrivals: dict[tuple[Side, str, int, bool], list[str]] = {}
    for unit, (column, order) in reading.arrivals.items():
        arrivals.setdefault((column.side, column.origin, order.turn, order.ruling), []).append(unit)
    return Result(
        outcome=outcome.outcome,
        last_turn=reading.last_turn,
        losses={unit: (told.hits, told.destroyed) for unit, (told, _) in reading.losses.items()},
        leaders_lost=tuple(unit for _, unit in reading.named(ro.LeaderLost)),
        engaged=frozenset(unit for _, unit in reading.named(ro.Engaged)),
        arrivals=tuple(
            Arrival(side, origin, tuple(units), turn, ruling)
            for (side, origin, turn, ruling), units in sorted(arrivals.items(), key=lambda one: one[0][2])
        ),
        departures=reading.departures,
        regroup_out=reading.regroup_out,
        regroup_in=reading.regroup_in,
        seen=tuple(unit for _, unit in reading.named(ro.Seen)) if reading.of(ro.Seen) else None,
        points=tuple(pair for order in reading.of(ro.Points) for pair in order.points),
        objectives=tuple(
            f"{order.name}: {order.vp} for {order.holder or 'nobody'}" for order in reading.of(ro.ObjectiveTaken)
        ),
    )
