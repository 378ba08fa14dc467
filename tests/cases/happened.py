"""Looking at what happened in its plain form: events and findings as the log has them, matched and told in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from adjudicator.core.types import Decision
from tests.cases.words import Names, Plain, in_words, listed, simple

RULE = r"[A-Z]{2,}-[0-9A-Za-z]+(?:[.-][0-9A-Za-z]+)*"
FINDING = re.compile(rf"(?P<rule>{RULE})(?:\s+(?P<label>[^:]*?))?\s+(?P<value>[^\s:]+)(?:\s*:\s*(?P<fact>.+))?")
_OF = re.compile(r"(?P<field>.+?) of (?P<count>\d+)")
_INSIDE = re.compile(r"(?P<field>.+?) \((?P<details>.+)\)")


def simple_value(text: str) -> str:
    """A value in words, as answers are compared: blanks and the case of letters say nothing, nor a plus before it."""
    return " ".join(text.casefold().split()).removeprefix("+")


# --- findings ----------------------------------------------------------------------------------------------


def findings(value: Any, above: str = "") -> Iterator[Plain]:
    """Every finding in plain values; one that is part of another by the same rule is marked as `part`."""
    if isinstance(value, Mapping):
        if "rule" in value and "value" in value:
            yield {**value, "part": value["rule"] == above}
            above = value["rule"]
        for one in value.values():
            yield from findings(one, above)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from findings(one, above)


def is_finding(one: Plain, said: Mapping[str, str]) -> bool:
    """Whether a finding is the one that a line speaks of: its rule and value, and its label and fact if they are named.

    Without a label the whole is meant, not a part of it that the same rule explains.
    """
    label = said.get("label", "")
    return (
        one["rule"] == said["rule"]
        and simple_value(in_words(one["value"])) == simple_value(said["value"])
        and (simple(label) == simple(one.get("label", "")) if label else not one["part"])
        and simple(said.get("fact", "")) in simple(one.get("because", ""))
    )


# --- events ------------------------------------------------------------------------------------------------


def has_all(names: Names, event: Plain, details: str) -> bool:
    """Whether an event has all details of a list: `Soult, bruised`, `result 1/2R2#, path of 2`."""
    own = {name: value for name, value in event.items() if name not in ("kind", "rolls")}
    return all(_has(names, own, item) for item in listed(details))


def _has(names: Names, plain: Plain, item: str) -> bool:
    """`bruised`, `outcome bruised`, `path of 2`, `attackers (Ledru, counted no)`, `VV-8.4e -1`."""
    finding, of, inside = (pattern.fullmatch(item) for pattern in (FINDING, _OF, _INSIDE))
    if finding:
        said = {name: text for name, text in finding.groupdict().items() if text}
        return any(is_finding(one, said) for one in findings(plain))
    if of and isinstance(plain.get(_key(of["field"])), list):
        return len(plain[_key(of["field"])]) == int(of["count"])
    if inside and _key(inside["field"]) in plain:
        value = plain[_key(inside["field"])]
        some = value if isinstance(value, list) else [value]
        return any(all(_has(names, _named(one), w) for w in listed(inside["details"])) for one in some)
    words = item.split()
    for count in range(len(words) - 1, 0, -1):
        name = _key(" ".join(words[:count]))
        if name in plain:
            return _is_among(names, " ".join(words[count:]), plain[name])
    return _is_among(names, item, plain)


def _named(value: Any) -> Plain:
    return dict(value) if isinstance(value, Mapping) else {"value": value}


def _is_among(names: Names, text: str, value: Any) -> bool:
    wanted = {simple(one) for one in (text, *names.candidates(text))} - {""}
    return any(simple_value(one) == simple_value(text) or simple(one) in wanted for one in _leaves(value))


def _key(words: str) -> str:
    return words.strip().casefold().replace(" ", "_")


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for one in value.values():
            yield from _leaves(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _leaves(one)
    else:
        yield in_words(value)


# --- in words ----------------------------------------------------------------------------------------------


def event_in_words(event: Plain) -> str:
    """An event for a reader: its kind and what it holds."""
    own = {name: value for name, value in event.items() if name not in ("kind", "rule", "rolls")}
    return f"{event['kind'].replace('_', ' ')}: {in_words(own)}"


def finding_in_words(one: Plain) -> str:
    """A finding for a reader: rule, label, value and fact."""
    fact = f"({one['because']})" if "because" in one else ""
    return " ".join(word for word in (one["rule"], one.get("label", ""), in_words(one["value"]), fact) if word)


def refusal_in_words(event: Mapping[str, Any]) -> str:
    """A refused or misread line for a reader."""
    rule = f", {event['rule']}" if event["rule"] else ""
    return f"{event['side']} {event['line']}{rule}, `{event['text'].strip()}`: {event['reason']}"


def decision_in_words(decision: Decision) -> str:
    """A decision for a reader: whose, what about, where, by which rule."""
    place = f" at {decision.place}" if decision.place else ""
    return f"{decision.side}: {decision.kind.replace('_', ' ')}{place} ({decision.rule})"


def kinds_in_words(events: Iterable[Plain]) -> str:
    """The kinds of events that happened, each once."""
    return ", ".join(kind.replace("_", " ") for kind in dict.fromkeys(e["kind"] for e in events)) or "nothing"
