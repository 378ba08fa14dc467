"""Is this log what happened? Chain and seeds first, then every step adjudicated again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from adjudicator.core.errors import AdjudicatorError
from adjudicator.record.dicecheck import DiceCount, rolls_in
from adjudicator.record.evidence import Evidence
from adjudicator.record.log import Line, Reading, check_chain

NO_DICE = DiceCount()
Progress = Callable[[int, int], None]
"""Called now and then with how many lines are done, of how many."""
Sort = Literal["intact", "tampered", "diverges", "other version", "damaged"]


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where the rules give another result than the log."""

    what: str
    details: tuple[str, ...] = ()


class Referee(Protocol):
    """Adjudicates again what a log says, line by line."""

    def differences(self) -> Sequence[str]:
        """How engine, ruleset and data here differ from those of the log's first line."""
        ...

    def follow(self, line: Line, veil: bytes | None) -> Divergence | None:
        """Take in the next line; a turn is adjudicated again and compared."""
        ...


@dataclass(frozen=True)
class Verdict:
    """What verification found, in words an umpire understands."""

    sort: Sort
    what: str
    line: int = 0
    details: tuple[str, ...] = ()
    lines: int = 0
    steps: int = 0
    dice: DiceCount = NO_DICE
    trusted: tuple[int, ...] = ()
    """Lines of an export that only the whole log can prove."""
    head: str = ""
    """What was found for `--head`: "" if not asked, else a sentence."""
    against: str = ""
    wrong: tuple[str, ...] = field(default=())
    """Which of `head` and `against` failed."""

    @property
    def good(self) -> bool:
        """Whether nothing at all speaks against the log."""
        return self.sort == "intact" and not self.wrong

    def to_json(self) -> dict[str, Any]:
        """For `verify --json`."""
        return {
            "verdict": self.sort,
            "good": self.good,
            "what": self.what,
            "line": self.line or None,
            "details": list(self.details),
            "lines": self.lines,
            "steps": self.steps,
            "dice": {"checked": self.dice.checked, "veiled": self.dice.veiled},
            "trusted": list(self.trusted),
            "head": self.head or None,
            "against": self.against or None,
        }


def verify(reading: Reading, referee: Callable[[Line], Referee], progress: Progress | None = None) -> Verdict:
    """Check a whole log or a side's export; `referee` is made from the first line."""
    lines = reading.lines
    if not lines or lines[0].kind != "match":
        if reading.bad_line:
            return _damaged(reading)
        return Verdict("damaged", "The file is not a log: it does not begin with a match line.", 1)
    broken = check_chain(lines)
    if broken is not None:
        line, what = broken
        place = lines.index(line) + 1
        return Verdict("tampered", f"Line {place} does not fit: {what}.", place, lines=len(lines))
    found = _prove(lines, referee, progress)
    if reading.bad_line and found.sort in ("intact", "other version"):
        return _damaged(reading, found)
    return found


def _damaged(reading: Reading, found: Verdict | None = None) -> Verdict:
    good = len(reading.lines)
    why = reading.tail.why if reading.tail else "it cannot be read"
    still = f"Lines 1 to {good} are still good." if good else "Nothing before it can be read."
    steps, dice = (found.steps, found.dice) if found else (0, NO_DICE)
    what = f"Line {reading.bad_line} is damaged: {why}."
    return Verdict("damaged", what, reading.bad_line, (still,), good, steps, dice)


def _prove(lines: Sequence[Line], make_referee: Callable[[Line], Referee], progress: Progress | None) -> Verdict:
    export = any(line.cut for line in lines)
    evidence = Evidence(lines)
    trouble = evidence.find_veil()
    if trouble:
        return Verdict("tampered", f"{trouble[0].upper()}{trouble[1:]}.", 1, lines=len(lines))
    referee: Referee | None = None
    differences: tuple[str, ...] = ()
    try:
        referee = make_referee(lines[0])
        differences = tuple(referee.differences())
    except AdjudicatorError as missing:
        differences = (missing.what, *([missing.remedy] if missing.remedy else []))
    diverged: tuple[Line, Divergence] | None = None
    dice, steps = NO_DICE, 0
    for line in lines:
        wrong = evidence.check(line)
        if wrong is not None:
            return Verdict("tampered", f"Line {line.seq} does not fit: {wrong}.", line.seq, lines=len(lines))
        steps += line.kind == "turn"
        if referee is not None and diverged is None:
            told = referee.follow(line, evidence.veil)
            diverged = (line, told) if told else None
        if progress is not None:
            progress(line.seq, len(lines))
        if line.kind != "turn":
            continue
        count, misfit = _dice(evidence, line, trust_referee=referee is not None and diverged is None and not export)
        dice += count
        if misfit is not None:
            return Verdict(
                "diverges", f"Line {line.seq}: {misfit}.", line.seq, _told(diverged), len(lines), steps, dice
            )
    return _sum_up(lines, dice, steps, differences, diverged)


def _dice(evidence: Evidence, line: Line, *, trust_referee: bool) -> tuple[DiceCount, str | None]:
    """The referee has thrown the same dice again; they need not be thrown a third time."""
    if not trust_referee:
        return evidence.dice(line)
    rolls = list(rolls_in(line.body.get("events", ())))
    veiled = sum(roll.veiled for roll in rolls) if evidence.veil is None else 0
    return DiceCount(len(rolls) - veiled, veiled), None


def _told(diverged: tuple[Line, Divergence] | None) -> tuple[str, ...]:
    return (diverged[1].what, *diverged[1].details) if diverged else ()


def _sum_up(
    lines: Sequence[Line],
    dice: DiceCount,
    steps: int,
    differences: tuple[str, ...],
    diverged: tuple[Line, Divergence] | None,
) -> Verdict:
    trusted = tuple(line.seq for line in lines if line.cut)
    if differences:
        same = "The rules here give the same results all the same."
        if diverged:
            same = f"The rules here give another result at line {diverged[0].seq}: {diverged[1].what}"
        what = "The log was written by another version; its chain, seeds and dice are sound."
        return Verdict("other version", what, 1, (*differences, same), len(lines), steps, dice, trusted)
    if diverged:
        line, told = diverged
        return Verdict(
            "diverges", f"Line {line.seq}: {told.what}", line.seq, told.details, len(lines), steps, dice, trusted
        )
    what = f"{len(lines)} lines, {steps} steps and {dice.checked} rolls fit."
    details: list[str] = []
    if dice.veiled:
        details.append(
            f"{dice.veiled} veiled rolls cannot be checked until the veil is opened at the end of the match."
        )
    if trusted:
        details.append(
            f"{len(trusted)} lines are taken on trust, because an export shows only a side's part of them: "
            f"{spans(trusted)}. The whole log proves them: `adjudicator verify LOG --against EXPORT`."
        )
    return Verdict("intact", what, 0, tuple(details), len(lines), steps, dice, trusted)


def spans(numbers: Sequence[int]) -> str:
    """Line numbers as a reader writes them: 2-5, 7."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def find_head(lines: Sequence[Line], head: str) -> tuple[bool, str]:
    """Whether a log holds the line whose hash (or its beginning) a report names."""
    wanted = head.strip().casefold()
    if len(wanted) < 8:
        return False, "Give at least the first 8 digits of the hash that the report ends with."
    for line in lines:
        if line.hash.startswith(wanted):
            return True, f"The report's line is in this log: line {line.seq} of {len(lines)}."
    return False, f"No line of this log has the hash {wanted[:16]}…: the report was made from another log."


def compare_export(made: Sequence[str], given: Sequence[str]) -> tuple[bool, str]:
    """Whether an export that a player holds is what the whole log gives, line by line."""
    for number, (ours, theirs) in enumerate(zip(made, given, strict=False), start=1):
        if ours != theirs:
            return False, f"Line {number} of the export is not what the whole log gives for that side."
    if len(given) > len(made):
        return (
            False,
            f"The export has {len(given)} lines, the whole log only {len(made)}: lines are missing from the log.",
        )
    return True, f"The export's {len(given)} lines are what the whole log gives."
