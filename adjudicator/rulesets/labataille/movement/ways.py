"""Section 2.3: the way of a march: as written, or the cheapest legal one."""

from __future__ import annotations

from adjudicator.core.types import Finding
from adjudicator.kit.verdicts import Verdict, no
from adjudicator.maps.search import Outward
from adjudicator.rulesets.labataille.context import Context
from adjudicator.rulesets.labataille.movement.allowance import allowance
from adjudicator.rulesets.labataille.movement.steps import Footing, Made, footing_of, step
from adjudicator.rulesets.labataille.state import State, Unit


def cheapest_way(ctx: Context, state: State, unit: Unit, goal: str) -> tuple[str, ...] | Verdict:
    """The cheapest legal way to a hex, then the one of fewest hexes, then of the lowest ids.

    Facing and formation are part of the search: a turn costs, and ground changes formations. Where the points do not
    reach the hex, the way leads to the nearest one that they reach.
    """
    start = footing_of(unit)
    most = max(allowance(ctx, state, unit) - start.spent, 0)
    known: list[Footing] = [start]
    numbers: dict[tuple[tuple[str, ...], str, str, bool], int] = {_key(start): 0}
    why: dict[str, Verdict] = {}

    def leads(node: int, cost: int, steps: int) -> list[tuple[int, int]]:
        here = known[node]
        found: list[tuple[int, int]] = []
        now = Footing(here.places, here.formation, here.facing, start.spent + cost)
        for there in ctx.board.neighbours[here.places[0]]:
            made = step(ctx, state, unit, now, there)
            if isinstance(made, Finding):
                why.setdefault(there, made)
                continue
            found.append((_number(made, known, numbers), made.cost))
        return found

    search = Outward([0], leads, most)
    near, nearest = ctx.board.distance(unit.place, goal), 0
    for node in search:
        here = known[node].places[0]
        if here == goal:
            return tuple(known[one].places[0] for one in search.path(node))
        if ctx.board.distance(here, goal) < near:
            near, nearest = ctx.board.distance(here, goal), node
    if goal in why:
        return why[goal]
    if nearest:
        return tuple(known[one].places[0] for one in search.path(nearest))
    name = ctx.units[unit.id].name
    return no("LB-18.1", f"{name} cannot reach {goal} with its points.", "March part of the way.")


def _key(footing: Footing) -> tuple[tuple[str, ...], str, str, bool]:
    return footing.places, footing.formation, footing.facing, footing.spent > 0


def _number(made: Made, known: list[Footing], numbers: dict[tuple[tuple[str, ...], str, str, bool], int]) -> int:
    key = _key(made.footing)
    if key not in numbers:
        numbers[key] = len(known)
        known.append(made.footing)
    return numbers[key]
