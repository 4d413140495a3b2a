"""The types of fields, stated once: what a field may hold, and what it means unless it says so itself.

Results have them in their annotations, from which their rows and schemas come (`sudocube.report.row`). They
are imported for type checking alone: to check a puzzle takes no msgspec.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias, TypedDict, TypeVar

from msgspec import Meta, UnsetType

from sudocube.puzzle import Grid
from sudocube.verdict import Verdict

T = TypeVar("T")

Optional: TypeAlias = T | UnsetType  # a field that is left out where it is UNSET
Whole = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Amount = Annotated[float, Meta(ge=0)]
AtLeastTwo = Annotated[int, Meta(ge=2)]
Words = Annotated[str, Meta(min_length=1)]

Index = Positive
"""The number of the puzzle, from 1, over all inputs of the run. For example: 1."""
Source = Annotated[str, Meta(pattern=":(0|[1-9][0-9]*)$")]
"""Where the puzzle was read: FILE:LINE, or the number of the row, from 0, where a file has no lines (Parquet,
Arrow, arrays, JSON other than JSON Lines); -:LINE for standard input, ARCHIVE!FILE:LINE in an archive,
argument:K for the K-th argument.

For example: "puzzles.txt:12", "train.parquet:0", "-:1", "data.zip!test.csv:2", "argument:2".
"""
Title = Annotated[str, Meta(min_length=1, max_length=80)]
"""What the text calls the puzzle: the words above it, or before it on its line. There is no such field where
there are none.

For example: "Nr. 12 (hard)".
"""
Cells = Annotated[str, Meta(pattern="^[.1-9A-P]+$")]
"""The cells of the puzzle, row by row; `.` is a blank, `A` is 10. Pencilmarks have n characters for each
cell: its candidates in their places.

For example: "7..2.9.3..6....81..4..7..2.6...32........8.....37...599..8.......5.4..........4..",
"1....2....3....4".
"""
GridCells = Annotated[str, Meta(pattern="^[1-9A-P]{16,625}$")]
"""A grid, row by row, without blanks; `A` is 10.

For example: "751289634269354817348176925697532148512498376483761259934817562825643791176925483",
"1423324123144132".
"""
Box = Annotated[str, Meta(pattern="^[2-5]x[2-5]$")]
"""The shape of a box: its rows x its columns. For example: "3x3", "2x3"."""
CellName = Annotated[str, Meta(pattern="^r([1-9]|1[0-9]|2[0-5])c([1-9]|1[0-9]|2[0-5])$")]
"""A cell by its row and column, from 1. For example: "r1c1", "r16c10"."""
Cell = Annotated[int, "by name"]
"""A cell, of which a row has the name. For example: "r1c1", "r16c10"."""
UnitName = Annotated[str, Meta(pattern="^(row|column|box) ([1-9]|1[0-9]|2[0-5])$")]
Digit = Annotated[int, Meta(ge=1, le=25)]
"""A digit, from 1. For example: 7."""
Level = Annotated[int, Meta(ge=0, le=12)]
PuzzleVerdict = Annotated[
    Verdict, Meta(extra_json_schema={"enum": [str(one) for one in Verdict if one is not Verdict.INVALID]})
]
"""How many solutions the puzzle has; `unknown` if that was not found out. For example: "unique"."""
Solutions = Annotated[tuple[Grid, ...], Meta(max_length=2)]
"""Up to two solutions that the referee passed: one if the verdict is `unique`, two if it is `multiple`; fewer
where no engine shows them.

For example: ["1423324123144132", "1423324143122134"], [].
"""
TwoSolutions = Annotated[tuple[Grid, ...], Meta(min_length=2, max_length=2)]
Seconds = Amount
"""How long it took, in seconds; 0 where many puzzles were done together. For example: 0.000213."""
Reason = Words
"""Why the answer is not known, in words. For example: "out of time after 10 s"."""
Weight = Annotated[float, Meta(gt=0)]
Minimal = Annotated[str, Meta(extra_json_schema={"enum": ["strict", "orbits", "given", "no"]})]
LevelName = Annotated[
    str, Meta(extra_json_schema={"enum": ["easy", "medium", "hard", "expert", "extreme", "beyond"]})
]
RatedMethod = Annotated[str, Meta(extra_json_schema={"enum": ["sets", "possibles", "cube:propagate"]})]
Measure = Words
CheckedStep = Annotated[str, Meta(pattern="^#[1-9][0-9]* ")]
Number = Whole
"""How many there are. For example: 12."""
Mean = float | None
"""A number, or a mean per puzzle; None where it does not apply. For example: 729, null."""
Share = float | None
"""The share of puzzles decided so, from 0 to 1. For example: 0.446, null."""
Rounded = Annotated[int, "to six digits"]
"""A number that a row has with an exponent from 2^53 on, so that it does not look exact."""
Proved = Annotated[bool, "or not known"]
"""Whether it is known to be true; a row has null where it is not. For example: true, null."""


class EngineTotals(TypedDict):
    """How many answers of an engine were confirmed, refuted, undecided and failed."""

    confirmed: Whole
    """Another engine says the same, or it is proved, or the referee passed the solution that it claims.

    For example: 97.
    """
    refuted: Whole
    """Shown to be wrong. For example: 0."""
    undecided: Whole
    """Without a verdict, or with one that nothing confirms and nothing refutes, or a count of three or more.

    For example: 3.
    """
    failed: Whole
    """An error, a process that died, or an answer that cannot be understood. For example: 0."""
