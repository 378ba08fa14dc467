"""Orders of the campaign in the order language: what is printed here is read back as the same order."""

from __future__ import annotations

from adjudicator.core.errors import ProgramError
from adjudicator.core.language import Namer
from adjudicator.core.orders import Standing
from adjudicator.core.types import Order
from adjudicator.rulesets.campaign1813 import orders as od
from adjudicator.rulesets.campaign1813.report_orders import REPORT_ORDERS
from adjudicator.rulesets.campaign1813.writing_choices import from_towns, names, written_choice, written_standing
from adjudicator.rulesets.campaign1813.writing_report import written_report


def write(order: Order, name: Namer) -> str:
    """An order, a choice, a standing order or a line of a battle report."""
    if isinstance(order, Standing):
        return written_standing(order, name)
    if isinstance(order, od.CHOICES):
        return written_choice(order, name)
    if isinstance(order, REPORT_ORDERS):
        return written_report(order, name)
    return written_order(order, name)


def written_order(order: Order, name: Namer) -> str:
    """An order of the player turn, or an umpire's change."""
    match order:
        case od.Recon():
            by = f" by {name('army', order.army)}" if order.army else ""
            return f"recon {name('place', order.target)}{by}" if order.target else f"no recon{by}"
        case od.Move():
            return _move(order, name)
        case od.Independents():
            return f"independent groups: {names(name, 'place', order.towns)}"
        case od.BattleSequence():
            return f"battles: {names(name, 'place', order.towns)}"
        case od.Plan():
            return _plan(order, name)
        case od.Change():
            return _change(order, name)
    raise ProgramError(f"The order language has no words for {order.kind!r}.")


def _way(march: od.March, name: Namer) -> str:
    if march.destination:
        return f" to {name('place', march.destination)}"
    return "".join(f" -> {name('place', place)}" for place in march.path)


def _march(march: od.March, name: Namer, rest: str) -> str:
    who = names(name, "who", march.units) if march.units else rest
    return f"{who}{_way(march, name)}{' forced' if march.forced else ''}"


def _move(order: od.Move, name: Namer) -> str:
    if len(order.marches) > 1:
        marches = "; ".join(_march(march, name, "rest") for march in order.marches)
        return f"group {name('place', order.origin)}: {marches}"
    march = order.marches[0]
    origin = f" from {name('place', order.origin)}" if order.origin else ""
    who = names(name, "who", march.units) if march.units else "all"
    return f"move {who}{origin}{_way(march, name)}{' forced' if march.forced else ''}"


def _plan(order: od.Plan, name: Namer) -> str:
    place = name("place", order.place) if order.place else ""
    match order.choice:
        case od.Reveal() if order.unit and not place:
            leader = name("piece", order.unit)
            return f"reveal {leader}" if order.choice.show else f"keep {leader} hidden"
        case od.Reinforce() if order.choice.groups:
            return f"reinforce {place} with {from_towns(order.choice.groups, name)}"
        case od.Besiege():
            return f"besiege {place}" if order.choice.lay else f"no siege at {place}"
        case od.Assault():
            words = written_choice(order.choice, name)
            if order.choice.go:
                return f"assault {place}{words.removeprefix('assault')}"
            return f"no assault at {place}"
        case od.Reveal() if order.unit:
            leader = name("piece", order.unit)
            return f"at {place}: " + (f"reveal {leader}" if order.choice.show else f"keep {leader} hidden")
        case _:
            return f"at {place}: {written_choice(order.choice, name)}"


def _change(order: od.Change, name: Namer) -> str:
    match order.what:
        case "town":
            return f"give {name('place', order.id)} to {name('side', order.of or '')}"
        case "depot":
            if not order.type:
                return f"remove depot at {name('place', order.id)}"
            return f"depot {name('place', order.id)} {order.type} to {name('side', order.of or '')}"
        case "block":
            return _block_change(order, name)


def _block_change(order: od.Change, name: Namer) -> str:
    if order.status == "eliminated":
        return f"remove {name('piece', order.id)}"
    if order.place:
        where = f"inside {name('place', order.place)}" if order.inside else f"at {name('place', order.place)}"
        return f"put {name('piece', order.id)} {where}"
    if order.hits is not None:
        return f"set {name('unit', order.id)} hits to {order.hits}"
    return f"{'disrupt' if order.disrupted else 'rally'} {name('unit', order.id)}"
