"""Orders in words: by the templates of their classes, and here the few that have to think."""

from __future__ import annotations

from adjudicator.core.language import Namer
from adjudicator.core.orders import AskMe, Standing
from adjudicator.core.types import Order
from adjudicator.kit.wording import printed
from adjudicator.rulesets.nlc.choices import React, TakeHits
from adjudicator.rulesets.nlc.orders import ArrivalOrders, Enter, Move


def write(order: Order, name: Namer) -> str:
    """An order, a choice or a standing order (without its condition) in the language."""
    match order:
        case AskMe():
            return "ask me"
        case Standing():
            return _standing(order, name)
        case Move():
            return _move(order, name)
        case Enter() if not order.pieces:
            return f"enter all at {name('place', order.place)}" if order.place else "enter all"
        case ArrivalOrders():
            pairs = zip(order.leaders, order.orders, strict=True)
            return "arrival orders " + "; ".join(f"{name('commander', who)}: {what}" for who, what in pairs)
        case React():
            return f"react against {', '.join(order.against)}" if order.against else "always react"
        case TakeHits():
            return _hits(order, name)
        case _:
            return printed(order, name)


def _move(order: Move, name: Namer) -> str:
    who = (
        f"stack {name('place', order.stack)}" if order.stack else ", ".join(name("piece", one) for one in order.pieces)
    )
    if order.destination:
        return f"move {who} to {name('place', order.destination)}"
    path = " -> ".join(name("place", one) for one in order.path)
    return f"move {who} {name('place', order.start)} -> {path}" if order.start else f"move {who} -> {path}"


def _hits(order: TakeHits, name: Namer) -> str:
    first = ", ".join(name("unit", one) for one in order.units) if order.policy == "listed" else order.policy
    never = "never " + ", ".join(name("unit", one) for one in order.never) if order.never else ""
    return "hits " + ", ".join(part for part in (f"{first} first" if first else "", never) if part)


def _standing(order: Standing, name: Namer) -> str:
    whom = f"for {name('anyone', order.unit)}" if order.unit else ""
    when = f"when {order.moment.replace('_', ' ')}" if order.moment else ""
    where = f"at {name('place', order.place)}" if order.place else ""
    moment = " ".join(part for part in (whom, when, where) if part)
    choice = write(order.choice, name)
    return f"{moment}: {choice}" if moment else choice
