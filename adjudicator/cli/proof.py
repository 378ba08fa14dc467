"""`verify`, `explain`: what a log proves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.speaking import JsonOption, SideOption, progress, say, say_json

LogArgument = Annotated[Path, typer.Argument(metavar="LOG", help="A log, a match folder, or a side's export.")]


def verify_command(
    log: LogArgument,
    head: Annotated[str, typer.Option("--head", metavar="HASH", help="Does the log contain this line?")] = "",
    against: Annotated[
        Path | None, typer.Option("--against", metavar="EXPORT", help="Compare with what a player was told.")
    ] = None,
    data: Annotated[Path | None, typer.Option("--data", metavar="PACK", help="The match's data pack.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Recompute everything in a log and say whether it is intact. Exit code 0 if it is, 1 if not.

    \b
    intact         every link, seed, die, text, event and position is what the rules give
    tampered       a hash or a link does not fit: which line
    diverges       the rules give another result: which event, and what differs
    other version  engine, ruleset or data are not those of the first line
    damaged        cut short or unreadable: what is still good
    \b
    Examples:
      adjudicator verify our-match/log.jsonl
      adjudicator verify log.jsonl --head 5f1c0a77e2
      adjudicator verify log.jsonl --against french.jsonl
      adjudicator verify log.jsonl --data my-bautzen --json
    """
    from adjudicator.play.verifying import verify_file

    verdict = verify_file(log, head=head, against=against, data=data, progress=progress("verifying"))
    if as_json:
        say_json(verdict.to_json())
    else:
        say(f"{verdict.sort}: {verdict.what}")
        for detail in verdict.details:
            say(f"  {detail}")
        for sentence in (verdict.head, verdict.against):
            if sentence:
                say(sentence)
    raise typer.Exit(0 if verdict.good else 1)


def explain_command(
    log: LogArgument,
    address: Annotated[str, typer.Argument(metavar="SEQ.N", help="Event N of line SEQ, as reports print it.")],
    side: SideOption = "",
) -> None:
    """Show one event in full: the order that led to it, position, modifiers with their rules, dice.

    The dice come with the openssl line that checks them without this program. A side's reports count
    only what that side saw: use --side, or that side's export, with an address from its report.
    Without .N every event of the line is listed.

    \b
    Examples:
      adjudicator explain our-match/log.jsonl 17.4
      adjudicator explain french.jsonl 17.3
      adjudicator explain our-match 17 --side French
    """
    from adjudicator.play.explaining import explain
    from adjudicator.play.sense import sense_of

    with sense_of(log):
        chapters = explain(log, address, side)
    for number, chapter in enumerate(chapters):
        if number:
            say()
        say(chapter.title)
        for line in chapter.lines:
            say(f"  {line}")
