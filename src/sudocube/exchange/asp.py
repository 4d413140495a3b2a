"""Answer set programmes, for clingo and similar solvers.

M. Gebser and others, "Answer Set Solving in Practice", 2012. A programme chooses any set of true variables;
each clause is a constraint that rules out the sets that break it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.puzzle_formula import PuzzleFormula, clause_texts
from sudocube.exchange.solver_output import OutputBuilder, SolverOutput, SolverStatus

ANSWERS = {
    "SATISFIABLE": SolverStatus.SATISFIABLE,
    "OPTIMUM FOUND": SolverStatus.SATISFIABLE,
    "UNSATISFIABLE": SolverStatus.UNSATISFIABLE,
    "INCONSISTENT": SolverStatus.UNSATISFIABLE,
    "UNKNOWN": SolverStatus.UNKNOWN,
}

_ATOM = re.compile(r"x\(([0-9]{1,9})\)\.?")


def write(formula: PuzzleFormula, comments: str) -> Iterator[str]:
    """A choice of true variables, and an integrity constraint for each clause: not all literals are false."""
    yield comments
    yield f"{{x(1..{formula.variables})}}.\n"
    yield from clause_texts(formula, _line)
    yield "#show x/1.\n"


def _line(clause: Clause) -> str:
    return ":- " + ", ".join([f"not x({n})" if n > 0 else f"x({-n})" for n in clause]) + ".\n"


def read(text: str, source: str) -> SolverOutput | None:
    """What clingo prints: as text, in the format of the competitions (--outf=1), or as JSON (--outf=2).

    None where it is none; raises FormatError for atoms that are not x(1), … and for a contradiction.
    """
    builder = OutputBuilder(source)
    if text.lstrip().startswith("{"):
        _read_json(text, builder)
    else:
        _read_text(text, builder)
    return builder.output(is_sparse=True)


def _read_text(text: str, builder: OutputBuilder) -> None:
    atoms_follow = False
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if atoms_follow:
            _add_answer_set(builder, words, number)
            atoms_follow = False
        elif words[:1] in (["Answer:"], ["ANSWER"]):
            atoms_follow = True
        elif " ".join(words) in ANSWERS:
            builder.set_status(ANSWERS[" ".join(words)], number)


def _read_json(text: str, builder: OutputBuilder) -> None:
    try:
        data: Any = json.loads(text)
        result, calls = data["Result"], data["Call"]
        witnesses = [witness["Value"] for call in calls for witness in call.get("Witnesses", ())]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return  # not from clingo
    if isinstance(result, str) and result in ANSWERS:
        builder.set_status(ANSWERS[result])
    for atoms in witnesses:
        _add_answer_set(builder, map(str, atoms), None)


def _add_answer_set(builder: OutputBuilder, atoms: Iterable[str], number: int | None) -> None:
    """Note one answer set: the atoms of the variables that are true."""
    builder.begin_model()
    for atom in atoms:
        match = _ATOM.fullmatch(atom)
        if match is None:
            raise builder.error(number, f"the atom {atom[:40]}", "atoms x(1), …")
        builder.set_value(int(match[1]), 1, number)
    builder.end_model()
