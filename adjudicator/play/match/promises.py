"""What was promised before it was shown: texts fixed before the links of their step, seals before their texts."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.core.types import GENERAL, Ending, Side
from adjudicator.core.values import dataclass, replace
from adjudicator.play.match.setup import Setup
from adjudicator.record.log import Line


@dataclass(frozen=True, slots=True)
class Fixed:
    """Mode mutual: the texts of a step, settled before any link is asked for; what comes later is too late for it."""

    step: int
    seq: int
    hash: str
    digests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seal:
    """What a player has promised of a text that nobody has read yet."""

    seq: int
    side: Side
    seat: str
    turn: int
    commitment: str
    opened: bool = False


class Promises:
    """The fixed step, the links and the seals of a match, from the lines fed so far."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self.fixed: Fixed | None = None
        """The step whose texts are fixed and which waits for links."""
        self.fixed_at: dict[int, int] = {}
        """The line that fixed a step."""
        self.links: dict[int, dict[str, str]] = {}
        """Links that parties have shown, by step and party."""
        self.seals: dict[int, Seal] = {}
        """Seals by their line."""
        self.closed: Ending | None = None
        """How the match ended before its rules had it end: a link was not shown."""

    def feed(self, line: Line) -> None:
        """Take in a line that fixes a step, shows a link, seals a text or opens one."""
        body = line.body
        match line.kind:
            case "fixed":
                step = int(body["step"])
                self.fixed = Fixed(step, line.seq, line.hash, tuple(body["orders"]))
                self.fixed_at[step] = line.seq
            case "link":
                self.links.setdefault(int(body["step"]), {})[body["party"]] = body["link"]
            case "sealed":
                side, seat = Side(body["side"]), body.get("seat", "")
                self.seals[line.seq] = Seal(line.seq, side, seat, int(body["turn"]), body["commitment"])
            case "opened" if body.get("of") in self.seals:
                self.seals[body["of"]] = replace(self.seals[body["of"]], opened=True)

    def without_link(self) -> tuple[str, ...]:
        """The parties whose link of the fixed step is not here yet."""
        if self.fixed is None:
            return ()
        shown = self.links.get(self.fixed.step, {})
        return tuple(party.name for party in self._setup.parties if party.name not in shown)

    def close(self, options: Mapping[str, str]) -> None:
        """The veil is opened: where links are still awaited, that is how the match ends."""
        late = self.without_link()
        if not late or self.fixed is None:
            return
        others = [party.name for party in self._setup.parties if party.name not in late]
        lost = self._setup.option("no_link", options) == "lost" and len(others) == 1
        self.closed = Ending(
            winner=Side(others[0]) if lost else None,
            level="by default" if lost else "unfinished",
            reason=f"{' and '.join(late)} did not show the link of step {self.fixed.step}",
            rule=GENERAL,
        )
