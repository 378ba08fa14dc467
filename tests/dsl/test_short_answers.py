"""Short answers, and what is said of answers that are none; headers without colons; talk between the orders."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator import rulesets
from adjudicator.core.orders import Answer, Text
from adjudicator.core.types import Choice, Decision, RuleId, Side
from adjudicator.play.match.answering import match_answers, with_short_answers
from adjudicator.play.match.history import Asked
from adjudicator.play.match.reading import read_text
from adjudicator.rulesets.campaign1813 import orders as cam
from adjudicator.rulesets.vv1813 import orders as od

RULES: Any = rulesets.load("bautzen", {})
START = RULES.start()
CAMPAIGN: Any = rulesets.load("campaign1813", {})
CAMPAIGN_START = CAMPAIGN.start()
FRENCH = Side("French")


def decision(kind: str, default: Choice, *examples: Choice) -> Decision:
    return Decision(
        key=kind, kind=kind, side=FRENCH, rule=RuleId("VV-8.3a"), question="What now?", default=default,
        examples=examples, units=("compans", "bonnet"),
    )  # fmt: skip


DECISIONS = {
    "hold": decision("hold", od.Hold(places=0), od.Hold(places=0), od.Hold(places=1)),
    "head": decision(
        "head", od.HeadUnit(units=("bonnet",)), od.HeadUnit(units=("bonnet",)), od.HeadUnit(units=("compans",))
    ),
    "advance": decision("advance", od.Advance(units=()), od.Advance(units=()), od.Advance(units=("compans",))),
    "retreat_before_combat": decision("retreat_before_combat", od.StandAndFight()),
    "support": decision("support", od.Support()),
}


def answered(kind: str, words: str) -> Text:
    read = read_text(RULES, RULES.known(START, FRENCH), FRENCH, "", f"D7: {words}")
    return with_short_answers(RULES, START, [Asked(7, 1, DECISIONS[kind], 1)], FRENCH, read)


@pytest.mark.parametrize(
    ("kind", "words", "choice"),
    [
        ("hold", "1", od.Hold(places=1)),
        ("hold", "no", od.Hold(places=0)),
        ("head", "Compans", od.HeadUnit(units=("compans",))),
        ("head", "2", od.HeadUnit(units=("compans",))),
        ("advance", "none", od.Advance(units=())),
        ("advance", "nobody", od.Advance(units=())),
        ("advance", "Compans", od.Advance(units=("compans",))),
        ("retreat_before_combat", "no", od.StandAndFight()),
        ("retreat_before_combat", "yes", od.RetreatBefore()),
        ("retreat_before_combat", "0902, 0903", od.RetreatBefore(to=("0902", "0903"))),
        ("support", "no", od.Support()),
        ("support", "2 artillery", od.Support(markers=(od.MarkerUse(marker="artillery", count=2),))),
    ],
)
def test_a_short_answer_is_read_as_its_question_means_it(kind: str, words: str, choice: Choice) -> None:
    found = answered(kind, words)
    assert not found.problems, [problem.show() for problem in found.problems]
    (answer,) = found.answers
    assert (answer.number, answer.line) == (7, 1)
    full = _answer(f"answer D7: {_printed(choice)}")
    assert answer.choice == full.choice


def _answer(text: str) -> Answer:
    (answer,) = read_text(RULES, RULES.known(START, FRENCH), FRENCH, "", text).answers
    return answer


def _printed(choice: Choice) -> str:
    from adjudicator.play.match.reading import write_order

    return write_order(RULES, RULES.known(START, FRENCH), FRENCH, choice)


def test_a_campaign_question_is_answered_with_yes_or_no() -> None:
    asked = Asked(
        3,
        1,
        Decision(key="b", kind="besiege", side=FRENCH, rule=RuleId("CAM-siege-2"), question="?", default=cam.Besiege()),
        1,
    )
    for words, lay in (("yes", True), ("no", False)):
        read = read_text(CAMPAIGN, CAMPAIGN.known(CAMPAIGN_START, FRENCH), FRENCH, "", f"answer D3: {words}")
        found, wrong = match_answers(CAMPAIGN, CAMPAIGN_START, [asked], FRENCH, read)
        assert not wrong
        assert found["b"] == cam.Besiege(lay=lay)


def test_what_is_no_answer_is_told_what_the_question_allows() -> None:
    (problem,) = answered("advance", "to Dresden at once").problems
    assert problem.reason == "That is no answer to D7: What now?"
    assert problem.remedy == "Possible: `no advance`, `advance Compans`."
    (other,) = answered("head", "gibberish").problems
    assert "advance" not in other.remedy


def test_of_two_answers_to_one_question_one_short_neither_is_added() -> None:
    read = read_text(RULES, RULES.known(START, FRENCH), FRENCH, "", "D7: no advance\nD7: Compans")
    found = with_short_answers(RULES, START, [Asked(7, 1, DECISIONS["advance"], 1)], FRENCH, read)
    assert [answer.choice for answer in found.answers] == [od.Advance(units=()).model_copy(update={})]
    (problem,) = found.problems
    assert problem.reason == "D7 is answered twice."


# --- the top of a text -------------------------------------------------------------------------------------


def read(text: str) -> Text:
    return read_text(RULES, RULES.known(START, FRENCH), FRENCH, "", text)


def test_a_header_at_the_top_needs_no_colons() -> None:
    found = read("match first-steps\nturn 3\nside France\n\nmove Compans to 1104")
    assert not found.problems
    assert (found.header.match, found.header.turn, found.header.side) == ("first-steps", 3, "France")
    assert len(found.orders) == 1


def test_below_the_orders_a_line_without_a_colon_is_no_header() -> None:
    found = read("turn: 3\nmove Compans to 1104\n\nside note")
    assert found.header.side == ""
    assert [problem.line for problem in found.problems] == [4]


# --- talk, and corrections ---------------------------------------------------------------------------------


def test_talk_is_not_answered_with_every_verb() -> None:
    found = read("move Compans to 1104\n\nDear umpire,\n\nSee you next week\n\nSent from my iPhone")
    assert len(found.orders) == 1
    assert len(found.problems) == 3
    assert not any("Lines begin with" in problem.remedy for problem in found.problems)


def test_the_verbs_are_listed_once_in_a_text() -> None:
    found = read("frobnicate 1204\n\nblubber 1104")
    assert [("Lines begin with" in problem.remedy) for problem in found.problems] == [True, False]
    assert "line 1" in found.problems[1].remedy


@pytest.mark.parametrize(
    "line", ["attack 1504 support all artillery", "attack 1504 losses: not Bonnet", "move Compans never to 1104"]
)
def test_a_corrected_line_never_leaves_out_words_that_mean_something(line: str) -> None:
    (problem,) = read(line).problems
    offered = problem.remedy.partition("Write: ")[2]
    for word in ("all", "not", "never"):
        assert not offered or (word in line.split()) == (word in offered.split())


def test_a_wrong_line_after_a_long_one_is_not_its_continuation() -> None:
    long = "attack 1504 from 1403, 1503 support Artillery tactical head Compans"
    found = read(f"{long}\nBonet 1104")
    assert [order.kind for order in found.orders] == ["attack"]
    (problem,) = found.problems
    assert (problem.line, problem.column) == (2, 1)
