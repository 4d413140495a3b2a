"""The comments at the head of a file: the puzzle, the encoding, what to do with it, the variables."""

from __future__ import annotations

import shlex
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache

from sudocube.encoder import Encoding
from sudocube.encoder.puzzle_formula import PuzzleFormula
from sudocube.encoder.variables import Variables
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle

SHOWN_UP_TO = 9
"""The size up to which a command names its puzzle cell by cell."""


def preamble(puzzle: Puzzle, encoding: Encoding, source: str | None, run: str) -> Iterator[str]:
    """The lines that say what this is; `run` is a command that solves it and writes the file `output`."""
    n, name = puzzle.geometry.size, encoding.name
    yield f"A Sudoku puzzle of {puzzle.geometry}" + (f", from {source}" if source else "")
    cells = str(puzzle)
    yield from (f"  {cells[row : row + n]}" for row in range(0, n * n, n))
    yield f"in the encoding {name}: {encoding.title}"
    yield f"  {encoding.source}"
    yield "Solve it, and read the answer:"
    yield f"  {run}"
    shown = cells if n <= SHOWN_UP_TO else "PUZZLE"
    shape = puzzle.geometry
    box = "" if shape == Geometry.of_size(n) else f" --box {shape.box_rows}x{shape.box_columns}"
    yield f"  sudocube decode {shown}{box} --encoding {shlex.quote(name)} output"


def variable_map(posed: PuzzleFormula, write: str) -> Iterator[str]:
    """What each variable stands for; `write` is how the format writes variable {}."""
    names = _names(posed.encoding, posed.puzzle.geometry)
    if posed.numbers is not None:  # those above the declared ones are at the end
        declared = bisect_right(posed.numbers, len(names))
        names = tuple(names[number - 1] for number in posed.numbers[1:declared])
    declared = len(names)
    yield "Variables:"
    for variable, name in enumerate(names, 1):
        yield f"  {name} = {write.format(variable)}"
    if posed.variables > declared:
        first, last = write.format(declared + 1), write.format(posed.variables)
        yield f"  {first} to {last}: auxiliary, each of one line of the cube"


@lru_cache(maxsize=8)
def _names(encoding: Encoding, geometry: Geometry) -> tuple[str, ...]:
    """The names of the variables that are not auxiliary."""
    meaning = Variables(encoding, geometry)
    return tuple(map(meaning.name, range(1, meaning.declared + 1)))


def commented(mark: str, lines: Iterable[str]) -> str:
    """Lines behind the mark of a comment; what no terminal shows, a line break say, cannot end one."""
    return "".join(f"{mark} {line if line.isprintable() else _printable(line)}\n" for line in lines)


def _printable(line: str) -> str:
    return "".join(symbol if symbol.isprintable() else " " for symbol in line)
