"""BAU 6: Ney: his markers on the track, the test of each turn, where and in which order his corps enter."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId
from adjudicator.maps.hexgrid import distance
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.game import Entry
from adjudicator.rulesets.vv1813.games.bautzen.events import NeyMarkerRemoved, NeyMarkersLaid, NeyRevealed, NeyTested
from adjudicator.rulesets.vv1813.games.bautzen.facts import facts
from adjudicator.rulesets.vv1813.games.bautzen.state import bautzen
from adjudicator.rulesets.vv1813.movement.tables import terrain
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import COALITION, State

AUTOMATIC = 6
"""A marker that any die would reveal is revealed without one."""


def lay_ney_markers(run: Run) -> Telling:
    """BAU-2.E1, BAU-5.3: the three Ney markers are laid on spaces 1, 2 and 3; nobody looks at them."""
    texts, roll = run.dice.shuffle("T0/Ney/markers", facts(run.ctx).ney.texts, veiled=True)
    yield NeyMarkersLaid(texts=texts, rolls=(roll,))


def is_in(state: State) -> bool:
    """Whether Ney has entered the map."""
    return bautzen(state).ney_entered is not None


def next_space(state: State) -> int | None:
    """BAU-2.B1: the space of the next Ney marker to come that still lies face down."""
    return next((n for n, text in enumerate(bautzen(state).ney_spaces, start=1) if text), None)


def entry_test(run: Run) -> Telling:
    """BAU-6.1, BAU-6.2: from turn 3 a die each turn, while no Ney marker is revealed, for the current space."""
    ctx, state = run.ctx, run.state
    turn = facts(ctx).turns.get(state.turn)
    if bautzen(state).ney_text or turn is None or turn.ney_space is None or turn.ney_up_to is None:
        return
    space = turn.ney_space
    if not bautzen(state).ney_spaces[space - 1]:
        return
    if turn.ney_up_to >= AUTOMATIC:
        yield reveal(ctx, state, space, RuleId("BAU-6.3"))
        return
    roll = run.dice.roll(f"T{state.turn}/Ney")
    revealed = roll.total <= turn.ney_up_to
    yield NeyTested(rolls=(roll,), space=space, up_to=turn.ney_up_to, revealed=revealed)
    if revealed:
        yield reveal(ctx, state, space, RuleId("BAU-6.4"))
    elif state.turn >= last_turn_of(ctx, space):
        yield NeyMarkerRemoved(space=space)


def last_turn_of(ctx: Context, space: int) -> int:
    """BAU-6.3, option ney_space1_last: the turn after whose failed test the marker of a space is removed."""
    if space == 1:
        return int(ctx.options["ney_space1_last"])
    return max(turn.turn for turn in facts(ctx).turn if turn.ney_space == space)


def reveal(ctx: Context, state: State, space: int, rule: RuleId) -> NeyRevealed:
    """BAU-6.4: the marker names the place of entry, this turn or ("+1") the next."""
    text = bautzen(state).ney_spaces[space - 1]
    place, _, later = text.partition("+")
    return NeyRevealed(rule=rule, space=space, text=text, place=place, turn=state.turn + int(later or 0))


# --- entry -------------------------------------------------------------------------------------------------


def entry(ctx: Context, state: State) -> Entry | None:
    """BAU-6.6, BAU-10.2: Ney first, then his corps in the order of the scenario (option ney_order)."""
    now = bautzen(state)
    if now.ney_from is None or state.turn < now.ney_from:
        return None
    ney = facts(ctx).ney
    queue = ney.order_357 if ctx.options["ney_order"] == "357" else ney.order_537
    places = entry_places(ctx, state, now.ney_place)
    return Entry(rule=RuleId("BAU-10.2"), queue=queue, places=places, first=(ney.commander,), printed=now.ney_place)


def entry_places(ctx: Context, state: State, place: str) -> tuple[str, ...]:
    """BAU-6.5: the place on the marker; if a Coalition unit holds it, the nearest free places of the map's edge."""
    held = state.army(COALITION).units_at
    free = [
        cell.id
        for cell in ctx.board.cells.values()
        if ctx.board.is_edge(cell.id) and cell.id not in held and terrain(ctx, cell.terrain).mp is not None
    ]
    if not free:
        return ()
    near = min(distance(place, one) for one in free)
    return tuple(sorted(one for one in free if distance(place, one) == near))
