"""`ruling`: an umpire puts something right, on record."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.cli.speaking import FolderOption, pairs, say, warn

if TYPE_CHECKING:
    from adjudicator.play.match import Match
    from adjudicator.play.rulings import Ruled


class Kind(StrEnum):
    """The two kinds of ruling."""

    correct = "correct"
    replay = "replay"


Texts = list[str] | None


def ruling_command(
    step: Annotated[int, typer.Option("--step", metavar="N", help="The step that the ruling goes back to.")],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; everybody reads it.")],
    kind: Annotated[Kind, typer.Option("--kind", help="correct, or replay with new dice.")] = Kind.correct,
    match: FolderOption = Path("."),
    order: Annotated[Texts, typer.Option("--order", metavar="SIDE:LINE=TEXT", help="Read a line otherwise.")] = None,
    allow: Annotated[Texts, typer.Option("--allow", metavar="SIDE:LINE", help="Carry a refused order out.")] = None,
    refuse: Annotated[Texts, typer.Option("--refuse", metavar="SIDE:LINE", help="Do not carry an order out.")] = None,
    answer: Annotated[Texts, typer.Option("--answer", metavar="D7=TEXT", help="Another answer to a decision.")] = None,
    option: Annotated[Texts, typer.Option("--option", metavar="NAME=VALUE", help="Change a match option.")] = None,
    change: Annotated[Texts, typer.Option("--change", metavar="TEXT", help="Change the position plainly.")] = None,
) -> None:
    """Go back to a step, on record: nothing is deleted, reports show before, after and why.

    correct: the program or the umpire erred. The step and the later ones that wait for the same thing are
    adjudicated again with their own dice, so putting right one combat changes no die of another.
    replay: the position is put back and the step is played with new dice; its texts stand until their
    side writes anew, those of later steps count no more.

    SIDE:LINE is a line of the side's text in that step (SIDE/SEAT:LINE where a side has several players).

    \b
    Examples:
      adjudicator ruling --match our-match --step 5 --reason "line 7 meant 1104" --order "French:7=move Bonnet to 1104"
      adjudicator ruling --match our-match --step 5 --reason "VV-7.1d read wrongly" --allow French:9
      adjudicator ruling --match our-match --step 6 --reason "answer misread" --answer "D7=retreat to 0902"
      adjudicator ruling --match our-match --step 5 --reason "agreed" --option hold=no
      adjudicator ruling --match our-match --step 5 --reason "set up wrongly" --change "put Compans at 1205"
      adjudicator ruling --match our-match --step 5 --kind replay --reason "wrong report was sent"
    """
    from adjudicator.play.drafting import Wish
    from adjudicator.play.match import Match
    from adjudicator.play.outbox import deliver
    from adjudicator.play.rulings import rule

    opened = Match(match)
    wish = Wish(
        step=step,
        sort=kind.value,
        reason=reason,
        orders=tuple(order or ()),
        allow=tuple(allow or ()),
        refuse=tuple(refuse or ()),
        answers=tuple(answer or ()),
        options=pairs(option or [], "--option"),
        changes=tuple(change or ()),
    )
    ruled = rule(opened, wish)
    for note in opened.reports:
        warn(f"note: {note}")
    deliver(opened)
    _tell(opened, ruled, match)


def _tell(match: Match, ruled: Ruled, folder: Path) -> None:
    body = ruled.line.body
    say(f"Ruling on line {ruled.line.seq}: step {body['step']}, {body['sort']}. {body['reason']}")
    for old in ruled.replaced:
        new = next((record for record in ruled.again if record.number == old.number), None)
        if new is not None:
            same = "as before" if new.events == old.events else "changed"
            say(f"step {old.number}: was line {old.seq}, is now line {new.seq}: {len(new.events)} events, {same}")
    if ruled.left:
        numbers = ", ".join(str(record.number) for record in ruled.left)
        what = "put back" if body["sort"] == "replay" else "put back: the match waits for something else now"
        say(f"step {numbers}: {what}")
    for note in ruled.notes:
        say(f"note: {note}")
    say(f"Next: adjudicator status --match {folder}")
