"""What a rule system brings so that its cases can be run: its words for positions, and the questions it answers.

Beside its case files a rule system keeps a module `words.py` that offers `WORDS`. It changes positions in the plain
form that `Ruleset.dump` gives and `Ruleset.load` reads, so it needs no class of the rule system.
"""

from __future__ import annotations

import importlib.util
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from adjudicator import rulesets
from adjudicator.core.language import Name
from adjudicator.core.types import UMPIRE
from tests.cases.files import CaseError

Plain = dict[str, Any]


class Statement(Protocol):
    """A line about a position: it can be made true, and it can be looked up."""

    def put(self, plain: Plain) -> None:
        """Make it so."""
        ...

    def differs(self, plain: Plain) -> str:
        """How it is instead; "" where it is so."""
        ...


@dataclass(frozen=True, slots=True)
class Field:
    """One value of a position, by its way through the plain form; left-out values stand at `default`."""

    way: tuple[str, ...]
    value: Any
    what: str
    """What it is about, for a reader: "Von Klux is at"."""
    default: Any = None

    def put(self, plain: Plain) -> None:
        inside = plain
        for step in self.way[:-1]:
            inside = inside.setdefault(step, {})
        inside[self.way[-1]] = self.value

    def differs(self, plain: Plain) -> str:
        inside: Any = plain
        for step in self.way:
            inside = inside.get(step, self.default) if isinstance(inside, Mapping) else self.default
        return "" if inside == self.value else f"{self.what} {in_words(inside)}"


@dataclass(frozen=True, slots=True)
class Both:
    """Several statements in one line."""

    parts: tuple[Statement, ...]

    def put(self, plain: Plain) -> None:
        for part in self.parts:
            part.put(plain)

    def differs(self, plain: Plain) -> str:
        return "; ".join(text for text in (part.differs(plain) for part in self.parts) if text)


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a question is put: the rules, the position, its names; and what would come of an order there."""

    rules: Any
    state: Any
    names: Names
    trial: Callable[[str], Any]
    """Plays the phase of the position with one order of the side that is to move, every die a 1: what was told."""


ONE_WORD = ("side", "turn", "number")


@dataclass
class Vocabulary:
    """Sentences with gaps, each with what it means: `movement of {unit}`, `{side} morale {value}`.

    A gap takes any words, one called `side`, `turn` or `number` a single one; a sentence is read by the first pattern
    that fits it whole.
    """

    patterns: dict[str, Callable[..., Any]] = field(default_factory=dict)

    def says(self, pattern: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Register what a sentence means."""

        def keep(function: Callable[..., Any]) -> Callable[..., Any]:
            self.patterns[pattern] = function
            return function

        return keep

    def find(self, line: str) -> tuple[Callable[..., Any], dict[str, str]] | None:
        """The meaning of a sentence, and what fills its gaps."""
        for pattern, function in self.patterns.items():
            found = _pattern(pattern).fullmatch(line.strip())
            if found:
                return function, {name: text.strip() for name, text in found.groupdict().items()}
        return None


@lru_cache(maxsize=512)
def _pattern(pattern: str) -> re.Pattern[str]:
    parts = re.split(r"(\{\w+\})", pattern)
    return re.compile("".join(_gap(p[1:-1]) if p.startswith("{") else re.escape(p) for p in parts), re.IGNORECASE)


def _gap(name: str) -> str:
    text = r"[\w.]+" if name in ONE_WORD else ".+?"
    return f"(?P<{name}>{text})"


@dataclass
class Words:
    """A rule system's words."""

    positions: Vocabulary
    """Lines about positions; each meaning takes (rules, names, and what fills the gaps)."""
    questions: Vocabulary
    """Questions to the rules; each meaning takes (moment, and what fills the gaps)."""
    bare: Callable[[Any, Plain], None]
    """Takes every piece off the map and everything out of the hands, so that a case names all that counts."""
    stage: Callable[[Plain], str]
    """The phase or wait that a position stands at, in the words of the names of phases."""
    is_set_up: Callable[[Plain], bool]
    """Whether the set-up of a scenario is over."""
    load: Callable[[str, Mapping[str, str]], Any] = rulesets.load
    """A game with its options; only for a rule system that need not be installed to be tested."""

    def statement(self, rules: Any, names: Names, line: str) -> Statement:
        """What a line says of a position."""
        found = self.positions.find(line)
        if found is None:
            known = "; ".join(self.positions.patterns)
            raise CaseError(f"No words of {rules.name} fit the line `{line}`. It knows: {known}.")
        meaning, gaps = found
        made: Statement = meaning(rules, names, **gaps)
        return made

    def answer(self, moment: Moment, question: str) -> str:
        """What the rules say to a question."""
        found = self.questions.find(question)
        if found is None:
            known = "; ".join(self.questions.patterns)
            raise CaseError(f"{moment.rules.name} knows no question `{question}`. It knows: {known}.")
        meaning, gaps = found
        return str(meaning(moment, **gaps))


# --- names -------------------------------------------------------------------------------------------------


def simple(text: str) -> str:
    """Small letters without accents, words parted by single blanks: what names are compared by."""
    flat = unicodedata.normalize("NFKD", text.casefold().replace("ß", "ss"))
    return " ".join(re.findall(r"[a-z0-9/+?]+", "".join(c for c in flat if not unicodedata.combining(c))))


class Names:
    """The names of a game, as its order language has them: any part that only one thing has will do."""

    def __init__(self, rules: Any, state: Any) -> None:
        self._place: Callable[[str], str | None] = rules.language.place
        self._names: tuple[Name, ...] = tuple(rules.language.names(state, UMPIRE))
        self._keys = {one: _keys(one) for one in self._names}

    def piece(self, text: str, side: str = "", kinds: tuple[str, ...] = ("unit", "commander")) -> str:
        """The id of a piece."""
        return self.find(text, kinds, side)

    def place(self, text: str) -> str:
        """The id of a place, by number or name."""
        return self._place(text) or self.find(text, ("place",))

    def find(self, text: str, kinds: tuple[str, ...] = (), side: str = "") -> str:
        """The id of what a name stands for."""
        found = self.candidates(text, kinds, side)
        if len(found) == 1:
            return found[0]
        if not found:
            raise CaseError(f"Nothing is called {text!r}{f' on the {side} side' if side else ''}.")
        raise CaseError(f"{text!r} may be {', '.join(found)}: write more of the name.")

    def candidates(self, text: str, kinds: tuple[str, ...] = (), side: str = "") -> list[str]:
        """The ids that a name may stand for: whole names before parts of names."""
        wanted = simple(text)
        fitting = [n for n in self._names if (not kinds or n.kind in kinds) and (not side or n.side in (side, None))]
        whole = [n.id for n in fitting if wanted in self._keys[n]]
        parts = [n.id for n in fitting if any(f" {wanted} " in f" {key} " for key in self._keys[n])] if wanted else []
        return list(dict.fromkeys(whole or parts))

    def called(self, id_: str) -> str:
        """The name of a thing, for a reader."""
        return next((one.name for one in self._names if one.id == id_), id_)

    def spoken(self, id_: str) -> str:
        """Words that stand for a thing and for nothing else of its kind."""
        mine = next(one for one in self._names if one.id == id_)
        ways = (mine.name, *mine.aliases)
        return next((way for way in ways if self.candidates(way, (mine.kind,)) == [id_]), mine.name)


def _keys(name: Name) -> tuple[str, ...]:
    return tuple(simple(text) for text in (name.id, name.name, *name.aliases))


def side_named(rules: Any, name: str) -> str:
    """A side of the game by its name."""
    if name not in rules.sides:
        raise CaseError(f"{name!r} is no side: write {' or '.join(rules.sides)}.")
    return name


def listed(text: str) -> Iterator[str]:
    """The items of a list in words: `Soult, Compans and Bonnet`; what stands in brackets is one item."""
    for item in re.split(r"(?:,\s*(?:and\s+)?|\s+and\s+)(?![^(]*\))", text):
        if item.strip():
            yield item.strip()


def in_words(value: Any) -> str:
    """A plain value for a reader."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping) and "rule" in value and "value" in value:
        return in_words(value["value"])
    if isinstance(value, Mapping):
        return ", ".join(f"{key.replace('_', ' ')} {in_words(one)}" for key, one in value.items())
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ", ".join(in_words(one) for one in value)
    return "nothing" if value is None or value == "" else str(value)


# --- finding them -------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"cases_{path.parent.name}_words", path)
    if spec is None or spec.loader is None or not path.exists():
        raise CaseError(f"There is no words.py in {path.parent.name}: a rule system's words stand beside its cases.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def words_in(folder: Path) -> Words:
    """The words of the rule system whose cases a folder holds."""
    found: Words = _module(folder / "words.py").WORDS
    return found
