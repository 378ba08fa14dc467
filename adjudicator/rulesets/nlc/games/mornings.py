"""NLC-24: the option by which French commanders have to wake up in the morning."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Side
from adjudicator.rulesets.nlc.games.events import LeaderSlept
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.movement.zones import zone
from adjudicator.rulesets.nlc.state import ALLIED, FRENCH, Leader

MORNING = 600
"""NLC-24: the hour of the first try."""
FAR = 10
"""NLC-24: how near an enemy in a French zone must be."""
AWAKE = 1
"""NLC-24: the die that sets him going."""


def mornings(run: Here) -> Telling:
    """0.3: at six every French commander is still asleep; a 1, a passing leader or the enemy gets him up."""
    if run.ctx.options["slow_mornings"] != "on":
        return
    hour = run.ctx.hour(run.state.turn)
    before = run.ctx.hour(run.state.turn - 1) if run.state.turn > 1 else hour
    if hour >= MORNING and (before < MORNING or before > hour):
        for leader in _commanders(run):
            yield LeaderSlept(side=FRENCH, leader=leader.id, asleep=True)
    for leader in [one for one in _commanders(run) if run.state.leader(one.id).asleep]:
        if _is_woken(run, leader):
            yield LeaderSlept(side=FRENCH, leader=leader.id, asleep=False, because="others are about")
            continue
        roll = run.dice.roll(f"T{run.state.turn}/morning/{leader.id}", veiled=True)
        asleep = roll.total != AWAKE
        yield LeaderSlept(side=FRENCH, leader=leader.id, asleep=asleep, rolls=(roll,))


def passed(run: Here, side: Side, path: tuple[str, ...]) -> Iterator[LeaderSlept]:
    """NLC-24: a leader who is up and passes through the hex of one who is asleep wakes him."""
    if side != FRENCH or run.ctx.options["slow_mornings"] != "on":
        return
    for leader in _commanders(run):
        if leader.asleep and leader.place in path:
            yield LeaderSlept(side=FRENCH, leader=leader.id, asleep=False, because="a leader passes by")


def _commanders(run: Here) -> list[Leader]:
    force = run.state.force(FRENCH).leaders.values()
    return [one for one in force if one.status == "map" and run.ctx.leaders[one.id].role in ("OC", "WC")]


def _is_woken(run: Here, leader: Leader) -> bool:
    """An active leader in his hex, or an enemy unit in a French zone within ten hexes."""
    others = run.state.leaders_at(FRENCH, leader.place or "")
    if any(one.id != leader.id and one.moved for one in others):
        return True
    held, place = zone(run.ctx, run.state, FRENCH), leader.place or ""
    enemies = run.state.force(ALLIED).units_at
    return any(one in held and run.ctx.board.distance(one, place) <= FAR for one in enemies)
