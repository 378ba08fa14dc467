"""A report's page as mail programs show it: no buttons, no drawings, no folding, its style on each tag."""

from __future__ import annotations

from functools import cache
from html import escape
from html.parser import HTMLParser

import css_inline

_DROPPED = {"style", "script", "svg", "nav", "button", "input", "label", "textarea", "template", "dialog", "form"}
_EMPTY = {"br", "hr"}
_KEPT = {
    "h1", "h2", "h3", "h4", "p", "ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "dl", "dt", "dd",
    "code", "pre", "summary", "br", "hr", "strong", "em", "del", "caption",
}  # fmt: skip
_STYLE = """
body { font-family: Georgia, serif; font-size: 15px; line-height: 1.45; color: #222222; max-width: 46em; }
h1 { font-size: 22px; margin: 0 0 8px 0; }
h2 { font-size: 18px; margin: 24px 0 6px 0; border-bottom: 1px solid #bbbbbb; }
h3 { font-size: 15px; margin: 16px 0 4px 0; }
p { margin: 6px 0; }
ul { margin: 4px 0; padding-left: 20px; }
li { margin: 3px 0; }
table { border-collapse: collapse; font-size: 13px; margin: 4px 0 8px 0; }
th { text-align: left; padding: 1px 8px 1px 0; font-weight: normal; color: #555555; }
td { text-align: left; padding: 1px 8px 1px 0; vertical-align: top; }
pre { font-family: Consolas, Menlo, monospace; font-size: 13px; white-space: pre-wrap; padding: 8px; }
code { font-family: Consolas, Menlo, monospace; font-size: 13px; }
dt { color: #555555; }
img { display: block; width: 100%; max-width: 1000px; height: auto; margin: 8px 0; }
"""


class _Page(HTMLParser):
    """Goes through a page and writes down what a mail can show; the order form is left to the text of the mail."""

    def __init__(self, picture: str) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self._picture = picture
        self._within: list[str] = []
        """The tags that are dropped with all that is in them."""
        self._body = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "body":
            self._body = True
        if self._within or tag in _DROPPED or dict(attrs).get("popover") is not None:
            if tag == "svg" and not self._within and self._picture:
                self.out.append(f'<img src="{escape(self._picture)}" alt="The map">')
                self._picture = ""
            if tag not in ("input", "br", "hr", "img", "meta", "link"):
                self._within.append(tag)
            return
        if self._body and tag in _KEPT:
            self.out.append(f"<{tag}>" if tag != "summary" else "<p>")

    def handle_endtag(self, tag: str) -> None:
        if self._within:
            if tag in self._within:
                while self._within.pop() != tag:
                    pass
            return
        if self._body and tag in _KEPT and tag not in _EMPTY:
            self.out.append(f"</{tag}>" if tag != "summary" else "</p>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if not self._within and self._body and tag in _EMPTY:
            self.out.append(f"<{tag}>")

    def handle_data(self, data: str) -> None:
        if self._body and not self._within:
            self.out.append(escape(data, quote=False))


@cache
def _inliner() -> css_inline.CSSInliner:
    return css_inline.CSSInliner(load_remote_stylesheets=False, keep_style_tags=False)


def mail_page(page: str, picture: str) -> str:
    """The page for a mail; the map is shown where `picture` points to."""
    reader = _Page(picture)
    reader.feed(page)
    reader.close()
    inside = "".join(reader.out)
    head = f'<head><meta charset="utf-8"><style>{_STYLE}</style></head>'
    return _inliner().inline(f'<!DOCTYPE html><html lang="en">{head}<body>{inside}</body></html>')
