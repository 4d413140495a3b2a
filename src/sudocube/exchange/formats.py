"""The formats by name: what is written in them, and who reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sudocube.encoder import Encoding, Formalism
from sudocube.encoder.puzzle_formula import PuzzleFormula
from sudocube.errors import UnknownNameError, UnsupportedError
from sudocube.exchange import asp, cpsat, dimacs, lp, minizinc, opb, smtlib
from sudocube.exchange.output import Output
from sudocube.puzzle import Puzzle

CPSAT_RUN = (
    'python -c "import sys; from ortools.sat.python.cp_model import *; m = CpModel(); s = CpSolver(); '
    'm.proto.parse_text_format(sys.stdin.read()); s.solve(m); print(s.response_proto)" < FILE > output'
)


@dataclass(frozen=True)
class Format:
    """One format: how a puzzle is written in it, and the output of its solvers read.

    `write` takes the clauses of a CNF encoding, `write_model` an encoding for CP-SAT; None where such
    encodings do not go there. `mark` begins a comment, `variable` is how it writes variable {}, and `run`
    a command that solves FILE and writes the file `output`; `suffix` is how names of such files end. Both
    writers take the comments as well, and put them where the format wants them. `read` gives None for what
    is no output of its solvers.
    """

    name: str
    what: str
    mark: str
    variable: str
    suffix: str
    run: str
    read: Callable[[str, str], Output | None]
    write: Callable[[PuzzleFormula, str], Iterator[str]] | None = None
    write_model: Callable[[Puzzle, Encoding, str], Iterator[str]] | None = None

    def supports(self, formalism: Formalism) -> bool:
        """Whether encodings in this formalism go there."""
        return (self.write if formalism is Formalism.CNF else self.write_model) is not None


FORMATS = {
    one.name: one
    for one in (
        Format(
            "dimacs",
            "clauses, for SAT solvers",
            "c",
            "{}",
            ".cnf",
            "cadical -q FILE > output",
            dimacs.read,
            dimacs.write,
        ),
        Format(
            "opb",
            "inequalities, for pseudo-Boolean solvers",
            "*",
            "x{}",
            ".opb",
            "minisat+ FILE > output",
            opb.read,
            opb.write,
        ),
        Format(
            "lp",
            "an integer programme",
            "\\",
            "x{}",
            ".lp",
            "highs FILE --solution_file output",
            lp.read,
            lp.write,
        ),
        Format(
            "smtlib",
            "assertions, for SMT solvers",
            ";",
            "x{}",
            ".smt2",
            "z3 -smt2 FILE > output",
            smtlib.read,
            smtlib.write,
        ),
        Format(
            "minizinc",
            "a constraint model",
            "%",
            "x[{}]",
            ".mzn",
            "minizinc --solver gecode - < FILE > output",
            minizinc.read,
            minizinc.write,
            minizinc.write_model,
        ),
        Format(
            "asp", "an answer set programme", "%", "x({})", ".lp", "clingo FILE > output", asp.read, asp.write
        ),
        Format(
            "cpsat",
            "a model of OR-tools' CP-SAT, as text",
            "#",
            "{}",
            ".txt",
            CPSAT_RUN,
            cpsat.read,
            write_model=cpsat.write_model,
        ),
    )
}
"""By name, as `--to` and `--from` have it."""


def format_for(name: str, encoding: Encoding) -> Format:
    """The format of that name; UnknownNameError where there is none, UnsupportedError for a pair that is
    not to be had.
    """
    if name not in FORMATS:
        raise UnknownNameError("format", name, FORMATS)
    if not FORMATS[name].supports(encoding.formalism):
        raise UnsupportedError(
            f"{encoding.name} does not go to {name}: an encoding in {encoding.formalism} goes to "
            + ", ".join(one.name for one in formats_of(encoding))
        )
    return FORMATS[name]


def formats_of(encoding: Encoding) -> list[Format]:
    """The formats that an encoding goes to."""
    return [one for one in FORMATS.values() if one.supports(encoding.formalism)]
