"""VV 7: the movement phase: orders in the order written, bombardments between them, reinforcements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.core.dice import Dice
from adjudicator.core.events import NotCarriedOut
from adjudicator.core.orders import Conditional, Heading, Orders, Pass, flattened
from adjudicator.core.ruleset import Game, Telling
from adjudicator.core.types import Ask, Decision, Order, RuleId, Side
from adjudicator.core.view import holds
from adjudicator.rulesets.vv1813 import bombardment
from adjudicator.rulesets.vv1813.combat_events import UnitsSaved
from adjudicator.rulesets.vv1813.command import check_command
from adjudicator.rulesets.vv1813.context import Context
from adjudicator.rulesets.vv1813.entry import enter, enter_first, enter_the_rest, is_waiting
from adjudicator.rulesets.vv1813.march import Run, Walk, march, mover_of, refused, route
from adjudicator.rulesets.vv1813.markers import in_hand
from adjudicator.rulesets.vv1813.orders import Attack, Bombard, Delay, Enter, Keep, Move, Reveal
from adjudicator.rulesets.vv1813.paths import Bar, Mover, budget
from adjudicator.rulesets.vv1813.state import State, enemy_of
from adjudicator.rulesets.vv1813.tables import terrain_table

SETTLED_ELSEWHERE = ("resign", "offer_draw", "accept_draw")


def split_by_phase(orders: Iterable[Order]) -> dict[str, tuple[Order, ...]]:
    """A side's orders by phase: what is legal in both belongs to the phase of the order before it."""
    found: dict[str, list[Order]] = {"movement": [], "combat": []}
    current = "movement"
    for order in orders:
        if isinstance(order, Heading):
            current = order.phase if order.phase in found else current
            continue
        current = _phase_of(order, current)
        found[current].append(order)
    return {phase: tuple(those) for phase, those in found.items()}


def _phase_of(order: Order, current: str) -> str:
    inner = [o for o in flattened(order) if not isinstance(o, Conditional)]
    if any(isinstance(o, Attack) for o in inner):
        return "combat"
    if all(isinstance(o, Bombard | Pass | Keep) for o in inner):
        return current
    return "movement"


def run(game: Game[State], ctx: Context, orders: Orders, side: Side, dice: Dice) -> Telling:
    """VV-7.1a: a side's movement phase; its player sequence has begun before its orders were waited for."""
    mine = split_by_phase(orders.of(side))["movement"]
    written = [(order, orders.words(order)) for order in mine]
    going = Run(game, ctx, side, dice)
    delayed = tuple(u for order in mine if isinstance(order, Delay) for u in order.units)
    yield from open_orders(going, written)
    yield from _reveals(game, ctx, side, dice)
    yield from enter_first(going, list(settled(going, written)), delayed)
    if game.state.ending is not None:
        return
    yield from ctx.game.bind(game, ctx, side)
    yield check_command(ctx, game.state, side)
    for order in mine:
        if game.state.ending is not None:
            return
        yield from execute(going, order, orders.words(order), delayed)
    if game.state.ending is None:
        yield from ctx.game.close_movement(game, ctx, side, dice)
    if game.state.ending is None:
        yield from enter_the_rest(going, delayed)


Written = tuple[Order, str]
"""An order and the words of its line."""


def settled(going: Run, orders: Iterable[Written]) -> Iterator[Written]:
    """Orders with their conditions decided as things stand now."""
    for order, words in orders:
        chosen = resolve_condition(going, order)
        if chosen is not None:
            yield on_its_line(chosen, order), words


def on_its_line(chosen: Order, written: Order) -> Order:
    """The order inside a condition stands on the line of the whole."""
    return chosen if chosen.line else chosen.model_copy(update={"line": written.line, "seat": written.seat})


def resolve_condition(going: Run, order: Order) -> Order | None:
    """The order that a conditional one comes to, in the side's view of this moment; None if none."""
    while isinstance(order, Conditional):
        view = going.game.ruleset.view(going.known(), going.side)
        chosen = order.then if holds(view, order.condition) else order.otherwise
        if chosen is None:
            return None
        order = chosen
    return order


def open_orders(going: Run, orders: Iterable[Written]) -> Telling:
    """Markers that are played at the start of a turn, and what else opens it, come before anything else."""
    for order, words in settled(going, orders):
        if going.ctx.game.is_opening(going.ctx, order):
            yield from going.ctx.game.carry_out(going.game, going.ctx, order, going.side, going.dice, words)


def _reveals(game: Game[State], ctx: Context, side: Side, dice: Dice) -> Telling:
    """Markers that the other side may reveal when this movement phase begins; each asked for by itself."""
    other = enemy_of(side)
    for kind in ctx.game.revealable(ctx, game.state, other):
        key = f"T{game.state.turn}/{side}/movement/reveal/{kind}/{other}"
        name = ctx.facts["markers"][kind].name
        reply = yield Ask(
            decisions=(
                Decision(
                    key=key,
                    kind="reveal",
                    side=other,
                    rule=RuleId("VV-2.3a"),
                    question=f"The {side} movement begins. If you hold {name}: play it now?",
                    default=Reveal(),
                    units=(kind,),
                    examples=(Reveal(marker=kind), Reveal()),
                ),
            )
        )
        answer = reply[key] if reply else None
        if isinstance(answer, Reveal) and answer.marker == kind and in_hand(game.state, other, kind):
            yield from ctx.game.reveal(game, ctx, kind, other, dice)


def execute(going: Run, order: Order, words: str, delayed: tuple[str, ...] = ()) -> Telling:
    """One order of the movement phase, when its turn has come."""
    chosen = resolve_condition(going, order)
    if chosen is None:
        yield NotCarriedOut(
            side=going.side, line=order.line, seat=order.seat, text=words, reason="The condition does not hold."
        )
        return
    chosen = on_its_line(chosen, order)
    if going.ctx.game.is_opening(going.ctx, chosen):
        return
    match chosen:
        case Move():
            yield from move(going, chosen, words)
        case Enter():
            yield from enter(going, chosen, words, delayed)
        case Bombard():
            label = going.key(f"bombard/{chosen.target}")
            yield from bombardment.resolve(going.game, going.ctx, chosen, going.side, going.dice, label, words)
        case Delay():
            yield from _delay(going, chosen, words)
        case _ if isinstance(chosen, Keep | Pass) or chosen.kind in SETTLED_ELSEWHERE:
            return
        case _:
            yield from going.ctx.game.carry_out(going.game, going.ctx, chosen, going.side, going.dice, words)


def _delay(going: Run, order: Delay, words: str) -> Telling:
    for unit in order.units:
        if not is_waiting(going, unit):
            reason = f"{going.name(unit)} does not wait to enter."
            yield refused(going.side, order, words, going.ctx.game.cites["entry"], reason, "Leave the order out.")


# --- moving ------------------------------------------------------------------------------------------------


def move(going: Run, order: Move, words: str) -> Telling:
    """`move`: pieces that stand together go together; those from different places each by themselves."""
    groups: dict[str, list[str]] = {}
    for piece in _pieces(going, order):
        problem = _cannot_move(going, piece)
        if problem is not None:
            yield refused(going.side, order, words, problem.rule, problem.reason, "Leave it out of the order.")
            continue
        groups.setdefault(_place_of(going, piece), []).append(piece)
    if not groups and order.stack:
        reason = f"No piece of ours that can still move stands at {order.stack}."
        yield refused(going.side, order, words, "VV-7.1a", reason, "Name the place of a stack of your own.")
    for origin in groups:
        yield from _move_group(
            going, order, words, mover_of(going.ctx, going.state, going.side, tuple(groups[origin]), origin)
        )
        if going.state.ending is not None:
            return


def _pieces(going: Run, order: Move) -> tuple[str, ...]:
    if not order.stack:
        return order.units
    army = going.state.army(going.side)
    here = [unit.id for unit in army.units_at.get(order.stack, ())]
    here += [one.id for one in army.commanders_at.get(order.stack, ())]
    return tuple(piece for piece in here if piece not in going.state.sequence.moved)


def _place_of(going: Run, piece: str) -> str:
    army = going.state.army(going.side)
    place = (army.units.get(piece) or army.commanders[piece]).place
    assert place is not None
    return place


def _cannot_move(going: Run, piece: str) -> Bar | None:
    army = going.state.army(going.side)
    one = army.units.get(piece) or army.commanders.get(piece)
    if one is None:
        return Bar(RuleId("VV-7.1a"), f"{going.name(piece)} is not a piece of the {going.side} side.")
    if one.status != "map" or one.place is None:
        where = "waits to enter; use `enter`" if one.status == "waiting" else "is not on the map"
        return Bar(RuleId("VV-7.1a"), f"{going.name(piece)} {where}.")
    if piece in going.state.sequence.moved:
        return Bar(RuleId("VV-7.1a"), f"{going.name(piece)} has already moved this turn.")
    return None


def _move_group(going: Run, order: Move, words: str, mover: Mover) -> Telling:
    names = ", ".join(going.name(piece) for piece in mover.pieces)
    walked = Walk((), 0, True)
    goal = order.path or order.destination
    if goal and order.destination != mover.origin:
        way = route(going, mover, order.path, order.destination)
        if isinstance(way, Bar):
            reason = f"{names} cannot go there: {way.reason}."
            yield refused(going.side, order, words, way.rule, reason, _remedy(way))
            return
        ends = going.ctx.game.may_end(going.ctx, going.known(), mover, way.path[-1])
        if not ends.value:
            reason = f"{names} may not go to {way.path[-1]}: {ends.because}."
            yield refused(going.side, order, words, ends.rule, reason, "Name another place.")
            return
        walked = yield from march(going, mover, way, order.if_cossacks)
        if not walked.path:
            bar = walked.bar or Bar(RuleId("VV-7.1a"), "nothing could be moved")
            yield refused(going.side, order, words, bar.rule, f"{names} cannot move: {bar.reason}.", _remedy(bar))
            return
    elif not order.leave:
        reason = f"{names} {'stand' if len(mover.pieces) > 1 else 'stands'} at {mover.origin} already."
        yield refused(going.side, order, words, "VV-7.1a", reason, "Name another place.")
        return
    if order.leave and (not walked.path or not walked.stopped) and going.state.ending is None:
        yield from _leave(going, order, words, mover, walked)


def _remedy(bar: Bar) -> str:
    return {
        "VV-7.1d": "Attack it, or name a free place.",
        "VV-7.2c": "Name a place outside enemy zones, or bring a commander nearer first.",
        "VV-4.2e": "Leave for a place free of enemy zones.",
        "VV-4.2d": "Name a nearer place.",
    }.get(bar.rule, "Name another place or path.")


def _leave(going: Run, order: Move, words: str, mover: Mover, walked: Walk) -> Telling:
    """VV-10.G2: off the map from a place of exit, for one movement point more."""
    place = walked.path[-1] if walked.path else mover.origin
    exits = going.ctx.game.exit_places(going.ctx, going.state, going.side)
    names = ", ".join(going.name(piece) for piece in mover.pieces)
    if place not in exits or (not mover.units and not going.state.retreating):
        reason = f"{names} may not leave the map from {place}."
        yield refused(going.side, order, words, going.ctx.game.cites["exit"], reason, _exits(exits))
        return
    bound = _kept_from_retreat(going, mover)
    if bound:
        rule = going.ctx.game.cites.get("kept", going.ctx.game.cites["exit"])
        reason = f"{', '.join(bound)} may not join the general retreat this turn."
        yield refused(going.side, order, words, rule, reason, "Leave it out of the order until the ban is over.")
        return
    price = terrain_table(going.ctx).exit_mp
    if walked.path and walked.spent + price > budget(going.ctx, mover, all_road=False):
        reason = f"{names} have no movement point left to leave the map from {place}."
        yield refused(going.side, order, words, going.ctx.game.cites["exit"], reason, "Leave next turn.")
        return
    yield UnitsSaved(
        rule=going.ctx.game.cites["exit"], side=going.side, units=mover.units, commanders=mover.commanders, place=place
    )


def _kept_from_retreat(going: Run, mover: Mover) -> list[str]:
    """VV-10.G2: the names of units that may not yet use the rights of the general retreat."""
    rights = going.ctx.game.has_retreat_rights
    return [going.name(unit) for unit in mover.units if not rights(going.ctx, going.state, unit)]


def _exits(exits: frozenset[str]) -> str:
    if not exits:
        return "Only in the general retreat may units leave the map."
    return f"Places of exit: {min(exits)} to {max(exits)}."
