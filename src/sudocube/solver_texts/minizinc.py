"""MiniZinc, for constraint solvers of many kinds.

N. Nethercote and others, "MiniZinc: Towards a Standard CP Modelling Language", 2007. A CNF encoding becomes
clauses over an array of Booleans. An encoding for CP-SAT becomes the global constraints that it consists of.
Each is included from the library file of its name: the file that includes them all does not work with the
Gecode of Debian.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from sudocube.cube import Family, cube
from sudocube.encoder import Encoding
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.building_blocks import statement_lines
from sudocube.encoder.puzzle_formula import ClauseFormat, PuzzleFormula
from sudocube.encoder.variables import Variables
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.solver_texts.solver_output import OutputBuilder, OutputText, SolverOutput, SolverStatus

SOLVED = "-" * 10
ANSWERS = {
    "=====UNSATISFIABLE=====": SolverStatus.UNSATISFIABLE,
    "=====UNKNOWN=====": SolverStatus.UNKNOWN,
    "=====ERROR=====": SolverStatus.UNKNOWN,
}

_ARRAY = re.compile(r"\b(?:x|cell)\s*=\s*(?:array[1-3]d\s*\([^\[\]]*)?\[([^\[\]]*)\]")
"""An array; what stands within its brackets are the values."""
_VALUES = {"true": 1, "false": 0}


def _head(formula: PuzzleFormula, comments: str) -> str:
    """The variables of a CNF encoding."""
    return f"{comments}array[1..{formula.variables}] of var bool: x;\n"


def _tail(formula: PuzzleFormula) -> str:
    """What is asked, and what is to be printed."""
    return 'solve satisfy;\noutput ["x = \\(x);\\n"];\n'


def _line(clause: Clause) -> str:
    """A constraint."""
    if not clause:
        return "constraint false;\n"
    literals = [f"x[{literal}]" if literal > 0 else f"not x[{-literal}]" for literal in clause]
    return "constraint " + " \\/ ".join(literals) + ";\n"


CLAUSES = ClauseFormat(_head, _line, _tail)


def write_model(puzzle: Puzzle, encoding: Encoding, comments: str) -> Iterator[str]:
    """The constraints of an encoding for CP-SAT, line by line, and the clues."""
    yield comments
    blocks = {statement.block for statement in encoding.statements}
    yield from (f'include "{_INCLUDED[block]}.mzn";\n' for block in sorted(blocks.intersection(_INCLUDED)))
    geometry, n = puzzle.geometry, puzzle.geometry.size
    array = "x" if encoding.variables == "direct" else "cell"
    if array == "cell":
        yield f"array[1..{n}, 1..{n}] of var 1..{n}: cell;  % row, column\n"
    if "direct" in (encoding.variables, *encoding.defined):
        yield f"array[1..{n}, 1..{n}, 1..{n}] of var 0..1: x;  % row, column, digit\n"
    yield from (_with_booleans if array == "x" else _with_integers)(encoding, geometry)
    yield "% the clues\n"
    for cell, digit in puzzle.clues.items():
        clue = (
            f"{_element(geometry, cell, digit)} = 1" if array == "x" else f"{_cell(geometry, cell)} = {digit}"
        )
        yield f"constraint {clue};\n"
    yield f'solve satisfy;\noutput ["{array} = \\({array});\\n"];\n'


def _cell(geometry: Geometry, cell: int) -> str:
    return f"cell[{geometry.row(cell) + 1},{geometry.column(cell) + 1}]"


def _element(geometry: Geometry, cell: int, digit: int) -> str:
    return f"x[{geometry.row(cell) + 1},{geometry.column(cell) + 1},{digit}]"


def _with_booleans(encoding: Encoding, geometry: Geometry) -> Iterator[str]:
    """Exactly one on each line that a statement is about."""
    variables, n = Variables(encoding, geometry), geometry.size
    table = variables.cube
    if "triads" in encoding.defined:
        yield f"array[1..{len(table.triads)}, 1..{n}] of var 0..1: t;  % triad, digit\n"
        for index, triad in enumerate(table.triads, 1):
            yield f"% t[{index},d]: d stands where {triad.line.name} and {triad.box.name} meet\n"

    def literal(number: int) -> str:
        if number < 0:
            return f"1 - {literal(-number)}"
        if number <= table.element_count:
            return _element(geometry, *table.cell_and_digit(number - 1))
        triad, digit = divmod(number - variables.first["triads"], n)
        return f"t[{triad + 1},{digit + 1}]"

    for statement in encoding.statements:
        yield f"% {statement}\n"
        for place, line in statement_lines(statement, variables):
            constraint = _EXACTLY_ONE[statement.block]([literal(number) for number in line])
            yield f"constraint {constraint};  % {place}\n"


def _with_integers(encoding: Encoding, geometry: Geometry) -> Iterator[str]:
    """Different digits in each unit that a statement is about; Booleans too, if the encoding has them."""
    table, n = cube(geometry), geometry.size
    for statement in encoding.statements:
        if statement.subject == Family.CELL:
            continue  # the domain of each cell states it
        yield f"% {statement}\n"
        if statement.says == "channel":
            yield f"constraint forall(r, c, d in 1..{n})(x[r,c,d] = 1 <-> cell[r,c] = d);\n"
        elif statement.subject == "direct":
            for line in table.lines:
                elements = [_element(geometry, *table.cell_and_digit(e)) for e in line.elements]
                yield f"constraint {_EXACTLY_ONE[statement.block](elements)};\n"
        else:
            for unit in table.units:
                if unit.family == statement.subject:
                    cells = [_cell(geometry, cell) for cell in unit.cells]
                    yield f"constraint {_DIFFERENT[statement.block](cells)};  % {unit.name}\n"


def _listed(items: Sequence[str]) -> str:
    return f"[{', '.join(items)}]"


def _table(items: Sequence[str]) -> str:
    n = len(items)
    rows = " | ".join(", ".join(str(int(i == j)) for j in range(n)) for i in range(n))
    return f"table({_listed(items)}, [| {rows} |])"


def _regular(items: Sequence[str]) -> str:
    """The words of 0*10*. Symbols and states count from 1; state 2 is after the 1, state 0 is failure."""
    symbols = ", ".join(f"1 + {item}" for item in items)
    return f"regular([{symbols}], 2, 2, [| 1, 2 | 2, 0 |], 1, {{2}})"


def _inverse(items: Sequence[str]) -> str:
    places = f"array[1..{len(items)}] of var 1..{len(items)}: place"
    return f"let {{ {places} }} in inverse({_listed(items)}, place)"


_EXACTLY_ONE: dict[str, Callable[[Sequence[str]], str]] = {
    "exactly-one": lambda items: f"exactly(1, {_listed(items)}, 1)",
    "linear": lambda items: f"{' + '.join(items)} = 1",
    "automaton": _regular,
    "table": _table,
}
_DIFFERENT: dict[str, Callable[[Sequence[str]], str]] = {
    "all-different": lambda items: f"all_different({_listed(items)})",
    "inverse": _inverse,
}
_INCLUDED = {
    "exactly-one": "exactly",
    "automaton": "regular",
    "table": "table",
    "all-different": "all_different",
    "inverse": "inverse",
}


def read(text: OutputText) -> SolverOutput | None:
    """Solutions, each with a text line of dashes below it, or a text line that says that there is none.

    None where there is neither; raises FormatError for a solution without values and for a contradiction, and
    TimeoutError where the time is up.
    """
    builder = OutputBuilder(text)
    solution = 0  # the place where it begins
    for place, line in text.lines():
        mark = line.strip()
        if mark == SOLVED:
            values = _values(text.text[solution:place])
            if values is None:
                raise text.error(place, "a solution without x or cell", "x = […] or cell = […]")
            builder.begin_model()
            for variable, value in enumerate(values, 1):
                builder.set_value(variable, value)
            builder.end_model()
            solution = place + len(line)
        elif mark in ANSWERS:
            builder.set_status(ANSWERS[mark], place)
            solution = place + len(line)
    return builder.output()


def _values(text: str) -> list[int] | None:
    """The values of the array, as the model prints them, or as data (--output-mode dzn); None without any."""
    array = _ARRAY.search(text)
    if array is None:
        return None
    words = array[1].replace("|", ",").split(",")
    try:
        return [_VALUES[w] if w in _VALUES else int(w) for w in map(str.strip, words) if w]
    except ValueError:
        return None
