"""A plain text as lines: of a mail, a file, or a post pasted from a forum in BBCode, Markdown or HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.core.values import replace
from adjudicator.post.charsets import lines_in
from adjudicator.post.courtesies import courtesies_told
from adjudicator.post.letter import Body, Place
from adjudicator.post.lines import Marked, body_of
from adjudicator.post.markup import unmarked
from adjudicator.post.quoting import quoted_told
from adjudicator.post.seals import unsealed

_PAGE = re.compile(
    r"</?(?:p|div|br|blockquote|li|ul|ol|pre|table|tr|td|html|body|aside|s|del|strike)(?:\s[^<>]*)?/?>", re.I
)
_OPENS_PAGE = re.compile(r"\s*<(?:!doctype|html|body|p|div|blockquote|ul|ol|table|pre|aside|span)\b", re.I)
_LONGEST_PROBE = 200_000


def text_body(text: str, place: Place = "text", name: str = "", names: frozenset[str] = frozenset()) -> Body:
    """A plain text; one that is made of HTML tags is read as the page that it is."""
    if "<" in text and _PAGE.search(text, 0, _LONGEST_PROBE):
        from adjudicator.post.page import page_lines

        lines = page_lines(text, keep_breaks=_OPENS_PAGE.match(text) is None)
        return body_of(told(unseamed(lines), names), place, name)
    return body_of(told([Marked(line) for line in lines_in(text)], names), place, name)


def unseamed(lines: Sequence[Marked]) -> list[Marked]:
    """The lines of a page, its words cleared of what nobody sees."""
    return [replace(line, text=" ".join(lines_in(line.text))) for line in lines]


def told(lines: Sequence[Marked], names: frozenset[str] = frozenset()) -> list[Marked]:
    """The lines with all that is not read marked so: seals, tags, quotations, signatures and courtesies."""
    opened = unsealed(lines)
    plain = unmarked([line.text for line in opened])
    known = [_merged(line, found) for line, found in zip(opened, plain, strict=True)]
    return courtesies_told(quoted_told(known), names)


def _merged(line: Marked, found: Marked) -> Marked:
    """A line without its tags, and what was known of it before."""
    if line.why is not None:
        return line
    return replace(found, beside=(*line.beside, *found.beside))
