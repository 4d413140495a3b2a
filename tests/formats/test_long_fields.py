"""Quoted fields of tables: up to 16 MB are read, and what is longer or never closed costs its record only."""

import csv
import io
import tracemalloc

import pytest

from sudocube.formats import table_fields, table_reader
from tests.formats.reading import FOUR, both_ways, read
from tests.formats.streams import Synthesised

OTHER = "4.....3..2.....1"
BOUND = 20_000
"""For tests in which 16 MB would take their time."""


@pytest.fixture
def small_bound(monkeypatch):
    monkeypatch.setattr(table_fields, "LONGEST_FIELD", BOUND)
    monkeypatch.setattr(table_reader, "LONGEST_FIELD", BOUND)


LONG = {
    "one line": "x" * 140_000,
    "lines": "a line that is not very long\n" * 5_000,
    "empty lines": "\n" * 20_000,
    "long lines": ("y" * 70_000 + "\n") * 2,
    "two bytes": "é" * 70_000,
    "delimiters": ",;\t" * 47_000,
    "quotes": '""' * 70_000,
    "puzzles": f"{FOUR},{FOUR}\n" * 2_000,
}


@pytest.mark.parametrize("form", LONG)
def test_a_field_longer_than_csv_takes_is_read_and_lines_are_counted_on(form):
    """A puzzle in such a field is no puzzle, wherever in its record the field stands."""
    field = LONG[form]
    end = "\r\n" if form == "lines" else "\r" if form == "empty lines" else "\n"
    text = f'puzzle,note\n{FOUR},a\n{FOUR},"{field}"\n"{field}",b\n{OTHER},c\n'
    last = text.count("\n")
    first, long, bad, good = both_ways(text.replace("\n", end))
    assert [first, long, good] == [f"2 {FOUR}", f"3 {FOUR}", f"{last} {OTHER}"]
    assert ": found" in bad
    assert max(map(len, LONG.values())) > csv.field_size_limit()


@pytest.mark.usefixtures("small_bound")
def test_a_header_with_a_field_that_is_too_long_is_told_of_and_names_its_columns():
    bad, good = both_ways(f'"{"x" * 70_000}",puzzle\na,{FOUR}\n')
    assert bad.startswith(f"1: column 1: found a field of more than {BOUND:,} bytes")
    assert good == f"2 {FOUR}"


@pytest.mark.parametrize("form", ["one line", "lines", "quotes", "puzzles"])
def test_reading_goes_on_after_the_closing_quote_of_a_field_that_is_too_long(form, small_bound):
    """Not in the middle of it, where there may be anything, puzzles included."""
    field = LONG[form]
    bad, good = both_ways(f'puzzle,note\n{FOUR},"in\ntwo","{field}"\n\n{OTHER},c\n')
    bound = f"{BOUND:,} bytes"
    assert bad == f"3: column 6: found a field of more than {bound}; expected fields of at most {bound}"
    assert good == f"{5 + field.count(chr(10))} {OTHER}"


def test_a_quote_that_nothing_closes_in_a_very_long_text_costs_what_cannot_be_kept(small_bound):
    record = f"x,{FOUR}\n"
    kept = BOUND // len(record)
    bad, *good = both_ways(f'note,puzzle\n"open,{FOUR}\n' + record * 4_000)
    expected = f"a closing quote; what follows line {2 + kept:,} is lost"
    assert bad == f"2: column 1: found a quote that is not closed; expected {expected}"
    assert good == [f"{3 + k} {FOUR}" for k in range(kept)]


@pytest.mark.parametrize(
    ("head", "again", "lines"),
    [
        (b'puzzle,note\n1,"', b"x", 1_000_000),
        pytest.param(b"puzzle\n1", b",", 4_000_000, marks=pytest.mark.slow),
        (b'puzzle,note\n1,"', b"\n", 20_000),
    ],
)
def test_memory_is_bounded_however_much_a_field_holds(head, again, lines, monkeypatch):
    """Lines take more memory than their bytes where they are held one by one."""
    for module in (table_fields, table_reader):
        monkeypatch.setattr(module, "LONGEST_FIELD", 5_000)
    stream = io.BufferedReader(Synthesised(head, again * 1_000, lines // 1_000))
    tracemalloc.start()
    assert any(entry.error for entry in read(stream, "t"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < (800_000 if again != b"," else 2_500_000)
