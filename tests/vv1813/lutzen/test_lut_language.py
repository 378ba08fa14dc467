"""Lützen in the order language: what its players write, and what comes of it from text to event."""

from __future__ import annotations

import pytest

from adjudicator.core.events import Refused
from adjudicator.core.source import source_lines
from adjudicator.core.types import UMPIRE, Choice, Order, Side
from adjudicator.dsl.reading import read
from adjudicator.rulesets.vv1813 import orders as vv
from adjudicator.rulesets.vv1813.events import PositionAdjusted
from adjudicator.rulesets.vv1813.games.lutzen.events import CommanderAppeared
from adjudicator.rulesets.vv1813.games.lutzen.marker_events import CommandRangeSet, ReinforcementsCalled
from adjudicator.rulesets.vv1813.games.lutzen.state import lutzen
from adjudicator.rulesets.vv1813.markers.events import MarkerPlayed
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH
from tests.support.vv_lutzen import at_hour, battle, begun, holding, now, rules, scripted


def written(text: str, side: Side = FRENCH, turn: int = 3) -> tuple[Order, ...]:
    """The orders of a text, which must be understood without a problem."""
    table = battle(turn=turn)
    found = read(table.rules.language, table.rules.known(table.state, side), side, "", source_lines(text))
    assert found.problems == (), [problem.show() for problem in found.problems]
    return found.orders


def standing(text: str, side: Side = FRENCH) -> tuple[tuple[str, Choice], ...]:
    """Standing orders: the kind of decision, and the choice."""
    table = battle(turn=3)
    lines = source_lines(f"standing orders\n  {text}\n")
    found = read(table.rules.language, table.rules.known(table.state, side), side, "", lines)
    assert found.problems == (), [problem.show() for problem in found.problems]
    return tuple((one.decision, one.choice) for one in found.standing or ())


@pytest.mark.parametrize(
    ("text", "side", "order"),
    [
        ("lay RE on 16.00, 17.00", FRENCH, vv.LayMarkers(marker_class="RE", spaces=("16.00", "17.00"))),
        ("take RE1, RE, E", COALITION, vv.Take(classes=("RE1", "RE", "E"))),
        (
            "split Souham 2: 1309 = 1, 1408 = 3",
            FRENCH,
            vv.Split(unit="souham_2", parts=(("1309", 1), ("1408", 3))),
        ),
        ("tactical movement", COALITION, vv.TacticalMovement()),
        ("enter Ney with Souham 1", FRENCH, vv.Enter(units=("ney",), host="souham_1")),
        ("enter Morand at 106 to 306", FRENCH, vv.Enter(units=("morand",), at="0106", destination="0306")),
        ("play Bridge on the Elster", COALITION, vv.Play(marker="bridge")),
        ("play 10th Hussars on 1206", FRENCH, vv.Play(marker="hussars", target="1206")),
        ("play Lost bullet on Marmont", COALITION, vv.Play(marker="lost_bullet", target="marmont")),
        ("bombard 1310 with Drouot", FRENCH, vv.Bombard(target="1310", markers=(vv.MarkerUse(marker="drouot"),))),
    ],
)
def test_orders(text: str, side: Side, order: Order) -> None:
    """LUT-2.4b, LUT-5.1, LUT-4.1e, LUT-7.6a, LUT-6.2d, LUT-2.B1, LUT-2.G1, LUT-2.N1: each has its words."""
    (found,) = written(text, side)
    assert found == order.model_copy(update={"side": side, "line": 1})


@pytest.mark.parametrize(
    ("words", "formation"),
    [("1L", "line_1"), ("1LR", "line_1"), ("2nd Line", "line_2"), ("3L", "russian_guard"), ("Army Reserve", "reserve")],
)
def test_lines_are_formations(words: str, formation: str) -> None:
    """LUT-6.1a, VV-8.2f: a line and its reserve are one formation; counters print the codes."""
    (found,) = written(f"attack 1309 from 1310 formation {words}", COALITION)
    assert isinstance(found, vv.Attack)
    assert found.formation == formation


@pytest.mark.parametrize(
    ("text", "decision", "choice"),
    [
        ("when laying RE: lay on 16.00, 17.00", "lay_on", vv.LayOn(spaces=("16.00", "17.00"))),
        ("when taking markers: take RE, E", "take_marker", vv.TakeMarker(classes=("RE", "E"))),
        ("in the enemy turn: play Wolonski persists", "reveal", vv.Reveal(marker="wolonski")),
        (
            "in the enemy turn: play Lost bullet on Ney",
            "reveal",
            vv.Reveal(marker="lost_bullet", target="ney"),
        ),
        ("when the enemy draws Losses: take Cossacks", "lose_markers", vv.LoseMarkers(marker="cossacks")),
    ],
)
def test_standing_orders(text: str, decision: str, choice: Choice) -> None:
    """LUT-2.4b, LUT-5.1, LUT-2.0b: each decision of Lützen has its standing order."""
    ((kind, found),) = standing(text)
    assert kind == decision
    assert found.model_dump(exclude={"line", "side", "seat"}) == choice.model_dump(exclude={"line", "side", "seat"})


@pytest.mark.parametrize("topic", ["revealing", "taking markers", "laying markers"])
def test_a_player_may_want_to_be_asked(topic: str) -> None:
    """LUT-2.0b, LUT-5.1, LUT-2.4b: `ask me about ...`."""
    ((_, choice),) = standing(f"ask me about {topic}")
    assert choice.kind == "ask_me"


@pytest.mark.parametrize(
    ("words", "kind", "event"),
    [
        ("cancel command range", "alexander", CommandRangeSet),
        ("V Corps", "alternative", ReinforcementsCalled),
        ("Oudinot's corps", "alternative", ReinforcementsCalled),
    ],
)
def test_the_words_of_a_choice_are_understood(words: str, kind: str, event: type) -> None:
    """LUT-2.F1, LUT-2.O1: a marker's choice in the players' own words."""
    name = rules().context.facts["markers"][kind].name
    (order,) = written(f"play {name}: {words}")
    told = begun(holding(battle(turn=3), FRENCH, kind), FRENCH).moves(FRENCH, order)
    assert told.of(Refused) == []
    assert told.of(MarkerPlayed)
    assert told.of(event)


def test_what_the_remedies_say_can_be_written() -> None:
    """LUT-2.F1, LUT-2.O1, LUT-4.1e: the way out that a refusal names is itself an order."""
    for kind in ("alexander", "alternative"):
        told = begun(holding(battle(turn=3), FRENCH, kind), FRENCH).moves(FRENCH, vv.Play(marker=kind))
        for words in told.one(Refused).remedy.split("`")[1::2]:
            assert written(words)
    told = begun(battle(), FRENCH).moves(FRENCH, vv.Split(unit="souham_2", parts=(("1309", 0), ("1408", 4))))
    (words,) = told.one(Refused).remedy.split("`")[1::2]
    assert written(words, turn=1)


def test_check_tries_markers_and_arrivals_before_moves() -> None:
    """LUT-2.O1, LUT-6.2d: what a play brings is there for the orders below it."""
    table = begun(holding(at_hour(14), FRENCH, "alternative"), FRENCH)
    known = table.rules.known(table.state, FRENCH)
    orders = (
        vv.Play(marker="alternative", option="v_corps", side=FRENCH, line=1),
        vv.Enter(units=("ney",), host="girard", side=FRENCH, line=2),
        vv.Enter(units=("lauriston",), destination="1901", side=FRENCH, line=3),
        vv.Move(units=("girard", "ney"), destination="0904", side=FRENCH, line=4),
    )
    found = table.rules.review(known, FRENCH, orders, ())
    assert [problem for problem in found.problems if problem.severity == "error"] == []


def test_check_of_a_hidden_target_says_nothing_of_where_he_is() -> None:
    """LUT-2.N1, VV-7.3a: a French commander in an unseen stack may be named."""
    table = begun(holding(battle(turn=3), COALITION, "lost_bullet"), COALITION)
    known = table.rules.known(table.state, COALITION)
    good = vv.Play(marker="lost_bullet", target="marmont", side=COALITION, line=1)
    bad = vv.Play(marker="lost_bullet", target="bertrand", side=COALITION, line=1)
    errors = [
        [p for p in table.rules.review(known, COALITION, (order,), ()).problems if p.severity == "error"]
        for order in (good, bad)
    ]
    assert (len(errors[0]), len(errors[1])) == (0, 1)


def test_the_umpire_moves_a_marker_and_the_track_follows() -> None:
    """LUT-2.4b: onto another turn, into a hand, out of the game."""
    table = battle()
    marker = now(table).slots[0][0]
    later = table.happen(PositionAdjusted(what="marker", id=marker, status="track", value=4))
    assert marker not in now(later).slots[0]
    assert now(later).slots[3][-1] == marker
    held = later.happen(PositionAdjusted(what="marker", id=marker, status="hand"))
    assert all(marker not in slot for slot in lutzen(held.state).slots)
    assert held.state.markers[marker].holder is not None
    gone = held.happen(PositionAdjusted(what="marker", id=marker, status="gone"))
    assert gone.rules.view(gone.state, UMPIRE).turn == 1


def test_the_umpire_brings_ney_and_napoleon() -> None:
    """LUT-6.2b, LUT-6.2d: put on the map by hand, they have come."""
    table = battle(turn=2).put("1205", "ney").put("0901", "napoleon")
    assert (now(table).ney, now(table).napoleon) == (2, 2)
    told = begun(at_hour(14).put("1205", "ney"), FRENCH).stage("French opening", scripted(pace__iii_corps=[6]))
    assert told.table.moves(FRENCH).of(CommanderAppeared) == []


@pytest.mark.parametrize(
    ("words", "option"),
    [
        ("cancel the Coalition's command range", "cancel_command_range"),
        ("cancel range", "cancel_command_range"),
        ("hold back the Guards", "hold_back_the_guards"),
        ("hold both Guards back", "hold_back_the_guards"),
        ("freeze the guards", "hold_back_the_guards"),
        ("V", "v_corps"),
        ("5th Corps", "v_corps"),
        ("Lauriston's corps", "v_corps"),
        ("XII Corps", "xii_corps"),
        ("Oudinot", "xii_corps"),
    ],
)
def test_2_the_effects_of_a_marker_are_words_of_the_language(words: str, option: str) -> None:
    """LUT-2.F1, LUT-2.O1: one effect is named, and the same is read wherever a marker is played."""
    (order,), ((_, choice),) = written(f"play Alexander: {words}"), standing(f"play Alexander: {words}")
    assert isinstance(order, vv.Play)
    assert isinstance(choice, vv.Reveal)
    assert order.option == choice.option == option


@pytest.mark.parametrize(
    "words",
    [
        "leave command alone",
        "V, not XII",
        "do not cancel command range",
        "cancel",
        "the Guards",
        "V and XII",
        "IV Corps",
    ],
)
def test_2_words_that_name_no_effect_are_not_understood(words: str) -> None:
    """LUT-2.F1, LUT-2.O1: a word that happens to occur in a sentence chooses nothing."""
    made = rules()
    lines = source_lines(f"play Alexander: {words}")
    found = read(made.language, made.known(made.start(), FRENCH), FRENCH, "", lines)
    assert not found.orders
    assert [problem.sort for problem in found.problems] == ["not understood"]
