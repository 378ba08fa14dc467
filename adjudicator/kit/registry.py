"""Which rule systems there are: ours by their modules, others' by the entry point group `adjudicator.rulesets`.

A rule system is announced by a `RulesetEntry` that is cheap to import: everything heavy waits until it is played.
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from adjudicator.core.datafolders import Folders
from adjudicator.core.errors import AdjudicatorError, MatchError, UsageError
from adjudicator.core.ruleset import Ruleset
from adjudicator.core.types import Order
from adjudicator.core.values import dataclass
from adjudicator.kit.packs import PackForm, check_files, known_files

GROUP = "adjudicator.rulesets"


@dataclass(frozen=True, slots=True)
class Scenario:
    """Something that can be played, by the name that the command line knows."""

    name: str
    ruleset: str
    title: str
    about: str
    sides: tuple[str, ...]


def no_folders(scenario: str) -> Folders:
    """For a rule system whose numbers are all in its code."""
    return {}


@dataclass(frozen=True, slots=True)
class RulesetEntry:
    """How a rule system announces itself."""

    name: str
    package: str
    """The package that holds its catalogue: rules.toml, rulings.toml, where.toml, tests.toml."""
    scenarios: tuple[Scenario, ...]
    load: Callable[[str, Mapping[str, str], Folders | None, Traversable | None], Ruleset[Any]]
    """Scenario, options, folders of data (None: its own), an owner's data pack: the rule system, set up."""
    orders: Callable[[], tuple[type[Order], ...]]
    """Its orders and choices, for `schema`."""
    data_folders: Callable[[str], Folders] = no_folders
    """The data that a scenario is played with."""
    packs: PackForm = PackForm()
    """How a data pack is laid out over them."""

    @property
    def folder(self) -> Traversable:
        """Where its catalogue is."""
        return files(self.package)


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule system that is installed and cannot be used."""

    name: str
    what: str
    remedy: str


class Registry:
    """The rule systems of this installation."""

    def __init__(self, ours: Sequence[str], group: str = GROUP) -> None:
        self._ours = tuple(ours)
        self._group = group
        self.broken: list[Broken] = []

    @cached_property
    def _own(self) -> Mapping[str, RulesetEntry]:
        found: dict[str, RulesetEntry] = {}
        for module in self._ours:
            entry: RulesetEntry = importlib.import_module(module).ENTRY
            found[entry.name] = entry
        return found

    @cached_property
    def _all(self) -> Mapping[str, RulesetEntry]:
        found = dict(self._own)
        taken = {scenario.name: entry.name for entry in found.values() for scenario in entry.scenarios}
        for entry in self._others():
            twice = [scenario.name for scenario in entry.scenarios if scenario.name in taken]
            if entry.name in found or twice:
                what = (
                    f"its scenario {twice[0]!r} is called as one of {taken[twice[0]]}" if twice else "its name is taken"
                )
                self._break(entry.name, what)
                continue
            found[entry.name] = entry
            taken |= {scenario.name: entry.name for scenario in entry.scenarios}
        return found

    def _others(self) -> Iterator[RulesetEntry]:
        from importlib.metadata import entry_points

        for point in sorted(entry_points(group=self._group), key=lambda point: point.name):
            if point.module in self._ours:
                continue
            try:
                entry = point.load()
            except Exception as trouble:  # somebody else's code: whatever it does, the others can be played
                self._break(point.name, f"it does not start ({words_of(trouble)})")
                continue
            wrong = _misfit(entry)
            if wrong is not None:
                self._break(point.name, f"{point.value} is no RulesetEntry{wrong}")
            else:
                yield entry

    def _break(self, name: str, what: str) -> None:
        self.broken.append(
            Broken(name, f"The rule system {name!r} cannot be used: {what}.", "Mend the package, or uninstall it.")
        )

    # --- looking up ------------------------------------------------------------------------------------------

    def entries(self) -> tuple[RulesetEntry, ...]:
        """Every rule system, in order of name; `broken` names those that cannot be used."""
        return tuple(self._all[name] for name in sorted(self._all))

    def catalogue(self) -> tuple[Scenario, ...]:
        """Every game and scenario, in order of name."""
        found = {scenario.name: scenario for entry in self.entries() for scenario in entry.scenarios}
        return tuple(found[name] for name in sorted(found))

    def find(self, name: str) -> Scenario:
        """A scenario by its name, whatever the case."""
        return self._where(name)[1]

    def entry_of(self, scenario: str) -> RulesetEntry:
        """The rule system of a scenario."""
        return self._where(scenario)[0]

    def ruleset(self, name: str) -> RulesetEntry | None:
        """A rule system by its name."""
        return self._own.get(name) or self._all.get(name)

    def _where(self, name: str) -> tuple[RulesetEntry, Scenario]:
        wanted = name.strip().casefold()
        for entries in (self._own, None):  # others are looked for only where the name is none of ours
            for entry in (self._all if entries is None else entries).values():
                for scenario in entry.scenarios:
                    if scenario.name.casefold() == wanted:
                        return entry, scenario
        known = ", ".join(scenario.name for scenario in self.catalogue())
        spoilt = "".join(f" {broken.what} {broken.remedy}" for broken in self.broken)
        raise UsageError(f"There is no scenario called {name!r}.", f"Choose one of: {known}.{spoilt}")

    def load(
        self, name: str, options: Mapping[str, str], pack: Path | None = None, folders: Folders | None = None
    ) -> Any:
        """A rule system set up for a scenario, with match options and perhaps an owner's data pack.

        `folders` is a match's own copy of the data; without it the data of the installation are used.
        """
        entry, scenario = self._where(name)
        if pack is not None:
            check_files(pack, known_files(self.folders(name), entry.packs))
        with self.trusted(entry, f"set up {scenario.name!r}"):
            rules = entry.load(scenario.name, options, folders, pack)
            missing = [part for part in ("name", "sides", "start", "next", "apply") if not hasattr(rules, part)]
            if missing:
                raise TypeError(f"what it loads has no {missing[0]}")
        return rules

    def folders(self, name: str) -> Folders:
        """The data folders that are installed for a scenario."""
        entry, scenario = self._where(name)
        with self.trusted(entry, f"name the data of {scenario.name!r}"):
            return dict(entry.data_folders(scenario.name))

    @contextlib.contextmanager
    def trusted(self, entry: RulesetEntry, what: str) -> Iterator[None]:
        """Let a rule system do something: a failure in somebody else's code is a sentence, never a traceback."""
        try:
            yield
        except AdjudicatorError:
            raise
        except Exception as trouble:
            if entry.name in self._own:
                raise
            what = f"The rule system {entry.name!r} cannot {what} ({words_of(trouble)})."
            raise MatchError(what, "Mend the package, or uninstall it.") from trouble

    def at_fault(self, trouble: BaseException) -> str:
        """The rule system of somebody else in whose code something failed, and where; "" if it was in ours."""
        import traceback

        frames = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(trouble.__traceback__)]
        for file, line in reversed(frames):
            for entry in self.entries():
                if entry.name not in self._own and Path(file).is_relative_to(str(entry.folder)):
                    return f"The rule system {entry.name!r} failed at {Path(file).name}, line {line}"
        return ""


def words_of(trouble: BaseException) -> str:
    """An exception in a few words."""
    return f"{type(trouble).__name__}: {trouble}"


def _misfit(entry: Any) -> str | None:
    """What an entry should have and has not, as the end of a sentence; None if it fits."""
    if not isinstance(entry, RulesetEntry):
        return ""
    if not (isinstance(entry.name, str) and isinstance(entry.package, str)):
        return " with a name and a package"
    if not (isinstance(entry.scenarios, tuple) and all(isinstance(one, Scenario) for one in entry.scenarios)):
        return " with a tuple of scenarios"
    if not all(callable(part) for part in (entry.load, entry.orders, entry.data_folders)):
        return " with functions that load it and name its orders and its data"
    return None
