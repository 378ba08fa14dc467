"""Who sits down to a match in mode `mutual`: anchors of its sides, what is left in escrow, who keeps the log."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from adjudicator.core.canon import hexadecimal
from adjudicator.core.errors import UsageError
from adjudicator.core.values import dataclass
from adjudicator.record.chain import DEFAULT_LENGTH, Chain, shared_veil
from adjudicator.record.parties import Keeping, OwnChain

_WORDS = re.compile(
    r"anchor:?\s+(?P<anchor>[0-9a-f]{64})(?:.*?length:?\s+(?P<length>\d{1,7}))?(?:.*?made:?\s+(?P<made>[0-9TZ:-]{20}))?",
    re.IGNORECASE | re.DOTALL,
)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@dataclass(frozen=True, slots=True)
class Anchor:
    """The end of a side's chain, as the side publishes it."""

    anchor: str
    length: int = DEFAULT_LENGTH
    made: str = ""


def anchor_in(text: str) -> Anchor:
    """An anchor in what a player sent: the words of `chain new`, or the 64 digits alone."""
    bare = text.strip().casefold()
    if re.fullmatch(r"[0-9a-f]{64}", bare):
        return Anchor(bare)
    found = _WORDS.search(text)
    if found is None:
        raise UsageError("There is no anchor in it.", "Give what `adjudicator chain new` printed, or its 64 digits.")
    length, made = int(found["length"] or DEFAULT_LENGTH), found["made"] or ""
    return Anchor(found["anchor"].casefold(), length, made if _TIME.fullmatch(made) else "")


def anchor_words(own: OwnChain) -> list[str]:
    """What a player sends when he has made his chain."""
    return [
        f"match: {own.match}",
        f"side: {own.side}",
        f"anchor: {hexadecimal(own.chain.anchor)}",
        f"length: {own.chain.length}",
        f"made: {own.made}",
    ]


@dataclass(frozen=True)
class Table:
    """The parties of a match. Without an umpire, `own` is the chain of the player at whose home the log is kept."""

    anchors: Mapping[str, Anchor]
    escrow: Mapping[str, Chain] = field(default_factory=dict)
    own: OwnChain | None = None
    veil: bytes = field(default_factory=lambda: os.urandom(32))
    """Of an umpire; players without one share a veil."""

    @property
    def keeper(self) -> Keeping:
        """What is not to be shown."""
        return Keeping(self.veil, self.escrow) if self.own is None else Keeping(self._shared)

    @property
    def at(self) -> str:
        """The time of the first line: players without an umpire take that of the later chain, so that it is one."""
        return "" if self.own is None else max(anchor.made for anchor in self.anchors.values())

    @property
    def _shared(self) -> bytes:
        return shared_veil([anchor.anchor for anchor in self._in_order()])

    def _in_order(self) -> list[Anchor]:
        return [self.anchors[side] for side in self._sides]

    @property
    def _sides(self) -> Sequence[str]:
        return tuple(self.anchors)

    def members(self, sides: Sequence[str]) -> list[dict[str, Any]]:
        """The parties as the first line names them, in the order of the game's sides."""
        found = []
        for side in sides:
            anchor = self.anchors[side]
            party: dict[str, Any] = {"anchor": anchor.anchor, "length": anchor.length, "name": side}
            found.append({**party, "escrow": True} if side in self.escrow else party)
        return found

    def check(self, name: str, sides: Sequence[str], seats: Mapping[str, Sequence[str]] | None) -> None:
        """Whether a fair match can begin at this table; says what is wrong with it."""
        if set(self.anchors) != set(sides):
            known = ", ".join(sides)
            raise UsageError(
                f"In mode mutual each side gives an anchor; given are: {', '.join(self.anchors) or 'none'}.",
                f"The sides are: {known}. Each makes its chain with `adjudicator chain new --match {name}`.",
            )
        if len({anchor.anchor for anchor in self.anchors.values()}) < len(self.anchors):
            raise UsageError(
                "Two sides gave the same anchor: whoever holds that chain would know all dice.",
                "Each side makes a chain of its own with `adjudicator chain new`.",
            )
        for side, chain in self.escrow.items():
            if side not in self.anchors or hexadecimal(chain.anchor) != self.anchors[side].anchor:
                raise UsageError(
                    f"The chain left in escrow for {side} does not lead to its anchor.", "Ask that side for its chain."
                )
        if self.own is not None:
            self._check_alone(name, self.own, seats or {})

    def _check_alone(self, name: str, own: OwnChain, seats: Mapping[str, Sequence[str]]) -> None:
        if self.escrow:
            raise UsageError("Without an umpire there is nobody to leave a chain with.", "Leave --escrow out.")
        if any(len(players) > 1 for players in seats.values()):
            raise UsageError("Without an umpire each side has one player.", "Leave --seat out, or find an umpire.")
        if self.anchors[own.side].anchor != hexadecimal(own.chain.anchor):
            raise UsageError(f"Your chain does not lead to the anchor of {own.side}.", "Give the right --chain.")
        if own.match and own.match != name:
            raise UsageError(f"Your chain was made for the match {own.match!r}.", f"Begin with --name {own.match}.")
        undated = [side for side, anchor in self.anchors.items() if not anchor.made]
        if undated:
            raise UsageError(
                f"The anchor of {' and '.join(undated)} does not say when it was made.",
                "Give all that `adjudicator chain new` printed, so that both logs begin alike.",
            )


def table_of(
    sides: Sequence[str], anchors: Mapping[str, Anchor], escrow: Sequence[OwnChain] = (), own: OwnChain | None = None
) -> Table:
    """A table whose anchors stand in the order of the game's sides."""
    given = dict(anchors)
    for chain in (*escrow, *([own] if own else [])):
        given.setdefault(chain.side, Anchor(hexadecimal(chain.chain.anchor), chain.chain.length, chain.made))
    ordered = {side: given[side] for side in sides if side in given}
    rest = {side: anchor for side, anchor in given.items() if side not in ordered}
    left = {chain.side: chain.chain for chain in escrow}
    return Table({**ordered, **rest}, left, own)
