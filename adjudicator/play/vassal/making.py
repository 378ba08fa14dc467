"""`vassal module`: a scenario as a module, with our own map and counters."""

from __future__ import annotations

from pathlib import Path

import adjudicator
from adjudicator.core.ruleset import Ruleset
from adjudicator.pictures.counters import COUNTER_SIZE, counter_pictures
from adjudicator.pictures.png import png
from adjudicator.play.vassal.counters import Box
from adjudicator.rulesets import REGISTRY
from adjudicator.vassal.building import Plan, module_file

LICENCE = "Map and counters are drawn by the adjudicator; a publisher's are not in it."


def module_of(scenario: str, pack: Path | None = None) -> bytes:
    """The .vmod of a scenario, with an owner's data pack on top if there is one."""
    return module_for(REGISTRY.load(scenario, {}, pack, None))


def module_for(rules: Ruleset[object]) -> bytes:
    """The .vmod of a rule system that is set up for a scenario."""
    box = Box(rules)
    starts = {piece.id: box.label(piece.place) for piece in box.opening.pieces if piece.place}
    pictures = {"map.png": png(box.picture, round(box.picture.board.width))}
    return module_file(
        Plan(
            title=title_of(box),
            version=adjudicator.__version__,
            description=LICENCE,
            sides=box.sides,
            counters=box.all_counters(),
            grid=box.grid,
            size=COUNTER_SIZE,
            pictures=pictures | counter_pictures(box.drawn_pieces(), box.drawing),
            starts=starts,
        )
    )


def title_of(box: Box) -> str:
    """The module's name, by which VASSAL knows whose saves are whose."""
    return f"{box.title} (adjudicator)"
