"""NLC-20.4, NLC-20.5: new orders: who may give them, how many, and how long they ride."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.core.types import Finding, RuleId, Side
from adjudicator.kit.verdicts import Verdict, no, yes
from adjudicator.maps.search import Leads, cheapest
from adjudicator.rulesets.nlc.changes import formation_of
from adjudicator.rulesets.nlc.command.range import commands, open_leads
from adjudicator.rulesets.nlc.context import Context, half_up
from adjudicator.rulesets.nlc.movement.frozen import is_asleep
from adjudicator.rulesets.nlc.movement.ground import HALVES
from adjudicator.rulesets.nlc.orders import GiveOrder
from adjudicator.rulesets.nlc.state import Leader, OrderState, State


def may_give(ctx: Context, state: State, side: Side, order: GiveOrder) -> Verdict:
    """NLC-20.0, NLC-20.5: whether a commander may give this order now."""
    issuer, receiver = ctx.leaders[order.leader], ctx.leaders[order.to]
    if issuer.side != side:
        return no("NLC-20.0", f"{issuer.name} is not yours.", "Let one of your own commanders give the order.")
    if receiver.side != side:
        return no("NLC-20.0", f"{receiver.name} is not yours.", "Orders go to your own leaders.")
    first = _is_commander(ctx, state, order)
    if not first.value:
        return first
    his = state.leader(order.to)
    if not receiver.formation:
        return no("NLC-20.0", f"{receiver.name} leads no formation.", "Give the order to the leader of a formation.")
    if his.status != "map":
        return no("NLC-20.4d", f"{receiver.name} is not on the map: a courier would not find him.", "Wait for him.")
    under = _is_under(ctx, state, order)
    if not under.value:
        return under
    allowed = ctx.game.may_order(ctx, state, state.leader(order.leader), receiver.formation, order.order)
    return allowed if not allowed.value else has_capacity(ctx, state.leader(order.leader))


def _is_commander(ctx: Context, state: State, order: GiveOrder) -> Verdict:
    """NLC-2.1b, NLC-26.1a, NLC-27.5b: whether the issuer is an overall or wing commander at present."""
    card, leader = ctx.leaders[order.leader], state.leader(order.leader)
    if orders_himself(ctx, state, leader):
        return yes("NLC-20.4")
    if card.role not in ("OC", "WC", "corps"):
        return no(
            "NLC-20.0", f"{card.name} is no overall or wing commander.", "Let the commander of his army give the order."
        )
    if leader.status != "map":
        return no("NLC-20.0", f"{card.name} is not on the map.", "Let another commander give the order.")
    if card.role != "OC" and not leader.wing:
        status = ctx.game.is_wing(ctx, state, leader)
        return no(status.rule, f"{card.name} commands no wing now: {status.because}.", "Let his chief give the order.")
    if state.turn < state.muted_until and card.side != "French" and card.role == "OC":
        until = ctx.turn_name(state.muted_until)
        return no("NLC-28.4b-5", f"No Allied overall commander sends orders before {until}.", "Wait until then.")
    return yes("NLC-20.0")


def orders_himself(ctx: Context, state: State, leader: Leader) -> bool:
    """Whether a leader may order himself because no overall commander of his army is on the map (Wavre)."""
    facts, card = ctx.facts.self_orders, ctx.leaders[leader.id]
    if facts is None or card.name != facts.leader or leader.status != "map":
        return False
    chiefs = (one for one in state.force(card.side).leaders.values() if ctx.leaders[one.id].role == "OC")
    return not any(one.status == "map" and ctx.leaders[one.id].army == card.army for one in chiefs)


def _is_under(ctx: Context, state: State, order: GiveOrder) -> Verdict:
    """NLC-26.1b, NLC-27.5a, NLC-27.9a-2: whether the receiver's formation is under the issuer, and obeys yet."""
    issuer, receiver = ctx.leaders[order.leader], ctx.leaders[order.to]
    leader = state.leader(order.leader)
    himself = orders_himself(ctx, state, leader) and order.to == order.leader
    if not himself and not commands(ctx, leader, receiver.formation):
        rule = "NLC-26.1b" if ctx.game.name == "1815" else "NLC-27.5a" if ctx.game.name == "leipzig" else "NLC-28.3a"
        return no(rule, f"{receiver.name}'s formation is not under {issuer.name}.", "Let its own commander order it.")
    if not any(formation_of(ctx, unit) == receiver.formation for unit in state.force(issuer.side).units.values()):
        return no("NLC-2.1a", f"{receiver.name} has no units of his own now.", "Order the leader whom they obey.")
    for deaf in ctx.facts.deaf:
        if deaf.formation == receiver.formation and (not deaf.until or state.turn < ctx.turn_number(deaf.until)):
            rule = {"wachau": "NLC-27.9a-2"}.get(ctx.facts.title.split(",")[0].lower(), "NLC-27.8b-5")
            when = f"before {deaf.until}" if deaf.until else "in this scenario"
            return no(rule, f"{receiver.name} obeys no order {when}.", "Order another formation.")
    return is_asleep(ctx, state, receiver.formation)


def has_capacity(ctx: Context, leader: Leader) -> Verdict:
    """NLC-20.5, A-33: as many new orders a turn as his rating; half of them, half up and at least one, if he moved."""
    card = ctx.leaders[leader.id]
    most = capacity(ctx, leader)
    if leader.ordered < most:
        return yes("NLC-20.5")
    moved = " and has moved" if leader.moved else ""
    given = f"{card.name} may give {most} new order{'' if most == 1 else 's'} this turn{moved}; he has given them"
    return no("NLC-20.5", f"{given}.", "Leave out the least of them.")


def capacity(ctx: Context, leader: Leader) -> int:
    """NLC-20.5, A-33: how many new orders a commander may give this turn."""
    return capacity_when_moving(ctx, leader) if leader.moved else ctx.game.capacity(ctx, leader)


def capacity_when_moving(ctx: Context, leader: Leader) -> int:
    """NLC-20.5, A-33: half as many for one who moves this turn, half up and at least one; a leader of nobody, none."""
    full = ctx.game.capacity(ctx, leader)
    return max(1, half_up(Fraction(full, 2))) if full else 0


def next_number(ctx: Context, state: State, side: Side) -> int:
    """A-75: the number of a side's next courier: later than all that ride for it or whose orders are in force.

    Each side counts its own, so that no number tells how many orders the enemy has given.
    """
    riding = (one.number for one in state.couriers if one.side == side)
    dated = (one.dated for one in state.formations.values() if ctx.formations[one.id].side == side)
    return max((*riding, *dated), default=0) + 1


# --- the ride -------------------------------------------------------------------------------------------------------


def delay(ctx: Context, state: State, issuer: Leader, receiver: Leader, order: OrderState) -> Finding[int]:
    """NLC-20.4: the turns until compliance: base by order and ratings, and one more for each six points of the way."""
    ratings = (ctx.game.rating(ctx, issuer, order), ctx.game.rating(ctx, receiver, order))
    base = base_delay(ctx, order, ratings[0].value, ratings[1].value)
    if _is_own_headquarters(ctx, state, issuer, receiver):
        return Finding(rule=RuleId("NLC-27.10c"), value=0, because="his headquarters, on the turn of his arrival")
    far = distance(ctx, state, issuer, receiver)
    ride: Finding[int] = Finding(
        rule=RuleId("NLC-20.4c"),
        value=far // (HALVES * ctx.tables.command.courier.points_a_turn),
        because=f"{Fraction(far, HALVES)} cavalry points",
        label="distance",
    )
    return Finding(rule=RuleId("NLC-20.4d"), value=base.value + ride.value, parts=(base, ride), because="turns")


def _is_own_headquarters(ctx: Context, state: State, issuer: Leader, receiver: Leader) -> bool:
    """NLC-27.10c: what Napoleon orders his own headquarters on the turn of his arrival takes effect at once."""
    facts = ctx.facts.napoleon
    if facts is None or ctx.leaders[issuer.id].name != "Napoleon" or state.turn != ctx.turn_number(facts.arrives):
        return False
    return ctx.leaders[receiver.id].formation in facts.headquarters


def base_delay(ctx: Context, order: OrderState, issuer: int, receiver: int) -> Finding[int]:
    """NLC-20.4a, NLC-20.4b: the order's number less half the sum of the ratings, not below 0."""
    half = half_up(Fraction(issuer + receiver, 2))
    number = ctx.tables.command.orders.of(order)
    fact = f"{order} {number}, ratings {issuer} and {receiver}: half sum {half}"
    return Finding(rule=RuleId("NLC-20.4b"), value=max(0, number - half), because=fact, label="base")


def distance(ctx: Context, state: State, issuer: Leader, receiver: Leader) -> int:
    """NLC-20.4c, A-34: halves of a cavalry point by the cheapest way that avoids the enemy, also between two maps.

    Where there is none, the hexes between them count a point each.
    """
    if issuer.place is None or receiver.place is None or issuer.place == receiver.place:
        return 0
    ids = ctx.board.grid.ids
    goal = ids[receiver.place]
    side = ctx.leaders[issuer.id].side
    way = cheapest([ids[issuer.place]], _with_links(ctx, open_leads(ctx, state, side)), lambda node: node == goal)
    return way.cost if way is not None else HALVES * ctx.board.distance(issuer.place, receiver.place)


def _with_links(ctx: Context, ground: Leads) -> Leads:
    """The ground and the ways between maps that do not touch."""
    if not ctx.links:
        return ground
    ids = ctx.board.grid.ids
    beyond: dict[int, list[tuple[int, int]]] = {}
    for link in ctx.links:
        beyond.setdefault(ids[link.a], []).append((ids[link.b], link.half_points))
        beyond.setdefault(ids[link.b], []).append((ids[link.a], link.half_points))

    def leads(node: int, cost: int, steps: int) -> list[tuple[int, int]]:
        return [*ground(node, cost, steps), *beyond.get(node, ())]

    return leads
