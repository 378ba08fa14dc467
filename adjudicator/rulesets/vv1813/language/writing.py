"""Orders of the 1813 battle games in the order language: what is printed here is read back as the same order."""

from __future__ import annotations

from adjudicator.core.language import Namer
from adjudicator.core.orders import AskMe, Standing
from adjudicator.core.types import Order
from adjudicator.kit.wording import moment_words, written
from adjudicator.rulesets.vv1813 import orders as od
from adjudicator.rulesets.vv1813.language.moments import TOPICS, WHEN


def write(order: Order, name: Namer) -> str:
    """An order, a choice or a standing order of the series."""
    match order:
        case Standing(choice=AskMe(), decision=kind) if kind in TOPICS:
            when = moment_words(order, name, WHEN)
            asked = f"ask me about {TOPICS[kind]}"
            return f"{when}: {asked}" if when else asked
        case od.Split():
            parts = ", ".join(f"{name('place', place)} = {points}" for place, points in order.parts)
            return f"split {name('unit', order.unit)}: {parts}"
        case od.Change():
            return _change(order, name)
        case _:
            return written(order, name, WHEN)


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
