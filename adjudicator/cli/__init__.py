"""The command line. Nothing heavy is imported here: help is there at once, each command loads what it needs."""

from __future__ import annotations

import gc
import os
import sys

_SELDOM = (100_000, 20, 20)
"""How many new objects there are before garbage is looked for: hardly anything that a start makes is garbage."""


def main() -> None:
    """The entry point of `adjudicator`."""
    arguments = sys.argv[1:]
    if arguments in ([], ["--help"], ["-h"]) and not _completing():
        from adjudicator.cli.overview import overview

        sys.stdout.write(overview())
        return
    gc.set_threshold(*_SELDOM)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")  # looking for plug-ins costs a start more than its help
    from adjudicator.cli.app import run

    sys.exit(run(arguments))


def _completing() -> bool:
    """Whether a shell asks for completions, which must not be answered with help."""
    return "_ADJUDICATOR_COMPLETE" in os.environ
