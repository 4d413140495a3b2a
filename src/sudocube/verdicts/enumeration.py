"""All solutions of a puzzle, one after the other."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator

from sudocube.arguments import as_puzzle, check_limits
from sudocube.engines import Answer, AnyEngine, Engine, Failed, Refuted, as_engine, default_engines
from sudocube.engines import engine as make_engine
from sudocube.errors import EngineError, UndecidedError, UnsupportedError
from sudocube.processes.callback_iterator import given_to_callback
from sudocube.puzzle import CellForms, Grid, Puzzle
from sudocube.verdicts.checking import answer_of

AHEAD = 16
"""How many solutions the engine may be ahead of the caller."""


def solutions(
    puzzle: CellForms, *, engine: AnyEngine | None = None, timeout: float | None = None
) -> Generator[Grid, None, None]:
    """All solutions of the puzzle, each passed by the referee, in the order in which the engine finds them.

    They come while the engine searches: it works in a thread, a few solutions ahead at most, and stops at its
    next solution when the iterator is closed. Nothing is kept, so millions can be read. If the iterator ends,
    these were all; a search that was cut short ends in an error, never in silence. `timeout` is in seconds
    for all of them, the time between two `next` included. `engine` is as in `check`; an Engine is not to be
    used for anything else meanwhile.

    Raises at the call: TypeError for what `Puzzle` does not take and for an engine that is none,
    PuzzleError for cells that are no puzzle, UnknownNameError for an engine that does not exist,
    UnavailableError for one that is not installed, EncodingError for a mistake in its encoding,
    UnsupportedError for one that does not run here, does not take this puzzle, or cannot stop by itself and
    so runs in a process that hands over no solutions; and ValueError for a timeout that is not a number above
    0. After the solutions that were found, the iterator raises UndecidedError if there may be others: the
    time ran out, the engine got stuck, or a function did not say that there are no more; and EngineError for
    an engine that fails.

    >>> from itertools import islice
    >>> [str(grid) for grid in islice(solutions("1... .... .... ....", engine="phases"), 2)]
    ['1234341221434321', '1234341223414123']
    >>> sum(1 for grid in solutions("1... .... .... ...."))
    72
    """
    subject = as_puzzle(puzzle)
    check_limits(timeout=timeout)
    asked = _engine_of_its_own(subject, engine)
    if not asked.traits.supports(subject):
        what = f"puzzles of size {subject.geometry.size}" if subject.candidates is None else "pencilmarks"
        raise UnsupportedError(f"{asked.name} takes no {what}")
    if not asked.traits.supports_timeout:
        raise UnsupportedError(f"{asked.name} runs in a process of its own, and cannot list solutions")
    return _enumerated(subject, asked, timeout)


def _engine_of_its_own(puzzle: Puzzle, engine: AnyEngine | None) -> Engine:
    """The engine, made anew where it has a name: it searches while the caller may ask another one."""
    if engine is not None:
        return as_engine(engine, make_engine)
    return next(one for one in map(make_engine, default_engines()) if one.traits.supports(puzzle))


def _enumerated(puzzle: Puzzle, engine: Engine, timeout: float | None) -> Generator[Grid, None, None]:
    """See `solutions`."""

    def search(on_result: Callable[[Grid], object]) -> Answer:
        return answer_of(puzzle, engine, limit=sys.maxsize, timeout=timeout, on_result=on_result)

    shown = 0
    found = given_to_callback(search, ahead=AHEAD, name="solutions")
    try:
        while True:
            grid = next(found)
            shown += 1
            yield grid
    except StopIteration as ended:
        answer: Answer = ended.value
    finally:
        found.close()
    if isinstance(answer, Failed | Refuted):
        raise EngineError(answer.reason)
    if not answer.exhausted or shown < answer.count:
        reason = answer.reason or f"{engine.name} says {answer.verdict}, and shows {shown:,}"
        if answer.exhausted:
            reason = f"{engine.name} counts {answer.count:,} of them"
        raise UndecidedError(f"there may be other solutions than those shown, {shown:,}: {reason}")
