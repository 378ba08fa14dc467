"""CAM: the German Campaign of autumn 1813: point to point, hidden blocks, battles fought at the table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.rulesets.campaign1813.ruleset import Campaign1813


def load(scenario: str, options: Mapping[str, str], pack: Path | None = None) -> Campaign1813:
    """The campaign, set up with match options and perhaps an owner's data pack."""
    from adjudicator.rulesets.campaign1813.ruleset import make

    return make(options, pack)
