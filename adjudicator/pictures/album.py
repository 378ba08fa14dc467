"""Many pictures of one board, kept small: each drawing once, each place of a drawing once, and what changes between.

A page that steps through a match shows hundreds of pictures which differ in a counter or two. Here a drawing is a
shape, a shape at a spot is an item, and a picture is a list of items that is told by its difference from the last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from html import escape

from adjudicator.pictures.fragments import Fragment

Splice = list[int]
"""Where the old list is cut, how many of its items go, and the items that come instead."""


class Album:
    """The shapes and items of all pictures that were put into it."""

    def __init__(self) -> None:
        self.shapes: list[tuple[str, str]] = []
        """The class of a drawing in the SVG, and the drawing."""
        self.items: list[tuple[int, float, float, str]] = []
        """A shape, where it lies, and the piece that it shows; "" if it shows none."""
        self._shapes: dict[tuple[str, str], int] = {}
        self._items: dict[tuple[int, float, float, str], int] = {}

    def put(self, fragments: Iterable[Fragment]) -> list[int]:
        """The items of a picture, the lowest first."""
        return [self._item(fragment) for fragment in fragments]

    def _item(self, fragment: Fragment) -> int:
        hint = f"<title>{escape(fragment.hint)}</title>" if fragment.hint else ""
        drawing = (fragment.kind, hint + fragment.body)
        shape = self._shapes.setdefault(drawing, len(self.shapes))
        if shape == len(self.shapes):
            self.shapes.append(drawing)
        data = dict(fragment.data)
        item = (shape, round(fragment.at[0], 1), round(fragment.at[1], 1), data.get("piece", ""))
        index = self._items.setdefault(item, len(self.items))
        if index == len(self.items):
            self.items.append(item)
        return index


def splices(old: Sequence[int], new: Sequence[int]) -> list[Splice]:
    """What makes a new list of an old one, the last cut first, so that every cut is counted in the old list.

    >>> splices([1, 2, 3, 4], [1, 9, 3]), splices([1, 2], [1, 2])
    ([[3, 1], [1, 1, 9]], [])
    """
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    before, after = old[start : len(old) - end], new[start : len(new) - end]
    matched = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    found = [[start + i, j - i, *after[k:m]] for tag, i, j, k, m in matched if tag != "equal"]
    return found[::-1]


def spliced(old: Sequence[int], cuts: Iterable[Splice]) -> list[int]:
    """The new list again.

    >>> spliced([1, 2, 3, 4], [[3, 1], [1, 1, 9]])
    [1, 9, 3]
    """
    made = list(old)
    for start, gone, *come in cuts:
        made[start : start + gone] = come
    return made
