"""CAM-unit-4: the position before the first turn: every block in its town, every depot with its owner."""

from __future__ import annotations

from adjudicator.core.types import Side
from adjudicator.rulesets.campaign1813.data import CampaignData
from adjudicator.rulesets.campaign1813.state import Block, Depot, Pieces, State


def starting_position(data: CampaignData) -> State:
    """CAM-unit-4, CAM-map-4: blocks and garrisons as the scenario has them."""
    return State(
        pieces=Pieces(
            {card.id: Block(card.id, card.side, card.kind, card.start) for card in data.context.roster.values()}
        ),
        held=dict(data.control),
        depots={row.town: Depot(row.town, Side(row.side), row.type) for row in data.depots},
    )
