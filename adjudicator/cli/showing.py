"""`report`, `map`, `replay`, `export`, `state`, `demo`: what players read and look at."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.cli.speaking import FolderOption, MatchOption, ReaderOption, SideOption, put, say, say_json, warn

OutputOption = Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write to this file.")]
StepOption = Annotated[int | None, typer.Option("--step", metavar="N", help="After this step; the last if left out.")]


class Format(StrEnum):
    """The forms of a report: of mail and pages, and as forums want them."""

    txt = "txt"
    html = "html"
    md = "md"
    bbcode = "bbcode"
    phpbb = "phpbb"
    bgg = "bgg"
    discourse = "discourse"
    reddit = "reddit"
    discord = "discord"


def report_command(
    match: MatchOption = Path("."),
    side: ReaderOption = "",
    form: Annotated[Format, typer.Option("--format", "-f", help="The form of the report.")] = Format.txt,
    step: StepOption = None,
    brief: Annotated[bool, typer.Option("--brief", help="Without marches, reckonings, tables and form.")] = False,
    battle: Annotated[
        bool, typer.Option("--battle", help="The brief of the battle that is to be fought at the table.")
    ] = False,
    split: Annotated[bool, typer.Option("--split", help="In posts as long as the forum takes them.")] = False,
    output: OutputOption = None,
) -> None:
    """Write a side's report; without --side the umpire's, or that of the side whose export is given.

    `--side Public` is for spectators and forum threads: what both sides may know anyway.

    \b
    Examples:
      adjudicator report --match our-match --side French
      adjudicator report --match our-match --side French --format html -o turn3.html
      adjudicator report --match export.jsonl --format bbcode
      adjudicator report --match our-match --side Public --format bbcode
      adjudicator report --match our-match --side Public --brief --format md
      adjudicator report --match export.jsonl --battle --format html -o goldberg.html
      adjudicator report --match our-match --side Public --format discord --split -o turn3.txt
    """
    from adjudicator.play.match.log_faults import sense_of
    from adjudicator.play.side.export_view import open_source
    from adjudicator.play.side.exporting import reader_meant
    from adjudicator.play.side.reporting import report_posts

    with sense_of(match):
        source = open_source(match, warn=warn)
        who = reader_meant(source, side)
        if battle:
            from adjudicator.play.desk.briefs import brief_posts

            posts = brief_posts(source, who, form.value, step, split=split)
        else:
            beside = replay_beside(output)
            posts = report_posts(source, who, form.value, step, brief=brief, split=split, replay_at=beside)
    _put_posts(posts, output)


REPLAY = "replay.html"


def replay_beside(output: Path | None) -> str:
    """The replay that a report links to: a file of that name beside it; "" where there is none."""
    return REPLAY if output is not None and output.name != REPLAY and (output.parent / REPLAY).is_file() else ""


def _put_posts(posts: tuple[str, ...], output: Path | None) -> None:
    """Each post in a file of its own, or one below the other."""
    if len(posts) == 1 or output is None or str(output) == "-":
        put("\n".join(posts), output)
        return
    for number, post in enumerate(posts, start=1):
        path = output.with_name(f"{output.stem}-{number:02d}{output.suffix}")
        put(post, path)
        say(str(path))


def map_command(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="map.svg or map.png.")],
    match: MatchOption = Path("."),
    side: ReaderOption = "",
    step: StepOption = None,
    width: Annotated[
        int | None,
        typer.Option("--width", metavar="PIXELS", min=200, max=6000, help="Of a PNG; fit for mail if not given."),
    ] = None,
) -> None:
    """Draw the board as a side knows it, with the moves and combats of the turn.

    \b
    Examples:
      adjudicator map --match our-match --side French -o map.svg
      adjudicator map --match export.jsonl -o map.png
      adjudicator map --match export.jsonl -o wall.png --width 4000
    """
    from adjudicator.core.errors import UsageError
    from adjudicator.play.match.log_faults import sense_of
    from adjudicator.play.side.export_view import open_source
    from adjudicator.play.side.exporting import reader_meant
    from adjudicator.play.side.reporting import picture

    kind = output.suffix.casefold().lstrip(".")
    if kind not in ("svg", "png"):
        raise UsageError(f"A map is an SVG or a PNG, not {output.name!r}.", "Name the file map.svg or map.png.")
    with sense_of(match):
        source = open_source(match, warn=warn)
        who = reader_meant(source, side)
        drawn = picture(source, who, "svg", step) if kind == "svg" else picture(source, who, "png", step, width)
    put(drawn, output)
    say(str(output))


def replay_command(
    export: Annotated[Path | None, typer.Argument(metavar="[EXPORT]", help="A side's own log, or a match.")] = None,
    match: MatchOption = Path("."),
    side: ReaderOption = "",
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The page to write.")] = Path(REPLAY),
) -> None:
    """Write one HTML page that steps through the match on the map, event by event.

    It needs no network and no server: open it in a browser, mail it, put it on a site. Without --side it shows all that
    the umpire sees; a side's page holds what that side was told and nothing else. Reports written beside a page that is
    called replay.html link to it.

    \b
    Examples:
      adjudicator replay --match our-match --side Public
      adjudicator replay --match our-match --side French -o french.html
      adjudicator replay export.jsonl -o replay.html
    """
    from adjudicator.core.errors import UsageError
    from adjudicator.play.match.log_faults import sense_of
    from adjudicator.play.side.export_view import open_source
    from adjudicator.play.side.exporting import reader_meant
    from adjudicator.play.side.replaying import replay

    if export is not None and match != Path("."):
        raise UsageError("Both a log and --match are given.", "Name the match once.")
    given = export or match
    with sense_of(given):
        source = open_source(given, warn=warn)
        page = replay(source, reader_meant(source, side))
    put(page, output)
    if str(output) != "-":
        say(str(output))


def export_command(
    side: SideOption,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    match: FolderOption = Path("."),
) -> None:
    """Write a side's own log: every line with its true hash, and of its contents what the side may see.

    With it a player checks orders, reads reports, draws maps and verifies at home.

    \b
    Example:
      adjudicator export --match our-match --side French -o french.jsonl
    """
    from adjudicator.play.match.log_faults import sense_of
    from adjudicator.play.side.export_view import open_source
    from adjudicator.play.side.exporting import export, side_meant

    with sense_of(match):
        source = open_source(match, warn=warn)
        who = side_meant(source, side)
        text = export(source, who)
    put(text, output)
    if str(output) != "-":
        last = source.lines[-1]
        say(f"{output}: the {who} side's log to line {last.seq}, {last.hash}")


def state_command(match: MatchOption = Path("."), side: ReaderOption = "", output: OutputOption = None) -> None:
    """Print the position as JSON: as it is, or as a side knows it.

    \b
    Examples:
      adjudicator state --match our-match
      adjudicator state --match our-match --side French
    """
    import json

    from adjudicator.play.match.log_faults import sense_of
    from adjudicator.play.side.export_view import open_source
    from adjudicator.play.side.exporting import position, reader_meant

    with sense_of(match):
        source = open_source(match, warn=warn)
        plain = position(source, reader_meant(source, side))
    if output is None:
        say_json(plain)
    else:
        put(json.dumps(plain, ensure_ascii=False, indent=2) + "\n", output)


def demo_command(
    folder: Annotated[Path, typer.Argument(metavar="[DIR]", help="Where to play it.")] = Path("demo"),
) -> None:
    """Play a sample turn of Bautzen: orders of both sides, adjudication, reports, maps and proof.

    \b
    Examples:
      adjudicator demo
      adjudicator demo /tmp/bautzen
    """
    from adjudicator.play.desk.demo import play_demo

    for line in play_demo(folder):
        say(line)
