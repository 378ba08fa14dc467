"""What a line says is what a decision hears: moments of standing orders, and answers in the player's words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator import rulesets
from adjudicator.core.orders import AskMe
from adjudicator.core.types import Choice, Decision, RuleId, Side
from adjudicator.kit.run import chosen
from adjudicator.play.match.reading import read_text
from adjudicator.rulesets.vv1813 import orders as od
from adjudicator.rulesets.vv1813.decisions import fitted

RULES: Any = rulesets.load("bautzen", {"fog": "none"})
START = RULES.start()
COALITION = Side("Coalition")


def decision(kind: str, default: Choice, *moments: str) -> Decision:
    """A decision of the Coalition at 1504, which is attacked."""
    return Decision(
        key=f"T3/{kind}/{'/'.join(moments)}",
        kind=kind,
        moments=moments,
        side=COALITION,
        rule=RuleId("VV-8.4b1"),
        question="?",
        default=default,
        place="1504",
        places=("1504",),
        units=("von_klux", "pirch"),
    )


def says(line: str, asked: Decision) -> Choice | AskMe | None:
    """What a standing order says to a decision of the Coalition."""
    found = read_text(RULES, START, COALITION, "", f"standing orders\n{line}")
    assert not found.problems
    choice: Choice | AskMe | None = RULES.standing(replace(START, turn=3), asked, found.standing)
    return choice


HEAD = decision("head", od.HeadUnit(units=("pirch",)), "attacked")
OURS = decision("head", od.HeadUnit(units=("pirch",)), "attacking")
KLUX = od.HeadUnit(units=("von_klux",))


def test_attacked_and_attacking_are_different_moments() -> None:
    """D26: the head unit may be another when the side attacks."""
    assert says("when attacked: head Klux", HEAD) == KLUX
    assert says("when attacked: head Klux", OURS) is None
    assert says("when attacking: head Klux", HEAD) is None
    assert says("when attacking 1504: head Klux", OURS) == KLUX
    assert says("head Klux", HEAD) == says("head Klux", OURS) == KLUX


def test_place_and_unit_narrow_a_standing_order() -> None:
    assert says("when attacked at 1504: head Klux", HEAD) == KLUX
    assert says("when attacked at 1603: head Klux", HEAD) is None
    assert says("when Pirch is attacked: head Klux", HEAD) == KLUX
    assert says("when Horn is attacked: head Klux", HEAD) is None


def test_a_condition_is_tested_in_the_sides_view() -> None:
    assert says("if turn >= 3: head Klux", HEAD) == KLUX
    assert says("if turn > 3: head Klux", HEAD) is None


def test_bombarded_is_not_attacked() -> None:
    """D17: under bombardment a stack may hold where it would not in combat."""
    default = od.Hold(places=0)
    fired = decision("hold", default, "bombarded", "must_retreat")
    fought = decision("hold", default, "attacked", "must_retreat")
    for asked, word in ((fired, "bombarded"), (fought, "attacked")):
        other = "attacked" if word == "bombarded" else "bombarded"
        assert says(f"when {word}: stay and take the loss", asked) == od.Hold(places=9)
        assert says(f"when {other}: stay and take the loss", asked) is None
        assert says("when we must retreat: stay and take the loss", asked) == od.Hold(places=9)


def test_cossacks_on_entering_a_zone() -> None:
    """D18: a standing order may wait for the step into one of our zones."""
    asked = decision("cossacks", od.Cossacks(play=False), "enemy_moves", "enemy_enters")
    passing = decision("cossacks", od.Cossacks(play=False), "enemy_moves")
    line = "when the enemy enters our zone: play Cossacks"
    assert says(line, asked) == od.Cossacks(play=True)
    assert says(line, passing) is None
    assert says("when the enemy moves: play Cossacks", passing) == od.Cossacks(play=True)


@pytest.mark.parametrize("line", ["ask me", "ask me about head", "when attacked: ask me", "for Pirch: ask me"])
def test_ask_me_pauses(line: str) -> None:
    assert isinstance(says(line, HEAD), AskMe)


def test_ask_me_about_something_else_does_not() -> None:
    assert says("ask me about losses", HEAD) is None
    assert says("when attacking: ask me", HEAD) is None


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("retreat to 0902", od.RetreatBefore(to=("0902",))),
        ("retreat", od.RetreatBefore()),
        ("retreat before combat to 0902", od.RetreatBefore(to=("0902",))),
        ("stay", od.StandAndFight()),
        ("stand", od.StandAndFight()),
    ],
)
def test_plain_words_answer_whether_to_retreat_before_combat(words: str, meant: Choice) -> None:
    """D24: the answer of the manual, `retreat to 0902`, fits the question of VV-8.3a."""
    asked = decision("retreat_before_combat", od.StandAndFight())
    (answer,) = read_text(RULES, START, COALITION, "", f"answer D7: {words}").answers
    assert fitted(asked, answer.choice) == meant
    assert RULES.allows(START, asked, answer.choice).value


def test_keep_is_an_answer_about_cossacks() -> None:
    asked = decision("cossacks", od.Cossacks(play=False))
    (answer,) = read_text(RULES, START, COALITION, "", "D4: keep").answers
    assert RULES.allows(START, asked, answer.choice).value
    assert fitted(asked, answer.choice) == od.Cossacks(play=False)
    assert chosen({asked.key: answer.choice}, asked, od.Cossacks) == od.Cossacks(play=False)


def test_of_several_lines_the_one_about_fewer_counts_before_the_one_with_a_place() -> None:
    """The narrowest scope first, then a place or a fitting condition, then the line written first."""
    plain, placed, named = "head Horn, Pirch", "when attacked at 1504: head Klux", "for Pirch: head Pirch"
    assert says(f"{plain}\n{placed}", HEAD) == KLUX
    assert says(f"{placed}\n{named}", HEAD) == od.HeadUnit(units=("pirch",))
    assert says("head Klux\nhead Pirch", HEAD) == KLUX
    assert says("head Pirch\nif turn >= 3: head Klux", HEAD) == KLUX
    assert says("head Pirch\nif turn > 3: head Klux", HEAD) == od.HeadUnit(units=("pirch",))
