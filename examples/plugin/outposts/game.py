"""Outposts: a bridge, two pickets, three turns. All rules of the game, with what they change and who sees it.

Dice, a veiled die, a decision that pauses, a standing order and a hidden piece: everything that a game may need, once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from adjudicator.core.events import MatchEnded
from adjudicator.core.language import Language, Name
from adjudicator.core.ruleset import Phase, Telling
from adjudicator.core.types import UMPIRE, Choice, Decision, Ending, Event, Finding, Order, Roll, RuleId, Side, Wait
from adjudicator.core.view import Piece, View
from adjudicator.core.visibility import everybody, owner
from adjudicator.kit.run import Run, decided, phase
from adjudicator.kit.system import RuleSystem
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.kit.wording import language_of

SIDES = BLUE, RED = Side("Blue"), Side("Red")
WAYS = {"mill": ("bridge",), "bridge": ("mill", "farm"), "farm": ("bridge",)}
HOME = {BLUE: "mill", RED: "farm"}
LAST_TURN = 3
HERE = Path(__file__).resolve().parent


# --- orders: the class, and its words ---------------------------------------------------------------------------


class March(Order):
    """OUT-2: `march 1st Company to the bridge`."""

    kind: Literal["march"] = "march"
    company: str
    to: str
    printed: ClassVar[str] = "march {company:unit} to {to:place}"


class Hold(Choice):
    """OUT-3: `hold`."""

    kind: Literal["hold"] = "hold"
    printed: ClassVar[str] = "hold"


class FallBack(Choice):
    """OUT-3: `fall back`."""

    kind: Literal["fall_back"] = "fall_back"
    printed: ClassVar[str] = "fall back"


# --- the position -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Company:
    """A company; a hidden one is not seen by the enemy."""

    KEY: ClassVar[str] = "id"
    id: str
    side: Side
    name: str
    place: str | None
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """Where a match of Outposts stands."""

    turn: int = 0
    stage: str = "set-up"
    """Then whose orders are awaited, or carried out: "Blue orders", "Blue marches"."""
    companies: Mapping[str, Company] = field(default_factory=dict)
    draw_offers: tuple[Side, ...] = ()
    ending: Ending | None = None

    def at(self, place: str | None, side: Side) -> tuple[Company, ...]:
        """A side's companies at a place."""
        return tuple(c for c in self.companies.values() if c.place == place and c.side == side)

    def moved(self, companies: tuple[str, ...], place: str | None, *, hidden: bool = False) -> State:
        """The position with companies elsewhere."""
        after = {one: replace(self.companies[one], place=place, hidden=hidden) for one in companies}
        return replace(self, companies={**self.companies, **after})


# --- events: what they change, and who sees it --------------------------------------------------------------------


class StageReached(Event, seen_by=everybody):
    """OUT-5: the sequence of play went on."""

    kind: Literal["stage_reached"] = "stage_reached"
    rule: RuleId = RuleId("OUT-5")
    turn: int
    stage: str

    def apply(self, state: State, rules: Any) -> State:
        """The stage of the turn."""
        return replace(state, turn=self.turn, stage=self.stage)


class ReservePlaced(Event, seen_by=owner):
    """OUT-1: a reserve went where the die sent it; the enemy is told nothing."""

    kind: Literal["reserve_placed"] = "reserve_placed"
    rule: RuleId = RuleId("OUT-1")
    side: Side
    company: str
    place: str

    def apply(self, state: State, rules: Any) -> State:
        """The reserve lies there."""
        return state.moved((self.company,), self.place, hidden=True)


class CompaniesMoved(Event, seen_by=everybody):
    """OUT-2, OUT-3: companies marched, or fell back before the enemy, and are seen."""

    kind: Literal["companies_moved"] = "companies_moved"
    side: Side
    companies: tuple[str, ...]
    origin: str
    to: str

    def apply(self, state: State, rules: Any) -> State:
        """They stand there, in the open."""
        return state.moved(self.companies, self.to)


class SkirmishFought(Event, seen_by=everybody):
    """OUT-4: the place was fought for; `lost` is gone, and without one nothing came of it."""

    kind: Literal["skirmish_fought"] = "skirmish_fought"
    rule: RuleId = RuleId("OUT-4")
    side: Side
    place: str
    scores: tuple[Finding[int], ...]
    """Attacker, then defender."""
    shown: tuple[str, ...]
    """The defenders, who are all seen now."""
    lost: str = ""

    def apply(self, state: State, rules: Any) -> State:
        """Defenders are in the open; the loser's company is gone."""
        seen = state.moved(self.shown, self.place)
        return seen.moved((self.lost,), None) if self.lost else seen


# --- the phases, as the rules tell them ---------------------------------------------------------------------------

Here = Run[State, None]


def set_up(run: Here) -> Telling:
    """OUT-1: where each reserve lies is decided by a die that only its owner may see."""
    for side in SIDES:
        roll = run.dice.roll(f"T0/{side}/reserve", veiled=True)
        place = HOME[side] if roll.total <= 3 else "bridge"
        yield ReservePlaced(side=side, company=f"{side}-3", place=place, rolls=(roll,))
    yield StageReached(turn=1, stage=f"{BLUE} orders")


def marches(run: Here) -> Telling:
    """OUT-2: marches in the order written."""
    for written in run.written():
        order = run.meant(written)
        verdict = may_march(run.state, run.side, order) if order else yes("OUT-2")
        if order is None:
            yield run.not_done(written)
        elif not verdict.value:
            yield run.refused(order, verdict)
        elif isinstance(order, March):
            yield from march(run, order)
    yield from go_on(run)


def may_march(state: State, side: Side, order: Order) -> Verdict:
    """OUT-2: an own company that is still there marches one place."""
    if not isinstance(order, March):
        return yes("OUT-2")
    company = state.companies[order.company]
    if company.side != side:
        return no("OUT-2", f"{company.name} is not yours.", "Order your own companies.")
    if company.place is None:
        return no("OUT-2", f"{company.name} is no longer there.", "Order another one.")
    if order.to not in WAYS[company.place]:
        near = ", ".join(WAYS[company.place])
        return no("OUT-2", f"{company.name} at the {company.place} cannot reach the {order.to}.", f"Near: {near}.")
    return yes("OUT-2")


def march(run: Here, order: March) -> Telling:
    """OUT-3, OUT-4: a place that the enemy holds is fought for, unless he falls back."""
    foe = RED if run.side == BLUE else BLUE
    origin = run.state.companies[order.company].place or ""
    defenders = tuple(company.id for company in run.state.at(order.to, foe))
    if defenders:
        choice = yield from decided(question(run, order, foe), Choice)
        if isinstance(choice, FallBack) and order.to != HOME[foe]:
            rule = RuleId("OUT-3")
            yield CompaniesMoved(rule=rule, side=foe, companies=defenders, origin=order.to, to=HOME[foe])
        else:
            yield skirmish(run, order, foe, origin, defenders)
    if run.state.companies[order.company].place and not run.state.at(order.to, foe):
        companies = (order.company,)
        yield CompaniesMoved(rule=RuleId("OUT-2"), side=run.side, companies=companies, origin=origin, to=order.to)


def question(run: Here, order: March, foe: Side) -> Decision:
    """OUT-3: the attacked side says whether it holds."""
    return Decision(
        key=f"T{run.state.turn}/{order.company}/{order.line}/{order.to}",
        kind="stand",
        moments=("attacked",),
        side=foe,
        rule=RuleId("OUT-3"),
        question=f"The {run.side} side attacks the {order.to}: hold, or fall back?",
        default=Hold(),
        place=order.to,
        pauses=True,
        examples=(Hold(), FallBack()),
    )


def skirmish(run: Here, order: March, foe: Side, origin: str, defenders: tuple[str, ...]) -> SkirmishFought:
    """OUT-4: a die and a point for each company there; the lower side loses one."""
    scores: list[Finding[int]] = []
    rolls: list[Roll] = []
    for side, place in ((run.side, origin), (foe, order.to)):
        roll = run.dice.roll(f"T{run.state.turn}/{order.company}/{order.line}/{side}")
        score = roll.total + len(run.state.at(place, side))
        fact = f"die {roll.total}, companies {score - roll.total}"
        scores.append(Finding(rule=RuleId("OUT-4"), value=score, because=fact, label=str(side)))
        rolls.append(roll)
    ahead = scores[0].value - scores[1].value
    lost = order.company if ahead < 0 else defenders[0] if ahead > 0 else ""
    return SkirmishFought(
        side=run.side, place=order.to, scores=tuple(scores), shown=defenders, lost=lost, rolls=tuple(rolls)
    )


def go_on(run: Here) -> Telling:
    """OUT-5: Blue, then Red; after three turns whoever alone holds the bridge has won."""
    turn = run.state.turn
    if run.side == BLUE:
        yield StageReached(turn=turn, stage=f"{RED} orders")
    elif turn < LAST_TURN:
        yield StageReached(turn=turn + 1, stage=f"{BLUE} orders")
    else:
        holders = [side for side in SIDES if run.state.at("bridge", side)]
        winner = holders[0] if len(holders) == 1 else None
        level = "the bridge" if winner else "draw"
        ending = Ending(winner=winner, level=level, reason="three turns were played", rule=RuleId("OUT-5"))
        yield MatchEnded(rule=RuleId("OUT-5"), ending=ending)


# --- the rule system ----------------------------------------------------------------------------------------------


class Outposts(RuleSystem[State]):
    """Outposts, set up."""

    name = scenario = "outposts"
    version = "1"
    sides: tuple[Side, ...] = SIDES
    context = None
    state_class = State
    own_events = (StageReached, ReservePlaced, CompaniesMoved, SkirmishFought)
    own_orders = (March,)
    own_choices = (Hold, FallBack)
    answers = MappingProxyType({"stand": (Hold, FallBack)})
    templates = HERE / "templates"

    @cached_property
    def language(self) -> Language:
        """The order language: all of it by convention."""
        return language_of(str(HERE / "outposts.lark"), (*self.own_orders, *self.own_choices), names)

    def start(self) -> State:
        """OUT-1: two companies of each side at home, the reserves still nowhere."""
        return State(companies={
            f"{side}-{number}": Company(f"{side}-{number}", side, f"{side} {name}", place, place is None)
            for side in SIDES
            for number, name, place in ((1, "1st", HOME[side]), (2, "2nd", HOME[side]), (3, "Reserve", None))
        })  # fmt: skip

    def next(self, state: State) -> Wait | Phase[State] | Ending:
        """OUT-5: the sequence of play as a function of the position."""
        if state.ending is not None:
            return state.ending
        if state.stage == "set-up":
            return phase("T0/set-up", "Set-up", "OUT-1", set_up, None, None, BLUE)
        side = next(side for side in SIDES if state.stage.startswith(side))
        if state.stage.endswith("orders"):
            return Wait(what="orders", sides=(side,), turn=state.turn)
        return phase(f"T{state.turn}/{side}/marches", f"{side} marches", "OUT-2", marches, None, side, side)

    def opened(self, state: State, event: Any) -> State:
        """When its orders are opened, a side marches."""
        return replace(state, stage=state.stage.replace("orders", "marches"))

    def permits(self, state: State, side: Side, order: Order) -> Verdict:
        """OUT-2: what `check` can say before the turn."""
        return may_march(state, side, order)

    def known(self, state: State, side: Side) -> State:
        """OUT-1: the enemy's reserve is nowhere, until it is seen."""
        hidden = tuple(c.id for c in state.companies.values() if c.hidden and side not in (c.side, UMPIRE))
        return state.moved(hidden, None, hidden=True)

    def view(self, known: State, side: Side) -> View:
        """What reports are made from; the game has no map."""
        pieces = tuple(
            Piece(id=c.id, name=c.name, side=c.side, place=c.place, knowledge="own" if c.side == side else "known")
            for c in known.companies.values()
        )
        return View(
            ruleset=self.name, scenario=self.scenario, side=side, turn=known.turn, pieces=pieces, ending=known.ending
        )


def names(known: State, side: Side) -> tuple[Name, ...]:
    """What an order may name."""
    companies = [Name(id=c.id, name=c.name, kind="unit", side=c.side) for c in known.companies.values()]
    return (*companies, *(Name(id=p, name=p, kind="place") for p in WAYS), Name(id="turn", name="turn", kind="track"))
