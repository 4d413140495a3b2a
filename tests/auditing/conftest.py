"""What holds for all audits here."""

from functools import cache

import pytest

from sudocube.auditing import summary
from sudocube.symmetry import isomorphism

FOUND = cache(isomorphism)
"""Most of the time of a small audit goes into this search, and many audits hold the same pairs of puzzles."""


@pytest.fixture(scope="session", autouse=True)
def _pairs_are_compared_once():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(summary, "isomorphism", FOUND)
        yield
