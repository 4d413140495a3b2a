"""The header of a table: which column holds the puzzles, and what parts the columns."""

from __future__ import annotations

import csv
import re

PUZZLE_COLUMNS = (
    "puzzle",
    "puzzles",
    "quiz",
    "quizzes",
    "question",
    "questions",
    "sudoku",
    "sudokus",
    "grid",
    "grids",
    "board",
    "boards",
    "unsolved",
)
"""The names of a column of puzzles, in capitals or not; where several occur, the first of these counts.

`clues` is none of them: as a column it is mostly the number of clues.
"""

DELIMITERS = ",;\t"

_WORD = re.compile(r"[^\W\d][\w .()/-]*")


def fields_of(text: str, delimiter: str) -> list[str]:
    """The fields of one record, without their quotes and the white space around them."""
    return [
        field.strip() for field in next(csv.reader([text], delimiter=delimiter, skipinitialspace=True), [])
    ]


def puzzle_column(text: str) -> tuple[str, int] | None:
    """The delimiter of a header and the index of its column of puzzles; None if no column is one.

    >>> puzzle_column("id;Quizzes;solutions")
    (';', 1)
    """
    for delimiter in DELIMITERS:
        names = [field.lower() for field in fields_of(text, delimiter)]
        for name in PUZZLE_COLUMNS:
            if name in names:
                return delimiter, names.index(name)
    return None


def likely_delimiter(text: str) -> str:
    """The delimiter that parts a line into the most fields."""
    return max(DELIMITERS, key=lambda delimiter: len(fields_of(text, delimiter)))


def looks_like_words(text: str) -> bool:
    """Whether a line looks like a header: two fields or more, each a word, one of them not just a letter."""
    fields = [field for field in fields_of(text, likely_delimiter(text)) if field]
    return len(fields) > 1 and all(map(_WORD.fullmatch, fields)) and max(map(len, fields)) > 1


def same_columns(texts: list[str]) -> bool:
    """Whether these records, the first of which looks like a header, have the same number of fields."""
    delimiter = likely_delimiter(texts[0])
    return len({len(fields_of(text, delimiter)) for text in texts}) == 1
