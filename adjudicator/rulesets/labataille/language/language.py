"""The order language of La Bataille."""

from __future__ import annotations

from adjudicator.core.language import Language
from adjudicator.rulesets.labataille.context import Context


def language_for(ctx: Context) -> Language:
    """The language of one scenario."""
    raise AssertionError("the grammar is still to come")
