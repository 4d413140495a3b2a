"""Canonical forms where nothing is compiled: the same forms, keys and automorphisms, in plain Python.

*The form of a valid full grid* is the grid of its class that is smallest when read row by row. Its first row
is 1 to 9, because digits can be renamed so; hence two rows of a band and an arrangement of the columns say
what the second row is. All of these are tried, also with columns as rows, and the ones with the smallest
second row are kept. Then the other rows follow: no two of them begin with the same digit, so these digits say
in which order the rows of a band come, and the bands. The smallest grid that results is the form, and each
way to it is another automorphism. Other programs call this form minlex or row-minimal, and have the same.

*The form of any other puzzle*, full grids with clashes included, is found by refinement. Lines (rows and
columns), bands (and stacks) and digits get colours: numbers that depend only on how the clues lie, so that
they are the same in every other arrangement of the puzzle.

    first colour   of a line or a digit: from the number of its clues
    a round        each clue adds mix(row + column + digit) to its row, its column and its digit
    after each     colours are mixed; a band gets mix(the sum of its lines), and adds it to its lines

Where the colours of the bands of each side differ, and those of the lines in each band, they say where each
line goes: this is a leaf, and the puzzle that results is its form. Where some are equal, each of those in the
first tied class is singled out in turn, and the colours are refined again; the children with the smallest sum
of colours are kept. The smallest of all leaves is the form. There are as many automorphisms as leaves that
are equal to it and were reached in the same way: what was singled out goes to the same places, in the same
order. Then an automorphism turns one way into the other, and each automorphism does so.

Colours that are equal by accident cost time, and nothing else. Lines without clues are never tied, as their
order changes nothing. All arithmetic is modulo 2³². The constants are part of the form: other ones make other
forms and keys.

*The key of a form* is its hash by MurmurHash3 with 128 bits, for 64-bit processors, by Austin Appleby (2011).
The compiled kernel has its own; both give what any other implementation of this hash gives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, permutations, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from sudocube.kernel import NO_PUZZLE, UNDECIDED
from sudocube.kernel.twin import digits_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Cells = NDArray[np.uint8]
    Places = NDArray[np.intp]

_ORDERS = list(permutations(range(3)))

ROWS_OF_BANDS = np.array([[3 * band + row for row in order] for band in range(3) for order in _ORDERS])
"""The three rows of each band in any order: (18, 3)."""

ARRANGEMENTS = np.array(
    [
        [3 * stack + column for stack, order in zip(stacks, orders, strict=True) for column in order]
        for stacks in _ORDERS
        for orders in product(_ORDERS, repeat=3)
    ]
)
"""All arrangements of nine columns, (1296, 9): in each, the column that comes to each place."""

NEW_PLACES = np.argsort(ARRANGEMENTS, axis=1)
"""The same the other way round, (1296, 9): in each, the place to which each column comes."""


FORM_VERSION = 1
"""The seed of all keys: another form has another version, so that old and new keys are never equal."""

_WORD = (1 << 64) - 1
_C1, _C2 = 0x87C37B91114253D5, 0x4CF5AD432745937F


def hash_of(cells: bytes, seed: int = FORM_VERSION) -> tuple[int, int]:
    """Two words of 64 bits, of 81 bytes or any other number.

    >>> [f"{word:016x}" for word in hash_of(b"The quick brown fox jumps over the lazy dog", seed=0)]
    ['e34bbc7bbc071b6c', '7a433ca9c49a9347']
    """
    h1 = h2 = seed
    whole = len(cells) // 16 * 16
    for start in range(0, whole, 16):
        k1, k2 = _number(cells[start : start + 8]), _number(cells[start + 8 : start + 16])
        h1 = (_rotated(h1 ^ _first_half(k1), 27) + h2) * 5 + 0x52DCE729 & _WORD
        h2 = (_rotated(h2 ^ _second_half(k2), 31) + h1) * 5 + 0x38495AB5 & _WORD
    h1 ^= _first_half(_number(cells[whole : whole + 8])) ^ len(cells)
    h2 ^= _second_half(_number(cells[whole + 8 :])) ^ len(cells)
    h1 = h1 + h2 & _WORD
    h2 = h2 + h1 & _WORD
    h1, h2 = _finally_mixed(h1), _finally_mixed(h2)
    h1 = h1 + h2 & _WORD
    return h1, h2 + h1 & _WORD


def _number(some: bytes) -> int:
    return int.from_bytes(some, "little")


def _rotated(word: int, left: int) -> int:
    return (word << left | word >> 64 - left) & _WORD


def _first_half(word: int) -> int:
    return _rotated(word * _C1 & _WORD, 31) * _C2 & _WORD


def _second_half(word: int) -> int:
    return _rotated(word * _C2 & _WORD, 33) * _C1 & _WORD


def _finally_mixed(word: int) -> int:
    word = (word ^ word >> 33) * 0xFF51AFD7ED558CCD & _WORD
    word = (word ^ word >> 33) * 0xC4CEB9FE1A85EC53 & _WORD
    return word ^ word >> 33


_EVERY_DIGIT = frozenset(range(1, 10))


def is_valid_grid(cells: Sequence[int]) -> bool:
    """Whether 81 digits are a grid that keeps the rules.

    >>> is_valid_grid(9 * [1, 2, 3, 4, 5, 6, 7, 8, 9])
    False
    """
    rows = [cells[9 * row : 9 * row + 9] for row in range(9)]
    columns = [cells[column::9] for column in range(9)]
    boxes = [
        [cells[corner + 9 * row + column] for row in range(3) for column in range(3)]
        for corner in (0, 3, 6, 27, 30, 33, 54, 57, 60)
    ]
    return all(set(unit) == _EVERY_DIGIT for unit in (*rows, *columns, *boxes))


def row_minimal_form(cells: Sequence[int]) -> Form:
    """The row by row minimal form of a valid grid of 81 digits.

    >>> grid = [(3 * row + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9)]
    >>> form = row_minimal_form(grid)
    >>> "".join(map(str, form.cells[:27])), form.automorphisms
    ('123456789456789123789123456', 54)
    """
    grid = np.frombuffer(bytes(cells), np.uint8).reshape(9, 9)
    both = np.array([grid, grid.T])
    sides, tops = np.divmod(np.arange(36), 18)
    three_rows = both[sides[:, None], ROWS_OF_BANDS[tops]]
    first, arrangement = _smallest_second_row(three_rows[:, 0], three_rows[:, 1])
    candidates = [
        _rest_in_order(both[sides[one]][:, ARRANGEMENTS[way]], ROWS_OF_BANDS[tops[one]])
        for one, way in zip(first, arrangement, strict=True)
    ]
    smallest = min(candidates)
    return Form(smallest, candidates.count(smallest))


def _smallest_second_row(first_rows: Cells, second_rows: Cells) -> tuple[Places, Places]:
    """Which rows, and which arrangements of the columns, make the second row smallest if the first is 1 to 9.

    Takes uint8 (36, 9) twice.
    """
    columns_of_digits = np.argsort(first_rows, axis=1)
    above = np.take_along_axis(
        columns_of_digits, second_rows - 1, axis=1
    )  # where row 1 has the digits of row 2
    new_rows = np.take_along_axis(NEW_PLACES[None], above[:, ARRANGEMENTS], axis=2)
    values = new_rows @ 10 ** np.arange(8, -1, -1)
    first, arrangement = np.nonzero(values == values.min())
    return first, arrangement


def _rest_in_order(rows: Cells, top: Places) -> bytes:
    """The smallest grid that begins with these three of nine rows, its digits renamed."""
    names = np.argsort(rows[top[0]]) + 1
    renamed = names[rows - 1].tolist()
    others = [sorted(renamed[3 * band : 3 * band + 3]) for band in range(3) if band != top[0] // 3]
    return bytes(chain(*(renamed[row] for row in top), *chain(*sorted(others))))


WORD = 0xFFFFFFFF
LINE_COLOUR, DIGIT_COLOUR = 0x13198A2E, 0x85A308D3
SINGLED_OUT = 0xEC4E6C89
"""What is added to the colour of a line that is singled out."""

MOST_ROUNDS, MOST_ROUNDS_OF_CHILD = 5, 3
"""How many rounds are made, at most: for a puzzle, and after something was singled out."""

KEY, KEY_OF_EMPTY = 0x7FFFFFFF, WORD
"""Lines are put in the order of the lower 31 bits of their colours, those without clues last."""

Sides: TypeAlias = tuple[list[int], list[int]]
"""Something of the rows, or of the bands; and of the columns, or of the stacks."""


class Form(NamedTuple):
    """81 digits, 0 for a blank, and the number of automorphisms."""

    cells: bytes
    automorphisms: int


class Clues(NamedTuple):
    """(row, column, digit) of each clue, from 0, and which lines and bands have one."""

    places: list[tuple[int, int, int]]
    is_line_filled: tuple[list[bool], list[bool]]
    is_band_filled: tuple[list[bool], list[bool]]


class Colours(NamedTuple):
    """The colours of lines, of bands, and of the nine digits."""

    lines: Sides
    bands: Sides
    digits: list[int]


class Node(NamedTuple):
    """A coloured puzzle; if it is transposed, its columns become the rows. `tied` is its first tied class.

    `singled_out` has the side and the lines of each member that was singled out on the way to the node.
    """

    colours: Colours
    transposed: bool
    tied: TiedClass | None
    singled_out: tuple[tuple[int, list[int]], ...] = ()


class TiedClass(NamedTuple):
    """Bands, or lines of one band, with clues and equal colours: for each of them its lines, three or one."""

    side: int
    members: list[list[int]]


def form_by_refinement(cells: Sequence[int]) -> Iterator[int | Form]:
    """The search for the form of a puzzle of 81 digits, 0 for a blank, step by step.

    After each node it yields how many lines and bands were singled out so far, and at the end the form.

    >>> *_, form = form_by_refinement([5, 0, 7] + 78 * [0])
    >>> list(form.cells[:4]), form.automorphisms  # one row below the other
    ([1, 0, 0, 0], 2)
    """
    clues = clues_of(cells)
    nodes, tried = _roots(clues), 0
    smallest, way, leaves = b"", None, 0
    while nodes:
        node = nodes.pop()
        if node.tied is None:
            leaf, way_to_leaf = _leaf(clues, node)
            if way is None or leaf < smallest:
                smallest, way, leaves = leaf, way_to_leaf, 0
            leaves += (leaf, way_to_leaf) == (smallest, way)
        else:
            tried += len(node.tied.members)
            nodes += _children(clues, node, node.tied)
        yield tried
    yield Form(smallest, leaves)


def clues_of(cells: Sequence[int]) -> Clues:
    """The clues of 81 digits, 0 for a blank."""
    places = [(*divmod(cell, 9), digit - 1) for cell, digit in enumerate(cells) if digit]
    lines = ([False] * 9, [False] * 9)
    for place in places:
        for side in (0, 1):
            lines[side][place[side]] = True
    rows, columns = ([any(filled[first : first + 3]) for first in (0, 3, 6)] for filled in lines)
    return Clues(places, lines, (rows, columns))


def _roots(clues: Clues) -> list[Node]:
    """The side with the smaller sum of colours becomes the rows; if they are equal, each of them does."""
    colours = _refined(clues, _coloured_by_number(clues), MOST_ROUNDS)
    rows, columns = _sum_of_side(colours, 0), _sum_of_side(colours, 1)
    choices = (False, True) if rows == columns else (columns < rows,)
    return [Node(colours, transposed, _first_tied(clues, colours, transposed)) for transposed in choices]


def _children(clues: Clues, node: Node, tied: TiedClass) -> list[Node]:
    """Each member singled out in turn; the children with the smallest sum of colours."""
    children: list[tuple[int, Node]] = []
    for member in tied.members:
        lines = (node.colours.lines[0][:], node.colours.lines[1][:])
        for line in member:
            lines[tied.side][line] += SINGLED_OUT
        colours = _refined(clues, node.colours._replace(lines=lines), MOST_ROUNDS_OF_CHILD)
        total = _sum_of_side(colours, 0) + _sum_of_side(colours, 1) & WORD
        next_tied = _first_tied(clues, colours, node.transposed)
        way = (*node.singled_out, (tied.side, member))
        children.append((total, Node(colours, node.transposed, next_tied, way)))
    least = min(total for total, _ in children)
    return [child for total, child in children if total == least]


def _mix(word: int) -> int:
    """A number of 32 bits that depends on all bits of the word."""
    word &= WORD
    word = (word ^ word >> 16) * 0x9E3779B1 & WORD
    return word ^ word >> 15


def _mixed(rows: list[int], columns: list[int], digits: list[int]) -> Colours:
    """All colours mixed; bands get theirs from their lines, and give them back."""
    (rows, row_bands), (columns, column_bands) = map(_mixed_side, (rows, columns))
    return Colours((rows, columns), (row_bands, column_bands), list(map(_mix, digits)))


def _mixed_side(lines: list[int]) -> tuple[list[int], list[int]]:
    lines = list(map(_mix, lines))
    bands = [_mix(sum(lines[first : first + 3])) for first in (0, 3, 6)]
    return [line + bands[place // 3] & WORD for place, line in enumerate(lines)], bands


def _coloured_by_number(clues: Clues) -> Colours:
    rows, columns, digits = 9 * [LINE_COLOUR], 9 * [LINE_COLOUR], 9 * [DIGIT_COLOUR]
    for row, column, digit in clues.places:
        rows[row] += 1
        columns[column] += 1
        digits[digit] += 1
    return _mixed(rows, columns, digits)


def _after_round(clues: Clues, colours: Colours) -> Colours:
    (rows, columns), digits = colours.lines, colours.digits
    new_rows, new_columns, new_digits = rows[:], columns[:], digits[:]
    for row, column, digit in clues.places:
        given = _mix(rows[row] + columns[column] + digits[digit])
        new_rows[row] += given
        new_columns[column] += given
        new_digits[digit] += given
    return _mixed(new_rows, new_columns, new_digits)


def _refined(clues: Clues, colours: Colours, rounds: int) -> Colours:
    """The colours after that many rounds, or as soon as nothing is tied."""
    for _ in range(rounds):
        colours = _after_round(clues, colours)
        if _first_tied(clues, colours, transposed=False) is None:
            break
    return colours


def _sum_of_side(colours: Colours, side: int) -> int:
    return sum(colours.lines[side]) + sum(colours.bands[side]) & WORD


def _keys(colours: Iterable[int], is_filled: Iterable[bool]) -> list[int]:
    """What lines or bands are ordered by."""
    return [
        colour & KEY if filled else KEY_OF_EMPTY for colour, filled in zip(colours, is_filled, strict=True)
    ]


def _tied_of_three(keys: list[int]) -> list[int]:
    """Those that have a clue, and the key of another one. There are three, so all of them have one key."""
    return [place for place, key in enumerate(keys) if key != KEY_OF_EMPTY and keys.count(key) > 1]


def _first_tied(clues: Clues, colours: Colours, transposed: bool) -> TiedClass | None:
    """The first tied class: bands of the new rows, bands of the new columns, then lines of the new rows …

    Lines are looked at band by band, in the order of the bands.
    """
    sides = (1, 0) if transposed else (0, 1)
    band_keys = [_keys(colours.bands[side], clues.is_band_filled[side]) for side in (0, 1)]
    for side in sides:
        if tied := _tied_of_three(band_keys[side]):
            return TiedClass(side, [[3 * band, 3 * band + 1, 3 * band + 2] for band in tied])
    for side in sides:
        keys = _keys(colours.lines[side], clues.is_line_filled[side])
        for band in sorted(range(3), key=band_keys[side].__getitem__):
            if tied := _tied_of_three(keys[3 * band : 3 * band + 3]):
                return TiedClass(side, [[3 * band + line] for line in tied])
    return None


def _leaf(clues: Clues, node: Node) -> tuple[bytes, list[tuple[bool, int, int]]]:
    """The puzzle with bands and lines in order, its digits named 1, 2 … as they appear; and the way to it.

    The way is what was singled out: of the form a row or column, or a band or stack, and its first line.
    """
    places = [_new_places(clues, node.colours, side) for side in (0, 1)]
    form = bytearray(81)
    for row, column, digit in clues.places:
        new_row, new_column = places[0][row], places[1][column]
        form[9 * new_column + new_row if node.transposed else 9 * new_row + new_column] = digit + 1
    names = {digit: name for name, digit in enumerate(dict.fromkeys(filter(None, form)), 1)}
    way = [
        (bool(side) != node.transposed, len(lines), min(places[side][line] for line in lines))
        for side, lines in node.singled_out
    ]
    return bytes(names.get(digit, 0) for digit in form), way


def _new_places(clues: Clues, colours: Colours, side: int) -> list[int]:
    """Where each line of a side goes."""
    band_keys = _keys(colours.bands[side], clues.is_band_filled[side])
    keys = _keys(colours.lines[side], clues.is_line_filled[side])
    order = sorted(range(9), key=lambda line: (band_keys[line // 3], line // 3, keys[line]))
    return sorted(range(9), key=order.__getitem__)


NODES_OF_A_PUZZLE = 10_000
"""The usual budget: how many lines and bands are singled out for a puzzle, at most."""


class TwinForms:
    """The forms of a batch, one puzzle after the other; `BatchForms` describes attributes and methods."""

    level = "twin"

    def __init__(self, puzzles: NDArray[np.uint8], *, budget: int = NODES_OF_A_PUZZLE) -> None:
        count = len(puzzles)
        self.forms: NDArray[np.uint8] = np.zeros((count, 81), np.uint8)
        self.keys: NDArray[np.uint64] = np.zeros((count, 2), np.uint64)
        self.text_keys: NDArray[np.uint64] = np.zeros((count, 2), np.uint64)
        self.automorphisms: NDArray[np.int32] = np.zeros(count, np.int32)
        self.clues: NDArray[np.uint8] = np.zeros(count, np.uint8)
        self._puzzles, self._budget = puzzles, budget
        self._finished = 0
        self._search: Iterator[int | Form] | None = None
        """The search for the form of the current puzzle; None between puzzles."""

    def advance(self, steps: int) -> int:
        """Search up to `steps` nodes; returns how many puzzles are finished by now."""
        while steps > 0 and self._finished < len(self.automorphisms):
            if self._search is None:
                self._search = self._search_for(self._finished)
            step = next(self._search)
            if isinstance(step, Form):
                self._finish(step)
            elif step > self._budget:
                self._finish(Form(bytes(81), UNDECIDED))
            steps -= 1
        return self._finished

    def _search_for(self, index: int) -> Iterator[int | Form]:
        """The search for the form of a puzzle; its clues and the key of its text are noted."""
        digits = digits_of(self._puzzles[index].tolist())
        if digits is None:
            return iter([Form(bytes(81), NO_PUZZLE)])
        self.clues[index] = 81 - digits.count(0)
        self.text_keys[index] = hash_of(bytes(digits))
        if is_valid_grid(digits):
            return iter([row_minimal_form(digits)])
        return form_by_refinement(digits)

    def _finish(self, form: Form) -> None:
        self.automorphisms[self._finished] = form.automorphisms
        if form.automorphisms > 0:
            self.forms[self._finished] = list(form.cells)
            self.keys[self._finished] = hash_of(form.cells)
        self._finished += 1
        self._search = None
