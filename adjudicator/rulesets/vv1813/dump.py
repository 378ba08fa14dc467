"""A position as plain JSON values and back: the same bytes on every machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, cast

from adjudicator.core.types import Ending, Side
from adjudicator.rulesets.vv1813.game import GameRules
from adjudicator.rulesets.vv1813.state import Army, Commander, Marker, Morale, Sequence, Sighting, State, Unit


def dump(game: GameRules, state: State) -> dict[str, Any]:
    """The position as JSON values; what stands at its default is left out."""
    return {
        "turn": state.turn,
        "stage": state.stage,
        "armies": {
            side: {
                "units": {one.id: _plain(one) for one in army.units.values()},
                "commanders": {one.id: _plain(one) for one in army.commanders.values()},
            }
            for side, army in state.armies.items()
        },
        "markers": {one.id: _plain(one) for one in state.markers.values()},
        "morale": {side: _plain(one) for side, one in state.morale.items()},
        "held": dict(state.held),
        "sequence": _plain_sequence(state.sequence),
        "expelled": [list(pair) for pair in sorted(state.expelled)],
        "general_retreat": state.general_retreat,
        "sightings": {side: {one.unit: _plain(one) for one in seen.values()} for side, seen in state.sightings.items()},
        "game": game.dump(state.game),
        "draw_offers": list(state.draw_offers),
        "ending": None if state.ending is None else state.ending.model_dump(mode="json"),
    }


def load(game: GameRules, plain: Mapping[str, Any]) -> State:
    """The position from what `dump` gave."""
    return State(
        turn=plain["turn"],
        stage=plain["stage"],
        armies={
            Side(side): Army(
                {id_: Unit(**{"id": id_, **one}) for id_, one in army["units"].items()},
                {id_: Commander(**{"id": id_, **one}) for id_, one in army["commanders"].items()},
            )
            for side, army in plain["armies"].items()
        },
        markers={id_: Marker(**{"id": id_, **one}) for id_, one in plain["markers"].items()},
        morale={Side(side): _morale(one) for side, one in plain["morale"].items()},
        held={place: Side(side) for place, side in plain["held"].items()},
        sequence=_sequence(plain["sequence"]),
        expelled=frozenset((unit, place) for unit, place in plain["expelled"]),
        general_retreat=plain["general_retreat"],
        sightings={
            Side(side): {unit: Sighting(**{"unit": unit, **one}) for unit, one in seen.items()}
            for side, seen in plain["sightings"].items()
        },
        game=game.load(plain["game"]),
        draw_offers=tuple(Side(side) for side in plain["draw_offers"]),
        ending=None if plain["ending"] is None else Ending.model_validate(plain["ending"]),
    )


def _plain(value: Any) -> dict[str, Any]:
    """The fields of a dataclass that differ from their defaults; the id is the key it is kept under."""
    found: dict[str, Any] = {}
    for one in fields(value):
        content = getattr(value, one.name)
        if one.name in ("id", "unit") or content == one.default:
            continue
        found[one.name] = [list(pair) for pair in content] if one.name == "history" else content
    return found


def _morale(plain: Mapping[str, Any]) -> Morale:
    history = tuple((turn, value) for turn, value in plain.get("history", ()))
    return Morale(**{**plain, "history": history})


def _plain_sequence(sequence: Sequence) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for one in fields(sequence):
        content = getattr(sequence, one.name)
        if content:
            found[one.name] = dict(content) if isinstance(content, Mapping) else sorted(content)
    return found


def _sequence(plain: Mapping[str, Any]) -> Sequence:
    values = {name: content if isinstance(content, Mapping) else frozenset(content) for name, content in plain.items()}
    return Sequence(**cast("dict[str, Any]", values))
