"""The puzzles of the suite are what their categories say, and what is known of them is proved."""

from collections import Counter
from pathlib import Path

import pytest

from sudocube import verify
from sudocube.conformance.suite_cases import FRESH, TRANSFORMED, built_in_cases, cases_of, seeded_cases
from sudocube.cube import clashes
from sudocube.geometry import Geometry
from sudocube.kernel.batches import count_many, solve_many
from sudocube.puzzle import Puzzle, differing_cells
from sudocube.verdict import Verdict, referee
from tests.puzzles import count_solutions

FOLDER = Path(__file__).parent / "certificates"
CASES = built_in_cases()
MILLION = 1_000_000
NINE = Geometry(3, 3)


COUNTS = {
    "two solutions, a late turn": range(2, 3),
    "three solutions": range(3, 4),
    "hundreds of solutions": range(100, 1000),
    "a million solutions or more": range(MILLION, MILLION + 1),
    "the empty grid": range(MILLION, MILLION + 1),
    "full grids, right": range(1, 2),
    "full grids, wrong": range(1),
}


def clues_of(category):
    return [case.puzzle.clues for case in cases_of(category)]


def places(cells):
    return {(cell // 9, cell % 9) for cell in cells}


def plain_search(puzzle: Puzzle, *, stop: int = 3_000_000) -> list[int]:
    """A search from the first cell to the last, digits from 1 to 9: at which step it finds each solution."""
    cells = list(puzzle.cells)
    blanks = [cell for cell in range(81) if not cells[cell]]
    used = 27 * [0]
    units = [(c // 9, 9 + c % 9, 18 + c // 27 * 3 + c % 9 // 3) for c in range(81)]
    for cell, digit in puzzle.clues.items():
        for unit in units[cell]:
            used[unit] |= 1 << digit
    steps, found = 0, list[int]()

    def search(k: int) -> None:
        nonlocal steps
        if k == len(blanks):
            found.append(steps)
            return
        row, column, box = units[blanks[k]]
        for digit in range(1, 10):
            bit = 1 << digit
            if not (used[row] | used[column] | used[box]) & bit:
                steps += 1
                if steps > stop:
                    raise OverflowError
                used[row] |= bit
                used[column] |= bit
                used[box] |= bit
                search(k + 1)
                used[row] ^= bit
                used[column] ^= bit
                used[box] ^= bit

    try:
        search(0)
    except OverflowError:
        return []
    return found


class TestWhatIsKnown:
    def test_a_certificate_proves_each_verdict_and_none_is_missing(self):
        result = verify(FOLDER, [case.puzzle for case in CASES])
        assert result.holds
        assert result.accepted == Counter(case.verdict for case in CASES)

    def test_the_referee_passes_each_solution_and_two_of_a_puzzle_differ(self):
        for case in CASES:
            assert len(set(case.solutions)) == min(case.count, 2)
            assert [referee(grid, case.puzzle) for grid in case.solutions] == [None] * len(case.solutions)

    def test_a_plain_search_finds_the_same_number_of_solutions(self):
        for case in CASES:
            if 2 <= case.count < 1000:
                assert count_solutions(case.puzzle, 1000) == case.count, case.name

    @pytest.mark.slow
    def test_where_there_are_many_the_kernel_counts_them(self):
        many = [case for case in CASES if case.count >= MILLION]
        counts = count_many([str(case.puzzle) for case in many], limit=MILLION)
        assert counts.tolist() == [case.count for case in many] == [MILLION] * len(many)
        assert not any(case.is_exact for case in many)

    def test_no_case_stands_twice_and_each_has_a_name_of_its_own(self):
        assert len({case.puzzle for case in CASES}) == len({case.name for case in CASES}) == len(CASES)


class TestWhatTheCategoriesSay:
    def test_easy_ones_need_singles_only_and_hard_ones_more(self):
        puzzles = [str(case.puzzle) for case in (*cases_of("easy"), *cases_of("hard"))]
        guesses = solve_many(puzzles).guesses.tolist()
        assert guesses[:12] == [0] * 12
        assert min(guesses[12:]) >= 5

    def test_the_solutions_of_a_rectangle_differ_in_its_corners(self):
        for case in cases_of("two solutions, one rectangle"):
            cells = differing_cells(*case.solutions)
            assert case.count == 2
            assert len(cells) == 4
            assert [len({unit(cell) for cell in cells}) for unit in (NINE.row, NINE.column, NINE.box)] == [
                2
            ] * 3

    def test_others_are_far_apart(self):
        for case in cases_of("two solutions, far apart"):
            assert len(differing_cells(*case.solutions)) >= 35

    def test_so_many_solutions(self):
        for category, counts in COUNTS.items():
            assert cases_of(category)
            assert all(case.count in counts for case in cases_of(category)), category

    def test_clues_clash_in_one_kind_of_unit_only(self):
        for unit in ("row", "column", "box"):
            for case in cases_of(f"none, clash in a {unit}"):
                assert {clash.unit.family for clash in clashes(case.puzzle)} == {unit}

    def test_a_search_from_the_first_cell_on_finds_the_second_solution_thousands_of_steps_later(
        self,
    ):
        for case in cases_of("two solutions, a late turn"):
            first, second = plain_search(case.puzzle, stop=50_000)
            assert second - first >= 4000

    def test_clues_stand_in_the_last_cells_or_in_one_band_only(self):
        for clues in clues_of("clues in the last cells only"):
            assert min(clues) >= 60
            assert max(clues) == 80
        for clues in clues_of("clues in one band only"):
            assert len({row // 3 for row, _ in places(clues)}) == 1

    def test_one_cell_is_blank_with_a_digit_that_fits_or_without(self):
        assert [case.puzzle.cells.count(0) for case in cases_of("one blank")] == [1] * 7
        assert {case.count for case in cases_of("one blank")} == {0, 1}

    def test_other_sizes_have_each_verdict(self):
        for size in (4, 6, 8, 10, 12, 15, 16, 20, 25):
            cases = cases_of(f"size {size}")
            assert {case.puzzle.geometry.size for case in cases} == {size}
            assert {case.verdict for case in cases} == {Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE}


def test_what_is_known_of_seeded_puzzles_holds_and_none_repeats_the_package():
    first, second = (list(seeded_cases(seed)) for seed in (1, 2))
    assert first == list(seeded_cases(1))
    assert len(first) == len({case.name for case in first}) == TRANSFORMED + FRESH
    counts = count_many([str(case.puzzle) for case in first], limit=2).tolist()
    assert [min(case.count, 2) for case in first] == counts
    for case in first:
        assert [referee(grid, case.puzzle) for grid in case.solutions] == [None] * min(case.count, 2)
    puzzles = {case.puzzle for case in first}
    assert not puzzles & {case.puzzle for case in second}
    assert len(puzzles & {case.puzzle for case in CASES}) <= 1  # the empty grid is always itself
    assert {case.verdict for case in first} == {Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE}
