"""Every way of writing "at most one" says just that, and what is said of its auxiliary variables is true."""

from itertools import product

import pytest
from pysat.solvers import Solver

from sudocube.encoder.at_most_one import GROUPED, WAYS, at_most_one, explained, pattern

LITERALS = [-7, 3, 12, -20, 1, 2, 9]
"""Any literals: negative ones, and numbers with gaps."""


def says_at_most_one(clauses, literals) -> bool:
    """Whether they hold exactly for those of all 2^n assignments that make at most one literal true."""
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for truths in product([1, -1], repeat=len(literals)):
            assumed = [literal * true for literal, true in zip(literals, truths, strict=True)]
            if solver.solve(assumptions=assumed) != (truths.count(1) <= 1):
                return False
    return True


@pytest.mark.parametrize("way", WAYS)
def test_it_holds_exactly_for_those_assignments_that_make_at_most_one_true(way):
    """The auxiliary variables lie above those in use, up to the one that is returned, without gaps."""
    for count in range(1, 8):
        clauses, top = at_most_one(way, LITERALS[:count], 30)
        own = {abs(literal) for clause in clauses for literal in clause} - set(map(abs, LITERALS))
        assert own == set(range(31, top + 1))
        assert says_at_most_one(clauses, LITERALS[:count]), count
    first, top = at_most_one(way, range(1, 10), 20)
    second, _ = at_most_one(way, range(11, 20), top)
    of_first, of_second = ({abs(one) for clause in clauses for one in clause} for clauses in (first, second))
    assert not of_first & of_second


@pytest.mark.parametrize("way", GROUPED)
def test_groups_may_be_of_any_size_and_are_by_default_of_the_size_that_the_source_recommends(way):
    for size in range(2, 8):
        assert says_at_most_one(at_most_one(way, LITERALS, 20, size)[0], LITERALS), size
    sizes = {size: at_most_one(way, range(1, 10), 9, size) for size in (0, 2, 3, 4)}
    assert [size for size in (2, 3, 4) if sizes[size] == sizes[0]] == [{"commander": 3, "bimander": 2}[way]]


@pytest.mark.parametrize(
    ("way", "length", "clauses", "own"),
    [
        ("pairwise", 9, 36, 0),
        # A square of 3 by 3: 18 clauses for the places, 3 each for rows and columns; 5 by 5 likewise.
        ("product", 9, 24, 6),
        ("product", 25, 70, 10),
        ("product", 6, 15, 0),
        # Five groups of three and one alone, which is its own commander; then 15 pairs of six commanders.
        ("commander", 16, 15 + 15 + 5 + 15, 5),
        ("commander", 6, 15, 0),
        # Five groups in pairs: 4 pairs, and 3 bits for each of the nine.
        ("bimander", 9, 31, 3),
        # Eight steps from rung to rung, two clauses for the first element, three for each other one.
        ("ladder", 9, 8 + 2 + 24, 9),
        # Published figures for 324 lines of PySAT's ways, divided by 324, less "at least one".
        ("sequential-counter", 9, 23, 8),
        ("bitwise", 9, 36, 4),
        # Eight elements in four pairs: 4 pairs, and the 2 bits that four pairs need for each of the eight.
        ("bimander", 8, 20, 2),
        ("totalizer", 9, 66, 29),
        ("k-m-totalizer", 9, 32, 16),
        ("cardinality-network", 9, 53, 35),
        ("sorting-network", 9, 191, 127),
    ],
)
def test_a_way_takes_as_many_clauses_as_its_source_says(way, length, clauses, own):
    """Counted by hand, and no variable only repeats another one, but for the first rung of a ladder."""
    written, top = at_most_one(way, range(1, length + 1), length)
    assert (len(written), top - length) == (clauses, own)
    pairs = {frozenset(clause) for clause in written if len(clause) == 2}
    equal = [set(map(abs, pair)) for pair in pairs if frozenset(-literal for literal in pair) in pairs]
    assert all(one == {1, length + 1} and way == "ladder" for one in equal)


PATTERNS = [(way, length, 0) for way in sorted(WAYS) for length in (1, 2, 3, 4, 5, 7, 8)]
PATTERNS += [(way, length, group) for way in GROUPED for length, group in ((5, 2), (7, 3), (9, 4))]


def test_definitions_hold_whatever_is_true_and_the_others_say_at_most_one():
    """For all 2^n choices: no definition is broken, and another clause is if two literals are true."""
    for way, length, group in PATTERNS:
        clauses, added = pattern(way, length, group)
        found = explained(way, length, group)
        assert set(found.meanings) == set(range(length + 1, length + added + 1)), (way, length)
        for truths in product([False, True], repeat=length):
            known = dict(enumerate(truths, 1))
            for variable, meaning in found.meanings.items():
                known[variable] = any(known[one] for one in meaning.of) == meaning.value
            broken = [one for one in clauses if not any(known[abs(v)] == (v > 0) for v in one)]
            assert not [clause for clause in broken if clause in found.defines], (way, length)
            assert bool(broken) == (sum(truths) > 1), (way, length)
        assert all(
            variable in map(abs, clause) and variable > length for clause, variable in found.defines.items()
        )


@pytest.mark.parametrize("way", [way for way in WAYS if way != "pairwise"])
def test_each_meaning_follows_from_the_clauses(way):
    """A literal of the line that is true gives each auxiliary variable the value that its meaning names."""
    for length in (7, 20):
        found = explained(way, length)
        with Solver(
            "minisat22", bootstrap_with=[list(clause) for clause in pattern(way, length)[0]]
        ) as solver:
            for variable, meaning in found.meanings.items():
                for one in meaning.of:
                    assert not solver.solve([one, -variable if meaning.value else variable]), (way, variable)
        assert any(meaning.of for meaning in found.meanings.values())
