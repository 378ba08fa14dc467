"""Lists in lists, as VASSAL writes them: items joined by a sign, the sign within an item behind a backslash.

The backslash itself is not protected, so an item that ends in one cannot be told from two: `written` never makes such
an item. A list within a list has one backslash more at each level.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache


def joined(items: Iterable[str], sign: str) -> str:
    """Items as one text.

    >>> joined(["A", "B,C"], ",")
    'A,B\\\\,C'
    """
    return sign.join(_protected(item, sign) for item in items)


def _protected(item: str, sign: str) -> str:
    inside = item.replace(sign, "\\" + sign)
    quoted = item.startswith("\\") or (item.startswith("'") and item.endswith("'"))
    return f"'{inside}'" if quoted else inside


def parts(text: str, sign: str, most: int = 0) -> list[str]:
    """The items of a text; with `most`, of a longer list the first ones, the rest left in the last.

    >>> parts("A,B\\\\,C", ",")
    ['A', 'B,C']
    """
    found = _between(sign).split(text, maxsplit=max(0, most - 1))
    return [_bare(item.replace("\\" + sign, sign)) for item in found]


@cache
def _between(sign: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\\)" + re.escape(sign))


def _bare(item: str) -> str:
    return item[1:-1] if len(item) > 1 and item[0] == item[-1] == "'" else item


def written(words: str) -> str:
    """Words that survive in a list: control characters are blanks, no backslash ends them.

    >>> written("a\\tb\\\\")
    'a b'
    """
    return "".join(" " if ord(sign) < 32 or ord(sign) == 127 else sign for sign in words).rstrip("\\ ")
