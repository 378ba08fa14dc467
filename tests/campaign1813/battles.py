"""Battles for tests: brought about by a march, then reported or resolved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.core.types import Choice, Order, Side
from adjudicator.rulesets.campaign1813.report import report_orders as ro
from tests.campaign1813.field import Field, march

LUCKAU = {
    "Dahme": "P016 P017 P018 P019 P020 P021",
    "Luckau": "F080 F081 F082 F083 F084",
    "Cottbus": "F075 F076",
    "Lubben": "P023 P024",
    "Torgau": "F109 F105",
}
"""Bülow attacks Reynier at Luckau from Dahme; Bertrand at Cottbus and Tauentzien at Lubben stand near."""
ATTACKERS = "P016 P017 P018 P019 P020 P021"
HELD = {"Dahme": "Allied", "Lubben": "Allied", "Luckau": "French", "Cottbus": "French", "Torgau": "French"}


def battle(
    places: Mapping[str, str] | None = None,
    attackers: str = ATTACKERS,
    town: str = "Luckau",
    *,
    attacker: str = "Allied",
    location: int = 5,
    options: Mapping[str, str] | None = None,
    answers: Mapping[str, Choice] | None = None,
    orders: Sequence[Order] = (),
) -> Field:
    """A battle that waits for its report."""
    field = Field(places or LUCKAU, active=Side(attacker), options=options)
    field.having(held={**field.state.held, **{t: Side(s) for t, s in HELD.items()}})
    field.run("reconnaissance", orders, otherwise=1)
    field.run("movement", [march(attackers, town), *orders], otherwise=1)
    assert town in field.state.contests, field.refusals
    field.run("fortresses", answers=answers)
    field.run("battles", dice={"location": [location]}, otherwise=3, answers=answers)
    return field


def told(outcome: str, *lines: Order, last: int = 20, others: bool = True) -> list[Order]:
    """A report: the result, the last turn, other lines, and nothing lost by anybody else."""
    found: list[Order] = [ro.Outcome.model_validate({"outcome": outcome}), ro.LastTurn(turn=last), *lines]
    return [*found, ro.Unhurt()] if others else found


def hits(**losses: int) -> ro.Losses:
    """Hits on blocks."""
    return ro.Losses(losses=tuple(ro.Hits(unit=unit, hits=number) for unit, number in losses.items()))


def reported(field: Field, orders: Sequence[Order], answers: Mapping[str, Choice] | None = None) -> Field:
    """A report sent in: the position after it."""
    field.run("result", orders, answers=answers)
    return field
