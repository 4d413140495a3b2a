"""What a scene of the lesson asks for: the commands `data` and `prove-clauses`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sudocube.errors import EncodingError
from sudocube.report.json_rows import Row
from sudocube.serving.lesson_data import DATA, lesson_data
from sudocube.serving.request_fields import RefusedRequestError, RequestFields
from sudocube.serving.typed_clause_rows import typed_clauses_row

TEXT_AT_MOST = 60_000
"""Characters of clauses; all rules as pairs have about 5,000."""

_made = cache(lesson_data)
"""Data are made once in each worker; those of some scenes take seconds."""


def data_rows(asked: RequestFields) -> Iterator[Row]:
    """The data of one name: a single row. Raises RefusedRequestError for a name that has none."""
    yield _made(asked.choice("name", tuple(DATA)))


def proof_of_typed_rows(asked: RequestFields) -> Iterator[Row]:
    """The proof of the clauses in the field `text`: a row of `encodings prove --json`.

    Raises RefusedRequestError where the text is no DIMACS.
    """
    try:
        yield typed_clauses_row(asked.text("text", TEXT_AT_MOST))
    except EncodingError as error:
        raise RefusedRequestError(str(error)) from None
