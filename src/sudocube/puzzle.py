"""Puzzles and grids: immutable boards of cells.

Both hold `cells`, a `bytes` of n² values, row by row, 0 for a blank. A `Puzzle` may have blanks, a `Grid`
has none. A 9×9 puzzle may be given as pencilmarks, the candidates of each cell. Only the referee decides
whether a grid solves a puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isqrt
from operator import index
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from sudocube.cell_values import (
    ANY_DIGIT,
    MARKS,
    cells_of,
    clue_of,
    hexadecimal_values,
    masks_of,
    plain_digits,
    read_as_a_file,
    usual_symbols,
    values_of_bytes,
    values_of_text,
)
from sudocube.errors import PuzzleError, quoted
from sudocube.geometry import BLANKS, SIZES, SYMBOLS, Geometry

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

_SIZE_OF_CELLS = {size * size: size for size in SIZES}


def is_zero_doubtful(symbols: str, size: int) -> bool:
    """Whether a `0` in a puzzle of that size may be a digit: some count from 0 to F, or from 0 to 9 in 10×10.

    It is a blank where there is no other blank, where the highest digit occurs (16×16: G), and in sizes up to
    9, in which nobody counts from 0. It is a digit where the puzzle `is_hexadecimal`.

    >>> is_zero_doubtful("0.", 16), is_zero_doubtful("0", 16), is_zero_doubtful("0.g", 16)
    (True, False, False)
    """
    if size < 10 or "0" not in symbols or SYMBOLS[size] in symbols.upper():
        return False
    return any(blank in symbols for blank in BLANKS if blank != "0") and not is_hexadecimal(symbols, size)


def is_hexadecimal(symbols: str, size: int) -> bool:
    """Whether the digits of a puzzle are certainly 0 to F, in place of 1 to 16: so they are only in 16×16.

    Both 0 and F occur, G does not, another symbol is the blank, and no unit holds a digit (0, say) twice.
    """
    if size != 16:  # nearly always
        return False
    from sudocube.cube import clashes  # which imports this module

    if "G" in symbols.upper() or not {"0", "F"} <= set(symbols.upper()):
        return False
    values = hexadecimal_values(symbols)
    if len(values) != size * size or min(values) != 0 or max(values) > size:
        return False
    return not clashes(Puzzle(values))


CellForms: TypeAlias = "str | Iterable[object] | Mapping[tuple[int, int], object] | Board"
"""How the cells of a board may be given; see `Board`. Arrays and data frames can be iterated, too."""


class Board:
    """n² cells and their geometry; immutable and hashable. Boards are equal if their cells and geometry are.

    `cells` may be given in any of these forms; without a geometry the number of cells or rows decides, with
    boxes at least as wide as tall.

    - Text with one symbol per cell. Blanks are any of `. 0 * _ - x X ?`; white space is ignored; dots such as
      `·`, empty squares and full-width forms are read, too.
    - Digits, row by row: a list, `bytes` or any other iterable; 0, None or an empty text for a blank.
    - n rows of n cells each: lists, tuples or texts.
    - An array of NumPy with one or two dimensions, of any kind of integers; or a data frame of n × n cells.
    - A mapping of (row, column), both counted from 1 as in r1c1, to digit; other cells are blank. Without a
      geometry it is 9×9.
    - Another board.

    Raises PuzzleError where the number of cells fits no size or not the geometry, where a row has not as many
    cells as there are rows, where a value is not a digit of that size (True and False are none), where a key
    is no cell, and where `0` may be a blank or a digit.

    >>> board = Board([[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]])
    >>> board == Board("1... ..2. .3.. ...4")
    True
    >>> board == Board({(1, 1): 1, (2, 3): 2, (3, 2): 3, (4, 4): 4}, Geometry(2, 2))
    True
    >>> board[2, 3], board.rows[1]
    (2, (0, 0, 2, 0))
    >>> print(format(board, "grid"))
    1 . | . .
    . . | 2 .
    ----+----
    . 3 | . .
    . . | . 4
    """

    __slots__ = ("cells", "geometry")
    cells: bytes
    geometry: Geometry

    __iter__ = None
    """A board is no sequence; see `cells` and `rows`."""

    def __init__(self, cells: CellForms, geometry: Geometry | None = None) -> None:
        if geometry is not None and not isinstance(geometry, Geometry):
            raise TypeError(f"a shape is a Geometry, such as Geometry(3, 3), not {type(geometry).__name__}")
        if isinstance(cells, Board):
            geometry, cells = geometry or cells.geometry, cells.cells
        symbols = ""
        if geometry is not None and (values := plain_digits(cells, geometry)) is not None:
            object.__setattr__(self, "cells", values)
            object.__setattr__(self, "geometry", geometry)
            return
        if isinstance(cells, str):
            symbols = usual_symbols(cells)
            values = values_of_text(symbols)
        elif isinstance(cells, bytes):
            values = values_of_bytes(cells)
        else:
            values, geometry, symbols = cells_of(cells, geometry)
        if is_hexadecimal(symbols, isqrt(len(values))):
            values = hexadecimal_values(symbols)
        if geometry is None:
            size = _SIZE_OF_CELLS.get(len(values))
            if size is None:
                counts = ", ".join(map(str, _SIZE_OF_CELLS))
                what = "1 cell" if len(values) == 1 else f"{len(values)} cells"
                raise PuzzleError(f"{what}: a puzzle has {counts} cells")
            geometry = Geometry.of_size(size)
        elif len(values) != geometry.cell_count:
            raise PuzzleError(f"{len(values)} cells: a grid of {geometry} has {geometry.cell_count}")
        if is_zero_doubtful(symbols, geometry.size):
            last = SYMBOLS[geometry.size]
            raise PuzzleError(
                f"0 may be a blank or a digit, as there are other blanks and no {last}: "
                f"write digits as 1 to {last}, and blanks in one way"
            )
        if max(values) > geometry.size:
            cell = next(i for i, value in enumerate(values) if value > geometry.size)
            value = SYMBOLS[values[cell]] if values[cell] < len(SYMBOLS) else values[cell]
            last = SYMBOLS[geometry.size]
            raise PuzzleError(f"{geometry.cell_name(cell)} holds {value}: the digits are 1 to {last}")
        object.__setattr__(self, "cells", values)
        object.__setattr__(self, "geometry", geometry)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.cells == other.cells and self.geometry == other.geometry

    def __hash__(self) -> int:
        return hash(self.cells)

    def __getitem__(self, place: tuple[int, int]) -> int:
        """The digit in a row and a column, both counted from 1 as in r1c1; 0 for a blank.

        Raises IndexError for a place outside the board, and TypeError for what is no pair of integers.
        """
        try:
            row, column = map(index, place)
        except (TypeError, ValueError):
            raise TypeError(
                f"[{quoted(place)}] is no cell: write [row, column], both counted from 1, as in [1, 9]"
            ) from None
        size = self.geometry.size
        if not (1 <= row <= size and 1 <= column <= size):
            raise IndexError(f"no cell r{row}c{column}: rows and columns count from 1 to {size}")
        return self.cells[(row - 1) * size + column - 1]

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The digits row by row, 0 for a blank; `numpy.array(board.rows)` is an array of n × n.

        >>> Board("1... ..2. .3.. ...4").rows
        ((1, 0, 0, 0), (0, 0, 2, 0), (0, 3, 0, 0), (0, 0, 0, 4))
        """
        size = self.geometry.size
        return tuple(tuple(self.cells[start : start + size]) for start in range(0, size * size, size))

    def __format__(self, spec: str) -> str:
        """The board in a format by name: "grid", "line", "sdk" …; without one, as by `str`.

        Raises UnknownNameError for a format that does not exist, and UnsupportedError for one that cannot
        hold this board.
        """
        if not spec:
            return str(self)
        from sudocube.rows.writer import formatted

        return formatted(self, spec)

    def _repr_html_(self) -> str:
        """The picture in a notebook."""
        from sudocube.report.document import Drawing, svg

        return svg(Drawing(self))

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """The digits as an array of NumPy of shape (n, n), 0 for a blank: what `numpy.array(board)` gives."""
        import numpy as np

        if copy is False:
            raise ValueError("an array of a board is a copy")
        return np.array(self.rows, np.uint8 if dtype is None else dtype)

    def __reduce__(self) -> tuple[type[Self], tuple[bytes | str, Geometry]]:
        return type(self), (self.cells, self.geometry)

    def __str__(self) -> str:
        return self.cells.translate(_TO_SYMBOLS).decode("ascii")

    def __repr__(self) -> str:
        shape = self.geometry
        plain = shape == Geometry.of_size(shape.size)
        more = "" if plain else f", Geometry({shape.box_rows}, {shape.box_columns})"
        return f"{type(self).__name__}({str(self)!r}{more})"


class Puzzle(Board):
    """A board to solve: clues and blanks, or pencilmarks.

    >>> puzzle = Puzzle("1... ..2. .3.. ...4")
    >>> str(puzzle), puzzle.clues
    ('1.....2..3.....4', {0: 1, 6: 2, 9: 3, 15: 4})

    A text of 729 symbols gives a 9×9 puzzle by its pencilmarks. Then `candidates` holds 81 masks, bit d - 1
    for digit d; but it is None if each cell has one candidate (a clue) or all nine. As text, a puzzle with
    `candidates` is its pencilmarks again.

    Raises PuzzleError where the number of cells fits no size or not the geometry, where a value is not a
    digit of that size, where `0` may be a blank or a digit, and where a pencilmark is neither a blank nor the
    digit of its place.

    >>> puzzle = Puzzle("1........" + "12......." + 79 * "123456789")
    >>> puzzle.clues, puzzle.candidates[:3], len(str(puzzle))
    ({0: 1}, (1, 3, 511), 729)
    """

    __slots__ = ("candidates",)
    candidates: tuple[int, ...] | None

    def __init__(self, cells: CellForms, geometry: Geometry | None = None) -> None:
        try:
            masks = self._read(cells, geometry)
        except PuzzleError as fault:
            if not isinstance(cells, str):
                raise
            found: Puzzle = read_as_a_file(cells, geometry, fault)
            super().__init__(found)
            masks = found.candidates
        object.__setattr__(self, "candidates", masks)

    def _read(self, cells: CellForms, geometry: Geometry | None) -> tuple[int, ...] | None:
        """Read cells or pencilmarks; the candidates, if they are more than clues say."""
        if isinstance(cells, Puzzle) and cells.candidates is not None:
            geometry, cells = geometry or cells.geometry, str(cells)
        masks = None
        if isinstance(cells, str):
            cells = usual_symbols(cells)
        if isinstance(cells, str) and len(cells) >= MARKS and len(symbols := "".join(cells.split())) == MARKS:
            masks = masks_of(symbols)
            cells = bytes(map(clue_of, masks))
            if all(mask == ANY_DIGIT or clue for mask, clue in zip(masks, cells, strict=True)):
                masks = None
        super().__init__(cells, geometry)
        return masks

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        same = self.cells == other.cells and self.geometry == other.geometry
        return same and self.candidates == other.candidates

    __hash__ = Board.__hash__

    def __reduce__(self) -> tuple[type[Self], tuple[bytes | str, Geometry]]:
        return type(self), (self.cells if self.candidates is None else str(self), self.geometry)

    def __str__(self) -> str:
        if self.candidates is None:
            return super().__str__()
        return "".join(
            SYMBOLS[digit] if mask >> digit - 1 & 1 else SYMBOLS[0]
            for mask in self.candidates
            for digit in self.geometry.digits
        )

    @classmethod
    def of_clues(cls, clues: Mapping[int, int], geometry: Geometry) -> Self:
        """The puzzle with these digits in these cells, and blanks elsewhere; the reverse of `clues`.

        Raises PuzzleError for a value that is not a digit of that size.

        >>> Puzzle.of_clues({0: 1, 15: 4}, Geometry(2, 2))
        Puzzle('1..............4')
        """
        cells = bytearray(geometry.cell_count)
        for cell, digit in clues.items():
            cells[cell] = digit
        return cls(bytes(cells), geometry)

    @property
    def clues(self) -> dict[int, int]:
        """The digits of the cells that are not blank, by cell.

        >>> Puzzle("1... ..2. .3.. ...4").clues
        {0: 1, 6: 2, 9: 3, 15: 4}
        """
        return {cell: digit for cell, digit in enumerate(self.cells) if digit}


class Grid(Board):
    """A board without blanks: a solution, or a wrong one. Raises PuzzleError for a blank.

    >>> grid = Grid("1243342143122134")
    >>> grid.rows[0], grid[1, 1], grid.geometry.size
    ((1, 2, 4, 3), 1, 4)
    """

    __slots__ = ()

    def __init__(self, cells: CellForms, geometry: Geometry | None = None) -> None:
        super().__init__(cells, geometry)
        if 0 in self.cells:
            blank = self.geometry.cell_name(self.cells.index(0))
            raise PuzzleError(f"{blank} is blank: a grid has none")


def differing_cells(first: Board, second: Board) -> tuple[int, ...]:
    """The cells in which two boards of the same geometry differ, in ascending order."""
    pairs = zip(first.cells, second.cells, strict=True)
    return tuple(cell for cell, (one, other) in enumerate(pairs) if one != other)


_TO_SYMBOLS = bytes(ord(SYMBOLS[value]) if value < len(SYMBOLS) else 0 for value in range(256))
