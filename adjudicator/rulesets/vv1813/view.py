"""A position as maps and reports draw it: pieces, objectives, morale, hands of markers."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.core.types import UMPIRE, Side
from adjudicator.core.values import replace
from adjudicator.core.view import Knowledge, Mark, Piece, Table, Track, View
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.game import marker_kind
from adjudicator.rulesets.vv1813.movement.command import is_in_command
from adjudicator.rulesets.vv1813.sight import counter_of, is_unknown
from adjudicator.rulesets.vv1813.state import BOTH, Commander, Marker, State, Unit, enemy_of, part_of

RULESET = "vv1813"


def view(ctx: Context, known: State, side: Side) -> View:
    """What a side (or the umpire, from the real position) has before it."""
    return View(
        ruleset=RULESET,
        scenario=ctx.game.name,
        side=side,
        turn=known.turn,
        clock=ctx.game.clock(ctx, known, known.turn) if known.turn else "",
        phase=known.stage,
        pieces=(*_units(ctx, known, side), *_commanders(ctx, known, side), *_remembered(ctx, known, side)),
        marks=(*_objectives(ctx, known), *ctx.game.marks(ctx, known)),
        tracks=_tracks(ctx, known),
        tables=_tables(ctx, known, side),
        ending=known.ending,
    )


class Glance:
    """What a side's conditions ask of a position, looked up there: a whole view takes as long as a hundred of them."""

    def __init__(self, ctx: Context, known: State, side: Side) -> None:
        self._ctx = ctx
        self._known = known
        self.side = side
        self.turn = known.turn

    @property
    def clock(self) -> str:
        """The hour."""
        return self._ctx.game.clock(self._ctx, self._known, self.turn) if self.turn else ""

    @property
    def pieces(self) -> list[Piece]:
        """Every piece known to be on the map."""
        return self._pieces(_every)

    def _pieces(self, wanted: Wanted) -> list[Piece]:
        here = (self._ctx, self._known, self.side)
        return [*_units(*here, wanted), *_commanders(*here, wanted)]

    def at(self, place: str) -> list[Piece]:
        """The pieces known to stand at a place now."""
        return [piece for piece in self._pieces(lambda one: one.place == place) if piece.stands_at(place)]

    def marks_of(self, unit: str) -> set[str]:
        """The marks that a piece is known to bear."""
        ghosts = [one for one in _remembered(self._ctx, self._known, self.side) if one.id == unit]
        return {mark for piece in (*self._pieces(lambda one: one.id == unit), *ghosts) for mark in piece.marks}

    def track(self, name: str) -> int | None:
        """Where a track stands; None if the game keeps none of that name."""
        tracks = _tracks(self._ctx, self._known)
        return next((track.value for track in tracks if track.name.casefold() == name.casefold()), None)


# --- pieces ------------------------------------------------------------------------------------------------

Wanted = Callable[[Unit | Commander], bool]


def _every(one: Unit | Commander) -> bool:
    return True


def _knowledge(piece: str, owner: Side, side: Side) -> Knowledge:
    if side in (owner, UMPIRE):
        return "own"
    return "unknown" if is_unknown(piece) else "known"


def _units(ctx: Context, known: State, side: Side, wanted: Wanted = _every) -> list[Piece]:
    return [
        _unit(ctx, known, unit, owner, side)
        for owner in ctx.game.sides
        for unit in sorted(filter(wanted, known.army(owner).units.values()), key=lambda one: one.id)
        if unit.status != "joined"
    ]


def _unit(ctx: Context, known: State, unit: Unit, owner: Side, side: Side) -> Piece:
    counter = counter_of(ctx, unit.id)
    if is_unknown(unit.id):
        return Piece(id=unit.id, name=counter.name, side=owner, place=unit.place, knowledge="unknown", kind="stack")
    strength = counter.reduced_strength if unit.reduced else counter.strength
    strength = strength if unit.points is None else unit.points
    quality = counter.reduced_quality if unit.reduced else counter.quality
    return Piece(
        id=unit.id,
        name=counter.name,
        side=owner,
        place=unit.place if unit.status == "map" else None,
        knowledge=_knowledge(unit.id, owner, side),
        kind=counter.kind,
        values=(str(strength), str(quality), str(counter.movement)),
        colour=counter.formation,
        marks=_unit_marks(ctx, known, unit, owner, side),
    )


def turned_over(ctx: Context, state: State) -> tuple[Piece, ...]:
    """The reduced faces of all units that have one."""
    return tuple(
        _unit(ctx, state, replace(unit, reduced=True), owner, owner)
        for owner in ctx.game.sides
        for unit in state.army(owner).units.values()
        if counter_of(ctx, unit.id).reduced_strength is not None
    )


def _unit_marks(ctx: Context, known: State, unit: Unit, owner: Side, side: Side) -> tuple[str, ...]:
    marks: list[str] = ["on the map" if unit.status == "map" else unit.status]
    if unit.reduced:
        marks.append("reduced")
    if ctx.counters[unit.id].guard:
        marks.append("guard")
    if ctx.counters[unit.id].line:
        marks.append(ctx.counters[unit.id].line)
    if unit.points is not None:
        marks.append("one half" if unit.id == part_of(unit.id.partition("/")[0]) else "other half")
    on_map = unit.status == "map" and unit.place is not None
    if on_map and side in (owner, UMPIRE) and _is_out_of_command(ctx, known, unit.id, owner):
        marks.append("out of command")
    if unit.id in known.sequence.cossacks:
        marks.append("met by Cossacks")
    return tuple(marks)


def _is_out_of_command(ctx: Context, known: State, unit: str, owner: Side) -> bool:
    """VV-7.2a: as checked for the sequence that is being played; otherwise as a check would find it now."""
    stage = next(one for one in ctx.game.stages if one.name == known.stage)
    if stage.side == owner and stage.story is not None:
        return unit in known.sequence.out_of_command
    return not is_in_command(ctx, known, unit).value


def _commanders(ctx: Context, known: State, side: Side, wanted: Wanted = _every) -> list[Piece]:
    return [
        _commander(ctx, one, owner, side)
        for owner in ctx.game.sides
        for one in sorted(filter(wanted, known.army(owner).commanders.values()), key=lambda one: one.id)
    ]


def _commander(ctx: Context, one: Commander, owner: Side, side: Side) -> Piece:
    if is_unknown(one.id):
        name = f"unseen commander at {one.place}"
        return Piece(id=one.id, name=name, side=owner, place=one.place, knowledge="unknown", kind="commander")
    counter = ctx.counters[one.id]
    modifier = counter.strength if one.health == "fit" else counter.reduced_strength or 0
    status = "on the map" if one.status == "map" else one.status
    return Piece(
        id=one.id,
        name=counter.name,
        side=owner,
        place=one.place if one.status == "map" else None,
        knowledge=_knowledge(one.id, owner, side),
        kind="commander",
        values=(f"{modifier:+d}",),
        colour=counter.formation,
        marks=(status,) if one.health == "fit" else (status, one.health),
    )


def _remembered(ctx: Context, known: State, side: Side) -> list[Piece]:
    """Enemy units that a combat once disclosed and that have moved out of sight since."""
    if side == UMPIRE:
        return []
    other = enemy_of(side)
    here = known.army(other).units
    ghosts = []
    for sighting in sorted(known.sightings.get(side, {}).values(), key=lambda one: one.unit):
        if sighting.unit in here:
            continue
        counter = ctx.counters[sighting.unit]
        strength = counter.reduced_strength if sighting.reduced else counter.strength
        quality = counter.reduced_quality if sighting.reduced else counter.quality
        ghosts.append(
            Piece(
                id=sighting.unit,
                name=counter.name,
                side=other,
                place=sighting.place,
                knowledge="last_seen",
                kind=counter.kind,
                values=(str(strength), str(quality), str(counter.movement)),
                colour=counter.formation,
                marks=("reduced",) if sighting.reduced else (),
                seen=f"turn {sighting.turn} at {sighting.place}",
            )
        )
    return ghosts


# --- objectives, tracks, tables ----------------------------------------------------------------------------


def _objectives(ctx: Context, known: State) -> tuple[Mark, ...]:
    return tuple(
        Mark(place=place, kind="objective", text=f"{one.name} ({one.value})", side=known.held.get(place, one.loser))
        for one in ctx.game.objectives(ctx)
        for place in one.places
    )


def _tracks(ctx: Context, known: State) -> tuple[Track, ...]:
    tracks = []
    for side in ctx.game.sides:
        morale = known.morale.get(side)
        if morale is None:
            continue
        history = tuple((f"T{turn}", value) for turn, value in morale.history)
        high = max(morale.ceiling, morale.value)
        tracks.append(Track(name=f"{side} morale", value=morale.value, side=side, high=high, history=history))
        tracks.append(Track(name=f"{side} losses", value=morale.eliminated, side=side))
    return tuple(tracks)


def _tables(ctx: Context, known: State, side: Side) -> tuple[Table, ...]:
    hands = tuple(_hand(ctx, known, owner) for owner in ctx.game.sides)
    classes = any(marker.marker_class for marker in known.markers.values())
    track = () if classes else (_face_down(ctx, known),)
    return (*hands, *track, *ctx.game.tables(ctx, known, side))


def _hand(ctx: Context, known: State, owner: Side) -> Table:
    """A side's markers in hand and put aside, equal ones counted."""
    found: dict[tuple[str, str], int] = {}
    for marker in sorted(known.markers.values(), key=lambda one: (one.place != "hand", one.turn, one.kind, one.id)):
        if (marker.holder or marker.owner) == owner and marker.place in ("hand", "aside"):
            key = (_marker_name(ctx, known, marker, owner), _marker_state(marker))
            found[key] = found.get(key, 0) + 1
    rows = tuple((name, str(count), where) for (name, where), count in found.items())
    return Table(title=f"{owner} markers", columns=("marker", "number", "where"), rows=rows, side=owner)


def _face_down(ctx: Context, known: State) -> Table:
    found: dict[tuple[int, Side], int] = {}
    for marker in known.markers.values():
        if marker.place == "track":
            found[(marker.turn, marker.owner)] = found.get((marker.turn, marker.owner), 0) + 1
    rows = tuple((f"T{turn}", str(owner), str(count)) for (turn, owner), count in sorted(found.items()))
    return Table(title="Markers on the turn track", columns=("turn", "side", "face down"), rows=rows)


def _marker_name(ctx: Context, known: State, marker: Marker, holder: Side) -> str:
    if marker.kind == "?":
        return f"face down, {marker.marker_class}" if marker.marker_class else "face down"
    name = marker_kind(ctx, marker.kind).name
    if marker.owner in (holder, BOTH):
        return name
    return f"{name} (the enemy's; {ctx.game.enemy_marker(ctx, known, marker.kind)})"


def _marker_state(marker: Marker) -> str:
    return "in hand" if marker.place == "hand" else f"back on turn {marker.turn}"
