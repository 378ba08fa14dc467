"""Decisions of the series: which choices answer them, when a standing order speaks to them, what is a legal answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from adjudicator.core.orders import Standing
from adjudicator.core.types import Choice, Decision, Side
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.vv1813 import orders as od
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.state import State

if TYPE_CHECKING:
    from adjudicator.kit.standing import Sorts

FITTING: Sorts = {
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
"""The moments that a standing order may name, and the kinds of decision that may come then."""

OF_A_COMBAT = ("head", "support", "napoleon_option", "losses")
"""What a side decides once for a combat, in however many places it is fought."""


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


def is_there(state: State, order: Standing, decision: Decision) -> bool:
    """Whether a decision comes at the place that a standing order names.

    What is decided for a whole combat is decided at each place attacked in it and at each place of the own units; who
    speaks of attacking a place means all that the attack brings.
    """
    if not order.place:
        return True
    attacked = order.place in decision.places
    if order.moment == "attacking":
        return attacked
    if order.place == decision.place:
        return True
    if decision.kind in OF_A_COMBAT and any(state.unit(unit).place == order.place for unit in decision.units):
        return True
    return attacked and decision.kind in (*OF_A_COMBAT, "excess")


def within_limit(ctx: Context, state: State, side: Side, choice: Choice) -> bool:
    """A standing order for Cossacks may say how many markers it spends in a turn."""
    if not isinstance(choice, od.Cossacks) or choice.at_most is None or not choice.play:
        return True
    back = marker_kind(ctx, "cossacks").back(state.turn)
    spent = [m for m in state.markers.values() if m.owner == side and m.kind == "cossacks" and m.place == "aside"]
    return sum(1 for marker in spent if marker.turn == back) < choice.at_most


# --- legal answers -----------------------------------------------------------------------------------------


def allows(ctx: Context, state: State, decision: Decision, choice: Choice) -> Verdict:
    """Whether a choice is a legal answer to a decision."""
    choice = fitted(decision, choice)
    if not isinstance(choice, FITTING.get(decision.kind, (type(decision.default),))):
        return no(decision.rule, f"That does not answer this question: {decision.question}")
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
            return _support(ctx, decision, choice)
        case od.Cossacks() if choice.play:
            return _holds(ctx, state, decision, "cossacks")
        case od.Reveal() if choice.marker:
            own = _reveal(ctx, state, decision, choice)
            return ctx.game.may_reveal(ctx, state, decision, choice) if own.value else own
        case od.LayOn() | od.TakeMarker():
            return _one_of(decision, choice)
        case _:
            return yes(decision.rule)


def _names_units(ctx: Context, decision: Decision, units: tuple[str, ...]) -> Verdict:
    """A list of preference needs one unit that can be meant; an empty one says "none"."""
    if not units or any(unit in decision.units for unit in units):
        return yes(decision.rule)
    return no(decision.rule, f"{ctx.names(units)} cannot be chosen here.", f"Possible: {ctx.names(decision.units)}.")


def _hold(ctx: Context, decision: Decision, choice: od.Hold) -> Verdict:
    """A standing order may name more places than this retreat has: it holds as many as it can."""
    if choice.places < 0:
        return no(decision.rule, "A number of places to hold is 0 or more.")
    return _names_units(ctx, decision, choice.payers)


def _places(ctx: Context, decision: Decision, places: tuple[str, ...]) -> Verdict:
    strange = [place for place in places if place not in ctx.board.cells]
    return no(decision.rule, f"{', '.join(strange)} is not on the map.") if strange else yes(decision.rule)


def _displace(decision: Decision, choice: od.Displace) -> Verdict:
    able = sorted({place for e in decision.examples if isinstance(e, od.Displace) for place in e.to})
    if any(place in able for place in choice.to):
        return yes(decision.rule)
    return no(decision.rule, f"He can go to {', '.join(able)}.")


def _holds(ctx: Context, state: State, decision: Decision, kind: str) -> Verdict:
    """Only a marker in the hand can be played; whether it is there, nobody but its holder is told."""
    held = any(
        one.kind == kind and one.place == "hand" and (one.holder or one.owner) == decision.side
        for one in state.markers.values()
    )
    return yes(decision.rule) if held else no(decision.rule, f"You do not hold {marker_kind(ctx, kind).name}.")


def _reveal(ctx: Context, state: State, decision: Decision, choice: od.Reveal) -> Verdict:
    if choice.marker not in decision.units:
        asked = ", ".join(marker_kind(ctx, kind).name for kind in decision.units)
        return no(decision.rule, f"This question is about {asked}.")
    return _holds(ctx, state, decision, choice.marker)


def _one_of(decision: Decision, choice: od.LayOn | od.TakeMarker) -> Verdict:
    """A list of preference needs one thing that can be had now."""

    def words(one: Choice) -> tuple[str, ...]:
        return one.spaces if isinstance(one, od.LayOn) else one.classes if isinstance(one, od.TakeMarker) else ()

    able = [word for example in decision.examples for word in words(example)]
    if any(word in able for word in words(choice)):
        return yes(decision.rule)
    return no(decision.rule, f"{', '.join(words(choice))} cannot be had now.", f"Possible: {', '.join(able)}.")


def _support(ctx: Context, decision: Decision, choice: od.Support) -> Verdict:
    for use in choice.markers:
        if use.marker not in ctx.facts["markers"] or ctx.facts["markers"][use.marker].support == 0:
            known = ctx.facts["markers"].get(use.marker)
            return no(decision.rule, f"{known.name if known else use.marker} gives no support in combat.")
    return yes(decision.rule)
