"""Puzzles written out, so that a failing test shows which: sizes 4 to 25, every answer, two box shapes.

They stand in `data/example-puzzles.txt`, made up by the functions of `tests.puzzles` and by hand. A test
counts the solutions of each again. The names begin with the rows x columns of a box; `subtle` ones have no
clash and still no solution.
"""

from pathlib import Path

from sudocube.geometry import Geometry

_LINES = (Path(__file__).parent / "data" / "example-puzzles.txt").read_text("utf-8").splitlines()

EXAMPLES: tuple[tuple[str, str, Geometry | None, int], ...] = tuple(
    (name, cells, None if box == "-" else Geometry.of_box(box), int(count))
    for name, box, count, cells in (line.split(" ") for line in _LINES if not line.startswith("#"))
)
"""(name, cells, geometry or None where the number of cells tells, solutions capped at 2)"""
