"""A report: everything that one side is told after a step, and its rendering in four forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from markupsafe import Markup

from adjudicator.core.errors import AdjudicatorError
from adjudicator.core.types import PUBLIC, UMPIRE
from adjudicator.core.values import dataclass
from adjudicator.core.view import View
from adjudicator.pictures.boards import draw
from adjudicator.pictures.chart import bars, chart_svg
from adjudicator.pictures.colours import palette
from adjudicator.pictures.fragments import Picture
from adjudicator.pictures.happenings import Happenings, Shown, clean, plain
from adjudicator.pictures.templates import drawing_of, folders
from adjudicator.report.digest import chapters, reckoning, refusals
from adjudicator.report.forms import FORMS, code, fence, fill, grid, ledger, verbatim, within
from adjudicator.report.joined import joined
from adjudicator.report.luck import COLUMNS, luck
from adjudicator.report.luck import NOTE as LUCK_NOTE
from adjudicator.report.phrases import Speaker, phrase_settings
from adjudicator.report.roster import roster
from adjudicator.report.shortened import in_brief
from adjudicator.report.summaries import enemy_deeds, enemy_positions, named_tracks, objectives, rulings

if TYPE_CHECKING:
    from jinja2 import Environment

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
class MessageTold:
    """A message on the record: from whom, to whom, its words."""

    sender: str
    to: str
    text: str


def no_rules() -> Mapping[str, str]:
    """For a game whose rules have no texts to show."""
    return {}


@dataclass(frozen=True)
class ReportContext:
    """What a report is made from. Everything in it is already as this side may see it."""

    match: str
    scenario: str
    """The scenario's title."""
    ruleset: str
    side: str
    """A side, "Umpire", or "Public"."""
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
    kept: Path | None = None
    """Where drawings and compiled templates are kept from run to run."""
    templates: Path | None = None
    """A plug-in's own folder of phrases, map style and layouts."""
    rule_texts: Callable[[], Mapping[str, str]] = no_rules
    """What each rule says, in our own words, by its id; asked for only where it is shown."""
    messages: tuple[MessageTold, ...] = ()
    """What was said on the record since the report before, as far as this side may read it."""
    rolled: tuple[Shown, ...] = ()
    """At the end of a match every event with dice that the side was shown, from the first step on."""
    replay: str = ""
    """The address of the page that steps through the match, where there is one."""
    brief: bool = False
    """Whether marches, reckonings, tables and the form are left out."""

    @cached_property
    def drawing(self) -> Mapping[str, Any]:
        """How the ruleset wants its map drawn."""
        return drawing_of(self.ruleset, self.templates)

    @cached_property
    def told(self) -> Happenings:
        """What happened, stretches of one way made one where the ruleset asks for it."""
        return joined(self.happenings, self.before, phrase_settings(self.ruleset, self.templates))

    @cached_property
    def map(self) -> Picture | None:
        """The map; None where the game has none that could be drawn. Drawn once, whatever it is shown in."""
        return draw(self.board, self.after, self.told, self.scenario, self.formations, self.kept, self.templates)

    @cached_property
    def matter(self) -> Mapping[str, Any]:
        """What the templates of every form are given."""
        whole = _matter(self)
        return in_brief(whole, self.drawing) if self.brief else whole


def render(context: ReportContext, fmt: Format) -> str:
    """The report in one form."""
    if fmt not in FORMS:
        raise AdjudicatorError(f"There is no report form {fmt}.", f"Choose one of {', '.join(FORMATS)}.")
    template = environment(fmt, context.templates, context.kept).get_template(
        f"{fmt}/report.{'j2' if fmt != 'html' else 'html'}"
    )
    more = _page(context) if fmt == "html" else {}
    text = template.render(context.matter, report=context, **more)
    text = within(text) if fmt == "txt" else text
    return text.strip() + "\n"


def picture_width(context: ReportContext, usual: int) -> int:
    """Pixels of the map's width as a PNG: what the ruleset's drawing asks for, or what is usual."""
    return int(context.drawing.get("width", usual))


@cache
def environment(fmt: Format, own: Path | None = None, kept: Path | None = None) -> Environment:
    """What the templates of a form are rendered with: its escaping and filters; a plug-in's templates before ours."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from adjudicator.report.kept_templates import kept_templates

    form = FORMS[fmt]
    env = Environment(
        loader=FileSystemLoader(folders(own)),
        bytecode_cache=kept_templates(kept, fmt),
        autoescape=True,
        finalize=form.words,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters.update(
        say=form.say, fence=fence, code=code, fill=fill, words=form.words, ledger=ledger, verbatim=verbatim
    )
    env.globals.update(grid=grid, luck_columns=COLUMNS, luck_note=LUCK_NOTE)
    return env


def _matter(context: ReportContext) -> dict[str, Any]:
    """What the templates of every form are given."""
    events = [(address, plain(event)) for address, event in context.told]
    ways = phrase_settings(context.ruleset, context.templates)
    speaker = Speaker(
        context.ruleset, all_names(context), context.board, context.formations, context.templates, context.kept
    )
    tracks = named_tracks(context.after.tracks, ways)
    told = chapters(speaker, events, context.side, ways, context.drawing)
    return {
        "headings": ways.get("headings", {}),
        "umpire": context.side == UMPIRE,
        "reader": _READERS.get(context.side, f"report for the {context.side}"),
        "seen_title": _SEEN.get(context.side, "What the other side can be seen to do"),
        "course": " ".join(speaker.tell("course", [e for _, e in events], context.after)),
        "rulings": rulings(speaker, context.rulings, ways),
        "chapters": told,
        "refusals": refusals(events, context.side),
        "losses": speaker.tell("losses", [e for _, e in events]),
        "tracks": tracks,
        "bars": "\n".join(bars(tracks)),
        "objectives": objectives(speaker, context.before, context.after),
        "deeds": enemy_deeds(speaker, events, context.side),
        "positions": enemy_positions(speaker, context.after),
        "decisions": [(d, reckoning([clean(f) for f in d.facts], context.side)) for d in context.decisions],
        "tables": [table for table in context.after.tables if table.rows],
        "roster": roster(speaker, context.after, ways),
        "ending": context.after.ending,
        "luck": luck((plain(event) for event in context.rolled), ways),
        "example": next((entry.address for chapter in told for entry in chapter.entries), f"{context.seq}.1"),
    }


_READERS: Mapping[str, str] = {UMPIRE: "umpire's report", PUBLIC: "report for spectators"}
_SEEN: Mapping[str, str] = {UMPIRE: "", PUBLIC: "What each side can be seen to do"}

SHEET = "sheet"
"""The id of the map on a page, by which crops refer to it."""


def _page(context: ReportContext) -> dict[str, Any]:
    """What only a page can show: the map and parts of it, the chart, the words of rules."""
    drawn, rules = context.map, context.rule_texts()
    with palette(context.drawing):
        chart = Markup(chart_svg(context.matter["tracks"]))

    def crop(places: tuple[str, ...], label: str) -> Markup:
        return Markup(drawn.crop(places, SHEET, label)) if drawn else Markup("")

    return {
        "map": Markup(drawn.svg(SHEET)) if drawn else "",
        "label": drawn.label if drawn else "",
        "crop": crop,
        "chart": chart,
        "rules": rules,
        "cited": [rule for rule in cited_rules(context) if rule in rules],
    }


def cited_rules(context: ReportContext) -> list[str]:
    """Every rule that a page names, in the order in which a reader meets them."""
    matter = context.matter
    entries = [entry for chapter in matter["chapters"] for entry in chapter.entries]
    found = [decision.rule for decision, _ in matter["decisions"]]
    found += [rule for entry in entries for rule in (entry.rule, *(row.rule for row in entry.rows))]
    found += [refusal.rule for refusal in matter["refusals"]]
    found += [str(matter["ending"].rule)] if matter["ending"] else []
    return list(dict.fromkeys(rule for rule in found if rule))


def all_names(context: ReportContext) -> dict[str, str]:
    """Every name that the report may need, by id."""
    names = dict(context.names)
    for view in (context.before, context.after):
        names.update({piece.id: piece.name for piece in view.pieces} if view else {})
    return names
