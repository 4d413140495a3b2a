"""The same proofs go before checkers that are not ours, as the files that `self_contained` writes."""

from pathlib import Path
from random import Random

import pytest

from sudocube.geometry import GEOMETRIES
from sudocube.puzzle import Puzzle
from sudocube.verdicts.certifying import certify
from tests.puzzles import puzzle_with_known_answer
from tests.verdicts.samples import ALL_KINDS, HARD, NO_SOLUTION, made, written

SHAPES = [geometry for geometry in GEOMETRIES if geometry.size in (6, 8)]


def pairs(folder: Path) -> list[tuple[str, str]]:
    """The formulas and proofs in a folder."""
    return [
        (path.read_text("ascii"), path.with_suffix(".drat").read_text("ascii"))
        for path in sorted(folder.glob("*.cnf"))
    ]


@pytest.fixture
def proofs(tmp_path) -> list[tuple[str, str]]:
    """Of the hard puzzles, and of one that is unique and one that has no solution in several box shapes."""
    known = [
        puzzle_with_known_answer(geometry, Random(3), kind).puzzle
        for geometry in SHAPES
        for kind in ("unique", "subtle")
    ]
    puzzles: list[Puzzle | str] = [*HARD, *known]
    certify(puzzles, tmp_path / "c", self_contained=True)
    found = pairs(tmp_path / "c")
    assert len(found) == len(HARD) + len(known)
    return found


def test_dratify_accepts_them(proofs):
    dratify = pytest.importorskip("dratify")
    for formula, proof in proofs:
        result = dratify.check_proof(dratify.parse_dimacs(formula), proof)
        assert result.ok, str(result)


def test_dratify_refuses_what_we_refuse(tmp_path):
    """A proof without its steps, and the proof of another puzzle: so it does look."""
    dratify = pytest.importorskip("dratify")
    files = made(self_contained=True)
    formula = dratify.parse_dimacs(files["puzzle-000001.cnf"].decode())
    assert dratify.check_proof(formula, files["puzzle-000001.drat"].decode()).ok
    for other in ("0\n", files["puzzle-000004.drat"].decode()):
        assert not dratify.check_proof(formula, other).ok


def test_a_solver_finds_the_formulas_unsatisfiable_and_satisfiable_without_the_last_clause(tmp_path):
    """The last clause of the formula of a unique puzzle is "not this solution"."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    files = made(self_contained=True)
    for path in written(files, tmp_path / "c").glob("*.cnf"):
        clauses = CNF(from_file=str(path)).clauses
        with Solver(name="minisat22", bootstrap_with=clauses) as solver:
            assert not solver.solve()
        if ALL_KINDS[int(path.stem[-6:]) - 1] != NO_SOLUTION:
            with Solver(name="minisat22", bootstrap_with=clauses[:-1]) as solver:
                assert solver.solve()
