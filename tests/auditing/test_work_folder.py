"""The folder for the work of an audit: what belongs to the user stays, and two audits do not meet in it."""

from __future__ import annotations

import errno
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sudocube import InputError, audit
from sudocube.auditing.plan import finished_files
from sudocube.file_names import whole_file
from tests.auditing.flawed_sets import Ended, every_flaw, here, known_file

__all__ = ["here"]

RESULTS = ["flaws.parquet", "summary.json"]
no_locks = pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")


def ended_run(file: str, output: str = "out") -> None:
    """A run that is ended before it has finished anything."""

    def end(*_):
        raise Ended

    with pytest.raises(Ended):
        audit(file, output=output, jobs=1, progress=end)


def names_in(folder: str) -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir())


@pytest.fixture
def tables(here):
    """Two tables."""
    for name in ("one-table.parquet", "two-table.parquet"):
        known_file(here, name, every_flaw("every format")[: len(name) - 5])
    return here


def test_what_the_user_has_in_the_folder_is_left_alone(tables):
    """Hidden or not."""
    kept = [Path("work/audit-0123456789abcdef/thesis.txt"), Path(".audit-of-others/thesis.txt")]
    for path in kept:
        path.parent.mkdir(parents=True)
        path.write_text("precious")
    audit("one-table.parquet", output=".", jobs=1)
    assert [path.read_text() for path in kept] == ["precious"] * 2
    assert set(RESULTS) <= set(names_in("."))


def test_what_other_audits_left_is_gone_in_the_end(tables):
    """Of a run that was ended, after which the options or the files were others."""
    ended_run("one-table.parquet")
    ended_run("two-table.parquet")
    assert len(names_in("out")) == 2
    audit("one-table.parquet", output="out", jobs=1)
    assert names_in("out") == RESULTS


@no_locks
def test_a_second_audit_in_the_same_folder_at_the_same_time_is_refused(tables):
    """And the first one is not disturbed."""
    refused: list[InputError] = []

    def second(*_):
        if not refused:
            with pytest.raises(InputError, match="out: another audit is writing to it; wait") as error:
                audit("two-table.parquet", output="out", jobs=1)
            refused.append(error.value)

    found = audit("one-table.parquet", output="out", jobs=1, progress=second)
    assert refused
    assert found.summary["rows"] == 11


@no_locks
@pytest.mark.slow
def test_a_run_that_was_killed_does_not_hold_up_the_next_one(tables):
    end_hard = "progress=lambda *_: os.kill(os.getpid(), 9)"
    program = f"import os, sudocube\nsudocube.audit('one-table.parquet', output='out', {end_hard})"
    killed = subprocess.run([sys.executable, "-c", program], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert len(names_in("out")) == 1
    audit("one-table.parquet", output="out", jobs=1)
    assert names_in("out") == RESULTS


def test_results_in_the_folder_of_the_data_are_not_audited(tables):
    """Neither those of an audit that has ended, nor the work of one that was ended."""
    audited = ["one-table.parquet", "two-table.parquet"]
    Path("data").mkdir()
    for name in audited:
        Path(name).rename(Path("data", name))
    audit("data", output="data", jobs=1)
    ended_run("data/one-table.parquet", "data")
    for files in ("./data/../data", "data"):
        again = audit(files, output=f"{tables}/data", jobs=1)
        assert [Path(one["name"]).name for one in again.summary["files"]] == audited
        assert again.is_complete
    audit("data/one-table.parquet", output="out", jobs=1)
    with pytest.raises(InputError, match="out: no data file in this folder"):
        audit("out", output="out", jobs=1)


def test_a_file_is_never_compared_with_itself(tables):
    with pytest.raises(InputError, match=r"one-table.parquet: is audited already; name another file"):
        audit("one-table.parquet", "./one-table.parquet")
    found = audit("one-table.parquet", ["./one-table.parquet", "two-table.parquet"], output="out", jobs=1)
    assert [one["name"] for one in found.summary["files"]] == ["one-table.parquet", "two-table.parquet"]


@pytest.mark.parametrize(
    ("error", "why"), [(KeyboardInterrupt(), ""), (OSError(errno.ENOSPC, "No space left on device"), "two")]
)
def test_a_write_that_breaks_off_leaves_the_old_file(tmp_path, error, why):
    """Whatever ends it, Ctrl-C included, and nothing else is left or listed; a full disk is told."""
    (tmp_path / "one").write_bytes(b"old")

    def break_off():
        with whole_file(tmp_path / "one") as file, whole_file(tmp_path / "two", is_shared=True):
            assert finished_files(tmp_path) == [tmp_path / "one"]
            file.write(b"new")
            raise error

    with pytest.raises(type(error)) as caught:
        break_off()
    assert (tmp_path / "one").read_bytes() == b"old"
    assert names_in(str(tmp_path)) == ["one"]
    assert Path(getattr(caught.value, "filename", "")).name == why
