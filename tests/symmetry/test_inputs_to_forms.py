"""Lists to canonical forms: batches are small where the search takes long, and the results are the same."""

import io
from itertools import count

import pytest

from sudocube import kernel
from sudocube.formats.bulk_reader import read_in_batches
from sudocube.symmetry import inputs_to_forms
from sudocube.symmetry.inputs_to_forms import LONGEST, SHORTEST, FormBatch, forms_of_inputs

pytestmark = pytest.mark.skipif(not kernel.is_compiled(), reason="the kernel is not compiled")

LIST = b"".join(b"%081d\n" % number for number in range(1, 3000))


def test_batches_are_large_where_they_take_no_time_and_small_where_each_takes_long(monkeypatch):
    """So that there is something to be seen. Each puzzle comes once with its number and its line."""
    for seconds, lengths in ((0, [SHORTEST, min(LONGEST, 2999 - SHORTEST)]), (5, [SHORTEST, SHORTEST])):
        moments = count(0, seconds)
        monkeypatch.setattr(inputs_to_forms, "perf_counter", lambda moments=moments: next(moments))
        found = forms_of_inputs([read_in_batches(io.BytesIO(LIST), "a.txt")], jobs=1)
        batches = [one for one in found if isinstance(one, FormBatch)]
        assert [len(one) for one in batches[:2]] == lengths
        indexes = [one.index + place for one in batches for place in range(len(one))]
        assert indexes == [line for one in batches for line in one.text.lines.tolist()] == [*range(1, 3000)]
        assert b"".join(one.text.puzzles.tobytes() for one in batches) == LIST.replace(b"\n", b"")
