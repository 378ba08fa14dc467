"""Why a line is no order, in the players' words, with a line that would work."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from lark import UnexpectedInput
from rapidfuzz.distance import OSA

from adjudicator.core.problems import Problem, Sort
from adjudicator.dsl.build import Unresolved
from adjudicator.dsl.grammar import Grammar, Mistake, bare, is_thing
from adjudicator.dsl.lines import LineReader, Outcome, Section, is_otherwise, last_token
from adjudicator.dsl.names import WRITTEN, name_words
from adjudicator.dsl.normalizing import Joined, plain_text

Repair = tuple[int, int, str]
"""From, to, and the words to put there."""

HEADER_WORDS = ("match", "turn", "side", "phase", "seat", "standing", "answer")
_TOKEN = re.compile(r'"[^"]*"|\w[\w\'./-]*\w|\w|[^\s\w"]+|"')
_SMALL = ("to", "with", "from", "at", "on")
"""Words that players confuse."""
_IDLE = (*_SMALL, "and", "then", "or", "of", "is")
"""Words that may be left out without changing what is meant."""
_QUANTITIES = ("all", "every", "both", "half", "none", "first", "last", "always")
_LIMITS = ("not", "no", "never", "only", "except", "until", "if", "unless")
_MEANT = frozenset((*_QUANTITIES, *_LIMITS))
"""Words that are never taken for others: with another word the line would mean something else."""
_MISSING = (*_SMALL, "->", ":", ",")
"""Words that players leave out."""
_MOST_TRIES = 3000
"""Changes tried in one text, to find lines that work."""
_NEAR = 12
"""Words around the place where a line goes wrong, in which its mistake is sought."""
_LISTED = 7


class Explainer:
    """Finds the sentence that a wrong line deserves."""

    def __init__(self, reader: LineReader, examples: Callable[[], Mapping[str, str]]) -> None:
        self._examples_now = examples
        self._reader = reader
        self._grammar: Grammar = reader.grammar
        self._tries = _MOST_TRIES
        self._verbs_listed = 0
        """The line of which it was said how lines may begin."""

    def problems(self, lines: Joined, outcome: Outcome, section: Section) -> list[Problem]:
        """Everything that is wrong with a line."""
        if outcome.error is not None:
            return [self._syntax(lines, outcome, outcome.error, section)]
        found = [self._unresolved(lines, outcome, number) for number in range(len(outcome.unresolved))]
        if not found and outcome.mistake is not None:
            found.append(self._mistake(lines, outcome))
        return found

    # --- names and sense -----------------------------------------------------------------------------------

    def _unresolved(self, lines: Joined, outcome: Outcome, number: int) -> Problem:
        name = outcome.unresolved[number]
        trouble = name.trouble
        remedy, instead = trouble.remedy, trouble.instead
        if not trouble.ambiguous:
            keyword = self._keyword(outcome, name, instead)
            remedy, instead = (f"Did you mean {keyword}?", keyword) if keyword else (remedy, instead)
        better = _replaced(lines, name.start, name.end, instead)
        if not trouble.ambiguous and _drops_words(name.written, instead):
            instead = ""
        if instead and (len(outcome.unresolved) > 1 or self._works(plain_text(better), outcome.start)):
            remedy = f"{remedy} {'For example' if trouble.ambiguous else 'Write'}: {better}".strip()
        remedy = remedy or self._pattern(outcome)
        sort: Sort = "ambiguous" if trouble.ambiguous else "not understood"
        reason = trouble.reason.replace(WRITTEN, _shown(lines, name.start, name.end).strip('"“”„'))
        return _problem(lines, name.start, name.end, sort, reason, remedy)

    def _keyword(self, outcome: Outcome, name: Unresolved, instead: str) -> str:
        """A word of the language that is nearer to what was written than any name, and would do."""
        limit = OSA.distance(name.written, plain_text(instead)) if instead else len(name.written)
        for close in _alike(name.written, self._grammar.keywords):
            better = outcome.text[: name.start] + close + outcome.text[name.end :]
            if OSA.distance(name.written, close) < limit and self._works(better, outcome.start):
                return close
        return ""

    def _mistake(self, lines: Joined, outcome: Outcome) -> Problem:
        mistake = outcome.mistake
        assert mistake is not None
        sort: Sort = "ambiguous" if mistake.ambiguous else "not understood"
        problem = _problem(lines, 0, len(lines.lines[0].text), sort, mistake.reason, mistake.remedy)
        return problem.model_copy(update={"rule": mistake.rule})

    # --- grammar -------------------------------------------------------------------------------------------

    def _syntax(self, lines: Joined, outcome: Outcome, error: UnexpectedInput, section: Section) -> Problem:
        for explain in (self._misplaced, self._no_verb, self._misspelt, self._by_example, self._by_repair):
            problem = explain(lines, outcome, error, section)
            if problem is not None:
                return problem
        at = outcome.stops_at
        reason = self._expected(lines, outcome, error)
        return _problem(lines, at, at + len(last_token(error)), "not understood", reason, self._pattern(outcome))

    def _misplaced(self, lines: Joined, outcome: Outcome, error: Any, section: Section) -> Problem | None:
        """An order among standing orders, or the other way round; an `otherwise:` without an order before it."""
        text, end = outcome.text, len(lines.lines[0].text)
        if is_otherwise(text):
            reason = "There is no order with a condition before this `otherwise`."
            remedy = f"Write it after `if CONDITION: ORDER`, as in: {self._example('if')}"
            return _problem(lines, 0, end, "not understood", reason, remedy)
        if section == "order" and self._belongs(text, section, "standing"):
            reason = "This is a standing order, and stands among the orders of the turn."
            remedy = "Write it below a line `standing orders`."
            return _problem(lines, 0, end, "not understood", reason, remedy)
        if section == "standing" and self._belongs(text, section, "order"):
            reason = "This is an order for the turn, and stands among the standing orders."
            return _problem(lines, 0, end, "not understood", reason, "Write it above the line `standing orders`.")
        return None

    def _belongs(self, text: str, here: Section, there: Section) -> bool:
        """Whether a line is right in the other section, or begins as lines do only there."""
        outcome = self._reader.read(text, there)
        return outcome.is_order or (outcome.is_grammatical and not self._reader.has_verb(text, here))

    def _no_verb(self, lines: Joined, outcome: Outcome, error: Any, section: Section) -> Problem | None:
        """A line that does not begin as an order may."""
        if outcome.start == "answer" or self._reader.has_verb(outcome.text, section):
            return None
        token = _TOKEN.match(outcome.text)
        word = token.group() if token else outcome.text[:1]
        shown = _shown(lines, 0, len(word))
        verbs = self._grammar.verbs(section)
        for close in _alike(word, (*verbs, *HEADER_WORDS)):
            if close in HEADER_WORDS[:5] and not outcome.text[len(word) :].lstrip().startswith((":", "=")):
                continue
            better = _replaced(lines, 0, len(word), close)
            works = close in HEADER_WORDS or self._works(plain_text(better), outcome.start)
            if not works and len(word) <= 3:
                continue
            remedy = f"Write: {better}" if works else self._pattern(outcome, close)
            return _problem(lines, 0, len(word), "not understood", f'"{shown}" begins no order: {close}?', remedy)
        for verb in ("move",):
            better = f"{verb} {_shown(lines, 0, len(outcome.text))}"
            if verb in verbs and self._works(plain_text(better), outcome.start):
                return _problem(lines, 0, len(word), "not understood", "The verb is missing.", f"Write: {better}")
        reason = f'"{shown}" begins no {"standing order" if section == "standing" else "order"}.'
        if _is_chat(outcome.text) and word not in self._grammar.verbs("change"):
            remedy = "A remark begins with #; what stands outside of BEGIN ORDERS and END ORDERS is not read."
            return _problem(lines, 0, len(word), "not understood", reason, remedy)
        if self._verbs_listed:
            remedy = f"What may begin a line is said of line {self._verbs_listed}; a remark begins with #."
            return _problem(lines, 0, len(word), "not understood", reason, remedy)
        self._verbs_listed = lines.lines[0].number
        remedy = f"Lines begin with {', '.join(verbs)}; a remark begins with #."
        return _problem(lines, 0, len(word), "not understood", reason, remedy)

    def _misspelt(self, lines: Joined, outcome: Outcome, error: Any, section: Section) -> Problem | None:
        """A line that one word of the language, spelt right, makes an order."""
        return self._repaired(lines, self._repair(outcome, self._respelt(outcome)))

    def _by_example(self, lines: Joined, outcome: Outcome, error: Any, section: Section) -> Problem | None:
        """The sentence of the table of mistakes, where a line goes wrong as one of its examples does."""
        at, end = outcome.stops_at, outcome.stops_at + len(last_token(error))
        found = self._examples.get(_trouble(error))
        for mistake in self._grammar.glossary.mistake:
            match = re.match(mistake.pattern, outcome.text) if mistake.pattern else None
            if match and mistake.start in (outcome.start, "any"):
                found, (at, end) = mistake, match.span(match.lastindex or 0)
                break
        if found is None:
            return None
        repair = self._repair(outcome, self._completed(outcome))
        remedy = f"Write: {_replaced(lines, *repair)}" if repair else self._filled(found.remedy)
        remedy = remedy or self._pattern(outcome)
        return _problem(lines, at, end, "not understood", found.says, remedy)

    @cached_property
    def _examples(self) -> Mapping[tuple[Any, str], Mistake]:
        """Where the parser stands when it stumbles over the examples of each mistake."""
        found: dict[tuple[Any, str], Mistake] = {}
        for mistake in self._grammar.glossary.mistake:
            for example in () if mistake.pattern else mistake.examples:
                try:
                    self._grammar.parse(example, mistake.start)
                except UnexpectedInput as error:
                    found.setdefault(_trouble(error), mistake)
        return found

    def _by_repair(self, lines: Joined, outcome: Outcome, error: Any, section: Section) -> Problem | None:
        """A line that one word more or less puts right."""
        return self._repaired(lines, self._repair(outcome, self._completed(outcome)))

    def _repaired(self, lines: Joined, repair: Repair | None) -> Problem | None:
        if repair is None:
            return None
        start, end, word = repair
        written = _shown(lines, start, end)
        if start == end:
            reason = f"`{word.strip()}` is missing."
        elif word:
            reason = f'"{written}" does not fit here: {word}?'
        else:
            reason = f'"{written}" does not belong here.'
        return _problem(lines, start, end, "not understood", reason, f"Write: {_replaced(lines, *repair)}")

    def _repair(self, outcome: Outcome, changes: Iterator[Repair]) -> Repair | None:
        """The first small change that makes an order of a line."""
        for start, end, word in changes:
            if self._tries <= 0:
                return None
            self._tries -= 1
            if self._works(outcome.text[:start] + word + outcome.text[end:], outcome.start):
                return start, end, word
        return None

    def _respelt(self, outcome: Outcome) -> Iterator[Repair]:
        """Words of the language in the place of words that look like them."""
        for start, end in _tokens(outcome):
            word = outcome.text[start:end]
            if word not in self._grammar.keywords and word not in _MEANT:
                yield from ((start, end, close) for close in _alike(word, self._grammar.keywords))

    def _completed(self, outcome: Outcome) -> Iterator[Repair]:
        """Small words for each other, then small words put in, then words left out that are too many."""
        tokens = [token for token in _tokens(outcome) if token[0] > 0]
        for start, end in tokens:
            word = outcome.text[start:end]
            if word in _SMALL or (start == outcome.stops_at and word not in _MEANT):
                yield from ((start, end, word) for word in (*_SMALL, ","))
        for start, _ in tokens:
            yield from ((start, start, f"{word} ") for word in _MISSING)
        for start, end in () if outcome.is_unfinished else tokens:
            if not outcome.text[start:end].isalnum() or outcome.text[start:end] in _IDLE:
                yield start, end, ""

    def _works(self, text: str, start: str) -> bool:
        section: Section = start if start in ("order", "standing", "change") else "order"  # type: ignore[assignment]
        outcome = self._reader.read(text, section)
        return outcome.is_order and not outcome.comma

    # --- what would fit ------------------------------------------------------------------------------------

    def _expected(self, lines: Joined, outcome: Outcome, error: UnexpectedInput) -> str:
        """What may stand where a line goes wrong."""
        wanted = _listed(self._wanted(error))
        before = _shown(lines, 0, outcome.stops_at).strip()
        word = last_token(error).strip()
        if outcome.is_unfinished:
            return f'Something is missing after "{before}": {wanted}.' if wanted else "The line breaks off."
        head = f'"{word}" does not fit here'
        return f'{head}; after "{before}" may come {wanted}.' if wanted and before else f"{head}."

    def _wanted(self, error: UnexpectedInput) -> list[str]:
        """Things first, then words to write."""
        state = getattr(error, "state", None)
        row = self._grammar.rows.get(getattr(state, "position", state), {})  # type: ignore[arg-type]
        parser: Any = getattr(error, "interactive_parser", None)
        accepted = set(parser.accepts()) if parser is not None else set()
        if {"NUMBER", "PLACE"} <= accepted and "place" not in row:
            accepted.discard("PLACE")
        parts = [self._grammar.glossary.parts.get(bare(name), "") for name in row]
        words = [self._grammar.terminals.get(name, "") for name in accepted]
        things = sorted({part for part in parts if part} or {word for word in words if is_thing(word)})
        return [*things, *sorted({f"`{word}`" for word in words if word and not is_thing(word)}, key=str.casefold)]

    def _pattern(self, outcome: Outcome, verb: str = "") -> str:
        """An order that works and begins with the same word."""
        word = verb or (re.match(r"[a-z]*", outcome.text) or [""])[0]
        now = self._lines_now.get(str(word), "") if outcome.start in ("order", "change") else ""
        example = now or self._filled(self._grammar.glossary.examples.get(str(word), ""))
        return f"For example: {example}" if example else ""

    @cached_property
    def _lines_now(self) -> Mapping[str, str]:
        """Orders that could be given at this moment, as far as they are read as such."""
        return {verb: line for verb, line in self._examples_now().items() if self._works(plain_text(line), "order")}

    def _example(self, verb: str) -> str:
        if verb in self._lines_now:
            return self._lines_now[verb]
        return self._filled(self._grammar.glossary.examples.get(verb, ""))

    def _filled(self, pattern: str) -> str:
        """A pattern with names that this side may use in the place of {unit}, {place} ..."""

        def name(match: re.Match[str]) -> str:
            return self._some_name(match.group(1), int(match.group(2) or 1))

        return re.sub(r"\{([a-z]+)(\d?)\}", name, pattern)

    def _some_name(self, rule: str, number: int) -> str:
        wanted = self._reader.names.rules[rule]
        side = self._reader.names.side
        mine: dict[str, str] = {}
        for spelling in self._reader.names.index.spellings:
            name = spelling.name
            if name.kind in wanted.kinds and (wanted.first != "own" or name.side in (side, None)):
                mine.setdefault(name.id, self._reader.names.printed(rule, name.id))
            if len(mine) > 12:
                break
        ways = [way for way in mine.values() if way]
        return ways[(number - 1) % len(ways)] if ways else wanted.called.removeprefix("a ").removeprefix("an ")


# --- words of a line ---------------------------------------------------------------------------------------


def _problem(lines: Joined, start: int, end: int, sort: Sort, reason: str, remedy: str) -> Problem:
    line, column, width = lines.span(start, end)
    return Problem(
        sort=sort, line=line.number, column=column, width=width, text=line.shown, reason=reason, remedy=remedy
    )


def _shown(lines: Joined, start: int, end: int) -> str:
    """A stretch of the text as the player wrote it."""
    if end <= start:
        return ""
    first, from_column = lines.at(start)
    last, to_column = lines.at(end - 1)
    if first is last:
        return first.shown[from_column - 1 : to_column]
    return lines.text[start:end]


def _replaced(lines: Joined, start: int, end: int, word: str) -> str:
    """The player's own line with other words in one place."""
    text = lines.text
    before, after = _shown(lines, 0, start), _shown(lines, end, len(text))
    parts = [before.rstrip(), word.strip(), after.strip()]
    glue = " ".join(part for part in parts if part)
    return re.sub(r"\s+([,:])", r"\1", glue)


def _drops_words(written: str, instead: str) -> bool:
    """Whether a correction leaves out words that may have meant something: `all artillery` is not `Artillery`."""
    return len(name_words(instead)) < len(name_words(written)) if instead and "," not in instead else False


def _is_chat(text: str) -> bool:
    """Whether a line that begins no order is talk: several words, and nothing that is a place or a number."""
    return len(text.split()) > 1 and not any(letter.isdigit() or letter in '>="' for letter in text)


def _tokens(outcome: Outcome) -> list[tuple[int, int]]:
    """The words of a line, from where it goes wrong outwards, what stands before first."""
    found = [(m.start(), m.end()) for m in _TOKEN.finditer(outcome.text)]
    stop = outcome.stops_at
    return sorted(found, key=lambda span: (abs(span[0] - stop) + 3 * (span[0] > stop), span))[:_NEAR]


def _alike(word: str, words: Iterable[str]) -> list[str]:
    """Words at one or two slips from a word, the nearest first."""
    most = 1 if len(word) <= 4 else 2
    letters = sorted(word)
    near = [
        (OSA.distance(word, other), sorted(other) != letters, other)
        for other in words
        if len(word) > 1 and word != other
    ]
    return [other for distance, _, other in sorted(near) if distance <= most][:4]


def _listed(words: Iterable[str]) -> str:
    found = list(words)
    shown = found if len(found) <= _LISTED else [*found[: _LISTED - 1], "others"]
    return " or ".join(part for part in (", ".join(shown[:-1]), shown[-1] if shown else "") if part)


def _trouble(error: UnexpectedInput) -> tuple[Any, str]:
    """Where the parser stands, and the sort of word it stumbles over."""
    state = getattr(error, "state", None)
    token = getattr(error, "token", None)
    return getattr(state, "position", state), token.type if token is not None else ""
