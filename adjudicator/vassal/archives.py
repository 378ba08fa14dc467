"""The zip around a module, a save or a log: opened with care, written the same each time."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from html import escape

from adjudicator.core.errors import MatchError
from adjudicator.vassal.obfuscation import SAVE_AGAIN, clear, hidden

LARGEST_FILE = 256_000_000
LARGEST_PART = 24_000_000
"""Bytes of a part once it is unpacked: twenty times the largest saves that were seen."""
MOST_PARTS = 20_000
SAVED_GAME = "savedGame"
VERSION = "3.7.26"
"""The VASSAL by which our files say they were made."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
NO_DATE = "315532800000"


class Archive:
    """What somebody sent: parts are unpacked when they are asked for, and never onto the disk."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        if len(data) > LARGEST_FILE:
            raise MatchError(f"{name} has {len(data):,} bytes; at most {LARGEST_FILE:,} are read.", SAVE_AGAIN)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            self._parts = {one.filename: one for one in self._zip.infolist()}
        except (zipfile.BadZipFile, ValueError, NotImplementedError, UnicodeDecodeError, OverflowError, OSError):
            raise MatchError(f"{name} is no file of VASSAL, or it is damaged.", SAVE_AGAIN) from None
        if len(self._parts) > MOST_PARTS or len(self._zip.infolist()) != len(self._parts):
            raise MatchError(f"{name} has too many parts, or several of one name.", SAVE_AGAIN)

    def __contains__(self, part: str) -> bool:
        return part in self._parts

    def part(self, part: str) -> bytes:
        """The bytes of a part, as many as may be."""
        if part not in self._parts:
            raise MatchError(f"{self.name} holds no {part}: it is no file of VASSAL that could be read.", SAVE_AGAIN)
        if self._parts[part].file_size > LARGEST_PART:
            raise self._too_large(part)
        data = self.head(part, LARGEST_PART + 1)
        if len(data) > LARGEST_PART:
            raise self._too_large(part)
        return data

    def head(self, part: str, many: int) -> bytes:
        """The first bytes of a part that is there."""
        try:
            with self._zip.open(self._parts[part]) as stream:
                return stream.read(many)
        except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, ValueError, OSError):
            raise MatchError(f"{self.name} is damaged, or locked with a password, at {part}.", SAVE_AGAIN) from None

    def _too_large(self, part: str) -> MatchError:
        return MatchError(f"{part} in {self.name} has more than {LARGEST_PART:,} bytes: it is not read.", SAVE_AGAIN)


def saved_game(data: bytes, name: str) -> str:
    """The commands of a save or a log."""
    return clear(Archive(data, name).part(SAVED_GAME))


def packed(files: Mapping[str, bytes]) -> bytes:
    """A zip of these files in their order, the same bytes for the same files."""
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.external_attr = 0o644 << 16
            how = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
            archive.writestr(entry, data, how, 9)
    return into.getvalue()


def packed_game(text: str, title: str, version: str, comment: str) -> bytes:
    """A save or a log of a module; `comment` is what VASSAL shows when it is opened."""
    return packed(
        {
            SAVED_GAME: hidden(text),
            "savedata": about(version, comment),
            "moduledata": about(version, "", title),
        }
    )


def about(version: str, comment: str, title: str = "") -> bytes:
    """What a file says of itself, for the lists of VASSAL's module manager."""
    rows = [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
        '<data version="1">',
        f"  <version>{escape(version)}</version>",
        "  <extra1/>",
        "  <extra2/>",
        f"  <VassalVersion>{VERSION}</VassalVersion>",
        f"  <dateSaved>{NO_DATE}</dateSaved>",
    ]
    rows += [f"  <description>{escape(comment)}</description>"] if comment else []
    rows += [f"  <name>{escape(title)}</name>"] if title else []
    return "\n".join([*rows, "</data>", ""]).encode("utf-8")
