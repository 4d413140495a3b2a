"""What callers of the library give to a public function, checked in one place; except by the kernel.

`as_puzzle` is for a function that takes one puzzle; `as_puzzles` and `numbered` are for those that take many;
`check_limits` is for limits, timeouts and numbers of jobs. So the same mistake raises the same error
everywhere. The kernel imports nothing that knows the rules, so `count_many` and `solve_many` check for
themselves, and say the same in the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import inf
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

from sudocube.cell_values import NINE, plain_digits
from sudocube.errors import FormatError, PuzzleError, UnsupportedError, quoted
from sudocube.file_names import file_hint
from sudocube.geometry import SYMBOLS
from sudocube.puzzle import Board, CellForms, Puzzle

if TYPE_CHECKING:  # worker processes check limits, and do without the formats
    from numpy.typing import NDArray

    from sudocube.rows import Entry, Style

READ_AS_TEXT = "; where digits were read as numbers, read them as text (in pandas: dtype=str)"

_AT_ONCE = 1 << 12
"""How many puzzles of an array are made entries together."""


def as_puzzle(puzzle: CellForms, *, clues_only: str | None = None) -> Puzzle:
    """The puzzle itself; of anything else that `Puzzle` takes, the puzzle that it makes of it.

    `clues_only` is the name of a function that takes no pencilmarks. Raises TypeError for what `Puzzle` does
    not take, PuzzleError for cells that are no puzzle, and UnsupportedError for pencilmarks where only clues
    are taken.

    >>> as_puzzle("1... ..2. .3.. ...4") == as_puzzle([[1, 0, 0, 0], [0, 0, 2, 0], ".3..", "...4"])
    True
    """
    if not isinstance(puzzle, Puzzle):
        if not isinstance(puzzle, str) and (hint := file_hint(puzzle)):
            raise TypeError(hint)
        if not _may_be_cells(puzzle):
            what = "a puzzle is a Puzzle, a text, rows, an array or a mapping"
            entry = ": give entry.puzzle" if hasattr(puzzle, "puzzle") else ""
            raise TypeError(f"{what}, not {type(puzzle).__name__}{entry}")
        puzzle = Puzzle(puzzle)
    if clues_only is not None and puzzle.candidates is not None:
        raise UnsupportedError(f"{clues_only} takes no pencilmarks, only clues")
    return puzzle


def _may_be_cells(given: object) -> bool:
    """Whether this is of a kind that `Puzzle` takes; whether it is a puzzle, `Puzzle` says."""
    return isinstance(given, Board | Iterable) or hasattr(given, "tolist") or hasattr(given, "__array__")


def as_puzzles(puzzles: Iterable[Puzzle | str | Entry], *, clues_only: str | None = None) -> list[Puzzle]:
    """The puzzles of texts and entries; `clues_only` and the errors are those of `sourced_puzzles`."""
    return [puzzle for _, puzzle in sourced_puzzles(puzzles, clues_only=clues_only)]


def sourced_puzzles(
    puzzles: Iterable[Puzzle | str | Entry], *, clues_only: str | None = None
) -> list[tuple[str, Puzzle]]:
    """The puzzles of texts and entries, each with its source; `clues_only` is as in `as_puzzle`.

    Raises TypeError for a single puzzle in place of several and for an item that is no puzzle in any form,
    FormatError for a text that is no puzzle, and UnsupportedError for pencilmarks where only clues are taken.
    """
    found = []
    for (_, entry), puzzle in numbered(puzzles):
        if puzzle is None:
            assert entry.error is not None  # an entry holds a puzzle or an error
            raise entry.error
        found.append((entry.source, as_puzzle(puzzle, clues_only=clues_only)))
    return found


def numbered(
    puzzles: Iterable[Puzzle | str | Entry] | NDArray[Any], *, first: int = 1
) -> Iterator[tuple[tuple[int, Entry], Puzzle | None]]:
    """Puzzles in any form as entries, numbered from `first`, each with its puzzle if it is one.

    They may be a column of texts of a data frame, or an array of NumPy: of texts (n,), or of 9×9 puzzles as
    integers (n, 81) or (n, 9, 9), digits with 0 for a blank or symbols in ASCII.

    Raises TypeError at once for a single puzzle in place of several and for a data frame in place of a
    column, PuzzleError for an array of another shape or type; and later TypeError for an item that is no
    puzzle in any form.
    """
    if (hint := file_hint(puzzles)) or isinstance(puzzles, str | Board | Mapping):
        raise TypeError(f"several puzzles are asked for: {hint or 'put a single one in a list'}")
    entries = (_entry_of(puzzle, index) for index, puzzle in enumerate(_items_of(puzzles, first), first))
    return (((index, entry), entry.puzzle) for index, entry in enumerate(entries, first))


def _items_of(puzzles: Any, first: int) -> Iterable[Any]:  # noqa: ANN401 — whatever the caller gives
    """The items of a list, an array or a column; in a column, a missing text is an empty one."""
    if hasattr(type(puzzles), "columns"):
        kind = type(puzzles).__name__
        column = 'give the column with the puzzles, such as df["puzzle"], or ask check_frame'
        raise TypeError(f"a {kind} holds columns: {column}")
    if hasattr(puzzles, "to_pylist"):  # of Arrow
        puzzles = puzzles.to_pylist()
    elif isinstance(getattr(puzzles, "shape", None), tuple) and hasattr(puzzles, "__array_interface__"):
        if puzzles.dtype.kind not in "OUST" or puzzles.ndim != 1:
            return _entries_of_array(puzzles, first)
        puzzles = puzzles.tolist()
    elif not hasattr(puzzles, "dtype"):
        return cast("Iterable[Any]", puzzles)
    return (_text_in_column(item) for item in puzzles)


def _text_in_column(item: Any) -> Any:  # noqa: ANN401 — whatever a column holds
    """An item of a column: a missing one is an empty text, and bytes are a text."""
    if isinstance(item, bytes):
        return item.decode("utf-8", "surrogateescape")
    return "" if item is None or type(item).__name__ == "NAType" or item != item else item


def _entries_of_array(cells: NDArray[Any], first: int) -> Iterator[Entry]:
    """The 9×9 puzzles of an array of integers as entries, of which the first has the number `first`."""
    import numpy as np
    import pyarrow as pa

    from sudocube.rows.arrow import column_of, rows_of_table
    from sudocube.rows.batch import CELLS
    from sudocube.rows.columns import Kind, Layout, Role
    from sudocube.rows.values import blank_of

    is_right = cells.ndim > 1 and cells.shape[1:] in ((CELLS,), (9, 9)) and cells.dtype.kind in "iu"
    if not is_right or cells.dtype == np.uint16 or isinstance(cells, np.ma.MaskedArray):
        kind = "a masked array" if isinstance(cells, np.ma.MaskedArray) else f"an array of {cells.dtype}"
        raise PuzzleError(
            f"{kind} of shape {cells.shape}: puzzles are of shape (n, {CELLS}) or (n, 9, 9), of a type such"
            " as uint8 (uint16 means candidates), with digits, 0 for a blank, or symbols in ASCII; texts are"
            f" of shape (n,){READ_AS_TEXT}"
        )
    is_odd = bool(cells.size) and (cells.min() < 0 or cells.max() == 10)  # as 0 is no blank
    blank = blank_of(np.unique(cells).tolist()) if is_odd else 0
    layout = Layout(Kind.ARRAY, roles={Role.PUZZLE: ("puzzle",)}, source="argument", blank=blank)
    starts = range(0, len(cells), _AT_ONCE)
    batches = (pa.record_batch({"puzzle": column_of(cells[at : at + _AT_ONCE])}) for at in starts)
    rows = (rows_of_table(some, layout, first + at) for at, some in zip(starts, batches, strict=True))
    return (entry for some in rows for entry in some.entries())


def plain_entry(text: str, source: str) -> Entry | None:
    """The entry of a 9×9 puzzle of one symbol for each cell; None for any other text, which may be one."""
    from sudocube.rows.entry import Entry

    symbols = text.strip()
    if (values := plain_digits(symbols, NINE)) is None:
        return None
    blank = symbols[values.index(0)] if 0 in values else SYMBOLS[0]
    return Entry(source, Puzzle(values, NINE), None, _line_style(blank))


def _entry_of(puzzle: Puzzle | str | Entry, index: int) -> Entry:
    """The entry of the puzzle with that number."""
    from sudocube.rows.entry import Entry, Style

    if isinstance(puzzle, Entry):
        return puzzle
    source = f"argument:{index}"
    if isinstance(puzzle, Puzzle):
        return Entry(source, puzzle, None, _line_style(SYMBOLS[0]))
    if isinstance(puzzle, str):
        if (plain := plain_entry(puzzle, source)) is not None:
            return plain
        from sudocube.rows.text import read_argument

        nothing = FormatError("argument", index, None, found="nothing", expected="a puzzle")
        return next(read_argument(puzzle, index), Entry(source, None, nothing, Style()))
    kind = type(puzzle).__name__
    remedy = ": make a Puzzle of each, as in map(Puzzle, arrays)" if _may_be_cells(puzzle) else ""
    remedy = READ_AS_TEXT if isinstance(puzzle, int | float) else remedy
    raise TypeError(f"a puzzle is a Puzzle, an Entry or a text, not {kind}{remedy}")


@cache
def _line_style(blank: str) -> Style:
    """The style of puzzles on one line with that blank."""
    from sudocube.rows.entry import Style

    return Style("line", blank)


def check_limits(*, limit: int = 1, timeout: float | None = None, jobs: int | None = None) -> None:
    """Raise ValueError for a limit or a number of jobs that is not an integer of at least 1.

    Also for a timeout that is not above 0. Raises TypeError for what is not a number. Integers of NumPy are
    integers, too.
    """
    if type(limit) is not int or limit < 1:  # nearly never, and this is asked once for each puzzle
        check_count(limit, "a limit of {} solutions")
    try:
        is_time = timeout is None or 0 < timeout < inf
    except TypeError:
        kind = type(timeout).__name__
        raise TypeError(f"a timeout is a number of seconds, or None, not {kind}") from None
    if not is_time:
        raise ValueError(f"a timeout of {timeout} seconds: it is a number above 0, or None")
    if jobs is not None:
        check_count(jobs, "{} jobs", or_else=", or None")


def check_count(number: int, what: str, *, least: int = 1, or_else: str = "") -> None:
    """Raise ValueError for a number that is no integer of at least `least`, TypeError for what is no number.

    `what` names it in the error, with {} in place of the number; `or_else` says what else is allowed.
    """
    expected = f"it is an integer of at least {least}{or_else}"
    try:
        is_right = number >= least and isinstance(number, SupportsIndex)
    except TypeError:
        raise TypeError(f"{what.format(repr(number))}: {expected}") from None
    if not is_right:
        raise ValueError(f"{what.format(number)}: {expected}")


def memory_size(text: str) -> int:
    """The bytes that a size stands for, such as `500MB`, `2GB`, `1.5g` or `2000000` (K, M, G and T are powers
    of 1024). Raises UnsupportedError for anything else, and for a size of nothing.

    >>> memory_size("2GB"), memory_size("500 M"), memory_size("1000")
    (2147483648, 524288000, 1000)
    """
    found = re.fullmatch(r"(\d+(?:\.\d+)?) ?([KMGT]?)(?:i?B)?", text.strip(), re.IGNORECASE)
    size = int(float(found[1]) * 1024 ** " KMGT".index(found[2].upper() or " ")) if found else 0
    if not size:
        raise UnsupportedError(
            f"a size of memory is a number with KB, MB or GB, such as 500MB, not {quoted(text)}"
        )
    return size
