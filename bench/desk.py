"""The post room under load: many matches at one desk, on SQLite and PostgreSQL, by one worker and by two.

python bench/desk.py [MATCHES] [--postgres URL]

Each player of each match sends a mail; measured is how many mails are dealt with a second (judged, recorded, receipts
written), the workers' and the machine's time apart, and how long `desk status` takes against a desk of ten matches.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from adjudicator.play.desk.room.desk import Desk  # noqa: E402
from adjudicator.play.desk.room.working import deal_with_one, once  # noqa: E402
from adjudicator.play.match.match import create  # noqa: E402
from adjudicator.post.ledger import came  # noqa: E402
from adjudicator.post.ledger.tables import META  # noqa: E402

HEAD = """\
name = "Load"
address = "umpire@example.org"
umpire = "chief@example.org"
ledger = "{ledger}"
[mail_in]
kind = "maildir"
path = "mail/in"
[mail_out]
kind = "maildir"
path = "mail/out"
[deadlines]
settle = "1 hour"
"""
BLOCK = """
[[match]]
folder = "{name}"
name = "{name}"
  [[match.player]]
  address = "french-{name}@example.org"
  side = "French"
  [[match.player]]
  address = "coalition-{name}@example.org"
  side = "Coalition"
"""


def now() -> datetime:
    return datetime.now(UTC)


def made(folder: Path, count: int, ledger: str) -> Path:
    """A desk with so many matches, each begun."""
    folder.mkdir()
    names = [f"m{number:04d}" for number in range(count)]
    (folder / "desk.toml").write_text(
        HEAD.format(ledger=ledger) + "".join(BLOCK.format(name=n) for n in names), "utf-8"
    )
    for name in names:
        create("bautzen", folder / name, name=name, seed=name)
    with Desk(folder, now) as desk:
        META.drop_all(desk.ledger.engine)
        META.create_all(desk.ledger.engine)
        once(desk)
    return folder


def posted(folder: Path, count: int, lap: int) -> None:
    """A mail of each player."""
    with Desk(folder, now) as desk:
        for number in range(count):
            for side, text in (
                ("french", f"move Bonnet to {1104 + lap}"),
                ("coalition", f"move Rosen to 061{lap + 1}"),
            ):
                sender = f"{side}-m{number:04d}@example.org"
                head = f"From: {sender}\nTo: umpire@example.org\nSubject: orders\nMessage-ID: <{lap}.{sender}>\n"
                came.store(desk.ledger, f"{head}\nturn: 1\n{text}\n".encode(), desk.now())


def work(folder: Path) -> None:
    """One worker, until nothing is left."""
    with Desk(folder, now) as desk:
        count = 0
        while deal_with_one(desk):
            count += 1
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(count, round(used.ru_utime + used.ru_stime, 2), used.ru_maxrss // 1024)


def measured(folder: Path, workers: int) -> str:
    call = [sys.executable, __file__, "--work", str(folder)]
    begun = time.perf_counter()
    running = [subprocess.Popen(call, stdout=subprocess.PIPE, text=True) for _ in range(workers)]
    told = [process.communicate()[0].split() for process in running]
    seconds = time.perf_counter() - begun
    mails = sum(int(one[0]) for one in told)
    cpu = sum(float(one[1]) for one in told)
    memory = max(int(one[2]) for one in told)
    spent = f"{mails} in {seconds:.1f} s; workers' CPU {cpu:.1f} s; at most {memory} MB each"
    return f"{mails / seconds:6.1f} mails/s ({spent})"


def status_seconds(folder: Path) -> float:
    call = [sys.executable, "-m", "adjudicator", "desk", "status", str(folder)]
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        subprocess.run(call, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
        times.append(time.perf_counter() - begun)
    return min(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("matches", type=int, nargs="?", default=1000)
    parser.add_argument("--postgres", default="", help="postgresql+psycopg://...; without it a server is started")
    parser.add_argument("--work", type=Path)
    given = parser.parse_args()
    if given.work:
        work(given.work)
        return
    from tests.support.real_servers import postgres

    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        os.chmod(place, 0o755)
        small = made(place / "small", 10, "sqlite:///ledger.db")
        (place / "server").mkdir()
        with postgres(place / "server") as url:
            for ledger in ("sqlite:///ledger.db", given.postgres or url):
                kind = ledger.partition(":")[0].partition("+")[0]
                folder = made(place / kind, given.matches, ledger)
                for lap, workers in enumerate((1, 2)):
                    posted(folder, given.matches, lap)
                    print(
                        f"{kind:<11}{workers} worker{'s' if workers > 1 else ' '} {measured(folder, workers)}",
                        flush=True,
                    )
                print(f"{kind:<11}desk status: {status_seconds(folder):.2f} s at {given.matches} matches", flush=True)
        print(f"desk status: {status_seconds(small):.2f} s at 10 matches (SQLite)")


if __name__ == "__main__":
    main()
