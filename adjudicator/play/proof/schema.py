"""JSON Schemas of orders, events and the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from adjudicator import rulesets
from adjudicator.core import orders as common
from adjudicator.core.errors import AdjudicatorError
from adjudicator.core.types import Order
from adjudicator.kit.registry import RulesetEntry
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


def schemas(broken: Callable[[str], None] = lambda sentence: None) -> dict[str, Any]:
    """Everything that is written or read as JSON: orders and events of each rule system, lines of the log.

    A rule system that cannot be used is left out, and `broken` is told why.
    """
    orders: dict[str, Any] = {}
    events: dict[str, Any] = {}
    for entry in rulesets.REGISTRY.entries():
        try:
            with rulesets.REGISTRY.trusted(entry, "say what its orders and events are"):
                of_orders = _any_of(f"Orders of {entry.name}", (*COMMON_ORDERS, *entry.orders()))
                of_events = _any_of(f"Events of {entry.name}", _events(entry))
        except AdjudicatorError as trouble:
            broken(f"{trouble.what} {trouble.remedy}")
            continue
        orders[entry.name], events[entry.name] = of_orders, of_events
    return {"$schema": DIALECT, "orders": orders, "events": events, "log": log_schema()}


def _events(entry: RulesetEntry) -> tuple[type[BaseModel], ...]:
    found: dict[str, type[BaseModel]] = {}
    for scenario in entry.scenarios:
        found |= {event.__name__: event for event in rulesets.load(scenario.name, {}).event_types()}
    return tuple(found.values())


def _any_of(title: str, models: Iterable[type[BaseModel]]) -> dict[str, Any]:
    """One schema for a family of models, told apart by `kind`."""
    unique = list(dict.fromkeys(models))
    references, definitions = models_json_schema([(model, "serialization") for model in unique], title=title)
    return {**definitions, "oneOf": [references[model, "serialization"] for model in unique]}
