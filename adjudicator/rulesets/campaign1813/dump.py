"""A position as plain JSON values and back: the same bytes on every machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from adjudicator.core.orders import Conditional, Heading, Pass
from adjudicator.core.types import Choice, Ending, Order, Side
from adjudicator.rulesets.campaign1813.context import Context
from adjudicator.rulesets.campaign1813.orders import CHOICES, ORDERS, Plan
from adjudicator.rulesets.campaign1813.state import (
    Approach,
    Battle,
    Block,
    BreakOff,
    Commitment,
    Contest,
    Depot,
    Laid,
    Moves,
    Pieces,
    Siege,
    Sighting,
    State,
)

_SORTS: tuple[type[Order], ...] = (*ORDERS, Heading, Pass)
_ORDERS = {sort.model_fields["kind"].default: sort for sort in _SORTS}
_CHOICES: dict[str, type[Choice]] = {sort.model_fields["kind"].default: sort for sort in CHOICES}


def dump(state: State) -> dict[str, Any]:
    """The position as JSON values; what stands at its default is left out."""
    return {
        "turn": state.turn,
        "stage": state.stage,
        "first": state.first,
        "active": state.active,
        "blocks": {b.id: _plain(b, "id", "side", "kind") for b in state.pieces.blocks.values()},
        "held": dict(state.held),
        "depots": {d.town: [d.owner, d.type] for d in state.depots.values()},
        "roads": {road: dict(uses) for road, uses in state.roads.items()},
        "moves": {
            "paid": [list(pair) for pair in state.moves.paid],
            "independent": state.moves.independent,
            "moved": sorted(state.moves.moved),
            "forced": [list(pair) for pair in state.moves.forced],
            "leaders_at": dict(state.moves.leaders_at),
        },
        "plans": [{"order": write_order(laid.order), "words": laid.words} for laid in state.plans],
        "contests": {one.town: _contest(one) for one in state.contests.values()},
        "battle": None if state.battle is None else _battle(state.battle),
        "sieges": {one.town: _plain(one, "town") for one in state.sieges.values()},
        "sightings": {
            side: {one.block: _plain(one, "block") for one in seen.values()}
            for side, seen in state.sightings.items()
            if seen
        },
        "broken": list(state.broken),
        "history": [[turn, dict(lost)] for turn, lost in state.history],
        "draw_offers": list(state.draw_offers),
        "ending": None if state.ending is None else state.ending.model_dump(mode="json"),
    }


def _plain(value: Any, *keys: str) -> dict[str, Any]:
    """The fields of a dataclass that differ from their defaults, without those kept elsewhere."""
    return {
        one.name: getattr(value, one.name)
        for one in fields(value)
        if one.name not in keys and getattr(value, one.name) != one.default
    }


def _approach(one: Approach) -> list[Any]:
    return [one.block, one.origin, list(one.path), one.forced]


def _contest(one: Contest) -> dict[str, Any]:
    return {
        "approaches": [_approach(a) for a in one.approaches],
        "origins": list(one.origins),
        "gates": list(one.gates),
    }


def _battle(one: Battle) -> dict[str, Any]:
    plain = _plain(one, "approaches", "relief", "commitments", "break_off", "objectives")
    return {
        **plain,
        "approaches": [_approach(a) for a in one.approaches],
        "relief": list(one.relief),
        "commitments": [[c.side, c.origin, list(c.blocks)] for c in one.commitments],
        "break_off": [[b.side, b.percent] for b in one.break_off],
        "objectives": [[side, list(values)] for side, values in one.objectives],
    }


# --- and back ----------------------------------------------------------------------------------------------------


def load(ctx: Context, plain: Mapping[str, Any]) -> State:
    """The position from what `dump` gave."""
    moves = plain["moves"]
    return State(
        turn=plain["turn"],
        stage=plain["stage"],
        first=_side(plain["first"]),
        active=_side(plain["active"]),
        pieces=Pieces(ctx.in_order({id_: _load_block(ctx, id_, one) for id_, one in plain["blocks"].items()})),
        held={town: Side(side) for town, side in plain["held"].items()},
        depots={town: Depot(town, Side(owner), kind) for town, (owner, kind) in plain["depots"].items()},
        roads={road: {Side(side): n for side, n in uses.items()} for road, uses in plain["roads"].items()},
        moves=Moves(
            paid=tuple((army, town) for army, town in moves["paid"]),
            independent=moves["independent"],
            moved=frozenset(moves["moved"]),
            forced=tuple((block, town) for block, town in moves["forced"]),
            leaders_at=dict(moves["leaders_at"]),
        ),
        plans=tuple(Laid(read_order(one["order"]), one["words"]) for one in plain["plans"]),
        contests={town: _load_contest(town, one) for town, one in plain["contests"].items()},
        battle=None if plain["battle"] is None else _load_battle(plain["battle"]),
        sieges={town: Siege(**{"town": town, **one}) for town, one in plain["sieges"].items()},
        sightings={
            Side(side): {block: Sighting(**{"block": block, **one}) for block, one in seen.items()}
            for side, seen in plain["sightings"].items()
        },
        broken=tuple(plain["broken"]),
        history=tuple((turn, dict(lost)) for turn, lost in plain["history"]),
        draw_offers=tuple(Side(side) for side in plain["draw_offers"]),
        ending=None if plain["ending"] is None else Ending.model_validate(plain["ending"]),
    )


def _side(value: str | None) -> Side | None:
    return None if value is None else Side(value)


def _load_block(ctx: Context, id_: str, plain: Mapping[str, Any]) -> Block:
    card = ctx.roster[id_]
    return Block(id=id_, side=card.side, kind=card.kind, **{"place": None, **plain})


def _load_approach(plain: Any) -> Approach:
    block, origin, path, forced = plain
    return Approach(block, origin, tuple(path), forced)


def _load_contest(town: str, plain: Mapping[str, Any]) -> Contest:
    return Contest(
        town,
        tuple(_load_approach(one) for one in plain["approaches"]),
        tuple(plain["origins"]),
        tuple(plain["gates"]),
    )


def _load_battle(plain: Mapping[str, Any]) -> Battle:
    return Battle(
        **{
            **plain,
            "approaches": tuple(_load_approach(one) for one in plain["approaches"]),
            "relief": tuple(plain["relief"]),
            "commitments": tuple(
                Commitment(Side(side), origin, tuple(blocks)) for side, origin, blocks in plain["commitments"]
            ),
            "break_off": tuple(BreakOff(Side(side), percent) for side, percent in plain["break_off"]),
            "objectives": tuple((Side(side), tuple(values)) for side, values in plain["objectives"]),
        }
    )


# --- orders ------------------------------------------------------------------------------------------------------


def write_order(order: Order) -> dict[str, Any]:
    """An order as JSON values: its kind, and what differs from the defaults."""
    plain = order.model_dump(mode="json", exclude_defaults=True)
    match order:
        case Conditional():
            plain |= {"condition": order.condition.model_dump(mode="json"), "then": write_order(order.then)}
            if order.otherwise is not None:
                plain |= {"otherwise": write_order(order.otherwise)}
        case Plan():
            plain |= {"choice": write_order(order.choice)}
        case _:
            pass
    return {**plain, "kind": order.kind}


def read_order(plain: Mapping[str, Any]) -> Order:
    """An order from its JSON values."""
    match plain["kind"]:
        case "if":
            inside = {name: read_order(plain[name]) for name in ("then", "otherwise") if name in plain}
            return Conditional.model_validate({**plain, **inside})
        case "plan":
            return Plan.model_validate({**plain, "choice": read_choice(plain["choice"])})
        case kind:
            return _ORDERS[kind].model_validate(plain)


def read_choice(plain: Mapping[str, Any]) -> Choice:
    """A choice from its JSON values."""
    return _CHOICES[plain["kind"]].model_validate(plain)
