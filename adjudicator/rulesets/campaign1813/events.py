"""Every event of the campaign, room by room; each says in its own class how it changes the position and who sees it."""

from __future__ import annotations

from adjudicator.core.types import Event
from adjudicator.rulesets.campaign1813 import umpire
from adjudicator.rulesets.campaign1813.battle import events as battle
from adjudicator.rulesets.campaign1813.march import events as march
from adjudicator.rulesets.campaign1813.siege import events as siege
from adjudicator.rulesets.campaign1813.supply import events as supply
from adjudicator.rulesets.campaign1813.turn import events as turn

EVENTS: tuple[type[Event], ...] = (
    *turn.EVENTS,
    *march.EVENTS,
    *battle.EVENTS,
    *siege.EVENTS,
    *supply.EVENTS,
    umpire.PositionAdjusted,
)
