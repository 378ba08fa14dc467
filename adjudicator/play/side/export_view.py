"""A side's export, read at home: what that side may know of the match, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.core.errors import LogError, MatchError, UsageError
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.types import UMPIRE, Ending, Event, Side, Wait
from adjudicator.core.values import dataclass, replace
from adjudicator.play.match.history import Asked, TextLine, read_decision, text_line
from adjudicator.play.match.match import check_readable, first_body, is_match_log, replayed
from adjudicator.play.match.setup import Setup, Tools, default_tools, setup_of
from adjudicator.play.match.texts import standing_texts
from adjudicator.play.side.showing import own_ruling
from adjudicator.play.side.side_views import SideRuling, SideStep, Whole, pick
from adjudicator.record.export import side_of_export
from adjudicator.record.log import TEXTS, Line, LogFile


@dataclass(frozen=True, slots=True)
class _Told:
    """A turn line of the export, as it stands there."""

    number: int
    seq: int
    last_seq: int
    last_hash: str
    rules: Ruleset[Any]
    before: Mapping[str, Any] | None
    body: Mapping[str, Any]
    wait: Wait | None
    ruling: SideRuling | None
    replaced: _Told | None


class Home:
    """An export: the steps that stand, the side's own texts and decisions, its position."""

    def __init__(self, lines: Sequence[Line], setup: Setup, side: Side) -> None:
        self.setup = setup
        self.lines = lines
        self.side: Side | None = side
        self._me = side
        self._rules = setup.rules()
        self._options: dict[str, str] = {}
        self._steps: list[_Told] = []
        self._by_seq: dict[int, _Told] = {}
        self._texts: list[TextLine] = []
        self._asked: list[Asked] = []
        self._waiting_for: list[Side] = []
        self._view: Mapping[str, Any] | None = None
        self._loaded: tuple[Mapping[str, Any] | None, Any] | None = None
        self._again: dict[int, tuple[_Told, SideRuling]] = {}
        self._put_back: tuple[_Told, SideRuling] | None = None
        self._pending: list[SideRuling] = []
        self._void: set[int] = set()
        self._fixed = 0
        for line in lines:
            self._take(line)

    # --- taking in lines ---------------------------------------------------------------------------------

    def _take(self, line: Line) -> None:
        match line.kind:
            case kind if kind in TEXTS:
                if not line.cut:
                    self._texts.append(text_line(line))
            case "turn":
                self._turn(line)
            case "fixed":
                self._fixed = int(line.body["step"])
            case "decision":
                self._decision(line)
            case "ruling":
                self._ruling(line)

    def _turn(self, line: Line) -> None:
        body, number = line.body, int(line.body["step"])
        if not all(isinstance(body[name], list) for name in ("events", "orders", "without")):
            raise ValueError("a turn line of the export is not what it should be")
        wait = self.following()
        old, ruling = self._again.pop(number, (None, None))
        if old is None and self._put_back is not None:
            old, ruling = self._put_back
        self._put_back, self._pending, self._fixed = None, [], 0
        told = _Told(
            number=number,
            seq=line.seq,
            last_seq=line.seq,
            last_hash=line.hash,
            rules=self._rules,
            before=self._view,
            body=body,
            wait=wait if isinstance(wait, Wait) else None,
            ruling=ruling,
            replaced=old,
        )
        self._steps.append(told)
        self._by_seq[line.seq] = told
        self._view = body["view"]
        self._waiting_for, self._asked = [], []

    def _decision(self, line: Line) -> None:
        self._waiting_for.append(Side(line.body["side"]))
        if not line.cut:
            number = int(line.body["number"])
            self._asked.append(Asked(number, line.seq, read_decision(self._rules, line.body), line.seq))
        if self._steps:
            last = replace(self._steps[-1], last_seq=line.seq, last_hash=line.hash)
            self._steps[-1] = self._by_seq[last.seq] = last

    def _ruling(self, line: Line) -> None:
        body, number = line.body, int(line.body["step"])
        self._options |= {str(k): str(v) for k, v in body.get("options", {}).items()}
        self._rules = self.setup.rules(self._options)
        events = tuple(self._rules.read_event(plain) for plain in body["events"])
        said = own_ruling(body, self._me)
        ruling = SideRuling(line.seq, number, str(body["sort"]), str(body["reason"]), said, events)
        index = next(i for i, step in enumerate(self._steps) if step.number == number)
        gone = self._steps[index:]
        del self._steps[index:]
        if ruling.sort == "correct":
            self._again = {step.number: (step, ruling) for step in gone}
        else:
            self._again, self._put_back = {}, (gone[0], ruling)
            kept = {digest for step in (*self._steps, gone[0]) for digest in step.body["orders"]}
            later = {digest for step in gone[1:] for digest in step.body["orders"]} - kept
            self._void |= {text.seq for text in self._texts if text.sha256 in later}
        self._pending.append(ruling)
        self._view = body["view"]
        self._waiting_for, self._asked = [], []

    # --- what stands -------------------------------------------------------------------------------------

    @property
    def rules(self) -> Ruleset[Any]:
        """The rule system with the options now in force."""
        return self._rules

    def _mine(self, side: Side) -> None:
        if side != self._me:
            raise MatchError(
                f"This is the {self._me} side's own log; it cannot speak for {side}.", f"Use --side {self._me}."
            )

    def _load(self, rules: Ruleset[Any], view: Mapping[str, Any] | None) -> Any:
        return rules.known(rules.start(), self._me) if view is None else rules.load(view)

    def known(self, side: Side) -> Any:
        """The position as the side knows it now."""
        self._mine(side)
        if self._loaded is None or self._loaded[0] is not self._view:
            self._loaded = (self._view, self._load(self._rules, self._view))
        return self._loaded[1]

    def following(self) -> Wait | Ending | None:
        """What the sequence of play waits for; None while answers are awaited."""
        if self._waiting_for:
            return None
        following = self._rules.next(self.known(self._me))
        return following if isinstance(following, Wait | Ending) else None

    def waits(self) -> tuple[Wait, ...]:
        """What the steps that stand waited for, oldest first."""
        return tuple(step.wait for step in self._steps if step.wait is not None)

    def turn(self) -> int:
        """The turn that the sequence of play is in."""
        following = self.following()
        if isinstance(following, Wait):
            return following.turn
        return next((wait.turn for wait in reversed(self.waits())), 0)

    def asked(self, side: Side) -> tuple[Asked, ...]:
        """The open decisions of the side."""
        self._mine(side)
        return tuple(self._asked)

    def awaiting(self) -> tuple[Side, ...]:
        """The sides of whom orders or answers are needed."""
        following = self.following()
        if isinstance(following, Wait):
            return following.everybody
        return tuple(side for side in (*self._rules.sides, UMPIRE) if side in self._waiting_for)

    def texts(self, side: Side) -> tuple[TextLine, ...]:
        """The side's texts on record, in log order."""
        self._mine(side)
        return tuple(self._texts)

    def standing(self, side: Side) -> tuple[TextLine, ...]:
        """The side's texts whose standing orders are in force."""
        self._mine(side)
        taken = {digest for step in self._steps for digest in step.body["orders"]}
        return standing_texts((t for t in self._texts if t.seq not in self._void), taken, self.turn())

    def void(self) -> frozenset[int]:
        """The lines of texts that a replay put back: they count no more."""
        return frozenset(self._void)

    def fixed(self) -> int:
        """The step whose texts are fixed, so that what comes now is too late for it; 0 if there is none."""
        return self._fixed

    def numbers(self) -> tuple[int, ...]:
        """The numbers of the steps that stand."""
        return tuple(step.number for step in self._steps)

    def step(self, side: Side, number: int | None = None) -> SideStep:
        """A step as the side saw it; the last one unless a number is given."""
        self._mine(side)
        return self._of(pick(self._steps, number))

    def at(self, side: Side, seq: int) -> SideStep | None:
        """The step of a turn line, whether it stands or was replaced; None if the line is none."""
        self._mine(side)
        told = self._by_seq.get(seq)
        return self._of(told) if told else None

    def _of(self, told: _Told) -> SideStep:
        try:
            return self._step_of(told)
        except (KeyError, ValueError, TypeError, AttributeError) as trouble:
            raise garbled(trouble) from trouble

    def _step_of(self, told: _Told) -> SideStep:
        rules = told.rules
        events: list[Event] = [rules.read_event(plain) for plain in told.body["events"]]
        return SideStep(
            number=told.number,
            side=self._me,
            seq=told.seq,
            last_seq=told.last_seq,
            last_hash=told.last_hash,
            rules=rules,
            before=self._load(rules, told.before),
            after=self._load(rules, told.body["view"]),
            events=tuple(enumerate(events, start=1)),
            without=tuple(Side(side) for side in told.body["without"]),
            ruling=told.ruling,
        )

    def replaced(self, step: SideStep) -> SideStep | None:
        """The step in whose place a ruling put this one."""
        old = self._by_seq[step.seq].replaced
        return self._of(old) if old else None

    def pending(self, side: Side) -> tuple[SideRuling, ...]:
        """Rulings since the last step that stands."""
        self._mine(side)
        return tuple(self._pending)


ASK_FOR_DATA = "Ask for the match's copy of its data and put it beside the export as a folder called `data`."

# --- opening ---------------------------------------------------------------------------------------------------


def open_source(
    given: Path, tools: Tools | None = None, data: Path | None = None, warn: Callable[[str], None] | None = None
) -> Whole | Home:
    """What `--match` names: a match folder, a whole log, or a side's export; `warn` is told what to be wary of."""
    tools = tools or default_tools()
    path = given / "log.jsonl" if given.is_dir() else given
    if given.is_dir() and not path.exists():
        raise UsageError(
            f"{given} is not a match folder: there is no log.jsonl in it.", "Start a match with `adjudicator new`."
        )
    reading = LogFile(path).read()
    check_readable(reading, path, folder=is_match_log(given))
    lines = reading.lines
    setup = setup_of(first_body(lines), tools, data, path.parent)
    side = side_of_export(lines)
    warn = warn or (lambda sentence: None)
    if side is not None:
        if setup.other_data():
            warn(f"warning: {setup.other_data()} {ASK_FOR_DATA}")
        return open_export(lines, side, setup)
    history = replayed(lines, setup)
    for sentence in history.warnings():
        warn(f"warning: {sentence} `adjudicator verify {path}` says more.")
    return Whole(lines, history, path.parent)


def open_export(lines: Sequence[Line], side: str, setup: Setup) -> Home:
    """An export, checked against the rules and data that are here."""
    if side not in setup.rules().sides:
        raise LogError(
            f"The export is for {side!r}, which is no side of this match.", "Ask the umpire for a fresh one."
        )
    try:
        return Home(lines, setup, Side(side))
    except (KeyError, ValueError, TypeError, AttributeError, StopIteration) as trouble:
        if setup.other_data():
            raise MatchError(setup.other_data(), ASK_FOR_DATA) from trouble
        raise garbled(trouble) from trouble


def garbled(trouble: Exception) -> LogError:
    """What to say of an export whose lines do not hold what they should."""
    return LogError(
        f"The export cannot be read: {type(trouble).__name__} in what it says.",
        "It was made by another version or was changed; `adjudicator verify` says more.",
    )
