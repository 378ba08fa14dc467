"""The order language of the 1813 battle games: which names a side may use, and how its orders are built and printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from adjudicator.core.language import Language, Name, NameRule
from adjudicator.core.types import UMPIRE, Side
from adjudicator.rulesets.vv1813.context import Context, Counter
from adjudicator.rulesets.vv1813.language.build import Build
from adjudicator.rulesets.vv1813.language.writing import write
from adjudicator.rulesets.vv1813.state import State, enemy_of

HEADINGS: Mapping[str, tuple[str, ...]] = {
    "movement": ("movement phase", "movements", "bombardment and movement"),
    "combat": ("combat phase", "combats", "bombardment and combat"),
}
NAME_RULES: Mapping[str, NameRule] = {
    "start": NameRule(("place",), "a place"),
    "target": NameRule(("unit", "commander", "roster", "place"), "a unit, a commander or a place", ""),
    "directed": NameRule(("unit", "roster"), "an enemy unit", "enemy"),
    "comer": NameRule(("unit", "commander"), "a unit or commander", groups=("arrivals",)),
    "sparing": NameRule(("unit", "sort"), "a unit or a sort of unit"),
    "chit": NameRule(("chit",), "a marker by its number"),
}
MARKS = (
    "on the map",
    "reduced",
    "guard",
    "out of command",
    "met by Cossacks",
    "waiting",
    "away",
    "eliminated",
    "saved",
    "wounded",
    "killed",
)
"""What a piece may be: the marks that the view puts on pieces."""

FACTS = ("odds", "our strength", "their strength", "our hits")
"""What a standing order may ask of the combat that it answers for."""

ARMS: Mapping[str, tuple[str, ...]] = {
    "": ("all", "everybody", "everyone", "all units"),
    "infantry": ("infantry", "all infantry"),
    "cavalry": ("cavalry", "all cavalry"),
}
"""Arms, and what orders call all units of one; the first is everybody."""

SIDE_WORDS: Mapping[Side, tuple[str, ...]] = {
    Side("French"): ("France",),
    Side("Coalition"): ("Allies", "Allied", "Russians", "Prussians"),
}
"""What players call the sides besides their names."""

SORTS = {"guard": "Guard", "infantry": "infantry", "cavalry": "cavalry"}
"""Sorts of units that a policy of losses may spare."""


def language_for(ctx: Context) -> Language:
    """The order language of a game of the series."""
    fixed = tuple(_fixed(ctx))
    first, last = min(ctx.board.cells), max(ctx.board.cells)

    def names(known: State, side: Side) -> tuple[Name, ...]:
        pieces = tuple(_pieces(ctx, known, side))
        return (*pieces, *_groups(ctx, known, side), *_tracks(ctx, side), *fixed, *_chits(ctx, known, side))

    def place(text: str) -> str | None:
        number = text.zfill(4)
        return number if number in ctx.board.cells else None

    return Language(
        grammar="vv1813",
        names=names,
        build=Build(ctx),
        write=write,
        headings=HEADINGS,
        place=place,
        place_hint=f"Places are numbered from {first} to {last}, column and row.",
        name_rules=NAME_RULES,
        side_words=SIDE_WORDS,
        examples=partial(_examples, ctx),
    )


def _examples(ctx: Context, known: State, side: Side) -> Mapping[str, str]:
    """Orders that could be given now."""
    from adjudicator.rulesets.vv1813.language.examples import examples

    return examples(ctx, known, side)


def _fixed(ctx: Context) -> Iterator[Name]:
    """Names that both sides may always use: the map's, the markers', the formations', the game's own words."""
    for side in ctx.game.sides:
        yield Name(id=side, name=side, kind="side", aliases=SIDE_WORDS.get(side, ()))
    named: dict[str, dict[str, None]] = {}
    for cell in sorted(ctx.board.cells.values(), key=lambda one: one.id):
        if cell.name:
            named.setdefault(cell.id, {})[cell.name] = None
    for objective in ctx.game.objectives(ctx):
        for place in objective.places:
            named.setdefault(place, {})[objective.name] = None
    for place, found in sorted(named.items()):
        first, *others = found
        yield Name(id=place, name=first, kind="place", aliases=(*others, f"{first} {place}"))
    for kind, marker in ctx.facts["markers"].items():
        yield Name(id=kind, name=marker.name, kind="marker", aliases=marker.aliases)
    for mark in MARKS:
        yield Name(id=mark, name=mark, kind="mark")
    for sort, name in SORTS.items():
        yield Name(id=sort, name=name, kind="sort")


def _groups(ctx: Context, known: State, side: Side) -> Iterator[Name]:
    """Formations and arms; of the side's own those pieces that are on the map, and apart those that wait to enter."""
    army = known.armies.get(side)
    status: dict[str, str] = {}
    if army is not None:
        status |= {unit.id: unit.status for unit in army.units.values()}
        status |= {commander.id: commander.status for commander in army.commanders.values()}
    for formation in ctx.facts["game"].formation:
        mine = [
            one for one in ctx.counters.values() if one.formation == formation.id and one.side == side == formation.side
        ]
        for kind, wanted in (("formation", "map"), ("arrivals", "waiting")):
            yield Name(
                id=formation.id if kind == "formation" else f"arrivals of {formation.id}",
                name=formation.name,
                kind=kind,
                side=formation.side,
                aliases=formation.aliases,
                members=tuple(one.id for one in mine if status.get(one.id) == wanted),
            )
    for arm, called in ARMS.items():
        there = [one.id for one in ctx.counters.values() if one.side == side and arm in ("", one.kind)]
        for kind, wanted in (("group", "map"), ("arrivals", "waiting")):
            members = tuple(one for one in there if status.get(one) == wanted)
            yield Name(id=f"{kind} of {arm}", name=called[0], kind=kind, side=side, aliases=called[1:], members=members)


def _pieces(ctx: Context, known: State, side: Side) -> Iterator[Name]:
    """VV-7.3a: the pieces of the side, and of the enemy's those that it has seen; the rest of the roster apart."""
    seen = {piece for army in known.armies.values() for piece in (*army.units, *army.commanders)}
    if side != UMPIRE:
        seen |= known.sightings.get(side, {}).keys()
    for counter in ctx.counters.values():
        if counter.id in seen:
            yield _piece(counter, "commander" if counter.kind == "commander" else "unit")
    if side in ctx.game.sides:
        for counter in ctx.counters.values():
            if counter.side == enemy_of(side) and counter.id not in seen:
                yield _piece(counter, "roster")


def _piece(counter: Counter, kind: str) -> Name:
    return Name(id=counter.id, name=counter.name, kind=kind, side=counter.side, aliases=counter.aliases)


def _tracks(ctx: Context, side: Side) -> Iterator[Name]:
    """`turn`, and the tracks of the view; `our morale` and `enemy morale` for a player."""
    for track in ("turn", "clock", *FACTS):
        yield Name(id=track, name=track, kind="track")
    for owner in ctx.game.sides:
        whose = ("our", "my") if owner == side else ("enemy", "their") if side in ctx.game.sides else ()
        for what in ("morale", "losses"):
            aliases = tuple(f"{word} {what}" for word in whose)
            yield Name(id=f"{owner} {what}", name=f"{owner} {what}", kind="track", side=owner, aliases=aliases)


def _chits(ctx: Context, known: State, side: Side) -> Iterator[Name]:
    """Each physical marker, for the umpire's changes."""
    if side == UMPIRE:
        for marker in known.markers.values():
            name = f"{marker.owner} {marker.id.partition('_')[2].replace('_', ' ')}"
            yield Name(id=marker.id, name=name, kind="chit")
