"""All formats by name, and which of them a solver's output is in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from sudocube.encoder import Encoding, Formalism
from sudocube.encoder.puzzle_formula import DIMACS, ClauseFormat
from sudocube.errors import FormatError, UnknownNameError, UnsupportedError
from sudocube.puzzle import Puzzle
from sudocube.solver_texts import asp, cpsat_text, lp, minizinc, smtlib
from sudocube.solver_texts.competition_formats import OPB, read_dimacs, read_opb
from sudocube.solver_texts.solver_output import OutputText, SolverOutput

CPSAT_RUN = (
    'python -c "import sys; from ortools.sat.python.cp_model import *; m = CpModel(); s = CpSolver(); '
    'm.proto.parse_text_format(sys.stdin.read()); s.solve(m); print(s.response_proto)" < FILE > output'
)


@dataclass(frozen=True)
class SolverFormat:
    """One format: how a puzzle is written in it, and how the output of its solvers is read.

    `clauses` is for CNF encodings; `write_model` takes an encoding for CP-SAT and the comments. One of them
    is None where such encodings cannot be written in the format. `read` returns None where a text is not an
    output of such a solver.

    `also` are further words that people use for it. `mark` begins a comment. `variable` is how variable {} is
    written. `run` is a command that solves FILE and writes the file `output`; `suffix` is how the names of
    such files end.
    """

    name: str
    also: str
    mark: str
    variable: str
    suffix: str
    run: str
    read: Callable[[OutputText], SolverOutput | None]
    clauses: ClauseFormat | None = None
    write_model: Callable[[Puzzle, Encoding, str], Iterator[str]] | None = None

    def supports(self, formalism: Formalism) -> bool:
        """Whether encodings in this formalism can be written in it."""
        return (self.clauses if formalism is Formalism.CNF else self.write_model) is not None


_HIGHS, _GECODE = "highs FILE --solution_file output", "minizinc --solver gecode - < FILE > output"

_ALL = (
    SolverFormat("dimacs", "cnf sat", "c", "{}", ".cnf", "cadical -q FILE > output", read_dimacs, DIMACS),
    SolverFormat("opb", "pb pbo", "*", "x{}", ".opb", "minisat+ FILE > output", read_opb, OPB),
    SolverFormat("lp", "ilp mip", "\\", "x{}", ".lp", _HIGHS, lp.read, lp.LP),
    SolverFormat(
        "smtlib",
        "smt smt2 smt-lib z3",
        ";",
        "x{}",
        ".smt2",
        "z3 -smt2 FILE > output",
        smtlib.read,
        smtlib.SMTLIB,
    ),
    SolverFormat(
        "minizinc",
        "mzn",
        "%",
        "x[{}]",
        ".mzn",
        _GECODE,
        minizinc.read,
        minizinc.CLAUSES,
        minizinc.write_model,
    ),
    SolverFormat("asp", "clingo", "%", "x({})", ".lp", "clingo FILE > output", asp.read, asp.ASP),
    SolverFormat(
        "cpsat", "cp-sat ortools", "#", "{}", ".txt", CPSAT_RUN, cpsat_text.read, None, cpsat_text.write_model
    ),
)
FORMATS = {one.name: one for one in _ALL}
"""By name, as `--to` and `--from` have it."""

OTHER_WORDS = {word: one.name for one in _ALL for word in one.also.split()}
"""Further words that people use for a format."""


def format_for(name: str, encoding: Encoding) -> SolverFormat:
    """The format of that name.

    Raises UnknownNameError where there is none, and UnsupportedError where the encoding cannot be written
    in it.
    """
    if name not in FORMATS:
        raise UnknownNameError("format", name, FORMATS, other_words=OTHER_WORDS)
    if not FORMATS[name].supports(encoding.formalism):
        others = f"an encoding in {encoding.formalism} goes to {_names_of_formats(encoding)}"
        raise UnsupportedError(f"{encoding.name} does not go to {name}: {others}")
    return FORMATS[name]


def _names_of_formats(encoding: Encoding) -> str:
    """The names of the formats that an encoding can be written in, with commas."""
    return ", ".join(name for name, format in FORMATS.items() if format.supports(encoding.formalism))


def read_output(text: OutputText, encoding: Encoding, name: str | None) -> tuple[str | None, SolverOutput]:
    """What a solver printed for a puzzle in this encoding, with the name of the format.

    `name` is that of the format, or None to find it out from the text. The returned name is None where
    several formats say the same in the same words. Raises FormatError for a text that is no output for any
    such format, is malformed, or may be that of two formats; UnknownNameError for an unknown format,
    UnsupportedError where the encoding cannot be written in it, and TimeoutError where the time is up.
    """
    if name is not None:
        output = format_for(name, encoding).read(text)
        if output is None:
            raise text.error(None, _beginning(text), f"output for {name}")
        return name, output
    found = dict(_readings(text))
    if not found:
        expected = f"the output of a solver, for one of {_names_of_formats(encoding)}"
        raise text.error(None, _beginning(text), expected)
    fitting = {name: output for name, output in found.items() if FORMATS[name].supports(encoding.formalism)}
    if not fitting:
        format_for(next(iter(found)), encoding)  # raises UnsupportedError
    return _only_reading(fitting, text)


def _only_reading(
    found: Mapping[str, SolverOutput | FormatError], text: OutputText
) -> tuple[str | None, SolverOutput]:
    """The only reading, or what all of them say; raises FormatError where they differ."""
    errors = {str(error): error for error in found.values() if isinstance(error, FormatError)}
    readings = [(name, output) for name, output in found.items() if isinstance(output, SolverOutput)]
    with_models = [(name, output) for name, output in readings if output.models]
    if len(errors) == 1 and not with_models:
        raise next(iter(errors.values()))
    if errors or len(with_models) > 1 or len({output.status for _, output in readings}) > 1:
        raise text.error(None, f"what could be {' or '.join(found)}", "--from, to say which")
    best = with_models or readings
    name, output = best[0]
    return (name if len(best) == 1 else None), output


def _readings(text: OutputText) -> Iterator[tuple[str, SolverOutput | FormatError]]:
    """The formats that the text may be in, each with the output, or with the error in it."""
    for name, format in FORMATS.items():
        try:
            output = format.read(text)
        except FormatError as error:
            yield name, error
        else:
            if output is not None:
                yield name, output


def _beginning(text: OutputText) -> str:
    """The first text line that is not blank, in quotes."""
    for _, line in text.lines():
        line = line.strip()
        return repr(line if len(line) <= 40 else line[:40] + "…")
    return "nothing"
