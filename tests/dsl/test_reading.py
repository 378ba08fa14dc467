"""A whole text: header, headings, sections, comments, answers."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import rulesets
from adjudicator.core.orders import Answer, Conditional, Heading, PlaceIs, Standing, Text
from adjudicator.core.types import UMPIRE, Side
from adjudicator.play.match.reading import read_text
from adjudicator.rulesets.vv1813 import orders as od

RULES: Any = rulesets.load("bautzen", {})
START = RULES.start()
FRENCH = Side("French")

EXAMPLE = """\
match: first-steps
turn: 3
side: French

bombard 1205 with Artillery, Drouot
move Compans 1302 -> 1402 -> 1503        # an explicit path
move Bonnet to 1104                      # the cheapest legal path, as far as we can see
move stack 0704 to 0805
attack 1504 from 1403, 1503 head Compans support Artillery tactical
if 1205 is empty: move Friedrich to 1205

standing orders
  when attacked at 1002: retreat before combat to 0902, 0903
  when Friant must retreat: stay and take the loss
  retreat Ledru prefers 0503, 0504
  losses: weakest first, never Guard
"""


def read(text: str, side: Side = FRENCH, seat: str = "") -> Text:
    return read_text(RULES, RULES.known(START, side), side, seat, text)


def test_the_example_of_the_language_is_understood_whole() -> None:
    found = read(EXAMPLE, seat="left")
    assert not found.problems
    assert (found.header.match, found.header.turn, found.header.side) == ("first-steps", 3, "French")
    at: dict[str, Any] = {"side": FRENCH, "seat": "left"}
    artillery, drouot = od.MarkerUse(marker="artillery"), od.MarkerUse(marker="drouot")
    assert found.orders == (
        od.Bombard(target="1205", markers=(artillery, drouot), line=5, **at),
        od.Move(units=("compans",), path=("1402", "1503"), line=6, **at),
        od.Move(units=("bonnet",), destination="1104", line=7, **at),
        od.Move(stack="0704", destination="0805", line=8, **at),
        od.Attack(
            targets=("1504",),
            origins=("1403", "1503"),
            head=("compans",),
            support=(artillery,),
            tactical=True,
            line=9,
            **at,
        ),
        Conditional(
            condition=PlaceIs(place="1205", state="empty"),
            then=od.Move(units=("friedrich",), destination="1205", line=10, **at),
            line=10,
            **at,
        ),
    )
    hold = od.Hold(places=9)
    policy = od.LossPolicy(order="weakest", never=("guard",))
    assert found.standing == (
        Standing(
            decision="retreat_before_combat",
            place="1002",
            moment="attacked",
            choice=od.RetreatBefore(to=("0902", "0903")),
            line=13,
            **at,
        ),
        Standing(decision="hold", unit="friant", moment="must_retreat", choice=hold, line=14, **at),
        Standing(decision="retreat", unit="ledru", choice=od.RetreatTo(to=("0503", "0504")), line=15, **at),
        Standing(decision="losses", choice=od.Losses(policy=policy), line=16, **at),
    )


def test_the_same_in_capitals_with_tabs_and_list_marks_is_the_same() -> None:
    capitals = [line if line.startswith("match") else line.upper() for line in EXAMPLE.splitlines()]
    loud = "\n".join(f"- {line}" if line.startswith(("MOVE", "ATTACK")) else line for line in capitals)
    plain = read(EXAMPLE)
    assert read(loud).orders == plain.orders
    assert read(EXAMPLE.replace("  ", "\t")).standing == plain.standing


def test_headings_open_phases() -> None:
    found = read("* Movement *\nmove Bonnet to 1104\nCOMBAT:\nattack 1504\ncombat phase")
    assert not found.problems
    phases = [order.phase for order in found.orders if isinstance(order, Heading)]
    assert phases == ["movement", "combat", "combat"]
    assert [order.line for order in found.orders] == [1, 2, 3, 4, 5]


def test_a_heading_ends_the_section_of_standing_orders() -> None:
    found = read("standing orders\nask me\norders\nmove Bonnet to 1104")
    assert not found.problems
    assert len(found.orders) == 1
    assert len(found.standing or ()) == 1


@pytest.mark.parametrize(
    "words", ["standing orders: none", "Standing Orders : NONE.", "standing order: none # all gone"]
)
def test_none_clears_the_standing_orders(words: str) -> None:
    found = read(words)
    assert found.standing == ()
    assert not found.problems


def test_without_a_section_nothing_is_said_of_standing_orders() -> None:
    assert read("pass").standing is None


def test_an_empty_section_changes_nothing_and_is_mentioned() -> None:
    found = read("pass\nstanding orders\n# to be written\n")
    assert found.standing is None
    (problem,) = found.problems
    assert problem.severity == "warning"


def test_a_section_that_clears_and_gives_is_reported() -> None:
    found = read("standing orders: none\nask me about losses")
    assert [problem.line for problem in found.problems] == [1]


def test_two_sections_are_reported() -> None:
    found = read("standing orders\nask me about losses\nstanding orders\nask me about head")
    assert [problem.line for problem in found.problems] == [3]


def test_answers_may_stand_anywhere() -> None:
    found = read("answer D7: retreat to 0902\nD 12: stand\nstanding orders\nask me about losses\nANSWER d3: hold 1")
    assert not found.problems
    assert [(answer.number, answer.choice.kind) for answer in found.answers] == [
        (7, "retreat_to"),
        (12, "stand"),
        (3, "hold"),
    ]
    assert all(isinstance(answer, Answer) and answer.side == FRENCH for answer in found.answers)


def test_a_header_that_is_named_twice_is_ambiguous() -> None:
    found = read("turn: 3\nside: French\nturn: 4\npass")
    (problem,) = found.problems
    assert (problem.line, problem.sort) == (3, "ambiguous")
    assert found.header.turn == 3
    assert not read("turn: 3\nturn: 3\n").problems


def test_headers_know_seat_and_phase() -> None:
    header = read("match = first\nTurn: T3\nside: french\nphase: Combat\nseat: left wing  # Ney\n").header
    assert (header.match, header.turn, header.side, header.phase, header.seat) == (
        "first",
        3,
        "french",
        "Combat",
        "left wing",
    )


def test_lines_are_kept_as_written() -> None:
    found = read("\tmove Bonnet to 1104  # centre\r\n\r\npass\r\n")
    assert found.lines[1] == "\tmove Bonnet to 1104  # centre"
    assert found.lines[3] == "pass"


def test_ruled_lines_and_remarks_say_nothing() -> None:
    found = read("-----\n# a remark\n=== \n***\npass\n-- \n")
    assert [order.kind for order in found.orders] == ["pass"]
    assert not found.problems


def test_only_the_umpire_may_put_things_right() -> None:
    words = (
        "put Compans at 1205 reduced\nset French morale to 7\ngive 1605 to the French\nput Soult eliminated killed\n"
    )
    found = read(words, UMPIRE)
    assert not found.problems
    assert found.orders == (
        od.Change(what="unit", id="compans", place="1205", status="map", reduced=True, side=UMPIRE, line=1),
        od.Change(what="morale", id="French", value=7, side=UMPIRE, line=2),
        od.Change(what="objective", id="1605", of=FRENCH, side=UMPIRE, line=3),
        od.Change(what="commander", id="soult", status="eliminated", health="killed", side=UMPIRE, line=4),
    )
    assert not read(words).orders


def test_the_umpire_may_write_orders_too() -> None:
    (order,) = read("move Rosen to 0710", UMPIRE).orders
    assert isinstance(order, od.Move)
    assert order.units == ("rosen",)
