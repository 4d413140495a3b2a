"""`read` takes the path of a file as well as a stream; `read_argument` a puzzle on the command line."""

import io
from pathlib import Path

import pytest

from sudocube import check_many, read
from sudocube.errors import InputError
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows.text import read_argument
from tests.rows.reading import CLUES, FOUR, ROWS

TEXT = "1.....2..3.....4\n1.....2..3.....5\n"


@pytest.mark.parametrize("kind", [str, Path])
def test_a_path_is_opened_and_names_the_places(tmp_path, kind):
    path = tmp_path / "mine.txt"
    path.write_text(TEXT)
    good, bad = read(kind(path))
    assert (good.source, good.puzzle) == (f"{path}:1", Puzzle("1.....2..3.....4"))
    assert str(bad.error).startswith(f"{path}:2: ")
    assert [one.source for one in read(path, "other.txt")] == ["other.txt:1", "other.txt:2"]
    assert [str(one.verdict) for one in check_many(read(path))] == ["unique", "invalid"]


def test_a_stream_names_itself_or_is_standard_input(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text(TEXT)
    with path.open("rb") as stream:
        assert next(read(stream)).source == f"{path}:1"
    assert next(read(io.BytesIO(TEXT.encode()))).source == "-:1"
    assert next(read(io.BytesIO(TEXT.encode()), "a.txt")).source == "a.txt:1"


def test_the_shape_counts_for_a_file_and_for_an_argument(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("." * 36)
    [entry] = read(path, size=6)
    assert entry.puzzle == Puzzle("." * 36)
    [entry] = read_argument("." * 36, 1, geometry=Geometry(3, 2))
    assert entry.puzzle == Puzzle("." * 36, Geometry(3, 2))


def test_a_file_that_cannot_be_opened_is_an_input_error_when_it_is_read(tmp_path):
    for path in (tmp_path / "missing.txt", tmp_path, "1.....2..3.....4", "a\0b"):
        entries = read(path)
        with pytest.raises(InputError):
            next(entries)
    with pytest.raises(InputError, match=r"missing\.txt: no such file"):
        next(read(tmp_path / "missing.txt"))


def test_another_source_is_a_type_error():
    for source in (5, None, ["a.txt"], b"a.txt"):
        with pytest.raises(TypeError, match="a source is a path or a binary stream, not"):
            read(source)  # type: ignore[arg-type]


def test_an_argument_may_be_in_any_form_in_which_puzzles_are_pasted():
    rows = "1...\r\n..2.\r\n.3..\r\n...4\r\n"
    for texts, puzzle in (
        ([FOUR, f"  {FOUR}\n", rows, rows.replace("\r", ""), f"puzzle\n{FOUR}"], FOUR),
        ([f"1. {CLUES}", f"https://a.org/?bd={CLUES}", ",".join(CLUES), str(ROWS)], CLUES),
    ):
        for text in texts:
            [entry] = read_argument(text, 2)
            assert (entry.source, entry.puzzle, entry.error) == ("argument:2", Puzzle(puzzle), None)
    assert [entry.source for entry in read_argument(f"{FOUR}\n{FOUR}", 5)] == ["argument:5"] * 2
    assert list(read_argument("", 1)) == []


@pytest.mark.parametrize(
    ("text", "column", "found"),
    [
        (FOUR[:15] + "!", 16, "'!'"),
        ("12..\n..1.\n!...\n....", 11, "'!'"),
        ("12..\r\n..1.\r\n!...\r\n....", 13, "'!'"),
        ("12..\n..1.\n....", None, "3 rows of 4 cells"),
        ("\udcff" + FOUR[1:], 1, "byte 0xff, not text"),
    ],
)
def test_an_error_names_the_column_in_the_argument(text, column, found):
    [entry] = read_argument(text, 3)
    error = entry.error
    assert error is not None
    assert (entry.source, error.source, error.line) == ("argument:3", "argument", 3)
    assert (error.column, error.found) == (column, found)
    assert str(error).startswith("argument:3: ")
