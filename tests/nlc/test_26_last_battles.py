"""NLC 26: the battles and the campaign of June 1815."""

from __future__ import annotations

import pytest

from adjudicator.core.types import Finding
from adjudicator.core.values import replace
from adjudicator.rulesets.nlc.command.command_phase import command_phase
from adjudicator.rulesets.nlc.command.opening import opening
from adjudicator.rulesets.nlc.command.set_up import set_up
from adjudicator.rulesets.nlc.games import wings
from adjudicator.rulesets.nlc.games.derlon import goals_of
from adjudicator.rulesets.nlc.movement.frozen import is_frozen
from adjudicator.rulesets.nlc.movement.segment import movement
from adjudicator.rulesets.nlc.state import ALLIED, FRENCH
from adjudicator.rulesets.nlc.victory.breaking import is_disintegrated, levels
from adjudicator.rulesets.nlc.victory.scoring import open_way_points
from tests.nlc.field import Field, only, scenario, whole

DAY_TWO = "17-0900"


def orders_at_start(name: str) -> dict[str, str]:
    """The orders of the formations that the scenario does not leave at Reserve."""
    formations = scenario(name).start().formations.values()
    return {one.id: one.order for one in formations if one.order != "reserve"}


# --- orders, ratings, attachments, limits -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ligny", {"III": "attack", "P-I": "defend", "P-II": "defend", "P-III": "defend"}),
        ("quatre-bras", dict.fromkeys(("II", "IIIC", "Perponcher", "Wellington"), "defend")),
        ("historical-wavre", dict.fromkeys(("III", "IV", "IC", "IIC"), "attack") | {"P-III": "defend"}),
    ],
)
def test_26_0c_orders_at_start(name: str, expected: dict[str, str]) -> None:
    """NLC-26.0c, NLC-26.4b, NLC-26.5a, NLC-26.5b, NLC-26.5c, NLC-26.7a: those listed; all others have Reserve."""
    assert orders_at_start(name) == expected


def test_26_8a_orders_at_start_of_la_belle_alliance() -> None:
    """NLC-26.8a: the Anglo-Allied defend; Buelow, Ziethen, I and II attack."""
    orders, ctx = orders_at_start("la-belle-alliance"), scenario().context
    armies = {one: ctx.formations[one].army for one in orders}
    assert {one for one, order in orders.items() if order == "attack"} == {"I", "II", "P-I", "P-IV"}
    assert {one for one, order in orders.items() if order == "defend"} == {
        one for one, card in ctx.formations.items() if card.army == "Anglo-Allied"
    }
    assert len(armies) == 16


@pytest.mark.parametrize(
    ("name", "attack", "other"),
    [
        ("Napoleon", 4, 4), ("Ney", 3, 1), ("d'Erlon", 2, 2), ("Kellermann", 4, 4), ("Reille", 3, 3), ("Lobau", 3, 3),
        ("Bluecher", 4, 4), ("Buelow", 3, 3), ("Ziethen", 3, 3), ("Wellington", 4, 4), ("William of Orange", 3, 3),
        ("Uxbridge", 2, 2), ("Perponcher", 3, 3), ("Chasse", 2, 2), ("Brunswick", 3, 3), ("Collaert", 2, 2),
        ("Cooke", 2, 2), ("Clinton", 2, 2), ("Colville", 2, 2), ("Picton", 3, 3), ("Cole", 2, 2), ("Alten", 2, 2),
    ],
)  # fmt: skip
def test_26_1c_ratings(name: str, attack: int, other: int) -> None:
    """NLC-2.1c, NLC-26.1c, NLC-26.1d, NLC-26.2, NLC-26.3c."""
    ctx = scenario().context
    card = ctx.leaders[ctx.leader_named[name]]
    assert (card.rating_attack, card.rating_other) == (attack, other)


def test_26_1c_grouchy_and_vandamme() -> None:
    """NLC-26.1c."""
    ctx = scenario("ligny").context
    cards = [ctx.leaders[ctx.leader_named[name]] for name in ("Grouchy", "Vandamme")]
    assert [card.rating_attack for card in cards] == [3, 2]


def test_26_3d_limits_of_nationalities() -> None:
    """NLC-26.3d, A-15 (NG-06): British 60, King's German Legion 50; Hanover counts with it (A-67)."""
    ctx = scenario().context
    assert (ctx.facts.limit_of("British"), ctx.facts.limit_of("KGL")) == (60, 50)
    assert {card.limit_group for card in ctx.units.values() if card.nation == "Hanover"} == {"KGL"}


def test_26_8f_the_prussian_limits_are_five_higher() -> None:
    """NLC-26.8f."""
    army = scenario().context.facts.army_of("Prussian")
    assert (army.demoralization, army.disintegration) == (35 + 5, 49 + 5)


def test_26_4a_units_that_are_attached_count_for_their_own_corps() -> None:
    """NLC-26.4a, NLC-26.7b, NLC-26.8b, A-5: the 7th Division fights with III or IV, Domon with IVC."""

    def commands(name: str, units: tuple[str, ...]) -> set[tuple[str, str]]:
        cards = [card for card in scenario(name).context.units.values() if card.name.startswith(units)]
        assert len(cards) >= 2
        return {(card.formation, card.limit_group) for card in cards}

    assert commands("ligny", ("Pilat", "de Villiers")) == {("III", "II")}
    assert commands("historical-wavre", ("Pilat", "de Villiers")) == {("IV", "II")}
    domon = [card for card in scenario().context.units.values() if "Domon" in card.name or "Subervie" in card.name]
    assert {card.formation for card in domon} == {"IVC"}


def test_26_8c_the_prussians_come() -> None:
    """NLC-26.8c, NLC-26.8d, NLC-26.8e: Buelow from 1300 on; Ziethen and Pirch at 1500, by one of two hexes, reduced."""
    field = whole()
    ctx, force = field.rules.context, field.state.force(ALLIED)
    due = {unit.id: (ctx.turn_name(unit.due), unit.entries) for unit in force.units.values() if unit.due}
    by_corps: dict[str, set[tuple[str, tuple[str, ...]]]] = {}
    for unit, when in due.items():
        by_corps.setdefault(ctx.units[unit].formation, set()).add(when)
    assert by_corps["P-IV"] == {("1300", ("B2912",)), ("1400", ("B2912",))}
    assert by_corps["P-I"] == {("1500", ("B2912", "B2909"))}
    assert by_corps["P-II"] == {("1500", ("B2912", "B2914"))}
    late = [unit for unit in force.units.values() if ctx.units[unit.id].formation in ("P-I", "P-II")]
    assert {ctx.units[unit.id].arm for unit in late if not unit.reduced} == {"horse artillery"}


# --- free set-ups -----------------------------------------------------------------------------------------------------


def test_26_6_wavre_begins_with_free_orders() -> None:
    """NLC-26.6, D-19: both sides choose; where the scenario gives the orders, they may not."""
    field = whole("wavre")
    assert field.state.stage == "set-up orders"
    field.tell(set_up, french="start Vandamme: defend", allied="start Thielemann: attack")
    assert (field.state.order_of("III"), field.state.order_of("P-III")) == ("defend", "attack")
    fixed = whole("historical-wavre").tell(set_up, french="start Vandamme: defend")
    assert fixed.refusals() == ["NLC-26.6"]


def test_26_0b_leaders_begin_with_any_unit_of_theirs() -> None:
    """NLC-26.0a, NLC-26.0b: with the option; otherwise where the data put them."""
    text = "start d'Erlon: attack with Charlet"
    free = whole("wavre", free_leaders="on").tell(set_up, french="start Vandamme: attack with Billard")
    assert free.at("Vandamme") == free.at("Billard")
    assert whole(free_leaders="on").tell(set_up, french=text).refusals() == ["NLC-26.6"]
    assert whole("wavre").tell(set_up, french="start Vandamme: attack with Billard").refusals() == ["NLC-26.0b"]


def test_26_7b_the_division_is_named_at_set_up() -> None:
    """NLC-26.7b: its owner says where it fights; later it stays."""
    field = whole("historical-wavre")
    field.state = replace(field.state, turn=0)
    field.tell(set_up, french="attach Pilat to III")
    assert field.state.unit(field.id_of("Pilat")).formation == "III"
    field.state = replace(field.state, turn=1)
    assert field.tell(command_phase, french="attach Pilat to IV").refusals() == ["NLC-26.7b"]


# --- William, d'Erlon -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("place", "commands"), [("B0713", False), ("B0112", True)])
def test_26_3b_william_near_wellington_commands_nobody(place: str, commands: bool) -> None:
    """NLC-26.3a, NLC-26.3b: within five hexes he is no corps commander."""
    field = whole().put("William of Orange", place).put("Wellington", "B0812").tell(opening)
    assert field.state.leader(field.id_of("William of Orange")).wing is commands


@pytest.mark.parametrize(
    ("turn", "dice", "column"),
    [
        ("16-1600", {"derlon": [1], "derlon/second": [3]}, "Frasnes"),
        ("16-1600", {"derlon": [1], "derlon/second": [4]}, "Wagnelee"),
        ("16-1600", {"derlon": [2], "derlon/second": [1]}, "Frasnes"),
        ("16-1600", {"derlon": [5]}, ""),
        ("16-1700", {"derlon": [2]}, "Wagnelee"),
        ("16-1800", {"derlon": [2]}, "Frasnes"),
        ("16-1800", {"derlon": [5]}, ""),
        ("16-1900", {"derlon": [4]}, "Wagnelee"),
    ],
)
def test_26_9b_derlon_by_die(turn: str, dice: dict[str, list[int]], column: str) -> None:
    """NLC-26.9b, NLC-26.9c (NG-21 to NG-24)."""
    field = whole("campaign-1815", turn)
    field.tell(field.rules.context.game.clock_events, dice=dice)
    assert field.events("column_tested")[0].column == column
    assert field.state.formations["I"].march == column
    assert len(field.events("column_appeared")) == bool(column)


def test_26_9d_the_column_stands_on_the_road_and_marches() -> None:
    """NLC-26.9d, A-44: two units a hex, the first two in Q1721; then on towards Frasnes until it is there."""
    field = whole("campaign-1815", "16-1700")
    field.tell(field.rules.context.game.clock_events, dice={"derlon": [1]})
    came = field.events("column_appeared")[0]
    assert came.places[:3] == ("Q1721", "Q1721", "Q1722")
    assert all(came.places.count(place) <= 2 for place in came.places)
    field.tell(movement)
    moved = [event for event in field.events("stack_moved") if event.rule == "NLC-26.9d"]
    assert moved
    head = {field.state.unit(unit).place for unit in came.units[:2]}
    assert head & goals_of(field.rules.context, "Frasnes")
    field.state = replace(field.state, turn=field.state.turn + 1)
    field.tell(field.rules.context.game.clock_events)
    assert field.state.formations["I"].march == ""


def test_26_10_grand_ligny_with_and_without_derlon() -> None:
    """NLC-26.10: the rules of both battles, and d'Erlon's die unless the option leaves him out."""
    assert orders_at_start("grand-ligny") == orders_at_start("ligny") | orders_at_start("quatre-bras")
    field = whole("grand-ligny", "16-1600", derlon="off")
    assert field.tell(field.rules.context.game.clock_events).events("column_tested") == []


def test_26_11_who_stands_at_wavre_waits() -> None:
    """NLC-26.11: orders of both battles; at Wavre nobody moves before four, unless the enemy is near."""
    orders = orders_at_start("grand-waterloo")
    assert orders_at_start("la-belle-alliance").items() <= orders.items()
    assert orders["P-III"] == "defend"
    early, late = whole("grand-waterloo", "18-1300"), whole("grand-waterloo", "18-1600")
    rome = early.id_of("Rome")
    assert not is_frozen(early.rules.context, early.state, early.state.unit(rome)).value
    assert is_frozen(late.rules.context, late.state, late.state.unit(rome)).value


# --- the army groups of the campaign ----------------------------------------------------------------------------------


def test_26_9e_values_of_groups() -> None:
    """NLC-26.9e, NLC-26.9f (NG-02, NG-03, NG-88, NG-89): by corps, Guard, divisions; 140 percent of it, half up."""
    ctx = scenario("campaign-1815").context
    assert wings.value_of(ctx, ("III", "IV", "IC", "IIC")) == 30
    assert wings.value_of(ctx, ("I", "II", "IIIC")) == 25
    assert wings.value_of(ctx, ("Guard", "VI", "IVC")) == 35
    divisions = tuple(one for one, card in ctx.formations.items() if card.army == "Anglo-Allied")
    assert wings.value_of(ctx, divisions) == 42
    assert [wings.disintegration_of(ctx, value) for value in (25, 35)] == [35, 49]


def test_26_9a_the_campaign_begins_as_two_battles() -> None:
    """NLC-26.9a: the orders of Ligny and Quatre Bras; the groups have their values."""
    both = orders_at_start("ligny") | orders_at_start("quatre-bras")
    orders = orders_at_start("campaign-1815")
    assert both.items() <= orders.items()
    field = whole("campaign-1815").tell(wings.wings)
    assert dict(field.state.wings) == {"Ney": 25, "Grouchy": 65, "Bluecher": 51, "Wellington": 24}


def test_26_9g_a_far_corps_changes_wings() -> None:
    """NLC-26.9g: over ten hexes from its leader and nearer to the other; both groups are reckoned anew."""
    field = whole("campaign-1815", DAY_TWO).tell(wings.wings)
    before = dict(field.state.wings)
    field.put("Reille", "L1420").tell(wings.wings)
    switched = field.events("wing_switched")[0]
    assert (switched.formation, switched.before, switched.after) == ("II", "Ney", "Grouchy")
    assert (field.state.wings["Ney"], field.state.wings["Grouchy"]) == (before["Ney"] - 10, before["Grouchy"] + 10)
    assert "II" in field.state.leader(field.id_of("Grouchy")).holds


def losses_of(field: Field, formation: str) -> Field:
    """Every unit of a formation lost."""
    cards = field.rules.context.units.values()
    return field.lost(*(card.id for card in cards if card.formation == formation))


def test_26_9k_a_wing_that_disintegrates_enters_no_zone() -> None:
    """NLC-26.9j, NLC-26.9k, NLC-11.1: the losses of its formations against its value; nobody has won by it."""
    from adjudicator.rulesets.nlc.victory.breaking import reckon

    field = losses_of(whole("campaign-1815").tell(wings.wings), "II")
    ney = next(level for level in levels(field.rules.context, field.state) if level.army == "Ney")
    assert (ney.losses, ney.demoralization, ney.disintegration) == (50, 25, 35)
    field.tell(reckon)
    assert {event.army for event in field.events("army_broke")} == {"Ney"}
    lefebvre = next(one for one in field.rules.context.units.values() if one.formation == "GuardLC")
    assert is_disintegrated(field.rules.context, field.state, field.state.unit(lefebvre.id))
    assert field.state.ending is None


@pytest.mark.parametrize(("leader", "cause"), [("Ney", "supply: Ney"), ("Wellington", "brussels: Wellington")])
def test_26_9h_a_line_cut_for_more_than_a_turn_shakes_a_group(leader: str, cause: str) -> None:
    """NLC-26.9h, NLC-26.9i: on the second turn running, once."""
    field = only("campaign-1815", DAY_TWO)
    field.state = replace(field.state, wings={"Ney": 25, "Wellington": 34})
    field.put(leader, "Q1010")
    enemy = "Perponcher" if leader == "Ney" else "II"
    around = field.rules.context.board.neighbours["Q1010"]
    units = [card.id for card in field.rules.context.units.values() if card.formation == enemy]
    spare = [card.id for card in field.rules.context.units.values() if card.side != field.state.sides[units[0]]]
    assert spare
    pieces = (
        units if leader != "Ney" else [card.id for card in field.rules.context.units.values() if card.side == ALLIED]
    )
    for unit, place in zip(pieces, around, strict=False):
        field.put(unit, place)
    field.tell(wings.watch_lines)
    assert field.events("level_shifted") == []
    field.tell(wings.watch_lines).tell(wings.watch_lines)
    shifts = [(event.cause, event.points) for event in field.events("level_shifted")]
    assert (cause, -20) in shifts
    assert len([one for one in shifts if one[0] == cause]) == 1


def test_26_9l_the_brussels_road_at_wavre_counts_too() -> None:
    """NLC-26.9l: W0901 is an exit like those of La Belle Alliance."""
    facts = scenario("campaign-1815").context.facts
    assert facts.exit is not None
    assert "W0901" in facts.exit.places


def test_26_9m_units_with_an_open_way_to_the_exit() -> None:
    """NLC-26.9m: within ten points and free of the enemy at the end they count as if they had left."""
    field = only("campaign-1815").put("Gauthier", "B0605")
    assert open_way_points(field.rules.context, field.state, FRENCH) == 2
    field.put("Maitland", "B0603")
    assert open_way_points(field.rules.context, field.state, FRENCH) == 0


# --- mornings ---------------------------------------------------------------------------------------------------------


def test_24_commanders_sleep_until_a_one() -> None:
    """NLC-24: with the option, from six in the morning; who sleeps does not move."""
    field = only("campaign-1815", "17-0600", slow_mornings="on").put("Napoleon", "L0820")
    napoleon = field.id_of("Napoleon")
    field.tell(field.rules.context.game.clock_events, dice={f"morning/{napoleon}": [4]})
    field.tell(movement, french="move Napoleon to L0819")
    assert field.refusals() == ["NLC-24"]
    field.state = replace(field.state, turn=field.state.turn + 1)
    field.tell(field.rules.context.game.clock_events, dice={f"morning/{napoleon}": [1]})
    assert not field.state.leader(napoleon).asleep


def test_a_finding_is_told_for_open_ways() -> None:
    """NLC-26.9m, NLC-13.3: the account of the end names it."""
    from adjudicator.rulesets.nlc.victory.scoring import points

    field = only("campaign-1815").put("Gauthier", "B0605")
    total: Finding[int] = points(field.rules.context, field.state, FRENCH)
    assert "NLC-26.9m" in [part.rule for part in total.parts]
