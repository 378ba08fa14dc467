"""`new`, `submit`, `run`, `status`: keeping a match."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.cli.catalogue import scenario_names
from adjudicator.cli.speaking import (
    FolderOption,
    JsonOption,
    MatchOption,
    ReaderOption,
    SideOption,
    coloured,
    pairs,
    progress,
    received,
    say,
    say_json,
    say_problem,
    warn,
)

if TYPE_CHECKING:
    from adjudicator.play.match.history import StepRecord
    from adjudicator.play.match.match import Match
    from adjudicator.play.match.running import Ran


def new_command(
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO", help="What to play.", autocompletion=scenario_names)],
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new folder for the match.")],
    seed: Annotated[str | None, typer.Option("--seed", help="Words that fix all dice (mode open).")] = None,
    mode: Annotated[
        str, typer.Option("--mode", metavar="open|umpire|mutual", help="Who knows the secret of the dice.")
    ] = "",
    option: Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="A match option.")] = None,
    data: Annotated[Path | None, typer.Option("--data", metavar="PACK", help="Your own data pack.")] = None,
    name: Annotated[str, typer.Option("--name", help="The match's name; the folder's if left out.")] = "",
    seat: Annotated[list[str] | None, typer.Option("--seat", metavar="SIDE=NAME", help="A player of a side.")] = None,
    anchor: Annotated[
        list[str] | None,
        typer.Option("--anchor", metavar="SIDE=FILE", help="Mode mutual: the anchor that a side sent, or its digits."),
    ] = None,
    escrow: Annotated[
        list[Path] | None, typer.Option("--escrow", metavar="FILE", help="A chain that a side left with the umpire.")
    ] = None,
    chain: Annotated[
        Path | None, typer.Option("--chain", metavar="FILE", help="Without an umpire: your own chain.")
    ] = None,
) -> None:
    """Start a match in a new folder.

    Mode `umpire` (without --seed) keeps the secret of the dice in secret.json; mode `open` (with --seed)
    writes it into the log, for playing alone, tests and demos. In mode `mutual` each side has a chain of its own,
    made at home with `adjudicator chain new`; with --chain nobody umpires, and both players keep the log.

    \b
    Examples:
      adjudicator new bautzen our-match
      adjudicator new bautzen first-steps --seed "Bautzen, 21 May 1813"
      adjudicator new bautzen our-match --option fog=none --data my-bautzen
      adjudicator new bautzen big --seat French=Ney --seat French=Napoleon
      adjudicator new bautzen fair --mode mutual --anchor French=french.txt --anchor Coalition=coalition.txt
      adjudicator new bautzen two --mode mutual --chain two.chain.json --anchor Coalition=coalition.txt
    """
    from adjudicator.core.errors import UsageError
    from adjudicator.play.match.match import create

    seats: dict[str, list[str]] = {}
    for item in seat or ():
        side, equals, player = item.partition("=")
        if not equals or not side.strip() or not player.strip():
            raise UsageError(f"{item!r} names no player of a side.", "Write --seat SIDE=NAME.")
        seats.setdefault(side.strip(), []).append(player.strip())
    table = None
    if mode == "mutual" or anchor or escrow or chain:
        from adjudicator.cli.fairness import table_given

        table, made_for = table_given(scenario, anchor or (), escrow or (), chain)
        mode, name = mode or "mutual", name or made_for
    match = create(
        scenario,
        folder,
        name=name,
        seed=seed,
        mode=mode,
        options=pairs(option or [], "--option"),
        pack=data,
        seats=seats or None,
        table=table,
    )
    first = match.lines[0]
    say(f"{match.setup.name}: {match.setup.scenario}, mode {match.setup.mode}, in {folder}")
    say(f"first line of the log: {first.hash}")
    if match.setup.mode == "umpire":
        say("Back up secret.json now, and show it to nobody: without it the match cannot go on.")
        say("Send the first line of log.jsonl to the players: it binds you to your dice.")
    elif match.alone:
        say("Nobody umpires: the other player makes the same match, and both first lines must be equal.")
        say("Both programs know all that is in the log: not looking at what is hidden is a matter of honour.")
        say("secret.json holds your chain. Back it up now, and show it to nobody.")
    elif match.setup.mutual:
        say("Back up secret.json now, and show it to nobody: it holds the veil, and chains left in escrow.")
        say("Send the first line of log.jsonl to the players: it binds everybody to the dice.")
    else:
        say("The secret of the dice stands in the log (mode open). Back up secret.json all the same.")
    say(f"Next: adjudicator run --match {folder}")


def submit_command(
    text: Annotated[Path, typer.Argument(metavar="TEXT", help="The file as it reached you; - reads standard input.")],
    match: FolderOption = Path("."),
    side: SideOption = "",
    seat: Annotated[str, typer.Option("--seat", metavar="NAME", help="Which player of the side sent it.")] = "",
) -> None:
    """Put orders, answers or standing orders on record, and print a receipt for the player.

    Links, seals and their openings, agreements to a ruling and messages to others (`press to NAME: ...`) are
    recognised and put on record too.

    What a text is for stands in its header (match, turn, side). With --side a text that is headed for
    another side is refused. Orders may stand between BEGIN ORDERS and END ORDERS in a mail or a post.

    \b
    Examples:
      adjudicator submit french.txt --match our-match
      adjudicator submit mail.eml --match our-match --side French
      adjudicator submit - --match our-match < mail.eml
    """
    from adjudicator.play.match.log_faults import sense_of
    from adjudicator.play.match.match import Match
    from adjudicator.play.match.running import side_named
    from adjudicator.play.mutual.handing_in import hand_in

    data, name = received(text)
    with sense_of(match):
        opened = Match(match)
        if side:
            side_named(opened.history, side)
        receipt = hand_in(opened, data, name, side, seat)
    _tell(opened)
    for line in receipt.words():
        say(line)
    for problem in receipt.problems:
        say_problem(problem)
    with sense_of(match):
        _bring_up(opened)


def run_command(
    match: FolderOption = Path("."),
    without: Annotated[
        list[str] | None, typer.Option("--without", metavar="SIDE", help="Go on without this side's text or answer.")
    ] = None,
    turn: Annotated[
        int | None, typer.Option("--turn", metavar="N", help="The turn that --without is for.", show_default=False)
    ] = None,
    send: Annotated[
        bool, typer.Option("--outbox/--no-outbox", help="Write what is to be sent, also of earlier steps.")
    ] = True,
    no_link: Annotated[
        str, typer.Option("--no-link", metavar="SIDE", help="Mode mutual: this side did not show its link in time.")
    ] = "",
) -> None:
    """Adjudicate as far as the texts on record allow, and write what each side is to be sent.

    May be stopped at any moment and started again: lines are written whole or not at all, and what was not
    sent is made good. --without holds for one wait only; with --turn, giving the command again is harmless.

    In mode mutual the texts of a step are fixed first, and the step is run when every side has shown its link. If a
    side's time is up, --no-link takes its link from escrow or ends the match as the option no_link says.

    \b
    Examples:
      adjudicator run --match our-match
      adjudicator run --match our-match --without Coalition --turn 3
      adjudicator run --match our-match --no-outbox
    """
    from adjudicator.play.desk.latest import begin_outbox
    from adjudicator.play.match.log_faults import sense_of
    from adjudicator.play.match.match import Match
    from adjudicator.play.match.running import run

    if turn is not None and not without:
        raise typer.BadParameter("it says for which turn --without is; name the side too", param_hint="--turn")
    written: list[Path] = []
    with sense_of(match):
        opened = Match(match)
        with opened.writing():
            if send:
                begin_outbox(match)
            if no_link:
                from adjudicator.play.match.running import side_named
                from adjudicator.play.mutual.linking import without_its_link

                for words in without_its_link(opened, side_named(opened.history, no_link)):
                    say(words)
            if opened.alone:
                from adjudicator.play.mutual.exchange import Exchange

                Exchange(opened).settle()
            ran = run(opened, without or (), after_step=_told_step, turn=turn)
            _tell(opened)
            _tell_run(opened, ran, match)
            if send:
                from adjudicator.play.desk.outbox import deliver

                written = deliver(opened, tick=progress("writing reports"))
    if written:
        say(f"To be sent: {match / 'outbox'}")
    raise typer.Exit(1 if ran.too_early else 0)


def _bring_up(match: Match) -> None:
    """What an earlier run could not send is made good; what was asked for is done already, whatever comes of it."""
    from adjudicator.core.errors import MatchError
    from adjudicator.play.desk.latest import behind

    if not behind(match.folder, match.history, match.lines):
        return
    from adjudicator.play.desk.outbox import deliver

    try:
        deliver(match)
    except (OSError, MatchError) as trouble:
        warn(f"note: the outbox is behind and could not be brought up: {trouble}")
    else:
        say(f"The outbox was behind; it is brought up: {match.folder / 'outbox'}")


def _told_step(record: StepRecord) -> None:
    waited = record.wait
    what = f"turn {waited.turn}, {', '.join(waited.sides)}" if waited else "going on"
    without = f", without {', '.join(record.without)}" if record.without else ""
    say(f"step {record.number}: {what}{without}: {len(record.events)} events, to line {record.seq}")


def _tell(match: Match) -> None:
    """Things that a writer should be told, such as a torn end of the log."""
    for note in match.reports:
        warn(f"note: {note}")
    match.reports.clear()


def _tell_run(match: Match, ran: Ran, folder: Path) -> None:
    from adjudicator.play.desk.status import owed_of
    from adjudicator.play.side.side_views import Whole

    for note in ran.notes:
        say(note)
    if not ran.steps and ran.fixed is None:
        say("Nothing to adjudicate.")
    if ran.fixed is not None and ran.ending is None:
        from adjudicator.play.mutual.linking import fixed_words

        for line in fixed_words(ran.fixed):
            say(line)
    if ran.ending is not None:
        say(f"The match is over: {ran.ending.verdict}. {ran.ending.why}")
        return
    if ran.gathered is None:
        return
    for text, problem in ran.gathered.problems:
        say(f"In the answer of {text.side} (line {text.seq} of the log), {problem.show()}")
    for asked in ran.gathered.unanswered:
        say(f"{asked.name} ({asked.decision.side}): {asked.decision.question}")
    for owed in owed_of(Whole(match.lines, match.history, folder), ran.gathered):
        say(f"Waiting for {owed.sentence()}")


def status_command(match: MatchOption = Path("."), side: ReaderOption = "", as_json: JsonOption = False) -> None:
    """Whose turn it is, what is missing, morale and losses at a glance.

    \b
    Examples:
      adjudicator status --match our-match
      adjudicator status --match export.jsonl
      adjudicator status --match our-match --side French --json
    """
    from adjudicator.core.types import Ending
    from adjudicator.play.desk.status import status
    from adjudicator.play.match.log_faults import sense_of
    from adjudicator.play.side.export_view import open_source
    from adjudicator.play.side.exporting import reader_meant

    with sense_of(match):
        source = open_source(match, warn=warn)
        now = status(source, reader_meant(source, side))
        plain = now.to_json()
    if as_json:
        say_json(plain)
        return
    setup, last = source.setup, source.lines[-1]
    clock = f", {now.view.clock}" if now.view.clock else ""
    say(f"{setup.name}: {setup.scenario}, turn {now.turn}{clock}; step {now.step}, line {last.seq} ({last.hash[:12]}…)")
    if isinstance(now.following, Ending):
        say(f"The match is over: {now.following.verdict}. {now.following.why}")
    for owed in now.owed:
        say(coloured(f"waiting for {owed.sentence()}", "yellow"))
    if now.ready:
        say(coloured("nothing is missing: adjudicator run goes on", "green"))
    for text in now.here:
        say(f"on record: {text.sentence()}")
    for text in now.later:
        say(f"waits: {text.sentence()}")
    for asked in now.asked:
        say(coloured(f"{asked.name} ({asked.decision.side}): {asked.decision.question}", "cyan"))
    for note in now.notes:
        say(note)
    if now.behind:
        whose = ", ".join(f"{side} ({f'of step {step}' if step else 'not there'})" for side, step in now.behind.items())
        say(f"the outbox is behind: {whose}; adjudicator run brings it up")
    if now.view.tracks:
        say(", ".join(f"{track.name} {track.value}" for track in now.view.tracks))
