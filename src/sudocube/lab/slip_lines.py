"""Wrong lines: what a generator writes for a family whose loops, boxes or indices have a known slip.

A line is a list of places (row, column, digit), counted from 0. A slip may lead outside of the grid.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import isqrt

from sudocube.cube import Family, cube
from sudocube.geometry import Geometry

Place = tuple[int, int, int]
Lines = list[list[Place]]
Ranges = Mapping[str, Sequence[int]]

LOOPS: Mapping[Family, tuple[tuple[str, ...], tuple[str, ...]]] = {
    Family.CELL: (("rows", "columns"), ("digits",)),
    Family.ROW: (("rows", "digits"), ("columns",)),
    Family.COLUMN: (("columns", "digits"), ("rows",)),
    Family.BOX: (("rows of boxes", "columns of boxes", "digits"), ("rows of a box", "columns of a box")),
}
"""By family: what the outer loops of a generator go through, and then what the loops along a line do."""


@dataclass(frozen=True, slots=True)
class LineSlip:
    """A known way to write the lines of a family wrongly.

    `found` says what is written, `change` what to write; both are sentences.
    """

    name: str
    found: str
    change: str
    lines: Callable[[Geometry], Lines]


def right_lines(family: Family, shape: Geometry) -> Lines:
    """The lines of a family as they should be.

    >>> right_lines(Family.ROW, Geometry.of_size(4))[0]
    [(0, 0, 0), (0, 1, 0), (0, 2, 0), (0, 3, 0)]
    """
    n = shape.size
    return [
        [(element // n // n, element // n % n, element % n) for element in line.elements]
        for line in cube(shape).lines_of(family)
    ]


def line_slips(family: Family, shape: Geometry) -> Iterator[LineSlip]:
    """The known slips in the lines of a family, the likely ones first."""
    if family is Family.BOX:
        yield from _box_slips(shape)
    yield from _range_slips(family, shape)
    if family is not Family.CELL:  # the same lines as those of rows and columns
        yield from _joined(family, shape)


def _ranges(family: Family, shape: Geometry) -> dict[str, Sequence[int]]:
    sizes = dict.fromkeys(("rows", "columns", "digits"), shape.size)
    sizes |= {"rows of boxes": shape.size // shape.box_rows, "rows of a box": shape.box_rows}
    sizes |= {"columns of boxes": shape.size // shape.box_columns, "columns of a box": shape.box_columns}
    outer, inner = LOOPS[family]
    return {loop: range(sizes[loop]) for loop in (*outer, *inner)}


def _looped(family: Family, shape: Geometry, ranges: Ranges) -> Lines:
    """The lines that these loops write."""
    outer, inner = LOOPS[family]
    return [
        [
            _place(dict(zip((*outer, *inner), (*fixed, *moving), strict=True)), shape)
            for moving in product(*(ranges[loop] for loop in inner))
        ]
        for fixed in product(*(ranges[loop] for loop in outer))
    ]


def _place(at: Mapping[str, int], shape: Geometry) -> Place:
    if "rows" in at or "columns" in at:
        return at["rows"], at["columns"], at["digits"]
    row = at["rows of boxes"] * shape.box_rows + at["rows of a box"]
    return row, at["columns of boxes"] * shape.box_columns + at["columns of a box"], at["digits"]


def _range_slips(family: Family, shape: Geometry) -> Iterator[LineSlip]:
    """Loops that leave something out, or go one too far."""
    right = _ranges(family, shape)
    loops = tuple(right)
    together = [*((loop,) for loop in loops), loops, loops[:2], loops[-2:]]
    for which in dict.fromkeys(together):
        for slip, words, wrong in (
            ("last-left-out", "leaves out the last", slice(None, -1)),
            ("first-left-out", "leaves out the first", slice(1, None)),
        ):
            yield _ranged(family, shape, slip, which, words, {loop: right[loop][wrong] for loop in which})
    for loop in loops:
        yield _ranged(family, shape, "only-the-first", (loop,), "goes through the first only", {loop: (0,)})
        last = right[loop][-1]
        yield _ranged(family, shape, "only-the-last", (loop,), "goes through the last only", {loop: (last,)})
        more = (*right[loop], last + 1)
        yield _ranged(family, shape, "one-too-many", (loop,), "goes one too far", {loop: more})


_RANGE_CHANGES = {
    "last-left-out": "Go through all of them; in Python, range(1, n) ends at n - 1, range(1, n + 1) at n.",
    "first-left-out": "Go through all of them; in Python, range(1, n + 1) begins at 1, and range(n) at 0.",
    "only-the-first": "Go on after the first; in Python, look for a return or a break inside of the loop.",
    "only-the-last": "Keep what the loop wrote before: look for a list that is made anew inside of it.",
    "one-too-many": "Let it end one earlier; in Python, range(1, n + 1) ends at n, and range(n) at n - 1.",
}


def _ranged(
    family: Family, shape: Geometry, slip: str, loops: Sequence[str], words: str, wrong: Ranges
) -> LineSlip:
    named = " and the one over ".join(f"the {loop}" for loop in loops)
    verb = words if len(loops) == 1 else f"each {words}"
    found = f"the loop over {named} {verb}."
    ranges = {**_ranges(family, shape), **wrong}
    return LineSlip(slip, found, _RANGE_CHANGES[slip], lambda shape: _looped(family, shape, ranges))


def _joined(family: Family, shape: Geometry) -> Iterator[LineSlip]:
    """Lines that are one: a loop that should begin a new line each time is inside of the line."""
    outer, inner = LOOPS[family]
    ranges = _ranges(family, shape)
    for loop in outer:

        def lines(shape: Geometry, loop: str = loop) -> Lines:
            rest = [one for one in outer if one != loop]
            return [
                [
                    _place(dict(zip((*rest, loop, *inner), (*fixed, *moving), strict=True)), shape)
                    for moving in product(*(ranges[one] for one in (loop, *inner)))
                ]
                for fixed in product(*(ranges[one] for one in rest))
            ]

        yield LineSlip(
            "lines-joined",
            f"a line goes through all {loop}, not through one of them.",
            f"Begin a new line for each of the {loop}: that loop goes outside of the list.",
            lines,
        )


def _boxes(
    shape: Geometry, cell: Callable[[int, int, int, int], tuple[int, int]], counts: Sequence[int]
) -> Lines:
    """For each digit and box, by row and column of boxes, the cells at each row and column of the box."""
    down, across, height, width = map(range, counts)
    return [
        [(*cell(band, stack, i, j), digit) for i, j in product(height, width)]
        for band, stack, digit in product(down, across, range(shape.size))
    ]


def _box_slips(shape: Geometry) -> Iterator[LineSlip]:
    """Boxes of a wrong shape, or in a wrong place."""
    n, tall, wide = shape.size, shape.box_rows, shape.box_columns
    counts = n // tall, n // wide, tall, wide
    right = f"boxes have {tall} rows and {wide} columns"
    across = n // wide
    begins = (
        f"with all counted from 0, box b begins at row {tall} * (b // {across}) and column"
        f" {wide} * (b % {across}), and its cell k is k // {wide} rows below that and k % {wide} columns to"
        " the right"
    )
    if tall != wide:
        yield LineSlip(
            "box-turned",
            f"the boxes have {wide} rows and {tall} columns, or row and column are exchanged in them.",
            f"At this size {right}. If you mean boxes of {wide}x{tall}, say --box {wide}x{tall}.",
            lambda _: right_lines(Family.BOX, shape.turned),
        )
        k = isqrt(n)
        yield LineSlip(
            "box-square",
            f"the boxes have {k} rows and {k} columns, as the root of {n} is rounded down.",
            f"At this size {right}.",
            lambda shape: _boxes(shape, lambda b, s, i, j: (k * b + i, k * s + j), (n // k, n // k, k, k)),
        )
        yield LineSlip(
            "box-exchanged",
            "row and column are exchanged in the box.",
            f"{right[0].upper()}{right[1:]} at this size: {begins}.",
            lambda shape: _boxes(shape, lambda b, s, i, j: (tall * b + j, wide * s + i), counts),
        )
        yield LineSlip(
            "box-exchanged",
            "the row and the column of boxes are exchanged.",
            f"{right[0].upper()}{right[1:]} at this size: {begins}.",
            lambda shape: _boxes(shape, lambda b, s, i, j: (tall * s + i, wide * b + j), counts),
        )
    if n != 9:
        yield LineSlip(
            "box-of-9",
            "the boxes have 3 rows and 3 columns, as those of 9×9.",
            f"At this size {right}.",
            lambda shape: _boxes(shape, lambda b, s, i, j: (3 * b + i, 3 * s + j), (n // 3, n // 3, 3, 3)),
        )
    yield LineSlip(
        "box-overlapping",
        "the boxes overlap, as each begins one row or one column after the one before.",
        f"They stand side by side: {begins}.",
        lambda shape: _boxes(
            shape, lambda b, s, i, j: (b + i, s + j), (n - tall + 1, n - wide + 1, tall, wide)
        ),
    )
    yield LineSlip(
        "box-overlapping",
        "the boxes overlap, as each begins one row or one column after the one before.",
        f"They stand side by side: {begins}.",
        lambda shape: _boxes(shape, lambda b, s, i, j: (b + i, s + j), counts),
    )
    yield LineSlip(
        "box-diagonal",
        "only the boxes on the diagonal are written.",
        f"Two loops go over the boxes, one in the other: {begins}.",
        lambda shape: _boxes(
            shape, lambda b, s, i, j: (tall * b + i, wide * b + j), (n // max(tall, wide), 1, tall, wide)
        ),
    )
    yield LineSlip(
        "box-scattered",
        f"cells are in one box where r % {tall} and c % {wide} are equal.",
        f"They are in one box where r // {tall} and c // {wide} are equal, with r and c counted from 0.",
        lambda shape: _boxes(
            shape, lambda b, s, i, j: (tall * i + b, wide * j + s), (tall, wide, n // tall, n // wide)
        ),
    )
    yield LineSlip(
        "box-diagonal-cells",
        "only the cells on the diagonal of each box are in its line.",
        f"Two loops go through a box: its {tall} rows, and its {wide} columns in each of them.",
        lambda shape: _boxes(
            shape, lambda b, s, i, j: (tall * b + i, wide * s + i), (*counts[:2], min(tall, wide), 1)
        ),
    )
