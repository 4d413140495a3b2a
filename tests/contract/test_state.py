"""What an engine learned from one puzzle never changes its answer to the next."""

from random import Random

import pytest

from sudocube.engines.asking import ask
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.sat.settings import SOLVERS
from tests.contract.under_test import FEW, assert_right, each, ground, new
from tests.puzzles import KINDS, Known, count_solutions, puzzle_with_known_answer

SHORT, LONG = 40, 700
"""How many puzzles are asked; a solver is replaced after 15, or in the long sequence when it is due."""

HIGHEST_LIMIT = 20

Sequence = list[tuple[Known, int]]


@pytest.fixture(scope="module")
def sequence() -> Sequence:
    """Puzzles with their numbers of solutions, each with a limit, in random order; most of size 4."""
    rng = Random(7)
    shapes = [Geometry(2, 2)] * 40 + [Geometry(2, 3)] * 10 + [Geometry(3, 2)] * 10 + [Geometry(3, 3)] * 7
    known = [
        puzzle_with_known_answer(shape, rng, KINDS[number % len(KINDS)])
        for number, shape in enumerate(shapes)
    ]
    empty = [Puzzle("." * 16), Puzzle("12" + "." * 14), Puzzle("1" + "." * 15)]
    known += [Known(puzzle, count_solutions(puzzle, HIGHEST_LIMIT)) for puzzle in empty]
    small = [one for one in known if one.puzzle.geometry.size == 4]
    drawn = [rng.choice(small if number % 7 else known) for number in range(LONG)]
    return [(one, rng.choice([1, 2, 2, 2, 3, HIGHEST_LIMIT])) for one in drawn]


def ask_all(name: str, sequence: Sequence) -> None:
    """One engine is right about all of them that it takes, one after the other."""
    engine = new(name)
    for (puzzle, solutions), limit in sequence:
        if engine.traits.supports(puzzle):
            assert_right(engine.answer(puzzle, limit=limit), puzzle, solutions, limit)


@each()
def test_one_engine_is_right_about_many_puzzles_in_a_row(name, sequence, monkeypatch):
    """Sizes, verdicts and limits are mixed, solvers are replaced on the way, and a puzzle comes again."""
    for solver in SOLVERS:
        monkeypatch.setitem(SOLVERS, solver, 15)
    unique, several, _ = ground(name)
    again = [(Known(unique, 1), 2), (several, 9), (several, 1)]
    ask_all(name, [*sequence[:SHORT], *again, *again])


@each()
def test_a_puzzle_that_is_asked_while_others_wait_changes_no_answer(name):
    """The stream of answers goes on as if nothing had been asked."""
    one = new(name)
    unique, several, _ = ground(name)
    known = [Known(unique, 1), several, Known(unique, 1)]
    for at, answers in ask([one], enumerate(puzzle for puzzle, _ in known), jobs=1):
        assert_right(answers[one.name], *known[at], 2)
        assert_right(one.answer(several.puzzle), *several, 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", FEW)
def test_one_engine_is_right_about_hundreds_of_puzzles_in_a_row(name, sequence):
    """As above, with solvers that are replaced when they are due."""
    ask_all(name, sequence)
