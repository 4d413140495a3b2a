"""Engines that kill their worker: a crash is `unknown` with its reason, and all others are answered."""

import multiprocessing
from collections.abc import Iterator
from pathlib import Path

import pytest

from sudocube import Verdict, check_many, crosscheck_many
from sudocube.engines.registry import families
from sudocube.errors import EngineError
from sudocube.processes import ProcessPool
from sudocube.processes.pool import STARTS
from sudocube.verdict import Answer, Evidence
from tests.cli.command import invoke
from tests.jobs.killers import installed
from tests.processes.handlers import make_nothing, make_once, make_square, make_unmakeable

UNIQUE, NONE = "1... ..2. .3.. ...4", "1..1 .... .... ...."
DEADLY = "4... ..3. .2.. ...1"
"""A unique puzzle with a 4 in its first cell."""

BATCH = [UNIQUE, DEADLY, NONE, UNIQUE]
KILLED = Answer.unknown("ended by signal 9", faulty=True)


@pytest.fixture
def killers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of the package with the engines; it is in the path of this process and of workers."""
    monkeypatch.syspath_prepend(installed(tmp_path))
    families.cache_clear()
    yield tmp_path
    families.cache_clear()
    assert multiprocessing.active_children() == []


def checked(engine: str, puzzles: list[str] = BATCH) -> list[str]:
    """The verdicts, with the reasons of those that are unknown."""
    results = check_many(puzzles, engine=engine, jobs=2)
    return [f"{one.verdict}: {one.reason}" if one.reason else str(one.verdict) for one in results]


@pytest.mark.slow
def test_an_engine_that_dies_when_it_is_first_made_is_made_again(killers):
    """And no puzzle is lost."""
    assert checked("killer:once") == ["unique", "unique", "none", "unique"]
    assert (killers / "made").exists()


@pytest.mark.slow
@pytest.mark.usefixtures("killers")
def test_an_engine_that_dies_whenever_it_is_made_is_unknown_and_the_others_are_asked():
    """It is started a few times and then no more; nothing of it contradicts the others."""
    for one in crosscheck_many([UNIQUE] * 30, engines=["phases", "sat", "killer:start"], jobs=2):
        assert (one.verdict, one.evidence, one.agree) == (Verdict.UNIQUE, Evidence.AGREEMENT, True)
        assert not one.dissents("killer:start")
        dead = one.answers["killer:start"]
        assert dead == Answer.unknown("could not be started: ended by signal 9", faulty=True)


@pytest.mark.slow
@pytest.mark.usefixtures("killers")
def test_an_engine_that_another_worker_has_is_not_given_up():
    """Where it cannot be made any more, one puzzle is lost; all others are answered."""
    found = checked("killer:later", [UNIQUE] * 60)
    assert [one for one in found if one != "unique"] == ["unknown: could not be started: ended by signal 9"]


@pytest.mark.usefixtures("killers")
def test_a_crash_disagrees_with_nobody():
    first, killed, none, _ = crosscheck_many(BATCH, engines=["phases", "killer:4"], jobs=2)
    assert (first.verdict, first.evidence) == (Verdict.UNIQUE, Evidence.AGREEMENT)
    assert (none.verdict, none.evidence) == (Verdict.NONE, Evidence.AGREEMENT)
    assert killed.answers["killer:4"] == KILLED
    assert (killed.verdict, killed.evidence, killed.agree) == (Verdict.UNIQUE, Evidence.SEARCH, True)
    assert killed.decided_by == 1


@pytest.mark.slow
@pytest.mark.usefixtures("killers")
def test_on_the_command_line_a_crash_is_undecided_with_its_reason(tmp_path):
    """For one puzzle; the status is 3, and there is no word of a disagreement."""
    file = tmp_path / "batch.txt"
    file.write_text("".join(f"{cells.replace(' ', '')}\n" for cells in BATCH if cells != NONE))
    both = ["--engines", "phases,killer:4", "--jobs", "2", file]
    text, rows = invoke("crosscheck", *both), invoke("crosscheck", "--json", *both).rows
    assert (text.status, "  killer:4: unknown (ended by signal 9)" in text.out.splitlines()) == (3, True)
    assert "no disagreement" in text.err
    row = rows[1]["engines"]["killer:4"]
    assert (row["verdict"], row["reason"]) == ("unknown", "ended by signal 9")
    assert (rows[1]["agree"], rows[-1]["summary"]["disagreements"]) == (True, 0)
    alone = invoke("check", "--engine", "killer:4", "--jobs", "2", file)
    assert (alone.status, alone.out) == (3, f"{file}:2: unknown: ended by signal 9\n")


def outcomes(pool: ProcessPool[int, int, int], numbers: list[int]) -> list[object]:
    """What comes of these numbers, one after the other."""
    with pool:
        pool.submit([(number, number) for number in numbers])
        done: list[object] = []
        while pool.is_busy:
            done += [outcome for _, outcome in pool.wait()]
        return done


@pytest.mark.slow
def test_a_worker_that_is_killed_before_it_is_ready_is_started_again():
    """The tasks that were sent to it go to the next one."""
    pool: ProcessPool[int, int, int] = ProcessPool(make_square, 1)
    pool.submit([(3, 3), (4, 4)])
    [worker] = multiprocessing.active_children()
    worker.kill()
    worker.join()
    with pool:
        done = []
        while pool.is_busy:
            done += pool.wait()
    assert done == [(3, 9), (4, 16)]


@pytest.mark.slow
def test_workers_that_die_at_their_start_are_started_so_many_times(tmp_path, monkeypatch):
    """Each leaves a trace; then it is said in words for people who have not written the program."""
    monkeypatch.setenv("SUDOCUBE_TEST_STARTS", str(tmp_path))
    said = f"^no worker process can be started: {STARTS} in a row ended with status 3 at once$"
    with pytest.raises(EngineError, match=said):
        outcomes(ProcessPool(make_nothing, 1), [1])
    assert len(list(tmp_path.iterdir())) == STARTS


@pytest.mark.slow
def test_a_worker_that_dies_at_its_first_start_only_costs_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("SUDOCUBE_TEST_STARTS", str(tmp_path))
    assert outcomes(ProcessPool(make_once, 1), [1, 2, 3]) == [1, 4, 9]
    assert len(list(tmp_path.iterdir())) == 2


def test_an_error_in_place_of_a_handler_is_told_at_once(capfd):
    """In its own words; no other worker is started, and no traceback is printed."""
    with pytest.raises(
        EngineError, match=r"^a worker process cannot begin: argument:1: found nothing; expected"
    ):
        outcomes(ProcessPool(make_unmakeable, 1), [1])
    assert capfd.readouterr().err == ""
