"""Clauses as text: in DIMACS, and in any other format that writes one clause after another.

The text of the rules of a small grid is kept for the next puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice

from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.puzzle_formula import RULES_KEPT_UP_TO, PuzzleFormula, kept_rules
from sudocube.encoder.vocabulary import Encoding
from sudocube.geometry import Geometry

BATCH_SIZE = 4096
"""How many clauses become text at once."""


def dimacs(formula: PuzzleFormula, comments: str = "") -> Iterator[str]:
    """A formula in DIMACS CNF, in batches: the comments, the header, and a text line for each clause.

    The comments are text lines that begin with `c`. Every SAT solver reads this format ("Satisfiability
    Suggested Format", DIMACS, 1993).

    >>> from sudocube.encoder import load
    >>> from sudocube.encoder.puzzle_formula import puzzle_formula
    >>> from sudocube.puzzle import Puzzle
    >>> text = "".join(dimacs(puzzle_formula(load("minimal"), Puzzle("1... ..2. .3.. ...4"))))
    >>> text.splitlines()[:2], text.splitlines()[-1]
    (['p cnf 64 244', '1 2 3 4 0'], '64 0')
    """
    yield comments
    yield f"p cnf {formula.variables} {len(formula.clauses)}\n"
    yield from clause_texts(formula, _dimacs_line)


def _dimacs_line(clause: Clause) -> str:
    if len(clause) == 2:
        return f"{clause[0]} {clause[1]} 0\n"
    return " ".join(map(str, clause)) + " 0\n"


def clause_texts(formula: PuzzleFormula, write: Callable[[Clause], str]) -> Iterator[str]:
    """The clauses as text, in batches; `write` gives the text line of one clause."""
    geometry = formula.puzzle.geometry
    clauses = iter(formula.clauses)
    if formula.numbers is None and geometry.size <= RULES_KEPT_UP_TO:
        yield text_of_rules(formula.encoding, geometry, write)
        clauses = iter(formula.units)
    while batch := list(islice(clauses, BATCH_SIZE)):
        yield "".join(map(write, batch))


@lru_cache(maxsize=8)
def text_of_rules(encoding: Encoding, geometry: Geometry, write: Callable[[Clause], str]) -> str:
    """The text of the clauses that do not depend on the puzzle."""
    return "".join(map(write, kept_rules(encoding, geometry).clauses))


def variables_in_rows(template: str, last: int, per_row: int = 16) -> Iterator[str]:
    """The variables 1 to `last`, each in the template, some on each text line: formats limit their length."""
    for start in range(1, last + 1, per_row):
        row = range(start, min(start + per_row, last + 1))
        yield " ".join(template.format(variable) for variable in row) + "\n"
