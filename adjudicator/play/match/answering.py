"""Answers to open decisions: short ones read as their question means them, each checked as any order is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.orders import Answer, Text
from adjudicator.core.problems import Problem
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.types import Choice, Side
from adjudicator.core.values import replace
from adjudicator.dsl.short_answers import answered_number, possible, short_answer
from adjudicator.play.match.history import Asked


def with_short_answers(rules: Ruleset[Any], state: Any, asked: Sequence[Asked], side: Side, read: Text) -> Text:
    """A text whose short answers are read as the open decisions mean them.

    What is no answer is told in the words of its question: what else the language knows does not help there.
    """
    mine = {a.number: a for a in asked if a.decision.side == side}
    wrong: Mapping[int, int] = {
        problem.line: number
        for problem in read.problems
        if problem.severity == "error" and (number := answered_number(read.lines.get(problem.line, ""))) in mine
    }
    if not wrong:
        return read
    known = rules.known(state, side)
    answers, told = list(read.answers), []
    taken = {answer.number for answer in read.answers}
    for line, number in wrong.items():
        put, words = mine[number], read.lines[line]
        made = short_answer(rules.language, known, side, put.decision, line, words)
        if made is not None and number not in taken:
            answers.append(made)
            taken.add(number)
        elif _is_twice(read, line):
            told += [problem for problem in read.problems if problem.line == line]
        else:
            told.append(_no_answer(rules, known, put, side, line, words, again=made is not None))
    others = [problem for problem in read.problems if problem.line not in wrong]
    problems = tuple(sorted((*others, *told), key=lambda problem: (problem.line, problem.column)))
    ordered: tuple[Answer, ...] = tuple(sorted(answers, key=lambda answer: answer.line))
    return replace(read, answers=ordered, problems=problems)


def _is_twice(read: Text, line: int) -> bool:
    """Whether a line is wrong only because its decision is answered twice."""
    return any(problem.line == line and problem.sort == "ambiguous" for problem in read.problems)


def _no_answer(
    rules: Ruleset[Any], known: Any, put: Asked, side: Side, line: int, words: str, *, again: bool
) -> Problem:
    """What is said of a line that answers a question in words which do not fit it."""
    if again:
        reason, remedy = f"{put.name} is answered twice.", "Keep one of the two answers."
    else:
        reason = f"That is no answer to {put.name}: {put.decision.question}"
        remedy = possible(rules.language, known, side, put.decision)
    return Problem(sort="not understood", line=line, text=words, reason=reason, remedy=remedy)


def match_answers(
    rules: Ruleset[Any], state: Any, asked: Sequence[Asked], side: Side, read: Text
) -> tuple[dict[str, Choice], list[Problem]]:
    """Answers by decision key, as far as they are to open decisions of the side, and legal."""
    read = with_short_answers(rules, state, asked, side, read)
    found: dict[str, Choice] = {}
    problems = [p for p in read.problems if p.severity == "error"]
    mine = {a.number: a for a in asked if a.decision.side == side}
    for answer in read.answers:
        words = read.lines.get(answer.line, "")
        put = mine.get(answer.number)
        if put is None:
            names = ", ".join(a.name for a in mine.values())
            problems.append(
                Problem(
                    sort="refused",
                    line=answer.line,
                    text=words,
                    reason=f"D{answer.number} is not an open decision of the {side} side.",
                    remedy=f"Open for you: {names}." if names else "Nothing is asked of you at the moment.",
                )
            )
            continue
        legal = rules.allows(state, put.decision, answer.choice)
        if legal.value:
            found[put.decision.key] = answer.choice
        else:
            problems.append(
                Problem(
                    sort="refused",
                    line=answer.line,
                    text=words,
                    reason=legal.because or f"That is no legal answer to {put.name}.",
                    rule=legal.rule,
                    remedy=legal.remedy,
                )
            )
    return found, problems
