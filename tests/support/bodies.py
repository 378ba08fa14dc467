"""A body of every kind of line, complete: what a log may hold, whether or not a match writes it today."""

from __future__ import annotations

from typing import Any

from adjudicator.core.canon import hexadecimal, sha256
from adjudicator.record.chain import open_secrets

SECRETS = open_secrets(bytes(range(32)), length=50)
VEIL = SECRETS.veil
DIGEST = "ab" * 32
BY = {"engine": f"adjudicator 0 {DIGEST}", "ruleset": f"toy 1 {DIGEST}", "data": DIGEST}


def match(**more: Any) -> dict[str, Any]:
    """A first line in mode open."""
    return {
        "name": "Lützen",
        "mode": "open",
        "parties": [SECRETS.to_party()],
        "secret": hexadecimal(SECRETS.chain.secret),
        "veil": hexadecimal(sha256(VEIL)),
        "engine": "adjudicator 0",
        "ruleset": "toy 1",
        "scenario": "toy",
        "options": {},
        "data": DIGEST,
        "start": DIGEST,
        **more,
    }


def turn(**more: Any) -> dict[str, Any]:
    """A step in which nothing happened."""
    return {
        "step": 1,
        "links": [DIGEST],
        "orders": [],
        "seed": DIGEST,
        "events": [],
        "refused": [],
        "answers": [],
        "state": DIGEST,
        "asked": [],
        "without": [],
        "by": BY,
        **more,
    }


def decision(number: int, **more: Any) -> dict[str, Any]:
    """A question to the French."""
    return {
        "number": number,
        "step": 1,
        "key": f"T1/head/{number}",
        "kind": "head",
        "side": "French",
        "rule": "VV-8.3",
        "question": "Who leads?",
        "default": {"kind": "head"},
        "words": [f"answer D{number}: head Compans"],
        **more,
    }


OTHERS: dict[str, dict[str, Any]] = {
    "orders": {"side": "French", "text": "pass"},
    "answer": {"side": "French", "text": "answer D1: head Compans", "seat": "Ney"},
    "sealed": {"side": "French", "turn": 1, "commitment": DIGEST},
    "opened": {"side": "French", "text": "pass", "of": 1, "nonce": DIGEST, "turn": 1},
    "fixed": {"step": 1, "orders": []},
    "link": {"party": "French", "step": 1, "link": DIGEST},
    "ruling": {"step": 1, "sort": "replay", "reason": "by agreement"},
    "reveal": {"veil": hexadecimal(VEIL)},
    "press": {"side": "French", "to": "All", "text": "Vive l'Empereur!"},
    "note": {"text": "The French wrote by telephone."},
}
"""Bodies without salt and digest, by kind."""
