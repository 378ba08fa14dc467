"""Reading data files: CSV rows and TOML tables, with the file and line of whatever is wrong, and data packs on top."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

from pydantic import ValidationError

from adjudicator.core.errors import DataError
from adjudicator.core.types import Frozen
from adjudicator.core.values import dataclass

M = TypeVar("M", bound=Frozen)
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a CSV file and where it stands."""

    file: str
    line: int
    values: Mapping[str, str]

    def wrong(self, what: str, remedy: str) -> DataError:
        """An error that names this row."""
        return DataError(f"{self.file}, line {self.line}: {what}", remedy)


def read_rows(
    folder: Traversable, name: str, columns: Iterable[str], *, pack: bool = False, like: Sequence[Row] = ()
) -> list[Row]:
    """The rows of a CSV file; empty for a file that a data pack does not have.

    A spreadsheet may have parted the columns by semicolons or tabs, and taken the zeros off a number such as 0701: by
    `like`, our rows of that file, they are put back.
    """
    file = folder / name
    label = f"{folder.name}/{name}" if pack else name
    if not file.is_file():
        if pack:
            return []
        raise DataError(f"The data file {label} is missing.", "Put it back, or install the package again.")
    lines = _text(file, label).splitlines()
    reader = csv.DictReader(lines, strict=True, delimiter=_delimiter(lines[0] if lines else ""))
    widths = _widths(like)
    try:
        missing = [column for column in columns if column not in (reader.fieldnames or ())]
        if missing:
            raise DataError(
                f"{label}, line 1: the column {missing[0]} is missing.",
                f"The first line names the columns: {', '.join(columns)}.",
            )
        rows = []
        for values in reader:
            if None in values or None in values.values():
                raise DataError(
                    f"{label}, line {reader.line_num}: the row has not as many fields as the first line.",
                    "Put a name with a comma between quotation marks.",
                )
            plain = {k: v.strip() for k, v in values.items()}
            whole = {k: v.zfill(widths[k]) if k in widths and v.isdecimal() else v for k, v in plain.items()}
            rows.append(Row(label, reader.line_num, whole))
    except csv.Error as error:
        raise DataError(f"{label}, line {reader.line_num}: {error}.", "Mend the quotation marks of the row.") from error
    return rows


def _delimiter(head: str) -> str:
    """What parts the columns, by the line that names them."""
    return max(",;\t", key=head.count)


def _widths(rows: Sequence[Row]) -> dict[str, int]:
    """Columns of numbers that are all written with as many digits, zeros in front: places, such as 0701."""
    found: dict[str, int] = {}
    for name in rows[0].values if rows else ():
        values = {row.values[name] for row in rows} - {""}
        wide = {len(value) for value in values}
        if len(wide) == 1 and all(map(str.isdecimal, values)) and any(value.startswith("0") for value in values):
            found[name] = wide.pop()
    return {name: width for name, width in found.items() if width > 1}


def _text(file: Traversable, label: str) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except (UnicodeDecodeError, OSError) as error:
        raise DataError(f"{label} cannot be read as text.", "Save it as UTF-8.") from error


def parse(row: Row, model: type[M]) -> M:
    """A row as its model; empty fields are left to the model's defaults."""
    known = {name: row.values[name] for name in model.model_fields if row.values.get(name, "") != ""}
    try:
        return model.model_validate(known)
    except ValidationError as error:
        raise row.wrong(*_sentence(error, model)) from error


def merged(base: list[Row], over: list[Row], key: Callable[[Row], K], *, unique: bool = True) -> dict[K, Row]:
    """Rows by key; rows of a data pack take the place of those with the same key."""
    found: dict[K, Row] = {}
    for rows in (base, over):
        seen: set[K] = set()
        for row in rows:
            name = key(row)
            if unique and name in seen:
                shown = name if isinstance(name, str) else "-".join(map(str, name))  # type: ignore[call-overload]
                raise row.wrong(f"{shown} is listed twice.", "Keep one of the two rows.")
            seen.add(name)
            found[name] = row
    return found


def read_toml(folder: Traversable, name: str, *, pack: bool = False) -> dict[str, Any]:
    """A TOML file; empty for one that a data pack does not have."""
    file = folder / name
    label = f"{folder.name}/{name}" if pack else name
    if not file.is_file():
        if pack:
            return {}
        raise DataError(f"The data file {label} is missing.", "Put it back, or install the package again.")
    try:
        return tomllib.loads(_text(file, label))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{label} is not valid TOML: {error}.", "Mend the file at the line that is named.") from error


LIST_KEYS = ("kind", "turn", "id", "name")
"""What tells the entries of a list of tables apart, the first that an entry has."""


def overlaid(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with a data pack's on top: tables are merged, entries of lists replace those of the same key."""
    found = dict(base)
    for name, value in over.items():
        mine = found.get(name)
        if isinstance(mine, dict) and isinstance(value, dict):
            found[name] = overlaid(mine, value)
        elif isinstance(mine, list) and _is_keyed(mine) and _is_keyed(value):
            entries = {_key_of(entry): entry for entry in mine}
            for entry in value:
                key = _key_of(entry)
                entries[key] = {**entries.get(key, {}), **entry}
            found[name] = list(entries.values())
        else:
            found[name] = value
    return found


def _is_keyed(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(e, dict) and _key_of(e) for e in value)


def _key_of(entry: Mapping[str, Any]) -> tuple[str, Any] | None:
    return next(((key, entry[key]) for key in LIST_KEYS if isinstance(entry.get(key), str | int)), None)


def model_of(label: str, plain: Mapping[str, Any], model: type[M]) -> M:
    """A TOML file's content as its model."""
    try:
        return model.model_validate(plain)
    except ValidationError as error:
        what, remedy = _sentence(error, model)
        raise DataError(f"{label}: {what}", remedy) from error


def _sentence(error: ValidationError, model: type[Frozen]) -> tuple[str, str]:
    first = error.errors()[0]
    where = ".".join(str(part + 1) if isinstance(part, int) else part for part in first["loc"])
    match first["type"]:
        case "missing":
            return f"{where} is missing.", f"Fill in {where}."
        case "extra_forbidden":
            return f"{where} is not a known setting.", "Look for a misspelt name, or leave it out."
        case "literal_error":
            return f'{where} is "{first["input"]}".', f"It must be one of {first['ctx']['expected']}."
        case _:
            reason = first["msg"].removeprefix("Value error, ")
            return f"{where or model.__name__}: {reason}.", "Compare the row with the ones around it."
