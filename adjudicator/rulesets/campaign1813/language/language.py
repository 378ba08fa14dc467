"""The order language of the campaign: which names a side may use, and how its orders are built and printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial

from adjudicator.core.language import Language, Name, NameRule
from adjudicator.core.types import PUBLIC, UMPIRE, Side
from adjudicator.rulesets.campaign1813.context import Card, Context
from adjudicator.rulesets.campaign1813.language.build import Build
from adjudicator.rulesets.campaign1813.language.writing import write
from adjudicator.rulesets.campaign1813.state import State

HEADINGS: Mapping[str, tuple[str, ...]] = {
    "reconnaissance": ("recon", "reconnaissance phase"),
    "movement": ("movement phase", "marches", "moves"),
    "battles": ("battle phase", "battle"),
    "sieges": ("siege phase", "siege"),
}
NAME_RULES: Mapping[str, NameRule] = {
    "who": NameRule(("unit", "commander", "formation", "army"), "a block, a corps or an army"),
    "army": NameRule(("army by any name",), "an army of yours"),
    "field": NameRule(("field",), "a historical battlefield", ""),
}
SIDE_WORDS: Mapping[Side, tuple[str, ...]] = {
    Side("French"): ("France",),
    Side("Allied"): ("Allies", "Coalition"),
}
"""What players call the sides besides their names."""
MARKS = ("disrupted", "routed this turn", "out of supply", "isolated", "besieged", "eliminated")
"""What a block may be: the marks that the view puts on blocks."""


def language_for(ctx: Context) -> Language:
    """The order language of the campaign."""
    fixed = tuple(_fixed(ctx))

    def names(known: State, side: Side) -> tuple[Name, ...]:
        return (*_blocks(ctx, known, side), *_formations(ctx, side), *fixed)

    return Language(
        grammar="campaign1813",
        names=names,
        build=Build(),
        write=write,
        headings=HEADINGS,
        place_hint="Towns are called as on the map; umlauts may be written ae, oe, ue or without their dots.",
        name_rules=NAME_RULES,
        side_words=SIDE_WORDS,
        examples=partial(_examples, ctx),
    )


def _examples(ctx: Context, known: State, side: Side) -> Mapping[str, str]:
    """Orders that could be given now."""
    from adjudicator.rulesets.campaign1813.language.examples import examples

    return examples(ctx, known, side)


def _fixed(ctx: Context) -> Iterator[Name]:
    """Names that everybody may always use: towns, sides, battlefields, the game's own words."""
    for side in ctx.sides:
        yield Name(id=side, name=side, kind="side", aliases=SIDE_WORDS.get(side, ()))
    for town in ctx.network.towns.values():
        yield Name(id=town.id, name=town.name, kind="place", aliases=_spelt(town.name, town.aliases))
    for row in ctx.tables.historical_fields:
        yield Name(id=row.field, name=row.field, kind="field")
    for mark in MARKS:
        yield Name(id=mark, name=mark, kind="mark")
    yield Name(id="turn", name="turn", kind="track")
    for army in ctx.armies.values():
        track = f"{army.name} losses"
        yield Name(id=track, name=track, kind="track", side=army.side, aliases=_spelt(track, ()))


def _spelt(name: str, aliases: tuple[str, ...]) -> tuple[str, ...]:
    """Aliases, and names with brackets and dashes also without them."""
    ways = dict.fromkeys(aliases)
    for way in (name, *aliases):
        plain = re.sub(r"\s+", " ", re.sub(r"[()&–.]", " ", way)).strip()
        if plain != way:
            ways[plain] = None
    return tuple(way for way in ways if way != name)


def _blocks(ctx: Context, known: State, side: Side) -> Iterator[Name]:
    """CAM-unit-3, CAM-unit-7: the side's own blocks, and of the enemy's those that it has seen.

    Spectators, who write no orders, read the name of whatever block they are told of.
    """
    seen = {block.id for block in known.pieces.blocks.values() if not block.unseen}
    if PUBLIC in known.sightings:
        seen |= ctx.roster.keys()
    if side != UMPIRE:
        seen |= known.sightings.get(side, {}).keys()
    for card in tuple(ctx.roster.values()):
        if card.id in seen:
            yield _block(card)


def _block(card: Card) -> Name:
    kind = "commander" if card.leads else "unit"
    return Name(id=card.id, name=card.name, kind=kind, side=card.side, aliases=_spelt(card.name, card.aliases))


def _formations(ctx: Context, side: Side) -> Iterator[Name]:
    """The corps and armies of a side; all of them for the umpire."""
    for corps in ctx.corps.values():
        if side in (corps.side, UMPIRE):
            aliases = _spelt(corps.name, corps.aliases)
            yield Name(
                id=corps.id,
                name=corps.name,
                kind="formation",
                side=corps.side,
                aliases=aliases,
                members=(corps.hq, *corps.blocks),
            )
    for army in ctx.armies.values():
        if side not in (army.side, UMPIRE):
            yield Name(id=army.id, name=army.name, kind="enemy army", side=army.side)  # printed, never ordered about
        else:
            leader = ctx.name(army.leader)
            others = tuple(alias for alias in army.aliases if alias not in (leader, *_leader_names(leader)))
            yield Name(id=army.id, name=army.name, kind="army", side=army.side, aliases=_spelt(army.name, others))
            every = _spelt(army.name, (leader, *army.aliases))
            yield Name(id=army.id, name=army.name, kind="army by any name", side=army.side, aliases=every)


def _leader_names(leader: str) -> tuple[str, ...]:
    """The words of a leader's name; none of them stands for his whole army where blocks may be named."""
    return (*leader.split(), "Napoleon")
