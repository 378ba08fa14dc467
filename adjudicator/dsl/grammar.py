"""The grammar of a rule system, its parser, and the words by which players know its parts.

Beside each grammar (`grammar/vv1813.lark`) lies a table of words and mistakes (`grammar/vv1813.toml`): what its
terminals and rules are called, an example of each order, and wrong orders with the sentence that each deserves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Tree
from lark.exceptions import LarkError
from lark.lexer import PatternStr
from pydantic import Field

from adjudicator.core.datafiles import model_of, read_toml
from adjudicator.core.errors import DataError
from adjudicator.core.types import Frozen
from adjudicator.core.values import dataclass
from adjudicator.dsl.parser_cache import kept_parser

STARTS = ("order", "standing", "answer", "change")
"""What a line may be: an order, a standing order, an answer, an umpire's change of the position."""


class Mistake(Frozen):
    """Wrong lines that show one mistake, and what is to be said of it."""

    start: str = "order"
    examples: tuple[str, ...] = Field(min_length=1)
    pattern: str = ""
    """Where given, a line shows this mistake if it begins so; otherwise if it goes wrong where an example does."""
    says: str
    """The sentence; {word} is what stands where the line goes wrong."""
    remedy: str = ""


class Wording(Frozen):
    """Another way of saying a thing, and how the language says it."""

    start: str = "order"
    """The sort of line that it may be; "any" for all."""
    says: str
    """A pattern of the whole line in plain small letters; {us} and {them} are the names of the sides."""
    means: str
    """The line in the words of the language; \\1 is what the first group of the pattern stands for."""


class ShortAnswer(Frozen):
    """What a short answer to one kind of decision means."""

    yes: str = ""
    no: str = ""
    each: tuple[str, ...] = ()
    """What a bare name, place or number means, likeliest first; {} is what the player wrote."""


class Glossary(Frozen):
    """What players call the parts of a grammar."""

    words: Mapping[str, str] = {}
    """Terminals by name."""
    parts: Mapping[str, str] = {}
    """Rules by name: what is expected where one of them may begin."""
    examples: Mapping[str, str] = {}
    """A line that works for each first word; {unit}, {place} and other name rules are filled in."""
    mistake: tuple[Mistake, ...] = ()
    wording: tuple[Wording, ...] = ()
    answers: Mapping[str, ShortAnswer] = {}
    """By kind of decision."""


@lru_cache(maxsize=1)
def grammar_folder() -> Path:
    """The folder of grammars: beside the package in a source tree, inside it once installed."""
    package = Path(__file__).resolve().parent.parent
    for folder in (package.parent / "grammar", package / "_files" / "grammar"):
        if (folder / "common.lark").is_file():
            return folder
    raise DataError("The grammars of the order language are missing.", "Install the package again; it contains them.")


@dataclass(frozen=True)
class Grammar:
    """A parser and its glossary."""

    name: str
    lark: Lark
    glossary: Glossary

    def parse(self, text: str, start: str) -> Tree[Any]:
        """The tree of a line; lark's UnexpectedInput where there is none."""
        return self.lark.parse(text, start=start)

    @cached_property
    def rows(self) -> Mapping[int, Mapping[str, Any]]:
        """The parser's table: what may follow in each state, terminals and rules."""
        parser: Any = self.lark.parser
        rows: Mapping[int, Mapping[str, Any]] = parser.parser.parser.parse_table.states
        return rows

    def first(self, start: str) -> frozenset[str]:
        """The terminals with which a line may begin."""
        parser: Any = self.lark.parser
        state = parser.parser.parser.parse_table.start_states[start]
        return frozenset(name for name in self.rows[state] if name in self.terminals)

    @cached_property
    def terminals(self) -> Mapping[str, str]:
        """Each terminal and what players call it; empty for what is never named, such as a comma."""
        found = {}
        for terminal in self.lark.terminals:
            if isinstance(terminal.pattern, PatternStr):
                found[terminal.name] = terminal.pattern.value
            else:
                found[terminal.name] = self.glossary.words.get(bare(terminal.name), "")
        return found

    @cached_property
    def keywords(self) -> frozenset[str]:
        """The words of the language itself, as against names."""
        found: set[str] = set()
        for words in self.terminals.values():
            if not is_thing(words):
                found |= set(re.findall(r"[a-z]{2,}", words.casefold()))
        return frozenset(found)

    def verbs(self, start: str) -> Mapping[str, None]:
        """The first words with which a line may begin, in alphabetical order."""
        return self._verbs[start]

    @cached_property
    def _verbs(self) -> Mapping[str, Mapping[str, None]]:
        found = {}
        for start in STARTS:
            called = (self.terminals[name] for name in self.first(start))
            words = (words.split(" ")[0] for words in called if not is_thing(words))
            found[start] = dict.fromkeys(sorted(word for word in words if word.isalpha()))
        return found


def is_thing(word: str) -> bool:
    """Whether players are to write a thing of this sort ("a place"), not the word itself."""
    return word.startswith(("a ", "an "))


def bare(name: str) -> str:
    """The name of a rule or terminal without the grammar that it was imported from."""
    return name.rpartition("__")[2] if "__" in name else name


@lru_cache(maxsize=8)
def grammar_of(name: str) -> Grammar:
    """The grammar of a rule system, made when it is first needed: one of ours by its name, another by its path."""
    folder = grammar_folder()
    path = Path(name) if name.endswith(".lark") else folder / f"{name}.lark"
    if not path.is_file():
        raise DataError(
            f"There is no grammar {path.name}.", f"Ours are in {folder}; another is named by its whole path."
        )
    text = path.read_text("utf-8")

    def make() -> Lark:
        return Lark(
            text,
            parser="lalr",
            lexer="contextual",
            start=list(STARTS),
            import_paths=[str(folder)],
            maybe_placeholders=False,
        )

    everything = [text, *(one.read_text("utf-8") for one in sorted(folder.glob("*.lark")))]
    try:
        parser = kept_parser([*STARTS, *everything], make)
    except LarkError as trouble:
        reason = " ".join(str(trouble).split()).rstrip(".")
        raise DataError(f"The grammar {path.name} cannot be used: {reason}.", "Mend it, or install it again.") from None
    return Grammar(path.stem, parser, glossary_of(folder, path))


def glossary_of(folder: Path, path: Path) -> Glossary:
    """The words and mistakes of the common grammar, with those of a rule system on top, if it has any."""
    tables = [read_toml(folder, "common.toml"), read_toml(path.parent, f"{path.stem}.toml", pack=True)]
    merged: dict[str, Any] = {
        section: {key: value for table in tables for key, value in table.get(section, {}).items()}
        for section in ("words", "parts", "examples", "answers")
    }
    for section in ("mistake", "wording"):
        merged[section] = [row for table in reversed(tables) for row in table.get(section, ())]
    return model_of(f"{path.stem}.toml", merged, Glossary)
