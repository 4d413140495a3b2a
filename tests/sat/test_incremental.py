"""A SAT solver for many searches: under assumptions, with a clock, and with Ctrl-C."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations

import pytest

from sudocube.clock import Clock
from sudocube.sat import IncrementalSolver, Lifetime, TracingSolver, pysat_calls
from sudocube.sat.incremental import LARGE, SLICE
from sudocube.sat.settings import LATE, SETTINGS, SOLVERS, UNLIMITED
from tests.counted_clock import CountedClock

needs_masks = pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no signal masks here")


@pytest.fixture
def _python_handles_the_signal():
    """Also if the tests run in the background, where the signal is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class Interrupted:
    """A solver that is interrupted at each call."""

    def __init__(self) -> None:
        self.deleted = 0

    def delete(self) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        self.deleted += 1

    def conf_budget(self, conflicts: int) -> None:
        pass

    def solve_limited(self, assumptions: list[int]) -> bool:
        os.kill(os.getpid(), signal.SIGINT)
        return False


def with_solver(interrupted: Interrupted) -> IncrementalSolver:
    """An IncrementalSolver that holds this solver."""
    solver = IncrementalSolver()
    solver.close()
    solver._solver = interrupted
    return solver


def test_temporary_clauses_hold_under_their_selector_until_they_are_released():
    """Also if an error ends the block."""
    with IncrementalSolver([[1, 2]], 2) as solver:
        selector = solver.add_temporary([-1])
        assert solver.add_temporary([-2], selector=selector) == selector
        assert not solver.is_satisfiable([selector], Clock())
        assert solver.core() == [selector]
        assert solver.is_satisfiable([-1], Clock())
        assert solver.true_variables(2) == [2]
        assert solver.model()[:2] == [-1, 2]
        solver.release(selector)
        assert solver.is_satisfiable([], Clock())
        assert solver.added == 3
        with pytest.raises(ValueError, match="mine"), solver.temporary([-1], [-2]) as selector:
            raise ValueError("mine")
        assert not solver.is_satisfiable([selector])  # it is false from now on
        assert solver.is_satisfiable()


def test_a_search_ends_undecided_after_a_number_of_slices(monkeypatch):
    """And it can be continued."""
    answers = [None, None, None, True]
    monkeypatch.setattr(pysat_calls, "search_slice", lambda *_: answers.pop(0))
    with IncrementalSolver() as solver:
        with pytest.raises(TimeoutError):
            solver.is_satisfiable([], Clock(), slices=2)
        assert solver.is_satisfiable([], Clock(), slices=2)
    assert not answers


@needs_masks
@pytest.mark.usefixtures("_python_handles_the_signal")
def test_a_solver_that_is_closed_under_ctrl_c_is_deleted_once():
    """PySAT could delete it a second time, and the process would crash."""
    interrupted = Interrupted()
    solver = with_solver(interrupted)
    with pytest.raises(KeyboardInterrupt):
        solver.close()
    solver.close()
    assert (solver.is_closed, interrupted.deleted) == (True, 1)


@needs_masks
@pytest.mark.usefixtures("_python_handles_the_signal")
def test_a_solver_that_was_interrupted_gives_no_answer():
    """The answer could be wrong."""
    interrupted = Interrupted()
    solver = with_solver(interrupted)
    with pytest.raises(KeyboardInterrupt):
        solver.is_satisfiable([1], Clock())
    assert (solver.is_closed, interrupted.deleted) == (True, 1)


def test_a_new_solver_has_the_permanent_clauses_and_no_temporary_ones():
    with IncrementalSolver([[1, 2]], 2) as solver:
        third = solver.new_variable()
        solver.add([-1, third])
        selector = solver.add_temporary([-third])
        assert not solver.is_satisfiable([1, selector])
        solver.close()
        assert solver.is_satisfiable([1])
        assert solver.model() == [1, *solver.model()[1:2], third]
        assert solver.add_temporary([-2]) == selector  # its number can be used again
        assert not solver.is_satisfiable([selector, -1])


class InterruptedOnce:
    """Clauses whose loading is interrupted the first time, after one of them."""

    def __init__(self) -> None:
        self.is_first = True

    def __len__(self) -> int:
        return 2

    def __iter__(self) -> Iterator[list[int]]:
        yield [1]
        if self.is_first:
            self.is_first = False
            raise KeyboardInterrupt
        yield [-1]


def test_a_solver_that_was_interrupted_while_it_was_loaded_is_not_asked():
    """It has some of the clauses only, and would call them satisfiable."""
    with IncrementalSolver(InterruptedOnce(), 1) as solver:
        with pytest.raises(KeyboardInterrupt):
            solver.is_satisfiable()
        assert solver.is_closed
        assert not solver.is_satisfiable()


def solvers_of_tasks(lifetime: Lifetime, tasks: int) -> list[object]:
    """The solver of each of some tasks; each task adds and releases a clause."""
    found = []
    with IncrementalSolver([[1, 2]], 2, solver="minisat22", lifetime=lifetime) as solver:
        for _ in range(tasks):
            solver.begin_task()
            with solver.temporary([-1]) as selector:
                assert solver.is_satisfiable([selector])
            found.append(solver._solver)
    return found


@pytest.mark.parametrize(
    ("lifetime", "after"),
    [(Lifetime(), 9), (Lifetime(tasks=1), 1), (Lifetime(tasks=4), 4), (Lifetime(clauses=5), 3)],
)
def test_a_worn_solver_is_replaced_when_a_task_begins(lifetime, after):
    """After a number of tasks, or when too many clauses were added."""
    solvers = solvers_of_tasks(lifetime, 9)
    assert [solvers[0] is one for one in solvers] == [number < after for number in range(9)]


def pigeons(count: int) -> list[list[int]]:
    """Clauses that put `count` pigeons into one hole less: refuted only after many conflicts."""
    holes = range(1, count)
    sits = {(pigeon, hole): pigeon * count + hole for pigeon in range(count) for hole in holes}
    clauses = [[sits[pigeon, hole] for hole in holes] for pigeon in range(count)]
    for hole in holes:
        clauses += [[-sits[pair[0], hole], -sits[pair[1], hole]] for pair in combinations(range(count), 2)]
    return clauses


def test_a_solver_is_worn_after_so_many_conflicts():
    clauses, lifetime = [[-1, *clause] for clause in pigeons(5)], Lifetime(conflicts=5)
    with IncrementalSolver(clauses, 30, solver="glucose4", lifetime=lifetime) as solver:
        solver.begin_task()
        assert solver.is_satisfiable([-1])
        first = solver._solver
        solver.begin_task()
        assert solver._solver is first
        assert not solver.is_satisfiable([1])
        assert solver.statistics()["conflicts"] >= 5
        solver.begin_task()
        assert solver.is_closed


def test_solvers_that_are_left_open_are_freed_at_the_end_of_the_process():
    """Otherwise PySAT's solver prints an error, in its __del__."""
    code = (
        "from sudocube.sat import IncrementalSolver\n"
        "solver = IncrementalSolver([[1]], 1)\n"
        "assert solver.is_satisfiable()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


class CountedClauses:
    """Not x1 or x2, not x2 or x3, …, and as the last clauses x1 and not the last x: no model, by the last."""

    def __init__(self, variables: int) -> None:
        self.taken = 0
        self._clauses = [[-v, v + 1] for v in range(1, variables)] + [[1], [-variables]]

    def __len__(self) -> int:
        return len(self._clauses)

    def __iter__(self) -> Iterator[list[int]]:
        for clause in self._clauses:
            self.taken += 1
            yield clause


@pytest.mark.parametrize("name", [*SOLVERS, "a trace"])
def test_loading_stops_within_a_thousand_clauses_when_time_runs_out(name):
    """And the half of the clauses, which has models, is never asked."""
    clauses = CountedClauses(5000)
    is_traced = name == "a trace"
    with (
        TracingSolver(clauses, 5000) if is_traced else IncrementalSolver(clauses, 5000, solver=name) as solver
    ):
        for looks in (1, 2, 4):  # one of them before loading begins
            clauses.taken = 0
            with pytest.raises(TimeoutError):
                solver.is_satisfiable([], CountedClock(looks))
            assert clauses.taken <= 1000 * looks
            assert solver.is_closed
        assert not solver.is_satisfiable([], Clock())
        assert not isinstance(solver, TracingSolver) or solver.trace()


@pytest.mark.parametrize(("clauses", "conflicts"), [(LARGE, SLICE), (2 * LARGE, SLICE // 2)])
def test_the_more_clauses_the_fewer_conflicts_in_a_slice(clauses, conflicts, monkeypatch):
    """Each conflict takes longer, and the clock is looked at between two slices."""
    asked: list[int] = []
    monkeypatch.setattr(pysat_calls, "search_slice", lambda solver, assumed, most: asked.append(most))
    with IncrementalSolver([[1, 2]] * clauses, 2) as solver, pytest.raises(TimeoutError):
        solver.is_satisfiable([], slices=3)
    assert asked == [conflicts] * (3 * SLICE // conflicts)


@pytest.mark.parametrize("name", sorted(set(SOLVERS) - UNLIMITED))
def test_a_slice_has_as_many_conflicts_as_it_may_unless_the_solver_is_late(name):
    """The clock and Ctrl-C are looked at between slices only."""
    solver = pysat_calls.new_solver(name, SETTINGS.get(name, {}))
    for clause in pigeons(10):
        solver.add_clause(clause)
    assert pysat_calls.search_slice(solver, [], 300) is None
    is_late = solver.accum_stats()["conflicts"] > 310
    pysat_calls.delete(solver)
    assert is_late == (name in LATE)
