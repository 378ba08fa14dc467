"""The order form: a text in the order language, ready to be edited and sent back.

It can be sent back as it is: all it says are the standing orders in force, everything else is comment.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.core.source import source_lines
from adjudicator.core.types import Ending, Side, Wait
from adjudicator.core.view import Piece, View
from adjudicator.pictures.boards import place_label
from adjudicator.play.match.match import Match
from adjudicator.play.side.side_views import Source
from adjudicator.play.side.situation import Situation, opened, situation, standing_then
from adjudicator.report.phrases import phrase_settings

WIDTH = 66
"""Columns of what players edit: mail programs leave such lines alone."""


def order_form(given: Source | Match, side: Side, step: int | None = None, seat: str = "") -> str:
    """A side's form after a step; empty when the match is over."""
    now = situation(given, side, step)
    return form_of(now, now.step.rules.view(now.step.after, side), seat)


def form_of(now: Situation, view: View, seat: str = "") -> str:
    """The form that belongs to a situation."""
    if isinstance(now.following, Ending):
        return ""
    ways = phrase_settings(view.ruleset, getattr(now.step.rules, "templates", None)).get("form", {})
    found = now.step.rules.language.names(now.step.after, now.side)
    formations = {name.id: name.name for name in found if name.kind in ("formation", "army")}
    seats = now.source.setup.seats_of(now.side)
    seat = seat or seats[0]
    parts = (
        _header(now, view, seat),
        _decisions(now),
        _units(view, ways, formations, now.step.rules.board),
        _tables(view),
        _orders(now, view, ways),
        _standing(now, view, ways, seat),
    )
    lines = ["BEGIN ORDERS", *(line for part in parts for line in part), "END ORDERS"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def comment(words: str, indent: str = "", rest: str = "  ") -> list[str]:
    """Words as comment lines; what does not fit goes on below, set in a little deeper."""
    return textwrap.wrap(
        words,
        WIDTH,
        initial_indent=f"# {indent}",
        subsequent_indent=f"# {indent}{rest}",
        break_on_hyphens=False,
        break_long_words=True,
    ) or ["#"]


def _header(now: Situation, view: View, seat: str) -> Iterator[str]:
    yield f"match: {now.source.setup.name}"
    yield f"turn: {_turn(now)}"
    yield f"side: {now.side}"
    if isinstance(now.following, Wait) and now.following.phase and now.side in now.awaiting:
        yield f"phase: {now.following.phase}"
    if seat:
        yield f"seat: {seat}"
    yield ""
    clock = f", {view.clock}" if view.clock else ""
    yield from comment(f"Turn {view.turn}{clock}. Whatever follows a # is a comment.", rest="")
    yield from comment("Send back what stands from BEGIN ORDERS to END ORDERS.", rest="")
    if now.is_asked:
        yield from comment("The turn waits for your answers; nothing else is needed now.")
    elif now.side not in now.awaiting:
        others = " and ".join(f"the {side}" for side in now.awaiting)
        yield from comment(f"We are waiting for {others}.")
        yield from comment(f"What you send now is kept for turn {_turn(now)}.")
    yield ""


def _turn(now: Situation) -> int:
    """The turn that the side's next text is for."""
    if now.side in now.awaiting:
        return now.turn
    wrote = [event.turn for step in now.steps for event in opened(step) if now.side in event.sides]
    return max(now.turn, *(turn + 1 for turn in wrote)) if wrote else now.turn


# --- what the side has -------------------------------------------------------------------------------------


def _units(view: View, ways: Mapping[str, Any], formations: Mapping[str, str], board: object) -> Iterator[str]:
    """The side's pieces by formation: place, name, values, and what is the matter with them."""
    mine = [piece for piece in view.pieces if piece.side == view.side and piece.knowledge == "own"]
    silent = set(ways.get("silent", ()))
    yield "# YOUR UNITS"
    if ways.get("values"):
        yield from comment(f"({ways['values']})")
    groups = dict.fromkeys(piece.colour for piece in mine)
    for group in groups:
        here = [piece for piece in mine if piece.colour == group and piece.place]
        if here:
            yield from comment(formations.get(group) or group.replace("_", " ").capitalize() or "others")
        for piece in sorted(here, key=lambda p: (p.kind == "commander", p.place or "", p.id)):
            yield from _piece(piece, silent, place_label(board, piece.place or ""))
    yield from _elsewhere(mine, silent)
    yield ""


def _piece(piece: Piece, silent: set[str], place: str) -> list[str]:
    marks = ", ".join(mark for mark in piece.marks if mark not in silent)
    head = f"{place} {piece.name:<22} {'-'.join(piece.values):<6} {marks}".rstrip()
    if len(head) <= WIDTH - 4:
        return [f"#   {head}"]
    return [f"#   {head[: len(head) - len(marks)].rstrip()}", *comment(marks, " " * 10, "")]


def _elsewhere(mine: Iterable[Piece], silent: set[str]) -> Iterator[str]:
    """Pieces that are not on the map, by what has become of them."""
    found: dict[str, list[str]] = {}
    for piece in mine:
        if not piece.place:
            status = next((mark for mark in piece.marks if mark not in silent), "off the map")
            found.setdefault(status, []).append(piece.name)
    for status, pieces in found.items():
        yield from comment(f"{status}: {', '.join(pieces)}")


def _tables(view: View) -> Iterator[str]:
    """The side's own tables, such as its markers in hand."""
    for table in view.tables:
        if table.side == view.side and table.rows:
            yield from comment(table.title.upper())
            for row in table.rows:
                yield from comment("  ".join(word for word in row if word), "  ")
            yield ""


# --- what is asked of it -----------------------------------------------------------------------------------


def _decisions(now: Situation) -> Iterator[str]:
    """Open decisions with example answers; taking the # away makes one the answer."""
    mine = [body for body in now.asked if body["side"] == now.side]
    if not mine:
        return
    yield from comment("DECISIONS AWAITED")
    yield from comment("Take the # away from one answer to each, or write another.")
    for body in mine:
        yield from comment(f"D{body['number']}: {body['question']} [{body['rule']}]")
        for words in body["words"]:
            yield from wrapped(str(words), "# ", "#   ")
    yield ""


def _orders(now: Situation, view: View, ways: Mapping[str, Any]) -> Iterator[str]:
    """Room for the orders themselves."""
    if now.is_asked:
        return
    mine = [piece for piece in view.pieces if piece.side == view.side and piece.knowledge == "own" and piece.place]
    yield from comment("ORDERS: write them below, one a line, such as")
    for example in _examples(now, ways):
        yield f"#   {_filled(example, mine)}"
    yield ""
    yield ""


def _examples(now: Situation, ways: Mapping[str, Any]) -> Iterable[str]:
    """Orders to begin with: those for the side's text of this phase, where a game has several (before the first
    turn those of the set-up), or those for all.
    """
    phase = now.following.phase if isinstance(now.following, Wait) else ""
    by_text: Mapping[str, Iterable[str]] = ways.get("texts", {})
    before = () if _turn(now) else (f"{now.side} set-up", "set-up")
    found = (by_text.get(name) for name in (*before, f"{now.side} {phase}", phase))
    return next((examples for examples in found if examples is not None), ways.get("examples", ()))


def _filled(example: str, mine: Sequence[Piece]) -> str:
    """An example with names of the side's own: a unit and its place, a commander of an army, a leader of a corps."""
    unit = min((p for p in mine if p.kind != "commander"), key=lambda piece: piece.id, default=None)
    leaders = sorted((p for p in mine if p.kind == "commander"), key=lambda piece: piece.id)
    chief = next((p for p in leaders if p.colour == "army"), None)
    leader = next((p for p in leaders if p.colour != "army"), None)
    names = {"unit": unit, "chief": chief or leader, "leader": leader or chief}
    for word, piece in names.items():
        example = example.replace(f"{{{word}}}", piece.name if piece else word.upper())
    return example.replace("{place}", unit.place if unit and unit.place else "PLACE")


def _standing(now: Situation, view: View, ways: Mapping[str, Any], seat: str) -> Iterator[str]:
    """The standing orders in force, as they were written."""
    lines = list(standing_lines(now, seat))
    if not lines:
        yield from comment("STANDING ORDERS in force: none. They would begin with the line")
        yield "#   standing orders"
        for example in ways.get("standing", ()):
            yield f"#   {_filled(example, [piece for piece in view.pieces if piece.side == view.side and piece.place])}"
        return
    yield from comment("In force until you send other standing orders; leave the section")
    yield from comment("out to keep them, or write `standing orders: none`.")
    yield "standing orders"
    for line in lines:
        yield from wrapped(line, "  ", "    ")


def standing_lines(now: Situation, seat: str = "") -> Iterator[str]:
    """The words of the standing orders in force for a seat."""
    rules, tools = now.step.rules, now.source.setup.tools
    for text in standing_then(now):
        if text.seat == seat:
            read = tools.read(rules, now.step.after, now.side, text.seat, source_lines(text.text))
            numbers = dict.fromkeys(order.line for order in read.standing or ())
            for number in numbers:
                yield read.lines.get(number, "").partition("#")[0].strip()


def wrapped(words: str, first: str, rest: str) -> list[str]:
    """An order in lines that the reader of orders joins again."""
    return textwrap.wrap(
        words, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False, break_long_words=False
    )
