"""Random examples are the same on every run; with ADJUDICATOR_FUZZ set, the tests look for new ones."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.register_profile("exploring", deadline=None)
settings.load_profile("exploring" if os.environ.get("ADJUDICATOR_FUZZ") else "steady")
