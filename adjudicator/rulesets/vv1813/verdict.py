"""Whether an order is legal: the answer, the rule, the fact, and what would be legal instead."""

from __future__ import annotations

from adjudicator.core.types import Finding, RuleId


class Verdict(Finding[bool]):
    """A finding about an order; where it is illegal, `because` is a sentence and `remedy` the way out."""

    remedy: str = ""


def allowed(rule: str) -> Verdict:
    """The order is legal."""
    return Verdict(rule=RuleId(rule), value=True)


def illegal(rule: str, because: str, remedy: str) -> Verdict:
    """The order is illegal, and why."""
    return Verdict(rule=RuleId(rule), value=False, because=because, remedy=remedy)
