"""Nothing that anybody can write makes reading fail: whatever comes is an order or a sentence about what is wrong."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from adjudicator import rulesets
from adjudicator.core.orders import Text
from adjudicator.core.types import UMPIRE, Side
from adjudicator.dsl.grammar import grammar_of
from adjudicator.play.match.reading import read_text, write_order
from tests.dsl.test_reading import EXAMPLE

RULES: Any = rulesets.load("bautzen", {})
START = RULES.start()
SIDES = (Side("French"), Side("Coalition"), UMPIRE)
TRIES = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])

WORDS = sorted(
    {word for words in grammar_of("vv1813").terminals.values() for word in words.split() if word}
    | {
        "Compans",
        "Bonnet",
        "Soult",
        "St-Priest",
        "1205",
        "701",
        "9999",
        "2",
        "Artillery",
        "->",
        "→",
        ",",
        ":",
        "(",
        ")",
    }
    | {
        "\n",
        "\n\n",
        " \n",
        ",\n",
        "standing orders\n",
        "movement\n",
        "answer D7:",
        "otherwise:",
        "#",
        '"',
        "the",
        "not",
    }
)


def check(text: str, side: Side) -> Text:
    """Read a text and see that everything told about it is in its place."""
    found = read_text(RULES, RULES.known(START, side), side, "", text)
    lines = text.split("\n")
    for problem in found.problems:
        assert 1 <= problem.line <= len(lines)
        assert problem.reason
        assert problem.show()
        assert problem.column <= len(problem.text) + 1
    for order in (*found.orders, *(found.standing or ()), *found.answers):
        assert 1 <= order.line <= len(lines)
        assert write_order(RULES, RULES.known(START, side), side, order)
    return found


@TRIES
@given(st.binary(max_size=200), st.sampled_from(SIDES))
def test_random_bytes(data: bytes, side: Side) -> None:
    check(data.decode("utf-8", errors="replace"), side)
    check(data.decode("latin-1"), side)


@TRIES
@given(st.text(max_size=200), st.sampled_from(SIDES))
@example("\ud800", SIDES[0])
@example("if " + "(" * 900, SIDES[0])
@example("if " + "not " * 240 + "1205 is empty: pass", SIDES[0])
@example("move Compans to 1104" + " otherwise: pass" * 60, SIDES[0])
@example("if turn = 1: pass " + "otherwise: if turn = 1: pass " * 30, SIDES[0])
@example("x" * 5000, SIDES[0])
@example("move " + "Compans, " * 400, SIDES[0])
@example("\n" * 500, SIDES[0])
@example("turn: 99999999999999999999", SIDES[0])
@example("answer D999999: hold 99", SIDES[0])
def test_random_text(text: str, side: Side) -> None:
    check(text, side)


@TRIES
@given(st.lists(st.sampled_from(WORDS), max_size=40), st.sampled_from(SIDES))
def test_random_words_of_the_language(words: list[str], side: Side) -> None:
    check(" ".join(words), side)


@TRIES
@given(st.data())
def test_a_text_with_something_changed(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(EXAMPLE) - 1))
    end = data.draw(st.integers(start, min(start + 12, len(EXAMPLE))))
    other = data.draw(st.one_of(st.just(""), st.sampled_from(WORDS), st.text(max_size=3)))
    found = check(EXAMPLE[:start] + other + EXAMPLE[end:], SIDES[0])
    assert found.orders or found.problems


def test_many_wrong_lines_are_all_told() -> None:
    found = check("mvoe Compans too 1203\n" * 400, SIDES[0])
    assert len(found.problems) == 400
