"""A report in brief: what came of the turn, without marches, reckonings, tables and forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from adjudicator.report.digest import Chapter, Entry

NOTE = "In brief: the whole report has the marches, reckonings and tables."
MARCH = "march"
"""How a ruleset's drawing calls the arrow of a plain move."""


def in_brief(matter: Mapping[str, Any], drawing: Mapping[str, Any]) -> dict[str, Any]:
    """What the templates are given, with all left out that a reader in a hurry does not look at."""
    marches = {kind for kind, arrow in drawing.get("arrow", {}).items() if arrow.get("style") == MARCH}
    return {
        **matter,
        "course": " ".join(words for words in (matter["course"], NOTE) if words),
        "chapters": list(_chapters(matter["chapters"], marches)),
        "bars": "",
        "deeds": [],
        "positions": [],
        "tables": [],
        "roster": (),
        "seen_title": "",
        "luck": (),
    }


def _chapters(chapters: Iterable[Chapter], marches: set[str]) -> Iterator[Chapter]:
    for chapter in chapters:
        told = [entry for entry in chapter.entries if entry.kind not in marches and not _only_lists(entry)]
        entries = tuple(_bare(entry) for entry in told)
        if entries:
            yield replace(chapter, entries=entries)


def _only_lists(entry: Entry) -> bool:
    """Whether a happening says no more than the lists that belong to it: the forces of a combat."""
    return bool(entry.facts) and not (entry.rows or entry.result)


def _bare(entry: Entry) -> Entry:
    """A happening as its sentence, the short one where it has one, and what came of it."""
    return replace(
        entry, sentence=entry.brief or entry.sentence, brief="", facts=(), rows=(), dice=(), labels=(), places=()
    )
