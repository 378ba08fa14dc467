"""The cheapest legal way of a stack, found with the same rules of steps by which it is then walked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.core.values import dataclass
from adjudicator.maps.search import Outward
from adjudicator.rulesets.nlc.context import Context
from adjudicator.rulesets.nlc.movement.steps import Footing, Step, Stepping

FLAGS = 6
"""Kinds of footing in one hex: a node of the search is the hex's id, times this, plus the kind."""
STOPPED = 4


@dataclass(frozen=True, slots=True)
class Found:
    """A way: the hexes entered and what it costs the dearest walker of the stack, in halves."""

    path: tuple[str, ...]
    cost: int


def outward(ctx: Context, stepping: Stepping, limit: int | None = None) -> Outward:
    """A search outward from a stack's hex; nodes are hexes with their footing, prices those of the dearest walker.

    Where the kinds of walkers pay differently, each step is priced at the dearest: a stack keeps together.
    """
    ids, names = ctx.board.grid.ids, ctx.board.grid.names
    neighbours = ctx.board.neighbours
    left = min((purse.left for purse in stepping.purses), default=0) if limit is None else limit

    def leads(node: int, _cost: int, _steps: int) -> Iterator[tuple[int, int]]:
        hex_id, flag = divmod(node, FLAGS)
        if flag >= STOPPED:
            return
        footing = Footing(names[hex_id], used=flag in (1, 2), ignores=flag == 2)
        for there in neighbours[footing.place]:
            made = stepping.step(footing, there)
            if isinstance(made, Step):
                yield ids[there] * FLAGS + _flag(made), max(made.costs, default=0)

    return Outward([ids[stepping.stack.place] * FLAGS], leads, left)


def _flag(step: Step) -> int:
    if step.stops:
        return STOPPED
    return 2 if step.footing.ignores else 1 if step.footing.used else 0


def way_to(ctx: Context, stepping: Stepping, is_goal: Callable[[str], bool], limit: int | None = None) -> Found | None:
    """The cheapest way to the nearest hex that will do; None if there is none in reach."""
    names = ctx.board.grid.names
    search = outward(ctx, stepping, limit)
    for node in search:
        if is_goal(names[node // FLAGS]):
            return Found(tuple(names[one // FLAGS] for one in search.path(node)), search.cost(node))
    return None


FAR = 1 << 20
"""More halves of a point than any way on any map costs."""


def whole_way(ctx: Context, stepping: Stepping, goal: str) -> Found | None:
    """The cheapest way to a hex, whatever it costs: the stack goes as far along it as it can pay."""
    return way_to(ctx, stepping, lambda place: place == goal, FAR)
