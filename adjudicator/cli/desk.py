"""`desk`: the post room."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.cli.speaking import JsonOption, put, received, say, say_json, warn

if TYPE_CHECKING:
    from adjudicator.play.desk.room.desk import Desk

FolderArgument = Annotated[Path, typer.Argument(metavar="[DIR]", help="The desk's folder.", show_default=False)]
DeskOption = Annotated[Path, typer.Option("--desk", metavar="DIR", help="The desk's folder.", show_default=False)]

desk_group = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="""The post room: mail in and out for all your matches, deadlines, who owes what.

    \b
    Examples:
      adjudicator desk init my-desk
      adjudicator desk once my-desk
      adjudicator desk status my-desk
    """,
)


@contextlib.contextmanager
def _opened(folder: Path) -> Iterator[Desk]:
    from adjudicator.core.errors import UsageError

    try:
        from adjudicator.play.desk.room.desk import Desk
    except ModuleNotFoundError as missing:
        raise UsageError(
            f"The post room needs {missing.name}, which is not installed.", "pip install 'adjudicator[desk]'"
        ) from None
    with Desk(folder, lambda: datetime.now(UTC)) as desk:
        yield desk


@desk_group.command("init")
def init_command(
    folder: FolderArgument = Path("."),
    address: Annotated[
        str, typer.Option("--address", help="The address to which players write.")
    ] = "umpire@example.org",
    umpire: Annotated[str, typer.Option("--umpire", help="Where the umpire reads mail.")] = "me@example.org",
    zone: Annotated[str, typer.Option("--zone", help="The umpire's time zone.")] = "UTC",
    match: Annotated[str, typer.Option("--match", metavar="NAME", help="A match folder inside DIR.")] = "",
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="SIDE=ADDRESS", help="Who plays; SIDE/SEAT of several."),
    ] = None,
) -> None:
    """Write a desk.toml with remarks into a folder; then edit it.

    \b
    Examples:
      adjudicator desk init my-desk
      adjudicator desk init my-desk --match our-match --player French=french@example.org
    """
    from adjudicator.cli.speaking import pairs
    from adjudicator.play.desk.room.starting import init

    path = init(folder, address, umpire, zone, match, pairs(player or [], "--player"))
    say(f"{path} is written: look through it, then")
    say(f"  adjudicator desk once {folder}     takes in what came, answers, goes on, sends")
    say(f"  adjudicator desk status {folder}   who owes what")


@desk_group.command("once")
def once_command(
    folder: FolderArgument = Path("."),
    from_input: Annotated[bool, typer.Option("--input", help="Read one mail from standard input (procmail).")] = False,
) -> None:
    """Do all that is due and stop: mail in, answers, adjudication, deadlines, mail out. For cron, and by hand.

    May be stopped at any moment and given again: nothing is lost, nothing is done twice.

    \b
    Examples:
      adjudicator desk once my-desk
      adjudicator desk once my-desk --input < mail.eml
    """
    import sys

    with _opened(folder) as desk:
        from adjudicator.play.desk.room.working import once

        done = once(desk, sys.stdin.buffer if from_input else None)
    say(done.words())
    for words in done.troubles:
        warn(words)
    raise typer.Exit(1 if done.troubles else 0)


@desk_group.command("serve")
def serve_command(folder: FolderArgument = Path(".")) -> None:
    """Go on doing what is due until you stop it (Ctrl-C, or a signal to end).

    \b
    Example:
      adjudicator desk serve my-desk
    """
    import signal
    import threading

    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    with _opened(folder) as desk:
        from adjudicator.play.desk.room.working import serve

        serve(desk, stop.wait, say)


@desk_group.command("status")
def status_command(
    folder: FolderArgument = Path("."),
    as_json: JsonOption = False,
    page: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write one page for a browser.", show_default=False)
    ] = None,
) -> None:
    """Who owes what in which match, since when and until when; which mails did not arrive.

    \b
    Examples:
      adjudicator desk status my-desk
      adjudicator desk status my-desk --json
      adjudicator desk status my-desk --html status.html
    """
    with _opened(folder) as desk:
        from adjudicator.play.desk.room.overview import overview

        now = overview(desk, desk.now())
    if page is not None:
        from adjudicator.play.desk.room.status_page import status_page

        put(status_page(now), page)
        return
    if as_json:
        say_json(now.to_json())
        return
    for line in now.words():
        say(line)


@desk_group.command("read")
def read_command(
    mail: Annotated[Path, typer.Argument(metavar="MAIL", help="The mail as a file; - reads standard input.")],
    desk: DeskOption = Path("."),
    as_json: JsonOption = False,
) -> None:
    """What would become of a mail: accept, query, ignore, duplicate or reject, and why. Nothing is changed.

    \b
    Examples:
      adjudicator desk read mail.eml --desk my-desk
      adjudicator desk read mail.eml --desk my-desk --json
    """
    data, name = received(mail)
    with _opened(desk) as opened:
        from adjudicator.play.desk.room.starting import read_at

        verdicts = read_at(opened, data, name)
    if as_json:
        plain = [verdict.to_json() for verdict in verdicts]
        say_json(plain[0] if len(plain) == 1 else plain)
        return
    for verdict in verdicts:
        say(f"{verdict.verdict}: {verdict.why}")
        for number, text in verdict.lines:
            say(f"  {number:>4}  {text}")
        for note in verdict.notes:
            say(f"  note: {note}")
