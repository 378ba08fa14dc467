"""A desk that is open: its settings, ledger and matches, and who may write to it.

Desk          what is on the table: settings, ledger, matches, the clock
├── Matches   the matches by name, a few of them in memory
└── Book      who plays what, by address and by token
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import os
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from sqlalchemy import select

from adjudicator.core.canon import from_hexadecimal, hexadecimal
from adjudicator.core.errors import MatchError
from adjudicator.core.types import UMPIRE, Side
from adjudicator.play.desk.reading_mail import OpenDesk
from adjudicator.play.desk.room.settings import MatchAt, Seat, Settings, load_settings
from adjudicator.play.desk.roster import Player, Roster, Sent, tokens_in
from adjudicator.play.match.match import LOG, Match
from adjudicator.post.composing import Sender
from adjudicator.post.dates import in_words
from adjudicator.post.ledger.ledger import Ledger
from adjudicator.post.ledger.tables import STANDINS
from adjudicator.post.ledger.went import Past
from adjudicator.post.letter import Letter
from adjudicator.record.files import write_new

SECRET = "desk.secret"
"""The file from which tokens and Message-IDs are made."""
IN_MEMORY = 48
"""Matches that are kept open; the others are read again when they are needed."""
Clock = Callable[[], datetime]


class Matches(Mapping[str, Match]):
    """The matches of a desk by name. One that another program has written to since is read again."""

    def __init__(self, folder: Path, places: Mapping[str, MatchAt]) -> None:
        self._folder, self._places = folder, places
        self._open: OrderedDict[str, tuple[int, Match]] = OrderedDict()

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def folder(self, name: str) -> Path:
        """Where a match is."""
        return self._folder / self._places[name].folder

    def size(self, name: str) -> int:
        """The length of a match's log: what has changed can be told by it; -1 where there is none."""
        try:
            return (self.folder(name) / LOG).stat().st_size
        except OSError:
            return -1

    def __getitem__(self, name: str) -> Match:
        size = self.size(name)
        if size < 0:
            raise MatchError(f"There is no match in {self.folder(name)}.", "Look at `folder` in desk.toml.")
        known = self._open.pop(name, None)
        if known is not None and known[0] != size:
            known[1].load()
        match = known[1] if known is not None else Match(self.folder(name))
        if match.setup.name != name:
            raise MatchError(
                f"The match in {self.folder(name)} is called {match.setup.name!r}, not {name!r}.",
                f'Write name = "{match.setup.name}" in desk.toml.',
            )
        self._open[name] = (size, match)
        while len(self._open) > IN_MEMORY:
            self._open.popitem(last=False)
        return match

    def seen(self, name: str) -> None:
        """What is on disk now is what is in memory; whoever says so holds the match's lock."""
        self._open[name] = (self.size(name), self._open[name][1])


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a seat: how dates are written for him."""

    player: Player
    zone: ZoneInfo
    language: str
    is_standin: bool = False

    def moment(self, at: int) -> str:
        """A moment in his words."""
        return in_words(datetime.fromtimestamp(at, UTC), self.zone, self.language)


class Desk:
    """A desk that is open. Close it when the work is done."""

    def __init__(self, folder: Path, clock: Clock, settings: Settings | None = None) -> None:
        self.folder = folder
        self.clock = clock
        self.settings = settings or load_settings(folder)
        self.places = {match.name: match for match in self.settings.match}
        self.matches = Matches(folder, self.places)
        self._secret = _secret_of(folder)
        self.ledger = Ledger(_ledger_url(self.settings.ledger, folder), folder)
        self._by_address: dict[str, list[Player]] = {}
        self._by_token: dict[str, Player] = {}
        for name, place in self.places.items():
            for player in self._players_of(name, place):
                self._by_address.setdefault(player.address, []).append(player)
                self._by_token[player.token] = player

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the ledger."""
        self.ledger.close()

    @contextlib.contextmanager
    def writing(self, name: str) -> Iterator[Match]:
        """A match under its lock."""
        match = self.matches[name]
        with match.writing():
            try:
                yield match
            finally:
                self.matches.seen(name)

    def now(self) -> int:
        """The time in whole seconds since 1970, from the clock that the desk was given."""
        return int(self.clock().timestamp())

    @property
    def zone(self) -> ZoneInfo:
        """The umpire's zone."""
        return ZoneInfo(self.settings.zone)

    # --- who plays -------------------------------------------------------------------------------------------------

    def _players_of(self, name: str, place: MatchAt) -> Iterator[Player]:
        for seat in place.player:
            yield self._player(name, seat.side, seat.seat, seat.address)
            if seat.replacement is not None:
                yield self._player(name, seat.side, seat.seat, seat.replacement)
        yield self._player(name, UMPIRE, "", self.settings.umpire)

    def _player(self, match: str, side: str, seat: str, address: str) -> Player:
        return Player(address, match, Side(side), seat, self._derived("token", match, side, seat, address, length=10))

    def people(self, match: str, standins: Mapping[tuple[str, str], int] | None = None) -> list[Person]:
        """Who plays a match now: the replacement player where a seat has gone to him."""
        gone = self.standins(match) if standins is None else standins
        found = []
        for seat in self.places[match].player:
            is_gone = (seat.side, seat.seat) in gone and seat.replacement is not None
            address = seat.replacement if is_gone and seat.replacement is not None else seat.address
            found.append(self._person(self._player(match, seat.side, seat.seat, address), seat, is_gone))
        return found

    def _person(self, player: Player, seat: Seat, is_standin: bool) -> Person:
        zone = ZoneInfo(seat.zone or self.settings.zone)
        return Person(player, zone, seat.dates or self.settings.dates, is_standin)

    def umpire_of(self, match: str) -> Person:
        """The umpire as one who may write in a match."""
        player = self._player(match, UMPIRE, "", self.settings.umpire)
        return Person(player, self.zone, self.settings.dates)

    def person(self, match: str, side: str, seat: str) -> Person | None:
        """Who has a seat now; the umpire for his own side."""
        if side == UMPIRE:
            return self.umpire_of(match)
        return next((p for p in self.people(match) if (p.player.side, p.player.seat) == (side, seat)), None)

    def is_on_roster(self, address: str) -> bool:
        """Whether somebody of ours has an address."""
        return address in self._by_address

    def standins(self, match: str) -> dict[tuple[str, str], int]:
        """The seats of a match that have gone to their replacement player, and since when."""
        wanted = (STANDINS.c.side, STANDINS.c.seat, STANDINS.c.since)
        with self.ledger.read() as connection:
            rows = connection.execute(select(*wanted).where(STANDINS.c.match == match)).all()
        return {(side, seat): since for side, seat, since in rows}

    def roster(self, letter: Letter, past: Mapping[str, Past]) -> Roster:
        """Those of the roster who have to do with a letter: its sender, and whose tokens it names."""
        named = [self._by_token[word] for word in sorted(tokens_in(letter)) if word in self._by_token]
        players = [*self._by_address.get(letter.sender, ()), *named]
        playing = [player for player in dict.fromkeys(players) if self._plays(player)]
        sent = {
            key: Sent(one.match, Side(one.side), one.seat, one.turn, one.phase, one.form)
            for key, one in past.items()
            if one.match
        }
        return Roster(tuple(playing), sent, self.settings.own_server)

    def _plays(self, player: Player) -> bool:
        """Whether a seat is his now: a replacement player writes from when he took over, the other no longer."""
        if player.side == UMPIRE:
            return True
        has_reserve = any(seat.replacement is not None for seat in self.places[player.match].player)
        if not has_reserve:
            return True
        return any(person.player == player for person in self.people(player.match))

    def open_desk(self, letter: Letter, past: Mapping[str, Past], *, is_repeated: bool) -> OpenDesk:
        """The desk as `judge` wants it."""
        handled = frozenset({letter.message_id}) if is_repeated and letter.message_id else frozenset()
        return OpenDesk(self.roster(letter, past), self.matches, handled)

    # --- what our mails are made with ----------------------------------------------------------------------------

    @property
    def domain(self) -> str:
        """Where the desk's mail is from."""
        return self.settings.address.rpartition("@")[2]

    def message_id(self, key: str) -> str:
        """The Message-ID of the mail that a key stands for, always the same and not to be guessed."""
        return f"{self._derived('mail', key, length=26)}@{self.domain}"

    def reader_word(self, match: str, address: str) -> str:
        """The word by which somebody confirms that he wants the public report."""
        return self._derived("reader", match, address, length=8)

    def sender(self, token: str = "") -> Sender:
        """From whom a mail is; with a token, answers come back with it in the address."""
        reply = self.settings.reply.replace("{token}", token) if self.settings.reply and token else ""
        return Sender(self.settings.name, self.settings.address, reply)

    def _derived(self, *parts: str, length: int) -> str:
        message = "\0".join(parts).encode()
        made = base64.b32encode(hmac.new(self._secret, message, hashlib.sha256).digest())
        return made.decode().lower()[:length]


def _secret_of(folder: Path) -> bytes:
    path = folder / SECRET
    if not path.exists():
        made = folder / f".{SECRET}.{secrets.token_urlsafe(8)}"
        write_new(made, (hexadecimal(secrets.token_bytes(32)) + "\n").encode())
        with contextlib.suppress(FileExistsError):  # another worker was quicker
            os.link(made, path)
        made.unlink()
    try:
        return from_hexadecimal(path.read_text("ascii").strip())
    except ValueError as trouble:
        raise MatchError(f"{path} is not as the desk wrote it.", "Restore it from a back-up.") from trouble


def _ledger_url(url: str, folder: Path) -> str:
    """The ledger's address; a file of SQLite stands beside desk.toml unless its path begins with a stroke."""
    name = url.removeprefix("sqlite:///")
    if name == url or name.startswith("/") or name in ("", ":memory:"):
        return url
    return f"sqlite:///{(folder / name).resolve()}"
