"""VV 8.3: retreat before combat: cavalry that will not meet infantry, and the rearguards of a general retreat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from adjudicator.core.dice import Dice
from adjudicator.core.ruleset import Game
from adjudicator.core.types import Choice, Decision, RuleId, Side
from adjudicator.maps.hexgrid import distance
from adjudicator.rulesets.vv1813.attacks import Declaration
from adjudicator.rulesets.vv1813.combat_events import CombatRefused, RefusalForbidden, SpentMarker
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.decisions import Asking, ask, chosen, fitted
from adjudicator.rulesets.vv1813.engagement import Engagement, Fighter
from adjudicator.rulesets.vv1813.entering import entered
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.lineup import QUALITIES, line_up, prove
from adjudicator.rulesets.vv1813.markers import in_hand, might_hold
from adjudicator.rulesets.vv1813.orders import Cossacks, RetreatBefore, StandAndFight
from adjudicator.rulesets.vv1813.paths import Mover, entry_bar, ground
from adjudicator.rulesets.vv1813.sight import units_in_sight
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State, enemy_of
from adjudicator.rulesets.vv1813.zones import enemy_zone, stacking_limit


@dataclass(frozen=True, slots=True)
class Stand:
    """What is left of an attack when those who will not fight have gone."""

    targets: tuple[str, ...]
    """Places whose defenders fight."""
    refused: tuple[str, ...]
    """Places that were vacated."""
    units: tuple[str, ...]
    """Units that went."""
    qualities: Mapping[str, str]
    """What units of quality "?" rolled for the comparison; it stands for this combat."""


def offer_refusal(
    game: Game[State],
    ctx: Context,
    side: Side,
    attack: Declaration,
    targets: tuple[str, ...],
    fled: frozenset[str],
    still_attacked: frozenset[str],
    label: str,
    dice: Dice,
) -> Asking[Stand]:
    """VV-8.3a: before a combat is resolved, the defender of each place may refuse it if the classes allow (D24)."""
    combat = line_up(ctx, game.state, side, attack, targets, fled, {})
    asked = [
        (target, _decision(ctx, game.state, combat, target, still_attacked, label))
        for target in targets
        if _may(ctx, game.state, combat, target) and _places(ctx, game.state, combat, target)
    ]
    reply = yield from ask(*(decision for _, decision in asked))
    stand = Stand(targets, (), (), {})
    for target, decision in asked:
        choice = _chosen(reply, decision)
        if not isinstance(choice, RetreatBefore) or game.state.ending is not None:
            continue
        places = _ranked(ctx, game.state, combat, target, still_attacked, choice.to)
        if places:
            stand = yield from _try_to_go(game, ctx, combat, target, places, stand, label, dice)
    return stand


def _may(ctx: Context, state: State, combat: Engagement, target: str) -> bool:
    """VV-8.3a, VV-8.3c: attacked by infantry only; cavalry, or infantry with the rights of the general retreat.

    Only classes are looked at, as both sides know them at this moment; qualities are compared later.
    """
    if any(one.counter.kind != "infantry" for one in combat.counted(combat.side)):
        return False
    there = _stack(combat, target)
    return all(one.counter.kind == "cavalry" or ctx.game.has_retreat_rights(ctx, state, one.unit) for one in there)


def _stack(combat: Engagement, target: str) -> tuple[Fighter, ...]:
    return tuple(one for one in combat.defenders if one.place == target)


def _decision(
    ctx: Context, state: State, combat: Engagement, target: str, still_attacked: frozenset[str], label: str
) -> Decision:
    """D24: by default a unit on its own refuses, a stack stands."""
    units = tuple(one.unit for one in _stack(combat, target))
    places = _ranked(ctx, state, combat, target, still_attacked, ())
    proviso = " It must prove better than every attacker." if _needs_proof(combat, target) else ""
    return Decision(
        key=f"{label}/retreat-before/{target}/{combat.defender}",
        kind="retreat_before_combat",
        side=combat.defender,
        rule=RuleId("VV-8.3c" if proviso else "VV-8.3a"),
        question=f"{target} is attacked by infantry only: retreat before combat, or stand?{proviso}",
        default=RetreatBefore() if len(units) == 1 else StandAndFight(),
        place=target,
        units=units,
        examples=(StandAndFight(), *(RetreatBefore(to=(place,)) for place in places)),
    )


def _chosen(reply: Mapping[str, Choice], decision: Decision) -> Choice:
    choice = fitted(decision, reply[decision.key])
    return choice if isinstance(choice, RetreatBefore | StandAndFight) else decision.default


# --- where to ----------------------------------------------------------------------------------------------


def _ranked(
    ctx: Context,
    state: State,
    combat: Engagement,
    target: str,
    still_attacked: frozenset[str],
    wanted: tuple[str, ...],
) -> tuple[str, ...]:
    """The places one step away that are free of enemy zones: as wished, then not attacked, then away from enemies."""
    enemies = state.army(combat.side).units_at

    def rank(place: str) -> tuple[int, bool, int, str]:
        liking = wanted.index(place) if place in wanted else len(wanted)
        return liking, place in still_attacked, -min(distance(place, enemy) for enemy in enemies), place

    return tuple(sorted(_places(ctx, state, combat, target), key=rank))


def _places(ctx: Context, state: State, combat: Engagement, target: str) -> list[str]:
    side, units = combat.defender, tuple(one.unit for one in _stack(combat, target))
    horse = any(one.counter.kind == "cavalry" for one in _stack(combat, target))
    commanders = tuple(one.id for one in state.army(side).commanders_at.get(target, ()))
    mover = Mover(side, units, commanders, target, 0, horse)
    zone = enemy_zone(ctx, state, side)
    return [
        place
        for place in ctx.board.neighbours[target]
        if place not in zone
        and place not in combat.targets
        and entry_bar(ctx, state, mover, place) is None
        and ground(ctx, target, place, horse) is not None
        and all(ctx.game.may_leave(ctx, state, unit, target, place).value for unit in units)
        and _has_room(ctx, state, mover, place)
    ]


def _has_room(ctx: Context, state: State, mover: Mover, place: str) -> bool:
    """Option overstack_move=forbid: nobody goes where too many would stand."""
    friends = len(state.army(mover.side).units_at.get(place, ()))
    if ctx.options["overstack_move"] == "allow" or not friends:
        return True
    return friends + len(mover.units) <= stacking_limit(ctx, state, mover.side, place).value


# --- going -------------------------------------------------------------------------------------------------


def _try_to_go(
    game: Game[State],
    ctx: Context,
    combat: Engagement,
    target: str,
    places: tuple[str, ...],
    stand: Stand,
    label: str,
    dice: Dice,
) -> Asking[Stand]:
    if (yield from _is_forbidden(game, ctx, combat, target, label)):
        return stand
    proven = replace(combat, qualities=stand.qualities)
    rule = "VV-8.3a"
    if _needs_proof(combat, target):
        rule = "VV-8.3c"
        proven = yield from _compare(ctx, proven, target, label, dice)
        if not _is_better(proven, target):
            return replace(stand, qualities=proven.qualities)
    units = tuple(one.unit for one in _stack(combat, target))
    to = places[0]
    yield CombatRefused(
        rule=RuleId(rule),
        side=combat.defender,
        place=target,
        to=to,
        units=units,
        commanders=tuple(one.id for one in game.state.army(combat.defender).commanders_at.get(target, ())),
        origins=combat.origins,
    )
    yield from entered(game, ctx, combat.defender, to, dice, f"{label}/retreat-before/{target}")
    return Stand(
        targets=tuple(place for place in stand.targets if place != target),
        refused=(*stand.refused, target),
        units=(*stand.units, *units),
        qualities=proven.qualities,
    )


def _is_forbidden(game: Game[State], ctx: Context, combat: Engagement, target: str, label: str) -> Asking[bool]:
    """VV-8.3d, VV-2.A3: a Cossack marker keeps French cavalry where it is (D25).

    Asked whenever the Coalition may hold one as far as can be seen, so that the question shows nothing.
    """
    state = game.state
    if combat.defender != FRENCH or "cossacks" not in ctx.facts["markers"]:
        return False
    if not might_hold(state, COALITION, "cossacks") or not ctx.game.may_meet_cossacks(ctx, state, target):
        return False
    decision = Decision(
        key=f"{label}/cossacks-forbid/{target}/{COALITION}",
        kind="cossacks_forbid",
        side=COALITION,
        rule=RuleId("VV-2.A3"),
        question=f"The French cavalry at {target} refuses combat: play Cossacks to forbid it?",
        default=Cossacks(play=False),
        place=target,
        units=units_in_sight(ctx, state, COALITION, tuple(one.unit for one in _stack(combat, target))),
        examples=(Cossacks(play=True), Cossacks(play=False)),
    )
    reply = yield from ask(decision)
    held = in_hand(game.state, enemy_of(combat.defender), "cossacks")
    if not chosen(reply, decision, Cossacks).play or not held:
        return False
    back = marker_kind(ctx, "cossacks").back(state.turn)
    spent = SpentMarker(marker=held[0].id, kind="cossacks", back=back)
    yield RefusalForbidden(side=COALITION, place=target, spent=spent)
    return True


# --- the comparison of the general retreat -----------------------------------------------------------------


def _needs_proof(combat: Engagement, target: str) -> bool:
    return any(one.counter.kind == "infantry" for one in _stack(combat, target))


def _compare(ctx: Context, combat: Engagement, target: str, label: str, dice: Dice) -> Asking[Engagement]:
    """VV-8.3c: units of quality "?" on both sides are rolled for the comparison; the roll stands for this combat."""
    foot = [one for one in _stack(combat, target) if one.counter.kind == "infantry"]
    for one in (*combat.counted(combat.side), *foot):
        combat = yield from prove(ctx, combat, one, label, dice)
    return combat


def _is_better(combat: Engagement, target: str) -> bool:
    """VV-8.3c: each infantry unit is better than the best attacking unit."""
    best = min(QUALITIES.index(combat.quality(one)) for one in combat.counted(combat.side))
    foot = [one for one in _stack(combat, target) if one.counter.kind == "infantry"]
    return all(QUALITIES.index(combat.quality(one)) < best for one in foot)
