"""One place for an order: the class names its words, the grammar's alias fills it, a template prints it.

    class Bombard(Order):
        kind: Literal["bombard"] = "bombard"
        target: str
        markers: tuple[str, ...]
        support: bool = False

        printed: ClassVar[str] = "bombard {target:place} with {markers:marker}[?support: in support]"

A rule of the grammar whose alias is the class's `alias` (its `kind` unless it says otherwise) fills the fields in the
order in which the template prints them; a last field that holds several takes all that is left. `-> clause_support`
anywhere below it fills the field `support`, `-> nothing_support` says that there is none, `-> not_support` that it is
not so; `-> word_weakest` is the word itself. In a template `{field:rule}` is a name as that rule of the grammar reads
it, `{field}` plain words (or what `words` of the class has for the value), `{field:words}` a word of ours with blanks
for its strokes, `{field|; }` several with that between them; `[...]` is printed only where its fields are not at their
defaults, `[?field: words]` only where that field is set, `[!field: words]` only where it is said to be nothing.

An alias `when_attacked` is the moment "attacked" of a standing order, perhaps with clauses `place` and `unit`; how a
moment is printed is a template too.

An order that is written in several ways has a form for each: its alias, its words and the fields that they settle.

    class Besiege(Choice):
        kind: Literal["besiege"] = "besiege"
        lay: bool = True

        forms: ClassVar[Forms] = (form("no_siege", "no siege", lay=False), form("besiege", "besiege"))

It is printed by the first form that fits. Parts of orders (models that are no orders) have forms in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, ValidationError

from adjudicator.core.errors import ProgramError
from adjudicator.core.language import Language, MistakeError, Moment, Name, Namer
from adjudicator.core.orders import AskMe, Standing
from adjudicator.core.types import Order, Side
from adjudicator.core.values import dataclass

CLAUSE, NOTHING, NOT, WORD, WHEN = "clause_", "nothing_", "not_", "word_", "when_"
"""What an alias begins with that is read by convention."""
WORDS = "words"
_FIELD = re.compile(r"\{(\w+)(?::(\w+))?(?:\|([^}]*))?\}")
_OPTION = re.compile(r"\[(?:([?!])(\w+):)?([^\]]*)\]")
_EMPTY = (None, "", ())


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a line that fills a field of the order it belongs to."""

    field: str
    value: Any


@dataclass(frozen=True, slots=True)
class Form:
    """One way of writing an order: the grammar's alias for it, its words, and the fields that they settle."""

    alias: str
    words: str
    settled: Mapping[str, Any]


Forms = tuple[Form, ...]


def form(alias: str, words: str, **settled: Any) -> Form:
    """One way of writing an order; `settled` are the values of fields that these words mean."""
    return Form(alias, words, settled)


def alias_of(sort: type[Order]) -> str:
    """The alias of the grammar that makes this order."""
    alias: str = getattr(sort, "alias", "") or sort.model_fields["kind"].default
    return alias


def forms_of(sort: Any) -> Forms:
    """The ways in which an order, or a part of one, is written; none where it has no words of its own."""
    if hasattr(sort, "forms"):
        forms: Forms = sort.forms
        return forms
    return (Form(alias_of(sort), sort.printed, {}),) if hasattr(sort, "printed") else ()


# --- reading -----------------------------------------------------------------------------------------------------


class ByConvention:
    """Builds orders from the parts of a line: a method for each alias of a grammar, made from the order classes.

    A rule system derives from it and writes methods only for the lines that have to think.
    """

    def __init__(self, sorts: Iterable[type[BaseModel]]) -> None:
        self._sorts = {one.alias: (sort, one) for sort in sorts for one in forms_of(sort)}

    def __getattr__(self, alias: str) -> Callable[..., Any]:
        if alias.startswith("_"):
            raise AttributeError(alias)
        if alias in self._sorts:
            sort, written_so = self._sorts[alias]
            return lambda *parts: filled(sort, parts, written_so)
        for start, make in _BY_START.items():
            if alias.startswith(start):
                return make(alias.removeprefix(start))
        raise AttributeError(alias)


def _moment(name: str) -> Callable[..., Moment]:
    def make(*parts: Any) -> Moment:
        clauses = {part.field: part.value for part in parts if isinstance(part, Clause)}
        place = next((part for part in parts if not isinstance(part, Clause)), "")
        return Moment(name, clauses.get("place", place), clauses.get("unit", ""))

    return make


def _clause(field: str) -> Callable[..., Clause]:
    return lambda *parts: Clause(field, True if not parts else parts[0] if len(parts) == 1 else parts)


_BY_START: Mapping[str, Callable[[str], Callable[..., Any]]] = {
    CLAUSE: _clause,
    NOTHING: lambda field: lambda: Clause(field, ()),
    NOT: lambda field: lambda: Clause(field, False),
    WORD: lambda word: lambda: word,
    WHEN: _moment,
}


def filled(sort: Any, parts: Iterable[Any], written_so: Form | None = None) -> Any:
    """An order from the parts of its line: clauses by their field, other parts in the order of its words."""
    written_so = written_so or forms_of(sort)[0]
    values: dict[str, Any] = dict(written_so.settled)
    plain: list[Any] = []
    for part in parts:
        if not isinstance(part, Clause):
            plain.append(part)
        elif part.field in values:
            word = getattr(sort, "called", {}).get(part.field, part.field.replace("_", " "))
            raise MistakeError(f"`{word}` is written twice.", "Keep one of the two.")
        else:
            values[part.field] = part.value
    free = [name for name in _in_order(written_so.words) if name not in values]
    if free and len(plain) > len(free):
        plain[len(free) - 1 :] = [tuple(plain[len(free) - 1 :])]
    values |= dict(zip(free, plain, strict=False))
    return _made(sort, {name: _fitting(sort, name, value) for name, value in values.items()})


@cache
def _in_order(words: str) -> tuple[str, ...]:
    """The fields that a template prints, in their order."""
    return tuple(dict.fromkeys(match.group(1) for match in _FIELD.finditer(words)))


def _fitting(sort: Any, name: str, value: Any) -> Any:
    """A single thing where the field takes several; quoted words without their quotes."""
    if isinstance(value, str):
        value = value.strip('"')
    several = str(sort.model_fields[name].annotation).startswith("tuple")
    return (value,) if several and not isinstance(value, tuple) else value


def _made(sort: Any, values: Mapping[str, Any]) -> Any:
    """The order; a number outside its bounds is the player's mistake."""
    try:
        return sort.model_validate(values)
    except ValidationError as trouble:
        for error in trouble.errors():
            what, bounds = str(error["loc"][-1]).replace("_", " "), error.get("ctx", {})
            if "ge" in bounds:
                raise MistakeError(f"There is no {what} {error['input']}.", f"Count from {bounds['ge']}.") from None
            if "le" in bounds:
                raise MistakeError(f"There is no {what} {error['input']}.", f"At most {bounds['le']}.") from None
        raise


def language_of(
    grammar: str, sorts: Iterable[type[Order]], names: Callable[[Any, Side], tuple[Name, ...]], **more: Any
) -> Language:
    """The language of a rule system whose orders are all read and printed by convention."""
    return Language(grammar=grammar, names=names, build=ByConvention(sorts), write=written, **more)


# --- printing ----------------------------------------------------------------------------------------------------


ANY_MOMENT = "[for {unit:anyone}][?unit: ][at {place:place}]"
NAMED_MOMENT = "when {moment:words}[ at {place:place}]"


def written(order: Order, name: Namer, moments: Mapping[str, str] = MappingProxyType({})) -> str:
    """An order, a choice or a standing order (without its condition) in the language; `moments` are templates."""
    if isinstance(order, AskMe):
        return "ask me"
    if not isinstance(order, Standing):
        return printed(order, name)
    when = moment_words(order, name, moments)
    choice = written(order.choice, name)
    return f"{when}: {choice}" if when else choice


def moment_words(order: Standing, name: Namer, moments: Mapping[str, str] = MappingProxyType({})) -> str:
    """When a standing order applies, in the language; empty where it always does."""
    template = moments.get(order.moment, NAMED_MOMENT) if order.moment else ANY_MOMENT
    return by_template(template, order, name).strip()


def printed(order: Any, name: Namer) -> str:
    """An order, or a part of one, in the language: by the first form of its class that fits."""
    forms = forms_of(type(order))
    words = next((one.words for one in forms if len(forms) == 1 or _fits(order, one)), None)
    if words is None:
        what = getattr(order, "kind", type(order).__name__)
        raise ProgramError(f"The order language has no words for {what!r}.")
    return by_template(words, order, name)


def by_template(template: str, said: Any, name: Namer) -> str:
    """What a model says, by a template."""
    return "".join(_part(said, part, name) for part in _parts(template))


def _fits(order: Any, one: Form) -> bool:
    """Whether a form says what the order says: its settled values, and something in every field that it must print."""
    if any(getattr(order, field) != value for field, value in one.settled.items()):
        return False
    must = [part.words for part in _parts(one.words) if not part.optional]
    return all(getattr(order, match.group(1)) not in _EMPTY for words in must for match in _FIELD.finditer(words))


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch of a template: its words, and where it is not always printed, the field that it hangs on."""

    words: str
    optional: bool = False
    sign: str = ""
    field: str = ""


@lru_cache(maxsize=512)
def _parts(template: str) -> tuple[_Part, ...]:
    """The template cut into what is always printed and what may be."""
    found: list[_Part] = []
    at = 0
    for match in _OPTION.finditer(template):
        found.append(_Part(template[at : match.start()]))
        found.append(_Part(match.group(3), True, match.group(1) or "", match.group(2) or ""))
        at = match.end()
    return (*found, _Part(template[at:]))


def _part(order: Any, part: _Part, name: Namer) -> str:
    return _FIELD.sub(lambda match: _words(order, match, name), part.words) if _is_printed(order, part) else ""


def _is_printed(order: Any, part: _Part) -> bool:
    if not part.optional:
        return True
    match part.sign:
        case "?":
            return bool(getattr(order, part.field))
        case "!":
            value = getattr(order, part.field)
            return value is not None and not value
        case _:
            return all(_is_set(order, match.group(1)) for match in _FIELD.finditer(part.words))


def _is_set(order: Any, field: str) -> bool:
    value = getattr(order, field)
    return value not in _EMPTY and value != type(order).model_fields[field].default


def _words(order: Any, match: re.Match[str], name: Namer) -> str:
    value, rule, between = getattr(order, match.group(1)), match.group(2), match.group(3) or ", "
    several = value if isinstance(value, tuple) else (value,)
    words: Mapping[Any, str] = getattr(type(order), WORDS, {})
    return between.join(_word(one, rule, words, name) for one in several)


def _word(value: Any, rule: str | None, words: Mapping[Any, str], name: Namer) -> str:
    if isinstance(value, BaseModel):
        return printed(value, name)
    if rule == WORDS:
        return str(value).replace("_", " ")
    return name(rule, value) if rule else words.get(value, str(value))
