"""INPUT: a file, `-` for standard input, or a puzzle written out on the command line.

What cannot be read is reported on standard error, and the other inputs go on.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import typer

from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.run import Run
from sudocube.cli.status import USAGE_ERROR
from sudocube.errors import InputError, SudocubeError, reason_of
from sudocube.file_names import LOOKS_LIKE_A_FILE
from sudocube.formats import Entry, PuzzleInput, read, read_argument
from sudocube.formats.line_search import holds_puzzle
from sudocube.geometry import SIZES, VALUES
from sudocube.puzzle import Puzzle
from sudocube.report.visible_characters import visible
from sudocube.symbol_forms import usual_symbols

if TYPE_CHECKING:
    from sudocube.formats.text_batches import BulkItem

STANDARD_INPUT = "-"

_CELL_COUNTS = {size * size for size in SIZES}
_LOOKS_LIKE_AN_OPTION = re.compile(r"--[a-z]+(=|$)")


def inputs_of(
    run: Run,
    names: Sequence[str],
    *,
    in_batches: bool = False,
    in_tables: bool = False,
    answers: str | bool = False,
) -> Iterator[PuzzleInput]:
    """Each INPUT, opened when it is asked for and closed when the next one is.

    With `in_batches`, a list of 9×9 puzzles is read in batches, and with `in_tables` a table, too; otherwise
    all are read puzzle by puzzle. `answers` says which column of a table holds answers, as in `read`.
    Raises InputError if one of them is the file to be written.
    """
    refuse_input_as_output(run.output_file, names)
    if STANDARD_INPUT in names and sys.stdin is not None and sys.stdin.isatty():
        run.progress.stop()  # somebody is typing there
    run.progress.expect(() if STANDARD_INPUT in names else names)
    for position, name in enumerate(names, 1):
        reading = _opened_input(run, name, position, in_batches, in_tables, answers)
        with _errors_reported(run), reading as opened:
            items = _reported_items(run, name, opened.items)
            yield opened._replace(items=_remarked_items(run, name, items) if answers is True else items)


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


def entries_in(run: Run, inputs: Iterable[PuzzleInput]) -> Iterator[Entry]:
    """The entries of inputs that are not read in batches; one that is no puzzle counts as a usage error."""
    for item in chain.from_iterable(one.items for one in inputs):
        if isinstance(item, Entry):
            if item.error is not None:
                run.status.note(USAGE_ERROR)
            yield item


def entries_of(run: Run, names: Sequence[str], *, answers: str | bool = False) -> Iterator[Entry]:
    """The entries of all INPUTs; the command reports those that are no puzzle."""
    return entries_in(run, inputs_of(run, names, answers=answers))


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


def alone_or_not(inputs: Iterator[PuzzleInput]) -> tuple[bool, Iterator[PuzzleInput]]:
    """Whether there is at most one puzzle in all inputs, and the same inputs.

    Reads until the second puzzle.
    """
    opened: list[PuzzleInput] = []
    count = 0
    for one in inputs:
        first: list[BulkItem] = []
        opened.append(one._replace(items=chain(first, one.items)))
        for item in one.items:
            first.append(item)
            count += _puzzles_in(item)
            if count > 1:
                return False, chain(opened, inputs)
    return True, iter(opened)


def _puzzles_in(item: BulkItem) -> int:
    """How many puzzles an item holds, unreadable ones included."""
    if isinstance(item, Entry):
        return 1
    from sudocube.formats.text_batches import TextBatch

    return len(item.lines) if isinstance(item, TextBatch) else 0


@contextmanager
def _opened_input(
    run: Run, name: str, position: int, in_batches: bool, in_tables: bool, answers: str | bool
) -> Iterator[PuzzleInput]:
    """The INPUT at a position, counted from 1. What names an existing file is a file, never a puzzle.

    Raises InputError if it cannot be opened, or is neither a file nor a puzzle, or is a puzzle where a column
    is asked for.
    """
    if name == STANDARD_INPUT or os.path.exists(name):  # noqa: PTH110 — Path.exists raises for long names
        with opened_file(name) as stream:
            run.progress.reading(position, stream)
            if in_batches:
                from sudocube.formats.bulk_reader import read_in_batches

                yield read_in_batches(
                    stream, name, geometry=run.box, size=run.size, answers=answers, in_tables=in_tables
                )
            else:
                entries = read(stream, name, geometry=run.box, size=run.size, answers=answers)
                yield PuzzleInput(False, entries)
    elif is_meant_as_puzzle(name):
        run.progress.reading(position)
        if isinstance(answers, str):
            raise InputError(f"argument:{position}", f"it is a puzzle, and has no column {answers!r}")
        entries = read_argument(name, position, geometry=run.box, size=run.size, answers=answers)
        yield PuzzleInput(False, entries)
    else:
        why = "there is no such file, and it is no puzzle either"
        raise InputError(name if name.strip() else repr(name), why)


def _reported_items(run: Run, name: str, items: Iterator[BulkItem]) -> Iterator[BulkItem]:
    """The same items; an error while they are read, or that there is no puzzle, is reported and ends them."""
    is_empty = True
    with _errors_reported(run), _read_errors(name):
        for item in items:
            puzzles = _puzzles_in(item)
            is_empty = is_empty and not puzzles
            if remark := run.boxes.remark(item if isinstance(item, Entry) else None, puzzles):
                run.info(remark)
            yield item
        if is_empty:
            raise InputError(name, "no puzzle in it")


def _remarked_items(run: Run, name: str, items: Iterator[BulkItem]) -> Iterator[BulkItem]:
    """The same items; before them, a remark if a column of the table holds grids that nothing compares."""
    from sudocube.formats.answer_columns import uncompared_columns

    for number, item in enumerate(items):
        if not number:
            record = getattr(item, "uncompared", None)  # there is none at a pause of the input
            for column in uncompared_columns(record)[:1] if record is not None else ():
                remark = f"column {column!r} holds grids and is not compared"
                run.info(f"{name}: {remark}; --answers {shlex.quote(column)} compares them")
        yield item


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
    with _read_errors(name), ExitStack() as stack:
        if name != STANDARD_INPUT:
            yield stack.enter_context(Path(name).open("rb"))
        elif sys.stdin is None:
            raise InputError(name, "standard input is closed")
        else:
            yield sys.stdin.buffer


@contextmanager
def _read_errors(name: str) -> Iterator[None]:
    """Raise InputError if a file cannot be read."""
    try:
        yield
    except OSError as error:
        if isinstance(error, SudocubeError):
            raise
        raise InputError(name, reason_of(error)) from None


def is_meant_as_puzzle(text: str) -> bool:
    """Whether an argument that names no file was meant as a puzzle, correct or not."""
    text = usual_symbols(text)
    if any(map(holds_puzzle, text.splitlines())):
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
