"""One mail on standard input, as procmail, maildrop and Sieve hand it over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from adjudicator.post.carriers.carrier import HEAD, Delivery


class SingleInbox:
    """A mail that is read from a stream; whoever hands it over keeps it if the desk ends with an error."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def fetch(self, largest: int) -> Iterator[Delivery]:
        """The mail, if there is one."""
        data = self._stream.read(largest + 1)
        size = len(data)
        while size > largest and (more := self._stream.read(1_000_000)):
            size += len(more)
        if data.strip():
            yield Delivery(data[:HEAD] if size > largest else data, _nothing, size if size > largest else 0)


def _nothing() -> None:
    """There is no box to take it out of."""
