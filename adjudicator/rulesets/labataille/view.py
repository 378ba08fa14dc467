"""What maps and reports are drawn from: pieces, marks and tracks as a side knows them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.view import Knowledge, Mark, Piece, Track, View
from adjudicator.rulesets.labataille.context import Context, UnitCard
from adjudicator.rulesets.labataille.increments import increments
from adjudicator.rulesets.labataille.shapes import facing_of
from adjudicator.rulesets.labataille.state import Leader, State, Unit


def view(ctx: Context, scenario: str, known: State, side: Side) -> View:
    """A position as one side knows it."""
    return View(
        ruleset="labataille",
        scenario=scenario,
        side=side,
        turn=known.turn,
        clock=ctx.time(known.turn) if known.turn else "",
        phase=known.stage,
        pieces=tuple(_pieces(ctx, known, side)),
        marks=tuple(_marks(ctx, known)),
        tracks=tuple(_tracks(known)),
        ending=known.ending,
    )


def _pieces(ctx: Context, known: State, side: Side) -> Iterator[Piece]:
    for unit in known.units.values():
        if unit.status in ("map", "waiting", "eliminated", "surrendered"):
            yield _unit(ctx, unit, side)
    for leader in known.leaders.values():
        if leader.status != "off":
            yield _leader(ctx, leader, side)


def _knowledge(ctx: Context, piece: str, side: Side) -> Knowledge:
    return "own" if side in (ctx.side_of(piece), UMPIRE) else "known"


def _unit(ctx: Context, unit: Unit, side: Side) -> Piece:
    """R-102: increments and movement are open; fire, melee and morale are the owner's."""
    card, knowledge = ctx.units[unit.id], _knowledge(ctx, unit.id, side)
    facing = facing_of(ctx, unit) if unit.status == "map" else None
    marks = ["on the map" if unit.status == "map" else unit.status, unit.formation]
    marks += [f"facing {unit.facing}"] if facing is not None else []
    marks += [word for word in (unit.morale, unit.readiness) if word not in ("good", "fresh")]
    marks += [word for word in unit.bound if word in ("held", "off limits")]
    marks += [f"lost {unit.losses}"] if unit.losses else []
    marks += [_specific(card)] if knowledge == "own" else []
    return Piece(
        id=unit.id,
        name=card.name,
        side=card.side,
        place=unit.place if unit.status == "map" else None,
        knowledge=knowledge,
        kind=card.arm,
        values=(str(increments(ctx, unit)), str(card.movement)),
        colour=card.corps,
        marks=tuple(marks),
        places=unit.places if unit.status == "map" else (),
        facing=None if facing is None else facing.twelfth,
        formation=unit.formation,
        size=card.level if card.level != "battery" else "",
    )


def _specific(card: UnitCard) -> str:
    """LB-6.2: the numbers on the specific side of a counter; those of guns at all three ranges."""
    fire = str(card.fire)
    if card.arm == "artillery":
        fire = "/".join(str(number) for number in (card.fire, card.fire_medium, card.fire_long))
    return f"fire {fire} melee {card.melee} morale {card.morale}"


def _leader(ctx: Context, leader: Leader, side: Side) -> Piece:
    card, knowledge = ctx.leaders[leader.id], _knowledge(ctx, leader.id, side)
    numbers = (card.artillery, card.melee, card.morale, card.cavalry) if knowledge == "own" else ()
    return Piece(
        id=leader.id,
        name=card.name,
        side=card.side,
        place=leader.place if leader.status == "map" else None,
        knowledge=knowledge,
        kind="commander",
        values=tuple(str(number) for number in numbers),
        colour=card.command,
        marks=("on the map" if leader.status == "map" else leader.status,),
    )


def _marks(ctx: Context, known: State) -> Iterator[Mark]:
    for name, place in known.abatis.items():
        yield Mark(place=place, kind="abatis", text=f"Abatis {name}")
    for named in ctx.places.values():
        if named.kind == "redoubt":
            yield Mark(place=named.hexes[0], kind="objective", text=named.name, side=known.holders.get(named.hexes[0]))


def _tracks(known: State) -> Iterator[Track]:
    for name, level in known.levels.items():
        yield Track(name=f"{name} morale level", value=level, high=3)
