"""Two players without an umpire: what both sent is laid together in one order, so that both logs are equal.

Of each step each awaited side seals its text; when all seals are there, the texts are opened; when all are open, they
are recorded in the order of the parties with the time of their seal, and fixed; then both show their links. What has
come is kept in the folder `pending`, a file for each step and party, until it can be written down.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from adjudicator.core.canon import canonical
from adjudicator.core.errors import MatchError
from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.play.match.match import SECRET, Match
from adjudicator.play.match.promises import Fixed
from adjudicator.play.match.texts import gather
from adjudicator.play.mutual.linking import check_link, fix, keep_link
from adjudicator.play.mutual.papers import LinkShown, SealOpened, SealSet
from adjudicator.play.mutual.sealing import (
    Sealed,
    opened_body,
    opened_text,
    opening_words,
    plainest,
    purpose_of_opened,
    seal,
    seal_words,
    sealed_body,
)
from adjudicator.play.side.side_views import Whole
from adjudicator.record.files import write_whole
from adjudicator.record.parties import OwnChain, load_chain

PENDING = "pending"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a step has come: what is recorded, and what is awaited next."""

    step: int
    seals: tuple[Side, ...] = ()
    openings: tuple[Side, ...] = ()
    links: tuple[str, ...] = ()
    fixed: Fixed | None = None

    def words(self) -> list[str]:
        """For the player, in the order of the exchange."""
        if self.seals:
            return [f"Step {self.step}: awaited are the sealed orders of {' and '.join(self.seals)}."]
        if self.openings:
            return [f"Step {self.step}: all is sealed. To be opened are the orders of {' and '.join(self.openings)}."]
        if self.links:
            return [f"Step {self.step}: the texts are fixed. Awaited is the link of {' and '.join(self.links)}."]
        return [f"Step {self.step}: all is there; `adjudicator run` goes on."]


class Exchange:
    """The papers of one step of a match that nobody umpires."""

    def __init__(self, match: Match) -> None:
        if not match.alone:
            raise MatchError("This match has an umpire.", "Send your papers to him; he puts them on record.")
        self.match = match
        self.history = match.history

    @property
    def step(self) -> int:
        """The step that comes next."""
        fixed = self.history.fixed
        return fixed.step if fixed else self.history.next_number()

    def own(self) -> OwnChain:
        """The chain of the player at whose home the log is kept."""
        return load_chain(self.match.folder / SECRET)

    # --- what is kept ------------------------------------------------------------------------------------

    def _path(self, side: str) -> Path:
        return self.match.folder / PENDING / f"step-{self.step:03d}-{side}.json"

    def kept(self, side: str) -> dict[str, Any]:
        """What a side has sent for this step."""
        path = self._path(side)
        try:
            return dict(json.loads(path.read_text("utf-8"))) if path.exists() else {}
        except ValueError:
            raise MatchError(f"{path} cannot be read.", "Delete it, and hand in again what the side sent.") from None

    def _keep(self, side: str, more: Mapping[str, Any]) -> None:
        write_whole(self._path(side), (canonical({**self.kept(side), **more}) + "\n").encode())

    def awaited(self) -> tuple[Side, ...]:
        """The sides that write in this step, in the order of the parties."""
        if self.history.fixed is not None:
            return ()
        missing = gather(self.history).missing
        return tuple(Side(party.name) for party in self.match.setup.parties if party.name in missing)

    def progress(self) -> Progress:
        """What is awaited next."""
        if self.history.fixed is not None:
            parties = (party.name for party in self.match.setup.parties)
            lacking = tuple(name for name in parties if "link" not in self.kept(name))
            return Progress(self.step, links=lacking, fixed=self.history.fixed)
        sides = self.awaited()
        unsealed = tuple(side for side in sides if "commitment" not in self.kept(side))
        if unsealed:
            return Progress(self.step, seals=unsealed)
        return Progress(self.step, openings=tuple(side for side in sides if "text" not in self.kept(side)))

    # --- one's own papers --------------------------------------------------------------------------------

    def seal(self, data: bytes, name: str, nonce: str = "") -> list[str]:
        """Seal one's own orders; returns what to send. The nonce comes from chance unless an example gives it."""
        side = Side(self.own().side)
        self._check_awaited(side)
        if "commitment" in self.kept(side):
            raise MatchError(
                f"Your orders for step {self.step} are sealed already; a second seal would be another promise.",
                "Send the first one: `adjudicator seal --match DIR` prints it again.",
            )
        made = seal(data, name, self.history.rules.language, nonce)
        purpose = self._purpose(made.text, side)
        self._keep(side, {**made.to_plain(), "turn": purpose.turn})
        return self.sealed_words()

    def sealed_words(self) -> list[str]:
        """One's own seal, as it is to be sent."""
        side = self.own().side
        made = self._own_seal(side)
        header = [f"match: {self.match.setup.name}", f"turn: {self.kept(side)['turn']}", f"side: {side}"]
        return [*header, *seal_words(made)]

    def opening_words(self) -> list[str]:
        """One's own opening, as it is to be sent, when all seals are there."""
        side = self.own().side
        made = self._own_seal(side)
        unsealed = self.progress().seals
        if unsealed:
            raise MatchError(
                f"{' and '.join(unsealed)} has not sealed yet: who opens first shows his plans.",
                "Hand in the other side's seal first: adjudicator submit SEAL --match DIR.",
            )
        return opening_words(made)

    def _own_seal(self, side: str) -> Sealed:
        mine = self.kept(side)
        if "nonce" not in mine:
            raise MatchError(f"You have sealed nothing for step {self.step}.", "adjudicator seal ORDERS --match DIR")
        return Sealed(mine["text"], mine["nonce"], mine["commitment"], mine["at"])

    def link_words(self, number: int) -> list[str]:
        """One's own link, as it is to be sent, with the line that it is shown for."""
        own, fixed = self.own(), self.history.fixed
        if fixed is None or number != fixed.step:
            due = f"Link {fixed.step} is." if fixed else "The texts of the next step are not fixed yet."
            raise MatchError(f"Link {number} is not asked for. {due}", "See `adjudicator status`.")
        link, shown = own.link(number, skipping=True)
        if shown != own:
            shown.save(self.match.folder / SECRET)
        if "link" not in self.kept(own.side):
            self.take_link(own.side, LinkShown(number, link))
        return link_words(self.match.setup.name, own.side, number, link, (fixed.seq, fixed.hash))

    # --- the other side's papers -------------------------------------------------------------------------

    def _check_awaited(self, side: Side) -> None:
        if side not in self.awaited():
            waits = " and ".join(self.awaited()) or "links, not orders"
            raise MatchError(f"No orders of {side} are awaited in step {self.step}: it waits for {waits}.", "")

    def take_seal(self, side: Side, turn: int | None, form: SealSet) -> None:
        """Keep a seal; a second one does not take the place of the first, and the same again changes nothing."""
        if self.kept(side).get("commitment") == form.commitment and self.kept(side).get("at") == form.at:
            return
        self._check_awaited(side)
        if not form.at or turn is None:
            raise MatchError("The seal does not say its turn and time.", "Hand in all that `adjudicator seal` printed.")
        before = self.kept(side)
        if before.get("commitment") not in (None, form.commitment) or before.get("at") not in (None, form.at):
            raise MatchError(f"{side} has sealed something else for this step.", "The first seal stands.")
        self._keep(side, {"commitment": form.commitment, "at": form.at, "turn": turn})

    def take_opening(self, side: Side, opening: SealOpened, text_lines: Any) -> None:
        """Keep an opened text, if it is what was sealed; the same again changes nothing."""
        before = self.kept(side)
        if before.get("nonce") == opening.nonce and before.get("text") == plainest(text_lines):
            return
        self._check_awaited(side)
        commitment = before.get("commitment") or (opening.seal.commitment if opening.seal else "")
        if not commitment:
            raise MatchError(f"{side} has not sealed yet.", "Hand in its seal first.")
        text = opened_text(opening, text_lines, commitment)
        purpose = self._purpose(text, side)
        if "commitment" not in before:
            if set(self.awaited()) != {side} or opening.seal is None:
                raise MatchError(f"{side} opens what it has not sealed.", "Hand in its seal first.")
            self.take_seal(side, purpose.turn, opening.seal)
        elif purpose.turn != before["turn"]:
            raise MatchError("The text is for another turn than its seal.", "The seal stands.")
        self._keep(side, {"nonce": opening.nonce, "text": text})

    def _purpose(self, text: str, side: Side) -> Any:
        purpose = purpose_of_opened(Whole(self.match.lines, self.history), text, side, "")
        if purpose.when != "now" or purpose.only_standing:
            what = "standing orders alone" if purpose.only_standing else f"turn {purpose.turn}, not for now"
            raise MatchError(
                f"The text is for {what}, and without an umpire only what is awaited is recorded.",
                "Send standing orders together with your next orders.",
            )
        return purpose

    def take_link(self, party: str, form: LinkShown) -> None:
        """Keep a link, if it is the one that is asked for, and was shown for the same log as ours."""
        check_link(self.history, party, form.number, form.link)
        check_head(self.match, form)
        self._keep(party, {"link": form.link})

    # --- writing it down ---------------------------------------------------------------------------------

    def settle(self) -> Progress:
        """Record what can be recorded, in the one order; the caller is writing."""
        now = self.progress()
        if self.history.fixed is None and not now.seals and not now.openings:
            for entry, at in self._entries():
                self.match.append([entry], at)
            fix(self.match, gather(self.history))
            now = self.progress()
        if self.history.fixed is not None and not now.links:
            for party in self.history.promises.without_link():
                keep_link(self.match, party, self.step, self.kept(party)["link"])
        return now

    def _entries(self) -> Iterator[tuple[tuple[str, dict[str, Any]], str]]:
        """The seals, then the texts, of the sides awaited; what a killed program wrote is not written again."""
        sides = self.awaited()
        for side in sides:
            kept = self.kept(side)
            if not self._recorded(side, kept["commitment"]):
                yield ("sealed", sealed_body(side, "", kept["turn"], SealSet(kept["commitment"]))), kept["at"]
        for side in sides:
            kept = self.kept(side)
            opening = SealOpened(kept["nonce"])
            purpose = self._purpose(kept["text"], side)
            of = self._recorded(side, kept["commitment"])
            yield ("opened", opened_body(purpose, kept["text"], opening, of)), kept["at"]

    def _recorded(self, side: Side, commitment: str) -> int:
        """The line of a seal that stands and was not opened; 0 if there is none."""
        seals = self.history.promises.seals.values()
        return next((s.seq for s in seals if (s.side, s.commitment) == (side, commitment) and not s.opened), 0)


def check_head(match: Match, form: LinkShown) -> None:
    """Whether a link was shown for the log that is here."""
    if form.after is None:
        return
    number, digest = form.after
    ours = match.lines[number - 1].hash if number <= len(match.lines) else "no such line"
    if ours != digest:
        raise MatchError(
            f"The link was shown for another log: its line {number} is {digest[:16]}…, ours is {ours[:16]}…. "
            "The link is not kept.",
            "Compare your logs before either of you shows a link: "
            "the first line that differs says which text, version or data are not the same.",
        )


def link_words(match: str, side: str, number: int, link: str, after: tuple[int, str] | None = None) -> list[str]:
    """What a player sends to show a link."""
    head = [f"match: {match}", *([f"side: {side}"] if side else []), f"link {number}:", f"  {link}"]
    return head + ([f"after: line {after[0]},", f"  {after[1]}"] if after else [])
