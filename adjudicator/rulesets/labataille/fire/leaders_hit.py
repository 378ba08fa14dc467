"""LB 7.3 to 7.12: leaders under fire and in melee."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from adjudicator.battle.charts import dice_read
from adjudicator.core.types import Finding, RuleId
from adjudicator.kit.run import Asking
from adjudicator.rulesets.labataille.fire.events import BootLost, LeaderHit
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.morale.checks import Call
from adjudicator.rulesets.labataille.morale.incidents import incident

MURAT = "Murat"
Result = Literal["dead", "leg", "arm", "captured", "unhurt"]


def hit_by_fire(run: Here, place: str, faces: Sequence[int]) -> Asking[None]:
    """LB-7.3, LB-7.6: natural 65 or 66 with a leader in the target hex."""
    if dice_read(tuple(faces)) not in run.ctx.tables.numbers.casualty.fire:
        return
    present = tuple(one.id for one in run.state.leaders_at(place))
    if present:
        yield from casualty(run, place, present, "", by_fire=True)


def casualty(run: Here, place: str, present: tuple[str, ...], used: str, *, by_fire: bool) -> Asking[None]:
    """LB-7.7, LB-7.12: who is hit, how badly, and what his troops make of it (LB-7.8)."""
    victim = yield from _victim(run, place, present, used)
    card, numbers = run.ctx.leaders[victim], run.ctx.tables.numbers.casualty
    while True:
        roll = run.dice.roll(run.numbered("leader", victim).label)
        die = roll.faces[0]
        result: Result = "unhurt"
        if die in numbers.dead:
            result = "dead"
        elif die == numbers.leg:
            result = "leg"
        elif die == numbers.arm:
            result = "arm"
        elif die == numbers.captured:
            if by_fire:  # LB-7.7: nobody captures by fire: roll again
                continue
            result = "captured"
        break
    hours, rolls = 0, [roll]
    if result in ("leg", "arm"):
        more = run.dice.roll(run.numbered("leader", victim, "hours").label, 2 if result == "leg" else 1)
        hours = more.total
        rolls.append(more)
    standing = tuple(unit.id for unit in run.state.at(place) if unit.morale == "good")
    yield LeaderHit(
        rule=RuleId("LB-7.7"),
        rolls=tuple(rolls),
        side=card.side,
        leader=victim,
        die=die,
        result=result,
        hours=hours,
    )
    if result == "unhurt":
        yield from _boot(run, victim)
    elif standing:
        part: Finding[int] = Finding(rule=RuleId("LB-7.8"), value=-card.morale, because=card.name, label="Leader lost")
        yield from incident(run, standing, Call("LB-31.8", "leader", (part,)), place)


def _victim(run: Here, place: str, present: tuple[str, ...], used: str) -> Asking[str]:
    """LB-7.12: one of several at random; a leader who was used takes it half the time."""
    if len(present) == 1:
        return present[0]
    label = run.numbered("leader", "who", place).label
    others = tuple(one for one in present if one != used)
    if used in present:
        first = run.dice.roll(label)
        if first.faces[0] % 2 == 0 or not others:
            return used
        label = run.numbered("leader", "who", place).label
    if len(others) == 1:
        return others[0]
    roll = run.dice.roll(label, 1, len(others))
    yield from ()
    return others[roll.faces[0] - 1]


def _boot(run: Here, victim: str) -> Asking[None]:
    """HEI-s2-4: Murat, unhurt, may have lost his boot: an even die."""
    if not run.ctx.facts.boot or MURAT not in run.ctx.leaders[victim].name:
        return
    roll = run.dice.roll(run.numbered("boot", victim).label)
    yield BootLost(
        rule=RuleId("HEI-s2-4"),
        rolls=(roll,),
        side=run.ctx.leaders[victim].side,
        leader=victim,
        die=roll.faces[0],
        lost=roll.faces[0] % 2 == 0,
    )
