"""A player who orders at random but sensibly, from what his side knows: for property tests and the bench."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from adjudicator import rulesets
from adjudicator.core.canon import sha256
from adjudicator.core.dice import SeededDice
from adjudicator.core.engine import Position, Step, StepTexts, run_step
from adjudicator.core.orders import AskMe, Orders, Standing
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.types import Choice, Ending, Event, Order, Side, Wait
from adjudicator.maps.hexgrid import distance
from adjudicator.rulesets.vv1813 import orders as vv
from adjudicator.rulesets.vv1813.decisions import FITTING

VEIL = bytes(range(32))
MOST_STEPS = 200
BATTERIES = ("artillery", "drouot", "jaschwill")
HIDDEN_PLAYS = ("discord", "jomini_enemy")
DIRECTED = {"rosen": "0608", "duka": "1203", "karpenkov": "1004", "sulima": "1009"}
"""Where a random French player sends units of the third Coalition line."""
ASKED = tuple(sorted(FITTING))
"""Kinds of decision that a random player sometimes wants to be asked about."""


class Player(Protocol):
    """Whoever writes the texts of a match."""

    def texts(self, match: Match) -> StepTexts:
        """What the next step is given."""
        ...


@dataclass
class Match:
    """A match in memory, step by step, with the dice of its own seed."""

    rules: Ruleset[Any]
    seed: str
    position: Position[Any]
    used: set[str] = field(default_factory=set)
    steps: list[tuple[StepTexts, Step[Any]]] = field(default_factory=list)

    @classmethod
    def begin(cls, seed: str, options: Mapping[str, str] | None = None, scenario: str = "bautzen") -> Match:
        """A match before set-up."""
        rules = rulesets.load(scenario, dict(options or {}))
        return cls(rules, seed, Position(rules.start()))

    def play(self, texts: StepTexts) -> Step[Any]:
        """Adjudicate one step."""
        seed = sha256(f"{self.seed}/{len(self.steps)}".encode())
        dice = SeededDice(seed, VEIL, frozenset(self.used) - self._of_paused_phase())
        step = run_step(self.rules, self.position, texts, dice, seed)
        self.used |= {roll.label for event in step.events for roll in event.rolls}
        self.position = step.position
        self.steps.append((texts, step))
        return step

    def _of_paused_phase(self) -> frozenset[str]:
        """Labels that the phase run again will roll a second time: the same dice, from the same seed."""
        paused = self.position.paused
        if paused is None:
            return frozenset()
        return frozenset(roll.label for event in paused.events for roll in event.rolls)

    @property
    def ended(self) -> bool:
        """Whether the last step brought the end."""
        return bool(self.steps) and isinstance(self.steps[-1][1].stopped, Ending)

    def play_out(self, player: Player) -> Iterator[Step[Any]]:
        """Play to the end, a step at a time."""
        yield self.play(StepTexts())
        while not self.ended and len(self.steps) < MOST_STEPS:
            yield self.play(player.texts(self))

    def events(self) -> Iterator[Event]:
        """Everything that happened."""
        for _, step in self.steps:
            yield from step.events


class RandomPlayer:
    """Plays all sides; `asks` is the chance, in percent, that a side wants to be asked about a kind of decision."""

    def __init__(self, seed: str, asks: int = 10) -> None:
        self.chance = random.Random(seed)
        self.asks = asks

    def texts(self, match: Match) -> StepTexts:
        """What the next step is given: answers to what is open, or the orders that are waited for."""
        paused = match.position.paused
        if paused is not None:
            answers = {d.key: self._answer(d.default, d.examples) for d in paused.open}
            return StepTexts(orders=match.steps[-1][0].orders, answers=answers)
        wait = match.rules.next(match.position.state)
        assert isinstance(wait, Wait)
        by_side = {side: tuple(self.orders(match, side)) for side in wait.sides}
        standing = {side: self._standing(side) for side in match.rules.sides}
        return StepTexts(orders=Orders(by_side=by_side, standing=standing))

    def _answer(self, default: Choice, examples: tuple[Choice, ...]) -> Choice:
        return self.chance.choice(examples) if examples else default

    def _standing(self, side: Side) -> tuple[Standing, ...]:
        asked = [kind for kind in ASKED if self.chance.randrange(100) < self.asks]
        found = [Standing(side=side, decision=kind, choice=AskMe(side=side)) for kind in asked]
        found += [s for s in self._secret_plays(side) if self.chance.random() < 0.3]
        return tuple(found)

    def _secret_plays(self, side: Side) -> Iterator[Standing]:
        """Markers played in the middle of the enemy's sequence, if they are held at all."""
        only = self.chance.choice(("", "entering_zone"))
        cossacks = vv.Cossacks(play=True, only=only, at_most=self.chance.choice((None, 1)))
        yield Standing(side=side, decision="cossacks", choice=cossacks)
        yield Standing(side=side, decision="cossacks_forbid", choice=vv.Cossacks(play=True))
        for kind in HIDDEN_PLAYS:
            yield Standing(side=side, decision="reveal", choice=vv.Reveal(marker=kind))

    def orders(self, match: Match, side: Side) -> Iterator[Order]:
        """A turn's orders of a side, numbered as lines."""
        known = match.rules.known(match.position.state, side)
        for line, order in enumerate(self._turn(match, known, side), start=1):
            yield order.model_copy(update={"side": side, "line": line})

    def _turn(self, match: Match, known: Any, side: Side) -> Iterator[Order]:
        enemy = next(s for s in match.rules.sides if s != side)
        hand = [m.kind for m in sorted(known.markers.values(), key=lambda m: m.id) if m.place == "hand"]
        mine = [k for k in hand if k != "?"]
        yield from self._marker_plays(mine)
        targets = sorted(known.army(enemy).units_at)
        yield from self._bombardments(mine, targets)
        yield vv.Enter(units=())
        ends: dict[str, str] = {}
        yield from self._moves(match, known, side, targets, ends)
        yield from self._attacks(match, ends, targets, mine)

    def _marker_plays(self, hand: list[str]) -> Iterator[Order]:
        for kind in hand:
            if kind not in BATTERIES and kind != "cossacks" and self.chance.random() < 0.3:
                yield vv.Play(marker=kind)
                if kind == "alexander":
                    for unit, place in sorted(DIRECTED.items()):
                        yield vv.Direct(units=(unit,), destination=place)

    def _bombardments(self, hand: list[str], targets: list[str]) -> Iterator[Order]:
        for kind in hand:
            if kind in BATTERIES and targets and self.chance.random() < 0.4:
                yield vv.Bombard(target=self.chance.choice(targets), markers=(vv.MarkerUse(marker=kind),))

    def _moves(self, match: Match, known: Any, side: Side, targets: list[str], ends: dict[str, str]) -> Iterator[Order]:
        army = known.army(side)
        pieces = [*army.units.values(), *army.commanders.values()]
        for piece in sorted(pieces, key=lambda one: one.id):
            if piece.status != "map" or piece.place is None:
                continue
            ends[piece.id] = piece.place
            if self.chance.random() < 0.35:
                continue
            if known.general_retreat is not None and self.chance.random() < 0.5:
                exits = sorted(
                    match.rules.board.cells, key=lambda place: (-int(place[2:]), distance(piece.place, place))
                )
                yield vv.Move(units=(piece.id,), destination=exits[0], leave=True)
                continue
            goal = self._goal(match, piece.place, targets)
            if goal and goal != piece.place:
                ends[piece.id] = goal
                yield vv.Move(units=(piece.id,), destination=goal)

    def _goal(self, match: Match, place: str, targets: list[str]) -> str:
        """A place a few steps off, mostly nearer to an enemy."""
        board = match.rules.board
        here = place
        aim = min(targets, key=lambda t: (distance(place, t), t)) if targets else place
        for _ in range(self.chance.randint(1, 3)):
            around = [n for n in board.neighbours[here] if n not in targets]
            if not around:
                break
            if self.chance.random() < 0.7:
                around.sort(key=lambda n: (distance(n, aim), n))
                here = around[0]
            else:
                here = self.chance.choice(around)
        return here

    def _attacks(self, match: Match, ends: dict[str, str], targets: list[str], hand: list[str]) -> Iterator[Order]:
        places = sorted(set(ends.values()))
        used: set[str] = set()
        for target in targets:
            near = [p for p in match.rules.board.neighbours[target] if p in places and p not in used]
            if not near or self.chance.random() < 0.25:
                continue
            origins = tuple(near[: self.chance.randint(1, 3)])
            used.update(origins)
            batteries = [kind for kind in hand if kind in BATTERIES and self.chance.random() < 0.3]
            support = tuple(vv.MarkerUse(marker=kind) for kind in sorted(set(batteries)))
            yield vv.Attack(targets=(target,), origins=origins, support=support, tactical=self.chance.random() < 0.2)
