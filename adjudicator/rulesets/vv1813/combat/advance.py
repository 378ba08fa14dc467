"""VV 8.5.1f: after a combat one attacking unit may advance; BAU 8.3: after a refusal attackers may enter the place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.core.types import Decision, RuleId, Side
from adjudicator.kit.run import Asking, decided
from adjudicator.rulesets.vv1813.combat.aftermath_events import PlaceOccupied, UnitAdvanced
from adjudicator.rulesets.vv1813.combat.assault import Assault
from adjudicator.rulesets.vv1813.combat.engagement import strength_of
from adjudicator.rulesets.vv1813.combat.losses import alive
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.markers.markers import (
    cossacks_decision,
    in_hand,
    is_immune,
    may_be_met,
    spent_cossacks,
)
from adjudicator.rulesets.vv1813.movement.entering import entered
from adjudicator.rulesets.vv1813.movement.paths import Mover, entry_bar, ground
from adjudicator.rulesets.vv1813.movement.zones import enemy_zone, stacking_limit
from adjudicator.rulesets.vv1813.orders import Advance, Cossacks, Occupy
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State


def may_enter(ctx: Context, state: State, unit: str, place: str, mark: str) -> bool:
    """VV-8.5.1f: whether a unit may go into a place that the enemy has left.

    Into a guarded place only on a marked result: "#" for any unit, "•" for Guard units; "#" includes the Guard.
    A marker that keeps a unit out of enemy zones for the turn keeps it from advancing into one.
    """
    piece, counter = state.unit(unit), ctx.counters[unit]
    if piece.status != "map" or piece.place is None or place not in ctx.board.neighbours[piece.place]:
        return False
    if place in ctx.game.no_advance_places(ctx, state) and not (mark == "#" or (mark == "•" and counter.guard)):
        return False
    if unit in state.sequence.no_zone and place in enemy_zone(ctx, state, counter.side):
        return False
    horse = counter.kind == "cavalry"
    mover = Mover(counter.side, (unit,), (), piece.place, 0, horse)
    if entry_bar(ctx, state, mover, place) is not None or ground(ctx, piece.place, place, horse) is None:
        return False
    return ctx.game.may_leave(ctx, state, unit, piece.place, place).value


# --- after a combat ----------------------------------------------------------------------------------------


def advance(assault: Assault, vacated: Sequence[str], mark: str) -> Asking[None]:
    """VV-8.5.1f: one attacking unit enters the first vacated place that any of them may enter (D35)."""
    attack, ctx = assault.attack, assault.ctx
    for place in vacated:
        able = tuple(
            unit
            for unit in attack.units
            if assault.state.unit(unit).place in attack.origins and may_enter(ctx, assault.state, unit, place, mark)
        )
        if not able:
            continue
        unit, with_commander = yield from _who(assault, able, place)
        here = assault.run.under("advance")
        if unit is None or (yield from _kept_out_by_cossacks(here, (unit,), place)):
            return
        origin = assault.state.unit(unit).place
        assert origin is not None
        followers = commanders_along(ctx, assault.state, assault.side, (unit,), origin) if with_commander else ()
        yield UnitAdvanced(side=assault.side, unit=unit, commanders=followers, origin=origin, place=place)
        yield from entered(here, assault.side, place)
        return


def _who(assault: Assault, able: tuple[str, ...], place: str) -> Asking[tuple[str | None, bool]]:
    order = assault.attack.order
    commander = order.commander_advances
    if order.advance is not None:
        return next((unit for unit in order.advance if unit in able), None), commander is not False
    strongest = min(alive(assault.state, able), key=lambda one: (-strength_of(assault.ctx, one), one.id)).id
    decision = Decision(
        key=assault.key("advance", assault.side),
        kind="advance",
        moments=("attacking", "after_combat"),
        side=assault.side,
        rule=RuleId("VV-8.5.1f"),
        question=f"{place} is empty: which unit advances, if any, and does its commander go along?",
        default=Advance(units=(strongest,), commander=True),
        place=place,
        places=assault.attack.targets,
        units=able,
        examples=(Advance(), *(Advance(units=(unit,), commander=True) for unit in able)),
    )
    choice = yield from decided(decision, Advance)
    if commander is None:
        commander = choice.commander
    return next((unit for unit in choice.units if unit in able), None), commander is not False


def commanders_along(ctx: Context, state: State, side: Side, units: tuple[str, ...], origin: str) -> tuple[str, ...]:
    """Commanders who go with units: those who command one of them, and all who would be left alone."""
    army = state.army(side)
    left = [unit for unit in army.units_at.get(origin, ()) if unit.id not in units]
    return tuple(
        one.id
        for one in army.commanders_at.get(origin, ())
        if not left or any(ctx.game.commands(ctx, one.id, unit) for unit in units)
    )


# --- after a refusal ---------------------------------------------------------------------------------------


def occupy(assault: Assault, vacated: Sequence[str], beaten: Sequence[str] = ()) -> Asking[None]:
    """VV-8.3a: where the game allows it, attackers enter a place whose defenders refused combat (D36).

    Of two places attacked the other may have been fought over meanwhile: whoever was beaten there, or has advanced,
    enters nothing more. An order to occupy that comes to nothing is told.
    """
    ctx, attack, entered_by = assault.ctx, assault.attack, set[str]()
    for place in vacated if ctx.game.advance_after_refusal else ():
        able = tuple(
            unit
            for unit in attack.units
            if unit not in beaten
            and assault.state.unit(unit).place in attack.origins
            and may_enter(ctx, assault.state, unit, place, "")
        )
        if not able:
            continue
        units = yield from _occupants(assault, able, place)
        units = units[: _room(assault, units, place)]
        here = assault.run.under("occupy", place)
        if not units or (yield from _kept_out_by_cossacks(here, units, place)):
            continue
        with_commander = attack.order.commander_advances is not False
        yield PlaceOccupied(
            rule=ctx.game.cites["after_refusal"],
            side=assault.side,
            units=units,
            commanders=tuple(_followers(assault, units)) if with_commander else (),
            place=place,
        )
        entered_by.update(units)
        yield from entered(here, assault.side, place)
    yield from _not_occupied(assault, vacated, entered_by)


def _not_occupied(assault: Assault, vacated: Sequence[str], entered_by: set[str]) -> Asking[None]:
    """BAU-8.3b, LUT-8.3b: why units that were to occupy a place did not."""
    ctx, order = assault.ctx, assault.attack.order
    left_out = [unit for unit in order.occupy if unit not in entered_by]
    if not left_out:
        return
    if not ctx.game.advance_after_refusal:
        reason = "After a refused combat nobody enters the place in this game"
    elif not vacated:
        reason = "The enemy stood and fought"
    else:
        reason = f"The way to {' and '.join(vacated)} is closed to it, or it does not stand where it attacked from"
    rule = ctx.game.cites["after_refusal"]
    yield assault.run.not_done(order, f"{ctx.names(left_out)} occupies nothing: {reason}.", rule)


def _followers(assault: Assault, units: tuple[str, ...]) -> Iterable[str]:
    state = assault.state
    for origin in dict.fromkeys(state.unit(unit).place for unit in units):
        if origin is not None:
            going = tuple(unit for unit in units if state.unit(unit).place == origin)
            yield from commanders_along(assault.ctx, state, assault.side, going, origin)


def _occupants(assault: Assault, able: tuple[str, ...], place: str) -> Asking[tuple[str, ...]]:
    if assault.attack.order.occupy:
        return tuple(unit for unit in assault.attack.order.occupy if unit in able)
    if assault.attack.order.advance is not None:  # who is to enter the place enters it too where nobody stands
        return tuple(unit for unit in assault.attack.order.advance if unit in able)
    decision = Decision(
        key=assault.key("occupy", place, assault.side),
        kind="occupy",
        moments=("attacking", "refuses"),
        side=assault.side,
        rule=assault.ctx.game.cites["after_refusal"],
        question=f"The enemy refused combat at {place}: which attackers enter it, if any?",
        default=Occupy(),
        place=place,
        places=assault.attack.targets,
        units=able,
        examples=(Occupy(), *(Occupy(units=(unit,)) for unit in able)),
    )
    choice = yield from decided(decision, Occupy)
    return tuple(dict.fromkeys(unit for unit in choice.units if unit in able))


def _room(assault: Assault, units: tuple[str, ...], place: str) -> int:
    """Option overstack_move=forbid: no more than may stand there."""
    if assault.ctx.options["overstack_move"] == "allow":
        return len(units)
    return stacking_limit(assault.ctx, assault.state, assault.side, place).value


# --- Cossacks ----------------------------------------------------------------------------------------------


def _kept_out_by_cossacks(run: Run, units: tuple[str, ...], place: str) -> Asking[bool]:
    """VV-2.A1: Cossacks may meet French units that advance, and then keep them out of a Coalition zone.

    A step of one place is never too long for them, so that only the ban on zones matters; it is asked where it does.
    """
    origin = run.state.unit(units[0]).place or ""
    if place not in enemy_zone(run.ctx, run.state, FRENCH) or not may_be_met(run, units, origin):
        return False
    question = f"French units are about to enter {place} after combat: play Cossacks on them?"
    choice = yield from decided(cossacks_decision(run, units, origin, place, question), Cossacks)
    if not choice.play or not in_hand(run.state, COALITION, "cossacks"):
        return False
    immune = is_immune(run.ctx, units)
    yield spent_cossacks(run, origin, units, "none" if immune else "no_zone")
    return not immune
