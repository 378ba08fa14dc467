"""BAU 5: the sequence of play: set-up, the French sequence, the Coalition's, the end of the turn."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId, Side
from adjudicator.rulesets.vv1813.combat import combat
from adjudicator.rulesets.vv1813.events import SequenceBegan, TurnBegan
from adjudicator.rulesets.vv1813.game import Stage
from adjudicator.rulesets.vv1813.games.bautzen.alexander import make_directed_moves
from adjudicator.rulesets.vv1813.games.bautzen.events import ArmyQuickened
from adjudicator.rulesets.vv1813.games.bautzen.facts import facts
from adjudicator.rulesets.vv1813.games.bautzen.ney import entry_test, lay_ney_markers
from adjudicator.rulesets.vv1813.games.bautzen.state import bautzen
from adjudicator.rulesets.vv1813.markers.markers import draw_markers, lay_markers, return_markers
from adjudicator.rulesets.vv1813.movement import movement
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from adjudicator.rulesets.vv1813.victory.ending import end_of_turn, random_end

DRAW = RuleId("BAU-5.4")


def set_up(run: Run) -> Telling:
    """BAU-5.2, BAU-5.3: markers that are not in hand are laid face down on the track, Ney's on their own spaces."""
    for side in run.ctx.game.sides:
        turns = tuple(one.turn for one in facts(run.ctx).turn for owner in one.markers if owner == side)
        yield from lay_markers(run.of(side), turns, RuleId("BAU-5.2"))
    yield from lay_ney_markers(run)


def french_opening(run: Run) -> Telling:
    """BAU-5.4 (A): the turn begins, markers come back, the French draw theirs, and from turn 3 Ney is tested."""
    turn = run.state.turn
    yield TurnBegan(turn=turn, clock=run.ctx.game.clock(run.ctx, run.state, turn))
    yield SequenceBegan(side=FRENCH)
    yield from return_markers(run)
    yield from draw_markers(run, DRAW)
    yield from entry_test(run)


def coalition_opening(run: Run) -> Telling:
    """BAU-5.5, BAU-5.4 (D): the storm is tested first; then the Coalition draws, and Alexander's moves are made."""
    yield from random_end(run)
    yield SequenceBegan(side=COALITION)
    yield from draw_markers(run, DRAW)
    entered = bautzen(run.state).ney_entered
    if entered is not None and run.state.turn == entered + 1:
        yield ArmyQuickened(side=COALITION)
    yield from make_directed_moves(run)


def _movement(side: Side) -> Stage:
    return Stage(f"{side} movement", f"{side} bombardments and movement", "BAU-5.4", side, movement.phase)


def _combat(side: Side) -> Stage:
    return Stage(f"{side} combat", f"{side} bombardments and combats", "BAU-5.4", side, combat.phase)


STAGES: tuple[Stage, ...] = (
    Stage("set-up", "Set-up", "BAU-5.2", None, set_up),
    Stage("French opening", "The turn begins: French marker and Ney", "BAU-5.4", FRENCH, french_opening),
    Stage("French orders", "French orders", "BAU-5.4", FRENCH),
    _movement(FRENCH),
    _combat(FRENCH),
    Stage("Coalition opening", "Storm and Coalition marker", "BAU-5.4", COALITION, coalition_opening),
    Stage("Coalition orders", "Coalition orders", "BAU-5.4", COALITION),
    _movement(COALITION),
    _combat(COALITION),
    Stage("end of turn", "End of the turn", "BAU-9.1", None, end_of_turn),
)
