"""Briefs: what is handed over while the match waits for something that is settled outside the program."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.core.brief import Brief, Briefing, FormLine
from adjudicator.core.errors import MatchError
from adjudicator.core.types import Side, Wait
from adjudicator.play.desk.order_form import comment, wrapped
from adjudicator.play.match.match import Match
from adjudicator.play.side.reporting import in_dialect, rules_in_words
from adjudicator.play.side.side_views import Source
from adjudicator.play.side.situation import Situation, situation
from adjudicator.report.brief import render_brief
from adjudicator.report.context import FORMATS, Format


def briefs_of(now: Situation) -> tuple[Brief, ...]:
    """What the rule system hands this side, or the umpire, while a report is awaited; nothing at other times."""
    rules = now.step.rules
    if not isinstance(now.following, Wait) or now.following.what != "report" or not isinstance(rules, Briefing):
        return ()
    return tuple(rules.briefs(now.step.after, now.side))


def brief_files(now: Situation) -> dict[str, bytes]:
    """Each brief in every form, and its form alone as a text ready to be filled in."""
    files: dict[str, bytes] = {}
    for brief in briefs_of(now):
        for fmt in FORMATS:
            files[f"{brief.key}.{fmt}"] = brief_text(now, brief, fmt).encode()
        if form := form_text(now, brief):
            files[f"{brief.key}-report.txt"] = form.encode()
    return files


def brief_text(now: Situation, brief: Brief, fmt: Format) -> str:
    """A brief in one form."""
    view = now.step.rules.view(now.step.after, now.side)
    return render_brief(
        brief,
        fmt,
        match=now.source.setup.name,
        turn=view.turn,
        clock=view.clock,
        form=form_text(now, brief),
        rules=rules_in_words(now.step.rules.name),
    )


def brief_posts(
    given: Source | Match, side: Side, name: str, step: int | None = None, *, split: bool = False
) -> tuple[str, ...]:
    """The briefs of what is awaited from outside after a step, in a form or a forum's dialect."""
    now = situation(given, side, step)
    briefs = briefs_of(now)
    if not briefs:
        raise MatchError(
            f"No battle waited to be fought after step {now.step.number}.", "Give the step after which one did: --step."
        )
    return in_dialect(lambda form: "\n".join(brief_text(now, one, form) for one in briefs), name, split=split)


def form_text(now: Situation, brief: Brief) -> str:
    """The form with its header; for a side of whom no text is awaited, its lines alone."""
    if not brief.form:
        return ""
    lines = [line for one in brief.form for line in _line(now, one)]
    return "\n".join(("BEGIN ORDERS", *_header(now), *lines, "END ORDERS")) + "\n"


def _line(now: Situation, line: FormLine) -> list[str]:
    if line.order is None:
        return comment(line.words) if line.words else [""]
    words = now.source.setup.tools.write(now.step.rules, now.step.after, now.side, line.order)
    return wrapped(words, "# ", "#   ") if line.off else wrapped(words, "", "  ")


def _header(now: Situation) -> Iterator[str]:
    if now.side not in now.awaiting:
        yield "# Fill in your part and send it to the umpire."
        yield ""
        return
    assert isinstance(now.following, Wait)
    yield f"match: {now.source.setup.name}"
    yield f"turn: {now.following.turn}"
    yield f"side: {now.side}"
    if now.following.phase:
        yield f"phase: {now.following.phase}"
    yield ""
