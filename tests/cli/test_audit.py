"""`sudocube audit`: the command, from its options to its exit status and its files."""

import gzip
import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.command import HANG, SOLUTION, UNIQUE, invoke, started, written
from tests.report.audit_samples import CLASHING, MOVED, NEARLY, SEVERAL, TWO_SOLUTIONS
from tests.report.audit_samples import SOLUTION as OF_SAMPLE
from tests.report.audit_samples import UNIQUE as SAMPLE

HEAD = "puzzle,solution"
SMALL = "1.....2..3.....4"


def table(folder, *rows, head=HEAD, name="set.csv"):
    """A table of these rows."""
    return written(folder, head, *rows, name=name)


@pytest.fixture
def flawed(tmp_path):
    """One sound row and a row for each of many flaws."""
    return table(
        tmp_path,
        f"{SAMPLE},{OF_SAMPLE}",
        f"{SEVERAL},{TWO_SOLUTIONS[0]}",
        f"{CLASHING},{OF_SAMPLE}",
        f"{UNIQUE},{OF_SAMPLE}",
        f"{SAMPLE.replace('.', '0')},{NEARLY}",
        f"{SAMPLE[:-1]},{OF_SAMPLE}",
        f"{MOVED},",
    )


def test_the_rows_before_a_cut_are_reported_and_the_sound_ones_kept(tmp_path):
    """A packed file that is cut off has its report, its page and its clean rows; the others are audited."""
    plain = table(tmp_path, *(f"{at},{UNIQUE},{SOLUTION}" for at in range(4000)), head=f"id,{HEAD}")
    packed = gzip.compress(plain.read_bytes(), mtime=0)
    cut = tmp_path / "cut.csv.gz"
    cut.write_bytes(packed[: len(packed) // 2])
    whole = table(tmp_path, f"7,{SAMPLE},{OF_SAMPLE}", head=f"id,{HEAD}")
    clean, folder = tmp_path / "clean.csv", tmp_path / "found"
    outcome = invoke("audit", cut, whole, "--clean", clean, "-o", folder, "--json", "--quiet")
    assert outcome.status == 2
    assert outcome.err.startswith(f"error: {cut}: an unknown number of rows could not be read: ")
    assert {file["name"]: file["rows"] for file in outcome.rows[0]["files"]}[str(whole)] == 1
    assert clean.read_text("utf-8") == f"id,{HEAD}\n0,{UNIQUE},{SOLUTION}\n7,{SAMPLE},{OF_SAMPLE}\n"
    assert {"report.html", "flaws.parquet", "summary.json"} <= {file.name for file in folder.iterdir()}


def test_what_is_wrong_is_told_first_with_numbers_and_in_json(flawed):
    outcome = invoke("audit", flawed, columns=300)
    said = outcome.out.splitlines()
    assert outcome.status == 1
    assert said[0].endswith("set.csv: 6 of 7 rows have a flaw (86%)")
    assert said.index("Verdicts and stored answers") < said.index("Duplicates") < said.index("Clues")
    for words in ("no solution: 1 row (14%)", "malformed: 1 row (14%)", "several solutions: 1 row (14%)"):
        assert words in said
    outcome = invoke("audit", flawed, "--json")
    [summary] = outcome.rows
    assert (outcome.status, summary["rows"]) == (1, 7)
    assert summary["verdicts"] == {"unique": 4, "multiple": 1, "none": 1, "unknown": 0}
    assert summary["malformed_by_reason"] == {"too_short": 1}
    assert (summary["exact_duplicates"], summary["isomorphic_duplicates"]) == (1, 2)
    assert summary["flaws"]["answer_wrong"] == 1
    assert summary["examples"]["answer_wrong"][0]["row"] == 4


def test_a_folder_gets_the_page_and_a_plot_is_drawn(flawed, tmp_path):
    """The page names no folder of this machine."""
    pytest.importorskip("matplotlib", reason='pip install "sudocube[plot]"')
    pytest.importorskip("jinja2", reason='pip install "sudocube[data]"')
    folder = tmp_path / "report"
    assert invoke("audit", flawed, "-o", folder, "--plot", tmp_path / "clues.svg").status == 1
    page = (folder / "report.html").read_text("utf-8")
    assert "6 of 7 rows have a flaw (86%)." in page
    assert "sudocube audit set.csv" in page
    assert str(tmp_path) not in page
    assert (tmp_path / "clues.svg").read_text("utf-8").startswith("<?xml")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full here")
def test_a_full_disk_is_told_by_name_with_status_70(tmp_path):
    """It is told last, after the report, of which nothing is lost; and the rows are not said to be there."""
    path = table(tmp_path, f"{SAMPLE},{OF_SAMPLE}")
    outcome = invoke("audit", path, "--clean", "/dev/full", "-o", tmp_path / "found", columns=300)
    assert outcome.status == 70
    assert outcome.out.splitlines()[0].endswith("no flaw was found in 1 row")
    assert "/dev/full: no space left on device" in outcome.err.splitlines()[-1]
    assert "/dev/full: the" not in outcome.err
    found = {file.name for file in (tmp_path / "found").iterdir()}
    assert {"report.html", "flaws.parquet", "summary.json"} <= found


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups on this system")
@pytest.mark.usefixtures("_python_handles_ctrl_c")
def test_an_audit_that_was_ended_goes_on_and_finds_the_same(tmp_path):
    """Lists of 4×4 puzzles are decided one by one, so that each file takes a while."""
    moved = [SMALL[at:] + SMALL[:at] for at in range(16)]
    rows = [
        one.translate(str.maketrans("1234", order)) for order in ("1234", "2341", "3412") for one in moved
    ]
    files = [written(tmp_path, *rows * 6, name=f"part-{number}.txt") for number in range(6)]
    folder = tmp_path / "audit"

    def finished():
        return len(list(folder.glob("work/*/segments/*.json")))

    def summary(outcome):
        return json.dumps({name: value for name, value in outcome.rows[0].items() if name != "seconds"})

    whole = invoke("audit", *files, "--json", "--quiet")
    arguments = ["audit", *map(str, files), "--json", "-o", str(folder), "--jobs", "1"]
    with started(arguments, stderr=subprocess.PIPE, start_new_session=True) as process:
        while not finished() and process.poll() is None:
            time.sleep(0.005)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=HANG)
    assert (process.returncode, out) == (130, b"")
    assert f"{folder} has what is finished; the same command goes on with it" in err.decode()
    assert 1 <= finished() < len(files)
    again = invoke(*arguments)
    assert (again.status, summary(again)) == (whole.status, summary(whole))
    assert not (folder / "work").exists()
