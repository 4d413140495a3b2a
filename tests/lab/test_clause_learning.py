"""The small solver that learns: the same satisfiability as PySAT, and each step passes a referee."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Cadical153

from sudocube.clock import Clock
from sudocube.encoder.clause_names import ClauseName, NamedClause
from sudocube.lab.clause_learning import ClauseConflict, ClauseLearner
from tests.lab.trace_referee import check_steps

NAME = ClauseName("own", "", "clause", "own")


def learner_of(clauses) -> ClauseLearner:
    return ClauseLearner(NamedClause(clause, NAME) for clause in clauses)


def run(clauses, choose=None):
    """The steps, and the literals that are true in the end; None if there was a conflict at level 0."""
    learner = learner_of(clauses)
    top = max((abs(literal) for clause in clauses for literal in clause), default=0)

    def first(learner):
        return next((v for v in range(1, top + 1) if learner.value(v) is None), None)

    steps = list(learner.run(choose or first))
    refuted = bool(steps) and isinstance(steps[-1], ClauseConflict)
    return steps, None if refuted else {step.literal for step in learner.trail}


def random_clauses(rng: Random) -> list[list[int]]:
    """Random 3-SAT about where half of the formulas are satisfiable, or clauses of any lengths."""
    top = rng.randint(1, 30)
    lengths = [3] if rng.random() < 0.7 else rng.choice([[2], [1, 2, 3], [0, 2, 2, 2, 3, 3, 3, 5], [2, 3, 4]])
    count = int(top * rng.choice([1, 2, 4, 4.3, 5, 6]))
    return [
        [rng.choice([-1, 1]) * rng.randint(1, top) for _ in range(rng.choice(lengths))] for _ in range(count)
    ]


def is_satisfiable(clauses) -> bool:
    if [] in clauses:
        return False
    with Cadical153(bootstrap_with=clauses) as solver:
        return bool(solver.solve())


def test_satisfiable_exactly_where_pysat_says_so_and_each_step_passes_the_referee():
    """On 400 random formulas, every third with random decisions; a model makes each clause true."""
    rng, found, learned_long = Random(1), {True: 0, False: 0}, 0
    for number in range(400):
        clauses = random_clauses(rng)
        top = max((abs(literal) for clause in clauses for literal in clause), default=0)

        def any_literal(learner, top=top):
            free = [v for v in range(1, top + 1) if learner.value(v) is None]
            return rng.choice([-1, 1]) * rng.choice(free) if free else None

        steps, true = run(clauses, None if number % 3 else any_literal)
        assert is_satisfiable(clauses) == (true is not None)
        found[true is not None] += 1
        learned_long += sum(isinstance(step, ClauseConflict) and len(step.learned) > 1 for step in steps)
        if true is not None:
            assert all(true.intersection(clause) for clause in clauses)
        if number % 3 == 0:
            check_steps(clauses, steps)
    assert min(*found.values(), learned_long) > 100  # the formulas are a fair mixture


LITERALS = st.integers(1, 6).flatmap(lambda v: st.sampled_from([v, -v]))


@given(st.lists(st.lists(LITERALS, max_size=4), max_size=25))
def test_any_clauses_are_read(clauses):
    """Also empty ones, repeated literals, tautologies, and the same clause twice."""
    steps, true = run(clauses)
    assert is_satisfiable(clauses) == (true is not None)
    check_steps(clauses, steps)


def test_the_first_unique_implication_point_is_learned():
    """Of L. Zhang et al., "Efficient Conflict Driven Learning in a Boolean Satisfiability Solver", 2001, the
    idea: 4 is the latest literal through which all paths from decision 2 to the conflict lead; 1 is of the
    level before. So "not 1 or not 4" is learned, and not a clause with the decision 2.
    """
    clauses = [[-2, 3], [-3, 4], [-4, -1, 5], [-4, 6], [-5, -6]]
    decisions = iter([1, 7, 2, None])
    steps, _ = run(clauses, lambda learner: next(decisions))
    [conflict] = [step for step in steps if isinstance(step, ClauseConflict)]
    assert conflict.learned == (-4, -1)
    assert [resolution.on for resolution in conflict.resolutions] == [6, 5]
    assert (conflict.level, conflict.backjump) == (3, 1)  # level 2 has no part in it, and is jumped over
    after = steps[steps.index(conflict) + 1]
    assert (after.literal, after.level, after.clause.name.line) == (-4, 1, "conflict 1")
    assert after.clause.name.family == "learned"


def test_no_time_left_is_noticed_while_clauses_fire():
    learner = ClauseLearner([NamedClause([1], NAME)])
    learner._clock = Clock(0)
    with pytest.raises(TimeoutError):
        list(learner.run(lambda learner: None))
    with pytest.raises(TimeoutError):
        ClauseLearner([NamedClause([1], NAME)], Clock(0))
