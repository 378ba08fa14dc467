"""Matches on disk, played by random players who write their orders as text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudicator.core.engine import Position
from adjudicator.core.orders import Standing
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.types import Side, Wait
from adjudicator.play.desk.outbox import deliver
from adjudicator.play.match.match import Match, create
from adjudicator.play.match.reading import wrapped, write_order
from adjudicator.play.match.running import run
from adjudicator.play.match.submitting import submit
from adjudicator.play.match.texts import gather
from tests.support.random_player import RandomPlayer


@dataclass
class Table:
    """What a random player looks at."""

    rules: Ruleset[Any]
    position: Position[Any]


def header(match: Match, side: Side, turn: int, seat: str = "") -> list[str]:
    """The first lines of a text."""
    seated = [f"seat: {seat}"] if seat else []
    return [f"match: {match.setup.name}", f"turn: {turn}", f"side: {side}", *seated, ""]


def written_orders(match: Match, player: RandomPlayer, side: Side, turn: int) -> str:
    """A random turn of orders as a person would send it."""
    rules, position = match.history.rules, match.history.position
    known = rules.known(position.state, side)
    lines = header(match, side, turn)
    for order in player.orders(Table(rules, position), side):  # type: ignore[arg-type]
        lines += wrapped(write_order(rules, known, side, order))
    standing: tuple[Standing, ...] = player._standing(side)
    if standing:
        lines += ["", "standing orders"]
        lines += [f"  {write_order(rules, known, side, order)}" for order in standing]
    return "\n".join(lines) + "\n"


def written_answers(match: Match, player: RandomPlayer) -> dict[Side, str]:
    """Random answers to the open decisions, by side."""
    bodies = {line.seq: line.body for line in match.lines if line.kind == "decision"}
    texts: dict[Side, str] = {}
    for asked in gather(match.history).unanswered:
        side = asked.decision.side
        words = player.chance.choice(list(bodies[asked.seq]["words"]))
        texts[side] = texts.get(side, "\n".join(header(match, side, match.history.turn())) + "\n") + words + "\n"
    return texts


def go_on(match: Match, player: RandomPlayer) -> bool:
    """Hand in what is missing and run; False when the match is over."""
    following = match.history.following()
    if match.history.position.paused is not None:
        for text in written_answers(match, player).values():
            submit(match, text.encode(), "answer.txt")
    elif isinstance(following, Wait):
        for side in following.sides:
            submit(match, written_orders(match, player, side, following.turn).encode(), "orders.txt")
    return run(match).ending is None


def play_by_mail(
    folder: Path, seed: str, turns: int = 2, asks: int = 10, send: bool = True, options: dict[str, str] | None = None
) -> Match:
    """Play some turns, texts in and what is to be sent out."""
    match = create("bautzen", folder, name="by-mail", seed=seed, options=options)
    player = RandomPlayer(seed, asks)
    run(match)
    while match.history.turn() <= turns and go_on(match, player):
        pass
    if send:
        deliver(match)
    return match
