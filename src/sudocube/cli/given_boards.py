"""The boards that `generate` is given: a pattern, clues that have to be there, a puzzle nearby."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple

import typer

from sudocube.cli.inputs import STANDARD_INPUT, entries_of, opened_file
from sudocube.cli.run import Run
from sudocube.cli.status import USAGE_ERROR
from sudocube.errors import FormatError, ImpossibleError, InputError, PuzzleError, UnsupportedError
from sudocube.geometry import SIZES, Geometry
from sudocube.puzzle import Puzzle
from sudocube.symbol_forms import DARK_SIGNS, usual_symbols

_COMMENT = re.compile(r"^\s*#\s.*[A-WYZa-wyz]{2}.*$", re.MULTILINE)
"""A line with words after the sign #, which is also the mark of a cell with a clue."""

_SIGNS = rf"#xX*?._0-9A-Po@{DARK_SIGNS}|+\s-"
_WRITTEN_OUT = re.compile(f"[{_SIGNS}]{{16,}}")
"""A pattern on the command line; nobody's file is called so."""

_OTHER_SIGN = re.compile(f"[^{_SIGNS}]")
_CELLS_FOR_EACH_OTHER_SIGN = 8
"""A text with as many signs as a board has cells is a pattern, too, if nearly all are signs of one."""


class GivenBoards(NamedTuple):
    """What the options say of single cells; `geometry` is that of all of them, or of --size and --box."""

    geometry: Geometry
    pattern: frozenset[int] | None
    given: Puzzle | None
    near: Puzzle | None


def given_boards(run: Run, pattern: str | None, given: str | None, near: str | None) -> GivenBoards:
    """The boards that are named, with the geometry of the first one where --size and --box say nothing.

    If one of them is no puzzle, the command ends after that was reported. Raises InputError for a file that
    cannot be read or does not hold one board, and UnsupportedError for boards of different geometries.
    """
    if [pattern, given, near].count(STANDARD_INPUT) > 1:
        raise UnsupportedError("standard input is one board: name a file for the others")
    geometry = None if run.size is None and run.box is None else run.geometry
    boards: dict[str, Puzzle | None] = {"--given": None, "--near": None}
    for option, name in (("--given", given), ("--near", near)):
        if name is not None:
            board = _puzzle(run, name, option)
            geometry = geometry or board.geometry
            if board.geometry != geometry:
                raise UnsupportedError(f"{option} is {board.geometry}, and the puzzles are to be {geometry}")
            boards[option] = board
    cells = None
    if pattern is not None:
        cells, geometry = _pattern(pattern, [geometry] if geometry else _likely_geometries(run))
    return GivenBoards(geometry or run.geometry, cells, boards["--given"], boards["--near"])


@contextmanager
def named_in_errors(**boards: str | None) -> Iterator[None]:
    """An ImpossibleError about one of these boards, by their names, tells the file that holds it."""
    try:
        yield
    except ImpossibleError as error:
        name = boards.get(error.board or "")
        if name is None or not os.path.isfile(name):  # noqa: PTH113 — as above
            raise
        raise ImpossibleError(f"{name}: {error.reason}", error.board) from None


def _puzzle(run: Run, name: str, option: str) -> Puzzle:
    """The one puzzle that an option names. Raises InputError if it is none, or if there are several."""
    from sudocube.report.words import is_place, without_place

    entries = [*islice(entries_of(run, [name]), 2)]
    if len(entries) > 1:
        raise InputError(name, f"several puzzles in it; {option} takes one")
    if not entries:
        raise typer.Exit(USAGE_ERROR)  # it was reported that there is none
    [entry] = entries
    if entry.error is not None:
        raise InputError(entry.error.place if is_place(entry.source) else option, without_place(entry.error))
    assert entry.puzzle is not None  # else there is an error
    return entry.puzzle


def _likely_geometries(run: Run) -> list[Geometry]:
    """Geometries of all sizes, the usual one first."""
    return list(dict.fromkeys([run.geometry, *map(Geometry.of_size, SIZES)]))


def _pattern(name: str, geometries: list[Geometry]) -> tuple[frozenset[int], Geometry]:
    """The cells of a pattern, and the first of some geometries that has so many cells.

    Raises InputError for a file that cannot be read or holds no pattern, FormatError for a sign that cannot
    be in one.
    """
    from sudocube.generation.pattern_reading import pattern_cells

    source, text = name, name
    if name == STANDARD_INPUT or os.path.exists(name):  # noqa: PTH110 — Path.exists raises for long names
        with opened_file(name) as stream:
            whole = stream.read().decode("utf-8-sig", "replace")
        text = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), whole)
    elif _is_written_out(name):
        source = "--pattern"
    else:
        raise InputError(name or "''", "there is no such file, and it is no pattern either")
    faults = []
    for geometry in geometries:
        try:
            return pattern_cells(text, geometry, source=source), geometry
        except FormatError:  # it has as many signs as this one has cells
            raise
        except PuzzleError as error:
            faults.append(error)
    raise InputError(source, str(faults[0]))


def _is_written_out(text: str) -> bool:
    """Whether a text that names no file is a pattern, perhaps with a sign that cannot be in one."""
    text = usual_symbols(text)
    if _WRITTEN_OUT.fullmatch(text):
        return True
    cells = len("".join(text.replace("|", "").split()))
    is_board = cells in [size**2 for size in SIZES]
    return is_board and _CELLS_FOR_EACH_OTHER_SIGN * len(_OTHER_SIGN.findall(text)) <= cells
