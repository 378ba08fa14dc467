"""VV 2: markers: hands, the turn track, Losses, and Cossacks in the middle of a French move."""

from __future__ import annotations

from collections.abc import Generator, Mapping

from adjudicator.core.dice import Dice
from adjudicator.core.ruleset import Game, Telling
from adjudicator.core.types import Ask, Choice, Decision, Event, Finding, RuleId, Side
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.events import (
    CossackOutcome,
    CossacksPlayed,
    LaidMarker,
    MarkerDrawn,
    MarkersLaid,
    MarkersLost,
    MarkersReturned,
)
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.orders import CossackEffect, CossackEffectName, Cossacks, LoseMarkers
from adjudicator.rulesets.vv1813.sight import units_in_sight
from adjudicator.rulesets.vv1813.state import BOTH, COALITION, FRENCH, Marker, State, enemy_of
from adjudicator.rulesets.vv1813.zones import enemy_zone

LOSSES = "losses"
"""The kind of marker that strikes whoever draws it."""

Met = Generator[Event | Ask, Mapping[str, Choice] | None, None]


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


def lay_markers(game: Game[State], side: Side, turns: tuple[int, ...], rule: RuleId, dice: Dice) -> Telling:
    """Shuffle a side's markers that are not in hand and lay them face down on turns, unseen by anybody."""
    rest = sorted(m.id for m in game.state.markers.values() if m.owner == side and m.place == "aside")
    order, roll = dice.shuffle(f"T0/{side}/markers", rest, veiled=True)
    laid = tuple(LaidMarker(turn=turn, marker=marker) for turn, marker in zip(turns, order, strict=False))
    yield MarkersLaid(rule=rule, side=side, laid=laid, rolls=(roll,))


def return_markers(game: Game[State], side: Side) -> Telling:
    """VV-2.3a, VV-2.A6, VV-2.J3: markers whose turn has come are back in hand when the turn begins."""
    state = game.state
    back = sorted(
        m.id for m in state.markers.values() if m.place == "aside" and m.owner == side and 0 < m.turn <= state.turn
    )
    if back:
        yield MarkersReturned(side=side, markers=tuple(back), marker_kinds=tuple(state.markers[m].kind for m in back))


def draw_markers(game: Game[State], ctx: Context, side: Side, rule: RuleId) -> Telling:
    """A side takes its marker of the turn; a Losses marker strikes at once."""
    state = game.state
    mine = sorted(m.id for m in state.markers.values() if m.place == "track" and m.turn == state.turn)
    for name in mine:
        marker = state.markers[name]
        if marker.owner != side:
            continue
        yield MarkerDrawn(rule=rule, side=side, marker=name, marker_kind=marker.kind)
        if marker.kind == LOSSES:
            yield from suffer_losses(game, ctx, side, name)


def suffer_losses(game: Game[State], ctx: Context, side: Side, drawn: str) -> Telling:
    """VV-2.K1: the drawer loses an Artillery marker or two Cossack markers for good; the opponent chooses."""
    guns, horse = losable(game.state, side, "artillery"), losable(game.state, side, "cossacks")
    offers = [kind for kind, enough in (("artillery", len(guns) >= 1), ("cossacks", len(horse) >= 2)) if enough]
    chosen = offers[0] if offers else ""
    if len(offers) > 1:
        key = f"T{game.state.turn}/{side}/{drawn}/{enemy_of(side)}"
        reply = yield Ask(
            decisions=(
                Decision(
                    key=key,
                    kind="lose_markers",
                    side=enemy_of(side),
                    rule=RuleId("VV-2.K1"),
                    question=f"The {side} side drew Losses: is it to lose an Artillery marker or two Cossack markers?",
                    default=LoseMarkers(marker="artillery"),
                    examples=(LoseMarkers(marker="artillery"), LoseMarkers(marker="cossacks")),
                ),
            )
        )
        answer = reply[key] if reply else None
        if isinstance(answer, LoseMarkers) and answer.marker in offers:
            chosen = answer.marker
    lost = guns[:1] if chosen == "artillery" else horse[:2] if chosen == "cossacks" else ()
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


def played_this_turn(ctx: Context, state: State, kind: str) -> int:
    """How many markers of a kind were played this turn."""
    back = marker_kind(ctx, kind).back(state.turn)
    return sum(1 for m in state.markers.values() if m.kind == kind and m.place == "aside" and m.turn == back)


def meet_cossacks(
    game: Game[State],
    ctx: Context,
    units: tuple[str, ...],
    place: str,
    following: str,
    key: str,
    wish: CossackEffectName | None,
) -> Met:
    """VV-2.A1: before each step of a French stack the Coalition may reveal a Cossack marker.

    Asked whenever the Coalition may hold one as far as can be seen, so that the question shows nothing.
    """
    state = game.state
    if not _may_be_met(ctx, state, units, place, following):
        return
    ask = f"{key}/cossacks/{COALITION}"
    entering = following in enemy_zone(ctx, state, FRENCH)
    reply = yield Ask(
        decisions=(
            Decision(
                key=ask,
                kind="cossacks",
                side=COALITION,
                rule=RuleId("VV-2.A1"),
                question=f"A French stack at {place or 'the edge of the map'} is about to enter {following}: "
                "play Cossacks on it?",
                default=Cossacks(play=False),
                place=place or following,
                units=units_in_sight(ctx, state, COALITION, units),
                facts=(
                    Finding(rule=RuleId("VV-4.2a"), value=entering, label="entering_zone", because=f"into {following}"),
                ),
                examples=(Cossacks(play=True), Cossacks(play=False)),
            ),
        )
    )
    answer = reply[ask] if reply else None
    held = in_hand(state, COALITION, "cossacks")
    if not isinstance(answer, Cossacks) or not answer.play or not held:
        return
    if answer.only == "entering_zone" and not entering:
        return
    if answer.at_most is not None and played_this_turn(ctx, state, "cossacks") >= answer.at_most:
        return
    effect = yield from _effect(ctx, units, place or following, key, wish)
    back = marker_kind(ctx, "cossacks").back(state.turn)
    assert back is not None
    yield CossacksPlayed(
        side=COALITION, marker=held[0].id, back=back, place=place or following, units=units, effect=effect
    )


def _may_be_met(ctx: Context, state: State, units: tuple[str, ...], place: str, following: str) -> bool:
    """VV-2.A5: one marker for a stack at a time; commanders on their own are no target."""
    if not units or ctx.counters[units[0]].side != FRENCH or "cossacks" not in ctx.facts["markers"]:
        return False
    if any(unit in state.sequence.cossacks for unit in units):
        return False
    return might_hold(state, COALITION, "cossacks") and ctx.game.may_meet_cossacks(ctx, state, place or following)


def _effect(
    ctx: Context, units: tuple[str, ...], place: str, key: str, wish: CossackEffectName | None
) -> Generator[Event | Ask, Mapping[str, Choice] | None, CossackOutcome]:
    """VV-2.A2, VV-2.A4: the French choose; Guard is not touched (VV-2.1l), cavalry only kept out of zones."""
    counters = [ctx.counters[unit] for unit in units]
    if any(counter.guard for counter in counters):
        return "none"
    if any(counter.kind == "cavalry" for counter in counters):
        return "none" if ctx.options["cossack_cav"] == "immune" else "no_zone"
    if wish is not None:
        return wish
    ask = f"{key}/cossack_effect/{FRENCH}"
    reply = yield Ask(
        decisions=(
            Decision(
                key=ask,
                kind="cossack_effect",
                side=FRENCH,
                rule=RuleId("VV-2.A2"),
                question=f"Cossacks have met the stack at {place}: one place of movement, or no entry into a zone?",
                default=CossackEffect(effect="no_zone"),
                place=place,
                units=units,
                examples=(CossackEffect(effect="one_place"), CossackEffect(effect="no_zone")),
            ),
        )
    )
    answer = reply[ask] if reply else None
    return answer.effect if isinstance(answer, CossackEffect) else "no_zone"
