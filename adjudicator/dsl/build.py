"""From the tree of a line to a typed order: names become ids, the rest is built by what each part of the tree means."""

from __future__ import annotations

import re
from typing import Any, Literal, cast

from lark import Token, Tree

from adjudicator.core.language import Language, MistakeError, Moment, Narrowed
from adjudicator.core.orders import (
    AcceptDraw,
    AllOf,
    Answer,
    AnyOf,
    AskMe,
    Compare,
    Condition,
    Conditional,
    Not,
    OfferDraw,
    Pass,
    PlaceIs,
    Resign,
    Standing,
    UnitAt,
    UnitIs,
    Within,
)
from adjudicator.core.types import Choice, Order
from adjudicator.core.values import dataclass
from adjudicator.core.view import minutes
from adjudicator.dsl.grammar import bare
from adjudicator.dsl.names import Names, Unnamed

DEEPEST = 24
"""Conditions and alternatives inside each other, at most."""

_STATES: dict[str, Literal["empty", "occupied", "enemy", "friendly"]] = {
    "empty": "empty",
    "free": "empty",
    "occupied": "occupied",
    "ours": "friendly",
    "friendly": "friendly",
    "us": "friendly",
    "enemy": "enemy",
}
_RELATIONS: dict[str, Literal["<", "<=", "=", ">=", ">"]] = {
    "==": "=",
    "below": "<",
    "above": ">",
    "atmost": "<=",
    "atleast": ">=",
}


def _relation(words: str) -> Literal["<", "<=", "=", ">=", ">"]:
    sign = re.sub(r"^is\s+|\s+", "", words)
    return _RELATIONS[sign] if sign in _RELATIONS else cast(Literal["<", "<=", "=", ">=", ">"], sign)


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A name that could not be told, and where it stands in the line."""

    start: int
    end: int
    written: str
    trouble: Unnamed


class Builder:
    """Builds what one line means; names that it cannot tell are collected, so that all are reported at once."""

    def __init__(self, language: Language, names: Names) -> None:
        self.names = names
        self.unresolved: list[Unresolved] = []
        self._language = language
        self._common = Common(language)

    def build(self, tree: Tree[Any] | Token) -> Any:
        """The order, standing order or answer of a tree."""
        return self._value(tree, 0)

    def _value(self, node: Tree[Any] | Token, depth: int) -> Any:
        if isinstance(node, Token):
            return str(node)
        if depth > DEEPEST:
            raise MistakeError("There are too many conditions inside each other.", "Write several orders instead.")
        name = bare(str(node.data))
        if name in self.names.rules:
            return self._name(name, cast("list[Token]", node.children))
        children = [self._value(child, depth + 1) for child in node.children]
        method = getattr(self._language.build, name, None) or getattr(self._common, name)
        return method(*children)

    def _name(self, rule: str, tokens: list[Token]) -> str | tuple[str, ...]:
        written = " ".join(str(token).strip('"') for token in tokens)
        meaning = self.names.meaning(rule, written)
        if not isinstance(meaning, Unnamed):
            return meaning
        start, end = tokens[0].start_pos or 0, tokens[-1].end_pos or 0
        self.unresolved.append(Unresolved(start, end, written, meaning))
        return ""


class Common:
    """What the parts of the common grammar mean."""

    def __init__(self, language: Language) -> None:
        self._standing = getattr(language.build, "standing", None)

    # --- orders --------------------------------------------------------------------------------------------

    def pass_turn(self) -> Order:
        """`pass`."""
        return Pass()

    def resign(self, *confirmed: str) -> Order:
        """`resign confirm`."""
        return _confirmed(Resign(), "resign", confirmed)

    def offer_draw(self) -> Order:
        """`offer draw`."""
        return OfferDraw()

    def accept_draw(self, *confirmed: str) -> Order:
        """`accept draw confirm`."""
        return _confirmed(AcceptDraw(), "accept draw", confirmed)

    def stay_put(self, *units: str | tuple[str, ...]) -> Order:
        """`hold Compans, Bonnet`: they stay where they are, on purpose."""
        return Pass(units=_flat(units))

    def unless(self, condition: Condition, then: Order, otherwise: Order | None = None) -> Order:
        """`unless CONDITION: ORDER`."""
        return self.conditional(Not(condition=condition), then, otherwise)

    def only_unless(self, then: Order, condition: Condition, otherwise: Order | None = None) -> Order:
        """`ORDER unless CONDITION`."""
        return self.unless(condition, then, otherwise)

    def conditional(self, condition: Condition, then: Order, otherwise: Order | None = None) -> Order:
        """`if CONDITION: ORDER otherwise: ORDER`."""
        return Conditional(condition=condition, then=then, otherwise=otherwise)

    def only_if(self, then: Order, condition: Condition, otherwise: Order | None = None) -> Order:
        """`ORDER if CONDITION`."""
        return self.conditional(condition, then, otherwise)

    # --- conditions ----------------------------------------------------------------------------------------

    def any_of(self, *conditions: Condition) -> Condition:
        """Conditions joined by `or`."""
        return AnyOf(conditions=conditions)

    def all_of(self, *conditions: Condition) -> Condition:
        """Conditions joined by `and`."""
        return AllOf(conditions=conditions)

    def negated(self, condition: Condition) -> Condition:
        """`not CONDITION`."""
        return Not(condition=condition)

    def place_is(self, place: str, words: str) -> Condition:
        """`1205 is empty`."""
        return _unless(words, PlaceIs(place=place, state=_STATES[words.split()[-1]]))

    def unit_at(self, unit: str, words: str, place: str) -> Condition:
        """`Friant is at 1205`."""
        return _unless(words, UnitAt(unit=unit, place=place))

    def unit_is(self, unit: str, words: str, mark: str) -> Condition:
        """`Friant is reduced`."""
        return _unless(words, UnitIs(unit=unit, mark=mark))

    def compare(self, track: str, relation: str, number: str) -> Condition:
        """`Coalition morale <= 3`, `clock >= 14:00`, `odds >= 3/2`."""
        value, _, over = number.replace(" ", "").partition("/")
        time = minutes(value)
        if (time is not None) and track and track != "clock":
            raise MistakeError("Only the clock is compared with a time.", "Write for example: clock >= 14:00")
        if over and not int(over):
            raise MistakeError("Nothing is divided by 0.", "Write for example: 3/2")
        return Compare(
            track=track,
            relation=_relation(relation),
            number=int(value) if time is None else time,
            over=int(over or 1),
        )

    def within(self, words: str, number: str, of: str) -> Condition:
        """`enemy within 3 of Friant`, `no enemy within 2 of 1205`."""
        whose: Literal["enemy", "friendly"] = "enemy" if "enem" in words else "friendly"
        near = Within(whose=whose, number=int(number), of=of)
        return Not(condition=near) if words.startswith("no ") else near

    def compare_tracks(self, track: str, relation: str, than: str) -> Condition:
        """`our hits > their hits`."""
        return Compare(track=track, relation=_relation(relation), than=than)

    # --- lists ---------------------------------------------------------------------------------------------

    def units(self, *units: str | tuple[str, ...]) -> tuple[str, ...]:
        """Units, each once, as listed; a corps or an arm stands for its units."""
        return _each_once(units)

    pieces = enemies = places = units

    # --- standing orders and answers -----------------------------------------------------------------------

    def standing_anywhere(self, choice: Any) -> Standing:
        """A choice alone: whenever it may be made."""
        return self.standing_when(Moment(), choice)

    def standing_when(self, moment: Moment, choice: Any) -> Standing:
        """A choice for a moment."""
        if self._standing is not None:
            made: Standing = self._standing(moment, choice)
            return made
        return Standing(decision="any", place=moment.place, unit=moment.unit, moment=moment.name, choice=choice)

    def standing_if(self, standing: Standing, condition: Condition) -> Standing:
        """`RULE if CONDITION`."""
        return standing.model_copy(update={"condition": condition})

    def standing_unless(self, standing: Standing, condition: Condition) -> Standing:
        """`RULE unless CONDITION`."""
        return self.standing_if(standing, Not(condition=condition))

    def standing_unless_under(self, condition: Condition, standing: Standing) -> Standing:
        """`unless CONDITION: RULE`."""
        return self.standing_unless(standing, condition)

    def standing_under(self, condition: Condition, standing: Standing) -> Standing:
        """`if CONDITION: RULE`."""
        return self.standing_if(standing, condition)

    def at_place(self, place: str) -> Moment:
        """`at 1002: ...`."""
        return Moment(place=place)

    def for_piece(self, unit: str, place: str = "") -> Moment:
        """`for Friant: ...`."""
        return Moment(unit=unit, place=place)

    def ask_me(self) -> Choice:
        """`ask me`."""
        return AskMe()

    def answer(self, number: str, choice: Any) -> Answer:
        """`answer D7: CHOICE`."""
        chosen = choice.choice if isinstance(choice, Narrowed) else choice
        if isinstance(chosen, AskMe):
            raise MistakeError("`ask me` answers nothing.", "Choose one of the possibilities that the report lists.")
        return Answer(number=int(number.lstrip("d")), choice=chosen)


def _confirmed(order: Order, words: str, confirmed: tuple[str, ...]) -> Order:
    """What ends a match is confirmed, so that nobody does it by a slip of the pen."""
    if not confirmed:
        raise MistakeError(
            f"`{words}` ends the match, and does so only when it is confirmed.", f"Write: {words} confirm"
        )
    return order


def _unless(words: str, condition: Condition) -> Condition:
    return Not(condition=condition) if "not" in words.split() else condition


def _each_once(things: tuple[str | tuple[str, ...], ...]) -> tuple[str, ...]:
    """The things of a list, each once; who is named beside his corps goes where he was named first."""
    single = [thing for thing in things if isinstance(thing, str) and thing]
    if len(set(single)) < len(single):
        raise MistakeError("The same name is written twice in one list.", "Leave out one of them.")
    return _flat(things)


def _flat(things: tuple[str | tuple[str, ...], ...]) -> tuple[str, ...]:
    """A list in which a corps stands for its members."""
    every = (one for thing in things for one in ((thing,) if isinstance(thing, str) else thing))
    return tuple(dict.fromkeys(every))
