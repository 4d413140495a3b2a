"""One engine asked about puzzle after puzzle, each answer passed by the referee."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Self

from sudocube.arguments import as_puzzle, check_limits, numbered
from sudocube.engines import Answer, Failed, Refuted, engine_for
from sudocube.engines import engine as make_engine
from sudocube.engines.asking import ask, ask_one, refereed_answer
from sudocube.engines.registry import AnyEngine, as_engine, default_engine
from sudocube.errors import EngineError, FormatError, UndecidedError, UnsupportedError
from sudocube.puzzle import CellForms, Grid, Puzzle
from sudocube.rows import Entry
from sudocube.verdict import Evidence, Shown, StoredAnswer, Verdict
from sudocube.verdicts.stored_answers import judged_answer

if TYPE_CHECKING:
    from msgspec import UnsetType

    from sudocube.fields import Index, PuzzleVerdict, Reason, Seconds, Solutions, Source, Whole, Words
    from sudocube.verdicts.estimating import CountEstimate

COUNTED_AT_MOST = 1_000_000
"""Where `count` stops unless told otherwise."""

SOLVED, COUNTED = "solutions=_shown reason?", "count exact=exhausted reason?"
"""The fields in a row of `solve`, and of `count`."""

AHEAD = 16
"""How many solutions the engine of `solutions` may be ahead of the caller."""


@dataclass(frozen=True, slots=True)
class PuzzleResult(Shown):
    r"""What was found of one puzzle: by `check`, `crosscheck`, `diagnose` or `certify`.

    If it could not be read, `error` says why, the verdict is `invalid` and `puzzle` is None. `entry` is the
    input that all this is about. What the command cannot take as it was asked for `is_left_out`. `str` gives
    what the command prints.

    Both `stored` and `stored_fault` are None where there is no column of answers, and where it is not looked
    at. Where it is undecided what is to be said of an answer, there is a `stored_fault` alone.

    >>> import io
    >>> from sudocube import check_many, read
    >>> valid, invalid = check_many(read(io.BytesIO(b"Nr. 3\n" + 81 * b"." + b"\n\n" + 80 * b"."), "a.txt"))
    >>> valid.place, str(invalid.verdict)
    ('a.txt:2 Nr. 3', 'invalid')
    """

    index: Index
    source: Source
    puzzle: Puzzle | None
    verdict: PuzzleVerdict
    evidence: Evidence | None = None
    """Why one may believe the verdict; None if it is `unknown`. For example: "search", null."""
    solutions: Solutions = ()
    reason: Reason | None = None
    error: FormatError | None = None
    stored: StoredAnswer | None = None
    stored_fault: Words | None = None
    """What is wrong with the stored solution, in words, with the cell where there is one; where `stored` is
    None, what is open. There is no such field for a right solution and for a missing one.

    For example: "r9c9 holds 1; the clue is 8".
    """
    entry: Entry | None = field(default=None, compare=False, repr=False)
    is_left_out: bool = False

    @classmethod
    def of_error(cls, index: int, entry: Entry) -> Self:
        """The result for an entry that is no puzzle.

        >>> import io
        >>> from sudocube import read
        >>> Checked.of_error(1, next(read(io.BytesIO(b"1.....2..3.....5"), "a.txt", size=4))).verdict
        <Verdict.INVALID: 'invalid'>
        """
        return cls(index, entry.source, None, Verdict.INVALID, error=entry.error, entry=entry)

    @property
    def place(self) -> str:
        """The source, with the title of the puzzle behind it if it has one.

        >>> from sudocube import check
        >>> check("1... ..2. .3.. ...4").place
        'argument:1'
        """
        return self.source if self.entry is None else self.entry.place

    @property
    def _stored(self) -> StoredAnswer | UnsetType | None:
        """What is to be said of the solution that the table stores beside the puzzle, the first of these that
        holds; None if that is undecided. There is no such field where the table has no column of solutions.

        For example: "right", null.
        """
        from msgspec import UNSET

        return UNSET if self.stored is None and self.stored_fault is None else self.stored


@dataclass(frozen=True, slots=True)
class Checked(PuzzleResult):
    """The verdict of one engine on one puzzle; its other fields are those of PuzzleResult.

    Two solutions at most are found, unless more were asked for.

    >>> checked = check("1... .... .... ....", engine="phases")
    >>> checked.index, checked.source, checked.verdict, len(checked.solutions), checked.engine
    (1, 'argument:1', <Verdict.MULTIPLE: 'multiple'>, 2, 'phases')
    >>> print(check("1.1. .... .... ...."))
    none: r1c1 and r1c3 both hold 1 in row 1
    """

    in_row = "verdict solutions engine! evidence seconds stored=_stored stored_fault? reason?"

    engine: Words | None = None
    """The engine that was asked, by its full name. For example: "kernel"."""
    seconds: Seconds = 0.0
    count: Whole = 0
    """How many solutions were found. For example: 12."""
    exhausted: bool = False
    """Whether there are no others; if not, there are at least `count`. For example: true."""
    estimate: CountEstimate | None = None
    """How many there are, where that was estimated."""

    @property
    def _shown(self) -> tuple[Grid, ...]:
        """The solutions that were asked for: one, up to `--limit`, or all. Empty without a reason: there is
        none.

        For example: ["1423324123144132"].
        """
        return self.solutions


class Count(NamedTuple):
    """The number of solutions: exactly `number`, or at least that many if not `exact`.

    >>> found = count("1... .... .... ....", limit=10)
    >>> found.number, found.exact
    (10, False)
    """

    number: int
    exact: bool


def check(puzzle: CellForms, *, engine: AnyEngine | None = None, timeout: float | None = None) -> Checked:
    """Whether a puzzle has no, one or several solutions, according to one engine.

    `puzzle` is a Puzzle or whatever `Puzzle` takes: a text, rows, an array, a mapping. `engine` is a name, an
    Engine, or a function of your own. Without one, the compiled kernel serves 9×9 and `sat` everything else.
    `timeout` is in seconds; after that the verdict is `unknown`, and so it is for an engine that fails.

    A function gets the puzzle as n² symbols, `.` for a blank. It returns a text ("none", "unique GRID",
    a grid …), a list of grids, a number of solutions, a dict with `verdict`, `count` and `solutions`, or None
    for "no solution". A single grid says nothing of others: then the verdict is `unknown`. Without a timeout
    it runs in this process. With one it runs in another process, where it is stopped in time, and what it
    changes is not changed here; one that cannot be carried there (by cloudpickle), and any on Windows, has no
    answer. By name, as in "python:solver.py:solve" or "command:./solver", a function or a program always runs
    in processes of its own; without a timeout, it has ten seconds.

    Raises TypeError for what `Puzzle` does not take, and for an engine that is none, with what is
    missing; PuzzleError for cells that are no puzzle,
    UnknownNameError for an engine that does not exist, UnavailableError for one that is not installed,
    EncodingError for a mistake in its encoding, UnsupportedError for one that does not run here, and
    ValueError for a timeout that is not a number above 0.

    >>> checked = check("1... ..2. .3.. ...4")
    >>> checked.verdict, checked.evidence, str(checked.solutions[0])
    (<Verdict.UNIQUE: 'unique'>, <Evidence.SEARCH: 'search'>, '1243342143122134')
    >>> check("1... ..2. .3.. ...4", engine=lambda cells: "1243342143122134").reason
    '<lambda>() gives one solution, and no word on others'
    """
    subject = as_puzzle(puzzle)
    asked = engine_for(subject, engine)
    return next(check_numbered(numbered([subject]), engine=asked, timeout=timeout, jobs=1))


def check_numbered(
    items: Iterable[tuple[tuple[int, Entry], Puzzle | None]],
    *,
    engine: AnyEngine | None = None,
    limit: int = 2,
    timeout: float | None = None,
    jobs: int | None = None,
) -> Generator[Checked, None, None]:
    """The verdicts on items with their numbers, as `numbered` yields them, one by one and in order.

    Up to `limit` solutions are counted; `jobs` is as in `sudocube.engines.asking.ask`.
    """
    made = [] if engine is None else [as_engine(engine, make_engine)]
    choose = (lambda puzzle: [engine_for(puzzle)]) if engine is None else None
    answered = ask(made, items, limit=limit, timeout=timeout, jobs=jobs, choose=choose)
    return (_checked(index, entry, answers) for (index, entry), answers in answered)


def _checked(index: int, entry: Entry, answers: dict[str, Answer]) -> Checked:
    """The result for an entry; `answers` holds that of the engine, or nothing if the entry is no puzzle."""
    if entry.puzzle is None:
        return Checked.of_error(index, entry)
    [(name, answer)] = answers.items()
    checked = Checked(
        index,
        entry.source,
        entry.puzzle,
        answer.verdict,
        answer.evidence,
        answer.solutions,
        answer.reason,
        engine=name,
        seconds=answer.seconds,
        count=answer.count,
        exhausted=answer.exhausted,
        entry=entry,
    )
    return checked if entry.stored is None else with_stored(checked, entry.stored)


def with_stored(checked: Checked, text: str) -> Checked:
    """The result for a puzzle, with what is to be said of the answer that is stored beside it.

    A stored answer that the referee passes can show that the engine's verdict is wrong. Then `none` becomes
    `unknown`, and `unique` becomes `multiple`.
    """
    assert checked.puzzle is not None  # a malformed puzzle has no answer to judge
    judged = judged_answer(text, checked.puzzle, checked.verdict, checked.solutions)
    checked = replace(checked, stored=judged.kind, stored_fault=judged.fault)
    if judged.refuting is None:
        return checked
    solutions = (*checked.solutions, judged.refuting)
    checked = replace(checked, solutions=solutions, count=len(solutions), exhausted=False)
    if len(solutions) > 1:
        return replace(checked, verdict=Verdict.MULTIPLE, evidence=Evidence.WITNESS)
    reason = f"{checked.engine} says none, and the referee passes the stored solution"
    return replace(checked, verdict=Verdict.UNKNOWN, evidence=None, reason=reason)


def solve(puzzle: CellForms, *, engine: AnyEngine | None = None, timeout: float | None = None) -> Grid | None:
    """A solution of the puzzle, passed by the referee, or None if it has none.

    If there are several, it is one of them; `check` tells whether there are. `engine` and `timeout` are as
    in `check`.

    Raises UndecidedError if time ran out, or the engine got stuck, before it found a solution or proved that
    there is none, and if a function says that there are solutions and shows none; EngineError for an engine
    that fails; TypeError for what `Puzzle` does not take, and for an engine that is none;
    PuzzleError for cells that are no puzzle, UnknownNameError for an engine that does not exist,
    UnavailableError for one that is not installed, EncodingError for a mistake in its encoding,
    UnsupportedError for one that does not run here, and ValueError for a timeout that is not a number above
    0.

    >>> str(solve("1... ..2. .3.. ...4")), solve("11.. .... .... ....")
    ('1243342143122134', None)
    """
    subject = as_puzzle(puzzle)
    asked = engine_for(subject, engine)
    answer = ask_one(asked, subject, limit=1, timeout=timeout)
    if answer.solutions:
        return answer.solutions[0]
    if answer.verdict is Verdict.NONE:
        return None
    reason = answer.reason or f"{asked.name} says {answer.verdict}, and shows no solution"
    raise (EngineError if isinstance(answer, Failed | Refuted) else UndecidedError)(reason)


def count(
    puzzle: CellForms,
    *,
    limit: int = COUNTED_AT_MOST,
    engine: AnyEngine | None = None,
    timeout: float | None = None,
) -> Count:
    """The number of solutions, up to a limit.

    Not exact means "at least": the limit was reached, time ran out, or the engine got stuck. The referee has
    passed every solution that the engine shows: all of them, or the first two if it counts without showing
    the others. A function may claim a number and show none. `engine` and `timeout` are as in `check`.

    Raises EngineError for an engine that fails, TypeError for what `Puzzle` does not take and for an
    engine that is none,
    PuzzleError for cells that are no puzzle, UnknownNameError for an engine that does not exist,
    UnavailableError for one that is not installed, EncodingError for a mistake in its encoding,
    UnsupportedError for one that does not run here, and ValueError for a limit that is no integer above 0 or
    a timeout that is not a number above 0.

    >>> count("1... .... .... ...."), count("1... .... .... ....", limit=10)
    (Count(number=72, exact=True), Count(number=10, exact=False))
    """
    subject = as_puzzle(puzzle)
    answer = ask_one(engine_for(subject, engine), subject, limit=limit, timeout=timeout)
    if isinstance(answer, Failed | Refuted):
        raise EngineError(answer.reason)
    return Count(answer.count, answer.exhausted)


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
    # One that has a name is made anew: it searches while the caller may ask another one.
    asked = as_engine(default_engine(subject) if engine is None else engine, make_engine)
    if why := asked.traits.why_not(subject):
        raise UnsupportedError(f"{asked.name} {why}")
    if not asked.traits.supports_timeout:
        raise UnsupportedError(
            f"{asked.name} cannot list solutions, as it does not stop in time: choose another"
        )

    def search(on_result: Callable[[Grid], object]) -> Answer:
        return refereed_answer(asked, subject, limit=sys.maxsize, timeout=timeout, on_result=on_result)

    def enumerated() -> Generator[Grid, None, None]:
        from sudocube.callback_iterator import given_to_callback

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
            reason = answer.reason or f"{asked.name} says {answer.verdict}, and shows {shown:,}"
            if answer.exhausted:
                reason = f"{asked.name} counts {answer.count:,} of them"
            raise UndecidedError(f"there may be other solutions than those shown, {shown:,}: {reason}")

    return enumerated()
