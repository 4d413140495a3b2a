"""Every engine gives the right answer to puzzles whose number of solutions is known, up to any limit."""

from random import Random

import pytest

from sudocube.engines import Engine, Undecided
from sudocube.engines.asking import refereed_answer
from sudocube.errors import UnsupportedError
from sudocube.geometry import SIZES, Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.verdict import Evidence
from tests.contract.under_test import (
    EXAMPLE_PUZZLES,
    FEW,
    IN_PROCESS,
    NAMES,
    NINE_ONLY,
    SHORT,
    SLOW,
    assert_right,
    each,
    ground,
    new,
    shared,
)
from tests.puzzles import Known, count_solutions, solved_grid

TALL, WIDE = Geometry(3, 2), Geometry(2, 3)
OTHER_RULES = [
    Known(puzzle, count_solutions(puzzle))
    for mine, other in ((TALL, WIDE), (WIDE, TALL))
    for puzzle in [Puzzle(solved_grid(mine, Random(1)).cells, shape) for shape in (mine, other)]
]
"""Full grids of 3×2 boxes as puzzles of these and of 2×3 boxes, and the other way round."""

NINE = [one for one in EXAMPLE_PUZZLES if one.puzzle.geometry.size == 9]
LARGE = [one for one in EXAMPLE_PUZZLES if one.puzzle.geometry.size > 9]


def is_heavy(name: str, size: int) -> bool:
    """Whether an engine is slow for that size; such pairs are left out."""
    if name in ("phases", "cpsat:cube", "cpsat:alldifferent", "sat:extended@cadical153"):
        return False
    return size > (16 if name == "sat:extended@minisat22" else 12 if name.endswith("@glucose4") else 9)


@each()
def test_the_number_of_solutions_is_the_known_one(name):
    """The referee passes the solutions, and they differ; clashes and full grids are decided like any other.

    Sizes that the traits do not name are refused, and each shape of the boxes has rules of its own.
    """
    one = shared(name)
    assert isinstance(one, Engine)
    assert one.name == new(name).name
    assert one.name.startswith(name.partition(":")[0])
    assert one.traits.supports_timeout == (name in IN_PROCESS)
    assert one.traits.sizes == ((9,) if name in NINE_ONLY else SIZES)
    for puzzle, solutions in (*ground(name).known, *NINE[2 * (name in SLOW) : 5 - 2 * (name in SLOW)]):
        assert_right(one.answer(puzzle), puzzle, solutions)
    if name in NINE_ONLY:
        with pytest.raises(UnsupportedError):
            one.answer(Puzzle("." * 16))
        answer = refereed_answer(one, Puzzle("." * 16))
        assert answer == Undecided(f"{one.name} takes no puzzles of size 4")
        return
    for puzzle, solutions in (*SHORT, *OTHER_RULES, *OTHER_RULES):
        assert_right(one.answer(puzzle), puzzle, solutions)


@each()
def test_every_limit_holds_and_the_evidence_is_what_one_engine_alone_can_have(name):
    """A limit that is not above the number of solutions does not say whether there are more."""
    engine, (unique, several, _) = shared(name), ground(name)
    shown = Evidence.PROOF if engine.traits.proves else Evidence.SEARCH
    for limit in (1, 2, several.solutions - 1, several.solutions, several.solutions + 1, 1000):
        seen: list[Grid] = []
        answer = engine.answer(several.puzzle, limit=limit, on_result=seen.append)
        assert_right(answer, *several, limit)
        assert len(set(seen)) == len(seen) == answer.count
        assert answer.solutions == tuple(seen[:2])
        assert answer.evidence is (None if limit == 1 else Evidence.WITNESS)
    for puzzle, solutions in ground(name).known:
        assert_right(engine.answer(puzzle, limit=1), puzzle, solutions, 1)
        if solutions < 2:
            assert_right(engine.answer(puzzle, limit=3), puzzle, solutions, 3)
    answer = engine.answer(unique)
    assert (answer.evidence, answer.reason, answer.seconds > 0) == (shown, None, True)


@pytest.mark.parametrize("name", FEW)
def test_all_288_solutions_of_the_empty_4x4_grid_are_found(name):
    """A limit that is reached exactly leaves open whether there are more."""
    for limit in (287, 288, 289):
        seen: list[Grid] = []
        assert_right(
            shared(name).answer(Puzzle("." * 16), limit=limit, on_result=seen.append),
            Puzzle("." * 16),
            288,
            limit,
        )
        assert len(set(seen)) == min(limit, 288)


class EnoughError(Exception):
    """An error of the caller, unknown to the engine."""


@each()
def test_an_exception_in_on_result_comes_through_and_the_engine_is_right_afterwards(name):
    """The same object, before any further search; a TimeoutError of the caller is no timeout of the engine.

    Another engine of the same name may be asked there: the two share no state.
    """
    engine, (unique, several, _) = shared(name), ground(name)
    clash = ground(name).known[-2].puzzle
    for error in (EnoughError(), TimeoutError("the caller's"), KeyboardInterrupt()):
        for enough in (1, 2):
            seen: list[Grid] = []

            def give_up(grid, seen=seen, error=error, enough=enough):
                seen.append(grid)
                if len(seen) == enough:
                    raise error

            with pytest.raises(type(error)) as caught:
                engine.answer(several.puzzle, limit=1000, on_result=give_up)
            assert caught.value is error
            assert len(seen) == enough
            error.__traceback__ = None  # it would keep the engine's frames until the end of all tests
        assert_right(engine.answer(several.puzzle, limit=1000), *several, 1000)
        assert_right(engine.answer(clash), clash, count_solutions(clash))
        assert_right(engine.answer(unique), unique, 1)
    other, inner = new(name), list[str]()
    engine.answer(
        several.puzzle,
        limit=1000,
        on_result=lambda grid: inner.append(other.answer(Puzzle(grid.cells)).verdict),
    )
    assert inner == ["unique"] * several.solutions


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if not is_heavy(name, 12)])
def test_large_puzzles_are_answered_right(name):
    """Of sizes up to 25, as far as an engine is not slow for them."""
    for puzzle, solutions in LARGE:
        if not is_heavy(name, puzzle.geometry.size) and name not in NINE_ONLY:
            assert_right(shared(name).answer(puzzle), puzzle, solutions)
