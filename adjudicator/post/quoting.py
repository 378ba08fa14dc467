"""Which lines of a text are quoted from somebody: behind `>`, in quotation blocks, below an attribution or a header.

Nothing is dropped here. A line keeps its number and its words; whoever reads it is told that they are not the
sender's own. Where a mail program marks what it quotes with `>`, only those lines are quoted, and what is written
between and below them is the sender's; where it does not, everything below the attribution is quoted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from adjudicator.post.attributions import attribution
from adjudicator.post.letter import Reason
from adjudicator.post.lines import Marked

_BEHIND_MARK = re.compile(r"[ \t]*(?:>(?!=)|&gt;(?!=))")


def is_behind_mark(line: str) -> bool:
    """Whether a line begins with the mark by which mail programs quote; `>=` at its beginning is none."""
    return _BEHIND_MARK.match(line) is not None


def quoted_told(lines: Sequence[Marked]) -> list[Marked]:
    """The lines with those marked that are quoted or forwarded."""
    known = [line.left_out("quoted") if is_behind_mark(line.text) else line for line in lines]
    return _below_attributions(known)


def _below_attributions(lines: Sequence[Marked]) -> list[Marked]:
    """The marks, with attributions and what stands below them."""
    found = list(lines)
    texts = ["" if line.why else line.text for line in lines]
    marked = [line.why is not None for line in lines]
    at = 0
    while at < len(texts):
        said = None if marked[at] else attribution(texts, marked, at)
        if said is None:
            at += 1
            continue
        end, kind = at + said.length, said.kind
        following = _next_words(texts, marked, end)
        while following < len(texts) and not marked[following]:
            more = attribution(texts, marked, following)
            if more is None:
                break
            end, kind = following + more.length, "forwarded" if "forwarded" in (kind, more.kind) else "quoted"
            following = _next_words(texts, marked, end)
        if following < len(texts):
            end = _end_of_marks(texts, marked, following) if marked[following] else len(texts)
        _mark(found, at, end, kind)
        at = end
    return found


def _next_words(texts: Sequence[str], marked: Sequence[bool], at: int) -> int:
    return next((n for n in range(at, len(texts)) if marked[n] or texts[n].strip()), len(texts))


def _end_of_marks(texts: Sequence[str], marked: Sequence[bool], at: int) -> int:
    """The line below the marked lines that begin at one; empty lines do not end them."""
    end = at
    while at < len(texts) and (marked[at] or not texts[at].strip()):
        at += 1
        end = at if marked[at - 1] else end
    return end


def _mark(lines: list[Marked], start: int, end: int, kind: Reason) -> None:
    """Somebody else's words; those behind a mark below a forwarding line are forwarded, not quoted."""
    for number in range(start, end):
        line = lines[number]
        if kind == "forwarded" and line.why == "quoted":
            lines[number] = Marked(line.text, "forwarded", line.beside)
        elif line.why is None:
            lines[number] = line.left_out(kind)
