"""What maps and reports are drawn from: pieces, marks, tracks and tables as a side knows them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.values import replace
from adjudicator.core.view import Knowledge, Mark, Piece, Table, Track, View
from adjudicator.rulesets.nlc.changes import army_losses, formation_of, losses_of
from adjudicator.rulesets.nlc.command.range import in_range
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.overlays import areas, lines
from adjudicator.rulesets.nlc.state import SIDES, Leader, State, Unit
from adjudicator.rulesets.nlc.victory.breaking import levels

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
        lines=tuple(lines(ctx, known)),
        areas=tuple(areas(ctx, known, side)),
        tracks=tuple(_tracks(ctx, known)),
        tables=tuple(_tables(ctx, known, side)),
        ending=known.ending,
    )


# --- pieces ---------------------------------------------------------------------------------------------------------


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
    if knowledge == "own" and unit.status == "map" and not in_range(ctx, known, unit):
        marks.append("out of range")
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
    )


def turned_over(ctx: Context, state: State) -> tuple[Piece, ...]:
    """The reduced faces of all units that begin at full strength."""
    units = (unit for force in state.forces.values() for unit in force.units.values() if not unit.reduced)
    return tuple(_unit(ctx, state, replace(unit, reduced=True), "known") for unit in units)


def _leader(ctx: Context, known: State, leader: Leader, knowledge: Knowledge) -> Piece:
    card = ctx.leaders[leader.id]
    marks: list[str] = ["on the map" if leader.status == "map" else leader.status]
    if leader.wing and card.role in ("WC", "corps"):
        marks.append("wing commander")
    order = known.formations[card.formation].order if card.formation in known.formations else ""
    if order:
        marks.append(order)
    if leader.reorganizes:
        marks.append("reorganizes")
    if leader.asleep:
        marks.append("not yet about")
    rating = (card.rating_attack, card.rating_other)
    if leader.rating is not None:
        rating = (min(leader.rating, rating[0]), min(leader.rating, rating[1]))
    return Piece(
        id=leader.id,
        name=card.name,
        side=card.side,
        place=leader.place,
        knowledge=knowledge,
        kind="commander",
        values=tuple(dict.fromkeys(str(value) for value in rating)),
        colour=card.formation or "army",
        marks=tuple(marks),
    )


# --- what else lies on the map, and beside it ------------------------------------------------------------------------


def _marks(ctx: Context, known: State) -> Iterator[Mark]:
    for prize in ctx.facts.prize:
        holder = known.holders.get(prize.place)
        yield Mark(place=prize.place, kind="objective", text=f"{prize.name} ({prize.points})", side=holder)


def _tracks(ctx: Context, known: State) -> Iterator[Track]:
    """Losses of armies against their levels of this moment, then those of corps and nationalities."""
    armies = army_losses(ctx, known)
    for level in levels(ctx, known):
        limit = level.disintegration if level.demoralization is None or level.army in known.demoralized else None
        high = limit or level.demoralization or level.disintegration
        yield Track(name=f"{level.army} losses", value=armies.get(level.army, 0), side=level.side, high=high)
    if known.turn:
        yield Track(name="clock", value=ctx.hour(known.turn))
    for side in SIDES:
        if known.points.get(side):
            yield Track(name=f"{side} points", value=known.points[side], side=side)


def _tables(ctx: Context, known: State, side: Side) -> Iterator[Table]:
    losses = losses_of(ctx, known)
    rows = tuple(
        (one.group, str(losses[one.group]), str(one.value), "demoralized" if one.group in known.broken else "")
        for one in ctx.facts.limit
        if losses.get(one.group)
    )
    yield Table(title="Losses of corps and nationalities", columns=("of", "lost", "limit", ""), rows=rows)
    for owner in SIDES:
        if side in (owner, UMPIRE):
            yield _orders(ctx, known, owner)
            yield _couriers(ctx, known, owner)
            yield _due(ctx, known, owner)


def _orders(ctx: Context, known: State, owner: Side) -> Table:
    """NLC-20.2: the orders in force of formations that have anybody on the map."""
    here = {formation_of(ctx, unit) for unit in known.force(owner).units.values() if unit.status == "map"}
    rows = tuple(
        (ctx.leaders[card.leader].name, one, known.formations[one].order, _since(ctx, known.formations[one].since))
        for one, card in ctx.formations.items()
        if card.side == owner and one in here
    )
    return Table(title=f"{owner} orders in force", columns=("leader", "of", "order", "since"), rows=rows, side=owner)


def _since(ctx: Context, turn: int) -> str:
    return ctx.turn_name(turn) if turn else "the start"


def _couriers(ctx: Context, known: State, owner: Side) -> Table:
    """NLC-20.4d: the orders on their way."""
    rows = tuple(
        (ctx.leaders[one.issuer].name, ctx.leaders[one.receiver].name, one.order, ctx.turn_name(one.due))
        for one in known.couriers
        if one.side == owner
    )
    return Table(title=f"{owner} couriers on the road", columns=("from", "to", "order", "due"), rows=rows, side=owner)


def _due(ctx: Context, known: State, owner: Side) -> Table:
    """NLC-9.1: who is still to come, and where."""
    found: dict[tuple[int, str], list[str]] = {}
    force = known.force(owner)
    pieces: tuple[Unit | Leader, ...] = (*force.units.values(), *force.leaders.values())
    for piece in pieces:
        if piece.status in ("waiting", "transit") and piece.due is not None:
            name = ctx.leaders[piece.id].name if isinstance(piece, Leader) else ctx.units[piece.id].name
            found.setdefault((piece.due, " or ".join(piece.entries)), []).append(name)
    rows = tuple((ctx.turn_name(due), where, ", ".join(names)) for (due, where), names in sorted(found.items()))
    return Table(title=f"{owner} arrivals", columns=("turn", "at", "who"), rows=rows, side=owner)
