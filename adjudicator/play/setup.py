"""What a match is played with: the rule system named in the log's first line, and the reader of its orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import adjudicator
from adjudicator.core.canon import canonical
from adjudicator.core.errors import LogError
from adjudicator.core.orders import Text
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.types import Choice, Order, Side

Loader = Callable[[str, Mapping[str, str], Path | None], Ruleset[Any]]
Reader = Callable[[Ruleset[Any], Any, Side, str, str], Text]
"""Rule system, position as the side knows it, side ("" before it is known), seat, text: the text as understood."""
Writer = Callable[[Ruleset[Any], Any, Side, Order], str]
"""Rule system, position as the side knows it, side, order: the order in the order language."""

ENGINE = f"adjudicator {adjudicator.__version__}"


@dataclass(frozen=True)
class Tools:
    """The seams to rule systems and to the order language."""

    load: Loader
    read: Reader
    write: Writer


def default_tools() -> Tools:
    """The rule systems of the package, read by the order language."""
    from adjudicator import rulesets
    from adjudicator.play.reading import read_text, write_order

    return Tools(load=rulesets.load, read=read_text, write=write_order)


@dataclass(frozen=True)
class Setup:
    """A match as its first line describes it."""

    name: str
    scenario: str
    mode: str
    engine: str
    ruleset: str
    data: str
    options: Mapping[str, str]
    seats: Mapping[str, tuple[str, ...]]
    pack: Path | None
    tools: Tools
    _loaded: dict[str, Ruleset[Any]] = field(default_factory=dict, compare=False, repr=False)

    def rules(self, changed: Mapping[str, str] | None = None) -> Ruleset[Any]:
        """The rule system with the match's options; `changed` are options that rulings have set since."""
        options = {**self.options, **(changed or {})}
        key = canonical(options)
        if key not in self._loaded:
            self._loaded[key] = self.tools.load(self.scenario, options, self.pack)
        return self._loaded[key]

    def seats_of(self, side: Side) -> tuple[str, ...]:
        """The seats of a side; one without a name unless the match says otherwise."""
        return self.seats.get(side, ("",))

    def differences(self) -> list[str]:
        """How this installation differs from the one that began the log."""
        rules = self.rules()
        found = [("engine", self.engine, ENGINE), ("ruleset", self.ruleset, ruleset_version(rules))]
        found.append(("data", self.data, rules.data_digest()))
        return [
            f"The {what} of the log is {theirs}; here it is {ours}." for what, theirs, ours in found if theirs != ours
        ]


def ruleset_version(rules: Ruleset[Any]) -> str:
    """A rule system and its version, as the first line names them."""
    return f"{rules.name} {rules.version}"


def setup_of(body: Mapping[str, Any], pack: Path | None, tools: Tools) -> Setup:
    """The match that a first line describes."""
    try:
        return Setup(
            name=str(body["name"]),
            scenario=str(body["scenario"]),
            mode=str(body["mode"]),
            engine=str(body["engine"]),
            ruleset=str(body["ruleset"]),
            data=str(body["data"]),
            options={str(k): str(v) for k, v in body["options"].items()},
            seats={str(side): tuple(map(str, seats)) for side, seats in body.get("seats", {}).items()},
            pack=pack,
            tools=tools,
        )
    except (KeyError, AttributeError, TypeError):
        raise LogError(
            "The log's first line does not describe a match of ours.", "Give the log.jsonl of a match."
        ) from None


def choice_json(choice: Choice) -> dict[str, Any]:
    """A choice as the log holds it: its kind, and what differs from the defaults."""
    return {**choice.model_dump(mode="json", exclude_defaults=True), "kind": choice.kind}
