"""An answer set programme, for clingo and its like (M. Gebser and others, "Answer Set Solving in Practice",
2012): any set of true variables, less those that break a clause.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.puzzle_formula import PuzzleFormula
from sudocube.errors import FormatError
from sudocube.exchange.clauses import texts
from sudocube.exchange.output import Output, OutputBuilder, SolverStatus

ANSWERS = {
    "SATISFIABLE": SolverStatus.SATISFIABLE,
    "OPTIMUM FOUND": SolverStatus.SATISFIABLE,
    "UNSATISFIABLE": SolverStatus.UNSATISFIABLE,
    "INCONSISTENT": SolverStatus.UNSATISFIABLE,
    "UNKNOWN": SolverStatus.UNKNOWN,
}

_ATOM = re.compile(r"x\(([0-9]{1,9})\)\.?")


def write(posed: PuzzleFormula, remarks: str) -> Iterator[str]:
    """A choice, and an integrity constraint for each clause: not all of its literals are false."""
    yield remarks
    yield f"{{x(1..{posed.variables})}}.\n"
    yield from texts(posed, _line)
    yield "#show x/1.\n"


def _line(clause: Clause) -> str:
    return ":- " + ", ".join([f"not x({n})" if n > 0 else f"x({-n})" for n in clause]) + ".\n"


def read(text: str, source: str) -> Output | None:
    """What clingo prints: as text, in the competitions' format (--outf=1), or as JSON (--outf=2)."""
    gathered = OutputBuilder(source)
    if text.lstrip().startswith("{"):
        _read_json(text, source, gathered)
    else:
        _read_text(text, source, gathered)
    output = gathered.output
    return None if output is None else Output(output.said, output.models, is_sparse=True)


def _read_text(text: str, source: str, gathered: OutputBuilder) -> None:
    atoms_follow = False
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if atoms_follow:
            _put(gathered, words, source, number)
            atoms_follow = False
        elif words[:1] in (["Answer:"], ["ANSWER"]):
            atoms_follow = True
        elif " ".join(words) in ANSWERS:
            gathered.say(ANSWERS[" ".join(words)], number)


def _read_json(text: str, source: str, gathered: OutputBuilder) -> None:
    try:
        data: Any = json.loads(text)
        said, calls = data["Result"], data["Call"]
        witnesses = [witness["Value"] for call in calls for witness in call.get("Witnesses", ())]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return  # of somebody else
    if isinstance(said, str) and said in ANSWERS:
        gathered.say(ANSWERS[said])
    for atoms in witnesses:
        _put(gathered, map(str, atoms), source, None)


def _put(gathered: OutputBuilder, atoms: Iterable[str], source: str, number: int | None) -> None:
    """One answer set: the variables that are true."""
    gathered.begin()
    for atom in atoms:
        match = _ATOM.fullmatch(atom)
        if match is None:
            raise FormatError(source, number, None, found=f"the atom {atom[:40]}", expected="atoms x(1), …")
        gathered.put(int(match[1]), 1, number)
    gathered.end()
