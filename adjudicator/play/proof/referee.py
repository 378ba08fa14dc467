"""Adjudicating again what a log says, for `verify`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.canon import canonical, digest, from_hexadecimal
from adjudicator.core.engine import DivergedError
from adjudicator.core.errors import AdjudicatorError
from adjudicator.core.orders import Header
from adjudicator.core.source import source_lines
from adjudicator.core.types import UMPIRE_RULE, Decision, Side
from adjudicator.core.values import replace
from adjudicator.play.match.addressing import MissingError, Purpose, purpose_of
from adjudicator.play.match.history import History
from adjudicator.play.match.setup import Setup
from adjudicator.play.match.steps import Outcome, adjudicate
from adjudicator.play.match.texts import gather, keep_reading
from adjudicator.play.proof.differences import differences, turn_divergence
from adjudicator.play.proof.signatures import Signatures
from adjudicator.play.side.side_views import Whole
from adjudicator.record.dicecheck import rolls_in
from adjudicator.record.log import TEXTS, Line
from adjudicator.record.verdict import Divergence
from adjudicator.record.words import without_words

UNKEPT = ("salt", "sha256", "received", "of", "nonce")
"""Members of a text's line that are not about what the text is."""


class LogReferee:
    """Follows a log line by line; every turn is run again from the position and the texts on record.

    Where the rules give another result, the log is followed all the same: one divergence hides none after it.
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._history = History(self._setup)
        self._signatures = Signatures(self._setup)
        self._expected: list[tuple[dict[str, Any], Decision]] = []
        self._batch: Mapping[str, Any] = {}
        """The turn line whose decisions are being read."""
        self._loose = False
        """Whether that turn diverged: its decisions are then taken as they stand on record."""
        self._veiled: dict[str, tuple[int, ...]] = {}
        self.blind = False

    def remarks(self) -> Sequence[str]:
        """Who adjudicated the log, where that was not what is here."""
        return self._signatures.remarks()

    def follow(self, line: Line, veil: bytes | None) -> Divergence | None:
        """Take in the next line and compare it with what the rules give."""
        if line.cut and line.kind == "turn":
            self._signatures.see(line.body)
        self.blind = self.blind or (line.cut and line.kind != "match")
        if self.blind:
            return None
        try:
            return self._follow(line, veil)
        except Exception as trouble:  # a forged line may hold anything: it is a finding, never a traceback
            self.blind = True
            more = "" if isinstance(trouble, AdjudicatorError) else f" ({type(trouble).__name__})"
            what = f"the rules cannot make sense of this line{more}."
            return Divergence(what, (*_said(trouble), "What follows cannot be adjudicated again."))

    def _follow(self, line: Line, veil: bytes | None) -> Divergence | None:
        match line.kind:
            case "match":
                return self._match(line)
            case "turn":
                return self._turn(line, veil)
            case "decision":
                return self._decision(line)
            case "ruling":
                return self._ruling(line)
            case "fixed":
                return self._fixed(line)
            case kind if kind in TEXTS:
                return self._text(line)
            case _:
                self._history.feed(line)
                return None

    def _match(self, line: Line) -> Divergence | None:
        rules = self._history.rules
        self._history.feed(line)
        if line.export and line.export not in rules.sides:
            return Divergence(f"it is an export for {line.export!r}, which is no side of this match.")
        if line.body["ruleset"].split(" ")[0] != rules.name:
            return Divergence(f"{line.body['scenario']} is a game of {rules.name}, not of {line.body['ruleset']}.")
        if self._setup.start != digest(rules.dump(rules.start())):
            told = Divergence("the position before set-up is not the one on record.")
            return self._signatures.judge_first(line.body, told)
        return None

    # --- texts -------------------------------------------------------------------------------------------

    def _text(self, line: Line) -> Divergence | None:
        """Whether a text was recorded as what it is: whose, for which turn, in time or too late."""
        words = str(line.body["text"])
        try:
            purpose = self._purpose(line, words)
        except AdjudicatorError as trouble:
            self._history.feed(line)
            return Divergence(f"the rules cannot take this text: {trouble.what}")
        self._history.feed(line)
        keep_reading(self._history, line.seq, words, purpose.read)
        return self._misread(line, words, purpose)

    def _misread(self, line: Line, words: str, purpose: Purpose) -> Divergence | None:
        right = purpose.body(words)
        said = {name: value for name, value in line.body.items() if name not in UNKEPT}
        if said.get("late", False) != right.get("late", False):
            how = ("too late", "in time") if said.get("late") else ("in time", "too late")
            return Divergence(f"the text was recorded as {how[0]}, but it came {how[1]}.")
        if line.kind not in (purpose.kind, "opened") or canonical(said) != canonical(right):
            return Divergence(
                "the text was recorded as something else than it is.", tuple(differences(said, right, ""))
            )
        return None

    def _purpose(self, line: Line, words: str) -> Purpose:
        """What a text is for; where it does not say its turn, its mail did, and the log has it beside the text."""
        source, lines = Whole((), self._history), source_lines(words)
        side, seat = str(line.body["side"]), str(line.body.get("seat", ""))
        try:
            return purpose_of(source, lines, side, seat)
        except MissingError:
            around = Header(turn=line.body.get("turn"), phase=str(line.body.get("phase", "")))
            return purpose_of(source, lines, side, seat, around)

    # --- steps -------------------------------------------------------------------------------------------

    def _fixed(self, line: Line) -> Divergence | None:
        """Whether the texts that were fixed are those that the step is about, with none left out."""
        history = self._history
        number, given = history.next_number(), gather(history).digests
        history.feed(line)
        if line.body["step"] != number:
            return Divergence(f"it fixes step {line.body['step']}, but step {number} comes next.")
        if tuple(line.body["orders"]) != given:
            return Divergence("the texts that it fixes are not those that the step is about.")
        return None

    def _turn(self, line: Line, veil: bytes | None) -> Divergence | None:
        body = line.body
        self._signatures.see(body)
        self._batch, self._expected, self._loose = body, [], True
        try:
            found = self._adjudicated(line, veil)
        except DivergedError as trouble:
            said, told = trouble.recorded, trouble.told
            details = differences(said.model_dump(mode="json"), told.model_dump(mode="json") if told else None, "")
            found = Divergence("run again, a paused phase does not tell what is on record.", tuple(details))
        except AdjudicatorError as trouble:
            found = Divergence(f"the rules cannot carry this out: {trouble.what}")
        if isinstance(found, Divergence):
            self._history.feed(line)
            return self._signatures.judge(body, found)
        self._history.accept(line, found.step.events, found.step.position)
        paused = found.step.position.paused
        self._expected = list(zip(found.decisions, paused.open if paused else (), strict=True))
        self._loose = False
        return None

    def _adjudicated(self, line: Line, veil: bytes | None) -> Outcome | Divergence:
        """The step run again, if it gives what is on record."""
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
        if diverged is None:
            return outcome
        return self._same_in_other_words(line, outcome) or diverged

    def _same_in_other_words(self, line: Line, outcome: Outcome) -> Outcome | None:
        """Under another `by`, a step whose results are the same may be told in other words; they stand as recorded."""
        body, history = line.body, self._history
        if self._signatures.is_here(body):
            return None
        bare = without_words({name: value for name, value in body.items() if name != "state"})
        ours = without_words({name: value for name, value in outcome.turn.items() if name != "state"})
        if turn_divergence(bare, ours) is not None:
            return None
        events, position = history.told(line)
        if body["state"] != digest(history.rules.dump(position.state)):
            return None
        self._signatures.reworded(line.seq)
        position = replace(position, paused=outcome.step.position.paused)
        return replace(outcome, step=replace(outcome.step, events=events, position=position))

    def _decision(self, line: Line) -> Divergence | None:
        if self._loose or not self._expected:
            self._history.feed(line)
            return None if self._loose else Divergence("a decision was asked that the rules do not ask.")
        body, decision = self._expected.pop(0)
        said = {name: value for name, value in line.body.items() if name != "salt"}
        same = canonical(said) == canonical(body)
        if not same and not self._signatures.is_here(self._batch):
            same = canonical(without_words(said)) == canonical(without_words(body))
            self._signatures.reworded(line.seq)
        if same:
            self._history.ask(line, decision)
            return None
        self._history.feed(line)
        told = Divergence(f"decision D{body['number']} was put otherwise.", tuple(differences(said, body, "")))
        return self._signatures.judge(self._batch, told)

    def _ruling(self, line: Line) -> Divergence | None:
        changes: Sequence[Mapping[str, Any]] = line.body.get("events", ())
        strange = any(event.get("rule") != UMPIRE_RULE for event in changes)
        self._history.feed(line)
        if strange:
            return Divergence("a change of the position in a ruling does not carry the umpire's mark.")
        return None


class AbsentReferee:
    """Stands in where a log cannot be adjudicated at all, because its rules or data are not here."""

    blind = True

    def __init__(self, trouble: AdjudicatorError, installed: bool) -> None:
        self._trouble = trouble
        self._installed = installed

    def remarks(self) -> Sequence[str]:
        """Nothing besides the one divergence."""
        return ()

    def follow(self, line: Line, veil: bytes | None) -> Divergence | None:
        """The first line tells what is missing; nothing after it can be compared."""
        if line.kind != "match":
            return None
        release = "" if self._installed else f"The match was begun with {line.body['ruleset']}, which is not here."
        return Divergence(self._trouble.what, _said(self._trouble)[1:], release)


def _said(trouble: Exception) -> tuple[str, ...]:
    if isinstance(trouble, AdjudicatorError):
        return (trouble.what, *([trouble.remedy] if trouble.remedy else []))
    return ()
