"""INPUT: a file, `-` for standard input, or a puzzle written out on the command line."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol, TypeVar

from sudocube.cli.status import USAGE_ERROR
from sudocube.errors import InputError, SudocubeError, reason_of
from sudocube.formats import Entry, read, read_argument
from sudocube.geometry import SIZES, Geometry
from sudocube.puzzle import VALUES

if TYPE_CHECKING:
    from sudocube.formats.bulk_reader import BulkItem

STANDARD_INPUT = "-"

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

_CELL_COUNTS = {size * size for size in SIZES}
_LOOKS_LIKE_AN_OPTION = re.compile(r"--[a-z]+(=|$)")
_LOOKS_LIKE_A_FILE = re.compile(r"[/\\]|\.[A-Za-z]{2,4}$")


def entries_of(name: str, position: int, *, geometry: Geometry | None, size: int | None) -> Iterator[Entry]:
    """The puzzles of one INPUT, the `position`-th. Raises InputError for what cannot be read or holds none.

    What names an existing file is a file, even if it could be read as a puzzle.
    """
    is_empty = True
    for entry in _read(name, position, geometry, size, read):
        is_empty = False
        yield entry
    if is_empty:
        raise InputError(name, "no puzzle in it")


def items_of(
    name: str, position: int, *, geometry: Geometry | None, size: int | None
) -> Iterator[tuple[bool, BulkItem]]:
    """The same, as `check_in_bulk` takes it: with puzzles by the thousand where an input is of that kind."""
    from sudocube.formats.bulk_reader import InputPause, read_in_batches

    is_bulk = False

    def read(
        stream: BinaryIO, name: str, *, geometry: Geometry | None, size: int | None
    ) -> Iterator[BulkItem]:
        nonlocal is_bulk
        is_bulk, items = read_in_batches(stream, name, geometry=geometry, size=size)
        return items

    is_empty = True
    for item in _read(name, position, geometry, size, read):
        is_empty = is_empty and isinstance(item, InputPause)
        yield is_bulk, item
    if is_empty:
        raise InputError(name, "no puzzle in it")


class _Reader(Protocol[T_co]):
    """Reads an opened input, as `sudocube.formats.read` does."""

    def __call__(
        self, stream: BinaryIO, name: str, *, geometry: Geometry | None, size: int | None
    ) -> Iterator[T_co]: ...


def _read(
    name: str, position: int, geometry: Geometry | None, size: int | None, read: _Reader[T]
) -> Iterator[Entry | T]:
    if name != STANDARD_INPUT and not os.path.exists(name):  # noqa: PTH110 — Path.exists raises for long names
        if not _is_meant_as_puzzle(name):
            raise InputError(
                name if name.strip() else repr(name), "there is no such file, and it is no puzzle either"
            )
        yield from read_argument(name, position, geometry=geometry, size=size)
        return
    with opened(name) as stream:
        yield from read(stream, name, geometry=geometry, size=size)


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """A file, or standard input. Raises InputError where it cannot be opened, or read to its end."""
    with ExitStack() as stack:
        if name != STANDARD_INPUT:
            try:
                stream: BinaryIO = stack.enter_context(Path(name).open("rb"))
            except (OSError, ValueError) as error:  # no name of a file can hold a zero
                raise InputError(name, reason_of(error)) from None
        elif sys.stdin is None:
            raise InputError(name, "standard input is closed")
        else:
            stream = sys.stdin.buffer
        try:
            yield stream
        except OSError as error:
            if isinstance(error, SudocubeError):
                raise
            raise InputError(name, reason_of(error)) from None


def files_of(inputs: Sequence[str]) -> Sequence[str]:
    """The inputs where all of them are regular files, so that one can say how much there is to read."""
    return inputs if all(os.path.isfile(name) for name in inputs) else ()  # noqa: PTH113 — as above


def _is_meant_as_puzzle(text: str) -> bool:
    """Whether an argument that names no file was meant as a puzzle, rightly written or not."""
    symbols = "".join(text.split())
    known = sum(symbol in VALUES for symbol in symbols)
    if len(symbols) in _CELL_COUNTS and known == len(symbols):
        return True
    certain = sum(symbol in "0123456789.*_" for symbol in symbols)  # words, too, are full of letters and -
    return known > len(symbols) / 2 and certain > len(symbols) / 4 and not _LOOKS_LIKE_A_FILE.search(text)


def refuse_bare_puzzle(arguments: Iterable[str]) -> None:
    """Say what to do about a puzzle that looks like an option because it begins with `-`."""
    for argument in arguments:
        if argument == "--":
            return
        is_long = len(argument) >= min(_CELL_COUNTS) and not _LOOKS_LIKE_AN_OPTION.match(argument)
        if argument.startswith("-") and is_long and _is_meant_as_puzzle(argument):
            sys.stderr.write(f"the puzzle {argument} begins with '-': write -- before it\n")
            sys.exit(USAGE_ERROR)


def alone_or_not(items: Iterator[T], puzzles: Callable[[T], int]) -> tuple[bool, Iterator[T]]:
    """Whether there is one puzzle at most, and the same items; `puzzles` says how many one of them is."""
    first: list[T] = []
    count = 0
    for item in items:
        first.append(item)
        count += puzzles(item)
        if count > 1:
            break
    return count < 2, chain(first, items)
