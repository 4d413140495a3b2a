"""The seed of the long suite."""

import os
import random

import pytest


@pytest.fixture(scope="session")
def run_seed() -> int:
    """Another number in every run, or the one in SUDOCUBE_SEED; pytest shows it if a test fails."""
    return int(os.environ.get("SUDOCUBE_SEED") or random.SystemRandom().randrange(10**9))
