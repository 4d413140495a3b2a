"""What follows from literals by lines in which exactly one is true, against all assignments."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.engines.cpsat_engine import ExactlyOneLines

VARIABLES = range(5)
LITERALS = st.sampled_from(range(-len(VARIABLES), len(VARIABLES)))
LINES = st.lists(st.lists(LITERALS, min_size=2, max_size=4, unique_by=lambda one: max(one, -1 - one)))


@settings(max_examples=60)
@given(LINES, st.sets(LITERALS))
def test_what_follows_is_true_wherever_the_literals_and_the_lines_are(lines, literals):
    """And then each line has one true literal, or two open ones at least."""
    found = ExactlyOneLines(lines).consequences(literals)
    for values in product([False, True], repeat=len(VARIABLES)):
        true = {v if values[v] else -1 - v for v in VARIABLES}
        if literals <= true and all(len(true.intersection(line)) == 1 for line in lines):
            assert found is not None
            assert literals <= found <= true
    if found is None:
        return
    for line in lines:
        true = found.intersection(line)
        open_ones = [literal for literal in line if literal not in found and -1 - literal not in found]
        assert (len(true), len(open_ones)) == (1, 0) if true else len(open_ones) >= 2
