"""What maps and reports are drawn from: pieces, marks and tracks as a side knows them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.view import Knowledge, Mark, Piece, Track, View
from adjudicator.rulesets.nlc.changes import army_losses, formation_of, losses_of
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.state import Leader, State, Unit

KINDS = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "foot artillery": "artillery",
    "horse artillery": "horse artillery",
}


def view(ctx: Context, scenario: str, known: State, side: Side) -> View:
    """A position as one side knows it."""
    return View(
        ruleset="nlc",
        scenario=scenario,
        side=side,
        turn=known.turn,
        clock=ctx.turn_name(known.turn) if known.turn else "",
        phase=known.stage,
        pieces=tuple(_pieces(ctx, known, side)),
        marks=tuple(_marks(ctx, known)),
        tracks=tuple(_tracks(ctx, known)),
        ending=known.ending,
    )


def _pieces(ctx: Context, known: State, side: Side) -> Iterator[Piece]:
    for owner, force in known.forces.items():
        knowledge: Knowledge = "own" if side in (owner, UMPIRE) else "known"
        for unit in force.units.values():
            yield _unit(ctx, known, unit, knowledge)
        for leader in force.leaders.values():
            yield _leader(ctx, known, leader, knowledge)


def _unit(ctx: Context, known: State, unit: Unit, knowledge: Knowledge) -> Piece:
    card = ctx.units[unit.id]
    formation = formation_of(ctx, unit)
    marks: list[str] = ["on the map" if unit.status == "map" else unit.status]
    marks += [word for word, is_so in (("reduced", unit.reduced), ("disrupted", unit.disrupted)) if is_so]
    if card.limit_group in known.broken:
        marks.append("demoralized")
    if unit.in_reserve:
        marks.append("in army reserve")
    return Piece(
        id=unit.id,
        name=card.name,
        side=card.side,
        place=unit.place,
        knowledge=knowledge,
        kind=KINDS[card.arm],
        values=(str(ctx.strength(unit.id, unit.reduced)), str(card.movement)),
        colour=formation,
        marks=tuple(marks),
        size="brigade",
    )


def _leader(ctx: Context, known: State, leader: Leader, knowledge: Knowledge) -> Piece:
    card = ctx.leaders[leader.id]
    marks: list[str] = ["on the map" if leader.status == "map" else leader.status]
    if leader.wing:
        marks.append("wing commander")
    order = known.formations[card.formation].order if card.formation in known.formations else ""
    if order:
        marks.append(order)
    return Piece(
        id=leader.id,
        name=card.name,
        side=card.side,
        place=leader.place,
        knowledge=knowledge,
        kind="commander",
        values=(str(card.rating_attack), str(card.rating_other)),
        colour=card.formation,
        marks=tuple(marks),
    )


def _marks(ctx: Context, known: State) -> Iterator[Mark]:
    for prize in ctx.facts.prize:
        holder = known.holders.get(prize.place)
        yield Mark(
            place=prize.place,
            kind="objective",
            text=f"{prize.name}: {prize.points} for the {prize.side} side",
            side=holder,
        )


def _tracks(ctx: Context, known: State) -> Iterator[Track]:
    losses, armies = losses_of(ctx, known), army_losses(ctx, known)
    for army in ctx.facts.army:
        high = army.disintegration or army.demoralization
        yield Track(name=f"{army.name} losses", value=armies.get(army.name, 0), side=army.side, high=high)
    for limit in ctx.facts.limit:
        yield Track(name=f"{limit.group} losses", value=losses.get(limit.group, 0), high=limit.value)
    if known.turn:
        yield Track(name="clock", value=ctx.hour(known.turn))
