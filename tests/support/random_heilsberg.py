"""A player of La Bataille who orders at random but sensibly, in words, from what his side knows."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.core.engine import Position, StepTexts
from adjudicator.core.orders import Orders
from adjudicator.core.types import Choice, Order, Side, Wait
from adjudicator.play.match.reading import read_text, write_order
from adjudicator.rulesets.labataille import orders as lb
from adjudicator.rulesets.labataille.shapes import front_hexes
from adjudicator.rulesets.labataille.state import Formation
from tests.labataille.field import REGISTRY
from tests.support.random_player import Match

FORMATIONS: tuple[Formation, ...] = ("line", "column", "carre", "skirmish", "general order", "road march")
DIRECTIONS = ("E", "NE", "NW", "W", "SW", "SE", "N", "S")
STANDING = (
    "square at 2", "square never", "if targeted stand", "react", "never react", "react within 3 if estimate >= 1",
    "opportunity fire never", "opportunity fire if odds >= 1",
    "opportunity charge: skirmishers, limbered, infantry, cavalry", "cavalry melee: full", "cavalry melee: third",
    "defensive fire: guns first, then lines", "horse skirmishers stay", "before melee: skirmishers retreat 2",
    "before melee: stand", "pursue", "never pursue", "if recalled: halt", "advance: top unit", "trample: up to 1",
    "occupy: top unit", "on breaking losses last", "stacks: strongest on top", "lead fire, melee, morale",
    "arrivals: hold", "spread all hexes of the village", "shrink: keep the hex away from the enemy",
    "carre fires: cavalry first", "for leaders: ask me",
)  # fmt: skip


def begun(scenario: str, seed: str, **options: str) -> Match:
    """A match before set-up."""
    rules: Any = REGISTRY.load(scenario, options)
    return Match(rules, seed, Position(rules.start()))


class HeilsbergPlayer:
    """Plays both sides."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)
        self.written: list[str] = []

    def texts(self, match: Match) -> StepTexts:
        """What the next step is given: answers to what is open, or texts for the wait."""
        paused = match.position.paused
        if paused is not None:
            answers = {one.key: self._answer(one.default, one.examples) for one in paused.open}
            return StepTexts(orders=match.steps[-1][0].orders, answers=answers)
        wait = match.rules.next(match.position.state)
        assert isinstance(wait, Wait)
        sides = dict.fromkeys((*wait.sides, *wait.hears))
        read = {side: self._read(match, side, ordering=side in wait.sides and wait.turn > 0) for side in sides}
        return StepTexts(
            orders=Orders(
                by_side={side: text.orders for side, text in read.items() if side in wait.sides},
                standing={side: text.standing or () for side, text in read.items()},
            )
        )

    def _answer(self, default: Choice, examples: Sequence[Choice]) -> Choice:
        return self.chance.choice((default, *examples))

    def _read(self, match: Match, side: Side, *, ordering: bool) -> Any:
        """A text of a side: orders written by the language and read again."""
        known = match.rules.known(match.position.state, side)
        orders = tuple(self._orders(match, known, side)) if ordering else ()
        lines = [write_order(match.rules, known, side, order) for order in orders]
        wishes = [line for line in STANDING if self.chance.random() < 0.08]
        text = "\n".join((*lines, "standing orders", *wishes) if wishes else lines)
        self.written.append(text)
        found = read_text(match.rules, known, side, "", text)
        wrong = [(one.text, one.reason) for one in found.problems if one.severity == "error"]
        assert not wrong, wrong
        plain = [one.model_copy(update={"side": "", "seat": "", "line": 0}) for one in found.orders]
        assert plain == [one.model_copy(update={"side": "", "seat": "", "line": 0}) for one in orders]
        return found

    # --- orders -----------------------------------------------------------------------------------------------

    def _orders(self, match: Match, known: Any, side: Side) -> Iterator[Order]:
        ctx = match.rules.context  # type: ignore[attr-defined]
        mine = [one for one in known.units.values() if one.status == "map" and ctx.units[one.id].side == side]
        foes = [one for one in known.units.values() if one.status == "map" and ctx.units[one.id].side != side]
        if any("held" in one.bound for one in mine) and self.chance.random() < 0.2:
            yield lb.ReleaseGuard()
        if not foes:
            return
        goals = {one.id: self._nearest(ctx, one, foes) for one in mine}
        close = [one for one in mine if ctx.board.distance(one.place, goals[one.id]) <= 12]
        for unit in close:
            if ctx.units[unit.id].arm == "cavalry" and self.chance.random() < 0.5:
                yield lb.DeclareCharge(
                    units=(unit.id,), target=goals[unit.id], trample=self.chance.choice((None, 0, 99))
                )
        for unit in mine:
            if self.chance.random() < (0.8 if unit in close else 0.3):
                yield from self._moves(ctx, unit, goals[unit.id])
        for leader in known.leaders.values():
            if leader.status == "map" and ctx.leaders[leader.id].side == side and self.chance.random() < 0.2 and mine:
                yield lb.MarchWith(leader=leader.id, unit=self.chance.choice(mine).id)
        yield self.chance.choice((lb.FireAtWill(), lb.FireAtWill(first=("guns", "lines")), lb.HoldFire()))
        yield from self._assaults(ctx, known, side, mine)

    def _nearest(self, ctx: Any, unit: Any, foes: Sequence[Any]) -> str:
        place = min(
            (place for one in foes for place in one.places),
            key=lambda place: (ctx.board.distance(place, unit.place), place),
        )
        return str(place)

    def _moves(self, ctx: Any, unit: Any, goal: str) -> Iterator[Order]:
        card, dice = ctx.units[unit.id], self.chance.random()
        if dice < 0.55:
            here = unit.place
            for _ in range(self.chance.randint(1, 4)):
                around = sorted(ctx.board.neighbours[here], key=lambda one: (ctx.board.distance(one, goal), one))
                here = around[0] if self.chance.random() < 0.8 else self.chance.choice(around)
            yield lb.March(who=(unit.id,), destination=here)
        elif dice < 0.7 and card.arm != "artillery":
            yield lb.Form(unit=unit.id, formation=self.chance.choice(FORMATIONS))
        elif dice < 0.75:
            yield lb.Turn(unit=unit.id, facing=self.chance.choice(DIRECTIONS))
        elif dice < 0.8 and card.level == "regiment" and card.arm == "infantry":
            yield lb.Split(unit=unit.id)
        elif dice < 0.85 and card.parent:
            yield lb.Join(unit=card.parent)
        elif card.arm == "artillery":
            near = self.chance.choice(ctx.board.neighbours[unit.place])
            yield self.chance.choice(
                (lb.Limber(unit=unit.id), lb.Unlimber(unit=unit.id), lb.Prolong(unit=unit.id, place=near))
            )
        elif dice < 0.9:
            yield lb.Deploy(unit=unit.id)

    def _assaults(self, ctx: Any, known: Any, side: Side, mine: Sequence[Any]) -> Iterator[Order]:
        """Assaults on what lies before units now; much will have changed when they come to it."""
        for unit in mine:
            for place in front_hexes(ctx, unit):
                if ctx.theirs(known.at(place), side) and self.chance.random() < 0.6:
                    yield lb.Assault(target=place, units=(unit.id,))
                    break
