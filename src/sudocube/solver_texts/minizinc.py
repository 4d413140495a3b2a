"""MiniZinc, for constraint solvers of many kinds.

N. Nethercote and others, "MiniZinc: Towards a Standard CP Modelling Language", 2007. A CNF encoding becomes
clauses over an array of Booleans. Of an encoding for CP-SAT, the constraints of its model are written.
Each is included from the library file of its name: the file that includes them all does not work with the
Gecode of Debian.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sudocube.encoder import Encoding
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.puzzle_formula import ClauseFormat, PuzzleFormula
from sudocube.puzzle import Puzzle
from sudocube.solver_texts.cpsat_text import model_of
from sudocube.solver_texts.solver_output import OutputBuilder, OutputText, SolverOutput, SolverStatus

SOLVED = "-" * 10
ANSWERS = {
    "=====UNSATISFIABLE=====": SolverStatus.UNSATISFIABLE,
    "=====UNKNOWN=====": SolverStatus.UNKNOWN,
    "=====ERROR=====": SolverStatus.UNKNOWN,
}

_ARRAY = re.compile(r"\bx\s*=\s*(?:array[1-3]d\s*\([^\[\]]*)?\[([^\[\]]*)\]")
"""An array; what stands within its brackets are the values."""
_VALUES = {"true": 1, "false": 0}


def _head(formula: PuzzleFormula, comments: str) -> str:
    """The variables of a CNF encoding."""
    return f"{comments}array[1..{formula.variables}] of var bool: x;\n"


_END = 'solve satisfy;\noutput ["x = \\(x);\\n"];\n'
"""What is asked, and what is to be printed."""


def _line(clause: Clause) -> str:
    """A constraint."""
    if not clause:
        return "constraint false;\n"
    literals = [f"x[{literal}]" if literal > 0 else f"not x[{-literal}]" for literal in clause]
    return "constraint " + " \\/ ".join(literals) + ";\n"


CLAUSES = ClauseFormat(_head, _line, lambda _: _END)

_NO_NAME = re.compile(r"\W+")
_INCLUDED = ("all_different", "exactly", "inverse", "regular", "table")
_ENDLESS = 10**6
"""No sum is as large."""


def write_model(puzzle: Puzzle, encoding: Encoding, comments: str) -> Iterator[str]:
    """The model for CP-SAT: its variables, of which clues leave one value, and its constraints."""
    proto = model_of(puzzle, encoding).cp.proto
    names = [_NO_NAME.sub("_", one.name).strip("_") or f"a{at}" for at, one in enumerate(proto.variables)]
    constraints = [f"constraint {_constraint(one, names)};\n" for one in proto.constraints]
    yield comments
    for name in _INCLUDED:
        if any(f"{name}(" in one for one in constraints):
            yield f'include "{name}.mzn";\n'
    for name, variable in zip(names, proto.variables, strict=True):
        low, high = variable.domain
        yield f"var {low}..{high}: {name};\n"
    yield from constraints
    cells, size = puzzle.geometry.cell_count, puzzle.geometry.size
    told = names[: cells * size if encoding.variables == "direct" else cells]
    yield f"array[1..{len(told)}] of var int: x = {_listed(told)};\n{_END}"


def _constraint(one: Any, names: Sequence[str]) -> str:  # noqa: ANN401 — OR-tools has no types for it
    """A constraint of the protocol buffer; of those that encodings consist of."""
    if one.has_exactly_one():
        return f"exactly(1, {_listed(_literal(v, names) for v in one.exactly_one.literals)}, 1)"
    if one.has_all_diff():
        return f"all_different({_listed(_terms(one.all_diff.exprs, names))})"
    if one.has_inverse():
        both = [_listed(names[v] for v in some) for some in (one.inverse.f_direct, one.inverse.f_inverse)]
        last = len(one.inverse.f_direct) - 1
        return f"inverse(array1d(0..{last}, {both[0]}), array1d(0..{last}, {both[1]}))"
    if one.has_table():
        values, width = one.table.values, len(one.table.exprs)
        rows = f"array2d(1..{len(values) // width}, 1..{width}, {_listed(map(str, values))})"
        return f"table({_listed(_terms(one.table.exprs, names))}, {rows})"
    if one.has_automaton():  # of 0*10*; symbols and states count from 1, and state 0 is failure
        symbols = _listed(f"1 + {term}" for term in _terms(one.automaton.exprs, names))
        return f"regular({symbols}, 2, 2, [| 1, 2 | 2, 0 |], 1, {{2}})"
    of = one.linear
    total = " + ".join(f"{factor} * {names[v]}" for v, factor in zip(of.vars, of.coeffs, strict=True))
    ends = [max(-_ENDLESS, min(end, _ENDLESS)) for end in of.domain]
    ways = (f"{total} in {low}..{high}" for low, high in zip(ends[::2], ends[1::2], strict=True))
    enforced = "".join(f"{_literal(v, names)} = 1 -> " for v in one.enforcement_literal)
    return enforced + "(" + " \\/ ".join(ways) + ")"


def _literal(v: int, names: Sequence[str]) -> str:
    return names[v] if v >= 0 else f"1 - {names[-1 - v]}"


def _terms(expressions: Iterable[Any], names: Sequence[str]) -> Iterator[str]:
    """Variables, each times a factor, plus a number."""
    for one in expressions:
        yield f"{one.offset} + {one.coeffs[0]} * {names[one.vars[0]]}"


def _listed(items: Iterable[str]) -> str:
    return f"[{', '.join(items)}]"


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
                raise text.error(place, "a solution without x", "x = […]")
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
