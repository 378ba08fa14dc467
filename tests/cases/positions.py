"""Where a case begins and where it ends: positions from their lines, and a sequence of play that stops."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from adjudicator.core.dice import ScriptedDice
from adjudicator.core.engine import Position, StepTexts, run_step
from adjudicator.core.ruleset import Phase
from adjudicator.core.types import Ending, Wait
from tests.cases.words import Names, Words

AS_SET_UP = "as set up"


class Stopping:
    """The rules of a game, with a sequence of play that ends with a phase."""

    def __init__(self, rules: Any, last: str) -> None:
        self._rules = rules
        self._last = last.casefold()
        self._begun: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def next(self, state: Any) -> Wait | Phase[Any] | Ending:
        """What comes next; nothing once the last phase is over."""
        following: Wait | Phase[Any] | Ending = self._rules.next(state)
        if not isinstance(following, Phase) or following.name in self._begun:
            return following
        if self._begun and self._is_last(self._begun[-1]) and not self._is_last(following.name):
            return Wait(what="orders", sides=(), turn=0)
        self._begun.append(following.name)
        return following

    def _is_last(self, phase: str) -> bool:
        return bool(self._last) and self._last in phase.replace("/", " ").casefold()

    @property
    def reached(self) -> bool:
        """Whether the phase was told at all."""
        return not self._last or any(self._is_last(phase) for phase in self._begun)


_SET_UP: dict[int, tuple[Any, Any]] = {}
"""Rules, kept so that their number stays theirs, and the position after set-up."""


def _set_up(rules: Any, words: Words) -> Any:
    """The position after set-up: what is shuffled keeps its order, dice show 1, nobody writes anything."""
    if id(rules) not in _SET_UP:
        _SET_UP[id(rules)] = (rules, _laid_out(rules, words))
    return _SET_UP[id(rules)][1]


def _laid_out(rules: Any, words: Words) -> Any:
    state = rules.start()
    while not words.is_set_up(rules.dump(state)):
        one_phase = Stopping(rules, "set-up")
        texts = StepTexts(missing=rules.sides)
        state = run_step(one_phase, Position(state), texts, ScriptedDice({}, 1)).position.state
    return state


def positioned(rules: Any, words: Words, before: Any | None, lines: str) -> Any:
    """A position from its lines: the one before with changes, the scenario as set up, or only what the lines name."""
    written = [line.strip() for line in lines.splitlines() if line.strip() and not line.strip().startswith("#")]
    if before is not None:
        state = before
    elif written and written[0].casefold() == AS_SET_UP:
        state, written = _set_up(rules, words), written[1:]
    else:
        state = _bare(rules, words)
    if not written:
        return state
    plain = deepcopy(rules.dump(state))
    names = Names(rules, state)
    for line in written:
        words.statement(rules, names, line).put(plain)
    return rules.load(plain)


def _bare(rules: Any, words: Words) -> Any:
    plain = deepcopy(rules.dump(rules.start()))
    words.bare(rules, plain)
    return rules.load(plain)
