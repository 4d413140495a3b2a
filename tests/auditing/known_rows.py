"""Rows of a data set whose flaws are known, because of how each row was made.

Nothing here asks the library: puzzles and their numbers of solutions come from `tests.puzzles`, and the moves
that make another puzzle of the same class are written down here once more, in plain Python.

    >>> maker = RowMaker(Random(1))
    >>> row = maker.unique()
    >>> (row.verdict, row.stored), maker.with_answer(row, "no_grid").stored
    (('unique', 'right'), 'no_grid')
    >>> again = maker.moved(row)
    >>> again.puzzle == row.puzzle, again.group == row.group
    (False, True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, replace
from math import isqrt
from random import Random

from sudocube.geometry import Geometry
from tests.puzzles import (
    clashing_puzzle,
    count_solutions,
    puzzle_from,
    several_solutions,
    solved_grid,
    subtle_puzzle,
    unique_puzzle,
)

NINE = Geometry(3, 3)
BLANKS = ".0*_-xX?·"
"""Signs for a blank; the last one is no ASCII."""
MARKS = 729
"""How many symbols pencilmarks have."""

_TO_DOTS: dict[int, str | None] = {ord(" "): None} | {ord(sign): "." for sign in BLANKS}

STORED = {
    "unique": ("right", "wrong", "contradicts_clues", "no_grid", "missing"),
    "multiple": ("one_of_several", "wrong", "contradicts_clues", "no_grid", "missing"),
    "none": ("given_though_none", "no_grid", "missing"),
}
"""What may be said of the answer stored beside a puzzle with that verdict."""


@dataclass(frozen=True, slots=True)
class KnownRow:
    """A row: its fields as they are written, and what is to be said of it.

    `puzzle` and `answer` are None where the field is missing; a `puzzle` may be a number where a text should
    be. `solution` is one of its solutions, if there are any. `group` is the same for two rows if, and only
    if, one puzzle is the other, moved; other sizes than 9 have the puzzle itself there. Of a malformed row
    only `malformed` says something: why.
    """

    puzzle: str | int | None
    answer: str | None = None
    rating: float | None = None
    clues: int | None = None
    split: str | None = None
    id: str | None = None
    malformed: str | None = None
    verdict: str | None = None
    stored: str | None = None
    solution: str | None = None
    group: Hashable = None

    @property
    def exact(self) -> str:
        """The puzzle with dots for blanks, however it is written; pencilmarks as they are."""
        assert isinstance(self.puzzle, str)
        return self.puzzle.translate(_TO_DOTS)

    @property
    def clue_count(self) -> int:
        """How many clues the puzzle has; of pencilmarks, how many cells have one candidate only."""
        if len(self.exact) == MARKS:
            marks = [self.exact[at : at + 9] for at in range(0, MARKS, 9)]
            return sum(one.count(".") == 8 for one in marks)
        return len(self.exact) - self.exact.count(".")


class RowMaker:
    """Makes rows of every kind; all of it is determined by the `Random` given.

    No two 9×9 puzzles that are made anew are of the same class: each has another `invariant`. Only `moved`,
    `rewritten` and `with_answer` give another row of a class.
    """

    def __init__(self, rng: Random) -> None:
        """Nothing is made yet."""
        self._rng = rng
        self._invariants: set[Hashable] = set()

    def unique(self, *, blanks: int = 48) -> KnownRow:
        """A unique puzzle with the right answer."""
        return self._fresh(lambda grid: (str(unique_puzzle(grid, self._rng, blanks=blanks)), 1))

    def several(self) -> KnownRow:
        """A puzzle with two solutions or more, beside one of them."""

        def made(grid):
            if self._rng.random() < 0.5:
                puzzle, number = several_solutions(grid, self._rng, patterns=self._rng.randint(1, 3))
            else:
                puzzle = puzzle_from(grid, self._rng, clues=self._rng.randint(20, 30))
                number = count_solutions(puzzle)
            return str(puzzle), number

        while (row := self._fresh(made)).verdict != "multiple":
            pass
        return row

    def few_clues(self, clues: int) -> KnownRow:
        """A puzzle with so many clues, at most 3, beside one of its many solutions."""
        return self._fresh(lambda grid: (str(puzzle_from(grid, self._rng, clues=clues)), 2))

    def full(self) -> KnownRow:
        """A full grid. All of them look alike to `invariant`, so there is one for each maker."""
        return self._fresh(lambda grid: (str(grid), 1))

    def subtle(self) -> KnownRow:
        """A puzzle without a solution, though no two clues clash; beside it a valid grid."""
        return self._fresh(lambda grid: (str(subtle_puzzle(grid, self._rng)), 0))

    def clashing(self) -> KnownRow:
        """A puzzle with two equal clues in a row, a column or a box; beside it a valid grid."""
        unit = self._rng.choice(["row", "column", "box"])
        return self._fresh(lambda grid: (str(clashing_puzzle(grid, self._rng, unit)[0]), 0))

    def other_size(self, geometry: Geometry, kind: str = "unique") -> KnownRow:
        """A puzzle of a smaller size than 9: `unique`, with `several` solutions, `subtle` or `clashing`."""
        grid = solved_grid(geometry, self._rng)
        made, number = {
            "unique": lambda: (unique_puzzle(grid, self._rng), 1),
            "several": lambda: several_solutions(grid, self._rng),
            "subtle": lambda: (subtle_puzzle(grid, self._rng), 0),
            "clashing": lambda: (clashing_puzzle(grid, self._rng, "row")[0], 0),
        }[kind]()
        return _known(str(made), number, str(grid), group=str(made))

    def pencilmarks(self) -> KnownRow:
        """A unique puzzle as pencilmarks, in which one wrong candidate is left out; it has no class."""
        row = self.unique()
        assert row.solution is not None
        marks = [
            "123456789" if symbol == "." else "." * (int(symbol) - 1) + symbol + "." * (9 - int(symbol))
            for symbol in row.exact
        ]
        blank = self._rng.choice([cell for cell, symbol in enumerate(row.exact) if symbol == "."])
        wrong = self._rng.choice([digit for digit in "123456789" if digit != row.solution[blank]])
        marks[blank] = marks[blank].replace(wrong, ".")
        puzzle = "".join(marks)
        return replace(row, puzzle=puzzle, group=puzzle)

    def malformed(self, reason: str) -> KnownRow:
        """A row that holds no puzzle, beside an answer of which nothing is said."""
        row = self.unique()
        symbols, cell = row.exact, self._rng.randrange(81)
        wrong = {
            "missing": lambda: self._rng.choice([None, "", "  "]),
            "too_short": lambda: symbols[: self._rng.choice([80, 79, 77])],
            "too_long": lambda: symbols + self._rng.choice([".", "1", "........."]),
            "wrong_symbol": lambda: symbols[:cell] + self._rng.choice("A%é") + symbols[cell + 1 :],
            "not_text": lambda: int("9" + row.exact[1:].replace(".", "0")),
            "unreadable": lambda: row.exact,
        }[reason]()
        return KnownRow(wrong, row.answer, malformed=reason)

    def with_answer(self, row: KnownRow, stored: str) -> KnownRow:
        """The same puzzle beside an answer of which `stored` is to be said."""
        return replace(row, answer=self._answer(row, stored), stored=stored)

    def moved(self, row: KnownRow) -> KnownRow:
        """The row moved and relabelled at random, its answer too: another text, the same class."""
        assert len(row.exact) == 81, "only puzzles of 81 symbols are moved"
        move = Move.at_random(self._rng)
        while (puzzle := move(row.exact)) == row.exact:
            move = Move.at_random(self._rng)
        answer = row.answer
        if answer is not None and len(plain := plain_answer(answer)) == 81:
            answer = move(plain)
        solution = row.solution and move(row.solution)
        return replace(row, puzzle=puzzle, answer=answer, solution=solution)

    def rewritten(self, row: KnownRow) -> KnownRow:
        """The same puzzle with another sign for its blanks, or with spaces."""
        blank = self._rng.choice(BLANKS[1:])
        text = row.exact.replace(".", blank)
        if self._rng.random() < 0.3:
            text = " ".join(text[at : at + 9] for at in range(0, 81, 9))
        return replace(row, puzzle=text)

    def _fresh(self, made) -> KnownRow:
        """A row of what is made of a grid: a puzzle, and its number of solutions; of a class not yet seen."""
        for _ in range(1000):
            grid = solved_grid(NINE, self._rng)
            puzzle, number = made(grid)
            group = invariant(puzzle)
            if group not in self._invariants:
                self._invariants.add(group)
                return _known(puzzle, number, str(grid), group=group)
        raise ValueError("a thousand puzzles of classes that there are already")

    def _answer(self, row: KnownRow, stored: str) -> str | None:
        size = isqrt(len(row.exact)) if len(row.exact) < MARKS else 9
        grid = row.solution or str(solved_grid(Geometry.of_size(size), self._rng))
        match stored:
            case "missing":
                return self._rng.choice([None, "", " "])
            case "no_grid":
                return self._rng.choice(
                    [
                        grid[:-1],
                        grid + "1",
                        "none",
                        "?",
                        "123",
                        row.exact,
                        "0" + grid[1:],
                        grid[:-1] + "x",
                    ]
                )
            case "wrong":
                return self._with_two_exchanged(row.exact, grid)
            case "contradicts_clues":
                return self._contradicting(row.exact, grid)
        return self._written(grid)

    def _written(self, grid: str) -> str:
        """A grid in one of the forms that are read; mostly in the plain one."""
        if self._rng.random() < 0.8:
            return grid
        size = isqrt(len(grid))
        in_rows = " ".join(grid[at : at + size] for at in range(0, len(grid), size))
        full_width = "".join(chr(ord(digit) + 0xFEE0) for digit in grid)
        return self._rng.choice([in_rows, full_width, f"[{', '.join(grid)}]"])

    def _with_two_exchanged(self, puzzle: str, grid: str) -> str:
        """The grid with two digits of one row exchanged, both no clues: two columns are now wrong."""
        blanks = [cell for cell, symbol in enumerate(puzzle) if symbol == "."]
        size = isqrt(len(grid))
        pairs = [(a, b) for a in blanks for b in blanks if a < b and a // size == b // size]
        return _exchanged(grid, *self._rng.choice(pairs))

    def _contradicting(self, puzzle: str, grid: str) -> str:
        """A valid grid that has another digit for every clue, or the grid with one clue exchanged."""
        if self._rng.random() < 0.5:
            return "".join(str(int(digit) % isqrt(len(grid)) + 1) for digit in grid)
        clues = [cell for cell, symbol in enumerate(puzzle) if symbol != "."]
        clue = self._rng.choice(clues)
        other = self._rng.choice([cell for cell in range(len(grid)) if grid[cell] != grid[clue]])
        return _exchanged(grid, clue, other)


_TO_PLAIN: dict[int, str | None] = {ord(sign): None for sign in "[], "}
_TO_PLAIN |= {ord(digit) + 0xFEE0: digit for digit in "123456789"}


def plain_answer(answer: str) -> str:
    """An answer without the signs of a list, and with digits of ASCII."""
    return answer.translate(_TO_PLAIN)


def _known(puzzle: str, number: int, grid: str, group: Hashable) -> KnownRow:
    """A puzzle with so many solutions, the grid among them if there are any, beside that grid."""
    verdict = ("none", "unique", "multiple")[min(number, 2)]
    stored, solution = STORED[verdict][0], grid if number else None
    return KnownRow(puzzle, grid, verdict=verdict, stored=stored, solution=solution, group=group)


def _exchanged(grid: str, one: int, other: int) -> str:
    cells = list(grid)
    cells[one], cells[other] = cells[other], cells[one]
    return "".join(cells)


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a 9×9 puzzle that keeps the rules: the cell (r, c) gets what stood in (rows[r], columns[c]).

    First the puzzle is transposed, if it is; then `digits` says what becomes of each digit from 1.
    """

    rows: list[int]
    columns: list[int]
    digits: str
    transposed: bool

    @classmethod
    def at_random(cls, rng: Random) -> Move:
        """Any of the 2 · 6⁸ · 9! moves, each as likely as the others."""

        def lines():
            bands = [rng.sample(range(top, top + 3), 3) for top in rng.sample((0, 3, 6), 3)]
            return [line for band in bands for line in band]

        return cls(lines(), lines(), "".join(rng.sample("123456789", 9)), rng.random() < 0.5)

    def __call__(self, cells: str) -> str:
        """The cells moved; what is no digit stays as it is."""
        if self.transposed:
            cells = transposed(cells)
        moved = "".join(cells[9 * row + column] for row in self.rows for column in self.columns)
        return moved.translate(str.maketrans("123456789", self.digits))


def transposed(cells: str) -> str:
    """81 cells with rows and columns exchanged."""
    return "".join(cells[column::9] for column in range(9))


def invariant(puzzle: str) -> Hashable:
    """What no move changes, so that two puzzles with different ones are not of the same class.

    For each clue: how many clues share its row, its column, its box and its digit; and the same with rows
    and columns exchanged, whichever comes first.
    """

    def told(cells: str) -> tuple[tuple[int, ...], ...]:
        clues = [(cell, symbol) for cell, symbol in enumerate(cells) if symbol != "."]
        places = [(cell // 9, cell % 9, cell // 27 * 3 + cell % 9 // 3, digit) for cell, digit in clues]
        numbers = [Counter(one) for one in zip(*places, strict=True)]
        return tuple(sorted(tuple(n[at] for n, at in zip(numbers, place, strict=True)) for place in places))

    return min(told(puzzle), told(transposed(puzzle)))
