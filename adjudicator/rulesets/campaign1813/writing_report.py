"""Lines of a battle report in the order language."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.errors import ProgramError
from adjudicator.core.language import Namer
from adjudicator.core.types import Order
from adjudicator.rulesets.campaign1813 import report_orders as ro
from adjudicator.rulesets.campaign1813.writing_choices import names

OUTCOME_WORDS: Mapping[str, str] = {
    "attacker_win_morale": "attacker wins by morale",
    "attacker_win_vp": "attacker wins by points",
    "defender_win_morale": "defender wins by morale",
    "defender_win_vp": "defender wins by points",
    "stalemate": "stalemate",
    "attacker_broke_off": "attacker breaks off",
    "defender_broke_off": "defender breaks off",
}


def written_report(order: Order, name: Namer) -> str:
    """A line of a battle report."""
    match order:
        case ro.Outcome():
            return f"result: {OUTCOME_WORDS[order.outcome]}"
        case ro.Routed():
            return f"rout: {name('side', order.routed)}"
        case ro.LastTurn():
            return f"last turn {order.turn}"
        case ro.Losses():
            return f"losses {', '.join(_hits(one, name) for one in order.losses)}"
        case ro.Unhurt():
            return f"no losses: {names(name, 'who', order.units)}" if order.units else "others no losses"
        case ro.LeaderLost():
            return f"leader lost: {names(name, 'who', order.units)}"
        case ro.Engaged():
            return f"engaged by cavalry: {names(name, 'who', order.units)}"
        case ro.Arrived():
            return _arrived(order, name)
        case ro.Retreated():
            return _retreated(order, name)
        case ro.Regrouped():
            way = f"to {name('place', order.to)}" if order.to else f"from {name('place', order.origin)}"
            return f"regrouped {names(name, 'who', order.units)} {way}"
        case ro.Seen():
            return f"revealed {names(name, 'who', order.units)}" if order.units else "revealed none"
        case ro.Points():
            held = [f"{name('side', side)}: {value}" for side, value in order.points]
            return f"points {', '.join(held)}"
        case ro.ObjectiveTaken():
            holder = name("side", order.holder) if order.holder else "nobody"
            return f'objective "{order.name}" {order.vp} points {holder}'
    raise ProgramError(f"The order language has no words for {order.kind!r}.")


def _hits(one: ro.Hits, name: Namer) -> str:
    gone = f" {one.destroyed} destroyed" if one.destroyed is not None else ""
    return f"{name('unit', one.unit)}: {one.hits} hits{gone}"


def _arrived(order: ro.Arrived, name: Namer) -> str:
    die = f" die {order.die}" if order.die is not None else ""
    ruling = " by ruling" if order.ruling else ""
    return f"arrived {names(name, 'who', order.units)} on turn {order.turn}{die}{ruling}"


def _retreated(order: ro.Retreated, name: Namer) -> str:
    way = "".join(f" -> {name('place', place)}" for place in order.path)
    if order.destination:
        way = f" to {name('place', order.destination)}"
    turn = f" on turn {order.turn}" if order.turn is not None else ""
    return f"retreated {names(name, 'who', order.units)}{way}{turn}"
