"""What a match is played with: the rule system of the log's first line, its data, and the reader of its orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from adjudicator.core.canon import canonical, hexadecimal, sha256
from adjudicator.core.datafolders import Folders
from adjudicator.core.errors import LogError, UsageError
from adjudicator.core.orders import Text
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.source import SourceLine
from adjudicator.core.types import Choice, Order, Side
from adjudicator.core.values import dataclass
from adjudicator.play.match.match_data import MatchData, data_of
from adjudicator.record.chain import shared_veil
from adjudicator.record.versions import By, Releases

Loader = Callable[[str, Mapping[str, str], Path | None, Folders | None], Ruleset[Any]]
Reader = Callable[[Ruleset[Any], Any, Side, str, Sequence[SourceLine]], Text]
"""Rule system, position as the side knows it, side, seat, lines: the text as understood."""
Writer = Callable[[Ruleset[Any], Any, Side, Order], str]
"""Rule system, position as the side knows it, side, order: the order in the order language."""


@dataclass(frozen=True)
class Tools:
    """The seams to rule systems and to the order language."""

    load: Loader
    read: Reader
    write: Writer
    folders: Callable[[str], Folders]
    """Scenario: the data that are installed for it."""
    code: Callable[[str, Ruleset[Any]], By]
    """Scenario and rule system: the engine and the rule system that are installed, as a turn line names them."""
    releases: Callable[[str], Releases]
    """Scenario: the releases by which other versions are known."""


def default_tools() -> Tools:
    """The rule systems of this installation, read by the order language."""
    from adjudicator.play.match.reading import read_lines, write_order
    from adjudicator.play.match.versions import code_here, known_releases
    from adjudicator.rulesets import REGISTRY

    return Tools(
        load=REGISTRY.load,
        read=read_lines,
        write=write_order,
        folders=REGISTRY.folders,
        code=lambda scenario, rules: code_here(rules, REGISTRY.entry_of(scenario).package),
        releases=lambda scenario: known_releases(REGISTRY.entry_of(scenario).package),
    )


OPTIONS_OF_PLAY: Mapping[str, tuple[str, ...]] = {
    "no_link": ("lost", "unfinished"),
    "press": ("open", "umpire", "none"),
}
"""Options of every match, whatever the game, each with its values; the first is the default."""


@dataclass(frozen=True, slots=True)
class Party:
    """Who holds a chain of the dice, as the log's first line names it."""

    name: str
    anchor: str
    length: int
    escrow: bool = False
    """Whether the umpire keeps a copy of the chain, for links that are not shown."""


@dataclass(frozen=True)
class Setup:
    """A match as its first line describes it."""

    name: str
    scenario: str
    mode: str
    engine: str
    ruleset: str
    data: str
    """The digest of the data that it is played with."""
    start: str
    options: Mapping[str, str]
    seats: Mapping[str, tuple[str, ...]]
    here: MatchData
    """The data that are used: the match's own copy where there is one."""
    tools: Tools
    parties: tuple[Party, ...] = ()
    veil: str = ""
    """The digest of the veil."""
    _loaded: dict[str, Ruleset[Any]] = field(default_factory=dict, compare=False, repr=False)

    def rules(self, changed: Mapping[str, str] | None = None) -> Ruleset[Any]:
        """The rule system with the match's options; `changed` are options that rulings have set since."""
        both = {**self.options, **(changed or {})}
        options = {name: value for name, value in both.items() if name not in OPTIONS_OF_PLAY}
        key = canonical(options)
        if key not in self._loaded:
            self._loaded[key] = self.tools.load(self.scenario, options, self.here.pack, self.here.folders)
        return self._loaded[key]

    def seats_of(self, side: Side) -> tuple[str, ...]:
        """The seats of a side; one without a name unless the match says otherwise."""
        return self.seats.get(side, ("",))

    @property
    def mutual(self) -> bool:
        """Whether each side holds a chain of its own."""
        return self.mode == "mutual"

    @property
    def shared_veil(self) -> bytes | None:
        """The veil that everybody can reckon, in a match that nobody umpires; None in all others."""
        if not self.mutual:
            return None
        veil = shared_veil([party.anchor for party in self.parties])
        return veil if hexadecimal(sha256(veil)) == self.veil else None

    def option(self, name: str, changed: Mapping[str, str] | None = None) -> str:
        """An option of play, or its default."""
        return {**self.options, **(changed or {})}.get(name, OPTIONS_OF_PLAY[name][0])

    def by(self) -> By:
        """What adjudicates a step of this match here, as its turn line says it."""
        return {**self.tools.code(self.scenario, self.rules()), "data": self.here.digest}

    def releases(self) -> Releases:
        """The releases by which other versions are known."""
        return self.tools.releases(self.scenario)

    def other_data(self) -> str:
        """A sentence where the data here are not those of the match; "" where they are."""
        ours = self.here.digest
        if ours == self.data:
            return ""
        return f"The match is played with other data than are here ({self.data[:12]}… instead of {ours[:12]}…)."


def check_options(options: Mapping[str, str], mode: str) -> dict[str, str]:
    """The options of the game among those of a match; an option of play with a value that it cannot have is refused."""
    for name, values in OPTIONS_OF_PLAY.items():
        if name in options and options[name] not in values:
            raise UsageError(f"The option {name} cannot be {options[name]!r}.", f"It is one of: {', '.join(values)}.")
    if "no_link" in options and mode != "mutual":
        raise UsageError("Links are shown in mode mutual only.", "Leave the option no_link out.")
    return {name: value for name, value in options.items() if name not in OPTIONS_OF_PLAY}


def setup_of(body: Mapping[str, Any], tools: Tools, data: Path | None = None, beside: Path | None = None) -> Setup:
    """The match that a first line describes, with data that were given, or with those beside its log.

    A copy that is not what the match was begun with is refused.
    """
    try:
        scenario = str(body["scenario"])
        here = data_of(tools.folders(scenario), data, beside)
        setup = Setup(
            name=str(body["name"]),
            scenario=scenario,
            mode=str(body["mode"]),
            engine=str(body["engine"]),
            ruleset=str(body["ruleset"]),
            data=str(body["data"]),
            start=str(body["start"]),
            options={str(k): str(v) for k, v in body["options"].items()},
            seats={str(side): tuple(map(str, seats)) for side, seats in body.get("seats", {}).items()},
            here=here,
            tools=tools,
            parties=tuple(
                Party(str(p["name"]), str(p["anchor"]), int(p["length"]), p.get("escrow") is True)
                for p in body["parties"]
            ),
            veil=str(body["veil"]),
        )
    except (KeyError, AttributeError, TypeError):
        raise LogError(
            "The log's first line does not describe a match of ours.", "Give the log.jsonl of a match."
        ) from None
    if (here.copied or here.pack is not None) and setup.other_data():
        where = data or "the folder `data` beside the log"
        raise LogError(
            f"The data in {where} are not those that the match was begun with "
            f"({here.digest[:12]}… instead of {setup.data[:12]}…).",
            "Put the match's own copy of its data there: the umpire has it in the match folder.",
        )
    return setup


def choice_json(choice: Choice) -> dict[str, Any]:
    """A choice as the log holds it: its kind, and what differs from the defaults."""
    return {**choice.model_dump(mode="json", exclude_defaults=True), "kind": choice.kind}
