"""A set of keys in an array behaves like a set of Python."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sudocube.symmetry.key_set import KeySet

WORD = st.one_of(
    st.integers(0, 3),
    st.sampled_from([0, 2**12, 2**13, 5 * 2**40, 2**64 - 1]),  # they begin at the same place of a small table
    st.integers(0, 2**64 - 1),
)


def array(keys) -> np.ndarray:
    return np.array(keys, np.uint64).reshape(-1, 2)


@settings(max_examples=50)
@given(st.lists(st.lists(st.tuples(WORD, WORD), max_size=20), max_size=6))
def test_it_tells_which_keys_are_new(batches):
    """The first of equal ones in a batch, too; keys of zeros are keys like any other."""
    keys = KeySet()
    met: set[tuple[int, int]] = set()
    for batch in batches:
        expected = [key not in met and key not in batch[:place] for place, key in enumerate(batch)]
        assert keys.add(array(batch)).tolist() == expected
        met.update(batch)
    assert len(keys) == len(met)


def test_it_grows_and_forgets_nothing():
    rng = np.random.default_rng(5)
    some = rng.integers(0, 2**64, (60_000, 2), np.uint64)
    keys = KeySet()
    for start in range(0, 60_000, 7_000):
        assert keys.add(some[start : start + 7_000]).all()
    assert not keys.add(some[rng.permutation(60_000)]).any()
    assert keys.add(some[:, ::-1]).all()
    assert len(keys) == 120_000
