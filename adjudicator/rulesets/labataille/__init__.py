"""La Bataille: the Premier rules with Heilsberg, 10 June 1807: five scenarios."""

from __future__ import annotations
