"""VV 8.4, 8.5: a combat from the showing of forces to the advance."""

from __future__ import annotations

from dataclasses import dataclass, replace

from adjudicator.core.dice import Dice
from adjudicator.core.events import NotCarriedOut
from adjudicator.core.ruleset import Game
from adjudicator.core.types import RuleId, Side
from adjudicator.rulesets.vv1813.advance import advance
from adjudicator.rulesets.vv1813.attacks import Declaration
from adjudicator.rulesets.vv1813.casualties import hit_commander
from adjudicator.rulesets.vv1813.combat_drm import combat_drm
from adjudicator.rulesets.vv1813.combat_events import CombatResolved, NapoleonOptionUsed
from adjudicator.rulesets.vv1813.combat_tables import Outcome, combat_modifiers, combat_results, read_outcome
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.decisions import Asking, ask, chosen
from adjudicator.rulesets.vv1813.engagement import Engagement
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.lineup import disclosed, line_up, name_heads, prove, set_aside_excess
from adjudicator.rulesets.vv1813.losses import SPREAD, is_open, loss_decision, take
from adjudicator.rulesets.vv1813.orders import Losses, LossPolicy
from adjudicator.rulesets.vv1813.refusal import Stand
from adjudicator.rulesets.vv1813.retreat import Beaten, fall_back
from adjudicator.rulesets.vv1813.state import State, enemy_of
from adjudicator.rulesets.vv1813.tactics import napoleon_option, tactical_option, void_options, wants_napoleon_option


@dataclass(frozen=True, slots=True)
class Fought:
    """A combat whose dice have fallen."""

    game: Game[State]
    ctx: Context
    combat: Engagement
    attack: Declaration
    label: str
    dice: Dice
    natural: int
    tactical: bool
    result: Outcome
    """As it is to be carried out."""
    pressed: int = 0
    """Losses of the defender that stand for places of retreat (Napoleon's option)."""


def resolve(
    game: Game[State],
    ctx: Context,
    side: Side,
    attack: Declaration,
    stand: Stand,
    fled: frozenset[str],
    still_attacked: frozenset[str],
    label: str,
    dice: Dice,
    words: str,
) -> Asking[tuple[str, ...]]:
    """VV-8.5a: one combat; hands back the units that retreated."""
    combat = line_up(ctx, game.state, side, attack, stand.targets, fled, stand.qualities)
    yield disclosed(combat)
    combat = yield from set_aside_excess(ctx, game.state, combat, label)
    fought = yield from _roll(game, ctx, combat, attack, label, dice, words)
    fought = yield from _press(fought)
    yield from _lose(fought)
    yield from _hit_commanders(fought)
    gone: tuple[str, ...] = ()
    if game.state.ending is None:
        gone = yield from _retreat(fought, still_attacked)
    if game.state.ending is None:
        yield from _advance(fought)
    return gone


def _roll(
    game: Game[State], ctx: Context, combat: Engagement, attack: Declaration, label: str, dice: Dice, words: str
) -> Asking[Fought]:
    """VV-8.5a: head units and support, the modifiers, two dice, the table."""
    combat, spent = yield from name_heads(ctx, game.state, combat, attack, label)
    for side in (combat.side, combat.defender):
        combat = yield from prove(ctx, combat, combat.head(side), label, dice)
    order, tactical = attack.order, attack.order.tactical
    left_out: list[tuple[RuleId, str]] = []
    barred = ctx.game.barred(ctx, game.state, "support", combat.side) if order.support else None
    if barred is not None:
        left_out.append((barred.rule, f"The artillery support is not used: {barred.because}."))
    for use in order.support or ():
        if not marker_kind(ctx, use.marker).support:
            left_out.append((RuleId("VV-8.4h"), f"{marker_kind(ctx, use.marker).name} gives no support in combat."))
    void = void_options(ctx, combat) if tactical else ""
    if void:
        left_out.append((RuleId("VV-8.6.2a"), f"The tactical option is not used. {void}"))
        tactical = False
    for rule, reason in left_out:
        yield NotCarriedOut(rule=rule, side=combat.side, line=order.line, seat=order.seat, text=words, reason=reason)
    drm = combat_drm(ctx, game.state, combat)
    roll = dice.roll(f"{label}/result", 2)
    printed = combat_results(ctx).read(roll.total + drm.value)
    result = tactical_option(read_outcome(printed)) if tactical else read_outcome(printed)
    yield CombatResolved(
        rolls=(roll,),
        side=combat.side,
        targets=combat.targets,
        origins=combat.origins,
        attackers=tuple(one.force for one in combat.attackers),
        defenders=tuple(one.force for one in combat.defenders),
        attacking_commanders=combat.leaders[combat.side],
        defending_commanders=combat.leaders[combat.defender],
        attacking_head=combat.heads[combat.side],
        defending_head=combat.heads[combat.defender],
        attacking_support=spent[combat.side],
        defending_support=spent[combat.defender],
        drm=drm,
        natural=roll.total,
        modified=roll.total + drm.value,
        printed=printed,
        tactical=tactical,
        result=str(result),
    )
    return Fought(game, ctx, combat, attack, label, dice, roll.total, tactical, result)


def _press(fought: Fought) -> Asking[Fought]:
    """VV-8.6.3a: Napoleon's option, after the result is known."""
    game, ctx, combat = fought.game, fought.ctx, fought.combat
    order = fought.attack.order
    wanted = yield from wants_napoleon_option(ctx, game.state, combat, order, fought.result, fought.label)
    if not wanted:
        return fought
    result = napoleon_option(ctx, fought.result)
    yield NapoleonOptionUsed(side=combat.side, targets=combat.targets, before=str(fought.result), result=str(result))
    pressed = result.defender.losses - fought.result.defender.losses
    return replace(fought, result=result, pressed=pressed)


# --- losses ------------------------------------------------------------------------------------------------


def _lose(fought: Fought) -> Asking[None]:
    """VV-8.5b: losses of the attacker, then of the defender; who takes them is asked of both at once (D32)."""
    combat, game, ctx = fought.combat, fought.game, fought.ctx
    harms = {combat.side: fought.result.attacker.losses, combat.defender: fought.result.defender.losses}
    policies: dict[Side, LossPolicy] = dict.fromkeys(harms, SPREAD)
    if fought.attack.order.losses is not None:
        policies[combat.side] = fought.attack.order.losses
    decisions = []
    for side, count in harms.items():
        ordered = side == combat.side and fought.attack.order.losses is not None
        if not ordered and is_open(ctx, game.state, _units(combat, side), count, combat.heads[side]):
            key = f"{fought.label}/losses/{side}"
            units = _units(combat, side)
            decisions.append(loss_decision(ctx, game.state, side, units, count, key, combat.heads[side]))
    reply = yield from ask(*decisions)
    policies.update({decision.side: chosen(reply, decision, Losses).policy for decision in decisions})
    for side, count in harms.items():
        plain = count - fought.pressed if side == combat.defender else count
        units, head, policy = _units(combat, side), combat.heads[side], policies[side]
        yield from take(game, ctx, units, plain, policy, why="result", rule="VV-8.5b", head=head)
        if plain < count:
            first = None if plain else head
            yield from take(game, ctx, units, count - plain, policy, why="napoleon", rule="VV-8.6.3a", head=first)


def _units(combat: Engagement, side: Side) -> tuple[str, ...]:
    return tuple(one.unit for one in combat.fighters(side))


def _hit_commanders(fought: Fought) -> Asking[None]:
    """VV-8.7a: natural dice hit a commander: low ones the attacker's, a 12 the defender's."""
    combat, numbers = fought.combat, combat_modifiers(fought.ctx)
    low = set(numbers.attacker_hit)
    if fought.tactical:
        low |= set(fought.ctx.game.tactical_hit_on(fought.ctx))
    for side, totals in ((combat.side, low), (combat.defender, set(numbers.defender_hit))):
        if fought.natural in totals and fought.game.state.ending is None:
            those = [leader.commander for leader in combat.leaders[side]]
            yield from hit_commander(fought.game, fought.ctx, side, those, fought.label, fought.dice)


# --- retreat and advance -----------------------------------------------------------------------------------


def _retreat(fought: Fought, still_attacked: frozenset[str]) -> Asking[tuple[str, ...]]:
    """VV-8.5c: the defender goes back first, place by place, then the attacker."""
    combat, game = fought.combat, fought.game
    ground = frozenset((*combat.targets, *combat.origins))
    gone: tuple[str, ...] = ()
    for side, places, harm in (
        (combat.defender, combat.targets, fought.result.defender),
        (combat.side, combat.origins, fought.result.attacker),
    ):
        if not harm.retreat or game.state.ending is not None:
            continue
        barred = ground if side == combat.side else frozenset(combat.targets)
        stacks = [
            Beaten(side, place, harm.retreat, still_attacked=still_attacked, fought_over=barred) for place in places
        ]
        policy = fought.attack.order.losses if side == combat.side else None
        gone += yield from fall_back(game, fought.ctx, stacks, fought.label, fought.dice, policy)
    return gone


def _advance(fought: Fought) -> Asking[None]:
    """VV-8.5.1f: only after an R and into a place that is empty now; option advance_on_wipeout drops the R."""
    combat, game, ctx = fought.combat, fought.game, fought.ctx
    enemy = game.state.army(enemy_of(combat.side)).units_at
    vacated = [target for target in combat.targets if target not in enemy]
    if not fought.result.defender.retreat and ctx.options["advance_on_wipeout"] != "always":
        return
    yield from advance(game, ctx, combat.side, fought.attack, vacated, fought.result.mark, fought.label, fought.dice)
