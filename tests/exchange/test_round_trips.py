"""Puzzles go out in a format, an outside solver solves them, and its answers are read back.

None of these solvers is a part of the package; a test is skipped where its solver is not installed.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cnf import formula
from sudocube.encoder.puzzle_formula import dimacs_line
from sudocube.exchange import decode, encode
from sudocube.puzzle import Puzzle
from sudocube.solver_texts.solver_formats import FORMATS
from tests.puzzles import EXAMPLES

pytestmark = pytest.mark.slow

HANG = 300.0
"""Seconds after which a solver is taken to hang."""

Solve = Callable[[Sequence[tuple[Path, Path]]], object]
"""Solves the first file of each pair, and writes the answer into the second."""


def program(*command: str, prints: bool = True) -> Solve:
    """A program that prints its answer, or takes the file for it as its last argument."""

    def solve(files: Sequence[tuple[Path, Path]]) -> None:
        for file, answer in files:
            line = [
                *command,
                str(file),
                *([] if prints else [str(answer)]),
            ]  # statuses of 10 and 20 are usual
            done = subprocess.run(line, capture_output=True, timeout=HANG, check=False)
            if prints:
                answer.write_bytes(done.stdout)

    return solve


def in_python(code: str) -> Solve:
    """A module: `code` solves the file named `puzzle` and writes the one named `answer`, in one process."""
    loop = "import sys\nfor puzzle, answer in zip(sys.argv[1::2], sys.argv[2::2]):\n"
    script = loop + "".join(f"    {line}\n" for line in code.splitlines())

    def solve(files: Sequence[tuple[Path, Path]]) -> None:
        paths: list[Path] = [path for pair in files for path in pair]
        command = [sys.executable, "-c", script, *map(str, paths)]
        subprocess.run(command, stdout=subprocess.DEVNULL, timeout=HANG, check=True)

    return solve


HIGHS = """\
import highspy
highs = highspy.Highs()
highs.setOptionValue("output_flag", False)
highs.readModel(puzzle)
highs.run()
highs.writeSolution(answer, 0)"""

SCIP = """\
from pyscipopt import Model
scip = Model()
scip.hideOutput()
scip.readProblem(puzzle)
scip.optimize()
scip.writeBestSol(answer)
if scip.getStatus() == "infeasible":
    open(answer, "w").write("solution status: infeasible\\nno solution available\\n")"""

CP_SAT = """\
from ortools.sat.python import cp_model
model, solver = cp_model.CpModel(), cp_model.CpSolver()
assert model.proto.parse_text_format(open(puzzle).read())
solver.solve(model)
open(answer, "w").write(str(solver.response_proto))"""

CLINGO = """\
import subprocess
done = subprocess.run([sys.executable, "-m", "clingo", puzzle], capture_output=True)
open(answer, "wb").write(done.stdout)"""


class Outside(NamedTuple):
    """A solver, the format that it reads, and the program or module of Python that it needs."""

    name: str
    format: str
    needs: str
    solve: Solve


SOLVERS = (
    Outside("cadical", "dimacs", "cadical", program("cadical", "-q")),
    Outside("minisat", "dimacs", "minisat", program("minisat", "-verb=0", prints=False)),
    Outside("minisat+", "opb", "minisat+", program("minisat+")),
    Outside("SCIP", "lp", "pyscipopt", in_python(SCIP)),
    Outside("HiGHS", "lp", "highspy", in_python(HIGHS)),
    Outside("GLPK", "lp", "glpsol", program("glpsol", "-o", "/dev/stdout", "--lp")),
    Outside("Z3", "smtlib", "z3", program(str(Path(sys.executable).with_name("z3")), "-smt2")),
    Outside("cvc5", "smtlib", "cvc5", program("cvc5")),
    Outside("clingo", "asp", "clingo", in_python(CLINGO)),
    Outside("Gecode", "minizinc", "minizinc", program("minizinc", "--solver", "gecode")),
    Outside("CP-SAT", "cpsat", "ortools", in_python(CP_SAT)),
)

PUZZLES = {name: Puzzle(cells, shape) for name, cells, shape, _ in EXAMPLES}
WITHOUT_SOLUTION = {"2x2-clash-in-row", "2x2-no-digit-for-a-cell"}
OWN = {
    "repeated": ("1 1 2 3 4 0\n-1 -1 -2 0\n3 -3 0\n-7 -7 -7 0\n-1 -65 0\n65 -65 1 0\n", True),
    "empty": ("0\n", False),
}
"""Clauses that no encoding of the catalogue has, and whether they leave the solution of the puzzle."""


def cases(solver: Outside, folder: Path) -> list[tuple[str, Puzzle, bool, bool]]:
    """Encodings that go there, each with a puzzle, whether the answer is right, and whether it has a grid."""
    fitting = [name for name in names() if FORMATS[solver.format].supports(load(name).formalism)]
    found = ["2x2-unique", "2x2-no-digit-for-a-cell", "3x2-unique", "3x3-unique"]
    is_first = next(one for one in SOLVERS if one.format == solver.format) is solver
    some = [(name, found[at % 3]) for at, name in enumerate(fitting) if is_first or at % 4 == 0]
    some += [(name, puzzle) for name in ("optimised", "cpsat/cube") if name in fitting for puzzle in found]
    all_of_them = [(name, PUZZLES[puzzle], True, puzzle not in WITHOUT_SOLUTION) for name, puzzle in some]
    if solver.format != "cpsat":  # clauses of one's own: repeated literals, tautologies, an empty clause
        puzzle = Puzzle("1.....2..3.....4")
        rules = "".join(dimacs_line(clause) for clause in formula(load("extended"), puzzle.geometry).clauses)
        for name, (more, has_solution) in OWN.items():
            file = folder / f"{name}.cnf"
            file.write_text(f"p cnf 66 {rules.count(chr(10)) + more.count(chr(10))}\n{rules}{more}")
            all_of_them.append((str(file), puzzle, has_solution, has_solution))
    return all_of_them


@pytest.mark.parametrize("solver", SOLVERS, ids=lambda one: one.name)
def test_what_the_solver_answers_is_read_and_right(solver, tmp_path):
    """Each encoding that goes there, with a solution and without one, up to size 9.

    Every second text has the names of its clauses in comments.
    """
    if find_spec(solver.needs) is None and shutil.which(solver.needs) is None:
        pytest.skip(f"{solver.name} is not installed")
    files, stated = [], cases(solver, tmp_path)
    for number, (name, puzzle, *_) in enumerate(stated):
        files.append((tmp_path / f"{number}{FORMATS[solver.format].suffix}", tmp_path / f"{number}.answer"))
        has_names = number % 2 == 1 and load(name).formalism is Formalism.CNF
        files[-1][0].write_text("".join(encode(puzzle, name, solver.format, clause_names=has_names)), "utf-8")
    solver.solve(files)
    for (name, puzzle, *expected), (_, answer) in zip(stated, files, strict=True):
        [one] = decode(puzzle, name, answer.read_text("utf-8"), source=answer.name)
        assert [one.accepted, one.grid is not None] == expected, (name, one)
