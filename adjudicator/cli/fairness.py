"""`chain`, `seal`, `open`: what a player does at home so that nobody has to be trusted with the dice or the orders."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.cli.speaking import received, say, warn

if TYPE_CHECKING:
    from adjudicator.play.match.match import Match
    from adjudicator.play.mutual.table import Anchor, Table

ChainOption = Annotated[Path | None, typer.Option("--chain", metavar="FILE", help="The file of your chain.")]

chain_group = typer.Typer(
    name="chain",
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="""A player's own dice chain, for matches in mode mutual.

    \b
    Examples:
      adjudicator chain new --match our-match --side French
      adjudicator chain link 17 --match our-match
    """,
)


@chain_group.command("new")
def chain_new_command(
    match: Annotated[str, typer.Option("--match", "-m", metavar="NAME", help="The name of the match to come.")],
    side: Annotated[str, typer.Option("--side", "-s", metavar="SIDE", help="Your side.")] = "",
    length: Annotated[
        int, typer.Option("--length", metavar="N", min=10, max=1_000_000, help="How many steps.")
    ] = 10000,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to keep it.")] = None,
) -> None:
    """Make your chain for one match: keep the file secret, send what is printed.

    \b
    Examples:
      adjudicator chain new --match our-match --side French
      adjudicator chain new --match our-match --side French -o stick/our-match.chain.json
    """
    from adjudicator.play.mutual.chains import new_chain

    path = output or Path(f"{match}.chain.json")
    words = new_chain(match, side, length, path)
    warn(f"{path} is your secret: back it up, and show it to nobody (only to an umpire who keeps it in escrow).")
    warn("Send these lines:")
    for line in words:
        say(line)


@chain_group.command("link")
def chain_link_command(
    number: Annotated[int, typer.Argument(metavar="N", help="The step whose link is asked for.", min=1)],
    match: Annotated[str, typer.Option("--match", "-m", metavar="NAME", help="The match, or its folder.")] = "",
    chain: ChainOption = None,
    skip: Annotated[bool, typer.Option("--skip", help="Show it although earlier links were not shown.")] = False,
) -> None:
    """Print the link of a step, when its texts are fixed and not before.

    A link gives all earlier ones away and no later one. Send it when you are told that the texts of the step are
    fixed, and keep that notice: it names the texts and the line of the log.

    \b
    Examples:
      adjudicator chain link 17 --match our-match
      adjudicator chain link 17 --chain stick/our-match.chain.json
    """
    from adjudicator.play.mutual.chains import link_shown
    from adjudicator.play.mutual.exchange import Exchange

    folder = Path(match or ".")
    if chain is None and (folder / "log.jsonl").exists():
        opened = _alone(folder)
        with opened.writing():
            table = Exchange(opened)
            words = table.link_words(number)
            told = table.settle().words()
    else:
        words, told = link_shown(chain or _only_chain(match), number, skipping=skip), []
    warn("Send these lines:")
    for line in words:
        say(line)
    for line in told:
        warn(line)


def _only_chain(match: str) -> Path:
    from adjudicator.core.errors import UsageError

    if match:
        return Path(f"{match}.chain.json")
    found = sorted(Path(".").glob("*.chain.json"))
    if len(found) != 1:
        raise UsageError(
            f"There are {len(found)} chains here.", "Name the match with --match, or the file with --chain."
        )
    return found[0]


def _alone(folder: Path) -> Match:
    from adjudicator.core.errors import MatchError
    from adjudicator.play.match.match import Match

    opened = Match(folder)
    if not opened.alone:
        raise MatchError("This is the umpire's folder of the match.", "Players show links from their own chain.")
    return opened


def seal_command(
    orders: Annotated[Path | None, typer.Argument(metavar="[ORDERS]", help="The file of your orders.")] = None,
    match: Annotated[Path | None, typer.Option("--match", "-m", metavar="DIR", help="A match without umpire.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to keep it.")] = None,
) -> None:
    """Seal orders: what is printed can be posted where everybody reads it, and tells nobody anything.

    The text itself is kept in a file beside the orders and shown later with `adjudicator open`. In a match that
    nobody umpires (--match) it is kept in the match folder.

    \b
    Examples:
      adjudicator seal french.txt
      adjudicator seal french.txt --match our-match
      adjudicator seal --match our-match
    """
    if match is not None:
        from adjudicator.play.mutual.exchange import Exchange

        opened = _alone(match)
        with opened.writing():
            table = Exchange(opened)
            words = table.seal(*received(orders)) if orders else table.sealed_words()
    else:
        words = _sealed_beside(orders, output)
    warn("Post or send these lines:")
    for line in words:
        say(line)


def _sealed_beside(orders: Path | None, output: Path | None) -> list[str]:
    from adjudicator.core.errors import UsageError
    from adjudicator.core.source import source_lines
    from adjudicator.play.match.reading import read_header
    from adjudicator.play.mutual.sealing import header_words, seal, seal_words
    from adjudicator.play.side.exporting import write_file

    if orders is None:
        raise UsageError("There is nothing to seal.", "Name the file of your orders.")
    data, name = received(orders)
    path = output or orders.with_name(f"{orders.name}.seal.json")
    if path.exists():
        raise UsageError(f"{path} is there already: the orders are sealed.", "Open that seal, or name another with -o.")
    made = seal(data, name)
    header = read_header(source_lines(made.text))
    words = [*header_words(header), *seal_words(made)]
    write_file(path, json.dumps(made.to_plain(), ensure_ascii=False, indent=1) + "\n")
    warn(f"{path} opens it: keep it, and show it to nobody before its time.")
    return words


def open_command(
    sealed: Annotated[Path | None, typer.Argument(metavar="[SEAL]", help="The file that `seal` kept.")] = None,
    match: Annotated[Path | None, typer.Option("--match", "-m", metavar="DIR", help="A match without umpire.")] = None,
) -> None:
    """Open what was sealed: print the text with the number that proves that it is the one.

    \b
    Examples:
      adjudicator open french.txt.seal.json
      adjudicator open --match our-match
    """
    from adjudicator.core.errors import UsageError
    from adjudicator.play.mutual.sealing import kept_seal, opening_words

    if match is not None:
        from adjudicator.play.mutual.exchange import Exchange

        words = Exchange(_alone(match)).opening_words()
    elif sealed is not None:
        words = opening_words(kept_seal(sealed))
    else:
        raise UsageError("There is nothing to open.", "Name the file that `adjudicator seal` kept.")
    warn("Post or send these lines as they are:")
    for line in words:
        say(line)


# --- `new` in mode mutual ----------------------------------------------------------------------------------


def table_given(scenario: str, anchors: Sequence[str], escrow: Sequence[Path], chain: Path | None) -> tuple[Table, str]:
    """Who sits down, from the options of `new`, and the match's name where a chain says it."""
    from adjudicator.play.match.setup import default_tools
    from adjudicator.play.mutual.chains import load_chain
    from adjudicator.play.mutual.table import table_of

    sides = default_tools().load(scenario, {}, None, None).sides
    given = dict(_anchor(item, sides) for item in anchors)
    own = load_chain(chain) if chain else None
    return table_of(sides, given, [load_chain(path) for path in escrow], own), own.match if own else ""


def _anchor(item: str, sides: Sequence[str]) -> tuple[str, Anchor]:
    from adjudicator.core.errors import UsageError
    from adjudicator.play.mutual.table import anchor_in

    word, equals, what = item.partition("=")
    side = next((side for side in sides if equals and side.casefold() == word.strip().casefold()), None)
    if side is None:
        raise UsageError(f"{item!r} is no anchor of a side.", f"Write --anchor SIDE=FILE; sides: {', '.join(sides)}.")
    path = Path(what.strip())
    return side, anchor_in(path.read_text("utf-8") if len(what) < 60 or path.is_file() else what)
