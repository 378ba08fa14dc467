"""Where seeds come from: chains of links, the veil over hidden dice, salts."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, Literal

from adjudicator.core.canon import canonical, from_hexadecimal, hexadecimal, mac, sha256, sha256_text
from adjudicator.core.errors import MatchError
from adjudicator.core.values import dataclass
from adjudicator.record.files import write_whole

DEFAULT_LENGTH = 10000
Mode = Literal["open", "umpire", "mutual"]


@dataclass(frozen=True)
class Chain:
    """32 secret bytes x_N and the links that follow from them: x_(k-1) = SHA-256(x_k)."""

    secret: bytes
    length: int = DEFAULT_LENGTH
    _links: list[bytes] = field(default_factory=list, compare=False, repr=False)

    def link(self, k: int) -> bytes:
        """The link x_k that step k reveals; x_0 is the anchor."""
        if not 0 <= k <= self.length:
            raise MatchError(
                f"The chain has {self.length} links; step {k} would need one more.",
                "Start a new match with a longer chain and go on from the position reached.",
            )
        if not self._links:
            links = [self.secret]
            for _ in range(self.length):
                links.append(sha256(links[-1]))
            self._links.extend(reversed(links))
        return self._links[k]

    @property
    def anchor(self) -> bytes:
        """What is published before the first step."""
        return self.link(0)


@dataclass(frozen=True)
class Secrets:
    """What the keeper of a match must not show: the chain's secret and the veil."""

    chain: Chain
    veil: bytes
    name: str = "Umpire"

    def to_party(self) -> dict[str, Any]:
        """The party as the log's first line names it."""
        return {"anchor": hexadecimal(self.chain.anchor), "length": self.chain.length, "name": self.name}

    def save(self, path: Path) -> None:
        """Write `secret.json`, readable by its owner only."""
        plain = {
            "length": self.chain.length,
            "name": self.name,
            "secret": hexadecimal(self.chain.secret),
            "veil": hexadecimal(self.veil),
        }
        write_whole(path, (canonical(plain) + "\n").encode())


def open_secrets(secret: bytes, length: int = DEFAULT_LENGTH) -> Secrets:
    """Secrets of mode `open`: everything follows from the chain's secret."""
    return Secrets(Chain(secret, length), open_veil(secret), name="Open")


def seed_text_secret(text: str) -> bytes:
    """The secret that `new --seed TEXT` uses."""
    return sha256(text.encode("utf-8"))


def fresh_secrets(length: int = DEFAULT_LENGTH) -> Secrets:
    """Secrets of mode `umpire`, from the system's random source."""
    return Secrets(Chain(os.urandom(32), length), os.urandom(32))


def load_secrets(path: Path) -> Secrets:
    """Read `secret.json`."""
    try:
        plain = json.loads(path.read_text("utf-8"))
        chain = Chain(from_hexadecimal(plain["secret"]), int(plain["length"]))
        return Secrets(chain, from_hexadecimal(plain["veil"]), str(plain["name"]))
    except FileNotFoundError:
        raise MatchError(
            f"The match's secret is missing: there is no {path.name} beside the log.",
            "Put your back-up copy of secret.json into the match folder.",
        ) from None
    except (OSError, ValueError, KeyError, TypeError):
        raise MatchError(f"{path.name} cannot be read.", "Put your back-up copy of it into the match folder.") from None


def open_veil(secret: bytes) -> bytes:
    """The veil of mode `open`."""
    return mac(secret, b"veil")


def shared_veil(anchors: Sequence[str]) -> bytes:
    """The veil of players who keep no umpire: SHA-256 of their anchors, joined by "/". Everybody knows it."""
    return sha256("/".join(anchors).encode("ascii"))


def step_seed(links: Sequence[bytes], digests: Sequence[str]) -> bytes:
    """The seed of a step: from every party's link and the digests of the step's texts, in log order."""
    message = "/".join(["adjudicator-seed-1", *digests])
    return mac(b"".join(links), message.encode("ascii"))


def veiled_seed(veil: bytes, seed: bytes) -> bytes:
    """The seed of dice that some side may not see."""
    return mac(veil, seed)


def salt_of(veil: bytes, seq: int) -> str:
    """The salt of line `seq`: no hash can be guessed back."""
    return hexadecimal(mac(veil, f"salt/{seq}".encode("ascii")))[:32]


def text_digest(salt: str, text: str) -> str:
    """The `sha256` of a text on record."""
    return sha256_text(f"{salt}\n{text}")


def commitment_of(nonce: str, text: str) -> str:
    """What a seal shows of a text that nobody may read yet: SHA-256 of a nonce (64 hexadecimal digits) and the text."""
    return sha256_text(f"{nonce}\n{text}")
