"""How the columns and rows of boxes split the nine digits."""

import numpy as np

from sudocube.generation.digit_splits import ALL_DIGITS, digit_splits, relabelled, split_numbers


def digits_of(mask):
    return [digit for digit in range(9) if mask >> digit & 1]


def test_each_split_has_all_digits_and_another_number():
    """9! / (3!³ · 3!) = 280 of them; as relabelling, `digits` makes each out of the first."""
    splits = digit_splits()
    assert splits.sets.shape == (280, 3)
    assert (np.bitwise_or.reduce(splits.sets, axis=1) == ALL_DIGITS).all()
    assert [len(digits_of(mask)) for mask in splits.sets.ravel().tolist()] == [3] * 840
    assert len({tuple(sorted(sets)) for sets in splits.sets.tolist()}) == 280
    assert split_numbers(splits.sets[:, ::-1]).tolist() == list(range(280))
    made = relabelled(np.broadcast_to(splits.sets[0], (280, 3)), splits.digits)
    assert made.tolist() == splits.sets.tolist()


def test_next_to_a_box_there_are_56_possibilities_that_share_no_digit_line_by_line():
    """1 + 27 + 27 + 1 (B. Felgenhauer and F. Jarvis); what is left of the digits is a split, too."""
    splits = digit_splits()
    for split in (0, 100, 279):
        next_sets = splits.next_sets[split]
        assert len({tuple(sets) for sets in next_sets.tolist()}) == 56
        assert not (next_sets & splits.sets[split]).any()
        assert split_numbers(next_sets).tolist() == splits.next_split[split].tolist()
        rest = ALL_DIGITS ^ next_sets ^ splits.sets[split]
        assert split_numbers(rest).tolist() == splits.last_split[split].tolist()
