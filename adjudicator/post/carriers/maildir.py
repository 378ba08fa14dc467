"""A Maildir in either direction: mail that a local server delivers, and mail left for somebody to take."""

from __future__ import annotations

import mailbox
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from adjudicator.post.carriers.carrier import HEAD, CarrierError, Delivery

DONE = "read"
"""The folder within the Maildir to which mail goes when it is stored."""


class MaildirInbox:
    """The mails in `new` and `cur` of a Maildir; what is stored goes to its folder `read`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        for folder in (path, path / f".{DONE}"):
            for part in ("new", "cur", "tmp"):
                (folder / part).mkdir(parents=True, exist_ok=True)

    def fetch(self, largest: int) -> Iterator[Delivery]:
        """The mails that are there now, oldest first: their names begin with the time of delivery."""
        files = [file for part in ("new", "cur") for file in (self._path / part).iterdir() if not _is_hidden(file)]
        for file in sorted(files, key=_age):
            try:
                size = file.stat().st_size
                with file.open("rb") as opened:
                    data = opened.read(HEAD if size > largest else -1)
            except FileNotFoundError:
                continue  # another worker was quicker
            yield Delivery(data, partial(self._put_away, file), size if size > largest else 0)

    def _put_away(self, file: Path) -> None:
        name = file.name.partition(":")[0]
        try:
            os.replace(file, self._path / f".{DONE}" / "cur" / f"{name}:2,S")
        except FileNotFoundError:
            return


def _is_hidden(file: Path) -> bool:
    return file.name.startswith(".")


def _age(file: Path) -> tuple[int, str]:
    seconds = file.name.partition(".")[0]
    return (int(seconds) if seconds.isdecimal() else 0, file.name)


class MaildirOutbox:
    """Mail is left in a Maildir, all of it in one; whom it is for stands in its header."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def send(self, recipient: str, data: bytes) -> None:
        """Leave a mail."""
        try:
            mailbox.Maildir(self._path, create=True).add(data)
        except OSError as trouble:
            raise CarrierError(f"The Maildir {self._path} cannot be written to: {trouble.strerror}.") from trouble

    def close(self) -> None:
        """Nothing is held open."""
