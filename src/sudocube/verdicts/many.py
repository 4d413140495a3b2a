"""check_many: lists of puzzles in any form, arrays and columns, decided at the speed of the kernel."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from sudocube.arguments import check_limits, numbered
from sudocube.engines import AnyEngine, as_engine
from sudocube.engines import engine as make_engine
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry
from sudocube.rows.batch import CELLS, InputPause, Rows, is_ordinary
from sudocube.rows.text_input import bytes_of
from sudocube.verdicts.batches import CheckedRows, check_rows, serves_in_bulk
from sudocube.verdicts.checking import Checked, check_numbered

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST = 1 << 12
"""How many puzzles are decided together, at most."""

_NOTHING = bytes(CELLS)
_ZERO = np.uint8(ord("0"))

_SECONDS = 0.1
"""How long is waited for the puzzles of one batch."""


def check_many(
    puzzles: Iterable[Puzzle | str | Entry] | NDArray[Any],
    *,
    engine: AnyEngine | None = None,
    timeout: float | None = None,
    jobs: int | None = None,
) -> Generator[Checked, None, None]:
    """Check puzzle after puzzle, as `check` does; the results come in order, while the rest is still read.

    Puzzles may be texts, what `sudocube.read` yields, or a column of a data frame; or an array of NumPy, of
    texts (n,) or of integers (n, 81) or (n, 9, 9): digits with 0 for a blank, or symbols in ASCII. What is no
    puzzle gets the verdict `invalid`, and the others go on.

    The compiled kernel decides 9×9 puzzles in batches, the first of them one by one; `jobs` is then the
    number of its threads, by default one for each core. For other sizes and other engines it is the number of
    processes: with 1, all is done in this process; with None, work begins in this process, and goes on with
    all cores if it takes more than a second (see `engines.asking`). An engine that is given as an object
    is made again in each worker, by its name; a function is asked by this process in any case.

    Raises at the call: TypeError for a single puzzle in place of several and for an engine that is none,
    PuzzleError for an array of another shape or type, UnknownNameError for an engine that does not exist,
    UnavailableError for one that is not installed, EncodingError for a mistake in its encoding,
    UnsupportedError for one that does not run here, and ValueError for a timeout that is not a number above
    0, or fewer than one job. While the results are read: TypeError for an item that is no puzzle in any form,
    and EngineError if worker processes cannot be started.

    >>> puzzles = ["1... ..2. .3.. ...4", "11.. .... .... ....", "too short"]
    >>> [str(checked.verdict) for checked in check_many(puzzles)]
    ['unique', 'none', 'invalid']
    """
    check_limits(timeout=timeout, jobs=jobs)
    asked = None if engine is None else as_engine(engine, make_engine)
    items = numbered(puzzles)
    if not serves_in_bulk(asked):
        return check_numbered(items, engine=asked, timeout=timeout, jobs=jobs)
    entries = (entry for (_, entry), _ in items)
    return _singly(check_rows(in_batches(entries), engine=asked, timeout=timeout, jobs=jobs))


def _singly(
    results: Generator[Checked | CheckedRows, None, None],
) -> Generator[Checked, None, None]:
    with closing(results):
        for result in results:
            if isinstance(result, Checked):
                yield result
            else:
                yield from result.all_checked()


def in_batches(entries: Iterator[Entry]) -> Iterator[Rows | InputPause]:
    """Entries in batches: one at first, then twice as many each time, as long as they come quickly.

    Where they are slow in coming, or an error ends them, what there is by then is told first.
    """
    size, first = 1, 1
    fault: Exception | None = None
    is_over = False
    while not is_over:
        batch: list[Entry] = []
        end = monotonic() + _SECONDS
        is_over = True
        try:
            for entry in entries:
                batch.append(entry)
                if len(batch) >= size or monotonic() > end:
                    is_over = False
                    break
        except Exception as error:  # of the caller's generator, or about an item
            fault = error
        if batch:
            yield _rows_of(batch, first)
        if len(batch) < size or size == 1:
            yield InputPause()
        first += len(batch)
        size = min(2 * size, MOST)
    if fault is not None:
        raise fault


def _rows_of(entries: Sequence[Entry], first: int) -> Rows:
    """Entries from anywhere as rows, which keep them; `first` is the number of the first one."""
    written: dict[int, Entry] = {}
    odd: dict[int, Entry] = {}
    cells = []
    for place, one in enumerate(entries):
        puzzle = one.puzzle
        if puzzle is not None and is_ordinary(puzzle):
            written[place] = one
            cells.append(puzzle.cells)
        else:
            odd[place] = one
            cells.append(_NOTHING)
    puzzles = _bytes(cells) + _ZERO
    puzzles[list(odd)] = 0
    rows = Rows("argument", first, puzzles, odd, written=written)
    if all(one.stored is None for one in entries):
        return rows
    stored = [one.stored for one in entries]
    texts = [b"" if text is None else bytes_of(text) for text in stored]
    others = {place: stored[place] for place, text in enumerate(texts) if len(text) != CELLS}
    answers = _bytes([text if len(text) == CELLS else _NOTHING for text in texts])
    return replace(rows, answers=answers, odd_answers=others)


def _bytes(texts: Sequence[bytes]) -> NDArray[np.uint8]:
    """Texts of 81 bytes as an array, uint8 (n, 81)."""
    return np.frombuffer(b"".join(texts), np.uint8).reshape(-1, CELLS)
