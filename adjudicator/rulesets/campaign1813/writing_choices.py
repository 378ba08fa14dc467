"""Choices and standing orders of the campaign in the order language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.core.errors import ProgramError
from adjudicator.core.language import Namer
from adjudicator.core.orders import AskMe, Standing
from adjudicator.core.types import Order
from adjudicator.rulesets.campaign1813 import orders as od
from adjudicator.rulesets.campaign1813.build_choices import TOPICS

EVENT_WORDS: Mapping[str, str] = {
    "sally": "sally",
    "ammunition": "ammunition",
    "camp_disease": "camp disease",
    "arsenal": "arsenal",
    "bad_food": "bad food",
    "town_disease": "town disease",
}


def names(name: Namer, rule: str, ids: Iterable[str]) -> str:
    """Names as a list."""
    return ", ".join(name(rule, one) for one in ids)


def from_towns(groups: Iterable[od.FromTown], name: Namer) -> str:
    """`Girard by Dahme; all by Torgau`."""
    return "; ".join(
        f"{names(name, 'who', group.units) if group.units else 'all'} by {name('place', group.origin)}"
        for group in groups
    )


def to_towns(parts: Iterable[od.ToTown], name: Namer) -> str:
    """`Teste to Dahme; rest to Torgau`."""
    return "; ".join(
        f"{names(name, 'who', part.units) if part.units else 'rest'} to {names(name, 'place', part.to)}"
        for part in parts
    )


def written_choice(choice: Order, name: Namer) -> str:
    """A choice, as an answer, a plan or a standing order gives it."""
    match choice:
        case od.Initiative():
            return "initiative first" if choice.first else "initiative second"
        case od.Reveal():
            return "reveal" if choice.show else "keep hidden"
        case od.Fortress():
            return _fortress(choice, name)
        case od.Relief():
            return "join the relief" if choice.join else "stay inside"
        case od.Besiege():
            return "besiege" if choice.lay else "no siege"
        case od.Resolution():
            return "auto" if choice.auto else "at the table"
        case od.Ground():
            return f"field {name('field', choice.field)}" if choice.field else f"table {choice.table}"
        case od.Reinforce():
            return f"reinforce with {from_towns(choice.groups, name)}" if choice.groups else "no reinforcements"
        case od.LeaveField():
            return f"break off at {choice.percent} %" if choice.percent else "never break off"
        case od.RetreatTo():
            words = to_towns(choice.parts, name)
            return f"retreat {words.removeprefix('rest ') if not choice.parts[0].units else words}"
        case od.Regroup():
            return _regroup(choice, name)
        case od.Assault():
            return _assault(choice, name)
        case AskMe():
            return "ask me"
    raise ProgramError(f"The order language has no words for {choice.kind!r}.")


def _fortress(choice: od.Fortress, name: Namer) -> str:
    if not choice.withdraw:
        return "give battle"
    keep = f" keep {names(name, 'who', choice.keep)}" if choice.keep else ""
    rest = " rest fights" if choice.rest == "fights" else ""
    return f"withdraw into the fortress{keep}{rest}"


def _regroup(choice: od.Regroup, name: Namer) -> str:
    parts = [to_towns((part,), name) for part in choice.out]
    parts += [f"bring {from_towns((group,), name)}" for group in choice.bring]
    return f"regroup {'; '.join(parts)}" if parts else "no regrouping"


def _assault(choice: od.Assault, name: Namer) -> str:
    if not choice.go:
        return "no assault"
    lead = f" lead {names(name, 'who', choice.lead)}" if choice.lead else ""
    needed = f" needing at most {choice.needed}" if choice.needed is not None else ""
    unless = f" unless {', '.join(EVENT_WORDS[event] for event in choice.unless)}" if choice.unless else ""
    return f"assault{lead}{needed}{unless}"


# --- standing orders -------------------------------------------------------------------------------------------------


def written_standing(order: Standing, name: Namer) -> str:
    """A standing order without its condition."""
    when = _moment(order, name)
    choice = _standing_choice(order, name)
    return f"{when}: {choice}" if when else choice


def _standing_choice(order: Standing, name: Namer) -> str:
    if isinstance(order.choice, AskMe):
        return f"ask me about {TOPICS[order.decision]}" if order.decision in TOPICS else "ask me"
    return written_choice(order.choice, name)


def _moment(order: Standing, name: Namer) -> str:
    """The words before the colon; empty for a standing order that always applies."""
    place = name("place", order.place) if order.place else ""
    at = f" at {place}" if place else ""
    match order.moment:
        case "":
            return f"for {name('anyone', order.unit)}{at}" if order.unit else at.strip()
        case "entered":
            return f"when the enemy enters {place or 'a fortress'}"
        case "beaten" | "victorious":
            return f"when {order.moment}{at}"
    raise ProgramError(f"The order language has no words for the moment {order.moment!r}.")
