"""What the rules of a phase share: one `Run` of this rule system."""

from __future__ import annotations

from adjudicator.kit.run import Run
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.state import State

Here = Run[State, Context]
