"""A puzzle as clauses: its solutions are those of the puzzle, reduced or not; and the text of the clauses."""

from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cnf import formula
from sudocube.encoder.dimacs_file import HEAD_LENGTH, DimacsFile
from sudocube.encoder.puzzle_formula import (
    PuzzleFormula,
    add_clues,
    dimacs,
    puzzle_formula,
    variables_in_rows,
    with_clauses,
)
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.trusted import objection
from tests.counted_clock import CountedClock
from tests.puzzles import Known, clashing_puzzle, puzzles, solved_grid

SMALL = Geometry(2, 3)
PUZZLE = Puzzle("1... ..2. .3.. ...4")


def formula_of(name: str, puzzle: Puzzle) -> PuzzleFormula:
    """The puzzle as this encoding puts it."""
    return add_clues(formula(load(name), puzzle.geometry), puzzle)


def solutions(of: PuzzleFormula, limit: int = 50) -> set[tuple[int, ...]]:
    """Up to `limit` grids, read back from a solver's models."""
    found: set[tuple[int, ...]] = set()
    with Solver("minisat22", bootstrap_with=of.clauses) as solver:
        while len(found) < limit and solver.solve():
            grid = tuple(digit for (digit,) in of.digits(solver.get_model()))
            assert grid not in found
            found.add(grid)
            if not (literals := of.literals(grid)):
                break  # all of it is fixed
            solver.add_clause([-literal for literal in literals])
    return found


@settings(max_examples=60)
@given(name=st.sampled_from(names(Formalism.CNF)), known=puzzles(max_size=6, limit=40))
def test_it_has_the_solutions_of_the_puzzle(name, known: Known):
    """As many as there are, and each of them right."""
    found = solutions(formula_of(name, known.puzzle))
    shape = known.puzzle.geometry
    assert len(found) == min(known.solutions, 50)
    for grid in found:
        assert objection(grid, known.puzzle.cells, shape.box_rows, shape.box_columns) is None


def test_what_the_clues_fix_is_no_variable_any_more():
    """The elements of a clue's cell, and its digit in the peers: by arithmetic, for one clue of size 9."""
    of = formula_of("optimised", Puzzle("5" + "." * 80))
    peers = 8 + 8 + 4
    assert of.variables == 729 - 9 - peers
    gone = {"x[r1c1,5]", "x[r1c1,1]", "x[r1c9,5]", "x[r9c1,5]", "x[r3c3,5]"}
    called = {of.name(variable) for variable in range(1, of.variables + 1)}
    assert not gone & called
    assert {"x[r1c2,1]", "x[r4c4,5]"} <= called
    assert set(map(abs, chain(*of.clauses))) == set(range(1, of.variables + 1))
    assert (of.elements[4], of.elements[0], of.elements[9 + 4], of.elements[9]) == ((), None, None, (1,))
    assert of.units == ()


@pytest.mark.parametrize("unit", ["row", "column", "box"])
def test_clues_that_clash_leave_a_contradiction_and_no_empty_clause(unit):
    """There are tools that do not know what to do with one."""
    puzzle, _ = clashing_puzzle(solved_grid(SMALL, Random(5)), Random(5), unit)
    of = formula_of("optimised", puzzle)
    assert [] not in of.clauses
    assert solutions(of) == set()
    assert max(map(abs, chain(*of.clauses))) == of.variables
    assert of.name(of.variables) == "a[1]"


def without_comments(text: str) -> list[str]:
    """The text lines that are no comments."""
    return [line for line in text.splitlines() if not line.startswith("c")]


@pytest.mark.parametrize("name", ["minimal", "optimised"])
def test_the_text_has_a_line_for_each_clause_at_any_size(name):
    """Where the rules are kept for the next puzzle, and at 16×16, where they are streamed in batches."""
    large = [Puzzle(bytes([1, *[0] * 255]))] if name == "minimal" else []
    for puzzle in (PUZZLE, Puzzle("2" + "." * 15), *large):
        of = puzzle_formula(load(name), puzzle)
        header, *lines = without_comments("".join(dimacs(of, "c mine\n")))
        assert header == f"p cnf {of.variables} {len(of.clauses)}"
        assert lines == [" ".join(map(str, (*clause, 0))) for clause in of.clauses]
        whole = formula_of(name, puzzle)
        assert (of.variables, [*map(list, of.clauses)]) == (whole.variables, [*map(list, whole.clauses)])
    rows = [*variables_in_rows("x{}", 33)]
    assert [row.split()[0] + row.split()[-1] for row in rows] == ["x1x16", "x17x32", "x33x33"]


@pytest.mark.parametrize("encoding", ["minimal", "optimised", "ladder"])
def test_a_file_that_grows_is_always_what_the_formula_would_be(encoding, tmp_path):
    """The header counts the clauses that were added, also where the count gets one more figure.

    A strict reader wants one blank between two words of the header; the comment before it has the others.
    """
    formula = puzzle_formula(load(encoding), PUZZLE)
    file = DimacsFile(tmp_path / "puzzle.cnf", formula, CountedClock())
    more: list[list[int]] = []
    for step in range(12):
        text = file.path.read_text("ascii")
        assert without_comments(text) == without_comments("".join(dimacs(with_clauses(formula, more))))
        comment, header, *_ = text.splitlines()
        assert (comment[:2], header.split(" ")[:2], len(header.split(" "))) == ("c ", ["p", "cnf"], 4)
        assert len(f"{comment}\n{header}\n") == HEAD_LENGTH == 64
        for _ in range(1 if step < 10 else 400):
            more.append([-1, -2 - len(more)])
            file.add(more[-1])
    with pytest.raises(TimeoutError):  # a large formula may take longer than the puzzle's limit
        DimacsFile(tmp_path / "late.cnf", formula, CountedClock(0))
