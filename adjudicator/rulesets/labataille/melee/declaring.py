"""LB 32, LB 33.1: which assaults may be declared."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.core.ruleset import Telling
from adjudicator.kit.verdicts import Verdict, first_no, no, yes
from adjudicator.rulesets.labataille.bodies import members
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.ground import mover, step_cost, terrain
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.melee.events import AssaultDeclared
from adjudicator.rulesets.labataille.melee.values import hex_of
from adjudicator.rulesets.labataille.orders import Assault
from adjudicator.rulesets.labataille.scenes import meant
from adjudicator.rulesets.labataille.shapes import front_hexes
from adjudicator.rulesets.labataille.state import State, Unit
from adjudicator.rulesets.labataille.texts import lines_about


def declare_assaults(run: Here) -> Telling:
    """LB-33.1: mandatory melees stand already; assaults follow in the order written, each hex attacked once."""
    for written in lines_about(run, Assault):
        order = meant(run, written)
        if order is None:
            yield run.not_done(written)
            continue
        if not isinstance(order, Assault):
            continue
        units = tuple(dict.fromkeys(one for name in order.units for one in members(run.ctx, run.state, run.side, name)))
        verdict = may_assault(run.ctx, run.state, units, order.target, order.leader)
        if not verdict.value:
            yield run.refused(order, verdict)
            continue
        yield AssaultDeclared(side=run.side, units=units, target=order.target, leader=order.leader, line=order.line)


def may_assault(ctx: Context, state: State, units: Sequence[str], target: str, leader: str = "") -> Verdict:
    """LB-32: whether these units may assault a hex together."""
    side = ctx.units[units[0]].side if units else ""
    if not any(ctx.units[one.id].side != side for one in state.at(target)):
        return no("LB-33.1", f"No enemy stands in {target}.", "Name a hex that he holds.")
    if any(one.target == target for one in state.melees):
        return no("LB-33.1", f"{target} is attacked already.", "Name all who attack in one order.")
    arms = {ctx.units[one].arm for one in units}
    if len(arms) > 1:
        return no("LB-32.9", "Infantry and cavalry do not melee together.", "Assault with one arm.")
    each = [_may(ctx, state, state.unit(one), target) for one in units]
    led = yes("LB-33.1") if not leader else _led(ctx, state, units, leader)
    return first_no(*each, led)


def _led(ctx: Context, state: State, units: Sequence[str], leader: str) -> Verdict:
    """R-96: he stands with one of them."""
    place = state.leader(leader).place
    if state.leader(leader).status == "map" and any(place in state.unit(one).places for one in units):
        return yes("LB-7.1")
    return no("LB-7.1", f"{ctx.leaders[leader].name} does not stand with those who attack.", "Leave him out.")


def _may(ctx: Context, state: State, unit: Unit, target: str) -> Verdict:
    return first_no(_able(ctx, state, unit), _reaches(ctx, state, unit, target), _kept(ctx, unit, target))


def _able(ctx: Context, state: State, unit: Unit) -> Verdict:
    """R-41, LB-16.24, LB-16.35, LB-44.3, HEI-dragoon-2: who may not attack at all."""
    card = ctx.units[unit.id]
    if unit.status != "map" or unit.morale != "good":
        return no("LB-30.2", f"{card.name} is not on the map in good order.", "Leave it out.")
    if card.arm == "artillery":
        return no("LB-32.1", f"{card.name} has guns and does not assault.", "Leave it out.")
    if unit.formation == "carre":
        return no("LB-16.24", f"{card.name} is in carré.", "Leave it out.")
    if unit.formation == "road march":
        return no("LB-16.35", f"{card.name} is in road march.", "Leave it out.")
    if unit.has("force marched"):
        return no("LB-44.3", f"{card.name} is on a forced march.", "Leave it out.")
    if unit.has("held"):
        return no("HEI-s3-5", f"{card.name} waits for its release.", "Write release guard first.")
    if card.type == "dragoon" and card.nation == "Russian" and unit.formation == "skirmish":
        return no("HEI-dragoon-2", f"{card.name} skirmishes and does not melee.", "Leave it out.")
    if any(unit.id in melee.attackers for melee in state.melees):
        return no("LB-33.1", f"{card.name} fights elsewhere already.", "Each unit fights once.")
    return yes("LB-33.1")


def _reaches(ctx: Context, state: State, unit: Unit, target: str) -> Verdict:
    """LB-32.2, LB-32.7, HEI-redoubt-5, HEI-redoubt-7, LB-16.4: through its front, where it could go."""
    card = ctx.units[unit.id]
    if target in unit.places:  # LB-16.26: cavalry that stands in a carré's hex
        return yes("LB-16.26")
    if target not in front_hexes(ctx, unit):
        return no("LB-32.2", f"{target} does not lie before the front of {card.name}.", "Turn it first.")
    origin = hex_of(ctx, unit, target)
    side = ctx.board.side(origin, target)
    if side.has("redoubt_front"):
        return no("HEI-redoubt-5", f"Nobody assaults the front of the redoubt in {target}.", "Take it from the rear.")
    if side.has("redoubt_rear"):
        return yes("HEI-redoubt-7")
    if side.has("river"):
        return no("LB-32.7", f"The Alle lies between {origin} and {target}.", "Fire across it.")
    if (
        terrain(ctx, state, target) in ("fleche", "bischof_schloss")
        and card.arm == "cavalry"
        and not side.has("fleche")
    ):
        return yes("HEI-fleche-2")
    if step_cost(ctx, state, mover(ctx, unit), origin, target) is None:
        return no("LB-32.7", f"{card.name} may not enter {target}.", "Fire at it.")
    return yes("LB-32.7")


def _kept(ctx: Context, unit: Unit, target: str) -> Verdict:
    """LB-32.5, LB-38.6: it assaults what it fired at, and nobody whom its charge passed over."""
    name = ctx.units[unit.id].name
    fired = [act.removeprefix("fired at ") for act in unit.acts if act.startswith("fired at ")]
    if fired and target not in fired:
        return no("LB-32.5", f"{name} has fired at {fired[0]}.", f"It may assault only {fired[0]}.")
    if unit.has(f"passed over {target}"):
        return no("LB-38.6", f"The charge of {name} passed {target} over.", "It may not attack it this turn.")
    return yes("LB-32.5")
