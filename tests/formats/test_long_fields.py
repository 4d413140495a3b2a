"""Quoted fields of tables: up to 16 MB are read, and what is longer or never closed costs its record only."""

import csv
import io
import itertools
import tracemalloc
from typing import Any

import pytest

from sudocube.formats import table_fields, table_reader
from sudocube.formats.bulk_reader import read_in_batches
from sudocube.formats.table_fields import LONGEST_FIELD, RecordScanner
from sudocube.puzzle import Puzzle
from tests.formats.loosely_typed import read

FOUR = "1.....2..3.....4"
OTHER = "4.....3..2.....1"
BOUND = 50_000
"""For tests in which 16 MB would take their time."""


@pytest.fixture
def small_bound(monkeypatch):
    monkeypatch.setattr(table_fields, "LONGEST_FIELD", BOUND)
    monkeypatch.setattr(table_reader, "LONGEST_FIELD", BOUND)


def vars_of(entry: Any) -> Any:
    return entry.source, entry.puzzle, str(entry.error)


def entries(text: Any) -> Any:
    data = text.encode() if isinstance(text, str) else text
    got = list(read(io.BytesIO(data), "t"))
    in_batches, items = read_in_batches(io.BytesIO(data), "t")
    assert not in_batches
    assert list(map(vars_of, items)) == list(map(vars_of, got))
    return got


def told(entry: Any) -> Any:
    error = entry.error
    return entry.source, error.line, error.column, error.found, error.expected


def sources(got: Any) -> Any:
    return [(entry.source, str(entry.puzzle)) for entry in got]


LONG = {
    "one line": "x" * 140_000,
    "lines": "a line that is not very long\n" * 10_000,
    "empty lines": "\n" * 200_000,
    "long lines": ("y" * 70_000 + "\n") * 3,
    "two bytes": "é" * 140_000,
    "delimiters": ",;\t" * 50_000,
    "quotes": '""' * 100_000,
    "puzzles": f"{FOUR},{FOUR}\n" * 5_000,
    "comments": '# so ""it"" is\n' * 10_000,
    "rows": "1234\n" * 40_000,
}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("form", LONG)
def test_a_field_longer_than_csv_takes_is_read_and_lines_are_counted_on(form, end):
    field = LONG[form]
    assert len(field) > csv.field_size_limit()
    text = f'puzzle,note\n{FOUR},a\n{FOUR},"{field}"\n"{field}",b\n{OTHER},c\n'
    last = text.count("\n")
    first, long, bad, good = entries(text.replace("\n", end))
    assert sources([first, long, good]) == [("t:2", FOUR), ("t:3", FOUR), (f"t:{last}", OTHER)]
    assert bad.source == f"t:{4 + field.count(chr(10))}"


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("form", ["one line", "long lines", "delimiters", "quotes", "two bytes"])
def test_the_header_may_have_a_long_field(form, delimiter):
    """Wherever it stands, and whatever stands before the header."""
    field = LONG[form]
    for names, row in (
        (["puzzle", f'"{field}"'], [FOUR, "a"]),
        ([f'"{field}"', "puzzle"], ["a", FOUR]),
        (['"note"', f' "{field}"', '"Puzzle"'], ["a", "b", FOUR]),
    ):
        head = f"# a comment\n\n#{'x' * 70_000}\n{delimiter.join(names)}\n"
        last = head.count("\n") + 1
        got = entries(f"{head}{delimiter.join(row)}\n# more\n\n{delimiter.join(row)}\n")
        assert sources(got) == [(f"t:{last}", FOUR), (f"t:{last + 3}", FOUR)]


def test_a_header_with_a_quote_that_is_not_closed_costs_itself_only():
    bad, good = entries(f'note,puzzle,"{"x" * 70_000}\na,{FOUR}\n')
    assert told(bad) == ("t:1", 1, 13, "a quote that is not closed", "a closing quote")
    assert sources([good]) == [("t:2", FOUR)]


@pytest.mark.usefixtures("small_bound")
def test_a_header_with_a_field_that_is_too_long_is_told_of_and_names_its_columns():
    bad, good = entries(f'"{"x" * 70_000}",puzzle\na,{FOUR}\n')
    assert told(bad)[:4] == ("t:1", 1, 1, f"a field of more than {BOUND:,} bytes")
    assert sources([good]) == [("t:2", FOUR)]


@pytest.mark.parametrize("first", ["{}", '"{}"', '"{}', "{},1"])
def test_a_long_line_that_is_no_header_costs_itself_only(first):
    bad, good = entries(f"{first.format('x' * 70_000)}\n{FOUR}\n")
    assert told(bad)[3] == "a line of more than 65,536 characters"
    assert sources([good]) == [("t:2", FOUR)]


def test_a_puzzle_stands_after_a_long_field_of_its_record():
    [entry] = entries(f'note,puzzle\n"{LONG["lines"]}", "{FOUR}"\n')
    assert sources([entry]) == [("t:2", FOUR)]


def test_several_fields_may_be_as_long_as_one():
    field = "z" * (LONGEST_FIELD * 3 // 4)
    got = entries(f'a,puzzle,b\n"{field}",{FOUR},"{field}"\nx,{OTHER},\n')
    assert sources(got) == [("t:2", FOUR), ("t:3", OTHER)]


def test_sixteen_megabytes_are_read_and_one_byte_more_is_an_error():
    longest = b"w" * 99 + b"\n"
    longest = longest * (LONGEST_FIELD // 100) + b"w" * (LONGEST_FIELD % 100)
    record = FOUR.encode() + b',"%b"\n'
    data = b"puzzle,note\n" + record % longest + record % (longest + b"w") + OTHER.encode() + b",\n"
    lines = longest.count(b"\n")
    first, bad, last = entries(data)
    assert sources([first, last]) == [("t:2", FOUR), (f"t:{4 + 2 * lines}", OTHER)]
    place = f"t:{3 + lines}", 3 + lines, 18
    bound = "16,777,216 bytes"
    assert told(bad) == (*place, f"a field of more than {bound}", f"fields of at most {bound}")


@pytest.mark.parametrize("form", LONG)
def test_reading_goes_on_after_the_closing_quote_of_a_field_that_is_too_long(form, small_bound):
    """Not in the middle of it, where there may be anything, puzzles included."""
    field = LONG[form]
    text = f'puzzle,note\n{FOUR},"in\ntwo","{field}"\n\n{OTHER},c\n'
    bad, good = entries(text)
    assert told(bad) == ("t:2", 3, 6, "a field of more than 50,000 bytes", "fields of at most 50,000 bytes")
    assert sources([good]) == [(f"t:{5 + field.count(chr(10))}", OTHER)]


def test_a_quoted_field_may_hold_what_looks_like_comments_and_blank_lines():
    text = f'note,puzzle\n"a\n# b""\n\n#",{FOUR}\n# not\n"# b",{OTHER}\n'
    assert sources(entries(text)) == [("t:2", FOUR), ("t:7", OTHER)]


def test_a_record_may_begin_with_a_long_word_in_quotes():
    word = "https://example.org/" + "a" * 100
    assert sources(entries(f'note,puzzle\n"{word}\n{word}",{FOUR}\n')) == [("t:2", FOUR)]


def test_what_is_outside_of_quotes_is_bounded_as_any_line_is():
    text = f'note,puzzle\n{"x" * 70_000},"\n",{FOUR}\nx,{FOUR}\n# {"y" * 70_000},\nx,{OTHER}\n'
    bad, *good = entries(text)
    found = "a line of more than 65,536 characters"
    assert told(bad) == ("t:2", 2, None, found, "lines of at most 65,536 characters")
    assert sources(good) == [("t:4", FOUR), ("t:6", OTHER)]


@pytest.mark.parametrize("lines", [1, 500, 20_000])
def test_a_quote_that_nothing_closes_costs_the_lines_up_to_its_own(lines):
    text = f'note,puzzle\n"in\n  two", {FOUR},"open ""{FOUR}\n' + f"x,{FOUR}\n# no\n\n" * lines
    bad, *good = entries(text)
    assert told(bad) == ("t:2", 3, 26, "a quote that is not closed", "a closing quote")
    assert sources(good) == [(f"t:{4 + 3 * k}", FOUR) for k in range(lines)]


def test_a_quote_that_nothing_closes_in_a_very_long_text_costs_what_cannot_be_kept(small_bound):
    record = f"x,{FOUR}\n"
    kept = BOUND // len(record)
    bad, *good = entries(f'note,puzzle\n"open,{FOUR}\n' + record * 10_000)
    expected = f"a closing quote; what follows line {2 + kept:,} is lost"
    assert told(bad) == ("t:2", 2, 1, "a quote that is not closed", expected)
    assert sources(good) == [(f"t:{3 + k}", FOUR) for k in range(kept)]


class Endless(io.RawIOBase):
    """A head, and then the same bytes again and again, up to a length that is never held at once."""

    def __init__(self, head: bytes, again: bytes, length: int) -> None:
        self._pieces = itertools.chain([head], itertools.repeat(again * 1_000, length // len(again) // 1_000))
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._rest = self._rest or next(self._pieces, b"")
        piece, self._rest = self._rest[: len(buffer)], self._rest[len(buffer) :]
        buffer[: len(piece)] = piece
        return len(piece)


def peak_of(head: bytes, again: bytes, length: int) -> int:
    stream = io.BufferedReader(Endless(head, again, length))
    tracemalloc.start()
    assert any(entry.error for entry in read(stream, "t"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


@pytest.mark.parametrize("head", [b'puzzle,note\n1,"', b'note,puzzle\n1,"', b"puzzle\n1"])
@pytest.mark.parametrize("again", [b"x", b'""', b","])
def test_memory_is_bounded_however_much_a_field_holds(head, again, small_bound):
    assert peak_of(head, again, 80 * BOUND) < 2_500_000


@pytest.mark.parametrize("head", [b'puzzle,note\n1,"', b'note,puzzle\n1,"'])
@pytest.mark.parametrize("again", [b"x" * 99 + b"\n", b"\n", b"1\n"])
def test_memory_is_bounded_however_many_lines_a_field_holds(head, again, small_bound):
    """Lines take more memory than their bytes where they are held one by one."""
    assert peak_of(head, again, 60_000 * len(again)) < 2_500_000


@pytest.mark.parametrize(
    "record",
    [
        f'"open,{FOUR}\n"x"y,{FOUR}\n',
        f'x,"{"z" * 1_000}\n"\n',
        f'"""open,{FOUR}\n',
        f'x,{FOUR},"" "\n',
        f'5" x,{FOUR}\n',
        f'x,"{FOUR}\n',
    ],
)
def test_the_work_grows_with_the_text(record, small_bound, monkeypatch):
    """Every byte is looked at twice at most: until it is clear that nothing closes a quote, and again."""
    seen = 0
    feed = RecordScanner.feed

    def counted(self: RecordScanner, text: bytes, *place: int) -> None:
        nonlocal seen
        seen += len(text)
        feed(self, text, *place)

    monkeypatch.setattr(RecordScanner, "feed", counted)
    for times in (500, 2_000):
        seen = 0
        text = "note,puzzle\n" + record * times
        list(read(io.BytesIO(text.encode()), "t"))
        assert seen <= 2 * len(text)


def test_the_bound_of_csv_stays_what_it_was():
    before = csv.field_size_limit()
    assert len(entries(f'puzzle,note\n{FOUR},"{LONG["lines"]}"\n')) == 1
    assert csv.field_size_limit() == before


def test_bytes_that_are_nul_are_content_like_any_other():
    """In the first bytes they show that a file is no text; later, they are in some field or other."""
    text = f'note,puzzle\n{"x" * 5_000},{FOUR}\n\0,{FOUR}\n"\0\n\0",{OTHER}\n'
    assert [entry.puzzle for entry in entries(text)] == [Puzzle(FOUR), Puzzle(FOUR), Puzzle(OTHER)]
