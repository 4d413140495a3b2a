"""`ddmin`: what is left fails, and without any one of its items it does not."""

from hypothesis import given
from hypothesis import strategies as st

from sudocube.verdicts.shrinking import OutOfTriesError, minimized

NEEDED = st.lists(st.frozensets(st.integers(0, 11), max_size=5), min_size=1, max_size=3)
"""Sets of items, each of which is enough to fail."""


@given(st.sets(st.frozensets(st.integers(0, 5))))
def test_what_is_left_is_1_minimal_whatever_fails(failing):
    """Also where more items may cure a failure: no single item can be dropped."""
    failing = failing | {frozenset(range(6))}
    left, is_minimal = minimized(range(6), lambda some: frozenset(some) in failing)
    assert is_minimal
    assert frozenset(left) in failing
    assert not any(frozenset(left) - {one} in failing for one in left)
    assert left == sorted(left)


@given(NEEDED, st.integers(0, 40))
def test_when_the_tries_run_out_the_shortest_list_so_far_is_left(needed, tries):
    asked: list[tuple[bool, list[int]]] = []

    def fails(some):
        if len(asked) == tries:
            raise OutOfTriesError
        asked.append((any(one <= set(some) for one in needed), list(some)))
        return asked[-1][0]

    left, is_minimal = minimized(range(12), fails)
    failed = [some for does, some in asked if does]
    assert left == min([list(range(12)), *failed], key=len)
    if not is_minimal:
        assert len(asked) == tries


def test_the_steps_are_those_of_the_paper():
    """Figure 4 of Zeller and Hildebrandt: eight items, of which 1, 7 and 8 are needed together."""
    asked: list[str] = []

    def fails(some):
        asked.append("".join(map(str, some)))
        return {1, 7, 8} <= set(some)

    assert minimized(range(1, 9), fails) == ([1, 7, 8], True)
    steps = " 1234 5678 12 34 56 78 345678 125678 1278 1 2 7 8 278 178 18 17"
    assert asked == steps.split(" ")
    for items in ([], ["only"]):
        assert minimized(items, bool) == (items, True)
