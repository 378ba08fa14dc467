"""The log: canonical lines, a chain of hashes, writes that are whole or set aside."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from adjudicator.core.errors import AdjudicatorError, LogError
from adjudicator.record.log import LogFile, batch, check_chain, make_line, read_bytes

VEIL = bytes(range(32))


@pytest.fixture(autouse=True)
def fixed_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1368000000")


def some_lines() -> list[bytes]:
    first = batch(None, [("match", {"name": "Lützen"})], VEIL)
    second = batch(first[-1], [("orders", {"side": "French", "text": "pass"})], VEIL)
    third = batch(second[-1], [("turn", {"step": 1}), ("decision", {"number": 1}), ("decision", {"number": 2})], VEIL)
    return [line.written().encode() + b"\n" for line in (*first, *second, *third)]


def test_a_line_is_canonical_and_its_hash_covers_all_but_itself() -> None:
    text = some_lines()[0].decode().rstrip("\n")
    assert text.startswith('{"at":"2013-05-08T08:00:00Z","body":{"name":"Lützen"},"hash":"')
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
        batch(None, [("match", {})], VEIL)


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
    assert not reading.in_the_middle


def test_a_batch_of_which_whole_lines_are_missing_is_torn_too() -> None:
    reading = read_bytes(b"".join(some_lines()[:4]))
    assert len(reading.lines) == 2
    assert reading.tail is not None
    assert "not all there" in reading.tail.why


def test_a_bad_line_in_the_middle_is_no_torn_end() -> None:
    lines = some_lines()
    lines[1] = b"{garbled\n"
    reading = read_bytes(b"".join(lines))
    assert reading.in_the_middle
    assert reading.bad_line == 2


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"[1]\n", "not a JSON object"),
        (b"\xff\xfe\n", "not UTF-8"),
        (b"{}\n", "missing or of the wrong sort"),
        (b'{"at":1}\n', "missing or of the wrong sort"),
        (b'{"at":"","body":{"x":1.5},"hash":"","kind":"note","prev":"","seq":1}\n', "not a whole number"),
        (b'{"at":"","body":{},"hash":"","kind":"poem","prev":"","seq":1}\n', "not one of ours"),
        (b'{"at":"","body":{},"hash":"","kind":"note","more":1,"prev":"","seq":1}\n', "no line has"),
        (b"[" * 100000 + b"\n", "nested too deeply|not JSON"),
    ],
)
def test_each_sort_of_bad_line_has_its_sentence(line: bytes, why: str) -> None:
    import re

    reading = read_bytes(line)
    assert reading.tail is not None
    assert re.search(why, reading.tail.why)


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
