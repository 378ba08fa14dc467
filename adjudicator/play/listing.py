"""What can be played, and the rule catalogues."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from adjudicator import rulesets
from adjudicator.core.catalogue import Catalogue, Rule, Ruling, load_catalogue
from adjudicator.core.errors import MatchError
from adjudicator.rulesets import Scenario


def scenarios() -> tuple[Scenario, ...]:
    """Every game and scenario, in order of name."""
    return rulesets.catalogue()


def find_scenario(name: str) -> Scenario:
    """A scenario by its name, whatever the case."""
    return rulesets.find(name)


def ruleset_names() -> tuple[str, ...]:
    """The rule systems that have a playable scenario."""
    return tuple(sorted({scenario.ruleset for scenario in rulesets.catalogue()}))


def catalogue_of(name: str) -> Catalogue:
    """The rule catalogue of a rule system; a scenario's name does as well."""
    wanted = name.strip().casefold()
    known = ruleset_names()
    ruleset = wanted if wanted in known else next((s.ruleset for s in scenarios() if s.name == wanted), None)
    if ruleset is None:
        raise MatchError(f"There is no rule system called {name!r}.", f"Choose one of: {', '.join(known)}.")
    return load_catalogue(files(f"adjudicator.rulesets.{ruleset}"))


def rules_found(catalogue: Catalogue, wanted: str) -> tuple[Rule, ...]:
    """A rule by its id, or the rules of a chapter ("VV-8.4")."""
    rule = catalogue.rule(wanted)
    found = (rule,) if rule is not None else catalogue.chapter(wanted)
    if not found:
        raise MatchError(f"There is no rule {wanted!r}.", "List them with `adjudicator rules RULESET`.")
    return found


def rulings_of(catalogue: Catalogue, rule: Rule) -> tuple[Ruling, ...]:
    """The rulings that touch a rule."""
    return tuple(ruling for name in rule.rulings if (ruling := catalogue.ruling(name)) is not None)


def options_of(scenario: Scenario) -> list[dict[str, Any]]:
    """The match options that a scenario offers: name, values (the default first), what they switch."""
    switches = catalogue_of(scenario.ruleset).switches(scenario.name)
    return [{"option": s.option, "values": list(s.values), "about": s.about, "summary": s.summary} for s in switches]
