"""Puzzles that a seed makes: the same ones each time, and each with a right answer that is known."""

from sudocube.conformance.seeded_cases import FRESH, TRANSFORMED, seeded_cases
from sudocube.conformance.suite_cases import built_in_cases
from sudocube.kernel.batches import count_many
from sudocube.refereeing import referee
from sudocube.verdict import Verdict


def test_what_is_known_of_them_holds():
    for seed in range(3):
        cases = list(seeded_cases(seed))
        counts = count_many([str(case.puzzle) for case in cases], limit=2).tolist()
        assert [min(case.count, 2) for case in cases] == counts
        for case in cases:
            assert [referee(grid, case.puzzle) for grid in case.solutions] == [None] * min(case.count, 2)


def test_seeds_differ_and_none_repeats_the_package():
    first, second = (list(seeded_cases(seed)) for seed in (1, 2))
    assert len(first) == len({case.name for case in first}) == TRANSFORMED + FRESH
    puzzles = {case.puzzle for case in first}
    assert not puzzles & {case.puzzle for case in second}
    assert len(puzzles & {case.puzzle for case in built_in_cases()}) <= 1  # the empty grid is always itself
    assert {case.verdict for case in first} == {Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE}
