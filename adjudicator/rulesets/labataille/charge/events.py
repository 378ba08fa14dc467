"""Events of this room."""

from __future__ import annotations

from adjudicator.core.types import Event

EVENTS: tuple[type[Event], ...] = ()
