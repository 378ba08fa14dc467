"""Data packs: which files one may have, what is in force with it, and what it changes.

A pack lies over the data of a scenario file by file: a row of a table replaces that of the same key, a setting that of
the same name. What the files mean only the rule system knows; it says where in a pack its folders stand.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field
from difflib import get_close_matches
from importlib.resources.abc import Traversable
from typing import Any

from adjudicator.core.datafiles import Row, overlaid, read_rows, read_toml
from adjudicator.core.datafolders import Folders
from adjudicator.core.errors import DataError
from adjudicator.core.values import dataclass

TABLES = (".csv", ".toml")


@dataclass(frozen=True, slots=True)
class PackForm:
    """How a pack of a rule system is laid out."""

    rooms: Mapping[str, str] = field(default_factory=dict)
    """Folders of data by their name to the folder of a pack where their files stand; the top where it is not named."""
    whole: Collection[str] = ()
    """Settings of which the pack's take the place of ours all together."""
    by_row: Collection[str] | None = None
    """The tables that are laid over ours row by row, the others whole; None where all are."""
    secret: Mapping[str, str] = field(default_factory=dict)
    """Tables whose rows only one side may know, each with the column that names it."""


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of a scenario by the name that it has in a pack; a later folder lies over an earlier one."""

    name: str
    folders: tuple[Traversable, ...]
    local: str
    """Its name in those folders."""


def known_files(folders: Folders, form: PackForm) -> dict[str, DataFile]:
    """Every file that a pack may have, by its name there."""
    found: dict[str, DataFile] = {}
    for layer, folder in folders.items():
        room = form.rooms.get(layer, "")
        for home, path, local in _walked(folder, room):
            below = found[path].folders if path in found else ()
            found[path] = DataFile(path, (*below, home), local)
    return dict(sorted(found.items()))


def _walked(folder: Traversable, room: str) -> Iterator[tuple[Traversable, str, str]]:
    for item in sorted(folder.iterdir(), key=lambda one: one.name):
        path = f"{room}/{item.name}" if room else item.name
        if item.name.startswith((".", "__")):
            continue
        if item.is_dir():
            yield from _walked(item, path)
        elif item.name.endswith(TABLES):
            yield folder, path, item.name


def check_files(pack: Traversable, known: Mapping[str, DataFile]) -> None:
    """Refuse a pack with a file that nothing would read; a README and hidden files may be in it."""
    for path in sorted(_everything(pack, "")):
        if path in known or path.rpartition("/")[2].casefold().startswith(("readme", "licen")):
            continue
        near = get_close_matches(path, known, n=1, cutoff=0.5)
        names = f"Files are {', '.join(known)}." if known else "This game has no data files: leave the pack out."
        meant = f"Did you mean {near[0]}?" if near else names
        raise DataError(f"{pack.name}/{path} is no file that a data pack can have.", meant)


def _everything(folder: Traversable, room: str) -> Iterator[str]:
    for item in folder.iterdir():
        if item.name.startswith("."):
            continue
        path = f"{room}{item.name}"
        if item.is_dir():
            yield from _everything(item, f"{path}/")
        else:
            yield path


# --- what is in force ----------------------------------------------------------------------------------------

Values = dict[str, str]


def in_force(file: DataFile, form: PackForm, pack: Traversable | None = None) -> dict[str, Values]:
    """What a file says, entry by entry: a table's rows by their key, settings by their path, each with its values."""
    return _rows(file, form, pack) if file.name.endswith(".csv") else _settings(file, form, pack)


def _rows(file: DataFile, form: PackForm, pack: Traversable | None) -> dict[str, Values]:
    rows = [row for folder in file.folders for row in read_rows(folder, file.local, ())]
    over = read_rows(pack, file.name, (), pack=True, like=rows) if pack is not None else []
    many = _key_columns(rows)
    is_whole = form.by_row is not None and file.name not in form.by_row
    base = {} if over and is_whole else _keyed(rows, many)
    return {**base, **_keyed(over, many)}


def _keyed(rows: Sequence[Row], many: int) -> dict[str, Values]:
    return {" ".join(list(row.values.values())[:many]): dict(row.values) for row in rows}


def _key_columns(rows: Sequence[Row]) -> int:
    """How many columns from the left it takes to tell the rows apart."""
    names = list(rows[0].values) if rows else []
    for many in range(1, len(names)):
        if len({tuple(row.values[name] for name in names[:many]) for row in rows}) == len(rows):
            return many
    return max(1, len(names))


def _settings(file: DataFile, form: PackForm, pack: Traversable | None) -> dict[str, Values]:
    plain: dict[str, Any] = {}
    layers = [read_toml(folder, file.local) for folder in file.folders]
    layers += [read_toml(pack, file.name, pack=True)] if pack is not None else []
    for layer in layers:
        plain = {**overlaid(plain, layer), **{name: layer[name] for name in form.whole if name in layer}}
    return {path: {"value": str(value)} for path, value in _flat(plain, "")}


def _flat(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from _flat(part, f"{path}.{name}" if path else str(name))
    elif isinstance(value, list) and value and all(isinstance(part, Mapping) for part in value):
        for number, part in enumerate(value, start=1):
            named = next((str(part[key]) for key in ("id", "kind", "name", "turn") if key in part), str(number))
            yield from _flat(part, f"{path}[{named}]")
    else:
        yield path, value


# --- what a pack changes -------------------------------------------------------------------------------------


def changes(file: DataFile, form: PackForm, pack: Traversable) -> Iterator[str]:
    """What a pack changes in a file, a sentence for each entry."""
    before, after = in_force(file, form), in_force(file, form, pack)
    for key, values in after.items():
        old = before.get(key)
        if old is None:
            said = ", ".join(f"{name} {value}" for name, value in values.items() if value and value not in key.split())
            yield f"{key} is new: {said}"
            continue
        differing = [
            f"{name + ' ' if name != 'value' else ''}{old.get(name, '') or 'nothing'} -> {value or 'nothing'}"
            for name, value in values.items()
            if old.get(name, "") != value
        ]
        if differing:
            yield f"{key}: {', '.join(differing)}"
    yield from (f"{key} is gone" for key in before if key not in after)


# --- what a side may know of it ------------------------------------------------------------------------------


def pack_for(files: Mapping[str, DataFile], form: PackForm, pack: Traversable, side: str) -> dict[str, bytes]:
    """The files of a pack as a side may have them: rows that only the other side may know are left out."""
    found = {name: (pack / name).read_bytes() for name in files if (pack / name).is_file()}
    for name, column in form.secret.items():
        if name in found:
            found[name] = _rows_of(files[name], column, pack, side)
    return found


def _rows_of(file: DataFile, column: str, pack: Traversable, side: str) -> bytes:
    ours = [row for folder in file.folders for row in read_rows(folder, file.local, ())]
    many = _key_columns(ours)
    owners = {key: values[column] for key, values in _keyed(ours, many).items()}
    over = _keyed(read_rows(pack, file.name, (), pack=True, like=ours), many)
    mine = [values for key, values in over.items() if (values.get(column) or owners.get(key)) == side]
    written = io.StringIO()
    columns = list(next(iter(over.values()), {}))
    table = csv.DictWriter(written, columns, lineterminator="\n")
    table.writeheader()
    table.writerows(mine)
    return written.getvalue().encode()
