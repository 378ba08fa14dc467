"""The words of Outposts: companies at the mill, the bridge and the farm."""

from __future__ import annotations

from typing import Any

from outposts.game import Outposts

from tests.cases.words import Both, Field, Names, Plain, Statement, Vocabulary, Words, listed

POSITIONS = Vocabulary()


def bare(rules: Any, plain: Plain) -> None:
    """No company anywhere."""
    for company in plain["companies"].values():
        company["place"] = None


@POSITIONS.says("turn {turn}, {stage}")
def turn_and_stage(rules: Any, names: Names, turn: str, stage: str) -> Statement:
    """`turn 1, Blue orders`, `turn 0, set-up`."""
    return Both((Field(("turn",), int(turn), "the turn is", 0), Field(("stage",), stage, "the stage is", "set-up")))


@POSITIONS.says("{side}: {companies} gone")
def gone(rules: Any, names: Names, side: str, companies: str) -> Statement:
    """`Red: 1st gone`."""
    found = [names.piece(f"{side} {name}") for name in listed(companies)]
    return Both(tuple(Field(("companies", one, "place"), None, f"{one} is at the") for one in found))


@POSITIONS.says("{side}: {companies} hidden at the {place}")
def hidden(rules: Any, names: Names, side: str, companies: str, place: str) -> Statement:
    """`Red: Reserve hidden at the bridge`."""
    return Both(tuple(_company(names, side, one, place, hidden=True) for one in listed(companies)))


@POSITIONS.says("{side}: {companies} at the {place}")
def at(rules: Any, names: Names, side: str, companies: str, place: str) -> Statement:
    """`Blue: 1st, 2nd at the mill`."""
    return Both(tuple(_company(names, side, one, place, hidden=False) for one in listed(companies)))


def _company(names: Names, side: str, name: str, place: str, *, hidden: bool) -> Statement:
    company = names.piece(f"{side} {name}")
    way = ("companies", company)
    where = Field((*way, "place"), names.place(place), f"{company} is at the")
    return Both((where, Field((*way, "hidden"), hidden, f"{company} is hidden:", False)))


WORDS = Words(
    positions=POSITIONS,
    questions=Vocabulary(),
    bare=bare,
    stage=lambda plain: str(plain.get("stage", "set-up")),
    is_set_up=lambda plain: "stage" in plain,
    load=lambda game, options: Outposts(),
)
