"""A match as one page that steps through it: the board once, then frames.

Nothing is looked up on the net, and nothing is shown that is not in the page. The first picture is drawn in the page
itself, so that it is seen at once however long the match; the frames are read after that.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from adjudicator.core.types import PUBLIC, UMPIRE
from adjudicator.pictures.album import Album, spliced
from adjudicator.pictures.colours import palette, side_colours
from adjudicator.pictures.fragments import Picture, n
from adjudicator.pictures.templates import drawing_of, folders
from adjudicator.report.context import environment
from adjudicator.report.film import Film, Replay, film

SCRIPTS = ("film", "board", "looking", "dice", "beside", "filtering", "playing", "start")
"""The parts of the page's script, in the order in which they stand."""

_READERS: Mapping[str, str] = {UMPIRE: "the umpire's", PUBLIC: "for spectators"}


def replay_page(replay: Replay) -> str:
    """The page."""
    made = film(replay)
    start = _start(made)
    template = environment("html", replay.templates, replay.kept).get_template("replay/page.html")
    return template.render(
        replay=replay,
        film=made,
        reader=_READERS.get(replay.side, f"as the {replay.side} side saw it"),
        board=_board(made, start),
        ratio=f"{made.first.board.width / made.first.height:.3f}" if made.first else "1",
        start=made.frames[start] if made.frames else {},
        sentence=Markup(made.frames[start].get("s", "")) if made.frames else "",
        data=Markup(_json(_data(replay, made, start))),
        script=Markup("\n".join(_file(replay.templates, f"{name}.js") for name in SCRIPTS)),
        style=Markup(_file(replay.templates, "replay.css")),
    )


def _file(own: Path | None, name: str) -> str:
    """A part of the page, from a plug-in's own folder or ours."""
    found = next(path for folder in folders(own) if (path := folder / "replay" / name).is_file())
    return found.read_text("utf-8").strip()


def _start(made: Film) -> int:
    """The first frame that is told: what comes before it only lays the board out."""
    return next((index for index, frame in enumerate(made.frames) if not frame.get("q")), 0)


def _data(replay: Replay, made: Film, start: int) -> dict[str, Any]:
    """What the script of the page reads."""
    sides = list(dict.fromkeys(side for _, _, side in made.pieces))
    with palette(drawing_of(replay.ruleset, replay.templates)):
        colours = {side: [side_colours(side).fill, side_colours(side).dark, side_colours(side).light] for side in sides}
    numbers = {piece: index for index, (piece, _, _) in enumerate(made.pieces)}
    return {
        "match": replay.match,
        "side": replay.side,
        "start": start,
        "shapes": made.album.shapes,
        "items": [[shape, x, y, numbers.get(piece, -1)] for shape, x, y, piece in made.album.items],
        "pieces": [[piece, name, sides.index(side)] for piece, name, side in made.pieces],
        "sides": sides,
        "colours": colours,
        "commands": made.commands,
        "frames": made.frames,
        "rules": made.rules,
    }


def _json(data: Any) -> str:
    """JSON that ends no script by what is in it."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _board(made: Film, start: int) -> Markup:
    """The board with the first picture on it."""
    drawn = made.first
    if drawn is None:
        return Markup("")
    lying: list[int] = []
    for frame in made.frames[: start + 1]:
        lying = spliced(lying, frame.get("x", ()))
    frame = made.frames[start]
    layers = (("below", frame.get("b", ())), ("pieces", lying), ("above", frame.get("o", ())))
    return Markup(_sheet(drawn, made.album, layers))


def _sheet(drawn: Picture, album: Album, layers: Iterable[tuple[str, Sequence[int]]]) -> str:
    width, height = n(drawn.board.width), n(drawn.height)
    kind = f' class="{drawn.kind}"' if drawn.kind else ""
    return "".join(
        (
            f'<svg id="board"{kind} xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" ',
            f'aria-hidden="true"><defs>{drawn.board.defs}</defs><g id="ground">',
            f'<rect width="{width}" height="{height}" fill="{drawn.paper}"/>{drawn.board.svg}</g>',
            *(f'<g id="{name}">{"".join(_item(album, item) for item in items)}</g>' for name, items in layers),
            "</svg>",
        )
    )


def _item(album: Album, item: int) -> str:
    shape, x, y, _ = album.items[item]
    kind, body = album.shapes[shape]
    dress = f' class="{kind}"' if kind else ""
    return f'<g{dress} transform="translate({n(x)} {n(y)})">{body}</g>'
