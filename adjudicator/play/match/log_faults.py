"""When a log makes no sense: the fault is looked for in the log before it is looked for in the program."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from adjudicator import rulesets
from adjudicator.core.errors import AdjudicatorError, LogError
from adjudicator.kit.registry import words_of


@contextlib.contextmanager
def sense_of(log: Path) -> Iterator[None]:
    """Work with a log that somebody may have spoiled: what cannot be understood becomes a sentence about the log.

    A log that is intact and still cannot be worked with is a mistake of the program, and stays an exception.
    """
    try:
        yield
    except (AdjudicatorError, OSError):
        raise
    except Exception as trouble:
        from adjudicator.play.proof.verifying import verify_file

        verdict = verify_file(log)
        if verdict.sort == "intact":
            raise
        if verdict.sort == "consistent":
            what = f"The export says something that cannot be ({type(trouble).__name__})."
            raise LogError(what, "Ask the umpire for a fresh one.") from trouble
        remedy = f"`adjudicator verify {log}` says more; restore it from a back-up."
        failed = rulesets.REGISTRY.at_fault(trouble)
        if failed and verdict.sort == "diverges":
            remedy = f"`adjudicator verify {log}` says more; mend the package, or put back the version before."
            raise LogError(f"{failed} ({words_of(trouble)}), or the log was changed.", remedy) from trouble
        raise LogError(f"The log is no good: {verdict.sort}. {verdict.what}", remedy) from trouble


def unexpected(trouble: Exception) -> tuple[str, str]:
    """What to say of an exception that nobody foresaw, where somebody else's rule system failed; otherwise nothing."""
    failed = rulesets.REGISTRY.at_fault(trouble)
    if not failed:
        return "", ""
    return f"{failed} ({words_of(trouble)}).", "Mend the package, or tell its author. Nothing is lost."
