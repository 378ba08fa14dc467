"""VV 9 and 10: how a turn ends, and how the battle does: the check of morale, the storm or night, the last turn."""

from __future__ import annotations

from adjudicator.core.events import MatchEnded
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId
from adjudicator.rulesets.vv1813.morale.events import MoraleChecked
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, Morale, State
from adjudicator.rulesets.vv1813.victory import victory
from adjudicator.rulesets.vv1813.victory.events import GeneralRetreatOrdered, RandomEndTested


def end_of_turn(run: Run) -> Telling:
    """VV-9.3, VV-9.4: the check at the end of a turn; after the last turn the battle is judged."""
    yield from check_morale(run)
    state = run.state
    if state.morale[COALITION].value == 0 and state.general_retreat is None:
        yield GeneralRetreatOrdered(side=COALITION, turn=state.turn + 1)
    last = run.ctx.game.last_turn(run.ctx, run.state)
    if last is not None and state.turn >= last:
        yield from victory.reckon(run, "the last turn is over")


def random_end(run: Run) -> Telling:
    """Late in the day two dice may end the battle at the start of the Coalition sequence; morale is looked at first."""
    up_to = run.ctx.game.random_end(run.ctx, run.state)
    if up_to is None:
        return
    roll = run.dice.roll(f"T{run.state.turn}/random-end", 2)
    ends = roll.total <= up_to
    rule = run.ctx.game.cites["random_end"]
    yield RandomEndTested(rule=rule, rolls=(roll,), total=roll.total, ends=ends, up_to=up_to)
    if ends:
        yield from check_morale(run)
        yield from victory.reckon(run, f"the battle was broken off (dice {roll.total})")


def check_morale(run: Run) -> Telling:
    """VV-9.4: French morale 0 ends the battle: lost, unless the Coalition's broke first; then the saved units count."""
    for side in run.ctx.game.sides:
        now = run.state.morale[side]
        count = min(max(now.ceiling, now.value), now.value - now.owed + now.pending)
        rule = run.ctx.game.cites["morale_check"]
        yield MoraleChecked(rule=rule, side=side, value=max(0, count), owed=max(0, -count))
    if run.state.morale[FRENCH].value > 0:
        return
    if not _coalition_broke_first(run.state):
        yield MatchEnded(rule=RuleId("VV-10.V3"), ending=victory.french_collapse())
    else:
        yield from victory.reckon(run, "French morale is 0 after the Coalition's")


def _coalition_broke_first(state: State) -> bool:
    if state.general_retreat is not None:
        return True
    coalition = state.morale[COALITION]
    return coalition.value == 0 and _order(coalition) < _order(state.morale[FRENCH])


def _order(morale: Morale) -> int:
    return morale.zero_order if morale.zero_order is not None else 99
