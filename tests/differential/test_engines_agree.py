"""Engines that share little, on generated puzzles: the known answer, from each of them."""

from random import Random

import pytest

from sudocube.engines import engine
from sudocube.engines.registry import DEFAULT_ENGINES
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid
from sudocube.trusted import objection
from tests.puzzles import KINDS, Known, count_solutions, puzzle_from, puzzle_with_known_answer, solved_grid

ENGINES = (*DEFAULT_ENGINES, "sat:extended@minisat22", "sat:efficient@glucose4", "cpsat:alldifferent")

LIMIT = 50

SIZES = {Geometry(2, 2): 35, Geometry(2, 3): 21, Geometry(3, 2): 21, Geometry(3, 3): 35, Geometry(4, 4): 7}
"""How many puzzles of each shape."""


def known_answers(shape: Geometry, number: int) -> list[Known]:
    """Puzzles of every kind in turn, and their numbers of solutions."""
    rng = Random(f"{shape} differential")
    return [puzzle_with_known_answer(shape, rng, KINDS[i % len(KINDS)]) for i in range(number)]


@pytest.mark.parametrize("shape", SIZES, ids=lambda g: f"{g.box_rows}x{g.box_columns}")
def test_all_engines_give_the_known_answer(shape):
    """Verdict and number of solutions; of each solution they show, the referee approves."""
    made = [one for one in map(engine, ENGINES) if shape.size in one.traits.sizes]
    for puzzle, solutions in known_answers(shape, SIZES[shape]):
        counts, first = {}, set()
        for one in made:
            answer = one.answer(puzzle, limit=LIMIT)
            counts[one.name] = (answer.count, answer.exhausted)
            for grid in answer.solutions:
                assert objection(grid.cells, puzzle.cells, shape.box_rows, shape.box_columns) is None
            first.add(answer.solutions[:1])
        assert set(counts.values()) == {(min(solutions, LIMIT), solutions < LIMIT)}, f"{puzzle!r}: {counts}"
        assert len(first) == 1 or solutions > 1


def test_all_engines_find_the_same_solutions_and_as_many_as_a_plain_count():
    """Whatever the order they are found in."""
    rng = Random("sets")
    sizes = set()
    for shape, clues in ((Geometry(2, 2), 3), (Geometry(2, 3), 9), (Geometry(3, 2), 9), (Geometry(3, 3), 27)):
        puzzle = puzzle_from(solved_grid(shape, rng), rng, clues=clues)
        expected = count_solutions(puzzle, 3000)
        found = set()
        for one in map(engine, ENGINES):
            if one.traits.supports(puzzle):
                seen: list[Grid] = []
                one.answer(puzzle, limit=3000, on_result=seen.append)
                assert len(seen) == expected, f"{one.name}: {puzzle!r}"
                found.add(frozenset(seen))
        assert len(found) == 1
        sizes.add(expected)
    assert 1 < min(sizes) < max(sizes) < 3000
