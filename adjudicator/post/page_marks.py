"""What the tags of a page say of the words within: quoted, struck out, hidden, or a signature.

Mail programs and forums have each their own way: `blockquote`, the `div` named `quote` of GMX and web.de, Yahoo's
`yahoo_quoted`, Discourse's `aside`, the signatures of Gmail, Thunderbird, Outlook and Proton.
"""

from __future__ import annotations

import html
import re

from adjudicator.post.letter import Reason

BREAKS = frozenset(
    {
        "br",
        "p",
        "div",
        "li",
        "ul",
        "ol",
        "dl",
        "dt",
        "dd",
        "tr",
        "table",
        "pre",
        "blockquote",
        "hr",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "aside",
        "section",
        "article",
        "header",
        "footer",
        "main",
        "nav",
        "center",
        "address",
        "form",
        "fieldset",
        "figure",
    }
)
"""Tags at which a reader sees a new line."""
VOID = frozenset(
    {"br", "hr", "img", "input", "meta", "link", "wbr", "base", "area", "col", "embed", "source", "track", "param"}
)
"""Tags that hold nothing."""
_STRUCK = frozenset({"s", "strike", "del"})
_ATTRIBUTE = re.compile(
    r"([a-z-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))|(?<![\w-])(hidden)(?![\w-])", re.IGNORECASE
)
_QUOTE_NAMES = frozenset(
    {
        "quote",
        "quotebody",
        "quoteheader",
        "quotebox",
        "quote_container",
        "bbc_quote",
        "bbc_blockquote",
        "bbcodeblock--quote",
        "bbcode_quote",
        "yahoo_quoted",
    }
)
_SIGNATURE_NAMES = frozenset(
    {
        "gmail_signature",
        "moz-signature",
        "protonmail_signature_block",
        "applemailsignature",
        "ms-outlook-mobile-signature",
        "signature",
    }
)
_HIDDEN = re.compile(
    r"display:none|visibility:hidden|font-size:0(?:px|pt|em|%)?(?:[;!]|$)|mso-hide:all|opacity:0(?:[;!]|$)"
)
_ALT = re.compile(r"\balt\s*=\s*(?:\"([^\"]{1,40})\"|'([^']{1,40})'|([^\s\"'>]{1,40}))", re.IGNORECASE)
_LONGEST_SMILEY = 5
_ORDER: tuple[Reason, ...] = ("hidden", "quoted", "struck out", "signature")
"""Of several reasons the first is told."""


def reason_of(attributes: str) -> Reason | None:
    """Why the words within a tag are not read, as its attributes have it; None if they are."""
    said = _attributes(attributes)
    called = {word for key in ("class", "id", "name") for word in said.get(key, "").split()}
    called |= {word.rpartition("_")[0] for word in called if word.startswith("yahoo_quoted_")}
    style = "".join(said.get("style", "").split())
    if "hidden" in said or _HIDDEN.search(style):
        return "hidden"
    if called & _QUOTE_NAMES:
        return "quoted"
    if "line-through" in style:
        return "struck out"
    return "signature" if called & _SIGNATURE_NAMES else None


def _attributes(written: str) -> dict[str, str]:
    """The attributes of a tag in small letters."""
    found: dict[str, str] = {}
    for name, *values, alone in _ATTRIBUTE.findall(written.lower()):
        found.setdefault(name or alone, "".join(values))
    return found


def alternative_of(attributes: str) -> str:
    """What stands for a picture: the letters of a smiley, nothing for any other."""
    found = _ALT.search(attributes)
    words = html.unescape("".join(word or "" for word in found.groups())) if found else ""
    return words if len(words) <= _LONGEST_SMILEY else ""


class Wrappings:
    """The tags that are open, as far as they say something of the words within.

    A tag ends what was opened within it. `blockquote` and the plain strike-outs end where they are closed and nowhere
    else, as browsers have it.
    """

    def __init__(self) -> None:
        self._levels: dict[str, int] = {}
        self._open: list[tuple[str, int, Reason]] = []
        self._at: dict[str, list[int]] = {}
        self._count = dict.fromkeys(_ORDER, 0)
        self._lasting: dict[str, int] = {}

    @property
    def why(self) -> Reason | None:
        """Why words that stand here are not read."""
        return next((why for why in _ORDER if self._count[why]), None)

    def take(self, tag: str, attributes: str) -> None:
        """A tag that opens or closes."""
        name = tag.lstrip("/")
        if name == "blockquote" or name in _STRUCK:
            self._last(name, closing=tag.startswith("/"))
            return
        if tag.startswith("/") or (name == "p" and self._levels.get(name)):
            self._close(name)
        if not tag.startswith("/"):
            self._levels[name] = self._levels.get(name, 0) + 1
            why = reason_of(attributes) if attributes.strip() else None
            if why is not None:
                self._at.setdefault(name, []).append(len(self._open))
                self._open.append((name, self._levels[name], why))
                self._count[why] += 1

    def _last(self, name: str, *, closing: bool) -> None:
        why: Reason = "quoted" if name == "blockquote" else "struck out"
        if not closing:
            self._lasting[name] = self._lasting.get(name, 0) + 1
            self._count[why] += 1
        elif self._lasting.get(name):
            self._lasting[name] -= 1
            self._count[why] -= 1

    def _close(self, name: str) -> None:
        level = self._levels.get(name, 0)
        if not level:
            return
        self._levels[name] = level - 1
        places = self._at.get(name, [])
        if not places or self._open[places[-1]][1] != level:
            return
        start = places[-1]
        for inner, _, why in reversed(self._open[start:]):
            self._at[inner].pop()
            self._count[why] -= 1
        del self._open[start:]
