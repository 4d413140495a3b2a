"""What follows from literals by lines in which exactly one is true, against all assignments."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from sudocube.engines.exactly_one_lines import ExactlyOneLines

VARIABLES = range(5)
LITERALS = st.sampled_from(range(-len(VARIABLES), len(VARIABLES)))
LINES = st.lists(st.lists(LITERALS, min_size=2, max_size=4, unique_by=lambda one: max(one, -1 - one)))


@given(LINES, st.sets(LITERALS))
def test_what_follows_is_true_wherever_the_literals_and_the_lines_are(lines, literals):
    found = ExactlyOneLines(lines).consequences(literals)
    for values in product([False, True], repeat=len(VARIABLES)):
        true = {v if values[v] else -1 - v for v in VARIABLES}
        if literals <= true and all(len(true.intersection(line)) == 1 for line in lines):
            assert found is not None
            assert literals <= found <= true


@given(LINES, st.sets(LITERALS))
def test_in_the_end_a_line_has_one_true_literal_or_at_least_two_open_ones(lines, literals):
    found = ExactlyOneLines(lines).consequences(literals)
    if found is None:
        return
    for line in lines:
        true = found.intersection(line)
        false = {literal for literal in line if -1 - literal in found}
        if true:
            assert (len(true), len(false)) == (1, len(line) - 1)
        else:
            assert len(line) - len(false) >= 2
