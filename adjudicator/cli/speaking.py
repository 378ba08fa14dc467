"""What commands share in speaking to a terminal: text out, warnings, progress, files."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

if TYPE_CHECKING:
    from adjudicator.core.problems import Problem

MatchOption = Annotated[
    Path,
    typer.Option("--match", "-m", metavar="DIR", show_default=False, help="The match folder, or a side's own log."),
]
FolderOption = Annotated[
    Path, typer.Option("--match", "-m", metavar="DIR", show_default=False, help="The match folder.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")]


def sides(incomplete: str) -> list[str]:
    """Sides of all games, for shell completion."""
    from adjudicator.play.side.listing import scenarios

    known = sorted({side for scenario in scenarios() for side in scenario.sides})
    return [side for side in known if side.casefold().startswith(incomplete.casefold())]


def readers(incomplete: str) -> list[str]:
    """Sides, umpire and spectators, for shell completion."""
    return [
        *sides(incomplete),
        *(who for who in ("Umpire", "Public") if who.casefold().startswith(incomplete.casefold())),
    ]


SideOption = Annotated[
    str, typer.Option("--side", "-s", metavar="SIDE", help="The side, or its first letters.", autocompletion=sides)
]
ReaderOption = Annotated[
    str,
    typer.Option(
        "--side", "-s", metavar="SIDE", help="A side, Umpire, or Public for spectators.", autocompletion=readers
    ),
]


def say(text: str = "") -> None:
    """A line on standard output."""
    sys.stdout.write(text + "\n")


_COLOURS = {"red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def is_colourful(stream: TextIO) -> bool:
    """Whether words to a stream may be coloured: on a terminal that knows colours, and where nobody has said no."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def coloured(text: str, colour: str, stream: TextIO | None = None) -> str:
    """Words in a colour, where somebody looks who can see it."""
    return f"\033[{_COLOURS[colour]}m{text}\033[0m" if text and is_colourful(stream or sys.stdout) else text


def say_problem(problem: Problem, file: str = "") -> None:
    """What is wrong with a line: an error in red, a warning in yellow, with the line and the remedy below."""
    head, *rest = problem.show(file).split("\n")
    colour = {"error": "red", "warning": "yellow"}.get(problem.severity, "cyan")
    say(coloured(head, colour))
    for line in rest:
        say(coloured(line, colour) if set(line.strip()) == {"^"} else line)


def say_json(value: Any) -> None:
    """A value as JSON for other programs."""
    say(json.dumps(value, ensure_ascii=False, indent=2, sort_keys=False))


def warn(text: str) -> None:
    """A line on standard error."""
    sys.stderr.write(text + "\n")


def received(path: Path) -> tuple[bytes, str]:
    """A file and its name; `-` is standard input."""
    if str(path) == "-":
        return sys.stdin.buffer.read(), "standard input"
    return path.read_bytes(), path.name


def put(content: str | bytes, output: Path | None) -> None:
    """Write to a file, whole or not at all; to standard output without one."""
    if output is None or str(output) == "-":
        data = content.encode("utf-8") if isinstance(content, str) else content
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    from adjudicator.play.side.exporting import write_file

    write_file(output, content)


def progress(what: str) -> Callable[[int, int], None] | None:
    """A counter on a terminal: call it with how much is done of how much; None where nobody looks."""
    if not sys.stderr.isatty():
        return None
    last = [-1]

    def tick(done: int, of: int) -> None:
        percent = 100 * done // max(1, of)
        if percent != last[0]:
            last[0] = percent
            end = "\r\033[K" if done >= of else ""
            sys.stderr.write(f"\r{what} {percent:3d} %{end}")
            sys.stderr.flush()

    return tick


def pairs(items: list[str], flag: str) -> dict[str, str]:
    """`--option K=V` as a mapping."""
    from adjudicator.core.errors import UsageError

    found: dict[str, str] = {}
    for item in items:
        name, equals, value = item.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise UsageError(f"{item!r} is no pair of a name and a value.", f"Write {flag} NAME=VALUE.")
        found[name.strip()] = value.strip()
    return found
