"""Encodings compared: sizes by arithmetic, shares by the naive methods, verdicts by the counter."""

import multiprocessing
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from sudocube.encoder import Formalism, names
from sudocube.errors import EncodingError, FormatError, UnknownNameError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.lab import comparing
from sudocube.lab.comparing import BATCH_SIZE, compare
from sudocube.lab.measuring import Checker, SearchEffort
from sudocube.puzzle import Puzzle
from sudocube.sat.settings import SOLVERS
from sudocube.verdict import Verdict
from tests.lab.broken_measures import dying, raising
from tests.puzzles import EXAMPLES, count_solutions, puzzle_with_known_answer

FOUR = Geometry(2, 2)
UNIQUE = next(Puzzle(cells) for name, cells, _, _ in EXAMPLES if name == "3x3-unique")
PROPAGATED, OPEN = Puzzle("1... ..2. .3.. ...4"), Puzzle("1.2. .... 2.3. ....")
PUZZLES = [PROPAGATED, Puzzle("." * 16), Puzzle("11.. .... .... ....")]
KINDS = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)


def with_known_answers() -> tuple[list[Puzzle], list[Verdict]]:
    """Puzzles with no, one and several solutions, and the verdicts in order."""
    rng = Random(2)
    puzzles = [puzzle_with_known_answer(FOUR, rng, kind).puzzle for kind in ("unique", "several", "subtle")]
    puzzles += PUZZLES
    return puzzles, sorted(KINDS[count_solutions(puzzle)] for puzzle in puzzles)


def without_seconds(row):
    """What does not depend on the machine."""
    return replace(row, seconds=None, build_seconds=None, numbers={}, checks=[])


def test_all_encodings_and_all_solvers_come_to_the_verdicts_of_the_counter():
    """None, one and several solutions, told apart by each, whatever the order of the clauses."""
    puzzles, expected = with_known_answers()
    encodings = [*names(Formalism.CNF)[::3], "cpsat/cube", "cpsat/alldifferent"]
    rows = [*compare(puzzles, encodings, failed_literals=False, jobs=1)]
    rows += compare(puzzles, ["order"], solvers=[*SOLVERS], repeat=2, failed_literals=False, jobs=1)
    assert len(rows) == len(encodings) + len(SOLVERS)
    for row in rows:
        assert (sorted(row.verdicts.elements()), row.complaints) == (expected, ()), (row.encoding, row.solver)
        assert row.checked == row.puzzles == 6


def test_the_size_is_that_of_the_encoding_and_of_a_reduced_formula_the_mean():
    """One clue in a corner of a 4×4 grid settles 1 + 3 + 3 + 3 + 1 elements; no clue, none."""
    corner = [Puzzle("1" + "." * 15), Puzzle("." * 16), Puzzle("." * 36)]
    four, plain, six, _ = compare(corner, ["optimised", "ladder"], search=False, jobs=1)
    assert (four.plan.geometry.size, four.is_per_puzzle, four.variables) == (4, True, ((64 - 11) + 64) / 2)
    assert (plain.encoding, plain.is_per_puzzle, plain.puzzles) == ("ladder", False, 2)
    assert (six.plan.geometry.size, six.encoding, six.puzzles) == (6, "optimised", 1)
    [nine] = compare([Puzzle("." * 81)], ["extended"], failed_literals=False, search=False, jobs=1)
    assert (nine.variables, nine.clauses, nine.distinct) == (729, 11_988, 10_530)


@pytest.mark.slow
def test_the_figures_do_not_depend_on_the_number_of_processes():
    options: dict[str, Any] = {"repeat": 2, "solvers": ["glucose4", "cadical153"]}
    puzzles = PUZZLES * BATCH_SIZE
    alone, shared = (
        list(compare(puzzles, ["minimal", "optimised"], jobs=jobs, **options)) for jobs in (1, 2)
    )
    assert [*map(without_seconds, alone)] == [*map(without_seconds, shared)]
    conflicts = [[row.numbers["conflicts"].tolist() for row in rows] for rows in (alone, shared)]
    assert conflicts[0] == conflicts[1]


@pytest.mark.slow
def test_what_happens_to_workers_is_told_and_nothing_is_lost(monkeypatch):
    """An error is raised here; the puzzles of a batch whose worker dies are undecided."""
    monkeypatch.setattr(comparing, "measure", raising)
    with pytest.raises(FormatError, match="found nothing"):
        list(compare(PUZZLES, ["minimal"], jobs=2))
    assert multiprocessing.active_children() == []
    monkeypatch.setattr(comparing, "measure", dying)
    [row] = compare([UNIQUE] * 3, ["minimal"], jobs=2)
    assert (row.verdicts, row.complaints) == ({Verdict.UNKNOWN: 3}, ("ended by signal 9",))
    assert (row.decisions, row.conflicts, row.seconds, row.unit_propagation) == (None,) * 4
    assert (row.is_partly_undecided, row.variables) == (True, 729)


def test_out_of_time_is_undecided_and_never_a_verdict():
    hard = Puzzle(bytes([1, *[0] * 255]))
    [row] = compare([hard], ["minimal"], strengths=["lp"], timeout=1e-6, jobs=1)
    assert row.verdicts == {Verdict.UNKNOWN: 1}
    assert (row.unprobed, row.failed_literals, row.is_partly_undecided) == (1, 0.0, True)
    assert (row.strengths, row.late) == (
        {"lp": 0.0},
        {"unit_propagation": 0, "failed_literals": 1, "lp": 1},
    )


@pytest.mark.parametrize("name", ["optimised", "cpsat/alldifferent"])
def test_repeats_differ_and_the_same_seed_gives_the_same_again(name):
    """With each seed its own orders; without repeats, the order of the encoding."""

    def conflicts(**options):
        [row] = compare([UNIQUE] * 2, [name], failed_literals=False, jobs=1, **options)
        found = [some.tolist() for some in row.numbers["conflicts"]]
        assert row.conflicts == pytest.approx(sum(map(sum, found)) / (2 * len(found)))
        assert (row.checked, row.verdicts) == (2, {Verdict.UNIQUE: 2})
        return found, row.plan.seeds

    once, seeds = conflicts()
    assert (len(once), seeds) == (1, (None,))
    first, seeds = conflicts(repeat=4, seed=7)
    assert seeds == ("7:1", "7:2", "7:3", "7:4")
    assert len({tuple(some) for some in first}) > 1
    assert conflicts(repeat=4, seed=7)[0] == first
    assert conflicts(repeat=4, seed=8)[0] != first


def test_a_puzzle_that_one_repeat_leaves_undecided_is_undecided(monkeypatch):
    """And where repeats contradict each other, this is said."""
    said = iter([Verdict.UNIQUE, Verdict.UNKNOWN, Verdict.UNIQUE, Verdict.NONE])

    def check(self, puzzle, timeout):
        verdict = next(said)
        return SearchEffort(verdict, 1, 1, 1, 0.1, "late" if verdict is Verdict.UNKNOWN else None)

    monkeypatch.setattr(Checker, "check", check)
    [late] = compare([OPEN], ["minimal"], repeat=2, jobs=1)
    [torn] = compare([OPEN], ["minimal"], repeat=2, jobs=1)
    assert (late.verdicts, late.complaints) == ({Verdict.UNKNOWN: 1}, ("late",))
    contradiction = ("none and unique in different repeats",)
    assert (torn.verdicts, torn.complaints) == ({Verdict.UNKNOWN: 1}, contradiction)


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"encodings": ["minimall"]}, UnknownNameError, "minimal"),
        ({"encodings": "extended"}, TypeError, "several encodings are asked for: put a single one in a list"),
        ({"encodings": ["no.toml"]}, EncodingError, r"no\.toml"),
        ({"solvers": ["glucose5"]}, UnknownNameError, "glucose4"),
        ({"solvers": "glucose4"}, TypeError, "several solvers are asked for"),
        ({"solvers": ["lingeling"], "timeout": 1.0}, UnsupportedError, "lingeling cannot be stopped"),
        ({"repeat": 0}, ValueError, "0 repeats"),
        ({"repeat": 2, "search": False}, ValueError, "full checks, which no-search leaves out"),
        ({"solvers": ["ergo"], "search": False}, ValueError, "full checks, which no-search leaves out"),
        ({"strengths": ["shaving"]}, UnknownNameError, "theory"),
    ],
)
def test_what_cannot_be_measured_is_told_before_anything_is(options, error, words):
    with pytest.raises(error, match=words):
        compare(PUZZLES, **{"encodings": ["minimal"], **options})
