"""Choices and standing orders in the order language."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.core.errors import ProgramError
from adjudicator.core.language import Namer
from adjudicator.core.orders import AskMe, Standing
from adjudicator.core.types import Choice, Order
from adjudicator.rulesets.vv1813 import orders as od
from adjudicator.rulesets.vv1813.build_choices import EVERY_PLACE, TOPICS

NAPOLEON = {"never": "never", "if_hold": "if hold is possible", "always": "always"}
EFFECTS = {"one_place": "one hex", "no_zone": "no zone of control"}


def names(name: Namer, rule: str, ids: Iterable[str]) -> str:
    """Names as a list."""
    return ", ".join(name(rule, one) for one in ids)


def marker_uses(uses: Iterable[od.MarkerUse], name: Namer) -> str:
    """`2 Artillery, Drouot`."""
    return ", ".join(f"{f'{use.count} ' if use.count != 1 else ''}{name('marker', use.marker)}" for use in uses)


def policy_words(policy: od.LossPolicy, name: Namer) -> str:
    """`weakest first, never Guard`."""
    first = f"{names(name, 'unit', policy.first)} first" if policy.order == "listed" else ""
    words = [first or {"spread": "spread"}.get(policy.order, f"{policy.order} first")]
    if policy.never:
        spared = [one.capitalize() if one in _SORTS else name("unit", one) for one in policy.never]
        words.append(f"never {', '.join(spared)}")
    return ", ".join(words)


_SORTS = ("guard", "infantry", "cavalry")


def written_choice(choice: Order, name: Namer) -> str:
    """A choice, as an answer or a standing order gives it."""
    match choice:
        case od.RetreatBefore():
            return f"retreat before combat{_to(choice.to, name)}"
        case od.StandAndFight():
            return "stand"
        case od.HeadUnit():
            return f"head {names(name, 'unit', choice.units)}"
        case od.Excess():
            return f"excess {names(name, 'unit', choice.units)}"
        case od.Support():
            return f"support {marker_uses(choice.markers, name)}" if choice.markers else "no support"
        case od.Losses():
            return f"losses: {policy_words(choice.policy, name)}"
        case od.Hold():
            return _hold(choice, name)
        case od.RetreatTo():
            return f"retreat{_to(choice.to, name)}"
        case od.Advance():
            return _advance(choice, name)
        case od.Occupy():
            return f"occupy with {names(name, 'unit', choice.units)}" if choice.units else "no occupation"
        case od.NapoleonOption():
            return f"Napoleon's option: {NAPOLEON[choice.use]}"
        case od.Displace():
            return f"displace{_to(choice.to, name)}"
        case _:
            return _marker_choice(choice, name)


def _marker_choice(choice: Order, name: Namer) -> str:
    match choice:
        case od.Cossacks():
            return _cossacks(choice)
        case od.CossackEffect():
            return EFFECTS[choice.effect]
        case od.LoseMarkers():
            return f"take {name('marker', choice.marker)}"
        case od.Reveal():
            if not choice.marker:
                return "keep"
            target = f" on {name('target', choice.target)}" if choice.target else ""
            option = f": {name('option', choice.option)}" if choice.option else ""
            return f"play {name('marker', choice.marker)}{target}{option}"
        case od.TakeMarker():
            return f"take {', '.join(choice.classes)}"
        case od.LayOn():
            return f"lay on {', '.join(choice.spaces)}"
    raise ProgramError(f"The order language has no words for {choice.kind!r}.")


def _to(places: tuple[str, ...], name: Namer) -> str:
    return f" to {names(name, 'place', places)}" if places else ""


def _hold(choice: od.Hold, name: Namer) -> str:
    if not choice.places:
        return "retreat"
    words = "stay and take the loss" if choice.places >= EVERY_PLACE else f"hold {choice.places}"
    return f"{words} with {names(name, 'unit', choice.payers)}" if choice.payers else words


def _advance(choice: od.Advance, name: Namer) -> str:
    if not choice.units:
        return "no advance"
    commander = {None: "", True: " with commander", False: " without commander"}[choice.commander]
    return f"advance {names(name, 'unit', choice.units)}{commander}"


def _cossacks(choice: od.Cossacks) -> str:
    if not choice.play:
        return "no Cossacks"
    only = " on entering our zone" if choice.only else ""
    most = f" at most {choice.at_most}" if choice.at_most is not None else ""
    return f"play Cossacks{only}{most}"


# --- standing orders ---------------------------------------------------------------------------------------


def written_standing(order: Standing, name: Namer) -> str:
    """A standing order without its condition."""
    choice = _standing_choice(order, name)
    when = _moment(order, name)
    return f"{when}: {choice}" if when else choice


def _standing_choice(order: Standing, name: Namer) -> str:
    choice: Choice = order.choice
    if isinstance(choice, AskMe):
        return f"ask me about {TOPICS[order.decision]}" if order.decision in TOPICS else "ask me"
    return written_choice(choice, name)


def _moment(order: Standing, name: Namer) -> str:
    """The words before the colon; empty for a standing order that always applies."""
    place = f" at {name('place', order.place)}" if order.place else ""
    origin = f" from {name('place', order.place)}" if order.place else ""
    unit = name("piece", order.unit) if order.unit and order.moment not in _OTHERS else ""
    match order.moment:
        case "":
            if order.unit:
                return f"for {name('anyone', order.unit)}{place}"
            return place.strip()
        case "attacked" | "bombarded":
            return f"when {f'{unit} is ' if unit else ''}{order.moment}{place}"
        case "attacking":
            return f"when attacking{place.removeprefix(' at')}"
        case "must_retreat":
            return f"when {unit or 'we'} must retreat{origin}"
        case "enemy_moves":
            return f"when {_enemy(order, name)} moves{origin}"
        case "enemy_enters":
            return f"when {_enemy(order, name)} enters our zone{origin}"
        case "met":
            return f"when {f'{unit} is ' if unit else ''}met by Cossacks{place}"
        case "refuses":
            return f"when the enemy refuses combat{place}"
        case "losses_drawn":
            return "when the enemy draws Losses"
        case "displaced":
            return f"when {unit} is displaced" if unit else "when a commander is displaced"
        case "after_combat":
            return f"after combat{place}"
        case "enemy_phase":
            return "in the enemy movement"
        case "taking":
            return "when taking markers"
        case "laying":
            return f"when laying {order.unit or 'markers'}"
    raise ProgramError(f"The order language has no words for the moment {order.moment!r}.")


_OTHERS = ("", "enemy_moves", "enemy_enters", "laying")
"""Moments whose `unit` is not one of ours."""


def _enemy(order: Standing, name: Namer) -> str:
    return name("enemy", order.unit) if order.unit else "the enemy"
