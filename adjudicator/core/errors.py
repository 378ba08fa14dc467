"""What can go wrong that is not a rule of the game.

    AdjudicatorError              everything below; always a sentence for a person
    ├── DataError                 a data file or data pack that does not fit
    ├── MatchError                a match folder or a text that cannot be used
    │   ├── LogError              a log that is damaged, tampered with or not ours
    │   └── UsageError            a call that cannot be meant: it names what is not there
    └── ProgramError              our own mistake: a label rolled twice, an event that diverges

An order that is not understood or not allowed is none of these: it is a result,
told to the player in the report (`core.problems`).
"""

from __future__ import annotations


class AdjudicatorError(Exception):
    """A sentence saying what is wrong, and a second one saying what to do about it."""

    def __init__(self, what: str, remedy: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.what}\n{self.remedy}" if self.remedy else self.what


class DataError(AdjudicatorError):
    """A data file or data pack does not fit its model."""


class MatchError(AdjudicatorError):
    """A match folder, or a text sent to it, cannot be used as asked."""


class LogError(MatchError):
    """A log line is damaged, tampered with, or of another version."""


class UsageError(MatchError):
    """Whoever called named something that is not there: a command, a file, a side, a step, a scenario, an option."""


class ProgramError(AdjudicatorError):
    """A promise of the program to itself was broken; never the players' fault."""
