"""Which column of a table plays which role: as the user says, by its name, or by what it holds.

One rule for all kinds of tables and all commands. It looks at the first records, never at text lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from sudocube.errors import InputError, UnknownNameError
from sudocube.geometry import BLANKS, SIZES, SYMBOLS, VALUES
from sudocube.rows.batch import Role
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
_CELL = re.compile(r"-1|[0-9]{1,2}(?:\.0)?|[.*_?xX-]|[A-Pa-p]|")
_SQUARES = {size * size: size for size in SIZES}
_SHORTEST = 36
"""Sixteen symbols may be a number or a name; from 36 on they are a puzzle."""

_COLUMNS = {k * n: n for n in sorted(_SQUARES) if n >= _SHORTEST for k in (2, 1)}
"""So many columns side by side may be the cells of a puzzle, or of it and of its answer: n² or 2 n²."""

Sample = Mapping[str, Sequence[object]]
"""The first values of each column, by the names of the columns."""


@dataclass(slots=True)
class _Found:
    """The columns that have a role so far, and why; what is to be told of them."""

    sample: Sample
    roles: dict[Role, tuple[str, ...]] = field(default_factory=dict)
    why: dict[Role, str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    def give(self, role: Role, names: Sequence[str], why: str) -> None:
        self.roles[role], self.why[role] = tuple(names), why

    @property
    def free(self) -> list[str]:
        taken = {name for names in self.roles.values() for name in names}
        return [name for name in self.sample if name not in taken]


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
    found = _Found(sample)
    for role, wanted in asked.items():
        if wanted and (name := column_named(list(sample), wanted)) is not None:
            found.give(role, [name], "named by the user")
    if found.roles.get(Role.ANSWER) is not None and found.roles[Role.ANSWER] == found.roles.get(Role.PUZZLE):
        name = found.roles[Role.ANSWER][0]
        raise InputError(source, f"the column {name!r} holds the puzzles: name one with answers")
    if Role.PUZZLE not in found.roles:
        _find_puzzles(found, source)
    if Role.ANSWER not in found.roles and asked.get(Role.ANSWER) != NO_COLUMN:
        _find_answers(found)
    for role in (Role.RATING, Role.CLUES, Role.SPLIT, Role.ID):
        if role not in found.roles and asked.get(role) != NO_COLUMN and (name := _by_name(found, role)):
            found.give(role, [name], "by its name")
    puzzles = found.roles[Role.PUZZLE]
    values = [value for name in puzzles for value in sample[name]]
    numbers = _numbers(values)
    remarks = [*([str(numbers)] if numbers is not Numbers.USUAL else []), *found.remarks]
    size = _SQUARES.get(len(puzzles), 9) if len(puzzles) > 1 else usual_size(values)
    return Layout(
        kind, tuple(sample), found.roles, found.why, groups, size, numbers, delimiter, remarks=tuple(remarks)
    )


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
    grids = [int(roles[role][0]) for role in (Role.PUZZLE, Role.ANSWER) if role in roles]
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
    sizes = Counter(
        size
        for symbols in map(_symbols, values)
        if (size := _SQUARES.get(len(symbols))) and all(VALUES.get(one, 0) <= size for one in symbols)
    )
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


def no_puzzles(source: str, names: Iterable[str]) -> InputError:
    """The error for a table of which no column holds puzzles."""
    return InputError(
        source, f"no column of puzzles among {', '.join(map(repr, names))}: name one with --puzzle NAME"
    )


def _find_puzzles(found: _Found, source: str) -> None:
    if (name := _by_name(found, Role.PUZZLE)) is not None:
        found.give(Role.PUZZLE, [name], "by its name")
    elif (name := _first(found.free, found.sample, has_blanks=True)) is not None:
        found.give(Role.PUZZLE, [name], "it holds puzzles with blanks")
    elif cells := _columns_of_cells(found):
        found.give(Role.PUZZLE, cells[0], "a cell in each of these columns")
        if len(cells) > 1:
            found.give(Role.ANSWER, cells[1], "a cell in each of these columns")
    elif Role.ANSWER in found.roles:
        [name] = found.roles[Role.ANSWER]
        raise InputError(source, f"the column {name!r} holds the puzzles: name one with answers")
    else:
        raise no_puzzles(source, found.sample)


def _find_answers(found: _Found) -> None:
    named = _by_name(found, Role.ANSWER) or next(filter(_tells_of_answers, found.free), None)
    if named is not None and _may_be_answers(found, named):
        found.give(Role.ANSWER, [named], "by its name")
        return
    puzzles = [value for name in found.roles[Role.PUZZLE] for value in found.sample[name]]
    cells = usual_size(puzzles) ** 2
    if (name := _first(found.free, found.sample, has_blanks=False, shortest=cells)) is not None:
        found.give(Role.ANSWER, [name], "it holds full grids")
    elif named is not None:
        found.remarks.append(f"column {named!r} is not compared: it holds no grids")


def _by_name(found: _Found, role: Role) -> str | None:
    """The first free column that has one of the names of a role."""
    names = {_plain(name): name for name in reversed(found.free)}
    return next((names[one] for one in NAMES[role] if one in names), None)


def _plain(name: str) -> str:
    """A name in small letters, of a nested field the last part."""
    return name.strip().lower().rpartition(".")[2]


def _tells_of_answers(name: str) -> bool:
    """Whether one word of a name says that there are answers: "Expected Solution", not "Solution Count"."""
    words = {word.lower() for word in _WORD.findall(name)}
    return bool(words.intersection(NAMES[Role.ANSWER])) and not words & _COUNTING


def _may_be_answers(found: _Found, name: str) -> bool:
    """Whether a column that is named like answers holds some, and not how many there are.

    A name that is not known as a whole needs a grid in its first row.
    """
    values = (value for value in found.sample[name] if value is not None and value != "")
    first = next(values, "")
    text = _symbols(first) or str(first)
    if _plain(name) in NAMES[Role.ANSWER]:
        return not _COUNT.fullmatch(text)
    return _is_with_blanks(first) is False or (len(text) == 16 and set(text) <= set("1234"))


def _first(
    names: Iterable[str], sample: Sample, *, has_blanks: bool, shortest: int = _SHORTEST
) -> str | None:
    """The first column most of whose values are puzzles with blanks, or full grids, of so many symbols."""
    for name in names:
        values = [value for value in sample[name] if value is not None and value != ""]
        found = (_is_with_blanks(value, shortest) for value in values)
        kinds = [kind for kind in found if kind is not None]
        if kinds and len(kinds) > len(values) / 2 and any(kinds) == has_blanks:
            return name
    return None


def _columns_of_cells(found: _Found) -> list[list[str]]:
    """One or two groups of n² columns side by side that hold a cell each; nothing if there are none."""
    others = {name for role in (Role.RATING, Role.CLUES, Role.SPLIT, Role.ID) for name in NAMES[role]}
    run: list[str] = []
    for name in [*found.free, None]:
        if (
            name is not None
            and _plain(name) not in others
            and found.sample[name]
            and are_cells(found.sample[name])
        ):
            run.append(name)
            continue
        if run and is_index(found.sample[run[0]]) and len(run) - 1 in _COLUMNS:
            run = run[1:]
        if count := _COLUMNS.get(len(run)):
            return [run[at : at + count] for at in range(0, len(run), count)]
        run = []
    return []


def is_index(values: Sequence[object]) -> bool:
    """Whether values are numbers that count from 0 or from 1, as in the index of a data frame."""
    numbers = [str(_as_text(value)).strip() for value in values]
    return any(numbers == [str(at + first) for at in range(len(numbers))] for first in (0, 1))


def are_cells(values: Sequence[object]) -> bool:
    """Whether all values are cells: a digit, a small number, or a blank."""
    return all(
        value is None
        or value != value
        or (isinstance(value, str | int | float) and _CELL.fullmatch(str(value).strip()))
        for value in map(_as_text, values)
    )


def _as_text(value: object) -> object:
    return value.decode("ascii", "replace") if isinstance(value, bytes) else value


def _numbers(values: Sequence[object]) -> Numbers:
    """How numbers stand for cells in these values, if they are numbers, or lists of them."""
    try:
        cells = np.array(
            [value for value in values if not isinstance(value, str | bytes) and value is not None], float
        )
        if not cells.size and values and are_cells(values):
            texts = [str(_as_text(value)).strip() for value in values]
            cells = np.array([text for text in texts if text.lstrip("-").isdigit()], float)
    except (ValueError, TypeError):
        return Numbers.USUAL
    return numbers_of(cells) if cells.size else Numbers.USUAL


def _is_with_blanks(value: object, shortest: int = _SHORTEST) -> bool | None:
    """Whether a value is a puzzle with blanks; False for a full grid, None for anything else."""
    symbols = _symbols(value)
    size = _SQUARES.get(len(symbols))
    if size is None or len(symbols) < shortest or any(VALUES.get(one, size + 1) > size for one in symbols):
        return None
    return any(one in BLANKS for one in symbols)


def _symbols(value: object) -> str:
    """The symbols of a text, or of a list of cells or of rows of cells; nothing for anything else."""
    if isinstance(value, bytes):
        value = value.decode("ascii", "replace")
    if isinstance(value, str):
        symbols = usual_symbols(value).strip()
        return "".join(symbols.split()) if len(symbols) not in _SQUARES else symbols
    if isinstance(value, int) and not isinstance(value, bool):
        return SYMBOLS[value] if 0 <= value < len(SYMBOLS) else "0" if value == -1 else ""
    return "".join(map(_symbols, value)) if isinstance(value, list | tuple) else ""
