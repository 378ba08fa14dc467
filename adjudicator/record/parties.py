"""What is kept of chains in mode `mutual`: a player's own at home, and what the umpire holds for the match."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from adjudicator.core.canon import canonical, from_hexadecimal, hexadecimal
from adjudicator.core.errors import MatchError
from adjudicator.core.values import dataclass, replace
from adjudicator.record.chain import DEFAULT_LENGTH, Chain
from adjudicator.record.files import write_whole
from adjudicator.record.log import stamp


@dataclass(frozen=True)
class OwnChain:
    """A player's chain for one match: the secret stays with him, the anchor is published."""

    chain: Chain
    match: str
    side: str
    made: str
    """When it was made; the later of two such times begins a match that nobody umpires."""
    shown: int = 0
    """The last link that was shown: a later one than the next would give the next away."""

    def save(self, path: Path) -> None:
        """Write it for its owner alone."""
        plain = {
            "anchor": hexadecimal(self.chain.anchor),
            "length": self.chain.length,
            "made": self.made,
            "match": self.match,
            "secret": hexadecimal(self.chain.secret),
            "shown": self.shown,
            "side": self.side,
        }
        write_whole(path, (canonical(plain) + "\n").encode())

    def link(self, number: int, *, skipping: bool = False) -> tuple[str, OwnChain]:
        """The link of a step and the chain that remembers it; a link that is not due yet is not shown."""
        if number > self.shown + 1 and not skipping:
            raise MatchError(
                f"The last link that you showed is {self.shown}; link {number} would give link {self.shown + 1} away.",
                f"Show link {self.shown + 1} first. If this chain comes from an old copy, add --skip.",
            )
        return hexadecimal(self.chain.link(number)), replace(self, shown=max(self.shown, number))


def fresh_chain(match: str, side: str, length: int = DEFAULT_LENGTH) -> OwnChain:
    """A new chain, from the system's random source."""
    return OwnChain(Chain(os.urandom(32), length), match, side, stamp())


def load_chain(path: Path) -> OwnChain:
    """A player's chain from its file."""
    try:
        plain = json.loads(path.read_text("utf-8"))
        chain = Chain(from_hexadecimal(plain["secret"]), int(plain["length"]))
        found = OwnChain(chain, str(plain["match"]), str(plain["side"]), str(plain["made"]), int(plain["shown"]))
        fits = hexadecimal(chain.anchor) == plain["anchor"]
    except FileNotFoundError:
        raise MatchError(f"There is no chain at {path}.", "Make one with `adjudicator chain new`.") from None
    except (OSError, ValueError, KeyError, TypeError):
        raise MatchError(f"{path.name} cannot be read as a chain.", "Use your back-up copy of it.") from None
    if not fits:
        raise MatchError(f"The secret in {path.name} does not lead to the anchor beside it.", "Use your back-up copy.")
    return found


@dataclass(frozen=True)
class Keeping:
    """What the umpire of a match in mode `mutual` must not show: the veil, and chains left with him in escrow."""

    veil: bytes
    escrow: Mapping[str, Chain] = field(default_factory=dict)

    def save(self, path: Path) -> None:
        """Write `secret.json`, readable by its owner only."""
        left = {name: {"length": c.length, "secret": hexadecimal(c.secret)} for name, c in self.escrow.items()}
        plain: dict[str, Any] = {"escrow": left, "name": "Umpire", "veil": hexadecimal(self.veil)}
        write_whole(path, (canonical(plain) + "\n").encode())


def load_keeping(path: Path) -> Keeping:
    """Read `secret.json` of a match in mode `mutual`."""
    remedy = "Put your back-up copy of secret.json into the match folder."
    try:
        plain = json.loads(path.read_text("utf-8"))
        left = {
            str(name): Chain(from_hexadecimal(one["secret"]), int(one["length"]))
            for name, one in plain["escrow"].items()
        }
        return Keeping(from_hexadecimal(plain["veil"]), left)
    except FileNotFoundError:
        raise MatchError(f"The match's secret is missing: there is no {path.name} beside the log.", remedy) from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise MatchError(f"{path.name} cannot be read.", remedy) from None
