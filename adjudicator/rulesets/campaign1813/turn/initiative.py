"""CAM: campaign turns and initiative: who goes first, three days at a time."""

from __future__ import annotations

from itertools import count

from adjudicator.core.dice import Dice
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Decision, Finding, Roll, RuleId, Side
from adjudicator.kit.run import decided
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.events import LeaderReturned
from adjudicator.rulesets.campaign1813.orders import Initiative
from adjudicator.rulesets.campaign1813.plans import Run
from adjudicator.rulesets.campaign1813.state import ALLIED, FRENCH, Block, State, enemy_of
from adjudicator.rulesets.campaign1813.supply.strength import strongest
from adjudicator.rulesets.campaign1813.turn.events import FirstChosen, InitiativeWon, PlayerTurnBegan, TurnBegan


def begin_turn(run: Run) -> Telling:
    """CAM-turn-1: a campaign turn begins: date, leaders back, initiative, and who takes the first player turn."""
    turn = run.state.turn + 1
    day = run.ctx.calendar[turn]
    yield TurnBegan(turn=turn, first_day=day.first_day, last_day=day.last_day)
    for block in run.state.pieces.blocks.values():
        if block.status == "away" and block.back_on <= turn:
            yield returned(run.ctx, run.state, block)
    won = initiative(run.ctx, turn, run.dice)
    yield won
    choice = yield from decided(first_or_second(turn, won.winner), Initiative)
    first = won.winner if choice.first else enemy_of(won.winner)
    yield FirstChosen(winner=won.winner, first=first)
    yield player_turn(run.ctx, first, 1)


def player_turn(ctx: Context, side: Side, number: int) -> PlayerTurnBegan:
    """CAM-turn-1: a player turn begins; with option road_counter=player_turn the road counters begin anew (A-9)."""
    clears = ctx.options["road_counter"] == "player_turn"
    return PlayerTurnBegan(side=side, number=1 if number == 1 else 2, clears_roads=clears)


def first_or_second(turn: int, winner: Side) -> Decision:
    """CAM-init-3, CAM-init-4: the winner decides who goes first, on turn 1 too; by default himself."""
    return Decision(
        key=f"T{turn}/initiative/{winner}",
        kind="initiative",
        side=winner,
        rule=RuleId("CAM-init-3"),
        question=f"Turn {turn}: you have the initiative. Do you take the first player turn or the second?",
        default=Initiative(side=winner),
        examples=(Initiative(side=winner), Initiative(side=winner, first=False)),
    )


def initiative(ctx: Context, turn: int, dice: Dice) -> InitiativeWon:
    """CAM-init-1 to CAM-init-4: a die each, the Allies add theirs; a tie is rolled again (A-3); turn 1 is Allied."""
    if turn == 1 and ctx.tables.number["first_turn_allied"]:
        return InitiativeWon(rule=RuleId("CAM-init-4"), winner=ALLIED)
    rolls: list[Roll] = []
    scores: list[Finding[int]] = []
    for attempt in count(1):
        mine = [dice.roll(f"T{turn}/initiative/{side}/{attempt}") for side in (FRENCH, ALLIED)]
        rolls += mine
        french, allied = (initiative_score(ctx, s, r.total) for s, r in zip((FRENCH, ALLIED), mine, strict=True))
        scores += [french, allied]
        if french.value != allied.value:
            winner = FRENCH if french.value > allied.value else ALLIED
            break
    return InitiativeWon(winner=winner, scores=tuple(scores), rolls=tuple(rolls))


def initiative_score(ctx: Context, side: Side, die: int) -> Finding[int]:
    """CAM-init-2: the Allies add 1 to their die, every turn."""
    bonus = ctx.tables.number["initiative_bonus_allied"] if side == ALLIED else 0
    parts: list[Finding[int]] = [
        Finding(rule=RuleId("CAM-init-1"), value=die, because=f"die {die}", label=f"{side} die")
    ]
    if bonus:
        parts.append(Finding(rule=RuleId("CAM-init-2"), value=bonus, because="Allied scouts", label="Allied bonus"))
    return Finding(rule=RuleId("CAM-init-1"), value=die + bonus, label=side, parts=tuple(parts))


def returned(ctx: Context, state: State, leader: Block) -> LeaderReturned:
    """CAM-lead-2 (A-10): a leader driven off the map comes back to the strongest block of his corps or army."""
    card = ctx.card(leader)
    mine = [b for b in state.pieces.blocks.values() if b.status == "map" and b.fights and b.side == leader.side]
    for pool in (
        [b for b in mine if card.corps and ctx.card(b).corps == card.corps],
        [b for b in mine if ctx.card(b).army == card.army],
    ):
        host = strongest(ctx, [b for b in pool if not b.inside]) or strongest(ctx, pool)
        if host is not None and host.place is not None:
            return LeaderReturned(side=leader.side, leader=leader.id, to=host.place, inside=host.inside)
    return LeaderReturned(side=leader.side, leader=leader.id)
