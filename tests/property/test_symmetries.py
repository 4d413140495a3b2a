"""The symmetries of Sudoku change neither a verdict nor a count."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.engines import kept_engine
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.verdict import Answer
from tests.puzzles import geometries, puzzle_from, puzzles, solved_grid

Rows = list[list[int]]
Change = Callable[[Rows, Geometry, Random], tuple[Rows, Geometry]]

LIMIT = 60


def relabelled(rows: Rows, shape: Geometry, rng: Random) -> tuple[Rows, Geometry]:
    """A permutation of the digits."""
    names = [0, *rng.sample(range(1, shape.size + 1), shape.size)]
    return [[names[digit] for digit in row] for row in rows], shape


def rows_in_bands(rows: Rows, shape: Geometry, rng: Random) -> tuple[Rows, Geometry]:
    """A permutation of the rows in each band."""
    down = shape.box_rows
    bands = [rows[top : top + down] for top in range(0, shape.size, down)]
    return [row for band in bands for row in rng.sample(band, down)], shape


def bands(rows: Rows, shape: Geometry, rng: Random) -> tuple[Rows, Geometry]:
    """A permutation of the bands."""
    down = shape.box_rows
    cut = [rows[top : top + down] for top in range(0, shape.size, down)]
    return [row for band in rng.sample(cut, len(cut)) for row in band], shape


def transposed(rows: Rows, shape: Geometry, rng: Random) -> tuple[Rows, Geometry]:
    """Rows become columns, and boxes of R × C become boxes of C × R."""
    return [list(column) for column in zip(*rows, strict=True)], Geometry(shape.box_columns, shape.box_rows)


def of_columns(change: Change) -> Change:
    """The same change for columns and stacks."""

    def changed(rows: Rows, shape: Geometry, rng: Random) -> tuple[Rows, Geometry]:
        return transposed(*change(*transposed(rows, shape, rng), rng), rng)

    return changed


CHANGES: dict[str, Change] = {
    "relabelled": relabelled,
    "rows in bands": rows_in_bands,
    "bands": bands,
    "columns in stacks": of_columns(rows_in_bands),
    "stacks": of_columns(bands),
    "transposed": transposed,
}


def changed(puzzle: Puzzle, change: Change, rng: Random) -> Puzzle:
    """The puzzle after a change."""
    n = puzzle.geometry.size
    rows = [list(puzzle.cells[top : top + n]) for top in range(0, n * n, n)]
    rows, shape = change(rows, puzzle.geometry, rng)
    return Puzzle([digit for row in rows for digit in row], shape)


@st.composite
def sparse(draw: st.DrawFn) -> Puzzle:
    """A third of the cells of a grid: mostly many solutions."""
    shape = draw(geometries(max_size=9))
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    return puzzle_from(solved_grid(shape, rng), rng, clues=shape.cell_count // 3)


def said(answer: Answer) -> tuple[object, ...]:
    """What a symmetry must not change."""
    return answer.verdict, answer.count, answer.exhausted


@pytest.mark.parametrize("name", ["phases", "sat"])
@given(
    puzzle=puzzles(max_size=9).map(lambda known: known.puzzle) | sparse(),
    seed=st.integers(0, 2**32 - 1),
    kinds=st.lists(st.sampled_from(sorted(CHANGES)), min_size=1, max_size=3),
)
@settings(max_examples=25)
def test_a_symmetry_changes_no_verdict_and_no_count(name, puzzle, seed, kinds):
    """One change of each kind, or several in sequence."""
    engine = kept_engine(name)
    other, rng = puzzle, Random(seed)
    for kind in kinds:
        other = changed(other, CHANGES[kind], rng)
    assert said(engine.answer(other, limit=LIMIT)) == said(engine.answer(puzzle, limit=LIMIT))


@given(puzzle=sparse(), data=st.data())
@settings(max_examples=15)
def test_a_further_clue_of_a_solution_keeps_it_and_adds_none(puzzle, data):
    """The count can only fall, and not to 0."""
    engine = kept_engine("sat")
    answer = engine.answer(puzzle, limit=LIMIT)
    cells = bytearray(puzzle.cells)
    cell = data.draw(st.sampled_from([cell for cell, digit in enumerate(cells) if not digit]))
    cells[cell] = answer.solutions[0].cells[cell]
    fewer = engine.answer(Puzzle(bytes(cells), puzzle.geometry), limit=LIMIT)
    assert 1 <= fewer.count <= answer.count
