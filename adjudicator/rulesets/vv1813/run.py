"""A phase of an 1813 battle as it runs: the run of the kit, on this position and with this context."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.core.ruleset import Telling
from adjudicator.kit import run as kit
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.state import State

Run = kit.Run[State, Context]
Story = Callable[[Run], Telling]
"""A stage of the sequence of play as the rulebook tells it."""
