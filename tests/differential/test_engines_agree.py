"""Engines that share little, on generated puzzles: the known answer, from each of them."""

from random import Random

import pytest

from sudocube import Puzzle
from sudocube.engines import DEFAULT_ENGINES, engine
from sudocube.geometry import Geometry
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


def few_clues() -> list[Puzzle]:
    """Some clues of a grid: any number of solutions but none."""
    rng = Random("few clues")
    clues = {
        Geometry(2, 2): (3, 6),
        Geometry(2, 3): (8, 14),
        Geometry(3, 2): (8, 14),
        Geometry(3, 3): (24, 34),
    }
    return [
        puzzle_from(solved_grid(shape, rng), rng, clues=rng.randint(*some))
        for shape, some in clues.items()
        for _ in range(10)
    ]


def test_all_engines_count_what_the_independent_counter_counts():
    """Up to 50, where the number is not known by construction."""
    made = [engine(name) for name in ENGINES]
    expected = {}
    for puzzle in few_clues():
        solutions = count_solutions(puzzle, LIMIT)
        expected[puzzle] = solutions
        found = {
            one.name: one.answer(puzzle, limit=LIMIT).count for one in made if one.traits.supports(puzzle)
        }
        assert set(found.values()) == {solutions}, f"{puzzle!r}: {found}"
    assert min(expected.values()) == 1
    assert max(expected.values()) == LIMIT
    assert len(set(expected.values())) > 8  # not all alike


@pytest.mark.parametrize("name", ENGINES)
def test_all_solutions_are_the_same_set(name):
    """Whatever the order they are found in."""
    reference = engine("phases")
    rng = Random("sets")
    for shape, clues in ((Geometry(2, 2), 3), (Geometry(3, 2), 9), (Geometry(3, 3), 27)):
        puzzle = puzzle_from(solved_grid(shape, rng), rng, clues=clues)
        if not engine(name).traits.supports(puzzle):
            continue
        found: list[set[object]] = [set(), set()]
        for one, seen in zip((reference, engine(name)), found, strict=True):
            one.answer(puzzle, limit=3000, on_result=seen.add)
        assert found[0] == found[1]
        assert 1 < len(found[0]) < 3000, len(found[0])
