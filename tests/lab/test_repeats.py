"""Encodings compared by several solvers, on several lists, and in orders of clauses at random."""

from random import Random
from typing import Any

import pytest

from sudocube.encoder import load
from sudocube.encoder.cnf import formula
from sudocube.errors import UnknownNameError, UnsupportedError
from sudocube.formats import read
from sudocube.geometry import Geometry
from sudocube.lab import compare, comparing, strengths
from sudocube.lab.clause_order import shuffled
from sudocube.lab.encoding_measurement import Measurement, Measurer, PuzzleBatch
from sudocube.lab.full_checking import CnfChecker, SearchEffort
from sudocube.lab.strengths import MeasuredEncoding, Strength
from sudocube.puzzle import Puzzle
from sudocube.sat.settings import SOLVERS, VERSIONS
from sudocube.verdict import Verdict
from tests.lab.naive import propagated
from tests.puzzles import EXAMPLES, count_solutions, puzzle_with_known_answer, solved_grid, unique_puzzle

FOUR = Geometry(2, 2)
UNIQUE = next(Puzzle(cells) for name, cells, _, _ in EXAMPLES if name == "3x3-unique")
PROPAGATED, OPEN = Puzzle("1... ..2. .3.. ...4"), Puzzle("1.2. .... 2.3. ....")
PUZZLES = [PROPAGATED, Puzzle(".... .... .... ...."), Puzzle("11.. .... .... ....")]


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_comes_to_the_verdicts_of_the_counter(solver):
    """None, one and several solutions, whatever the order of the clauses."""
    rng = Random(2)
    puzzles = [puzzle_with_known_answer(FOUR, rng, kind).puzzle for kind in ("unique", "several", "subtle")]
    puzzles += PUZZLES
    kinds = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)
    expected = sorted(kinds[count_solutions(puzzle)] for puzzle in puzzles)
    for row in compare(
        puzzles, ["minimal", "order", "optimised"], solvers=[solver], repeat=2, failed_literals=False, jobs=1
    ):
        assert (row.solver, sorted(row.verdicts.elements()), row.complaints) == (solver, expected, ())


@pytest.mark.parametrize("solver", [name for name in SOLVERS if name != "lingeling"])
def test_what_unit_propagation_decides_takes_no_decision_of_any_solver(solver):
    """Whatever it counts beside; Lingeling's decisions include the assumptions, so they are not known."""
    [row] = compare([PROPAGATED] * 3, ["extended"], solvers=[solver], failed_literals=False, jobs=1)
    assert (row.decisions, row.conflicts) == (0.0, 0.0)


def test_what_a_solver_does_not_count_is_none():
    found = {
        row.solver: row for row in compare([OPEN], ["minimal"], solvers=["lingeling", "maplecm"], jobs=1)
    }
    assert found["lingeling"].decisions is None
    assert found["lingeling"].conflicts is not None
    assert found["maplecm"].propagations is None


def test_every_solver_has_a_version():
    assert set(VERSIONS) == set(SOLVERS)


def test_what_is_inferred_is_measured_once_for_all_solvers_and_repeats(monkeypatch):
    """And each row has it."""
    inferred: list[bool] = []
    measure = Measurer.measure

    def noted(self: Measurer, batch: PuzzleBatch) -> Measurement:
        inferred.append(batch.infers)
        return measure(self, batch)

    monkeypatch.setattr(Measurer, "measure", noted)
    rows = list(compare(PUZZLES, ["minimal"], solvers=["glucose4", "minisat22"], repeat=2, jobs=1))
    assert inferred == [True, False, False, False]
    assert len({(row.unit_propagation, row.failed_literals, row.clauses) for row in rows}) == 1
    assert [row.samples.numbers["unit_propagation"][0].tolist() for row in rows] == [[1.0, 0.0, 1.0]] * 2


def test_cp_sat_checks_its_own_encodings_once():
    rows = compare([PROPAGATED], ["cpsat/cube", "minimal"], solvers=["glucose4", "ergo"], jobs=1)
    assert [(row.encoding, row.solver) for row in rows] == [
        ("cpsat/cube", "cp-sat"),
        ("minimal", "glucose4"),
        ("minimal", "ergo"),
    ]


@pytest.mark.parametrize("name", ["minimal", "optimised", "cpsat/alldifferent"])
def test_repeats_differ_and_the_same_seed_gives_the_same_again(name):
    """With each seed its own orders; without repeats, the order of the encoding."""

    def conflicts(**options):
        [row] = compare([UNIQUE] * 2, [name], failed_literals=False, jobs=1, **options)
        return [some.tolist() for some in row.samples.numbers["conflicts"]], row.seeds

    once, seeds = conflicts()
    assert (len(once), seeds) == (1, None)
    first, seeds = conflicts(repeat=4, seed=7)
    assert seeds == ("7:1", "7:2", "7:3", "7:4")
    assert len({tuple(some) for some in first}) > 1
    assert conflicts(repeat=4, seed=7)[0] == first
    assert conflicts(repeat=4, seed=8)[0] != first


def test_the_figures_of_repeats_do_not_depend_on_the_number_of_processes():
    puzzles = [UNIQUE] * 25
    options: dict[str, Any] = {"repeat": 2, "solvers": ["glucose4", "cadical153"], "failed_literals": False}
    alone, shared = (
        [row.samples.numbers["conflicts"] for row in compare(puzzles, ["extended"], jobs=jobs, **options)]
        for jobs in (1, 2)
    )
    assert alone == shared


def test_a_mean_over_repeats_is_that_of_all_checks():
    [row] = compare([UNIQUE, UNIQUE], ["minimal"], repeat=3, failed_literals=False, jobs=1)
    numbers = [number for some in row.samples.numbers["decisions"] for number in some]
    assert row.decisions == pytest.approx(sum(numbers) / 6)
    assert (row.checked, row.repeats, row.verdicts) == (2, 3, {Verdict.UNIQUE: 2})


def test_a_puzzle_that_one_repeat_leaves_undecided_is_undecided(monkeypatch):
    """And where repeats contradict each other, this is said."""
    said = iter([Verdict.UNIQUE, Verdict.UNKNOWN, Verdict.UNIQUE, Verdict.NONE])

    def check(self, puzzle, timeout):
        verdict = next(said)
        return SearchEffort(verdict, 1, 1, 1, 0.1, "late" if verdict is Verdict.UNKNOWN else None)

    monkeypatch.setattr(CnfChecker, "check", check)
    [late] = compare([OPEN], ["minimal"], repeat=2, jobs=1)
    [torn] = compare([OPEN], ["minimal"], repeat=2, jobs=1)
    assert (late.verdicts, late.complaints) == ({Verdict.UNKNOWN: 1}, ("late",))
    assert (torn.verdicts, torn.complaints) == (
        {Verdict.UNKNOWN: 1},
        ("none and unique in different repeats",),
    )


def test_shuffled_clauses_are_the_same_formula():
    """What follows from them by unit propagation is the same, under the old numbers."""
    rng = Random(3)
    rules = formula(load("sequential-counter"), FOUR)
    for _ in range(5):
        puzzle = unique_puzzle(solved_grid(FOUR, rng), rng)
        order = shuffled(rules.variables, rng)
        clues = [cell * 4 + digit for cell, digit in enumerate(puzzle.cells) if digit]
        known = propagated(rules.clauses, clues)
        renamed = propagated(order.shuffled_clauses(rules.clauses), order.literals(clues))
        assert (known is None) == (renamed is None)
        if known is not None and renamed is not None:
            assert set(order.literals(sorted(known))) == set(renamed)
        model = [-v for v in range(1, rules.variables + 1)]
        for old in (1, 5, rules.variables):
            new = order.literals([old])[0]
            model[new - 1] = new
        found = [literal for literal in order.original_model(model) if literal > 0]
        assert found == [1, 5, rules.variables]


def test_lists_have_figures_of_their_own_side_by_side(tmp_path):
    """Geometry by geometry; puzzles that come from no file are a list, too."""
    files = {"a.txt": "1.....2..3.....4\n", "b.txt": "................\n" + "." * 36 + "\n"}
    entries = []
    for name, text in files.items():
        (tmp_path / name).write_text(text)
        with (tmp_path / name).open("rb") as stream:
            entries += list(read(stream, name))
    rows = list(compare([*entries, PUZZLES[2]], ["minimal"], by_list=True, jobs=1))
    assert [(row.geometry.size, row.list, row.puzzles, row.unit_propagation) for row in rows] == [
        (4, "a.txt", 1, 1.0),
        (4, "b.txt", 1, 0.0),
        (4, "argument", 1, 1.0),
        (6, "b.txt", 1, 0.0),
    ]
    assert [row.samples.sources for row in rows][1:3] == [("b.txt:1",), ("argument:4",)]
    pooled = list(compare([*entries, PUZZLES[2]], ["minimal"], jobs=1))
    assert [(row.list, row.puzzles) for row in pooled] == [(None, 3), (None, 1)]


class Always:
    """A strength that decides what has a clue, counts them, or runs out of time."""

    def __init__(self, measured: MeasuredEncoding) -> None:
        self.open = True

    def measure(self, puzzle, clock):
        if puzzle == PUZZLES[2]:
            raise TimeoutError
        assert self.open
        return any(puzzle.cells)

    def close(self) -> None:
        self.open = False


class Clues(Always):
    """How many clues there are."""

    def measure(self, puzzle, clock):
        return sum(map(bool, puzzle.cells))


def test_a_strength_that_is_added_is_measured_of_each_puzzle(monkeypatch):
    """Where it applies; what ran out of time counts as undecided, and is told."""
    from sudocube.encoder import Formalism

    both = (Formalism.CNF, Formalism.CP_SAT)
    known = {
        "any": Strength("any", "any", "any clue", "there is a clue", (Formalism.CNF,), Always),
        "clues": Strength("clues", "clues", "clues", "how many", both, Clues, is_share=False),
    }
    monkeypatch.setattr(strengths, "STRENGTHS", known)
    monkeypatch.setattr("sudocube.lab.comparison_figures.STRENGTHS", known)
    cnf, cp = compare(PUZZLES, ["minimal", "cpsat/cube"], strengths=["clues", "any"], repeat=2, jobs=1)
    assert cnf.strengths == {"any": pytest.approx(1 / 3), "clues": 2.0}
    assert cnf.late == {"any": 1, "clues": 0}
    assert cnf.is_partly_undecided
    assert (cp.strengths, cp.late) == ({"any": None, "clues": 2.0}, {"any": 0, "clues": 0})
    assert cnf.samples.numbers["clues"][0].tolist() == [4.0, 0.0, 2.0]


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"solvers": ["glucose5"]}, UnknownNameError, "glucose4"),
        ({"solvers": "glucose4"}, TypeError, "several solvers are asked for"),
        ({"solvers": []}, ValueError, "name at least one"),
        ({"solvers": ["ergo", "ergo"]}, ValueError, "each once"),
        ({"solvers": ["lingeling"], "timeout": 1.0}, UnsupportedError, "lingeling cannot be stopped"),
        ({"repeat": 0}, ValueError, "0 repeats"),
        ({"repeat": 2, "search": False}, ValueError, "search=False"),
        ({"solvers": ["ergo"], "search": False}, ValueError, "search=False"),
        ({"strengths": ["strongest"]}, UnknownNameError, "unknown strength 'strongest'"),
    ],
)
def test_what_cannot_be_measured_is_told_before_anything_is(options, error, words):
    with pytest.raises(error, match=words):
        compare(PUZZLES, ["minimal"], **options)


def test_clauses_of_a_file_and_of_a_function_are_compared_like_any_encoding(tmp_path):
    """The function is called for each size; the figures are those of the same encoding of the catalogue."""
    (tmp_path / "mine.py").write_text(
        "from sudocube.encoder import load\n"
        "from sudocube.encoder.cnf import formula\n"
        "from sudocube.geometry import Geometry\n"
        "def clauses(n):\n"
        "    return formula(load('extended'), Geometry.of_size(n)).clauses\n"
    )
    rules = formula(load("extended"), FOUR)
    lines = [f"{' '.join(map(str, clause))} 0" for clause in rules.clauses]
    (tmp_path / "mine.cnf").write_text(f"p cnf {rules.variables} {len(lines)}\n" + "\n".join(lines) + "\n")
    own = [f"python:{tmp_path}/mine.py:clauses", f"{tmp_path}/mine.cnf"]
    found = list(compare(PUZZLES, ["extended", *own], repeat=2, jobs=1))
    assert [row.encoding for row in found] == ["extended", *own]
    figures = {
        (
            row.variables,
            row.distinct,
            row.unit_propagation,
            row.failed_literals,
            row.conflicts,
            frozenset(row.verdicts.items()),
        )
        for row in found
    }
    assert len(figures) == 1
    six = list(compare(["." * 36, PUZZLES[0]], own[:1], search=False, jobs=1))
    assert [(row.geometry.size, row.variables) for row in six] == [(6, 216), (4, 64)]


def test_an_empty_clause_is_a_contradiction_for_unit_propagation(tmp_path):
    """As it is for every solver."""
    (tmp_path / "mine.cnf").write_text("p cnf 2 2\n1 2 0\n0\n")
    [row] = compare([OPEN], [f"{tmp_path}/mine.cnf"], repeat=2, jobs=1)
    assert (row.unit_propagation, row.failed_literals, row.verdicts) == (1.0, 1.0, {Verdict.NONE: 1})


def test_what_is_complete_is_no_longer_kept():
    """The measurements of an encoding are dropped once its rows are made."""
    kept: list[int] = []
    rows: Any = comparing.compare(
        PUZZLES * 20, ["minimal", "extended", "dual"], solvers=["glucose4", "ergo"], jobs=1
    )
    for _ in rows:
        kept.append(len(rows.gi_frame.f_locals["done"]))
    assert max(kept) <= 6
