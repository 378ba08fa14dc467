"""VV 2: markers: hands, the turn track, Losses, and Cossacks in the middle of a French move."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Decision, Finding, RuleId, Side
from adjudicator.kit.run import Asking, decided
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.markers.events import (
    CossackOutcome,
    CossacksPlayed,
    LaidMarker,
    MarkerDrawn,
    MarkersLaid,
    MarkersLost,
    MarkersReturned,
)
from adjudicator.rulesets.vv1813.movement.zones import enemy_zone
from adjudicator.rulesets.vv1813.orders import CossackEffect, CossackEffectName, Cossacks, LoseMarkers
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.sight import units_in_sight
from adjudicator.rulesets.vv1813.state import BOTH, COALITION, FRENCH, Marker, State, enemy_of

LOSSES = "losses"
"""The kind of marker that strikes whoever draws it."""


def held(state: State, side: Side, kind: str = "") -> tuple[Marker, ...]:
    """The markers in a side's hand, of one kind or of all, in the order of their ids; some may be the enemy's."""
    found = [
        one
        for one in state.markers.values()
        if one.place == "hand" and (one.holder or one.owner) == side and kind in ("", one.kind)
    ]
    return tuple(sorted(found, key=lambda one: one.id))


def in_hand(state: State, side: Side, kind: str = "") -> tuple[Marker, ...]:
    """The markers in a side's hand that it can use (LUT-2.0c: one that belongs to the enemy does nothing)."""
    return tuple(one for one in held(state, side, kind) if one.owner in (side, BOTH))


def may_hide(state: State, side: Side, kind: str) -> bool:
    """Whether, for all the enemy can see, a side may hold a marker of this kind that was never shown."""
    shown = any(one.kind == kind and one.public and one.place == "gone" for one in state.markers.values())
    return not shown and _holds_unseen(state, side, kind)


def might_hold(state: State, side: Side, kind: str) -> bool:
    """Whether, for all the enemy can see, a side may have a marker of this kind in its hand."""
    return any(one.public and one.kind == kind for one in held(state, side)) or _holds_unseen(state, side, kind)


def _holds_unseen(state: State, side: Side, kind: str) -> bool:
    """Whether a face-down marker in a hand may be of this kind; its back shows its class (LUT-2.0a)."""
    classes = {one.marker_class for one in state.markers.values() if one.kind == kind}
    return any(not one.public and (not classes or one.marker_class in classes) for one in held(state, side))


# --- set-up and draws --------------------------------------------------------------------------------------


def lay_markers(run: Run, turns: tuple[int, ...], rule: RuleId) -> Telling:
    """Shuffle a side's markers that are not in hand and lay them face down on turns, unseen by anybody."""
    rest = sorted(m.id for m in run.state.markers.values() if m.owner == run.side and m.place == "aside")
    order, roll = run.dice.shuffle(f"T0/{run.side}/markers", rest, veiled=True)
    laid = tuple(LaidMarker(turn=turn, marker=marker) for turn, marker in zip(turns, order, strict=False))
    yield MarkersLaid(rule=rule, side=run.side, laid=laid, rolls=(roll,))


def return_markers(run: Run) -> Telling:
    """VV-2.3a, VV-2.A6, VV-2.J3: markers whose turn has come are back in hand when the turn begins."""
    state = run.state
    for side in run.ctx.game.sides:
        mine = sorted(m.id for m in state.markers.values() if m.place == "aside" and m.owner == side)
        back = tuple(m for m in mine if 0 < state.markers[m].turn <= state.turn)
        if back:
            yield MarkersReturned(side=side, markers=back, marker_kinds=tuple(state.markers[m].kind for m in back))


def draw_markers(run: Run, rule: RuleId) -> Telling:
    """A side takes its marker of the turn; a Losses marker strikes at once."""
    state = run.state
    for name, marker in sorted(state.markers.items()):
        if marker.owner != run.side or marker.place != "track" or marker.turn != state.turn:
            continue
        yield MarkerDrawn(rule=rule, side=run.side, marker=name, marker_kind=marker.kind)
        if marker.kind == LOSSES:
            yield from suffer_losses(run, name)


def suffer_losses(run: Run, drawn: str) -> Telling:
    """VV-2.K1: the drawer loses an Artillery marker or two Cossack markers for good; the opponent chooses."""
    side, other = run.side, enemy_of(run.side)
    takes = marker_kind(run.ctx, LOSSES).takes
    offers = {kind: losable(run.state, side, kind)[:many] for kind, many in takes.items()}
    offers = {kind: those for kind, those in offers.items() if len(those) == takes[kind]}
    taken = next(iter(offers), "")
    if len(offers) > 1:
        prices = " or ".join(f"{len(those)} {marker_kind(run.ctx, kind).name}" for kind, those in offers.items())
        decision = Decision(
            key=f"T{run.state.turn}/{side}/{drawn}/{other}",
            kind="lose_markers",
            moments=("losses_drawn",),
            side=other,
            rule=RuleId("VV-2.K1"),
            question=f"The {side} side drew Losses: is it to lose {prices}?",
            default=LoseMarkers(marker=taken),
            examples=tuple(LoseMarkers(marker=kind) for kind in offers),
        )
        wanted = (yield from decided(decision, LoseMarkers)).marker
        taken = wanted if wanted in offers else taken
    lost = offers.get(taken, ())
    yield MarkersLost(
        side=side,
        drawn=drawn,
        markers=tuple(one.id for one in lost),
        marker_kinds=tuple(one.kind for one in lost),
    )


def losable(state: State, side: Side, kind: str) -> tuple[Marker, ...]:
    """Markers that a Losses marker can take: from the hand first, of those the ones that both sides know."""
    mine = [
        m
        for m in state.markers.values()
        if m.owner == side and m.holder in (None, side) and m.kind == kind and m.place in ("hand", "aside")
    ]
    return tuple(sorted(mine, key=lambda m: (m.place != "hand", not m.public, m.id)))


# --- Cossacks ----------------------------------------------------------------------------------------------


def cossacks_decision(run: Run, units: tuple[str, ...], place: str, following: str, question: str) -> Decision:
    """VV-2.A1: whether Cossacks are played on French units that are about to enter a place."""
    entering = following in enemy_zone(run.ctx, run.state, FRENCH)
    return Decision(
        key=run.under("cossacks", COALITION).label,
        kind="cossacks",
        moments=("enemy_moves", "enemy_enters") if entering else ("enemy_moves",),
        side=COALITION,
        rule=RuleId("VV-2.A1"),
        question=question,
        default=Cossacks(play=False),
        place=place,
        units=units_in_sight(run.ctx, run.state, COALITION, units),
        facts=(Finding(rule=RuleId("VV-4.2a"), value=entering, label="entering_zone", because=f"into {following}"),),
        examples=(Cossacks(play=True), Cossacks(play=False)),
    )


def may_be_met(run: Run, units: tuple[str, ...], place: str) -> bool:
    """Whether Cossacks may be played on units there, for all that anybody can see; commanders alone are no target."""
    ctx, state = run.ctx, run.state
    if not units or ctx.counters[units[0]].side != FRENCH or "cossacks" not in ctx.facts["markers"]:
        return False
    return might_hold(state, COALITION, "cossacks") and ctx.game.may_meet_cossacks(ctx, state, place)


def spent_cossacks(run: Run, place: str, units: tuple[str, ...], effect: CossackOutcome) -> CossacksPlayed:
    """The play of the first Cossack marker in the Coalition's hand."""
    back = marker_kind(run.ctx, "cossacks").back(run.state.turn)
    assert back is not None
    marker = in_hand(run.state, COALITION, "cossacks")[0].id
    return CossacksPlayed(side=COALITION, marker=marker, back=back, place=place, units=units, effect=effect)


def played_this_turn(run: Run, kind: str) -> int:
    """How many markers of a kind were played this turn."""
    back = marker_kind(run.ctx, kind).back(run.state.turn)
    return sum(1 for m in run.state.markers.values() if m.kind == kind and m.place == "aside" and m.turn == back)


def meet_cossacks(
    run: Run, units: tuple[str, ...], place: str, following: str, wish: CossackEffectName | None
) -> Asking[None]:
    """VV-2.A1, VV-2.A5: before each step of a French stack the Coalition may reveal a marker; one for each stack.

    Asked whenever the Coalition may hold one as far as can be seen, so that the question shows nothing.
    """
    here = place or following
    if any(unit in run.state.sequence.cossacks for unit in units) or not may_be_met(run, units, here):
        return
    question = f"A French stack at {place or 'the edge of the map'} is about to enter {following}: play Cossacks on it?"
    decision = cossacks_decision(run, units, here, following, question)
    choice = yield from decided(decision, Cossacks)
    if not choice.play or not in_hand(run.state, COALITION, "cossacks"):
        return
    if choice.only == "entering_zone" and "enemy_enters" not in decision.moments:
        return
    if choice.at_most is not None and played_this_turn(run, "cossacks") >= choice.at_most:
        return
    effect = yield from _effect(run, units, here, wish)
    yield spent_cossacks(run, here, units, effect)


def is_immune(ctx: Context, units: tuple[str, ...]) -> bool:
    """VV-2.A4, VV-2.1l: Guard is not touched; with option cossack_cav=immune, nor is cavalry."""
    counters = [ctx.counters[unit] for unit in units]
    horse = any(counter.kind == "cavalry" for counter in counters)
    return any(counter.guard for counter in counters) or (horse and ctx.options["cossack_cav"] == "immune")


def _effect(run: Run, units: tuple[str, ...], place: str, wish: CossackEffectName | None) -> Asking[CossackOutcome]:
    """VV-2.A2, VV-2.A4: the French choose; cavalry is only kept out of zones."""
    if is_immune(run.ctx, units):
        return "none"
    if any(run.ctx.counters[unit].kind == "cavalry" for unit in units):
        return "no_zone"
    if wish is not None:
        return wish
    decision = Decision(
        key=run.under("cossack_effect", FRENCH).label,
        kind="cossack_effect",
        moments=("met",),
        side=FRENCH,
        rule=RuleId("VV-2.A2"),
        question=f"Cossacks have met the stack at {place}: one place of movement, or no entry into a zone?",
        default=CossackEffect(effect="no_zone"),
        place=place,
        units=units,
        examples=(CossackEffect(effect="one_place"), CossackEffect(effect="no_zone")),
    )
    return (yield from decided(decision, CossackEffect)).effect
