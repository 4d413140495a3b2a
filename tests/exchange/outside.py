"""Outside solvers: how each is called, and how to get it. None of them is a part of the package."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest

HANG = 300.0
"""Seconds after which a solver is taken to hang."""


@dataclass(frozen=True)
class Outside:
    """A solver, the format that it reads, and how it comes to be installed.

    `solve` takes the files of puzzles, and gives the files of answers, one for each.
    """

    name: str
    format: str
    needs: str
    install: str
    solve: Callable[[Sequence[Path]], list[Path]]

    @property
    def is_there(self) -> bool:
        """Whether it is installed: a programme, or a module of Python."""
        module = self.install.startswith("pip")
        return (find_spec(self.needs) if module else shutil.which(self.needs)) is not None

    def or_skip(self) -> None:
        """Skip the test where it is not there, and say how to get it."""
        if not self.is_there:
            pytest.skip(f"{self.name} is not installed; get it with: {self.install}")


def printed(*command: str) -> Callable[[Sequence[Path]], list[Path]]:
    """A programme that is given a file and prints its answer; statuses other than 0 are usual (10, 20)."""

    def solve(files: Sequence[Path]) -> list[Path]:
        answers = [file.with_suffix(".answer") for file in files]
        for file, answer in zip(files, answers, strict=True):
            with answer.open("wb") as stream:
                subprocess.run(
                    [*command, file], stdout=stream, stderr=subprocess.DEVNULL, timeout=HANG, check=False
                )
        return answers

    return solve


def in_python(code: str) -> Callable[[Sequence[Path]], list[Path]]:
    """A module: `code` solves the file named `puzzle` and writes the one named `answer`, pair after pair."""

    def solve(files: Sequence[Path]) -> list[Path]:
        answers = [file.with_suffix(".answer") for file in files]
        loop = "import sys\nfor puzzle, answer in zip(sys.argv[1::2], sys.argv[2::2]):\n"
        script = loop + "".join(f"    {line}\n" for line in code.splitlines())
        pairs = [name for pair in zip(files, answers, strict=True) for name in pair]
        subprocess.run(
            [sys.executable, "-c", script, *pairs], stdout=subprocess.DEVNULL, timeout=HANG, check=True
        )
        return answers

    return solve


def minisat(files: Sequence[Path]) -> list[Path]:
    """It writes its model into a file of its own kind."""
    answers = [file.with_suffix(".answer") for file in files]
    for file, answer in zip(files, answers, strict=True):
        subprocess.run(["minisat", "-verb=0", file, answer], capture_output=True, timeout=HANG, check=False)
    return answers


HIGHS = """\
import highspy
highs = highspy.Highs()
highs.setOptionValue("output_flag", False)
highs.readModel(puzzle)
highs.run()
highs.writeSolution(answer, {style})"""

SCIP = """\
from pyscipopt import Model
scip = Model()
scip.hideOutput()
scip.readProblem(puzzle)
scip.optimize()
scip.writeBestSol(answer)
if scip.getStatus() == "infeasible":
    open(answer, "w").write("solution status: infeasible\\nno solution available\\n")"""


def glpk(option: str) -> Callable[[Sequence[Path]], list[Path]]:
    """It writes a report (-o), or the numbers of the columns alone (-w)."""

    def solve(files: Sequence[Path]) -> list[Path]:
        answers = [file.with_suffix(".answer") for file in files]
        for file, answer in zip(files, answers, strict=True):
            subprocess.run(
                ["glpsol", "--lp", file, option, answer], stdout=subprocess.DEVNULL, timeout=HANG, check=True
            )
        return answers

    return solve


CP_SAT = """\
from ortools.sat.python import cp_model
model, solver = cp_model.CpModel(), cp_model.CpSolver()
assert model.proto.parse_text_format(open(puzzle).read())
solver.solve(model)
open(answer, "w").write(str(solver.response_proto))"""

Z3 = str(Path(sys.executable).with_name("z3"))
"""The programme comes with the package for Python."""

SOLVERS = (
    Outside("cadical", "dimacs", "cadical", "apt-get install cadical", printed("cadical", "-q")),
    Outside("minisat", "dimacs", "minisat", "apt-get install minisat", minisat),
    Outside("minisat+", "opb", "minisat+", "apt-get install minisat+", printed("minisat+")),
    Outside("SCIP, OPB", "opb", "pyscipopt", "pip install pyscipopt", in_python(SCIP)),
    Outside("SCIP, LP", "lp", "pyscipopt", "pip install pyscipopt", in_python(SCIP)),
    Outside("HiGHS", "lp", "highspy", "pip install highspy", in_python(HIGHS.format(style=0))),
    Outside("HiGHS, table", "lp", "highspy", "pip install highspy", in_python(HIGHS.format(style=1))),
    Outside("GLPK, -o", "lp", "glpsol", "apt-get install glpk-utils", glpk("-o")),
    Outside("GLPK, -w", "lp", "glpsol", "apt-get install glpk-utils", glpk("-w")),
    Outside("Z3", "smtlib", "z3", "pip install z3-solver", printed(Z3, "-smt2")),
    Outside("cvc5", "smtlib", "cvc5", "apt-get install cvc5", printed("cvc5")),
    Outside("clingo", "asp", "clingo", "pip install clingo", printed(sys.executable, "-m", "clingo")),
    Outside(
        "Gecode",
        "minizinc",
        "minizinc",
        "apt-get install minizinc",
        printed("minizinc", "--solver", "gecode"),
    ),
    Outside("CP-SAT", "cpsat", "ortools", "pip install ortools", in_python(CP_SAT)),
)
