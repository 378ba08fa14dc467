"""Every order of the campaign is printed so that it is read back as the same order."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.core.orders import AskMe, Compare, Conditional, PlaceIs, Standing, UnitAt, UnitIs
from adjudicator.core.types import UMPIRE, Choice, Order, Side
from adjudicator.kit import positions
from adjudicator.play.match.reading import read_text, write_order
from adjudicator.rulesets.campaign1813 import orders as od
from adjudicator.rulesets.campaign1813.language.build import TOPICS, kind_of
from adjudicator.rulesets.campaign1813.report import report_orders as ro
from tests.campaign1813.battles import battle
from tests.campaign1813.field import ALLIED, FRENCH, Field, rules

GAME = rules()
CTX = GAME.context
START = Field(turn=1, stage="orders").state
SIDES = (FRENCH, ALLIED)


@lru_cache(maxsize=1)
def reporting() -> Any:
    """A position in which a report is awaited."""
    return battle().state


def blocks_of(side: Side, *kinds: str) -> list[str]:
    """A side's blocks, perhaps of some kinds only; for the umpire everybody's."""
    mine = [c for c in CTX.roster.values() if side in (c.side, UMPIRE)]
    return [card.id for card in mine if not kinds or card.kind in kinds]


def made(model: Callable[..., Any], **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A model of these fields; nothing is guessed from its signature."""
    return st.fixed_dictionaries(fields).map(lambda values: model(**values))


towns = st.sampled_from(sorted(CTX.network.towns))
some_towns = st.lists(towns, min_size=1, max_size=3, unique=True).map(tuple)


@lru_cache(maxsize=4)
def who(side: Side) -> st.SearchStrategy[tuple[str, ...]]:
    """Blocks, corps and armies."""
    formations = [c.id for c in CTX.corps.values() if side in (c.side, UMPIRE)]
    formations += [a.id for a in CTX.armies.values() if side in (a.side, UMPIRE)]
    names = st.sampled_from([*blocks_of(side), *formations])
    return st.lists(names, min_size=1, max_size=3, unique=True).map(tuple)


@lru_cache(maxsize=4)
def marches(side: Side) -> st.SearchStrategy[od.March]:
    """A march by a path or to a town."""
    by_path = made(od.March, units=who(side), path=some_towns, forced=st.booleans())
    to_town = made(od.March, units=who(side), destination=towns, forced=st.booleans())
    return by_path | to_town


@lru_cache(maxsize=4)
def moves(side: Side) -> st.SearchStrategy[Order]:
    """Marches of one group."""
    single = made(od.Move, origin=towns | st.just(""), marches=marches(side).map(lambda m: (m,)))
    everybody = made(
        od.Move, origin=towns, marches=made(od.March, destination=towns, forced=st.booleans()).map(lambda m: (m,))
    )

    def is_clear(order: od.Move) -> bool:
        named = [unit for march in order.marches for unit in march.units]
        return len(named) == len(set(named))

    group = made(od.Move, origin=towns, marches=st.lists(marches(side), min_size=2, max_size=3).map(tuple))
    rest = made(
        od.Move,
        origin=towns,
        marches=st.tuples(marches(side), made(od.March, path=some_towns)),
    )
    return single | everybody | group.filter(is_clear) | rest


@lru_cache(maxsize=4)
def choices(side: Side) -> st.SearchStrategy[Choice]:
    """Every sort of choice."""
    to_towns = made(od.ToTown, units=who(side), to=some_towns)
    all_to = made(od.ToTown, to=some_towns)
    from_towns = made(od.FromTown, units=who(side), origin=towns) | made(od.FromTown, origin=towns)
    events = st.lists(
        st.sampled_from(("sally", "ammunition", "camp_disease", "arsenal", "bad_food", "town_disease")),
        max_size=3,
        unique=True,
    ).map(tuple)
    sizes = st.tuples(st.integers(1, 99), st.integers(1, 99)).map(lambda s: f"{s[0]} x {s[1]} ft")
    fields = st.sampled_from([row.field for row in CTX.tables.historical_fields])
    return st.one_of(
        made(od.Initiative, first=st.booleans()),
        made(od.Reveal, show=st.booleans()),
        st.just(od.Fortress(withdraw=False)),
        made(
            od.Fortress,
            withdraw=st.just(True),
            keep=who(side) | st.just(()),
            rest=st.sampled_from(("retreats", "fights")),
        ),
        made(od.Relief, join=st.booleans()),
        made(od.Besiege, lay=st.booleans()),
        made(od.Resolution, auto=st.booleans()),
        made(od.Ground, field=fields) | made(od.Ground, table=sizes),
        made(od.Reinforce, groups=st.lists(from_towns, max_size=2).map(tuple)),
        made(od.LeaveField, percent=st.integers(0, 99)),
        made(od.RetreatTo, parts=st.tuples(to_towns, all_to) | st.tuples(all_to) | st.tuples(to_towns)),
        made(
            od.Regroup,
            out=st.lists(to_towns | all_to, max_size=2).map(tuple),
            bring=st.lists(from_towns, max_size=2).map(tuple),
        ),
        st.just(od.Assault(go=False)),
        made(od.Assault, lead=who(side) | st.just(()), needed=st.none() | st.integers(1, 30), unless=events),
    )


@lru_cache(maxsize=4)
def plans(side: Side) -> st.SearchStrategy[Order]:
    """Plans for the rest of a player turn."""
    at_place = st.tuples(choices(side), towns).map(
        lambda pair: od.Plan(decision=kind_of(pair[0]), place=pair[1], choice=pair[0])
    )
    leaders = st.sampled_from(blocks_of(side, "leader", "hq"))
    reveals = made(od.Plan, decision=st.just("reveal"), unit=leaders, choice=made(od.Reveal, show=st.booleans()))
    return at_place.filter(lambda plan: not isinstance(plan.choice, od.Initiative)) | reveals


@lru_cache(maxsize=4)
def orders(side: Side) -> st.SearchStrategy[Order]:
    """Every sort of order of a player turn, under a condition or not."""
    armies = st.sampled_from([army.id for army in CTX.armies_of(side)])
    plain = st.one_of(
        moves(side),
        plans(side),
        made(od.Recon, army=armies, target=towns),
        made(od.Recon, army=armies | st.just("")),
        made(od.Independents, towns=some_towns),
        made(od.BattleSequence, towns=some_towns),
    )
    conditions = st.one_of(
        made(PlaceIs, place=towns, state=st.sampled_from(("empty", "occupied", "enemy", "friendly"))),
        made(UnitAt, unit=st.sampled_from(blocks_of(side)), place=towns),
        made(UnitIs, unit=st.sampled_from(blocks_of(side)), mark=st.sampled_from(("disrupted", "out of supply"))),
        made(
            Compare,
            track=st.sampled_from(["turn", *(f"{army.name} losses" for army in CTX.armies_of(side))]),
            relation=st.sampled_from(("<", "<=", "=", ">=", ">")),
            number=st.integers(0, 99),
        ),
    )
    return plain | made(Conditional, condition=conditions, then=plain)


@lru_cache(maxsize=4)
def standing(side: Side) -> st.SearchStrategy[Standing]:
    """Standing orders: everywhere, at a town, for a block, at a moment."""

    def put_together(choice: Choice, place: str, unit: str, about: str, moment: bool) -> Standing:
        if about:
            return Standing(decision=about, place=place, choice=AskMe())
        kind = kind_of(choice)
        moments = {"fortress": "entered", "retreat": "beaten", "regroup": "victorious"}
        if moment and kind in moments:
            return Standing(decision=kind, place=place, moment=moments[kind], choice=choice)
        return Standing(decision=kind, place=place, unit=unit if kind == "reveal" else "", choice=choice)

    return st.builds(
        put_together,
        choices(side),
        towns | st.just(""),
        st.sampled_from(blocks_of(side)) | st.just(""),
        st.just("") | st.sampled_from(sorted(set(TOPICS) - {"reveal"})),
        st.booleans(),
    )


def report_lines() -> st.SearchStrategy[Order]:
    """Every sort of line of a battle report, and of an umpire's change."""
    anybody = who(UMPIRE)
    fighters = st.sampled_from(blocks_of(UMPIRE, "infantry", "cavalry", "artillery", "garrison"))
    blocks = st.sampled_from(blocks_of(UMPIRE))
    turns = st.integers(1, 99)
    sides = st.sampled_from(SIDES)
    a_hit = made(ro.Hits, unit=fighters, hits=st.integers(0, 99), destroyed=st.none() | st.integers(0, 9))
    names = st.text("abcdefghij klmnop", min_size=1, max_size=12).map(str.strip).filter(bool)
    outcomes = sorted(ro.Outcome.model_fields["outcome"].annotation.__args__)  # type: ignore[union-attr]
    return st.one_of(
        made(ro.Outcome, outcome=st.sampled_from(outcomes)),
        made(ro.Routed, routed=sides),
        made(ro.LastTurn, turn=turns),
        made(ro.Losses, losses=st.lists(a_hit, min_size=1, max_size=3).map(tuple)),
        made(ro.Unhurt, units=anybody | st.just(())),
        made(ro.LeaderLost, units=anybody),
        made(ro.Engaged, units=anybody),
        made(ro.Arrived, units=anybody, turn=turns, die=st.none() | st.integers(1, 6), ruling=st.booleans()),
        made(ro.Retreated, units=anybody, path=some_towns, turn=st.none() | turns),
        made(ro.Retreated, units=anybody, destination=towns, turn=st.none() | turns),
        made(ro.Regrouped, units=anybody, to=towns),
        made(ro.Regrouped, units=anybody, origin=towns),
        made(ro.Seen, units=anybody | st.just(())),
        made(ro.Points, points=st.lists(st.tuples(sides, st.integers(0, 99)), min_size=1, max_size=2).map(tuple)),
        made(ro.ObjectiveTaken, name=names, vp=st.integers(1, 99), holder=st.none() | sides),
        made(od.Change, what=st.just("block"), id=blocks, place=towns, inside=st.booleans()),
        made(od.Change, what=st.just("block"), id=blocks, status=st.just("eliminated")),
        made(od.Change, what=st.just("block"), id=fighters, hits=st.integers(0, 99)),
        made(od.Change, what=st.just("block"), id=fighters, disrupted=st.booleans()),
        made(od.Change, what=st.just("town"), id=towns, of=sides),
        made(od.Change, what=st.just("depot"), id=towns, of=sides, type=st.sampled_from("ABCD")),
        made(od.Change, what=st.just("depot"), id=towns),
    )


def read_back(order: Order, side: Side, known: Any, head: str = "") -> Order:
    """An order printed and read again."""
    printed = write_order(GAME, known, side, order)
    found = read_text(GAME, known, side, "", f"{head}{printed}")
    assert not [p for p in found.problems if p.severity == "error"], (printed, [p.show() for p in found.problems])
    (again,) = found.standing or found.orders
    return again


def bare(order: Any) -> Any:
    """An order without side, seat and line, inside and out."""
    change: dict[str, Any] = {"side": Side(""), "seat": "", "line": 0}
    if isinstance(order, Conditional):
        change["then"] = bare(order.then)
    return order.model_copy(update=change)


@settings(max_examples=70, deadline=None, derandomize=True)
@given(data=st.data())
def test_orders_are_read_back(data: st.DataObject) -> None:
    """CAM-move-6, CAM-siege-5, CAM-reinf-2: orders and plans of both sides."""
    side = data.draw(st.sampled_from(SIDES))
    order = data.draw(orders(side))
    assert bare(read_back(order, side, GAME.known(START, side))) == order


@settings(max_examples=50, deadline=None, derandomize=True)
@given(data=st.data())
def test_standing_orders_are_read_back(data: st.DataObject) -> None:
    """CAM-siege-1, CAM-init-3: standing orders of both sides."""
    side = data.draw(st.sampled_from(SIDES))
    order = data.draw(standing(side))
    assert bare(read_back(order, side, GAME.known(START, side), "standing orders\n")) == order


@settings(max_examples=80, deadline=None, derandomize=True)
@given(order=report_lines())
def test_lines_of_reports_and_changes_are_read_back(order: Order) -> None:
    """CAM-battle-2: what the umpire writes."""
    assert bare(read_back(order, UMPIRE, reporting())) == order


@settings(max_examples=100, deadline=None, derandomize=True)
@given(data=st.data())
def test_plans_survive_being_written_into_the_position(data: st.DataObject) -> None:
    """CAM-turn-2: orders put aside for later phases are the same after a way through JSON."""
    order = data.draw(orders(FRENCH))
    assert rules().read_order(positions.write_order(order)) == order
