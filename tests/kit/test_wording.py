"""Orders whose words stand on their class: filled by the grammar's aliases, printed by a template."""

from __future__ import annotations

from typing import ClassVar, Literal

import pytest
from pydantic import Field

from adjudicator.core.errors import ProgramError
from adjudicator.core.language import MistakeError, Moment
from adjudicator.core.orders import AskMe, Pass, Standing
from adjudicator.core.types import Frozen, Order
from adjudicator.kit.wording import ByConvention, Forms, form, printed, written


class Bombard(Order):
    """A sample order."""

    kind: Literal["bombard"] = "bombard"
    target: str
    markers: tuple[str, ...] = ()
    head: str = ""
    tactical: bool = False

    printed: ClassVar[str] = "bombard {target:place}[ with {markers:marker}][ head {head:unit}][?tactical: tactical]"


class Load(Frozen):
    """A part of an order: so many barrels of something."""

    what: str
    barrels: int = Field(default=1, ge=1)

    forms: ClassVar[Forms] = (form("load", "{barrels} of {what:good}"),)


class Send(Order):
    """A sample order with parts, written in two ways."""

    kind: Literal["send"] = "send"
    loads: tuple[Load, ...] = ()
    reason: Literal["", "bad_road"] = ""

    forms: ClassVar[Forms] = (
        form("send_nothing", "send nothing[ because of {reason:words}]", loads=()),
        form("send", "send {loads|; }"),
    )


BUILD = ByConvention((Bombard, Pass, Load, Send))


def named(rule: str, thing: str) -> str:
    return f"{rule} {thing}"


def test_an_alias_fills_the_fields_in_their_order() -> None:
    assert BUILD.bombard("1205", ("a", "b")) == Bombard(target="1205", markers=("a", "b"))


def test_clauses_fill_the_field_that_they_name_wherever_they_stand() -> None:
    made = BUILD.bombard("1205", BUILD.clause_tactical(), BUILD.clause_head("Compans"), "guns")
    assert made == Bombard(target="1205", markers=("guns",), head="Compans", tactical=True)


def test_a_clause_written_twice_is_a_mistake() -> None:
    with pytest.raises(MistakeError, match="`head` is written twice"):
        BUILD.bombard("1205", BUILD.clause_head("Compans"), BUILD.clause_head("Bonnet"))


def test_what_is_at_its_default_is_not_printed() -> None:
    assert printed(Bombard(target="1205"), named) == "bombard place 1205"
    full = Bombard(target="1205", markers=("a", "b"), head="c", tactical=True)
    assert printed(full, named) == "bombard place 1205 with marker a, marker b head unit c tactical"


def test_an_order_without_words_is_our_own_mistake() -> None:
    with pytest.raises(ProgramError, match="no words for 'pass'"):
        printed(Pass(), named)


def test_an_alias_that_no_order_has_is_left_to_the_common_grammar() -> None:
    assert getattr(BUILD, "pass_turn", None) is None


def test_an_order_written_in_several_ways_is_read_and_printed_by_the_form_that_fits() -> None:
    two = BUILD.send(BUILD.load("2", "flour"), BUILD.load("3", "powder"))
    assert two == Send(loads=(Load(what="flour", barrels=2), Load(what="powder", barrels=3)))
    assert printed(two, named) == "send 2 of good flour; 3 of good powder"
    nothing = BUILD.send_nothing(BUILD.clause_reason("bad_road"))
    assert nothing == Send(reason="bad_road")
    assert printed(nothing, named) == "send nothing because of bad road"


def test_one_thing_alone_is_read_as_several() -> None:
    assert BUILD.send(BUILD.load("2", "flour")) == Send(loads=(Load(what="flour", barrels=2),))


def test_a_number_out_of_bounds_is_a_mistake_that_says_the_bound() -> None:
    with pytest.raises(MistakeError, match="There is no barrels 0") as caught:
        BUILD.load("0", "flour")
    assert caught.value.remedy == "Count from 1."


def test_quoted_words_are_read_without_their_quotes() -> None:
    assert BUILD.bombard('"the old mill"').target == "the old mill"


class Guard(Order):
    """A sample order whose fields have words of their own, and one that may be said to be nothing."""

    kind: Literal["guard"] = "guard"
    post: Literal["front", "rear_gate"] = "front"
    with_guns: tuple[str, ...] | None = None
    by_night: bool | None = None

    printed: ClassVar[str] = "guard {post}[ with {with_guns}][!with_guns: without guns][ {by_night}]"
    words: ClassVar[dict[object, str]] = {"rear_gate": "rear", True: "by night", False: "by day"}
    called: ClassVar[dict[str, str]] = {"with_guns": "with"}


WATCH = ByConvention((Guard,))


def test_a_clause_may_say_that_there_is_nothing_or_that_it_is_not_so() -> None:
    made = WATCH.guard(WATCH.word_rear_gate(), WATCH.nothing_with_guns(), WATCH.not_by_night())
    assert made == Guard(post="rear_gate", with_guns=(), by_night=False)
    assert printed(made, named) == "guard rear without guns by day"
    assert printed(Guard(with_guns=("two",), by_night=True), named) == "guard front with two by night"
    assert printed(Guard(), named) == "guard front"


def test_a_clause_written_twice_is_called_by_its_word() -> None:
    with pytest.raises(MistakeError, match="`with` is written twice"):
        WATCH.guard("front", WATCH.clause_with_guns("two"), WATCH.nothing_with_guns())


def test_a_moment_takes_a_place_and_a_piece_and_is_printed_by_its_template() -> None:
    moment = WATCH.when_attacked(WATCH.clause_unit("friant"), WATCH.clause_place("1205"))
    assert moment == Moment("attacked", "1205", "friant")
    assert WATCH.when_attacked("1205") == Moment("attacked", "1205")
    order = Standing(decision="any", moment="attacked", place="1205", unit="friant", choice=AskMe())
    told = written(order, named, {"attacked": "when [{unit:piece} is ]attacked[ at {place:place}]"})
    assert told == "when piece friant is attacked at place 1205: ask me"
    assert written(order.model_copy(update={"moment": ""}), named) == "for anyone friant at place 1205: ask me"
