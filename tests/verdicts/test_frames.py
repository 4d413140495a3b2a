"""check_frame and solve_frame: the same frame with further columns, for each kind of frame."""

from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from sudocube import InputError, Puzzle, UnknownNameError, check_frame, solve_frame
from sudocube.arguments import numbered
from sudocube.puzzle import Grid
from sudocube.rows.entry import Entry, Style
from sudocube.verdict import referee
from sudocube.verdicts import batches
from sudocube.verdicts.checking import check_numbered
from tests.cli.command import MULTIPLE, NONE, SOLUTION, UNIQUE
from tests.verdicts.test_stored import some_records

pd: Any = pytest.importorskip("pandas")
pl: Any = pytest.importorskip("polars")

SMALL, SMALL_SOLVED = "1.....2..3.....4", "1243342143122134"

Columns = dict[str, list[Any]]
KINDS: dict[str, Callable[[Columns], Any]] = {
    "pandas": pd.DataFrame,
    "pandas with an index": lambda columns: pd.DataFrame(columns).set_index(
        np.arange(len(next(iter(columns.values())))) // 2 + 7
    ),
    "polars": pl.DataFrame,
    "a table": pa.table,
    "a table in pieces": lambda columns: pa.concat_tables(
        [pa.table(columns).slice(0, 3), pa.table(columns).slice(3)]
    ),
    "a record batch": pa.record_batch,
}

each_kind = pytest.mark.parametrize("kind", KINDS)


def columns_of(frame: Any) -> Columns:
    """The values of a frame by column, with None where there is none."""
    if isinstance(frame, pd.DataFrame):
        frame = pa.Table.from_pandas(frame, preserve_index=False)
    found: Columns
    found = frame.to_dict(as_series=False) if isinstance(frame, pl.DataFrame) else pa.table(frame).to_pydict()
    return found


def some_columns() -> Columns:
    """Puzzles and answers of every kind, and another column."""
    records: list[tuple[str | None, str | None]] = [*some_records(Random(1), 40)]
    records += [
        (SMALL, SMALL_SOLVED),
        (SMALL, None),
        (None, SOLUTION),
        ("no puzzle", SOLUTION),
        (UNIQUE, None),
    ]
    puzzles, answers = zip(*records, strict=True)
    return {"number": [*range(len(records))], "puzzle": [*puzzles], "solution": [*answers]}


@each_kind
@pytest.mark.parametrize("budget", [0, batches.BUDGET])
def test_a_frame_of_the_same_kind_comes_back_with_the_verdict_on_each_row(kind, budget, monkeypatch):
    """As one by one; rows, their order and the index stay, and the frame that was given is not changed."""
    monkeypatch.setattr(batches, "BUDGET", budget)
    given = some_columns()
    frame = KINDS[kind](given)
    checked = check_frame(frame, jobs=1)
    assert type(checked) is type(frame)
    assert columns_of(frame) == given
    if isinstance(frame, pd.DataFrame):
        assert checked.index.equals(frame.index)
    found = columns_of(checked)
    assert [*found] == ["number", "puzzle", "solution", "verdict", "stored", "error"]
    assert {name: found[name] for name in given} == given
    for puzzle, answer, verdict, stored, error in zip(
        *(found[name] for name in ("puzzle", "solution", "verdict", "stored", "error")), strict=True
    ):
        if puzzle in (None, "no puzzle"):
            assert (verdict, stored) == ("invalid", None)
            assert "; expected " in error
        else:
            entry = Entry("a:1", Puzzle(puzzle), None, Style(), stored=answer or "")
            [alone] = check_numbered(numbered([entry]), jobs=1)
            assert (verdict, stored, error) == (alone.verdict, alone.stored, None)


@each_kind
def test_a_solution_of_each_row_comes_in_a_further_column(kind):
    given = {"board": [UNIQUE, MULTIPLE, None, NONE, SMALL, "no puzzle"], "note": [*"abcdef"]}
    frame = KINDS[kind](given)
    solved = solve_frame(frame)
    assert type(solved) is type(frame)
    found = columns_of(solved)
    solutions = found.pop("solution")
    assert found == given
    assert (solutions[0], solutions[4]) == (SOLUTION, SMALL_SOLVED)
    assert referee(Grid(solutions[1]), Puzzle(MULTIPLE)) is None
    assert [solutions[at] for at in (2, 3, 5)] == [None] * 3


@each_kind
def test_an_empty_frame_has_empty_columns(kind):
    frame = KINDS[kind]({"puzzle": [UNIQUE, UNIQUE], "solution": [SOLUTION, SOLUTION]})[:0]
    names = ("puzzle", "solution", "verdict", "stored", "error")
    assert columns_of(check_frame(frame)) == {name: [] for name in names}
    assert columns_of(solve_frame(frame))["sudocube_solution"] == []


def test_names_that_are_taken_get_a_prefix():
    table = pa.table({"puzzle": [UNIQUE], "verdict": ["easy"], "solution": [SOLUTION]})
    once = check_frame(table)
    assert once.column_names[3:] == ["sudocube_verdict", "stored", "error"]
    assert check_frame(once).column_names[6:] == [
        "sudocube_sudocube_verdict",
        "sudocube_stored",
        "sudocube_error",
    ]
    assert solve_frame(table).column_names[-1] == "sudocube_solution"


@pytest.mark.parametrize(
    "columns",
    [
        {f"c{cell}": [int(UNIQUE.replace(".", "0")[cell])] * 2 for cell in range(81)},
        {"cells": [[int(symbol) for symbol in UNIQUE.replace(".", "0")]] * 2},
        {"grid": [UNIQUE, UNIQUE.replace(".", "0")]},
    ],
)
def test_cells_in_columns_and_in_lists_are_puzzles_too(columns):
    for kind in (pd.DataFrame, pl.DataFrame, pa.table):
        frame = check_frame(kind(columns))
        assert columns_of(frame)["verdict"] == ["unique"] * 2
        assert "stored" not in columns_of(frame)


def test_columns_are_named_by_the_user():
    frame = pd.DataFrame({"a": [UNIQUE], "b": [NONE], "c": [SOLUTION], "solution": [SOLUTION]})
    checked = check_frame(frame, puzzle="b", answer="c")
    assert checked[["verdict", "stored"]].values.tolist() == [["none", "given_though_none"]]
    assert "stored" not in check_frame(frame, puzzle="a", answer="")
    assert solve_frame(frame, puzzle="b")["sudocube_solution"].isna().all()
    with pytest.raises(UnknownNameError, match=r"unknown column 'd'.*a, b, c, solution"):
        check_frame(frame, puzzle="d")


LOST = "read puzzles as text"


@pytest.mark.parametrize(
    ("frame", "error", "message"),
    [
        (
            pd.DataFrame({"name": ["x"], "n": [1]}),
            InputError,
            "no column of puzzles among 'name', 'n': name one with puzzle=\"NAME\"",
        ),
        (pd.DataFrame({"puzzle": [int("1" * 80), int("2" * 81)]}), InputError, LOST),
        (
            pd.DataFrame({"puzzle": [1.5e80, float("nan")]}),
            InputError,
            f"the column 'puzzle' holds numbers: {LOST}",
        ),
        (
            pl.DataFrame({"puzzle": [UNIQUE], "solution": [7.5e80]}),
            InputError,
            f"the column 'solution' holds numbers: {LOST}",
        ),
        (pl.DataFrame({"puzzle": [UNIQUE]}).lazy(), TypeError, "not LazyFrame: give frame.collect()"),
        ([UNIQUE], TypeError, "a data frame is one of pandas or polars, or a table of Arrow, not list"),
        ("puzzles.csv", TypeError, "not str"),
    ],
)
def test_what_is_no_frame_of_puzzles_is_refused(frame, error, message):
    with pytest.raises(error) as raised:
        check_frame(frame)
    assert message in str(raised.value)
    with pytest.raises(ValueError, match="0 jobs"):
        check_frame(frame, jobs=0)


def test_any_other_frame_that_arrow_takes_becomes_a_table():
    table = pa.table({"puzzle": [UNIQUE]})
    other = SimpleNamespace(__arrow_c_stream__=table.__arrow_c_stream__)
    checked: Any = check_frame(other)
    assert isinstance(checked, pa.Table)
    assert checked["verdict"].to_pylist() == ["unique"]


@pytest.mark.parametrize("dtype", ["uint8", "int64", ">i2"])
def test_an_array_is_a_frame_with_one_column(dtype):
    """Of integers in any type and order, as rows or as boards, or of texts; a table of Arrow comes out."""
    puzzles = [UNIQUE, MULTIPLE, NONE]
    cells = np.array([[*map(int, puzzle.replace(".", "0"))] for puzzle in puzzles], dtype)
    for array in (cells, cells.reshape(-1, 9, 9), np.array(puzzles)):
        assert columns_of(check_frame(array))["verdict"] == ["unique", "multiple", "none"]
        solved = columns_of(solve_frame(array))["solution"]
        assert (solved[0], solved[2]) == (SOLUTION, None)
    with pytest.raises(TypeError, match="not ndarray"):
        check_frame(np.zeros((0, 81), dtype))
