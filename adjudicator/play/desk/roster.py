"""Who may write, for which match and seat: by address, and by a token in the subject or in the address written to.

A display name proves nothing and is never looked at. An address alone can be forged; where a desk knows the name of
its own mail server, what that server found out about the sender (DKIM, DMARC) is believed, and nobody else's word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field

from adjudicator.core.orders import Header
from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.post.headers import tags_of
from adjudicator.post.letter import Letter

_TURN = re.compile(r"\b(?:turn\s*[:=]?\s*|t)(\d{1,4})\b", re.IGNORECASE)
_WORD = re.compile(r"[^\s,;:()\[\]|]+")
_METHOD = re.compile(r"\b(dkim|dmarc)\s*=\s*(\w+)([^;]*)", re.IGNORECASE)
_DOMAIN = re.compile(r"header\.(?:d|i|from)\s*=\s*@?([\w.-]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Player:
    """A seat of a match, and the address of the person who has it."""

    address: str
    match: str
    side: Side
    seat: str = ""
    token: str = ""
    """A word that the desk put into the subject and the reply address of all that it sent to this seat."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A mail that the desk sent: what an answer to it is about, and the order form that it held."""

    match: str
    side: Side
    seat: str = ""
    turn: int | None = None
    phase: str = ""
    form: str = ""


@dataclass(frozen=True, slots=True)
class Roster:
    """Everybody who may write, and the mails that they may answer."""

    players: tuple[Player, ...]
    sent: Mapping[str, Sent] = field(default_factory=dict)
    """By Message-ID."""
    server: str = ""
    """The name that the own mail server gives itself in `Authentication-Results`; empty where it is not asked."""

    def of(self, letter: Letter) -> tuple[Player, ...]:
        """The seats that a letter's sender has; where it names the token of one of them, that one alone."""
        mine = tuple(player for player in self.players if player.address.lower() == letter.sender)
        named = tokens_in(letter)
        told = tuple(player for player in mine if player.token and player.token.lower() in named)
        return told or mine

    def owner_of_token(self, letter: Letter) -> Player | None:
        """The seat whose token a letter names, whoever wrote it."""
        named = tokens_in(letter)
        return next((player for player in self.players if player.token and player.token.lower() in named), None)

    def answered(self, letter: Letter) -> Sent | None:
        """The mail of ours that a letter answers."""
        return next((self.sent[key] for key in letter.in_reply_to if key in self.sent), None)


def tokens_in(letter: Letter) -> frozenset[str]:
    """The words that could be tokens: in the tags of the subject, and behind `+` in an address written to."""
    words = [word for tag in tags_of(letter.subject) for word in _WORD.findall(tag)]
    words += [address.partition("@")[0].partition("+")[2] for address in letter.recipients]
    return frozenset(word.lower() for word in words if word)


def said_around(letter: Letter, player: Player, sent: Sent | None) -> Header:
    """What a letter is for as far as its surroundings tell: the sender's seat, its subject, and the mail it answers.

    The subject counts where it names the match, as ours do.
    """
    turn: int | None = None
    phase = ""
    if sent is not None and (sent.match, sent.side) == (player.match, player.side):
        turn, phase = sent.turn, sent.phase
    if names_match(letter.subject, player.match):
        found = _TURN.search(letter.subject)
        if found and int(found.group(1)) != turn:
            turn, phase = int(found.group(1)), ""
    return Header(match=player.match, turn=turn, side=player.side, phase=phase, seat=player.seat)


def names_match(subject: str, match: str) -> bool:
    """Whether a subject names a match, as a word or words of its own."""
    return re.search(rf"(?<![\w-]){re.escape(match)}(?![\w-])", subject, re.IGNORECASE) is not None


def is_forged(letter: Letter, server: str) -> bool:
    """Whether the own server did not find the sender to be who he says; False where no server is named."""
    if not server:
        return False
    name, _, results = letter.authenticated.partition(";")
    if name.split(" ")[0].strip().lower() != server.lower():
        return True
    domain = letter.sender.rpartition("@")[2]
    return not any(_passes(found, domain) for found in _METHOD.findall(results))


def _passes(found: Sequence[str], domain: str) -> bool:
    method, result, rest = found
    if result.lower() != "pass":
        return False
    named = [name.lower() for name in _DOMAIN.findall(rest)]
    return any(domain == name or domain.endswith(f".{name}") for name in named) or (
        method.lower() == "dmarc" and not named
    )
