"""`scenarios`, `rules`, `schema`: what there is."""

from __future__ import annotations

import textwrap
from typing import Annotated

import typer

from adjudicator.cli.speaking import JsonOption, say, say_json, warn


def scenario_names(incomplete: str) -> list[str]:
    from adjudicator.play.side.listing import scenarios

    return [s.name for s in scenarios() if s.name.startswith(incomplete.casefold())]


def _rulesets(incomplete: str) -> list[str]:
    from adjudicator.play.side.listing import ruleset_names

    return [name for name in ruleset_names() if name.startswith(incomplete.casefold())]


def _fill(text: str, indent: str = "    ") -> str:
    return textwrap.fill(text, 96, initial_indent=indent, subsequent_indent=indent)


def scenarios_command(
    name: Annotated[
        str, typer.Argument(metavar="[SCENARIO]", help="Show its options too.", autocompletion=scenario_names)
    ] = "",
) -> None:
    """List what can be played; with a name, the options of that scenario.

    \b
    Examples:
      adjudicator scenarios
      adjudicator scenarios bautzen
    """
    from adjudicator.play.side.listing import find_scenario, options_of, scenarios, unusable

    if not name:
        wide = max(len(scenario.name) for scenario in scenarios()) + 2
        for scenario in scenarios():
            say(f"{scenario.name:<{wide}}{scenario.title} ({scenario.ruleset}): {', '.join(scenario.sides)}")
            say(_fill(scenario.about, " " * wide))
        for sentence in unusable():
            warn(sentence)
        return
    scenario = find_scenario(name)
    say(f"{scenario.title} ({scenario.name}, rules {scenario.ruleset})")
    say(_fill(scenario.about))
    say("Options, the default first: adjudicator new ... --option NAME=VALUE")
    for option in options_of(scenario):
        say(f"  {option['option']} = {' | '.join(option['values'])}   ({option['about']})")
        say(_fill(option["summary"], " " * 6))


def rules_command(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="A rule system.", autocompletion=_rulesets)],
    rule_id: Annotated[str, typer.Argument(metavar="[ID]", help="A rule, a chapter, or a ruling.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Look up rules: what each says in our words, its rulings, where it is applied and tested.

    \b
    Examples:
      adjudicator rules vv1813
      adjudicator rules vv1813 VV-8.4e
      adjudicator rules vv1813 VV-8.4 --json
      adjudicator rules vv1813 Q22
    """
    from adjudicator.play.side.listing import catalogue_of, rule_page, rules_found, ruling_page

    catalogue = catalogue_of(ruleset)
    if rule_id and (ruling := ruling_page(catalogue, rule_id)):
        for line, is_prose in ruling:
            say(_fill(line) if is_prose else line)
        return
    found = rules_found(catalogue, rule_id) if rule_id else catalogue.rules
    if as_json:
        say_json({"rules": [rule.plain() for rule in found]})
    elif len(found) <= 12 and rule_id:
        for rule in found:
            for line, is_prose in rule_page(catalogue, rule):
                say(_fill(line) if is_prose else line)
    else:
        for rule in found:
            say(f"{rule.id:<12}{rule.status:<13}{rule.summary}")
        if not found:
            say(f"{ruleset} brings no catalogue of its rules.")


def schema_command() -> None:
    """Print the JSON Schemas of orders and events of each rule system, and of the lines of the log.

    \b
    Example:
      adjudicator schema > adjudicator.schema.json
    """
    from adjudicator.play.proof.schema import schemas

    say_json(schemas(warn))
