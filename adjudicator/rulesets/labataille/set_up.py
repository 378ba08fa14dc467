"""7.2, D19, D22, D23: the players set up; whoever is not named stands where the default file says."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Event, RuleId, Side
from adjudicator.core.values import replace
from adjudicator.core.visibility import everybody, owner
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, first_no, no, yes
from adjudicator.rulesets.labataille.areas import in_area
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.fire.events import RegimentBroke
from adjudicator.rulesets.labataille.ground import is_general_order, may_stand, mover
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.increments import increments
from adjudicator.rulesets.labataille.movement.changes import may_form
from adjudicator.rulesets.labataille.orders import (
    SET_UP,
    PlaceAbatis,
    PlaceLeader,
    PlaceUnit,
    SetUpDefault,
    StartLosses,
)
from adjudicator.rulesets.labataille.shapes import facts_of
from adjudicator.rulesets.labataille.stacking import may_share
from adjudicator.rulesets.labataille.state import COALITION, Formation, State, Unit
from adjudicator.rulesets.labataille.texts import lines_about


class UnitPlaced(Event, seen_by=everybody):
    """D22: a unit or leader was set up somewhere else than the default file says."""

    kind: Literal["unit_placed"] = "unit_placed"
    rule: RuleId = RuleId("HEI-s3-5")
    side: Side
    unit: str
    places: tuple[str, ...]
    formation: Formation = "column"
    facing: str = ""
    on_top: bool = False
    under: str = ""

    def apply(self, state: State, rules: Context) -> State:
        """It stands there."""
        if self.unit in state.leaders:
            return state.with_leaders(replace(state.leader(self.unit), status="map", place=self.places[0]))
        unit = state.unit(self.unit)
        rank = state.bottom(self.places)
        if self.on_top:
            rank = min((one.rank for place in self.places for one in state.at(place)), default=1) - 1
        if self.under and self.under in state.units:
            rank = state.unit(self.under).rank + 1
        placed = replace(unit, places=self.places, formation=self.formation, facing=self.facing, rank=rank)
        return state.with_units(placed)


class AbatisPlaced(Event, seen_by=everybody):
    """D23, R-98: abatis before a redoubt."""

    kind: Literal["abatis_placed"] = "abatis_placed"
    rule: RuleId = RuleId("HEI-abatis-1")
    side: Side
    name: str
    place: str

    def apply(self, state: State, rules: Context) -> State:
        """They are terrain for the whole battle."""
        return replace(state, abatis={**state.abatis, self.name: self.place})


class LossesSpread(Event, seen_by=owner):
    """D19: how the losses of the start lie is told to the owner; the counters show it to all."""

    kind: Literal["losses_spread"] = "losses_spread"
    rule: RuleId = RuleId("HEI-s3-3")
    side: Side
    units: tuple[str, ...]
    numbers: tuple[int, ...]

    def apply(self, state: State, rules: Context) -> State:
        """The units have lost so many."""
        pairs = zip(self.units, self.numbers, strict=True)
        return state.with_units(*(replace(state.unit(one), losses=lost) for one, lost in pairs))


EVENTS: tuple[type[Event], ...] = (UnitPlaced, AbatisPlaced, LossesSpread)


def set_up(run: Here) -> Telling:
    """R-83: one side's set-up; lines that cannot be carried out leave the unit where the default file puts it."""
    for written in lines_about(run, *SET_UP):
        order = run.meant(written)
        match order:
            case PlaceUnit():
                verdict = yield from _unit(run, order)
            case PlaceLeader():
                verdict = _leader(run.ctx, run.state, run.side, order)
                if verdict.value:
                    yield UnitPlaced(side=run.side, unit=order.leader, places=(order.place,))
            case PlaceAbatis():
                verdict = yield from _abatis(run, order)
            case StartLosses():
                verdict = yield from _losses(run, order)
            case SetUpDefault():
                verdict = yes("HEI-s3-5")
            case _:
                continue
        if not verdict.value:
            yield run.refused(order, verdict)


# --- units and leaders ---


def _unit(run: Here, order: PlaceUnit) -> Asking[Verdict]:
    ctx = run.ctx
    parent = ctx.units[order.unit].parent
    if parent and run.state.unit(order.unit).status == "joined" and run.state.unit(parent).status == "map":
        whole = run.state.unit(parent)
        share = _even(whole.losses, ctx.battalions[parent])
        yield RegimentBroke(rule=RuleId("LB-6.5"), side=run.side, unit=parent, battalions=share)
    verdict = may_place(ctx, run.state, run.side, order)
    if verdict.value:
        unit = run.state.unit(order.unit)
        facing = _facing(ctx, unit, order)
        yield UnitPlaced(
            side=run.side,
            unit=order.unit,
            places=order.places,
            formation=order.formation,
            facing=facing,
            on_top=order.on_top,
            under=order.under,
        )
    return verdict


def _even(losses: int, parts: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    each, rest = divmod(losses, len(parts))
    return tuple((one, each + (number < rest)) for number, one in enumerate(parts))


def _facing(ctx: Context, unit: Unit, order: PlaceUnit) -> str:
    facts = ctx.tables.formations.of(ctx.branch(unit.id), order.formation)
    if facts is None or facts.faces == "none":
        return ""
    names = ctx.board.grid.side_names if facts.faces == "side" else ctx.board.grid.corner_names
    wanted = order.facing or unit.facing
    return wanted if wanted in names else names[names.index("NE") if "NE" in names else 0]


def may_place(ctx: Context, state: State, side: Side, order: PlaceUnit) -> Verdict:
    """7.2, R-82, HEI-s3-4: whether a unit may be set up so."""
    unit, card = state.unit(order.unit), ctx.units[order.unit]
    if card.side != side or unit.status != "map":
        return no("HEI-s3-5", f"{card.name} is not yours to set up.", "See the order form for who is.")
    facts = ctx.tables.formations.of(ctx.branch(unit.id), order.formation)
    if facts is None:
        return no("LB-15.1", f"{card.name} has no formation called {order.formation}.", "Name another.")
    if order.formation in ("carre", "road march"):
        return no("HEI-s3-5", f"Nobody is set up in {order.formation}.", "Use another formation.")
    after = replace(unit, places=order.places, formation=order.formation, facing=_facing(ctx, unit, order))
    where = [_stands(ctx, state, side, after, place) for place in order.places]
    return first_no(
        _guns(ctx, order, after),
        in_area(ctx, order.unit, order.places),
        may_form(ctx, state, replace(unit, places=order.places), facts, after),
        *where,
    )


def _guns(ctx: Context, order: PlaceUnit, after: Unit) -> Verdict:
    """HEI-redoubt-2, HEI-s3-4, R-92: licornes look west; the Guard's guns on the Alle look north."""
    card = ctx.units[after.id]
    if card.is_licorne and (order.formation != "unlimbered" or after.facing != "W"):
        return no("HEI-redoubt-2", f"{card.name} starts unlimbered and faces W.", "Leave it where it is.")
    static = card.type in ("guard_position", "guard_horse") and card.side == COALITION and ctx.facts.first == "18:00"
    if static and (order.formation != "unlimbered" or after.facing not in ("NW", "NE")):
        return no("HEI-s3-4", f"{card.name} starts unlimbered and faces NW or NE.", "Face it so.")
    return yes("HEI-s3-4")


def _stands(ctx: Context, state: State, side: Side, after: Unit, place: str) -> Verdict:
    name = ctx.units[after.id].name
    others = [one for one in state.at(place) if one.id != after.id]
    if ctx.theirs(others, side):
        return no("HEI-s3-5", f"The enemy stands in {place}.", "Name another hex.")
    near = 2 if side != COALITION else 1
    for other in ctx.theirs(state.units.values(), side):
        if other.status == "map" and min(ctx.board.distance(place, one) for one in other.places) <= near:
            return no("HEI-s3-5", f"{place} is within {near} hexes of the enemy.", "Set up farther off.")
    if not may_stand(ctx, state, mover(ctx, after), place):
        return no("HEI-terrain-1", f"{name} may not stand in {place}.", "Name another hex.")
    broken = is_general_order(ctx, state, place)
    if broken and facts_of(ctx, after).name in ("column", "line") and ctx.units[after.id].arm != "artillery":
        return no("LB-16.31", f"{place} is broken ground: general order.", "Set it up in general order.")
    return may_share(ctx, state, place, (*others, after))


def _leader(ctx: Context, state: State, side: Side, order: PlaceLeader) -> Verdict:
    card = ctx.leaders[order.leader]
    if card.side != side or state.leader(order.leader).status != "map":
        return no("HEI-s3-5", f"{card.name} is not yours to set up.", "See the order form for who is.")
    if ctx.theirs(state.at(order.place), side):
        return no("HEI-s3-5", f"The enemy stands in {order.place}.", "Name another hex.")
    return in_area(ctx, order.leader, (order.place,))


# --- abatis and losses ---


def _abatis(run: Here, order: PlaceAbatis) -> Asking[Verdict]:
    """R-98: two of them, in clear hexes within two of their redoubt, nobody but infantry in them."""
    ctx = run.ctx
    redoubt = ctx.places.get(f"Redoubt {order.redoubt}")
    names = [name for name in sorted(run.state.abatis) if name.startswith(order.redoubt)]
    if run.side != COALITION or redoubt is None or not names:
        return no("HEI-abatis-1", "There are no abatis of yours here.", "Leave the line out.")
    if len(order.places) != len(names):
        return no("HEI-abatis-1", f"Redoubt {order.redoubt} has {len(names)} abatis.", "Name as many hexes.")
    for place in order.places:
        clear = ctx.board.cells[place].terrain == "clear"
        taken = place in run.state.abatis.values()
        near = ctx.board.distance(place, redoubt.hexes[0]) <= 2
        foot = all(ctx.units[unit.id].arm == "infantry" for unit in run.state.at(place))
        if not (clear and near and foot) or (taken and place not in [run.state.abatis[one] for one in names]):
            return no("HEI-abatis-1", f"{place} can hold no abatis of Redoubt {order.redoubt}.", "Name another hex.")
    for name, place in zip(names, order.places, strict=True):
        yield AbatisPlaced(side=run.side, name=name, place=place)
    return yes("HEI-abatis-1")


def _losses(run: Here, order: StartLosses) -> Asking[Verdict]:
    """D19, R-93: the total of the start stays; guns are exempt; nobody loses all he has."""
    ctx, state = run.ctx, run.state
    pairs = dict(zip(order.units, order.numbers, strict=True))
    bodies = {ctx.units[one].division for one in pairs}
    ours = [
        unit
        for unit in state.units.values()
        if unit.status == "map" and ctx.units[unit.id].division in bodies and ctx.units[unit.id].side == run.side
    ]
    total = sum(unit.losses for unit in ours)
    if sum(pairs.values()) != total:
        return no("HEI-s3-3", f"They have {total} increments to lose.", "Spread as many.")
    for one, lost in pairs.items():
        unit = state.unit(one)
        if unit not in ours or ctx.units[one].arm == "artillery" or lost >= increments(ctx, replace(unit, losses=0)):
            return no("HEI-s3-3", f"{ctx.units[one].name} cannot have lost {lost}.", "Spread them otherwise.")
    units = tuple(unit.id for unit in ours if ctx.units[unit.id].arm != "artillery")
    yield LossesSpread(side=run.side, units=units, numbers=tuple(pairs.get(one, 0) for one in units))
    return yes("HEI-s3-3")
