#!/usr/bin/env python3
"""Check a match log without the adjudicator: hash chain, texts, links, seeds and every die.

    python3 check_log.py log.jsonl

Needs nothing but Python's standard library and knows no rule of any game. It is meant to be read by somebody who does
not trust the program: everything that it checks follows from a few lines of SHA-256 and HMAC.

    line    hash   = SHA-256 of the line without its member "hash"; prev = the hash of the line before
    text    sha256 = SHA-256(salt, newline, text);  salt = HMAC(veil, "salt/" + seq), first 32 digits
    link    SHA-256(link of step k) = link of step k-1; that of step 0 is the anchor in the first line
    seed    HMAC(links, "adjudicator-seed-1" and "/" + digest for each text of the step)
    die     bytes of HMAC(seed, label + "#" + k), k = 0, 1, ...; a byte b gives b % sides + 1, if b < 256 - 256 % sides
    veiled  the same with HMAC(veil, seed) in the place of the seed
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Iterator
from typing import Any


class WrongError(Exception):
    """Something does not fit."""


def check(holds: bool, what: str) -> None:
    """Stop at the first thing that does not fit."""
    if not holds:
        raise WrongError(what)


def sha256(data: bytes) -> str:
    """SHA-256 in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def mac(key: bytes, message: str | bytes) -> bytes:
    """HMAC-SHA256."""
    return hmac.new(key, message.encode() if isinstance(message, str) else message, hashlib.sha256).digest()


def canonical(value: Any) -> str:
    """The one way to write a JSON value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def faces(seed: bytes, label: str, sides: list[int]) -> list[int]:
    """The dice that belong to a label, one for each number of sides."""
    shown, data, k = [], b"", 0
    for s in sides:
        check(1 <= s <= 256, f"the dice {label} have {s} sides")
        while True:
            if not data:
                data, k = mac(seed, f"{label}#{k}"), k + 1
            byte, data = data[0], data[1:]
            if byte < 256 - 256 % s:
                shown.append(byte % s + 1)
                break
    return shown


def rolls(value: Any) -> Iterator[dict[str, Any]]:
    """Every roll inside an event, however deep."""
    if isinstance(value, dict) and {"faces", "label", "sides"} <= value.keys():
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from rolls(part)


class Checker:
    """Goes through a log line by line and raises WrongError at the first thing that does not fit."""

    def __init__(self, lines: list[str]) -> None:
        self.veil: bytes | None = None
        self.prev = "0" * 64
        self.links: dict[int, list[str]] = {}
        self.texts: set[str] = set()
        self.seed = b""
        self.paused: list[bytes] = []  # seeds of steps that ended in a question
        self.labels: dict[str, int] = {}  # label to step, in the history that stands
        self.steps = self.dice = self.veiled = self.cut = 0
        self.open_veil(lines)
        for number, text in enumerate(lines, start=1):
            try:
                self.line(number, text)
            except (WrongError, KeyError, TypeError, ValueError, AttributeError) as trouble:
                what = trouble if isinstance(trouble, WrongError) else f"it cannot be read ({type(trouble).__name__})"
                raise WrongError(f"line {number}: {what}") from None

    def open_veil(self, lines: list[str]) -> None:
        """The veil is known in mode open, and when a `reveal` line has opened it."""
        first = json.loads(lines[0])["body"]
        if "secret" in first:
            self.veil = mac(bytes.fromhex(first["secret"]), "veil")
        for line in (json.loads(text) for text in lines):
            if line["kind"] == "reveal":
                self.veil = bytes.fromhex(line["body"]["veil"])
        check(self.veil is None or sha256(self.veil) == first["veil"], "the veil is not the one that was promised")

    def line(self, number: int, text: str) -> None:
        """One line: its place in the chain, then what it says of itself."""
        line = json.loads(text)
        check(canonical(line) == text, "it is not written in the one canonical way")
        check(line["seq"] == number and line["prev"] == self.prev, "it does not follow on the line before")
        self.prev, kind, body, cut = line.pop("hash"), line["kind"], line["body"], "cut" in line
        self.cut += cut
        check(cut or sha256(canonical(line).encode()) == self.prev, "its hash does not fit")
        if kind == "match":
            self.links[0] = [party["anchor"] for party in body["parties"]]
        elif self.veil is not None and not cut:
            check(body["salt"] == mac(self.veil, f"salt/{number}").hex()[:32], "its salt is not what the veil gives")
        if kind in ("orders", "answer"):
            digest = body["sha256"] if cut else sha256(f"{body['salt']}\n{body['text']}".encode())
            check(digest == body["sha256"], "the text is not the one whose digest stands beside it")
            self.texts.add(digest)
        elif kind == "decision":
            self.paused.append(self.seed)
        elif kind == "ruling":  # what it puts back may be rolled again
            self.labels = {label: step for label, step in self.labels.items() if step < body["step"]}
        elif kind == "turn":
            self.turn(body)

    def turn(self, body: dict[str, Any]) -> None:
        """A step: its links, its seed, its dice."""
        step, links = body["step"], body["links"]
        if step in self.links:  # adjudicated again after a ruling
            check(links == self.links[step], f"step {step} shows another link than before")
        else:
            hashed = [sha256(bytes.fromhex(link)) for link in links]
            check(hashed == self.links.get(step - 1), f"its link does not hash to that of step {step - 1}")
            self.links[step] = links
        check(self.texts.issuperset(body["orders"]), "it adjudicates a text that is not on record before it")
        key = b"".join(bytes.fromhex(link) for link in links)
        self.seed = mac(key, "/".join(["adjudicator-seed-1", *body["orders"]]))
        check(self.seed.hex() == body["seed"], "its seed is not the one that links and texts give")
        self.steps += 1
        for roll in rolls(body["events"]):
            self.roll(roll, step)

    def roll(self, roll: dict[str, Any], step: int) -> None:
        """Dice: from the step's seed, or from one that paused if they are told only now."""
        label, shown, sides = roll["label"], roll["faces"], roll["sides"]
        check(label not in self.labels, f"the dice {label} are rolled twice")
        self.labels[label] = step
        seeds = [self.seed, *self.paused]
        if roll.get("veiled"):
            if self.veil is None:
                self.veiled += 1
                return
            seeds = [mac(self.veil, seed) for seed in seeds]
        each = sides if isinstance(sides, list) else [sides] * len(shown)
        check(any(faces(key, label, each) == shown for key in seeds), f"the dice {label} are not what the seed gives")
        self.dice += 1


def main(arguments: list[str]) -> int:
    """Check the log that is named; 0 if all fits, 1 if not."""
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        sys.stderr.write(__doc__ or "")
        return 2
    try:
        with open(arguments[0], encoding="utf-8", newline="\n") as file:
            text = file.read()
        check(text.endswith("\n"), "the last line has no end")
        lines = text[:-1].split("\n")
        done = Checker(lines)
    except (OSError, WrongError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as wrong:
        sys.stdout.write(f"WRONG: {wrong}\n")
        return 1
    sys.stdout.write(f"{len(lines)} lines, {done.steps} steps and {done.dice} rolls fit.\n")
    if done.veiled:
        sys.stdout.write(f"{done.veiled} veiled rolls can be checked when the veil is opened.\n")
    if done.cut:
        sys.stdout.write(f"{done.cut} lines are a side's part only and are taken on trust.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
