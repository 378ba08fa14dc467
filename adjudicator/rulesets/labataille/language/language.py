"""Which names a side may use, and how its orders are built and printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.language import Language, Name, NameRule
from adjudicator.core.types import Side
from adjudicator.rulesets.labataille.bodies import commands
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.language.build import Build
from adjudicator.rulesets.labataille.language.writing import write
from adjudicator.rulesets.labataille.orders import HEADINGS
from adjudicator.rulesets.labataille.state import SIDES, State

BODY = ("unit", "commander", "group", "division", "corps")
NAME_RULES: Mapping[str, NameRule] = {
    "start": NameRule(("place",), "a hex"),
    "body": NameRule(BODY, "a unit, a leader, a division, a corps or a group"),
    "some": NameRule(("unit", "commander"), "a unit or a leader"),
    "some_unit": NameRule(("unit",), "a unit"),
    "anyone": NameRule((*BODY, "arm"), "a unit, a leader, a division, a corps or an arm", "own"),
    "group": NameRule(("group",), "a name for the group", free=True),
    "lost_by": NameRule(("loss",), "a unit and a number", free=True),
    "bridge": NameRule(("bridge",), "a bridge"),
    "sort": NameRule(("sort",), "what troops are, such as guns or cavalry"),
    "target": NameRule(("unit", "place"), "a hex or an enemy unit", "enemy"),
}
SORTS: Mapping[str, tuple[str, ...]] = {
    "guns": ("artillery", "batteries", "battery"),
    "cavalry": ("horse",),
    "infantry": ("foot",),
    "lines": ("line",),
    "columns": ("column",),
    "skirmishers": ("skirmisher",),
    "carres": ("carre", "squares", "square"),
    "assaulting": ("assaulters", "in assault position"),
    "disordered": ("disordered units",),
    "limbered": ("limbered guns",),
    "road march": ("on the march", "marching"),
    "light": ("light cavalry",),
    "heavy": ("heavy cavalry",),
    "lancers": ("lancer",),
    "cossacks": ("cossack",),
    "horse guns": ("horse artillery", "horse batteries"),
    "buildings": ("villages", "houses"),
    "redoubts": ("redoubt",),
    "fleches": ("fleche",),
    "bridges": ("bridge ends",),
}
ARMS = ("infantry", "cavalry", "artillery", "skirmishers", "leaders", "jaegers", "cossacks", "dragoons")
MARKS = (
    "on the map", "column", "line", "carre", "general order", "skirmish", "road march", "limbered", "unlimbered",
    "disordered", "routed", "tired", "exhausted", "waiting", "eliminated", "surrendered", "held", "off limits", "dead",
    "wounded", "captured",
)  # fmt: skip
"""What a piece may be: the marks that the view puts on pieces."""


def language_for(ctx: Context) -> Language:
    """The order language of a scenario."""
    fixed = tuple(_fixed(ctx))

    def known_names(known: State, side: Side) -> tuple[Name, ...]:
        groups = tuple(
            Name(id=name, name=name, kind="group", side=ctx.units[units[0]].side)
            for name, units in known.bodies.items()
            if units
        )
        return (*fixed, *groups)

    return Language(
        grammar="labataille",
        names=known_names,
        build=Build(ctx),
        write=write,
        headings=HEADINGS,
        place=ctx.board.grid.meant,
        place_hint="Hexes run from 0101 to 9060: column, then row.",
        name_rules=NAME_RULES,
    )


def _fixed(ctx: Context) -> Iterator[Name]:
    """R-102: identities are open: both sides may name every counter, leader, place and command."""
    for side in SIDES:
        yield Name(id=side, name=side, kind="side")
    for unit in ctx.units.values():
        yield Name(id=unit.id, name=unit.name, kind="unit", side=unit.side, aliases=(*unit.aliases, unit.printed))
    for leader in ctx.leaders.values():
        yield Name(id=leader.id, name=leader.name, kind="commander", side=leader.side, aliases=leader.aliases)
    corps = {card.corps for card in ctx.units.values()}
    for name, side in commands(ctx).items():
        yield Name(id=name, name=_plain(name), kind="corps" if name in corps else "division", side=side)
    for place in ctx.places.values():
        if place.kind in ("fixed bridge", "pontoon"):
            yield Name(id=place.name, name=_plain(place.name), kind="bridge")
        elif len(place.hexes) == 1 or place.kind in ("village", "town", "schloss"):
            yield Name(id=place.reference, name=place.name, kind="place")
    for sort, aliases in SORTS.items():
        yield Name(id=sort, name=sort, kind="sort", aliases=aliases)
    for arm in ARMS:
        yield Name(id=arm, name=arm, kind="arm")
    for mark in MARKS:
        yield Name(id=mark, name=mark, kind="mark")
    for track in ("turn", "clock", "estimate", "odds"):
        yield Name(id=track, name=track, kind="track")


def _plain(name: str) -> str:
    """A name as orders have it, without brackets: "3rd Saxon Division"."""
    return name.replace("(", "").replace(")", "")
