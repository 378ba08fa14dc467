"""Any order that the language of the 1813 battles can say, for tests that read back what was printed."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

from adjudicator import rulesets
from adjudicator.core.language import MistakeError, Moment, Narrowed
from adjudicator.core.orders import (
    AcceptDraw,
    AllOf,
    Answer,
    AnyOf,
    AskMe,
    Compare,
    Conditional,
    Not,
    OfferDraw,
    Pass,
    PlaceIs,
    Resign,
    Standing,
    UnitAt,
    UnitIs,
)
from adjudicator.core.types import UMPIRE, Choice, Order, Side
from adjudicator.rulesets.vv1813 import orders as od
from adjudicator.rulesets.vv1813.decisions import MOMENTS
from adjudicator.rulesets.vv1813.language.language import MARKS
from adjudicator.rulesets.vv1813.language.moments import TOPICS

FRENCH, COALITION = Side("French"), Side("Coalition")


@lru_cache(maxsize=1)
def open_rules() -> Any:
    """Bautzen with both armies in sight."""
    return rulesets.load("bautzen", {"fog": "none"})


RULES = open_rules()
START = RULES.start()
CTX = RULES.context
UNITS = sorted(START.army(FRENCH).units)
COMMANDERS = sorted(START.army(FRENCH).commanders)
ENEMIES = sorted([*START.army(COALITION).units, *START.army(COALITION).commanders])

place = st.sampled_from(sorted(CTX.board.cells))
unit = st.sampled_from(UNITS)
piece = st.sampled_from([*UNITS, *COMMANDERS])
enemy = st.sampled_from(ENEMIES)
marker = st.sampled_from(sorted(CTX.facts["markers"]))
formation = st.sampled_from(sorted(one.id for one in CTX.facts["game"].formation))
mark = st.sampled_from(sorted(MARKS))
track = st.sampled_from(["turn", "French morale", "Coalition morale", "French losses", "Coalition losses"])
classes = st.lists(st.sampled_from(["RE1", "RE", "E"]), min_size=1, max_size=3, unique=True).map(tuple)
spaces = st.lists(st.integers(6, 21).map(lambda hour: f"{hour:02}.00"), min_size=1, max_size=3, unique=True).map(tuple)
option = st.sampled_from(["", *od.OPTIONS])
target = st.one_of(st.just(""), piece, enemy, place)


def some(things: st.SearchStrategy[str], most: int = 4) -> st.SearchStrategy[tuple[str, ...]]:
    """A list of different things, not empty."""
    return st.lists(things, min_size=1, max_size=most, unique=True).map(tuple)


def maybe(things: st.SearchStrategy[tuple[str, ...]]) -> st.SearchStrategy[tuple[str, ...]]:
    """The same, or none."""
    return st.one_of(st.just(()), things)


use = st.builds(od.MarkerUse, marker=marker, count=st.integers(1, 4))
uses = st.lists(use, min_size=1, max_size=3, unique_by=lambda one: one.marker).map(tuple)
part = st.tuples(place, st.integers(1, 9))
parts = st.lists(part, min_size=1, max_size=2, unique_by=lambda one: one[0]).map(tuple)
never = st.lists(st.one_of(st.sampled_from(["guard", "infantry", "cavalry"]), unit), max_size=3, unique=True).map(tuple)
policy = st.one_of(
    st.builds(od.LossPolicy, order=st.sampled_from(["spread", "weakest", "strongest"]), never=never),
    st.builds(od.LossPolicy, order=st.just("listed"), first=some(unit), never=never),
)
effect = st.sampled_from(["one_place", "no_zone"])
way = st.one_of(st.fixed_dictionaries({"path": some(place)}), st.fixed_dictionaries({"destination": place}))
who = st.one_of(st.fixed_dictionaries({"units": some(piece)}), st.fixed_dictionaries({"stack": place}))


def _made(sort: type[Order], *parts: st.SearchStrategy[dict[str, Any]], **fields: Any) -> st.SearchStrategy[Order]:
    """An order from dictionaries of fields that exclude each other, and single fields."""
    rest = st.fixed_dictionaries(dict(fields))
    return st.tuples(*parts, rest).map(lambda found: sort(**{k: v for part in found for k, v in part.items()}))


actions: st.SearchStrategy[Order] = st.one_of(
    st.sampled_from([Pass(), Resign(), OfferDraw(), AcceptDraw(), od.Keep(), od.TacticalMovement()]),
    _made(od.Move, who, way, leave=st.booleans(), if_cossacks=st.one_of(st.none(), effect)),
    _made(od.Move, units=some(piece), leave=st.just(True)),
    _made(
        od.Enter,
        st.one_of(way, st.just({})),
        units=maybe(some(piece)),
        at=st.one_of(st.just(""), place),
        host=st.one_of(st.just(""), unit),
    ),
    _made(od.Delay, units=some(piece)),
    _made(od.Direct, way, units=some(st.sampled_from(sorted(START.army(COALITION).units)))),
    _made(
        od.Split,
        unit=unit,
        parts=parts,
    ),
    _made(od.Play, marker=marker, target=target, option=option),
    _made(od.Take, classes=classes),
    _made(od.LayMarkers, marker_class=st.sampled_from(["RE1", "RE", "E"]), spaces=spaces),
    _made(od.Bombard, target=place, markers=uses, origin=st.one_of(st.just(""), place)),
    _made(
        od.Attack,
        targets=some(place, 2),
        origins=maybe(some(place)),
        units=maybe(some(piece)),
        formation=st.one_of(st.just(""), formation),
        head=maybe(some(unit)),
        support=st.one_of(st.none(), st.just(()), uses),
        tactical=st.booleans(),
        napoleon=st.sampled_from([None, "never", "if_hold", "always"]),
        losses=st.one_of(st.none(), policy),
        advance=st.one_of(st.none(), maybe(some(unit))),
        commander_advances=st.sampled_from([None, True, False]),
        occupy=maybe(some(unit)),
    ),
)
conditions = st.recursive(
    st.one_of(
        st.builds(PlaceIs, place=place, state=st.sampled_from(["empty", "occupied", "enemy", "friendly"])),
        st.builds(UnitAt, unit=piece, place=place),
        st.builds(UnitIs, unit=piece, mark=mark),
        st.builds(
            Compare, track=track, relation=st.sampled_from(["<", "<=", "=", ">=", ">"]), number=st.integers(0, 20000)
        ),
    ),
    lambda inner: st.one_of(
        st.builds(Not, condition=inner),
        st.builds(AllOf, conditions=st.lists(inner, min_size=2, max_size=3).map(tuple)),
        st.builds(AnyOf, conditions=st.lists(inner, min_size=2, max_size=3).map(tuple)),
    ),
    max_leaves=5,
)
orders: st.SearchStrategy[Order] = st.recursive(
    actions,
    lambda inner: st.builds(Conditional, condition=conditions, then=actions, otherwise=st.one_of(st.none(), inner)),
    max_leaves=3,
)
choices: st.SearchStrategy[Choice] = st.one_of(
    st.builds(od.RetreatBefore, to=maybe(some(place))),
    st.just(od.StandAndFight()),
    st.builds(od.HeadUnit, units=some(unit)),
    st.builds(od.Excess, units=some(unit)),
    st.builds(od.Support, markers=st.one_of(st.just(()), uses)),
    st.builds(od.Losses, policy=policy),
    st.just(od.Hold(places=0)),
    st.builds(od.Hold, places=st.integers(1, od.EVERY_PLACE), payers=maybe(some(unit))),
    st.builds(od.RetreatTo, to=some(place)),
    st.just(od.Advance()),
    st.builds(od.Advance, units=some(unit), commander=st.sampled_from([None, True, False])),
    st.builds(od.Occupy, units=maybe(some(unit))),
    st.builds(od.NapoleonOption, use=st.sampled_from(["never", "if_hold", "always"])),
    st.just(od.Cossacks(play=False)),
    st.builds(
        od.Cossacks,
        play=st.just(True),
        only=st.sampled_from(["", "entering_zone"]),
        at_most=st.one_of(st.none(), st.integers(1, 9)),
    ),
    st.builds(od.CossackEffect, effect=effect),
    st.builds(od.LoseMarkers, marker=marker),
    st.builds(od.Displace, to=some(place)),
    st.just(od.Reveal()),
    st.builds(od.Reveal, marker=marker.filter(lambda m: m != "cossacks"), target=target, option=option),
    st.builds(od.TakeMarker, classes=classes),
    st.builds(od.LayOn, spaces=spaces),
)
answers = st.builds(Answer, number=st.integers(1, 999), choice=choices)

_WITHOUT_PLACE = ("losses_drawn", "displaced", "enemy_phase", "taking", "laying")
_UNIT_OF = {
    "": st.one_of(piece, enemy),
    "attacked": piece,
    "bombarded": piece,
    "must_retreat": piece,
    "enemy_moves": enemy,
    "enemy_enters": enemy,
    "met": piece,
    "displaced": st.sampled_from(COMMANDERS),
    "laying": st.sampled_from(["RE1", "RE", "E"]),
}


@st.composite
def standing(draw: st.DrawFn) -> Standing:
    """A standing order whose moment and choice go together."""
    moment_name = draw(st.sampled_from(["", *MOMENTS]))
    where = "" if moment_name in _WITHOUT_PLACE else draw(st.one_of(st.just(""), place))
    who_is_it = draw(st.one_of(st.just(""), _UNIT_OF.get(moment_name, st.just(""))))
    asked = st.sampled_from(["", *TOPICS]).map(lambda kind: Narrowed(AskMe(), decision=kind))
    choice = draw(st.one_of(choices, asked))
    condition = draw(st.one_of(st.none(), conditions))
    try:
        made: Standing = RULES.language.build.standing(Moment(moment_name, where, who_is_it), choice)
    except MistakeError:
        made = Standing(decision="any", place=where, choice=AskMe())
    return made.model_copy(update={"condition": condition})


changes: st.SearchStrategy[Order] = st.one_of(
    _made(
        od.Change,
        what=st.just("unit"),
        id=st.sampled_from([*UNITS, *START.army(COALITION).units]),
        place=place,
        status=st.just("map"),
        reduced=st.sampled_from([None, True, False]),
    ),
    _made(
        od.Change,
        what=st.just("commander"),
        id=st.sampled_from(COMMANDERS),
        status=st.sampled_from(["eliminated", "waiting", "away", "saved"]),
        health=st.sampled_from(["", "fit", "wounded", "killed"]),
    ),
    _made(
        od.Change,
        what=st.just("marker"),
        id=st.sampled_from(sorted(START.markers)),
        status=st.sampled_from(["hand", "track", "aside", "gone"]),
        value=st.integers(0, 13),
    ),
    _made(od.Change, what=st.just("morale"), id=st.sampled_from(["French", "Coalition"]), value=st.integers(0, 15)),
    _made(od.Change, what=st.just("objective"), id=place, of=st.sampled_from([FRENCH, COALITION])),
)
ANYBODY = (FRENCH, COALITION, UMPIRE)
