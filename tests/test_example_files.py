"""The examples that come with the package: found by name, read, and copied."""

import pytest

from sudocube import examples
from sudocube.encoder.catalogue import root
from sudocube.errors import UnknownNameError


def test_an_example_is_found_by_its_path_its_file_name_or_its_stem():
    for short, name in (
        ("encodings/by-strength.txt", "encodings/by-strength.txt"),
        ("by-strength", "encodings/by-strength.txt"),
        ("examples/encodings/by-strength.txt", "encodings/by-strength.txt"),
        ("encodings\\unsound.toml", "encodings/unsound.toml"),
        ("encodings", "encodings.ipynb"),
        ("right.c", "solvers/right.c"),
    ):
        assert examples.path(short) == examples.path(name)
        assert examples.path(name).as_posix().endswith(name)
    assert len(examples.names()) > 20
    assert all(examples.path(name).is_file() for name in examples.names())


def test_a_name_that_is_none_or_that_two_examples_have_is_refused_with_those_that_are_meant():
    with pytest.raises(UnknownNameError, match="by-strength") as caught:
        examples.path("by-strenght")
    assert (caught.value.kind, set(caught.value.known)) == ("example", set(examples.names()))
    with pytest.raises(UnknownNameError, match=r"may be solvers/right.c or solvers/right.py") as caught:
        examples.path("right")
    assert caught.value.near == ["solvers/right.c", "solvers/right.py"]
    for outside in ("", "..", "../pyproject.toml", "/etc/passwd", "formats", "examples"):
        with pytest.raises(UnknownNameError):
            examples.path(outside)


def test_puzzles_are_read_in_any_format_and_size_in_the_order_of_their_file():
    lines = examples.path("by-strength").read_text("utf-8").splitlines()
    expected = [one for one in lines if one and not one.startswith("#")]
    assert [str(puzzle) for puzzle in examples.puzzles("by-strength")] == expected
    assert [puzzle.geometry.size for puzzle in examples.puzzles("sizes")] == [4, 6, 6, 16]
    assert examples.puzzles("bars.ss") == examples.puzzles("stars.txt")


def test_a_copy_has_all_examples_and_the_catalogue_with_its_lesson(tmp_path):
    course = examples.copy(tmp_path / "a" / "course")
    assert course == tmp_path / "a" / "course"
    for name in examples.names():
        assert (course / "examples" / name).read_bytes() == examples.path(name).read_bytes()
    for name in ("README.md", "cnf/minimal.toml", "cpsat/cube.toml"):
        assert (course / "encodings" / name).read_bytes() == root().joinpath(name).read_bytes()


@pytest.mark.parametrize("inside", ["encodings", "examples"])
def test_a_copy_never_overwrites_what_is_there(tmp_path, inside):
    """Not even a part: a student's changed notebook stays, and nothing is half copied."""
    (tmp_path / inside).mkdir()
    with pytest.raises(FileExistsError, match=inside):
        examples.copy(str(tmp_path))
    assert list(tmp_path.rglob("*")) == [tmp_path / inside]
