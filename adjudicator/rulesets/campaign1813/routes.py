"""CAM: where a group may march: paths as written or found on the known map, each section and town checked."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.core.types import RuleId, Side
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.rates import counts, room, why_full
from adjudicator.rulesets.campaign1813.state import Block, State, enemy_of


@dataclass(frozen=True, slots=True)
class Bar:
    """Why a march cannot be made: the rule, the fact, what would be legal."""

    rule: RuleId
    reason: str
    remedy: str = ""


def bar(rule: str, reason: str, remedy: str = "") -> Bar:
    """A bar by its rule's name."""
    return Bar(RuleId(rule), reason, remedy)


def is_enemy_held(state: State, side: Side, town: str) -> bool:
    """CAM-move-3: whether a town holds an enemy combat block; leaders alone hold nothing (A-10)."""
    return state.pieces.has_combat(town, enemy_of(side))


def is_own_siege(state: State, side: Side, town: str) -> bool:
    """CAM-siege-2: whether a side already stands before a fortress: whoever comes joins the besiegers (A-48)."""
    siege = state.sieges.get(town)
    return siege is not None and siege.besieger == side


def check_path(ctx: Context, state: State, side: Side, origin: str, path: tuple[str, ...], units: int) -> Bar | None:
    """CAM-map-7, CAM-move-3, CAM-road-1: whether so many units may go along a path; None if they may.

    CAM-move-2, CAM-move-4: friends on the way do not matter, and a town holds any number.
    """
    here = origin
    for index, there in enumerate(path):
        if not ctx.network.are_adjacent(here, there):
            near = ", ".join(ctx.town(town) for town in ctx.network.neighbours[here])
            return bar(
                "CAM-map-7",
                f"No road joins {ctx.town(here)} and {ctx.town(there)} directly.",
                f"From {ctx.town(here)} roads lead to {near}.",
            )
        if index + 1 < len(path) and is_enemy_held(state, side, there):
            return bar(
                "CAM-move-3",
                f"{ctx.town(there)} is held by the enemy: whoever enters it stops and fights.",
                f"End the march at {ctx.town(there)}, or go another way.",
            )
        found = room(ctx, state, side, here, there)
        if units > found.left:
            remedy = f"Send {found.left} units this way." if found.left else "Use another road, or wait a turn."
            return Bar(found.rule, why_full(ctx, found, units), remedy)
        here = there
    return None


def find_path(
    ctx: Context, known: State, side: Side, origin: str, goal: str, longest: int, units: int
) -> tuple[str, ...] | Bar:
    """The shortest way to a town that is open as far as the side knows; of equals the first by ids."""
    if goal == origin:
        return bar("CAM-move-1", f"They stand at {ctx.town(goal)} already.", "Name another town.")
    edge: list[tuple[str, ...]] = [()]
    seen = {origin}
    for _ in range(longest):
        following: list[tuple[str, ...]] = []
        for path in edge:
            here = path[-1] if path else origin
            for there in ctx.network.neighbours[here]:
                if there in seen or units > room(ctx, known, side, here, there).left:
                    continue
                if there == goal:
                    return (*path, there)
                if not is_enemy_held(known, side, there):
                    seen.add(there)
                    following.append((*path, there))
        edge = following
    return _no_way(ctx, known, side, origin, goal, longest, units)


def _no_way(ctx: Context, known: State, side: Side, origin: str, goal: str, longest: int, units: int) -> Bar:
    """Why there is no way: too far, barred by the enemy, or no room on the roads."""
    plain = ctx.network.path(origin, goal)
    if len(plain) > longest:
        return bar(
            "CAM-move-9",
            f"{ctx.town(goal)} is {len(plain)} towns from {ctx.town(origin)}; these blocks move {longest}.",
            f"On the way there lies {ctx.town(plain[max(1, longest) - 1])}; a forced march goes one town further.",
        )
    wrong = check_path(ctx, known, side, origin, plain, units)
    return wrong or bar("CAM-move-3", f"No way to {ctx.town(goal)} is open that does not pass the enemy.")


def units_of(blocks: tuple[Block, ...]) -> int:
    """CAM-lead-2: how many of the blocks count for road limits."""
    return sum(1 for block in blocks if counts(block))


def uncoordinated(ctx: Context, state: State, town: str, origin: str) -> Bar | None:
    """CAM-cc-1: groups attack one town together only from towns joined directly by a road, each with each (A-14)."""
    contest = state.contests.get(town)
    if contest is None:
        return None
    for other in contest.origins:
        if other != origin and not ctx.network.are_adjacent(other, origin):
            return bar(
                "CAM-cc-1",
                f"{ctx.town(town)} is already attacked from {ctx.town(other)}, "
                f"which no road joins directly to {ctx.town(origin)}.",
                f"The group may reinforce that battle (CAM-cc-2): reinforce {ctx.town(town)} with ... "
                f"by {ctx.town(origin)}.",
            )
    return None
