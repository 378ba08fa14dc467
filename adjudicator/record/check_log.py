#!/usr/bin/env python3
"""Check a match log or a side's export without the adjudicator: form, hash chain, texts, links, seeds and every die.

    python3 check_log.py log.jsonl
    python3 -m adjudicator.record.check_log log.jsonl

This one file can be copied and run alone. It needs nothing but Python's standard library and knows no rule of any game.
It is meant to be read by somebody who does not trust the program: it all follows from a little SHA-256 and HMAC.

    line    one JSON object, keys in order, no blanks; hash = SHA-256 of the line without "hash" (and without the marks
            "cut" and "export" of an export); prev = the hash of the line before
    text    sha256 = SHA-256(salt, newline, text);  salt = HMAC(veil, "salt/" + seq), first 32 digits
    link    SHA-256(link of step k) = link of step k-1; those of step 0 are the anchors in the first line
    seed    HMAC(links, "adjudicator-seed-1" and "/" + digest for each text of the step)
    die     bytes of HMAC(seed, label + "#" + k), k = 0, 1, ...; a byte b gives b % sides + 1, if b < 256 - 256 % sides
    veiled  the same with HMAC(veil, seed) in the place of the seed
    seal    commitment = SHA-256(nonce, newline, text)
    mutual  links are shown after a line "fixed"; without an umpire the veil is SHA-256(anchors, joined by "/")
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

H = "[0-9a-f]{64}"
WORDS = {
    "hash": H, "salt": "[0-9a-f]{32}", "words": r"(?s:.*)", "name": r"[^\x00-\x1f]+", "label": '[ -"$-~]+',
    "version": r"\S+ \S+", "code": rf"\S+ \S+ {H}", "time": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ",
    "mode": "open|umpire|mutual", "sort": "correct|replay", "source": "answer|standing|default", "alone": "standing",
}  # fmt: skip
NUMBERS = {"whole": (0, None), "count": (1, None), "sides": (1, 256), "length": (1, 1_000_000)}
TEXT = "side:name text:words salt:salt sha256:hash seat?:name turn?:whole phase?:words late?:true standing?:whole "
TEXT += "only?:alone received?:hash"
MATCH = "name:name mode:mode parties:[party] veil:hash engine:version ruleset:version scenario:name options:{words} "
MATCH += "data:hash start:hash seats?:{[name]}"
STEP = "step:count links:[hash] orders:[hash] seed:hash events:[event] refused:[refused] answers:[settled] "
STEP += "without:[name] by:by follows?:count"
RULED = "step:count sort:sort reason:words orders?:[read] allow?:[line] refuse?:[line] answers?:[answered] "
RULED += "options?:{words}"
ASKED = "number:count step:count key:words kind:name side:name rule:name question:words default:any words:[words] "
ASKED += "place?:words units?:[words] facts?:[any] examples?:[any]"
OTHERS_TEXT = "side:name sha256:hash"
WHOLE = {
    "match": f"{MATCH} secret?:hash",
    "orders": TEXT,
    "answer": TEXT,
    "sealed": "side:name seat?:name turn:whole commitment:hash salt:salt",
    "opened": f"of:count nonce:hash {TEXT}",
    "fixed": "step:count orders:[hash] salt:salt",
    "link": "party:name step:count link:hash salt:salt",
    "turn": f"{STEP} state:hash asked:[count] salt:salt",
    "decision": f"{ASKED} salt:salt",
    "ruling": f"{RULED} events?:[event] salt:salt",
    "reveal": "veil:hash salt:salt",
    "press": "side:name to:name text:words salt:salt",
    "note": "text:words salt:salt",
}  # every kind of line and every member of its body (? may be absent); the same table as in the program
PARTS = {
    "match": MATCH,
    "orders": OTHERS_TEXT,
    "answer": OTHERS_TEXT,
    "opened": OTHERS_TEXT,
    "press": "side:name",
    "decision": "side:name",
    "turn": f"{STEP} view:any",
    "ruling": f"{RULED} events:[event] view:any",
}  # what an export leaves of a body in a line that it has cut
INSIDE = {
    "line of the log": "at:time body:any hash:hash kind:name prev:hash seq:count cut?:true export?:name",
    "party": "anchor:hash length:length name:name escrow?:true",
    "by": "engine:code ruleset:code data:hash",
    "line": "side:name seat:words line:count",
    "read": "side:name seat:words line:count text:words",
    "answered": "side:name key:words choice:any words:words",
    "settled": "key:words kind:name side:name rule:name choice:any source:source",
    "refused": "side:name seat:words line:whole text:words rule:name reason:words",
    "roll": "faces:[count] label:label sides:dice veiled?:true",
    "event": "kind:name rule:name rolls?:[roll] *",
}  # objects inside; * where a rule system adds members of its own


class WrongError(Exception):
    """Something does not fit."""


def check(holds: bool, what: str) -> None:
    """Stop at the first thing that does not fit."""
    if not holds:
        raise WrongError(what)


def sha256(data: bytes) -> str:
    """SHA-256 in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def mac(key: bytes, message: str | bytes) -> bytes:
    """HMAC-SHA256."""
    return hmac.digest(key, message if isinstance(message, bytes) else message.encode(), "sha256")


def canonical(value: Any) -> str:
    """The one JSON text of a value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def refuse(text: str) -> Any:
    """Numbers in a log are whole."""
    raise WrongError(f"{text} is not a whole number")


def members(value: Any, table: str, where: str) -> None:
    """An object has the members that a table names and no others, each of its sort."""
    check(isinstance(value, dict), f"{where} is no object")
    names: dict[str, str] = {}
    for entry in table.split():
        name, _, sort = entry.partition(":")
        names[name.rstrip("?")] = sort
        check(name.endswith(("?", "*")) or name in value, f"{where} lacks {name}")
    for name, part in value.items():
        check(name in names or "*" in names, f"{where} has a member that it may not have: {name}")
        if name in names:
            is_a(part, names[name], f"{where}, {name}")


def is_a(value: Any, sort: str, where: str) -> None:
    """A value is of a sort of the tables above."""
    if sort[0] == "[":
        check(isinstance(value, list), f"{where} is no list")
        for item in value:
            is_a(item, sort[1:-1], where)
    elif sort[0] == "{":
        check(isinstance(value, dict), f"{where} is no object")
        for item in value.values():
            is_a(item, sort[1:-1], where)
    elif sort in INSIDE:
        members(value, INSIDE[sort], where)
    elif sort == "dice":
        is_a(value, "[sides]" if isinstance(value, list) else "sides", where)
    elif sort in NUMBERS:
        least, most = NUMBERS[sort]
        check(type(value) is int and value >= least and (most is None or value <= most), f"{where} is not {sort}")
    elif sort in WORDS:
        check(isinstance(value, str) and re.fullmatch(WORDS[sort], value) is not None, f"{where} is no {sort}")
    else:
        check(value is True if sort == "true" else isinstance(value, dict), f"{where} is not {sort}")


def faces(key: bytes, label: str, sides: list[int]) -> list[int]:
    """The dice of a label, one for each number of sides."""
    check(all(1 <= side <= 256 for side in sides), f"the dice {label} have impossible sides")
    shown: list[int] = []
    k = 0
    while len(shown) < len(sides):
        for byte in mac(key, f"{label}#{k}"):
            if len(shown) < len(sides) and byte < 256 - 256 % sides[len(shown)]:
                shown.append(byte % sides[len(shown)] + 1)
        k += 1
    return shown


def rolls(value: Any) -> Iterator[dict[str, Any]]:
    """Every roll inside a value, however deep."""
    if isinstance(value, dict) and {"faces", "label", "sides"} <= value.keys():
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from rolls(item)


def is_cut(kind: str, body: dict[str, Any], side: str) -> bool:
    """Whether an export for a side shows only a part of a line."""
    if kind == "press":
        return side not in (body["side"], body.get("to", "").split("/")[0]) and body.get("to") != "All"
    if kind in ("orders", "answer", "opened", "decision"):
        return bool(body["side"] != side)
    return kind in ("turn", "ruling") or (kind == "match" and body["mode"] == "open")


class Checker:
    """Goes through a log line by line and raises WrongError at the first thing that does not fit."""

    def __init__(self, texts: list[str]) -> None:
        self.lines: list[dict[str, Any]] = []
        self.veil: bytes | None = None
        self.export = ""  # the side that an export is for
        self.links: dict[int, list[str]] = {}
        self.fixed: dict[int, list[str]] = {}
        self.shown: dict[tuple[int, str], str] = {}
        self.texts: set[str] = set()
        self.seed = b""
        self.batch = (0, 0)  # the last line of the last step's batch, and the step
        self.paused: list[bytes] = []  # seeds of steps that ended in a question
        self.labels: dict[str, int] = {}  # label to step, in the history that stands
        self.steps = self.dice = self.veiled = self.cut = 0
        for say in (lambda number, text: self.form(number, text), lambda number, text: self.chain(number)):
            for number, text in enumerate(texts, start=1):
                self.at(number, say, text)
        self.open_veil()
        for number, text in enumerate(texts, start=1):
            self.at(number, lambda number, text: self.line(self.lines[number - 1]), text)

    def at(self, number: int, look: Any, text: str) -> None:
        """Look at a line; what is wrong is said with its number."""
        try:
            look(number, text)
        except (WrongError, KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError) as trouble:
            what = trouble if isinstance(trouble, WrongError) else f"it cannot be read ({type(trouble).__name__})"
            raise WrongError(f"line {number}: {what}") from None

    # --- form and chain ------------------------------------------------------------------------------------

    def form(self, number: int, text: str) -> None:
        """A line is what its parse prints, and has the members of its kind."""
        line = json.loads(text, parse_float=refuse, parse_constant=refuse)
        is_a(line, "line of the log", "the line")
        check(canonical(line) == text, "it is not written in the one canonical way")
        table = PARTS.get(line["kind"], WHOLE.get(line["kind"])) if "cut" in line else WHOLE.get(line["kind"])
        check(table is not None, f"there is no kind of line called {line['kind']}")
        members(line["body"], table or "", "its body")
        self.lines.append(line)

    def chain(self, number: int) -> None:
        """Its number, the line before it, its hash, and whether it is cut where it should be."""
        line = self.lines[number - 1]
        check((line["kind"] == "match") == (number == 1), "a log begins with its match line and has no other")
        self.export = line.get("export", "") if number == 1 else self.export
        check(number == 1 or "export" not in line, "only the first line says that a file is an export")
        before = self.lines[number - 2]["hash"] if number > 1 else "0" * 64
        check(line["seq"] == number and line["prev"] == before, "it does not follow on the line before")
        bare = {name: part for name, part in line.items() if name not in ("hash", "cut", "export")}
        cut = bool(self.export) and is_cut(line["kind"], line["body"], self.export)
        check(("cut" in line) == cut, "it is cut where it should be whole, or whole where it should be cut")
        check(cut or sha256(canonical(bare).encode()) == line["hash"], "its hash does not fit")
        self.cut += cut

    def open_veil(self) -> None:
        """The veil is known in mode open, and when a `reveal` line has opened it."""
        first = self.lines[0]["body"]
        told = [mac(bytes.fromhex(first["secret"]), "veil")] if "secret" in first else []
        told += [bytes.fromhex(line["body"]["veil"]) for line in self.lines if line["kind"] == "reveal"]
        shared = hashlib.sha256("/".join(party["anchor"] for party in first["parties"]).encode()).digest()
        if first["mode"] == "mutual" and sha256(shared) == first["veil"]:
            self.veil = shared  # no umpire: everybody knows it
        for veil in told:
            check(sha256(veil) == first["veil"], "the veil is not the one that was promised")
            self.veil = veil

    # --- what a line says of itself ------------------------------------------------------------------------

    def line(self, line: dict[str, Any]) -> None:
        """One line: its salt, then what belongs to its kind."""
        kind, body, cut = line["kind"], line["body"], "cut" in line
        if kind != "match" and self.veil is not None and not cut:
            right = mac(self.veil, f"salt/{line['seq']}").hex()[:32]
            check(body["salt"] == right, "its salt is not what the veil gives")
        if kind == "match":
            self.match(body, cut)
        elif kind in ("orders", "answer", "opened"):
            self.text(line, cut)
        elif kind == "fixed":
            check(self.mode == "mutual" and self.texts.issuperset(body["orders"]), "it fixes what is not on record")
            check(body["step"] not in self.fixed and body["step"] - 1 in self.links, "it fixes no step that is due")
            self.fixed[body["step"]] = body["orders"]
        elif kind == "link":
            self.link(body["step"], body["party"], body["link"])
        elif kind == "decision":
            check(line["seq"] <= self.batch[0], "a decision stands apart from the step that asked it")
            check(cut or body["step"] == self.batch[1], "it belongs to another step than the line before")
            self.paused.append(self.seed)
        elif kind == "ruling":  # what it puts back may be rolled again
            self.labels = {label: step for label, step in self.labels.items() if step < body["step"]}
            parts = [part for part in body.values() if isinstance(part, list)]
            check(all(part.count(item) == 1 for part in parts for item in part), "it rules the same thing twice")
            check(self.mode != "mutual" or body["sort"] == "replay" or self.agreed(line, cut), "it was not agreed to")
        elif kind == "turn":
            self.turn(line, cut)

    def match(self, body: dict[str, Any], cut: bool) -> None:
        """The parties and their anchors; in mode open the secret leads to the anchor."""
        self.mode, self.data = body["mode"], body["data"]
        self.parties = [party["name"] for party in body["parties"]]
        self.links[0] = [party["anchor"] for party in body["parties"]]
        self.length = min([party["length"] for party in body["parties"]], default=0)
        alone = {"open": ["Open"], "umpire": ["Umpire"]}.get(self.mode, self.parties)
        check(self.parties == alone and 1 <= len(self.parties) == len(set(self.parties)), "its parties are not right")
        check(len(set(self.links[0])) == len(self.parties), "two parties have the same anchor")
        check(all(len(set(seats)) == len(seats) > 0 for seats in body.get("seats", {}).values()), "a seat stands twice")
        check(("secret" in body) == (self.mode == "open" and not cut), "the secret stands there in mode open alone")
        if "secret" in body:
            link = bytes.fromhex(body["secret"])
            for _ in range(self.length):
                link = hashlib.sha256(link).digest()
            check(link.hex() == self.links[0][0], "the secret does not lead to the anchor")

    def text(self, line: dict[str, Any], cut: bool) -> None:
        """A text has the digest beside it; one that was sealed is what was sealed."""
        body = line["body"]
        if line["kind"] == "opened" and not cut:
            seal = self.lines[body["of"] - 1] if body["of"] < line["seq"] else line
            check(seal["kind"] == "sealed", "it opens a seal that is not there")
            about = [(one["side"], one.get("seat"), one.get("turn")) for one in (seal["body"], body)]
            sealed = sha256(f"{body['nonce']}\n{body['text']}".encode())
            check(about[0] == about[1] and seal["body"]["commitment"] == sealed, "it is not what was sealed")
        digest = body["sha256"] if cut else sha256(f"{body['salt']}\n{body['text']}".encode())
        check(digest == body["sha256"], "the text is not the one whose digest stands beside it")
        self.texts.add(digest)

    def link(self, step: int, party: str, link: str) -> None:
        """Mode mutual: a link is shown after the texts of its step are fixed."""
        check(self.mode == "mutual" and party in self.parties and step in self.fixed, "nobody asked for this link")
        check((step, party) not in self.shown, "the party has shown its link of this step before")
        before = self.links[step - 1][self.parties.index(party)]
        check(sha256(bytes.fromhex(link)) == before, f"its link does not hash to that of step {step - 1}")
        self.shown[step, party] = link

    def agreed(self, line: dict[str, Any], cut: bool) -> bool:
        """Mode mutual: a correction was proposed in a note, and each party has agreed to it after that."""
        body, said = line["body"], self.lines[: line["seq"] - 1]
        since = max(one["seq"] for one in said if one["kind"] in ("turn", "ruling"))  # an older proposal is stale
        ruling = canonical({name: part for name, part in body.items() if name != "salt"})
        for note in said[since:]:
            found = re.match(rf"proposed ruling ({H}) on step (\d+): ", note["body"].get("text", ""))
            if note["kind"] != "note" or found is None or int(found[2]) != body["step"]:
                continue
            right = mac(self.veil or b"", f"ruling/{note['seq']}/{ruling}").hex()
            if self.veil is not None and not cut and right != found[1]:
                continue
            words = {"to": "All", "text": f"agree ruling {note['seq']}"}
            after = [press["body"] for press in said[note["seq"] :] if press["kind"] == "press"]
            if {body["side"] for body in after if words.items() <= body.items()} >= set(self.parties):
                return True
        return False

    def turn(self, line: dict[str, Any], cut: bool) -> None:
        """A step: its links, its texts, its seed, its dice, and the questions written with it."""
        body = line["body"]
        step, links, texts = body["step"], body["links"], body["orders"]
        check(len(links) == len(self.parties) and step <= self.length, "it has not one link for each party")
        if step in self.links:  # adjudicated again after a ruling
            check(links == self.links[step], f"step {step} shows another link than before")
        else:
            hashed = [sha256(bytes.fromhex(link)) for link in links]
            check(hashed == self.links.get(step - 1), f"its link does not hash to that of step {step - 1}")
            agreed = [self.shown.get((step, party)) for party in self.parties]
            check(self.mode != "mutual" or (agreed == links and self.fixed.get(step) == texts), "it was not agreed on")
            self.links[step] = links
        check(self.texts.issuperset(texts), "it adjudicates a text that is not on record before it")
        check(body["by"]["data"] == self.data, "it was adjudicated with other data than the first line names")
        self.seed = mac(b"".join(bytes.fromhex(link) for link in links), "/".join(["adjudicator-seed-1", *texts]))
        check(self.seed.hex() == body["seed"], "its seed is not the one that links and texts give")
        asked = []
        for later in self.lines[line["seq"] :]:
            if later["kind"] != "decision":
                break
            asked.append(later["body"].get("number"))
        check(body.get("follows", 0) == len(asked), "other lines follow it than were written with it")
        check(cut or body["asked"] == asked, "the decisions after it are not those that it asked")
        self.batch = line["seq"] + len(asked), step
        self.steps += 1
        for roll in rolls(body["events"]):
            self.roll(roll, step)

    def roll(self, roll: dict[str, Any], step: int) -> None:
        """Dice: from the step's seed, or from one that paused if they are told only now."""
        label, shown, sides = roll["label"], roll["faces"], roll["sides"]
        check(label not in self.labels, f"the dice {label} are rolled twice")
        self.labels[label] = step
        seeds = [self.seed, *self.paused]
        if roll.get("veiled"):
            if self.veil is None:
                self.veiled += 1
                return
            seeds = [mac(self.veil, seed) for seed in seeds]
        each = sides if isinstance(sides, list) else [sides] * len(shown)
        check(any(faces(key, label, each) == shown for key in seeds), f"the dice {label} are not what the seed gives")
        self.dice += 1


def main(arguments: list[str]) -> int:
    """Check the log that is named; 0 if all fits, 1 if not."""
    if len(arguments) != 1 or arguments[0] in ("-h", "--help"):
        sys.stderr.write(__doc__ or "")
        return 2
    try:
        with open(arguments[0], encoding="utf-8", newline="\n") as file:
            text = file.read()
        check(text != "", "the file is empty")
        check(text.endswith("\n"), "the last line has no end")
        lines = text[:-1].split("\n")
        done = Checker(lines)
    except (OSError, WrongError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as wrong:
        sys.stdout.write(f"WRONG: {wrong}\n")
        return 1
    sys.stdout.write(f"{len(lines)} lines, {done.steps} steps and {done.dice} rolls fit.\n")
    if done.veiled:
        sys.stdout.write(f"{done.veiled} veiled rolls can be checked when the veil is opened.\n")
    if done.export:
        sys.stdout.write(f"It is an export for {done.export}: {done.cut} lines are a part only and taken on trust.\n")
    sys.stdout.write(
        "Not checked, because that needs the rules: that texts are recorded as what they are, that steps were given\n"
        "the right texts, and that events, answers, refusals, decisions and positions are what the rules give. Nor\n"
        "that the log is the one the players were told of: compare the hashes that their reports end with.\n"
    )
    return 0


if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read this has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)
