"""Orders of the 1813 battle games in the order language: what is printed here is read back as the same order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from adjudicator.core.errors import ProgramError
from adjudicator.core.language import Namer
from adjudicator.core.orders import Standing
from adjudicator.core.types import Order
from adjudicator.rulesets.vv1813 import orders as od
from adjudicator.rulesets.vv1813.writing_choices import (
    EFFECTS,
    NAPOLEON,
    marker_uses,
    names,
    policy_words,
    written_choice,
    written_standing,
)


def write(order: Order, name: Namer) -> str:
    """An order, a choice or a standing order of the series."""
    if isinstance(order, Standing):
        return written_standing(order, name)
    if isinstance(order, od.CHOICES):
        return written_choice(order, name)
    if isinstance(order, od.ORDERS):
        return written_order(order, name)
    raise ProgramError(f"The order language has no words for {order.kind!r}.")


def written_order(order: Order, name: Namer) -> str:
    """An order of the turn, or an umpire's change."""
    match order:
        case od.Move() | od.Enter() | od.Direct():
            return _movement(order, name)
        case od.Delay():
            return f"delay {names(name, 'piece', order.units)}"
        case od.TacticalMovement():
            return "tactical movement"
        case od.Split():
            parts = ", ".join(f"{name('place', place)} = {points}" for place, points in order.parts)
            return f"split {name('unit', order.unit)}: {parts}"
        case od.Play():
            target = f" on {name('target', order.target)}" if order.target else ""
            option = f": {name('option', order.option)}" if order.option else ""
            return f"play {name('marker', order.marker)}{target}{option}"
        case od.Keep():
            return "keep markers"
        case od.Take():
            return f"take {', '.join(order.classes)}"
        case od.LayMarkers():
            return f"lay {order.marker_class} on {', '.join(order.spaces)}"
        case od.Bombard():
            origin = f" from {name('place', order.origin)}" if order.origin else ""
            return f"bombard {name('place', order.target)} with {marker_uses(order.markers, name)}{origin}"
        case od.Attack():
            return " ".join(["attack", names(name, "place", order.targets), *_clauses(order, name)])
        case od.Change():
            return _change(order, name)
    raise ProgramError(f"The order language has no words for {order.kind!r}.")


def _movement(order: od.Move | od.Enter | od.Direct, name: Namer) -> str:
    way = "".join(f" -> {name('place', place)}" for place in order.path)
    if order.destination:
        way = f" to {name('place', order.destination)}"
    match order:
        case od.Move() if order.leave and not way:
            return f"exit {names(name, 'piece', order.units)}"
        case od.Move():
            who = f"stack {name('place', order.stack)}" if order.stack else names(name, "piece", order.units)
            leave = " then exit" if order.leave else ""
            cossacks = f", if Cossacks: {EFFECTS[order.if_cossacks]}" if order.if_cossacks else ""
            return f"move {who}{way}{leave}{cossacks}"
        case od.Enter():
            who = names(name, "piece", order.units) if order.units else "all"
            at = f" at {name('place', order.at)}" if order.at else ""
            host = f" with {name('piece', order.host)}" if order.host else ""
            return f"enter {who}{at}{way}{host}"
        case od.Direct():
            return f"direct {names(name, 'directed', order.units)}{way}"
        case _:
            assert_never(order)


def _clauses(order: od.Attack, name: Namer) -> Iterable[str]:
    """What is said about an attack besides its targets."""
    if order.origins:
        yield f"from {names(name, 'place', order.origins)}"
    if order.units:
        yield f"with {names(name, 'piece', order.units)}"
    if order.formation:
        yield f"formation {name('formation', order.formation)}"
    if order.head:
        yield f"head {names(name, 'unit', order.head)}"
    if order.support is not None:
        yield f"support {marker_uses(order.support, name)}" if order.support else "no support"
    if order.tactical:
        yield "tactical"
    if order.napoleon is not None:
        yield f"Napoleon's option {NAPOLEON[order.napoleon]}"
    if order.losses is not None:
        yield f"losses {policy_words(order.losses, name)}"
    if order.advance is not None:
        yield f"advance {names(name, 'unit', order.advance)}" if order.advance else "no advance"
    if order.commander_advances is not None:
        yield "commander advances" if order.commander_advances else "commander stays"
    if order.occupy:
        yield f"occupy with {names(name, 'unit', order.occupy)}"


def _change(order: od.Change, name: Namer) -> str:
    match order.what:
        case "unit" | "commander":
            where = f"at {name('place', order.place)}" if order.place else order.status
            full = {True: " reduced", False: " full", None: ""}[order.reduced]
            health = f" {order.health}" if order.health else ""
            return f"put {name('piece', order.id)} {where}{full}{health}"
        case "marker":
            where = {"hand": "in hand", "track": "on the track"}.get(order.status, order.status)
            turn = f" until turn {order.value}" if order.value else ""
            return f"put marker {name('chit', order.id)} {where}{turn}"
        case "morale":
            return f"set {order.id} morale to {order.value}"
        case "objective":
            return f"give {name('place', order.id)} to {name('side', order.of or '')}"
