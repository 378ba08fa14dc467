"""A random player who knows Lützen: lays and takes markers, divides Souham 2, plays events, moves tactically."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.core.orders import Standing
from adjudicator.core.types import Order, Side
from adjudicator.rulesets.vv1813 import orders as vv
from tests.support.random_player import Match, RandomPlayer

HOURS = tuple(f"{hour}.00" for hour in range(12, 20))
CLASSES = ("RE1", "RE", "E")
EVENTS = (
    "bridge",
    "clairvoyant",
    "hussars",
    "alexander",
    "munitions",
    "wolonski",
    "guards_attack",
    "general_staff",
    "lost_bullet",
    "alternative",
)
WORDS = {
    "alexander": ("cancel_command_range", "hold_back_the_guards"),
    "alternative": ("v_corps", "xii_corps"),
}
"""What must be said with a marker."""


class LutzenPlayer(RandomPlayer):
    """`early` is the chance, in percent, that the Coalition plays Bridge on the Elster when it holds it."""

    def __init__(self, seed: str, asks: int = 10, early: int = 50) -> None:
        super().__init__(seed, asks)
        self.early = early

    def _turn(self, match: Match, known: Any, side: Side) -> Iterator[Order]:
        if known.turn == 0:
            yield from self._set_up(side)
            return
        if self.chance.random() < 0.05:
            yield vv.TacticalMovement()
        if self.chance.random() < 0.3:
            yield vv.Take(classes=tuple(self.chance.sample(CLASSES, 3)))
        if side == "French" and self.chance.random() < 0.3:
            host = self.chance.choice(("souham_1", "girard", "brenier"))
            yield vv.Enter(units=("ney",), host=host)
        if side == "French" and known.turn == 1 and self.chance.random() < 0.5:
            yield vv.Split(unit="souham_2", parts=(self.chance.choice((("1309", 4), ("1408", 4))),))
        yield from super()._turn(match, known, side)

    def _set_up(self, side: Side) -> Iterator[Order]:
        for one in CLASSES:
            if one == "RE1" or self.chance.random() < 0.9:
                first = ["12.00"] if one == "RE1" and self.early else []
                yield vv.LayMarkers(marker_class=one, spaces=(*first, *self.chance.sample(HOURS, 3)))
        yield vv.Take(classes=("RE1", "RE", "E"))
        if side == "French":
            points = self.chance.randint(1, 3)
            yield vv.Split(unit="souham_2", parts=(("1309", points), ("1408", 4 - points)))

    def _marker_plays(self, hand: list[str]) -> Iterator[Order]:
        for kind in hand:
            if kind not in EVENTS:
                continue
            chance = self.early / 100 if kind == "bridge" else 0.4
            if self.chance.random() < chance:
                target = self.chance.choice(("", "1006", "1105")) if kind == "hussars" else ""
                option = self.chance.choice(WORDS.get(kind, ("",)))
                yield vv.Play(marker=kind, target=target, option=option)

    def _secret_plays(self, side: Side) -> Iterator[Standing]:
        yield from super()._secret_plays(side)
        for kind in ("wolonski", "munitions", "lost_bullet"):
            yield Standing(side=side, decision="reveal", choice=vv.Reveal(marker=kind))
        option = self.chance.choice(WORDS["alexander"])
        yield Standing(side=side, decision="reveal", choice=vv.Reveal(marker="alexander", option=option))
