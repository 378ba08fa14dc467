"""Matches in mode mutual: an umpire with two players' chains, or two homes that lay together what both sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from adjudicator.core.canon import hexadecimal
from adjudicator.core.types import Ending
from adjudicator.play.match.match import Match, create
from adjudicator.play.match.running import Ran, run
from adjudicator.play.mutual.exchange import Exchange, link_words
from adjudicator.play.mutual.handing_in import Slip, hand_in
from adjudicator.play.mutual.table import Table, anchor_in, anchor_words, table_of
from adjudicator.record.chain import Chain
from adjudicator.record.parties import OwnChain

SIDES = ("French", "Coalition")
NAME = "fair"
MADE = "2026-01-06T06:00:00Z"


def own_chain(side: str, name: str = NAME, length: int = 300) -> OwnChain:
    """A chain as `chain new` makes it, the same on every run."""
    return OwnChain(Chain(side.ljust(32, ".").encode(), length), name, side, MADE)


CHAINS: Mapping[str, OwnChain] = {side: own_chain(side) for side in SIDES}


def table(escrow: Sequence[str] = (), own: str = "", chains: Mapping[str, OwnChain] = CHAINS) -> Table:
    """Both sides at a table; anchors as they were sent."""
    anchors = {side: anchor_in("\n".join(anchor_words(chain))) for side, chain in chains.items()}
    left = [chains[side] for side in escrow]
    return table_of(SIDES, anchors, left, chains[own] if own else None)


def umpired(folder: Path, escrow: Sequence[str] = (), options: Mapping[str, str] | None = None) -> Match:
    """A match with an umpire, before its set-up."""
    return create("bautzen", folder, name=NAME, mode="mutual", table=table(escrow), options=options)


def text_of(side: str, turn: int | None, orders: str, name: str = NAME) -> str:
    """A text with its header."""
    header = [f"match: {name}", *([f"turn: {turn}"] if turn is not None else []), f"side: {side}"]
    return "\n".join([*header, "", orders, ""])


def link_text(side: str, number: int, name: str = NAME) -> str:
    """What `chain link` prints, from a chain that may show any link."""
    return "\n".join(link_words(name, side, number, hexadecimal(CHAINS[side].chain.link(number)))) + "\n"


def show_links(match: Match, sides: Sequence[str] = SIDES) -> Ran:
    """The sides show their link of the fixed step, in the order given; then the umpire runs."""
    assert match.history.fixed is not None
    number = match.history.fixed.step
    for side in sides:
        hand_in(match, link_text(side, number).encode(), "link.txt")
    return run(match)


def set_up(match: Match) -> Match:
    """Set-up is a step too: nobody writes, but links are shown."""
    run(match)
    show_links(match)
    return match


def hand(match: Match, side: str, orders: str, turn: int | None = 1) -> None:
    """A text handed in to the umpire."""
    hand_in(match, text_of(side, turn, orders).encode(), f"{side}.txt")


# --- two homes -----------------------------------------------------------------------------------------------


class Homes:
    """Two players without an umpire; what one program prints is handed to the other's."""

    def __init__(self, folder: Path, name: str = NAME) -> None:
        self.name = name
        chains = {side: own_chain(side, name) for side in SIDES}
        self.at = {
            side: create("bautzen", folder / side, name=name, mode="mutual", table=table(own=side, chains=chains))
            for side in SIDES
        }
        self.posted: list[tuple[str, str]] = []
        """Everything that was sent, with its sender."""

    def send(self, side: str, words: Sequence[str]) -> None:
        """A player sends what his program printed; the other hands it in."""
        text = "\n".join(words) + "\n"
        self.posted.append((side, text))
        for other in SIDES:
            if other != side:
                slip = hand_in(self.at[other], text.encode(), "post.txt", side)
                assert isinstance(slip, Slip)

    def both_run(self) -> None:
        """Each runs the match at home."""
        for match in self.at.values():
            with match.writing():
                Exchange(match).settle()
            run(match)

    def links(self, order: Sequence[str] = SIDES) -> None:
        """Both show their links, one after the other, and run."""
        for side in order:
            match = self.at[side]
            with match.writing():
                table = Exchange(match)
                words = table.link_words(table.step)
                table.settle()
            self.send(side, words)
        self.both_run()

    def orders(self, texts: Mapping[str, str]) -> None:
        """Those who are awaited seal, and open when all have sealed."""
        for side, text in texts.items():
            with self.at[side].writing():
                self.send(side, Exchange(self.at[side]).seal(text.encode(), "orders.txt"))
        for side in texts:
            self.send(side, Exchange(self.at[side]).opening_words())
        self.both_run()

    def play(self, texts: Mapping[str, str], order: Sequence[str] = SIDES) -> None:
        """A whole step."""
        self.orders(texts)
        self.links(order)

    @property
    def logs(self) -> list[bytes]:
        """Both logs."""
        return [(match.folder / "log.jsonl").read_bytes() for match in self.at.values()]

    @property
    def one(self) -> Match:
        """The match at the first player's home."""
        return self.at[SIDES[0]]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return isinstance(self.one.history.following(), Ending)
