"""Orders of the campaign in the order language, where a template of their class does not say it alone.

What is printed here is read back as the same order.
"""

from __future__ import annotations

from adjudicator.core.language import Namer
from adjudicator.core.orders import AskMe, Standing
from adjudicator.core.types import Order
from adjudicator.kit.wording import printed
from adjudicator.rulesets.campaign1813 import orders as od
from adjudicator.rulesets.campaign1813.language.build import TOPICS
from adjudicator.rulesets.campaign1813.report import report_orders as ro


def write(order: Order, name: Namer) -> str:
    """An order, a choice, a standing order (without its condition) or a line of a battle report."""
    match order:
        case Standing():
            return _standing(order, name)
        case AskMe():
            return "ask me"
        case od.Move() if len(order.marches) == 1:
            return _single_march(order, name)
        case od.Plan():
            return _plan(order, name)
        case od.RetreatTo():
            return printed(order, name).replace("retreat rest to", "retreat to", 1)
        case ro.Points():
            held = [f"{name('side', side)}: {value}" for side, value in order.points]
            return f"points {', '.join(held)}"
        case _:
            return printed(order, name)


def _single_march(order: od.Move, name: Namer) -> str:
    """`move I Corps from Dresden to Pirna`: the town of departure stands between blocks and way."""
    (march,) = order.marches
    words = printed(march, name)
    who = ", ".join(name("who", unit) for unit in march.units) if march.units else "rest"
    origin = f" from {name('place', order.origin)}" if order.origin else ""
    return f"move {who if march.units else 'all'}{origin}{words.removeprefix(who)}"


def _plan(order: od.Plan, name: Namer) -> str:
    """`assault Torgau lead Teste`, `no siege at Torgau`, `reveal Napoleon`, `at Luckau: retreat to Dahme`."""
    place = name("place", order.place) if order.place else ""
    words = write(order.choice, name)
    if isinstance(order.choice, od.Reveal) and order.unit:
        leader = name("piece", order.unit)
        words = f"reveal {leader}" if order.choice.show else f"keep {leader} hidden"
        return f"at {place}: {words}" if place else words
    if words in ("no assault", "no siege"):
        return f"{words} at {place}"
    verb, _, rest = words.partition(" ")
    if verb in ("assault", "besiege", "reinforce"):
        return f"{verb} {place} {rest}".rstrip()
    return f"at {place}: {words}"


def _standing(order: Standing, name: Namer) -> str:
    when = _moment(order, name)
    if isinstance(order.choice, AskMe) and order.decision in TOPICS:
        choice = f"ask me about {TOPICS[order.decision]}"
    else:
        choice = write(order.choice, name)
    return f"{when}: {choice}" if when else choice


def _moment(order: Standing, name: Namer) -> str:
    """The words before the colon; empty for a standing order that always applies."""
    place = name("place", order.place) if order.place else ""
    at = f" at {place}" if place else ""
    if order.moment == "entered":
        return f"when the enemy enters {place or 'a fortress'}"
    if order.moment:
        return f"when {order.moment}{at}"
    return f"for {name('anyone', order.unit)}{at}" if order.unit else at.strip()
