"""The rule systems: which games can be played, each loaded only when it is asked for."""

from __future__ import annotations

from adjudicator.kit.registry import Registry

OURS = (
    "adjudicator.rulesets.campaign1813",
    "adjudicator.rulesets.labataille",
    "adjudicator.rulesets.nlc",
    "adjudicator.rulesets.vv1813",
)
REGISTRY = Registry(OURS)

catalogue = REGISTRY.catalogue
find = REGISTRY.find
load = REGISTRY.load
