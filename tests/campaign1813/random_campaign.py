"""Random campaigns: legal enough orders for both sides, drawn from a seed; every battle by the simple resolution."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.engine import Position, Step, StepTexts
from adjudicator.core.orders import AskMe, Orders, Standing
from adjudicator.core.types import Choice, Order, Side, Wait
from adjudicator.rulesets.campaign1813 import orders as od
from adjudicator.rulesets.campaign1813.battle.result import on_the_field
from adjudicator.rulesets.campaign1813.context import INDEPENDENT
from adjudicator.rulesets.campaign1813.report import report_orders as ro
from adjudicator.rulesets.campaign1813.ruleset import Campaign1813, make
from adjudicator.rulesets.campaign1813.state import Block, State, enemy_of
from adjudicator.rulesets.campaign1813.supply.strength import elan_left
from tests.support.random_player import MOST_STEPS, Match

ASKED = ("initiative", "fortress", "retreat", "regroup", "assault", "besiege", "reinforce", "reveal")
EVENTS: tuple[od.SiegeEvent, ...] = ("sally", "camp_disease", "town_disease", "bad_food")


def campaign(seed: str, options: Mapping[str, str] | None = None) -> Match:
    """A campaign before its first turn; battles by the simple resolution unless the options say otherwise."""
    rules = make({"battles": "auto", **(options or {})})
    return Match(rules, seed, Position(rules.start()))


def played(match: Match, general: RandomGeneral) -> Iterator[Step[Any]]:
    """A campaign to its end, a step at a time."""
    yield match.play(StepTexts())
    while not match.ended and len(match.steps) < MOST_STEPS:
        yield match.play(general.texts(match))


class RandomGeneral:
    """Plays both sides. `asks` is the chance, in percent, that a side wants to be asked about a kind of decision;
    `boldness`, of ten, how often groups march at the enemy."""

    def __init__(self, seed: str, asks: int = 5, boldness: int = 6) -> None:
        self.chance = random.Random(seed)
        self.asks = asks
        self.boldness = boldness

    def texts(self, match: Match) -> StepTexts:
        """What the next step is given: answers to what is open, or the orders that are waited for."""
        paused = match.position.paused
        if paused is not None:
            answers = {d.key: self._answer(d.default, d.examples) for d in paused.open}
            return StepTexts(orders=match.steps[-1][0].orders, answers=answers)
        wait = match.rules.next(match.position.state)
        assert isinstance(wait, Wait)
        write = self.report if wait.what == "report" else self.orders
        by_side = {side: tuple(write(match, side)) for side in wait.sides}
        standing = {side: tuple(self._standing(side)) for side in match.rules.sides}
        return StepTexts(orders=Orders(by_side=by_side, standing=standing))

    def _answer(self, default: Choice, examples: tuple[Choice, ...]) -> Choice:
        return self.chance.choice(examples) if examples else default

    def _standing(self, side: Side) -> Iterator[Standing]:
        for kind in ASKED:
            if self.chance.randrange(100) < self.asks:
                yield Standing(side=side, decision=kind, choice=AskMe(side=side))
        if self.chance.random() < 0.3:
            yield Standing(side=side, decision="initiative", choice=od.Initiative(side=side, first=False))
        if self.chance.random() < 0.3:
            keep = od.Fortress(side=side, withdraw=True, rest=self.chance.choice(("fights", "retreats")))
            yield Standing(side=side, decision="fortress", choice=keep)
        if self.chance.random() < 0.3:
            percent = self.chance.choice((10, 15, 20))
            yield Standing(side=side, decision="break_off", choice=od.LeaveField(side=side, percent=percent))
        if self.chance.random() < 0.3:
            yield Standing(side=side, decision="relief", choice=od.Relief(side=side, join=False))
        if self.chance.random() < 0.2:
            yield Standing(side=side, decision="besiege", choice=od.Besiege(side=side, lay=False))

    # --- orders of a player turn -----------------------------------------------------------------------------

    def orders(self, match: Match, side: Side) -> Iterator[Order]:
        """A player turn's orders, numbered as lines."""
        rules: Any = match.rules
        known = rules.known(match.position.state, side)
        for line, order in enumerate(self._turn(rules, known, side), start=1):
            yield order.model_copy(update={"side": side, "line": line})

    def report(self, match: Match, side: Side) -> Iterator[Order]:
        """A battle report that fits: some losses, a result by points or none."""
        rules: Any = match.rules
        state: State = match.position.state
        battle = state.battle
        assert battle is not None
        attacker, defender = battle.attacker, enemy_of(battle.attacker)
        hits = []
        for block in (*on_the_field(state, battle, attacker), *on_the_field(state, battle, defender)):
            if block.fights:
                left = elan_left(rules.context.roster[block.id], block)
                hits.append(ro.Hits(unit=block.id, hits=self.chance.randint(0, max(1, left // 3))))
        outcome = self.chance.choice(("attacker_win_vp", "defender_win_vp", "stalemate", "attacker_broke_off"))
        mine, theirs = {"attacker_win_vp": (6, 2), "defender_win_vp": (2, 6)}.get(outcome, (4, 4))
        lines: list[Order] = [
            ro.Outcome.model_validate({"outcome": outcome}),
            ro.LastTurn(turn=self.chance.randint(6, 30)),
            ro.Losses(losses=tuple(hits)),
            ro.Points(points=((attacker, mine), (defender, theirs))),
        ]
        for line, order in enumerate(lines, start=1):
            yield order.model_copy(update={"side": side, "line": line})

    def _turn(self, rules: Campaign1813, known: State, side: Side) -> Iterator[Order]:
        ctx = rules.context
        if side == "Allied" and self.chance.random() < 0.5:
            yield od.Recon(army=self.chance.choice(ctx.armies_of(side)).id)
        groups: dict[tuple[str, str], list[Block]] = {}
        for block in known.pieces.blocks.values():
            if block.side == side and block.place is not None and block.kind != "garrison" and not block.inside:
                groups.setdefault((ctx.card(block).army, block.place), []).append(block)
        attacked: set[str] = set()
        for army in (*(one.id for one in ctx.armies_of(side)), INDEPENDENT):
            mine = [place for owner, place in groups if owner == army]
            self.chance.shuffle(mine)
            most = (1, 2, 3, 3, 4) if self.boldness > 2 else (0, 0, 0, 1)
            for place in mine[: self.chance.choice(most)]:
                yield self._move(rules, known, side, place, groups[army, place], attacked)
        for town in sorted(attacked):
            yield from self._for_battle(rules, known, side, town)
        for town, siege in sorted(known.sieges.items()):
            if siege.besieger == side and self.chance.random() < 0.8:
                unless = tuple(e for e in EVENTS if self.chance.random() < 0.2)
                choice = od.Assault(side=side, needed=self.chance.choice((None, 10, 12)), unless=unless)
                yield od.Plan(decision="assault", place=town, choice=choice)

    def _move(
        self, rules: Campaign1813, known: State, side: Side, place: str, blocks: list[Block], attacked: set[str]
    ) -> Order:
        stay = [b for b in blocks if self.chance.random() < 0.15]
        going = [b for b in blocks if b not in stay] or blocks
        marches = []
        for part in self._parts(going):
            goal = self._goal(rules, known, side, place)
            if known.pieces.has_combat(goal, enemy_of(side)):
                attacked.add(goal)
            forced = self.chance.random() < 0.1
            if forced:
                goal = self.chance.choice(rules.board.neighbours[goal])
            marches.append(od.March(units=tuple(b.id for b in part), destination=goal, forced=forced))
        return od.Move(origin=place, marches=tuple(marches))

    def _parts(self, blocks: list[Block]) -> list[list[Block]]:
        if len(blocks) > 8 or (len(blocks) > 3 and self.chance.random() < 0.3):
            half = len(blocks) // 2
            return [blocks[:half], blocks[half:]]
        return [blocks]

    def _goal(self, rules: Campaign1813, known: State, side: Side, place: str) -> str:
        """A neighbouring town, mostly nearer to an enemy."""
        near = rules.board.neighbours[place]
        enemies = [town for town, sides in sorted(known.pieces.holders.items()) if enemy_of(side) in sides]
        if self.chance.randrange(10) >= self.boldness:
            near = tuple(town for town in near if town not in enemies) or near
            return self.chance.choice(near)
        if enemies and self.chance.random() < 0.9:
            paths = [rules.board.path(place, town) for town in self.chance.sample(enemies, min(4, len(enemies)))]
            paths = [path for path in paths if path]
            if paths:
                return min(paths, key=len)[0]
        return self.chance.choice(near)

    def _for_battle(self, rules: Campaign1813, known: State, side: Side, town: str) -> Iterator[Order]:
        beside = [t for t in rules.board.neighbours[town] if known.pieces.has_combat(t, side)]
        if beside and self.chance.random() < 0.5:
            groups = tuple(od.FromTown(origin=origin) for origin in beside)
            yield od.Plan(decision="reinforce", place=town, choice=od.Reinforce(side=side, groups=groups))
        if self.chance.random() < 0.3:
            to = tuple(self.chance.sample(rules.board.neighbours[town], min(2, len(rules.board.neighbours[town]))))
            yield od.Plan(decision="retreat", place=town, choice=od.RetreatTo(side=side, parts=(od.ToTown(to=to),)))
        if beside and self.chance.random() < 0.3:
            out = (od.ToTown(to=(beside[0],)),)
            bring = (od.FromTown(origin=beside[-1]),)
            yield od.Plan(decision="regroup", place=town, choice=od.Regroup(side=side, out=out, bring=bring))
