"""Makes the puzzles of the conformance suite, all of them by chance from one seed; see `__main__` beside it.

Only the puzzles with 17 clues are not made here; `sudocube.conformance.suite_cases` names their source. Here,
the compiled kernel says how many solutions a puzzle has; the certificates beside the tests prove it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from random import Random
from typing import NamedTuple

from sudocube.checking import solutions
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle, differing_cells
from sudocube.symmetry import random_isomorphism
from tests.conformance.puzzle_tools import (
    NINE,
    UNITS_OF,
    Cells,
    counted,
    dug,
    guesses_for,
    only,
    plain_search,
    solutions_of,
    tree_of,
    with_clue,
    with_count,
    without,
)
from tests.puzzles import clashing_puzzle, count_solutions, several_solutions, solved_grid, subtle_puzzle
from tests.puzzles import unique_puzzle as unique_of_any_size

MILLION = 1_000_000


class MadeCase(NamedTuple):
    """A line of the file. The count is exact; with a plus sign at the end, there are so many at least.

    `solutions` holds the first two, with a space between them.
    """

    category: str
    puzzle: str
    solution_count: str
    solutions: str


# --- what each category holds --------------------------------------------------------------------------


def easy(rng: Random) -> Iterator[Puzzle]:
    """Naked and hidden singles are enough: the kernel never guesses."""
    for clues in (45, 40, 38, 36, 35, 34, 33, 32, 31, 30, 28, 26):
        while True:
            grid = solved_grid(NINE, rng)
            puzzle = dug(grid, rng, 1)
            spare = [cell for cell in range(81) if not puzzle.cells[cell]]
            back = rng.sample(spare, max(0, clues - len(puzzle.clues)))
            puzzle = only(grid, {*puzzle.clues, *back})
            if len(puzzle.clues) == clues and not guesses_for([puzzle])[0]:
                yield puzzle
                break


def hard(rng: Random) -> list[Puzzle]:
    """Of thousands without a spare clue, those for which the kernel guesses most."""
    made = [dug(solved_grid(NINE, rng), rng, 1) for _ in range(3000)]
    return _most(made, guesses_for(made), 16)


def _most(puzzles: list[Puzzle], figures: list[int], number: int) -> list[Puzzle]:
    order = sorted(range(len(puzzles)), key=lambda k: (-figures[k], str(puzzles[k])))
    return [puzzles[k] for k in order[:number]]


def seventeen(rng: Random, published: list[str]) -> Iterator[Puzzle]:
    """Of the published list, each moved by what keeps the rules: nobody has a table of these."""
    for text in rng.sample(published, 36):
        yield random_isomorphism(rng).apply(text)


def one_rectangle(rng: Random) -> Iterator[Puzzle]:
    """The two solutions differ in four cells, the corners of a rectangle in two boxes."""
    for _ in range(12):
        while True:
            puzzle, _ = several_solutions(solved_grid(NINE, rng), rng)
            if puzzle.cells.count(0) == 4:
                yield dug(puzzle, rng, 2)
                break


def with_two_solutions(rng: Random) -> Iterator[Puzzle]:
    """Minimal puzzles without one of their clues, where that leaves two solutions; without end."""
    while True:
        puzzle = dug(solved_grid(NINE, rng), rng, 1)
        for cell in puzzle.clues:
            if counted(fewer := without(puzzle, [cell])) == 2:
                yield fewer


def far_apart(rng: Random) -> list[Puzzle]:
    """Of thousands with two solutions, those whose solutions differ in most cells."""
    made = list(islice(with_two_solutions(rng), 1500))
    return _most(made, [len(differing_cells(*solutions_of(puzzle))) for puzzle in made], 8)


def late_turn(rng: Random) -> list[Puzzle]:
    """Of those that a plain search goes through at all, the ones where its second solution comes latest."""
    made: list[Puzzle] = []
    figures: list[int] = []
    for puzzle in with_two_solutions(rng):
        if found := plain_search(puzzle, stop=50_000):
            made.append(puzzle)
            figures.append(found[1] - found[0])
        if len(made) == 40:
            return _most(made, figures, 8)
    return []


def clash(unit: str) -> Callable[[Random], Iterator[Puzzle]]:
    """Two equal clues in one unit, and in no other; four of these have no other clues at all."""

    def puzzles(rng: Random) -> Iterator[Puzzle]:
        for number in range(8):
            puzzle, pair = clashing_puzzle(solved_grid(NINE, rng), rng, unit)
            yield only(puzzle, pair) if number % 2 else puzzle

    return puzzles


def cell_without_candidates(rng: Random) -> Iterator[Puzzle]:
    """No clues clash, and the row, the column and the box of a blank cell hold all nine digits together."""
    for cell in (0, 8, 40, 72, 80, rng.randrange(81)):
        row, column, box = (set(cells) - {cell} for cells in UNITS_OF[cell])
        while True:
            places = [rng.choice(sorted(row - box)) for _ in range(4)]
            places += [rng.choice(sorted(column - box)) for _ in range(3)]
            places += [rng.choice(sorted(box)) for _ in range(2)]
            if len(set(places)) == 9:
                break
        digits = rng.sample(range(1, 10), 9)
        yield Puzzle.of_clues(dict(zip(places, digits, strict=True)), NINE)


def digit_without_a_place(rng: Random) -> Iterator[Puzzle]:
    """No clues clash, each blank has candidates, and a digit has no place left in a row, a column or a box.

    The unit keeps two or three blanks, and each of them sees the digit elsewhere.
    """
    for kind in (0, 0, 1, 1, 2, 2, 2, 2):
        while True:
            grid = solved_grid(NINE, rng)
            cell = rng.randrange(81)
            unit, digit = UNITS_OF[cell][kind], grid.cells[cell]
            open_cells = [cell, *rng.sample([one for one in unit if one != cell], rng.choice((1, 2)))]
            given = [one for one in unit if one not in open_cells]
            # The digit goes from its cell; it stands elsewhere, so that no open cell can hold it.
            others = [one for one in range(81) if grid.cells[one] == digit and one != cell]
            more = {one: digit for one in others if any(_see(one, other) for other in open_cells)}
            for other in open_cells:
                if not any(_see(one, other) for one in more):
                    free = [
                        one
                        for one in range(81)
                        if one not in unit and _see(one, other) and not any(_see(one, k) for k in more)
                    ]
                    if free:
                        more[rng.choice(free)] = digit
            puzzle = Puzzle.of_clues({one: grid.cells[one] for one in given} | more, NINE)
            if counted(puzzle) == 0 and _has_candidates_everywhere(puzzle):
                yield puzzle
                break


def _see(one: int, other: int) -> bool:
    return one != other and any(one in unit for unit in UNITS_OF[other])


def _has_candidates_everywhere(puzzle: Puzzle) -> bool:
    """Whether no clues clash, and each blank has a candidate."""
    for cell, digit in enumerate(puzzle.cells):
        seen = {puzzle.cells[other] for unit in UNITS_OF[cell] for other in unit if other != cell}
        if digit in seen if digit else len(seen - {0}) == 9:
            return False
    return True


def deep_none(rng: Random) -> list[Puzzle]:
    """A clue of a minimal puzzle changed, so that no solution is left, without spare clues.

    Of those, the ones for which a search with singles guesses most.
    """
    made: list[Puzzle] = []
    while len(made) < 2500:
        puzzle = dug(solved_grid(NINE, rng), rng, 1)
        for _ in range(20):
            changed = with_clue(puzzle, rng.choice(sorted(puzzle.clues)), rng.randint(1, 9))
            if _has_candidates_everywhere(changed) and counted(changed) == 0:
                made.append(_with_fewer_clues(changed, rng))
    return _most(made, [tree_of(one).guesses for one in made], 10)


def _with_fewer_clues(puzzle: Puzzle, rng: Random) -> Puzzle:
    """A puzzle without a solution, and without clues that this does not need; 20 stay in any case."""
    for cell in rng.sample(sorted(puzzle.clues), len(puzzle.clues)):
        fewer = without(puzzle, [cell])
        if len(fewer.clues) >= 20 and counted(fewer, 1) == 0:
            puzzle = fewer
    return puzzle


def full_right(rng: Random) -> Iterator[Puzzle]:
    for _ in range(3):
        yield Puzzle(solved_grid(NINE, rng).cells)


def full_wrong(rng: Random) -> Iterator[Puzzle]:
    """Wrong in the boxes only, in the columns only, in the rows only; in one cell; everywhere."""
    yield Puzzle([(row + column) % 9 + 1 for row in range(9) for column in range(9)])
    right = solved_grid(NINE, rng).cells
    row = 27 * rng.randrange(3)
    cells = bytearray(right)  # two neighbours of a row in one box: the columns are wrong
    cells[row], cells[row + 1] = cells[row + 1], cells[row]
    yield Puzzle(bytes(cells))
    cells = bytearray(right)  # and two of a column: the rows are wrong
    cells[row], cells[row + 9] = cells[row + 9], cells[row]
    yield Puzzle(bytes(cells))
    for cell in (80, 0):
        cells = bytearray(right)
        cells[cell] = cells[cell] % 9 + 1
        yield Puzzle(bytes(cells))
    yield Puzzle(81 * "5")


def last_cells(rng: Random) -> Iterator[Puzzle]:
    """Nothing but clues among the last 21 cells: one, two, four or nine of them, right and wrong."""
    grid = solved_grid(NINE, rng)
    yield only(grid, [80])
    yield only(grid, range(72, 81))
    yield only(grid, [70, 71, 79, 80])
    for pair in ((79, 80), (71, 80), (60, 80), (72, 80), (62, 80)):
        yield Puzzle.of_clues(dict.fromkeys(pair, grid.cells[80]), NINE)


def one_band(rng: Random) -> Iterator[Puzzle]:
    """Clues in three rows only: all of them, some of them, and such as cannot stand together."""
    for band in range(3):
        grid = solved_grid(NINE, rng)
        cells = range(27 * band, 27 * band + 27)
        yield only(grid, cells)
        yield only(grid, rng.sample(cells, 12))
        first = 27 * band  # the last row of the band lacks the digits that both other boxes use up
        top, middle = range(first, first + 9), range(first + 9, first + 18)
        digits = rng.sample(range(1, 10), 9)
        clues = dict(zip(top[:3], digits[:3], strict=True)) | dict(zip(middle[3:6], digits[:3], strict=True))
        clues[middle[2]] = digits[3]
        clues[top[8]] = digits[3]
        clues |= {first + 24: digits[4], first + 25: digits[5], first + 26: digits[6]}
        yield Puzzle.of_clues(clues, NINE)


def missing_digit(rng: Random) -> Iterator[Puzzle]:
    """One solution, and a digit that no clue holds."""
    for digit in range(1, 10):
        while True:
            grid = solved_grid(NINE, rng)
            puzzle = without(grid, [cell for cell in range(81) if grid.cells[cell] == digit])
            if counted(puzzle) == 1:
                yield dug(puzzle, rng, 1)
                break


def symmetric(rng: Random) -> Iterator[Puzzle]:
    """The clues stand in a pattern that a turn, a mirror or a diagonal maps on itself."""
    maps: tuple[Callable[[int, int], tuple[int, int]], ...] = (
        lambda r, c: (8 - r, 8 - c),
        lambda r, c: (r, 8 - c),
        lambda r, c: (8 - r, c),
        lambda r, c: (c, r),
        lambda r, c: (8 - c, 8 - r),
        lambda r, c: (c, 8 - r),
    )
    for image in maps:
        yield dug(solved_grid(NINE, rng), rng, 1, orbits=_orbits(image))


def _orbits(image: Callable[[int, int], tuple[int, int]]) -> list[Cells]:
    found: set[Cells] = set()
    for start in range(81):
        cells, cell = [start], start
        while (cell := _moved(cell, image)) != start:
            cells.append(cell)
        found.add(tuple(sorted(cells)))
    return sorted(found)


def _moved(cell: int, image: Callable[[int, int], tuple[int, int]]) -> int:
    row, column = image(*divmod(cell, 9))
    return 9 * row + column


def one_blank(rng: Random) -> Iterator[Puzzle]:
    for cell in (0, 8, 40, 72, 80):
        yield without(solved_grid(NINE, rng), [cell])
    grid = solved_grid(NINE, rng)  # and nothing fits in the blank
    for blank, other in ((80, 79), (0, 80)):
        cells = bytearray(grid.cells)
        cells[blank], cells[other] = 0, cells[blank]
        yield Puzzle(bytes(cells))


def other_size(geometry: Geometry, rng: Random) -> Iterator[Puzzle]:
    """For a size: two with one solution, a full grid, one with several solutions, and some without any."""
    for _ in range(2):
        yield unique_of_any_size(solved_grid(geometry, rng), rng)
    yield Puzzle(solved_grid(geometry, rng).cells, geometry)
    yield several_solutions(solved_grid(geometry, rng), rng, patterns=2)[0]
    for unit in ("row", "box"):
        yield clashing_puzzle(solved_grid(geometry, rng), rng, unit)[0]
    if geometry.size <= 16:
        yield subtle_puzzle(solved_grid(geometry, rng), rng)


# --- the whole list ------------------------------------------------------------------------------------

CATEGORIES: tuple[tuple[str, Callable[[Random], Iterable[Puzzle]]], ...] = (
    ("easy", easy),
    ("hard", hard),
    ("two solutions, one rectangle", one_rectangle),
    ("two solutions, far apart", far_apart),
    ("two solutions, a late turn", late_turn),
    ("three solutions", lambda rng: (with_count(rng, 3, 3) for _ in range(6))),
    ("hundreds of solutions", lambda rng: (with_count(rng, 100, 999) for _ in range(6))),
    ("a million solutions or more", lambda rng: (with_count(rng, MILLION, 9 * MILLION) for _ in range(4))),
    ("the empty grid", lambda _: [Puzzle(81 * ".")]),
    ("none, clash in a row", clash("row")),
    ("none, clash in a column", clash("column")),
    ("none, clash in a box", clash("box")),
    ("none, a cell without candidates", cell_without_candidates),
    ("none, a digit without a place", digit_without_a_place),
    ("none, after a deep search", deep_none),
    ("full grids, right", full_right),
    ("full grids, wrong", full_wrong),
    ("clues in the last cells only", last_cells),
    ("clues in one band only", one_band),
    ("a digit without a clue", missing_digit),
    ("symmetric", symmetric),
    ("one blank", one_blank),
)

OTHER_SHAPES = tuple(
    Geometry(*sides) for sides in ((2, 2), (2, 3), (2, 4), (2, 5), (3, 4), (3, 5), (4, 4), (4, 5), (5, 5))
)


def made_case(category: str, puzzle: Puzzle) -> MadeCase:
    """A puzzle as a line of the file."""
    if puzzle.geometry == NINE:
        found = counted(puzzle, MILLION)
        count = f"{MILLION}+" if found == MILLION else str(found)
    else:
        count = str(count_solutions(puzzle, 1000))
    first_two = islice(solutions(puzzle), 2)
    return MadeCase(category, str(puzzle), count, " ".join(map(str, first_two)))


def made_cases(seed: int, published: list[str], kept: Mapping[str, list[MadeCase]]) -> Iterator[MadeCase]:
    """All cases; those in `kept`, by category, are not made again.

    Each category has a seed of its own, so that a change in one leaves the others alone.
    """
    makers: dict[str, Callable[[Random], Iterable[Puzzle]]] = {}
    for name, make in CATEGORIES:
        makers[name] = make
        if name == "hard":
            makers["17 clues"] = partial(seventeen, published=published)
    makers |= {f"size {shape.size}": partial(other_size, shape) for shape in OTHER_SHAPES}
    for name, make in makers.items():
        yield from kept.get(name) or (made_case(name, puzzle) for puzzle in make(Random(f"{seed} {name}")))
