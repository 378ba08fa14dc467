"""Two results side by side: the first thing that differs, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.canon import canonical
from adjudicator.record.verdict import Divergence

MEMBERS = ("step", "links", "orders", "seed", "without", "events", "answers", "refused", "asked", "state")


def turn_divergence(recorded: Mapping[str, Any], given: Mapping[str, Any]) -> Divergence | None:
    """How a turn line on record differs from what the rules give; None if it does not."""
    for name in MEMBERS:
        theirs, ours = recorded.get(name), given.get(name)
        if theirs == ours or canonical(theirs) == canonical(ours):
            continue
        if name == "events":
            return _events(theirs, ours or [])
        return Divergence(_member(name, theirs, ours), tuple(differences(theirs, ours, name)))
    return None


def _member(name: str, theirs: Any, ours: Any) -> str:
    match name:
        case "orders":
            return "the step was not given the texts that were on record for it."
        case "state":
            return "the events are the same, but the position after them is not."
        case "answers":
            return "the decisions of the step were settled otherwise."
        case "asked":
            return "other decisions were left open."
        case "refused":
            return "other orders were refused."
        case _:
            return f"{name} is {short(theirs)} on record; the rules give {short(ours)}."


def _events(theirs: Any, ours: Sequence[Mapping[str, Any]]) -> Divergence:
    told = theirs if isinstance(theirs, list) else []
    for number, (said, right) in enumerate(zip(told, ours, strict=False), start=1):
        if said != right and canonical(said) != canonical(right):
            what = f"event {number} ({name_of(right)}) is not what the rules give."
            return Divergence(what, tuple(differences(said, right, "")))
    number = min(len(told), len(ours)) + 1
    if len(told) > len(ours):
        return Divergence(f"the log tells an event {number} ({name_of(told[number - 1])}) that the rules do not give.")
    return Divergence(f"the rules give an event {number} ({name_of(ours[number - 1])}) that the log does not tell.")


def name_of(event: Any) -> str:
    """An event's kind and where it was, for a sentence."""
    if not isinstance(event, Mapping):
        return "unreadable"
    place = next(
        (str(event[k]) for k in ("place", "target", "unit", "phase", "to") if isinstance(event.get(k), str)), ""
    )
    kind = str(event.get("kind", "?")).replace("_", " ")
    return f"{kind} {place}".strip() + f", {event.get('rule', '?')}"


def differences(said: Any, right: Any, path: str, most: int = 6) -> list[str]:
    """The places where two JSON values differ, as sentences; a modifier or a roll is named as such."""
    found: list[str] = []
    _walk(said, right, path, "", found)
    return found[:most]


def _walk(said: Any, right: Any, path: str, about: str, found: list[str]) -> None:
    if said == right:
        return
    if isinstance(said, Mapping) and isinstance(right, Mapping):
        about = _about(right) or about
        for name in sorted({*said, *right}):
            _walk(said.get(name), right.get(name), f"{path}.{name}" if path else str(name), about, found)
    elif isinstance(said, list) and isinstance(right, list) and len(said) == len(right):
        for number, (a, b) in enumerate(zip(said, right, strict=True), start=1):
            _walk(a, b, f"{path} {number}", about, found)
    else:
        where = f"{about}: {path.rsplit('.', 1)[-1]}" if about else path
        found.append(f"{where}: the log says {short(said)}, the rules give {short(right)}.")


def _about(value: Mapping[str, Any]) -> str:
    if "faces" in value:
        return f"the dice {value.get('label')}"
    if "because" in value or "parts" in value or {"rule", "value"} <= value.keys():
        label = value.get("label")
        return f"the modifier {value.get('rule')}" + (f" ({label})" if label else "")
    return ""


def short(value: Any) -> str:
    """A value for a sentence."""
    if value is None:
        return "nothing"
    text = value if isinstance(value, str) else canonical(value)
    return text if len(text) <= 80 else f"{text[:77]}…"
