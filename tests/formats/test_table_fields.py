"""The fields of a record: as Python's `csv` finds them, in pieces of any length, and without its bounds."""

import csv
from itertools import pairwise

from hypothesis import example, given, settings
from hypothesis import strategies as st

from sudocube.formats.line_kinds import puzzle_column
from sudocube.formats.table_fields import RecordScanner, fields_of

TEXTS = st.text(alphabet='",; a1é\t', max_size=40)


def by_csv(text, delimiter=","):
    return next(csv.reader([text], delimiter=delimiter, skipinitialspace=True), [])


def kept(scanner):
    return [field.decode() for field in scanner.kept]


def scanned(pieces, wanted=None, delimiter=b","):
    """A scanner after one record on one line, which arrived in pieces."""
    scanner = RecordScanner(delimiter, wanted)
    for piece in pieces:
        scanner.feed(piece)
    scanner.end()
    return scanner


@settings(max_examples=50)
@given(TEXTS, st.sampled_from(",;\t"))
def test_the_fields_of_a_line_are_those_of_csv(text, delimiter):
    assert fields_of(text, delimiter) == [field.strip() for field in by_csv(text, delimiter)]


@settings(max_examples=50)
@given(TEXTS, st.lists(st.integers(0, 40)))
@example('x, "a""b, ""c"""""" d" , "" ""e"",f"",g', [*range(40)])
def test_where_a_line_is_cut_in_pieces_changes_nothing(text, cuts):
    data = text.encode()
    pieces = [data[start:end] for start, end in pairwise([0, *sorted(cuts), len(data)])]
    scanner = scanned(pieces)
    assert kept(scanner) == (by_csv(text) or [""])
    assert scanner.count == len(scanner.kept)


@settings(max_examples=50)
@given(st.lists(st.text(alphabet='", a', max_size=8), min_size=1, max_size=8))
def test_records_of_several_lines_are_those_of_csv(lines):
    expected = list(csv.reader([f"{line}\n" for line in lines], skipinitialspace=True))
    got, scanner = [], None
    for line in lines:
        scanner = scanner or RecordScanner(b",")
        scanner.feed(line.encode())
        if scanner.end_line():
            got.append([] if scanner.kept == [b""] and line == "" else kept(scanner))
            scanner = None
    if scanner is not None:
        scanner.end()
        got.append(kept(scanner))
    assert got == expected


def test_the_bound_of_csv_is_not_touched_and_does_not_count():
    """A process has one for all that it reads; whoever lowers it means other tables."""
    before = csv.field_size_limit(3)
    try:
        assert puzzle_column("id,puzzles") == (",", 1)
        assert csv.field_size_limit() == 3
    finally:
        csv.field_size_limit(before)
