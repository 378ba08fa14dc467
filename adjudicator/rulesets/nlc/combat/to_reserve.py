"""NLC-20.3b, D-2, A-65: Defend becomes Reserve by standing order, at its fixed moments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.core.orders import AskMe, Standing
from adjudicator.core.ruleset import Telling
from adjudicator.core.types import Decision, RuleId, Side
from adjudicator.kit.run import ask
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.choices import GoToReserve, KeepOrder
from adjudicator.rulesets.nlc.command.events import OrderTookEffect
from adjudicator.rulesets.nlc.games.rules import Here
from adjudicator.rulesets.nlc.state import SIDES


def at_segment(run: Here) -> Telling:
    """A-65: read at the start of each segment, for the formations of both sides."""
    yield from _read(run.under("orders"), list(run.state.formations))


def after_hits(run: Here, units: Iterable[str]) -> Telling:
    """A-65: read after a bombardment, charge or combat, for the formations of those who were in it."""
    names = dict.fromkeys(formation_of(run.ctx, run.state.unit(one)) for one in units)
    yield from _read(run.under("orders after it"), [one for one in names if one in run.state.formations])


def _read(run: Here, formations: list[str]) -> Telling:
    questions = [one for side in SIDES for one in _questions(run, side, formations)]
    answers = yield from ask(*questions)
    for question in questions:
        choice = answers[question.key]
        if isinstance(choice, GoToReserve) and run.state.order_of(choice.who) == "defend":
            yield OrderTookEffect(
                rule=RuleId("NLC-20.3b"), side=question.side, formation=choice.who, before="defend", order="reserve"
            )


def _questions(run: Here, side: Side, formations: list[str]) -> Iterator[Decision]:
    """A question for each formation under Defend of which a standing order speaks; nobody else can be meant."""
    lines = run.orders.standing.get(side, ())
    for formation in formations:
        card = run.ctx.formations[formation]
        if (
            card.side == side
            and run.state.order_of(formation) == "defend"
            and any(_is_about(line, formation) for line in lines)
        ):
            yield Decision(
                key=f"{run.label}/{formation}",
                kind="order",
                side=side,
                rule=RuleId("NLC-20.3b"),
                question=f"Does {run.ctx.leaders[card.leader].name} go from Defend to Reserve?",
                default=KeepOrder(),
                units=(card.leader,),
                examples=(GoToReserve(who=formation), KeepOrder()),
            )


def _is_about(line: Standing, formation: str) -> bool:
    choice = line.choice
    if isinstance(choice, GoToReserve):
        return choice.who == formation
    return line.decision == "order" and isinstance(choice, AskMe)
