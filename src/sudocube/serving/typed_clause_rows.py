"""Clauses that somebody types in the lesson: proved or refuted at 4×4, as `encodings prove` does.

A page without a server has the library's valid grids and ways to break a rule, and looks for them by itself.
"""

from __future__ import annotations

from dataclasses import replace

from sudocube.cube import cube
from sudocube.encoder import Encoding
from sudocube.encoder.clause_recognition import lines_of_elements
from sudocube.encoder.own_clause_file import parse_clauses
from sudocube.errors import EncodingError
from sudocube.geometry import Geometry
from sudocube.lab import prove
from sudocube.lab.grids import Violation, ViolationKind, every_grid, violations
from sudocube.lab.own_findings import Constraint, Half
from sudocube.report.json_rows import Row, size_row
from sudocube.report.proofs import missing_constraint_in_words, proved_row
from sudocube.report.row import as_dict

SHAPE = Geometry.of_size(4)
"""The geometry of the clauses: so small that each proof ends while somebody types."""

VARIABLE_AT_MOST = 1_000
CLAUSES_AT_MOST = 5_000
"""All rules are 448 clauses with 64 variables: so there is room for auxiliary variables, and for mistakes."""

TIME_LIMIT = 10.0
"""Seconds for one proof."""

NAME = "your clauses"


def typed_clauses_row(text: str, timeout: float = TIME_LIMIT) -> Row:
    r"""The row of `encodings prove --json` for clauses in DIMACS without a header, for a grid of 4×4.

    Variables above 64 are auxiliary. What is not decided after `timeout` seconds is undecided.

    Raises EncodingError for a text that is no DIMACS, and for one that is too large; and ValueError for a
    timeout that is not a number above 0.

    >>> row = typed_clauses_row("1 2 3 4 0\n")
    >>> row["sound"], row["complete"], row["broken"]["rule"]
    (False, True, 'a digit twice in a unit')
    """
    return as_dict(proved_row(prove(_encoding(text), SHAPE, timeout=timeout)))


def _encoding(text: str) -> Encoding:
    """The encoding of the clauses; text lines are counted without the header that is put before them."""
    lines = (line.split() for line in text.splitlines())
    count = sum(words.count("0") for words in lines if words and words[0][0] != "c")
    if count > CLAUSES_AT_MOST:
        raise EncodingError(NAME, "", f"{count:,} clauses", f"{CLAUSES_AT_MOST:,} at most")
    try:
        encoding = parse_clauses(f"p cnf {VARIABLE_AT_MOST} {count}\n{text}", NAME)
    except EncodingError as error:
        line = None if error.line is None else error.line - 1
        raise EncodingError(NAME, error.key, error.found, error.allowed, line=line) from None
    assert encoding.own is not None  # since it was read from clauses
    own = replace(encoding.own, text_lines=tuple(line - 1 for line in encoding.own.text_lines))
    return replace(encoding, own=own)


def small_check_row() -> Row:
    """All valid grids of 4×4, and all ways to break a rule, each with the literals that hold then.

    `in_words` is what is wrong with a grid that breaks the rule so, and `missing` what no clause says then.

    >>> row = small_check_row()
    >>> len(row["grids"]), len(row["violations"]), row["violations"][0]["in_words"]
    (288, 336, 'r1c1 holds no digit')
    """
    grids = [str(grid) for grid in every_grid(SHAPE)]
    return {
        **size_row(SHAPE),
        "grids": grids,
        "violations": [_violation_row(one) for one in violations(cube(SHAPE))],
    }


def _violation_row(violation: Violation) -> Row:
    elements = violation.elements(cube(SHAPE))
    is_empty = violation.kind is ViolationKind.EMPTY_CELL
    line = next(
        one for one in lines_of_elements(cube(SHAPE))[elements[0]] if set(elements) <= set(one.elements)
    )
    half = Half.AT_LEAST_ONE if is_empty else Half.AT_MOST_ONE
    return {
        "rule": str(violation.kind),
        "cells": [SHAPE.cell_name(cell) for cell in violation.cells],
        "assume": [-element - 1 if is_empty else element + 1 for element in elements],
        "in_words": violation.in_words(SHAPE),
        "missing": missing_constraint_in_words(Constraint(half, line, tuple(elements)), SHAPE),
    }
