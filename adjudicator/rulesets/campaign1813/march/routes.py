"""CAM: where a group may march: paths as written or found on the known map, each section and town checked."""

from __future__ import annotations

from adjudicator.core.types import Side
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.rates import counts, room, why_full
from adjudicator.rulesets.campaign1813.state import Block, State, enemy_of


def is_enemy_held(state: State, side: Side, town: str) -> bool:
    """CAM-move-3: whether a town holds an enemy combat block; leaders alone hold nothing (A-10)."""
    return state.pieces.has_combat(town, enemy_of(side))


def is_own_siege(state: State, side: Side, town: str) -> bool:
    """CAM-siege-2: whether a side already stands before a fortress: whoever comes joins the besiegers (A-48)."""
    siege = state.sieges.get(town)
    return siege is not None and siege.besieger == side


def may_follow(ctx: Context, known: State, side: Side, origin: str, path: tuple[str, ...], units: int) -> Verdict:
    """CAM-map-7, CAM-move-3, CAM-road-1: whether so many units may go along a path, as far as their side can see.

    CAM-move-2, CAM-move-4: friends on the way do not matter, and a town holds any number. A section that is passed
    there and back is used twice.
    """
    here = origin
    passed: dict[str, int] = {}
    for index, there in enumerate(path):
        if not ctx.network.are_adjacent(here, there):
            near = ", ".join(ctx.town(town) for town in ctx.network.neighbours[here])
            return no(
                "CAM-map-7",
                f"No road joins {ctx.town(here)} and {ctx.town(there)} directly.",
                f"From {ctx.town(here)} roads lead to {near}.",
            )
        if index + 1 < len(path) and is_enemy_held(known, side, there):
            return no(
                "CAM-move-3",
                f"{ctx.town(there)} is held by the enemy: whoever enters it stops and fights.",
                f"End the march at {ctx.town(there)}, or go another way.",
            )
        found = room(ctx, known, side, here, there)
        passed[found.road.id] = passed.get(found.road.id, 0) + units
        if passed[found.road.id] > found.left:
            remedy = f"Send {found.left} units this way." if found.left else "Use another road, or wait a turn."
            return no(found.rule, why_full(ctx, found, passed[found.road.id]), remedy)
        here = there
    return yes("CAM-road-1")


def find_path(
    ctx: Context, known: State, side: Side, origin: str, goal: str, longest: int, units: int
) -> tuple[str, ...] | Verdict:
    """The shortest way to a town that is open as far as the side knows, of equals the first by ids; or why none is."""
    if goal == origin:
        return no("CAM-move-1", f"They stand at {ctx.town(goal)} already.", "Name another town.")
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


def _no_way(ctx: Context, known: State, side: Side, origin: str, goal: str, longest: int, units: int) -> Verdict:
    """Why there is no way: too far, barred by the enemy, or no room on the roads."""
    plain = ctx.network.path(origin, goal)
    if len(plain) > longest:
        further = "; a forced march goes one town further" if units else ""  # CAM-fm-2: leaders never force-march
        return no(
            "CAM-move-9",
            f"{ctx.town(goal)} is {len(plain)} towns from {ctx.town(origin)}; these blocks move {longest}.",
            f"On the way there lies {ctx.town(plain[max(1, longest) - 1])}{further}.",
        )
    straight = may_follow(ctx, known, side, origin, plain, units)
    if not straight.value:
        return straight
    return no("CAM-move-3", f"No way to {ctx.town(goal)} is open that does not pass the enemy.")


def units_of(blocks: tuple[Block, ...]) -> int:
    """CAM-lead-2: how many of the blocks count for road limits."""
    return sum(1 for block in blocks if counts(block))


def may_join_attack(ctx: Context, state: State, town: str, origin: str) -> Verdict:
    """CAM-cc-1: groups attack one town together only from towns joined directly by a road, each with each (A-14)."""
    contest = state.contests.get(town)
    for other in contest.origins if contest is not None else ():
        if other != origin and not ctx.network.are_adjacent(other, origin):
            return no(
                "CAM-cc-1",
                f"{ctx.town(town)} is already attacked from {ctx.town(other)}, "
                f"which no road joins directly to {ctx.town(origin)}.",
                f"The group may reinforce that battle (CAM-cc-2): reinforce {ctx.town(town)} with ... "
                f"by {ctx.town(origin)}.",
            )
    return yes("CAM-cc-1")
