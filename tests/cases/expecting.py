"""What a case expects, line by line, and the sentence for a player where it did not come to pass."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from functools import partial

from adjudicator.core.pausing import Resolved
from adjudicator.core.types import Decision, Side
from tests.cases.files import CaseError, Part, Story
from tests.cases.happened import (
    FINDING,
    RULE,
    decision_in_words,
    event_in_words,
    finding_in_words,
    findings,
    has_all,
    is_finding,
    kinds_in_words,
    refusal_in_words,
    simple_value,
)
from tests.cases.run import Told, play, tried
from tests.cases.words import Moment, Plain, Words, simple, words_in

Said = Mapping[str, str]
Check = Callable[[str, Said], Iterator[str]]
Checked = Generator[str, None, bool]
"""Faults, and in the end whether the line was understood."""
_DECISION = r"(?:(?P<side>\w+):\s*)?(?P<kind>.+?)(?:\s+(?:at|in)\s+(?P<place>.+?))?"
REFUSED = re.compile(
    rf"(?P<what>refused|not understood|not carried out)(?:\s+(?P<side>\w+))??\s+(?P<line>line \d+|answer D\d+)"
    rf"(?:\s+(?P<rule>{RULE}|GENERAL|UMPIRE))?(?:\s*:\s*(?P<says>.+))?"
)
ASKED = re.compile(rf"(?P<what>asked|not asked|waits for)\s+{_DECISION}")
DECIDED = re.compile(rf"decided\s+{_DECISION}\s+by (?P<source>answer|standing order|default)(?:\s*:\s*(?P<choice>.+))?")
ENDS = re.compile(r"ends:\s*(?P<verdict>.+?)(?:\s*\((?P<rule>[^)]+)\))?")
TOLD = re.compile(r"(?P<side>\w+) is (?P<not>not )?told (?P<event>.+)")
SOURCES = {"answer": "answer", "standing order": "standing", "default": "default"}


def faults(story: Story) -> list[str]:
    """Everything in which a case came out otherwise than it says, up to the first part that did."""
    words = words_in(story.path.parent)
    for number, (part, told) in enumerate(play(story), start=1):
        where = f"Part {number}: " if len(story.parts) > 1 else ""
        found = [f"{where}{fault}" for fault in _faults(words, part, told)]
        if found:
            return found
    return []


def message(title: str, source: str, found: Iterable[str]) -> str:
    """All that is wrong with a case, for a reader."""
    return "\n".join((f"{title} ({source})", *(f"  - {one}" for one in found)))


def _faults(words: Words, part: Part, told: Told) -> Iterator[str]:
    heard = _Heard(words, told)
    for line in part.expect:
        yield from heard.line(line.strip())
    yield from heard.left_over()
    for label in told.unused:
        yield f"The case gives dice for `{label}`, and nobody rolled them."
    for line in part.ask:
        yield from _question(words, told, line)


def _question(words: Words, told: Told, line: str) -> Iterator[str]:
    question, mark, answer = line.rpartition("? ")
    if not mark:
        raise CaseError(f"`{line}` is no question with its answer: write `QUESTION? ANSWER`.")
    moment = Moment(told.rules, told.state, told.names, partial(tried, told.rules, words, told.state))
    said = words.answer(moment, question)
    if simple_value(said) != simple_value(answer):
        yield f"Asked `{question}?`, the rules say `{said}`; the case says `{answer.strip()}`."


class _Heard:
    """What happened in a part, and what of it the case has spoken of."""

    def __init__(self, words: Words, told: Told) -> None:
        self._words = words
        self._told = told
        self._kinds = {str(sort.model_fields["kind"].default) for sort in told.rules.event_types()}
        self._refused = list(told.refused)
        self._misread = list(told.misread)
        self._open = list(told.open)
        self._ending = told.ending
        self._last = -1
        """The event that the line before spoke of, by its number."""

    def line(self, line: str) -> Iterator[str]:
        """What is wrong with one line; the first form that fits says what it means."""
        checks: tuple[tuple[re.Pattern[str], Check], ...] = (
            (REFUSED, self._about_a_line),
            (DECIDED, self._about_a_choice),
            (ASKED, self._about_a_decision),
            (ENDS, self._about_the_end),
            (TOLD, self._about_what_is_told),
            (FINDING, self._about_a_finding),
        )
        for pattern, check in checks:
            match = pattern.fullmatch(line)
            if match:
                yield from check(line, {name: text for name, text in match.groupdict().items() if text})
                return
        if not (yield from self._about_an_event(line)):
            yield from self._about_the_position(line)

    def left_over(self) -> Iterator[str]:
        """What a case must not pass over in silence: refusals, lines not understood, open questions, an ending."""
        for event in self._refused:
            yield f"Refused, and the case does not say so: {refusal_in_words(event)}"
        for event in self._misread:
            yield f"Not understood: {refusal_in_words(event)}"
        for decision in self._open:
            yield f"The turn waits for an answer, and the case gives none: {decision_in_words(decision)}."
        if self._ending is not None:
            yield f"The match ended, and the case does not say so: {self._ending.verdict} ({self._ending.rule})."

    # --- lines of a text -----------------------------------------------------------------------------------

    def _about_a_line(self, line: str, said: Said) -> Iterator[str]:
        """`refused line 2 VV-8.1: not adjacent`, `not understood line 1`, `not carried out line 3`."""
        pools = {"refused": self._refused, "not understood": self._misread, "not carried out": self._told.not_done}
        pool = pools[said["what"]]
        for event in pool:
            if _is_line(event, said):
                pool.remove(event)
                return
        told = "; ".join(refusal_in_words(event) for event in pool) or f"nothing was {said['what']}"
        yield f"Expected `{line}`, but {told}."

    # --- decisions -----------------------------------------------------------------------------------------

    def _about_a_decision(self, line: str, said: Said) -> Iterator[str]:
        """`asked Coalition: head at 1504`, `not asked hold`, `waits for French: losses`."""
        settled = [one.decision for one in self._told.resolved]
        pool = self._open if said["what"] == "waits for" else [*settled, *self._told.open]
        found = [one for one in pool if self._is_asked(one, said)]
        if said["what"] == "not asked":
            yield from (f"Expected `{line}`, but it was asked: {decision_in_words(one)}." for one in found[:1])
        elif not found:
            yield f"Expected `{line}`, but {_or_nothing(pool)}."
        elif said["what"] == "waits for":
            self._open.remove(found[0])

    def _about_a_choice(self, line: str, said: Said) -> Iterator[str]:
        """`decided French: head at 1202 by standing order: head Compans`."""
        found = [one for one in self._told.resolved if self._is_asked(one.decision, said)]
        if not found:
            yield f"Expected `{line}`, but {_or_nothing([one.decision for one in self._told.resolved])}."
        elif not any(self._is_chosen(one, said) for one in found):
            told = "; ".join(f"by {one.source}: {self._told.in_words(one)}" for one in found)
            yield f"Expected `{line}`, but it was decided {told}."

    def _is_asked(self, decision: Decision, said: Said) -> bool:
        place = self._told.names.place(said["place"]) if "place" in said else ""
        return (
            simple(decision.kind) == simple(said["kind"])
            and said.get("side", decision.side) == decision.side
            and place in ("", decision.place)
        )

    def _is_chosen(self, one: Resolved, said: Said) -> bool:
        words = said.get("choice", "")
        fits = not words or simple(words) == simple(self._told.in_words(one))
        return fits and one.source == SOURCES[said["source"]]

    # --- the end -------------------------------------------------------------------------------------------

    def _about_the_end(self, line: str, said: Said) -> Iterator[str]:
        """`ends: French victory, marginal (VV-10.5B)`."""
        ending, self._ending = self._ending, None
        if ending is None:
            yield f"Expected `{line}`, but the match goes on."
        elif simple(ending.verdict) != simple(said["verdict"]) or said.get("rule", ending.rule) != ending.rule:
            yield f"Expected `{line}`, but it ended so: {ending.verdict} ({ending.rule})."

    # --- findings, events, the position ----------------------------------------------------------------------

    def _about_a_finding(self, line: str, said: Said) -> Iterator[str]:
        """`VV-8.4e Army morale -1`: a modifier or another conclusion, somewhere in what happened."""
        found = [one for event in self._told.events for one in findings(event)]
        if not any(is_finding(one, said) for one in found):
            near = [finding_in_words(one) for one in found if one["rule"] == said["rule"]]
            rules = ", ".join(dict.fromkeys(one["rule"] for one in found)) or "none"
            told = "; ".join(dict.fromkeys(near)) or f"nothing was found by that rule, only by {rules}"
            yield f"Expected `{line}`, but {told}."

    def _about_an_event(self, line: str) -> Checked:
        """`commander hit: Soult, bruised`; `no ...` or `2 ...`: so often; `then ...`: after the one before."""
        word, _, rest = line.partition(" ")
        count = 0 if word == "no" else int(word) if word.isdigit() else None
        later = word == "then"
        name, kind, details = _event(rest if later or count is not None else line)
        if kind not in self._kinds:
            return False
        pool = [(n, e) for n, e in enumerate(self._told.events) if e["kind"] == kind and (not later or n > self._last)]
        found = [n for n, event in pool if has_all(self._told.names, event, details)]
        if (count is None and not found) or (count is not None and len(found) != count):
            only = f"no {name} happened, only {kinds_in_words(self._told.events)}"
            yield f"Expected `{line}`, but {'; '.join(event_in_words(event) for _, event in pool) or only}."
        self._last = found[0] if found else self._last
        return True

    def _about_what_is_told(self, line: str, said: Said) -> Iterator[str]:
        """`Coalition is told stack moved: path 1203`, `Coalition is not told units moved`."""
        side = said["side"]
        if side not in self._told.rules.sides:
            raise CaseError(f"{side} is no side: write {' or '.join(self._told.rules.sides)}.")
        name, kind, details = _event(said["event"])
        if kind not in self._kinds:
            raise CaseError(f"There is no event called {name!r}: `adjudicator schema` lists them.")
        seen = self._told.seen_by(Side(side))
        found = [event for event in seen if event["kind"] == kind and has_all(self._told.names, event, details)]
        if bool(found) == ("not" in said):
            near = found or [event for event in seen if event["kind"] == kind]
            told = "; ".join(event_in_words(event) for event in near) or f"only of {kinds_in_words(seen)}"
            yield f"Expected `{line}`, but the {side} side is told {told}."

    def _about_the_position(self, line: str) -> Iterator[str]:
        """Any line of a position: it must hold now."""
        instead = self._words.statement(self._told.rules, self._told.names, line).differs(self._told.plain)
        if instead:
            yield f"Expected `{line}`, but {instead}."


def _event(text: str) -> tuple[str, str, str]:
    """The words, the kind and the details of an event that a line names."""
    name, _, details = text.partition(":")
    return name.strip(), simple(name).replace(" ", "_"), details.strip()


def _is_line(event: Plain, said: Said) -> bool:
    return (
        event["line"] == said["line"]
        and said.get("side", event["side"]) == event["side"]
        and said.get("rule", event["rule"]) == event["rule"]
        and simple(said.get("says", "")) in simple(event["reason"])
    )


def _or_nothing(asked: Iterable[Decision]) -> str:
    return "; ".join(decision_in_words(one) for one in asked) or "nothing was asked"
