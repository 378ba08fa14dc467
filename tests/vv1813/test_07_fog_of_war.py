"""Chapter 7.3: what a side knows of the enemy, and how it sees what happens."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.core.events import Refused
from adjudicator.core.types import UMPIRE, Finding, RuleId
from adjudicator.core.visibility import NOT_KNOWN, redacted
from adjudicator.rulesets.vv1813.combat.aftermath_events import UnitsLeftMap
from adjudicator.rulesets.vv1813.combat.events import Force, ForcesDisclosed
from adjudicator.rulesets.vv1813.events import PositionAdjusted
from adjudicator.rulesets.vv1813.games.bautzen.events import NeyTested
from adjudicator.rulesets.vv1813.games.bautzen.state import bautzen
from adjudicator.rulesets.vv1813.markers.events import CossacksPlayed, MarkerDrawn
from adjudicator.rulesets.vv1813.movement.events import CommandChecked, StackMoved, UnitsEntered, UnitsMoved, UnitsSaved
from adjudicator.rulesets.vv1813.orders import Cossacks, Enter, Move
from adjudicator.rulesets.vv1813.sight import is_sighted
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State
from tests.support.vv_bautzen import Table


def enemies(table: Table, side: str = FRENCH) -> dict[str, str | None]:
    """The enemy units on the map that a side has before it, by id."""
    other = COALITION if side == FRENCH else FRENCH
    known = table.rules.known(table.state, side)  # type: ignore[arg-type]
    return {unit.id: unit.place for unit in known.army(other).units.values() if unit.status == "map"}


def disclosed(table: Table, *units: str) -> Table:
    """Coalition units shown in a combat."""
    forces = tuple(Force(unit=u, place=table.place_of(u) or "", strength=1, quality="B") for u in units)
    return table.happen(ForcesDisclosed(side=FRENCH, targets=("1703",), origins=(), attackers=(), defenders=forces))


SCENE = {"compans": "1909", "napoleon": "1909", "horn": "1707", "zielinsky": "1707", "blucher": "1707"}


def test_7_3a_a_player_never_looks_into_enemy_stacks() -> None:
    """VV-7.3a: he sees which places are held, by nobody knows whom, and no commanders among units."""
    table = Table.begin().only(**SCENE)
    assert enemies(table) == {"?Coalition/1707": "1707"}
    known = table.rules.known(table.state, FRENCH)
    assert [one for one in known.army(COALITION).commanders.values() if one.status == "map"] == []
    assert enemies(table, COALITION) == {"?French/1909": "1909"}


def test_7_3a_a_lone_commander_is_seen_as_one() -> None:
    """VV-7.3a: that somebody without troops is there, not who."""
    table = Table.begin().only(**{**SCENE, "blucher": "1706"})
    known = table.rules.known(table.state, FRENCH)
    on_map = [(one.id, one.place) for one in known.army(COALITION).commanders.values() if one.status == "map"]
    assert on_map == [("?Coalition/1706", "1706")]


def test_7_3a_a_combat_discloses_who_took_part_and_nobody_else() -> None:
    """VV-7.3a: Horn is known from then on; the rest of the army stays hidden."""
    table = disclosed(Table.begin().only(**SCENE), "horn")
    assert enemies(table) == {"horn": "1707", "?Coalition/1707": "1707"}


def test_7_3a_a_known_stack_that_moves_whole_stays_known() -> None:
    """VV-7.3a: both units were shown and go together."""
    table = disclosed(Table.begin().only(**SCENE), "horn", "zielinsky").put("1707", "wittgenstein")
    told = table.moves(COALITION, Move(stack="1707", destination="1706"))
    assert enemies(told.table) == {"horn": "1706", "zielinsky": "1706"}


def test_7_3a_if_a_part_goes_nobody_can_tell_which() -> None:
    """VV-7.3a: Horn leaves Zielinsky: both places are unknown again, the units only remembered."""
    table = disclosed(Table.begin().only(**SCENE), "horn", "zielinsky")
    told = table.moves(COALITION, Move(units=("horn",), destination="1706"))
    assert enemies(told.table) == {"?Coalition/1706": "1706", "?Coalition/1707": "1707"}
    view = told.table.rules.view(told.table.rules.known(told.table.state, FRENCH), FRENCH)
    ghosts = {piece.id: piece.place for piece in view.pieces if piece.knowledge == "last_seen"}
    assert ghosts == {"horn": "1707", "zielinsky": "1707"}


def test_7_3a_an_unseen_move_is_a_stack_that_moved() -> None:
    """VV-7.3a: from where to where, whole or in part; no names, no cost, no reason for a halt."""
    table = Table.begin().only(**SCENE)
    told = table.moves(FRENCH, Move(units=("compans",), destination="1908"))
    moved = told.one(UnitsMoved)
    shown = table.rules.show(table.state, moved, COALITION)
    assert shown == StackMoved(side=FRENCH, origin="1909", path=("1908",), whole=False)
    assert table.rules.show(table.state, moved, FRENCH) == moved
    assert table.rules.show(table.state, moved, UMPIRE) == moved


def test_7_3a_a_commander_is_seen_riding_only_where_he_is_alone() -> None:
    """VV-7.3a: from stack to stack he is part of a stack; out into the open he is a commander."""
    table = Table.begin().only(**{**SCENE, "bonnet": "1908"})
    within = table.moves(FRENCH, Move(units=("napoleon",), path=("1908",))).one(UnitsMoved)
    hidden = table.rules.show(table.state, within, COALITION)
    assert isinstance(hidden, StackMoved)
    assert not hidden.commander_only
    out = table.moves(FRENCH, Move(units=("napoleon",), path=("1910",))).one(UnitsMoved)
    seen = table.rules.show(table.state, out, COALITION)
    assert isinstance(seen, StackMoved)
    assert seen.commander_only


def test_7_3a_reinforcements_are_seen_to_enter_unnamed() -> None:
    """VV-7.3a: somebody came onto the map at 2301."""
    table = Table.begin(turn=3)
    entered = UnitsEntered(
        rule=RuleId("BAU-10.2"),
        side=FRENCH,
        units=("ricard",),
        path=("2301", "2302"),
        cost=Finding(rule=RuleId("VV-7.1a"), value=2),
        allowance=4,
    )
    shown = table.rules.show(table.state, entered, COALITION)
    assert shown == StackMoved(side=FRENCH, origin="2301", path=("2301", "2302"), whole=True, entered=True)


def test_7_3a_cossacks_do_not_learn_whom_they_met() -> None:
    """VV-7.3a: the French read the names, the Coalition only the place and the effect."""
    table = Table.begin().only(**SCENE).answering(cossacks=Cossacks(play=True))
    told = table.moves(FRENCH, Move(units=("compans",), destination="1908"))
    met = told.one(CossacksPlayed)
    hidden = table.rules.show(table.state, met, COALITION)
    assert isinstance(hidden, CossacksPlayed)
    assert (hidden.units, hidden.place) == ((), "1909")
    assert told.asked[0].units == ()
    seen = table.happen(
        ForcesDisclosed(
            side=COALITION,
            targets=("1909",),
            origins=(),
            attackers=(),
            defenders=(Force(unit="compans", place="1909", strength=6, quality="A"),),
        )
    )
    assert is_sighted(seen.state, COALITION, "compans")
    assert seen.moves(FRENCH, Move(units=("compans",), destination="1908")).asked[0].units == ("compans",)


def test_7_3a_orders_command_and_draws_stay_with_their_side() -> None:
    """VV-7.3a: refusals, who is out of command, which marker was drawn."""
    told = Table.begin().moves(FRENCH, Enter(units=("ney",)))
    show = told.table.rules.show
    for sort in (Refused, CommandChecked):
        event = told.one(sort)
        assert show(told.table.state, event, COALITION) is None
        assert show(told.table.state, event, FRENCH) == event
    drawn = MarkerDrawn(rule=RuleId("BAU-5.4"), side=FRENCH, marker="french_drouot_1", marker_kind="drouot")
    hidden = show(told.table.state, drawn, COALITION)
    assert isinstance(hidden, MarkerDrawn)
    assert hidden.marker_kind == "?"


def test_7_3a_an_umpire_s_change_of_a_hidden_thing_is_not_shown() -> None:
    """VV-7.3a: a piece or a face-down marker of one side; morale and objectives are open."""
    table = Table.begin()
    show = table.rules.show
    unit = PositionAdjusted(what="unit", id="horn", place="1508", status="map")
    marker = PositionAdjusted(what="marker", id="coalition_discord_1", status="hand")
    morale = PositionAdjusted(what="morale", id=COALITION, value=5)
    shown = PositionAdjusted(what="marker", id="coalition_artillery_1", status="aside", value=4)
    assert [show(table.state, e, FRENCH) for e in (unit, marker, morale, shown)] == [None, None, morale, shown]
    assert [show(table.state, e, COALITION) for e in (unit, marker, morale)] == [unit, marker, morale]


def test_8_5_1i_a_side_knows_which_places_are_closed_to_its_own_units() -> None:
    """BAU-8.5.1i, VV-7.3a: `check` can say so; of the enemy's units it learns nothing."""
    table = Table.begin().only(insov="1106", wittgenstein="1106", compans="0101")
    closed = replace(table.state, expelled=frozenset({("insov", "1105")}))
    assert table.rules.known(closed, COALITION).expelled == {("insov", "1105")}
    assert table.rules.known(closed, FRENCH).expelled == frozenset()


def test_7_3a_the_dice_of_an_open_test_are_shown_to_both() -> None:
    """VV-7.3a: the Ney test is rolled before everybody's eyes."""
    tested = NeyTested(space=1, up_to=1, revealed=False)
    table = Table.begin(turn=3)
    assert table.rules.show(table.state, tested, COALITION) == tested


def test_7_3a_option_fog_none_opens_the_stacks_but_no_marker() -> None:
    """VV-7.3a, option fog=none: every counter is known; face-down markers are as secret as ever."""
    table = Table.begin(fog="none").only(**SCENE).holding(COALITION, "discord")
    assert enemies(table) == {"horn": "1707", "zielinsky": "1707"}
    known: State = table.rules.known(table.state, FRENCH)
    assert {one.place for one in known.army(COALITION).commanders.values() if one.status == "map"} == {"1707"}
    assert not any(marker.kind == "discord" for marker in known.markers.values())
    assert bautzen(known).ney_spaces == ("?", "?", "?")
    moved = table.moves(COALITION, Move(units=("horn",), destination="1706")).one(UnitsMoved)
    assert table.rules.show(table.state, moved, FRENCH) == moved


def test_7_3a_parts_of_an_explanation_that_show_too_much_are_blacked_out() -> None:
    """VV-7.3a: value and fact read "not known to you"."""
    secret: Finding[int] = Finding(rule=RuleId("VV-8.8d"), value=4, because="7 points", hidden_from=(FRENCH,))
    whole: Finding[int] = Finding(rule=RuleId("VV-8.8e"), value=10, because="sum", parts=(secret,))
    assert redacted(whole, COALITION) == whole
    part = redacted(whole, FRENCH).parts[0]
    assert (part.value, part.because) == (0, NOT_KNOWN)


def test_7_3a_the_umpire_sees_everything() -> None:
    """VV-7.3a: the real position."""
    table = Table.begin()
    assert table.rules.known(table.state, UMPIRE) == table.state


def test_7_3a_who_leaves_the_map_is_not_disclosed() -> None:
    """VV-7.3a, VV-10.G2: a stack was seen to leave; who it was is known only of units that a combat had shown."""
    table = disclosed(Table.begin().only(**{**SCENE, "pirch": "1708"}), "horn")
    for event in (
        UnitsSaved(side=COALITION, units=("horn", "zielinsky"), commanders=("blucher",), place="1707"),
        UnitsLeftMap(side=COALITION, units=("horn", "zielinsky"), commanders=("blucher",), place="1707", back_on=9),
    ):
        assert table.rules.show(table.state, event, COALITION) == event
        seen = table.rules.show(table.state, event, FRENCH)
        assert isinstance(seen, type(event))
        assert (seen.units, seen.commanders) == (("horn",), ())
        after = table.happen(event)
        known = after.rules.known(after.state, FRENCH).army(COALITION)
        assert not {"horn", "zielinsky"} & known.units.keys()
        assert "blucher" not in known.commanders
        pieces = {piece.id: piece for piece in after.rules.view(after.rules.known(after.state, FRENCH), FRENCH).pieces}
        assert (pieces["horn"].knowledge, pieces["horn"].place) == ("last_seen", "1707")
        assert "zielinsky" not in pieces
        alone = event.model_copy(update={"units": ()})
        hidden = table.rules.show(table.state, alone, FRENCH)
        assert isinstance(hidden, type(event))
        assert (hidden.units, hidden.commanders) == ((), ())
        own = after.rules.known(after.state, COALITION).army(COALITION)
        assert own.units["zielinsky"].status in ("saved", "away")
