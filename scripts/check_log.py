#!/usr/bin/env python3
"""Check a match log without the adjudicator: runs adjudicator/record/check_log.py, which can be copied and run alone.

python3 scripts/check_log.py log.jsonl
"""

from __future__ import annotations

import runpy
from pathlib import Path

CHECKER = Path(__file__).resolve().parent.parent / "adjudicator" / "record" / "check_log.py"

if __name__ == "__main__":
    runpy.run_path(str(CHECKER), run_name="__main__")
