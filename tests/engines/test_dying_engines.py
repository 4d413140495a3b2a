"""Engines that kill their worker: a crash is `unknown` with its reason, and all others are answered."""

import multiprocessing
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sudocube import Verdict, crosscheck_many
from sudocube.engines import Failed
from sudocube.engines.registry import families
from sudocube.verdict import Evidence
from tests.engines.killers import installed

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no signal kills a process")

UNIQUE, NONE = "1... ..2. .3.. ...4", "1..1 .... .... ...."
DEADLY = "4... ..3. .2.. ...1"
"""A unique puzzle with a 4 in its first cell."""

BATCH = [UNIQUE, DEADLY, NONE, UNIQUE]
KILLED = Failed("ended by signal 9")


@pytest.fixture
def killers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the package with the engines; it is in the path of this process and of workers."""
    monkeypatch.syspath_prepend(installed(tmp_path))
    families.cache_clear()
    yield tmp_path
    families.cache_clear()
    assert multiprocessing.active_children() == []


@pytest.mark.slow
@pytest.mark.usefixtures("killers")
def test_an_engine_that_dies_whenever_it_is_made_is_unknown_and_the_others_are_asked():
    """It is started a few times and then no more; nothing of it contradicts the others."""
    for one in crosscheck_many([UNIQUE] * 30, engines=["phases", "sat", "killer:start"], jobs=2):
        assert (one.verdict, one.evidence, one.agree) == (Verdict.UNIQUE, Evidence.AGREEMENT, True)
        dead = one.answers["killer:start"]
        assert dead == KILLED


@pytest.mark.usefixtures("killers")
def test_a_crash_disagrees_with_nobody():
    first, killed, none, _ = crosscheck_many(BATCH, engines=["phases", "killer:4"], jobs=2)
    assert (first.verdict, first.evidence) == (Verdict.UNIQUE, Evidence.AGREEMENT)
    assert (none.verdict, none.evidence) == (Verdict.NONE, Evidence.AGREEMENT)
    assert killed.answers["killer:4"] == KILLED
    assert (killed.verdict, killed.evidence, killed.agree) == (Verdict.UNIQUE, Evidence.SEARCH, True)
    assert killed.decided_by == 1
