"""`check`: orders looked through at home."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.speaking import (
    JsonOption,
    MatchOption,
    SideOption,
    coloured,
    received,
    say,
    say_json,
    say_problem,
    warn,
)


def check_command(
    orders: Annotated[
        Path, typer.Argument(metavar="ORDERS", help="The text, or a mail that holds it; - reads standard input.")
    ],
    match: MatchOption = Path("."),
    side: SideOption = "",
    seat: Annotated[str, typer.Option("--seat", metavar="NAME", help="Which player of the side.")] = "",
    with_odds: Annotated[bool, typer.Option("--odds", help="Add what each attack can bring.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Check a text of orders, answers or standing orders: all errors and warnings at once.

    Only what the side may know is used, so a player can do this at home with the log that comes with
    each report. Exit code 0 if nothing would be refused as far as can be told, 1 if something would.

    \b
    Examples:
      adjudicator check french.txt --match our-match
      adjudicator check french.txt --match export.jsonl
      adjudicator check mail.eml --match our-match --json
      adjudicator check french.txt --match our-match --odds
    """
    from adjudicator.play.match.log_faults import sense_of
    from adjudicator.play.match.received import as_read
    from adjudicator.play.odds.odds_notes import noted
    from adjudicator.play.side.checking import check
    from adjudicator.play.side.export_view import open_source
    from adjudicator.play.side.exporting import side_meant

    data, name = received(orders)
    with sense_of(match):
        source = open_source(match, warn=warn)
        if side:
            side_meant(source, side)
        found = check(source, as_read(data, name, source.rules.language), side, seat)
        if with_odds:
            found = noted(source, found)
    if as_json:
        say_json(found.to_json(name))
        raise typer.Exit(0 if found.good else 1)
    for problem in found.problems:
        say_problem(problem, name)
    for line, note in found.notes:
        say(f"{name}:{line}: {note}" if line else f"note: {note}")
    if found.purpose is not None:
        say(f"{found.purpose.sentence()}.")
    say(coloured(found.tally(), "green" if found.good else "red"))
    raise typer.Exit(0 if found.good else 1)
