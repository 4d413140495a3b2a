"""A step is accepted if it follows from the clauses that it names, and refused otherwise."""

from itertools import product
from random import Random

import pytest

from sudocube.arguments import as_puzzle
from sudocube.geometry import GEOMETRIES, Geometry
from sudocube.puzzle import Puzzle
from sudocube.trusted import ProofCheck, Refused, rules_of
from tests.puzzles import clashing_puzzle, count_solutions, puzzle_from, solved_grid
from tests.verdicts.samples import NO_SOLUTION, SINGLES, SIXTEEN_STEPS, TALL_BOXES, TWELVE_STEPS, proved

RULES = rules_of(2, 2)
NOTHING = [0] * 16


def test_propagation_of_a_solved_grid_ends_in_that_grid():
    for geometry in (geometry for geometry in GEOMETRIES if geometry.size <= 16):
        grid = solved_grid(geometry, Random(1))
        rules = rules_of(geometry.box_rows, geometry.box_columns)
        refutation = ProofCheck(rules, grid.cells)
        assert refutation.state[0] == sum(1 << variable for variable in rules.variables_of(grid.cells))
        assert not refutation.is_complete, geometry
        refutation.forbid(grid.cells)
        assert refutation.is_complete, geometry


def test_a_variable_that_is_false_or_has_a_true_peer_cannot_be_made_true():
    refutation = ProofCheck(RULES, NOTHING)
    one, peer = (
        1 << RULES.variables_of([1, *NOTHING[1:]])[0],
        1 << RULES.variables_of([0, 1, *NOTHING[2:]])[0],
    )
    assert refutation.affirmed((0, one), one) is refutation.affirmed((peer, 0), one) is None
    assert refutation.affirmed((one, 0), one) == refutation.affirmed((0, 0), one)


def test_clues_that_clash_are_a_contradiction_at_once():
    nothing = ProofCheck(RULES, NOTHING)
    assert (nothing.state, nothing.is_complete) == ((0, 0), False)
    for unit in ("row", "column", "box"):
        puzzle, _ = clashing_puzzle(solved_grid(Geometry(3, 3), Random(2)), Random(2), unit)
        assert ProofCheck(rules_of(3, 3), puzzle.cells).is_complete, puzzle


def test_propagation_alone_never_refutes_what_has_a_solution():
    """With "not this solution", a puzzle with several solutions is not refuted, either."""
    for seed in range(30):
        rng = Random(seed)
        grid = solved_grid(Geometry(2, 3), rng)
        puzzle = puzzle_from(grid, rng, clues=rng.randint(0, 20))
        refutation = ProofCheck(rules_of(2, 3), puzzle.cells)
        assert not refutation.is_complete, puzzle
        for variable in rules_of(2, 3).variables_of(grid.cells):
            assert not refutation.state[1] >> variable & 1, puzzle
        refutation.forbid(grid.cells)
        assert not (refutation.is_complete and count_solutions(puzzle) > 1), puzzle


def test_a_step_that_follows_is_learned_and_used():
    """With 1 in r1c1, row 2 has it in c3 or c4; so where it is in r3c3, in c4."""
    refutation = ProofCheck(RULES, [1, *[0] * 15])
    refutation.step("#1 r2c3=1 r2c4=1 : 1@r2")
    refutation.step("#2 r3c3!=1 r2c4=1 : #1")
    refutation.step("#3 r4c4=2 r3c3!=1 r2c4=1 : #2")
    assert refutation.steps == 3
    assert refutation.clauses["#3"] == (1 << 62 | 1 << 29, 1 << 41)


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("#2 r2c3=1 r2c4=1 : 1@r2", "out of place"),
        ("r2c3=1 r2c4=1 : 1@r2", "out of place"),
        ("#1", "nothing that is known"),
        ("#1 r2c3=1 r2c4=1 :", "nothing that is known"),
        ("#1 r2c3=1 r2c4=1 : ", "nothing that is known"),
        ("#1 r2c3=1 r2c4=1 :1@r2", "nothing that is known"),
        ("#1 r2c3=1 r2c4=1  : 1@r2", "nothing that is known"),
        ("#1 r2c3=1 r2c4=1 : 1@r2 ", "nothing that is known"),
        ("#1 r2c3=1 r2c4=1 : 1@r2 1@c1", "only then"),
        ("#1 r2c3=1 r2c4=1 : 1@c3 1@r2", "only then|forces nothing"),
        ("#1 r2c3=1 r2c4=1 : #1", "nothing that is known"),
        ("#1 r2c3=1 r2c4=1 : other", "nothing that is known"),
        ("#1 r2c3=1 : 1@r2", "does not fail"),
        ("#1 r2c3=1 r2c4=5 : 1@r2", "nothing that is known"),
        ("#1 r2c3=1 r0c4=1 : 1@r2", "nothing that is known"),
        ("#1 r2c3=1 29 : 1@r2", "nothing that is known"),
        ("#1 r1c1=1 : 1@r2", "known already"),
        ("#1 r1c2!=1 : 1@r2", "known already"),
        ("#1 r3c3=2 r2c4=1 : 1@r2", "does not fail"),
        ("#1 : 1@r2", "forces nothing"),
    ],
)
def test_what_does_not_follow_as_it_says_is_refused(step, reason):
    refutation = ProofCheck(RULES, [1, *[0] * 15])
    state, clauses = refutation.state, dict(refutation.clauses)
    with pytest.raises(Refused, match=reason):
        refutation.step(step)
    assert (refutation.state, refutation.clauses, refutation.steps) == (state, clauses, 0)


def test_a_step_that_says_the_same_as_an_earlier_one_is_refused_while_it_is_read():
    refutation = ProofCheck(RULES, NOTHING)
    refutation.step("#1 r2c1=1 r2c2=1 r2c3=1 r2c4=1 : 1@r2")
    kept = len(refutation.clauses)
    for literals in ("r2c1=1 r2c2=1 r2c3=1 r2c4=1", "r2c4=1 r2c3=1 r2c2=1 r2c1=1 r2c1=1"):
        with pytest.raises(Refused, match="known already"):
            refutation.step(f"#2 {literals} : 1@r2")
    assert (len(refutation.clauses), refutation.steps) == (kept, 1)
    refutation.step("#2 r2c1=2 r2c2=2 r2c3=2 r2c4=2 : 2@r2")


@pytest.mark.parametrize("step", ["#1 : other", "#1 r2c3=1 : other", "#1 r2c3=1 r2c4=1 : 4@r4 other"])
def test_a_clause_with_several_literals_left_forces_nothing(step):
    """Affirmed ones, as in a line, or denied ones, as in "not this solution"."""
    refutation = ProofCheck(RULES, [1, *[0] * 15])
    refutation.forbid([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    with pytest.raises(Refused, match="forces nothing"):
        refutation.step(step)


def test_no_clause_over_a_grid_is_ever_learned_that_a_solution_breaks():
    """All clauses of two literals on two cells of a puzzle, with every line as a hint."""
    grid = solved_grid(Geometry(2, 2), Random(5))
    puzzle = puzzle_from(grid, Random(5), clues=3)
    true = sum(1 << variable for variable in RULES.variables_of(grid.cells))
    literals = [name for name in RULES.literals if name[:4] in {"r1c2", "r4c4"}]
    learned = 0
    for first, second, hint in product(literals, literals, RULES.lines):
        refutation = ProofCheck(RULES, puzzle.cells)
        try:
            refutation.step(f"#1 {first} {second} : {hint}")
        except Refused:
            continue
        learned += 1
        yes, no = refutation.clauses["#1"]
        assert yes & true or no & ~true
    assert learned


@pytest.mark.parametrize("cells", [SIXTEEN_STEPS, NO_SOLUTION])
def test_a_proof_without_one_of_its_steps_or_in_another_order_is_no_proof_unless_it_completes(cells):
    """The remaining steps are checked anew, and accepted only if they are still a refutation."""
    puzzle = Puzzle(cells)
    answer, steps = proved(puzzle)
    assert is_refuted(puzzle, answer, steps)
    assert not is_refuted(puzzle, answer, steps[:-1])
    assert not is_refuted(puzzle, answer, steps[1:])
    assert not is_refuted(puzzle, answer, steps[::-1])
    assert not is_refuted(puzzle, answer, proved(Puzzle(TWELVE_STEPS))[1])


@pytest.mark.parametrize("cells", [SIXTEEN_STEPS, TALL_BOXES, SINGLES])
def test_where_a_clue_is_dropped_a_proof_is_accepted_only_if_the_puzzle_is_still_unique(cells):
    puzzle = as_puzzle(cells)
    answer, steps = proved(puzzle)
    for cell in puzzle.clues:
        fewer = Puzzle(puzzle.cells[:cell] + b"\0" + puzzle.cells[cell + 1 :], puzzle.geometry)
        assert not is_refuted(fewer, answer, steps) or count_solutions(fewer) == 1


def is_refuted(puzzle, answer, steps) -> bool:
    """Whether these steps refute the puzzle with "not this solution"."""
    refutation = ProofCheck(rules_of(puzzle.geometry.box_rows, puzzle.geometry.box_columns), puzzle.cells)
    if answer.solutions:
        refutation.forbid(answer.solutions[0].cells)
    try:
        for step in steps:
            refutation.step(step)
    except Refused:
        return False
    return refutation.is_complete
