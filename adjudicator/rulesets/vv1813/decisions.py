"""Decisions of the series: which choices answer them, what standing orders say, what is a legal answer."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TypeVar

from adjudicator.core.orders import AskMe, Condition, Standing
from adjudicator.core.types import Ask, Choice, Decision, Event, Finding, Side
from adjudicator.rulesets.vv1813 import orders as od
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.state import State

T = TypeVar("T")
Reply = Mapping[str, Choice] | None
Asking = Generator[Event | Ask, Reply, T]
"""Part of a phase that tells events, asks decisions and hands a value back."""

C = TypeVar("C", bound=Choice)

FITTING: Mapping[str, tuple[type[Choice], ...]] = {
    "retreat_before_combat": (od.RetreatBefore, od.StandAndFight),
    "cossacks_forbid": (od.Cossacks,),
    "cossacks": (od.Cossacks,),
    "cossack_effect": (od.CossackEffect,),
    "excess": (od.Excess,),
    "head": (od.HeadUnit,),
    "support": (od.Support,),
    "napoleon_option": (od.NapoleonOption,),
    "losses": (od.Losses,),
    "hold": (od.Hold,),
    "retreat": (od.RetreatTo,),
    "advance": (od.Advance,),
    "occupy": (od.Occupy,),
    "displaced": (od.Displace,),
    "lose_markers": (od.LoseMarkers,),
    "reveal": (od.Reveal,),
    "take_marker": (od.TakeMarker,),
    "lay_on": (od.LayOn,),
}
"""The sorts of choice that answer each kind of decision."""

MOMENTS: Mapping[str, tuple[str, ...]] = {
    "attacked": ("retreat_before_combat", "excess", "head", "support", "losses", "hold", "retreat"),
    "bombarded": ("losses", "hold", "retreat"),
    "attacking": (
        "excess",
        "head",
        "support",
        "napoleon_option",
        "losses",
        "hold",
        "retreat",
        "advance",
        "occupy",
    ),
    "must_retreat": ("hold", "retreat"),
    "enemy_moves": ("cossacks",),
    "enemy_enters": ("cossacks",),
    "met": ("cossack_effect",),
    "refuses": ("cossacks_forbid", "occupy"),
    "losses_drawn": ("lose_markers",),
    "displaced": ("displaced",),
    "after_combat": ("advance",),
    "enemy_phase": ("reveal",),
    "taking": ("take_marker",),
    "laying": ("lay_on",),
}
"""The moments that a standing order may name, and the kinds of decision that come then."""

OF_A_COMBAT = ("head", "support", "napoleon_option", "losses")
"""What a side decides once for a combat, in however many places it is fought."""


def ask(*decisions: Decision) -> Asking[Mapping[str, Choice]]:
    """Ask decisions of one moment together; hands back the choices by key."""
    if not decisions:
        return {}
    reply = yield Ask(decisions=decisions)
    assert reply is not None
    return reply


def chosen(reply: Mapping[str, Choice], decision: Decision, sort: type[C]) -> C:
    """The choice made, if it is of the right sort; otherwise the documented default."""
    choice = fitted(decision, reply[decision.key])
    if isinstance(choice, sort):
        return choice
    assert isinstance(decision.default, sort)
    return decision.default


def fitted(decision: Decision, choice: Choice) -> Choice:
    """A choice as the question means it: `retreat to 0902` also answers whether to retreat before combat."""
    match decision.kind, choice:
        case "retreat_before_combat", od.RetreatTo():
            return od.RetreatBefore(to=choice.to)
        case "retreat_before_combat", od.Hold():
            return od.StandAndFight() if choice.places else od.RetreatBefore()
        case "retreat", od.Hold() if not choice.places:
            return od.RetreatTo(to=())
        case (("cossacks" | "cossacks_forbid"), od.Reveal()) if not choice.marker:
            return od.Cossacks(play=False)
        case _:
            return choice


# --- standing orders ---------------------------------------------------------------------------------------


def standing(
    ctx: Context, state: State, decision: Decision, orders: Sequence[Standing], holds: Callable[[Condition], bool]
) -> Choice | AskMe | None:
    """What a side's standing orders say to a decision: the first that speaks to it and is legal.

    `holds` tests a condition in that side's view of the moment.
    """
    for order in orders:
        if not _speaks_to(order, decision) or not _is_moment(ctx, state, order.moment, decision):
            continue
        if not _is_there(state, order, decision):
            continue
        if order.condition is not None and not holds(order.condition):
            continue
        choice = order.choice
        if isinstance(choice, AskMe):
            return choice
        if _within_limit(ctx, state, decision.side, choice) and allows(ctx, state, decision, choice).value:
            return choice
    return None


def _speaks_to(order: Standing, decision: Decision) -> bool:
    if order.decision not in (decision.kind, "any"):
        return False
    if order.unit and order.unit not in decision.units:
        return False
    if isinstance(order.choice, od.Reveal) and order.choice.marker and order.choice.marker not in decision.units:
        return False
    return isinstance(order.choice, (*FITTING.get(decision.kind, ()), AskMe))


def _is_there(state: State, order: Standing, decision: Decision) -> bool:
    """Whether a decision comes at the place that a standing order names.

    What is decided for a whole combat is decided at each place attacked in it and at each place of the own units; who
    speaks of attacking a place means all that the attack brings.
    """
    attacked = order.place in _targets(decision)
    if not order.place or order.moment == "attacking":
        return attacked or not order.place
    if order.place == decision.place:
        return True
    if decision.kind in OF_A_COMBAT and any(state.unit(unit).place == order.place for unit in decision.units):
        return True
    return attacked and decision.kind in (*OF_A_COMBAT, "excess")


def _targets(decision: Decision) -> list[str]:
    """The places attacked in the combat that a decision belongs to: its key names them."""
    parts = decision.key.split("/")
    return parts[parts.index("combat") + 1].split("+") if "combat" in parts else []


def _is_moment(ctx: Context, state: State, moment: str, decision: Decision) -> bool:
    """Whether a decision comes at the moment that a standing order names."""
    if not moment:
        return True
    if decision.kind not in MOMENTS[moment]:
        return False
    phasing = next((stage.side for stage in ctx.game.stages if stage.name == state.stage), None)
    bombarded = "bombard" in decision.key.split("/")
    match moment:
        case "attacking":
            return phasing == decision.side
        case "attacked":
            return phasing != decision.side and not bombarded
        case "bombarded":
            return bombarded
        case "enemy_enters":
            return any(fact.label == "entering_zone" and fact.value for fact in decision.facts)
        case _:
            return True


def _within_limit(ctx: Context, state: State, side: Side, choice: Choice) -> bool:
    """A standing order for Cossacks may say how many markers it spends in a turn."""
    if not isinstance(choice, od.Cossacks) or choice.at_most is None or not choice.play:
        return True
    back = marker_kind(ctx, "cossacks").back(state.turn)
    spent = [m for m in state.markers.values() if m.owner == side and m.kind == "cossacks" and m.place == "aside"]
    return sum(1 for marker in spent if marker.turn == back) < choice.at_most


# --- legal answers -----------------------------------------------------------------------------------------


def allows(ctx: Context, state: State, decision: Decision, choice: Choice) -> Finding[bool]:
    """Whether a choice is a legal answer to a decision; `because` says what is wrong and what would do."""
    choice = fitted(decision, choice)
    if not isinstance(choice, FITTING.get(decision.kind, (type(decision.default),))):
        return _no(decision, f"That does not answer this question: {decision.question}")
    match choice:
        case od.HeadUnit() | od.Excess() | od.Advance() | od.Occupy():
            return _names_units(ctx, decision, choice.units)
        case od.Hold():
            return _hold(ctx, decision, choice)
        case od.RetreatTo() | od.RetreatBefore():
            return _places(ctx, decision, choice.to)
        case od.Displace():
            return _displace(decision, choice)
        case od.Support():
            return _support(ctx, state, decision, choice)
        case od.Cossacks() if choice.play:
            return _holds(ctx, state, decision, "cossacks")
        case od.Reveal() if choice.marker:
            own = _reveal(ctx, state, decision, choice)
            return (ctx.game.allows(ctx, state, decision, choice) or own) if own.value else own
        case od.LayOn() | od.TakeMarker():
            return _one_of(decision, choice)
        case _:
            return _yes(decision)


def _yes(decision: Decision) -> Finding[bool]:
    return Finding(rule=decision.rule, value=True)


def _no(decision: Decision, because: str) -> Finding[bool]:
    return Finding(rule=decision.rule, value=False, because=because)


def _names_units(ctx: Context, decision: Decision, units: tuple[str, ...]) -> Finding[bool]:
    """A list of preference needs one unit that can be meant; an empty one says "none"."""
    if not units or any(unit in decision.units for unit in units):
        return _yes(decision)
    able = ", ".join(ctx.counters[unit].name for unit in decision.units)
    named = ", ".join(ctx.counters[unit].name for unit in units)
    return _no(decision, f"{named} cannot be chosen here. Possible: {able}.")


def _hold(ctx: Context, decision: Decision, choice: od.Hold) -> Finding[bool]:
    """A standing order may name more places than this retreat has: it holds as many as it can."""
    if choice.places < 0:
        return _no(decision, "A number of places to hold is 0 or more.")
    return _names_units(ctx, decision, choice.payers)


def _places(ctx: Context, decision: Decision, places: tuple[str, ...]) -> Finding[bool]:
    strange = [place for place in places if place not in ctx.board.cells]
    if strange:
        return _no(decision, f"{', '.join(strange)} is not on the map.")
    return _yes(decision)


def _displace(decision: Decision, choice: od.Displace) -> Finding[bool]:
    able = sorted({place for e in decision.examples if isinstance(e, od.Displace) for place in e.to})
    if any(place in able for place in choice.to):
        return _yes(decision)
    return _no(decision, f"He can go to {', '.join(able)}.")


def _holds(ctx: Context, state: State, decision: Decision, kind: str) -> Finding[bool]:
    """Only a marker in the hand can be played; whether it is there, nobody but its holder is told."""
    held = any(
        one.kind == kind and one.place == "hand" and (one.holder or one.owner) == decision.side
        for one in state.markers.values()
    )
    return _yes(decision) if held else _no(decision, f"You do not hold {ctx.facts['markers'][kind].name}.")


def _reveal(ctx: Context, state: State, decision: Decision, choice: od.Reveal) -> Finding[bool]:
    if choice.marker not in decision.units:
        asked = ", ".join(ctx.facts["markers"][kind].name for kind in decision.units)
        return _no(decision, f"This question is about {asked}.")
    return _holds(ctx, state, decision, choice.marker)


def _one_of(decision: Decision, choice: od.LayOn | od.TakeMarker) -> Finding[bool]:
    """A list of preference needs one thing that can be had now."""

    def words(one: Choice) -> tuple[str, ...]:
        return one.spaces if isinstance(one, od.LayOn) else one.classes if isinstance(one, od.TakeMarker) else ()

    able = [word for example in decision.examples for word in words(example)]
    if any(word in able for word in words(choice)):
        return _yes(decision)
    return _no(decision, f"{', '.join(words(choice))} cannot be had now. Possible: {', '.join(able)}.")


def _support(ctx: Context, state: State, decision: Decision, choice: od.Support) -> Finding[bool]:
    for use in choice.markers:
        if use.marker not in ctx.facts["markers"] or ctx.facts["markers"][use.marker].support == 0:
            known = ctx.facts["markers"].get(use.marker)
            return _no(decision, f"{known.name if known else use.marker} gives no support in combat.")
    return _yes(decision)
