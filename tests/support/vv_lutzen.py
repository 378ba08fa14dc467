"""Lützen on the table: the battle after set-up, on any turn, with markers in hand; empty fields for single rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from adjudicator.core.dice import ScriptedDice
from adjudicator.core.orders import Orders
from adjudicator.core.types import Choice, Event, Order, RuleId, Side
from adjudicator.rulesets import vv1813
from adjudicator.rulesets.vv1813 import orders as vv
from adjudicator.rulesets.vv1813.events import SequenceBegan
from adjudicator.rulesets.vv1813.games.lutzen.events import CommanderAppeared
from adjudicator.rulesets.vv1813.games.lutzen.state import LutzenState, lutzen
from adjudicator.rulesets.vv1813.markers.events import MarkerDrawn
from adjudicator.rulesets.vv1813.ruleset import VV1813
from adjudicator.rulesets.vv1813.state import BOTH, COALITION, FRENCH, Army, State
from tests.support.vv_bautzen import Table, Told, orders_of
from tests.support.vv_positions import Field, position

HOURS = tuple(f"{hour}.00" for hour in range(12, 20))


@lru_cache(maxsize=64)
def _rules(options: tuple[tuple[str, str], ...]) -> VV1813:
    return vv1813.load("lutzen", dict(options))


def rules(**options: str) -> VV1813:
    """Lützen with some match options."""
    return _rules(tuple(sorted(options.items())))


@lru_cache(maxsize=64)
def _set_up(options: tuple[tuple[str, str], ...]) -> State:
    made = _rules(options)
    table = Table(made, made.start()).stage("set-up").table
    return table.stage("set-up markers").table.state


def battle(*, turn: int = 1, **options: str) -> Table:
    """The battle after set-up, markers laid turn after turn in the order of their names, on some turn."""
    key = tuple(sorted(options.items()))
    return Table(_rules(key), _set_up(key)).turn(turn)


def at_hour(hour: int, *, early: bool = False, **options: str) -> Table:
    """The battle on the turn of an hour, on the usual clock or on that of Bridge on the Elster."""
    table = battle(turn=1, **options)
    if early:
        table = kept(table, early=True)
    return table.turn(hour - (10 if early else 12) + 1)


def kept(table: Table, **values: Any) -> Table:
    """The table with other values in what only Lützen keeps."""
    changed = replace(lutzen(table.state), **values)
    return Table(table.rules, replace(table.state, game=changed), table.answers)


def now(table: Table) -> LutzenState:
    """What only Lützen keeps."""
    return lutzen(table.state)


def holding(table: Table, side: Side, *kinds: str) -> Table:
    """Markers of these kinds drawn into a side's hand, unseen by the other, whoever they belong to."""
    for kind in kinds:
        free = [m for m in table.state.markers.values() if m.kind == kind and m.place != "hand"]
        mine = sorted(free, key=lambda m: (m.owner not in (side, BOTH), m.id))[0]
        drawn = MarkerDrawn(
            rule=RuleId("LUT-5.1"), side=side, marker=mine.id, marker_kind=kind, marker_class=mine.marker_class
        )
        table = table.happen(drawn)
    return table


def begun(table: Table, side: Side) -> Table:
    """A side's player sequence has begun."""
    return table.happen(SequenceBegan(side=side))


def with_ney(table: Table, host: str = "souham_1") -> Table:
    """Ney is on the map."""
    place = table.place_of(host) or ""
    return table.happen(CommanderAppeared(side=FRENCH, commander="ney", host=host, place=place))


def plays(table: Table, side: Side, kind: str, *, target: str = "", option: str = "", dice: Any = None) -> Told:
    """A movement phase in which a side plays a marker that it is given, and does nothing else."""
    given = holding(table, side, kind)
    return begun(given, side).moves(side, vv.Play(marker=kind, target=target, option=option), dice=dice)


def morale(table: Table) -> tuple[int, int]:
    """French and Coalition morale."""
    return table.state.morale[FRENCH].value, table.state.morale[COALITION].value


def field(pieces: str, *, turn: int = 5, game: Mapping[str, Any] | None = None, **given: Any) -> Field:
    """A field of Lützen with these pieces only, nobody to come; `game` are values of what only Lützen keeps."""
    made = position(pieces, scenario="lutzen", turn=turn, **given)
    armies = {side: _without_reserves(army) for side, army in made.state.armies.items()}
    return made.changed(armies=armies, game=replace(lutzen(made.state), **(game or {})))


def _without_reserves(army: Army) -> Army:
    units = {u.id: u if u.status == "map" else replace(u, status="saved") for u in army.units.values()}
    commanders = {c.id: c if c.status == "map" else replace(c, status="saved") for c in army.commanders.values()}
    return Army(units, commanders)


def texts(by_side: Mapping[Side, Iterable[Order]]) -> Orders:
    """The orders of both sides for one step."""
    found = [orders_of(side, tuple(orders)) for side, orders in by_side.items()]
    lines = {key: words for one in found for key, words in one.lines.items()}
    return Orders(by_side={side: one for made in found for side, one in made.by_side.items()}, lines=lines)


def scripted(**faces: Iterable[int]) -> ScriptedDice:
    """Dice by the ends of their labels, dashes written as underlines."""
    return ScriptedDice({label.replace("__", "/"): tuple(shown) for label, shown in faces.items()})


def kinds_of(events: Iterable[Event]) -> list[str]:
    """The kinds of events, in order."""
    return [event.kind for event in events]


def answering(table: Table, **answers: Choice) -> Table:
    """The table with answers to some kinds of decision."""
    return table.answering(**answers)
