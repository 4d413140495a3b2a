"""Which column of a table holds answers, the solutions that are stored beside the puzzles."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sudocube.errors import InputError, UnknownNameError
from sudocube.formats.text_input import TextInput

ANSWER_COLUMNS = ("solution", "solutions", "answer", "answers", "solved")
"""The names of a column of answers, in any case. Where several occur, the first of this list counts."""

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
