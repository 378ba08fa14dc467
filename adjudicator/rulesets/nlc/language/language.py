"""Which names a side may use, and how its orders are built and printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.core.language import Language, Name, NameRule
from adjudicator.core.types import Side
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.language.build import Build
from adjudicator.rulesets.nlc.language.writing import write
from adjudicator.rulesets.nlc.orders import HEADINGS
from adjudicator.rulesets.nlc.state import SIDES, State

NAME_RULES: Mapping[str, NameRule] = {
    "start": NameRule(("place",), "a hex"),
    "corps": NameRule(("formation", "division", "command"), "a formation or its leader"),
    "reserve": NameRule(("unit", "formation", "division"), "a unit or a formation"),
    "anyone": NameRule(("unit", "commander", "formation", "army"), "a unit, a formation, a leader or an army", "own"),
}
MARKS = (
    "on the map", "reduced", "disrupted", "demoralized", "in army reserve", "waiting", "transit", "eliminated", "gone",
    "exited", "dead", "wing commander",
)  # fmt: skip
"""What a piece may be: the marks that the view puts on pieces."""


def language_for(ctx: Context) -> Language:
    """The order language of a scenario."""
    fixed = tuple(_fixed(ctx))
    names = ctx.board.grid.names

    def known_names(known: State, side: Side) -> tuple[Name, ...]:
        return fixed

    return Language(
        grammar="nlc",
        names=known_names,
        build=Build(ctx),
        write=write,
        headings=HEADINGS,
        place=ctx.board.grid.meant,
        place_hint=f"Hexes are written like {names[0]}: the letter of the map, then column and row.",
        name_rules=NAME_RULES,
    )


def _fixed(ctx: Context) -> Iterator[Name]:
    """Everything is open but orders: both sides may name every piece, formation and place."""
    for side in SIDES:
        yield Name(id=side, name=side, kind="side")
    for unit in ctx.units.values():
        aliases = (unit.alias,) if unit.alias and unit.alias != unit.name else ()
        yield Name(id=unit.id, name=unit.name, kind="unit", side=unit.side, aliases=(*aliases, unit.id))
    for leader in ctx.leaders.values():
        yield Name(id=leader.id, name=leader.name, kind="commander", side=leader.side, aliases=leader.aliases)
        if leader.formation and leader.name != leader.formation:
            yield Name(id=leader.formation, name=leader.name, kind="command", side=leader.side)
    for formation in ctx.formations.values():
        words = (f"{formation.id} Corps", f"{formation.id} Division")
        named = ctx.leaders[formation.leader].name == formation.id  # then his name stands for it
        kind = "division" if named else "formation"
        yield Name(id=formation.id, name=formation.id, kind=kind, side=formation.side, aliases=words)
    for army in ctx.facts.army:
        yield Name(id=army.name, name=army.name, kind="army", side=army.side, aliases=(f"{army.name} army",))
    for cell in ctx.board.cells.values():
        if cell.name:
            yield Name(id=cell.id, name=cell.name, kind="place", aliases=(f"{cell.name} {cell.id}",))
    for mark in MARKS:
        yield Name(id=mark, name=mark, kind="mark")
    for track in ("turn", "clock", "ratio", "odds", "our hits", "their hits", "losses"):
        yield Name(id=track, name=track, kind="track")
    for formation in ctx.formations.values():
        for what in ("units lost", "demoralized"):
            yield Name(id=f"{formation.id} {what}", name=f"{formation.id} {what}", kind="track")
    for limit in ctx.facts.limit:
        yield Name(id=f"{limit.group} losses", name=f"{limit.group} losses", kind="track")
