"""Walking with triggers: who is asked when, and what an answer does."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from adjudicator.battle.walking import Divert, Halt, Pay, PayAndStay, SentBack, Triggers, Walk, walk

Told = Generator[str, int | None, Any]
PATH = ("b", "c", "d")


def run(
    telling: Generator[str, int | None, Walk[str, str]], answers: int | None = None
) -> tuple[list[str], Walk[str, str]]:
    """What a walk tells, and how it ends; every question gets the same answer."""
    said: list[str] = []
    try:
        said.append(next(telling))
        while True:
            said.append(telling.send(answers))
    except StopIteration as end:
        return said, end.value


def one_each(so_far: Walk[str, str]) -> Pay:
    return Pay(1)


def test_triggers_are_asked_in_order_at_every_step() -> None:
    def says(word: str) -> Any:
        def trigger(so_far: Walk[str, str]) -> Told:
            yield f"{word} {so_far.here}, {so_far.spent} paid, {''.join(so_far.ahead)} ahead"

        return trigger

    said, end = run(walk("a", ("b", "c"), Triggers(one_each, says("leave"), says("enter"), says("after"))))
    assert said == [
        "leave a, 0 paid, bc ahead",
        "enter b, 1 paid, c ahead",
        "after b, 1 paid, c ahead",
        "leave b, 1 paid, c ahead",
        "enter c, 2 paid,  ahead",
        "after c, 2 paid,  ahead",
    ]
    assert (end.path, end.spent, end.halted) == (("b", "c"), 2, None)


def test_what_is_sent_reaches_the_trigger_that_asked() -> None:
    def fire(so_far: Walk[str, str]) -> Told:
        losses = yield f"fire at {so_far.here}"
        return Halt("routed") if losses else None

    assert run(walk("a", PATH, Triggers(one_each, leave=fire)), 0)[1].path == PATH
    said, end = run(walk("a", PATH, Triggers(one_each, leave=fire)), 2)
    assert (said, end.path, end.halted) == (["fire at a"], (), "routed")


def test_a_price_that_cannot_be_paid_ends_the_walk_before_the_step() -> None:
    def price(so_far: Walk[str, str]) -> Pay | Halt[str]:
        return Halt("spent") if so_far.spent + 2 > 5 else Pay(2)

    _, end = run(walk("a", PATH, Triggers(price)))
    assert (end.path, end.spent, end.halted, end.ahead) == (("b", "c"), 4, "spent", ("d",))


def test_a_zone_lets_them_in_and_no_further() -> None:
    def price(so_far: Walk[str, str]) -> Pay | PayAndStay[str]:
        return PayAndStay(1, "enemy zone") if so_far.ahead[0] == "c" else Pay(1)

    assert run(walk("a", PATH, Triggers(price)))[1].halted == "enemy zone"
    assert run(walk("a", ("b", "c"), Triggers(price)))[1].halted is None


def test_a_trigger_may_make_a_step_dearer() -> None:
    def last_to_leave(so_far: Walk[str, str]) -> Told:
        yield from ()
        return Pay(1) if so_far.here == "b" else None

    assert run(walk("a", PATH, Triggers(one_each, leave=last_to_leave)))[1].spent == 4


def test_pieces_that_are_beaten_go_back() -> None:
    def charge(so_far: Walk[str, str]) -> Told:
        yield f"charged at {so_far.here}"
        return SentBack(so_far.path[:-1], "beaten") if so_far.here == "c" else None

    said, end = run(walk("a", PATH, Triggers(one_each, after=charge)))
    assert (said, end.path, end.spent, end.halted) == (["charged at b", "charged at c"], ("b",), 2, "beaten")


def test_pieces_may_be_sent_another_way() -> None:
    def pursue(so_far: Walk[str, str]) -> Told:
        yield from ()
        return Divert(("x", "y")) if so_far.here == "b" else None

    assert run(walk("a", PATH, Triggers(one_each, after=pursue)))[1].path == ("b", "x", "y")
    assert run(walk("a", PATH, Triggers(one_each, leave=pursue)))[1].path == ("b", "x", "y")


def test_who_is_sent_another_way_is_not_asked_twice_about_leaving() -> None:
    def fire(so_far: Walk[str, str]) -> Told:
        yield f"fire at {so_far.here}"
        return Divert(("x",)) if so_far.here == "a" else None

    said, end = run(walk("a", PATH, Triggers(one_each, leave=fire)))
    assert (said, end.path) == (["fire at a"], ("x",))


def test_a_way_may_be_taken_from_under_their_feet() -> None:
    def halt(so_far: Walk[str, str]) -> Told:
        yield from ()
        return Divert(()) if so_far.here == "b" else None

    assert run(walk("a", PATH, Triggers(one_each, leave=halt)))[1].path == ("b",)
    assert run(walk("a", PATH, Triggers(one_each, after=halt)))[1].path == ("b",)


def test_nothing_ahead_is_a_walk_too() -> None:
    said, end = run(walk("a", (), Triggers(one_each)))
    assert (said, end.here, end.path) == ([], "a", ())
