"""VV 8.5.1f: after a combat one attacking unit may advance; BAU 8.3: after a refusal attackers may enter the place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.core.dice import Dice
from adjudicator.core.ruleset import Game
from adjudicator.core.types import Decision, Finding, RuleId, Side
from adjudicator.rulesets.vv1813.attacks import Declaration
from adjudicator.rulesets.vv1813.combat_events import PlaceOccupied, UnitAdvanced
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.decisions import Asking, ask, chosen
from adjudicator.rulesets.vv1813.engagement import strength_of
from adjudicator.rulesets.vv1813.entering import entered
from adjudicator.rulesets.vv1813.events import CossacksPlayed
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.losses import alive
from adjudicator.rulesets.vv1813.markers import in_hand, might_hold
from adjudicator.rulesets.vv1813.orders import Advance, Cossacks, Occupy
from adjudicator.rulesets.vv1813.paths import Mover, entry_bar, ground
from adjudicator.rulesets.vv1813.sight import units_in_sight
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State, enemy_of
from adjudicator.rulesets.vv1813.zones import enemy_zone, stacking_limit


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


def advance(
    game: Game[State],
    ctx: Context,
    side: Side,
    attack: Declaration,
    vacated: Sequence[str],
    mark: str,
    label: str,
    dice: Dice,
) -> Asking[None]:
    """VV-8.5.1f: one attacking unit enters the first vacated place that any of them may enter (D35)."""
    for place in vacated:
        able = tuple(
            unit
            for unit in attack.units
            if game.state.unit(unit).place in attack.origins and may_enter(ctx, game.state, unit, place, mark)
        )
        if not able:
            continue
        unit, with_commander = yield from _who(game, ctx, side, attack, able, place, label)
        if unit is None:
            return
        if (yield from _kept_out_by_cossacks(game, ctx, (unit,), place, f"{label}/advance")):
            return
        origin = game.state.unit(unit).place
        assert origin is not None
        followers = commanders_along(ctx, game.state, side, (unit,), origin) if with_commander else ()
        yield UnitAdvanced(side=side, unit=unit, commanders=followers, origin=origin, place=place)
        yield from entered(game, ctx, side, place, dice, f"{label}/advance")
        return


def _who(
    game: Game[State], ctx: Context, side: Side, attack: Declaration, able: tuple[str, ...], place: str, label: str
) -> Asking[tuple[str | None, bool]]:
    order = attack.order
    commander = order.commander_advances
    if order.advance is not None:
        chosen_unit = next((unit for unit in order.advance if unit in able), None)
        return chosen_unit, commander is not False
    strongest = min(alive(game.state, able), key=lambda one: (-strength_of(ctx, one), one.id)).id
    decision = Decision(
        key=f"{label}/advance/{side}",
        kind="advance",
        side=side,
        rule=RuleId("VV-8.5.1f"),
        question=f"{place} is empty: which unit advances, if any, and does its commander go along?",
        default=Advance(units=(strongest,), commander=True),
        place=place,
        units=able,
        examples=(Advance(), *(Advance(units=(unit,), commander=True) for unit in able)),
    )
    reply = yield from ask(decision)
    choice = chosen(reply, decision, Advance)
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


def occupy(
    game: Game[State], ctx: Context, side: Side, attack: Declaration, vacated: Sequence[str], label: str, dice: Dice
) -> Asking[None]:
    """VV-8.3a: where the game allows it, attackers enter a place whose defenders refused combat (D36)."""
    if not ctx.game.advance_after_refusal:
        return
    for place in vacated:
        able = tuple(unit for unit in attack.units if may_enter(ctx, game.state, unit, place, ""))
        if not able:
            continue
        units = yield from _occupants(game, ctx, side, attack, able, place, label)
        units = units[: _room(ctx, game.state, side, units, place)]
        if not units:
            continue
        if (yield from _kept_out_by_cossacks(game, ctx, units, place, f"{label}/occupy/{place}")):
            continue
        origins = dict.fromkeys(game.state.unit(unit).place for unit in units)
        with_commander = attack.order.commander_advances is not False
        yield PlaceOccupied(
            rule=ctx.game.cites["after_refusal"],
            side=side,
            units=units,
            commanders=tuple(_followers(ctx, game.state, side, units, origins)) if with_commander else (),
            place=place,
        )
        yield from entered(game, ctx, side, place, dice, f"{label}/occupy/{place}")


def _followers(
    ctx: Context, state: State, side: Side, units: tuple[str, ...], origins: Iterable[str | None]
) -> Iterable[str]:
    for origin in origins:
        if origin is not None:
            going = tuple(unit for unit in units if state.unit(unit).place == origin)
            yield from commanders_along(ctx, state, side, going, origin)


def _occupants(
    game: Game[State], ctx: Context, side: Side, attack: Declaration, able: tuple[str, ...], place: str, label: str
) -> Asking[tuple[str, ...]]:
    if attack.order.occupy:
        return tuple(unit for unit in attack.order.occupy if unit in able)
    decision = Decision(
        key=f"{label}/occupy/{place}/{side}",
        kind="occupy",
        side=side,
        rule=ctx.game.cites["after_refusal"],
        question=f"The enemy refused combat at {place}: which attackers enter it, if any?",
        default=Occupy(),
        place=place,
        units=able,
        examples=(Occupy(), *(Occupy(units=(unit,)) for unit in able)),
    )
    reply = yield from ask(decision)
    return tuple(dict.fromkeys(unit for unit in chosen(reply, decision, Occupy).units if unit in able))


def _room(ctx: Context, state: State, side: Side, units: tuple[str, ...], place: str) -> int:
    """Option overstack_move=forbid: no more than may stand there."""
    if ctx.options["overstack_move"] == "allow":
        return len(units)
    return stacking_limit(ctx, state, side, place).value


# --- Cossacks ----------------------------------------------------------------------------------------------


def _kept_out_by_cossacks(
    game: Game[State], ctx: Context, units: tuple[str, ...], place: str, label: str
) -> Asking[bool]:
    """VV-2.A1: Cossacks may meet French units that advance, and then keep them out of a Coalition zone.

    A step of one place is never too long for them, so that only the ban on zones matters; it is asked where it does.
    """
    state = game.state
    if ctx.counters[units[0]].side != FRENCH or "cossacks" not in ctx.facts["markers"]:
        return False
    if place not in enemy_zone(ctx, state, FRENCH) or not might_hold(state, COALITION, "cossacks"):
        return False
    origin = state.unit(units[0]).place or ""
    if not ctx.game.may_meet_cossacks(ctx, state, origin):
        return False
    decision = Decision(
        key=f"{label}/cossacks/{COALITION}",
        kind="cossacks",
        side=COALITION,
        rule=RuleId("VV-2.A1"),
        question=f"French units are about to enter {place} after combat: play Cossacks on them?",
        default=Cossacks(play=False),
        place=origin,
        units=units_in_sight(ctx, state, COALITION, units),
        facts=(Finding(rule=RuleId("VV-4.2a"), value=True, label="entering_zone", because=f"into {place}"),),
        examples=(Cossacks(play=True), Cossacks(play=False)),
    )
    reply = yield from ask(decision)
    held = in_hand(game.state, enemy_of(FRENCH), "cossacks")
    if not chosen(reply, decision, Cossacks).play or not held:
        return False
    counters = [ctx.counters[unit] for unit in units]
    immune = any(one.guard for one in counters) or (
        ctx.options["cossack_cav"] == "immune" and any(one.kind == "cavalry" for one in counters)
    )
    back = marker_kind(ctx, "cossacks").back(state.turn)
    assert back is not None
    yield CossacksPlayed(
        side=COALITION,
        marker=held[0].id,
        back=back,
        place=origin,
        units=units,
        effect="none" if immune else "no_zone",
    )
    return not immune
