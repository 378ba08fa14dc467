"""A brief in the four forms of a report: what people need to settle something outside the program."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.brief import Brief
from adjudicator.core.errors import AdjudicatorError
from adjudicator.core.types import UMPIRE
from adjudicator.report.context import FORMATS, Format, environment
from adjudicator.report.forms import FORMS, within


def render_brief(
    brief: Brief,
    fmt: Format,
    *,
    match: str,
    turn: int,
    clock: str = "",
    form: str = "",
    rules: Mapping[str, str] | None = None,
) -> str:
    """A brief in one form.

    `form` is its form with the header of the text that it becomes, `rules` what each rule says, in our own words.
    """
    if fmt not in FORMS:
        raise AdjudicatorError(f"There is no report form {fmt}.", f"Choose one of {', '.join(FORMATS)}.")
    template = environment(fmt).get_template(f"brief/{fmt}.j2")
    known = rules or {}
    umpire = brief.side == UMPIRE
    text = template.render(
        brief=brief,
        match=match,
        turn=turn,
        clock=clock,
        form=form,
        form_title="Battle report to fill in" if umpire else "Your part of the battle report",
        umpire=umpire,
        width=72,
        rules=known,
        cited=list(dict.fromkeys(rule for one in brief.sections for rule in one.rules if rule in known)),
    )
    return (within(text) if fmt == "txt" else text).strip() + "\n"
