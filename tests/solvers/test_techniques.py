"""Techniques: the theorem, what each rule finds, that every step is shown, and that the order is free."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from sudocube.clock import NO_LIMIT
from sudocube.cube import Family
from sudocube.engines import engine
from sudocube.errors import UndecidedError
from sudocube.explanation import explain, next_step, verify_steps
from sudocube.explanation.step_verifying import Finding
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.solvers.cube_state import CubeMasks, cube_masks, elements_of
from sudocube.solvers.techniques.rules import rectangle_bases, sets_in_covers
from sudocube.solvers.techniques.solving import (
    HARDEST,
    NETS,
    WORDS,
    Techniques,
    level_of,
    levels_named,
    solutions,
    word_of,
)
from sudocube.solvers.techniques.theorem import refuted
from sudocube.verdict import Verdict
from tests.puzzles import KINDS, puzzle_with_known_answer, solved_grid, unique_puzzle
from tests.rating.rated_puzzles import DEEPEST_KNOWN

NINE = Geometry(3, 3)


def closed(puzzle: Puzzle, level: int, rng: Random | None = None) -> int:
    """The elements that the techniques up to a level leave, by one random step after the other if asked."""
    work = Techniques(puzzle)
    if rng is None:
        list(work.steps(level))
        return work.possible
    open_levels = [*range(1, level + 1)]
    while open_levels:
        at = rng.choice(open_levels)
        found = [step for step in work._found(at, NO_LIMIT) if step.placed is not None or step.removed]
        if not found:
            open_levels.remove(at)
            continue
        step = rng.choice(found)
        work.possible &= ~step.removed
        work.placed |= 0 if step.placed is None else 1 << step.placed
        open_levels = [*range(1, level + 1)]
    return work.possible


NAMED = dict(
    line.rsplit(" ", 1)
    for line in """\
claiming ...9....5.7.1..6......8...3......15..1..7..3..49.....6....68...7.851.....5...4.9.
pointing ........5....26.9..9.3.8..156...3...8....73.9...........16......4..1.6...8..4..2.
X-wing 3.1.7.4...5..389..........3....95..15184...2.9...........826....9....8.5......7..
hidden pair 8......5...9..5....46.1........5..8.76..81..2....4..31..2.....6..4.6.....1.8..9..
naked pair ........5....26.9..9.3.8..156...3...8....73.9...........16......4..1.6...8..4..2.
hidden triple ........5....26.9..9.3.8..156...3...8....73.9...........16......4..1.6...8..4..2.
naked triple 3.1.7.4...5..389..........3....95..15184...2.9...........826....9....8.5......7..
swordfish ..6.......823...4..3..7...6.1..6..24..8..2.7....78.....5...8..........397..42...5
W-wing 3.1.7.4...5..389..........3....95..15184...2.9...........826....9....8.5......7..
XY-wing .......35.9....8..5.1.36...3.59....164.8.....9....5..4.......5.7.....9.8.56...4.3
X-chain ..7.1....1.64...72.8.............6.9...72..4....593.....56....39.8.....6....4.18.
skyscraper ........5....26.9..9.3.8..156...3...8....73.9...........16......4..1.6...8..4..2.
turbot fish ........5....26.9..9.3.8..156...3...8....73.9...........16......4..1.6...8..4..2.
two-string kite ......3.565..78.9......9....6...5....3......4...26...982....5...197..8..5...83.1.
empty rectangle ........5....26.9..9.3.8..156...3...8....73.9...........16......4..1.6...8..4..2.
finned X-wing ........5....26.9..9.3.8..156...3...8....73.9...........16......4..1.6...8..4..2.
sashimi X-wing .......9..6.49..5.5.8..7....2......7..3...9.1..96.....14..85........4..8...9.3.7.
continuous nice loop .98........2.8.6.......1.5.7.3.....9..1.....8....5...3.8.69...1.35.12...9...482..
XY-chain ....138..8...9.573........1....2...936...5.....9.6...7.4.......9.1.36..2..2...6..
WXYZ-wing ......9....8..5.67...2.98..1....2..3..45......7........2........3.6...1...513.74.
AIC with almost sets ....469.5..4.....7..97..3...1..2..9...3..9..8.7.5..13.4....8....5........8..31...
naked quad ....265142.....6..........9.83.95........7.....7...83..7.6..4..4...19.7.6........
net .7..2......8546.3......3.5.....516....2....13..6...7..2........3...854.1...4....8""".splitlines()
)
"""The name of a technique, and a puzzle that has a step of it, made by `generate`."""

RECTANGLE = "not only 1 2 in r1c1 r1c4 r2c1 r2c4"

DEADLY = "...18....73....6....4.6........17.9..783.5..24....2......9...7..63....8......83.."
"""A puzzle in which unique rectangles shorten the way."""

ASSUMING = {
    DEADLY: {("type 2", 1)},
    "8....497...4....6.......3....74.6.8.1.9.7.....3.85............7.7..186..2..9..8..": {("type 1", 1)},
    "7.5....6........7514....3...54..3...6...4....8..1....7..9672.....68......7.3...5.": {
        ("type 2", 1),
        ("type 3", 2),
    },
    "73..2.9..9...7....2.1......4.31.........3.......6..2.4.4....8.967......538..49..6": {("type 3", 3)},
}
"""Puzzles, and the kinds of unique rectangles in them, with the number of their bases."""

TWO_SOLUTIONS = "...284.7.284.97356.975.3842.1245976..7.8324.1.4.7162.542.9756...3.64152.7.53.8914"
"""Unique rectangles fill the grid nevertheless."""


@pytest.mark.parametrize("cells", sorted({*NAMED.values()}))
def test_each_step_is_shown_by_the_theorem_and_by_sat(cells):
    """Verifying holds the bases and covers of a step against the theorem, and what it says against SAT."""
    steps = list(explain(cells, "techniques", up_to=NETS))
    found = list(verify_steps(cells, steps))
    assert {name for name, puzzle in NAMED.items() if puzzle == cells} <= {step.rule.name for step in steps}
    assert all(one.valid and one.true for one in found if one.step.pattern)
    assert not any(one.is_refuted for one in found)
    assert str(steps[-1].kind) == "solution"


@pytest.mark.parametrize("geometry", [Geometry(2, 2), Geometry(2, 3), Geometry(3, 2), Geometry(2, 4)])
def test_steps_are_shown_in_all_sizes_whatever_the_number_of_solutions(geometry):
    """With one solution, with several, and with none."""
    rng = Random(str(geometry))
    for kind in KINDS:
        puzzle = puzzle_with_known_answer(geometry, rng, kind).puzzle
        found = list(verify_steps(puzzle, explain(puzzle, "techniques", up_to=NETS)))
        assert not any(one.is_refuted for one in found), puzzle
        assert all(one.valid for one in found if one.step.pattern), puzzle


@pytest.mark.parametrize("seed", range(8))
def test_the_theorem_refutes_no_element_of_a_solution(seed):
    """Whatever lines are taken, as often as one likes; and some choices refute something."""
    rng, shown = Random(seed), 0
    lines = cube_masks(Geometry(2, 2))
    grid = solved_grid(Geometry(2, 2), rng)
    solution = sum(1 << cell * 4 + digit - 1 for cell, digit in enumerate(grid.cells))
    for _ in range(4000):
        possible = solution | rng.getrandbits(64) & rng.getrandbits(64)
        near = [line for element in rng.sample(range(64), 2) for line in lines.through[element]]
        bases, covers = (
            {rng.choice(near): rng.choice((1, 1, 2)) for _ in range(rng.randint(1, 3))} for _ in range(2)
        )
        false = refuted(possible, bases, covers)
        assert not false & solution
        shown += bool(false)
    assert shown > 20


def test_an_excess_below_zero_shows_nothing():
    """One of two is true, and at most one of the first: the second is in no cover."""
    assert refuted(0b111, {0b011: 1}, {0b101: 1}) == 0
    assert refuted(0b111, {0b011: 1}, {0b001: 1, 0b110: 1}) == 0  # two covers: rank 1
    assert refuted(0b111, {0b001: 1}, {0b111: 1}) == 0b110
    assert refuted(0b11, {0b01: 1}, {}) == 0
    assert refuted(0b11, {0b100: 1}, {}) == 0b11  # a base without open elements: no solution


def naive_sets(candidates: list[set[int]], size: int) -> set[tuple[int, int]]:
    """Candidates (cell, digit) that naked and hidden sets, and fish, of a size remove; cells of 9×9."""
    gone = set()
    cells = range(81)
    rows, columns = (
        [[c for c in cells if c // 9 == k] for k in range(9)],
        [[*range(k, 81, 9)] for k in range(9)],
    )
    boxes = [[c for c in cells if c // 27 * 3 + c % 9 // 3 == k] for k in range(9)]
    for unit in rows + columns + boxes:
        blank = [cell for cell in unit if len(candidates[cell]) > 1]
        for chosen in combinations(blank, size):
            digits = set().union(*(candidates[cell] for cell in chosen))
            if len(digits) == size:
                gone |= {(c, d) for c in set(unit) - set(chosen) for d in candidates[c] & digits}
        for digits_ in combinations(range(1, 10), size):
            places = {cell for cell in unit if candidates[cell] & set(digits_)}
            if len(places) == size:
                gone |= {(c, d) for c in places for d in candidates[c] - set(digits_)}
    for digit in range(1, 10):
        for one, other in ((rows, columns), (columns, rows)):
            for chosen in combinations(one, size):
                holders = [[c for c in line if digit in candidates[c]] for line in chosen]
                across = [line for line in other if any(c in line for few in holders for c in few)]
                if all(len(few) > 1 for few in holders) and len(across) == size:
                    base = {c for line in chosen for c in line}
                    gone |= {
                        (c, digit) for line in across for c in set(line) - base if digit in candidates[c]
                    }
    return gone


@pytest.mark.parametrize(("level", "size"), [(5, 2), (6, 3), (8, 4)])
def test_covers_are_the_sets_and_the_fish_of_the_books(level, size):
    """All that they remove in a state that lower levels leave, and nothing else."""
    removed = 0
    for cells in sorted({*NAMED.values()}):
        lines = cube_masks(NINE)
        work = Techniques(Puzzle(cells))
        list(work.steps(level - 1))
        candidates = [set(digits_of_mask(mask)) for mask in lines.candidates(work.possible)]
        found = 0
        for step in sets_in_covers(lines, work.possible, size, NO_LIMIT):
            found |= step.removed
        assert {lines.cube.cell_and_digit(e) for e in elements_of(found)} == naive_sets(candidates, size)
        removed += found.bit_count()
    assert removed or size == 4


def digits_of_mask(mask: int) -> list[int]:
    """The digits of a mask of candidates."""
    return [digit for digit in range(1, 10) if mask >> digit - 1 & 1]


@pytest.mark.parametrize("level", [4, 6, 7, 9])
def test_the_order_of_steps_does_not_matter(level):
    """One random step after the other leaves what all steps of the lowest level leave."""
    for name in ("swordfish", "net", "XY-chain"):
        puzzle = Puzzle(NAMED[name])
        expected = closed(puzzle, level)
        for seed in range(2):
            assert closed(puzzle, level, Random(seed)) == expected, name


def test_what_a_chain_shows_two_colours_show_too():
    """On one digit, what sees both ends of an X-chain is what alternating along strong links gives."""
    lines = cube_masks(NINE)
    for name in ("X-chain", "skyscraper", "swordfish"):
        work = Techniques(Puzzle(NAMED[name]))
        list(work.steps(9))
        for digit in range(1, 10):
            ends = _colours(lines, work.possible, digit)
            for colour, other in ends:
                for element in elements_of(work.possible & ~(colour | other)):
                    peers = ~lines.without_peers[element] & ~(1 << element)
                    sees = [bool(peers & one) and element % 9 == digit - 1 for one in (colour, other)]
                    assert not all(sees), (name, digit)


def _colours(lines: CubeMasks, possible: int, digit: int) -> Iterator[tuple[int, int]]:
    """The two colours of each component that lines with two places of a digit connect."""
    strong: dict[int, set[int]] = {}
    for mask, line in lines.by_mask.items():
        here = [*elements_of(possible & mask)]
        if line.family is not Family.CELL and len(here) == 2 and here[0] % 9 == here[1] % 9 == digit - 1:
            strong.setdefault(here[0], set()).add(here[1])
            strong.setdefault(here[1], set()).add(here[0])
    seen: dict[int, int] = {}
    for start in strong:
        if start in seen:
            continue
        seen[start], waiting, members = 0, [start], [start]
        while waiting:
            one = waiting.pop()
            for other in strong[one]:
                if other not in seen:
                    seen[other] = 1 - seen[one]
                    waiting.append(other)
                    members.append(other)
        black, white = (sum(1 << one for one in members if seen[one] == colour) for colour in (0, 1))
        yield black, white


def test_levels_have_words():
    """A word, a number or a range names levels; what is neither is refused."""
    assert [word_of(level) for level in (1, 3, 6, 8, 11, 12)] == [*WORDS]
    assert levels_named("5-7") == (5, 7)
    assert levels_named("Hard-beyond") == (5, 13)
    for text in ("", "14", "0", "7-5", "hard-easy", "1-2-3", "harder"):
        with pytest.raises(ValueError, match="expected 1 to 13, easy"):
            levels_named(text)


def test_the_level_of_a_puzzle_is_the_least_that_solves_it():
    """A full grid has level 0, what nets do not solve the last one; isomorphic puzzles have the same."""
    puzzle = Puzzle(NAMED["XY-chain"])
    level = level_of(puzzle)
    assert [level_of(puzzle, up_to=most) for most in (level, level - 1, 3)] == [level, level, 4]
    assert engine("techniques").answer(puzzle).verdict is Verdict.UNIQUE
    turned = Puzzle([puzzle.cells[c % 9 * 9 + c // 9] for c in range(81)])
    assert level_of(turned) == level
    assert level_of(Puzzle(bytes(solved_grid(NINE, Random(1)).cells))) == 0
    assert level_of(Puzzle("1" * 81)) == HARDEST
    assert level_of(DEEPEST_KNOWN) == HARDEST


@pytest.mark.parametrize("cells", ASSUMING)
def test_rectangles_are_used_where_one_solution_may_be_assumed_and_say_so(cells):
    """Their steps have no premises: they do not follow from the rules. Else there are no such steps."""
    steps = list(explain(cells, "techniques", uniqueness=True))
    assuming = [step for step in steps if step.rule.term == "uniqueness"]
    kinds = set()
    for step in assuming:
        assert step.premises is None
        assert step.pattern is not None
        assert step.pattern.because.endswith("This assumes that the puzzle has one solution.")
        if "type" in step.rule.name:
            assert step.pattern.level == 5
            kinds.add((step.rule.name.removeprefix("unique rectangle "), len(step.pattern.bases)))
    assert kinds >= ASSUMING[cells]
    found = [one for one in verify_steps(cells, steps) if one.step in assuming]
    assert [(one.valid, one.true) for one in found] == [(None, True)] * len(found)
    assert not any(step.rule.term == "uniqueness" for step in explain(cells, "techniques"))


def test_a_rectangle_that_is_a_base_holds_a_true_element():
    """In puzzles with one solution, at whatever step; so none of its four cells is a clue."""
    for cells in ASSUMING:
        work = Techniques(Puzzle(cells))
        bases = {base for _ in work.steps(NETS) for base in rectangle_bases(work.lines, work.possible)}
        assert bases
        assert all(base & work.placed for base in bases)


def test_rectangles_are_no_proof_of_one_solution():
    """They fill a grid that has another solution. No engine uses them; the method tells what it assumed."""
    found = solutions(Puzzle(TWO_SOLUTIONS), uniqueness=True)
    next(found)
    with pytest.raises(UndecidedError, match="may have assumed that there is one solution"):
        next(found)
    assert engine("techniques").answer(Puzzle(TWO_SOLUTIONS)).verdict is Verdict.UNKNOWN


def test_a_hint_is_the_first_step_that_a_method_takes():
    """None where the grid is full, and where no technique leads on."""
    step = next_step(NAMED["XY-wing"])
    assert step == next(one for one in explain(NAMED["XY-wing"], "techniques") if one.pattern)
    assert next_step(str(solved_grid(NINE, Random(1)))) is None
    assert next_step("." * 81) is None


def test_steps_are_held_against_the_theorem():
    """Each base and each cover is needed, those of rectangles too."""
    for cells, uniqueness in ((NAMED["W-wing"], False), (DEADLY, True)):
        steps = list(explain(cells, "techniques", uniqueness=uniqueness))
        assert not any(one.is_refuted for one in verify_steps(cells, steps))
        at, step = next(
            (k, one) for k, one in enumerate(steps) if one.placed == {} and one.pattern is not None
        )
        assert step.pattern is not None
        for pattern, reason in (
            (replace(step.pattern, covers=dict([*step.pattern.covers.items()][1:])), "do not show it"),
            (replace(step.pattern, bases={}), "do not show it"),
            (replace(step.pattern, bases={**step.pattern.bases, "1 in row 12": 1}), "are no lines"),
            (
                replace(step.pattern, bases={**step.pattern.bases, RECTANGLE.replace("1 2", "1 1"): 1}),
                "are no lines",
            ),
            (replace(step.pattern, covers={**step.pattern.covers, RECTANGLE: 1}), "are no lines"),
        ):
            forged = [*steps[:at], replace(step, pattern=pattern)]
            last = [*verify_steps(cells, forged)][-1]
            assert last.finding is Finding.TRUE_BY_LUCK, pattern
            assert last.reason is not None
            assert reason in last.reason


@pytest.mark.slow
@pytest.mark.parametrize("geometry", [Geometry(4, 4), Geometry(3, 5)])
def test_large_grids_are_explained(geometry):
    """16×16 and 15×15: every step is shown."""
    puzzle = unique_puzzle(solved_grid(geometry, Random(7)), Random(7))
    found = list(verify_steps(puzzle, explain(puzzle, "techniques")))
    assert not any(one.is_refuted for one in found)
