"""NLC 26: Napoleon's Last Battles, June 1815."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Finding, RuleId
from adjudicator.rulesets.nlc.combat.sight import can_see
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.games import derlon, mornings, wings
from adjudicator.rulesets.nlc.games.events import LAST_BATTLES
from adjudicator.rulesets.nlc.games.rules import GameRules, Here
from adjudicator.rulesets.nlc.state import Leader, State


def is_wing(ctx: Context, state: State, leader: Leader) -> Finding[bool]:
    """NLC-26.1a, NLC-26.3b: Ney and Grouchy command only out of Napoleon's sight, William only away from Wellington."""
    card = ctx.leaders[leader.id]
    chief = ctx.leader_named.get("Wellington" if card.role == "corps" else "Napoleon")
    rule = RuleId("NLC-26.3b" if card.role == "corps" else "NLC-26.1a")
    his = state.leader(chief) if chief is not None else None
    if his is None or his.status != "map" or his.place is None or leader.place is None:
        return Finding(rule=rule, value=True, because="his chief is not on the map")
    name = ctx.leaders[his.id].name
    if card.role == "corps":
        far = ctx.board.distance(leader.place, his.place)
        near = far <= ctx.tables.command.wing.william_range
        return Finding(rule=rule, value=not near, because=f"{name} is {far} hexes away")
    seen = can_see(ctx, leader.place, his.place)
    return Finding(rule=rule, value=not seen, because=f"{name} {'is in sight' if seen else 'is out of sight'}")


def clock_events(run: Here) -> Telling:
    """0.3: d'Erlon, the army groups, and with the option of NLC-24 slow mornings."""
    yield from derlon.derlon(run)
    yield from wings.wings(run)
    yield from mornings.mornings(run)


GAME = GameRules(
    name="1815",
    events=LAST_BATTLES,
    clock_events=clock_events,
    is_wing=is_wing,
    march_duties=derlon.march_duty,
    end_of_turn=wings.watch_lines,
)
