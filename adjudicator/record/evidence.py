"""What a log proves by itself, line after line: salts, digests, links, seeds; no rule is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.canon import from_hexadecimal, hexadecimal, sha256
from adjudicator.record.chain import Chain, open_veil, salt_of, step_seed, text_digest
from adjudicator.record.dicecheck import DiceCount, check_dice, misfit, rolls_in
from adjudicator.record.log import Line


class Evidence:
    """Checks lines in order; `check` returns a sentence about the first thing that does not fit."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.veil: bytes | None = None
        self.seeds: dict[int, bytes] = {}
        """The seed of each turn line, by its number in the log."""
        self._links: dict[int, tuple[str, ...]] = {}
        self._paused: list[bytes] = []
        self._last_turn: int | None = None
        self._digests: dict[str, int] = {}

    def check(self, line: Line) -> str | None:
        """Whether what a line says of itself is true."""
        try:
            match line.kind:
                case "match":
                    return self._match(line.body)
                case "orders" | "answer":
                    return self._salt(line) or self._text(line)
                case "turn":
                    return self._salt(line) or self._turn(line)
                case "decision":
                    if self._last_turn is not None:
                        self._paused.append(self.seeds[self._last_turn])
                    return self._salt(line)
                case "reveal":
                    return self._salt(line)
                case _:
                    return self._salt(line)
        except (KeyError, TypeError, ValueError, AttributeError):
            return "a member that such a line must have is missing or of the wrong sort"

    def find_veil(self) -> str | None:
        """Open the veil if the log tells it, in its first line or in a `reveal`; a sentence if it is not the one."""
        first = self.lines[0].body if self.lines else {}
        try:
            if isinstance(first.get("secret"), str):
                self.veil = open_veil(from_hexadecimal(first["secret"]))
            for line in self.lines:
                if line.kind == "reveal":
                    self.veil = from_hexadecimal(line.body["veil"])
            if self.veil is not None and hexadecimal(sha256(self.veil)) != first["veil"]:
                self.veil = None
                return "the veil that was opened is not the one promised in the first line"
        except (KeyError, TypeError, ValueError):
            return "the veil that was opened cannot be read"
        return None

    def dice(self, line: Line) -> tuple[DiceCount, str | None]:
        """Check the dice told in a line against the seed of its step."""
        seed = self.seeds.get(line.seq)
        rolls = list(rolls_in(line.body.get("events", ())))
        if seed is None:
            return DiceCount(), None
        count, wrong = check_dice(rolls, seed, self._paused, self.veil)
        return count, misfit(wrong, seed, self.veil) if wrong else None

    def _match(self, body: Mapping[str, Any]) -> str | None:
        self._links[0] = tuple(party["anchor"] for party in body["parties"])
        if "secret" in body:
            party = body["parties"][0]
            if hexadecimal(Chain(from_hexadecimal(body["secret"]), party["length"]).anchor) != party["anchor"]:
                return "the secret in the first line does not lead to the anchor beside it"
        return None

    def _salt(self, line: Line) -> str | None:
        if line.cut or self.veil is None:
            return None
        return None if line.body["salt"] == salt_of(self.veil, line.seq) else "its salt is not the one the veil gives"

    def _text(self, line: Line) -> str | None:
        self._digests[line.body["sha256"]] = line.seq
        if line.cut:
            return None
        digest = text_digest(line.body["salt"], line.body["text"])
        return None if digest == line.body["sha256"] else "the text is not the one whose digest stands beside it"

    def _turn(self, line: Line) -> str | None:
        body = line.body
        step, links = int(body["step"]), tuple(str(link) for link in body["links"])
        trouble = self._check_links(step, links)
        if trouble:
            return trouble
        self._links[step] = links
        unknown = [d for d in body["orders"] if d not in self._digests]
        if unknown:
            return f"it adjudicates a text that is not on record before it (digest {unknown[0][:12]}…)"
        seed = step_seed([from_hexadecimal(link) for link in links], body["orders"])
        self.seeds[line.seq] = seed
        self._last_turn = line.seq
        if hexadecimal(seed) != body["seed"]:
            return "its seed is not the one that its links and texts give"
        return None

    def _check_links(self, step: int, links: tuple[str, ...]) -> str | None:
        if len(links) != len(self._links[0]):
            return f"it shows {len(links)} links, but the match has {len(self._links[0])} parties"
        if step in self._links:
            return None if links == self._links[step] else f"step {step} was adjudicated before with another link"
        if step - 1 not in self._links:
            return f"step {step} comes without step {step - 1} before it"
        hashed = tuple(hexadecimal(sha256(from_hexadecimal(link))) for link in links)
        if hashed != self._links[step - 1]:
            return f"the link of step {step} does not hash to that of step {step - 1}"
        return None
