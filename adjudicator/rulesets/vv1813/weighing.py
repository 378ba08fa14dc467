"""What an attack can bring, in figures, and what may stand where a side has not looked (VV-7.3a)."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.types import Event, Side
from adjudicator.core.values import replace
from adjudicator.kit.weighing import Figures, Supposition
from adjudicator.rulesets.vv1813.combat.aftermath_events import (
    CombatRefused,
    CommanderHit,
    PlaceOccupied,
    UnitAdvanced,
    UnitsLeftMap,
    UnitsRetreated,
)
from adjudicator.rulesets.vv1813.combat.events import Bombarded, CombatResolved, StepLost
from adjudicator.rulesets.vv1813.context import Context, Counter
from adjudicator.rulesets.vv1813.morale.events import MoraleChanged
from adjudicator.rulesets.vv1813.movement.zones import stacking_limit
from adjudicator.rulesets.vv1813.sight import is_unknown
from adjudicator.rulesets.vv1813.state import Army, Commander, State, Unit, enemy_of

# --- what happened -------------------------------------------------------------------------------------------


def brought(sides: Sequence[Side], events: Sequence[Event], side: Side) -> Figures:
    """VV-8.5a: the results, and of each side steps, counters, retreats, commanders and morale; then the advance."""
    results = [_result(event) for event in events if isinstance(event, CombatResolved | Bombarded | CombatRefused)]
    figures: dict[str, int | str] = {"result": ", ".join(results)} if results else {}
    for one in (side, *(other for other in sides if other != side)):
        mine = [event for event in events if getattr(event, "side", None) == one]
        lost = [event for event in mine if isinstance(event, StepLost)]
        figures[f"{one} steps lost"] = len(lost)
        figures[f"{one} counters eliminated"] = sum(event.eliminated for event in lost)
        back = any(isinstance(event, UnitsRetreated | UnitsLeftMap) for event in mine)
        figures[f"{one} retreat"] = "yes" if back else "no"
        hits = [event for event in mine if isinstance(event, CommanderHit) and event.outcome != "bruised"]
        figures[f"{one} commanders wounded or killed"] = len(hits)
        figures[f"{one} morale"] = sum(event.change for event in mine if isinstance(event, MoraleChanged))
    ahead = any(isinstance(event, UnitAdvanced | PlaceOccupied) for event in events)
    return {**figures, "advance": "yes" if ahead else "no"}


def _result(event: CombatResolved | Bombarded | CombatRefused) -> str:
    if isinstance(event, CombatRefused):
        return "refused"
    return event.result or "no effect"


# --- what may stand there ------------------------------------------------------------------------------------


def supposed(ctx: Context, known: State, side: Side, targets: Sequence[str]) -> tuple[Supposition[State], ...]:
    """VV-7.3a: who stands unseen in the places that are attacked: the weakest unit it can be, or the strongest stack.

    What is chosen from are the enemy's counters that this side sees nowhere. Other unseen stacks are one unit each.
    """
    unseen = [place for place, stack in known.army(enemy_of(side)).units_at.items() if any(map(_unseen, stack))]
    if not unseen and not any(is_unknown(one) for one in known.army(enemy_of(side)).commanders):
        return (Supposition("", known),)
    places = [place for place in targets if place in unseen]
    if not places:
        return (Supposition("", _filled(ctx, known, side, (), strong=False)),)
    where = " and ".join(places)
    return tuple(
        Supposition(f"{where} held by the {word}", _filled(ctx, known, side, places, strong=strong))
        for word, strong in (("weakest that it can be", False), ("strongest that it can be", True))
    )


def _unseen(unit: Unit) -> bool:
    return is_unknown(unit.id)


def _filled(ctx: Context, known: State, side: Side, places: Sequence[str], *, strong: bool) -> State:
    """The position with counters in the place of blanks, those that are attacked first."""
    enemy = enemy_of(side)
    army = known.army(enemy)
    pool = _pool(ctx, army, enemy)
    units = {name: unit for name, unit in army.units.items() if not is_unknown(name)}
    blanks = [unit.place for unit in army.units.values() if is_unknown(unit.id) and unit.place is not None]
    for place in sorted(blanks, key=lambda one: (one not in places, one)):
        seen = sum(unit.place == place for unit in units.values())
        room = max(1, stacking_limit(ctx, known, enemy, place).value - seen) if strong and place in places else 1
        for _ in range(min(room, len(pool))):
            at = -1 if strong and place in places else 0 if place in places else len(pool) // 2
            one = pool.pop(at)
            weak = place in places and not strong and one.steps == 2
            units[one.id] = Unit(one.id, place, reduced=weak)
    return _with(known, enemy, Army(units, _commanders(ctx, army, enemy)))


def _pool(ctx: Context, army: Army, enemy: Side) -> list[Counter]:
    """Counters of an army that stand nowhere as far as one sees, the weakest first."""
    able = [one for one in ctx.counters.values() if one.side == enemy and one.kind in ("infantry", "cavalry")]
    return sorted((one for one in able if one.id not in army.units), key=lambda one: (one.strength, one.id))


def _commanders(ctx: Context, army: Army, enemy: Side) -> dict[str, Commander]:
    """A commander whom nobody can name is one of those that are seen nowhere."""
    free = sorted(
        one.id
        for one in ctx.counters.values()
        if one.side == enemy and one.kind == "commander" and one.id not in army.commanders
    )
    found = {name: one for name, one in army.commanders.items() if not is_unknown(name)}
    for one, name in zip((one for one in army.commanders.values() if is_unknown(one.id)), free, strict=False):
        found[name] = Commander(name, one.place)
    return found


def _with(state: State, side: Side, army: Army) -> State:
    return replace(state, armies={**state.armies, side: army})
