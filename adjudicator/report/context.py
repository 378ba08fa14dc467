"""A report: everything that one side is told after a step, and its rendering in four forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from adjudicator.core.errors import AdjudicatorError
from adjudicator.core.types import UMPIRE
from adjudicator.core.view import Track, View
from adjudicator.report.boards import draw
from adjudicator.report.chart import bars, chart_svg
from adjudicator.report.digest import chapters, reckoning, refusals
from adjudicator.report.events import Happenings, Shown, clean, plain
from adjudicator.report.files import settings, templates_folder
from adjudicator.report.forms import FORMS, code, fence, fill, grid, ledger, verbatim, within
from adjudicator.report.phrases import Speaker, phrase_settings
from adjudicator.report.summaries import enemy_deeds, enemy_positions, objectives, rulings

Format = Literal["html", "md", "bbcode", "txt"]
FORMATS: tuple[Format, ...] = ("html", "md", "bbcode", "txt")


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """A decision that waits for an answer, in words."""

    number: str
    """"D7"."""
    question: str
    examples: tuple[str, ...] = ()
    """Whole answers: `answer D7: retreat to 0902`."""
    default: str = ""
    """What is done without an answer."""
    rule: str = ""
    side: str = ""
    facts: tuple[Mapping[str, Any], ...] = ()
    """Findings in JSON form: what this side may know when it chooses."""


@dataclass(frozen=True, slots=True)
class RulingTold:
    """An umpire's ruling: why, and what stood before and after."""

    step: int
    sort: str
    """"correct" or "replay"."""
    reason: str
    lines: tuple[str, ...] = ()
    """What it says to the side's own orders, a sentence each."""
    changes: tuple[Shown, ...] = ()
    """Plain changes of the position."""
    before: tuple[Shown, ...] = ()
    after: tuple[Shown, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportContext:
    """What a report is made from. Everything in it is already as this side may see it."""

    match: str
    scenario: str
    """The scenario's title."""
    ruleset: str
    side: str
    """A side, or "Umpire"."""
    turn: int
    after: View
    before: View | None = None
    clock: str = ""
    step: int = 0
    happenings: Happenings = ()
    rulings: tuple[RulingTold, ...] = ()
    decisions: tuple[OpenDecision, ...] = ()
    waiting: str = ""
    """"Waiting for the Coalition.", or what is awaited of this side."""
    order_form: str = ""
    seq: int = 0
    hash: str = ""
    board: object = None
    names: Mapping[str, str] = field(default_factory=dict)
    """Names of pieces, markers and places by id, beyond those in the views."""
    formations: Mapping[str, str] = field(default_factory=dict)
    """Names of formations by id."""
    picture: str = ""
    """The address of a map picture, for the forms that can only point to one."""


def render(context: ReportContext, fmt: Format) -> str:
    """The report in one form."""
    if fmt not in FORMS:
        raise AdjudicatorError(f"There is no report form {fmt}.", f"Choose one of {', '.join(FORMATS)}.")
    template = environment(fmt).get_template(f"{fmt}/report.{'j2' if fmt != 'html' else 'html'}")
    text = template.render(_matter(context, fmt))
    text = within(text) if fmt == "txt" else text
    return text.strip() + "\n"


def picture(context: ReportContext) -> str:
    """The map of a report as SVG; empty where the game's board has no picture."""
    return draw(context.board, context.after, context.happenings, context.scenario, context.formations)


def picture_width(context: ReportContext, usual: int) -> int:
    """Pixels of the map's width as a PNG: what the ruleset's drawing asks for, or what is usual."""
    return int(settings(f"map/{context.ruleset}.toml").get("width", usual))


@cache
def environment(fmt: Format) -> Environment:
    """What the templates of a form are rendered with: its escaping and its filters."""
    form = FORMS[fmt]
    env = Environment(
        loader=FileSystemLoader(templates_folder()),
        autoescape=True,
        finalize=form.words,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters.update(
        say=form.say, fence=fence, code=code, fill=fill, words=form.words, ledger=ledger, verbatim=verbatim
    )
    env.globals["grid"] = grid
    return env


def _matter(context: ReportContext, fmt: Format) -> dict[str, Any]:
    """What the templates are given: the same for every form but for pictures."""
    events = [(address, plain(event)) for address, event in context.happenings]
    ways = phrase_settings(context.ruleset)
    speaker = Speaker(context.ruleset, all_names(context), context.board, context.formations)
    tracks: tuple[Track, ...] = context.after.tracks
    told = chapters(speaker, events, context.side, ways)
    return {
        "report": context,
        "headings": ways.get("headings", {}),
        "umpire": context.side == UMPIRE,
        "course": " ".join(speaker.tell("course", [e for _, e in events], context.after)),
        "rulings": rulings(speaker, context.rulings, ways),
        "chapters": told,
        "refusals": refusals(events, context.side),
        "losses": speaker.tell("losses", [e for _, e in events]),
        "tracks": tracks,
        "bars": "\n".join(bars(tracks)),
        "chart": Markup(chart_svg(tracks)) if fmt == "html" else "",
        "objectives": objectives(speaker, context.before, context.after),
        "deeds": enemy_deeds(speaker, events, context.side),
        "positions": enemy_positions(speaker, context.after),
        "decisions": [(d, reckoning([clean(f) for f in d.facts], context.side)) for d in context.decisions],
        "tables": [table for table in context.after.tables if table.rows],
        "map": Markup(picture(context)) if fmt == "html" else "",
        "ending": context.after.ending,
        "example": next((entry.address for chapter in told for entry in chapter.entries), f"{context.seq}.1"),
    }


def all_names(context: ReportContext) -> dict[str, str]:
    """Every name that the report may need, by id."""
    names = dict(context.names)
    for view in (context.before, context.after):
        names.update({piece.id: piece.name for piece in view.pieces} if view else {})
    return names
