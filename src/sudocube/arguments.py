"""What callers of the library give to a public function, checked in one place; except by the kernel.

`as_puzzle` is for a function that takes one puzzle; `as_puzzles` and `numbered` are for those that take many;
`check_limits` is for limits, timeouts and numbers of jobs. So the same mistake raises the same error
everywhere. The kernel imports nothing that knows the rules, so `count_many` and `solve_many` check for
themselves, and say the same in the same words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import inf
from typing import TYPE_CHECKING, SupportsIndex

from sudocube.errors import FormatError, UnsupportedError
from sudocube.file_names import file_hint
from sudocube.puzzle import Board, CellForms, Puzzle

if TYPE_CHECKING:  # worker processes check limits, and do without the formats
    from sudocube.formats import Entry


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
    puzzles: Iterable[Puzzle | str | Entry], *, first: int = 1
) -> Iterator[tuple[tuple[int, Entry], Puzzle | None]]:
    """Puzzles in any form as entries, numbered from `first`, each with its puzzle if it is one.

    Raises TypeError at once for a single puzzle in place of several, and later for an item that is no puzzle
    in any form.
    """
    if (hint := file_hint(puzzles)) or isinstance(puzzles, str | Board | Mapping):
        raise TypeError(f"several puzzles are asked for: {hint or 'put a single one in a list'}")
    entries = (_entry_of(puzzle, index) for index, puzzle in enumerate(puzzles, first))
    return (((index, entry), entry.puzzle) for index, entry in enumerate(entries, first))


def _entry_of(puzzle: Puzzle | str | Entry, index: int) -> Entry:
    """The entry of the puzzle with that number."""
    from sudocube.formats import Entry, Style, read_argument

    if isinstance(puzzle, Entry):
        return puzzle
    if isinstance(puzzle, Puzzle):
        return Entry(f"argument:{index}", puzzle, None, Style())
    if isinstance(puzzle, str):
        nothing = FormatError("argument", index, None, found="nothing", expected="a puzzle")
        return next(read_argument(puzzle, index), Entry(f"argument:{index}", None, nothing, Style()))
    rows = ": make a Puzzle of each, as in map(Puzzle, arrays)" if _may_be_cells(puzzle) else ""
    raise TypeError(f"a puzzle is a Puzzle, an Entry or a text, not {type(puzzle).__name__}{rows}")


def check_limits(*, limit: int = 1, timeout: float | None = None, jobs: int | None = None) -> None:
    """Raise ValueError for a limit or a number of jobs that is not an integer of at least 1.

    Also for a timeout that is not above 0. Raises TypeError for what is not a number. Integers of NumPy are
    integers, too.
    """
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
    if type(number) is int and number >= least:  # nearly always, and once for each puzzle
        return
    expected = f"it is an integer of at least {least}{or_else}"
    try:
        is_right = number >= least and isinstance(number, SupportsIndex)
    except TypeError:
        raise TypeError(f"{what.format(repr(number))}: {expected}") from None
    if not is_right:
        raise ValueError(f"{what.format(number)}: {expected}")
