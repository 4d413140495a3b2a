"""The folder for the work of an audit: what belongs to the user stays, and two audits do not meet in it."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sudocube import InputError, audit
from tests.auditing.flawed_sets import every_flaw, here, known_file

__all__ = ["here"]

RESULTS = ["flaws.parquet", "summary.json"]


class Ended(BaseException):
    """Ends a run, as Ctrl-C does."""


def end(*_):
    raise Ended


def ended_run(file: str, output: str = "out") -> None:
    """A run that is ended before it has finished anything."""
    with pytest.raises(Ended):
        audit(file, output=output, jobs=1, progress=end)


@pytest.fixture
def tables(here):
    """Two tables."""
    for name in ("one-table.parquet", "two-table.parquet"):
        known_file(here, name, every_flaw("every format")[: 12 + len(name)])
    return here


def test_what_the_user_calls_work_is_left_alone(tables):
    """A folder, or a file."""
    kept = Path("work", "audit-0123456789abcdef/thesis.txt")
    kept.parent.mkdir(parents=True)
    kept.write_text("precious")
    audit("one-table.parquet", output=".", jobs=1)
    assert [path for path in Path("work").rglob("*") if path.is_file()] == [kept]
    assert kept.read_text() == "precious"
    assert set(RESULTS) <= {path.name for path in Path().iterdir()}
    Path("other").mkdir()
    Path("other/work").write_text("precious")
    with pytest.raises(OSError, match="work"):
        audit("one-table.parquet", output="other", jobs=1)
    assert Path("other/work").read_text() == "precious"


def test_what_other_audits_left_is_gone_in_the_end(tables):
    """Of a run that was ended, after which the options or the files were others."""
    ended_run("one-table.parquet")
    ended_run("two-table.parquet")
    assert len(list(Path("out/work").iterdir())) == 2
    audit("one-table.parquet", output="out", jobs=1)
    assert sorted(path.name for path in Path("out").iterdir()) == RESULTS


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")
@pytest.mark.parametrize("file", ["two-table.parquet"])
def test_a_second_audit_in_the_same_folder_at_the_same_time_is_refused(tables, file):
    """The same one or another; and the first one is not disturbed."""
    refused: list[InputError] = []

    def second(*_):
        if not refused:
            with pytest.raises(InputError, match="out: another audit is writing to it; wait") as error:
                audit(file, output="out", jobs=1)
            refused.append(error.value)

    found = audit("one-table.parquet", output="out", jobs=1, progress=second)
    assert refused
    assert found.summary["rows"] == audit("one-table.parquet", jobs=1).summary["rows"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")
@pytest.mark.slow
def test_a_run_that_was_killed_does_not_hold_up_the_next_one(tables):
    end_hard = "progress=lambda *_: os.kill(os.getpid(), 9)"
    program = f"import os, sudocube\nsudocube.audit('one-table.parquet', output='out', {end_hard})"
    killed = subprocess.run([sys.executable, "-c", program], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert [path.name for path in Path("out").iterdir()] == ["work"]
    audit("one-table.parquet", output="out", jobs=1)
    assert sorted(path.name for path in Path("out").iterdir()) == RESULTS


def test_audits_at_a_url_have_folders_of_their_own(tables):
    """There are no locks; an audit leaves the work of others alone."""
    pytest.importorskip("fsspec")
    from sudocube.auditing.shared_folder import SharedFolder

    url = f"memory://{tables}/out"
    within: list[int] = []

    def second(*_):
        if not within:
            within.append(audit("two-table.parquet", output=url, jobs=1).summary["rows"])

    found = audit("one-table.parquet", output=url, jobs=1, progress=second)
    assert within == [audit("two-table.parquet", jobs=1).summary["rows"]]
    assert found.summary["rows"] == audit("one-table.parquet", jobs=1).summary["rows"]
    assert not SharedFolder(url).names("work")


def test_results_in_the_folder_of_the_data_are_not_audited(tables):
    """Neither those of an audit that has ended, nor the work of one that was ended."""
    Path("data").mkdir()
    for name in ("one-table.parquet", "two-table.parquet"):
        Path(name).rename(Path("data", name))
    first = audit("data", output="data", jobs=1).summary
    ended_run("data/one-table.parquet", "data")
    for files in ("data", "./data/../data", "data/*"):
        again = audit(files, output=f"{tables}/data", jobs=1)
        assert [Path(one["name"]).name for one in again.summary["files"]] == [
            "one-table.parquet",
            "two-table.parquet",
        ]
        assert again.summary["rows"] == first["rows"]
        assert again.is_complete


def test_a_file_is_never_compared_with_itself(tables):
    """Nor is a folder audited that holds nothing but results."""
    for other in ("one-table.parquet", "./one-table.parquet"):
        with pytest.raises(InputError, match=r"one-table.parquet: is audited already; name another file"):
            audit("one-table.parquet", other)
    found = audit("one-table.parquet", ["./one-table.parquet", "two-table.parquet"], output="out", jobs=1)
    assert found.already_audited == ("./one-table.parquet",)
    assert [one["name"] for one in found.summary["files"]] == ["one-table.parquet", "two-table.parquet"]
    with pytest.raises(InputError, match="out: holds no data file but those that an audit has written"):
        audit("out", output="out", jobs=1)
