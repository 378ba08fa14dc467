"""Is this log what happened? Chain and seeds first, then every step adjudicated again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from adjudicator.record.dicecheck import DiceCount, rolls_in
from adjudicator.record.evidence import Evidence
from adjudicator.record.export import misfit, side_of_export
from adjudicator.record.log import Line, Reading
from adjudicator.record.verdict import NO_DICE, Divergence, Found, Sort, Verdict, spans

Progress = Callable[[int, int], None]
"""Called now and then with how many lines are done, of how many."""


class Referee(Protocol):
    """Adjudicates again what a log says, line by line."""

    @property
    def blind(self) -> bool:
        """Whether it cannot adjudicate: an export shows only a part, or the rules are not here."""
        ...

    def follow(self, line: Line, veil: bytes | None) -> Divergence | None:
        """Take in the next line; a turn is adjudicated again, from the position on record, and compared."""
        ...

    def remarks(self) -> Sequence[str]:
        """What should be known of a log even if nothing is wrong with it: who adjudicated it, other words."""
        ...


def verify(
    reading: Reading, referee: Callable[[Line], Referee], progress: Progress | None = None, *, folder: bool = False
) -> Verdict:
    """Check a whole log or a side's export; `referee` is made from its first line. `folder`: a match's own log."""
    lines = reading.lines
    if not lines or lines[0].kind != "match":
        if reading.bad_line:
            return _damaged(reading)
        return Verdict("damaged", "The file is not a log: it does not begin with a match line.", 1)
    broken = misfit(lines, folder=folder)
    if broken is not None:
        line, what = broken
        place = lines.index(line) + 1
        return Verdict("tampered", f"Line {place} does not fit: {what}.", place, lines=len(lines))
    found = _prove(lines, referee, progress)
    return _damaged(reading, found) if reading.bad_line and found.sort not in ("tampered", "diverges") else found


def _damaged(reading: Reading, found: Verdict | None = None) -> Verdict:
    good = len(reading.lines)
    still = f"Lines 1 to {good} are still good." if good else "Nothing before it can be read."
    details = [still, *(["It is a torn end: the next writer sets it aside."] if reading.tail and good else [])]
    steps, dice = (found.steps, found.dice) if found else (0, NO_DICE)
    what = f"Line {reading.bad_line} is damaged: {reading.why}."
    return Verdict("damaged", what, reading.bad_line, tuple(details), good, steps, dice)


def _prove(lines: Sequence[Line], make_referee: Callable[[Line], Referee], progress: Progress | None) -> Verdict:
    evidence = Evidence(lines)
    trouble = evidence.find_veil()
    if trouble:
        return Verdict("tampered", f"{trouble[0].upper()}{trouble[1:]}.", 1, lines=len(lines))
    referee = make_referee(lines[0])
    found: list[Found] = []
    dice, steps = NO_DICE, 0
    for line in lines:
        wrong = evidence.check(line)
        if wrong is not None:
            return Verdict("tampered", f"Line {line.seq} does not fit: {wrong}.", line.seq, lines=len(lines))
        told = referee.follow(line, evidence.veil)
        if line.kind == "turn":
            steps += 1
            count, odd = _dice(evidence, line, thrown=told is None and not referee.blind)
            dice += count
            if odd is not None:
                details = (told.what, *told.details) if told else ()
                told = Divergence(f"{odd}.", details)
        if told is not None:
            found.append(Found(line.seq, told))
        if progress is not None:
            progress(line.seq, len(lines))
    return _sum_up(lines, dice, steps, found, referee.remarks())


def _dice(evidence: Evidence, line: Line, *, thrown: bool) -> tuple[DiceCount, str | None]:
    """Dice that the referee has `thrown` again with the same faces need not be thrown a third time."""
    if not thrown:
        return evidence.dice(line)
    rolls = list(rolls_in(line.body["events"]))
    veiled = sum(roll.veiled for roll in rolls) if evidence.veil is None else 0
    return DiceCount(len(rolls) - veiled, veiled), None


def _sum_up(
    lines: Sequence[Line], dice: DiceCount, steps: int, found: Sequence[Found], remarks: Sequence[str]
) -> Verdict:
    trusted = tuple(line.seq for line in lines if line.cut)
    side = side_of_export(lines) or ""

    def verdict(sort: Sort, what: str, line: int, details: Sequence[str]) -> Verdict:
        return Verdict(sort, what, line, tuple(details), len(lines), steps, dice, trusted, side, tuple(found))

    unexcused = [one for one in found if not one.divergence.release]
    if unexcused:
        first = unexcused[0]
        more = _more(first, found)
        return verdict(
            "diverges",
            f"Line {first.line}: {first.divergence.what}",
            first.line,
            (*first.divergence.details, *more, *remarks),
        )
    if found:
        first = found[0]
        what = f"From line {first.line} on the rules here give another result, and they are not those of that step."
        told = f"Line {first.line}: {first.divergence.what}"
        return verdict(
            "other version",
            what,
            first.line,
            (first.divergence.release, told, *first.divergence.details, *_more(first, found), *remarks),
        )
    details: list[str] = []
    if dice.veiled:
        details.append(
            f"{dice.veiled} veiled rolls cannot be checked until the veil is opened at the end of the match."
        )
    if not side:
        return verdict(
            "intact", f"{len(lines)} lines, {steps} steps and {dice.checked} rolls fit.", 0, (*details, *remarks)
        )
    what = (
        f"It is an export for {side}: {len(lines)} lines and {dice.checked} rolls fit the chain, "
        f"and {len(trusted)} lines of it are taken on trust."
    )
    trust = (
        f"On trust, because an export shows only a side's part of them: {spans(trusted)}. "
        "The whole log proves them: `adjudicator verify LOG --against EXPORT`."
    )
    return verdict("consistent", what, 0, (*details, trust, *remarks))


def _more(first: Found, found: Sequence[Found]) -> list[str]:
    others = [one.line for one in found if one.line != first.line]
    return [f"The rules give another result at more lines too: {spans(others)}."] if others else []


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
