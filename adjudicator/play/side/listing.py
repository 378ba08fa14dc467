"""What can be played, and the rule catalogues."""

from __future__ import annotations

from typing import Any

from adjudicator import rulesets
from adjudicator.core.errors import UsageError
from adjudicator.kit.catalogue import Catalogue, Rule, Ruling, load_catalogue
from adjudicator.kit.registry import Scenario


def scenarios() -> tuple[Scenario, ...]:
    """Every game and scenario, in order of name."""
    return rulesets.catalogue()


def find_scenario(name: str) -> Scenario:
    """A scenario by its name, whatever the case."""
    return rulesets.find(name)


def ruleset_names() -> tuple[str, ...]:
    """The rule systems that have a playable scenario."""
    return tuple(entry.name for entry in rulesets.REGISTRY.entries())


def unusable() -> tuple[str, ...]:
    """A sentence for each rule system that is installed and cannot be used."""
    rulesets.REGISTRY.entries()
    return tuple(f"{broken.what} {broken.remedy}" for broken in rulesets.REGISTRY.broken)


def catalogue_of(name: str) -> Catalogue:
    """The rule catalogue of a rule system; a scenario's name does as well."""
    wanted = name.strip().casefold()
    named = next((s.ruleset for s in scenarios() if s.name == wanted), wanted)
    entry = rulesets.REGISTRY.ruleset(named)
    if entry is None:
        raise UsageError(f"There is no rule system called {name!r}.", f"Choose one of: {', '.join(ruleset_names())}.")
    return load_catalogue(entry.folder)


def rules_found(catalogue: Catalogue, wanted: str) -> tuple[Rule, ...]:
    """A rule by its id, or the rules of a chapter ("VV-8.4")."""
    rule = catalogue.rule(wanted)
    found = (rule,) if rule is not None else catalogue.chapter(wanted)
    if not found:
        raise UsageError(
            f"There is no rule {wanted!r}.",
            "List them with `adjudicator rules RULESET`; a ruling has a number such as Q22.",
        )
    return found


def rulings_of(catalogue: Catalogue, rule: Rule) -> tuple[Ruling, ...]:
    """The rulings that touch a rule."""
    return tuple(ruling for name in rule.rulings if (ruling := catalogue.ruling(name)) is not None)


def rule_page(catalogue: Catalogue, rule: Rule) -> list[tuple[str, bool]]:
    """Everything about a rule, line by line; those marked so are prose to be filled."""
    lines = [(f"{rule.id}  [{rule.status}]  {rule.source}", False), (rule.summary, True)]
    if rule.why:
        lines.append((f"why {rule.status}: {rule.why}", True))
    lines += [(f"{ruling.id}: {_ruled(ruling)}", True) for ruling in rulings_of(catalogue, rule)]
    for title, places in (("applied in", rule.where), ("tested by", rule.tests)):
        lines += [(f"    {title} {place}", False) for place in places]
    return lines


def _ruled(ruling: Ruling) -> str:
    option = f" Option {ruling.option}: {', '.join(ruling.values)}." if ruling.option else ""
    return f"{ruling.question} {ruling.ruling} ({ruling.reason}){option}"


def ruling_page(catalogue: Catalogue, wanted: str) -> list[tuple[str, bool]]:
    """A ruling by its number, with the rules that it touches; nothing where there is no such ruling."""
    ruling = catalogue.ruling(wanted)
    if ruling is None:
        return []
    touched = ", ".join(rule.id for rule in catalogue.rules if ruling.id in rule.rulings)
    lines = [(f"{ruling.id}  [ruling]  {touched or 'no single rule'}", False), (_ruled(ruling), True)]
    return [*lines, ("A value of the data files: a data pack can change it.", True)] if ruling.in_data else lines


def options_of(scenario: Scenario) -> list[dict[str, Any]]:
    """The match options that a scenario offers: name, values (the default first), what they switch."""
    switches = catalogue_of(scenario.ruleset).switches(scenario.name)
    return [{"option": s.option, "values": list(s.values), "about": s.about, "summary": s.summary} for s in switches]
