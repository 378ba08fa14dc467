"""Plays an example that two players play on a forum without an umpire: their posts, the log, the public reports.

python scripts/make_forum_example.py examples/by-forum            plays it and writes what is made
python scripts/make_forum_example.py examples/by-forum --check    says what would change, and writes nothing

The folder holds thread.toml (what is played, the words from which the chains are made, who writes what around the
orders) and orders/: what each player thought of, in the order of play. The thread in posts/ is made from them as the
players' programs make it, and is then handed in, post by post, at both homes.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pydantic import Field  # noqa: E402

from adjudicator.core.errors import AdjudicatorError  # noqa: E402
from adjudicator.core.types import Ending, Frozen, Wait  # noqa: E402
from adjudicator.play.match.match import Match, create  # noqa: E402
from adjudicator.play.match.running import run  # noqa: E402
from adjudicator.play.match.texts import gather  # noqa: E402
from adjudicator.play.mutual.exchange import Exchange  # noqa: E402
from adjudicator.play.mutual.handing_in import hand_in  # noqa: E402
from adjudicator.play.mutual.table import anchor_in, anchor_words, table_of  # noqa: E402
from adjudicator.play.side.reporting import report_posts  # noqa: E402
from adjudicator.record.chain import Chain, seed_text_secret  # noqa: E402
from adjudicator.record.parties import OwnChain  # noqa: E402
from scripts.make_example import CLOCK, own_clock, without_digests  # noqa: E402

HOUR = 3600


class Player(Frozen):
    """Who plays a side: his name in the forum, and the words that his chain was made from."""

    name: str
    words: str


class Thread(Frozen):
    """thread.toml."""

    scenario: str
    name: str
    begins: int
    length: int = 300
    players: dict[str, Player]
    chat: dict[str, str] = Field(default_factory=dict)
    """What a player writes around his orders, by the name of their file; for links, `link N`."""


def load(folder: Path) -> Thread:
    """An example's description."""
    return Thread.model_validate(tomllib.loads((folder / "thread.toml").read_text("utf-8")))


def chains(thread: Thread) -> dict[str, OwnChain]:
    """The players' chains; that of a real match comes from chance and is shown to nobody."""
    made = "2026-01-05T18:00:00Z"
    return {
        side: OwnChain(Chain(seed_text_secret(player.words), thread.length), thread.name, side, made)
        for side, player in thread.players.items()
    }


def homes(thread: Thread, folder: Path) -> dict[str, Match]:
    """The match as each player begins it at home, with the anchors of both."""
    own = chains(thread)
    anchors = {side: anchor_in("\n".join(anchor_words(chain))) for side, chain in own.items()}
    return {
        side: create(
            thread.scenario,
            folder / side,
            name=thread.name,
            mode="mutual",
            table=table_of(list(own), anchors, (), own[side]),
        )
        for side in own
    }


class Forum:
    """The thread as it grows; each post is handed in at both homes, as if pasted."""

    def __init__(self, thread: Thread, at: dict[str, Match]) -> None:
        self.thread = thread
        self.at = at
        self.posts: dict[str, str] = {}
        self.reports: dict[str, str] = {}
        self._last = ("", "")
        for side, chain in chains(thread).items():
            name = f"{len(self.posts) + 1:03d}-{side}.txt"
            head = f"[b]{thread.players[side].name}[/b] ({side}): anchor"
            self.posts[name] = "\n".join([head, "", "[code]", *anchor_words(chain), "[/code]"]) + "\n"

    def clock(self) -> None:
        """Each post comes some hours after the one before."""
        os.environ[CLOCK] = str(self.thread.begins + 5 * HOUR * len(self.posts))

    def post(self, side: str, what: str, lines: Sequence[str], chat: str = "") -> None:
        """A player posts what his program printed, with a word to the other, whose last words he may quote."""
        player = self.thread.players[side]
        said = [f"[b]{player.name}[/b] ({side}): {what}", ""]
        before, words = self._last
        if chat:
            if before and before != side:
                said += [f'[quote="{self.thread.players[before].name}"]{words}[/quote]']
            said += [chat, ""]
            self._last = (side, chat)
        text = "\n".join([*said, "[code]", *lines, "[/code]"]) + "\n"
        self.posts[f"{len(self.posts) + 1:03d}-{side}.txt"] = text
        for home in self.at.values():
            hand_in(home, text.encode(), "post.txt", side)
        self.run()

    def run(self) -> None:
        """Both run the match as far as it goes."""
        for home in self.at.values():
            with home.writing():
                Exchange(home).settle()
            run(home)

    def links(self) -> None:
        """Both show their links, now one first and now the other."""
        sides = list(self.at)
        number = Exchange(self.at[sides[0]]).step
        for side in sides if number % 2 else sides[::-1]:
            home = self.at[side]
            with home.writing():
                words = Exchange(home).link_words(number)
            self.post(side, f"link {number}", words, self.thread.chat.get(f"link {number} {side}", ""))

    def orders(self, side: str, text: str, name: str) -> None:
        """A player seals, and opens at once where nobody else writes."""
        home = self.at[side]
        nonce = seed_text_secret(f"{name} {self.thread.players[side].words}").hex()
        with home.writing():
            words = Exchange(home).seal(text.encode(), name, nonce)
        self.post(side, "sealed", words, self.thread.chat.get(name, ""))
        self.post(side, "opened", Exchange(home).opening_words())

    def report(self) -> None:
        """What anybody in the forum may read of the step."""
        home = self.at[next(iter(self.at))]
        if home.history.steps[-1].number > 1:
            number = home.history.steps[-1].number
            found = report_posts(home, "Public", "phpbb", number, brief=True)
            self.reports[f"step-{number:02d}.bbcode"] = "\n".join(found)


def play(thread: Thread, orders: Sequence[Path], folder: Path) -> Forum:
    """Play the match from its orders."""
    os.environ[CLOCK] = str(thread.begins)
    forum = Forum(thread, homes(thread, folder))
    forum.run()
    forum.links()
    waiting = list(orders)
    home = next(iter(forum.at.values()))
    while not isinstance(following := home.history.following(), Ending):
        forum.clock()
        if home.history.position.paused is not None:
            asked = gather(home.history).unanswered
            for side in dict.fromkeys(str(one.decision.side) for one in asked):
                mine = [one for one in asked if one.decision.side == side]
                words = {line.seq: line.body["words"][0] for line in home.lines if line.kind == "decision"}
                head = [f"match: {thread.name}", f"turn: {home.history.turn()}", f"side: {side}", ""]
                text = "\n".join([*head, *(words[one.seq] for one in mine)])
                forum.orders(side, text, f"answer-{mine[0].name}.txt")
        elif isinstance(following, Wait) and waiting:
            path = waiting.pop(0)
            side = next(side for side in following.sides if side in path.name)
            forum.orders(side, path.read_text("utf-8"), path.name)
        else:
            raise ValueError("the match is not over when the orders are")
        forum.links()
        forum.report()
    return forum


def made(folder: Path) -> dict[str, bytes]:
    """Every file that is made, by its path in the example."""
    thread = load(folder)
    with own_clock(), tempfile.TemporaryDirectory() as scratch:
        forum = play(thread, sorted((folder / "orders").glob("*.txt")), Path(scratch))
        logs = {(home.folder / "log.jsonl").read_bytes() for home in forum.at.values()}
    if len(logs) != 1:
        raise ValueError("the two logs are not equal")
    files = {f"posts/{name}": text.encode() for name, text in forum.posts.items()}
    files |= {f"reports/{name}": text.encode() for name, text in forum.reports.items()}
    return {**files, "log.jsonl": logs.pop()}


def replayed(folder: Path, scratch: Path) -> Iterator[bytes]:
    """The logs that somebody gets at each home who pastes the thread, post by post.

    The line of the log that a link was shown for is left out: its hash names the version that played the match.
    """
    at = homes(load(folder), scratch)
    forum = Forum(load(folder), at)
    forum.run()
    for path in sorted((folder / "posts").glob("*.txt"))[len(at) :]:
        text = re.sub(r"^after: line \d+,\n  [0-9a-f]{64}\n", "", path.read_text("utf-8"), flags=re.MULTILINE)
        for home in at.values():
            hand_in(home, text.encode(), path.name, path.stem.partition("-")[2])
        forum.run()
    for home in at.values():
        yield (home.folder / "log.jsonl").read_bytes()


def differences(folder: Path, files: dict[str, bytes]) -> list[str]:
    """What is on disk otherwise than it would be made, digests left out."""
    on_disk = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in (*folder.glob("posts/*"), *folder.glob("reports/*"), *folder.glob("log.jsonl"))
    }
    return sorted(
        name
        for name in {*files, *on_disk}
        if without_digests(files.get(name, b"-")) != without_digests(on_disk.get(name, b""))
    )


def write(folder: Path, files: dict[str, bytes]) -> None:
    """Write the files, and take away what an earlier making left."""
    for part in ("posts", "reports"):
        (folder / part).mkdir(exist_ok=True)
        for path in (folder / part).glob("*"):
            path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)


def main(arguments: list[str]) -> int:
    """Make the example, or with --check say whether it is as it would be made."""
    named = [argument for argument in arguments if argument != "--check"]
    if len(named) != 1:
        sys.stderr.write(__doc__ or "")
        return 2
    folder = Path(named[0])
    try:
        files = made(folder)
    except (AdjudicatorError, ValueError, OSError) as trouble:
        sys.stderr.write(f"{folder}: {trouble}\n")
        return 1
    if "--check" not in arguments:
        write(folder, files)
        return 0
    found = differences(folder, files)
    for name in found:
        sys.stderr.write(f"{folder}: {name} would be another\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
