"""The log: canonical lines, a chain of hashes, writes that are whole or set aside."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from adjudicator.core.canon import canonical
from adjudicator.core.errors import AdjudicatorError, LogError
from adjudicator.record.log import Line, LogFile, batch, check_chain, make_line, parse_line, read_bytes
from adjudicator.record.schema import BODIES
from tests.support.bodies import OTHERS, VEIL, decision, match, turn


@pytest.fixture(autouse=True)
def fixed_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1368000000")


def some_lines() -> list[bytes]:
    first = batch(None, [("match", match())], VEIL)
    second = batch(first[-1], [("orders", {"side": "French", "text": "pass"})], VEIL)
    told = [("turn", turn(asked=[1, 2])), ("decision", decision(1)), ("decision", decision(2))]
    third = batch(second[-1], told, VEIL)
    return [line.written().encode() + b"\n" for line in (*first, *second, *third)]


def test_a_line_is_canonical_and_its_hash_covers_all_but_itself() -> None:
    text = some_lines()[0].decode().rstrip("\n")
    assert text.startswith('{"at":"2013-05-08T08:00:00Z","body":{"data":"')
    assert '"name":"Lützen"' in text
    plain = json.loads(text)
    found = plain.pop("hash")
    rest = json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(rest.encode()).hexdigest() == found
    assert plain["prev"] == "0" * 64
    assert json.loads(some_lines()[1])["prev"] == found


def test_every_line_but_the_first_is_salted_and_texts_have_a_digest() -> None:
    match, orders, *_ = (json.loads(line)["body"] for line in some_lines())
    assert "salt" not in match
    assert len(orders["salt"]) == 32
    assert orders["sha256"] == hashlib.sha256(f"{orders['salt']}\npass".encode()).hexdigest()


def test_lines_written_together_say_how_many_follow() -> None:
    bodies = [json.loads(line)["body"] for line in some_lines()]
    assert [body.get("follows") for body in bodies] == [None, None, 2, None, None]


def test_no_float_enters_the_log() -> None:
    with pytest.raises(AdjudicatorError, match="decimal point"):
        make_line(1, "2013-05-08T08:00:00Z", "note", {"odds": 1.5}, "0" * 64)


def test_a_wrong_clock_setting_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    with pytest.raises(AdjudicatorError, match="SOURCE_DATE_EPOCH"):
        batch(None, [("match", match())], VEIL)


def test_a_whole_log_is_read_and_its_chain_holds() -> None:
    reading = read_bytes(b"".join(some_lines()))
    assert [line.kind for line in reading.lines] == ["match", "orders", "turn", "decision", "decision"]
    assert reading.tail is None
    assert check_chain(reading.lines) is None


@pytest.mark.parametrize("cut", [1, 20, 200])
def test_a_torn_last_line_belongs_to_the_tail_with_its_whole_batch(cut: int) -> None:
    lines = some_lines()
    data = b"".join(lines)[:-cut]
    reading = read_bytes(data)
    assert len(reading.lines) == 2
    assert reading.tail is not None
    assert data[reading.tail.start :] == reading.tail.data
    assert reading.bad_line == 3
    assert not reading.damaged


def test_a_batch_of_which_whole_lines_are_missing_is_torn_too() -> None:
    reading = read_bytes(b"".join(some_lines()[:4]))
    assert len(reading.lines) == 2
    assert reading.tail is not None
    assert "not all there" in reading.why


@pytest.mark.parametrize("place", range(5))
def test_a_line_that_was_written_whole_is_never_torn(place: int) -> None:
    """In the middle or at the end: a line that ends in a newline and does not fit is damaged."""
    lines = some_lines()
    lines[place] = b"{garbled\n"
    reading = read_bytes(b"".join(lines))
    assert reading.damaged
    assert reading.tail is None
    assert reading.bad_line == place + 1


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"[1]\n", "not a JSON object"),
        (b"\xff\xfe\n", "not UTF-8"),
        (b"{}\n", "'at' is missing"),
        (b'{"at":1}\n', "is missing"),
        (b'{"at":"","body":{"x":1.5},"hash":"","kind":"note","prev":"","seq":1}\n', "not a whole number"),
        (b'{"at":"","body":{},"hash":"","kind":"poem","prev":"","seq":1}\n', "'at' is not what it should be"),
        (b'{"at":"","body":{},"hash":"","kind":"note","more":1,"prev":"","seq":1}\n', "no line has: 'more'"),
        (b"[" * 100000 + b"\n", "nested too deeply|not JSON"),
    ],
)
def test_each_sort_of_bad_line_has_its_sentence(line: bytes, why: str) -> None:
    import re

    reading = read_bytes(line)
    assert reading.damaged
    assert re.search(why, reading.why)


def test_a_changed_line_a_missing_line_and_a_moved_line_are_told_apart() -> None:
    lines = list(read_bytes(b"".join(some_lines())).lines)
    assert check_chain(lines[:1] + lines[2:]) is not None
    broken = check_chain(lines[:1] + lines[2:])
    assert broken is not None
    assert "taken out" in broken[1]
    data = b"".join(some_lines()).replace(b'"text":"pass"', b'"text":"moan"')
    changed = check_chain(read_bytes(data).lines)
    assert changed is not None
    assert changed[0].seq == 2
    assert "changed after it was written" in changed[1]


def test_an_edited_count_of_lines_that_follow_is_a_changed_line_not_a_torn_one() -> None:
    data = b"".join(some_lines()).replace(b'"follows":2', b'"follows":9')
    reading = read_bytes(data)
    assert len(reading.lines) == 5
    broken = check_chain(reading.lines)
    assert broken is not None
    assert broken[0].seq == 3


def test_a_torn_tail_is_set_aside_whole(tmp_path: Path) -> None:
    log = LogFile(tmp_path / "log.jsonl")
    data = b"".join(some_lines())[:-5]
    log.path.write_bytes(data)
    reading = log.read()
    assert reading.tail is not None
    kept = log.set_aside(reading.tail)
    assert kept.name == "log.jsonl.torn-1"
    assert log.path.read_bytes() + kept.read_bytes() == data
    assert log.read().tail is None


def test_a_log_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="There is no log"):
        LogFile(tmp_path / "log.jsonl").read()
    with pytest.raises(LogError, match="cannot be read"):
        LogFile(tmp_path).read()


# --- canonical lines -------------------------------------------------------------------------------------------


def note() -> Line:
    return batch(None, [("note", {"text": "Lützen\t1"})], VEIL)[0]


def test_a_line_is_what_its_parse_prints() -> None:
    line = note()
    assert parse_line(line.written()) == line
    assert canonical(line.plain()) == line.written()


@pytest.mark.parametrize(
    ("right", "wrong", "says"),
    [
        (b"}\n", b"}\r\n", "ends in CR LF"),
        (b'"seq":1', b'"seq": 1', "canonical"),
        (b"{", b" {", "canonical"),
        (b'"seq":1', b'"seq":1,"seq":1', "canonical"),
        (b'"kind":"note","prev":"', b'"prev":"","kind":"note","prev":"', "canonical"),
        ("Lützen".encode(), b"L\\u00fctzen", "canonical"),
        (b"\\t", b"\\u0009", "canonical"),
        (b'"seq":1', b'"seq":1e0', "not a whole number"),
        (b'"seq":1', b'"seq":1.0', "not a whole number"),
        (b'"seq":1', b'"seq":-0', "not what it should be"),
        (b'"hash"', b'"cut":false,"hash"', "'cut' is not what it should be"),
        (b'"salt"', b'"more":1,"salt"', "no note line has: 'more'"),
        ("Lützen".encode(), b"L\xfctzen", "not UTF-8"),
        (b"L", b"\\ud800L", "canonical"),
    ],
)
def test_a_line_in_another_spelling_is_damaged(right: bytes, wrong: bytes, says: str) -> None:
    data = note().written().encode() + b"\n"
    assert right in data
    reading = read_bytes(data.replace(right, wrong, 1))
    assert reading.damaged
    assert says in reading.why


# --- kinds and members -----------------------------------------------------------------------------------------


def test_every_kind_of_line_can_be_written_and_read() -> None:
    entries = {"match": match(), "turn": turn(), "decision": decision(1), **OTHERS}
    assert entries.keys() == BODIES.keys()
    for kind, body in entries.items():
        line = batch(None, [(kind, body)], VEIL)[0]
        assert parse_line(line.written()).fault == ""


@pytest.mark.parametrize("kind", BODIES)
def test_a_member_too_many_is_damage_and_one_too_few_does_not_fit(kind: str) -> None:
    body = {"match": match(), "turn": turn(), "decision": decision(1), **OTHERS}[kind]
    plain = batch(None, [(kind, body)], VEIL)[0].plain()
    plain["body"] = {**plain["body"], "more": 1}
    assert f"no {kind} line has: 'more'" in read_bytes(canonical(plain).encode() + b"\n").why
    del plain["body"]["more"]
    for name in BODIES[kind].must:
        fewer = {**plain, "body": {n: v for n, v in plain["body"].items() if n != name}}
        assert parse_line(canonical(fewer)).fault == f"its member {name!r} is missing"


def test_nothing_is_written_that_its_kind_does_not_have() -> None:
    with pytest.raises(AdjudicatorError, match="no note line has: 'odds'"):
        batch(None, [("note", {"text": "", "odds": 2})], VEIL)
