"""The work of reading grows as the text does: it is counted in lines of the program, not in seconds."""

import io
import sys
from typing import Any

import pytest

from sudocube.rows.batch import Rows
from tests.rows.reading import CLUES, FOUR, opened, read

REPEATED = [
    *(("", part) for part in ("\n", "[a" + 1000 * " " + "b]\n", "[\n", "[1],")),
    *(("1234\n", part) for part in ("* \n", "--+--\n")),
    *(("." * 81 + "\n", part) for part in ("a,b\n", "1")),
    *(("note,puzzle\n", part) for part in (f'"open,{FOUR}\n"x"y,{FOUR}\n', 'x,"z\n"\n', f'5" x,"{FOUR}\n')),
    *(("puzzle\n", "|"), ("http://a ", "="), ("[a", " ")),
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
        for items in (read(io.BytesIO(text.encode()), "x"), opened(text.encode(), "x")):
            for _ in items:
                pass
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize(("head", "part"), REPEATED)
def test_four_times_the_text_is_four_times_the_work(head, part):
    """And not sixteen times, whatever is repeated. What is imported once is not counted."""
    lines_run(head + part)
    assert lines_run(head + 400 * part) < 6 * lines_run(head + 100 * part)


def test_a_line_as_long_as_one_may_be_is_read():
    """An expression that looks back from each sign would take minutes for it."""
    for part in ("http://a " + "=" * 60_000, "[a" + " " * 60_000 + "b]", "[1]," * 4_000):
        assert all(entry.error for entry in read(io.BytesIO((part + "\n").encode()), "x"))


def test_few_rows_are_given_on_as_they_are(monkeypatch):
    """Titles between plain lines make many batches of one row, and a copy of each would take time."""
    monkeypatch.setattr(Rows, "part", None)
    items = opened(b"".join(b"Nr. %d\n%s\n" % (at, CLUES.encode()) for at in range(5)), "x")
    assert sum(map(len, items)) == 5
