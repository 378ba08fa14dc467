"""`python -m adjudicator` is the command line."""

from __future__ import annotations

from adjudicator.cli import main

if __name__ == "__main__":
    main()
