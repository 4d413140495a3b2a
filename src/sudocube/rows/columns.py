"""What an input looks like: its kind, its columns and their roles, and how cells are written in it.

Which column plays which role is found as the user says, by its name, or by what it holds: one rule for all
kinds of tables and all commands. It looks at the first records, never at text lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from sudocube.cell_values import usual_symbols
from sudocube.errors import InputError, PuzzleError, UnknownNameError
from sudocube.geometry import BLANKS, SIZES, VALUES, Geometry
from sudocube.rows.entry import usual_text
from sudocube.rows.values import TOLD, blank_of, is_cell, nine_cells, text_of_value


class Role(StrEnum):
    """What a column is for."""

    PUZZLE = "puzzle"
    ANSWER = "answer"
    RATING = "rating"
    CLUES = "clues"
    """How many clues the maker of the data set says that there are."""
    SPLIT = "split"
    ID = "id"


GRIDS = {Role.PUZZLE: "it holds puzzles with blanks", Role.ANSWER: "it holds full grids"}
"""The roles of columns that hold grids, which need no name to be found, and why they are found."""


class Kind(StrEnum):
    """How the rows of an input are read."""

    TEXT = "text"
    """Puzzles in any form of text, without named columns."""
    TABLE = "table"
    """CSV, TSV and the like: a record for each row."""
    JSONL = "jsonl"
    """JSON Lines: an object on each text line."""
    JSON = "json"
    """A document of JSON: an array of objects, an object of columns, or of splits."""
    PARQUET = "parquet"
    ARROW = "arrow"
    """Arrow files (Feather), Arrow streams, and data frames that are handed over in Python."""
    ARRAY = "npy"
    """Arrays of NumPy: cells as numbers, shape (n, 81) or (n, 9, 9), or texts, shape (n,)."""


NO_COLUMN = ""
"""What is asked for in place of a name, where no column is to play a role."""


class Reading(NamedTuple):
    """How an input is to be read.

    `columns` are the names of columns by their role, as the user gives them; NO_COLUMN for none. `fixed` is
    the geometry of all puzzles (None: the input decides), and `box_given` says that the user gave the shape
    of its boxes. With `keep`, `Rows.table` has all columns, else those that have a role.
    """

    columns: Mapping[Role, str] = {}
    fixed: Geometry | None = None
    box_given: bool = False
    keep: bool = False

    @classmethod
    def of(cls, columns: Mapping[Role, str], geometry: Geometry | None, size: int | None) -> Reading:
        """How puzzles are read of which the user fixed the shape of boxes, the size, both or neither.

        Raises PuzzleError where the two contradict each other, and for a size that does not exist.
        """
        fixed = Geometry.of_size(size) if geometry is None and size is not None else geometry
        if fixed is not None and size not in (None, fixed.size):
            raise PuzzleError(f"size {size} and boxes of {fixed.box_rows} x {fixed.box_columns} do not fit")
        return cls(columns, fixed, geometry is not None)

    @property
    def with_answers(self) -> bool:
        """Whether answers beside the puzzles are looked for."""
        return self.columns.get(Role.ANSWER) != NO_COLUMN


class Layout(NamedTuple):
    """What an input looks like, as its beginning shows it.

    `names` are those of all columns, in order. `roles` has the columns by their role: one, or n² of them with
    a cell each, row by row. `why` says of each role why. `groups` holds the numbers of rows: of each row
    group of Parquet, or of the arrays of NumPy; it is empty where that is not known before the rows are read.
    `usual_size` is the size that most puzzles have: what fits no size is compared with it. `blank` is the
    number that is a blank; where it is 1, each digit is a number above itself. `delimiter` parts the columns
    of a text, whose header takes so many `lines`, with what stands above it. `remarks` is what the user is to
    be told of it, a sentence each. `reading` is how it is read, and `source` the name of the input.
    """

    kind: Kind
    names: tuple[str, ...] = ()
    roles: Mapping[Role, tuple[str, ...]] = {}
    why: Mapping[Role, str] = {}
    groups: tuple[int, ...] = ()
    usual_size: int = 9
    blank: int = 0
    delimiter: str = ""
    lines: int = 0
    remarks: tuple[str, ...] = ()
    reading: Reading = Reading()
    source: str = ""

    @property
    def wanted(self) -> list[str]:
        """The columns that are read: all, or those that have a role."""
        taken = (name for names in self.roles.values() for name in names)
        return [*(self.names if self.reading.keep else dict.fromkeys(taken))]

    @property
    def columns(self) -> dict[Role, str]:
        """The name of the column for each role; of n² columns, the first and the last name."""
        return {
            role: names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"
            for role, names in self.roles.items()
        }

    def in_words(self) -> list[str]:
        """What `--columns` says: the kind, the size of the puzzles, each column with its role and why."""
        kind = f"{self.kind}, columns parted by {self.delimiter!r}" if self.delimiter else str(self.kind)
        if not self.roles:
            return [f"{kind}; each block of lines says itself what it is", *self.remarks]
        lines = [f"{kind}; puzzles of {self.usual_size}×{self.usual_size}"]
        lines += [f"{role}: column {name!r}, {self.why[role]}" for role, name in self.columns.items()]
        taken = {name for some in self.roles.values() for name in some}
        if others := [name for name in self.names if name not in taken]:
            lines.append(f"no role: {', '.join(map(repr, others))}")
        return [*lines, *self.remarks]


NAMES: Mapping[Role, str] = {
    Role.PUZZLE: "puzzle puzzles quiz quizzes question questions sudoku sudokus grid grids "
    "board boards unsolved",
    Role.ANSWER: "solution solutions answer answers solved",
    Role.RATING: "rating ratings difficulty score hardness level",
    Role.CLUES: "clues clue_count clue_counts num_clues n_clues clue_numbers givens",
    Role.SPLIT: "split splits subset partition fold",
    Role.ID: "id puzzle_id uid uuid key hash index",
}
"""The names of columns by role, in any case. Where several occur, the first of a list counts.

Of a nested field such as `data.puzzle` the last part counts.
"""

SPLITS = {
    **dict.fromkeys(("train", "training"), "train"),
    **dict.fromkeys(("test", "testing"), "test"),
    **dict.fromkeys(("validation", "valid", "val", "dev", "eval"), "validation"),
}
"""The splits that the names of files and of parts of a document tell."""

SAMPLE = 50
"""How many records are looked at, at most, to see what a column holds."""

SQUARES = {size * size: size for size in SIZES}
_SMALLEST = 6
"""Sixteen symbols may be a number or a name; from 36 on they are a puzzle."""

_COLUMNS = {k * n: n for n in sorted(SQUARES) if n >= _SMALLEST**2 for k in (2, 1)}
"""So many columns side by side may be the cells of a puzzle, or of it and of its answer: n² or 2 n²."""

Sample = Mapping[str, Sequence[object]]
"""The first values of each column, by the names of the columns."""

_Found = dict[Role, tuple[tuple[str, ...], str]]
"""The columns that have a role, and why."""


def layout_of_columns(kind: Kind, sample: Sample, asked: Mapping[Role, str], source: str) -> Layout:
    """The layout of a table by its first records; `asked` are the columns that the user names.

    A column that the user names has no other role; one that is not there is left out, as another file may
    have it. NO_COLUMN says that no column plays the role. `source` is the name of the input. Raises
    InputError where no column holds puzzles, or where answers are asked for from the column of puzzles.
    """
    found: _Found = {
        role: ((name,), "named by the user")
        for role, wanted in asked.items()
        if wanted and (name := column_named(list(sample), wanted)) is not None
    }
    size, blank, remarks = _SMALLEST, 0, list[str]()
    for role in Role:
        if role not in found and asked.get(role) != NO_COLUMN:
            taken = {name for names, _ in found.values() for name in names}
            free = {name: values for name, values in sample.items() if name not in taken}
            found |= _found_for(role, free, size, blank)
            (used, *_), _ = found.get(Role.ANSWER, ((None,), ""))
            if role is Role.ANSWER and (named := _named([one for one in free if one != used], role)):
                why = f"{used!r} is" if used else "it holds no grids"
                remarks.append(f"column {named!r} is not compared: {why}")
        if Role.PUZZLE not in found:
            break
        if role is Role.PUZZLE:
            puzzles = found[role][0]
            values = [value for name in puzzles for value in sample[name]]
            size = usual_size(values) if len(puzzles) == 1 else SQUARES.get(len(puzzles), 9)
            blank = blank_of(values) if size == 9 else 0
            remarks += [TOLD[blank]] if blank else []
    (answer, *_), _ = found.get(Role.ANSWER, ((None,), ""))
    if Role.PUZZLE not in found or answer in found[Role.PUZZLE][0][:1]:
        what = f"no column of puzzles among {', '.join(map(repr, sample))}: name one with --puzzle NAME"
        what = what if answer is None else f"the column {answer!r} holds the puzzles: name one with answers"
        raise InputError(source, what)
    roles = {role: names for role, (names, _) in found.items()}
    reasons = {role: why for role, (_, why) in found.items()}
    return Layout(kind, tuple(sample), roles, reasons, (), size, blank, remarks=tuple(remarks))


def refuse_unknown(asked: Mapping[Role, str], layouts: Sequence[tuple[str, Layout]]) -> None:
    """Raise UnknownNameError for a column that none of these inputs has, by name; InputError if none has any.

    `layouts` has the name of each input, and its layout.
    """
    for wanted in filter(None, asked.values()):
        if not layouts or any(column_named(one.names, wanted) is not None for _, one in layouts):
            continue
        first = next((name for name, one in layouts if one.names), None)
        if first is None:
            raise InputError(layouts[0][0], f"it is no table with a header, so there is no column {wanted!r}")
        names = dict.fromkeys(name for _, one in layouts for name in one.names if name)
        raise UnknownNameError("column", wanted, names, f"these are the columns of {first}")


def split_of(inner: str) -> str | None:
    """The split that the path of a file tells, of which the last word counts; None where it tells none.

    >>> split_of("data/test-00000-of-00002.parquet"), split_of("val/a.csv"), split_of("contest.csv")
    ('test', 'validation', None)
    """
    if folder := re.search(r"split=([^/=]+)", inner):
        return folder[1]
    words = re.split(r"[^a-z]+", inner.lower())
    return next((SPLITS[word] for word in reversed(words) if word in SPLITS), None)


def column_named(names: Sequence[str], wanted: str) -> str | None:
    """The column that the user means by a name, in any case, or by a number from 1; None if it is not there.

    >>> column_named(["id", "Board"], "board"), column_named(["id", "Board"], "1"), column_named(["id"], "2")
    ('Board', 'id', None)
    """
    same = [name for name in names if name.strip().lower() == wanted.strip().lower()]
    if wanted.isascii() and wanted.isdecimal() and len(wanted) < 10 and 0 < int(wanted) <= len(names):
        same.append(names[int(wanted) - 1])
    return wanted if wanted in same else next(iter(same), None)


def rank(names: Sequence[str], wanted: str) -> int:
    """How well names fit a header: 2 if the column that the user wants is there, 1 if one is of puzzles."""
    return 2 if wanted and column_named(names, wanted) else int(_named(names, Role.PUZZLE) is not None)


def _found_for(role: Role, free: Sample, smallest: int, blank: int) -> _Found:
    """The first of the free columns that has a role by its name, or by what it holds; or nothing.

    Most values of a column of puzzles or answers are puzzles with blanks, or full grids, of that size at
    least. Cells may also have a column each, and perhaps those of the answers, too.
    """
    name = _named(free, role)
    first = next(filter(None, map(text_of_value, free.get(name or "", ()))), "").strip()
    if name is not None and not (role is Role.ANSWER and re.fullmatch("[0-9]{1,9}", first)):  # counts
        return {role: ((name,), "by its name")}
    for name, values in free.items() if role in GRIDS else ():
        own = blank or (blank_of(values) if usual_size(values) == 9 else 0)
        texts = [*filter(None, (text_of_value(value, own) for value in values))]
        grids = [one[1] for one in map(_grid_in, texts) if one and one[0] >= smallest]
        if grids and len(grids) > len(texts) / 2 and any(grids) == (role is Role.PUZZLE):
            return {role: ((name,), GRIDS[role])}
    are_of_cells = {name: bool(values) and are_cells(values) for name, values in free.items()}
    for is_run, names in groupby(free, are_of_cells.__getitem__) if role is Role.PUZZLE else ():
        run = [*names]
        if is_index(free[run[0]]) and len(run) - 1 in _COLUMNS:
            run = run[1:]
        if is_run and (count := _COLUMNS.get(len(run))):
            parts = (tuple(run[at : at + count]) for at in range(0, len(run), count))
            return {role: (part, "a cell in each of these columns") for role, part in zip(GRIDS, parts)}  # noqa: B905
    return {}


def _named(free: Iterable[str], role: Role) -> str | None:
    """The first of these columns that has one of the names of a role."""
    names = {name.strip().lower().rpartition(".")[2]: name for name in reversed([*free])}
    return next((names[one] for one in NAMES[role].split() if one in names), None)


def usual_size(values: Iterable[object]) -> int:
    """The size that most of these puzzles have; 9 where none tells.

    Of 81 digits that were saved as a number, 64 may be left.

    >>> usual_size([36 * ".", 36 * "1", "no puzzle"]), usual_size([]), usual_size([64 * "9"])
    (6, 9, 9)
    """
    sizes = Counter(found[0] for found in map(_grid_in, map(text_of_value, values)) if found)
    return max(sizes, key=lambda size: sizes[size], default=9)


def _grid_in(text: str) -> tuple[int, bool] | None:
    """The size of a puzzle or a full grid, and whether it has blanks; None for anything else."""
    symbols = usual_symbols(text.strip())
    symbols = symbols if len(symbols) in SQUARES else "".join(symbols.split())
    size = SQUARES.get(len(symbols))
    if size is None or any(VALUES.get(one, size + 1) > size for one in symbols):
        return None
    return size, any(one in BLANKS for one in symbols)


def is_index(values: Sequence[object]) -> bool:
    """Whether values are numbers that count from 0 or from 1, as in the index of a data frame."""
    numbers = [text_of_value(value).strip() for value in values]
    return any(numbers == [str(at + first) for at in range(len(numbers))] for first in (0, 1))


def are_cells(values: Sequence[object]) -> bool:
    """Whether all values are cells: a digit, a small number, or a blank."""
    return all(not isinstance(one, list | dict) and is_cell(text_of_value(one).strip()) for one in values)


def layout_of_lists(head: bytes) -> Layout:
    """The layout of a text that is no table, and begins so: its lists tell what is a blank in them."""
    blank = blank_of([*filter(None, map(nine_cells, map(usual_text, head.splitlines()[:SAMPLE])))])
    return Layout(Kind.TEXT, blank=blank, remarks=(TOLD[blank],) if blank else ())
