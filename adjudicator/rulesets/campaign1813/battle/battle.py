"""CAM: conducting a battle: one at a time, from the contested town to the brief; then the table or `auto`."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Choice, Decision, Finding, Roll, RuleId, Side
from adjudicator.kit.run import Asking, chosen
from adjudicator.rulesets.campaign1813 import orders as od
from adjudicator.rulesets.campaign1813.battle.aftermath import conclude
from adjudicator.rulesets.campaign1813.battle.auto import auto_result
from adjudicator.rulesets.campaign1813.battle.events import BattleJoined
from adjudicator.rulesets.campaign1813.battle.ground import (
    corps_count,
    crosses_river,
    crossing_value,
    location,
    table_for,
    tabletop_rules,
)
from adjudicator.rulesets.campaign1813.battle.reinforcing import columns, picked
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.plans import Run, decide, prefix
from adjudicator.rulesets.campaign1813.state import Block, CardValues, Sent, State, Wish, enemy_of
from adjudicator.rulesets.campaign1813.turn.events import StageReached


def next_battle(ctx: Context, state: State) -> str:
    """D-7: the battle that is fought next: in the active side's order, else by town; "" if there is none."""
    wish = [town for laid in state.plans if isinstance(laid.order, od.BattleSequence) for town in laid.order.towns]
    return min(state.contests, key=lambda town: (wish.index(town) if town in wish else len(wish), town), default="")


def after_battle(state: State) -> str:
    """CAM-turn-3: the stage after a battle: the next one, or the sieges."""
    return "battles" if state.contests else "sieges"


def run_battle(run: Run) -> Telling:
    """CAM-battle-1 to CAM-bvic-4: the brief; then the game waits for the table, or the simple resolution is used."""
    town = next_battle(run.ctx, run.state)
    joined = yield from join(run, town)
    yield joined
    if not joined.auto:
        yield StageReached(stage="report")
        return
    result = yield from auto_result(run)
    yield from conclude(run, result)
    yield StageReached(stage=after_battle(run.state))


def join(run: Run, town: str) -> Asking[BattleJoined]:
    """Everything that is settled before the first shot: who comes out, who is sent, where it is fought."""
    decisions = battle_decisions(run, town)
    reply = yield from decide(run, *decisions.values())
    relief = _relief(run, town, decisions, reply)
    attackers = [*(b for b in run.state.pieces.of(town, run.side) if not b.inside), *relief]
    defenders = [b for b in run.state.pieces.of(town, enemy_of(run.side)) if not b.inside]
    corps = max(corps_count(run.ctx, attackers), corps_count(run.ctx, defenders))
    table = table_for(run.ctx, corps)
    die = run.dice.roll(f"{prefix(run)}/battle/{town}/location")
    where = location(run.ctx, die.total, crosses_river(run.ctx, run.state.contests[town].approaches))
    auto = is_auto(run, decisions, reply)
    cards, rolls = _cards(run, town, 0 if auto else run.ctx.tables.number["objective_cards"])
    agreed = _agreed(run, decisions, reply)
    return BattleJoined(
        town=town,
        attacker=run.side,
        location=where.value,
        die=die.total,
        relief=tuple(block.id for block in relief),
        sent=_sent(run, town, decisions, reply),
        break_off=_break_off(run, decisions, reply),
        rules=tabletop_rules(run.ctx, _fighting(attackers), _fighting(defenders)),
        size=table.size,
        cards=table.cards,
        or_more=table.or_more,
        field=agreed.field,
        table=agreed.table,
        objectives=cards,
        auto=auto,
        rolls=(die, *rolls),
    )


def _fighting(blocks: list[Block]) -> int:
    return sum(1 for block in blocks if block.fights)


# --- decisions of the moment -------------------------------------------------------------------------------------


QUESTIONS: Mapping[str, tuple[str, str]] = {
    "relief": ("CAM-unit-6", "Do your besieged blocks come out to join the relief?"),
    "reinforce": ("CAM-reinf-2", "Which blocks from neighbouring towns do you send to reinforce it?"),
    "break_off": ("CAM-retreat-1", "At which losses do you break off?"),
    "resolution": ("CAM-auto-1", "Shall it be resolved by the simple resolution (auto), or at the table?"),
    "ground": ("CAM-table-2", "Do you propose a historical field or another table?"),
}
"""What is settled before a battle: the rule, and the question."""


def battle_decisions(run: Run, town: str) -> dict[tuple[str, Side], Decision]:
    """D-7b, D-7c, D-8b, A-34: what both sides settle before a battle; asked together."""
    found: dict[tuple[str, Side], Decision] = {}

    def ask(kind: str, side: Side, default: Choice, *examples: Choice) -> None:
        found[kind, side] = _decision(run, town, side, kind, default, examples)

    if any(block.fights for block in _besieged_friends(run.state, run.side, town)):
        join = od.Relief(side=run.side)
        ask("relief", run.side, join, join, od.Relief(side=run.side, join=False))
    for side in run.ctx.sides:
        near = columns(run.ctx, run.state, town, side)
        sending = (od.Reinforce(side=side, groups=(od.FromTown(origin=one.origin),)) for one in near)
        ask("reinforce", side, od.Reinforce(side=side), *sending)
        ask("break_off", side, od.LeaveField(side=side))
        if run.ctx.options["battles"] == "agree":
            auto, table = (od.Resolution(side=side, auto=auto) for auto in (True, False))
            ask("resolution", side, table, auto, table)
        if run.ctx.options["battles"] != "auto":
            ask("ground", side, od.Ground(side=side))
    return found


def _decision(run: Run, town: str, side: Side, kind: str, default: Choice, examples: tuple[Choice, ...]) -> Decision:
    rule, question = QUESTIONS[kind]
    facts: tuple[Finding[str], ...] = (
        Finding(rule=RuleId("CAM-battle-2"), value=str(run.side), label="attacker"),
        Finding(rule=RuleId("CAM-battle-1"), value=run.ctx.town(town), label="battle"),
    )
    return Decision(
        key=f"{prefix(run)}/battle/{town}/{kind}/{side}",
        kind=kind,
        side=side,
        rule=RuleId(rule),
        question=f"Battle at {run.ctx.town(town)}. {question}",
        default=default,
        place=town,
        facts=facts,
        examples=examples,
    )


def _besieged_friends(state: State, side: Side, town: str) -> tuple[Block, ...]:
    """CAM-unit-6 (A-34): besieged blocks of the attacker that may fight for their own town; disrupted ones may not."""
    return tuple(b for b in state.pieces.of(town, side) if b.inside and not b.disrupted)


Reply = Mapping[str, Choice]
Decisions = Mapping[tuple[str, Side], Decision]


def _relief(run: Run, town: str, decisions: Decisions, reply: Reply) -> tuple[Block, ...]:
    decision = decisions.get(("relief", run.side))
    if decision is None or not chosen(reply, decision, od.Relief).join:
        return ()
    return _besieged_friends(run.state, run.side, town)


def is_auto(run: Run, decisions: Decisions, reply: Reply) -> bool:
    """CAM-auto-1: resolved by the simple resolution: always, never, or if both sides ask for it."""
    match run.ctx.options["battles"]:
        case "auto":
            return True
        case "agree":
            mine = [decisions["resolution", side] for side in run.ctx.sides]
            return all(chosen(reply, decision, od.Resolution).auto for decision in mine)
        case _:
            return False


def _sent(run: Run, town: str, decisions: Decisions, reply: Reply) -> tuple[Sent, ...]:
    found = []
    for side in run.ctx.sides:
        wanted = chosen(reply, decisions["reinforce", side], od.Reinforce).groups
        for column in columns(run.ctx, run.state, town, side):
            blocks = picked(run.ctx, column, wanted)
            if blocks:
                found.append(Sent(side=side, origin=column.origin, blocks=tuple(block.id for block in blocks)))
    return tuple(found)


def _break_off(run: Run, decisions: Decisions, reply: Reply) -> tuple[Wish, ...]:
    found = []
    for side in run.ctx.sides:
        percent = chosen(reply, decisions["break_off", side], od.LeaveField).percent
        if percent:
            found.append(Wish(side=side, percent=percent))
    return tuple(found)


def _agreed(run: Run, decisions: Decisions, reply: Reply) -> od.Ground:
    """CAM-table-2, CAM-hist-1: a field or table counts only if both sides name the same."""
    wishes = [
        chosen(reply, decisions["ground", side], od.Ground) for side in run.ctx.sides if ("ground", side) in decisions
    ]
    if not wishes:
        return od.Ground()
    first = wishes[0]
    return od.Ground(
        field=first.field if all(wish.field == first.field for wish in wishes) else "",
        table=first.table if all(wish.table == first.table for wish in wishes) else "",
    )


def _cards(run: Run, town: str, number: int) -> tuple[tuple[CardValues, ...], tuple[Roll, ...]]:
    """CAM-obj-1, CAM-obj-4: each side's cards, and what each is worth if it is laid on a crossing or crossroads."""
    cards: list[CardValues] = []
    rolls: list[Roll] = []
    for side in run.ctx.sides if number else ():
        roll = run.dice.roll(f"{prefix(run)}/battle/{town}/cards/{side}", number)
        rolls.append(roll)
        cards.append(CardValues(side=side, values=tuple(crossing_value(run.ctx, die) for die in roll.faces)))
    return tuple(cards), tuple(rolls)
