"""What a desk asks of a mail box and of whoever carries its mail away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from adjudicator.core.errors import MatchError

HEAD = 64_000
"""Bytes that are kept of a mail which is too large to be read."""


class CarrierError(MatchError):
    """A mail server or a mail box that cannot be reached or used; it is tried again later."""


class RefusedError(CarrierError):
    """A mail that the server will not take, now or later."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """A mail as it came, and how to say that it has been stored."""

    data: bytes
    stored: Callable[[], None]
    """Takes it out of the box; not called until it is safe in the ledger, so that a kill in between costs nothing."""
    too_large: int = 0
    """The size of a mail of which only the beginning was fetched."""


class Inbox(Protocol):
    """Where mail comes from."""

    def fetch(self, largest: int) -> Iterator[Delivery]:
        """The mails that are there now, oldest first; of one larger than `largest` bytes the beginning."""
        ...


class Outbox(Protocol):
    """Where mail goes to."""

    def send(self, recipient: str, data: bytes) -> None:
        """Hand over a mail; returns when it has been taken."""
        ...

    def close(self) -> None:
        """Say good-bye to the server."""
        ...
