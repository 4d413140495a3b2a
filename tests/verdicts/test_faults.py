"""Out of time at any moment, interrupted, contradicted by the second solver: no result is wrong."""

import signal
from random import Random

import pytest

from sudocube import Puzzle, Verdict, diagnose
from sudocube.engines import Failed, Found, Undecided
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid
from sudocube.sat import pysat_calls
from sudocube.sat.pysat_calls import search_slice
from sudocube.verdicts import ambiguity, clue_solver
from sudocube.verdicts.diagnosing import Diagnosis
from tests.counted_clock import CountedClock
from tests.puzzles import solved_grid
from tests.verdicts import brute

NONE = ["12.. ...3 .... .14.", "1243 4.2. .... 2.1."]
MULTIPLE = ["12.. .... .... ..3."]
UNIQUE = "1243 3421 4312 2134"


@pytest.fixture
def ticking(monkeypatch):
    """Diagnoses that run out of time after a number of calls of the clock."""

    def diagnosed(puzzle: str, ticks: int, *, is_compared: bool = True) -> Diagnosis:
        clock = CountedClock(ticks)
        monkeypatch.setattr("sudocube.verdicts.diagnosing.Clock", lambda seconds: clock)
        if not is_compared:
            monkeypatch.setattr(ambiguity, "KEPT", 2)
        limit = 1000 if is_compared else 2
        found = diagnose(puzzle, repair=True, limit=limit)
        assert found.reason is None
        return found

    return diagnosed


@pytest.mark.parametrize("puzzle", NONE)
def test_results_on_conflicts_are_true_whenever_time_runs_out(ticking, puzzle):
    clues = Puzzle(puzzle).clues
    changes = set(brute.single_changes(Puzzle(puzzle)))
    undecided = []
    for ticks in [*range(0, 60, 3), 80, 100, 200, 10_000]:
        found = ticking(puzzle, ticks)
        told = found.contradiction
        undecided.append(len(found.undecided))
        for conflict in told.conflicts:
            assert not brute.solutions(brute.only(clues, conflict.cells))
            fewer = [brute.without(brute.only(clues, conflict.cells), cell) for cell in conflict.cells]
            assert all(map(brute.solutions, fewer)) or not conflict.is_minimal
        if told.is_every_conflict_met:
            assert brute.solutions(
                brute.without(clues, *(cell for one in told.conflicts for cell in one.cells))
            )
        culprits = tuple(cell for cell in clues if brute.solutions(brute.without(clues, cell)))
        assert told.culprits in (None, culprits)
        said = {(str(one.kind), one.cell, one.to_digit, one.to_cell) for one in told.changes}
        assert said <= changes
        assert said == changes or not told.are_all_changes
        if not found.undecided:
            assert told.are_all_changes
    assert undecided[0] > 0 == undecided[-1]


@pytest.mark.parametrize("is_compared", [True, False])
@pytest.mark.parametrize("puzzle", MULTIPLE)
def test_results_on_several_solutions_are_true_whenever_time_runs_out(ticking, puzzle, is_compared):
    grids = brute.solutions(Puzzle(puzzle).clues)
    fewest = brute.fewest_differences(grids)
    occur = brute.occurrences(grids)
    sizes: dict[Grid, int] = {}
    undecided = []
    for ticks in [*range(0, 40, 2), 50, 90, 200, 400, 10_000_000]:
        found = ticking(puzzle, ticks, is_compared=is_compared)
        told = found.ambiguity
        undecided.append(len(found.undecided))
        assert told.count == len(grids) if told.is_exact else told.count <= len(grids)
        for cell, digits in enumerate(told.candidates):
            assert digits.keys() <= occur[cell].keys()
            assert digits.keys() == occur[cell].keys() or cell in told.undecided
        assert told.closest.at_least <= fewest <= len(told.closest.cells)
        if told.repair is not None:
            target = told.repair.solution
            size = sizes.setdefault(target, brute.smallest_repair_size(Puzzle(puzzle).clues, target))
            assert told.repair.at_least <= size <= len(told.repair.clues)
            assert brute.solutions(told.repair.puzzle.clues) == [target]
        if not found.undecided:
            assert told.repair.is_smallest
            assert told.closest.is_smallest == is_compared
    assert undecided[0] > 0 == undecided[-1]


def test_without_time_for_the_verdict_it_is_unknown():
    """And there is no other result."""
    found = diagnose(16 * 16 * ".", timeout=1e-9)
    assert (found.verdict, found.evidence, found.undecided) == (Verdict.UNKNOWN, None, ("the verdict",))
    assert found.reason is not None
    assert (found.contradiction, found.ambiguity, found.redundancy) == (None, None, None)
    for options in ({"limit": 0}, {"timeout": 0.0}):
        with pytest.raises(ValueError, match=r"a limit of 0|a timeout of"):
            diagnose("." * 16, **options)


@pytest.mark.parametrize(("puzzle", "verdict"), [(NONE[0], Verdict.MULTIPLE), (UNIQUE, Verdict.NONE)])
def test_if_the_second_solver_disagrees_no_result_is_reported(monkeypatch, puzzle, verdict):
    grids = (solved_grid(Geometry(2, 2), Random(1)),) * (verdict is not Verdict.NONE)
    wrong = Found(grids, 2 * len(grids), exhausted=True)
    monkeypatch.setattr(clue_solver, "refereed_answer", lambda *_, **__: wrong)
    found = diagnose(puzzle)
    assert (found.verdict, found.contradiction, found.redundancy) == (Verdict.UNKNOWN, None, None)
    assert "does not confirm" in str(found.reason)


def test_if_the_second_solver_fails_no_result_is_reported_and_if_it_has_no_time_it_is_not_confirmed(
    monkeypatch,
):
    said = [Failed("it broke off"), Undecided("out of time")]
    monkeypatch.setattr(clue_solver, "refereed_answer", lambda *_, **__: said[0])
    assert diagnose(NONE[0]).reason == "it broke off"
    del said[0]
    found = diagnose("12.. ...3 ..3. 4..4")
    assert found.contradiction is not None
    assert found.evidence == "search"
    assert [one.is_confirmed for one in found.contradiction.conflicts] == [True, False]  # a clash needs none
    assert "whether another solver finds the same conflict" in found.undecided


@pytest.mark.usefixtures("_python_handles_ctrl_c")
@pytest.mark.parametrize("when", [2, 20])
@pytest.mark.parametrize("puzzle", [NONE[0], MULTIPLE[0]])
def test_a_solver_that_was_interrupted_is_not_used_again(monkeypatch, puzzle, when):
    """Ctrl-C during a search raises KeyboardInterrupt; the next diagnosis is right."""
    calls = [0]

    def interrupted(*arguments):
        calls[0] += 1
        if calls[0] == when:
            signal.raise_signal(signal.SIGINT)
        return search_slice(*arguments)

    expected = diagnose(puzzle, repair=True)
    with monkeypatch.context() as patch:
        patch.setattr(pysat_calls, "search_slice", interrupted)
        try:
            diagnose(puzzle, repair=True)
        except KeyboardInterrupt:
            assert calls[0] == when
        else:
            assert calls[0] < when
    again = diagnose(puzzle, repair=True)
    assert (again.verdict, again.undecided) == (expected.verdict, ())
    assert (again.redundancy is None) == (expected.redundancy is None)
