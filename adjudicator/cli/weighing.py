"""`odds`: what orders can bring, before they are written."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.speaking import JsonOption, MatchOption, SideOption, say, say_json, warn


def odds_command(
    orders: Annotated[list[str], typer.Argument(metavar="ORDER...", help="Orders, each in quotation marks.")],
    match: MatchOption = Path("."),
    side: SideOption = "",
    limit: Annotated[
        int, typer.Option("--limit", min=1, max=1_000_000, help="Cases that are counted before samples are taken.")
    ] = 4000,
    samples: Annotated[
        int, typer.Option("--samples", min=1, max=1_000_000, help="Samples where there are more cases.")
    ] = 1000,
    as_json: JsonOption = False,
) -> None:
    """Tell what orders can bring: results, losses, retreats, morale, each with its probability.

    The rules themselves carry the orders out, over all dice, in the position as the side knows it; nothing is
    recorded. Decisions follow the standing orders, then the defaults. What the side has not seen is supposed, and said.

    \b
    Examples:
      adjudicator odds "attack 1504 from 1403, 1503 head Compans" --match our-match --side French
      adjudicator odds "move Compans to 1503" "attack 1504" --match export.jsonl
      adjudicator odds "attack 1504" --match export.jsonl --json
    """
    from adjudicator.play.match.log_faults import sense_of
    from adjudicator.play.odds.odds import Amount, odds
    from adjudicator.play.odds.odds_words import in_words, to_json
    from adjudicator.play.side.export_view import open_source
    from adjudicator.play.side.exporting import side_meant

    with sense_of(match):
        source = open_source(match, warn=warn)
        found = odds(source, side_meant(source, side), orders, Amount(limit, samples))
    if as_json:
        say_json(to_json(found))
        return
    for line in in_words(found):
        say(line)
