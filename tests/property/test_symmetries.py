"""The symmetries of Sudoku change neither a verdict nor a count."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.engines import Answer, kept_engine
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from tests.puzzles import geometries, puzzle_from, puzzles, solved_grid

LIMIT = 60


def shuffled(puzzle: Puzzle, rng: Random) -> Puzzle:
    """Digits renamed, bands and the rows in them exchanged; then perhaps rows with columns, and all again.

    With rows and columns exchanged, boxes of R × C become boxes of C × R.
    """
    shape = puzzle.geometry
    n, down = shape.size, shape.box_rows
    names = [0, *rng.sample(range(1, n + 1), n)]
    rows = [[names[digit] for digit in puzzle.cells[top : top + n]] for top in range(0, n * n, n)]
    bands = [rng.sample(rows[top : top + down], down) for top in range(0, n, down)]
    rows = [row for band in rng.sample(bands, len(bands)) for row in band]
    if rng.random() < 0.3:
        return Puzzle([digit for row in rows for digit in row], shape)
    turned = [digit for column in zip(*rows, strict=True) for digit in column]
    return shuffled(Puzzle(turned, Geometry(shape.box_columns, down)), rng)


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
@given(puzzle=puzzles(max_size=9).map(lambda known: known.puzzle) | sparse(), seed=st.integers(0, 2**32 - 1))
@settings(max_examples=25)
def test_a_symmetry_changes_no_verdict_and_no_count(name, puzzle, seed):
    engine = kept_engine(name)
    other = shuffled(puzzle, Random(seed))
    assert said(engine.answer(other, limit=LIMIT)) == said(engine.answer(puzzle, limit=LIMIT))
