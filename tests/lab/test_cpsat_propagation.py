"""What CP-SAT encodings infer before a search: against other ways to the same, and against the solutions."""

from random import Random

import pytest

from sudocube.clock import Clock
from sudocube.encoder import Formalism, load, names
from sudocube.encoder.cnf import formula
from sudocube.engines import engine
from sudocube.geometry import Geometry
from sudocube.lab.all_different import Scheme, propagated, state
from sudocube.lab.cpsat_propagation import CpSatPropagation
from sudocube.lab.propagation import Propagation, PropagationState
from sudocube.puzzle import Puzzle
from sudocube.verdict import Verdict
from tests.puzzles import KINDS, puzzle_from, puzzle_with_known_answer, solved_grid

ENCODINGS = names(Formalism.CP_SAT)


def some_puzzles(shape: Geometry, count: int, seed: int) -> list[Puzzle]:
    """Random clues of a grid, and puzzles with one, no and several solutions."""
    rng = Random(seed)
    size = shape.size
    sparse = [
        puzzle_from(solved_grid(shape, rng), rng, clues=rng.randrange(size // 2, size * size // 2))
        for _ in range(count)
    ]
    return [*sparse, *(puzzle_with_known_answer(shape, rng, kind).puzzle for kind in KINDS)]


@pytest.mark.parametrize(("ours", "clauses"), [("cpsat/cube", "extended"), ("cpsat/triads", "triads")])
def test_lines_of_booleans_infer_in_theory_what_unit_propagation_infers(ours, clauses):
    shape = Geometry(2, 3)
    theory = CpSatPropagation(load(ours))
    propagation = Propagation(formula(load(clauses), shape))
    for puzzle in some_puzzles(shape, 4, seed=1):
        assert theory.in_theory(puzzle) is propagation.propagate(puzzle).state
    propagation.close()


@pytest.mark.parametrize("name", ["cpsat/alldifferent", "cpsat/channelled"])
def test_all_differents_infer_in_theory_what_domain_consistency_infers(name):
    """The lines of Booleans beside them, and the places of the digits, add nothing to that."""
    shape = Geometry(2, 3)
    theory = CpSatPropagation(load(name))
    for puzzle in some_puzzles(shape, 4, seed=2):
        assert theory.in_theory(puzzle) is state(propagated(puzzle, Scheme.DOMAIN))


@pytest.mark.parametrize("name", ENCODINGS)
def test_what_is_decided_agrees_with_the_verdict(name):
    """Refuted only where there is no solution, solved only where there is exactly one."""
    shape = Geometry(2, 2)
    checker = engine("phases")
    found = CpSatPropagation(load(name))
    for puzzle in some_puzzles(shape, 1, seed=3):
        verdict = checker.answer(puzzle, limit=2).verdict
        for what in (found.in_theory(puzzle), found.at_the_root(puzzle), found.presolved(puzzle).state):
            assert what is not PropagationState.REFUTED or verdict is Verdict.NONE
            assert what is not PropagationState.SOLVED or verdict is Verdict.UNIQUE


def test_an_encoding_without_boxes_is_not_given_their_all_differents(tmp_path):
    """What is inferred is what the file states, not what Sudoku is."""
    file = tmp_path / "latin.toml"
    text = """
        title = "Latin squares"
        formalism = "cp-sat"
        variables = "integer"
        idea = "Boxes are left out."
        [source]
        author = "a test"
        title = "none"
        year = 2026
        [families.cell]
        exactly_one = "domain"
        [families.row]
        exactly_one = "all-different"
        [families.column]
        exactly_one = "all-different"
    """
    file.write_text(text, encoding="utf-8")
    twice_in_a_box = Puzzle("1... .1.. .... ....")
    assert CpSatPropagation(load("cpsat/alldifferent")).in_theory(twice_in_a_box) is PropagationState.REFUTED
    assert CpSatPropagation(load(str(file))).in_theory(twice_in_a_box) is PropagationState.OPEN


def test_a_run_of_or_tools_is_not_begun_when_time_is_up():
    found = CpSatPropagation(load("cpsat/cube"))
    for run in (found.at_the_root, found.presolved):
        with pytest.raises(TimeoutError):
            run(Puzzle("." * 81), Clock(0))
