"""Every kind of line and every member of its body, in one table: the check of a line and the JSON Schema come from it.

A member that a line's kind does not have makes the line damaged, so a new member is a new form of the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.record.shapes import Fault, Members, Shape, either, just, many, named, record, text, whole, word_of

DIGEST = text("[0-9a-f]{64}")
SALT = text("[0-9a-f]{32}")
WORD = text()
NAME = text(r"[^\x00-\x1f]+")
NUMBER = whole()
COUNT = whole(1)
TRUE = just(True)
PLAIN = record({}, open=True)
TEXT_MEMBERS = {"side": NAME, "text": WORD, "salt": SALT, "sha256": DIGEST}
TEXT_MAY = {
    "seat": NAME,
    "turn": NUMBER,
    "phase": WORD,
    "late": TRUE,
    "standing": NUMBER,
    "only": just("standing"),
    "received": DIGEST,
}
VERSION = text(r"\S+ \S+ [0-9a-f]{64}")
"""Name, version and digest of the code: `vv1813 1 5f1c…`."""
BY = record({"engine": VERSION, "ruleset": VERSION, "data": DIGEST})
ROLL = record(
    {
        "faces": many(COUNT),
        "label": text('[ -"$-~]+'),
        "sides": either(whole(1, 256), many(whole(1, 256))),
    },
    {"veiled": TRUE},
)
EVENT = record({"kind": NAME, "rule": NAME}, {"rolls": many(ROLL)}, open=True)
LONGEST_CHAIN = 1_000_000
PARTY = record({"anchor": DIGEST, "length": whole(1, LONGEST_CHAIN), "name": NAME}, {"escrow": TRUE})
LINE_AT = record({"side": NAME, "seat": WORD, "line": COUNT})
LINE_READ = record({"side": NAME, "seat": WORD, "line": COUNT, "text": WORD})
RULED_ANSWER = record({"side": NAME, "key": WORD, "choice": PLAIN, "words": WORD})
ANSWER = record(
    {
        "key": WORD,
        "kind": NAME,
        "side": NAME,
        "rule": NAME,
        "choice": PLAIN,
        "source": word_of("answer", "standing", "default"),
    }
)
REFUSED = record({"side": NAME, "seat": WORD, "line": NUMBER, "text": WORD, "rule": NAME, "reason": WORD})

_MATCH = {
    "name": NAME,
    "mode": word_of("open", "umpire", "mutual"),
    "parties": many(PARTY),
    "veil": DIGEST,
    "engine": text(r"\S+ \S+"),
    "ruleset": text(r"\S+ \S+"),
    "scenario": NAME,
    "options": named(WORD),
    "data": DIGEST,
    "start": DIGEST,
}
_SEATS = {"seats": named(many(NAME))}
_STEP = {"step": COUNT, "links": many(DIGEST), "orders": many(DIGEST), "seed": DIGEST, "without": many(NAME), "by": BY}
_TOLD = {"events": many(EVENT), "refused": many(REFUSED), "answers": many(ANSWER)}
_RULED = {
    "orders": many(LINE_READ),
    "allow": many(LINE_AT),
    "refuse": many(LINE_AT),
    "answers": many(RULED_ANSWER),
    "options": named(WORD),
    "events": many(EVENT),
}
_SORT = {"step": COUNT, "sort": word_of("correct", "replay"), "reason": WORD}

BODIES: Mapping[str, Members] = {
    "match": Members(_MATCH, {"secret": DIGEST, **_SEATS}),
    "orders": Members(TEXT_MEMBERS, TEXT_MAY),
    "answer": Members(TEXT_MEMBERS, TEXT_MAY),
    "sealed": Members({"side": NAME, "turn": NUMBER, "commitment": DIGEST, "salt": SALT}, {"seat": NAME}),
    "opened": Members({"of": COUNT, "nonce": DIGEST, **TEXT_MEMBERS}, TEXT_MAY),
    "fixed": Members({"step": COUNT, "orders": many(DIGEST), "salt": SALT}, {}),
    "link": Members({"party": NAME, "step": COUNT, "link": DIGEST, "salt": SALT}, {}),
    "turn": Members({**_STEP, **_TOLD, "state": DIGEST, "asked": many(COUNT), "salt": SALT}, {"follows": COUNT}),
    "decision": Members(
        {
            "number": COUNT,
            "step": COUNT,
            "key": WORD,
            "kind": NAME,
            "side": NAME,
            "rule": NAME,
            "question": WORD,
            "default": PLAIN,
            "words": many(WORD),
            "salt": SALT,
        },
        {"place": WORD, "units": many(WORD), "facts": many(PLAIN), "examples": many(PLAIN)},
    ),
    "ruling": Members({**_SORT, "salt": SALT}, _RULED),
    "reveal": Members({"veil": DIGEST, "salt": SALT}, {}),
    "press": Members({"side": NAME, "to": NAME, "text": WORD, "salt": SALT}, {}),
    "note": Members({"text": WORD, "salt": SALT}, {}),
}
"""What the body of each kind of line holds, in a whole log."""

PARTS: Mapping[str, Members] = {
    "match": Members(_MATCH, _SEATS),
    "orders": Members({"side": NAME, "sha256": DIGEST}, {}),
    "answer": Members({"side": NAME, "sha256": DIGEST}, {}),
    "opened": Members({"side": NAME, "sha256": DIGEST}, {}),
    "press": Members({"side": NAME}, {}),
    "turn": Members({**_STEP, **_TOLD, "view": PLAIN}, {"follows": COUNT}),
    "decision": Members({"side": NAME}, {}),
    "ruling": Members({**_SORT, "events": many(EVENT), "view": PLAIN}, _RULED),
}
"""What is left of a body in a line that an export has cut; other kinds are never cut."""

ENVELOPE = Members(
    {
        "at": text(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"),
        "body": PLAIN,
        "hash": DIGEST,
        "kind": word_of(*BODIES),
        "prev": DIGEST,
        "seq": COUNT,
    },
    {"cut": TRUE, "export": NAME},
)
"""What stands around every body; `cut` and `export` are marks of an export and no part of the hashed text."""


def body_fault(kind: str, body: Any, *, cut: bool = False) -> Fault | None:
    """What is wrong with the body of a line, whole or cut."""
    members = PARTS.get(kind) if cut else BODIES[kind]
    return members.fault(body) if members is not None else None


def sentence(fault: Fault, kind: str = "") -> str:
    """A fault in words; without a kind it is one of what stands around the body."""
    match fault.trouble:
        case "unknown":
            return f"it has a member that no {kind + ' ' if kind else ''}line has: {fault.path!r}"
        case "missing":
            return f"its member {fault.path!r} is missing"
        case "wrong":
            return f"its member {fault.path!r} is not what it should be" if fault.path else "it is not a JSON object"


def log_schema() -> dict[str, Any]:
    """The schema of one line of a log or of an export."""
    envelope: dict[str, Any] = dict(ENVELOPE.shape().schema)
    cut, plain = {"required": ["cut"]}, {"not": {"required": ["cut"]}}
    return {
        "title": "A line of the log",
        **envelope,
        "allOf": [
            {"if": {**when, "properties": {"kind": {"const": kind}}}, "then": {"properties": {"body": _schema(body)}}}
            for table, when in ((BODIES, plain), (PARTS, cut))
            for kind, body in table.items()
        ],
    }


def _schema(members: Members) -> Mapping[str, Any]:
    shape: Shape = members.shape()
    return shape.schema
