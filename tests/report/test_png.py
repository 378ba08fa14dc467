"""Maps as PNG: the board is drawn once and kept, the letters come with the installation, the picture is the same."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import resvg_py
from PIL import Image, ImageChops, ImageFont, ImageStat

from adjudicator import rulesets
from adjudicator.core.types import UMPIRE, Side
from adjudicator.pictures import fonts, png, sprites
from adjudicator.pictures.boards import draw
from adjudicator.pictures.fragments import Board, Box, Fragment, Picture
from adjudicator.pictures.hex import hexmap
from adjudicator.pictures.theatre import theatre_map

WIDTH = 700


@pytest.fixture
def forgets(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes the program forget what it has drawn, as if it had been started anew."""

    def forget() -> None:
        for module, name in (
            (png, "_memory"),
            (sprites, "_memory"),
            (hexmap, "_boards"),
            (theatre_map, "_sheets"),
        ):
            monkeypatch.setattr(module, name, {})

    forget()
    return forget


def opening(scenario: str, side: str, folder: Path | None = None) -> Picture:
    """The map of a side before the first turn."""
    rules = rulesets.load(scenario, {})
    start = rules.start()
    known = start if side == UMPIRE else rules.known(start, Side(side))
    drawn = draw(rules.board, rules.view(known, Side(side)), (), scenario, {}, folder)
    assert drawn is not None
    return drawn


def pixels(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


# --- the kept board ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["bautzen", "campaign1813"])
def test_the_picture_is_the_same_whether_the_board_was_kept_or_drawn_anew(
    scenario: str, tmp_path: Path, forgets: Any
) -> None:
    """Byte for byte: drawn and kept, read back by another run, drawn without keeping anything."""
    folder = tmp_path / "drawings"
    first = png.png(opening(scenario, "French", folder), WIDTH, folder)
    made = {file.name: file.read_bytes() for file in folder.iterdir()}
    forgets()
    again = png.png(opening(scenario, "French", folder), WIDTH, folder)
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == made, "a kept drawing was made again"
    forgets()
    anew = png.png(opening(scenario, "French"), WIDTH)
    assert first == again == anew


def test_a_counter_drawn_for_one_map_serves_the_next(tmp_path: Path, forgets: Any) -> None:
    """The umpire's map after the French one is the umpire's map drawn alone."""
    folder = tmp_path / "drawings"
    png.png(opening("bautzen", "French", folder), WIDTH, folder)
    after = png.png(opening("bautzen", UMPIRE, folder), WIDTH, folder)
    forgets()
    assert png.png(opening("bautzen", UMPIRE), WIDTH) == after


@pytest.mark.parametrize("trouble", ["bit", "short", "empty", "written by others", "folder written by others"])
def test_a_kept_drawing_that_cannot_be_trusted_is_drawn_anew(trouble: str, tmp_path: Path, forgets: Any) -> None:
    folder = tmp_path / "drawings"
    whole = png.png(opening("bautzen", "French", folder), WIDTH, folder)
    for file in folder.iterdir():
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 0x40
        if trouble == "short":
            file.write_bytes(data[: len(data) // 3])
        elif trouble == "empty":
            file.write_bytes(b"")
        else:
            file.write_bytes(bytes(data))
        if trouble == "written by others":
            # Sealed like one of ours, so that only its rights speak against it.
            file.write_bytes(sprites_sealed(bytes(data[65:])))
            file.chmod(0o666)
    if trouble == "folder written by others":
        for file in folder.iterdir():
            file.write_bytes(sprites_sealed(file.read_bytes()[65:]))
        folder.chmod(0o777)
    forgets()
    assert png.png(opening("bautzen", "French", folder), WIDTH, folder) == whole


def sprites_sealed(payload: bytes) -> bytes:
    from hashlib import sha256

    return sha256(payload).hexdigest().encode() + b"\n" + payload


def test_kept_drawings_are_their_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "drawings"
    png.png(opening("bautzen", "French", folder), WIDTH, folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert [file.stat().st_mode & 0o777 for file in folder.iterdir()] == [0o600] * len(list(folder.iterdir()))


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path, forgets: Any) -> None:
    (tmp_path / "file").write_text("no folder", "utf-8")
    whole = png.png(opening("bautzen", "French"), WIDTH)
    forgets()
    assert png.png(opening("bautzen", "French", tmp_path / "file" / "x"), WIDTH, tmp_path / "file" / "x") == whole


@pytest.mark.parametrize(("scenario", "side"), [("bautzen", UMPIRE), ("lutzen", "French"), ("campaign1813", UMPIRE)])
def test_nothing_is_cut_off(scenario: str, side: str) -> None:
    """Every fragment keeps inside the box that it gives: around it, there is no ink."""
    rim = 6
    picture = opening(scenario, side)
    for fragment in picture.fragments:
        box = fragment.box
        size = (round(box.x1 - box.x0) + 2 * rim + 1, round(box.y1 - box.y0) + 2 * rim + 1)
        shift = (rim - int(box.x0 // 1), rim - int(box.y0 // 1))
        alone = sprites.drawn(picture.board.defs, fragment.body, size, shift, 1.0).convert("RGBA").getchannel("A")
        inside = Box(box.x0 + shift[0], box.y0 + shift[1], box.x1 + shift[0], box.y1 + shift[1])
        ink = alone.getbbox()
        assert ink is not None, fragment.body
        cut = ink[0] < int(inside.x0) or ink[1] < int(inside.y0) or ink[2] > inside.x1 + 1 or ink[3] > inside.y1 + 1
        assert not cut, (fragment.body, ink, inside)


def test_the_png_shows_what_the_svg_shows() -> None:
    """Composed from kept parts, the map differs from the whole SVG drawn at once by less than an eye can tell."""
    drawn = opening("bautzen", UMPIRE)
    composed = pixels(png.png(drawn, 1600))

    def at_once(fragments: tuple[Fragment, ...]) -> Image.Image:
        paper = f'<rect width="{drawn.board.width}" height="{drawn.height}" fill="{drawn.paper}"/>'
        body = paper + drawn.board.svg + "".join(fragment.svg() for fragment in fragments)
        scale = 1600 / drawn.board.width
        return sprites.drawn(drawn.board.defs, body, composed.size, (0, 0), scale).convert("RGB")

    assert apart(composed, at_once(drawn.fragments)) < 3 < 3 * apart(composed, at_once(())) / 2


def apart(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures differ on the average, in steps of 256."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


# --- letters -----------------------------------------------------------------------------------------------


def lettered(family: str) -> bytes:
    """A picture of a word in a family of letters."""
    body = f'<text x="4" y="30" font-family="{family}" font-size="24">Görlitz</text>'
    board = Board(120.0, 40.0, "", f"letters {family}")
    return png.png(Picture(board, (Fragment(body, (0.0, 0.0), Box(0, 0, 120, 40)),), "", "#ffffff", 40.0), 120)


def test_no_font_of_the_machine_is_looked_at() -> None:
    """A family that only the machine may have gives the same picture as one that nobody has."""
    nobody = lettered("No Such Family")
    for family in ("DejaVu Sans", "Verdana", "Georgia", "Arial", "Liberation Sans", "Noto Sans"):
        assert lettered(family) == nobody
    assert lettered(fonts.SANS_FAMILY) != nobody
    assert len({lettered(fonts.SANS), lettered(fonts.SERIF)}) == 2


def test_only_the_fonts_of_the_installation_are_handed_on(monkeypatch: pytest.MonkeyPatch, forgets: Any) -> None:
    asked: list[dict[str, Any]] = []
    real = resvg_py.svg_to_bytes

    def listening(**words: Any) -> bytes:
        asked.append(words)
        return real(**words)

    monkeypatch.setattr(resvg_py, "svg_to_bytes", listening)
    png.png(opening("bautzen", "French"), 300)
    assert asked
    assert all(words["skip_system_fonts"] and "font_dirs" not in words for words in asked)
    named = {file for words in asked for file in words["font_files"]}
    assert named == set(fonts.font_files())
    assert all("font_source_" in file for file in named)


@pytest.mark.parametrize("file", fonts.font_files())
def test_the_fonts_have_every_letter_of_every_name(file: str) -> None:
    """ü, ö, ß, é, ł and the rest: what a font lacks it draws as an empty box."""
    face = ImageFont.truetype(file, 20)
    missing = bytes(face.getmask("\uffff"))
    names = "".join(
        sorted({letter for scenario in ("bautzen", "lutzen", "campaign1813") for letter in spoken(scenario)})
    )
    assert {"ü", "ö", "é"} <= set(names)
    for letter in names + "äÄÖÜßéèçñłŁńśžčřůáíý·–’":
        assert letter.isspace() or bytes(face.getmask(letter)) != missing, letter


def spoken(scenario: str) -> set[str]:
    """All letters on the map of a scenario."""
    import xml.etree.ElementTree as ET

    svg = ET.fromstring(opening(scenario, UMPIRE).svg())
    return {letter for node in svg.iter() if node.text for letter in node.text}


def test_a_missing_font_package_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "FACES", {"font_nobody_has": ("Nobody-Regular",)})
    fonts.font_files.cache_clear()
    try:
        with pytest.raises(fonts.PictureError, match="fonts of the package font-nobody-has"):
            fonts.font_files()
    finally:
        fonts.font_files.cache_clear()
