"""The reader of orders knows no game: a rule system of its own, with towns for places, brings grammar and names."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest

from adjudicator.core.errors import DataError
from adjudicator.core.language import Language, MistakeError, Moment, Name, Namer, NameRule
from adjudicator.core.orders import AskMe, Conditional, Standing
from adjudicator.core.source import source_lines
from adjudicator.core.types import Choice, Order, Side
from adjudicator.dsl import printing, reading
from adjudicator.dsl.grammar import grammar_of

GRAMMAR = """
%import .common (order, action, change, condition, standing, answer, moment, choice)
%import .common (unit, piece, anyone, mark, track, place, _name)
%import .common (WORD, PLACE, NUMBER, QUOTED, DECISION, PLACE_STATE, IS_AT, IS, RELATION, EQUALS, AT_MOST, AT_LEAST)
%import .common (_AND, _ARROW, _AT, _OTHERWISE, _ANSWER, BREATH, ARTICLE)

%extend action : "march" army (_AND army)* "to" place  -> march
%extend choice : "besiege" NUMBER "days"               -> besiege

army : _name

%ignore BREATH
%ignore ARTICLE
%ignore /\\s+/
"""
AUSTRIA = Side("Austria")
NAMES = (
    Name(id="first", name="1st Army", kind="army", side=AUSTRIA),
    Name(id="second", name="2nd Army (Schwarzenberg)", kind="army", side=AUSTRIA, aliases=("Schwarzenberg",)),
    Name(id="dresden", name="Dresden", kind="place"),
    Name(id="konigstein", name="Königstein", kind="place"),
    Name(id="bad_duben", name="Bad Düben", kind="place"),
    Name(id="geiersberg", name="Geiersberg", kind="place"),
    Name(id="the_pass", name="Geiersberg Pass", kind="place"),
    Name(id="turn", name="turn", kind="track"),
)


class March(Order):
    """`march 1st Army to Dresden`."""

    kind: Literal["march"] = "march"
    armies: tuple[str, ...]
    to: str


class Besiege(Choice):
    """`besiege 3 days`."""

    kind: Literal["besiege"] = "besiege"
    days: int


class Build:
    """What the lines of this game mean."""

    def march(self, *parts: str) -> Order:
        return March(armies=parts[:-1], to=parts[-1])

    def besiege(self, days: str) -> Choice:
        if int(days) == 0:
            raise MistakeError("A siege takes a day at least.", "Write: besiege 1 days", rule="TOY-1")
        return Besiege(days=int(days))


def write(order: Order, name: Namer) -> str:
    match order:
        case March():
            return f"march {', '.join(name('army', one) for one in order.armies)} to {name('place', order.to)}"
        case Besiege():
            return f"besiege {order.days} days"
        case Standing():
            return write(order.choice, name) if not order.place else f"at {order.place}: {write(order.choice, name)}"
    return "ask me"


@pytest.fixture(scope="module")
def language(tmp_path_factory: pytest.TempPathFactory) -> Language:
    path = tmp_path_factory.mktemp("toy") / "toy.lark"
    path.write_text(GRAMMAR, "utf-8")
    return Language(
        grammar=str(path),
        names=lambda known, side: NAMES,
        build=Build(),
        write=write,
        headings={"marches": ("marching",)},
        name_rules={"army": NameRule(("army",), "an army")},
        place_hint="Places are towns.",
    )


def read(language: Language, text: str) -> Any:
    return reading.read(language, None, AUSTRIA, "", source_lines(text))


def test_orders_of_another_game(language: Language) -> None:
    found = read(
        language, "Marching\nmarch Schwarzenberg, 1st Army to koenigstein\nif turn > 3: march 1st to Bad Duben"
    )
    assert not found.problems
    heading, first, second = found.orders
    assert heading.phase == "marches"
    assert first == March(armies=("second", "first"), to="konigstein", side=AUSTRIA, line=2)
    assert isinstance(second, Conditional)
    assert printing.write(language, None, AUSTRIA, first) == "march Schwarzenberg, 1st Army to Königstein"


def test_standing_orders_without_a_builder_of_their_own(language: Language) -> None:
    found = read(language, "standing orders\nat Dresden: besiege 3 days\nask me")
    assert not found.problems
    first, second = found.standing
    assert (first.decision, first.place, first.choice) == ("any", "dresden", Besiege(days=3))
    assert second.choice == AskMe()
    assert Moment(place="dresden").place == first.place


def test_mistakes_of_another_game(language: Language) -> None:
    found = read(
        language, "mrach 1st to Dresden\nmarch 1st to Dresdn\nmarch 3rd to 1205\nstanding orders\nbesiege 0 days"
    )
    assert [(problem.line, problem.remedy) for problem in found.problems] == [
        (1, "Write: march 1st to Dresden"),
        (2, "Did you mean Dresden? Write: march 1st to Dresden"),
        (3, "Possible: 1st Army, 2nd Army (Schwarzenberg)."),
        (3, "Places are towns."),
        (5, "Write: besiege 1 days"),
    ]
    assert found.problems[-1].rule == "TOY-1"


def test_a_grammar_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"There is no grammar nowhere\.lark"):
        grammar_of(str(tmp_path / "nowhere.lark"))


def test_two_orders_that_may_be_one_are_ambiguous(language: Language) -> None:
    """The second line is an order, and the last word of a name that the first one begins."""
    lines = "if turn >= 3 and not turn >= 9: march 1st Army and Schwarzenberg to Geiersberg\npass\n"
    found = read(language, lines)
    assert not found.orders
    (problem,) = found.problems
    assert problem.sort == "ambiguous"
    assert problem.reason == "Lines 1 to 2 may be one order or several."
    apart = read(language, lines.replace("\npass", "\n\npass"))
    assert [order.kind for order in apart.orders] == ["if", "pass"]
    assert not apart.problems
