"""The work of reading grows as the text does: it is counted in lines of the program, not in seconds."""

import io
import sys
from typing import Any

import pytest

from sudocube.formats.bulk_reader import read_in_batches
from sudocube.formats.table_fields import RecordScanner
from tests.formats.reading import FOUR, read

REPEATED = [
    ("", "\n"),
    ("", "[a" + 1000 * " " + "b]\n"),
    ("", "[\n"),
    ("1234\n", "* \n"),
    ("1234\n", "--+--\n"),
    ("." * 81 + "\n", "a,b\n"),
    ("." * 81 + "\n", "1"),
    ("puzzle\n", "|"),
    ("http://a ", "="),
    ("", "[1],"),
    ("[a", " "),
]


def lines_run(text: str) -> int:
    """How many lines of the program are run to read a text, both ways."""
    count = 0

    def counted(_frame: Any, event: str, _argument: object) -> Any:
        nonlocal count
        count += event == "line"
        return counted

    before = sys.gettrace()
    sys.settrace(counted)
    try:
        for items in (
            read(io.BytesIO(text.encode()), "x"),
            read_in_batches(io.BytesIO(text.encode()), "x")[1],
        ):
            for _ in items:
                pass
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(("head", "part"), REPEATED)
def test_four_times_the_text_is_four_times_the_work(head, part):
    """And not sixteen times, whatever is repeated."""
    assert lines_run(head + 200 * part) < 6 * lines_run(head + 50 * part)


def test_a_line_as_long_as_one_may_be_is_read():
    """An expression that looks back from each sign would take minutes for it."""
    for part in ("http://a " + "=" * 60_000, "[a" + " " * 60_000 + "b]", "[1]," * 4_000):
        assert all(entry.error for entry in read(io.BytesIO((part + "\n").encode()), "x"))


@pytest.mark.parametrize(
    "record",
    [
        f'"open,{FOUR}\n"x"y,{FOUR}\n',
        f'x,"{"z" * 1_000}\n"\n',
        f'5" x,{FOUR}\n',
        f'x,"{FOUR}\n',
    ],
)
def test_the_bytes_of_a_table_are_looked_at_twice_at_most(record, monkeypatch):
    """Until it is clear that nothing closes a quote, and again."""
    seen = 0
    feed = RecordScanner.feed

    def counted(self: RecordScanner, text: bytes, *place: int) -> None:
        nonlocal seen
        seen += len(text)
        feed(self, text, *place)

    monkeypatch.setattr(RecordScanner, "feed", counted)
    text = "note,puzzle\n" + record * 1_000
    list(read(io.BytesIO(text.encode()), "t"))
    assert seen <= 2 * len(text)
