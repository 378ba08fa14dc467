"""`vassal`: modules, saves and logs for VASSAL, and what was done there as orders."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.catalogue import scenario_names
from adjudicator.cli.speaking import MatchOption, ReaderOption, put, received, say, say_problem, warn

vassal_group = typer.Typer(
    name="vassal",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="""A match carried to VASSAL and back: modules, saves, logs, and what was done there as orders.

    \b
    Examples:
      adjudicator vassal module bautzen -o bautzen.vmod
      adjudicator vassal save --match our-match --side French -o now.vsav
      adjudicator vassal log --match our-match --side French -o match.vlog
      adjudicator vassal read mine.vlog --match our-match --side French
    """,
)

FileOption = Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")]


@vassal_group.command("module")
def vassal_module_command(
    scenario: Annotated[
        str, typer.Argument(metavar="SCENARIO", help="A scenario's name.", autocompletion=scenario_names)
    ],
    output: FileOption,
    data: Annotated[Path | None, typer.Option("--data", metavar="PACK", help="With this data pack on top.")] = None,
) -> None:
    """Make a VASSAL module of a scenario: our map with its numbers, our counters, set-up, sides, a dice button.

    \b
    Examples:
      adjudicator vassal module bautzen -o bautzen.vmod
      adjudicator vassal module campaign1813 -o campaign.vmod --data my-campaign
    """
    from adjudicator.play.vassal.making import module_of

    put(module_of(scenario, data), output)
    _said(output)


@vassal_group.command("save")
def vassal_save_command(
    output: FileOption,
    match: MatchOption = Path("."),
    side: ReaderOption = "",
    step: Annotated[int | None, typer.Option("--step", metavar="N", help="After this step; now if left out.")] = None,
) -> None:
    """Write the position as a side knows it as a VASSAL save for our module.

    \b
    Examples:
      adjudicator vassal save --match our-match --side French -o now.vsav
      adjudicator vassal save --match export.jsonl --step 4 -o turn2.vsav
    """
    from adjudicator.play.match.log_faults import sense_of
    from adjudicator.play.side.export_view import open_source
    from adjudicator.play.vassal.saving import save_of

    with sense_of(match):
        made = save_of(open_source(match, warn=warn), side, step)
    put(made, output)
    _said(output)


@vassal_group.command("log")
def vassal_log_command(
    output: FileOption,
    match: MatchOption = Path("."),
    side: ReaderOption = "",
    first: Annotated[int | None, typer.Option("--from", metavar="N", help="From this step on.")] = None,
    last: Annotated[int | None, typer.Option("--to", metavar="N", help="Up to this step.")] = None,
) -> None:
    """Write the match as a side knows it as a VASSAL log: step through it with VASSAL's own button.

    Each happening is a line of the chat with its dice; pieces move as it is told.

    \b
    Examples:
      adjudicator vassal log --match our-match --side French -o match.vlog
      adjudicator vassal log --match export.jsonl --from 5 --to 8 -o turn3.vlog
    """
    from adjudicator.play.match.log_faults import sense_of
    from adjudicator.play.side.export_view import open_source
    from adjudicator.play.vassal.telling import log_of

    with sense_of(match):
        made = log_of(open_source(match, warn=warn), side, first, last)
    put(made, output)
    _said(output)


@vassal_group.command("read")
def vassal_read_command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A .vlog or .vsav.")],
    match: MatchOption = Path("."),
    side: ReaderOption = "",
    module: Annotated[
        Path | None, typer.Option("--module", metavar="VMOD", help="The module, if it is not one of ours.")
    ] = None,
    mapping: Annotated[
        Path | None, typer.Option("--map", metavar="TOML", help="What that module calls our units and places.")
    ] = None,
    step: Annotated[
        int | None, typer.Option("--step", metavar="N", help="Compare with the position after this step.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the orders here, ready to be sent.")
    ] = None,
) -> None:
    """Read what a player did in VASSAL as orders, checked, with all that could not be read.

    Nothing is recorded: look at the orders, mend them, submit them. Dice rolled in VASSAL are listed and
    never used. Exit code 0 if everything became orders that would stand, 1 if something did not.

    \b
    Examples:
      adjudicator vassal read mine.vlog --match our-match --side French
      adjudicator vassal read mine.vlog --match export.jsonl -o french.txt
      adjudicator vassal read theirs.vsav --module theirs.vmod --map theirs.toml --match our-match --side French
    """
    from adjudicator.play.match.log_faults import sense_of
    from adjudicator.play.side.export_view import open_source
    from adjudicator.play.vassal.reading import read_file

    data, name = received(file)
    with sense_of(match):
        source = open_source(match, warn=warn)
        found = read_file(source, data, name, side, module=module, mapping=mapping, step=step)
    for line in found.told():
        say(line)
    if found.checked is not None:
        for problem in found.checked.problems:
            say_problem(problem, "orders")
        say(found.checked.tally())
    if output is not None and found.text:
        put(found.text, output)
        _said(output)
    raise typer.Exit(0 if found.good else 1)


def _said(output: Path) -> None:
    if str(output) != "-":
        say(str(output))
