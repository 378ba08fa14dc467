"""Bautzen's answers to the questions of the series, where it differs: movement, command, combat, victory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Event, Finding, Order, RuleId, Side
from adjudicator.core.view import Mark, Table
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.maps.hexgrid import column_row, hex_id
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.facts import QuotaFacts
from adjudicator.rulesets.vv1813.game import Entry, MarkerKind
from adjudicator.rulesets.vv1813.games.bautzen import command, markers, ney, pace, view
from adjudicator.rulesets.vv1813.games.bautzen.alexander import direct
from adjudicator.rulesets.vv1813.games.bautzen.events import EVENTS
from adjudicator.rulesets.vv1813.games.bautzen.facts import facts
from adjudicator.rulesets.vv1813.games.bautzen.following import follow
from adjudicator.rulesets.vv1813.games.bautzen.sequence import STAGES
from adjudicator.rulesets.vv1813.games.bautzen.state import BautzenState, known
from adjudicator.rulesets.vv1813.movement.returning import returning
from adjudicator.rulesets.vv1813.movement.tables import terrain
from adjudicator.rulesets.vv1813.orders import Direct, Play
from adjudicator.rulesets.vv1813.run import Run
from adjudicator.rulesets.vv1813.series import Series
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, State


class Bautzen(Series):
    """Bautzen, 21 May 1813."""

    name = "bautzen"
    sides = (FRENCH, COALITION)
    stages = STAGES
    events = EVENTS
    keeps = BautzenState
    advance_after_refusal = True
    cites: ClassVar[Mapping[str, RuleId]] = {
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

    # --- sequence ----------------------------------------------------------------------------------------

    def follow(self, ctx: Context, state: State, event: Event) -> State:
        """Plays with their turn, Ney on the map, Alexander's plans."""
        return follow(ctx, state, event)

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

    def may_leave(self, ctx: Context, state: State, unit: str, place: str, to: str = "") -> Verdict:
        """BAU-2.H2, option arapiles_pin: Prussians do not leave the Kreckwitz heights while the Arapiles bind them."""
        numbers = facts(ctx).arapiles
        stays = place not in numbers.places or to in numbers.places
        if ctx.options["arapiles_pin"] == "no" or stays or not markers.is_pinned_by_arapiles(ctx, state, unit):
            return yes(numbers.rule)
        return no(numbers.rule, "The Prussian Arapiles bind it to the heights")

    def has_retreat_rights(self, ctx: Context, state: State, unit: str) -> bool:
        """BAU-2.H1: Prussians not while the Arapiles bind them."""
        has = super().has_retreat_rights(ctx, state, unit)
        return has and not markers.is_pinned_by_arapiles(ctx, state, unit)

    def command_range(self, ctx: Context, state: State, side: Side) -> int:
        """VV-7.2a: five places for both sides."""
        return facts(ctx).command.range

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

    def is_opening(self, ctx: Context, order: Order) -> bool:
        """BAU-2.I1: Jomini the Strategist is played at the start of a turn."""
        return isinstance(order, Play) and order.marker in markers.OPENING

    def carry_out(self, run: Run, order: Order) -> Telling:
        """`play` and `direct`."""
        match order:
            case Play():
                yield from markers.play_ordered(run, order)
            case Direct():
                yield from direct(run, order)
            case _:
                yield from super().carry_out(run, order)

    def revealable(self, ctx: Context, state: State, side: Side) -> tuple[str, ...]:
        """BAU-2.D1: what the Coalition may reveal when the French movement begins."""
        return markers.revealable(state, side)

    def reveal(self, run: Run, kind: str) -> Telling:
        """Jomini goes to the enemy, or Discord."""
        yield from markers.play(run, kind)

    def bind(self, run: Run) -> Telling:
        """BAU-6.7: the pace of Ney's corps and of the army, once Ney is in."""
        if run.side == FRENCH:
            yield from pace.set_pace(run)

    # --- combat ------------------------------------------------------------------------------------------

    def no_advance_places(self, ctx: Context, state: State) -> frozenset[str]:
        """BAU-7.1f, BAU-2.1k: the redoubts; the marks of the results table say who may advance into them."""
        return frozenset(facts(ctx).redoubts.places)

    def is_expelled(self, ctx: Context, state: State, side: Side, place: str) -> bool:
        """BAU-8.5.1i: a Coalition unit driven from a redoubt stays out this turn."""
        numbers = facts(ctx).redoubts
        return side == numbers.expelled and place in numbers.places

    def retreat_off_map(self, ctx: Context, state: State, side: Side, place: str) -> int | None:
        """Option retreat_offmap_b: nobody retreats off this map, or he comes back later."""
        return None if ctx.options["retreat_offmap_b"] == "no" else super().retreat_off_map(ctx, state, side, place)

    # --- victory -----------------------------------------------------------------------------------------

    def exits(self, ctx: Context) -> frozenset[str]:
        """BAU-10.G3: the last row."""
        row = facts(ctx).exit.row
        return frozenset(
            cell.id
            for cell in ctx.board.cells.values()
            if column_row(cell.id)[1] == row and terrain(ctx, cell.terrain).mp is not None
        )

    def free_lines(self, ctx: Context, place: str) -> tuple[tuple[str, ...], ...]:
        """VV-10.5A: the unit's own column, from the next row to the last."""
        column, row = column_row(place)
        return (tuple(hex_id(column, r) for r in range(row + 1, facts(ctx).exit.row + 1)),)

    def quotas(self, ctx: Context) -> QuotaFacts:
        """BAU-10.6c: the higher ones of the variant (option exit_quota)."""
        return facts(ctx).quota_70 if ctx.options["exit_quota"] == "70" else super().quotas(ctx)

    # --- knowledge ---------------------------------------------------------------------------------------

    def known(self, ctx: Context, state: State, side: Side) -> BautzenState:
        """VV-7.3a: Ney's markers are face down."""
        return known(state, side)

    def marks(self, ctx: Context, known: State) -> tuple[Mark, ...]:
        """Closed places and places of entry on the map."""
        return view.marks(ctx, known)

    def tables(self, ctx: Context, known: State, side: Side) -> tuple[Table, ...]:
        """Ney's markers and what else is in force."""
        return view.tables(ctx, known)
