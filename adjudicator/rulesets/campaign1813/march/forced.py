"""CAM: forced marches: an extra town, paid for with stragglers; Army Leaders help."""

from __future__ import annotations

from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Decision, Finding, RuleId, Side
from adjudicator.kit.run import Asking
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.march.events import LeaderRevealed, MarchTested, Tested
from adjudicator.rulesets.campaign1813.orders import Reveal
from adjudicator.rulesets.campaign1813.plans import Run, decided, prefix
from adjudicator.rulesets.campaign1813.state import State, enemy_of
from adjudicator.rulesets.campaign1813.supply.strength import elan_left, percent_of_full
from adjudicator.rulesets.campaign1813.tables import LossRow, band_of


def forced_march_tests(run: Run) -> Telling:
    """CAM-fm-5: when all moves are done, every forced marcher rolls for stragglers."""
    marchers = run.state.moves.forced
    if not marchers:
        return
    stood = run.state.moves.leaders_at
    helping: dict[str, str] = {}
    for leader, town in sorted(stood.items()):
        if any(origin == town for _, origin in marchers):
            shown = yield from reveal(run, run.side, leader, town, "CAM-lead-3")
            if shown:
                helping.setdefault(town, leader)
    rolls, tests = [], []
    for block, origin in marchers:
        roll = run.dice.roll(f"{prefix(run)}/march/{block}", veiled=True)
        rolls.append(roll)
        score = march_score(run.ctx, roll.total, helping.get(origin, ""))
        tests.append(loss_test(run.ctx, run.state, block, score, run.ctx.tables.forced_march))
    yield MarchTested(side=run.side, tests=tuple(tests), rolls=tuple(rolls))


def march_score(ctx: Context, die: int, leader: str) -> Finding[int]:
    """CAM-fm-3, CAM-fm-4 (A-13): the die, and 1 for a revealed Army Leader in the town of departure."""
    return with_leader(ctx, die, leader, "CAM-fm-3", "CAM-fm-4", ctx.tables.forced_march)


def with_leader(
    ctx: Context, die: int, leader: str, rule: str, leader_rule: str, table: tuple[LossRow, ...]
) -> Finding[int]:
    """A die and an Army Leader's bonus as a table gives it."""
    parts: list[Finding[int]] = [Finding(rule=RuleId(rule), value=die, label="die", because=f"die {die}")]
    if leader:
        bonus = next(row.value for row in table if row.row == "leader")
        parts.append(Finding(rule=RuleId(leader_rule), value=bonus, label="Army Leader", because=ctx.name(leader)))
    return Finding(rule=RuleId(rule), value=sum(part.value for part in parts), parts=tuple(parts))


def loss_test(ctx: Context, state: State, block: str, score: Finding[int], table: tuple[LossRow, ...]) -> Tested:
    """CAM-fm-3, CAM-attr-2 (A-12): a low score costs a quarter of full strength for good."""
    card, before = ctx.roster[block], state.block(block)
    percent = band_of([row for row in table if row.row == "loss"], score.value).value
    hits = percent_of_full(card, percent)
    return Tested(block=block, score=score, hits=hits, eliminated=hits >= elan_left(card, before) and hits > 0)


def is_revealed(state: State, side: Side, leader: str, town: str) -> bool:
    """CAM-lead-3: whether a leader stands face up in a town."""
    sighting = state.sightings.get(enemy_of(side), {}).get(leader)
    return sighting is not None and sighting.current and sighting.place == town


def reveal(run: Run, side: Side, leader: str, town: str, rule: str) -> Asking[bool]:
    """D-5: a leader is turned face up where that helps, unless his owner keeps him hidden; True if he is shown."""
    shown = yield from will_show(run, side, leader, town, rule)
    if shown:
        yield from turn_face_up(run, side, leader, town, rule)
    return shown


def will_show(run: Run, side: Side, leader: str, town: str, rule: str) -> Asking[bool]:
    """Whether a leader stands face up, or his owner will turn him face up where it helps."""
    if is_revealed(run.state, side, leader, town):
        return True
    decision = Decision(
        key=f"{prefix(run)}/reveal/{leader}/{rule}/{town}",
        kind="reveal",
        side=side,
        rule=RuleId(rule),
        question=f"Turn {run.ctx.name(leader)} face up at {run.ctx.town(town)} for his bonus?",
        default=Reveal(side=side),
        place=town,
        units=(leader,),
        examples=(Reveal(side=side), Reveal(side=side, show=False)),
    )
    choice = yield from decided(run, decision, Reveal)
    return choice.show


def turn_face_up(run: Run, side: Side, leader: str, town: str, rule: str) -> Telling:
    """CAM-lead-3, CAM-lead-4: a leader shows himself, if he has not done so before."""
    if not is_revealed(run.state, side, leader, town):
        yield LeaderRevealed(rule=RuleId(rule), side=side, leader=leader, place=town)
