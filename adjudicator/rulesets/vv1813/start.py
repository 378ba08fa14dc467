"""The position before set-up: counters as printed, hands and heaps of markers, morale at its start."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.types import Side
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.data import GameData
from adjudicator.rulesets.vv1813.facts import MarkerFacts, SeriesFacts
from adjudicator.rulesets.vv1813.game import MarkerKind
from adjudicator.rulesets.vv1813.state import BOTH, Army, Commander, Marker, Morale, State, Unit


def starting_position(ctx: Context, data: GameData) -> State:
    """BAU-10.1, LUT-10.1: everybody in his place, nothing drawn, played, tested or lost."""
    sides = data.facts.sides
    return State(
        armies={side: _army(data, side) for side in sides},
        markers={marker.id: marker for marker in starting_markers(data.facts)},
        morale={side: _morale(data.facts, side) for side in sides},
        game=ctx.game.keeps(),
    )


def _army(data: GameData, side: Side) -> Army:
    units: dict[str, Unit] = {}
    commanders: dict[str, Commander] = {}
    for row in data.setup:
        counter = data.counters[row.piece]
        if counter.side != side:
            continue
        place = row.place or None
        if counter.kind == "commander":
            commanders[row.piece] = Commander(row.piece, place, row.status)
        else:
            units[row.piece] = Unit(row.piece, place, row.status)
    return Army(units, commanders)


def _morale(facts: SeriesFacts, side: Side) -> Morale:
    value = {"French": facts.morale.French, "Coalition": facts.morale.Coalition}[side]
    return Morale(value, value, history=((0, value),))


def starting_markers(facts: SeriesFacts) -> list[Marker]:
    """Each physical marker: those that begin in a hand are known to all, the others lie aside."""
    found = []
    for side in (*facts.sides, BOTH):
        for kind in facts.marker:
            found += _of_kind(kind, side)
    return found


def _of_kind(kind: MarkerFacts, side: Side) -> list[Marker]:
    in_hand = kind.hand.get(side, 0)
    return [
        Marker(
            f"{side.lower()}_{kind.kind}_{number}",
            kind.kind,
            side,
            "hand" if number <= in_hand else "aside",
            marker_class=kind.marker_class,
            public=number <= in_hand,
        )
        for number in range(1, kind.count(side) + 1)
    ]


def marker_kinds(facts: SeriesFacts, options: Mapping[str, str]) -> dict[str, MarkerKind]:
    """What each kind of marker is worth under the match's options, by its id."""
    other = {one.kind: one.divisor for one in facts.marker_alternative if options.get(one.option) == one.value}
    return {
        one.kind: MarkerKind(
            one.kind, one.name, other.get(one.kind, one.divisor), one.support, one.returns, one.aliases, one.takes
        )
        for one in facts.marker
    }
