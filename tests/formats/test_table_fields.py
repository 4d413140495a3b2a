"""The fields of a record: as Python's `csv` finds them, in pieces of any length, and without its bounds."""

import csv
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.formats import table_fields
from sudocube.formats.line_kinds import puzzle_column
from sudocube.formats.table_fields import LONGEST_FIELD, RecordScanner, fields_of

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
def test_where_a_line_is_cut_in_pieces_changes_nothing(text, cuts):
    data = text.encode()
    pieces = [data[start:end] for start, end in pairwise([0, *sorted(cuts), len(data)])]
    scanner = scanned(pieces)
    assert kept(scanner) == (by_csv(text) or [""])
    assert scanner.count == len(scanner.kept)


def test_a_line_may_be_cut_between_two_quotes_that_mean_one():
    text = b'x, "a""b, ""c"""""" d" , "" ""e"",f"",g'
    for cut in range(len(text) + 1):
        assert kept(scanned([text[:cut], text[cut:]])) == by_csv(text.decode())


@settings(max_examples=50)
@given(TEXTS, st.integers(0, 6))
def test_only_the_field_that_is_wanted_is_kept_and_all_are_counted(text, wanted):
    fields = by_csv(text) or [""]
    scanner = scanned([text.encode()], wanted)
    assert (kept(scanner), scanner.count) == (fields[wanted : wanted + 1], len(fields))


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


def test_the_place_of_the_last_quote_that_began_a_field_is_known():
    scanner = RecordScanner(b",")
    scanner.feed('é"b, "c","d'.encode(), 7)
    assert (scanner.quote, scanner.is_quoted) == ((7, 10), True)
    scanner.feed(b'e",f"g"', 8, 100)
    assert (scanner.quote, scanner.is_quoted) == ((7, 10), False)


def test_characters_outside_of_quotes_are_counted_without_the_quotes():
    assert scanned(['é,"12345",12'.encode()]).outside == len("é,,12")


@pytest.mark.parametrize("more", [0, 1])
def test_a_field_may_have_so_many_bytes_and_no_more(more, monkeypatch):
    monkeypatch.setattr(table_fields, "LONGEST_FIELD", 100)
    scanner = scanned([b'x,"', b'a""' * 30, b"a" * (40 + more), b'",y'])
    assert scanner.long_field == ((1, 3) if more else (0, 0))
    assert len(scanner.kept[1]) <= 100
    assert scanner.kept[2] == b"y"


def test_the_bound_of_csv_is_not_touched_and_does_not_count():
    """A process has one for all that it reads; whoever lowers it means other tables."""
    before = csv.field_size_limit(3)
    try:
        assert puzzle_column("id,puzzles") == (",", 1)
        assert csv.field_size_limit() == 3
    finally:
        csv.field_size_limit(before)


def test_a_field_may_have_sixteen_megabytes():
    assert LONGEST_FIELD >= 16_000_000
