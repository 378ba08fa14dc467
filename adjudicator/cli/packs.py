"""`data`: the tables, maps and counters in force, and what an owner's pack makes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.catalogue import scenario_names
from adjudicator.cli.speaking import coloured, say

What = Annotated[
    str, typer.Argument(metavar="SCENARIO", help="A scenario, or a match folder.", autocompletion=scenario_names)
]
Pack = Annotated[Path, typer.Argument(metavar="PACK", help="The folder of the data pack.")]
PackOption = Annotated[Path | None, typer.Option("--data", metavar="PACK", help="With this data pack on top.")]

data_group = typer.Typer(
    name="data",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="""The tables, maps and counters in force; a data pack checked; what it changes.

    \b
    Examples:
      adjudicator data show bautzen
      adjudicator data show bautzen units.csv --data my-bautzen
      adjudicator data check bautzen my-bautzen
      adjudicator data diff bautzen my-bautzen
    """,
)


@data_group.command("show")
def data_show_command(
    what: What,
    file: Annotated[str, typer.Argument(metavar="[FILE]", help="What this file says.")] = "",
    data: PackOption = None,
) -> None:
    """List the data files of a scenario or a match; with a file, what it says, as a pack would write it.

    \b
    Examples:
      adjudicator data show bautzen
      adjudicator data show our-match setup.csv
      adjudicator data show campaign1813 towns
    """
    from adjudicator.play.side.packs import data_in_force

    found = data_in_force(what, data)
    for line in found.table(file) if file else found.contents():
        say(line)


@data_group.command("check")
def data_check_command(what: What, pack: Pack) -> None:
    """Load a scenario with a data pack. Exit code 0 if it can be played so, 1 with what is wrong if not.

    \b
    Example:
      adjudicator data check bautzen my-bautzen
    """
    from adjudicator.play.side.packs import check_pack, data_in_force

    files, changed = check_pack(data_in_force(what, pack))
    say(coloured(f"{pack} is good: {files} files, {changed} changes.", "green"))


@data_group.command("diff")
def data_diff_command(
    what: What, pack: Annotated[Path | None, typer.Argument(metavar="[PACK]", help="The folder of the pack.")] = None
) -> None:
    """Show what a data pack changes: of a match its own pack, if none is given.

    \b
    Examples:
      adjudicator data diff bautzen my-bautzen
      adjudicator data diff our-match
    """
    from adjudicator.core.errors import UsageError
    from adjudicator.play.side.packs import data_in_force

    found = data_in_force(what, pack)
    if found.pack is None:
        raise UsageError(f"{what} is played without a data pack.", "Name one: adjudicator data diff SCENARIO PACK.")
    for name, changed in found.differences():
        say(f"{name}: {'nothing is changed' if not changed else ''}".rstrip())
        for line in changed:
            say(f"  {line}")
