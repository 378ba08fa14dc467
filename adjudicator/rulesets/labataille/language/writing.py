"""Orders in words: by the templates of their classes, and here those that have to think."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.language import Namer
from adjudicator.core.orders import AskMe, Standing
from adjudicator.core.types import Order
from adjudicator.kit.wording import printed
from adjudicator.rulesets.labataille import choices as c
from adjudicator.rulesets.labataille import orders as o


def write(order: Order, name: Namer) -> str:
    """An order, a choice or a standing order (without its condition) in the language."""
    match order:
        case AskMe():
            return "ask me"
        case Standing():
            return _standing(order, name)
        case o.March() | o.DeclareCharge() | o.Form() | o.Deploy() | o.Enter() | o.DelayArrival():
            return _moving(order, name)
        case o.PlaceUnit() | o.StartLosses() | o.Split() | o.FireAtWill() | o.ForcedMarch():
            return _other(order, name)
        case _:
            return _choice(order, name)


def _places(places: Iterable[str], name: Namer, sign: str = "+") -> str:
    return sign.join(name("place", one) for one in places)


def _bodies(who: Iterable[str], name: Namer) -> str:
    return ", ".join(name("body", one) for one in who)


def _losses(units: Iterable[str], numbers: Iterable[int], name: Namer) -> str:
    return ", ".join(f"{name('unit', one)} {lost}" for one, lost in zip(units, numbers, strict=True))


# --- orders that move ---


def _moving(order: Order, name: Namer) -> str:
    match order:
        case o.March():
            return _march(order, name)
        case o.DeclareCharge():
            return _charge(order, name)
        case o.Form():
            more = [_places(order.places, name)] if order.places else []
            more += [f"facing {order.facing}"] if order.facing else []
            return " ".join((f"form {name('unit', order.unit)}: {order.formation}", *more))
        case o.Deploy():
            more = [_places(order.places, name)] if order.places else []
            more += [f"facing {order.facing}"] if order.places and order.facing else []
            return " ".join((f"deploy {name('unit', order.unit)} as skirmishers", *more))
        case o.Enter():
            more = [f"at {name('place', order.place)}"] if order.place else []
            more += [f"in {order.formation}"] if order.formation else []
            return " ".join((f"enter {_bodies(order.who, name)}", *more)) if order.who else "enter all"
        case o.DelayArrival():
            when = f"until {order.until}" if order.until else f"{order.turns} turns"
            return f"delay {name('body', order.who)} {when}"
        case _:
            return printed(order, name)


def _march(order: o.March, name: Namer) -> str:
    who = f"stack {name('place', order.stack)}" if order.stack else _bodies(order.who, name)
    more = [f"in {order.formation}"] if order.formation else []
    more += [f"facing {order.facing}"] if order.facing else []
    return " ".join((f"march {who}", _way(order.start, order.path, order.destination, name), *more))


def _way(start: str, path: tuple[str, ...], destination: str, name: Namer) -> str:
    if destination:
        return f"to {name('place', destination)}"
    way = " -> ".join(name("place", one) for one in path)
    return f"{name('place', start)} -> {way}" if start else f"-> {way}"


def _charge(order: o.DeclareCharge, name: Namer) -> str:
    who = f"stack {name('place', order.stack)}" if order.stack else _bodies(order.units, name)
    parts = [f"charge {who}"]
    if order.leader:
        parts.append(f"led by {name('commander', order.leader)}")
    if order.formation:
        parts.append(f"in {order.formation}")
    if order.path:
        parts.append("-> " + " -> ".join(name("place", one) for one in order.path))
    if order.target:
        parts.append(f"target {name('target', order.target)}")
    words = " ".join(parts)
    if order.recalled:
        goal = f" {name('place', order.next_target)}" if order.next_target else ""
        words += f"; if recalled: {order.recalled}{goal}"
    return words if order.trample is None else f"{words}; trample {_many(order.trample)}"


def _many(number: int) -> str:
    return "none" if number == 0 else "all" if number >= 99 else f"up to {number}"


# --- others ---


def _other(order: Order, name: Namer) -> str:
    match order:
        case o.PlaceUnit():
            words = f"place {name('some', order.unit)} at {_places(order.places, name)} in {order.formation}"
            words += f" facing {order.facing}" if order.facing else ""
            words += " on top" if order.on_top else ""
            return words + (f" under {name('unit', order.under)}" if order.under else "")
        case o.StartLosses():
            return f"losses: {_losses(order.units, order.numbers, name)}"
        case o.Split():
            losses = f" losses: {_losses(order.units, order.numbers, name)}" if order.units else ""
            return f"split {name('unit', order.unit)}{losses}"
        case o.FireAtWill():
            return f"fire at will: {_wishes(order.first, name)}" if order.first else "fire at will"
        case o.ForcedMarch():
            goal = f" to {name('place', order.destination)}" if order.destination else ""
            return f"forced march {name('body', order.who)}{goal}"
        case _:
            return printed(order, name)


def _wishes(first: tuple[str, ...], name: Namer) -> str:
    return ", then ".join(name("place", one) if one.isdecimal() else name("sort", one) for one in first)


def _sorts(sorts: tuple[str, ...], name: Namer) -> str:
    return ", ".join(name("sort", one) for one in sorts)


# --- choices ---


def _choice(order: Order, name: Namer) -> str:
    match order:
        case c.Square():
            against = f" against {_sorts(order.against, name)}" if order.against else ""
            return f"square at {order.at}{against}"
        case c.NoSquare():
            if order.stand:
                return "stand"
            return f"square never against {_sorts(order.against, name)}" if order.against else "square never"
        case c.React():
            words = f"react against {_sorts(order.against, name)}" if order.against else "react"
            return f"{words} within {order.within}" if order.within else words
        case c.TakeOpportunity():
            return f"opportunity charge: {_sorts(order.against, name)}" if order.against else "opportunity charge"
        case c.OpportunityFire():
            return "opportunity fire always" if order.fires else "opportunity fire never"
        case c.DefensiveFire():
            return f"defensive fire: {_wishes(order.first, name)}"
        case c.SquareFires():
            return f"carre fires: {_wishes(order.first, name)}"
        case _:
            return _more(order, name)


def _more(order: Order, name: Namer) -> str:
    match order:
        case c.HorseSkirmishers():
            return f"horse skirmishers retreat {order.hexes}" if order.hexes else "horse skirmishers stay"
        case c.BeforeMelee():
            return _before_melee(order, name)
        case c.Pursue():
            return "pursue" if order.goes else "never pursue"
        case c.WhoAdvances():
            units = ", ".join(name("unit", one) for one in order.units)
            return f"advance: {units or 'top unit'}"
        case c.Destroy():
            return f"destroy {name('bridge', order.name)}" if order.name else "keep the bridge"
        case c.Trample():
            return f"trample: {_many(order.most)}"
        case c.Occupy():
            what = f"only {_sorts(order.only, name)}" if order.what == "only" else order.what
            return f"occupy: {'top unit' if what == 'top' else what}"
        case c.StackOrder():
            return "stacks: as they came" if order.how == "came" else f"stacks: {order.how} on top"
        case c.Lead():
            return f"lead {', '.join(order.uses)}" if order.uses else "never lead"
        case c.Arrivals():
            return "arrivals: hold" if order.hold else "arrivals: as soon as possible"
        case c.SpreadJaegers():
            return "spread one hex a battalion" if order.over == "one" else "spread all hexes of the village"
        case c.Shrink():
            return _shrink(order, name)
        case _:
            return printed(order, name)


def _before_melee(order: c.BeforeMelee, name: Namer) -> str:
    if not order.hexes:
        return "before melee: stand"
    who = order.who or ("skirmishers", "horse guns", "cavalry")
    going = [
        "lone leaders retreat" if one == "leaders" else f"{name('sort', one)} retreat {order.hexes}" for one in who
    ]
    return f"before melee: {', '.join(going)}"


def _shrink(order: c.Shrink, name: Namer) -> str:
    if order.keep == "near":
        return f"shrink: keep the hex nearer to {name('place', order.place)}"
    return f"shrink: keep the hex {'with a leader' if order.keep == 'leader' else 'away from the enemy'}"


def _standing(order: Standing, name: Namer) -> str:
    whom = f"for {name('anyone', order.unit)}" if order.unit else ""
    where = f"at {name('place', order.place)}" if order.place else ""
    moment = " ".join(part for part in (whom, where) if part)
    choice = write(order.choice, name)
    if order.decision == "targeted":
        choice = "if targeted square" if isinstance(order.choice, c.Square) else "if targeted stand"
    return f"{moment}: {choice}" if moment else choice
