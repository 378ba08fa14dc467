"""Positions of the 1813 battles from a few words, and single phases run on them by the real engine.

A position is written as one line for each place, pieces by id; `-` marks a unit that has lost a step, `!` a wounded
commander, `*` the staff of a dead one:

    field = position("1202: soult compans bonnet- | 1203: blucher von_klux", morale={FRENCH: 8})
    told = field.combat(COALITION, Attack(targets=("1202",)), dice={"1202/result": (6, 6)})
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from adjudicator import rulesets
from adjudicator.core.dice import Dice, ScriptedDice
from adjudicator.core.engine import Position, Step, StepTexts, run_step
from adjudicator.core.events import PhaseBegan
from adjudicator.core.orders import AskMe, Orders, Standing
from adjudicator.core.pausing import Resolved
from adjudicator.core.ruleset import Game, Phase, Ruleset, Telling
from adjudicator.core.types import Choice, Decision, Ending, Event, Order, Side, Wait
from adjudicator.kit.run import Run
from adjudicator.rulesets.vv1813.combat import combat
from adjudicator.rulesets.vv1813.combat.events import CombatResolved
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.events import StageReached
from adjudicator.rulesets.vv1813.movement import movement
from adjudicator.rulesets.vv1813.ruleset import VV1813
from adjudicator.rulesets.vv1813.run import Story
from adjudicator.rulesets.vv1813.state import COALITION, FRENCH, Army, Commander, Marker, Sighting, State, Unit

E = TypeVar("E", bound=Event)
Script = Mapping[str, Sequence[int]]
PHASES: Mapping[str, Story] = {"combat": combat.phase, "movement": movement.phase}


@lru_cache(maxsize=64)
def _rules(scenario: str, options: tuple[tuple[str, str], ...]) -> VV1813:
    found = rulesets.load(scenario, dict(options))
    assert isinstance(found, VV1813)
    return found


class StepScript(ScriptedDice):
    """Scripted dice that last over the pauses of a phase: the script gives the same faces in every step."""

    def reseed(self, seed: bytes) -> None:
        """A script knows no seeds."""


class OnePhase:
    """The rules of a game, with a sequence of play that is one phase long."""

    def __init__(self, rules: VV1813, side: Side, name: str) -> None:
        self._rules = rules
        self._side = side
        self._name = name
        self._done = rules.context.game.stages[-1].name

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def next(self, state: State) -> Wait | Phase[State] | Ending:
        """The phase, and after it a wait."""
        if state.ending is not None:
            return state.ending
        if state.stage == self._done:
            return Wait(what="orders", sides=(self._side,), turn=state.turn)
        return Phase(self._name, self._name, "VV-5.3", self._run, self._side)

    def _run(self, game: Game[State], orders: Orders, dice: Dice) -> Telling:
        yield from PHASES[self._name](Run(game, self._rules.context, orders, dice, self._side))
        yield StageReached(turn=game.state.turn, stage=self._done)


@dataclass(frozen=True)
class Told:
    """What a phase told: events, what was decided by whom, what is left open, and the field afterwards."""

    field: Field
    events: tuple[Event, ...]
    resolved: tuple[Resolved, ...]
    open: tuple[Decision, ...]
    rolled: tuple[str, ...]

    @property
    def state(self) -> State:
        """The position that the phase left."""
        return self.field.state

    def of(self, sort: type[E]) -> list[E]:
        """The events of one sort."""
        return [event for event in self.events if isinstance(event, sort)]

    def one(self, sort: type[E]) -> E:
        """The only event of its sort."""
        (event,) = self.of(sort)
        return event

    def kinds(self) -> list[str]:
        """The kinds of event told, in order, the frame of the phase left out."""
        return [event.kind for event in self.events if not isinstance(event, PhaseBegan | StageReached)]

    def decided(self, kind: str, side: Side | None = None) -> Resolved:
        """The only decision of a kind (and of a side) that was settled."""
        (found,) = [r for r in self.resolved if r.decision.kind == kind and side in (None, r.decision.side)]
        return found

    def asked(self) -> list[tuple[str, Side]]:
        """Kind and side of each decision that was settled or is open."""
        every = [*(one.decision for one in self.resolved), *self.open]
        return [(decision.kind, decision.side) for decision in every]


@dataclass(frozen=True)
class Field:
    """A position and the rules that it is played by."""

    rules: VV1813
    state: State
    hands: Mapping[Side, tuple[str, ...]]

    @property
    def ctx(self) -> Context:
        """What rule functions are handed."""
        return self.rules.context

    def where(self, *pieces: str) -> list[str | None]:
        """The places of pieces."""
        return [_piece(self.state, piece).place for piece in pieces]

    def changed(self, **values: Any) -> Field:
        """The same field with other values in its state."""
        return replace(self, state=replace(self.state, **values))

    def combat(self, side: Side, *orders: Order, **given: Any) -> Told:
        """A side's combat phase; see `run`."""
        return self.run("combat", side, *orders, **given)

    def fought(self, side: Side, attack: Order, row: int, *, dice: Script | None = None, **given: Any) -> Told:
        """A combat phase with one attack whose dice, with all modifiers, give this row of the results table."""
        trial = self.combat(side, attack, dice=dice, otherwise=3, **given)
        natural = row - trial.of(CombatResolved)[0].drm.value
        assert 2 <= natural <= 12, f"no dice make {row} of {natural - row:+d}"
        faces = (natural // 2, natural - natural // 2)
        return self.combat(side, attack, dice={**(dice or {}), "result": faces}, **given)

    def movement(self, side: Side, *orders: Order, **given: Any) -> Told:
        """A side's movement phase; see `run`."""
        return self.run("movement", side, *orders, **given)

    def run(
        self,
        phase: str,
        side: Side,
        *orders: Order,
        dice: Script | None = None,
        otherwise: int | None = None,
        standing: Sequence[Standing] = (),
        answers: Mapping[str, Choice] | None = None,
    ) -> Told:
        """Run a phase with scripted dice.

        `answers` are by kind of decision, or by kind and side ("head/French"): a phase that pauses for one of them
        goes on with it in a second step; without one it is left open.
        """
        numbered = tuple(order.model_copy(update={"side": side, "line": n}) for n, order in enumerate(orders, start=1))
        lines = {(side, "", order.line): f"line {order.line}" for order in numbered}
        by_owner = {owner: tuple(s for s in standing if s.side == owner) for owner in (FRENCH, COALITION)}
        texts = Orders(by_side={side: numbered}, standing=by_owner, lines=lines)
        events: list[Event] = []
        resolved: list[Resolved] = []
        rolled: list[str] = []
        stage = next(one.name for one in self.ctx.game.stages if one.side == side and one.name.endswith(phase))
        position: Position[State] = Position(replace(self.state, stage=stage))
        given: dict[str, Choice] = {}
        rules = cast("Ruleset[State]", OnePhase(self.rules, side, phase))
        while True:
            script = StepScript(dice or {}, otherwise)
            step: Step[State] = run_step(rules, position, StepTexts(orders=texts, answers=given), script)
            events += step.events
            resolved += step.resolved
            rolled = script.rolled
            position = step.position
            found = _answered(position, answers or {})
            if position.paused is None or not found:
                break
            given = {**given, **found}
        left = position.paused.open if position.paused is not None else ()
        after = replace(self, state=position.state)
        return Told(after, tuple(events), tuple(resolved), left, tuple(rolled))


def _answered(position: Position[State], answers: Mapping[str, Choice]) -> dict[str, Choice]:
    found: dict[str, Choice] = {}
    for decision in position.paused.open if position.paused is not None else ():
        choice = answers.get(f"{decision.kind}/{decision.side}") or answers.get(decision.kind)
        if choice is not None:
            found[decision.key] = choice
    return found


def _piece(state: State, piece: str) -> Unit | Commander:
    army = state.army(state.side_of(piece))
    return army.units.get(piece) or army.commanders[piece]


def ask_me(side: Side, *kinds: str) -> tuple[Standing, ...]:
    """Standing orders by which a side wants to be asked about kinds of decision."""
    return tuple(Standing(side=side, decision=kind, choice=AskMe(side=side)) for kind in kinds)


def when(side: Side, kind: str, choice: Choice, *, place: str = "", unit: str = "") -> Standing:
    """A standing order."""
    return Standing(side=side, decision=kind, choice=choice, place=place, unit=unit)


# --- building ----------------------------------------------------------------------------------------------


def position(
    pieces: str,
    *,
    scenario: str = "bautzen",
    turn: int = 3,
    morale: Mapping[Side, int] | None = None,
    hand: Mapping[Side, Iterable[str]] | None = None,
    seen: Iterable[str] = (),
    options: Mapping[str, str] | None = None,
    general_retreat: int | None = None,
) -> Field:
    """A field with these pieces and no others on the map; the rest of both armies waits.

    `hand` gives the markers in each hand, by kind; a `?` after one means that the enemy has not seen it. `seen` are
    pieces whose enemy knows them where they stand.
    """
    rules = _rules(scenario, tuple(sorted((options or {}).items())))
    start = rules.start()
    placed = dict(_placed(pieces))
    armies = {side: _army(start.army(side), placed) for side in rules.sides}
    strange = sorted(set(placed) - {p for army in armies.values() for p in (*army.units, *army.commanders)})
    assert not strange, f"no such pieces: {strange}"
    hands = {side: tuple((hand or {}).get(side, ())) for side in rules.sides}
    state = replace(
        start,
        turn=turn,
        stage=f"{FRENCH} orders",
        armies=armies,
        markers=_markers(start.markers, hands),
        general_retreat=general_retreat,
        morale={side: replace(one, value=(morale or {}).get(side, one.value)) for side, one in start.morale.items()},
    )
    return Field(rules, replace(state, sightings=_sightings(state, seen)), hands)


def _placed(pieces: str) -> Iterable[tuple[str, tuple[str, str]]]:
    for line in pieces.replace("|", "\n").splitlines():
        place, _, names = line.strip().partition(":")
        for name in names.split():
            yield name.rstrip("-!*"), (place.strip(), name[-1])


def _army(army: Army, placed: Mapping[str, tuple[str, str]]) -> Army:
    units = {
        unit.id: replace(unit, place=placed[unit.id][0], status="map", reduced=placed[unit.id][1] == "-")
        if unit.id in placed
        else replace(unit, place=None, status="waiting")
        for unit in army.units.values()
    }
    health: Mapping[str, Any] = {"!": "wounded", "*": "killed"}
    commanders = {
        one.id: replace(one, place=placed[one.id][0], status="map", health=health.get(placed[one.id][1], "fit"))
        if one.id in placed
        else replace(one, place=None, status="waiting")
        for one in army.commanders.values()
    }
    return Army(units, commanders)


def _markers(markers: Mapping[str, Marker], hands: Mapping[Side, tuple[str, ...]]) -> dict[str, Marker]:
    found = {one.id: replace(one, place="aside", turn=0, public=False) for one in markers.values()}
    for side, kinds in hands.items():
        for kind in kinds:
            free = [
                one
                for one in sorted(found.values(), key=lambda one: one.id)
                if one.kind == kind.rstrip("?") and one.owner == side and one.place == "aside"
            ]
            assert free, f"the {side} side has no {kind} left"
            found[free[0].id] = replace(free[0], place="hand", holder=side, public=not kind.endswith("?"))
    return found


def _sightings(state: State, seen: Iterable[str]) -> dict[Side, dict[str, Sighting]]:
    found: dict[Side, dict[str, Sighting]] = {FRENCH: {}, COALITION: {}}
    for name in seen:
        unit = state.unit(name)
        assert unit.place is not None
        watcher = COALITION if state.side_of(name) == FRENCH else FRENCH
        found[watcher][name] = Sighting(name, unit.place, state.turn, unit.reduced)
    return found
