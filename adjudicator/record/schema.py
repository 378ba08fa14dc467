"""The log as a JSON Schema."""

from __future__ import annotations

from typing import Any

_DIGEST = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_SALT = {"type": "string", "pattern": "^[0-9a-f]{32}$"}
_WORD = {"type": "string"}
_NUMBER = {"type": "integer"}
_ROLL = {
    "type": "object",
    "required": ["faces", "label", "sides"],
    "properties": {
        "faces": {"type": "array", "items": _NUMBER},
        "label": {"type": "string", "pattern": '^[ -"$-~]+$'},
        "sides": {"oneOf": [_NUMBER, {"type": "array", "items": _NUMBER}]},
        "veiled": {"const": True},
    },
}


def _list(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _body(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": properties}


_TEXT = _body(
    ["side", "text", "salt", "sha256"],
    side=_WORD,
    text=_WORD,
    salt=_SALT,
    sha256=_DIGEST,
    seat=_WORD,
    turn=_NUMBER,
    phase=_WORD,
    late={"const": True},
    standing=_NUMBER,
    only={"const": "standing"},
    received=_DIGEST,
)
_PARTY = _body(["anchor", "length", "name"], anchor=_DIGEST, length=_NUMBER, name=_WORD)
_LINE_AT = _body(["side", "line"], side=_WORD, seat=_WORD, line=_NUMBER, text=_WORD)

BODIES: dict[str, dict[str, Any]] = {
    "match": _body(
        ["name", "mode", "parties", "veil", "engine", "ruleset", "scenario", "options", "data"],
        name=_WORD,
        mode={"enum": ["open", "umpire"]},
        parties=_list(_PARTY),
        veil=_DIGEST,
        secret=_DIGEST,
        engine=_WORD,
        ruleset=_WORD,
        scenario=_WORD,
        options={"type": "object", "additionalProperties": _WORD},
        data=_DIGEST,
        seats={"type": "object", "additionalProperties": _list(_WORD)},
    ),
    "orders": _TEXT,
    "answer": _TEXT,
    "turn": _body(
        ["step", "links", "orders", "seed", "events", "refused", "answers", "state", "asked", "without", "salt"],
        step=_NUMBER,
        links=_list(_DIGEST),
        orders=_list(_DIGEST),
        seed=_DIGEST,
        events=_list({"type": "object", "required": ["kind", "rule"], "properties": {"rolls": _list(_ROLL)}}),
        refused=_list({"type": "object"}),
        answers=_list({"type": "object"}),
        state=_DIGEST,
        asked=_list(_NUMBER),
        without=_list(_WORD),
        follows=_NUMBER,
        salt=_SALT,
    ),
    "decision": _body(
        ["number", "step", "key", "kind", "side", "rule", "question", "default", "words", "salt"],
        number=_NUMBER,
        step=_NUMBER,
        key=_WORD,
        kind=_WORD,
        side=_WORD,
        rule=_WORD,
        question=_WORD,
        default={"type": "object"},
        words=_list(_WORD),
        salt=_SALT,
    ),
    "ruling": _body(
        ["step", "sort", "reason", "salt"],
        step=_NUMBER,
        sort={"enum": ["correct", "replay"]},
        reason=_WORD,
        orders=_list(_LINE_AT),
        allow=_list(_LINE_AT),
        refuse=_list(_LINE_AT),
        answers=_list({"type": "object"}),
        options={"type": "object", "additionalProperties": _WORD},
        events=_list({"type": "object"}),
        salt=_SALT,
    ),
    "reveal": _body(["veil", "salt"], veil=_DIGEST, salt=_SALT),
    "note": _body(["salt"], salt=_SALT),
}
"""What the body of each kind of line holds, in a whole log."""


def log_schema() -> dict[str, Any]:
    """The schema of one line of a log; of an export's cut lines only the envelope."""
    return {
        "title": "A line of the log",
        "type": "object",
        "required": ["at", "body", "hash", "kind", "prev", "seq"],
        "properties": {
            "at": {"type": "string", "format": "date-time"},
            "body": {"type": "object"},
            "cut": {"const": True},
            "hash": _DIGEST,
            "kind": {"enum": sorted(BODIES)},
            "prev": _DIGEST,
            "seq": {"type": "integer", "minimum": 1},
        },
        "additionalProperties": False,
        "if": {"not": {"required": ["cut"]}},
        "then": {
            "allOf": [
                {"if": {"properties": {"kind": {"const": kind}}}, "then": {"properties": {"body": body}}}
                for kind, body in BODIES.items()
            ]
        },
    }
