"""The rule catalogue: what each rule says, what the program does about it, where, and which tests prove it.

A rule system keeps four files beside its code: `rules.toml` and `rulings.toml` are written by hand, `where.toml` and
`tests.toml` are made from the source by `scripts/index_rules.py`, so that an installed package knows them too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any, Literal

from pydantic import Field, ValidationError

from adjudicator.core.errors import DataError
from adjudicator.core.types import Frozen, RuleId

Status = Literal["implemented", "data", "information", "external", "open"]


class Rule(Frozen):
    """One rule of the rule tables."""

    id: RuleId
    summary: str = Field(min_length=1)
    """The rule in our own words, on one line."""
    source: str = Field(min_length=1)
    """Where the rulebooks have it: "B8.4e, L8.4e"."""
    kind: str
    status: Status
    rulings: tuple[str, ...] = ()
    why: str = ""
    """Why a rule is data, information, external or open."""
    where: tuple[str, ...] = ()
    """The functions and data files that cite it."""
    tests: tuple[str, ...] = ()
    """The tests that prove it, as pytest names them."""

    def plain(self) -> dict[str, Any]:
        """The rule as `rules --json` prints it."""
        return {
            "id": self.id,
            "summary": self.summary,
            "source": self.source,
            "status": self.status,
            "where": list(self.where),
            "tests": list(self.tests),
            "rulings": list(self.rulings),
            "why": self.why,
        }


class Switch(Frozen):
    """A match option and its values; the first is the default."""

    option: str
    values: tuple[str, ...] = Field(min_length=2)
    games: tuple[str, ...] = ()
    """The games that offer it; empty for every game of the rule system."""
    about: str
    """The ruling ("Q06") or the rule ("BAU-10.6a") that it switches."""
    summary: str

    def offered_in(self, game: str) -> bool:
        """Whether a game has this option."""
        return not self.games or game in self.games


class Ruling(Frozen):
    """Where a rulebook is silent or contradicts itself: the question, what we do, and why."""

    id: str
    question: str
    ruling: str
    reason: str
    option: str = ""
    values: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    in_data: bool = False
    """The ruling is a value in a data file, and a data pack can change it."""


class Variant(Frozen):
    """A variant that a rulebook offers, chosen like a ruling's option."""

    rule: RuleId
    option: str
    values: tuple[str, ...]
    games: tuple[str, ...] = ()
    summary: str


class Catalogue(Frozen):
    """The rules, rulings and variants of one rule system."""

    rules: tuple[Rule, ...]
    rulings: tuple[Ruling, ...] = ()
    variants: tuple[Variant, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[str, Rule]:
        """Rules by their id."""
        return {rule.id: rule for rule in self.rules}

    def rule(self, rule_id: str) -> Rule | None:
        """A rule by its id, whatever its case; None if there is none."""
        wanted = rule_id.strip().casefold()
        return next((rule for rule in self.rules if rule.id.casefold() == wanted), None)

    def chapter(self, start: str) -> tuple[Rule, ...]:
        """The rules whose id begins so: "VV-8.4" gives VV-8.4a1 to VV-8.4j."""
        wanted = start.strip().casefold()
        return tuple(rule for rule in self.rules if rule.id.casefold().startswith(wanted))

    def ruling(self, ruling_id: str) -> Ruling | None:
        """A ruling by its number ("Q06")."""
        return next((ruling for ruling in self.rulings if ruling.id.casefold() == ruling_id.strip().casefold()), None)

    def switches(self, game: str = "") -> tuple[Switch, ...]:
        """Every match option: switchable rulings first, then variants; of one game, if it is named."""
        found = [
            Switch(option=r.option, values=r.values, games=r.games, about=r.id, summary=r.ruling)
            for r in self.rulings
            if r.option
        ]
        found += [
            Switch(option=v.option, values=v.values, games=v.games, about=v.rule, summary=v.summary)
            for v in self.variants
        ]
        return tuple(switch for switch in found if not game or switch.offered_in(game))

    def plain(self) -> dict[str, Any]:
        """The catalogue as `rules --json` prints it."""
        return {"rules": [rule.plain() for rule in self.rules]}


def load_catalogue(folder: Traversable) -> Catalogue:
    """Read the catalogue of a rule system from its folder (`importlib.resources.files(...)` or a Path)."""
    written = _read(folder, "rules.toml").get("rule", [])
    where = _read(folder, "where.toml").get("where", {})
    tests = _read(folder, "tests.toml").get("tests", {})
    rulings = _read(folder, "rulings.toml")
    try:
        rules = [{**r, "where": where.get(r["id"], ()), "tests": tests.get(r["id"], ())} for r in written]
        return Catalogue.model_validate(
            {"rules": rules, "rulings": rulings.get("ruling", ()), "variants": rulings.get("variant", ())}
        )
    except (ValidationError, KeyError) as error:
        raise DataError(f"The rule catalogue in {folder.name} does not fit: {error}.") from error


def rule_texts(folder: Traversable) -> dict[str, str]:
    """What each rule says, with where the rulebooks have it, by its id: all that a reader of a report needs."""
    written = _read(folder, "rules.toml").get("rule", [])
    return {str(r["id"]): f"{r['summary']} ({r['source']})" for r in written if {"id", "summary", "source"} <= r.keys()}


def _read(folder: Traversable, name: str) -> dict[str, Any]:
    file = folder / name
    if not file.is_file():
        return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{name} is not valid TOML: {error}.", "Mend the file at the line that is named.") from error
