"""Each puzzle of a table brings its record along, exactly as it was written."""

import io

from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.formats import table_fields
from sudocube.formats.table_fields import RecordScanner, fields_as_written
from tests.formats.reading import FOUR, read


def records(text: str | bytes):
    data = text if isinstance(text, bytes) else text.encode()
    return [(entry.record and entry.record.text, entry.puzzle) for entry in read(io.BytesIO(data), "t.csv")]


@settings(max_examples=50)
@given(st.text(st.sampled_from('a" ,;x'), max_size=30), st.sampled_from(",;"))
def test_fields_as_written_make_up_the_record(text, delimiter):
    """As many as the reader counts, whatever the quotes."""
    fields = fields_as_written(text, delimiter)
    assert delimiter.join(fields) == text
    scanner = RecordScanner(delimiter.encode())
    scanner.feed(text.encode())
    scanner.end()
    assert len(fields) == scanner.count


def test_quotes_spaces_and_empty_fields_stay():
    lines = [f'"a, ""b""", {FOUR},', f",{FOUR} ,x", f'7,"{FOUR}","1\n2"']
    assert [text for text, _ in records("\n".join(["id,puzzle,note", *lines]))] == lines


def test_the_header_comes_along():
    [entry] = read(io.BytesIO(f'"Nr.";Puzzle ; note\n1;{FOUR};x\n'.encode()), "t.csv")
    header = entry.record.header
    assert (header.text, header.delimiter) == ('"Nr.";Puzzle ; note', ";")
    assert (header.names, header.index) == (("Nr.", "Puzzle", "note"), 1)


def test_bytes_that_are_no_utf_8_stay():
    [(text, _)] = records(b"name,puzzle\nM\xfcller," + FOUR.encode())
    assert text.encode("utf-8", "surrogateescape") == b"M\xfcller," + FOUR.encode()


def test_a_record_without_a_puzzle_comes_along_too_unless_it_cannot_be_read():
    for bad in ("a,", "a,12", "a"):
        assert records(f"id,puzzle\n{bad}\nb,{FOUR}\n")[0] == (bad, None)
    assert [text for text, _ in records(f'id,puzzle\n"open,{FOUR}\nb,{FOUR}\n')] == [None, f"b,{FOUR}"]
    assert records(FOUR)[0][0] is None  # in no table


def test_a_record_that_is_too_long_has_no_text_but_its_puzzle(monkeypatch):
    monkeypatch.setattr(table_fields, "LONGEST_FIELD", 100)
    note = "z" * 90
    [(text, puzzle)] = records(f'id,puzzle,note\n"{note}\n",{FOUR},"{note}"\n')
    assert (text, str(puzzle)) == (None, FOUR)
