"""What a log proves by itself, line after line: salts, digests, links, seeds, seals; no rule is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.canon import from_hexadecimal, hexadecimal, sha256
from adjudicator.record.agreement import agreed_to
from adjudicator.record.chain import Chain, commitment_of, open_veil, salt_of, shared_veil, step_seed, text_digest
from adjudicator.record.dicecheck import DiceCount, check_dice, misfit, rolls_in
from adjudicator.record.log import Line

PARTY_NAMES = {"open": ("Open",), "umpire": ("Umpire",)}
"""Who holds the one chain of a match, by mode; in mode `mutual` the sides do."""


class Evidence:
    """Checks lines in order; `check` returns a sentence about the first thing that does not fit."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.veil: bytes | None = None
        self.seeds: dict[int, bytes] = {}
        """The seed of each turn line, by its number in the log."""
        self._parties: tuple[str, ...] = ()
        self._shortest = 0
        self._data = ""
        self._mutual = False
        self._links: dict[int, tuple[str, ...]] = {}
        self._shown: dict[tuple[int, str], str] = {}
        """Links that parties of mode `mutual` have shown, by step and party."""
        self._fixed: dict[int, list[str]] = {}
        self._paused: list[bytes] = []
        self._last_turn: Line | None = None
        self._digests: dict[str, int] = {}
        self._labels: dict[str, int] = {}
        """Label of dice to the step that rolled them, in the history that stands."""

    def check(self, line: Line) -> str | None:
        """Whether what a line says of itself is true."""
        if line.kind != "match" and self._unsalted(line):
            return "its salt is not the one the veil gives"
        match line.kind:
            case "match":
                return "the log has begun already" if line.seq > 1 else self._match(line.body, cut=line.cut)
            case "orders" | "answer":
                return self._text(line)
            case "opened":
                return self._opened(line) or self._text(line)
            case "fixed":
                return self._fix(line.body)
            case "link":
                return self._link(line.body)
            case "turn":
                return self._turn(line)
            case "decision":
                return self._decision(line)
            case "ruling":
                return self._ruling(line)
            case _:
                return None

    def find_veil(self) -> str | None:
        """Open the veil if the log tells it, in its first line or in a `reveal`; a sentence if it is not the one.

        Players without an umpire share a veil that everybody can reckon.
        """
        first = self.lines[0].body
        if first["mode"] == "mutual":
            shared = shared_veil([party["anchor"] for party in first["parties"]])
            self.veil = shared if hexadecimal(sha256(shared)) == first["veil"] else None
        told = [open_veil(from_hexadecimal(first["secret"]))] if "secret" in first else []
        told += [from_hexadecimal(line.body["veil"]) for line in self.lines if line.kind == "reveal"]
        for veil in told:
            if hexadecimal(sha256(veil)) != first["veil"]:
                return "the veil that was opened is not the one promised in the first line"
            self.veil = veil
        return None

    def dice(self, line: Line) -> tuple[DiceCount, str | None]:
        """Check the dice told in a line against the seed of its step."""
        seed = self.seeds.get(line.seq)
        rolls = list(rolls_in(line.body.get("events", ())))
        if seed is None:
            return DiceCount(), None
        for roll in rolls:
            if roll.label in self._labels:
                return DiceCount(), f"the dice {roll.label} are rolled twice"
            self._labels[roll.label] = line.body["step"]
        count, wrong = check_dice(rolls, seed, self._paused, self.veil)
        return count, misfit(wrong, seed, self.veil) if wrong else None

    # --- the first line ----------------------------------------------------------------------------------

    def _match(self, body: Mapping[str, Any], *, cut: bool) -> str | None:
        mode, parties = body["mode"], body["parties"]
        self._parties = tuple(party["name"] for party in parties)
        self._shortest = min((party["length"] for party in parties), default=0)
        self._mutual = mode == "mutual"
        self._data = body["data"]
        anchors = tuple(party["anchor"] for party in parties)
        self._links[0] = anchors
        if self._parties != PARTY_NAMES.get(mode, self._parties) or len(set(self._parties)) < max(1, len(parties)):
            return f"its parties are not those of a match in mode {mode}"
        if len(set(anchors)) < len(anchors):
            return "two parties have the same anchor"
        if any(len(set(seats)) != len(seats) or not seats for seats in body.get("seats", {}).values()):
            return "a side has no seat, or one twice"
        if ("secret" in body) != (mode == "open" and not cut):
            return "the secret of the dice stands in the first line in mode open, and only there"
        if "secret" in body:
            chain = Chain(from_hexadecimal(body["secret"]), parties[0]["length"])
            if hexadecimal(chain.anchor) != anchors[0]:
                return "the secret in the first line does not lead to the anchor beside it"
        return None

    # --- salts and texts ---------------------------------------------------------------------------------

    def _unsalted(self, line: Line) -> bool:
        return not line.cut and self.veil is not None and line.body["salt"] != salt_of(self.veil, line.seq)

    def _text(self, line: Line) -> str | None:
        self._digests[line.body["sha256"]] = line.seq
        if line.cut:
            return None
        digest = text_digest(line.body["salt"], line.body["text"])
        return None if digest == line.body["sha256"] else "the text is not the one whose digest stands beside it"

    def _opened(self, line: Line) -> str | None:
        if line.cut:
            return None
        body = line.body
        number = body["of"]
        seal = self.lines[number - 1] if number < line.seq else None
        if seal is None or seal.kind != "sealed":
            return f"it opens a seal of line {number}, where there is none"
        if any(seal.body.get(name) != body.get(name) for name in ("side", "seat", "turn")):
            return f"it opens the seal of line {number}, which is somebody else's or for another turn"
        if seal.body["commitment"] != commitment_of(body["nonce"], body["text"]):
            return f"its text is not the one that was sealed in line {number}"
        return None

    # --- mode mutual: what a step is about, then the links -------------------------------------------------

    def _fix(self, body: Mapping[str, Any]) -> str | None:
        if not self._mutual:
            return "only in mode mutual are the texts of a step fixed before its links are shown"
        step = body["step"]
        if step in self._fixed:
            return f"the texts of step {step} were fixed before, and stay so"
        if step - 1 not in self._links:
            return f"it fixes the texts of step {step}, but step {step - 1} does not stand before it"
        self._fixed[step] = list(body["orders"])
        return self._unknown(body["orders"])

    def _link(self, body: Mapping[str, Any]) -> str | None:
        step, party = body["step"], body["party"]
        if not self._mutual or party not in self._parties:
            return f"{party} is no party that shows links in this match"
        if step not in self._fixed:
            return f"it shows a link of step {step}, whose texts are not fixed yet"
        if (step, party) in self._shown:
            return f"{party} has shown the link of step {step} before"
        before = self._links.get(step - 1)
        if before is None or _hashed(body["link"]) != before[self._parties.index(party)]:
            return f"the link of step {step} does not hash to that of step {step - 1}"
        self._shown[step, party] = body["link"]
        return None

    # --- steps -------------------------------------------------------------------------------------------

    def _turn(self, line: Line) -> str | None:
        body = line.body
        step, links = body["step"], tuple(body["links"])
        trouble = self._check_links(step, links) or self._unknown(body["orders"])
        if trouble:
            return trouble
        if body["by"]["data"] != self._data:
            return "it was adjudicated with other data than the first line names"
        if self._mutual and step not in self._links:
            trouble = self._agreed(step, links, body["orders"])
        self._links[step] = links
        seed = step_seed([from_hexadecimal(link) for link in links], body["orders"])
        self.seeds[line.seq] = seed
        self._last_turn = line
        if hexadecimal(seed) != body["seed"]:
            return "its seed is not the one that its links and texts give"
        return trouble or self._batch(line)

    def _check_links(self, step: int, links: tuple[str, ...]) -> str | None:
        if len(links) != len(self._parties):
            return f"it shows {len(links)} links, but the match has {len(self._parties)} parties"
        if step > self._shortest:
            return f"it is step {step}, but a chain has only {self._shortest} links"
        if step in self._links:
            return None if links == self._links[step] else f"step {step} was adjudicated before with another link"
        if step - 1 not in self._links:
            return f"step {step} comes without step {step - 1} before it"
        if tuple(map(_hashed, links)) != self._links[step - 1]:
            return f"the link of step {step} does not hash to that of step {step - 1}"
        return None

    def _agreed(self, step: int, links: tuple[str, ...], digests: Sequence[str]) -> str | None:
        if self._fixed.get(step) != list(digests):
            return f"the texts of step {step} are not those that were fixed before the links were shown"
        if links != tuple(self._shown.get((step, party), "") for party in self._parties):
            return f"the links of step {step} are not those that the parties have shown"
        return None

    def _unknown(self, digests: Sequence[str]) -> str | None:
        strange = next((digest for digest in digests if digest not in self._digests), None)
        if strange is None:
            return None
        return f"it adjudicates a text that is not on record before it (digest {strange[:12]}…)"

    def _batch(self, line: Line) -> str | None:
        """The decisions that a step asked are written together with it."""
        batch = []
        for later in self.lines[line.seq :]:
            if later.kind != "decision":
                break
            batch.append(later)
        if line.body.get("follows", 0) != len(batch):
            return f"{line.body.get('follows', 0)} lines should follow it, but {len(batch)} decisions do"
        if not line.cut and line.body["asked"] != [decision.body.get("number") for decision in batch]:
            return "the decisions after it are not those that it says were asked"
        return None

    def _ruling(self, line: Line) -> str | None:
        gone = line.body["step"]
        self._labels = {label: step for label, step in self._labels.items() if step < gone}
        for part in line.body.values():
            if isinstance(part, list) and any(item in part[:number] for number, item in enumerate(part)):
                return "it rules the same thing twice"
        if self._mutual and line.body["sort"] == "correct":
            lacking = agreed_to(self.lines[: line.seq - 1], self._parties, line, self.veil)
            return f"it corrects a step, but {' and '.join(lacking)} did not agree to it" if lacking else None
        return None

    def _decision(self, line: Line) -> str | None:
        turn = self._last_turn
        if turn is None or line.seq > turn.seq + turn.body.get("follows", 0):
            return "a decision stands apart from the step that asked it"
        if not line.cut and line.body["step"] != turn.body["step"]:
            return f"a decision of step {turn.body['step']} says that it is of step {line.body['step']}"
        self._paused.append(self.seeds[turn.seq])
        return None


def _hashed(link: str) -> str:
    return hexadecimal(sha256(from_hexadecimal(link)))
