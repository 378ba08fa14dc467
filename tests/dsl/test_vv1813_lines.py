"""Every decision of the 1813 battles can be written: as an order of the turn, a standing order or an answer."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

from adjudicator import rulesets
from adjudicator.core.orders import AskMe, Compare, Conditional, Not, PlaceIs, Standing, Text, UnitAt, UnitIs
from adjudicator.core.types import Choice, Order, Side
from adjudicator.play.match.reading import read_text
from adjudicator.rulesets.vv1813 import orders as od
from adjudicator.rulesets.vv1813.decisions import FITTING, MOMENTS
from adjudicator.rulesets.vv1813.language.moments import TOPICS

FRENCH, COALITION = Side("French"), Side("Coalition")


@lru_cache(maxsize=4)
def game(name: str) -> tuple[Any, Any]:
    rules = rulesets.load(name, {"fog": "none"})
    return rules, rules.start()


def read(name: str, side: Side, text: str) -> Text:
    rules, start = game(name)
    found = read_text(rules, rules.known(start, side), side, "", text)
    assert not found.problems, "\n".join(problem.show() for problem in found.problems)
    return found


def uses(*markers: str, count: int = 1) -> tuple[od.MarkerUse, ...]:
    return tuple(od.MarkerUse(marker=marker, count=count) for marker in markers)


BAUTZEN: list[tuple[str, str, Side, Order]] = [
    ("D07", "play Jomini the Strategist", FRENCH, od.Play(marker="jomini_strategist")),
    ("D05", "keep markers", FRENCH, od.Keep()),
    ("D09", "play Alexander", FRENCH, od.Play(marker="alexander")),
    ("D09", "direct Rosen, Sulima to 0710", FRENCH, od.Direct(units=("rosen", "sulima"), destination="0710")),
    ("D09", "direct Rosen -> 0711 -> 0710", FRENCH, od.Direct(units=("rosen",), path=("0711", "0710"))),
    ("D16", "bombard 1205 with 2 Artillery", FRENCH, od.Bombard(target="1205", markers=uses("artillery", count=2))),
    (
        "D16",
        "bombard 1205 from 1104 with Drouot",
        FRENCH,
        od.Bombard(target="1205", markers=uses("drouot"), origin="1104"),
    ),
    (
        "D19",
        "move Compans to 1203, if Cossacks: one hex",
        FRENCH,
        od.Move(units=("compans",), destination="1203", if_cossacks="one_place"),
    ),
    (
        "D19",
        "move Compans to 1203 against Cossacks: no zone of control",
        FRENCH,
        od.Move(units=("compans",), destination="1203", if_cossacks="no_zone"),
    ),
    ("D20", "move Compans from 1201 to 1203", FRENCH, od.Move(units=("compans",), destination="1203")),
    (
        "D20",
        "move Compans, Soult and Bonnet to 1203",
        FRENCH,
        od.Move(units=("compans", "soult", "bonnet"), destination="1203"),
    ),
    ("D20", "move stack at Auritz to 0805", FRENCH, od.Move(stack="0704", destination="0805")),
    ("D20", "move Compans - 1202 - 1203", FRENCH, od.Move(units=("compans",), path=("1202", "1203"))),
    ("D21", "enter all", FRENCH, od.Enter(units=())),
    (
        "D21",
        "enter Ney, Ricard at 2301 to 2103",
        FRENCH,
        od.Enter(units=("ney", "ricard"), at="2301", destination="2103"),
    ),
    ("D21", "delay Lecoq", FRENCH, od.Delay(units=("lecoq",))),
    ("D23", "attack 1504 with Compans, Bonnet", FRENCH, od.Attack(targets=("1504",), units=("compans", "bonnet"))),
    (
        "D23",
        "attack 1104 formation Russian Guard",
        COALITION,
        od.Attack(targets=("1104",), formation="russian_guard"),
    ),
    ("D28", "attack 1504 no support", FRENCH, od.Attack(targets=("1504",), support=())),
    ("D30", "attack 1504 tactical option", FRENCH, od.Attack(targets=("1504",), tactical=True)),
    (
        "D31",
        "attack 1504, Napoleon's option if a hold is possible",
        FRENCH,
        od.Attack(targets=("1504",), napoleon="if_hold"),
    ),
    (
        "D32",
        "attack 1504 losses: Compans first, never Guard, Bonnet",
        FRENCH,
        od.Attack(
            targets=("1504",), losses=od.LossPolicy(order="listed", first=("compans",), never=("guard", "bonnet"))
        ),
    ),
    (
        "D35",
        "attack 1504 head Bonnet, advance Compans, Bonnet with commander",
        FRENCH,
        od.Attack(targets=("1504",), head=("bonnet",), advance=("compans", "bonnet"), commander_advances=True),
    ),
    ("D35", "attack 1504 no advance", FRENCH, od.Attack(targets=("1504",), advance=())),
    (
        "D35",
        "attack 1504 advance Compans, commander stays",
        FRENCH,
        od.Attack(targets=("1504",), advance=("compans",), commander_advances=False),
    ),
    ("D36", "attack 1504 occupy with Compans", FRENCH, od.Attack(targets=("1504",), occupy=("compans",))),
    ("D37", "move Sulima to 0912 then exit", COALITION, od.Move(units=("sulima",), destination="0912", leave=True)),
    ("D37", "exit Sulima at 0912", COALITION, od.Move(units=("sulima",), destination="0912", leave=True)),
    ("D37", "exit Sulima, Rosen", COALITION, od.Move(units=("sulima", "rosen"), leave=True)),
]

LUTZEN: list[tuple[str, str, Side, Order]] = [
    ("D01", "lay RE on 16.00, 17:00", COALITION, od.LayMarkers(marker_class="RE", spaces=("16.00", "17.00"))),
    ("D03", "split Souham 2: 1309 = 1, 1408 = 3", FRENCH, od.Split(unit="souham_2", parts=(("1309", 1), ("1408", 3)))),
    ("D03", "split Souham II over 1309 = 4", FRENCH, od.Split(unit="souham_2", parts=(("1309", 4),))),
    ("D04", "take RE1, RE, E", COALITION, od.Take(classes=("RE1", "RE", "E"))),
    (
        "D10",
        "play Alexander: cancel the command range",
        FRENCH,
        od.Play(marker="alexander", option="cancel_command_range"),
    ),
    ("D11", "play Lost bullet on Marmont", COALITION, od.Play(marker="lost_bullet", target="marmont")),
    ("D12", "play Alternative Reinforcements: XII Corps", FRENCH, od.Play(marker="alternative", option="xii_corps")),
    ("D13", "play 10th Hussars on 805", FRENCH, od.Play(marker="hussars", target="0805")),
    ("D14", "enter Ney with Souham 1", FRENCH, od.Enter(units=("ney",), host="souham_1")),
    ("D15", "tactical movement", COALITION, od.TacticalMovement()),
    ("D38", "enter Letort at 0601", FRENCH, od.Enter(units=("letort",), at="0601")),
    ("LUT-2.B1", "play Bridge on the Elster", COALITION, od.Play(marker="bridge")),
    ("LUT-2.L1", "play The Guards attack", COALITION, od.Play(marker="guards_attack")),
    ("LUT-2.H1", "play Artillery without munitions", FRENCH, od.Play(marker="munitions")),
    ("LUT-6.1a", "attack 1309 formation 2LR", COALITION, od.Attack(targets=("1309",), formation="line_2")),
    ("LUT-6.1a", "attack 1309 with Horn", COALITION, od.Attack(targets=("1309",), units=("horn",))),
    ("LUT-4.1e", "move Souham 1 to Kaja", FRENCH, od.Move(units=("souham_1",), destination="1205")),
]


def without_bookkeeping(order: Any) -> Any:
    return order.model_copy(update={"side": Side(""), "line": 0})


@pytest.mark.parametrize(("what", "line", "side", "order"), BAUTZEN, ids=[line for _, line, _, _ in BAUTZEN])
def test_orders_of_a_turn_at_bautzen(what: str, line: str, side: Side, order: Order) -> None:
    (found,) = read("bautzen", side, line).orders
    assert without_bookkeeping(found) == order, what


@pytest.mark.parametrize(("what", "line", "side", "order"), LUTZEN, ids=[line for _, line, _, _ in LUTZEN])
def test_orders_of_a_turn_at_lutzen(what: str, line: str, side: Side, order: Order) -> None:
    (found,) = read("lutzen", side, line).orders
    assert without_bookkeeping(found) == order, what


STANDING: list[tuple[str, str, Side, dict[str, Any], Choice]] = [
    (
        "D01",
        "when laying RE: lay on 16.00, 9.00",
        COALITION,
        {"decision": "lay_on", "unit": "RE", "moment": "laying"},
        od.LayOn(spaces=("16.00", "09.00")),
    ),
    ("D04", "take RE1, RE, E", COALITION, {"decision": "take_marker"}, od.TakeMarker(classes=("RE1", "RE", "E"))),
    (
        "D05",
        "in the enemy movement: keep markers",
        COALITION,
        {"decision": "reveal", "moment": "enemy_phase"},
        od.Reveal(),
    ),
    (
        "D06",
        "when the enemy draws Losses: take Cossacks",
        FRENCH,
        {"decision": "lose_markers", "moment": "losses_drawn"},
        od.LoseMarkers(marker="cossacks"),
    ),
    (
        "D08",
        "in the enemy's movement: play Discord",
        COALITION,
        {"decision": "reveal", "moment": "enemy_phase"},
        od.Reveal(marker="discord"),
    ),
    ("D08", "play Jomini goes to the enemy", COALITION, {"decision": "reveal"}, od.Reveal(marker="jomini_enemy")),
    (
        "D17",
        "when bombarded at 1205: stay and take the loss with Horn",
        COALITION,
        {"decision": "hold", "place": "1205", "moment": "bombarded"},
        od.Hold(places=9, payers=("horn",)),
    ),
    (
        "D18",
        "when the enemy moves from 1104: play Cossacks at most 2",
        COALITION,
        {"decision": "cossacks", "place": "1104", "moment": "enemy_moves"},
        od.Cossacks(play=True, at_most=2),
    ),
    (
        "D18",
        "when Compans enters our zone: play Cossacks",
        COALITION,
        {"decision": "cossacks", "unit": "compans", "moment": "enemy_enters"},
        od.Cossacks(play=True),
    ),
    (
        "D18",
        "play Cossacks on entering our zone, at most 1",
        COALITION,
        {"decision": "any"},
        od.Cossacks(play=True, only="entering_zone", at_most=1),
    ),
    (
        "D19",
        "when Compans is met by Cossacks: one hex",
        FRENCH,
        {"decision": "cossack_effect", "unit": "compans", "moment": "met"},
        od.CossackEffect(effect="one_place"),
    ),
    (
        "D22",
        "when Soult is displaced: displace to 0907",
        FRENCH,
        {"decision": "displaced", "unit": "soult", "moment": "displaced"},
        od.Displace(to=("0907",)),
    ),
    (
        "D24",
        "when Uvarov is attacked: retreat before combat to 1205",
        COALITION,
        {"decision": "retreat_before_combat", "unit": "uvarov", "moment": "attacked"},
        od.RetreatBefore(to=("1205",)),
    ),
    ("D24", "stand and fight", COALITION, {"decision": "retreat_before_combat"}, od.StandAndFight()),
    (
        "D25",
        "when the enemy refuses combat at 1104: play Cossacks",
        COALITION,
        {"decision": "cossacks_forbid", "place": "1104", "moment": "refuses"},
        od.Cossacks(play=True),
    ),
    (
        "D26",
        "when attacked at 1504: head von Klux, Pirch",
        COALITION,
        {"decision": "head", "place": "1504", "moment": "attacked"},
        od.HeadUnit(units=("von_klux", "pirch")),
    ),
    ("D27", "excess: Normann", FRENCH, {"decision": "excess"}, od.Excess(units=("normann",))),
    (
        "D28",
        "at 1504: support Jaschwill and 2 Artillery",
        COALITION,
        {"decision": "support", "place": "1504"},
        od.Support(markers=(*uses("jaschwill"), *uses("artillery", count=2))),
    ),
    (
        "D31",
        "Napoleon's option: never",
        FRENCH,
        {"decision": "napoleon_option"},
        od.NapoleonOption(use="never"),
    ),
    (
        "D32",
        "losses at 1002: strongest first, never cavalry",
        FRENCH,
        {"decision": "losses", "place": "1002"},
        od.Losses(policy=od.LossPolicy(order="strongest", never=("cavalry",))),
    ),
    (
        "D33",
        "when we must retreat from 0907: hold 1 place with Rosen",
        COALITION,
        {"decision": "hold", "place": "0907", "moment": "must_retreat"},
        od.Hold(places=1, payers=("rosen",)),
    ),
    (
        "D34",
        "for Ledru at 0604: retreat to 0503",
        FRENCH,
        {"decision": "retreat", "unit": "ledru", "place": "0604"},
        od.RetreatTo(to=("0503",)),
    ),
    (
        "D35",
        "after combat at 1504: advance Compans without commander",
        FRENCH,
        {"decision": "advance", "place": "1504", "moment": "after_combat"},
        od.Advance(units=("compans",), commander=False),
    ),
    (
        "D36",
        "when the enemy refuses combat: occupy with Compans",
        FRENCH,
        {"decision": "occupy", "moment": "refuses"},
        od.Occupy(units=("compans",)),
    ),
    ("ask", "ask me", FRENCH, {"decision": "any"}, AskMe()),
    (
        "ask",
        "when Friant must retreat: ask me",
        FRENCH,
        {"decision": "any", "unit": "friant", "moment": "must_retreat"},
        AskMe(),
    ),
    (
        "ask",
        "when attacked at 1002: ask me about the head unit",
        FRENCH,
        {"decision": "head", "place": "1002", "moment": "attacked"},
        AskMe(),
    ),
]


@pytest.mark.parametrize(
    ("what", "line", "side", "fields", "choice"), STANDING, ids=[line for _, line, _, _, _ in STANDING]
)
def test_standing_orders(what: str, line: str, side: Side, fields: dict[str, Any], choice: Choice) -> None:
    (found,) = read("bautzen", side, f"standing orders\n  {line}").standing or ()
    assert without_bookkeeping(found) == Standing(choice=choice, **fields), what


@pytest.mark.parametrize("kind", sorted(FITTING))
def test_a_player_can_ask_to_be_asked_about_every_kind_of_decision(kind: str) -> None:
    (found,) = read("bautzen", FRENCH, f"standing orders\nask me about {TOPICS[kind]}").standing or ()
    assert (found.decision, found.choice) == (kind, AskMe())


def test_every_moment_is_about_kinds_of_decision_that_exist() -> None:
    assert {kind for kinds in MOMENTS.values() for kind in kinds} == set(FITTING)


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        ("1205 is held by the enemy", PlaceIs(place="1205", state="enemy")),
        ("Purschwitz is ours", PlaceIs(place="1506", state="friendly")),
        ("1205 is not empty", Not(condition=PlaceIs(place="1205", state="empty"))),
        ("Friant is at 1205", UnitAt(unit="friant", place="1205")),
        ("Friant is not in 1205", Not(condition=UnitAt(unit="friant", place="1205"))),
        ("Ney is on the map", UnitIs(unit="ney", mark="on the map")),
        ("Friant is not out of command", Not(condition=UnitIs(unit="friant", mark="out of command"))),
        ("turn is at least 5", Compare(track="turn", relation=">=", number=5)),
        ("enemy morale below 4", Compare(track="Coalition morale", relation="<", number=4)),
        ("Coalition losses = 10", Compare(track="Coalition losses", relation="=", number=10)),
    ],
)
def test_conditions(words: str, condition: Any) -> None:
    for line in (f"if {words}: pass", f"pass if {words}", f"if {words} then pass"):
        (found,) = read("bautzen", FRENCH, line).orders
        assert isinstance(found, Conditional)
        assert found.condition == condition
    (standing,) = read("bautzen", FRENCH, f"standing orders\nlosses: spread if {words}").standing or ()
    assert standing.condition == condition


def test_and_binds_closer_than_or() -> None:
    (found,) = read("bautzen", FRENCH, "if turn < 3 or 1205 is empty and not (turn > 9 or turn = 5): pass").orders
    assert isinstance(found, Conditional)
    assert found.condition.model_dump()["conditions"][1]["test"] == "all"
