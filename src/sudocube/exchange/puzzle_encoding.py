"""A puzzle written for outside solvers, with comments at the head of the text.

The comments say what the text is: the puzzle, the encoding, how to solve it, and what the variables mean.
"""

from __future__ import annotations

import shlex
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from sudocube.arguments import as_puzzle
from sudocube.encoder import Encoding, Formalism, load
from sudocube.encoder.clause_names import (
    ClauseName,
    NamedClause,
    clauses_by_line,
    definitions_in,
    named_puzzle_clauses,
)
from sudocube.encoder.puzzle_formula import PuzzleFormula, puzzle_formula
from sudocube.errors import UnsupportedError
from sudocube.geometry import Geometry
from sudocube.puzzle import CellForms, Puzzle
from sudocube.solver_texts.solver_formats import SolverFormat, format_for


def encode(
    puzzle: CellForms,
    encoding: Encoding | str,
    to: str,
    *,
    source: str | None = None,
    file: str | None = None,
    clause_names: bool = False,
) -> Iterator[str]:
    r"""The puzzle in an encoding as the text of a format, in batches; comments explain it.

    `to` is a name in FORMATS. The comments name the origin of the puzzle (`source`) and the `file` that the
    text is written to, if they are given. With `clause_names`, a comment before the clauses of each line
    names the line, says what they say, and what its auxiliary variables stand for. Clues that clash are
    written like any others.

    Raises TypeError for what `Puzzle` does not take, PuzzleError for cells that are no puzzle,
    UnknownNameError for an unknown encoding or format, EncodingError for a user's encoding that cannot be
    read or has a mistake, and UnsupportedError for pencilmarks, for an encoding that cannot be written in the
    format, and for `clause_names` where it has no clauses.

    >>> text = "".join(encode(Puzzle("1... ..2. .3.. ...4"), "minimal", "dimacs"))
    >>> [line for line in text.splitlines() if not line.startswith("c")][:2]
    ['p cnf 64 244', '1 2 3 4 0']
    """
    puzzle = as_puzzle(puzzle, clues_only="encode")
    stated = load(encoding) if isinstance(encoding, str) else encoding
    format = format_for(to, stated)
    if clause_names and stated.formalism is not Formalism.CNF:
        raise UnsupportedError(f"{stated.name} consists of constraints; only clauses have names")
    run = format.run.replace("FILE", shlex.quote(file or f"puzzle{format.suffix}"))
    return _batches(puzzle, stated, format, [*_introduction(puzzle, stated, source, run)], clause_names)


def _batches(
    puzzle: Puzzle, encoding: Encoding, format: SolverFormat, comments: list[str], clause_names: bool
) -> Iterator[str]:
    """The text; clauses are made when the first batch is asked for."""
    if encoding.formalism is Formalism.CNF and format.clauses is not None:
        formula = puzzle_formula(encoding, puzzle)
        comments += _variable_map(formula, format.variable)
        head = _commented(format.mark, comments)
        if not clause_names:
            yield from format.clauses.text(formula, head)
            return
        yield format.clauses.head(formula, head)
        for name, clauses in clauses_by_line(named_puzzle_clauses(encoding, puzzle)):
            yield _named_line(name, clauses, format.mark, format.variable)
            yield "".join(format.clauses.line(clause) for clause, _ in clauses)
        yield format.clauses.tail(formula)
    elif format.write_model is not None:
        yield from format.write_model(puzzle, encoding, _commented(format.mark, comments))


def _named_line(name: ClauseName, clauses: Sequence[NamedClause], mark: str, variable: str) -> str:
    """Comments with the name of a line and with what it defines."""
    defined = definitions_in(clauses)
    shown = (f"  {one.name} = {variable.format(one.number)}: {one.means}" for one in defined)
    return _commented(mark, [str(name), *shown])


def _introduction(puzzle: Puzzle, encoding: Encoding, source: str | None, run: str) -> Iterator[str]:
    """Text lines that say what this is; `run` is a command that solves it and writes the file `output`."""
    n, name = puzzle.geometry.size, encoding.name
    yield f"A Sudoku puzzle of {puzzle.geometry}" + (f", from {source}" if source else "")
    cells = str(puzzle)
    yield from (f"  {cells[row : row + n]}" for row in range(0, n * n, n))
    yield f"in the encoding {name}: {encoding.title}"
    yield f"  {encoding.source}"
    yield "Solve it, and read the answer:"
    yield f"  {run}"
    shown = cells if n <= 9 else "PUZZLE"
    shape = puzzle.geometry
    box = "" if shape == Geometry.of_size(n) else f" --box {shape.box_rows}x{shape.box_columns}"
    yield f"  sudocube decode {shown}{box} --encoding {shlex.quote(name)} output"


def _variable_map(formula: PuzzleFormula, template: str) -> Iterator[str]:
    """What each variable stands for; `template` is how the format writes variable {}."""
    last = formula.meaning.declared
    if formula.numbers is not None:  # in rising order: the auxiliary variables are at the end
        last = bisect_right(formula.numbers, last) - 1
    yield "Variables:"
    for variable in range(1, last + 1):
        yield f"  {formula.name(variable)} = {template.format(variable)}"
    if formula.variables > last:
        auxiliary = f"{template.format(last + 1)} to {template.format(formula.variables)}"
        of = "" if formula.encoding.own else ", each of one line of the cube"
        yield f"  {auxiliary}: auxiliary{of}"


def _commented(mark: str, lines: Iterable[str]) -> str:
    """Text lines as comments; characters that cannot be printed, line breaks among them, become blanks."""
    return "".join(f"{mark} {line if line.isprintable() else _printable(line)}\n" for line in lines)


def _printable(line: str) -> str:
    return "".join(symbol if symbol.isprintable() else " " for symbol in line)
