"""The clauses of the rules for one geometry, statement by statement; and those of the encoding `triads`.

`extended` has eight statements: for each family of lines at least one, and at most one. Encodings such as
`minimal` and `dual` consist of some of these, so that a scene has their clauses, too.
"""

from __future__ import annotations

from itertools import groupby

from sudocube.encoder import load
from sudocube.encoder.cnf import encoded_lines
from sudocube.encoder.variables import Variables
from sudocube.encoder.vocabulary import Encoding, Statement
from sudocube.geometry import Geometry
from sudocube.report.encodings import clause_rows
from sudocube.report.json_rows import Row, size_row
from sudocube.report.row import as_dict

PART_OF_EXTENDED = ("dual", "minimal", "efficient", "extended")
"""Encodings that consist of statements of `extended`."""


def rule_clauses_row(geometry: Geometry) -> Row:
    """The eight statements of `extended`, each with its clauses, and which of them each encoding has.

    Clauses that two statements have are in both.

    >>> row = rule_clauses_row(Geometry.of_size(4))
    >>> [(one["family"], one["says"], len(one["clauses"])) for one in row["statements"]][:2]
    [('cell', 'at least one', 16), ('cell', 'at most one', 96)]
    >>> row["encodings"]["dual"]
    ['cell at most one', 'row at least one', 'column at least one', 'box at least one']
    """
    row = _clauses_row(load("extended"), geometry)
    encodings = {name: [statement_name(one) for one in load(name).statements] for name in PART_OF_EXTENDED}
    return {**row, "encodings": encodings}


def named_clauses_row(geometry: Geometry) -> Row:
    """Each clause of `extended` once, in the order of the encoding, as `encodings show --all --json` has it.

    >>> row = named_clauses_row(Geometry.of_size(4))
    >>> len(row["clauses"]), row["clauses"][0]["line"], row["clauses"][0]["literals"][0]
    (384, 'r1c1', 'x[r1c1,1]')
    """
    encoding = load("extended")
    return {
        "encoding": encoding.name,
        **size_row(geometry),
        "clauses": [*map(as_dict, clause_rows(encoding, geometry))],
    }


def triad_clauses_row(geometry: Geometry) -> Row:
    """The statements of `triads`, with their clauses and the names of the triads' variables.

    >>> row = triad_clauses_row(Geometry.of_size(9))
    >>> row["first_triad"], row["triads"][0]
    (730, 't[row 1,box 1,1]')
    """
    encoding = load("triads")
    variables = Variables(encoding, geometry)
    first = variables.first["triads"]
    names = [variables.name(number) for number in range(first, variables.declared + 1)]
    return {**_clauses_row(encoding, geometry), "first_triad": first, "triads": names}


def statement_name(statement: Statement) -> str:
    """The name of a statement in the lesson, such as "cell at least one"."""
    return f"{statement.subject} {statement.says.replace('_', ' ')}"


def _clauses_row(encoding: Encoding, geometry: Geometry) -> Row:
    """An encoding of which no line has auxiliary variables, with its clauses statement by statement."""
    lines = groupby(encoded_lines(encoding, geometry), lambda line: line.statement)
    return {
        "encoding": encoding.name,
        **size_row(geometry),
        "variables": Variables(encoding, geometry).declared,
        "statements": [
            {
                "name": statement_name(statement),
                "family": statement.subject,
                "says": statement.says.replace("_", " "),
                "clauses": [list(clause) for line in written for clause in line.clauses],
            }
            for statement, written in lines
        ],
    }
