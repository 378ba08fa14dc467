"""Odds in words, on one line, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from adjudicator.play.odds.distribution import Distribution, Value
from adjudicator.play.odds.odds import Case, Odds

FEW = 8
"""So many values of a figure are told; the rest together."""
_DEFAULTS = "What nobody has written is decided as the rules' defaults say: {}."


def in_words(odds: Odds) -> Iterator[str]:
    """All that can be said, line by line."""
    yield from (f"{odds.side}: {order}" for order in odds.orders)
    for case in odds.cases:
        yield ""
        yield from _case(case)
    settled = sorted(
        {f"{kind.replace('_', ' ')} ({side})" for c in odds.cases for side, kind in c.distribution.defaults}
    )
    if settled:
        yield ""
        yield _DEFAULTS.format(", ".join(settled))


def in_brief(odds: Odds) -> Iterator[str]:
    """The line that `check --odds` adds to an attack, or one for each way that the enemy may stand."""
    for case in odds.cases:
        told = case.distribution
        name = next((name for name in told.names() if any(isinstance(value, str) for value in told.of(name))), "")
        name = name or next(iter(told.names()), "")
        said = ", ".join(f"{value} {_percent(chance)}" for value, chance in _few(told.of(name)) if chance)
        means = [(one, told.mean(one)) for one in told.names()]
        counted = "; ".join(f"{one} {float(mean):.2f}" for one, mean in means if mean)
        supposed = f" if {case.supposed}" if case.supposed else ""
        average = f"; on average {counted}" if counted else ""
        yield f"odds{supposed} ({_sort(told)}): {said or 'nothing happens'}{average}"


def to_json(odds: Odds) -> dict[str, Any]:
    """For `odds --json`: probabilities as exact fractions, and as numbers."""
    return {"side": odds.side, "orders": list(odds.orders), "cases": [_case_json(case) for case in odds.cases]}


def _case(case: Case) -> Iterator[str]:
    told = case.distribution
    yield f"{case.supposed[:1].upper()}{case.supposed[1:]}: {_sort(told)}." if case.supposed else f"{_sort(told)}."
    for event in told.refused:
        yield f"  not carried out, {event.rule}: {event.reason}"
    width = max(map(len, told.names()), default=0)
    for name in told.names():
        values = told.of(name)
        if set(values) <= {0, "no"}:
            continue
        mean = told.mean(name)
        said = ", ".join(f"{value}: {_chance(told, chance)}" for value, chance in _few(values))
        yield f"  {name:<{width}}  {said}{'' if mean is None else f'; mean {float(mean):.2f}'}"


def _few(values: dict[Value, Fraction]) -> list[tuple[Value, Fraction]]:
    """The values of a figure; where they are many, the first of them and the others together."""
    pairs = list(values.items())
    if len(pairs) <= FEW or all(isinstance(value, int) for value in values):
        return pairs
    rest = sum((chance for _, chance in pairs[FEW:]), Fraction(0))
    return [*pairs[:FEW], (f"{len(pairs) - FEW} others", rest)]


def _sort(told: Distribution) -> str:
    if told.is_exact:
        return "exact, over all dice"
    return f"from {told.samples} samples, error up to {100 * told.error(Fraction(1, 2)):.1f} %"


def _chance(told: Distribution, chance: Fraction) -> str:
    return _percent(chance) if told.is_exact else f"{_percent(chance)} ± {100 * told.error(chance):.1f}"


def _percent(chance: Fraction) -> str:
    return f"{float(100 * chance):.1f} %"


def _case_json(case: Case) -> dict[str, Any]:
    told = case.distribution
    return {
        "supposed": case.supposed,
        "exact": told.is_exact,
        "samples": told.samples,
        "runs": told.runs,
        "refused": [{"rule": event.rule, "line": event.line, "reason": event.reason} for event in told.refused],
        "defaults": [{"side": side, "decision": kind} for side, kind in told.defaults],
        "figures": [_figure_json(told, name) for name in told.names()],
        "outcomes": [
            {"probability": str(chance), "figures": dict(outcome)} for outcome, chance in told.outcomes.items()
        ],
    }


def _figure_json(told: Distribution, name: str) -> dict[str, Any]:
    mean = told.mean(name)
    values = [
        {"value": value, "probability": str(chance), "percent": round(float(100 * chance), 3)}
        | ({} if told.is_exact else {"error": round(100 * told.error(chance), 3)})
        for value, chance in told.of(name).items()
    ]
    return {"name": name, "values": values, "mean": None if mean is None else str(mean)}
