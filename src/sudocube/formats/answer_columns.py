"""Which column of a table holds answers, the solutions that are stored beside the puzzles."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sudocube.errors import InputError, UnknownNameError
from sudocube.formats.entry import TableRecord
from sudocube.formats.table_fields import fields_of
from sudocube.formats.text_input import TextInput
from sudocube.geometry import SIZES, SYMBOLS
from sudocube.symbol_forms import usual_symbols

ANSWER_COLUMNS = ("solution", "solutions", "answer", "answers", "solved")
"""The names of a column of answers, in any case. Where several occur, the first of this list counts.

Else a name of several words counts that has one of these, if there is a grid in the first record.
"""

_COUNTING = ("count", "counts", "number", "num")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_DIGITS = {size * size: frozenset(SYMBOLS[1 : size + 1]) for size in SIZES}

_NUMBER_OF_SOLUTIONS = re.compile(r"[0-9]{1,9}")


def index_of_answers(text_input: TextInput, names: Sequence[str], puzzles: int) -> int | None:
    """The index of the column of answers among the columns with these names; None where there is none.

    `puzzles` is the index of the column of puzzles. Raises UnknownNameError where the table does not have the
    column that is asked for by a name, or by a number from 1, and InputError where that is the column of
    puzzles.
    """
    wanted, lower = text_input.answers, [name.lower() for name in names]
    if isinstance(wanted, bool):
        found = next((lower.index(name) for name in ANSWER_COLUMNS * wanted if name in lower), None)
        if found is None and wanted:
            found = next(
                (at for at, name in enumerate(names) if at != puzzles and tells_of_answers(name)), None
            )
        return None if found == puzzles else found
    if wanted.strip().lower() in lower:
        index = lower.index(wanted.strip().lower())
    elif wanted.isascii() and wanted.isdecimal() and len(wanted) < 10 and 0 < int(wanted) <= len(names):
        index = int(wanted) - 1
    else:
        raise UnknownNameError(
            "column", wanted, filter(None, names), f"these are the columns of {text_input.name}"
        )
    if index == puzzles:
        raise InputError(text_input.name, f"the column {wanted!r} holds the puzzles: name one with answers")
    return index


def tells_of_answers(name: str) -> bool:
    """Whether one word of a name says that there are answers: "Expected Solution", not "Solution Count"."""
    words = {word.lower() for word in _WORD.findall(name)}
    return bool(words.intersection(ANSWER_COLUMNS)) and not words.intersection(_COUNTING)


def begins_answers(name: str, stored: str) -> bool:
    """Whether a column of that name, which begins with this field, may hold answers.

    A small number says how many solutions there are. Of a name that is not known as a whole, it takes a grid.

    >>> begins_answers("solution", "1"), begins_answers("solution", "")
    (False, True)
    >>> begins_answers("has solution", "yes"), begins_answers("Expected Solution", "1243342143122134")
    (False, True)
    """
    if name.lower() in ANSWER_COLUMNS:
        return not is_number_of_solutions(stored)
    return _is_full_grid(stored)


def uncompared_columns(record: TableRecord) -> list[str]:
    """The names of the columns that hold a grid in this record, of the size of its puzzle and without blanks.

    That of the puzzles is not among them.
    """
    header = record.header
    fields = fields_of(record.text or "", header.delimiter)
    if len(fields) <= header.index:
        return []
    size = len(usual_symbols(fields[header.index]).strip())
    columns = enumerate(zip(header.names, fields, strict=False))
    return [
        name
        for at, (name, field) in columns
        if at != header.index and len(field) == size and _is_full_grid(field)
    ]


def _is_full_grid(text: str) -> bool:
    """Whether a text is all cells of a grid, on one line and without blanks."""
    symbols = usual_symbols(text).strip().upper()
    return len(symbols) in _DIGITS and _DIGITS[len(symbols)].issuperset(symbols)


def is_number_of_solutions(stored: str) -> bool:
    """Whether a field holds a small number: then the column says how many solutions there are.

    >>> is_number_of_solutions("1"), is_number_of_solutions("1243342143122134")
    (True, False)
    """
    return bool(_NUMBER_OF_SOLUTIONS.fullmatch(stored))


def refuse_columns(text_input: TextInput) -> None:
    """Raise InputError where a column is asked for by its name, in an input that is no table."""
    if isinstance(text_input.answers, str):
        why = f"it is no table with a header, so there is no column {text_input.answers!r}"
        raise InputError(text_input.name, why)
