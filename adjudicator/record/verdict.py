"""What verification found, in words an umpire understands: the verdict first, what else was asked as part of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from adjudicator.core.values import dataclass
from adjudicator.record.dicecheck import DiceCount

NO_DICE = DiceCount()
Sort = Literal["intact", "consistent", "tampered", "diverges", "other version", "damaged"]
Question = Literal["whole", "head", "against"]


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where the rules give another result than the log."""

    what: str
    details: tuple[str, ...] = ()
    release: str = ""
    """Which known release adjudicated the step, and how to get it; "" if it is none."""


@dataclass(frozen=True, slots=True)
class Found:
    """A divergence and its line."""

    line: int
    divergence: Divergence


@dataclass(frozen=True)
class Verdict:
    """What verification found."""

    sort: Sort
    what: str
    line: int = 0
    details: tuple[str, ...] = ()
    lines: int = 0
    steps: int = 0
    dice: DiceCount = NO_DICE
    trusted: tuple[int, ...] = ()
    """Lines of an export that only the whole log can prove."""
    export: str = ""
    """The side that an export is for; "" for a whole log."""
    found: tuple[Found, ...] = ()
    """Every line at which the rules give another result."""
    head: str = ""
    """What was found for `--head`: "" if not asked, else a sentence."""
    against: str = ""
    whole: str = ""
    wrong: tuple[Question, ...] = ()
    """Which of `--whole`, `--head` and `--against` failed."""

    @property
    def good(self) -> bool:
        """Whether nothing at all speaks against the log, nor against what else was asked."""
        return self.sort in ("intact", "consistent") and not self.wrong

    def headline(self) -> str:
        """The verdict in one line, with the answers to what else was asked."""
        answers: dict[Question, str] = {"whole": self.whole, "head": self.head, "against": self.against}
        if self.wrong:
            return f"{self.sort}, but not what was asked for: {' '.join(answers[name] for name in self.wrong)}"
        return " ".join([f"{self.sort}: {self.what}", *(said for said in answers.values() if said)])

    def words(self) -> list[str]:
        """The verdict, line by line."""
        rest = (self.what, *self.details) if self.wrong else self.details
        return [self.headline(), *(f"  {line}" for line in rest)]

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
            "export": self.export or None,
            "trusted": list(self.trusted),
            "divergences": [
                {"line": one.line, "what": one.divergence.what, "release": one.divergence.release or None}
                for one in self.found
            ],
            "head": self.head or None,
            "against": self.against or None,
            "whole": self.whole or None,
            "wrong": list(self.wrong),
        }


def spans(numbers: Sequence[int]) -> str:
    """Line numbers as a reader writes them: 2-5, 7."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
