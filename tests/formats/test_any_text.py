"""For any text, reading ends and gives entries in the order of their lines."""

import io
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudocube.errors import InputError
from sudocube.formats.file_kinds import kind_of_file
from sudocube.formats.packed_input import packing_of
from sudocube.geometry import Geometry
from tests.formats.loosely_typed import read
from tests.growth import GENEROUS, growth

ONE_LINE = ["." * 81, "1" * 80, "." * 16, "1.....2..3.....G", "." * 16 + ",x", "-" * 36, "-" * 16]
GRID = [
    ".........",
    "1 2 3 | 4 5 6 | 7 8 9",
    "...|...|...",
    "..|..|..",
    "......",
    "1" * 15,
    "A" * 25,
    "|",
    "*",
]
RULES = ["-", "---------", "*-------*", "---+---+---", "|---|---|---|", "====="]
OTHERS = [
    "",
    " \t",
    "# x",
    "[Puzzle]",
    "[State]",
    "[",
    "id,puzzle",
    "foo,bar",
    "1,2",
    ";;",
    '"open',
    "words",
    "\udcff",
]
HINTS = [{}, {"size": 4}, {"size": 9}, {"size": 16}, {"geometry": Geometry(3, 2)}]


@given(
    st.lists(st.sampled_from(ONE_LINE + GRID + RULES + OTHERS), min_size=1, max_size=6).flatmap(
        lambda palette: st.lists(st.sampled_from(palette), max_size=50)
    ),
    st.sampled_from(["x.txt", "x.csv", "x.ss", "x.sdk", "x.sdm"]),
    st.sampled_from(HINTS),
)
def test_mixtures_of_lines_of_all_kinds(lines, name, hints):
    data = "\n".join(lines).encode("utf-8", "surrogateescape")
    entries = list(read(io.BytesIO(data), name, **hints))
    numbers = [int(entry.source.rpartition(":")[2]) for entry in entries]
    assert numbers == sorted(set(numbers))
    assert set(numbers) <= set(range(1, len(lines) + 1))
    assert all((entry.puzzle is None) != (entry.error is None) for entry in entries)


@pytest.mark.parametrize("dashes", ["-" * 36, "*" + "-" * 34 + "*"])
def test_dashes_as_many_as_cells_above_a_rule_are_told_apart_by_nothing(dashes):
    [entry] = read(io.BytesIO(f"{dashes}\n|---|---|---|\n".encode()), "x.txt")
    assert str(entry.error) == (
        "x.txt:1: column 1: found dashes that may be a rule or 36 blanks; "
        "expected a puzzle: write blanks as ."
    )


@given(st.binary(max_size=300))
def test_any_bytes(data):
    if packing_of(data):  # it would take luck to pack something
        with suppress(InputError):
            list(read(io.BytesIO(data), "x"))
    elif b"\0" in data or data[:2] in (b"\xff\xfe", b"\xfe\xff") or kind_of_file(data):
        with pytest.raises(InputError):
            list(read(io.BytesIO(data), "x"))
    else:
        assert all(entry.error or entry.puzzle for entry in read(io.BytesIO(data), "x"))


REPEATED = [
    ("", "\n"),
    ("", "\r"),
    ("", "[a" + 1000 * " " + "b]\n"),
    ("", "[\n"),
    ("1234\n", "* \n"),
    ("1234\n", "--+--\n"),
    ("." * 81 + "\n", "a,b\n"),
    ("." * 81 + "\n", "1"),
    ("puzzle\n", "|"),
    ("1|", "1"),
    ("http://a ", "="),
]


@pytest.mark.parametrize(("head", "part"), REPEATED)
def test_whatever_is_repeated_is_read_in_linear_time(head, part):
    """Four times the text takes about four times as long, not sixteen times."""

    def work(times: int) -> None:
        for _ in read(io.BytesIO((head + times * part).encode()), "x"):
            pass

    assert growth(work, 100) < GENEROUS


def test_a_section_with_a_long_title_is_read_in_linear_time():
    """One text line alone may be long enough to matter."""

    def work(times: int) -> None:
        for _ in range(200):
            list(read(io.BytesIO(f"[a{times * ' '}b]\n".encode()), "x"))

    assert growth(work, 100) < GENEROUS


def test_the_time_for_many_lists_in_a_line_grows_as_their_number():
    def work(count):
        return list(read(io.BytesIO((b"[1]," * count + b"\n") * 4), "a.txt"))

    assert growth(work, 100) < GENEROUS
