"""CAM: the form of a battle report: lines in the order language, to be filled in and sent back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from adjudicator.core.brief import FormLine
from adjudicator.core.types import UMPIRE, Order, Side
from adjudicator.rulesets.campaign1813 import report_orders as ro
from adjudicator.rulesets.campaign1813.briefing import BattleBrief, BriefBlock, BriefForce

BLANK = FormLine()


def form(battle: BattleBrief) -> tuple[FormLine, ...]:
    """The whole form for the umpire; for a side its own part."""
    mine = [force for force in battle.forces if battle.reader in (UMPIRE, force.side)]
    parts = [_outcome(battle)] if battle.reader == UMPIRE else []
    parts += [_losses(force) for force in mine]
    parts += [_arrivals(battle, force.side) for force in mine]
    parts += [_retreats(battle, force) for force in mine]
    parts += [_points(battle)] if battle.reader == UMPIRE else []
    return tuple(line for part in parts for line in part)


def _say(words: str) -> FormLine:
    return FormLine(words=words)


def _off(order: Order) -> FormLine:
    return FormLine(order=order, off=True)


def _outcome(battle: BattleBrief) -> Iterator[FormLine]:
    """CAM-bvic-2, CAM-bvic-3, CAM-bvic-4."""
    yield _say(f"RESULT: take the # away from the line that is true. The {battle.attacker} attacked.")
    for outcome in get_args(ro.ReportedOutcome):
        yield _off(ro.Outcome(outcome=outcome))
    yield _say("The battle turn on which it ended:")
    yield _off(ro.LastTurn(turn=24))
    yield BLANK


def _losses(force: BriefForce) -> Iterator[FormLine]:
    """Every combat block of a side with no hits yet; leaders and engaged cavalry."""
    fighters = [block for block in force.blocks if block.known and block.elan]
    leaders = tuple(block.id for block in force.blocks if block.known and not block.elan)
    yield _say(f"LOSSES of the {force.side}: hits in this battle; add `1 destroyed` where you count units yourself.")
    for block in fighters:
        yield FormLine(order=ro.Losses(losses=(ro.Hits(unit=block.id, hits=0),)))
    if leaders:
        yield _say("Leaders who fell, if any:")
        yield _off(ro.LeaderLost(units=leaders))
    riders = _riders(fighters)
    if riders:
        yield _say("Cavalry that enemy cavalry got hold of, if this side is routed:")
        yield _off(ro.Engaged(units=riders))
    yield BLANK


def _riders(blocks: list[BriefBlock]) -> tuple[str, ...]:
    return tuple(block.id for block in blocks if block.kind == "cavalry")


def _arrivals(battle: BattleBrief, side: Side) -> Iterator[FormLine]:
    """CAM-reinf-9: a line for each group, with the first turn on which it could come."""
    groups = [group for group in battle.groups if group.side == side]
    if not groups:
        return
    yield _say(f"REINFORCEMENTS of the {side} that arrived, with the battle turn and their die:")
    for group in groups:
        units = tuple(block.id for block in group.blocks if block.known and block.elan)
        if units:
            yield _off(ro.Arrived(units=units[: group.per_phase], turn=battle.phases[0], die=1))
    yield BLANK


def _retreats(battle: BattleBrief, force: BriefForce) -> Iterator[FormLine]:
    """CAM-retreat-1, CAM-regroup-1: where blocks went; what is not said is done as orders or rules have it."""
    exits = [way for way in battle.exits if way.side == force.side]
    units = tuple(block.id for block in force.blocks if block.known)
    if not exits or not units:
        return
    yield _say(f"RETREATS of the {force.side}, if they left the field. Open: {', '.join(way.town for way in exits)}.")
    yield _say("Whoever is not named goes as the side's orders have it.")
    yield _off(ro.Retreated(units=units, destination=exits[0].id))
    yield _say("Regrouping, if they won:")
    yield _off(ro.Regrouped(units=units[:1], to=exits[0].id))
    yield BLANK


def _points(battle: BattleBrief) -> Iterator[FormLine]:
    """CAM-obj-10: what was held at the end."""
    yield _say("OBJECTIVES and points held at the end:")
    yield _off(ro.ObjectiveTaken(name="the bridge", vp=2, holder=battle.attacker))
    yield _off(ro.Points(points=((battle.attacker, 0), (battle.defender, 0))))
    yield _say("Whose faces the enemy saw; without such a line everybody's on the field:")
    yield _off(ro.Seen())
