"""BAU 2: the markers that only Bautzen has: Jomini twice, Discord, Alexander, The Prussian Arapiles."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.maps.hexgrid import distance
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.games.bautzen.events import MarkersCancelled, NeyMarkerInspected
from adjudicator.rulesets.vv1813.games.bautzen.facts import facts
from adjudicator.rulesets.vv1813.games.bautzen.ney import next_space
from adjudicator.rulesets.vv1813.games.bautzen.state import bautzen
from adjudicator.rulesets.vv1813.markers.events import MarkerPlayed
from adjudicator.rulesets.vv1813.markers.markers import in_hand, may_hide
from adjudicator.rulesets.vv1813.movement.events import UnitsRestricted
from adjudicator.rulesets.vv1813.movement.zones import enemy_zone
from adjudicator.rulesets.vv1813.orders import Play
from adjudicator.rulesets.vv1813.run import Run, Story
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State

STRATEGIST, JOMINI, DISCORD, ALEXANDER, ARAPILES = (
    "jomini_strategist",
    "jomini_enemy",
    "discord",
    "alexander",
    "arapiles",
)
OPENING = frozenset({STRATEGIST})
"""Played at the start of a turn, before anything else."""
IN_FRENCH_MOVEMENT = (JOMINI, DISCORD)
"""What the Coalition may reveal when the French movement begins."""


def revealable(state: State, side: Side) -> tuple[str, ...]:
    """BAU-2.D1, BAU-2.B1: what the Coalition may reveal in the French movement, as far as anybody can see.

    Asked for whenever the Coalition may hold the marker, so that the question does not show that it does.
    """
    if side != COALITION:
        return ()
    return tuple(
        kind for kind in IN_FRENCH_MOVEMENT if kind not in bautzen(state).cancelled and may_hide(state, side, kind)
    )


def play_ordered(run: Run, order: Play) -> Telling:
    """`play Alexander`: a marker revealed in one's own sequence."""
    verdict = _may_play(run, order.marker)
    if verdict.value:
        yield from play(run, order.marker)
    else:
        yield run.refused(order, verdict)


def _may_play(run: Run, marker: str) -> Verdict:
    kind, rule = marker_kind(run.ctx, marker), _rule_of(run.ctx, marker)
    if marker not in _EFFECTS:
        remedy = (
            "Write `bombard PLACE with ...`, or name it as support of an attack."
            if kind.divisor
            else "Write it as a standing order: `when the enemy moves: play Cossacks`."
        )
        return no(rule, f"{kind.name} is not played by itself.", remedy)
    if marker in bautzen(run.state).cancelled:
        reason = f"{kind.name} has lost its effect: its competitor was played first."
        return no("BAU-2.0b", reason, "Leave the order out.")
    if not in_hand(run.state, run.side, marker):
        return no(rule, f"{kind.name} is not in your hand.", "Play a marker that you hold.")
    if marker == DISCORD:
        remedy = "Write the standing order `in the enemy movement: play Discord`."
        return no("BAU-2.D1", "Discord is played in the French movement only.", remedy)
    return yes(rule)


def play(run: Run, kind: str) -> Telling:
    """Reveal a marker that is in the hand, and let it work."""
    marker = in_hand(run.state, run.side, kind)[0]
    back = marker_kind(run.ctx, kind).back(run.state.turn)
    yield MarkerPlayed(rule=_rule_of(run.ctx, kind), side=run.side, marker=marker.id, marker_kind=kind, back=back)
    yield from _EFFECTS[kind](run)


def _rule_of(ctx: Context, kind: str) -> RuleId:
    return next(one.rule for one in facts(ctx).marker if one.kind == kind)


# --- effects -----------------------------------------------------------------------------------------------


def _strategist(run: Run) -> Telling:
    """BAU-2.I1, BAU-2.I2: from now on Jomini cannot go to the enemy, and Discord leaves Ney's corps alone."""
    yield from _cancel(run, STRATEGIST, JOMINI)


def _jomini(run: Run) -> Telling:
    """BAU-2.B1, BAU-2.B4: a look at the next Ney marker to come; the Strategist is cancelled."""
    yield from _cancel(run, JOMINI, STRATEGIST)
    space = next_space(run.state)
    if space is not None:
        text = bautzen(run.state).ney_spaces[space - 1]
        yield NeyMarkerInspected(side=COALITION, space=space, text=text)


def _discord(run: Run) -> Telling:
    """BAU-2.D2, BAU-2.D3: units of Ney and Soult out of Napoleon's range are bound for this turn."""
    yield from _cancel(run, DISCORD, STRATEGIST)
    ctx, state = run.ctx, run.state
    bound = at_odds(ctx, state)
    if not bound:
        return
    yield UnitsRestricted(
        rule=facts(ctx).discord.rule, side=FRENCH, units=bound, one_place=True, no_zone=True, because="Discord"
    )
    zone = enemy_zone(ctx, state, FRENCH)
    engaged = tuple(unit for unit in bound if state.unit(unit).place in zone)
    if engaged:
        yield UnitsRestricted(rule=RuleId("BAU-2.D3"), side=FRENCH, units=engaged, no_attack=True, because="Discord")


def _nothing_more(run: Run) -> Telling:
    """BAU-2.G1, BAU-2.H1: the play is noted with its turn; it works in the Coalition's sequence."""
    yield from ()


def _cancel(run: Run, played: str, competitor: str) -> Telling:
    """BAU-2.0b: of competing markers the first one played cancels the other, if that was not played before."""
    now = bautzen(run.state)
    earlier = {STRATEGIST: now.strategist, JOMINI: now.jomini}[competitor]
    if earlier is None and competitor not in now.cancelled:
        yield MarkersCancelled(by=played, marker_kinds=(competitor,))


_EFFECTS: Mapping[str, Story] = {
    STRATEGIST: _strategist,
    JOMINI: _jomini,
    DISCORD: _discord,
    ALEXANDER: _nothing_more,
    ARAPILES: _nothing_more,
}


def at_odds(ctx: Context, state: State) -> tuple[str, ...]:
    """BAU-2.D2, BAU-2.D4: units of both marshals outside Napoleon's range; Soult's alone after the Strategist."""
    numbers = facts(ctx)
    formations = set(numbers.discord.formations)
    if bautzen(state).strategist is not None:
        formations.discard(numbers.ney.formation)
    army = state.army(FRENCH)
    chiefs = [
        one.place
        for one in army.commanders.values()
        if one.place is not None and one.status == "map" and one.id in numbers.command.in_chief
    ]
    reach = numbers.command.range
    return tuple(
        sorted(
            unit.id
            for unit in army.units.values()
            if unit.status in ("map", "waiting")
            and ctx.counters[unit.id].formation in formations
            and (unit.place is None or all(distance(unit.place, chief) > reach for chief in chiefs))
        )
    )


def is_pinned_by_arapiles(ctx: Context, state: State, unit: str) -> bool:
    """BAU-2.H1, BAU-2.H3: a Prussian unit on the turn The Prussian Arapiles are played and the next."""
    played = bautzen(state).arapiles
    numbers = facts(ctx).arapiles
    if played is None or not played <= state.turn < played + numbers.turns:
        return False
    return ctx.counters[unit].nation == numbers.nation
