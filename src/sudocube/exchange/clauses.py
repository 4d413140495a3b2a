"""A puzzle as clauses, and these as text.

What the rules of a small grid come to is kept for the next puzzle; for large ones it is written as it goes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice

from sudocube.encoder import Encoding
from sudocube.encoder.at_most_one import Clause
from sudocube.encoder.cnf import Formula, formula, streamed_formula
from sudocube.encoder.puzzle_formula import PuzzleFormula, add_clues
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle

KEPT_UP_TO = 9
"""The size up to which the rules of a geometry are kept for the next puzzle."""

BATCH = 4096
"""How many clauses become text at once."""


def posed(encoding: Encoding, puzzle: Puzzle) -> PuzzleFormula:
    """A puzzle as clauses; raises UnsupportedError where the encoding is not in CNF."""
    shape = puzzle.geometry
    rules = _kept(encoding, shape) if shape.size <= KEPT_UP_TO else streamed_formula(encoding, shape)
    return add_clues(rules, puzzle)


@lru_cache(maxsize=4)
def _kept(encoding: Encoding, geometry: Geometry) -> Formula:
    return formula(encoding, geometry)


def texts(posed: PuzzleFormula, write: Callable[[Clause], str]) -> Iterator[str]:
    """The clauses as text, so many at a time; `write` makes a line of one."""
    shape = posed.puzzle.geometry
    clauses = iter(posed.clauses)
    if posed.numbers is None and shape.size <= KEPT_UP_TO:
        yield _text_of_rules(posed.encoding, shape, write)
        clauses = iter(posed.units)
    while batch := list(islice(clauses, BATCH)):
        yield "".join(map(write, batch))


@lru_cache(maxsize=8)
def _text_of_rules(encoding: Encoding, geometry: Geometry, write: Callable[[Clause], str]) -> str:
    """The same for every puzzle."""
    return "".join(map(write, _kept(encoding, geometry).clauses))


def numbers_in_rows(template: str, last: int, per_row: int = 16) -> Iterator[str]:
    """1 to `last`, each in the template, in rows: formats that limit their lines stay within them."""
    for start in range(1, last + 1, per_row):
        row = range(start, min(start + per_row, last + 1))
        yield " ".join(template.format(number) for number in row) + "\n"
