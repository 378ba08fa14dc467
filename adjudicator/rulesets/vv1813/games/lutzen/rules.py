"""Lützen's answers to the questions of the series, where it differs: movement, command, combat, victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Decision, Event, Finding, Order, RuleId, Side
from adjudicator.core.view import Mark, Table
from adjudicator.kit.run import Asking
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.maps.hexgrid import distance
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.game import Entry
from adjudicator.rulesets.vv1813.games.lutzen import (
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
    sequence,
    view,
)
from adjudicator.rulesets.vv1813.games.lutzen.events import EVENTS, ReinforcementsSlowed
from adjudicator.rulesets.vv1813.games.lutzen.facts import facts
from adjudicator.rulesets.vv1813.games.lutzen.following import follow
from adjudicator.rulesets.vv1813.games.lutzen.sequence import STAGES
from adjudicator.rulesets.vv1813.games.lutzen.state import LutzenState, known
from adjudicator.rulesets.vv1813.movement.paths import Mover
from adjudicator.rulesets.vv1813.orders import Attack, Reveal
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.series import Series, Use
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State


class Lutzen(Series):
    """Lützen, 2 May 1813."""

    name = "lutzen"
    sides = (COALITION, FRENCH)
    stages = STAGES
    events = EVENTS
    keeps = LutzenState
    cites: ClassVar[Mapping[str, RuleId]] = {
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

    # --- sequence ----------------------------------------------------------------------------------------

    def follow(self, ctx: Context, state: State, event: Event) -> State:
        """Draws, plays, arrivals, losses of the divided unit."""
        return follow(ctx, state, event)

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

    def may_leave(self, ctx: Context, state: State, unit: str, place: str, to: str = "") -> Verdict:
        """LUT-2.F1, LUT-2.I1, LUT-4.1e: not while a Guard is held back, nor as one part of a divided unit."""
        if restrictions.is_held_back(ctx, state, ctx.counters[unit]):
            return no(restrictions.held_back_by(state), "its Guard is held back this turn")
        if division.is_part(ctx, state, unit):
            return no(facts(ctx).split.rule, "it stands in two places; gather it first with `split`")
        return yes("VV-7.1a")

    def may_end(self, ctx: Context, known: State, mover: Mover, goal: str) -> Verdict:
        """LUT-6.2a: the French Guard marches on Lützen until Napoleon comes."""
        return guard.may_end(ctx, known, mover, goal)

    def zone_ban(self, ctx: Context, state: State, unit: str) -> RuleId | None:
        """LUT-7.6b: in tactical movement nobody enters a zone."""
        return RuleId("LUT-7.6b") if restrictions.is_tactical(state, ctx.counters[unit].side) else None

    def keeps_clear(self, ctx: Context, state: State, unit: str) -> RuleId | None:
        """LUT-7.2b: reinforcements do not use their faster movement to enter a zone."""
        return RuleId("LUT-7.2b") if pace.is_fresh(ctx, state, unit) else None

    def command_range(self, ctx: Context, state: State, side: Side) -> int:
        """LUT-7.3b: the French five places, the Coalition three."""
        return authority.command_range(ctx, state, side)

    def commands(self, ctx: Context, commander: str, unit: str) -> bool:
        """LUT-2.2b: by formation, with the authority of Wittgenstein and Blücher."""
        return authority.commands(ctx, commander, unit)

    def command_override(self, ctx: Context, state: State, unit: str) -> Finding[bool] | None:
        """VV-7.2e: the III Corps depends on Ney alone."""
        return authority.override(ctx, state, unit)

    def entries(self, ctx: Context, state: State, side: Side) -> tuple[Entry, ...]:
        """LUT-10.2, LUT-10.3: historical and random reinforcements, and units that come back."""
        return arrivals.entries(ctx, state, side)

    # --- markers and orders ------------------------------------------------------------------------------

    def is_opening(self, ctx: Context, order: Order) -> bool:
        """LUT-7.6a: what is announced when a sequence begins."""
        return orders.is_opening(ctx, order)

    def carry_out(self, run: Run, order: Order) -> Telling:
        """Markers, tactical movement, Ney's appearance, Souham's division."""
        yield from orders.carry_out(run, order)

    def set_up_warning(self, ctx: Context, side: Side, given: Sequence[Order]) -> Verdict:
        """LUT-2.4b: where no spaces are named for the markers, each one is asked for by itself."""
        return sequence.nothing_laid(ctx, side, given)

    def waste_of(self, ctx: Context, known: State, side: Side, order: Order) -> Verdict:
        """LUT-2.0b: markers that are only discarded now."""
        return plays.waste_of(ctx, known, side, order)

    def enemy_marker(self, ctx: Context, known: State, kind: str) -> str:
        """LUT-2.0c: some markers move morale when the wrong side reveals them."""
        return plays.in_wrong_hands(ctx, known, kind)

    def may_reveal(self, ctx: Context, state: State, decision: Decision, choice: Reveal) -> Verdict:
        """LUT-2.0b: whether a marker may be revealed now."""
        return plays.may_reveal(ctx, state, decision, choice)

    def bind(self, run: Run) -> Telling:
        """LUT-6.2d, LUT-7.2a: Ney comes at the latest now; reinforcements near the enemy march like others."""
        if run.side == FRENCH:
            yield from arrivals.appear_by_itself(run)
        near = pace.near_the_enemy(run.ctx, run.state, run.side)
        if near:
            yield ReinforcementsSlowed(side=run.side, units=near)

    def close_movement(self, run: Run) -> Telling:
        """LUT-6.2a: the compulsory march of the French Guard."""
        if run.side == FRENCH:
            yield from guard.march_on_lutzen(run)

    def may_meet_cossacks(self, ctx: Context, state: State, place: str) -> bool:
        """LUT-2.A7: within three places of a Coalition unit or commander."""
        army = state.army(COALITION)
        reach = facts(ctx).cossacks.within
        return any(distance(place, one) <= reach for one in (*army.units_at, *army.commanders_at))

    # --- combat ------------------------------------------------------------------------------------------

    def chargers(self, ctx: Context) -> tuple[str, ...]:
        """LUT-8.6.1b, option lut_charge: Latour-Maubourg's heavy cavalry, or all of his."""
        return facts(ctx).charge.both if ctx.options["lut_charge"] == "both" else super().chargers(ctx)

    def no_advance_places(self, ctx: Context, state: State) -> frozenset[str]:
        """LUT-8.5.1h: the villages from turn 2 on."""
        return frozenset() if state.turn < facts(ctx).villages.from_turn else restrictions.villages(ctx)

    def is_expelled(self, ctx: Context, state: State, side: Side, place: str) -> bool:
        """LUT-8.5.1i: whoever is driven from one of these villages stays out this turn."""
        return place in restrictions.villages(ctx)

    def may_attack(self, ctx: Context, state: State, unit: str) -> Verdict:
        """LUT-6.1a, LUT-6.2b, LUT-11: engagement restrictions."""
        return restrictions.may_attack(ctx, state, unit)

    def attackers(self, ctx: Context, state: State, order: Attack, units: tuple[str, ...]) -> Finding[tuple[str, ...]]:
        """LUT-2.N2, LUT-8.2g: counters that must attack alone; one stack at night."""
        return night.attackers(ctx, state, order, units)

    def may_use(self, ctx: Context, state: State, what: Use, side: Side, phase: str = "") -> Verdict:
        """LUT-8.2g, option lut_c_combat_bomb: what night forbids."""
        return night.may_use(ctx, state, what, side, phase)

    def marker_back(self, ctx: Context, state: State, kind: str) -> int | None:
        """VV-2.J3, option drouot_late: two turns later; Drouot from 18.00 perhaps on the next."""
        return night.marker_back(ctx, state, kind)

    def has_another_use(self, ctx: Context, state: State, kind: str) -> bool:
        """LUT-8.8g, LUT-2.E1: Drouot from 18.00."""
        return night.has_another_use(ctx, state, kind)

    def gather(self, run: Run, side: Side, place: str) -> Asking[None]:
        """LUT-4.1f: a part of Souham 2 that must retreat joins the other."""
        yield from division.gather_before_retreat(run, side, place)

    # --- morale and victory ------------------------------------------------------------------------------

    def on_entering(self, ctx: Context, state: State, place: str) -> tuple[Event, ...]:
        """LUT-9A1: the road to Lützen and Werben are given back at once."""
        return objectives.entered(ctx, state, place)

    def exits(self, ctx: Context) -> frozenset[str]:
        """LUT-10.G3: road places of the southern and eastern edge."""
        return frozenset(facts(ctx).exit.places)

    def free_lines(self, ctx: Context, place: str) -> tuple[tuple[str, ...], ...]:
        """VV-10.5A: straight lines in any direction to the edge between the exits."""
        return retreat.free_lines(ctx, place)

    # --- knowledge ---------------------------------------------------------------------------------------

    def known(self, ctx: Context, state: State, side: Side) -> LutzenState:
        """LUT-2.0a: classes of markers, not their faces."""
        return known(state, side)

    def marks(self, ctx: Context, known: State) -> tuple[Mark, ...]:
        """Places of entry and exit."""
        return view.marks(ctx, known)

    def tables(self, ctx: Context, known: State, side: Side) -> tuple[Table, ...]:
        """The turn track, engagement, reinforcements, what is in force."""
        return view.tables(ctx, known, side)
