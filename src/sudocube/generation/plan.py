"""What is asked for when puzzles are made, as one value; what does not go together is refused here.

So are puzzles that plain facts show not to exist; whatever else is impossible, tries and time end. That no
9×9 puzzle with 16 clues has one solution was shown by Gary McGuire, Bastian Tugemann and Gilles Civario:
"There is no 16-clue sudoku: solving the sudoku minimum number of clues problem via hitting set enumeration",
2012. That no 6×6 puzzle with 7 clues has, can be shown in their way, for each of the 49 classes of grids.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from secrets import randbelow
from typing import Annotated, Any

from sudocube.arguments import as_puzzle
from sudocube.cube import clashes
from sudocube.errors import ImpossibleError, UnsupportedError
from sudocube.generation.clue_patterns import (
    SYMMETRIES,
    closed_under,
    clue_orbits,
    has_symmetry,
    pattern_cells,
)
from sudocube.geometry import Geometry
from sudocube.plan_fields import Field, Number, Range, Ranged, Word, Words, take_fields
from sudocube.puzzle import Puzzle

NINE = Geometry(3, 3)

LARGEST_INDEX = (1 << 63) - 1
"""The largest number of a puzzle, which fits in an array of integers."""

LARGEST_SIZE = 16
"""Larger puzzles take too long: for a SAT solver, nearly minimal ones of 20×20 are out of reach."""

UNIFORM_SIZES = (4, 6, 9)
"""The sizes for which grids can be drawn with the same probability each."""

TRIES = 1_000_000
"""How many attempts are made at one puzzle at most, unless told otherwise."""

METHODS = ("sets", "possibles", "cube:propagate")
"""The documented methods without trial and error that a puzzle can be asked to be solved by, or not."""

NEW_SEEDS = 1 << 32
"""Where no seed is given, it is one of this many: short enough to be copied by hand."""

WHICH, HOW = "Which puzzles", "How they are made and checked"


def _drawn_seed() -> int:
    return randbelow(NEW_SEEDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Levels(Ranged):
    """A range of the levels of techniques, which words name, too."""

    def taken(self, what: str, value: Any) -> Range:  # noqa: ANN401 — whatever a caller gives
        """Raises TypeError or ValueError for what is no range of levels."""
        from sudocube.solvers.techniques.solving import levels_named  # not for commands that ask for no level

        if not isinstance(value, str):
            return Range.of(value, what)
        try:
            return Range(*levels_named(value))
        except ValueError as error:
            raise ValueError(f"{what}: {error}") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationPlan:
    """Which puzzles are to be made: how many, from which seed, and what each of them fulfils.

    The fields say what they mean beside their types. `pattern` is a text or the cells with clues, counted
    from 0 (see `pattern_cells`), and is held as these cells. `given` and `near` are puzzles in any form; the
    clues of `given` count as what cannot go. `grid` is None for uniform where that can be (see
    `draws_uniformly`).

    Raises ValueError for a number out of range and for what does not go together, TypeError for what is no
    number, UnknownNameError for a word that is not known, PuzzleError for cells outside the board,
    UnsupportedError for what a size, a grid or a sample does not have, and ImpossibleError for what is known
    not to exist.

    >>> GenerationPlan(count=2, symmetry="full", clues="24-30").clues
    Range(24, 30)
    """

    geometry: Geometry = NINE
    count: Annotated[int, Number("How many puzzles.", ("--count", "-n"), least=1)] = 1
    seed: Annotated[
        int,
        Number(
            "Makes the same puzzles again, on any machine.",
            most=2**64 - 1,
            usual="drawn, and told at the end",
        ),
    ] = field(default_factory=_drawn_seed)
    first_index: Annotated[
        int,
        Number("Begin with puzzle K of the seed: another machine makes those before it.", form="K", least=1),
    ] = 1
    symmetry: Annotated[
        str,
        Word(f"Of the cells with clues: {', '.join(SYMMETRIES)}.", group=WHICH, known=SYMMETRIES),
    ] = "none"
    pattern: Annotated[
        frozenset[int] | None,
        Field(
            "Which cells are clues: a drawing with # or x for a clue and . for a blank, or a puzzle.",
            form="FILE",
            group=WHICH,
        ),
    ] = None
    clues: Annotated[
        Range | None,
        Ranged("How many clues: 24-28, 24, or 24- for 24 and more.", group=WHICH, usual="any"),
    ] = None
    minimal: Annotated[
        str,
        Word(
            "strict: without any single clue there are several solutions. orbits: without any set of clues"
            " that the symmetry turns into each other. no: it is not asked.",
            group=WHICH,
            known=("strict", "orbits", "no"),
            form="strict|orbits|no",
        ),
    ] = "strict"
    level: Annotated[
        Range | None,
        Levels(
            "How hard the techniques are that solve it: easy, medium, hard, expert, extreme, beyond, a number"
            " from 1 to 13, or 5-7.",
            group=WHICH,
            form="LEVEL",
            usual="any",
        ),
    ] = None
    depth: Annotated[
        Range | None,
        Ranged(
            "The depth: 0 where naked and hidden singles are enough, 1 with assumptions that these refute,"
            " and so on; 2- is 2 or more.",
            group=WHICH,
            usual="any",
        ),
    ] = None
    backdoor: Annotated[
        Range | None,
        Ranged(
            "The fewest cells that have to be told, so that singles do the rest.", group=WHICH, usual="any"
        ),
    ] = None
    methods: Annotated[
        tuple[str, ...],
        Words(
            f"Solved without trial and error by {', '.join(METHODS)}. May be repeated.",
            ("--method", "-m"),
            group=WHICH,
            known=METHODS,
        ),
    ] = ()
    not_methods: Annotated[
        tuple[str, ...],
        Words("Not solved by this one. May be repeated.", ("--not-method",), group=WHICH, known=METHODS),
    ] = ()
    given: Annotated[
        Puzzle | None,
        Field("Clues that have to be there: a file, [bold]-[/bold], or written out.", group=WHICH),
    ] = None
    near: Annotated[
        Puzzle | None,
        Field("Neighbours of this puzzle: one or two of its clues are exchanged for others.", group=WHICH),
    ] = None
    sample: Annotated[
        str,
        Word(
            "top-down: clues are removed from a grid, which favours few clues. controlled: slow, and each"
            " puzzle has a weight by which means over all minimal puzzles are estimated.",
            group=HOW,
            known=("top-down", "controlled"),
            form="top-down|controlled",
        ),
    ] = "top-down"
    grid: Annotated[
        str | None,
        Word(
            "How solutions are drawn. uniform: all with the same probability, at 4×4, 6×6 and 9×9 without"
            " --given. fast: biased, for all else.",
            group=HOW,
            known=("uniform", "fast"),
            form="uniform|fast",
            usual="uniform where it can be",
        ),
    ] = None
    tries: Annotated[
        int,
        Number(
            "Tries for each puzzle; the run ends at the first puzzle for which they are not enough.",
            group=HOW,
            least=1,
        ),
    ] = TRIES

    def __post_init__(self) -> None:
        if not isinstance(self.geometry, Geometry):
            kind = type(self.geometry).__name__
            raise TypeError(f"a geometry is a Geometry, such as Geometry(3, 3), not {kind}")
        take_fields(self)
        self._take_boards()
        self._check_size()
        self._check_together()
        check_possible(self)

    @property
    def is_filtered(self) -> bool:
        """Whether a rating or a method is asked for."""
        return bool(self.level or self.depth or self.backdoor or self.methods or self.not_methods)

    @property
    def clue_limits(self) -> tuple[int, int] | None:
        """The least and the largest number of clues; without a limit, the largest is the number of cells."""
        if self.clues is None:
            return None
        least, most = self.clues
        return least, self.geometry.cell_count if most is None else most

    @property
    def draws_uniformly(self) -> bool:
        """Whether all grids are equally probable: by default so at 4×4, 6×6 and 9×9 without given clues.

        That takes no longer than drawing them in the other way.
        """
        if self.grid is None:
            return self.geometry.size in UNIFORM_SIZES and self.given is None
        return self.grid == "uniform"

    @property
    def indexes(self) -> range:
        """The numbers of the puzzles."""
        return range(self.first_index, self.first_index + self.count)

    @property
    def forced(self) -> frozenset[int]:
        """The cells whose clues have to be there: those of `given`, and what the symmetry adds to them."""
        if self.given is None:
            return frozenset()
        return closed_under(self.given.clues, self.symmetry, self.geometry.size)

    def orbits(self, *, strictly: bool = False) -> tuple[tuple[int, ...], ...]:
        """The orbits of cells under the symmetry; `strictly` each cell by itself."""
        return clue_orbits("none" if strictly else self.symmetry, self.geometry.size)

    def removable_orbits(self, *, strictly: bool = False) -> list[tuple[int, ...]]:
        """The orbits whose clues may go: those that are not forced."""
        return [orbit for orbit in self.orbits(strictly=strictly) if orbit[0] not in self.forced]

    def _take_boards(self) -> None:
        """Turn a pattern into its cells, and given and near into puzzles of the geometry."""
        if self.pattern is not None:
            object.__setattr__(self, "pattern", pattern_cells(self.pattern, self.geometry))
        for what, form in (("given", self.given), ("near", self.near)):
            if form is None:
                continue
            board = as_puzzle(form)
            if board.geometry.size == self.geometry.size and not isinstance(form, Puzzle):
                board = Puzzle(board.cells, self.geometry) if board.candidates is None else board
            if board.geometry != self.geometry:
                raise ValueError(f"{what} is {board.geometry}, and the puzzles are {self.geometry}")
            if board.candidates is not None:
                raise UnsupportedError(f"{what} has pencilmarks, and only clues are taken: leave them out")
            object.__setattr__(self, what, board)

    def _check_size(self) -> None:
        size = self.geometry.size
        if self.indexes[-1] > LARGEST_INDEX:
            raise ValueError(f"puzzles up to the number {self.indexes[-1]}: numbers go to 2^63 - 1")
        if size > LARGEST_SIZE:
            most = f"{LARGEST_SIZE}×{LARGEST_SIZE}"
            raise UnsupportedError(f"puzzles are made up to {most}, not {size}×{size}: choose a smaller size")
        if size not in UNIFORM_SIZES:
            for what in filter(self._asks_for, ("grid uniform", "sample controlled")):
                raise UnsupportedError(f"{what} is for 4×4, 6×6 and 9×9, not for {self.geometry}")

    def _check_together(self) -> None:
        if both := sorted(set(self.methods) & set(self.not_methods)):
            raise ValueError(f"{both[0]} is asked to solve the puzzles, and not to solve them: leave out one")
        if self.minimal == "no" and self.clues is None and self.pattern is None and self.near is None:
            raise ValueError(
                "minimal 'no' needs a number of clues or a pattern: else it has no place to stop"
            )
        for one, others in EXCLUDED.items():
            for other in filter(self._asks_for, others if self._asks_for(one) else ()):
                raise UnsupportedError(f"{one} and {other} do not go together: leave out one of the two")

    def _asks_for(self, wish: str) -> bool:
        """Whether a field has this value, or, where none is named, another one than usual."""
        name, _, value = wish.partition(" ")
        held = getattr(self, name)
        return bool(held == value) if value else held not in (None, "none")


EXCLUDED = {
    "near": ("symmetry", "pattern", "given", "grid uniform"),
    "sample controlled": (
        "symmetry",
        "pattern",
        "given",
        "near",
        "minimal orbits",
        "minimal no",
        "grid fast",
    ),
    "grid uniform": ("given",),
}
"""What does not go together: fields, some with a value. A controlled sample is strictly minimal."""

FEWEST_CLUES = {4: 4, 6: 8, 9: 17}
"""The fewest clues with which a puzzle of that size has one solution, where that is known."""


def check_possible(plan: GenerationPlan) -> None:
    """Raise ImpossibleError where one of these facts shows that no puzzle fulfils the plan."""
    for reason in _reasons(plan):
        raise ImpossibleError(reason)


def _reasons(plan: GenerationPlan) -> Iterator[str]:
    """Why there is none, the plainest reason first.

    Two digits without a clue could be exchanged in each solution, so there are clues of n - 1 digits.
    """
    geometry, size = plan.geometry, plan.geometry.size
    fewest, name = FEWEST_CLUES.get(size, size - 1), f"{size}×{size}"
    if plan.clues is not None and plan.clues.least > geometry.cell_count:
        yield f"{plan.clues.least} clues: a {name} board has {geometry.cell_count} cells"
    if plan.clues is not None and plan.clues.most is not None and plan.clues.most < fewest:
        yield f"no {name} puzzle with fewer than {fewest} clues has one solution"
    if plan.given is not None and (found := clashes(plan.given)):
        yield f"the given clues clash: {found[0]}"
    boards = {"pattern": plan.pattern, "near": plan.near.clues if plan.near else None}
    for board, cells in boards.items():
        if cells is not None and len(cells) < fewest:
            yield f"{board} has {len(cells)} clues: with fewer than {fewest}, no {name} puzzle is unique"
        if cells is not None and plan.clues and not plan.clues.holds(len(cells)):
            yield f"{board} has {len(cells)} clues, and so has each puzzle made, not {plan.clues}"
    if plan.pattern is not None and not has_symmetry(plan.pattern, plan.symmetry, size):
        yield f"the pattern does not have the symmetry {plan.symmetry}"
    if plan.pattern is not None and (outside := sorted(plan.forced - plan.pattern)):
        yield f"{geometry.cell_name(outside[0])} holds a given clue, and the pattern has none there"
    for what, in_band, line_of in (
        ("rows", geometry.box_rows, geometry.row),
        ("columns", geometry.box_columns, geometry.column),
    ):
        filled = set(range(size)) if plan.pattern is None else {line_of(cell) for cell in plan.pattern}
        for one, other in pairwise(sorted(set(range(size)) - filled)):
            if one // in_band == other // in_band:
                lines = f"{what} {one + 1} and {other + 1}"
                yield f"{lines} of the same boxes have no clues: exchanged, they make another solution"
