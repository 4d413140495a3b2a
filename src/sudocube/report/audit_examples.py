"""Rows that show a flaw: where they stand, what is wrong with them, and the boards that show it.

The boards, and the cells that are marked in them, are worked out here from the texts that an audit keeps of a
row: its puzzle, its stored answer, and up to two solutions.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sudocube.cube import clashes
from sudocube.engines.stored_answers import grid_in
from sudocube.errors import PuzzleError
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Board, Grid, Puzzle, differing_cells
from sudocube.report.words import counted, named_clashes

Example = Mapping[str, Any]
"""An example as the summary of an audit has it, see `sudocube.auditing.flaws.example`."""

DIFFERENT = "differs"
IN_CONFLICT = "in conflict"
"""What marked cells mean."""


@dataclass(frozen=True, slots=True)
class ShownExample:
    """An example as it is shown: its place, what is wrong, and boards under their headings.

    In the boards, the cells of `marked` are marked, for the reason `meaning`; `clues` tells which digits are
    clues. `id` is what the row calls itself, and `cells` its puzzle and answer as they stand there.
    """

    place: str
    says: str
    id: str = ""
    headings: tuple[str, ...] = ()
    boards: tuple[Board, ...] = ()
    marked: Collection[int] = ()
    meaning: str = DIFFERENT
    clues: Puzzle | None = None
    cells: Mapping[str, str] = field(default_factory=dict)


def shown_example(example: Example) -> ShownExample:
    """An example as it is shown, of any kind of flaw."""
    shown = ShownExample(
        place_in_words(example),
        example["message"],
        id=example["id"] or "",
        cells={name: text for name in ("puzzle", "answer") if (text := example[name])},
    )
    if (puzzle := _puzzle_of(example)) is None:
        return shown
    shown = replace(shown, clues=puzzle)
    kind: str = example["kind"]
    solutions = [grid for text in example["solutions"] if (grid := _grid_of(text, puzzle.geometry))]
    answer = _grid_of(example["answer"] or "", puzzle.geometry)
    if kind in ("no_solution", "answer_given_though_none"):
        return _without_solution(shown, puzzle)
    if kind == "several_solutions":
        return _two_solutions(shown, solutions)
    if answer is not None and kind in _OF_ANSWERS:
        return _faulty_answer(shown, kind, puzzle, answer, solutions)
    if example["other"] is not None:
        return _again(shown, kind, example, puzzle)
    return shown


_OVERLAPS = ("overlap_exact", "overlap_isomorphic")

_OF_ANSWERS = ("answer_wrong", "answer_contradicts_clues", "answer_one_of_several")


def place_in_words(row: Mapping[str, Any]) -> str:
    """Where a row stands: "train.csv:17", or "train.parquet, row 15" in a file without text lines.

    Lines count from 1, rows from 0, as Parquet, Arrow, NumPy and data frames count them.
    """
    return f"{row['file']}, {_place_within(row)}" if row["line"] is None else f"{row['file']}:{row['line']}"


def _place_within(row: Mapping[str, Any]) -> str:
    """Where a row stands in its file."""
    return f"row {row['row']}" if row["line"] is None else f"line {row['line']}"


def _split_in_words(row: Mapping[str, Any]) -> str:
    """Which split a row is of: "line 9 is of split test"; nothing where the name of its file tells it."""
    split = row["split"]
    return f"{_place_within(row)} is of split {split}" if split and split not in row["file"] else ""


def _puzzle_of(row: Mapping[str, Any]) -> Puzzle | None:
    """The puzzle of an example or of the row that it is compared with; None if it is none, or pencilmarks."""
    try:
        box = row.get("box")
        return Puzzle(row["puzzle"] or "", Geometry.of_box(box) if box else None)
    except PuzzleError:
        return None


def _grid_of(text: str, geometry: Geometry) -> Grid | None:
    try:
        return grid_in(text, geometry)
    except PuzzleError:
        return None


def _without_solution(shown: ShownExample, puzzle: Puzzle) -> ShownExample:
    """A puzzle without a solution, with the clues marked that are seen to be in conflict."""
    marked = {cell for clash in clashes(puzzle) for cell in clash.cells}
    says = "; ".join(named_clashes(puzzle)) or "no two clues clash, and still no grid fits them"
    return replace(
        shown, says=says, headings=("the puzzle",), boards=(puzzle,), marked=marked, meaning=IN_CONFLICT
    )


def _two_solutions(shown: ShownExample, solutions: list[Grid]) -> ShownExample:
    """A puzzle with several solutions: two of them."""
    if len(solutions) < 2:
        return shown
    one, other = solutions
    marked = differing_cells(one, other)
    cell = marked[0]
    first, second = SYMBOLS[one.cells[cell]], SYMBOLS[other.cells[cell]]
    name = one.geometry.cell_name(cell)
    says = f"{name} can hold {first} or {second}; two solutions differ in {counted(len(marked), 'cell')}"
    headings = ("one solution", "another")
    return replace(shown, says=says, headings=headings, boards=(one, other), marked=marked)


def _faulty_answer(
    shown: ShownExample, kind: str, puzzle: Puzzle, answer: Grid, solutions: list[Grid]
) -> ShownExample:
    """A stored answer that is not right: beside the clues, or beside a solution if there is one."""
    if kind == "answer_contradicts_clues":
        marked = [cell for cell, clue in puzzle.clues.items() if answer.cells[cell] != clue]
        headings = ("the clues", "the stored answer")
        return replace(shown, headings=headings, boards=(puzzle, answer), marked=marked)
    others = [grid for grid in solutions if grid != answer][:1]
    if not others:
        in_conflict = {cell for clash in clashes(answer) for cell in clash.cells}
        shown = replace(shown, marked=in_conflict, meaning=IN_CONFLICT)
        return replace(shown, headings=("the stored answer",), boards=(answer,))
    is_only = kind == "answer_wrong" and len(solutions) == 1
    headings = ("the stored answer", "the only solution" if is_only else "another solution")
    differing = differing_cells(answer, others[0])
    return replace(shown, headings=headings, boards=(answer, *others), marked=differing)


def _again(shown: ShownExample, kind: str, example: Example, puzzle: Puzzle) -> ShownExample:
    """A row whose puzzle stands in another one, too: both puzzles where one is the other one moved."""
    other, how = example["other"], example["transformation"]
    place = _place_within(other) if other["file"] == example["file"] else place_in_words(other)
    if kind in ("rating_differs", "repeated_id"):
        says = example["message"].replace("the other row", place)
    else:
        says = f"is {place} moved: {how}" if how else f"is {place} again"
    if kind in _OVERLAPS and (splits := list(filter(None, map(_split_in_words, (example, other))))):
        says = f"{', '.join(splits)}: {says}"
    before = _puzzle_of({"box": example.get("box"), **other})
    if before is None or before == puzzle:
        return replace(shown, says=says)
    headings = ("the other row", "this row")
    return replace(shown, says=says, headings=headings, boards=(before, puzzle), clues=None)
