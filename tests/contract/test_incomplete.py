"""Methods that may get stuck: their verdict is right, or `unknown`."""

import pytest

from sudocube.engines import Failed, Refuted, engine
from sudocube.engines.asking import refereed_answer
from sudocube.solvers.methods import METHODS
from sudocube.verdict import Verdict
from tests.contract.under_test import EXAMPLE_PUZZLES, SHORT, assert_right

INCOMPLETE = [name for name, method in METHODS.items() if not method.is_complete]


@pytest.mark.parametrize("method", [*INCOMPLETE, "possibles:odometer@2"])
def test_an_answer_is_right_or_unknown(method):
    """A contradiction gives `none`, a grid filled by deduction alone `unique`; `multiple` never comes."""
    one, seen = engine(method), set()
    assert not one.traits.complete
    for puzzle, solutions in EXAMPLE_PUZZLES:
        if puzzle.geometry.size > (4 if "odometer" in method else 9):
            continue
        answer = refereed_answer(one, puzzle)
        seen.add(answer.verdict)
        assert not isinstance(answer, Failed | Refuted), puzzle
        if answer.verdict is Verdict.UNKNOWN:
            assert (answer.reason or "").partition(":")[0] == "stuck", puzzle
        else:
            assert answer.verdict is [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE][solutions], puzzle
    assert {Verdict.UNIQUE, Verdict.NONE} <= seen
    assert Verdict.UNKNOWN in seen or "odometer" in method


def test_the_odometer_counts_solutions_of_small_puzzles():
    """Size 4: the odometer has never more than a few thousand readings."""
    for puzzle, solutions in SHORT:
        if puzzle.geometry.size == 4 and len(puzzle.clues) > 2:
            assert_right(refereed_answer(engine("possibles:odometer"), puzzle), puzzle, solutions)
