"""A real Dovecot, OpenSMTPD and PostgreSQL on loopback, started for the tests and ended by their process ids.

Where one is not installed its tests are skipped; with ADJUDICATOR_ALL_SERVERS set, as the checks on each change do, a
server that is not there is a failure.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

PASSWORD = "secret"
MUST = "ADJUDICATOR_ALL_SERVERS"

DOVECOT = """\
protocols = imap lmtp
listen = 127.0.0.1
base_dir = {run}
state_dir = {run}
log_path = {folder}/dovecot.log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:{mails}/%u
first_valid_uid = 1
default_internal_user = nobody
default_login_user = nobody
default_internal_group = nogroup
passdb {{
  driver = passwd-file
  args = {folder}/users
}}
userdb {{
  driver = passwd-file
  args = {folder}/users
}}
service anvil {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {imap}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
"""
SMTPD = """\
queue ttl 5s
listen on 127.0.0.1 port {smtp}
table people {{ "@example.org" = "nobody" }}
action "deliver" lmtp "127.0.0.1:{lmtp}" rcpt-to virtual <people>
match from any for domain "example.org" action "deliver"
match from local for domain "example.org" action "deliver"
"""


def missing(what: str) -> None:
    """A server that is not installed: skipped, or a failure where all must be there."""
    if os.environ.get(MUST):
        pytest.fail(f"{what} is not installed, and {MUST} is set")
    pytest.skip(f"{what} is not installed")


def program(*names: str) -> str:
    """The path of a program, looked for where Debian puts servers too."""
    places = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin", *_postgres_places()])
    for name in names:
        found = shutil.which(name, path=places)
        if found:
            return found
    return ""


def _postgres_places() -> list[str]:
    return [str(folder) for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def wait_until(what: Callable[[], object], seconds: float = 45) -> None:
    """Wait until something is so."""
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "it took too long"
        time.sleep(0.05)


def answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@contextlib.contextmanager
def ended(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """A server that is ended by its process id."""
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@dataclass(frozen=True)
class MailServers:
    """Dovecot and OpenSMTPD: mail for example.org goes from one to the other."""

    imap: int
    smtp: int
    lmtp: int
    mails: Path

    def box(self, address: str) -> Path:
        """The Maildir of somebody."""
        return self.mails / address

    def files(self, address: str) -> list[Path]:
        """The mails in it, oldest first."""
        found = [file for part in ("new", "cur") for file in (self.box(address) / part).glob("*")]
        return sorted(found, key=lambda file: (file.stat().st_mtime_ns, file.name))

    def settings(self, address: str, way: str = "smtp") -> dict[str, str]:
        """What stands in desk.toml."""
        port = self.smtp if way == "smtp" else self.lmtp
        return {
            "mail_in": f'kind = "imap"\nhost = "127.0.0.1"\nport = {self.imap}\ntls = false\nuser = "{address}"\n'
            'password = "env:DESK_TEST_PASSWORD"',
            "mail_out": f'kind = "{way}"\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"',
        }


@contextlib.contextmanager
def mail_servers(folder: Path, *addresses: str) -> Iterator[MailServers]:
    """Both servers, with a mail box for each address; mail for anybody else comes back."""
    dovecot, smtpd = program("dovecot"), program("smtpd")
    if not dovecot or not smtpd or os.geteuid() != 0:
        missing("Dovecot or OpenSMTPD (or the right to start them)")
    nobody = pwd.getpwnam("nobody")
    folder.chmod(0o755)
    mails, run = folder / "mails", Path("/run") / f"adjudicator-{os.getpid()}"
    mails.mkdir()
    run.mkdir(exist_ok=True)
    os.chown(mails, nobody.pw_uid, nobody.pw_gid)
    users = "".join(
        f"{who}:{{PLAIN}}{PASSWORD}:{nobody.pw_uid}:{nobody.pw_gid}::{mails}/{who}::\n" for who in addresses
    )
    (folder / "users").write_text(users, "ascii")
    servers = MailServers(free_port(), free_port(), free_port(), mails)
    ports = {"imap": servers.imap, "smtp": servers.smtp, "lmtp": servers.lmtp}
    (folder / "dovecot.conf").write_text(DOVECOT.format(folder=folder, mails=mails, run=run, **ports), "ascii")
    (folder / "smtpd.conf").write_text(SMTPD.format(**ports), "ascii")
    for parent in folder.parents:  # servers that are not root must be able to come here
        with contextlib.suppress(OSError):
            parent.chmod(parent.stat().st_mode | 0o011)
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, run, ignore_errors=True)
        only = stack.enter_context(open("/tmp/adjudicator-smtpd.lock", "w"))
        fcntl.flock(only, fcntl.LOCK_EX)  # OpenSMTPD has one spool and one control socket a machine
        log = stack.enter_context((folder / "servers.log").open("wb"))
        for call in (
            [dovecot, "-F", "-c", str(folder / "dovecot.conf")],
            [smtpd, "-d", "-f", str(folder / "smtpd.conf")],
        ):
            process = subprocess.Popen(call, stdout=log, stderr=log)
            stack.enter_context(ended(process))
        wait_until(lambda: all(map(answers, ports.values())))
        yield servers


@contextlib.contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """A PostgreSQL of our own; gives back its address."""
    initdb, server = program("initdb"), program("postgres")
    if not initdb or not server:
        missing("PostgreSQL")
    user: str | None = None
    if os.geteuid() == 0:  # it refuses to run as root
        user = "postgres"
        owner = pwd.getpwnam(user)
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        for parent in folder.parents:
            with contextlib.suppress(OSError):
                parent.chmod(parent.stat().st_mode | 0o011)
    data, port = folder / "data", free_port()
    with (folder / "postgres.log").open("wb") as log:
        subprocess.run(
            [initdb, "-D", str(data), "-U", "desk", "--auth=trust", "-E", "UTF8", "--no-locale"],
            check=True, stdout=log, stderr=log, user=user, cwd=folder,
        )  # fmt: skip
        call = [server, "-D", str(data), "-p", str(port), "-k", str(folder), "-c", "listen_addresses=127.0.0.1"]
        process = subprocess.Popen(call, stdout=log, stderr=log, user=user, cwd=folder)
        with ended(process):
            wait_until(lambda: answers(port))
            time.sleep(0.5)
            yield f"postgresql+psycopg://desk@127.0.0.1:{port}/postgres"
