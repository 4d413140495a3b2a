"""Every engine gives the right answer to puzzles whose number of solutions is known."""

from random import Random

import pytest

from sudocube.engines import Engine
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.verdict import Evidence
from tests.contract.under_test import ANY_SIZE, IN_PROCESS, NAMES, assert_right, ground, is_heavy, new, shared
from tests.puzzles import EXAMPLES, count_solutions, solved_grid

BY_SHAPE: dict[Geometry, list[tuple[Puzzle, int]]] = {}
for _, cells, shape, solutions in EXAMPLES:
    example = Puzzle(cells, shape)
    BY_SHAPE.setdefault(example.geometry, []).append((example, solutions))

PAIRS = [
    pytest.param(name, shape, id=f"{name}-{shape.box_rows}x{shape.box_columns}")
    for name in NAMES
    for shape, examples in BY_SHAPE.items()
    if not is_heavy(name, examples[0][0])
]


@pytest.mark.parametrize("name", NAMES)
def test_engines_are_engines(name):
    """They have what the protocol demands; the full name contains the defaults."""
    one = new(name)
    assert isinstance(one, Engine)
    assert one.name == new(name).name
    assert one.name.startswith(name.partition(":")[0])
    assert one.traits.supports_timeout == (name in IN_PROCESS)


@pytest.mark.parametrize(("name", "shape"), PAIRS)
def test_the_number_of_solutions_up_to_two_is_the_known_one(name, shape):
    """And the solutions pass the referee, agree with the clues and differ."""
    for puzzle, solutions in BY_SHAPE[shape]:
        assert_right(shared(name).answer(puzzle), puzzle, solutions)


@pytest.mark.parametrize("name", NAMES)
def test_clashes_and_full_grids_are_decided_like_any_other(name):
    """Clues that clash have no solution; a full puzzle is its own solution, or has none."""
    for says, cells, solutions in ground(name).tricky:
        puzzle = Puzzle(cells)
        answer = shared(name).answer(puzzle)
        assert answer.count == solutions, says
        assert_right(answer, puzzle, solutions)


@pytest.mark.parametrize("name", NAMES)
def test_evidence_is_what_one_engine_alone_can_have(name):
    """`search` (or `proof`, for an engine that proves), `witness`, or None."""
    engine = shared(name)
    cells = {says: cells for says, cells, _ in ground(name).tricky}
    many = ground(name).many.puzzle
    puzzles = (Puzzle(cells["one blank"]), Puzzle(cells["clash in a row"]), many)
    shown = Evidence.PROOF if engine.traits.proves else Evidence.SEARCH
    evidence = [engine.answer(puzzle).evidence for puzzle in puzzles]
    assert evidence == [shown, shown, Evidence.WITNESS]
    assert engine.answer(many, limit=1).evidence is None


@pytest.mark.parametrize("name", ANY_SIZE)
def test_boxes_of_one_size_and_another_shape_are_other_rules(name):
    """Grids of 3×2 boxes are judged by other rules than those of 2×3 boxes, in any order."""
    engine = shared(name)
    tall, wide = Geometry(3, 2), Geometry(2, 3)
    for seed in range(8):
        for mine, other in ((tall, wide), (wide, tall)):
            grid = solved_grid(mine, Random(seed))
            full, elsewhere = Puzzle(grid.cells, mine), Puzzle(grid.cells, other)
            assert_right(engine.answer(full), full, 1)
            assert_right(engine.answer(elsewhere), elsewhere, count_solutions(elsewhere))


@pytest.mark.parametrize("name", NAMES)
def test_the_answer_says_how_long_it_took(name):
    """And gives no reason, since it was not cut short."""
    answer = shared(name).answer(ground(name).many.puzzle, limit=3)
    assert answer.seconds > 0
    assert answer.reason is None
