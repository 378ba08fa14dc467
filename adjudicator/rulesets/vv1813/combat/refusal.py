"""VV 8.3: retreat before combat: cavalry that will not meet infantry, and the rearguards of a general retreat."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.types import Choice, Decision, RuleId
from adjudicator.core.values import dataclass, replace
from adjudicator.kit.run import Asking, ask, decided
from adjudicator.maps.hexgrid import distance
from adjudicator.rulesets.vv1813.combat.aftermath_events import CombatRefused
from adjudicator.rulesets.vv1813.combat.assault import Assault
from adjudicator.rulesets.vv1813.combat.engagement import Engagement, Fighter
from adjudicator.rulesets.vv1813.combat.events import RefusalForbidden, SpentMarker
from adjudicator.rulesets.vv1813.combat.lineup import QUALITIES, line_up, prove
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.decisions import fitted
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.markers.markers import in_hand, is_immune, may_be_met, spent_cossacks
from adjudicator.rulesets.vv1813.movement.entering import entered
from adjudicator.rulesets.vv1813.movement.paths import Mover, entry_bar, ground
from adjudicator.rulesets.vv1813.movement.zones import enemy_zone, stacking_limit
from adjudicator.rulesets.vv1813.orders import Cossacks, RetreatBefore, StandAndFight
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.sight import units_in_sight
from adjudicator.rulesets.vv1813.state import COALITION, State


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


def offer_refusal(assault: Assault) -> Asking[Stand]:
    """VV-8.3a: before a combat is resolved, the defender of each place may refuse it if the classes allow (D24)."""
    ctx, targets = assault.ctx, assault.targets
    combat = line_up(assault, targets, {})
    asked = [
        (target, _decision(assault, combat, target))
        for target in targets
        if _may(ctx, assault.state, combat, target) and _places(ctx, assault.state, combat, target)
    ]
    reply = yield from ask(*(decision for _, decision in asked))
    stand = Stand(targets, (), (), {})
    for target, decision in asked:
        choice = _chosen(reply, decision)
        places = _ranked(assault, combat, target, choice.to) if isinstance(choice, RetreatBefore) else ()
        if places:
            stand = yield from _try_to_go(assault, combat, target, places[0], stand)
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


def _decision(assault: Assault, combat: Engagement, target: str) -> Decision:
    """D24: by default a unit on its own refuses, a stack stands."""
    units = tuple(one.unit for one in _stack(combat, target))
    places = _ranked(assault, combat, target, ())
    proviso = " It must prove better than every attacker." if _needs_proof(combat, target) else ""
    return Decision(
        key=assault.key("retreat-before", target, combat.defender),
        kind="retreat_before_combat",
        moments=("attacked",),
        side=combat.defender,
        rule=RuleId("VV-8.3c" if proviso else "VV-8.3a"),
        question=f"{target} is attacked by infantry only: retreat before combat, or stand?{proviso}",
        default=RetreatBefore() if len(units) == 1 else StandAndFight(),
        place=target,
        places=assault.attack.targets,
        units=units,
        examples=(StandAndFight(), *(RetreatBefore(to=(place,)) for place in places)),
    )


def _chosen(reply: Mapping[str, Choice], decision: Decision) -> Choice:
    choice = fitted(decision, reply[decision.key])
    return choice if isinstance(choice, RetreatBefore | StandAndFight) else decision.default


# --- where to ----------------------------------------------------------------------------------------------


def _ranked(assault: Assault, combat: Engagement, target: str, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """The places one step away that are free of enemy zones: as wished, then not attacked, then away from enemies."""
    enemies = assault.state.army(combat.side).units_at

    def rank(place: str) -> tuple[int, bool, int, str]:
        liking = wanted.index(place) if place in wanted else len(wanted)
        return liking, place in assault.still_attacked, -min(distance(place, enemy) for enemy in enemies), place

    return tuple(sorted(_places(assault.ctx, assault.state, combat, target), key=rank))


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


def _try_to_go(assault: Assault, combat: Engagement, target: str, to: str, stand: Stand) -> Asking[Stand]:
    if (yield from _is_forbidden(assault, combat, target)):
        return stand
    proven = replace(combat, qualities=stand.qualities)
    rule = "VV-8.3a"
    if _needs_proof(combat, target):
        rule = "VV-8.3c"
        proven = yield from _compare(assault.run, proven, target)
        if not _is_better(proven, target):
            return replace(stand, qualities=proven.qualities)
    units = tuple(one.unit for one in _stack(combat, target))
    yield CombatRefused(
        rule=RuleId(rule),
        side=combat.defender,
        place=target,
        to=to,
        units=units,
        commanders=tuple(one.id for one in assault.state.army(combat.defender).commanders_at.get(target, ())),
        origins=combat.origins,
    )
    yield from entered(assault.run.under("retreat-before", target), combat.defender, to)
    return Stand(
        targets=tuple(place for place in stand.targets if place != target),
        refused=(*stand.refused, target),
        units=(*stand.units, *units),
        qualities=proven.qualities,
    )


def _is_forbidden(assault: Assault, combat: Engagement, target: str) -> Asking[bool]:
    """VV-8.3d, VV-2.A3: a Cossack marker keeps French cavalry where it is (D25); VV-2.1l: not the Guard's.

    Asked whenever the Coalition may hold one as far as can be seen, so that the question shows nothing; a marker
    that meets Guard is spent in vain.
    """
    ctx, state = assault.ctx, assault.state
    units = tuple(one.unit for one in _stack(combat, target))
    if not may_be_met(assault.run, units, target):
        return False
    decision = Decision(
        key=assault.key("cossacks-forbid", target, COALITION),
        kind="cossacks_forbid",
        moments=("refuses",),
        side=COALITION,
        rule=RuleId("VV-2.A3"),
        question=f"The French cavalry at {target} refuses combat: play Cossacks to forbid it?",
        default=Cossacks(play=False),
        place=target,
        places=assault.attack.targets,
        units=units_in_sight(ctx, state, COALITION, units),
        examples=(Cossacks(play=True), Cossacks(play=False)),
    )
    choice = yield from decided(decision, Cossacks)
    mine = in_hand(state, COALITION, "cossacks")
    if not choice.play or not mine:
        return False
    if is_immune(ctx, units):
        yield spent_cossacks(assault.run, target, units, "none")
        return False
    back = marker_kind(ctx, "cossacks").back(state.turn)
    spent = SpentMarker(marker=mine[0].id, kind="cossacks", back=back)
    yield RefusalForbidden(side=COALITION, place=target, spent=spent)
    return True


# --- the comparison of the general retreat -----------------------------------------------------------------


def _needs_proof(combat: Engagement, target: str) -> bool:
    return any(one.counter.kind == "infantry" for one in _stack(combat, target))


def _compare(run: Run, combat: Engagement, target: str) -> Asking[Engagement]:
    """VV-8.3c: units of quality "?" on both sides are rolled for the comparison; the roll stands for this combat."""
    foot = [one for one in _stack(combat, target) if one.counter.kind == "infantry"]
    for one in (*combat.counted(combat.side), *foot):
        combat = yield from prove(run, combat, one)
    return combat


def _is_better(combat: Engagement, target: str) -> bool:
    """VV-8.3c: each infantry unit is better than the best attacking unit."""
    best = min(QUALITIES.index(combat.quality(one)) for one in combat.counted(combat.side))
    foot = [one for one in _stack(combat, target) if one.counter.kind == "infantry"]
    return all(QUALITIES.index(combat.quality(one)) < best for one in foot)
