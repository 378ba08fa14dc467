"""The command line. Nothing heavy is imported here: help is there at once, each command loads what it needs."""

from __future__ import annotations

import sys


def main() -> None:
    """The entry point of `adjudicator`."""
    arguments = sys.argv[1:]
    if arguments in ([], ["--help"], ["-h"]) and not _completing():
        from adjudicator.cli.overview import overview

        sys.stdout.write(overview())
        return
    from adjudicator.cli.app import run

    sys.exit(run(arguments))


def _completing() -> bool:
    """Whether a shell asks for completions, which must not be answered with help."""
    import os

    return "_ADJUDICATOR_COMPLETE" in os.environ
