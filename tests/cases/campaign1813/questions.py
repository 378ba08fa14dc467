"""What the campaign can be asked: its tables, its roads, and who may go where."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from adjudicator.core.types import Side
from adjudicator.maps.network import Network, Road, Town
from tests.cases.files import CaseError
from tests.cases.words import Moment, Vocabulary, listed

QUESTIONS = Vocabulary()
_ROADS = re.compile(r"(\d+) (major|minor)")


# --- questions: movement and roads ------------------------------------------------------------------------------


@QUESTIONS.says("towns next to {town} that {block} may march to")
def destinations(moment: Moment, town: str, block: str) -> str:
    """CAM-move-6: every town that an order to march there straight from this one is carried out for."""
    origin = moment.names.place(town)
    found = []
    for there in sorted(moment.rules.board.towns):
        told = moment.trial(f'move {block} -> "{moment.names.spoken(there)}"')
        if any(event["kind"] == "blocks_moved" and event["origin"] == origin for event in told.events):
            found.append(moment.names.called(there))
    return ", ".join(found)


@QUESTIONS.says("road from {here} to {there}")
def road(moment: Moment, here: str, there: str) -> str:
    """CAM-map-6: the kind of the section between two towns."""
    return str(_road(moment, here, there).kind)


def _road(moment: Moment, here: str, there: str) -> Any:
    found = moment.rules.board.road(moment.names.place(here), moment.names.place(there))
    if found is None:
        raise CaseError(f"No section of road joins {here} and {there}.")
    return found


@QUESTIONS.says("limit for a {use} from {here} to {there}")
def road_limit(moment: Moment, use: str, here: str, there: str) -> str:
    """CAM-road-1, CAM-rout-4: units that a section takes for a use: movement, attack, retreat, rout."""
    from adjudicator.rulesets.campaign1813.march.rates import limit

    return str(limit(moment.rules.context, _road(moment, here, there), use))  # type: ignore[arg-type]


@QUESTIONS.says("towns that {block} may march")
def march_rate(moment: Moment, block: str) -> str:
    """CAM-move-9, CAM-move-10: by an ordinary march and by a forced one."""
    from adjudicator.rulesets.campaign1813.march.rates import forced_rate, rate

    ctx, one = moment.rules.context, moment.state.block(moment.names.piece(block))
    return f"{rate(ctx, one).value}, by forced march {forced_rate(ctx, one).value}"


@QUESTIONS.says("garrison limit of {town}")
def capacity(moment: Moment, town: str) -> str:
    """CAM-map-5: infantry units and men that a fortress holds."""
    ctx = moment.rules.context
    units = ctx.capacity[moment.names.place(town)]
    return f"{units} units, {units * ctx.tables.number['men_a_unit']} men"


# --- questions: battles -----------------------------------------------------------------------------------------


@QUESTIONS.says("does a group of factor {factor} arrive on battle turn {turn} with die {die}")
def arrival(moment: Moment, factor: str, turn: str, die: str) -> str:
    """CAM-reinf-9: whether reinforcements arrive."""
    from adjudicator.rulesets.campaign1813.battle.reinforcing import arrives

    return "yes" if arrives(moment.rules.context, int(factor), int(die), int(turn)) else "no"


@QUESTIONS.says("blocks of the {side} that may reinforce {town}")
def may_reinforce(moment: Moment, side: str, town: str) -> str:
    """CAM-reinf-2: who may come to a battle from the neighbouring towns, those of one town after the other."""
    from adjudicator.rulesets.campaign1813.battle.reinforcing import columns

    found = columns(moment.rules.context, moment.state, moment.names.place(town), Side(side))
    return ", ".join(moment.names.called(block.id) for column in found for block in column.blocks) or "none"


@QUESTIONS.says("points of objectives {objectives}")
def points(moment: Moment, objectives: str) -> str:
    """CAM-obj-10: the points of each side from the objectives that it holds: `French 4, Allied 2`."""
    from adjudicator.rulesets.campaign1813.battle.ground import tally

    held = [(Side(side), int(value)) for side, value in (item.split() for item in listed(objectives))]
    return ", ".join(f"{side} {value}" for side, value in tally(held).items())


@QUESTIONS.says("worth of a crossing with die {die}")
def crossing(moment: Moment, die: str) -> str:
    """CAM-obj-4: a card on a crossing or crossroads."""
    from adjudicator.rulesets.campaign1813.battle.ground import crossing_value

    return str(crossing_value(moment.rules.context, int(die)))


@QUESTIONS.says("worth of a {objective}")
def objective(moment: Moment, objective: str) -> str:
    """CAM-obj-3, CAM-obj-5: the one marker of an urban area."""
    from adjudicator.rulesets.campaign1813.battle.ground import objective_value

    return str(objective_value(moment.rules.context, objective))


@QUESTIONS.says("tabletop rules for {attackers} blocks against {defenders}")
def tabletop(moment: Moment, attackers: str, defenders: str) -> str:
    """CAM-battle-3: Blücher or Lasalle 2."""
    from adjudicator.rulesets.campaign1813.battle.ground import tabletop_rules

    return tabletop_rules(moment.rules.context, int(attackers), int(defenders))


@QUESTIONS.says("battle location with die {die} and no river crossed")
def location_(moment: Moment, die: str) -> str:
    """CAM-loc-1, CAM-loc-2: where a battle is fought."""
    from adjudicator.rulesets.campaign1813.battle.ground import location

    return location(moment.rules.context, int(die), "").value.replace("_", " ")


@QUESTIONS.says("terrain cards for a table of {size}")
def cards(moment: Moment, size: str) -> str:
    """CAM-cards-1: cards of each player."""
    return str(next(row.cards for row in moment.rules.context.tables.table_size if row.size == size))


@QUESTIONS.says("units that may retreat from {town} in one battle turn by {roads}")
def exits(moment: Moment, town: str, roads: str) -> str:
    """CAM-retreat-5: by so many roads of each kind: `1 major and 2 minor`."""
    from adjudicator.rulesets.campaign1813.battle.retreats import Traffic

    traffic, here = Traffic(moment.rules.context, "retreat"), moment.rules.board.roads_at[moment.names.place(town)]
    found = 0
    for count, kind in _ROADS.findall(roads):
        found += sum(traffic.most(one) for one in [one for one in here if one.kind == kind][: int(count)])
    return str(found)


# --- questions: sieges, supply ------------------------------------------------------------------------------------


@QUESTIONS.says("assault with die {die} and modifiers of {modifiers}")
def assault(moment: Moment, die: str, modifiers: str) -> str:
    """CAM-assault-1, CAM-assault-7: the score, whether the fortress falls, and the dice of hits on the lead unit."""
    from adjudicator.core.types import Finding, RuleId
    from adjudicator.rulesets.campaign1813.siege.siege import assault_score

    more: Finding[int] = Finding(rule=RuleId("CAM-assault-2"), value=int(modifiers))
    score = assault_score(int(die), (more,)).value
    return f"{score}: {assault_result(moment, str(score))}"


@QUESTIONS.says("assault of {score}")
def assault_result(moment: Moment, score: str) -> str:
    """CAM-assault-6, CAM-assault-7: what a modified die brings."""
    from adjudicator.rulesets.campaign1813.siege.siege import casualty_row

    row = casualty_row(moment.rules.context, int(score))
    return f"{'success' if row.success else 'failure'}, {row.dice}d6 hits on the lead unit"


@QUESTIONS.says("movement points over {roads}")
def movement_points(moment: Moment, roads: str) -> str:
    """CAM-supply-9: what a supply line costs: `6 major and 1 minor`."""
    tables = moment.rules.context.tables
    return str(Fraction(sum(tables.supply_price[kind] for kind in _sections(roads)), tables.supply_parts))


@QUESTIONS.says("does a depot of type {type_} supply an HQ over {roads}")
def supplied(moment: Moment, type_: str, roads: str) -> str:
    """CAM-supply-9: whether a headquarters is within a depot's range."""
    return _reached(moment, type_, roads)


@QUESTIONS.says("is a block within the limit of its HQ over {roads}")
def subordinate(moment: Moment, roads: str) -> str:
    """CAM-supply-10: whether a block is near enough to its headquarters."""
    return _reached(moment, "HQ", roads)


def _sections(roads: str) -> list[str]:
    return [kind for count, kind in _ROADS.findall(roads) for _ in range(int(count))]


def _reached(moment: Moment, source: str, roads: str) -> str:
    """Towns in a row, joined by such roads: whether the last is within the range of what stands in the first."""
    tables, kinds = moment.rules.context.tables, _sections(roads)
    towns = {f"T{i}": Town(f"T{i}", f"T{i}", 0, i) for i in range(len(kinds) + 1)}
    joined = {f"R{i}": Road(f"R{i}", f"T{i}", f"T{i + 1}", kind) for i, kind in enumerate(kinds)}  # type: ignore[arg-type]
    left = Network(towns, joined).outward({"T0": tables.supply_reach[source]}, tables.supply_price)
    return "yes" if f"T{len(kinds)}" in left else "no"
