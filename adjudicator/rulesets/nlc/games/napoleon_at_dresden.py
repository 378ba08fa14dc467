"""NLC-28.4b-5, 28.4b-6, D-23: the die of Napoleon's arrival at Dresden, and the orders that it allows the Allies."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import RuleId
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.games.army_reserve import entry_of, members, released
from adjudicator.rulesets.nlc.games.arrivals import is_turn_of_arrival
from adjudicator.rulesets.nlc.games.events import NapoleonCame
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.orders import ArrivalOrders, GiveOrder, OrderWord
from adjudicator.rulesets.nlc.state import ALLIED, FRENCH

NEAR = 3
"""NLC-28.4b-5: hexes from a French unit within which Allied formations fail."""
AT_ONCE = 2
"""NLC-28.4b-5: Austrian reserve divisions that get orders at once."""
FAIL, MUTE, DIVISIONS, RUSSIANS = (1,), (2,), (3, 4), (5,)


def arrival_die(run: Here) -> Telling:
    """NLC-28.4b-5, NLC-28.4b-6: rolled on the turn on which Napoleon arrives, and carried out."""
    from adjudicator.rulesets.nlc.command.events import OrderTookEffect
    from adjudicator.rulesets.nlc.command.resolve import fall_back

    if not is_turn_of_arrival(run):
        return
    roll = run.dice.roll(f"T{run.state.turn}/napoleon arrives")
    die, rolls = roll.total, [roll]
    further = 0
    if die in (*MUTE, *DIVISIONS, *RUSSIANS):
        rolls.append(run.dice.roll(f"T{run.state.turn}/napoleon arrives/further"))
        further = rolls[-1].total
    muted = run.state.turn + further if die in (*MUTE, *DIVISIONS) else 0
    orders = AT_ONCE if die in DIVISIONS else further if die in RUSSIANS else 0
    rule = RuleId("NLC-28.4b-6" if die in (*RUSSIANS, 6) else "NLC-28.4b-5")
    yield NapoleonCame(rule=rule, die=die, further=further, muted_until=muted, orders=orders, rolls=tuple(rolls))
    if die not in FAIL:
        return
    for formation in list(_near_the_french(run)):
        before = run.state.order_of(formation)
        yield OrderTookEffect(rule=rule, side=ALLIED, formation=formation, before=before, order="reserve")
        yield from fall_back(run, formation, "NLC-28.4b-5")


def _near_the_french(run: Here) -> Iterator[str]:
    """Allied formations with a unit within three hexes of a French unit."""
    french = run.state.force(FRENCH).units_at
    near: dict[str, None] = {}
    for place, units in run.state.force(ALLIED).units_at.items():
        if any(run.ctx.board.distance(place, one) <= NEAR for one in french):
            near.update(dict.fromkeys(formation_of(run.ctx, unit) for unit in units))
    return (one for one in run.state.formations if one in near)


# --- the orders that it allows ----------------------------------------------------------------------------------------


def arrival_orders(run: Here, order: ArrivalOrders) -> Telling:
    """D-23: divisions (and on a 5 a Russian reserve corps) that get orders now, at no cost of victory points."""
    for leader, word in zip(order.leaders, order.orders, strict=True):
        verdict = may_be_ordered(run, leader)
        if not verdict.value:
            yield run.refused(order, verdict)
            return
        yield from _ordered(run, leader, word, order.line)


def may_be_ordered(run: Here, leader: str) -> Verdict:
    """NLC-28.4b-5, NLC-28.4b-6: whether the die lets this leader have an order."""
    rule = "NLC-28.4b-6" if run.state.arrival in RUSSIANS else "NLC-28.4b-5"
    name = run.ctx.leaders[leader].name
    if not is_turn_of_arrival(run) or not run.state.arrival_orders:
        return no(rule, "Napoleon's arrival allows no such orders now.", "Send couriers.")
    if run.ctx.leaders[leader].side != run.side:
        return no(rule, f"{name} is not yours.", "Order your own divisions.")
    entry = entry_of(run.ctx, run.ctx.leaders[leader].formation)
    units = list(members(run.ctx, run.state, entry)) if entry is not None else []
    if entry is None or not any(unit.status == "map" for unit in units):
        return no(rule, f"{name} leads nobody of the Army Reserve on the map.", "Name one who does.")
    divisions, corps = _given(run)
    if entry.kind == "corps" and (run.state.arrival not in RUSSIANS or entry.roll == "Austrian" or corps):
        return no(rule, f"{name} may not be ordered so.", "Name an Austrian division.")
    if entry.kind == "division" and divisions >= run.state.arrival_orders:
        return no(rule, f"{divisions} divisions have their orders; no more may have them.", "Leave the others out.")
    return yes(rule)


def _given(run: Here) -> tuple[int, int]:
    """How many Austrian divisions and Russian corps of the Army Reserve are free by now."""
    facts = run.ctx.facts.army_reserve
    divisions = corps = 0
    for entry in facts.entry if facts is not None else ():
        if entry.kind == "division" and not list(members(run.ctx, run.state, entry)):
            divisions += 1
        if entry.kind == "corps" and entry.roll != "Austrian" and run.state.formations[entry.formation].released:
            corps += 1
    return divisions, corps


def _ordered(run: Here, leader: str, word: OrderWord, line: int) -> Telling:
    """A-70: the division leaves its wing; with 3 and 4 its order works at once, on 5 a courier rides."""
    from adjudicator.rulesets.nlc.command.command_phase import give
    from adjudicator.rulesets.nlc.command.events import OrderTookEffect

    formation = run.ctx.leaders[leader].formation
    entry = entry_of(run.ctx, formation)
    assert entry is not None
    yield released(run, [entry], "")
    if run.state.arrival in DIVISIONS:
        rule, before = RuleId("NLC-28.4b-5"), run.state.order_of(formation)
        yield OrderTookEffect(rule=rule, side=run.side, formation=formation, before=before, order=word)
        return
    chief = run.ctx.leader_named["Schwarzenberg"]
    yield from give(run, GiveOrder(side=run.side, line=line, leader=chief, to=leader, order=word))


def orders_by_default(run: Here) -> Telling:
    """D-23: where nothing was written, Attack for the divisions with the lowest ids, as many as the die allows."""
    if run.side != ALLIED or run.state.arrival not in DIVISIONS or not is_turn_of_arrival(run):
        return
    leaders = [one for one in run.ctx.leaders.values() if one.role == "division"]
    for card in sorted(leaders, key=lambda one: one.id):
        if may_be_ordered(run, card.id).value:
            yield from _ordered(run, card.id, "attack", 0)
