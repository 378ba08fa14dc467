"""Lützen's answers to the questions of the series: movement, command, combat, morale, victory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.dice import Dice
from adjudicator.core.ruleset import Game, Telling
from adjudicator.core.types import Choice, Decision, Event, Finding, Order, RuleId, Side
from adjudicator.core.view import Mark, Table
from adjudicator.maps.hexgrid import distance
from adjudicator.rulesets.vv1813.context import Context, Counter
from adjudicator.rulesets.vv1813.decisions import Asking
from adjudicator.rulesets.vv1813.game import Barred, Entry, MarkerKind, Objective, Quotas
from adjudicator.rulesets.vv1813.games.lutzen import (
    apply,
    arrivals,
    authority,
    clock,
    division,
    guard,
    night,
    objectives,
    orders,
    pace,
    plays,
    restrictions,
    retreat,
    showing,
    sight,
)
from adjudicator.rulesets.vv1813.games.lutzen import state as own
from adjudicator.rulesets.vv1813.games.lutzen.events import EVENTS, ReinforcementsSlowed
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.sequence import STAGES
from adjudicator.rulesets.vv1813.games.lutzen.state import LutzenState
from adjudicator.rulesets.vv1813.orders import Attack, Reveal
from adjudicator.rulesets.vv1813.paths import Mover
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State


class Lutzen:
    """Lützen, 2 May 1813."""

    name = "lutzen"
    title = "Lützen, 2 May 1813"
    sides: tuple[Side, ...] = (COALITION, FRENCH)
    stages = STAGES
    events = EVENTS
    advance_after_refusal = False
    cites: Mapping[str, RuleId] = {
        "morale_check": RuleId("LUT-9.1"),
        "random_end": RuleId("LUT-10.6"),
        "exit": RuleId("LUT-10.G3"),
        "quota": RuleId("LUT-10.V1"),
        "entry": RuleId("LUT-10.2"),
        "restricted": RuleId("LUT-7.6b"),
        "no_attack": RuleId("LUT-7.6b"),
        "charge": RuleId("LUT-8.6.1b"),
        "expelled": RuleId("LUT-8.5.1i"),
        "no_advance": RuleId("LUT-8.5.1h"),
        "after_refusal": RuleId("LUT-8.3b"),
    }

    # --- set-up and sequence -----------------------------------------------------------------------------

    def set_up(self, ctx: Context) -> LutzenState:
        """LUT-10.1: nothing has been laid, played or tested yet."""
        return LutzenState()

    def apply(self, ctx: Context, state: State, event: Event) -> State:
        """What the game keeps besides, after any event."""
        return apply.apply_event(ctx, state, event)

    def clock(self, ctx: Context, state: State, turn: int) -> str:
        """LUT-2.B1: the hour of a turn."""
        return clock.as_clock(clock.hour(ctx, state, turn))

    def last_turn(self, ctx: Context, state: State) -> int | None:
        """LUT-10.6: the turn of 21.00."""
        return clock.last_turn(ctx, state)

    def random_end(self, ctx: Context, state: State) -> int | None:
        """LUT-10.6: from 19.00 two dice of 2 to 7 end the battle."""
        return clock.ends_up_to(ctx, state)

    # --- movement and command ----------------------------------------------------------------------------

    def movement_allowance(self, ctx: Context, state: State, piece: str) -> Finding[int]:
        """LUT-7.2a, LUT-7.6a, LUT-6.2c to LUT-6.2f: reinforcements, tactical movement, Ney, Napoleon, Marchand."""
        return pace.movement_allowance(ctx, state, piece)

    def is_closed(self, ctx: Context, state: State, side: Side, place: str) -> RuleId | None:
        """VV-7.1d: no place is closed to a whole side."""
        return None

    def may_leave(self, ctx: Context, state: State, unit: str, place: str, to: str = "") -> Finding[bool]:
        """LUT-2.F1, LUT-2.I1, LUT-4.1e: not while a Guard is held back, nor as one part of a divided unit."""
        if restrictions.is_held_back(ctx, state, ctx.counters[unit]):
            rule = restrictions.held_back_by(state)
            return Finding(rule=rule, value=False, because="its Guard is held back this turn")
        if division.is_part(ctx, state, unit):
            because = "it stands in two places; gather it first with `split`"
            return Finding(rule=facts(ctx).split.rule, value=False, because=because)
        return Finding(rule=RuleId("VV-7.1a"), value=True)

    def may_end(self, ctx: Context, known: State, mover: Mover, goal: str) -> Finding[bool]:
        """LUT-6.2a: the French Guard marches on Lützen until Napoleon comes."""
        return guard.may_end(ctx, known, mover, goal)

    def zone_ban(self, ctx: Context, state: State, unit: str) -> RuleId | None:
        """LUT-7.6b: in tactical movement nobody enters a zone."""
        return RuleId("LUT-7.6b") if restrictions.is_tactical(state, ctx.counters[unit].side) else None

    def keeps_clear(self, ctx: Context, state: State, unit: str) -> RuleId | None:
        """LUT-7.2b: reinforcements do not use their faster movement to enter a zone."""
        return RuleId("LUT-7.2b") if pace.is_fresh(ctx, state, unit) else None

    def has_retreat_rights(self, ctx: Context, state: State, unit: str) -> bool:
        """VV-10.G2: Coalition units in general retreat."""
        return state.retreating and ctx.counters[unit].side == COALITION

    def command_range(self, ctx: Context, state: State, side: Side) -> int:
        """LUT-7.3b: the French five places, the Coalition three."""
        return authority.command_range(ctx, state, side)

    def is_commander_in_chief(self, ctx: Context, commander: str) -> bool:
        """LUT-2.2b: Napoleon and Wittgenstein."""
        return commander in facts(ctx).command.in_chief

    def commands(self, ctx: Context, commander: str, unit: str) -> bool:
        """LUT-2.2b: by formation, with the authority of Wittgenstein and Blücher."""
        return authority.commands(ctx, commander, unit)

    def command_override(self, ctx: Context, state: State, unit: str) -> Finding[bool] | None:
        """VV-7.2e: the III Corps depends on Ney alone."""
        return authority.override(ctx, state, unit)

    def entries(self, ctx: Context, state: State, side: Side) -> tuple[Entry, ...]:
        """LUT-10.2, LUT-10.3: historical and random reinforcements, and units that come back."""
        return arrivals.entries(ctx, state, side)

    # --- markers -----------------------------------------------------------------------------------------

    def marker_returns(self, ctx: Context, kind: MarkerKind) -> int | None:
        """VV-2.3a: as the marker says."""
        return kind.returns

    def carry_out(self, game: Game[State], ctx: Context, order: Order, side: Side, dice: Dice, words: str) -> Telling:
        """Markers, tactical movement, Ney's appearance, Souham's division."""
        yield from orders.carry_out(game, ctx, order, side, words)

    def is_opening(self, ctx: Context, order: Order) -> bool:
        """LUT-7.6a: what is announced when a sequence begins."""
        return orders.is_opening(ctx, order)

    def revealable(self, ctx: Context, state: State, side: Side) -> tuple[str, ...]:
        """LUT-2.0b: reveals in the enemy's sequence come before he writes his orders."""
        return ()

    def reveal(self, game: Game[State], ctx: Context, kind: str, side: Side, dice: Dice) -> Telling:
        """LUT-2.0b: nothing is revealed in the middle of a movement phase."""
        yield from ()

    def allows(self, ctx: Context, state: State, decision: Decision, choice: Choice) -> Finding[bool] | None:
        """LUT-2.0b: whether a marker may be revealed now; other choices are judged by the series."""
        if isinstance(choice, Reveal) and choice.marker:
            return plays.allows_reveal(ctx, state, decision, choice)
        return None

    def bind(self, game: Game[State], ctx: Context, side: Side) -> Telling:
        """LUT-6.2d, LUT-7.2a: Ney comes at the latest now; reinforcements near the enemy march like others."""
        if side == FRENCH:
            yield from arrivals.appear_by_itself(game, ctx)
        near = pace.near_the_enemy(ctx, game.state, side)
        if near:
            yield ReinforcementsSlowed(side=side, units=near)

    def close_movement(self, game: Game[State], ctx: Context, side: Side, dice: Dice) -> Telling:
        """LUT-6.2a: the compulsory march of the French Guard."""
        if side == FRENCH:
            yield from guard.march_on_lutzen(game, ctx, dice)

    def may_meet_cossacks(self, ctx: Context, state: State, place: str) -> bool:
        """LUT-2.A7: within three places of a Coalition unit or commander."""
        army = state.army(COALITION)
        reach = facts(ctx).cossacks.within
        return any(distance(place, one) <= reach for one in (*army.units_at, *army.commanders_at))

    # --- combat ------------------------------------------------------------------------------------------

    def may_charge(self, ctx: Context, counter: Counter) -> bool:
        """LUT-8.6.1b, option lut_charge: Guard cavalry and Latour-Maubourg's heavy cavalry."""
        numbers = facts(ctx).charge
        able = numbers.both if ctx.options["lut_charge"] == "both" else numbers.French
        return counter.kind == "cavalry" and (counter.guard or counter.id in able)

    def no_advance_places(self, ctx: Context, state: State) -> frozenset[str]:
        """LUT-8.5.1h: the villages from turn 2 on."""
        return frozenset() if state.turn < facts(ctx).villages.from_turn else restrictions.villages(ctx)

    def is_expelled(self, ctx: Context, state: State, side: Side, place: str) -> bool:
        """LUT-8.5.1i: whoever is driven from one of these villages stays out this turn."""
        return place in restrictions.villages(ctx)

    def tactical_hit_on(self, ctx: Context) -> tuple[int, ...]:
        """LUT-8.6.2c: the tactical option is more dangerous here."""
        return facts(ctx).tactical_option.hit_on

    def attack_ban(self, ctx: Context, state: State, unit: str) -> Finding[bool]:
        """LUT-6.1a, LUT-6.2b, LUT-11: engagement restrictions."""
        return restrictions.attack_ban(ctx, state, unit)

    def attackers(self, ctx: Context, state: State, order: Attack, units: tuple[str, ...]) -> Finding[tuple[str, ...]]:
        """LUT-2.N2, LUT-8.2g: counters that must attack alone; one stack at night."""
        return night.attackers(ctx, state, order, units)

    def barred(self, ctx: Context, state: State, what: Barred, side: Side, phase: str = "") -> Finding[bool] | None:
        """LUT-8.2g, option lut_c_combat_bomb: what night forbids."""
        return night.barred(ctx, state, what, side, phase)

    def marker_back(self, ctx: Context, state: State, kind: str) -> int | None:
        """VV-2.J3, option drouot_late: two turns later; Drouot from 18.00 perhaps on the next."""
        return night.marker_back(ctx, state, kind)

    def has_another_use(self, ctx: Context, state: State, kind: str) -> bool:
        """LUT-8.8g, LUT-2.E1: Drouot from 18.00."""
        return night.has_another_use(ctx, state, kind)

    def gather(self, game: Game[State], ctx: Context, side: Side, place: str) -> Asking[None]:
        """LUT-4.1f: a part of Souham 2 that must retreat joins the other."""
        yield from division.gather_before_retreat(game, ctx, side, place)

    # --- morale and victory ------------------------------------------------------------------------------

    def objectives(self, ctx: Context) -> tuple[Objective, ...]:
        """LUT-9A1, LUT-9A2: the objectives of both sides."""
        return tuple(
            Objective(one.name, one.places, one.value, one.loser, one.rule, one.commanded)
            for one in facts(ctx).objective
        )

    def on_entering(self, ctx: Context, state: State, place: str) -> tuple[Event, ...]:
        """LUT-9A1: the road to Lützen and Werben are given back at once."""
        return objectives.entered(ctx, state, place)

    def commander_value(self, ctx: Context, commander: str) -> int:
        """VV-9D: Blücher, Wittgenstein and Ney are worth more than others."""
        numbers = facts(ctx).commander_loss
        return numbers.special.get(commander, numbers.usual)

    def exit_places(self, ctx: Context, state: State, side: Side) -> frozenset[str]:
        """LUT-10.G3: road places of the southern and eastern edge, for the Coalition in general retreat."""
        numbers = facts(ctx).exit
        return frozenset(numbers.places) if side == numbers.side and state.retreating else frozenset()

    def free_lines(self, ctx: Context, place: str) -> tuple[tuple[str, ...], ...]:
        """VV-10.5A: straight lines in any direction to the edge between the exits."""
        return retreat.free_lines(ctx, place)

    def quotas(self, ctx: Context) -> Quotas:
        """LUT-10.V1: what must be saved."""
        numbers = facts(ctx).quota
        return Quotas(numbers.total, numbers.prussian, numbers.guard)

    def is_guard_formation(self, ctx: Context, counter: Counter) -> bool:
        """LUT-10.V1: the Russian Guard is the third line."""
        return counter.formation == facts(ctx).guards_attack.Coalition

    def strategic_commanders(self, ctx: Context) -> tuple[str, ...]:
        """VV-10.V6: Blücher and Wittgenstein."""
        return facts(ctx).strategic.commanders

    def retreat_off_map(self, ctx: Context, state: State, side: Side, place: str) -> int | None:
        """LUT-8.5.1g: off any edge, to come back two turns later."""
        return state.turn + facts(ctx).off_map.returns if ctx.board.is_edge(place) else None

    # --- knowledge ---------------------------------------------------------------------------------------

    def known(self, ctx: Context, state: State, side: Side) -> LutzenState:
        """LUT-2.0a: classes of markers, not their faces."""
        return sight.known(state, side)

    def show(self, ctx: Context, before: State, event: Event, side: Side) -> Event | None:
        """One of the game's own events as a side sees it."""
        return sight.show(ctx, before, event, side)

    def marks(self, ctx: Context, known: State) -> tuple[Mark, ...]:
        """Places of entry and exit."""
        return showing.marks(ctx, known)

    def tables(self, ctx: Context, known: State, side: Side) -> tuple[Table, ...]:
        """The turn track, engagement, reinforcements, what is in force."""
        return showing.tables(ctx, known, side)

    def dump(self, value: Any) -> dict[str, Any]:
        """`State.game` as plain JSON values."""
        return own.dump(value)

    def load(self, plain: dict[str, Any]) -> LutzenState:
        """`State.game` from what `dump` gave."""
        return own.load(plain)
