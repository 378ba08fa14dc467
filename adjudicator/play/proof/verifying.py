"""`verify`: a log or an export, with the questions of `--whole`, `--head` and `--against`."""

from __future__ import annotations

from pathlib import Path

from adjudicator.core.errors import AdjudicatorError, LogError
from adjudicator.core.types import Side
from adjudicator.core.values import replace
from adjudicator.play.match.match import LOG, first_body, is_match_log, replayed
from adjudicator.play.match.setup import Setup, Tools, default_tools, setup_of
from adjudicator.play.proof.referee import AbsentReferee, LogReferee
from adjudicator.play.side.showing import export_lines
from adjudicator.record.export import side_of_export
from adjudicator.record.log import Line, LogFile, Reading
from adjudicator.record.verdict import Question, Verdict
from adjudicator.record.verify import Progress, Referee, compare_export, find_head, verify


def log_path(given: Path) -> Path:
    """A log's file, also where the match folder was given."""
    return given / LOG if given.is_dir() else given


def verify_file(
    given: Path,
    *,
    head: str = "",
    against: Path | None = None,
    whole: bool = False,
    data: Path | None = None,
    tools: Tools | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """Recompute everything in a log, and answer what else was asked about it."""
    return _Verifying(given, data, tools or default_tools()).verdict(head, against, whole, progress)


class _Verifying:
    def __init__(self, given: Path, data: Path | None, tools: Tools) -> None:
        self.path = log_path(given)
        self.in_folder = is_match_log(given)
        self.data = data
        self.tools = tools
        self.reading = LogFile(self.path).read()
        self.side = side_of_export(self.reading.lines)

    def verdict(self, head: str, against: Path | None, whole: bool, progress: Progress | None) -> Verdict:
        """The verdict, with the answers to what else was asked."""
        verdict = verify(self.reading, self.referee, progress, folder=self.in_folder)
        if whole and self.side:
            sentence = f"The whole log was asked for, and this is an export for {self.side}."
            verdict = _answered(verdict, "whole", sentence)
        if head:
            verdict = self._head(verdict, head)
        if against is not None:
            same, sentence = self._against(LogFile(log_path(against)).read())
            verdict = _answered(verdict, "against", sentence, good=same)
        return verdict

    def setup(self) -> Setup:
        """The match, with the data that were given or lie beside the log."""
        return setup_of(first_body(self.reading.lines), self.tools, self.data, self.path.parent)

    def referee(self, first: Line) -> Referee:
        """Who adjudicates the log again; one who cannot where the game is not known here."""
        try:
            self.tools.folders(str(first.body["scenario"]))
        except AdjudicatorError as trouble:
            return AbsentReferee(trouble, self._installed(first))
        setup = self.setup()
        try:
            return LogReferee(setup)
        except AdjudicatorError as trouble:
            return AbsentReferee(trouble, installed=True)

    def _installed(self, first: Line) -> bool:
        from adjudicator.play.side.listing import ruleset_names

        return first.body["ruleset"].split(" ")[0] in ruleset_names()

    def _head(self, verdict: Verdict, head: str) -> Verdict:
        found, sentence = find_head(self.reading.lines, head)
        if self.side:
            found, sentence = False, f"{sentence} Only the whole log can prove it, and this is an export."
        return _answered(verdict, "head", sentence, good=found)

    def _against(self, export: Reading) -> tuple[bool, str]:
        whole = self.reading.lines
        if export.bad_line:
            return False, f"The export is damaged at line {export.bad_line}: {export.why}."
        if not whole or self.side:
            return False, "The first file is an export itself; give the whole log first, then the export."
        named = side_of_export(export.lines)
        if named is None:
            return False, "The second file does not say that it is an export; give what a player was sent."
        try:
            history = replayed(whole, self.setup())
            if named not in history.rules.sides:
                return False, f"The export was made for {named!r}, which is no side of this match."
            made = [line.written() for line in export_lines(whole, history, Side(named))]
        except LogError as trouble:
            return False, f"The export cannot be made again: {trouble.what}"
        except AdjudicatorError as trouble:
            return False, trouble.what
        return compare_export(made, [line.written() for line in export.lines])


def _answered(verdict: Verdict, question: Question, sentence: str, *, good: bool = False) -> Verdict:
    wrong = verdict.wrong if good else (*verdict.wrong, question)
    match question:
        case "whole":
            return replace(verdict, whole=sentence, wrong=wrong)
        case "head":
            return replace(verdict, head=sentence, wrong=wrong)
        case "against":
            return replace(verdict, against=sentence, wrong=wrong)
