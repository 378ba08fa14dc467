"""A module of ours: its build file from a board, a grid, counters and where they begin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from adjudicator.core.values import dataclass
from adjudicator.vassal.archives import VERSION, about, packed
from adjudicator.vassal.commands import Add, text_of
from adjudicator.vassal.numbering import HexNumbers, Names
from adjudicator.vassal.pieces import Counter

MAP, BOARD = "Main Map", "Field"
PACKAGE = "VASSAL.build"
MODULE = f"{PACKAGE}.module"
PARTS = f"{MODULE}.map"
BOARDS = f"{PARTS}.boardPicker"
GRIDS = f"{BOARDS}.board"


@dataclass(frozen=True)
class Plan:
    """What a module of ours is made from."""

    title: str
    version: str
    description: str
    sides: Sequence[str]
    counters: Sequence[Counter]
    grid: Names
    size: tuple[int, int]
    """Of a counter's picture."""
    pictures: Mapping[str, bytes]
    """The files of `images/`, map.png among them."""
    starts: Mapping[str, str]
    """Where counters begin, by the ids of their units."""


def module_file(plan: Plan) -> bytes:
    """The whole .vmod."""
    files = {
        "buildFile.xml": ("\n".join(_build(plan)) + "\n").encode("utf-8"),
        "moduledata": about(plan.version, plan.description, plan.title),
    }
    return packed(files | {f"images/{name}": data for name, data in plan.pictures.items()})


def _tag(tag: str, /, **attributes: object) -> str:
    told = "".join(f' {key}="{escape(str(value))}"' for key, value in attributes.items())
    return f"<{tag}{told}"


def _build(plan: Plan) -> Iterator[str]:
    top = {"name": plan.title, "version": plan.version, "VassalVersion": VERSION, "description": plan.description}
    yield '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
    yield _tag(f"{PACKAGE}.GameModule", **top, nextPieceSlotId=len(plan.counters) + 1) + ">"
    yield _tag(f"{MODULE}.BasicCommandEncoder") + "/>"
    yield _tag(f"{MODULE}.Documentation") + "/>"
    yield _tag(f"{MODULE}.PlayerRoster", buttonText="Retire", buttonToolTip="Switch sides") + ">"
    for side in plan.sides:
        yield f"<entry>{escape(side)}</entry>"
    yield f"</{MODULE}.PlayerRoster>"
    options = {"autoReport": "Always", "nonOwnerUnmaskable": "Never", "playerIdFormat": "$PlayerName$"}
    yield _tag(f"{MODULE}.GlobalOptions", **options, chatterHTMLSupport="Never") + "/>"
    yield from _map(plan)
    yield _tag(f"{MODULE}.PrototypesContainer") + "/>"
    yield from _palette(plan)
    dice = {"name": "Dice", "text": "Dice", "nDice": 2, "nSides": 6, "plus": 0, "addToTotal": 0, "reportTotal": "false"}
    said = "** $name$ = $result$ *** &lt;$PlayerName$&gt;"
    yield _tag(f"{MODULE}.DiceButton", **dice, prompt="false", reportFormat=said, tooltip="Not what counts") + "/>"
    yield _tag(f"{MODULE}.Chatter") + "/>"
    yield _tag(f"{MODULE}.KeyNamer") + "/>"
    yield f"</{PACKAGE}.GameModule>"


def _map(plan: Plan) -> Iterator[str]:
    went = "$pieceName$ $previousLocation$ -> $location$ *"
    told = {"moveWithinFormat": went, "moveToFormat": went, "createFormat": "", "changeFormat": "$message$"}
    yield _tag(f"{MODULE}.Map", mapName=MAP, **told, launch="false", allowMultiple="false") + ">"
    yield _tag(f"{PARTS}.BoardPicker", title="Choose Boards", slotScale="0.2") + ">"
    yield f"<setup>{MAP}BoardPicker\t{BOARD}\t0\t0</setup>"
    yield _tag(f"{BOARDS}.Board", image="map.png", name=BOARD, reversible="false") + ">"
    yield from _grid(plan.grid)
    yield f"</{BOARDS}.Board>"
    yield f"</{PARTS}.BoardPicker>"
    for part in ("StackMetrics", "ForwardToKeyBuffer", "PieceMover", "ForwardToChatter", "MenuDisplayer", "Zoomer"):
        yield _tag(f"{PARTS}.{part}") + "/>"
    yield _tag(f"{PARTS}.CounterDetailViewer") + "/>"
    yield from _set_up(plan)
    yield f"</{MODULE}.Map>"


def _grid(grid: Names) -> Iterator[str]:
    if not isinstance(grid, HexNumbers):
        yield _tag(f"{GRIDS}.RegionGrid", fontsize=9, snapto="true", visible="false") + ">"
        for name, (x, y) in grid.by_name.items():
            yield _tag(f"{GRIDS}.Region", name=name, originx=x, originy=y) + "/>"
        yield f"</{GRIDS}.RegionGrid>"
        return
    lies = {
        "dx": grid.dx,
        "dy": grid.dy,
        "x0": grid.x0,
        "y0": grid.y0,
        "sideways": _said(grid.sideways),
        "snapTo": "true",
    }
    yield _tag(f"{GRIDS}.HexGrid", **lies, cornersLegal="false", edgesLegal="false", visible="false") + ">"
    across = {"hType": _sort(grid.h_letters), "hLeading": grid.h_leading, "hOff": grid.h_off}
    down = {"vType": _sort(grid.v_letters), "vLeading": grid.v_leading, "vOff": grid.v_off}
    ways = {"hDescend": _said(grid.h_descend), "vDescend": _said(grid.v_descend), "stagger": _said(grid.stagger)}
    words = {"first": grid.first, "sep": grid.sep, "locationFormat": grid.format, "visible": "false"}
    yield _tag(f"{GRIDS}.mapgrid.HexGridNumbering", **across, **down, **ways, **words) + "/>"
    yield f"</{GRIDS}.HexGrid>"


def _said(value: bool) -> str:
    return "true" if value else "false"


def _sort(letters: bool) -> str:
    return "A" if letters else "N"


def _slot(counter: Counter, size: tuple[int, int]) -> str:
    text = text_of(Add("null", counter.type(), counter.state("", 0, 0)))
    shown = {"entryName": counter.name, "gpid": counter.gpid, "width": size[0], "height": size[1]}
    return f"{_tag(f'{PACKAGE}.widget.PieceSlot', **shown)}>{escape(text)}</{PACKAGE}.widget.PieceSlot>"


def _set_up(plan: Plan) -> Iterator[str]:
    """Who begins on the map, a stack for each place."""
    by_place: dict[str, list[Counter]] = {}
    for counter in plan.counters:
        place = plan.starts.get(counter.unit, "") if counter.unit else ""
        if place in plan.grid.by_name:
            by_place.setdefault(place, []).append(counter)
    for place, counters in sorted(by_place.items()):
        x, y = plan.grid.by_name[place]
        where = {"name": place, "owningBoard": BOARD, "useGridLocation": "false", "x": x, "y": y}
        yield _tag(f"{PARTS}.SetupStack", **where) + ">"
        yield from (_slot(counter, plan.size) for counter in counters)
        yield f"</{PARTS}.SetupStack>"


def _palette(plan: Plan) -> Iterator[str]:
    """All counters, a list for each side."""
    yield _tag(f"{MODULE}.PieceWindow", name="Forces", text="Forces", hidden="false") + ">"
    yield _tag(f"{PACKAGE}.widget.TabWidget", entryName="Forces") + ">"
    for side in plan.sides:
        yield _tag(f"{PACKAGE}.widget.ListWidget", entryName=side, width=300, height=400, divider=150) + ">"
        yield from (_slot(counter, plan.size) for counter in plan.counters if counter.side == side)
        yield f"</{PACKAGE}.widget.ListWidget>"
    yield f"</{PACKAGE}.widget.TabWidget>"
    yield f"</{MODULE}.PieceWindow>"
