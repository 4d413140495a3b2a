"""The canonical form of a puzzle by refinement, in plain Python: the same form as the compiled one.

Lines (rows and columns), bands (and stacks) and digits get colours: numbers that depend only on how the clues
lie, so that they are the same in every other arrangement of the puzzle.

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
order changes nothing.

All arithmetic is modulo 2³². The constants are part of the form: other ones make other forms and keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

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
