"""LUT 2.3: playing markers: when each may be revealed, by whom, and the morale that it moves."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.core.ruleset import Game, Telling
from adjudicator.core.types import Decision, Finding, RuleId, Side
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.decisions import ask, chosen
from adjudicator.rulesets.vv1813.events import MarkerPlayed
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.games.lutzen import effects
from adjudicator.rulesets.vv1813.games.lutzen.clock import hour
from adjudicator.rulesets.vv1813.games.lutzen.effects import Revealed
from adjudicator.rulesets.vv1813.games.lutzen.events import MarkerWithoutEffect
from adjudicator.rulesets.vv1813.games.lutzen.facts import REVEALER, facts
from adjudicator.rulesets.vv1813.march import refused
from adjudicator.rulesets.vv1813.markers import held
from adjudicator.rulesets.vv1813.morale import change
from adjudicator.rulesets.vv1813.orders import Play, Reveal
from adjudicator.rulesets.vv1813.state import BOTH, COALITION, FRENCH, State

IN_ENEMY_SEQUENCE = {
    FRENCH: ("alexander", "wolonski", "munitions", "lost_bullet"),
    COALITION: ("lost_bullet",),
}
"""LUT-2.0b: what a side may reveal when the enemy's sequence begins."""
FOR_THE_WHOLE_TURN = ("wolonski", "munitions")
"""LUT-2.H1, LUT-2.I1: French markers that work only from the beginning of a turn."""
RANDOM_EVENT = "RE"


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a marker may not be revealed so, and what would do."""

    rule: RuleId
    reason: str
    remedy: str


# --- in the own sequence -----------------------------------------------------------------------------------


def play(game: Game[State], ctx: Context, order: Play, side: Side, words: str) -> Telling:
    """`play Lost bullet on Marmont`: reveal a marker in one's own sequence."""
    shown = Revealed(order.marker, side, order.target, order.option)
    problem = _own_problem(ctx, game.state, shown) or cannot(ctx, game.state, shown)
    if problem is not None:
        yield refused(side, order, words, problem.rule, problem.reason, problem.remedy)
        return
    yield from reveal(game, ctx, shown)


def _own_problem(ctx: Context, state: State, shown: Revealed) -> Problem | None:
    """What is not played by itself, or not in the own sequence."""
    kind = marker_kind(ctx, shown.kind)
    rule = facts(ctx).markers[shown.kind].rule
    if not held(state, shown.side, shown.kind):
        return Problem(rule, f"{kind.name} is not in your hand.", "Play a marker that you hold.")
    if not _is_own(ctx, shown):
        return None
    if kind.divisor is not None:
        remedy = "Write `bombard PLACE with ...`, or name it as support of an attack."
        return Problem(rule, f"{kind.name} is not played by itself.", remedy)
    if kind.kind == "cossacks":
        remedy = "Write a standing order: `when the enemy moves: play Cossacks`."
        return Problem(rule, f"{kind.name} are not played by themselves.", remedy)
    late = shown.kind == "munitions" and state.turn < facts(ctx).munitions.from_turn
    freezes = shown.kind == "alexander" and effects.alexander_choice(shown.option) == effects.HOLD_BACK
    if (shown.kind in FOR_THE_WHOLE_TURN and not late) or freezes:
        reason = f"{kind.name} works from the beginning of a turn, and the Coalition has already moved."
        return Problem(rule, reason, f"Write the standing order `in the enemy turn: play {kind.name}`.")
    return None


def cannot(ctx: Context, state: State, shown: Revealed) -> Problem | None:
    """What a marker needs that the play does not say: a choice that has no default, a legal target."""
    if not _is_own(ctx, shown) or _is_void(ctx, state, shown):
        return None
    rule, name = facts(ctx).markers[shown.kind].rule, marker_kind(ctx, shown.kind).name
    match shown.kind:
        case "alexander" if not effects.alexander_choice(shown.option):
            remedy = f"Write `play {name}: cancel command range` or `play {name}: hold back the Guards`."
            return Problem(rule, f"{name} has two effects; say which.", remedy)
        case "alternative" if not effects.corps_choice(shown.side, shown.option):
            remedy = f"Write `play {name}: V Corps` or `play {name}: XII Corps`."
            return Problem(rule, "Say which corps is to come.", remedy)
        case "hussars" if shown.target:
            reason = effects.wrong_redeployment(ctx, state, shown.target)
            return Problem(rule, reason, "Name another place, or none.") if reason else None
        case "lost_bullet" if shown.target and shown.side == COALITION:
            reason = effects.wrong_target(ctx, state, shown.target)
            return Problem(rule, reason, "Name another commander, or none.") if reason else None
        case _:
            return None


# --- when the enemy's sequence begins ----------------------------------------------------------------------


def offer_reveals(game: Game[State], ctx: Context, side: Side) -> Telling:
    """LUT-2.0b, LUT-7.4b: a side may reveal markers that it holds when the enemy's sequence begins (D05), or not.

    Asked whenever a face-down random event lies in its hand, so that the question shows nothing.
    """
    number = 0
    while game.state.ending is None and may_hold_events(game.state, side):
        number += 1
        decision = _reveal_decision(ctx, game.state, side, number)
        reply = yield from ask(decision)
        choice = chosen(reply, decision, Reveal)
        shown = Revealed(choice.marker, side, choice.target, choice.option)
        if not choice.marker or not allows_reveal(ctx, game.state, decision, choice).value:
            return
        yield from reveal(game, ctx, shown)


def may_hold_events(state: State, side: Side) -> bool:
    """Whether a side holds a face-down marker whose back says that it may be a random event."""
    return any(not one.public and one.marker_class == RANDOM_EVENT for one in held(state, side))


def _reveal_decision(ctx: Context, state: State, side: Side, number: int) -> Decision:
    kinds = IN_ENEMY_SEQUENCE[side]
    return Decision(
        key=f"T{state.turn}/reveal/{number}/{side}",
        kind="reveal",
        side=side,
        rule=RuleId("LUT-2.0b"),
        question=f"The enemy's sequence of turn {state.turn} begins: do you reveal a marker that you hold?",
        default=Reveal(),
        units=kinds,
        examples=(*_offers(ctx, state, side), Reveal()),
    )


def _offers(ctx: Context, state: State, side: Side) -> tuple[Reveal, ...]:
    found: list[Reveal] = []
    for kind in IN_ENEMY_SEQUENCE[side]:
        if not held(state, side, kind) or (kind == "munitions" and state.turn < facts(ctx).munitions.from_turn):
            continue
        if kind == "alexander":
            found += [Reveal(marker=kind, option=one) for one in (effects.CANCEL_RANGE, effects.HOLD_BACK)]
        else:
            found.append(Reveal(marker=kind))
    return tuple(found)


def allows_reveal(ctx: Context, state: State, decision: Decision, choice: Reveal) -> Finding[bool]:
    """Whether a marker may be revealed in answer to the question."""
    if not any(isinstance(e, Reveal) and e.marker == choice.marker for e in decision.examples):
        because = f"{marker_kind(ctx, choice.marker).name} cannot be revealed now."
        return Finding(rule=decision.rule, value=False, because=because)
    problem = cannot(ctx, state, Revealed(choice.marker, decision.side, choice.target, choice.option))
    if problem is not None:
        return Finding(rule=problem.rule, value=False, because=f"{problem.reason} {problem.remedy}")
    return Finding(rule=decision.rule, value=True)


# --- revealing ---------------------------------------------------------------------------------------------


def reveal(game: Game[State], ctx: Context, shown: Revealed) -> Telling:
    """A held marker is shown: it works, moves morale, or is only discarded; in any case it leaves the game."""
    marker = held(game.state, shown.side, shown.kind)[0]
    numbers = facts(ctx).markers[shown.kind]
    void = _is_void(ctx, game.state, shown)
    yield MarkerPlayed(
        rule=_rule(ctx, game.state, shown),
        side=shown.side,
        marker=marker.id,
        marker_kind=shown.kind,
        target=shown.target,
        option=shown.option,
    )
    if void:
        yield MarkerWithoutEffect(rule=numbers.rule, side=shown.side, marker_kind=shown.kind, because=void)
    elif _is_own(ctx, shown):
        yield from effects.work(game, ctx, shown)
    if game.state.ending is None and (not void or shown.kind == "general_staff"):
        yield from _move_morale(game, ctx, shown)


def _is_own(ctx: Context, shown: Revealed) -> bool:
    """Whether the marker belongs to whoever reveals it, or to both."""
    numbers = facts(ctx).markers[shown.kind]
    return bool(numbers.count(shown.side) or numbers.count(BOTH))


def _rule(ctx: Context, state: State, shown: Revealed) -> RuleId:
    """The paragraph that a reveal falls under."""
    if shown.kind == "general_staff" and _is_void(ctx, state, shown):
        return RuleId("LUT-2.M2")
    if not _is_own(ctx, shown) or state.turn > 1:
        other = {"bridge": "LUT-2.B5", "clairvoyant": "LUT-2.D3"}.get(shown.kind)
        if other is not None:
            return RuleId(other)
    return facts(ctx).markers[shown.kind].rule


def _is_void(ctx: Context, state: State, shown: Revealed) -> str:
    """Why a marker is only discarded (LUT-2.0c and the texts of the markers); empty if it works."""
    numbers = facts(ctx).markers[shown.kind]
    if not _is_own(ctx, shown) and not numbers.other:
        return "it belongs to the enemy"
    if numbers.marker_class == "RE1" and state.turn > 1:
        return "it works on the first turn only"
    match shown.kind:
        case "munitions" if _is_own(ctx, shown) and state.turn < facts(ctx).munitions.from_turn:
            return f"it works from turn {facts(ctx).munitions.from_turn} on"
        case "guards_attack" if state.turn < facts(ctx).guards_attack.turn:
            return f"it works from turn {facts(ctx).guards_attack.turn} on"
        case "general_staff" if hour(ctx, state) <= facts(ctx).general_staff.after:
            return f"it works after the {facts(ctx).general_staff.after}.00 turn"
        case _:
            return ""


def _move_morale(game: Game[State], ctx: Context, shown: Revealed) -> Telling:
    """LUT-9.0: markers may raise morale to 15; on turn 1 they move the value that objectives can restore."""
    numbers = facts(ctx).markers[shown.kind]
    moved = numbers.own if _is_own(ctx, shown) else numbers.other
    for who, amount in sorted(moved.items()):
        side = shown.side if who == REVEALER else Side(who)
        most = facts(ctx).morale_limit.most
        rule = _rule(ctx, game.state, shown)
        for event in change(ctx, game.state, side, amount, rule, f"{numbers.name} revealed", most=most):
            ceiling = game.state.morale[side].ceiling
            moves = game.state.turn == 1
            yield event.model_copy(update={"ceiling": min(most, ceiling + amount)}) if moves else event
