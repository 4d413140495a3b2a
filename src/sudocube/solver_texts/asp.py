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
from sudocube.encoder.puzzle_formula import ClauseTexts, PuzzleFormula, clause_texts
from sudocube.solver_texts.solver_output import (
    LONGEST_ANSWER,
    OutputBuilder,
    OutputText,
    SolverOutput,
    SolverStatus,
)

ANSWERS = {
    "SATISFIABLE": SolverStatus.SATISFIABLE,
    "OPTIMUM FOUND": SolverStatus.SATISFIABLE,
    "UNSATISFIABLE": SolverStatus.UNSATISFIABLE,
    "INCONSISTENT": SolverStatus.UNSATISFIABLE,
    "UNKNOWN": SolverStatus.UNKNOWN,
}

_OBJECT = re.compile(r"\s*\{")
_ATOM = re.compile(r"x\(([0-9]{1,9})\)\.?")


def write(formula: PuzzleFormula, comments: str, texts: ClauseTexts = clause_texts) -> Iterator[str]:
    """A choice of true variables, and an integrity constraint for each clause: not all literals are false."""
    yield comments
    yield f"{{x(1..{formula.variables})}}.\n"
    yield from texts(formula, _line)
    yield "#show x/1.\n"


def _line(clause: Clause) -> str:
    if not clause:
        return ":- #true.\n"
    return ":- " + ", ".join([f"not x({n})" if n > 0 else f"x({-n})" for n in clause]) + ".\n"


def read(text: OutputText) -> SolverOutput | None:
    """What clingo prints: as text, in the format of the competitions (--outf=1), or as JSON (--outf=2).

    None where it is none; raises FormatError for atoms that are not x(1), … and for a contradiction, and
    TimeoutError where the time is up.
    """
    builder = OutputBuilder(text)
    if _OBJECT.match(text.text):
        _read_json(text, builder)
    else:
        _read_lines(text, builder)
    return builder.output(is_sparse=True)


def _read_lines(text: OutputText, builder: OutputBuilder) -> None:
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


def _read_json(text: OutputText, builder: OutputBuilder) -> None:
    try:
        data: Any = json.loads(text.text)
        result, calls = data["Result"], data["Call"]
        witnesses = [list(witness["Value"]) for call in calls for witness in call.get("Witnesses", ())]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return  # not from clingo
    if isinstance(result, str) and result in ANSWERS:
        builder.set_status(ANSWERS[result])
    for atoms in witnesses:
        text.clock.check()
        _add_answer_set(text, builder, map(str, atoms), None)


def _add_answer_set(
    text: OutputText, builder: OutputBuilder, atoms: Iterable[str], place: int | None
) -> None:
    """Note one answer set: the atoms of the variables that are true."""
    builder.begin_model()
    for atom in atoms:
        match = _ATOM.fullmatch(atom)
        if match is None:
            raise text.error(place, f"the atom {atom[:40]}", "atoms x(1), …")
        builder.set_value(int(match[1]), 1, place)
    builder.end_model()
