"""Which column of a file plays which role: as the user says, by its name, or by what it holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from sudocube.auditing.data_files import Role
from sudocube.errors import InputError
from sudocube.formats.answer_columns import ANSWER_COLUMNS, begins_answers, tells_of_answers
from sudocube.formats.cell_lists import CELL_COUNTS
from sudocube.formats.line_kinds import PUZZLE_COLUMNS
from sudocube.geometry import BLANKS, SYMBOLS, VALUES
from sudocube.symbol_forms import usual_symbols

NAMES: Mapping[Role, tuple[str, ...]] = {
    Role.PUZZLE: PUZZLE_COLUMNS,
    Role.ANSWER: ANSWER_COLUMNS,
    Role.RATING: ("rating", "ratings", "difficulty", "score", "hardness", "level"),
    Role.CLUES: ("clues", "clue_count", "clue_counts", "num_clues", "n_clues", "clue_numbers", "givens"),
    Role.SPLIT: ("split", "splits", "subset", "partition", "fold"),
    Role.ID: ("id", "puzzle_id", "uid", "uuid", "key", "hash", "index"),
}
"""The names of columns by role, in any case. Where several occur, the first of a list counts."""

SAMPLE = 50
"""How many rows are looked at, at most, to see what a column holds."""

_NUMBER = re.compile(r"[0-9]+(\.[0-9]*)?")

_SHORTEST = 36
"""Sixteen symbols may be a number or a name; from 36 on they are a puzzle."""


def roles_of_columns(
    sample: Mapping[str, Sequence[object]], asked: Mapping[Role, str], source: str
) -> dict[Role, str]:
    """The name of the column for each role that a table has; `asked` are those that the user names.

    `sample` holds the first values of each column, and `source` is the name of the file. A column that the
    user names has no other role; one that is not there is left out, as another file may have it. Raises
    InputError where no column holds puzzles, or where answers are asked for from the column of puzzles.
    """
    named = {role: column_named(list(sample), wanted) for role, wanted in asked.items()}
    found = {role: name for role, name in named.items() if name is not None}
    if found.get(Role.ANSWER) is not None and found.get(Role.ANSWER) == found.get(Role.PUZZLE):
        raise InputError(
            source, f"the column {found[Role.PUZZLE]!r} holds the puzzles: name one with answers"
        )
    for role, known in NAMES.items():
        if role in found:
            continue
        free = [name for name in sample if name not in found.values()]
        lower = {name.strip().lower(): name for name in reversed(free)}
        by_name = (lower[one] for one in known if one in lower)
        if role is Role.PUZZLE:
            column = next(by_name, None) or _first(free, sample, has_blanks=True)
        elif role is Role.ANSWER:
            column = next(by_name, None) or next(filter(tells_of_answers, free), None)
            if column is None or not _may_be_answers(column, sample[column]):
                column = _first(free, sample, has_blanks=False)
        else:
            column = next(by_name, None)
        if column is not None:
            found[role] = column
        elif role is Role.PUZZLE:
            raise no_puzzles(source, sample)
    return found


def roles_of_words(sample: Mapping[str, Sequence[str]], asked: Mapping[Role, str]) -> dict[Role, str]:
    """The same for a list without a header, whose columns are called by their numbers from 1.

    A column of numbers behind the puzzle holds ratings, unless all are 1, as that may be how many solutions
    there are; and a single column before it holds names. Nothing where there is no puzzle, or nothing beside
    it: then the list is read as it is.
    """
    try:
        found = roles_of_columns(sample, asked, "")
    except InputError:
        return {}
    grids = [int(found[role]) for role in (Role.PUZZLE, Role.ANSWER) if role in found]
    taken = set(found.values())
    for name, values in sample.items():
        is_number = all(map(_NUMBER.fullmatch, values)) and set(values) != {"1"}
        if Role.RATING not in found and int(name) > max(grids) and is_number and name not in taken:
            found[Role.RATING] = name
    if Role.ID not in found and int(found[Role.PUZZLE]) == 2 and "1" not in taken:
        found[Role.ID] = "1"
    return {} if found == {Role.PUZZLE: "1"} else found


def usual_size(values: Sequence[object]) -> int:
    """The size that most of these puzzles have; 9 where none tells.

    >>> usual_size([36 * ".", 36 * "1", "no puzzle"]), usual_size([])
    (6, 9)
    """
    sizes = Counter(size for value in values if (size := CELL_COUNTS.get(len(_symbols(value)))))
    return max(sizes, key=lambda size: sizes[size], default=9)


def no_puzzles(source: str, names: Iterable[str]) -> InputError:
    """The error for a file of which no column holds puzzles."""
    return InputError(
        source, f"no column of puzzles among {', '.join(map(repr, names))}: name one with --puzzle NAME"
    )


def column_named(names: Sequence[str], wanted: str) -> str | None:
    """The column that the user means by a name, in any case, or by a number from 1; None if it is not there.

    >>> column_named(["id", "Board"], "board"), column_named(["id", "Board"], "1"), column_named(["id"], "2")
    ('Board', 'id', None)
    """
    same = [name for name in names if name.strip().lower() == wanted.strip().lower()]
    if wanted.isascii() and wanted.isdecimal() and len(wanted) < 10 and 0 < int(wanted) <= len(names):
        same.append(names[int(wanted) - 1])
    return wanted if wanted in same else next(iter(same), None)


def _may_be_answers(name: str, values: Sequence[object]) -> bool:
    """Whether a column of such a name holds answers, and not how many there are."""
    first = next((value for value in values if value is not None and value != ""), "")
    return begins_answers(name, first if isinstance(first, str) else _symbols(first) or str(first))


def _first(names: Iterable[str], sample: Mapping[str, Sequence[object]], *, has_blanks: bool) -> str | None:
    """The first column most of whose values are puzzles with blanks, or full grids."""
    for name in names:
        values = [value for value in sample[name] if value is not None]
        kinds = [kind for kind in map(_is_with_blanks, values) if kind is not None]
        if kinds and len(kinds) > len(values) / 2 and any(kinds) == has_blanks:
            return name
    return None


def _is_with_blanks(value: object) -> bool | None:
    """Whether a value is a puzzle with blanks; False for a full grid, None for anything else."""
    symbols = _symbols(value)
    size = CELL_COUNTS.get(len(symbols))
    if size is None or len(symbols) < _SHORTEST or any(VALUES.get(one, size + 1) > size for one in symbols):
        return None
    return any(one in BLANKS for one in symbols)


def _symbols(value: object) -> str:
    """The symbols of a text, or of a list of cells or of rows of cells; nothing for anything else."""
    if isinstance(value, bytes):
        value = value.decode("ascii", "replace")
    if isinstance(value, str):
        return usual_symbols(value).strip()
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(SYMBOLS):
        return SYMBOLS[value]
    return "".join(map(_symbols, value)) if isinstance(value, list | tuple) else ""
