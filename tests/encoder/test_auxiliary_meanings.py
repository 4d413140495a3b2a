"""What is said of auxiliary variables is true, for every way of writing "at most one"."""

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat.solvers import Solver

from sudocube.encoder.at_most_one import GROUPED, WAYS, pattern
from sudocube.encoder.auxiliary_meanings import TABLES_UP_TO, ExplainedPattern, explained

PATTERNS = st.tuples(
    st.sampled_from(sorted(WAYS)), st.integers(1, 9), st.one_of(st.just(0), st.integers(2, 5))
).map(lambda drawn: drawn if drawn[0] in GROUPED else (*drawn[:2], 0))


def values(meanings: ExplainedPattern, truths: tuple[bool, ...]) -> dict[int, bool]:
    """What the literals and the auxiliary variables are for these truths, as the meanings have it."""
    known = dict(enumerate(truths, 1))

    def value(variable: int) -> bool:
        if variable not in known:
            meaning = meanings.meanings[variable]
            enough = sum(is_so(other) for other in meaning.of) >= meaning.at_least
            known[variable] = enough == meaning.value
        return known[variable]

    def is_so(variable: int) -> bool:
        """Of a literal, that it is true; of an auxiliary variable, that it has the value of its meaning."""
        meaning = meanings.meanings.get(variable)
        return value(variable) == (True if meaning is None else meaning.value)

    return {variable: value(variable) for variable in [*known, *meanings.meanings]}


def holds(clause: tuple[int, ...], known: dict[int, bool]) -> bool:
    """Whether a literal of the clause is true."""
    return any(known[abs(literal)] == (literal > 0) for literal in clause)


@given(drawn=PATTERNS)
def test_definitions_hold_whatever_is_true_and_the_others_say_at_most_one(drawn):
    """For all 2^n choices: no definition is broken, and another clause is if two literals are true."""
    way, length, group = drawn
    clauses, added = pattern(way, length, group)
    found = explained(way, length, group)
    assert set(found.meanings) == set(range(length + 1, length + added + 1))
    for truths in product([False, True], repeat=length):
        known = values(found, truths)
        broken = [clause for clause in clauses if not holds(clause, known)]
        assert not [clause for clause in broken if clause in found.defines]
        assert bool(broken) == (sum(truths) > 1)


@given(drawn=PATTERNS)
def test_each_meaning_follows_from_the_definitions_alone(drawn):
    """No other clause is needed: what may become so instead is named. Found by a SAT solver."""
    found = explained(*drawn)

    def becomes(variable: int) -> int:
        meaning = found.meanings.get(variable)
        return variable if meaning is None or meaning.value else -variable

    with Solver("minisat22", bootstrap_with=[list(clause) for clause in found.defines]) as solver:
        for variable, meaning in found.meanings.items():
            for chosen in combinations(meaning.of, meaning.at_least):
                literals = [*map(becomes, chosen), *(-becomes(other) for other in meaning.unless)]
                assert not solver.solve([*literals, -becomes(variable)]) or not meaning.of


def test_what_may_become_so_instead_is_named_where_the_definitions_have_it():
    """Of the k-m-totalizer: x1 makes one of two variables true. No other way needs this."""
    unless = {way: {v: m.unless for v, m in explained(way, 4).meanings.items() if m.unless} for way in WAYS}
    assert unless.pop("k-m-totalizer") == {5: (8, 9, 10), 6: (10,), 7: (9,)}
    assert not any(unless.values())


@given(drawn=PATTERNS)
def test_a_definition_contains_the_variable_that_it_defines(drawn):
    """And each variable that is ever made true or false has a definition."""
    found = explained(*drawn)
    for clause, variable in found.defines.items():
        assert variable in map(abs, clause)
        assert variable > drawn[1]
    assert set(found.defines.values()) >= {v for v, meaning in found.meanings.items() if meaning.of}


@pytest.mark.parametrize("way", WAYS)
def test_of_long_lines_the_same_clauses_are_definitions(way, monkeypatch):
    """Above 16 literals not all choices are looked at; at 9, that gives what all choices give."""
    whole = explained(way, 9)
    monkeypatch.setattr("sudocube.encoder.auxiliary_meanings.TABLES_UP_TO", 8)
    assert TABLES_UP_TO == 16
    assert explained.__wrapped__(way, 9).defines == whole.defines


@pytest.mark.parametrize("way", [way for way in WAYS if way != "pairwise"])
@pytest.mark.parametrize("length", [16, 20, 25])
def test_of_long_lines_each_variable_has_a_meaning(way, length):
    """Of a count where that is seen, else of its own rules."""
    _, added = pattern(way, length)
    assert len(explained(way, length).meanings) >= added * 0.75


def test_the_rungs_of_a_ladder_become_false():
    """A ladder is written the other way round: the rungs above the true element are false."""
    meanings = explained("ladder", 4).meanings
    assert {(meaning.value, meaning.of) for meaning in meanings.values()} == {
        (False, (1,)),
        (False, (1, 2)),
        (False, (1, 2, 3)),
        (False, (1, 2, 3, 4)),
    }
