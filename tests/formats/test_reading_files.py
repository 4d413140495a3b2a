"""`read` takes the path of a file as well as a stream."""

import io
from pathlib import Path

import pytest

from sudocube import PuzzleError, check_many, read
from sudocube.errors import InputError
from sudocube.puzzle import Puzzle

TEXT = "1.....2..3.....4\nnonsense\n"


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


def test_the_shape_counts_for_a_file_too(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("." * 36)
    [entry] = read(path, size=6)
    assert entry.puzzle == Puzzle("." * 36)
    with pytest.raises(PuzzleError, match="no size 7"):
        read(path, size=7)


def test_a_file_that_cannot_be_opened_is_an_input_error_when_it_is_read(tmp_path):
    for path in (tmp_path / "missing.txt", tmp_path, "1.....2..3.....4", "a\0b"):
        entries = read(path)
        with pytest.raises(InputError):
            next(entries)
    with pytest.raises(InputError, match=r"missing\.txt: no such file .*; a puzzle itself goes to Puzzle$"):
        next(read(tmp_path / "missing.txt"))


def test_another_source_is_a_type_error():
    for source in (5, None, ["a.txt"], b"a.txt"):
        with pytest.raises(TypeError, match="a source is a path or a binary stream, not"):
            read(source)  # type: ignore[arg-type]
