"""The status page: `desk status` as one HTML file that needs nothing else."""

from __future__ import annotations

from adjudicator.play.desk.room.overview import Overview
from adjudicator.report.context import environment


def status_page(now: Overview) -> str:
    """The page."""
    return environment("html").get_template("desk/status.html").render(now=now)
