"""`verify`, `explain`: what a log proves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.speaking import JsonOption, ReaderOption, coloured, progress, say, say_json, warn

LogArgument = Annotated[Path, typer.Argument(metavar="LOG", help="A log, a match folder, or a side's export.")]


def verify_command(
    log: LogArgument,
    head: Annotated[str, typer.Option("--head", metavar="HASH", help="Does the log contain this line?")] = "",
    against: Annotated[
        Path | None, typer.Option("--against", metavar="EXPORT", help="Compare with what a player was told.")
    ] = None,
    whole: Annotated[bool, typer.Option("--whole", help="An export is not enough: it must be the whole log.")] = False,
    data: Annotated[Path | None, typer.Option("--data", metavar="PACK", help="The match's data.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Recompute everything in a log and say whether it is intact. Exit code 0 if all is good, 1 if not.

    \b
    intact         every link, seed, die, text, event and position is what the rules give
    consistent     the same of a side's export, as far as it shows things: what is taken on trust
    tampered       a hash, a link or a cut does not fit: which line
    diverges       the rules give another result: which event, and what differs
    other version  the same, but a known release adjudicated the step: which, and how to get it
    damaged        cut short or not written as a log is: what is still good
    \b
    Examples:
      adjudicator verify our-match/log.jsonl
      adjudicator verify log.jsonl --head 5f1c0a77e2
      adjudicator verify log.jsonl --against french.jsonl
      adjudicator verify log.jsonl --whole --data our-match/data --json
    """
    from adjudicator.play.proof.verifying import verify_file

    verdict = verify_file(log, head=head, against=against, whole=whole, data=data, progress=progress("verifying"))
    if as_json:
        say_json(verdict.to_json())
    else:
        head, *rest = verdict.words()
        say(coloured(head, "green" if verdict.good else "red"))
        for line in rest:
            say(line)
    raise typer.Exit(0 if verdict.good else 1)


def explain_command(
    log: LogArgument,
    address: Annotated[str, typer.Argument(metavar="SEQ.N", help="Event N of line SEQ, as reports print it.")],
    side: ReaderOption = "",
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
    from adjudicator.play.match.log_faults import sense_of
    from adjudicator.play.proof.explaining import explain

    with sense_of(log):
        chapters = explain(log, address, side, warn=warn)
    for number, chapter in enumerate(chapters):
        if number:
            say()
        say(chapter.title)
        for line in chapter.lines:
            say(f"  {line}")
