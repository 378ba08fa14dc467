"""JSON Schemas of orders, events and the log."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from adjudicator import rulesets
from adjudicator.core import orders as common
from adjudicator.core.types import Order
from adjudicator.play.side.listing import ruleset_names
from adjudicator.record.schema import log_schema

DIALECT = "https://json-schema.org/draft/2020-12/schema"
COMMON_ORDERS: tuple[type[Order], ...] = (
    common.Heading,
    common.Conditional,
    common.Pass,
    common.Resign,
    common.OfferDraw,
    common.AcceptDraw,
    common.Standing,
    common.Answer,
    common.AskMe,
)


def schemas() -> dict[str, Any]:
    """Everything that is written or read as JSON: orders and events of each rule system, lines of the log."""
    return {
        "$schema": DIALECT,
        "orders": {name: _any_of(f"Orders of {name}", _orders(name)) for name in ruleset_names()},
        "events": {name: _any_of(f"Events of {name}", _events(name)) for name in ruleset_names()},
        "log": log_schema(),
    }


def _orders(ruleset: str) -> tuple[type[BaseModel], ...]:
    entry = rulesets.REGISTRY.ruleset(ruleset)
    return (*COMMON_ORDERS, *(entry.orders() if entry else ()))


def _events(ruleset: str) -> tuple[type[BaseModel], ...]:
    found: dict[str, type[BaseModel]] = {}
    for scenario in rulesets.catalogue():
        if scenario.ruleset == ruleset:
            found |= {event.__name__: event for event in rulesets.load(scenario.name, {}).event_types()}
    return tuple(found.values())


def _any_of(title: str, models: Iterable[type[BaseModel]]) -> dict[str, Any]:
    """One schema for a family of models, told apart by `kind`."""
    unique = list(dict.fromkeys(models))
    references, definitions = models_json_schema([(model, "serialization") for model in unique], title=title)
    return {**definitions, "oneOf": [references[model, "serialization"] for model in unique]}
