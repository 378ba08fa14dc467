"""`ruling`: an umpire puts something right, on record."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from adjudicator.cli.speaking import FolderOption, pairs, say, warn

if TYPE_CHECKING:
    from adjudicator.play.proof.rulings import Ruled


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
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what it would do; write nothing.")] = False,
) -> None:
    """Go back to a step, on record: nothing is deleted, reports show before, after and why.

    correct: the program or the umpire erred. The step and the later ones that wait for the same thing are
    adjudicated again with their own dice, so putting right one combat changes no die of another.
    replay: the position is put back and the step is played with new dice; its texts stand until their
    side writes anew, those of later steps count no more.

    SIDE:LINE is a line of the side's text in that step (SIDE/SEAT:LINE where a side has several players).
    What is touched is shown before and after; a ruling that would change nothing is refused.

    \b
    Examples:
      adjudicator ruling --match our-match --step 5 --reason "line 7 meant 1104" --order "French:7=move Bonnet to 1104"
      adjudicator ruling --match our-match --step 5 --reason "VV-7.1d read wrongly" --allow French:9 --dry-run
      adjudicator ruling --match our-match --step 6 --reason "answer misread" --answer "D7=retreat to 0902"
      adjudicator ruling --match our-match --step 5 --reason "agreed" --option hold=no
      adjudicator ruling --match our-match --step 5 --reason "set up wrongly" --change "put Compans at 1205"
      adjudicator ruling --match our-match --step 5 --kind replay --reason "wrong report was sent"
    """
    from adjudicator.play.match.match import Match
    from adjudicator.play.proof.drafting import Wish
    from adjudicator.play.proof.rulings import rule, try_ruling

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
    if dry_run:
        tried = try_ruling(opened, wish)
        say(f"Nothing is written (--dry-run). Step {step}, {kind.value}: {reason}")
        _tell(tried)
        return
    from adjudicator.play.desk.outbox import deliver

    with opened.writing():
        ruled = rule(opened, wish)
        for note in opened.reports:
            warn(f"note: {note}")
        if ruled.written is None:
            say(f"Nothing is ruled yet: in mode mutual each side agrees to a correction first. Step {step}: {reason}")
            _tell(ruled)
            say(f"Awaited of {' and '.join(ruled.lacking)}: a text that says `agree ruling {ruled.proposed}`.")
            say("When it is on record, give the same command again.")
            return
        say(f"Ruling on line {ruled.line.seq}: step {step}, {kind.value}. {ruled.body['reason']}")
        _tell(ruled)
        deliver(opened)
    say(f"Next: adjudicator status --match {match}")


def _tell(ruled: Ruled) -> None:
    """What it touches, before and after, and what becomes of each step from there on."""
    for one in ruled.touched:
        for line in one.words():
            say(line)
    again = {record.number: record for record in ruled.again}
    for old in ruled.replaced:
        new = again.get(old.number)
        if new is not None:
            same = "as before" if new.events == old.events else "changed"
            told = f"is now line {new.seq}" if ruled.written else "would be adjudicated again"
            say(f"step {old.number}: was line {old.seq}, {told}: {len(new.events)} events, {same}")
    if ruled.left:
        numbers = ", ".join(str(record.number) for record in ruled.left)
        what = "put back" if ruled.body["sort"] == "replay" else "put back: the match waits for something else then"
        say(f"step {numbers}: {what}")
    for note in ruled.notes:
        say(f"note: {note}")
