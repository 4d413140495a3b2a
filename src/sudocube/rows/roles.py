"""Which column of a table plays which role: as the user says, by its name, or by what it holds.

One rule for all kinds of tables and all commands. It looks at the first records, never at text lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from sudocube.errors import InputError, UnknownNameError
from sudocube.geometry import BLANKS, SIZES, SYMBOLS, VALUES
from sudocube.rows.batch import GRIDS, Role
from sudocube.rows.layout import Kind, Layout, Numbers
from sudocube.rows.values import numbers_of
from sudocube.symbol_forms import usual_symbols

NAMES: Mapping[Role, tuple[str, ...]] = {
    Role.PUZZLE: (
        *("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "sudokus"),
        *("grid", "grids", "board", "boards", "unsolved"),
    ),
    Role.ANSWER: ("solution", "solutions", "answer", "answers", "solved"),
    Role.RATING: ("rating", "ratings", "difficulty", "score", "hardness", "level"),
    Role.CLUES: ("clues", "clue_count", "clue_counts", "num_clues", "n_clues", "clue_numbers", "givens"),
    Role.SPLIT: ("split", "splits", "subset", "partition", "fold"),
    Role.ID: ("id", "puzzle_id", "uid", "uuid", "key", "hash", "index"),
}
"""The names of columns by role, in any case. Where several occur, the first of a list counts.

Of a nested field such as `data.puzzle` the last part counts.
"""

SAMPLE = 50
"""How many records are looked at, at most, to see what a column holds."""

NO_COLUMN = ""
"""What is asked for in place of a name, where no column is to play a role."""

_COUNTING = {"count", "counts", "number", "num"}
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_COUNT = re.compile(r"[0-9]{1,9}")
_NUMBER = re.compile(r"[0-9]+(\.[0-9]*)?")
_CELL = re.compile(r"nan|-1|[0-9]{1,2}(?:\.0)?|[.*_?xX-]|[A-Pa-p]|")
_SQUARES = {size * size: size for size in SIZES}
_SMALLEST = 6
"""Sixteen symbols may be a number or a name; from 36 on they are a puzzle."""

_COLUMNS = {k * n: n for n in sorted(_SQUARES) if n >= _SMALLEST**2 for k in (2, 1)}
"""So many columns side by side may be the cells of a puzzle, or of it and of its answer: n² or 2 n²."""

_BY_NAME_ALONE = (Role.RATING, Role.CLUES, Role.SPLIT, Role.ID)

Sample = Mapping[str, Sequence[object]]
"""The first values of each column, by the names of the columns."""

_Found = dict[Role, tuple[tuple[str, ...], str]]
"""The columns that have a role, and why."""


def layout_of_columns(
    kind: Kind,
    sample: Sample,
    asked: Mapping[Role, str],
    source: str,
    *,
    groups: tuple[int, ...] = (),
    delimiter: str = "",
) -> Layout:
    """The layout of a table by its first records; `asked` are the columns that the user names.

    A column that the user names has no other role; one that is not there is left out, as another file may
    have it. NO_COLUMN says that no column plays the role. `source` is the name of the input. Raises
    InputError where no column holds puzzles, or where answers are asked for from the column of puzzles.
    """
    found: _Found = {}
    for role, wanted in asked.items():
        if wanted and (name := column_named(list(sample), wanted)) is not None:
            found[role] = (name,), "named by the user"
    if Role.PUZZLE not in found:
        found |= _puzzles_in(found, sample)
    answers = found.get(Role.ANSWER)
    if answers and (Role.PUZZLE not in found or answers[0] == found[Role.PUZZLE][0]):
        raise InputError(source, f"the column {answers[0][0]!r} holds the puzzles: name one with answers")
    if Role.PUZZLE not in found:
        columns = ", ".join(map(repr, sample))
        raise InputError(source, f"no column of puzzles among {columns}: name one with --puzzle NAME")
    puzzles = found[Role.PUZZLE][0]
    values = [value for name in puzzles for value in sample[name]]
    size, numbers = usual_size(values), _numbers(values)
    size = size if len(puzzles) == 1 else _SQUARES.get(len(puzzles), 9)
    remarks = [str(numbers)] if numbers is not Numbers.USUAL else []
    if not answers and asked.get(Role.ANSWER) != NO_COLUMN:
        name, why = _answers_in(found, sample, usual_size(values))
        if name is not None:
            found[Role.ANSWER] = (name,), why
        elif why:
            remarks.append(why)
    for role in _BY_NAME_ALONE:
        if role not in found and asked.get(role) != NO_COLUMN and (name := _named(found, sample, role)):
            found[role] = (name,), "by its name"
    roles = {role: names for role, (names, _) in found.items()}
    reasons, told = {role: why for role, (_, why) in found.items()}, tuple(remarks)
    return Layout(kind, tuple(sample), roles, reasons, groups, size, numbers, delimiter, remarks=told)


def refuse_unknown(asked: Mapping[Role, str], layouts: Sequence[tuple[str, Layout]]) -> None:
    """Raise UnknownNameError for a column that none of these inputs has, by name; InputError if none has any.

    `layouts` has the name of each input, and its layout.
    """
    for wanted in filter(None, asked.values()):
        if not layouts or any(column_named(one.names, wanted) is not None for _, one in layouts):
            continue
        first = next((name for name, one in layouts if one.names), None)
        if first is None:
            reason = f"it is no table with a header, so there is no column {wanted!r}"
            raise InputError(layouts[0][0], reason)
        names = dict.fromkeys(name for _, one in layouts for name in one.names if name)
        raise UnknownNameError("column", wanted, names, f"these are the columns of {first}")


def roles_of_words(sample: Mapping[str, Sequence[str]], asked: Mapping[Role, str]) -> Layout | None:
    """The layout of a list without a header, whose columns are called by their numbers from 1.

    A column of numbers behind the puzzle holds ratings, unless all are 1, as that may be how many solutions
    there are; and a single column before it holds names. None where there is no puzzle, or nothing beside it.
    """
    try:
        layout = layout_of_columns(Kind.TABLE, sample, asked, "")
    except InputError:
        return None
    roles = dict(layout.roles)
    grids = [int(roles[role][0]) for role in GRIDS if role in roles]
    taken = {name for names in roles.values() for name in names}
    for name, values in sample.items():
        is_number = all(map(_NUMBER.fullmatch, values)) and set(values) != {"1"}
        if Role.RATING not in roles and int(name) > max(grids) and is_number and name not in taken:
            roles[Role.RATING] = (name,)
    if Role.ID not in roles and int(roles[Role.PUZZLE][0]) == 2 and "1" not in taken:
        roles[Role.ID] = ("1",)
    others = [name for name in sample if (name,) not in (roles[Role.PUZZLE], roles.get(Role.ANSWER))]
    if len(roles) == 1 or (len(roles[Role.PUZZLE]) == 1 and _first(others, sample, has_blanks=True)):
        return None
    why = {role: layout.why.get(role, "by its place in the list") for role in roles}
    return Layout(Kind.TABLE, layout.names, roles, why, usual_size=layout.usual_size, remarks=layout.remarks)


def usual_size(values: Iterable[object]) -> int:
    """The size that most of these puzzles have; 9 where none tells.

    Of 81 digits that were saved as a number, 64 may be left.

    >>> usual_size([36 * ".", 36 * "1", "no puzzle"]), usual_size([]), usual_size([64 * "9"])
    (6, 9, 9)
    """
    sizes = Counter(found[0] for found in map(_grid_in, values) if found)
    return max(sizes, key=lambda size: sizes[size], default=9)


def column_named(names: Sequence[str], wanted: str) -> str | None:
    """The column that the user means by a name, in any case, or by a number from 1; None if it is not there.

    >>> column_named(["id", "Board"], "board"), column_named(["id", "Board"], "1"), column_named(["id"], "2")
    ('Board', 'id', None)
    """
    same = [name for name in names if name.strip().lower() == wanted.strip().lower()]
    if wanted.isascii() and wanted.isdecimal() and len(wanted) < 10 and 0 < int(wanted) <= len(names):
        same.append(names[int(wanted) - 1])
    return wanted if wanted in same else next(iter(same), None)


def names_puzzles(names: Iterable[str]) -> bool:
    """Whether one of these is the name of a column of puzzles."""
    return any(_plain(name) in NAMES[Role.PUZZLE] for name in names)


def _free(found: _Found, sample: Sample) -> list[str]:
    """The columns without a role."""
    taken = {name for names, _ in found.values() for name in names}
    return [name for name in sample if name not in taken]


def _puzzles_in(found: _Found, sample: Sample) -> _Found:
    """The column of puzzles, or columns with a cell each, perhaps those of answers, too; or nothing."""
    free = _free(found, sample)
    if (name := _named(found, sample, Role.PUZZLE)) is not None:
        return {Role.PUZZLE: ((name,), "by its name")}
    if (name := _first(free, sample, has_blanks=True)) is not None:
        return {Role.PUZZLE: ((name,), "it holds puzzles with blanks")}
    others = {name for role in _BY_NAME_ALONE for name in NAMES[role]}
    run: list[str] = []
    for name in [*free, ""]:
        if name and _plain(name) not in others and sample[name] and are_cells(sample[name]):
            run.append(name)
            continue
        if run and is_index(sample[run[0]]) and len(run) - 1 in _COLUMNS:
            run = run[1:]
        if count := _COLUMNS.get(len(run)):
            parts = [tuple(run[at : at + count]) for at in range(0, len(run), count)]
            return {
                role: (part, "a cell in each of these columns")
                for role, part in zip(GRIDS, parts, strict=False)
            }
        run = []
    return {}


def _answers_in(found: _Found, sample: Sample, size: int) -> tuple[str | None, str]:
    """The column of answers to puzzles of a size, and why; without one, what is to be told, if anything."""
    free = _free(found, sample)
    named = _named(found, sample, Role.ANSWER) or next(filter(_tells_of_answers, free), None)
    if named is not None and _may_be_answers(named, sample[named]):
        return named, "by its name"
    if (full := _first(free, sample, has_blanks=False, smallest=size)) is not None:
        return full, "it holds full grids"
    return None, "" if named is None else f"column {named!r} is not compared: it holds no grids"


def _named(found: _Found, sample: Sample, role: Role) -> str | None:
    """The first free column that has one of the names of a role."""
    names = {_plain(name): name for name in reversed(_free(found, sample))}
    return next((names[one] for one in NAMES[role] if one in names), None)


def _plain(name: str) -> str:
    """A name in small letters, of a nested field the last part."""
    return name.strip().lower().rpartition(".")[2]


def _tells_of_answers(name: str) -> bool:
    """Whether one word of a name says that there are answers: "Expected Solution", not "Solution Count"."""
    words = {word.lower() for word in _WORD.findall(name)}
    return bool(words.intersection(NAMES[Role.ANSWER])) and not words & _COUNTING


def _may_be_answers(name: str, values: Sequence[object]) -> bool:
    """Whether a column that is named like answers holds some, and not how many there are.

    A name that is not known as a whole needs a grid in its first row.
    """
    first = next((value for value in values if value is not None and value != ""), "")
    if _plain(name) in NAMES[Role.ANSWER]:
        return not _COUNT.fullmatch(_symbols(first) or str(first))
    return (_grid_in(first) or (0, True))[1] is False


def _first(
    names: Iterable[str], sample: Sample, *, has_blanks: bool, smallest: int = _SMALLEST
) -> str | None:
    """The first column most of whose values are puzzles with blanks, or full grids, of that size at least."""
    for name in names:
        values = [value for value in sample[name] if value is not None and value != ""]
        found = [one[1] for one in map(_grid_in, values) if one and one[0] >= smallest]
        if found and len(found) > len(values) / 2 and any(found) == has_blanks:
            return name
    return None


def is_index(values: Sequence[object]) -> bool:
    """Whether values are numbers that count from 0 or from 1, as in the index of a data frame."""
    numbers = [*map(_text, values)]
    return any(numbers == [str(at + first) for at in range(len(numbers))] for first in (0, 1))


def are_cells(values: Sequence[object]) -> bool:
    """Whether all values are cells: a digit, a small number, or a blank."""
    return all(
        isinstance(value, str | bytes | int | float | None) and _CELL.fullmatch(_text(value))
        for value in values
    )


def _text(value: object) -> str:
    """A value as a text without spaces around it."""
    if isinstance(value, bytes):
        return value.decode("ascii", "replace").strip()
    return "" if value is None else str(value).strip()


def _numbers(values: Sequence[object]) -> Numbers:
    """How numbers stand for cells in these values, if they are numbers, or lists of them."""
    try:
        cells = np.array(
            [one for one in values if one is not None and not isinstance(one, str | bytes)], float
        )
        if not cells.size and values and are_cells(values):
            cells = np.array([text for text in map(_text, values) if text.lstrip("-").isdigit()], float)
    except (ValueError, TypeError):
        return Numbers.USUAL
    return numbers_of(cells) if cells.size else Numbers.USUAL


def _grid_in(value: object) -> tuple[int, bool] | None:
    """The size of a puzzle or a full grid, and whether it has blanks; None for anything else."""
    symbols = _symbols(value)
    size = _SQUARES.get(len(symbols))
    if size is None or any(VALUES.get(one, size + 1) > size for one in symbols):
        return None
    return size, any(one in BLANKS for one in symbols)


def _symbols(value: object) -> str:
    """The symbols of a text, or of a list of cells or of rows of cells; nothing for anything else."""
    if isinstance(value, str | bytes):
        symbols = usual_symbols(_text(value))
        return "".join(symbols.split()) if len(symbols) not in _SQUARES else symbols
    if isinstance(value, int) and not isinstance(value, bool):
        return SYMBOLS[value] if 0 <= value < len(SYMBOLS) else "0" if value == -1 else ""
    return "".join(map(_symbols, value)) if isinstance(value, list | tuple) else ""
