"""check_many: any number of puzzles in any form, in order, as soon as they are there."""

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from sudocube import Checked, Puzzle, check, check_many, kernel, read
from sudocube.arguments import numbered
from sudocube.rows.batch import Rows
from sudocube.rows.entry import Entry, InputPause, Style
from sudocube.verdicts import batches
from tests.cli.command import MULTIPLE, NONE, SOLUTION, UNIQUE

pd: Any = pytest.importorskip("pandas")
pl: Any = pytest.importorskip("polars")

SMALL = "1.....2..3.....4"
TEXTS = [UNIQUE, MULTIPLE, NONE, "." * 81, SMALL, "no puzzle", "", UNIQUE.replace(".", "0") + "\n"] * 3

compiled = pytest.mark.skipif(not kernel.is_compiled(), reason="the kernel is not compiled")


def without_time(checked: Checked) -> Checked:
    several = len(checked.solutions) > 1  # any two of them
    return replace(checked, seconds=0, solutions=() if several else checked.solutions)


@pytest.mark.parametrize("jobs", [1, 2, None])
def test_each_puzzle_is_checked_as_alone(jobs):
    """Texts, puzzles and entries of several sizes, and what is no puzzle."""
    items: list[str | Puzzle] = [*TEXTS, Puzzle(UNIQUE), Puzzle(SMALL)]
    found = [*check_many(items, jobs=jobs)]
    assert [one.index for one in found] == [*range(1, len(items) + 1)]
    assert [one.source for one in found] == [f"argument:{one.index}" for one in found]
    for checked, item in zip(found, items, strict=True):
        if checked.puzzle is None:
            assert (checked.verdict, checked.error is None) == ("invalid", False)
        else:
            alone = replace(check(item), index=checked.index, source=checked.source)
            assert without_time(checked) == without_time(alone)


def test_entries_that_were_read_keep_their_place_and_have_their_answers_judged():
    table = f"id,puzzle,solution\n1,{UNIQUE},{SOLUTION}\n2,{UNIQUE},{SOLUTION[::-1]}\n3,{SMALL},\n"
    entries = [*read(io.BytesIO(table.encode()), "a.csv")]
    right, wrong, small = check_many(entries)
    assert [one.source for one in (right, wrong, small)] == ["a.csv:2", "a.csv:3", "a.csv:4"]
    assert (right.stored, wrong.stored, small.stored) == ("right", "contradicts_clues", "missing")
    assert [one.entry for one in (right, wrong, small)] == entries


def test_entries_may_have_any_source_and_an_answer_or_none():
    by_hand = [
        Entry("the forum", Puzzle(UNIQUE), None, Style(), stored=answer) for answer in (SOLUTION, None)
    ]
    assert [(one.source, one.stored) for one in check_many(by_hand)] == [
        ("the forum", "right"),
        ("the forum", None),
    ]


@pytest.mark.parametrize("limit", [1, 5, 10_000])
def test_the_first_results_of_endless_puzzles_come_at_once(limit):
    taken = []

    def endless() -> Iterator[str]:
        for number in count(1):
            taken.append(number)
            yield UNIQUE

    with_first = check_many(endless())
    assert next(with_first).index == 1
    assert not kernel.is_compiled() or taken == [1]
    rest = list(islice(with_first, limit - 1))
    assert [one.index for one in rest] == [*range(2, limit + 1)]
    assert len(taken) < 4 * limit + 64
    with_first.close()


def test_batches_grow_while_puzzles_come_quickly_and_end_where_they_do_not(monkeypatch):
    """A puzzle that is there is never kept back for one that is not: then a pause follows."""
    now = [0.0]
    monkeypatch.setattr(batches, "monotonic", lambda: now[0])

    def slow_from_the_20th() -> Iterator[str]:
        for number in range(1, 24):
            now[0] += 1 if number >= 20 else 0
            yield UNIQUE

    entries = (entry for (_, entry), _ in numbered(slow_from_the_20th()))
    seen = [len(one) if isinstance(one, Rows) else one for one in batches.in_batches(entries)]
    pause = InputPause()
    assert seen == [1, pause, 2, 4, 8, 5, *[pause, 1] * 3, pause, pause]


@pytest.mark.parametrize("fault", [KeyError("of the generator"), None])
def test_what_comes_before_an_error_is_told(fault):
    def items() -> Iterator[object]:
        yield from [UNIQUE] * 5
        if fault is not None:
            raise fault
        yield 17

    results = check_many(items())  # type: ignore[arg-type]
    assert [one.index for one in islice(results, 5)] == [1, 2, 3, 4, 5]
    with pytest.raises(KeyError if fault else TypeError):
        next(results)


@pytest.mark.parametrize(
    "column",
    [
        np.array([UNIQUE, "", NONE]),
        pd.Series([UNIQUE, None, NONE], index=[3, 1, 2]),
        pd.Series([UNIQUE, float("nan"), NONE], dtype=object),
        pl.Series([UNIQUE, None, NONE]),
        pa.array([UNIQUE, None, NONE]),
        pa.chunked_array([[UNIQUE], [None, NONE]]),
        pd.Series([UNIQUE, None, NONE], dtype="category"),
    ],
)
def test_columns_of_texts_are_lists_of_texts(column):
    """A missing text is no puzzle; the others go on."""
    assert [str(one.verdict) for one in check_many(column)] == ["unique", "invalid", "none"]


def test_arrays_of_cells_are_puzzles():
    cells = np.array([list(Puzzle(text).cells) for text in (UNIQUE, MULTIPLE, NONE)])
    for array in (cells, cells.reshape(-1, 9, 9), (cells + ord("0")).astype(np.uint8)):
        assert [str(one.verdict) for one in check_many(array)] == ["unique", "multiple", "none"]
        assert next(check_many(array)).puzzle == Puzzle(UNIQUE)


@pytest.mark.parametrize("frame", [pd.DataFrame({"puzzle": [UNIQUE]}), pl.DataFrame({"puzzle": [UNIQUE]})])
def test_a_frame_in_place_of_a_column_is_refused(frame):
    with pytest.raises(TypeError, match=r"holds columns: give the column with the puzzles, such as df\["):
        check_many(frame)


def test_numbers_in_place_of_texts_are_refused_with_their_remedy():
    """Integers have lost their zeros, and floats all but sixteen digits."""
    for numbers in (pd.Series([1, 2]), [int(UNIQUE.replace(".", "0"))], pd.Series([1.5])):
        with pytest.raises(TypeError, match=r"read them as text \(in pandas: dtype=str\)"):
            next(check_many(numbers))  # type: ignore[arg-type]
