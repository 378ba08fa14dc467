"""Logs with something wrong: edited in place, or forged with hashes that fit."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from adjudicator.core.canon import ZERO_HASH, canonical, hexadecimal, sha256_text
from adjudicator.record.chain import Chain, salt_of, step_seed, text_digest

Change = Callable[[dict[str, Any]], None]


def lines_of(log: Path) -> list[dict[str, Any]]:
    """The lines of a log as plain values."""
    return [json.loads(line) for line in log.read_text("utf-8").splitlines()]


def write_lines(log: Path, lines: list[dict[str, Any]]) -> None:
    """Write lines as they are."""
    log.write_text("".join(canonical(line) + "\n" for line in lines), "utf-8")


def edit(log: Path, seq: int, change: Change) -> None:
    """Change one line and leave its hash as it was: a clumsy forger."""
    lines = lines_of(log)
    change(lines[seq - 1])
    write_lines(log, lines)


def forge(log: Path, seq: int, change: Change) -> None:
    """Change one line and make all hashes fit again: a forger who read how the log is made."""
    lines = lines_of(log)
    change(lines[seq - 1])
    rehash(lines)
    write_lines(log, lines)


def rehash(lines: list[dict[str, Any]]) -> None:
    """Number and chain lines anew."""
    prev = ZERO_HASH
    for number, line in enumerate(lines, start=1):
        line.pop("hash", None)
        line["seq"], line["prev"] = number, prev
        prev = sha256_text(canonical(line))
        line["hash"] = prev


def make_good(lines: list[dict[str, Any]], veil: bytes, chain: Chain) -> None:
    """Salts, digests, links and seeds anew too, as only the keeper of the secret could make them."""
    digests: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        body = line["body"]
        if line["kind"] == "match":
            continue
        body["salt"] = salt_of(veil, number)
        if line["kind"] in ("orders", "answer"):
            old = body["sha256"]
            body["sha256"] = digests[old] = text_digest(body["salt"], body["text"])
        if line["kind"] == "turn":
            body["orders"] = [digests.get(digest, digest) for digest in body["orders"]]
            link = chain.link(body["step"])
            body["links"] = [hexadecimal(link)]
            body["seed"] = hexadecimal(step_seed([link], body["orders"]))
    rehash(lines)


def last(log: Path, kind: str) -> int:
    """The number of the last line of a kind."""
    return max(int(line["seq"]) for line in lines_of(log) if line["kind"] == kind)


def first(log: Path, kind: str, after: int = 0) -> int:
    """The number of the first line of a kind."""
    return min(int(line["seq"]) for line in lines_of(log) if line["kind"] == kind and line["seq"] > after)
