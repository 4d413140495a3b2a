"""Encodings compared: sizes by arithmetic, shares by the naive methods, verdicts by the counter."""

import multiprocessing
import os
from contextlib import closing, suppress
from dataclasses import replace
from math import inf
from random import Random

import pytest

from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cnf import formula
from sudocube.encoder.puzzle_formula import add_clues
from sudocube.errors import EncodingError, FormatError, UnknownNameError
from sudocube.geometry import Geometry
from sudocube.lab import comparing, encoding_measurement, full_checking
from sudocube.lab.comparing import BATCH_SIZE, compare
from sudocube.lab.encoding_measurement import Measurement, Measurer, PuzzleBatch
from sudocube.lab.full_checking import CnfChecker, SearchEffort
from sudocube.puzzle import Puzzle
from sudocube.verdict import Verdict
from tests.counted_clock import CountedClock
from tests.lab.naive import propagated, with_failed_literals
from tests.processes.handlers import make_dying, make_measure_at_the_second_try, make_raising
from tests.puzzles import EXAMPLES, count_solutions, puzzle_with_known_answer, solved_grid, unique_puzzle

FOUR = Geometry(2, 2)
UNIQUE = next(Puzzle(cells) for name, cells, _, _ in EXAMPLES if name == "3x3-unique")
PUZZLES = [Puzzle("1... ..2. .3.. ...4"), Puzzle(".... .... .... ...."), Puzzle("11.. .... .... ....")]

SIZES_AT_9 = {
    "minimal": (729, 8_829, 7_371),
    "extended": (729, 11_988, 10_530),
    "sequential-counter": (3_321, 7_776, 7_776),
    "bitwise": (2_025, 11_988, 11_988),
    "ladder": (3_969 - 324, 11_988 - 648, 11_988 - 648),  # without a variable for "none" in each line
    "totalizer": (10_125, 21_708, 21_708),
    "k-m-totalizer": (5_913, 10_692, 10_692),
    "cardinality-network": (12_069, 17_496, 17_496),
    "triads": (1_215, 7_695, 7_695),
}
"""Variables, clauses as stated, and those among them that are distinct."""


def without_seconds(row):
    """What does not depend on the machine."""
    return (
        row.encoding,
        row.variables,
        row.clauses,
        row.unit_propagation,
        row.failed_literals,
        row.decisions,
        row.conflicts,
        row.propagations,
        row.checked,
        row.verdicts,
    )


def test_the_sizes_at_9_are_those_that_were_measured_elsewhere():
    rows = compare([Puzzle("." * 81)], list(SIZES_AT_9), failed_literals=False, search=False, jobs=1)
    found = {row.encoding: (row.variables, row.clauses, row.distinct) for row in rows}
    assert found == SIZES_AT_9


@pytest.mark.parametrize("name", ["minimal", "extended", "triads", "dual", "order", "optimised"])
def test_the_shares_are_those_of_the_naive_methods(name):
    rng = Random(1)
    puzzles = [unique_puzzle(solved_grid(FOUR, rng), rng) for _ in range(5)]
    rules = formula(load(name), FOUR)
    formulas = [add_clues(rules, puzzle) for puzzle in puzzles]
    letter = "y" if name == "order" else "x"

    def is_decided(one, known) -> bool:
        ways = [[one.literals(bytes(c) + bytes([d])) for d in range(1, 5)] for c in range(16)]
        blanks = [c for c, clue in enumerate(one.puzzle.cells) if not clue]
        return known is None or all(any(way and known.issuperset(way) for way in ways[c]) for c in blanks)

    unit = [is_decided(one, propagated(one.clauses, ())) for one in formulas]
    variables = [[v for v in range(1, one.variables + 1) if one.name(v)[0] == letter] for one in formulas]
    failed = [
        is_decided(one, with_failed_literals(one.clauses, primary))
        for one, primary in zip(formulas, variables, strict=True)
    ]
    [row] = compare(puzzles, [name], jobs=1)
    assert (row.unit_propagation, row.failed_literals) == (sum(unit) / 5, sum(failed) / 5)


@pytest.mark.parametrize("formalism", list(Formalism))
def test_all_encodings_come_to_the_verdicts_of_the_counter(formalism):
    """None, one and several solutions, told apart by each."""
    rng = Random(2)
    puzzles = [puzzle_with_known_answer(FOUR, rng, kind).puzzle for kind in ("unique", "several", "subtle")]
    puzzles += PUZZLES
    kinds = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)
    expected = sorted(kinds[count_solutions(puzzle)] for puzzle in puzzles)
    for row in compare(puzzles, names(formalism), failed_literals=False, jobs=1):
        assert (row.encoding, sorted(row.verdicts.elements())) == (row.encoding, expected)
        assert not row.complaints
        assert row.checked == row.puzzles == 6


@pytest.mark.parametrize("name", ["extended", "triads", "minimal", "ladder", "optimised"])
def test_what_unit_propagation_decides_takes_no_decision(name):
    """Whatever the solver counts beside; and a search that has to guess takes some."""
    [row] = compare([Puzzle("1... ..2. .3.. ...4")] * 3, [name], jobs=1)
    assert (row.unit_propagation, row.decisions, row.conflicts) == (1.0, 0.0, 0.0)
    [row] = compare([Puzzle("1.2. .... 2.3. ....")], [name], jobs=1)
    assert row.decisions is not None
    assert row.decisions > 0


def test_what_does_not_apply_to_cp_sat_is_none():
    [row] = compare(PUZZLES[:1], ["cpsat/cube"], jobs=1)
    assert (row.variables, row.constraints) == (64, 64)
    assert (row.clauses, row.literals, row.unit_propagation, row.propagations) == (None, None, None, None)
    assert row.decisions is not None


def test_a_formula_of_its_own_for_each_puzzle_is_measured_for_each():
    """One clue in a corner of a 4×4 grid settles 1 + 3 + 3 + 3 + 1 elements; no clue, none."""
    [row] = compare([Puzzle("1" + "." * 15), Puzzle("." * 16)], ["optimised"], search=False, jobs=1)
    assert row.is_per_puzzle
    assert row.variables == ((64 - 11) + 64) / 2


def test_sizes_are_compared_geometry_by_geometry():
    rows = list(compare([PUZZLES[0], Puzzle("." * 36)], ["minimal", "dual"], search=False, jobs=1))
    assert [(row.geometry.size, row.encoding, row.puzzles) for row in rows] == [
        (4, "minimal", 1),
        (4, "dual", 1),
        (6, "minimal", 1),
        (6, "dual", 1),
    ]


def test_the_figures_do_not_depend_on_the_number_of_processes():
    puzzles = PUZZLES * BATCH_SIZE
    alone, shared = (list(compare(puzzles, ["minimal", "optimised"], jobs=jobs)) for jobs in (1, 2))
    assert [without_seconds(row) for row in alone] == [without_seconds(row) for row in shared]


class WorkersCalledError(Exception):
    """Raised when a pool is made."""


@pytest.mark.parametrize(("jobs", "here"), [(None, 5), (1, 8), (2, 0)])
def test_workers_are_started_after_a_second_of_work_where_jobs_is_none(jobs, here, monkeypatch):
    """Four batches of a quarter of a second are not more than one."""
    now = 0.0
    shares: list[float] = []
    measure = Measurer.measure

    def slow(self: Measurer, batch: PuzzleBatch) -> Measurement:
        nonlocal now
        now += 0.25
        return measure(self, batch)

    def call(*_: object, **__: object) -> None:
        raise WorkersCalledError

    def on_progress(share: float) -> None:
        nonlocal now
        now += 100  # the caller's own time does not count
        shares.append(share)

    monkeypatch.setattr(comparing, "perf_counter", lambda: now)
    monkeypatch.setattr(comparing, "ProcessPool", call)
    monkeypatch.setattr(Measurer, "measure", slow)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    puzzles = PUZZLES[:1] * (8 * BATCH_SIZE)
    with suppress(WorkersCalledError):
        list(compare(puzzles, ["minimal"], search=False, jobs=jobs, progress=on_progress))
    assert shares == [(number + 1) / 8 for number in range(here)]


def test_an_error_in_a_worker_is_raised_here(monkeypatch):
    monkeypatch.setattr(comparing, "_make_measure", make_raising)
    with pytest.raises(FormatError, match="found nothing"):
        list(compare(PUZZLES, ["minimal"], jobs=2))
    assert multiprocessing.active_children() == []


def test_puzzles_whose_worker_dies_twice_are_undecided_with_the_reason(monkeypatch):
    """The sizes are known even so; nothing is said of what was not measured."""
    monkeypatch.setattr(comparing, "_make_measure", make_dying)
    rows = list(compare([UNIQUE] * 3, ["minimal", "cpsat/table"], jobs=2))
    for row in rows:
        assert (row.verdicts, row.complaints) == ({Verdict.UNKNOWN: 3}, ("ended by signal 9",))
        assert (row.decisions, row.conflicts, row.seconds, row.unit_propagation) == (None,) * 4
        assert row.is_partly_undecided
    [expected, _] = compare([UNIQUE], ["minimal", "cpsat/table"], search=False, jobs=1)
    assert (rows[0].clauses, rows[0].variables) == (expected.clauses, expected.variables)


def test_a_batch_whose_worker_dies_once_is_measured_again(monkeypatch, tmp_path):
    """And nothing is lost."""
    monkeypatch.setenv("SUDOCUBE_TEST_STARTS", str(tmp_path))
    monkeypatch.setattr(comparing, "_make_measure", make_measure_at_the_second_try)
    [row] = compare([UNIQUE] * 3, ["minimal"], jobs=2)
    assert (row.verdicts, row.complaints) == ({Verdict.UNIQUE: 3}, ())
    assert len(list(tmp_path.iterdir())) == 2


def test_what_takes_very_long_is_checked_in_part_unless_all_is_asked_for(monkeypatch):
    """The first puzzle of a batch is checked in any case."""
    monkeypatch.setattr(encoding_measurement, "CONFLICTS_AT_MOST", 1)
    [part] = compare([UNIQUE] * 3, ["minimal"], failed_literals=False, jobs=1)
    [whole] = compare([UNIQUE] * 3, ["minimal"], failed_literals=False, thorough=True, jobs=1)
    assert (part.checked, whole.checked) == (1, 3)


def test_out_of_time_is_undecided_and_never_a_verdict():
    hard = Puzzle(bytes([1, *[0] * 255]))
    [row] = compare([hard], ["minimal"], timeout=1e-6, jobs=1)
    assert row.verdicts == {Verdict.UNKNOWN: 1}
    assert (row.unprobed, row.failed_literals, row.is_partly_undecided) == (1, 0.0, True)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_done_is_told_as_it_grows(jobs):
    told: list[float] = []
    list(
        compare(
            PUZZLES * BATCH_SIZE,
            ["minimal"],
            search=False,
            failed_literals=False,
            jobs=jobs,
            progress=told.append,
        )
    )
    assert told == [pytest.approx((k + 1) / 3) for k in range(3)]


def test_a_mistake_is_told_before_anything_is_measured(tmp_path):
    with pytest.raises(UnknownNameError, match="minimal"):
        compare(PUZZLES, ["minimall"])
    file = tmp_path / "mine.toml"
    file.write_text("title = 5", "utf-8")
    with pytest.raises(EncodingError, match=r"mine\.toml"):
        compare(PUZZLES, [str(file)])


@pytest.mark.parametrize("name", ["minimal", "optimised"])
def test_the_time_limit_also_covers_loading_the_solver(name, monkeypatch):
    """What is cut short leaves no solver with some of the clauses: the next check has the same figures."""

    def checked(checker, most):
        clock = CountedClock(most)
        monkeypatch.setattr(full_checking, "Clock", lambda seconds: clock)
        return checker.check(UNIQUE, 1.0), clock.looks

    rules = formula(load(name), UNIQUE.geometry)
    with closing(CnfChecker(rules)) as checker:
        (expected, looks) = checked(checker, inf)
    assert expected.verdict is Verdict.UNIQUE
    late = SearchEffort(Verdict.UNKNOWN, None, None, None, None, "out of time after 1 s")
    with closing(CnfChecker(rules)) as checker:
        assert checked(checker, 0)[0] == late
        assert checked(checker, 1)[0] == late
        found, _ = checked(checker, looks)
    assert replace(found, seconds=None) == replace(expected, seconds=None)


def test_a_single_encoding_in_place_of_several_is_refused():
    """A text would be taken letter by letter."""
    with pytest.raises(TypeError, match="several encodings are asked for: put a single one in a list"):
        list(compare(["." * 16], "extended"))
