"""Random matches of Napoleon's Later Campaigns: both sides write their texts as players do, drawn from a seed.

Whatever is written is read by the order language; the marshals look only at what their side knows.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.core.engine import Position, Step, StepTexts
from adjudicator.core.orders import Orders, Standing
from adjudicator.core.source import source_lines
from adjudicator.core.types import Choice, Decision, Order, Side, Wait
from adjudicator.dsl.reading import read
from adjudicator.rulesets.nlc import choices as ch
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.command.in_force import order_for
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.movement.entering import is_due
from adjudicator.rulesets.nlc.state import FRENCH, State, Unit, enemy_of
from tests.nlc.field import scenario
from tests.support.random_player import Match

MOST_STEPS = 2000
WORDS = ("attack", "attack", "attack", "attack", "defend", "reserve")
TOPICS = (
    "reaction charges", "orders", "bombardment", "charges", "pursuits", "evasion", "hits", "disruption",
    "withdrawals", "retreats", "advances",
)  # fmt: skip
STANCES = ("General Offensive", "Local Offensive", "Consolidation", "Desperate Defense", "Tactical Withdrawal")
CONDITIONS = ("turn >= 3", "{place} is empty", "{unit} is on the map", "enemy within 2 of {place}", "clock >= 14:00")


def match_of(name: str, seed: str, options: Mapping[str, str] | None = None) -> Match:
    """A match of a scenario before its set-up."""
    rules = scenario(name, **(options or {}))
    return Match(rules, seed, Position(rules.start()))


def played(match: Match, marshal: RandomMarshal) -> Iterator[Step[Any]]:
    """A match to its end, a step at a time."""
    yield match.play(StepTexts())
    while not match.ended and len(match.steps) < MOST_STEPS:
        yield match.play(marshal.texts(match))


class RandomMarshal:
    """Plays both sides. `asks` is the chance, in percent, that a side wants to be asked about a kind of decision;
    `boldness`, of ten, how often units do something."""

    def __init__(self, seed: str, asks: int = 4, boldness: int = 7) -> None:
        self.chance = random.Random(seed)
        self.asks = asks
        self.boldness = boldness
        self.lines = 0

    def texts(self, match: Match) -> StepTexts:
        """What the next step is given: answers to what is open, or the texts that are waited for."""
        paused = match.position.paused
        if paused is not None:
            answers = {one.key: self.answer(match, one) for one in paused.open}
            return StepTexts(orders=match.steps[-1][0].orders, answers=answers)
        wait = match.rules.next(match.position.state)
        assert isinstance(wait, Wait)
        by_side: dict[Side, tuple[Order, ...]] = {}
        standing: dict[Side, tuple[Standing, ...]] = {}
        for side in match.rules.sides:
            text = self.text(match, side, wait.phase) if side in wait.sides else ""
            by_side[side], standing[side] = self.understood(match, side, text + self.standing(match, side))
        return StepTexts(orders=Orders(by_side=by_side, standing=standing))

    def understood(self, match: Match, side: Side, text: str) -> tuple[tuple[Order, ...], tuple[Standing, ...]]:
        """A text as it is read; every line of it must be understood."""
        rules: Any = match.rules
        self.lines += text.count("\n")
        made = read(rules.language, rules.known(match.position.state, side), side, "", source_lines(text))
        assert not made.problems, [(text.split("\n")[one.line - 1], one.reason) for one in made.problems]
        return made.orders, made.standing or ()

    def may(self, tenths: float) -> bool:
        """A chance, in tenths."""
        return self.chance.random() * 10 < tenths

    # --- texts --------------------------------------------------------------------------------------------------

    def text(self, match: Match, side: Side, phase: str) -> str:
        """The orders of a text."""
        rules: Any = match.rules
        ctx, known = rules.context, rules.known(match.position.state, side)
        if phase == "set-up":
            lines = self.set_up(ctx, known, side)
        elif phase == "turn":
            lines = self.player_turn(ctx, known, side)
        else:
            lines = [*self.command(ctx, known, side)]
            lines += self.player_turn(ctx, known, side) if side == FRENCH else []
        return "\n".join([*lines, ""])

    def set_up(self, ctx: Context, known: State, side: Side) -> list[str]:
        """D-19: free orders at start."""
        found = []
        for formation in ctx.formations.values():
            if formation.side == side and self.may(5):
                found.append(f"start {ctx.leaders[formation.leader].name}: {self.chance.choice(WORDS)}")
        return found

    def command(self, ctx: Context, known: State, side: Side) -> Iterator[str]:
        """1.4 to 1.6: couriers above all; releases, reorganization, assignments where they may be given."""
        chiefs = [one for one in ctx.leaders.values() if one.side == side and one.role in ("OC", "WC")]
        led = [one for one in ctx.formations.values() if one.side == side]
        for chief in chiefs:
            if known.leader(chief.id).status == "map":
                for _ in range(self.chance.choice((0, 0, 1, 1, 2, 3))):
                    to = ctx.leaders[self.chance.choice(led).leader]
                    if to.id != chief.id or self.may(1):
                        yield f"{chief.name} orders {to.name}: {self.chance.choice(WORDS)}"
        for formation in led:
            if known.order_of(formation.id) == "defend" and self.may(0.2):
                yield f"reserve {ctx.leaders[formation.leader].name}"
            lost = [u for u in known.force(side).units.values() if u.status == "eliminated" and self.may(5)]
            mine = [ctx.units[u.id] for u in lost if formation_of(ctx, u) == formation.id]
            if mine and self.may(5):
                yield f"reorganise {ctx.leaders[formation.leader].name}: {', '.join(one.alias for one in mine[:2])}"
        wings = [one for one in chiefs if one.role == "WC"]
        if wings and self.may(1):
            yield f"assign {self.chance.choice(led).id} to {self.chance.choice(wings).name}"
        yield from self.reserves(ctx, known, side)

    def reserves(self, ctx: Context, known: State, side: Side) -> Iterator[str]:
        """Dresden: releases and arrival orders; Leipzig: units that change their formation."""
        kept = [u for u in known.force(side).units.values() if u.in_reserve and u.status == "map"]
        led = [one for one in ctx.formations.values() if one.side == side]
        if kept and self.may(3):
            named = ", ".join(ctx.units[u.id].alias for u in self.chance.sample(kept, min(2, len(kept))))
            yield f"release {named} to {self.chance.choice(led).id}"
        for formation in led:
            if not known.formations[formation.id].released and self.may(2):
                yield f"release {formation.id}"
        if known.arrival and side != FRENCH and self.may(5):
            divisions = [one for one in ctx.leaders.values() if one.role == "division"]
            if divisions:
                yield f"arrival orders {self.chance.choice(divisions).name}: attack"
        if ctx.facts.changeable is not None and self.may(1):
            unit = self.chance.choice([one for one in ctx.units.values() if one.side == side])
            yield f"attach {unit.alias} to {self.chance.choice(led).id}"

    # --- a player turn ------------------------------------------------------------------------------------------

    def player_turn(self, ctx: Context, known: State, side: Side) -> list[str]:
        """I to IV."""
        enemies = sorted(known.force(enemy_of(side)).units_at)
        mine = [unit for unit in known.force(side).units.values() if unit.status == "map" and unit.place]
        ends: dict[str, str] = {}
        lines = [line for unit in mine for line in self.shots(ctx, unit, enemies, ends)]
        lines += self.moves(ctx, known, side, mine, enemies, ends)
        lines += self.comings(ctx, known, side)
        lines += self.attacks(ctx, mine, enemies, ends)
        return [self.perhaps_conditional(ctx, line, mine) for line in lines]

    def perhaps_conditional(self, ctx: Context, line: str, mine: list[Unit]) -> str:
        """Now and then a line hangs on a condition."""
        if not mine or self.may(9.6) or line.startswith("delay"):
            return line
        unit = self.chance.choice(mine)
        words = self.chance.choice(CONDITIONS).format(place=unit.place, unit=ctx.units[unit.id].alias)
        return f"if {words}: {line}" if ";" in line else f"if {words}: {line}; otherwise: pass"

    def shots(self, ctx: Context, unit: Unit, enemies: list[str], ends: dict[str, str]) -> Iterator[str]:
        """Bombardments and charges at what is within two hexes."""
        card, here = ctx.units[unit.id], unit.place or ""
        near = [place for place in enemies if ctx.board.distance(here, place) <= 2]
        if not near or not self.may(self.boldness):
            return
        target = self.chance.choice(near)
        if card.is_artillery:
            yield f"bombard {target} with {card.alias}"
            if self.may(9):
                ends[unit.id] = ""
        elif card.is_cavalry:
            then = self.chance.choice(("", "", "; then stay", "; then return", "; then pursue"))
            yield f"charge {target} with {card.alias}{then}"
            if self.may(8):
                ends[unit.id] = here

    def moves(
        self, ctx: Context, known: State, side: Side, mine: list[Unit], enemies: list[str], ends: dict[str, str]
    ) -> Iterator[str]:
        """Units go mostly at the enemy, in stacks or alone, by a path or to a goal; leaders with them."""
        for unit in mine:
            here, word = unit.place or "", order_for(ctx, known, unit)
            eager = self.boldness if word == "attack" else 2
            if unit.id in ends or not self.may(eager):
                continue
            goal = self.goal(ctx, here, enemies, word)
            ends[unit.id] = goal
            alias = ctx.units[unit.id].alias
            if goal == here:
                continue
            if goal in ctx.board.neighbours[here] and self.may(4):
                yield f"move {alias} {here} -> {goal}"
            elif self.may(1):
                ends |= {one.id: goal for one in known.at(side, here)}
                yield f"move stack {here} to {goal}"
            else:
                yield f"move {alias} to {goal}"
        for leader in known.force(side).leaders.values():
            card = ctx.leaders[leader.id]
            if leader.status == "map" and leader.place and self.may(1):
                own = [u for u in mine if not card.formation or formation_of(ctx, u) == card.formation]
                if own and self.may(7):
                    yield f"move {card.name} with {ctx.units[self.chance.choice(own).id].alias}"
                else:
                    yield f"move {card.name} to {self.goal(ctx, leader.place, enemies, 'attack')}"

    def goal(self, ctx: Context, here: str, enemies: list[str], word: str) -> str:
        """A hex a few steps off, under Attack orders mostly nearer to the enemy."""
        place = here
        aim = min(enemies, key=lambda one: (ctx.board.distance(place, one), one), default=here)
        for _ in range(self.chance.randint(1, 4)):
            around = [one for one in ctx.board.neighbours[place] if one not in enemies]
            if not around:
                break
            if word == "attack" and self.may(8):
                place = min(around, key=lambda one: (ctx.board.distance(one, aim), one))
            else:
                place = self.chance.choice(around)
        return place

    def comings(self, ctx: Context, known: State, side: Side) -> Iterator[str]:
        """Arrivals, delays, and units that leave the map."""
        force = known.force(side)
        due = [unit for unit in force.units.values() if is_due(known, unit)]
        for unit in due:
            if self.may(4):
                yield f"enter {ctx.units[unit.id].alias} at {self.chance.choice(unit.entries)}"
            elif self.may(2):
                yield f"delay {ctx.units[unit.id].alias}"
        if due and self.may(3):
            yield "enter all"
        for unit in force.units.values():
            if unit.status == "map" and unit.place and ctx.board.is_edge(unit.place) and self.may(0.5):
                yield f"exit {ctx.units[unit.id].alias}"

    def attacks(self, ctx: Context, mine: list[Unit], enemies: list[str], ends: dict[str, str]) -> Iterator[str]:
        """Who is, or hopes to be, next to an enemy attacks him."""
        used: set[str] = set()
        for target in enemies:
            near = [
                unit
                for unit in mine
                if unit.id not in used and ctx.board.distance(ends.get(unit.id) or unit.place or "", target) == 1
            ]
            if not near or not self.may(self.boldness):
                continue
            going = near[: self.chance.randint(1, 4)]
            used |= {unit.id for unit in going}
            names = [ctx.units[unit.id].alias for unit in going]
            tail = self.chance.choice(("", "", "; no advance", f"; advance {names[0]}"))
            yield f"attack {target} with {', '.join(names)}{tail}"

    # --- standing orders and answers ----------------------------------------------------------------------------

    def standing(self, match: Match, side: Side) -> str:
        """Standing orders for this step."""
        rules: Any = match.rules
        ctx: Context = rules.context
        lines = [f"ask me about {topic}" for topic in TOPICS if self.chance.randrange(100) < self.asks]
        led = [one for one in ctx.formations.values() if one.side == side]
        for formation in self.chance.sample(led, min(4, len(led))):
            name = ctx.leaders[formation.leader].name
            lines += [line.format(name=name) for line in self.chance.sample(ABOUT_FORMATIONS, 3)]
        if ctx.facts.stance is not None and side == FRENCH:
            lines.append(f"stance {self.chance.choice(STANCES)}")
        return "\n".join(["standing orders", *lines, ""]) if lines else ""

    def answer(self, match: Match, decision: Decision) -> Choice:
        """An answer to a decision that paused a phase: mostly another than the default."""
        rules: Any = match.rules
        offered = [
            one for one in self._offered(match, decision) if rules.allows(match.position.state, decision, one).value
        ]
        return self.chance.choice([*offered, decision.default])

    def _offered(self, match: Match, decision: Decision) -> list[Choice]:
        side, units = decision.side, decision.units
        around: tuple[str, ...] = match.rules.board.neighbours[decision.place] if decision.place else ()
        found: dict[str, list[Choice]] = {
            "reaction": [ch.React(), ch.NoReaction()],
            "order": [ch.KeepOrder()],
            "bombard": [ch.BombardNearest(), ch.HoldFire()],
            "after_charge": [ch.AfterCharge(what="stay"), ch.AfterCharge(what="return"), ch.AfterCharge(what="pursue")],
            "after_pursuit": [ch.AfterPursuit(what="stop"), ch.AfterPursuit(what="return")],
            "evade": [ch.Evade(), ch.Stand()],
            "hits": [ch.TakeHits(policy="strongest"), ch.TakeHits(policy="weakest", never=units[:1])],
            "disruption": [ch.TakeHits(policy="listed", units=units[:1])],
            "withdraw": [ch.Withdraw(), ch.Stand()],
            "retreat": [ch.RetreatTo(places=around[:2]), ch.RetreatTowards(edge="north")] if around else [],
            "advance": [ch.NoAdvance(), *(ch.Advance(units=units[:n]) for n in (1, 2) if len(units) >= n)],
        }
        return [one.model_copy(update={"side": side}) for one in found.get(decision.kind, [])]


ABOUT_FORMATIONS = (
    "for {name}: always react",
    "for {name}: react against cavalry, artillery if ratio >= 3/2",
    "for {name}: never react",
    "for {name}: after charge pursue",
    "for {name}: after charge stay",
    "after pursuit stop",
    "for {name}: evade",
    "for {name}: hits weakest first",
    "for {name} when attacking: withdraw if our hits >= 2",
    "for {name} when attacked: withdraw if our hits > their hits",
    "for {name}: retreat towards north edge",
    "for {name}: advance infantry",
    "for {name}: no advance",
    "for {name}: bombard nearest",
    "when {name} has lost 1 units: reserve {name}",
)
"""Standing orders that a formation may have."""
