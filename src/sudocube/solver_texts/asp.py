"""Answer set programmes, for clingo and similar solvers.

M. Gebser and others, "Answer Set Solving in Practice", 2012. A programme chooses any set of true variables;
each clause is a constraint that rules out the sets that break it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.puzzle_formula import ClauseFormat, PuzzleFormula
from sudocube.solver_texts import competition_formats
from sudocube.solver_texts.solver_output import (
    LONGEST_ANSWER,
    OutputBuilder,
    OutputText,
    SolverOutput,
    SolverStatus,
)

ANSWERS = competition_formats.ANSWERS | {"INCONSISTENT": SolverStatus.UNSATISFIABLE}

_ATOM = re.compile(r"x\(([0-9]{1,9})\)\.?")


def _head(formula: PuzzleFormula, comments: str) -> str:
    """A choice of true variables."""
    return f"{comments}{{x(1..{formula.variables})}}.\n"


def _tail(formula: PuzzleFormula) -> str:
    """What is to be printed."""
    return "#show x/1.\n"


def _line(clause: Clause) -> str:
    """An integrity constraint: not all literals are false."""
    if not clause:
        return ":- #true.\n"
    return ":- " + ", ".join([f"not x({n})" if n > 0 else f"x({-n})" for n in clause]) + ".\n"


ASP = ClauseFormat(_head, _line, _tail)


def read(text: OutputText) -> SolverOutput | None:
    """What clingo prints, as text or in the format of the competitions (--outf=1).

    None where it is none; raises FormatError for atoms that are not x(1), … and for a contradiction, and
    TimeoutError where the time is up.
    """
    builder = OutputBuilder(text)
    atoms_end = 0
    for place, line in text.lines():
        if place < atoms_end:
            continue
        words = line.split() if len(line) <= LONGEST_ANSWER else []
        if words[:1] in (["Answer:"], ["ANSWER"]):  # the next line holds the atoms; it may be blank
            atoms = place + len(line) + 1
            atoms_end = text.text.find("\n", atoms) + 1 or len(text.text)
            if atoms <= len(text.text):
                _add_answer_set(text, builder, text.words(text.text[atoms:atoms_end]), atoms)
        elif " ".join(words) in ANSWERS:
            builder.set_status(ANSWERS[" ".join(words)], place)
    return builder.output(is_sparse=True)


def _add_answer_set(text: OutputText, builder: OutputBuilder, atoms: Iterable[str], place: int) -> None:
    """Note one answer set: the atoms of the variables that are true."""
    builder.begin_model()
    for atom in atoms:
        match = _ATOM.fullmatch(atom)
        if match is None:
            raise text.error(place, f"the atom {atom[:40]}", "atoms x(1), …")
        builder.set_value(int(match[1]), 1, place)
    builder.end_model()
