"""A brief in the four forms of a report: what people need to settle something outside the program."""

from __future__ import annotations

from adjudicator.core.brief import Brief
from adjudicator.core.errors import AdjudicatorError
from adjudicator.core.types import UMPIRE
from adjudicator.report.context import FORMATS, Format, environment
from adjudicator.report.forms import FORMS, within


def render_brief(brief: Brief, fmt: Format, *, match: str, turn: int, clock: str = "", form: str = "") -> str:
    """A brief in one form; `form` is its form with the header of the text that it becomes."""
    if fmt not in FORMS:
        raise AdjudicatorError(f"There is no report form {fmt}.", f"Choose one of {', '.join(FORMATS)}.")
    template = environment(fmt).get_template(f"brief/{fmt}.j2")
    text = template.render(
        brief=brief, match=match, turn=turn, clock=clock, form=form, umpire=brief.side == UMPIRE, width=72
    )
    return (within(text) if fmt == "txt" else text).strip() + "\n"
