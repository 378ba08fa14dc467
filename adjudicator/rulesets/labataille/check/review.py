"""What `check` can say before any die is rolled: a side's orders tried on the position as that side knows it.

The orders are carried out by the same functions as in the turn itself, on a copy of the known position, with the
enemy's specific sides concealed (LB-6.2). Questions are answered by their defaults; where dice would fall, the trial of
that order ends there.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from adjudicator.core.orders import Orders, Standing, flattened
from adjudicator.core.ruleset import Review, Ruleset, Telling
from adjudicator.core.types import Event, Finding, Order, Side
from adjudicator.core.values import replace
from adjudicator.kit.trial import Trial
from adjudicator.kit.verdicts import Verdict, no
from adjudicator.rulesets.labataille import orders as od
from adjudicator.rulesets.labataille.bodies import members
from adjudicator.rulesets.labataille.charge.declaring import declare_charges
from adjudicator.rulesets.labataille.charge.phase import Ride
from adjudicator.rulesets.labataille.charge.riders import Riders
from adjudicator.rulesets.labataille.check.concealed import concealed
from adjudicator.rulesets.labataille.check.warnings import elsewhere, forgotten, lapsed
from adjudicator.rulesets.labataille.command import own_command
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.events import SequenceBegan
from adjudicator.rulesets.labataille.fire.segments import able_against, may_combine, may_fire_at
from adjudicator.rulesets.labataille.here import Here
from adjudicator.rulesets.labataille.melee.declaring import may_assault
from adjudicator.rulesets.labataille.movement.allowance import allowance
from adjudicator.rulesets.labataille.movement.events import LeaderRode, PhaseOpened, UnitMarched
from adjudicator.rulesets.labataille.movement.phase import carried_out
from adjudicator.rulesets.labataille.scenes import assault_estimate, fire_odds
from adjudicator.rulesets.labataille.set_up import set_up
from adjudicator.rulesets.labataille.state import State

HALVES = 2
MET = "from here dice decide (enemy fire, a charge, a test of its own): what follows cannot be foreseen"
NOT_SO = "as things stand the condition does not hold: not carried out"


def review(
    rules: Ruleset[State],
    ctx: Context,
    known: State,
    side: Side,
    orders: Sequence[Order],
    standing: Sequence[Standing],
) -> Review:
    """Everything that can be known of a side's orders: mistakes, warnings, and what each order will do."""
    trial = Tried(rules, concealed(ctx, side), known, side, orders)
    if known.stage in ("set-up", "set-up orders", "second set-up orders"):
        trial.set_up(orders)
    else:
        trial.sequence(orders)
    found = trial.trial
    found.problems += elsewhere(ctx, known, side, orders)
    found.problems += forgotten(ctx, known, side, orders)
    found.problems += lapsed(ctx, known, standing)
    found.problems.sort(key=lambda problem: (problem.line == 0, problem.line))
    return found.review()


class Tried:
    """A text on trial: what its orders make happen is gathered, and told order by order."""

    def __init__(self, rules: Ruleset[State], ctx: Context, known: State, side: Side, orders: Sequence[Order]) -> None:
        self.ctx = ctx
        self.side = side
        self.happened: list[Event] = []
        start = replace(known, active=side)
        self.trial: Trial[State, Context] = Trial(rules, ctx, start, side, Orders({side: tuple(orders)}), self._gather)

    def _gather(self, event: Event, before: State) -> str:
        self.happened.append(event)
        return ""

    @property
    def run(self) -> Here:
        """The run of the trial."""
        return self.trial.run

    @property
    def state(self) -> State:
        """The position of the moment."""
        return self.trial.state

    # --- the parts of a text ------------------------------------------------------------------------------------

    def set_up(self, orders: Sequence[Order]) -> None:
        """Section 7.2: set-up by the functions of the set-up itself; other orders have no place there."""
        for written in orders:
            inner = [one for one in flattened(written) if isinstance(one, od.ORDERS)]
            if any(not isinstance(one, od.SET_UP) for one in inner):
                wrong = no("HEI-s3-5", "Both sides set up now.", "Keep it for your first player sequence.")
                self.trial.judge(written, wrong)
        self.trial.tell(set_up(self.run))

    def sequence(self, orders: Sequence[Order]) -> None:
        """LB-2.4: the player sequence in its order, as if the enemy did nothing until then."""
        for written in orders:
            if any(isinstance(one, od.SET_UP) for one in flattened(written)):
                self.trial.judge(written, no("HEI-s3-5", "The set-up is over.", "Leave the line out."))
        self.trial.tell(_opening(self.run))
        self.trial.tell(own_command(self.run))
        self.trial.tell(declare_charges(self.run))
        self._charges()
        self.trial.tell(_moving(self.run))
        for written in orders:
            self._moves(written)
        for written in orders:
            self._fires(written)
        for written in orders:
            self._assaults(written)

    def _meant(self, written: Order, sorts: tuple[type[Order], ...]) -> Order | None:
        """What an order of these sorts comes to; nothing where its condition does not hold, which is noted."""
        if not any(isinstance(one, sorts) for one in flattened(written)):
            return None
        order = self.run.meant(written)
        if order is None:
            self.trial.notes.append((written.line, NOT_SO))
        return order if isinstance(order, sorts) else None

    # --- charges ------------------------------------------------------------------------------------------------

    def _charges(self) -> None:
        """LB-38.2: the way of each charge, and what its points come to."""
        for charge in self.state.charges:
            riders = Riders(self.run, charge.units, charge.leader)
            way = Ride(self.run, charge).way(riders)
            names = ", ".join(self.ctx.units[one].name for one in charge.units)
            if isinstance(way, Finding):
                self.trial.refuse(charge.line, way.rule, way.because, way.remedy)
                continue
            path = " -> ".join((riders.lead.place, *(stride.place for stride in way)))
            spent = Fraction(way[-1].spent, HALVES) if way else 0
            self.trial.notes.append((charge.line, f"{names} charges {path}; {spent} movement points before contact"))

    # --- movement -----------------------------------------------------------------------------------------------

    def _moves(self, written: Order) -> None:
        order = self._meant(written, od.MOVEMENT)
        if order is None:
            return
        self.happened.clear()
        before = self.state
        ended = self.trial.tell(_carried(self.run, order), written.line)
        for words in self._marches(before):
            self.trial.notes.append((written.line, words))
        if not ended:
            self.trial.notes.append((written.line, MET))

    def _marches(self, before: State) -> list[str]:
        """What each piece that moved did, in a line."""
        ways: dict[str, list[str]] = {}
        for event in self.happened:
            match event:
                case UnitMarched():
                    ways.setdefault(event.unit, []).extend(event.path)
                case LeaderRode():
                    ways.setdefault(event.leader, []).extend(event.path)
        return [self._way(before, piece, way) for piece, way in ways.items()]

    def _way(self, before: State, piece: str, way: list[str]) -> str:
        if piece in self.ctx.leaders:
            one, old = self.state.leader(piece), before.leader(piece)
            path = " -> ".join((old.place or "enters", *way))
            return f"{self.ctx.leaders[piece].name}: {path}; {Fraction(one.spent, HALVES)} movement points"
        unit, was = self.state.unit(piece), before.unit(piece)
        path = " -> ".join((was.place if was.status == "map" else "enters", *way)) if way else " and ".join(unit.places)
        facing = f", facing {unit.facing}" if unit.facing else ""
        points = Fraction(allowance(self.ctx, self.state, unit), HALVES)
        spent = Fraction(unit.spent, HALVES)
        name = self.ctx.units[piece].name
        return f"{name}: {path}, in {unit.formation}{facing}; {spent} of {points} movement points"

    # --- fire and melee -----------------------------------------------------------------------------------------

    def _fires(self, written: Order) -> None:
        order = self._meant(written, od.FIRE)
        if not isinstance(order, od.FireAt):
            return
        ctx, state = self.ctx, self.state
        enemies = ctx.theirs(state.at(order.target), self.side)
        if not enemies:
            missing = no("LB-21.1", f"No enemy is known to stand in {order.target}.", "Name a hex that he holds.")
            self.trial.judge(written, missing)
            return
        units = order.units or able_against(ctx, state, self.side, order.target)
        verdicts = [may_fire_at(ctx, state, state.unit(one), order.target) for one in units]
        if self._agrees(written, [*verdicts, may_combine(ctx, state, units, order.target, order.leader)]):
            odds = fire_odds(ctx, state, order)
            self.trial.notes += [(written.line, f"odds {value} before the column shifts") for value in odds.values()]

    def _assaults(self, written: Order) -> None:
        order = self._meant(written, (od.Assault,))
        if not isinstance(order, od.Assault):
            return
        ctx, state = self.ctx, self.state
        units = tuple(one for name in order.units for one in members(ctx, state, self.side, name))
        if self._agrees(written, [may_assault(ctx, state, units, order.target, order.leader)]):
            found = assault_estimate(ctx, state, units, order.target)
            self.trial.notes += [(written.line, f"estimate {value}") for value in found.values()]

    def _agrees(self, written: Order, verdicts: Sequence[Verdict]) -> bool:
        wrong = next((one for one in verdicts if not one.value), None)
        return wrong is None or self.trial.judge(written, wrong)


def _opening(run: Here) -> Telling:
    yield SequenceBegan(side=run.side)


def _moving(run: Here) -> Telling:
    yield PhaseOpened(side=run.side, phase="movement")


def _carried(run: Here, order: Order) -> Telling:
    """An order of the movement phase, refused where it may not be carried out."""
    verdict = yield from carried_out(run, order)
    if not verdict.value:
        yield run.refused(order, verdict)
