"""Mail handed to a server by SMTP or LMTP."""

from __future__ import annotations

import contextlib
import smtplib
from typing import Literal

from adjudicator.post.carriers.carrier import CarrierError, RefusedError

PATIENCE = 60
"""Seconds that a server may take for an answer."""

Security = Literal["tls", "starttls", "none"]


class SmtpOutbox:
    """A server that takes mail; the connection is kept while there is mail to hand over."""

    def __init__(
        self,
        host: str,
        port: int,
        *,
        sender: str,
        user: str = "",
        password: str = "",
        security: Security = "starttls",
        lmtp: bool = False,
    ) -> None:
        self._host, self._port, self._sender = host, port, sender
        self._user, self._password, self._security, self._lmtp = user, password, security, lmtp
        self._server: smtplib.SMTP | None = None

    def send(self, recipient: str, data: bytes) -> None:
        """Hand over a mail; what the server said stands in the error if it did not take it."""
        try:
            server = self._server = self._server or self._connected()
            server.sendmail(self._sender, [recipient], data)
        except smtplib.SMTPRecipientsRefused as refused:
            code, words = next(iter(refused.recipients.values()))
            self.close()
            raise _error(self._host, code, words) from refused
        except smtplib.SMTPResponseException as refused:
            self.close()
            raise _error(self._host, refused.smtp_code, refused.smtp_error) from refused
        except (OSError, smtplib.SMTPException) as trouble:
            self.close()
            raise CarrierError(f"The mail server {self._host} cannot be used: {trouble}.") from trouble

    def _connected(self) -> smtplib.SMTP:
        if self._lmtp:
            return smtplib.LMTP(self._host, self._port, timeout=PATIENCE)
        if self._security == "tls":
            server: smtplib.SMTP = smtplib.SMTP_SSL(self._host, self._port, timeout=PATIENCE)
        else:
            server = smtplib.SMTP(self._host, self._port, timeout=PATIENCE)
        if self._security == "starttls":
            server.starttls()
        if self._user:
            server.login(self._user, self._password)
        return server

    def close(self) -> None:
        """Say good-bye to the server."""
        if self._server is not None:
            with contextlib.suppress(OSError, smtplib.SMTPException):
                self._server.quit()
            self._server.close()
            self._server = None


def _error(host: str, code: int, words: bytes | str) -> CarrierError:
    said = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    kind = RefusedError if 500 <= code < 600 and code not in (530, 535) else CarrierError
    return kind(f"The mail server {host} did not take it: {code} {said}.")
