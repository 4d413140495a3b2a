"""INPUT: a file, `-` for standard input, or a puzzle written out on the command line.

What cannot be read is reported on standard error, and the other inputs go on.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, islice
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

import typer

from sudocube.cli.columns import ASKED
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.run import Run
from sudocube.cli.status import USAGE_ERROR
from sudocube.errors import InputError, SudocubeError, reason_of
from sudocube.file_names import LOOKS_LIKE_A_FILE
from sudocube.geometry import SIZES, VALUES
from sudocube.puzzle import Puzzle
from sudocube.report.visible_characters import visible
from sudocube.rows import Entry
from sudocube.rows.line_search import search
from sudocube.symbol_forms import usual_symbols

if TYPE_CHECKING:
    from sudocube.rows.batch import LostRows, Rows
    from sudocube.rows.entry import InputPause
    from sudocube.rows.source import Source

Batches: TypeAlias = "Iterator[Rows | InputPause]"

STANDARD_INPUT = "-"

_COUNTED_BYTES = 1 << 22
"""So long a text is read as a whole, to say how many puzzles are in it."""

_CELL_COUNTS = {size * size for size in SIZES}
_LOOKS_LIKE_AN_OPTION = re.compile(r"--[a-z]+(=|$)")


def batches_of(run: Run, names: Sequence[str], *, with_answers: bool = False, keep: bool = False) -> Batches:
    """The rows of all INPUTs, each opened when it is asked for and closed when the next one is.

    Answers are looked for `with_answers`. With `keep`, the entries of tables have all of their columns.
    Raises InputError if one of them is the file to be written, BadParameter for an answer column that is
    not compared.
    """
    if ASKED.get().answer and not with_answers:
        raise typer.BadParameter("it is --answer COLUMN or --no-answers, not both.")
    refuse_input_as_output(run.output_file, names)
    if STANDARD_INPUT in names and sys.stdin is not None and sys.stdin.isatty():
        run.progress.stop()  # somebody is typing there
    run.progress.expect(() if STANDARD_INPUT in names else names)
    for position, name in enumerate(names, 1):
        with _errors_reported(run):
            if is_puzzle := (name != STANDARD_INPUT and not _exists(name)):
                yield _argument(run, name, position, with_answers=with_answers)
            if not is_puzzle:
                for source in _sources(run, name, position):
                    yield from _rows(run, source, with_answers=with_answers, keep=keep)


def entries_of(
    run: Run, names: Sequence[str], *, with_answers: bool = False, keep: bool = False
) -> Iterator[Entry]:
    """The entries of all INPUTs; one that is no puzzle counts as a usage error."""
    return entries_in(run, batches_of(run, names, with_answers=with_answers, keep=keep))


def entries_in(run: Run, batches: Iterable[Rows | InputPause]) -> Iterator[Entry]:
    """The entries of rows; one that is no puzzle counts as a usage error."""
    from sudocube.rows.batch import Rows

    for batch in batches:
        for entry in batch.entries() if isinstance(batch, Rows) else ():
            if entry.error is not None:
                run.status.note(USAGE_ERROR)
            yield entry


def puzzles_of(run: Run, names: Sequence[str]) -> Iterator[Puzzle]:
    """The puzzles of all INPUTs; whatever is no puzzle is reported and left out."""
    for entry in entries_of(run, names):
        if entry.puzzle is None:
            run.report_invalid(entry)
        else:
            yield entry.puzzle


def only_puzzle(run: Run, name: str, command: str) -> tuple[Puzzle, Entry]:
    """The one puzzle of an INPUT, and its entry. If there is none, the command ends after that was reported.

    Raises InputError if there are several: the command takes one.
    """
    entries = list(islice(entries_of(run, [name]), 2))
    if len(entries) > 1:
        raise InputError(name, f"several puzzles in it; {command} takes one")
    for entry in entries:
        if entry.puzzle is not None:
            return entry.puzzle, entry
        run.report_invalid(entry)
    raise typer.Exit(USAGE_ERROR)


def alone_or_not(batches: Batches) -> tuple[bool, Batches]:
    """Whether there is at most one row in all, and the same batches. Reads until the second row."""
    from sudocube.rows.batch import Rows

    read: list[Rows | InputPause] = []
    count = 0
    for batch in batches:
        read.append(batch)
        count += len(batch) if isinstance(batch, Rows) else 0
        if count > 1:
            return False, chain(read, batches)
    return True, iter(read)


def keep_freed_memory() -> None:
    """Have glibc keep freed memory for the next batch of a list.

    It returns large blocks to the system at once, and to get the pages again takes time.
    Other C libraries have no such setting.
    """
    import ctypes

    M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # noqa: N806 — as in malloc.h
    with suppress(AttributeError, OSError, TypeError):
        set_option = ctypes.CDLL(None).mallopt
        set_option(M_TRIM_THRESHOLD, 1 << 28)
        set_option(M_MMAP_THRESHOLD, 1 << 25)


def refuse_input_as_output(name: str, names: Sequence[str]) -> None:
    """Raise InputError where the file to be written, `name`, is also one that is read."""
    if name == STANDARD_OUTPUT:
        return
    try:
        target = os.stat(name)  # noqa: PTH116 — Path.stat raises for long names
    except (OSError, ValueError):
        return
    for one in names:
        try:
            if one != STANDARD_INPUT:
                is_same = os.path.samestat(os.stat(one), target)  # noqa: PTH116
            else:
                is_same = sys.stdin is not None and os.path.samestat(os.fstat(sys.stdin.fileno()), target)
        except (OSError, ValueError):
            continue
        if is_same and os.path.isfile(name):  # noqa: PTH113
            raise InputError(name, "is an input, too: write another file")


def _exists(name: str) -> bool:
    """Whether a name is that of a file, or of a member of an archive."""
    return os.path.exists(name) or ("!" in name and os.path.isfile(name.partition("!")[0]))  # noqa: PTH110, PTH113


def _argument(run: Run, name: str, position: int, *, with_answers: bool) -> Rows:
    """The rows of a puzzle that is written out. Raises InputError for what is neither a file nor a puzzle."""
    from sudocube.rows.batch import rows_of_entries
    from sudocube.rows.text import read_argument

    if not is_meant_as_puzzle(name):
        why = "there is no such file, and it is no puzzle either"
        raise InputError(name if name.strip() else repr(name), why)
    run.progress.reading(position)
    asked = ASKED.get()
    for column in filter(None, (asked.puzzle, asked.answer)):
        raise InputError(f"argument:{position}", f"it is a puzzle, and has no column {column!r}")
    entries = [*read_argument(name, position, geometry=run.box, size=run.size, answers=with_answers)]
    if not entries:
        raise InputError(name, "no puzzle in it")
    run.progress.read(1, None, len(entries))
    _remark_boxes(run, entries)
    return rows_of_entries(entries, "argument", 0)


def _sources(run: Run, name: str, position: int) -> Iterator[Source]:
    """What a file holds: itself, or the members of an archive."""
    from sudocube.rows.source import Source, members

    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise InputError(name, "standard input is closed")
        source = Source(name, stream=sys.stdin.buffer)
    else:
        source = Source(name, name)
    run.progress.reading(position)
    yield from members(source) or [source]


def _rows(run: Run, source: Source, *, with_answers: bool, keep: bool) -> Batches:
    """The rows of one source; what was lost of it, or that there is none, is reported and ends them."""
    from sudocube.rows.batch import LostRows, Rows
    from sudocube.rows.columns import NO_COLUMN, Reading, Role
    from sudocube.rows.opening import open_rows
    from sudocube.rows.symbols import fixed_geometry

    asked = ASKED.get()
    columns = {Role.PUZZLE: asked.puzzle} if asked.puzzle else {}
    if asked.answer or not with_answers:
        columns[Role.ANSWER] = asked.answer or NO_COLUMN
    reading = Reading(columns, fixed_geometry(run.box, run.size), run.box is not None, keep)
    is_empty = True
    with _errors_reported(run):
        layout, rows = open_rows(source, reading)
        for line in layout.in_words() if asked.are_told else layout.remarks:
            run.info(f"{source.name}: {line}")
        for batch in _counted(run, rows, source, has_columns=bool(layout.roles)):
            if isinstance(batch, LostRows):
                raise InputError(source.name, batch.message)
            if isinstance(batch, Rows):
                is_empty = is_empty and not len(batch)
                for remark in batch.remarks:
                    run.info(remark)
                _remark_boxes(run, batch.odd.values())
                if len(batch):
                    run.progress.read(int(batch.numbers[-1]), batch.position, len(batch))
            yield batch
        if is_empty:
            raise InputError(source.name, "no puzzle in it")


def _counted(
    run: Run, rows: Iterator[Rows | LostRows | InputPause], source: Source, *, has_columns: bool
) -> Iterator[Rows | LostRows | InputPause]:
    """The rows of an input; of puzzles with titles, first how many were read and how many not.

    Long texts, and those that come only once, are not read before they are needed.
    """
    from sudocube.report.words import counted
    from sudocube.rows.batch import Rows

    if has_columns or not source.is_file or os.stat(source.name).st_size > _COUNTED_BYTES:  # noqa: PTH116
        return rows
    batches = list(rows)
    kept = [one for one in batches if isinstance(one, Rows)]
    entries = [entry for one in kept for entry in (*one.odd.values(), *one.written.values())]
    if any(entry.title for entry in entries):
        damaged = sum(entry.error is not None for entry in entries)
        read = counted(sum(map(len, kept)) - damaged, "puzzle")
        run.info(f"{source.name}: {read} read, {damaged:,} damaged")
    return iter(batches)


def _remark_boxes(run: Run, entries: Iterable[Entry]) -> None:
    """Say once, of the first puzzle with boxes whose shape nobody gave, that it is assumed."""
    for entry in entries:
        if entry.puzzle is not None and entry.is_box_assumed and not run.are_boxes_told:
            run.are_boxes_told = True
            shape = entry.puzzle.geometry
            run.info(f"{entry.source}: {shape} assumed; --box {shape.turned.box_name} takes the other shape")


@contextmanager
def _errors_reported(run: Run) -> Iterator[None]:
    """Report errors of the package, which then count as usage errors."""
    try:
        yield
    except SudocubeError as error:
        run.status.note(USAGE_ERROR)
        run.error(str(error))


@contextmanager
def opened_file(name: str) -> Iterator[BinaryIO]:
    """A file, or standard input. Raises InputError if it cannot be opened, or not be read to its end."""
    try:
        if name != STANDARD_INPUT:
            with open(name, "rb") as stream:  # noqa: PTH123 — Path raises for long names
                yield stream
        elif sys.stdin is None:
            raise InputError(name, "standard input is closed")
        else:
            yield sys.stdin.buffer
    except OSError as error:
        if isinstance(error, SudocubeError):
            raise
        raise InputError(name, reason_of(error)) from None


def is_meant_as_puzzle(text: str) -> bool:
    """Whether an argument that names no file was meant as a puzzle, correct or not."""
    text = usual_symbols(text)
    if any(map(search, text.splitlines())):
        return True
    if text.count("\n") + 1 >= min(SIZES):
        return True  # nobody's file is called so
    symbols = "".join(text.split())
    known = sum(symbol in VALUES for symbol in symbols)
    if len(symbols) in _CELL_COUNTS and known == len(symbols):
        return True
    certain = sum(symbol in "0123456789.*_" for symbol in symbols)  # words, too, are full of letters and -
    return known > len(symbols) / 2 and certain > len(symbols) / 4 and not LOOKS_LIKE_A_FILE.search(text)


def refuse_bare_puzzle(arguments: Iterable[str]) -> None:
    """Exit with the advice to write `--` before a puzzle that begins with `-`, like an option."""
    for argument in arguments:
        if argument == "--":
            return
        is_long = len(argument) >= min(_CELL_COUNTS) and not _LOOKS_LIKE_AN_OPTION.match(argument)
        if argument.startswith("-") and is_long and is_meant_as_puzzle(argument):
            sys.stderr.write(
                visible(f"error: the puzzle {argument} begins with '-': write -- before it") + "\n"
            )
            sys.exit(USAGE_ERROR)
