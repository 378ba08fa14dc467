"""Whose piece a piece of a file is, and on which of our places it lies."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from adjudicator.core.errors import MatchError, UsageError
from adjudicator.core.view import Piece, View
from adjudicator.play.match.texts import find_side
from adjudicator.play.side.side_views import Source
from adjudicator.play.vassal.counters import Box
from adjudicator.play.vassal.mapping import SEE, MappingFile
from adjudicator.vassal.building import MAP
from adjudicator.vassal.modules import Module
from adjudicator.vassal.numbering import Names
from adjudicator.vassal.pieces import SIDE, UNIT, shortened
from adjudicator.vassal.table import Table, Thing


class Locator:
    """Reads a table with the eyes of a side: by our own marks and grid, or by a module and a mapping file."""

    def __init__(
        self, source: Source, view: View, table: Table, module: Module | None = None, mapping: MappingFile | None = None
    ) -> None:
        self.source, self.view, self.module = source, view, module
        self.mapping = mapping or MappingFile()
        self.pieces: Mapping[str, Piece] = {piece.id: piece for piece in view.pieces}
        self.box = Box(source.rules)
        self.map, self.grid = self._ours(table) if module is None else self._theirs(module, table)

    # --- the map ---------------------------------------------------------------------------------------------

    def _ours(self, table: Table) -> tuple[str, Names]:
        things = table.things.values()
        if things and not any(UNIT in thing.lie.marks for thing in things):
            raise UsageError(
                "The file was not played with a module of ours.",
                "Give that module and a mapping file: --module FILE.vmod --map FILE.toml.",
            )
        return MAP, self.box.grid

    def _theirs(self, module: Module, table: Table) -> tuple[str, Names]:
        found = [name for name in module.maps if table.boards.get(name)] or list(module.maps)
        name = self.mapping.map.name or (found[0] if len(found) == 1 else "")
        if name not in module.maps:
            known = ", ".join(shortened(one) for one in module.maps)
            raise UsageError(
                f"The module has several maps, or none called {name!r}." if name else "The module has several maps.",
                f"Name one in the mapping file, below [map]: {known or 'it has none'}. {SEE}",
            )
        boards = module.maps[name]
        laid = [board for board, _, _ in table.boards.get(name, ())]
        board = self.mapping.map.board or (laid[0] if laid else next(iter(boards), ""))
        if len(laid) > 1 or board.endswith("/rev"):
            raise MatchError("Several boards, or one turned round, lie on the map: that cannot be read.", "Use one.")
        grid = boards.get(board)
        if grid is None:
            raise MatchError(
                f"The board {shortened(board)} has no grid that can be read: one numbering, or named regions.",
                "Write the orders as text.",
            )
        return name, grid

    @cached_property
    def _by_label(self) -> Mapping[str, str]:
        return {label.casefold(): place for label, place in self.box.places.items()}

    def named(self, thing: Thing) -> str:
        """What the file calls the place of a piece; empty where it is not on the map."""
        if thing.lie.map != self.map:
            return ""
        return self.grid.place_at(thing.lie.x, thing.lie.y)

    def place(self, thing: Thing) -> str | None:
        """Our place on which a piece lies; None off the map, or where its name is none of ours."""
        called = self.named(thing)
        meant = self.mapping.places.get(called, called)
        return self._by_label.get(meant.casefold()) or self._by_number(meant)

    def _by_number(self, called: str) -> str | None:
        place = self.source.rules.language.place(called) if called else None
        return place if place in self.box.picture.spots else None

    # --- the pieces ------------------------------------------------------------------------------------------

    @cached_property
    def _units(self) -> Mapping[str, str]:
        """Names in the file to our units: those of the mapping file, then names that are the same here and there."""
        own: dict[str, list[str]] = {}
        for piece in self.view.pieces:
            if piece.knowledge in ("own", "known"):
                for word in (piece.name, piece.id):
                    own.setdefault(word.casefold(), []).append(piece.id)
        same = {name: ids[0] for name, ids in own.items() if len(set(ids)) == 1}
        mapped = {}
        for there, here in self.mapping.units.items():
            if here.casefold() not in same:
                raise UsageError(f"The mapping file names a unit {here!r}, which there is not, or twice.", SEE)
            mapped[there.casefold()] = same[here.casefold()]
        return {**same, **mapped}

    def unit(self, thing: Thing) -> Piece | None:
        """The unit of the match that a piece stands for, as far as the side knows it; nobody's masked one."""
        marked = thing.lie.marks.get(UNIT, "")
        found = marked if self.module is None else self._units.get(thing.kind.name.casefold(), "")
        piece = self.pieces.get(found)
        if piece is None or (thing.is_secret and piece.side != self.view.side):
            return None
        return piece

    def side_of(self, thing: Thing) -> str:
        """The side that a piece says it belongs to; empty if it does not say."""
        said = find_side(self.source.rules, thing.lie.marks.get(SIDE, ""))
        return str(said) if said is not None else ""

    def called(self, thing: Thing) -> str:
        """A piece in words: its name, but never that of one that is masked, or that the side has not seen."""
        piece = self.unit(thing)
        if piece is not None:
            return piece.name
        if self.module is None or thing.is_secret:
            side = self.side_of(thing)
            return f"a piece of the {side} side" if side else "a piece"
        return shortened(thing.kind.name) or "a piece without a name"
