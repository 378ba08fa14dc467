"""The clothes in which orders travel: wrapped, greeted, quoted around, marked up, encoded and packed in any way.

An order text is a list of lines. It is worded (flowed, in a code block, with bullets), surrounded (greetings, somebody
else's words above, between or below, each with orders that must never be read), and packed into a mail. What is drawn
is a whole mail as bytes.
"""

from __future__ import annotations

import base64
import html
import quopri
from dataclasses import dataclass

from hypothesis import strategies as st

OTHERS = ("move Souham to 2304", "pass", "turn: 9", "standing orders: none", "answer D1: pass")
"""What others said; none of it may ever be read."""
ATTRIBUTIONS = (
    "On Wed, Feb 4, 2026 at 8:59 PM Umpire <umpire@example.org> wrote:",
    "On Wed, Feb 4, 2026 at 8:59 PM The Umpire of All Our Matches <\numpire@example.org> wrote:",
    "Umpire <umpire@example.org> writes:",
    "Am 04.02.2026 um 20:59 schrieb Umpire:",
    "Am Mi., 4. Feb. 2026 um 20:59 Uhr schrieb der Schiedsrichter\n<umpire@example.org>:",
    "Am Mittwoch, 4. Februar 2026 um 20:59:02 MEZ hat Umpire <umpire@example.org> Folgendes geschrieben:",
    "Le mer. 4 févr. 2026 à 20:59, Umpire <umpire@example.org> a écrit :",
    "El mié, 4 feb 2026 a las 20:59, Umpire (<umpire@example.org>) escribió:",
    "Il giorno mer 4 feb 2026 alle ore 20:59 Umpire <umpire@example.org>\nha scritto:",
    "W dniu 4.02.2026 o 20:59, Umpire pisze:",
    "śr., 4 lut 2026 o 20:59 Umpire <umpire@example.org> napisał(a):",
    "04.02.2026 20:59, Umpire пишет:",
    "ср, 4 февр. 2026 г. в 20:59, Umpire <umpire@example.org>:",
)
HEADERS = (
    "From: Umpire <umpire@example.org>\nSent: Wednesday, February 4, 2026 8:59 PM\nTo: French\nSubject: turn",
    "Von: Umpire\nGesendet: Mittwoch, 4. Februar 2026 20:59\nAn: French\nBetreff: Zug",
    "Gesendet: Mittwoch, 4. Februar 2026 um 20:59 Uhr\nVon: Umpire\nAn: French\nBetreff: Zug",
    "De : Umpire\nEnvoyé : mercredi 4 février 2026 20:59\nÀ : French\nObjet : tour",
    "De: Umpire\nEnviado el: miércoles, 4 de febrero de 2026\nPara: French\nAsunto: turno",
    "Da: Umpire\nInviato: mercoledì 4 febbraio 2026 20:59\nA: French\nOggetto: turno",
    "Od: Umpire\nWysłano: środa, 4 lutego 2026 20:59\nDo: French\nTemat: tura",
    "От: Umpire\nОтправлено: среда, 4 февраля 2026 г. 20:59\nКому: French\nТема: ход",
    "-----Original Message-----\nFrom: Umpire\nSent: Wednesday\nTo: French\nSubject: turn",
    "---------- Forwarded message ---------\nFrom: Ally <ally@example.org>\nDate: Wed\nSubject: turn\nTo: French",
    "Begin forwarded message:",
)
GREETINGS = ("", "Hi,", "Dear umpire,", "Hallo zusammen,", "Bonjour,", "Cześć!", "Привет,")
CLOSINGS = ("", "Cheers,\nFrench", "Viele Grüße", "Sent from my iPhone", "-- \nFrench\nmove along, please", "Merci")

others = st.lists(st.sampled_from(OTHERS), min_size=1, max_size=3)


@dataclass(frozen=True)
class Worded:
    """A text, and the parameters of its content type."""

    text: str
    flowed: str = ""


def behind_marks(lines: list[str], mark: str = "> ") -> str:
    return "\n".join(mark + line for line in lines)


# --- wording ----------------------------------------------------------------------------------------------------------


@st.composite
def worded(draw: st.DrawFn, lines: list[str]) -> str:
    """Orders with an empty line between them, perhaps with marks of forums or letter writers around each or all."""
    way = draw(st.sampled_from(["bare", "code", "fence", "marks", "bold", "markdown", "bullets", "struck beside"]))
    body = "\n\n".join(lines)
    match way:
        case "code":
            return f"[code]\n{body}\n[/code]"
        case "fence":
            return f"```\n{body}\n```"
        case "marks":
            return f"BEGIN ORDERS\n{body}\nEND ORDERS"
        case "bold":
            return "\n\n".join(f"[b]{line}[/b]" for line in lines)
        case "markdown":
            mark = draw(st.sampled_from(["*", "**", "__", "`"]))
            return "\n\n".join(f"{mark}{line}{mark}" for line in lines)
        case "bullets":
            mark = draw(st.sampled_from(["- ", "* ", "• ", "•", "1. ", "2) ", "(3) ", "\uf0b7\t", "◦ "]))
            return "\n\n".join(f"{mark}{line}" for line in lines)
        case "struck beside":
            other = draw(st.sampled_from(OTHERS))
            return (
                f"{body}\n\n{draw(st.sampled_from([f'~~{other}~~', f'[s]{other}[/s]', f'[strike]{other}[/strike]']))}"
            )
    return body


@st.composite
def surrounded(draw: st.DrawFn, text: str) -> str:
    """A letter around orders: greeting, closing, and the words of others where mail programs put them."""
    said = draw(others)
    greeting, closing = draw(st.sampled_from(GREETINGS)), draw(st.sampled_from(CLOSINGS))
    attribution, header = draw(st.sampled_from(ATTRIBUTIONS)), draw(st.sampled_from(HEADERS))
    letter = "\n\n".join(part for part in (greeting, text) if part)
    match draw(st.sampled_from(["alone", "top", "bottom", "between", "block", "header", "nested"])):
        case "top":
            return f"{letter}\n\n{closing}\n\n{attribution}\n{behind_marks(said)}\n"
        case "bottom":
            return f"{attribution}\n\n{behind_marks(said)}\n\n{letter}\n\n{closing}\n"
        case "between":
            return f"{attribution}\n{behind_marks(said)}\n\n{letter}\n\n{behind_marks(said, '>> ')}\n\n{closing}\n"
        case "block":
            return f'[quote="Umpire"]\n{said[0]}\n[quote]{said[-1]}[/quote]\n[/quote]\n{letter}\n\n{closing}\n'
        case "header":
            return f"{letter}\n\n{closing}\n\n{header}\n\n" + "\n".join(said) + "\n"
        case "nested":
            return f"{attribution}\n> {said[0]}\n>\n>> {said[-1]}\n> >> {said[0]}\n\n{letter}\n\n{closing}\n"
    return f"{letter}\n\n{closing}\n"


@st.composite
def flowed(draw: st.DrawFn, text: str) -> Worded:
    """A text as it is, or broken for `format=flowed` at any width."""
    if not draw(st.booleans()):
        return Worded(text)
    delsp = draw(st.booleans())
    width = draw(st.integers(12, 78))
    lines: list[str] = []
    for line in text.split("\n"):
        quoted = line.startswith(">")
        lines += [line] if quoted or line == "-- " else _broken(line.rstrip(), width, delsp)
    return Worded("\n".join(lines), f"; format=flowed{'; delsp=yes' if delsp else ''}")


def _broken(line: str, width: int, delsp: bool) -> list[str]:
    """Lines that a reader of flowed text puts together again; what would mean something at the left is stuffed."""
    if delsp:
        pieces = [line[at : at + width] for at in range(0, len(line), width)] or [""]
        found = [f"{piece} " for piece in pieces[:-1]] + [pieces[-1]]
    else:
        found, words = [], line.split(" ")
        while words:
            count = max(1, next((n for n in range(len(words), 0, -1) if len(" ".join(words[:n])) <= width), 1))
            found.append(" ".join(words[:count]) + (" " if count < len(words) else ""))
            words = words[count:]
    return [f" {piece}" if piece[:1] in (" ", ">") or piece.startswith("From ") else piece for piece in found]


# --- pages ----------------------------------------------------------------------------------------------------------


@st.composite
def page(draw: st.DrawFn, lines: list[str]) -> str:
    """Orders as an HTML page, with others' orders quoted, struck out or hidden in it."""
    other = html.escape(draw(st.sampled_from(OTHERS)))
    tag = draw(st.sampled_from(["p", "div", "li", "pre", "br"]))
    words = [
        html.escape(line).replace(" ", draw(st.sampled_from([" ", "&nbsp;", "\n "])) if tag != "pre" else " ", 1)
        for line in lines
    ]
    body = "<br><br>".join(words) if tag == "br" else "<br>".join(f"<{tag}>{line}</{tag}>" for line in words)
    beside = draw(
        st.sampled_from(
            [
                "",
                f"<p><s>{other}</s></p>",
                f'<p><span style="text-decoration: line-through;">{other}</span></p>',
                f'<div style="display:none">{other}</div>',
                f"<blockquote type=cite><div>{other}</div><blockquote>{other}</blockquote></blockquote>",
                f'<div name="quote"><p>{other}</p></div>',
                f'<div class="yahoo_quoted"><div>{other}</div></div>',
                f'<aside class="quote"><blockquote>{other}</blockquote></aside>',
                f'<div class="gmail_attr">On 4 Feb 2026, Umpire wrote:</div><blockquote>{other}</blockquote>',
                f"<!-- {other} --><script>{other}</script><style>{other}</style>",
            ]
        )
    )
    first, second = draw(st.sampled_from([(beside, ""), ("", beside)]))
    return f"<html><head><title>{other}</title></head><body>{first}<div>{body}</div>{second}</body></html>"


# --- packing ----------------------------------------------------------------------------------------------------------

_WESTERN = ("windows-1252", "us-ascii", "iso-8859-1", "utf-8", "x-unknown", "")


@st.composite
def part(draw: st.DrawFn, text: str, kind: str, more: str = "", extra: str = "") -> bytes:
    """A part of a mail: encoded in any way, its charset declared rightly, wrongly or not at all."""
    try:
        windows = text.encode("cp1252") if draw(st.booleans()) else None
    except UnicodeEncodeError:
        windows = None
    data = windows if windows is not None else text.encode("utf-8")
    charset = draw(st.sampled_from(_WESTERN))
    if draw(st.booleans()):
        data = data.replace(b"\n", b"\r\n")
    encoding = draw(st.sampled_from(["8bit", "quoted-printable", "base64", ""]))
    if encoding == "base64":
        data = base64.encodebytes(data)
    elif encoding == "quoted-printable":
        data = quopri.encodestring(data)
    declared = f'; charset="{charset}"' if charset else ""
    head = f"Content-Type: {kind}{declared}{more}\n{extra}"
    head += f"Content-Transfer-Encoding: {encoding}\n" if encoding else ""
    return head.encode() + b"\n" + data


def packed(kind: str, *parts: bytes) -> bytes:
    """Parts within a part."""
    inner = b"".join(b"--=_b\n" + one + b"\n" for one in parts)
    return f'Content-Type: multipart/{kind}; boundary="=_b"\n\n'.encode() + inner + b"--=_b--\n"


HEAD = b"From: French <french@example.org>\nTo: umpire@example.org\nSubject: Re: small, turn 1\nMIME-Version: 1.0\n"


@st.composite
def mails(draw: st.DrawFn, lines: list[str]) -> bytes:
    """A mail that holds these lines as its sender's own."""
    way = draw(st.sampled_from(["text", "text", "page", "alternative", "empty plain", "vlog", "attached", "signed"]))
    text = draw(worded(lines))
    if way == "page":
        return HEAD + draw(part(draw(page(lines)), "text/html"))
    if way == "empty plain":
        return HEAD + packed("alternative", draw(part("\n", "text/plain")), draw(part(draw(page(lines)), "text/html")))
    if way == "attached":
        extra = 'Content-Disposition: attachment; filename="orders.txt"\n'
        chat = draw(part("My orders are in the file.\n", "text/plain"))
        return HEAD + packed("mixed", chat, draw(part(text, "text/plain", extra=extra)))
    whole = draw(flowed(draw(surrounded(text))))
    plain = draw(part(whole.text, "text/plain", whole.flowed))
    match way:
        case "alternative":
            same = "".join(f"<p>{html.escape(line)}</p>" for line in whole.text.split("\n"))
            return HEAD + packed("alternative", plain, draw(part(same, "text/html")))
        case "vlog":
            extra = 'Content-Disposition: attachment; filename="t.vlog"\n'
            return HEAD + packed("mixed", plain, draw(part("PK", "application/octet-stream", extra=extra)))
        case "signed":
            return HEAD + packed("signed", plain, draw(part("x", "application/pgp-signature")))
    return HEAD + plain


@st.composite
def others_mails(draw: st.DrawFn, lines: list[str]) -> bytes:
    """A mail in which these lines are quoted, forwarded or struck out, and nothing else could be an order."""
    attribution, header = draw(st.sampled_from(ATTRIBUTIONS)), draw(st.sampled_from(HEADERS))
    body = "\n".join(lines)
    escaped = "".join(f"<div>{html.escape(line)}</div>" for line in lines)
    texts = (
        f"As below.\n\n{attribution}\n{behind_marks(lines)}\n",
        f"{behind_marks(lines, '>')}\n",
        f"As below.\n\n{header}\n\n{body}\n",
        f"As below.\n\n{attribution}\n\n{body}\n",
        f"[quote=Ney]\n{body}\n[/quote]\nAs he says.\n",
        "\n".join(f"~~{line}~~" for line in lines),
        "\n".join(f"[s]{line}[/s]" for line in lines),
        f"See you on Sunday.\n-- \n{body}\n",
    )
    pages = (
        f"<blockquote>{escaped}</blockquote><p>As he says.</p>",
        f"<del>{escaped}</del>",
        f'<div style="text-decoration:line-through">{escaped}</div>',
        f'<p>So be it.</p><div name="quote">{escaped}</div>',
        f"<p>On 4 Feb 2026, Ney wrote:</p>{escaped}",
    )
    if draw(st.integers(0, 9)) == 0:
        inner = HEAD + draw(part(body, "text/plain"))
        forwarded = b"Content-Type: message/rfc822\n\n" + inner
        return HEAD + packed("mixed", draw(part("As he says.\n", "text/plain")), forwarded)
    if draw(st.booleans()):
        return HEAD + draw(part(draw(st.sampled_from(pages)), "text/html"))
    return HEAD + draw(part(draw(st.sampled_from(texts)), "text/plain"))
