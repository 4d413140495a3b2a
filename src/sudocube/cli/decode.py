"""`sudocube decode`: the output of an outside solver, read and verified.

The output may be anything: reading stops at a limit on its length and on the time.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Sequence
from types import FrameType
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from sudocube.cli.command import command
from sudocube.cli.inputs import STANDARD_INPUT, only_puzzle, opened_file
from sudocube.cli.options import (
    EncodingName,
    Format,
    OnePuzzle,
    Seconds,
    only_encoding,
)
from sudocube.cli.records import JSON, chosen_format
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.clock import Clock
from sudocube.interrupt import is_importing
from sudocube.puzzle import Puzzle
from sudocube.rows import FORMATS, RecordWriter, Style

if TYPE_CHECKING:
    from sudocube.exchange import Decoded

OutputFile = Annotated[
    str,
    typer.Argument(
        metavar="OUTPUT",
        help="What the solver printed: a file, or [bold]-[/bold] for standard input; up to 100 MB.",
        show_default=False,
    ),
]


@command("output", "size", "json")
def decode(
    run: Run,
    puzzle: OnePuzzle,
    answer_file: OutputFile,
    encoding: EncodingName = None,
    from_format: str | None = None,
    format: Format = None,
    timeout: Seconds = None,
) -> None:
    """Read an outside solver's answer to what `encode` wrote, and judge it.

    Prints the solution where it is right, in the format of the puzzle
    or another one; else says what is wrong. That there is no solution is checked, too.
    Takes clues only, no pencilmarks.

    Exit status: 0 a right solution; 1 wrong, or UNSATISFIABLE for a puzzle that has one; 3 --timeout
        passed before all was read and checked.

    Options:
        --from FORMAT: dimacs, opb, lp (HiGHS, SCIP, CBC; GLPK with -o or -w), smtlib, minizinc, asp or cpsat.
            [default: as it looks]
        --timeout SECONDS: Time limit for all of it; past it, it is undecided.
    """
    if puzzle == answer_file == STANDARD_INPUT:
        raise typer.BadParameter("the puzzle and the output cannot both be standard input.")
    from sudocube.report.puzzle_rows import DecodedRow
    from sudocube.report.row import row_of

    chosen = chosen_format(format, [*FORMATS, JSON], json=run.json)
    clock = Clock(timeout)
    try:
        subject, entry = within_limit(clock, lambda: only_puzzle(run, puzzle, "decode"))
    except TimeoutError:
        run.report(f"{puzzle}: out of time, before the puzzle was read")
        raise typer.Exit(UNDECIDED) from None
    style = entry.style if chosen in (None, JSON) else Style.named(str(chosen), entry.style)
    for answer in _answers(subject, only_encoding(encoding), answer_file, from_format, clock):
        if chosen == JSON:
            said = {"answer": answer.status, "solution": answer.grid}
            place = {"index": 1, "source": entry.source, "title": entry.title}
            run.output.put_rows([row_of(DecodedRow, answer, **said, **place)])
        elif answer.grid is not None:
            writer = RecordWriter(style, columns=["solution"])
            run.output.put_text(writer.solution(entry, answer.grid))
        if answer.accepted is None:
            run.status.note(UNDECIDED if answer.is_undecided else USAGE_ERROR)
            tell = run.report if answer.is_undecided else run.error
            tell(f"{answer_file}: {answer.reason}")
        elif not answer.accepted:
            run.status.note(PROBLEM)
            run.report(f"{answer_file}: wrong: {answer.reason}")
        elif answer.grid is None:
            run.info(f"{answer_file}: right: the puzzle has no solution")


def _answers(
    puzzle: Puzzle, encoding: str, output: str, format: str | None, clock: Clock
) -> Sequence[Decoded]:
    """What a file or standard input says about the puzzle, checked; a single undecided answer out of time."""
    from sudocube.arguments import as_puzzle
    from sudocube.encoder import load
    from sudocube.exchange.output_decoding import decode_text, out_of_time
    from sudocube.solver_texts.solver_output import OutputText, read_output_text

    puzzle, stated = as_puzzle(puzzle, clues_only="decode"), load(encoding)

    def read() -> str:
        with opened_file(output) as stream:
            return read_output_text(stream, output)

    try:
        text = within_limit(clock, read)
        return decode_text(puzzle, stated, OutputText(text, output, clock), format)
    except TimeoutError:
        return [out_of_time(puzzle)]


T = TypeVar("T")

RUNG_EVERY = 0.05
"""Seconds until the alarm comes again: Python swallows an exception that comes within `__del__`."""


class _Alarm(BaseException):
    """The time is up. No `except Exception`, and none for an error of the system, takes it for its own."""


def within_limit(clock: Clock, work: Callable[[], T]) -> T:
    """What `work` returns. Raises TimeoutError when the clock is over, even while a read waits for input.

    Only in the main thread, and where the system has an alarm clock; elsewhere the work takes its time.
    """
    left = clock.seconds_left
    is_heard = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
    if left is None or not is_heard:
        return work()
    is_at_work = False

    def begin() -> T:
        return work()

    def ring(number: int, frame: FrameType | None) -> None:
        # Only from within `begin`, so that the exception always meets the handler below.
        is_outside = frame is None or frame.f_code is within_limit.__code__
        if is_at_work and not is_outside and not is_importing(frame):
            raise _Alarm

    before = signal.signal(signal.SIGALRM, ring)
    try:
        is_at_work = True
        signal.setitimer(signal.ITIMER_REAL, max(left, 1e-6), RUNG_EVERY)
        return begin()
    except _Alarm:
        raise TimeoutError from None
    finally:
        is_at_work = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
