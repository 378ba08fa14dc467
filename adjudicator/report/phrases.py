"""What events say: one macro for each kind of event in phrases/<ruleset>.j2, giving a sentence with marked spans."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.core.errors import DataError
from adjudicator.core.values import dataclass
from adjudicator.pictures.boards import place_name, place_words
from adjudicator.pictures.templates import folders, settings
from adjudicator.report.spans import BAR, OPEN, mark

if TYPE_CHECKING:
    from jinja2 import Template

COMMON = "common"
"""The phrases of events that every game shares."""


@cache
def phrase_template(ruleset: str, own: Path | None = None, kept: Path | None = None) -> Template | None:
    """The compiled phrases of a ruleset, from a plug-in's own folder or ours; None if it has none.

    `kept` is where they are kept from run to run.
    """
    from jinja2 import ChainableUndefined, Environment, FileSystemLoader, TemplateSyntaxError

    from adjudicator.report.kept_templates import kept_templates

    places = [folder / "phrases" for folder in folders(own)]
    env = Environment(
        loader=FileSystemLoader(places),
        bytecode_cache=kept_templates(kept, "phrases"),
        autoescape=False,
        undefined=ChainableUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    name = f"{ruleset}.j2"
    if not any((place / name).is_file() for place in places):
        return None
    try:
        return env.get_template(name)
    except TemplateSyntaxError as wrong:
        raise DataError(f"phrases/{name}, line {wrong.lineno}: {wrong.message}.", "Mend the template.") from wrong


def phrase_kinds(ruleset: str, own: Path | None = None) -> frozenset[str]:
    """The kinds of event that have a phrase, of the ruleset's own or shared."""
    found = (phrase_template(name, own) for name in (ruleset, COMMON))
    modules = [template.make_module({}) for template in found if template is not None]
    return frozenset(name for module in modules for name in dir(module) if not name.startswith("_"))


def phrase_settings(ruleset: str, own: Path | None = None) -> dict[str, Any]:
    """Which events are told quietly, which show a table, as the ruleset's phrases ask for."""
    return settings(f"phrases/{ruleset}.toml", own)


@dataclass
class Speaker:
    """Says events of one report: knows the names of pieces and places."""

    ruleset: str
    names: Mapping[str, str]
    board: object = None
    formations: Mapping[str, str] = field(default_factory=dict)
    templates: Path | None = None
    """A plug-in's own folder of templates."""
    kept: Path | None = None
    """Where compiled phrases are kept from run to run."""
    _modules: tuple[Any, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        helpers: dict[str, Callable[..., str]] = {
            "unit": self.unit,
            "units": self.units,
            "place": self.place,
            "places": self.places,
            "number": lambda value: mark("number", value),
            "signed": lambda value: mark("number", signed(value)),
            "rule": lambda value: mark("rule", value),
            "side": lambda value: mark("side", f"the {value}" if value else "nobody"),
            "Side": lambda value: mark("side", f"The {value}" if value else "Nobody"),
            "marker": lambda value: mark("marker", self.marker(value)),
            "markers": self.markers,
            "formation": self.formation,
            "those": lambda ids: join([self.formation(one) for one in ids or ()]),
            "join": join,
            "count": count,
        }
        found = (phrase_template(name, self.templates, self.kept) for name in (self.ruleset, COMMON))
        self._modules = tuple(template.make_module(helpers) for template in found if template is not None)

    def _macro(self, name: str) -> Any:
        """A macro of the ruleset's phrases, else of the shared ones; None if there is none."""
        return next((macro for module in self._modules if (macro := getattr(module, name, None)) is not None), None)

    def say(self, event: Mapping[str, Any]) -> str:
        """The sentence of an event; a plain one for a kind without a phrase."""
        macro = self._macro(str(event.get("kind", "")))
        if macro is None:
            return str(event.get("kind", "event")).replace("_", " ").capitalize() + "."
        return tidy(str(macro(event)))

    def tell(self, macro: str, *arguments: Any) -> list[str]:
        """The lines of a macro that sums up (`course`, `losses`); none if the ruleset has no such macro."""
        found = self._macro(macro)
        lines = str(found(*arguments)).split("\n") if found is not None else []
        return [line for line in (tidy(part) for part in lines) if line]

    def name(self, piece: str) -> str:
        """The printed name of a piece; a readable form of its id where nothing is known."""
        known = self.names.get(piece)
        return known if known is not None else piece.split("/")[-1].replace("_", " ").replace("-", " ").title()

    def unit(self, piece: Any) -> str:
        """A unit or commander as a span."""
        return mark("unit", self.name(str(piece))) if piece else "a unit"

    def units(self, pieces: Any, more: Any = ()) -> str:
        """Units and commanders as a list of spans; "a stack" where none is known."""
        known = [*(pieces or ()), *(more or ())]
        return join([self.unit(piece) for piece in known]) if known else "a stack"

    def place(self, place: Any) -> str:
        """A place as a span, with its name where it has one."""
        if not place:
            return "a place off the map"
        named = place_name(self.board, str(place)) or self.names.get(str(place), "")
        return mark("place", place_words(self.board, str(place), named))

    def places(self, places: Any) -> str:
        """Several places as a list of spans."""
        return join([self.place(place) for place in places or ()])

    def formation(self, name: Any) -> str:
        """The printed name of a formation."""
        known = self.formations.get(str(name)) or self.names.get(str(name))
        plain = str(name).replace("_", " ")
        return known or f"{plain[:1].upper()}{plain[1:]}"

    def marker(self, kind: Any) -> str:
        """The printed name of a marker."""
        word = str(kind or "?")
        if word == "?":
            return "a marker"
        return self.names.get(word) or word.replace("_", " ").capitalize()

    def markers(self, kinds: Any) -> str:
        """Markers as a list of spans, equal ones counted."""
        tally: dict[str, int] = {}
        for kind in kinds or ():
            name = self.marker(kind)
            tally[name] = tally.get(name, 0) + 1
        return join([mark("marker", f"{many} {name}" if many > 1 else name) for name, many in tally.items()])


def signed(value: Any) -> str:
    """A modifier with its sign; a true minus would not survive a mail.

    >>> signed(2), signed(0), signed(-1)
    ('+2', '0', '-1')
    """
    return f"{value:+d}" if isinstance(value, int) and value else str(value)


def join(parts: Sequence[str]) -> str:
    """Words as a list.

    >>> join(["Ney", "Souham", "Albert"])
    'Ney, Souham and Albert'
    """
    items = list(parts)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else ""


def count(number: Any, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> count(1, "step"), count(3, "step"), count(2, "loss", "losses")
    ('one step', '3 steps', '2 losses')
    """
    return f"one {one}" if number == 1 else f"{number} {many or one + 's'}" if number else f"no {many or one + 's'}"


_FIRST = re.compile(f"^((?:{OPEN}[a-z]+{BAR})?)(.)")


def tidy(sentence: str) -> str:
    """A sentence with single spaces and a capital letter at its start, also where it starts with a name."""
    words = " ".join(part for part in sentence.replace("\n", " ").split(" ") if part)
    return _FIRST.sub(lambda found: found[1] + found[2].upper(), words)
