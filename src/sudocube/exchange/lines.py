"""Answers in lines `s` and `v`, as the competitions of SAT and of pseudo-Boolean solvers have them.

    s SATISFIABLE
    v 1 -2 3 0          SAT: literals, in as many lines as it takes, a 0 at the end
    v x1 -x2 x3         pseudo-Boolean: no end

All else is talk, and passed over.
"""

from __future__ import annotations

import re

from sudocube.errors import FormatError
from sudocube.exchange.output import Output, OutputBuilder, SolverStatus

ANSWERS = {
    "SATISFIABLE": SolverStatus.SATISFIABLE,
    "OPTIMUM FOUND": SolverStatus.SATISFIABLE,
    "UNSATISFIABLE": SolverStatus.UNSATISFIABLE,
    "UNKNOWN": SolverStatus.UNKNOWN,
    "INDETERMINATE": SolverStatus.UNKNOWN,
}

_IN_FILE = {
    "SAT": SolverStatus.SATISFIABLE,
    "UNSAT": SolverStatus.UNSATISFIABLE,
    "INDET": SolverStatus.UNKNOWN,
}
"""What MiniSat writes in its file, before the literals."""


def read_lines(text: str, source: str, letter: str) -> Output | None:
    """The answer; None where there is none, or where variables are not written with this letter.

    Raises FormatError for a line `v` that holds anything but literals.
    """
    literal = re.compile(rf"(-?){letter}([0-9]{{1,9}})", re.ASCII)
    gathered = OutputBuilder(source)
    in_file = has_begun = False  # below the word SAT; after the first literal
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words:
            continue
        if in_file or words[0] == "v":
            if not in_file:
                del words[0]
            if words and not has_begun and _is_of_others(words[0], letter):
                return None
            has_begun = has_begun or bool(words)
            _put(gathered, words, literal, source, number)
        elif not letter and len(words) == 1 and words[0] in _IN_FILE:
            gathered.say(_IN_FILE[words[0]], number)
            in_file = True
        else:
            said = " ".join(words[1:] if words[0] == "s" else words)
            if said in ANSWERS and (words[0] == "s" or not letter):
                gathered.say(ANSWERS[said], number)
            elif words[0] == "s":
                expected = ", ".join(ANSWERS)
                raise FormatError(source, number, None, found=repr(line[:40]), expected=f"s and {expected}")
    return gathered.output


def _is_of_others(word: str, letter: str) -> bool:
    """Whether the first literal is written as in the other format."""
    return re.fullmatch(r"-?[0-9]+" if letter else r"-?x[0-9]+", word) is not None


def _put(
    gathered: OutputBuilder, words: list[str], literal: re.Pattern[str], source: str, number: int
) -> None:
    """The literals of one line."""
    for word in words:
        match = literal.fullmatch(word)
        if match is None:
            found = repr(word[:40])
            raise FormatError(source, number, None, found=found, expected="literals after the v")
        if int(match[2]):
            gathered.put(int(match[2]), 0 if match[1] else 1, number)
        else:
            gathered.end()
