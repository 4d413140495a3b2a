"""INPUT: a file, `-` for standard input, or a puzzle written out on the command line.

What cannot be read is reported on standard error, and the other inputs go on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

import typer

from sudocube.arguments import plain_entry
from sudocube.cell_values import usual_symbols
from sudocube.cli.command import CSV, JSON, Run
from sudocube.cli.options import STANDARD_INPUT, STANDARD_OUTPUT, USAGE_ERROR
from sudocube.errors import InputError, SudocubeError, reason_of
from sudocube.file_names import LOOKS_LIKE_A_FILE
from sudocube.geometry import SIZES, VALUES
from sudocube.puzzle import Puzzle
from sudocube.rows.entry import Entry, InputPause, bytes_of

if TYPE_CHECKING:
    from sudocube.engines import Engine
    from sudocube.rows.batch import LostRows, Rows
    from sudocube.rows.source import Source
    from sudocube.verdicts.batches import CheckedRows
    from sudocube.verdicts.checking import Checked

Batches: TypeAlias = "Iterator[Rows | list[Entry] | InputPause]"
"""What INPUTs hold: the rows of files, and the entries of puzzles that are written out."""

_COUNTED_BYTES = 1 << 22
"""So long a text is read as a whole, to say how many puzzles are in it."""

_CELL_COUNTS = {size * size for size in SIZES}


def batches_of(run: Run, *, with_answers: bool = False, keep: bool = False) -> Batches:
    """The rows of all INPUTs, each opened when it is asked for and closed when the next one is.

    Answers are looked for `with_answers`. With `keep`, the entries of tables have all of their columns.
    Raises InputError if one of them is the file to be written, BadParameter for an answer column that is
    not compared.
    """
    names = run.inputs
    if run.answer_column and run.no_answers:
        raise typer.BadParameter("it is --answer COLUMN or --no-answers, not both.")
    refuse_input_as_output(run.output_file, names)
    if STANDARD_INPUT in names and sys.stdin is not None and sys.stdin.isatty():
        run.progress.stop()  # somebody is typing there
    lengths = [] if STANDARD_INPUT in names else _lengths(names)
    read = 0
    for number, name in enumerate(names):
        before = at = sum(lengths[:number])
        for batch in _batches(run, name, number + 1, with_answers=with_answers, keep=keep):
            if not isinstance(batch, InputPause):
                read += len(batch)
                at = before + (getattr(batch, "position", len(name)) or at - before)
                run.progress.expected = read * sum(lengths) / at if at and lengths else None
            yield batch


def _lengths(names: Sequence[str]) -> list[int]:
    """The length of each input in bytes; nothing where one of them is a device."""
    with suppress(OSError, ValueError):
        if not any(name.startswith("/dev/") for name in names):
            return [os.path.getsize(one) if os.path.isfile(one) else len(one) for one in names]  # noqa: PTH113, PTH202
    return []


def _batches(run: Run, name: str, position: int, *, with_answers: bool, keep: bool) -> Batches:
    """The rows of an INPUT; one that cannot be read is reported, and the others go on."""
    with run.errors_reported():
        if name != STANDARD_INPUT and not _exists(name):
            yield _argument(run, name, position, with_answers=with_answers)
            return
        for source in _sources(name):
            yield from _rows(run, source, with_answers=with_answers and not run.no_answers, keep=keep)


def entries_of(run: Run, *, with_answers: bool = False, keep: bool = False) -> Iterator[Entry]:
    """The entries of all INPUTs; one that is no puzzle counts as a usage error."""
    return entries_in(run, batches_of(run, with_answers=with_answers, keep=keep))


def entries_in(run: Run, batches: Batches) -> Iterator[Entry]:
    """The entries of inputs; one that is no puzzle counts as a usage error."""
    for batch in batches:
        some = batch if isinstance(batch, list) else () if isinstance(batch, InputPause) else batch.entries()
        for entry in some:
            if entry.error is not None:
                run.note(USAGE_ERROR)
            yield entry


def puzzle_entries(run: Run) -> Iterator[Entry]:
    """The entries of all INPUTs that are puzzles; the others are reported, also on a page."""
    from sudocube.report.words import page_place, without_place

    for index, entry in enumerate(entries_of(run), 1):
        if entry.error is None:
            yield entry
        else:
            run.report_invalid(entry)
            run.errors.append(f"{page_place(index, entry.source)}: {without_place(entry.error)}")


def only_puzzle(run: Run, name: str, taker: str) -> tuple[Puzzle, Entry]:
    """The one puzzle of an INPUT, and its entry. If there is none, the command ends after that was reported.

    Raises InputError if there are several: the `taker` takes one.
    """
    run.inputs = [name]
    entries = list(islice(entries_of(run), 2))
    if len(entries) > 1:
        raise InputError(name, f"several puzzles in it; {taker} takes one")
    for entry in entries:
        if entry.puzzle is not None:
            return entry.puzzle, entry
        run.report_invalid(entry)
    raise typer.Exit(USAGE_ERROR)


def alone_or_not(batches: Batches, format: str | None = None) -> tuple[bool, Batches]:
    """Whether there is at most one row in all, and the same batches. Reads until the second row.

    In rows of JSON or of a table it makes no difference, and the first puzzle does not wait for the second.
    """
    read, count = [], 0
    for batch in batches if format not in (JSON, CSV) else ():
        read.append(batch)
        count += 0 if isinstance(batch, InputPause) else len(batch)
        if count > 1:
            break
    return format not in (JSON, CSV) and count < 2, chain(read, batches)


def checked_all(
    run: Run, batches: Batches, *, engine: Engine | None, limit: int = 2
) -> Generator[CheckedRows | Checked, None, None]:
    """The results for all puzzles of the inputs, in order; up to `limit` solutions of each are counted.

    A puzzle that is written out is checked by itself, and takes no arrays.
    """
    from sudocube.arguments import numbered
    from sudocube.verdicts.checking import Checked, check_numbered

    index = 1
    how: dict[str, Any] = {"engine": engine, "limit": limit, "timeout": run.timeout, "jobs": run.jobs}
    results: Generator[CheckedRows | Checked, None, None]
    for are_entries, some in groupby(batches, lambda batch: isinstance(batch, list)):
        if are_entries:
            results = check_numbered(numbered(entries_in(run, some), first=index), **how)
        else:
            from sudocube.verdicts.batches import check_rows

            results = check_rows(rows_in(some), first=index, **how)
        with closing(results):
            for one in results:
                index += 1 if isinstance(one, Checked) else len(one)
                yield one


def rows_in(batches: Batches) -> Iterator[Rows | InputPause]:
    """The same, with all entries as rows."""
    from sudocube.rows.batch import rows_of_entries

    return (rows_of_entries(one, "argument") if isinstance(one, list) else one for one in batches)


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
    is_file = name != STANDARD_OUTPUT and os.path.isfile(name)  # noqa: PTH113
    if is_file and any(_is_same(one, name) for one in names):
        raise InputError(name, "is an input, too: write another file")


def _is_same(given: str, name: str) -> bool:
    try:
        stat = os.fstat(sys.stdin.fileno()) if given == STANDARD_INPUT else os.stat(given)  # noqa: PTH116
        return os.path.samestat(stat, os.stat(name))  # noqa: PTH116
    except (OSError, ValueError, AttributeError):  # a closed standard input has no number
        return False


def _exists(name: str) -> bool:
    """Whether a name is that of a file, or of a member of an archive."""
    return os.path.exists(name) or ("!" in name and os.path.isfile(name.partition("!")[0]))  # noqa: PTH110, PTH113


def _argument(run: Run, name: str, position: int, *, with_answers: bool) -> list[Entry]:
    """The entries of what is written out. Raises InputError for what is neither a file nor a puzzle."""
    is_as_usual = not (run.box or run.size or run.puzzle_column or run.answer_column)
    if is_as_usual and (plain := plain_entry(name, f"argument:{position}")) is not None:
        return [plain]
    from sudocube.rows.columns import layout_of_lists
    from sudocube.rows.text import read_argument

    if not is_meant_as_puzzle(name):
        why = "there is no such file, and it is no puzzle either"
        raise InputError(name if name.strip() else repr(name), why)
    for column in filter(None, (run.puzzle_column, run.answer_column)):
        raise InputError(f"argument:{position}", f"it is a puzzle, and has no column {column!r}")
    entries = [*read_argument(name, position, geometry=run.box, size=run.size, answers=with_answers)]
    if not entries:
        raise InputError(name, "no puzzle in it")
    for remark in layout_of_lists(bytes_of(name)).remarks:
        run.info(f"argument:{position}: {remark}")
    _remark_boxes(run, entries)
    return entries


def _sources(name: str) -> Iterator[Source]:
    """What a file holds: itself, or the members of an archive."""
    from sudocube.rows.source import Source, members

    source = Source(name, stream=_standard_input()) if name == STANDARD_INPUT else Source(name, name)
    yield from members(source) or [source]


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise InputError(STANDARD_INPUT, "standard input is closed")
    return sys.stdin.buffer


def _rows(run: Run, source: Source, *, with_answers: bool, keep: bool) -> Batches:
    """The rows of one source; what was lost of it, or that there is none, is reported and ends them."""
    from sudocube.rows.batch import LostRows, Rows
    from sudocube.rows.columns import NO_COLUMN, Reading, Role
    from sudocube.rows.opening import open_rows

    columns = {Role.PUZZLE: run.puzzle_column} if run.puzzle_column else {}
    if run.answer_column or not with_answers:
        columns[Role.ANSWER] = run.answer_column or NO_COLUMN
    reading = Reading.of(columns, run.box, run.size)._replace(keep=keep)
    keep_freed_memory()
    is_empty = True
    with run.errors_reported():
        layout, rows = open_rows(source, reading)
        for line in layout.in_words() if run.columns_told else layout.remarks:
            run.info(f"{source.name}: {line}")
        for batch in rows if layout.roles else _counted(run, rows, source):
            if isinstance(batch, LostRows):
                raise InputError(source.name, batch.message)
            if isinstance(batch, Rows):
                is_empty = is_empty and not len(batch)
                _remark_boxes(run, batch.odd.values())
            yield batch
        if is_empty:
            raise InputError(source.name, "no puzzle in it")


def _counted(
    run: Run, rows: Iterator[Rows | LostRows | InputPause], source: Source
) -> Iterator[Rows | LostRows | InputPause]:
    """The rows of an input; of puzzles with titles, first how many were read and how many not.

    Long texts, and those that come only once, are not read before they are needed.
    """
    from sudocube.report.words import counted
    from sudocube.rows.batch import Rows

    if not source.is_file or os.stat(source.name).st_size > _COUNTED_BYTES:  # noqa: PTH116
        return rows
    batches = list(rows)
    kept = [one for one in batches if isinstance(one, Rows)]
    entries = [entry for one in kept for entry in (*one.odd.values(), *one.written.values())]
    if any(entry.title for entry in entries):
        invalid = sum(entry.error is not None for entry in entries)
        read = counted(sum(map(len, kept)) - invalid, "puzzle")
        run.info(f"{source.name}: {read} read, {invalid:,} invalid")
    return iter(batches)


def _remark_boxes(run: Run, entries: Iterable[Entry]) -> None:
    """Say once, of the first puzzle with boxes whose shape nobody gave, that it is assumed."""
    for entry in entries:
        if entry.puzzle is not None and entry.is_box_assumed and not run.are_boxes_told:
            run.are_boxes_told = True
            shape = entry.puzzle.geometry
            run.info(f"{entry.source}: {shape} assumed; --box {shape.turned.box_name} takes the other shape")


@contextmanager
def opened_file(name: str) -> Iterator[BinaryIO]:
    """A file, or standard input. Raises InputError if it cannot be opened, or not be read to its end."""
    try:
        if name == STANDARD_INPUT:
            yield _standard_input()
        else:
            with open(name, "rb") as stream:  # noqa: PTH123 — Path raises for long names
                yield stream
    except OSError as error:
        if isinstance(error, SudocubeError):
            raise
        raise InputError(name, reason_of(error)) from None


def is_meant_as_puzzle(text: str) -> bool:
    """Whether an argument that names no file was meant as a puzzle, correct or not."""
    from sudocube.rows.text import search

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
