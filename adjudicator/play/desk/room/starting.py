"""`desk init`: a desk folder with a commented desk.toml; `desk read`: what would become of a mail."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from adjudicator.core.errors import AdjudicatorError, UsageError
from adjudicator.play.desk.reading_mail import Verdict, judge
from adjudicator.play.desk.room.desk import Desk
from adjudicator.play.desk.room.settings import FILE, load_settings
from adjudicator.play.match.match import Match
from adjudicator.play.match.texts import find_side
from adjudicator.post.desk_lines import desk_lines, without_lines
from adjudicator.post.ledger.came import is_known
from adjudicator.post.ledger.went import referred_to
from adjudicator.post.letter import Letter
from adjudicator.post.source import letters_of
from adjudicator.record.files import make_folder, write_new

_EXAMPLE = """
# [[match]]
# folder = "our-match"          # made by: adjudicator new bautzen {folder}/our-match
# name = "our-match"
# spectators = "open"           # anybody may ask for the public report: a mail `subscribe our-match`
#   [[match.player]]
#   address = "french@example.org"
#   side = "French"
#   zone = "Europe/Paris"
#   dates = "fr"
#   replacement = "reserve@example.org"
#   [[match.player]]
#   address = "coalition@example.org"
#   side = "Coalition"
#   [match.deadlines]           # this match's own; what is left out is as above
#   days = 5
#   [match.phases.answer]       # decisions in the middle of a turn
#   days = 1
#   [[match.spectator]]
#   address = "spectator@example.org"
"""


def init(folder: Path, address: str, umpire: str, zone: str, match: str, players: Mapping[str, str]) -> Path:
    """Write desk.toml into a folder; with a match, its block too. Gives back the file."""
    path = folder / FILE
    if path.exists():
        raise UsageError(f"{path} is there already.", "Mend it by hand, or choose another folder.")
    sample = (files("adjudicator.play.desk") / "sample" / FILE).read_text("utf-8")
    blocks = _block(folder, match, players) if match else _EXAMPLE.replace("{folder}", str(folder))
    words = {"{address}": address, "{umpire}": umpire, "{zone}": zone, "{matches}": blocks}
    for name, value in words.items():
        sample = sample.replace(name, value)
    make_folder(folder)
    write_new(path, sample.encode())
    try:
        load_settings(folder)
    except AdjudicatorError:
        path.unlink()
        raise
    return path


def _block(folder: Path, match: str, players: Mapping[str, str]) -> str:
    opened = Match(folder / match)
    lines = ["", "[[match]]", f'folder = "{match}"', f'name = "{opened.setup.name}"']
    for word, address in players.items():
        side, _, seat = word.partition("/")
        meant = find_side(opened.history.rules, side)
        if meant is None:
            sides = ", ".join(opened.history.rules.sides)
            raise UsageError(f"There is no side called {side!r} in this match.", f"The sides are: {sides}.")
        lines += ["", "  [[match.player]]", f'  address = "{address}"', f'  side = "{meant}"']
        lines += [f'  seat = "{seat}"'] if seat else []
    return "\n".join(lines) + "\n"


def read_at(desk: Desk, data: bytes, name: str) -> list[Verdict]:
    """What would become of a mail, and of each in a digest; nothing is changed."""
    return [_read(desk, letter, data) for letter in letters_of(data, name)]


def _read(desk: Desk, letter: Letter, data: bytes) -> Verdict:
    with desk.ledger.read() as connection:
        past = referred_to(connection, letter.in_reply_to)
        repeated = is_known(connection, letter.message_id, letter.sender, data)
    opened = desk.open_desk(letter, past, is_repeated=repeated)
    if letter.robot is None and opened.roster.of(letter):
        letter = without_lines(letter, desk_lines(letter, desk.clock().date()))
    return judge(letter, opened)
