"""What is asked for when puzzles are made, as one value; what does not go together is refused here."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from operator import index
from typing import SupportsIndex

from sudocube.arguments import check_count
from sudocube.errors import PuzzleError, UnknownNameError, UnsupportedError
from sudocube.generation.clue_orbits import SYMMETRIES, closed_under, clue_orbits
from sudocube.generation.impossible_plans import check_possible
from sudocube.generation.plan_values import Range, as_integer, as_names, as_range, check_geometry, check_name
from sudocube.generation.random_streams import LARGEST
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.rating.method_reach import RATED_METHODS

NINE = Geometry(3, 3)

LARGEST_SIZE = 16
"""Larger puzzles take too long: for a SAT solver, nearly minimal ones of 20×20 are out of reach."""

TRIES = 1_000_000
"""How many attempts at one puzzle are made at most, unless told otherwise."""

LARGEST_INDEX = (1 << 63) - 1
"""The largest number of a puzzle, which fits in an array of integers."""

MINIMALS = ("strict", "orbits", "no")
SAMPLES = ("top-down", "controlled")
GRIDS = ("fast", "uniform")
METHODS = RATED_METHODS
"""The documented methods without trial and error that a puzzle can be asked to be solved by, or not."""

UNIFORM_SIZES = (4, 6, 9)
"""The sizes for which grids can be drawn with the same probability each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerationPlan:
    """Which puzzles are to be made: how many, from which seed, and what each of them fulfils.

    `count` puzzles with the numbers from `first_index` on. `symmetry` is one of SYMMETRIES, and is about the
    cells with clues. `pattern` holds exactly the cells with clues, counted from 0. `clues` is the least and
    the largest number of clues, None for no limit. `minimal` is `strict` (no single clue can go), `orbits`
    (no orbit of the symmetry can go; without a symmetry, the same) or `no`. The clues of `given` are in each
    puzzle; they count as what cannot go. With `near` each puzzle is this one with one or two clues exchanged.
    `sample` is `top-down` (clues are taken away in random order until none can go) or `controlled` (with
    weights, see GeneratedPuzzle); `grid` is how solutions are drawn, `uniform` or `fast` (biased), and None
    for uniform where that can be (see `draws_uniformly`). `depth` and `backdoor` are ranges of a rating, with
    None for no upper limit; the puzzle is solved by each of `methods` without trial and error, and by none of
    `not_methods`. `tries` is how many attempts are made at each puzzle, at most.

    Raises ValueError for a number out of range and for what does not go together, TypeError for what is no
    number, UnknownNameError for a word that is not known, PuzzleError for cells outside the board,
    UnsupportedError for what a size, a grid or a sample does not have, and ImpossibleError for what is known
    not to exist.

    >>> GenerationPlan(count=2, symmetry="full", clues=(24, 30)).seed
    0
    """

    count: int = 1
    seed: int = 0
    geometry: Geometry = NINE
    symmetry: str = "none"
    pattern: frozenset[int] | None = None
    clues: Range | None = None
    minimal: str = "strict"
    given: Puzzle | None = None
    near: Puzzle | None = None
    sample: str = "top-down"
    grid: str | None = None
    depth: Range | None = None
    backdoor: Range | None = None
    methods: tuple[str, ...] = ()
    not_methods: tuple[str, ...] = ()
    tries: int = TRIES
    first_index: int = 1

    def __post_init__(self) -> None:
        self._take_values()
        self._check_numbers()
        self._check_words()
        self._check_boards()
        self._check_together()
        check_possible(self)

    @property
    def is_filtered(self) -> bool:
        """Whether a rating or a method is asked for."""
        return bool(self.depth or self.backdoor or self.methods or self.not_methods)

    @property
    def clue_limits(self) -> tuple[int, int] | None:
        """The least and the largest number of clues; without a limit, the largest is the number of cells."""
        if self.clues is None:
            return None
        least, most = self.clues
        return least, self.geometry.cell_count if most is None else most

    @property
    def is_strict(self) -> bool:
        """Whether no single clue can go; by orbits it is the same where each cell is an orbit."""
        return self.minimal == "strict" or (self.minimal == "orbits" and self.symmetry == "none")

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

    def _take_values(self) -> None:
        """Turn integers of numpy into those of Python, a single number into a range, a name into a tuple."""
        check_geometry(self.geometry)
        assign = partial(object.__setattr__, self)
        assign("seed", as_integer("a seed", self.seed))
        for name in ("count", "tries", "first_index"):
            if isinstance(value := getattr(self, name), SupportsIndex):
                assign(name, index(value))  # else it is refused below
        for what, name in (("clues", "clues"), ("a depth", "depth"), ("a backdoor", "backdoor")):
            if (limits := getattr(self, name)) is not None:
                assign(name, as_range(what, limits))
        for name in ("methods", "not_methods"):
            assign(name, as_names(name, getattr(self, name)))
        for name in ("symmetry", "minimal", "sample"):
            check_name(name, getattr(self, name))
        if self.grid is not None:
            check_name("grid", self.grid)

    def _check_numbers(self) -> None:
        check_count(self.count, "{} puzzles")
        check_count(self.tries, "{} tries")
        check_count(self.first_index, "a first index of {}")
        if self.indexes[-1] > LARGEST_INDEX:
            raise ValueError(f"puzzles up to the number {self.indexes[-1]}: numbers go to 2^63 - 1")
        if not 0 <= self.seed <= LARGEST:
            raise ValueError(f"a seed of {self.seed}: it is an integer from 0 to 2^64 - 1")
        if self.geometry.size > LARGEST_SIZE:
            raise UnsupportedError(
                f"puzzles are made up to {LARGEST_SIZE}×{LARGEST_SIZE}, not {self.geometry.size}×"
                f"{self.geometry.size}: choose a smaller size"
            )
        for what, limits in (("clues", self.clues), ("a depth", self.depth), ("a backdoor", self.backdoor)):
            if limits is not None:
                _check_range(what, limits)

    def _check_words(self) -> None:
        for kind, word, known in (
            ("symmetry", self.symmetry, SYMMETRIES),
            ("kind of minimal", self.minimal, MINIMALS),
            ("sample", self.sample, SAMPLES),
            ("kind of grid", "uniform" if self.grid is None else self.grid, GRIDS),
            *(("method", method, METHODS) for method in (*self.methods, *self.not_methods)),
        ):
            if word not in known:
                raise UnknownNameError(kind, word, known)
        if both := sorted(set(self.methods) & set(self.not_methods)):
            raise ValueError(f"{both[0]} is asked to solve the puzzles, and not to solve them: leave out one")

    def _check_boards(self) -> None:
        cell_count = self.geometry.cell_count
        if self.pattern is not None:
            _check_cells(self.pattern, cell_count)
        for what, board in (("given", self.given), ("near", self.near)):
            if board is None:
                continue
            if board.geometry != self.geometry:
                raise ValueError(f"{what} is {board.geometry}, and the puzzles are {self.geometry}")
            if board.candidates is not None:
                raise UnsupportedError(f"{what} has pencilmarks, and only clues are taken: leave them out")

    def _check_together(self) -> None:
        if self.minimal == "no" and self.clues is None and self.pattern is None and self.near is None:
            raise ValueError(
                "minimal 'no' needs a number of clues or a pattern: else it has no place to stop"
            )
        if self.near is not None:
            for name, is_there in (
                ("a symmetry", self.symmetry != "none"),
                ("a pattern", self.pattern is not None),
                ("given clues", self.given is not None),
                ("a uniform grid", self.grid == "uniform"),
            ):
                if is_there:
                    raise UnsupportedError(
                        f"near puzzles cannot be made with {name}: leave out one of the two"
                    )
        if self.grid == "uniform" and self.given is not None:
            raise UnsupportedError(
                "uniform grids cannot be made to hold given clues: leave out one of the two"
            )
        if self.sample == "controlled":
            self._check_controlled()
        for what, is_asked in (
            ("uniform grids", self.grid == "uniform"),
            ("controlled samples", self.sample == "controlled"),
        ):
            if is_asked and (self.geometry.size not in UNIFORM_SIZES):
                raise UnsupportedError(f"{what} are made for 4×4, 6×6 and 9×9, not for {self.geometry}")

    def _check_controlled(self) -> None:
        for name, is_there in (
            ("a symmetry", self.symmetry != "none"),
            ("a pattern", self.pattern is not None),
            ("given clues", self.given is not None),
            ("a puzzle to be near to", self.near is not None),
            (f"minimal {self.minimal!r}", self.minimal != "strict"),
            ("fast grids", self.grid == "fast"),
        ):
            if is_there:
                raise UnsupportedError(
                    f"a controlled sample is of all strictly minimal puzzles, without {name}: leave that "
                    "out, or choose the sample top-down"
                )


def _check_range(what: str, limits: tuple[int, int | None]) -> None:
    """Raise ValueError where the least is below 0 or above the most."""
    least, most = limits
    if index(least) < 0 or (most is not None and index(most) < least):
        upper = "…" if most is None else most
        raise ValueError(f"{what} from {least} to {upper}: write the least first, at least 0")


def _check_cells(cells: Collection[int], cell_count: int) -> None:
    """Raise PuzzleError for a cell outside the board."""
    outside = sorted(cell for cell in cells if not 0 <= index(cell) < cell_count)
    if outside:
        raise PuzzleError(f"the pattern has a cell {outside[0]}: cells are 0 to {cell_count - 1}")
