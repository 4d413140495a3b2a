"""Methods that may get stuck: their verdict is right, or `unknown`."""

import pytest

from sudocube.engines import engine
from sudocube.jobs import refereed_answer
from sudocube.puzzle import Puzzle
from sudocube.solvers.methods import METHODS
from sudocube.verdict import Verdict
from tests.puzzles import EXAMPLES

INCOMPLETE = [name for name, method in METHODS.items() if not method.is_complete]
VERDICTS = {0: Verdict.NONE, 1: Verdict.UNIQUE, 2: Verdict.MULTIPLE}


@pytest.mark.parametrize("method", INCOMPLETE)
def test_their_traits_say_so(method):
    """So callers know that they may not decide."""
    assert engine(method).traits.complete is False


@pytest.mark.parametrize("method", [*INCOMPLETE, "possibles:odometer@2"])
def test_an_answer_is_right_or_unknown(method):
    """A contradiction gives `none`, a grid filled by deduction alone `unique`; `multiple` never comes."""
    seen = set()
    for name, cells, geometry, solutions in EXAMPLES:
        puzzle = Puzzle(cells, geometry)
        if puzzle.geometry.size > (4 if "odometer" in method else 12):
            continue
        answer = refereed_answer(engine(method), puzzle, timeout=20)
        seen.add(answer.verdict)
        assert (name, answer.faulty) == (name, False)
        if answer.verdict is Verdict.UNKNOWN:
            assert answer.reason is not None
            assert (name, answer.reason.partition(":")[0]) == (name, "stuck")
        else:
            assert (name, answer.verdict) == (name, VERDICTS[solutions])
    assert {Verdict.UNIQUE, Verdict.NONE} <= seen
    assert Verdict.UNKNOWN in seen or "odometer" in method


@pytest.mark.parametrize("solutions", [0, 1, 2])
def test_the_odometer_counts_solutions_of_small_puzzles(solutions):
    """Size 4: the odometer has never more than a few thousand readings."""
    for name, cells, geometry, known in EXAMPLES:
        puzzle = Puzzle(cells, geometry)
        if known == solutions and puzzle.geometry.size == 4 and len(puzzle.clues) > 2:
            answer = refereed_answer(engine("possibles:odometer"), puzzle)
            assert (name, answer.verdict) == (name, VERDICTS[known])
