"""Who adjudicated the steps of a log, and what follows from it: other words, other results, or a remark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.core.canon import canonical
from adjudicator.core.values import replace
from adjudicator.play.match.setup import Setup
from adjudicator.record.verdict import Divergence, spans
from adjudicator.record.versions import By, Release, briefly

PARTS = ("engine", "ruleset", "data")


class Signatures:
    """The `by` of each step, against what is here and against the list of releases."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._here: By = setup.by()
        self._steps: dict[str, tuple[By, list[int]]] = {}
        self._reworded: list[int] = []
        self._begun: list[str] = []

    def see(self, body: Mapping[str, Any]) -> None:
        """Take note of who adjudicated a step."""
        by: By = body["by"]
        if dict(by) != self._here:
            self._steps.setdefault(canonical(by), (by, []))[1].append(int(body["step"]))
        if body["step"] == 1 and not self._begun:
            named = (("engine", self._setup.engine), ("ruleset", self._setup.ruleset))
            self._begun = [
                f"The first line names another version, {first}; step 1 was adjudicated by {briefly(by[part])}."
                for part, first in named
                if not _begins(by[part], first)
            ]

    def is_here(self, body: Mapping[str, Any]) -> bool:
        """Whether a step was adjudicated by exactly what is here; then words must be equal too."""
        return dict(body["by"]) == self._here

    def reworded(self, line: int) -> None:
        """Take note of a line whose results are the same in other words."""
        self._reworded.append(line)

    def judge(self, body: Mapping[str, Any], found: Divergence) -> Divergence:
        """A divergence, excused where a known release adjudicated the step."""
        release = self._setup.releases().of(body["by"], self._here)
        return replace(found, release=_excuse(body["by"], self._here, release)) if release else found

    def judge_first(self, body: Mapping[str, Any], found: Divergence) -> Divergence:
        """The same for the first line, which names only versions."""
        named = (r for r in self._setup.releases().known if _begins(r.engine, body["engine"]))
        release = next((r for r in named if any(_begins(one, body["ruleset"]) for one in r.rulesets)), None)
        if release is None or release.engine == self._here["engine"]:
            return found
        return replace(found, release=f"The match was begun by {body['engine']}, {body['ruleset']}: {release.get}.")

    def remarks(self) -> Sequence[str]:
        """Which steps were adjudicated by something else than is here, and where it used other words."""
        told = [*self._begun]
        told += [f"{_whose(by, steps, self._here)} {self._known(by)}" for by, steps in self._steps.values()]
        if self._reworded:
            told.append(f"Explanations are in other words here at lines {spans(sorted(set(self._reworded)))}.")
        return told

    def _known(self, by: By) -> str:
        release = self._setup.releases().of(by, self._here)
        return f"That is release {release.version}." if release else "That is in no list of releases."


def _begins(version: str, name: str) -> bool:
    return version.rpartition(" ")[0] == name


def _whose(by: By, steps: Sequence[int], here: By) -> str:
    other = "; ".join(f"{briefly(by[part])}, here {briefly(here[part])}" for part in PARTS if by[part] != here[part])
    count = "Step" if len(steps) == 1 else "Steps"
    was = "was" if len(steps) == 1 else "were"
    return f"{count} {spans(sorted(set(steps)))} {was} adjudicated by another version: {other}."


def _excuse(by: By, here: By, release: Release) -> str:
    other = ", ".join(briefly(by[part]) for part in PARTS if by[part] != here[part])
    return f"The step was adjudicated by {other}, release {release.version}: {release.get}."
