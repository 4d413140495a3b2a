"""SAT engines: searches split into cases, replaced solvers, and wrong encodings."""

from collections.abc import Mapping
from random import Random
from typing import ClassVar

import pytest
from pysat.solvers import Solver

from sudocube.engines import engine, sat_engine
from sudocube.geometry import Geometry
from sudocube.jobs import refereed_answer
from sudocube.puzzle import Grid, Puzzle
from sudocube.sat.settings import SOLVERS
from tests.encoder.toml_text import CNF, FAMILIES, toml
from tests.puzzles import count_solutions, puzzle_from, solved_grid

PUZZLES = [
    Puzzle("." * 16),
    Puzzle("1" + "." * 15),
    Puzzle("12" + "." * 14),
    puzzle_from(solved_grid(Geometry(2, 3), Random(2)), Random(2), clues=10),
]


@pytest.mark.parametrize("part", [1, 7, 287])
@pytest.mark.parametrize("name", ["sat", "sat:minimal@glucose4"])
def test_many_solutions_are_found_case_by_case_each_of_them_once(name, part, monkeypatch):
    """Whatever the size of the cases and the limit."""
    monkeypatch.setattr(sat_engine, "EXCLUDED_AT_MOST", part)
    one = engine(name)
    for puzzle in PUZZLES:
        solutions = count_solutions(puzzle, 1000)
        for limit in (1, 2, part, part + 1, part + 2, solutions - 1, solutions, 1000):
            seen: list[Grid] = []
            answer = one.answer(puzzle, limit=limit, on_result=seen.append)
            assert (answer.count, answer.exhausted) == (min(limit, solutions), solutions < limit)
            assert len(set(seen)) == len(seen) == answer.count


class Spy(Solver):  # type: ignore[misc]
    """A solver of PySAT that records its clauses."""

    made: ClassVar[list["Spy"]] = []

    def __init__(self, **how: object) -> None:
        self.added: list[list[int]] = []
        super().__init__(**how)
        self.made.append(self)

    def add_clause(self, clause, no_return=True):
        """Record the clause, and add it."""
        self.added.append(list(clause))
        return super().add_clause(clause, no_return)


@pytest.fixture
def solvers(monkeypatch) -> list[Spy]:
    """All solvers that are made in a test, in order."""
    monkeypatch.setattr("pysat.solvers.Solver", Spy)
    monkeypatch.setattr(Spy, "made", [])
    return Spy.made


def is_gone(solver: Spy) -> bool:
    """Whether the solver was deleted."""
    return solver.solver is None


@pytest.mark.parametrize("name", ["sat", "sat:extended@minisat22"])
def test_a_solver_serves_many_puzzles_and_is_then_replaced(name, solvers):
    """After the number of puzzles in SOLVERS; the old solver is deleted."""
    one = engine(name)
    after = SOLVERS[one.name.partition("@")[2]]
    for _ in range(after):
        one.answer(Puzzle("1... ..2. .3.. ...4"))
    assert [is_gone(solver) for solver in solvers] == [False]
    one.answer(Puzzle("1... ..2. .3.. ...4"))
    assert [is_gone(solver) for solver in solvers] == [True, False]


def test_a_solver_is_not_used_again_after_an_error_or_out_of_time(solvers):
    """Its state is not known."""

    def on_result(grid: Grid) -> None:
        raise KeyboardInterrupt

    one = engine("sat")
    with pytest.raises(KeyboardInterrupt):
        one.answer(Puzzle("." * 16), on_result=on_result)
    assert [is_gone(solver) for solver in solvers] == [True]
    one.answer(Puzzle("." * 16))
    one.answer(Puzzle("." * 16), timeout=1e-9)
    assert [is_gone(solver) for solver in solvers] == [True, True]


def test_a_solution_is_excluded_under_a_selector_that_is_released_afterwards(solvers):
    """The clauses that a puzzle leaves behind have no effect on the next puzzle."""
    one = engine("sat")
    elements = 64
    for cells in ("." * 16, "1... ..2. .3.. ...4", "12.. 34.. .... ...1"):
        one.answer(Puzzle(cells), limit=5)
    (solver,) = solvers
    released = {-clause[0] for clause in solver.added if len(clause) == 1}
    excluding = [clause for clause in solver.added if len(clause) > 1]
    assert len(released) == 3
    assert min(released) > elements
    assert all(sum(-literal in released for literal in clause) == 1 for clause in excluding)


TOO_WEAK: list[Mapping[str, Mapping[str, str]]] = [
    {},
    {"row": CNF},
    {"cell": {"at_least_one": "clause"}},
    {"cell": {"at_most_one": "pairwise"}},
]


def test_a_wrong_encoding_does_not_get_past_the_referee(tmp_path):
    """Without boxes, solutions are Latin squares; else cells have no digit, or several."""
    path, no_boxes = tmp_path / "mine.toml", {family: CNF for family in FAMILIES if family != "box"}
    path.write_text(toml(no_boxes), "utf-8")
    answer = refereed_answer(engine(f"sat:{path}"), Puzzle("1234 2... .... ...."))
    assert (answer.verdict, answer.faulty) == ("unknown", True)
    assert "the referee refuses the solution" in (answer.reason or "")
    for families in TOO_WEAK:
        path.write_text(toml(families), "utf-8")
        answer = refereed_answer(engine(f"sat:{path}"), Puzzle("." * 36, Geometry(3, 2)))
        assert (answer.verdict, answer.faulty, answer.solutions) == ("unknown", True, ())
