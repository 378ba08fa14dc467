"""Each wrong line gets the sentence that it deserves, and the remedy is an order that can be read."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from lark import UnexpectedInput

from adjudicator import rulesets
from adjudicator.core.orders import Text
from adjudicator.core.types import Side
from adjudicator.dsl.grammar import STARTS, grammar_of
from adjudicator.play.match.reading import read_text

CASES = tomllib.loads((Path(__file__).parent / "mistakes.toml").read_text("utf-8"))["mistake"]
RULES: Any = rulesets.load("bautzen", {})
START = RULES.start()


def read(text: str, side: str, section: str = "order") -> Text:
    whole = f"standing orders\n{text}" if section == "standing" else text
    return read_text(RULES, RULES.known(START, Side(side)), Side(side), "", whole)


@pytest.mark.parametrize("case", CASES, ids=[case["text"] for case in CASES])
def test_a_wrong_line_gets_its_sentence(case: dict[str, str]) -> None:
    side, section = case.get("side", "French"), case.get("section", "order")
    (problem,) = read(case["text"], side, section).problems
    assert (problem.reason, problem.remedy) == (case["says"], case["remedy"])
    assert " " * (problem.column - 1) + "^" * problem.width == case["caret"]
    assert problem.sort == case.get("sort", "not understood")
    assert problem.text == case["text"]


@pytest.mark.parametrize("case", CASES, ids=[case["text"] for case in CASES])
def test_a_remedy_works(case: dict[str, str]) -> None:
    offered = re.search(r"(?:Write|For example|for example|as in): (.*)$", case["remedy"])
    if offered is None:
        assert case["remedy"].endswith((".", "?"))
        return
    side = case.get("side", "French")
    tries = [read(offered.group(1), side, section) for section in ("order", "standing")]
    assert any(not text.problems for text in tries), case["remedy"]


def test_all_mistakes_of_a_text_are_told_at_once() -> None:
    text = "mvoe Compans to 1203\nmove Bonet, Compnas to 1104\n\nmove Soult to 1104\nattack\n"
    found = read(text, "French")
    assert [(problem.line, problem.column) for problem in found.problems] == [(1, 1), (2, 6), (2, 13), (5, 7)]
    assert [order.line for order in found.orders] == [4]


def test_a_problem_shows_the_line_with_a_caret() -> None:
    (problem,) = read("  move Bonet to 1104  # the centre", "French").problems
    assert problem.show("french.txt") == (
        'french.txt:1:8: not understood: "Bonet" is not a unit or commander that you know.\n'
        "      move Bonet to 1104  # the centre\n"
        "           ^^^^^\n"
        "    Did you mean Bonnet? Write: move Bonnet to 1104"
    )


def test_names_that_a_side_has_not_seen_are_never_suggested() -> None:
    """VV-7.3a: the enemy's roster is told by no error."""
    (problem,) = read("move Roseen to 1104", "French").problems
    assert "Rosen" not in problem.show()


# --- the tables beside the grammars ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["vv1813"])
def test_players_have_a_word_for_every_terminal(name: str) -> None:
    grammar = grammar_of(name)
    ignored = {"PAUSE", "BREATH", "ARTICLE", "HEX"}
    nameless = [t for t, words in grammar.terminals.items() if not words and t not in ignored and "IGNORE" not in t]
    assert not nameless


@pytest.mark.parametrize("name", ["vv1813"])
def test_every_example_of_a_mistake_is_one(name: str) -> None:
    grammar = grammar_of(name)
    for mistake in grammar.glossary.mistake:
        for example in mistake.examples:
            assert not mistake.pattern or re.match(mistake.pattern, example), example
            if not mistake.pattern:
                with pytest.raises(UnexpectedInput):
                    grammar.parse(example, mistake.start)


@pytest.mark.parametrize("name", ["vv1813"])
def test_every_first_word_has_an_example(name: str) -> None:
    grammar = grammar_of(name)
    for start in STARTS:
        missing = [verb for verb in grammar.verbs(start) if verb not in grammar.glossary.examples]
        assert not missing, f"{start}: {missing}"
