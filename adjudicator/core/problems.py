"""What is wrong with an order: not understood, ambiguous, refused; or worth a warning."""

from __future__ import annotations

from typing import Literal

from adjudicator.core.types import Frozen, RuleId

Severity = Literal["error", "warning", "note"]
Sort = Literal["not understood", "ambiguous", "refused", "warning", "note"]


class Problem(Frozen):
    """One sentence for the player, with the place, the rule and what would work."""

    severity: Severity = "error"
    sort: Sort
    seat: str = ""
    """Whose text it is in, where a side has several players."""
    line: int = 0
    column: int = 0
    """From 1; 0 where the whole line is meant."""
    width: int = 1
    text: str = ""
    """The line as written."""
    reason: str
    rule: RuleId | None = None
    remedy: str = ""

    def show(self, file: str = "") -> str:
        """The problem as `check` prints it: place, reason, the line with a caret, the remedy."""
        place = f"{file}:{self.line}" if file else f"line {self.line}"
        if self.column:
            place += f":{self.column}"
        head = f"{place}: {self.sort}{f', {self.rule}' if self.rule else ''}: {self.reason}"
        shown = [head if self.line else head.replace(f"{place}: ", f"{file}: " if file else "", 1)]
        if self.text and self.column:
            shown += [f"    {self.text}", f"    {' ' * (self.column - 1)}{'^' * max(1, self.width)}"]
        if self.remedy:
            shown.append(f"    {self.remedy}")
        return "\n".join(shown)
