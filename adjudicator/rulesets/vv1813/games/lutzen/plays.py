"""LUT 2.3: playing markers: when each may be revealed, by whom, and the morale that it moves."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Decision, Order, RuleId, Side
from adjudicator.kit.run import decided
from adjudicator.kit.verdicts import Verdict, first_no, no, yes
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.games.lutzen import effects
from adjudicator.rulesets.vv1813.games.lutzen.clock import hour
from adjudicator.rulesets.vv1813.games.lutzen.effects import Revealed
from adjudicator.rulesets.vv1813.games.lutzen.facts import REVEALER, facts
from adjudicator.rulesets.vv1813.games.lutzen.marker_events import MarkerWithoutEffect
from adjudicator.rulesets.vv1813.markers.events import MarkerPlayed
from adjudicator.rulesets.vv1813.markers.markers import held
from adjudicator.rulesets.vv1813.morale.morale import change
from adjudicator.rulesets.vv1813.orders import OPTIONS, MarkerOption, Play, Reveal
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import BOTH, COALITION, FRENCH, State

IN_ENEMY_SEQUENCE = {
    FRENCH: ("alexander", "wolonski", "munitions", "lost_bullet"),
    COALITION: ("lost_bullet",),
}
"""LUT-2.0b: what a side may reveal when the enemy's sequence begins."""
FOR_THE_WHOLE_TURN = ("wolonski", "munitions")
"""LUT-2.H1, LUT-2.I1: French markers that work only from the beginning of a turn."""
RANDOM_EVENT = "RE"


# --- in the own sequence -----------------------------------------------------------------------------------


def play(run: Run, order: Play) -> Telling:
    """`play Lost bullet on Marmont`: reveal a marker in one's own sequence."""
    shown = Revealed(order.marker, run.side, order.target, order.option)
    verdict = first_no(_may_play(run.ctx, run.state, shown), may_work(run.ctx, run.state, shown))
    if verdict.value:
        yield from reveal(run, shown)
    else:
        yield run.refused(order, verdict)


def _may_play(ctx: Context, state: State, shown: Revealed) -> Verdict:
    """What is not played by itself, or not in the own sequence."""
    kind = marker_kind(ctx, shown.kind)
    rule = facts(ctx).markers[shown.kind].rule
    if not held(state, shown.side, shown.kind):
        return no(rule, f"{kind.name} is not in your hand.", "Play a marker that you hold.")
    if not _is_own(ctx, shown):
        return yes(rule)
    if kind.divisor is not None:
        remedy = "Write `bombard PLACE with ...`, or name it as support of an attack."
        return no(rule, f"{kind.name} is not played by itself.", remedy)
    if kind.kind == "cossacks":
        remedy = "Write a standing order: `when the enemy moves: play Cossacks`."
        return no(rule, f"{kind.name} are not played by themselves.", remedy)
    late = shown.kind == "munitions" and state.turn < facts(ctx).munitions.from_turn
    freezes = shown.kind == "alexander" and shown.option == effects.HOLD_BACK
    if (shown.kind in FOR_THE_WHOLE_TURN and not late) or freezes:
        reason = f"{kind.name} works from the beginning of a turn, and the Coalition has already moved."
        return no(rule, reason, f"Write the standing order `in the enemy turn: play {kind.name}`.")
    return yes(rule)


def may_work(ctx: Context, state: State, shown: Revealed) -> Verdict:
    """What a marker needs that the play does not say: a choice that has no default, a legal target."""
    rule, name = facts(ctx).markers[shown.kind].rule, marker_kind(ctx, shown.kind).name
    if not _is_own(ctx, shown) or _is_void(ctx, state, shown):
        return yes(rule)
    match shown.kind:
        case "alexander" if shown.option not in (effects.CANCEL_RANGE, effects.HOLD_BACK):
            remedy = _either(name, effects.CANCEL_RANGE, effects.HOLD_BACK)
            return no(rule, f"{name} has two effects; say which.", remedy)
        case "alternative" if not effects.corps_choice(shown):
            remedy = _either(name, *effects.CORPS)
            return no(rule, "Say which corps is to come.", remedy)
        case "hussars" if shown.target:
            return effects.may_redeploy(ctx, state, shown.target)
        case "lost_bullet" if shown.target and shown.side == COALITION:
            return effects.may_strike(ctx, state, shown.target)
        case _:
            return yes(rule)


def _either(name: str, *options: MarkerOption) -> str:
    return f"Write {' or '.join(f'`play {name}: {OPTIONS[option]}`' for option in options)}."


# --- when the enemy's sequence begins ----------------------------------------------------------------------


def offer_reveals(run: Run) -> Telling:
    """LUT-2.0b, LUT-7.4b: a side may reveal markers that it holds when the enemy's sequence begins (D05), or not.

    Asked whenever a face-down random event lies in its hand, so that the question shows nothing.
    """
    number = 0
    while may_hold_events(run.state, run.side):
        number += 1
        decision = _reveal_decision(run.ctx, run.state, run.side, number)
        choice = yield from decided(decision, Reveal)
        if not choice.marker or not may_reveal(run.ctx, run.state, decision, choice).value:
            return
        yield from reveal(run, Revealed(choice.marker, run.side, choice.target, choice.option))


def may_hold_events(state: State, side: Side) -> bool:
    """Whether a side holds a face-down marker whose back says that it may be a random event."""
    return any(not one.public and one.marker_class == RANDOM_EVENT for one in held(state, side))


def _reveal_decision(ctx: Context, state: State, side: Side, number: int) -> Decision:
    kinds = IN_ENEMY_SEQUENCE[side]
    return Decision(
        key=f"T{state.turn}/reveal/{number}/{side}",
        kind="reveal",
        moments=("enemy_phase",),
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


def may_reveal(ctx: Context, state: State, decision: Decision, choice: Reveal) -> Verdict:
    """Whether a marker may be revealed in answer to the question."""
    if not any(isinstance(e, Reveal) and e.marker == choice.marker for e in decision.examples):
        return no(decision.rule, f"{marker_kind(ctx, choice.marker).name} cannot be revealed now.")
    return may_work(ctx, state, Revealed(choice.marker, decision.side, choice.target, choice.option))


# --- revealing ---------------------------------------------------------------------------------------------


def reveal(run: Run, shown: Revealed) -> Telling:
    """A held marker is shown: it works, moves morale, or is only discarded; in any case it leaves the game."""
    ctx = run.ctx
    marker = held(run.state, shown.side, shown.kind)[0]
    void = _is_void(ctx, run.state, shown)
    yield MarkerPlayed(
        rule=_rule(ctx, run.state, shown),
        side=shown.side,
        marker=marker.id,
        marker_kind=shown.kind,
        target=shown.target,
        option=OPTIONS.get(shown.option, ""),
    )
    if void:
        rule = facts(ctx).markers[shown.kind].rule
        yield MarkerWithoutEffect(rule=rule, side=shown.side, marker_kind=shown.kind, because=void)
    elif _is_own(ctx, shown):
        yield from effects.work(run, shown)
    if not void or shown.kind == "general_staff":
        yield from _move_morale(run, shown)


def waste_of(ctx: Context, known: State, side: Side, order: Order) -> Verdict:
    """LUT-2.0b: a marker of one's own that would only be discarded if it were played now."""
    if not isinstance(order, Play) or order.marker not in facts(ctx).markers:
        return yes("LUT-2.0b")
    shown = Revealed(order.marker, side, order.target, order.option)
    void = _is_void(ctx, known, shown)
    if not void or not _is_own(ctx, shown) or not held(known, side, order.marker):
        return yes("LUT-2.0b")
    name = marker_kind(ctx, order.marker).name
    kept = "" if order.marker != "general_staff" else " but for its point of morale"
    return no(_rule(ctx, known, shown), f"{name} is thrown away{kept}: {void}.", "Keep it for later, or leave it.")


def in_wrong_hands(ctx: Context, state: State, kind: str) -> str:
    """LUT-2.0c: what it does if the side that it does not belong to reveals a marker."""
    numbers = facts(ctx).markers[kind]
    void = _late(ctx, state, kind, own=False)
    if not numbers.other or void:
        return "no use to you" + (f": {void}" if void and numbers.other else "")
    return "revealing it: " + ", ".join(f"{side} morale {amount:+d}" for side, amount in sorted(numbers.other.items()))


def _late(ctx: Context, state: State, kind: str, *, own: bool) -> str:
    """LUT-2.0a: markers of the first turn are void later; option hussars_late: not 10th Hussars in wrong hands."""
    if facts(ctx).markers[kind].marker_class != "RE1" or state.turn <= 1:
        return ""
    if kind == "hussars" and not own and ctx.options["hussars_late"] == "minus_1":
        return ""
    return "it works on the first turn only"


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
    late = _late(ctx, state, shown.kind, own=_is_own(ctx, shown))
    if late:
        return late
    match shown.kind:
        case "munitions" if _is_own(ctx, shown) and state.turn < facts(ctx).munitions.from_turn:
            return f"it works from turn {facts(ctx).munitions.from_turn} on"
        case "guards_attack" if state.turn < facts(ctx).guards_attack.turn:
            return f"it works from turn {facts(ctx).guards_attack.turn} on"
        case "general_staff" if hour(ctx, state) <= facts(ctx).general_staff.after:
            return f"it works after the {facts(ctx).general_staff.after}.00 turn"
        case _:
            return ""


def _move_morale(run: Run, shown: Revealed) -> Telling:
    """LUT-9.0: markers may raise morale to 15; on turn 1 they move the value that objectives can restore."""
    ctx = run.ctx
    numbers, most = facts(ctx).markers[shown.kind], facts(ctx).morale_limit.most
    moved = numbers.own if _is_own(ctx, shown) else numbers.other
    for who, amount in sorted(moved.items()):
        side = shown.side if who == REVEALER else Side(who)
        rule = _rule(ctx, run.state, shown)
        for event in change(ctx, run.state, side, amount, rule, f"{numbers.name} revealed", most=most):
            ceiling = run.state.morale[side].ceiling
            moves = run.state.turn == 1
            yield event.model_copy(update={"ceiling": min(most, ceiling + amount)}) if moves else event
