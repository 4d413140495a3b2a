"""Verdicts on puzzles, the evidence for them, the referee's word on a solution, and how results are shown.

`unique`, `multiple` and `none` are decided. `unknown` is not: the time ran out, or a method that cannot
decide every puzzle was stuck. Evidence says why one may believe a verdict.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

from sudocube.errors import RefutedError
from sudocube.puzzle import Board, Grid, Puzzle
from sudocube.trusted import objection


class Verdict(StrEnum):
    """How many solutions a puzzle has, as far as it is known.

    >>> Verdict("unique") is Verdict.UNIQUE, Verdict.UNIQUE == "unique", Verdict.UNKNOWN.is_decided
    (True, True, False)
    """

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"
    """The engine ran out of time, is stuck, failed, or does not take such a puzzle; never taken for NONE."""
    INVALID = "invalid"
    """Not a puzzle at all: it could not be read."""

    @property
    def is_decided(self) -> bool:
        """Whether the verdict is `unique`, `multiple` or `none`."""
        return self in (Verdict.UNIQUE, Verdict.MULTIPLE, Verdict.NONE)


SOLUTIONS = {Verdict.NONE: 0, Verdict.UNIQUE: 1}
"""How many solutions a verdict says that there are, where that is one number."""


class Evidence(StrEnum):
    """Why one may believe a verdict.

    >>> from sudocube import check, crosscheck
    >>> check("1... ..2. .3.. ...4").evidence, crosscheck("1... ..2. .3.. ...4").evidence
    (<Evidence.SEARCH: 'search'>, <Evidence.AGREEMENT: 'agreement'>)
    """

    SEARCH = "search"
    """One engine found it; its solutions passed the referee."""
    AGREEMENT = "agreement"
    """At least two engines found the same verdict independently."""
    WITNESS = "witness"
    """Two different solutions that the referee passed: this proves `multiple`."""
    PROOF = "proof"
    """A refutation that the trusted checker accepted: this proves `unique` and `none`."""


class Claim(StrEnum):
    """What an answer claims. Engines of this package claim verdicts, and show solutions that back them.

    >>> from sudocube import crosscheck
    >>> engines = ["sat", lambda cells: 1, lambda cells: "1243342143122134"]
    >>> [str(one.claims) for one in crosscheck("1... ..2. .3.. ...4", engines=engines).answers.values()]
    ['verdict', 'count', 'solution']
    """

    SOLUTION = "solution"
    """Here is a solution; no word on others. It never confirms that a puzzle is unique."""
    VERDICT = "verdict"
    """So many solutions: none, one or several."""
    COUNT = "count"
    """This number of solutions, whether they are shown or not."""


class StoredAnswer(StrEnum):
    r"""What is to be said of an answer that stands beside a puzzle in a file: the first of these that holds.

    >>> from sudocube import check_many, read
    >>> import io
    >>> table = b"puzzle,solution\n1.....2..3.....4,1243342143122134\n1.....2..3.....4,1234341243212143\n"
    >>> [str(checked.stored) for checked in check_many(read(io.BytesIO(table)))]
    ['right', 'contradicts_clues']
    """

    MISSING = "missing"
    """The field is empty. That is no fault of the puzzle."""
    NO_GRID = "no_grid"
    """Not n² digits."""
    GIVEN_THOUGH_NONE = "given_though_none"
    """There is a grid, and the puzzle has no solution."""
    CONTRADICTS_CLUES = "contradicts_clues"
    """The grid holds another digit in the cell of a clue."""
    WRONG = "wrong"
    """The grid keeps the clues, and is not a solution."""
    ONE_OF_SEVERAL = "one_of_several"
    """The grid is a solution, and the puzzle has others."""
    RIGHT = "right"
    """The grid is the only solution."""


REMEMBERED = 1024
"""How many decisions are remembered: an engine may ask for one that is taken again where answers are judged,
and several engines find the same solution."""


@lru_cache(maxsize=REMEMBERED)
def referee(grid: Board, puzzle: Puzzle) -> str | None:
    """None where a grid solves a puzzle; else what the referee refuses it for, in words.

    The trusted referee checks the rules and the clues. It knows clues only: candidates are looked at
    here.

    >>> referee(Grid("1234 3412 2143 4321"), Puzzle("1... .... .... ..3."))
    'row 4, column 3 holds 2, but the clue is 3'
    """
    shape = puzzle.geometry
    refused = objection(grid.cells, puzzle.cells, shape.box_rows, shape.box_columns)
    if refused is None and puzzle.candidates is not None:
        for cell, (digit, mask) in enumerate(zip(grid.cells, puzzle.candidates, strict=True)):
            if not mask >> digit - 1 & 1:
                return f"{shape.cell_name(cell)} holds {digit}, which is no candidate there"
    return refused


def refereed(grid: Grid, puzzle: Puzzle) -> Grid:
    """The grid, where the referee passes it as a solution of the puzzle; else RefutedError."""
    refused = referee(grid, puzzle)
    if refused is not None:
        raise RefutedError(f"the referee refuses the solution {grid}: {refused}", refused=grid)
    return grid


class Shown:
    """A result with a document (see `sudocube.report.document`).

    What documents are made of stands in the layer above, and is imported when a result is shown first.
    """

    __slots__ = ()

    def __str__(self) -> str:
        from sudocube.report.document import document_of, plain

        return plain(document_of(self))

    def _repr_html_(self) -> str:
        """The document in a notebook."""
        from sudocube.report.document import document_of, fragment

        return fragment(document_of(self))
