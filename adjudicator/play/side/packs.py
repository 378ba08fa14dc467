"""The data in force: which files there are, what they say, what an owner's pack changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path

from adjudicator import rulesets
from adjudicator.core.datafolders import Folders
from adjudicator.core.errors import UsageError
from adjudicator.core.types import Side
from adjudicator.core.values import dataclass
from adjudicator.kit.packs import DataFile, PackForm, Values, changes, check_files, in_force, known_files, pack_for
from adjudicator.play.match.match_data import FOLDER
from adjudicator.play.match.setup import Setup
from adjudicator.play.side.export_view import open_source

SOURCES = ("text", "reconstruction")


@dataclass(frozen=True, slots=True)
class DataInForce:
    """The data of a scenario, or of a match, with a pack on top of them."""

    scenario: str
    folders: Folders
    form: PackForm
    pack: Path | None = None

    @property
    def files(self) -> Mapping[str, DataFile]:
        """The files by the names that they have in a pack."""
        return known_files(self.folders, self.form)

    def file(self, name: str) -> DataFile:
        """A file by its name; its ending may be left out."""
        files = self.files
        found = files.get(name) or next((f for f in files.values() if f.name.rpartition(".")[0] == name), None)
        if found is None:
            raise UsageError(f"{self.scenario} has no data file {name!r}.", f"Files are {', '.join(files)}.")
        return found

    def contents(self) -> Iterator[str]:
        """Each file with what is in it: how many entries, how many of them read off a rulebook or a boxed game."""
        wide = max((len(name) for name in self.files), default=0) + 2
        for name, file in self.files.items():
            entries = in_force(file, self.form, self.pack)
            known = {source: sum(source in _source(one) for one in entries.values()) for source in SOURCES}
            told = ", ".join(f"{many} {source}" for source, many in known.items() if many)
            changed = sum(1 for _ in changes(file, self.form, self.pack)) if self.pack is not None else 0
            more = f"; {changed} changed by the pack" if changed else ""
            yield f"{name:<{wide}}{len(entries)} entries{f': {told}' if told else ''}{more}"

    def table(self, name: str) -> Iterator[str]:
        """What a file says now: a table as CSV, settings a line each."""
        file = self.file(name)
        entries = in_force(file, self.form, self.pack)
        if not file.name.endswith(".csv"):
            yield from (f"{path} = {values['value']}" for path, values in entries.items())
            return
        columns = list(dict.fromkeys(column for values in entries.values() for column in values))
        yield ",".join(columns)
        for values in entries.values():
            yield ",".join(_field(values.get(column, "")) for column in columns)

    def differences(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """What the pack changes, file by file."""
        assert self.pack is not None
        for name, file in self.files.items():
            if (self.pack / name).is_file():
                yield name, tuple(changes(file, self.form, self.pack))


def _source(values: Values) -> tuple[str, ...]:
    return (values.get("source", ""), values.get("status", ""))


def _field(value: str) -> str:
    return '"' + value.replace('"', '""') + '"' if set(value) & set(',;"\n') else value


def data_in_force(what: str, pack: Path | None = None) -> DataInForce:
    """The data of a scenario, or those that a match is played with."""
    if (Path(what) / "log.jsonl").is_file():
        setup = open_source(Path(what)).setup
        return DataInForce(
            setup.scenario,
            setup.here.folders,
            rulesets.REGISTRY.entry_of(setup.scenario).packs,
            pack or setup.here.pack,
        )
    name = rulesets.find(what).name
    if pack is not None and not pack.is_dir():
        raise UsageError(f"There is no data pack at {pack}.", "Give the folder that holds its files.")
    return DataInForce(name, rulesets.REGISTRY.folders(name), rulesets.REGISTRY.entry_of(name).packs, pack)


def pack_to_send(setup: Setup, side: Side) -> dict[str, bytes]:
    """The match's data pack as a side may have it, by the names under which it lies beside the side's export."""
    if setup.here.pack is None:
        return {}
    form = rulesets.REGISTRY.entry_of(setup.scenario).packs
    files = pack_for(known_files(setup.here.folders, form), form, setup.here.pack, side)
    return {f"{FOLDER}/{name}": content for name, content in files.items()}


def check_pack(found: DataInForce) -> tuple[int, int]:
    """Load a scenario with a pack; raises what is wrong with it. How many files it has, and how much it changes."""
    pack: Traversable | None = found.pack
    assert pack is not None
    check_files(pack, found.files)
    rules = rulesets.load(found.scenario, {}, found.pack)
    rules.dump(rules.start())
    differences = dict(found.differences())
    return len(differences), sum(map(len, differences.values()))
