"""Adjudicating again what a log says, for `verify`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.core.canon import canonical, from_hexadecimal
from adjudicator.core.engine import DivergedError
from adjudicator.core.errors import AdjudicatorError
from adjudicator.core.types import UMPIRE_RULE, Decision, Side
from adjudicator.play.differences import differences, turn_divergence
from adjudicator.play.history import History
from adjudicator.play.purpose import purpose_of
from adjudicator.play.setup import Tools, setup_of
from adjudicator.play.sources import Whole
from adjudicator.play.steps import adjudicate
from adjudicator.play.texts import gather
from adjudicator.record.dicecheck import rolls_in
from adjudicator.record.log import Line
from adjudicator.record.verify import Divergence


class LogReferee:
    """Follows a log line by line; every turn is run again from the texts on record."""

    def __init__(self, first: Line, pack: Path | None, tools: Tools) -> None:
        self._setup = setup_of(first.body, pack, tools)
        self._history = History(self._setup)
        self._expected: list[tuple[dict[str, Any], Decision]] = []
        self._veiled: dict[str, tuple[int, ...]] = {}
        self._blind = False

    def differences(self) -> Sequence[str]:
        """How engine, ruleset and data here differ from the first line's."""
        return self._setup.differences()

    def follow(self, line: Line, veil: bytes | None) -> Divergence | None:
        """Take in the next line and compare it with what the rules give."""
        if self._blind or line.cut:
            self._blind = self._blind or line.kind != "match"
            return None
        try:
            return self._follow(line, veil)
        except DivergedError as trouble:
            said, told = trouble.recorded, trouble.told
            details = differences(said.model_dump(mode="json"), told.model_dump(mode="json") if told else None, "")
            return Divergence("run again, a paused phase does not tell what is on record.", tuple(details))
        except AdjudicatorError as trouble:
            return Divergence(f"the rules cannot carry this out: {trouble.what}")
        except Exception as trouble:  # a forged line may hold anything: it is a finding, never a traceback
            return Divergence(f"the rules cannot make sense of this line ({type(trouble).__name__}).")

    def _follow(self, line: Line, veil: bytes | None) -> Divergence | None:
        if self._expected and line.kind != "decision":
            return Divergence(f"decision D{self._expected[0][0]['number']} should have been asked here.")
        match line.kind:
            case "turn":
                return self._turn(line, veil)
            case "decision":
                return self._decision(line)
            case "ruling":
                return self._ruling(line)
            case "orders" | "answer":
                return self._text(line)
            case _:
                self._history.feed(line)
                return None

    def _text(self, line: Line) -> Divergence | None:
        """Whether a text was recorded as what it is: whose, for which turn, in time or too late."""
        words = str(line.body["text"])
        source = Whole((), self._history)
        purpose = purpose_of(source, words, str(line.body["side"]), str(line.body.get("seat", "")))
        right = purpose.body(words)
        said = {name: value for name, value in line.body.items() if name not in ("salt", "sha256", "received")}
        if said.get("late", False) != right.get("late", False):
            how = ("too late", "in time") if said.get("late") else ("in time", "too late")
            return Divergence(f"the text was recorded as {how[0]}, but it came {how[1]}.")
        if line.kind != purpose.kind or canonical(said) != canonical(right):
            return Divergence(
                "the text was recorded as something else than it is.", tuple(differences(said, right, ""))
            )
        self._history.feed(line)
        return None

    def _turn(self, line: Line, veil: bytes | None) -> Divergence | None:
        history, body = self._history, line.body
        again = history.due_again()
        number = again.number if again else history.next_number()
        if body["step"] != number:
            return Divergence(f"the line is of step {body['step']}, but step {number} comes next.")
        gathered = gather(history, again.limit if again else None)
        without = tuple(Side(side) for side in body["without"])
        if set(gathered.missing) - set(without):
            return Divergence(f"the step was run although {', '.join(gathered.missing)} had not written.")
        if set(without) - set(gathered.missing):
            return Divergence(f"the step was run without {', '.join(without)}, whose text is on record.")
        links = [from_hexadecimal(link) for link in body["links"]]
        if veil is None:
            self._veiled |= {roll.label: roll.faces for roll in rolls_in(body["events"]) if roll.veiled}
        outcome = adjudicate(history, number, links, gathered, without, veil=veil, recorded=self._veiled)
        diverged = turn_divergence(body, outcome.turn)
        if diverged:
            return diverged
        history.accept(line, outcome.step.events, outcome.step.position)
        paused = outcome.step.position.paused
        self._expected = list(zip(outcome.decisions, paused.open if paused else (), strict=False))
        return None

    def _decision(self, line: Line) -> Divergence | None:
        if not self._expected:
            return Divergence("a decision was asked that the rules do not ask.")
        body, decision = self._expected.pop(0)
        said = {name: value for name, value in line.body.items() if name != "salt"}
        if canonical(said) != canonical(body):
            return Divergence(f"decision D{body['number']} was put otherwise.", tuple(differences(said, body, "")))
        self._history.ask(line, decision)
        return None

    def _ruling(self, line: Line) -> Divergence | None:
        changes: Sequence[Mapping[str, Any]] = line.body.get("events", ())
        if any(event.get("rule") != UMPIRE_RULE for event in changes):
            return Divergence("a change of the position in a ruling does not carry the umpire's mark.")
        self._history.feed(line)
        return None
