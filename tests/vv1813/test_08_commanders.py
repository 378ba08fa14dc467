"""Chapter 8.7 and 7.4: commanders hit, wounded, killed, captured."""

from __future__ import annotations

import pytest

from adjudicator.core.events import MatchEnded
from adjudicator.core.types import Side
from adjudicator.rulesets.vv1813.combat.aftermath_events import (
    CommanderDisplaced,
    CommanderHit,
    CommanderOverrun,
    RetreatBlocked,
    UnitsRetreated,
    VictimDrawn,
)
from adjudicator.rulesets.vv1813.combat.events import CombatResolved
from adjudicator.rulesets.vv1813.morale.events import MoraleChanged
from adjudicator.rulesets.vv1813.orders import Attack, Displace, Move
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_positions import Told, ask_me, position, when

LOW, HIGH = (1, 1), (6, 6)


def fight(pieces: str, dice: tuple[int, int], die: int | None = None, side: Side = FRENCH, **more: int) -> Told:
    """An attack on 1409 with given dice, and a die for the commander who is hit."""
    script: dict[str, tuple[int, ...]] = {"result": dice}
    if die is not None:
        script["commander"] = (die,)
    script.update({label: (face,) for label, face in more.items()})
    return position(pieces).combat(side, Attack(targets=("1409",), advance=()), dice=script)


# --- 8.7 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "hit"), [(LOW, "oudinot"), (HIGH, "barclay"), ((1, 2), None), ((5, 6), None)])
def test_8_7a_natural_two_and_twelve_hit_a_commander(dice: tuple[int, int], hit: str | None) -> None:
    """VV-8.7a: the attacker's on 2, the defender's on 12, whatever the modifier."""
    told = fight("1408: oudinot ledru | 1409: barclay insov", dice, 1 if hit else None)
    assert [event.commander for event in told.of(CommanderHit)] == ([hit] if hit else [])
    assert told.one(CombatResolved).natural == sum(dice)


def test_8_7b_only_commanders_in_the_places_of_the_combat() -> None:
    """VV-8.7b: nobody there, nobody hit; a commander next door is safe."""
    field = position("1408: ledru | 1407: oudinot gerard | 1409: insov | 1410: barclay sherbatov")
    attack = Attack(targets=("1409",), origins=("1408",), advance=())
    for dice in (LOW, HIGH):
        told = field.combat(FRENCH, attack, dice={"result": dice})
        assert not told.of(CommanderHit)


@pytest.mark.parametrize(("draw", "victim"), [(1, "oudinot"), (2, "soult")])
def test_8_7b_of_two_commanders_chance_names_the_victim(draw: int, victim: str) -> None:
    """VV-8.7b: a die with as many sides as there are commanders."""
    told = fight("1408: soult oudinot ledru | 1409: insov", LOW, 1, victim=draw)
    drawn = told.one(VictimDrawn)
    assert (drawn.commander, drawn.among) == (victim, ("oudinot", "soult"))
    assert drawn.rolls[0].sides == 2
    assert told.one(CommanderHit).commander == victim


@pytest.mark.parametrize(
    ("die", "outcome", "health"),
    [(1, "bruised", "fit"), (2, "wounded", "wounded"), (5, "wounded", "wounded"), (6, "killed", "killed")],
)
def test_8_7c_a_die_says_how_badly(die: int, outcome: str, health: str) -> None:
    """VV-8.7c, VV-2.2c: 1 bruised, 2 to 5 wounded, 6 killed."""
    told = fight("1408: oudinot ledru | 1409: insov", LOW, die)
    assert told.one(CommanderHit).outcome == outcome
    assert told.state.commander("oudinot").health == health


def test_8_7d_a_wounded_commander_is_worth_nothing() -> None:
    """VV-8.7d: the back of the counter has modifier 0."""
    told = fight("1408: soult! ledru | 1409: insov", (3, 4))
    (leader,) = told.one(CombatResolved).attacking_commanders
    assert (leader.commander, leader.modifier) == ("soult", 0)


@pytest.mark.parametrize(
    ("commander", "die", "change"), [("oudinot", 6, -1), ("oudinot", 3, 0), ("napoleon", 3, -4), ("ney", 6, -3)]
)
def test_8_7e_death_costs_morale_and_napoleons_wound_too(commander: str, die: int, change: int) -> None:
    """VV-8.7e, VV-9D, VV-9D2: the usual price is 1, for Ney 3."""
    told = fight(f"1408: {commander} ledru | 1409: insov", LOW, die)
    losses = [m.change for m in told.of(MoraleChanged) if m.side == FRENCH]
    assert losses == ([change] if change else [])


def test_8_7e_napoleons_death_ends_the_battle() -> None:
    """VV-8.7e, VV-9D2, VV-10.V2: at once."""
    told = fight("1408: napoleon ledru | 1409: insov", LOW, 6)
    ending = told.one(MatchEnded).ending
    assert (ending.winner, ending.level) == (COALITION, "strategic")
    assert told.events[-1] == told.one(MatchEnded)


def test_8_7f_the_staff_of_a_dead_commander_cannot_be_hit() -> None:
    """VV-8.7f: nobody is tested, and the staff gives no modifier."""
    told = fight("1408: oudinot* ledru | 1409: insov", LOW)
    assert not told.of(CommanderHit)
    assert told.one(CombatResolved).attacking_commanders == ()


@pytest.mark.parametrize(("commander", "excess"), [("oudinot", 0), ("oudinot!", 0), ("oudinot*", 1)])
def test_8_7f_the_staff_of_a_dead_commander_makes_no_room(commander: str, excess: int) -> None:
    """VV-8.7f, VV-4.1b: a third unit beside a staff is one too many; beside a wounded commander it is not."""
    told = fight(f"1408: {commander} ledru pacthod lorentz | 1409: insov", (3, 4))
    assert [part.value for part in told.one(CombatResolved).drm.parts if part.rule == "VV-8.4g"] == [-excess]


@pytest.mark.parametrize(("commander", "path"), [("oudinot", ("1508",)), ("oudinot*", ())])
def test_8_7f_a_staff_makes_no_room_for_a_retreat(commander: str, path: tuple[str, ...]) -> None:
    """VV-8.7f, VV-8.5.1c: two units with a commander find room beside a third in an enemy zone, with a staff not."""
    field = position(
        f"1408: {commander} ledru pacthod | 1508: lorentz | 1409: insov sherbatov"
        " | 1407: horn | 1308: pirch | 1309: zielinsky | 1509: von_steinmetz"
    )
    told = field.fought(COALITION, Attack(targets=("1408",), origins=("1409",), advance=()), 8)
    assert told.one(CombatResolved).result == "0/R"
    assert [event.path for event in told.of(UnitsRetreated)] == ([path] if path else [])
    assert bool(told.of(RetreatBlocked)) == (not path)


@pytest.mark.parametrize(("die", "changes"), [(3, []), (6, [-1])])
def test_8_7g_a_wounded_commander_can_still_be_killed(die: int, changes: list[int]) -> None:
    """VV-8.7g: a second wound changes nothing, death costs morale."""
    told = fight("1408: oudinot! ledru | 1409: insov", LOW, die)
    assert [m.change for m in told.of(MoraleChanged)] == changes
    assert told.state.commander("oudinot").health == ("killed" if die == 6 else "wounded")


def test_8_7g_napoleons_second_wound_costs_nothing() -> None:
    """VV-8.7g, VV-9D2: the four points are lost once."""
    told = fight("1408: napoleon! ledru | 1409: insov", LOW, 3)
    assert told.one(CommanderHit).outcome == "wounded"
    assert not told.of(MoraleChanged)


# --- 7.4 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "captured"), [(5, False), (6, True)])
def test_7_4a_a_lone_commander_is_captured_on_a_six(die: int, captured: bool) -> None:
    """VV-7.4a, VV-7.4b: else he goes to the nearest friendly unit; captured, his staff does."""
    field = position("1408: oudinot ledru | 1410: barclay | 1412: tern | 1512: insov")
    told = field.movement(FRENCH, Move(units=("ledru",), path=("1409", "1410")), dice={"capture/barclay": (die,)})
    assert told.one(CommanderOverrun).captured == captured
    assert told.one(CommanderDisplaced).place == "1412"
    assert told.state.commander("barclay").health == ("killed" if captured else "fit")
    assert [m.rule for m in told.of(MoraleChanged)] == (["VV-9D"] if captured else [])


@pytest.mark.parametrize(("die", "place"), [(1, "1411"), (6, "1412")])
def test_7_4a_he_goes_to_the_nearest_unit(die: int, place: str) -> None:
    """VV-7.4a: of four units at different distances the nearest; a captured man's staff to the nearest of his own."""
    field = position("1408: oudinot ledru | 1409: barclay | 1411: pirch | 1412: tern | 1712: insov | 1912: horn")
    told = field.movement(FRENCH, Move(units=("ledru",), path=("1409",)), dice={"capture/barclay": (die,)})
    assert told.one(CommanderDisplaced).place == place


def test_7_4a_a_commander_passed_on_the_way_is_overrun_too() -> None:
    """VV-7.4a: any place that a unit enters, not only the last; each entry has dice of its own."""
    field = position("1408: oudinot chastel | 1410: barclay | 1405: tern")
    told = field.movement(
        FRENCH, Move(units=("chastel",), path=("1409", "1410", "1411")), dice={"capture/barclay": (2,)}
    )
    assert told.one(CommanderOverrun).place == "1410"
    assert told.one(CommanderOverrun).rolls[0].label == "T3/French/movement/1408/1/1410/capture/barclay"


def test_7_4a_the_staff_of_a_dead_man_is_only_driven_off() -> None:
    """VV-7.4a, VV-8.7f: no die, no loss."""
    field = position("1408: oudinot ledru | 1409: barclay* | 1412: tern")
    told = field.movement(FRENCH, Move(units=("ledru",), path=("1409",)))
    assert told.one(CommanderOverrun).staff
    assert told.one(CommanderDisplaced).place == "1412"
    assert not told.of(MoraleChanged)


def test_7_4a_the_staff_of_a_captured_man_joins_his_own_formation() -> None:
    """VV-7.4a: the nearest unit that he may command, even if another is nearer."""
    field = position("1408: oudinot ledru | 1409: barclay | 1411: pirch | 1412: tern")
    told = field.movement(FRENCH, Move(units=("ledru",), path=("1409",)), dice={"capture/barclay": (6,)})
    assert told.one(CommanderDisplaced).place == "1412"


def test_7_4a_nowhere_to_go() -> None:
    """VV-7.4a: without a unit left his counter leaves the map."""
    field = position("1408: oudinot ledru | 1409: barclay")
    told = field.movement(FRENCH, Move(units=("ledru",), path=("1409",)), dice={"capture/barclay": (1,)})
    assert told.one(CommanderDisplaced).place is None
    assert told.state.commander("barclay").status == "eliminated"


def test_7_4a_of_equally_near_units_the_owner_chooses() -> None:
    """VV-7.4a: standing order, question, or by default his own formation and then the lowest place."""
    pieces = "1408: oudinot ledru | 1409: barclay | 1411: pirch | 1511: tern"
    move, dice = Move(units=("ledru",), path=("1409",)), {"capture/barclay": (1,)}
    field = position(pieces)
    assert field.movement(FRENCH, move, dice=dice).one(CommanderDisplaced).place == "1511"
    standing = [when(COALITION, "displaced", Displace(to=("1411",)), unit="barclay")]
    assert field.movement(FRENCH, move, dice=dice, standing=standing).one(CommanderDisplaced).place == "1411"
    mixed = position(pieces.replace("1511: tern", "1511: tern horn"))
    assert mixed.movement(FRENCH, move, dice=dice).one(CommanderDisplaced).place == "1511"
    asked = ask_me(COALITION, "displaced")
    assert [d.kind for d in field.movement(FRENCH, move, dice=dice, standing=asked).open] == ["displaced"]
    told = field.movement(FRENCH, move, dice=dice, standing=asked, answers={"displaced": Displace(to=("1411",))})
    assert told.one(CommanderDisplaced).place == "1411"
