"""CAM: the form of a battle report: lines in the order language, to be filled in and sent back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from adjudicator.core.brief import FormLine
from adjudicator.core.types import UMPIRE, Order, Side
from adjudicator.rulesets.campaign1813.battle.briefing import BattleBrief, Force
from adjudicator.rulesets.campaign1813.battle.reinforcing import phases
from adjudicator.rulesets.campaign1813.report import report_orders as ro
from adjudicator.rulesets.campaign1813.state import enemy_of

BLANK = FormLine()


def form(brief: BattleBrief) -> tuple[FormLine, ...]:
    """The whole form for the umpire; for a side its own part."""
    mine = [force for force in brief.forces if brief.reader in (UMPIRE, force.side)]
    parts = [_outcome(brief)] if brief.reader == UMPIRE else []
    parts += [_losses(force) for force in mine]
    parts += [_arrivals(brief, force.side) for force in mine]
    parts += [_retreats(brief, force) for force in mine]
    parts += [_points(brief)] if brief.reader == UMPIRE else []
    return tuple(line for part in parts for line in part)


def _say(words: str) -> FormLine:
    return FormLine(words=words)


def _off(order: Order) -> FormLine:
    return FormLine(order=order, off=True)


def _outcome(brief: BattleBrief) -> Iterator[FormLine]:
    """CAM-bvic-2, CAM-bvic-3, CAM-bvic-4."""
    yield _say(f"RESULT: take the # away from the line that is true. The {brief.battle.attacker} attacked.")
    for outcome in get_args(ro.ReportedOutcome):
        yield _off(ro.Outcome(outcome=outcome))
    yield _say("The battle turn on which it ended:")
    yield _off(ro.LastTurn(turn=24))
    yield BLANK


def _losses(force: Force) -> Iterator[FormLine]:
    """Every combat block of a side with no hits yet; leaders and engaged cavalry."""
    known = [block for block in force.blocks if not block.unseen]
    fighters = [block for block in known if block.fights]
    leaders = tuple(block.id for block in known if block.leads)
    yield _say(f"LOSSES of the {force.side}: hits in this battle; add `1 destroyed` where you count units yourself.")
    for block in fighters:
        yield FormLine(order=ro.Losses(losses=(ro.Hits(unit=block.id, hits=0),)))
    if leaders:
        yield _say("Leaders who fell, if any:")
        yield _off(ro.LeaderLost(units=leaders))
    riders = tuple(block.id for block in fighters if block.kind == "cavalry")
    if riders:
        yield _say("Cavalry that enemy cavalry got hold of, if this side is routed:")
        yield _off(ro.Engaged(units=riders))
    yield BLANK


def _arrivals(brief: BattleBrief, side: Side) -> Iterator[FormLine]:
    """CAM-reinf-9: a line for each group, with the first turn on which it could come; those that were sent first."""
    sent = {block for one in brief.battle.sent for block in one.blocks}
    groups = [group for group in brief.groups if group.side == side]
    if not groups:
        return
    yield _say(f"REINFORCEMENTS of the {side} that arrived, with the battle turn and their die:")
    for group in groups:
        units = tuple(block.id for block in group.blocks if block.fights and not block.unseen)
        units = tuple(sorted(units, key=lambda unit: unit not in sent))
        if units:
            yield _off(ro.Arrived(units=units[: group.per_phase], turn=phases(brief.ctx)[0], die=1))
    yield BLANK


def _retreats(brief: BattleBrief, force: Force) -> Iterator[FormLine]:
    """CAM-retreat-1, CAM-regroup-1: where blocks went; what is not said is done as orders or rules have it."""
    exits = [road.other(brief.town.id) for road in brief.exits[force.side]]
    units = tuple(block.id for block in force.blocks if not block.unseen)
    if not exits or not units:
        return
    yield _say(f"RETREATS of the {force.side}, if they left the field. Open: {', '.join(map(brief.ctx.town, exits))}.")
    yield _say("Whoever is not named goes as the side's orders have it.")
    yield _off(ro.Retreated(units=units, destination=exits[0]))
    yield _say("Regrouping, if they won:")
    yield _off(ro.Regrouped(units=units[:1], to=exits[0]))
    yield BLANK


def _points(brief: BattleBrief) -> Iterator[FormLine]:
    """CAM-obj-10: what was held at the end."""
    yield _say("OBJECTIVES and points held at the end:")
    attacker = brief.battle.attacker
    yield _off(ro.ObjectiveTaken(name="the bridge", vp=2, holder=attacker))
    yield _off(ro.Points(points=((attacker, 0), (enemy_of(attacker), 0))))
    yield _say("Whose faces the enemy saw; without such a line everybody's on the field:")
    yield _off(ro.Seen())
