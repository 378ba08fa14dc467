"""`verify`: a log or an export, with the questions of `--head` and `--against`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from adjudicator.core.errors import AdjudicatorError, LogError
from adjudicator.core.types import Side
from adjudicator.play.match import pack_beside, replayed
from adjudicator.play.referee import LogReferee
from adjudicator.play.setup import Tools, default_tools
from adjudicator.play.showing import export_lines
from adjudicator.record.export import side_of_export
from adjudicator.record.log import LogFile, Reading
from adjudicator.record.verify import Progress, Verdict, compare_export, find_head, verify


def log_path(given: Path) -> Path:
    """A log's file, also where the match folder was given."""
    return given / "log.jsonl" if given.is_dir() else given


def verify_file(
    given: Path,
    *,
    head: str = "",
    against: Path | None = None,
    data: Path | None = None,
    tools: Tools | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """Recompute everything in a log, and answer what else was asked about it."""
    tools = tools or default_tools()
    path = log_path(given)
    reading = LogFile(path).read()
    pack = data or pack_beside(path.parent)
    verdict = verify(reading, lambda first: LogReferee(first, pack, tools), progress)
    if head:
        found, sentence = find_head(reading.lines, head)
        verdict = replace(verdict, head=sentence, wrong=verdict.wrong if found else (*verdict.wrong, "head"))
    if against is not None:
        same, sentence = _against(reading, LogFile(against).read(), pack, tools)
        verdict = replace(verdict, against=sentence, wrong=verdict.wrong if same else (*verdict.wrong, "against"))
    return verdict


def _against(whole: Reading, export: Reading, pack: Path | None, tools: Tools) -> tuple[bool, str]:
    if export.bad_line:
        return False, f"The export is damaged at line {export.bad_line}: {export.tail.why if export.tail else ''}."
    if any(line.cut for line in whole.lines):
        return False, "The first file is an export itself; give the whole log first, then the export."
    try:
        history = replayed(whole.lines, pack, tools)
        named = side_of_export(export.lines)
        sides = [Side(named)] if named else list(history.rules.sides)
        if named and named not in history.rules.sides:
            return False, f"The export was made for {named!r}, which is no side of this match."
        given = [line.written() for line in export.lines]
        answers = [compare_export([x.written() for x in export_lines(whole.lines, history, s)], given) for s in sides]
    except LogError as trouble:
        return False, f"The export cannot be made again: {trouble.what}"
    except AdjudicatorError as trouble:
        return False, trouble.what
    return next((answer for answer in answers if answer[0]), answers[0])
