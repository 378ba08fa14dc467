"""Bautzen's answers to the questions of the series: movement, command, combat, morale, victory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.core.dice import Dice
from adjudicator.core.ruleset import Game, Telling
from adjudicator.core.types import Choice, Decision, Event, Finding, Order, RuleId, Side
from adjudicator.core.view import Mark, Table
from adjudicator.maps.hexgrid import column_row, hex_id
from adjudicator.rulesets.vv1813.command import commands_formation
from adjudicator.rulesets.vv1813.context import Context, Counter
from adjudicator.rulesets.vv1813.decisions import Asking
from adjudicator.rulesets.vv1813.game import Barred, Entry, MarkerKind, Objective, Quotas, marker_kind
from adjudicator.rulesets.vv1813.games.bautzen import apply, command, markers, ney, pace, showing, sight
from adjudicator.rulesets.vv1813.games.bautzen import state as own
from adjudicator.rulesets.vv1813.games.bautzen.events import EVENTS
from adjudicator.rulesets.vv1813.games.bautzen.facts import facts
from adjudicator.rulesets.vv1813.games.bautzen.sequence import STAGES
from adjudicator.rulesets.vv1813.games.bautzen.state import BautzenState
from adjudicator.rulesets.vv1813.orders import Attack, Play
from adjudicator.rulesets.vv1813.paths import Mover
from adjudicator.rulesets.vv1813.returning import returning
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State
from adjudicator.rulesets.vv1813.tables import terrain


class Bautzen:
    """Bautzen, 21 May 1813."""

    name = "bautzen"
    title = "Bautzen, 21 May 1813"
    sides: tuple[Side, ...] = (FRENCH, COALITION)
    stages = STAGES
    events = EVENTS
    advance_after_refusal = True
    cites: Mapping[str, RuleId] = {
        "morale_check": RuleId("BAU-9.1"),
        "random_end": RuleId("BAU-10.5"),
        "exit": RuleId("BAU-10.G3"),
        "kept": RuleId("BAU-2.H1"),
        "quota": RuleId("BAU-10.V1"),
        "entry": RuleId("BAU-10.2"),
        "restricted": RuleId("BAU-2.D2"),
        "no_attack": RuleId("BAU-2.D3"),
        "charge": RuleId("BAU-8.6.1b"),
        "expelled": RuleId("BAU-8.5.1i"),
        "no_advance": RuleId("BAU-8.5.1h"),
        "after_refusal": RuleId("BAU-8.3b"),
    }

    # --- set-up and sequence -----------------------------------------------------------------------------

    def set_up(self, ctx: Context) -> BautzenState:
        """BAU-10.1: nothing has happened yet to Ney and the markers."""
        return BautzenState()

    def apply(self, ctx: Context, state: State, event: Event) -> State:
        """What the game keeps besides, after any event."""
        return apply.apply_event(ctx, state, event)

    def clock(self, ctx: Context, state: State, turn: int) -> str:
        """VV-5.3: a turn is an hour; beyond the track the hours go on."""
        turns = facts(ctx).turns
        if turn in turns:
            return turns[turn].clock
        last = max(turns)
        hour = int(turns[last].clock.partition(".")[0]) + turn - last
        return f"{hour % 24:02d}.00"

    def last_turn(self, ctx: Context, state: State) -> int | None:
        """Option bau_last_turn: turn 13, or none."""
        chosen = ctx.options["bau_last_turn"]
        return None if chosen == "none" else int(chosen)

    def random_end(self, ctx: Context, state: State) -> int | None:
        """BAU-10.5: from turn 11 two dice of 2 to 5 end the battle."""
        turns = facts(ctx).turns
        return turns[min(state.turn, max(turns))].ends_up_to

    # --- movement and command ----------------------------------------------------------------------------

    def movement_allowance(self, ctx: Context, state: State, piece: str) -> Finding[int]:
        """BAU-6.7, BAU-2.I1, BAU-2.B2: doubled, tripled or halved."""
        return pace.movement_allowance(ctx, state, piece)

    def is_closed(self, ctx: Context, state: State, side: Side, place: str) -> RuleId | None:
        """BAU-7.1j: until Ney enters, five places are closed to the Coalition."""
        closed = facts(ctx).closed
        if side != closed.side or place not in closed.places or ney.is_in(state):
            return None
        return closed.rule

    def may_leave(self, ctx: Context, state: State, unit: str, place: str, to: str = "") -> Finding[bool]:
        """BAU-2.H2, option arapiles_pin: Prussians do not leave the Kreckwitz heights while the Arapiles bind them."""
        numbers = facts(ctx).arapiles
        stays = place not in numbers.places or to in numbers.places
        if ctx.options["arapiles_pin"] == "no" or stays or not markers.is_pinned_by_arapiles(ctx, state, unit):
            return Finding(rule=numbers.rule, value=True)
        return Finding(rule=numbers.rule, value=False, because="The Prussian Arapiles bind it to the heights")

    def may_end(self, ctx: Context, known: State, mover: Mover, goal: str) -> Finding[bool]:
        """VV-7.1a: anywhere within reach."""
        return Finding(rule=RuleId("VV-7.1a"), value=True)

    def zone_ban(self, ctx: Context, state: State, unit: str) -> RuleId | None:
        """Discord's ban is noted in the sequence."""
        return None

    def keeps_clear(self, ctx: Context, state: State, unit: str) -> RuleId | None:
        """Nobody here."""
        return None

    def has_retreat_rights(self, ctx: Context, state: State, unit: str) -> bool:
        """VV-10.G2, BAU-2.H1: Coalition units in general retreat, Prussians not while the Arapiles bind them."""
        if not state.retreating or ctx.counters[unit].side != COALITION:
            return False
        return not markers.is_pinned_by_arapiles(ctx, state, unit)

    def command_range(self, ctx: Context, state: State, side: Side) -> int:
        """VV-7.2a: five places for both sides."""
        return facts(ctx).command.range

    def is_commander_in_chief(self, ctx: Context, commander: str) -> bool:
        """BAU-2.2b: Napoleon and Wittgenstein command their whole armies."""
        return commander in facts(ctx).command.in_chief

    def commands(self, ctx: Context, commander: str, unit: str) -> bool:
        """VV-2.1e: by formation, or as commander in chief."""
        return commands_formation(ctx, commander, unit)

    def command_override(self, ctx: Context, state: State, unit: str) -> Finding[bool] | None:
        """VV-7.2e: Ney's corps are out of command until he enters, and in command ever after."""
        return command.override(ctx, state, unit)

    def entries(self, ctx: Context, state: State, side: Side) -> tuple[Entry, ...]:
        """BAU-10.2: Ney's corps; with option retreat_offmap_b also units that come back."""
        found = ney.entry(ctx, state) if side == FRENCH else None
        rule = self.cites["entry"]
        return (*(() if found is None else (found,)), *returning(ctx, state, side, rule))

    # --- markers -----------------------------------------------------------------------------------------

    def marker_returns(self, ctx: Context, kind: MarkerKind) -> int | None:
        """VV-2.F1, BAU-2.C1, option battery_return: whether the great batteries come back."""
        is_great = kind.divisor is not None and kind.kind != "artillery"
        return None if is_great and ctx.options["battery_return"] == "never" else kind.returns

    def carry_out(self, game: Game[State], ctx: Context, order: Order, side: Side, dice: Dice, words: str) -> Telling:
        """`play` and `direct`."""
        yield from markers.carry_out(game, ctx, order, side, words)

    def is_opening(self, ctx: Context, order: Order) -> bool:
        """BAU-2.I1: Jomini the Strategist is played at the start of a turn."""
        return isinstance(order, Play) and order.marker in markers.OPENING

    def revealable(self, ctx: Context, state: State, side: Side) -> tuple[str, ...]:
        """BAU-2.D1: what the Coalition may reveal when the French movement begins."""
        return markers.revealable(state, side)

    def reveal(self, game: Game[State], ctx: Context, kind: str, side: Side, dice: Dice) -> Telling:
        """Carry out such a reveal."""
        yield from markers.play(game, ctx, kind, side)

    def allows(self, ctx: Context, state: State, decision: Decision, choice: Choice) -> Finding[bool] | None:
        """BAU-2.D1: the series knows what is held."""
        return None

    def bind(self, game: Game[State], ctx: Context, side: Side) -> Telling:
        """BAU-6.7: the pace of Ney's corps and of the army, once Ney is in."""
        if side == FRENCH:
            yield from pace.set_pace(game, ctx)

    def close_movement(self, game: Game[State], ctx: Context, side: Side, dice: Dice) -> Telling:
        """Nobody is compelled to move."""
        yield from ()

    def may_meet_cossacks(self, ctx: Context, state: State, place: str) -> bool:
        """VV-2.A1: anywhere."""
        return True

    # --- combat ------------------------------------------------------------------------------------------

    def may_charge(self, ctx: Context, counter: Counter) -> bool:
        """BAU-8.6.1b: Guard cavalry, Bordesoulle and Doumerc."""
        return counter.kind == "cavalry" and (counter.guard or counter.id in facts(ctx).charge.French)

    def no_advance_places(self, ctx: Context, state: State) -> frozenset[str]:
        """BAU-7.1f, BAU-2.1k: the redoubts; the marks of the results table say who may advance into them."""
        return frozenset(facts(ctx).redoubts.places)

    def is_expelled(self, ctx: Context, state: State, side: Side, place: str) -> bool:
        """BAU-8.5.1i: a Coalition unit driven from a redoubt stays out this turn."""
        redoubts = facts(ctx).redoubts
        return side == redoubts.expelled and place in redoubts.places

    def tactical_hit_on(self, ctx: Context) -> tuple[int, ...]:
        """VV-8.7a: the tactical option adds no danger to the usual natural 2."""
        return facts(ctx).tactical.hit_on

    def attack_ban(self, ctx: Context, state: State, unit: str) -> Finding[bool]:
        """No calendar keeps anybody from attacking here."""
        return Finding(rule=RuleId("VV-8.1"), value=True)

    def attackers(self, ctx: Context, state: State, order: Attack, units: tuple[str, ...]) -> Finding[tuple[str, ...]]:
        """VV-8.2d: as many as stand next to the enemy."""
        return Finding(rule=RuleId("VV-8.2d"), value=units)

    def barred(self, ctx: Context, state: State, what: Barred, side: Side, phase: str = "") -> Finding[bool] | None:
        """VV-8.8a: nothing, at any hour."""
        return None

    def marker_back(self, ctx: Context, state: State, kind: str) -> int | None:
        """VV-2.J3: as the marker says."""
        return marker_kind(ctx, kind).back(state.turn)

    def has_another_use(self, ctx: Context, state: State, kind: str) -> bool:
        """VV-2.3a: once in a turn."""
        return False

    def gather(self, game: Game[State], ctx: Context, side: Side, place: str) -> Asking[None]:
        """Nobody stands in two places."""
        yield from ()

    # --- morale and victory ------------------------------------------------------------------------------

    def objectives(self, ctx: Context) -> tuple[Objective, ...]:
        """BAU-9A: the objectives that the Coalition can lose."""
        return tuple(Objective(o.name, o.places, o.value, o.loser, RuleId("BAU-9A")) for o in facts(ctx).objective)

    def on_entering(self, ctx: Context, state: State, place: str) -> tuple[Event, ...]:
        """Nothing but the objectives."""
        return ()

    def commander_value(self, ctx: Context, commander: str) -> int:
        """VV-9D: Blücher and Ney are worth more than others."""
        return facts(ctx).commander_loss.of(commander)

    def exit_places(self, ctx: Context, state: State, side: Side) -> frozenset[str]:
        """BAU-10.G3: the last row, for the Coalition in general retreat."""
        numbers = facts(ctx).exit
        if side != numbers.side or not state.retreating:
            return frozenset()
        return frozenset(
            cell.id
            for cell in ctx.board.cells.values()
            if column_row(cell.id)[1] == numbers.row and terrain(ctx, cell.terrain).mp is not None
        )

    def free_lines(self, ctx: Context, place: str) -> tuple[tuple[str, ...], ...]:
        """VV-10.5A: the unit's own column, from the next row to the last."""
        column, row = column_row(place)
        return (tuple(hex_id(column, r) for r in range(row + 1, facts(ctx).exit.row + 1)),)

    def quotas(self, ctx: Context) -> Quotas:
        """BAU-10.V1; BAU-10.6c: the higher ones of the variant (option exit_quota)."""
        numbers = facts(ctx).quota_70 if ctx.options["exit_quota"] == "70" else facts(ctx).quota
        return Quotas(numbers.total, numbers.prussian, numbers.guard)

    def is_guard_formation(self, ctx: Context, counter: Counter) -> bool:
        """BAU-10.V1: the Russian Guard is a formation."""
        return counter.formation == facts(ctx).quota.guard_formation

    def strategic_commanders(self, ctx: Context) -> tuple[str, ...]:
        """VV-10.V6: Blücher and Barclay."""
        return facts(ctx).strategic.commanders

    def retreat_off_map(self, ctx: Context, state: State, side: Side, place: str) -> int | None:
        """Option retreat_offmap_b: nobody retreats off this map, or he comes back two turns later."""
        if ctx.options["retreat_offmap_b"] == "no" or not ctx.board.is_edge(place):
            return None
        return state.turn + 2

    # --- knowledge ---------------------------------------------------------------------------------------

    def known(self, ctx: Context, state: State, side: Side) -> BautzenState:
        """VV-7.3a: Ney's markers are face down."""
        return sight.known(state, side)

    def show(self, ctx: Context, before: State, event: Event, side: Side) -> Event | None:
        """One of the game's own events as a side sees it."""
        return sight.show(event, side)

    def marks(self, ctx: Context, known: State) -> tuple[Mark, ...]:
        """Closed places and places of entry on the map."""
        return showing.marks(ctx, known)

    def tables(self, ctx: Context, known: State, side: Side) -> tuple[Table, ...]:
        """Ney's markers and what else is in force."""
        return showing.tables(ctx, known)

    def dump(self, value: Any) -> dict[str, Any]:
        """`State.game` as plain JSON values."""
        return own.dump(value)

    def load(self, plain: dict[str, Any]) -> BautzenState:
        """`State.game` from what `dump` gave."""
        return own.load(plain)
