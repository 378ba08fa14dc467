"""What maps and reports show of Bautzen besides pieces, objectives and morale."""

from __future__ import annotations

from adjudicator.core.view import Mark, Table
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.games.bautzen.facts import facts
from adjudicator.rulesets.vv1813.games.bautzen.ney import is_in
from adjudicator.rulesets.vv1813.games.bautzen.state import UNSEEN, bautzen
from adjudicator.rulesets.vv1813.state import FRENCH, State


def marks(ctx: Context, known: State) -> tuple[Mark, ...]:
    """BAU-7.1j, BAU-6.4: places closed until Ney enters, and the place by which he comes."""
    closed = facts(ctx).closed
    found = []
    if not is_in(known):
        found += [Mark(place=p, kind="closed", text="closed until Ney enters", side=closed.side) for p in closed.places]
    now = bautzen(known)
    if now.ney_place:
        text = f"Ney's corps enter from turn {now.ney_from}"
        found.append(Mark(place=now.ney_place, kind="entry", text=text, side=FRENCH))
    return tuple(found)


def tables(ctx: Context, known: State) -> tuple[Table, ...]:
    """BAU-6.1: Ney's markers: face down, removed, or what the revealed one says."""
    now = bautzen(known)
    if now.ney_text:
        when = f"entered on turn {now.ney_entered}" if now.ney_entered else f"may enter from turn {now.ney_from}"
        rows: tuple[tuple[str, ...], ...] = (("revealed", f"{now.ney_place}, {when}"),)
    else:
        rows = tuple((f"space {n}", _words(text)) for n, text in enumerate(now.ney_spaces, start=1))
    return (Table(title="Ney's markers", columns=("marker", "state"), rows=rows),)


def _words(text: str) -> str:
    if not text:
        return "removed unseen"
    return "face down" if text == UNSEEN else f"face down, you have read {text}"
