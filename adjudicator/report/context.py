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
from adjudicator.maps.board import HexMap
from adjudicator.report.chart import bars, chart_svg
from adjudicator.report.digest import (
    chapters,
    enemy_deeds,
    enemy_positions,
    objectives,
    reckoning,
    refusals,
)
from adjudicator.report.events import Happenings, Shown, plain
from adjudicator.report.files import templates_folder
from adjudicator.report.forms import FORMS, Form, code, fence, fill, within
from adjudicator.report.hexmap import map_svg
from adjudicator.report.phrases import Speaker, phrase_settings

Format = Literal["html", "md", "bbcode", "txt"]
FORMATS: tuple[Format, ...] = ("html", "md", "bbcode", "txt")


@dataclass(frozen=True, slots=True)
class OpenDecision:
    """A decision that waits for this side's answer, in words."""

    number: str
    """"D7"."""
    question: str
    examples: tuple[str, ...] = ()
    """Answers as they may be written after `answer D7:`."""
    default: str = ""
    rule: str = ""
    facts: tuple[Shown | Mapping[str, Any], ...] = ()
    """Findings in JSON form: what this side may know when it chooses."""


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
    happenings: Happenings = ()
    refused: tuple[Shown, ...] = ()
    """Refused orders that are not among the happenings."""
    decisions: tuple[OpenDecision, ...] = ()
    waiting: str = ""
    """"waiting for the Coalition"."""
    order_form: str = ""
    tracks: tuple[Track, ...] = ()
    """Those of the view after the step, if none are given."""
    seq: int = 0
    hash: str = ""
    board: object = None
    names: Mapping[str, str] = field(default_factory=dict)
    """Names of pieces, markers and places by id, beyond those in the views."""
    notes: tuple[str, ...] = ()
    """Rulings and notes of the umpire."""
    picture: str = ""
    """The address of a map picture, for the forms that can only point to one."""


def render(context: ReportContext, fmt: Format) -> str:
    """The report in one form."""
    if fmt not in FORMS:
        raise AdjudicatorError(f"There is no report form {fmt}.", f"Choose one of {', '.join(FORMATS)}.")
    template = _environment(fmt).get_template(f"{fmt}/report.{'j2' if fmt != 'html' else 'html'}")
    text = template.render(_matter(context, fmt))
    text = within(text) if fmt == "txt" else text
    return text.strip() + "\n"


@cache
def _environment(fmt: Format) -> Environment:
    form = FORMS[fmt]
    env = Environment(
        loader=FileSystemLoader(templates_folder()),
        autoescape=True,
        finalize=form.words,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters.update(say=form.say, fence=fence, code=code, fill=fill, words=form.words, cell=_cell(form))
    return env


def _cell(form: Form) -> Any:
    def cell(text: object, width: int) -> Markup:
        """Words cut or padded to a column of plain text."""
        words = str(text)
        return Markup(words[: width - 1] + "." if len(words) > width else words.ljust(width))

    return cell


def _matter(context: ReportContext, fmt: Format) -> dict[str, Any]:
    """What the templates are given: the same for every form but for pictures."""
    events = [(address, plain(event)) for address, event in context.happenings]
    ways = phrase_settings(context.ruleset)
    speaker = Speaker(context.ruleset, _names(context), context.board)
    tracks = context.tracks or context.after.tracks
    own = [(address, e) for address, e in events]
    return {
        "report": context,
        "umpire": context.side == UMPIRE,
        "course": " ".join(speaker.tell("course", [e for _, e in events], context.after)),
        "chapters": chapters(speaker, events, context.side, ways),
        "refusals": refusals([*own, *(("", plain(e)) for e in context.refused)], context.side),
        "losses": speaker.tell("losses", [e for _, e in events]),
        "tracks": tracks,
        "bars": "\n".join(bars(tracks)),
        "chart": Markup(chart_svg(tracks)) if fmt == "html" else "",
        "objectives": objectives(speaker, context.before, context.after),
        "deeds": enemy_deeds(speaker, events, context.side, ways),
        "positions": enemy_positions(speaker, context.after),
        "decisions": [(d, reckoning([plain(f) for f in d.facts], context.side)) for d in context.decisions],
        "tables": context.after.tables,
        "map": Markup(_picture(context)) if fmt == "html" else "",
        "ending": context.after.ending,
    }


def _names(context: ReportContext) -> dict[str, str]:
    names = dict(context.names)
    for view in (context.before, context.after):
        names.update({piece.id: piece.name for piece in view.pieces} if view else {})
    return names


def _picture(context: ReportContext) -> str:
    if not isinstance(context.board, HexMap):
        return ""
    return map_svg(context.board, context.after, context.happenings, context.scenario)
