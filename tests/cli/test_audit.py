"""`sudocube audit`: the command, from its options to its exit status and its files."""

import gzip
import lzma
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import HARD, MULTIPLE, NONE, SOLUTION, UNIQUE, invoke, started, written
from tests.report.audit_samples import CLASHING, MOVED, NEARLY, SEVERAL, TWO_SOLUTIONS
from tests.report.audit_samples import SOLUTION as OF_SAMPLE
from tests.report.audit_samples import UNIQUE as SAMPLE

HEAD = "puzzle,solution"


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


def test_a_sound_data_set_has_status_0(tmp_path):
    outcome = invoke("audit", table(tmp_path, f"{SAMPLE},{OF_SAMPLE}", f"{UNIQUE},{SOLUTION}"), columns=300)
    assert outcome.status == 0
    assert outcome.out.splitlines()[0].endswith("no flaw was found in 2 rows")
    assert outcome.err.splitlines()[-1].startswith("2 rows: 2 sound (")


@pytest.mark.parametrize(
    "rows",
    [
        [f"{SEVERAL},"],
        [f"{CLASHING},"],
        [f"{SAMPLE},{NEARLY}"],
        [f"{SAMPLE}1,{OF_SAMPLE}"],
        [f"{SAMPLE},{OF_SAMPLE}", f"{SAMPLE},{OF_SAMPLE}"],
        [f"{SAMPLE},{OF_SAMPLE}", f"{MOVED},"],
    ],
    ids=["several", "none", "wrong", "malformed", "duplicate", "moved duplicate"],
)
def test_a_flaw_of_any_kind_has_status_1(tmp_path, rows):
    assert invoke("audit", table(tmp_path, *rows)).status == 1


def test_a_missing_answer_is_no_flaw(tmp_path):
    assert invoke("audit", table(tmp_path, f"{SAMPLE},", f"{UNIQUE},{SOLUTION}")).status == 0


def test_a_puzzle_that_is_not_decided_in_time_has_status_3_and_is_no_flaw(tmp_path):
    outcome = invoke("audit", table(tmp_path, f"{HARD},"), "--timeout", "0.000001", columns=300)
    assert outcome.status == 3
    assert outcome.out.splitlines()[0].endswith("no flaw was found in 1 row; 1 is undecided")
    assert "undecided: 1 row (100%)" in outcome.out


def test_a_file_that_is_cut_off_has_status_2_and_the_others_are_audited(tmp_path):
    """It is named, with --quiet too; what could be read of it counts."""
    rows = "".join(f"{SAMPLE[:k]}.{SAMPLE[k + 1 :]},\n" for k in range(60))
    packed = gzip.compress(f"{HEAD}\n{rows}".encode(), mtime=0)
    cut = tmp_path / "cut.csv.gz"
    cut.write_bytes(packed[: len(packed) * 3 // 4])
    whole = table(tmp_path, f"{UNIQUE},{SOLUTION}")
    outcome = invoke("audit", cut, whole, "--json", "--quiet")
    assert outcome.status == 2
    assert outcome.err.startswith(f"error: {cut}: an unknown number of rows could not be read: ")
    assert {file["name"]: file["rows"] for file in outcome.rows[0]["files"]}[str(whole)] == 1


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress], ids=["gzip", "xz"])
def test_the_rows_before_a_cut_are_reported_and_the_sound_ones_kept(tmp_path, pack):
    """A packed file that is cut off has its report, its page and its clean rows."""
    plain = table(tmp_path, *(f"{at},{UNIQUE},{SOLUTION}" for at in range(4000)), head=f"id,{HEAD}")
    packed = pack(plain.read_bytes())
    cut = tmp_path / "cut.csv.gz"
    cut.write_bytes(packed[: len(packed) // 2])
    clean, folder = tmp_path / "clean.csv", tmp_path / "found"
    outcome = invoke("audit", cut, "--clean", clean, "-o", folder, columns=300)
    assert outcome.status == 2
    assert "is line 2 again" in outcome.out
    assert clean.read_text("utf-8") == f"id,{HEAD}\n0,{UNIQUE},{SOLUTION}\n"
    assert {"report.html", "flaws.parquet", "summary.json"} <= {file.name for file in folder.iterdir()}


def test_overlap_with_another_file_has_status_1_and_is_told(tmp_path):
    """Though each of the files is sound by itself."""
    train = table(tmp_path, f"{SAMPLE},{OF_SAMPLE}", name="train.csv")
    test = table(tmp_path, f"{MOVED},", name="test.csv")
    assert invoke("audit", train).status == invoke("audit", test).status == 0
    outcome = invoke("audit", train, "--against", test)
    assert outcome.status == 1
    assert "also in another split or file, moved: 1 row (100%)" in outcome.out


def test_what_is_wrong_is_told_first_with_numbers(flawed):
    outcome = invoke("audit", flawed, columns=300)
    said = outcome.out.splitlines()
    assert outcome.status == 1
    assert said[0].endswith("set.csv: 6 of 7 rows have a flaw (86%)")
    assert said.index("Verdicts and stored answers") < said.index("Duplicates") < said.index("Clues")
    for words in ("no solution: 1 row (14%)", "malformed: 1 row (14%)", "several solutions: 1 row (14%)"):
        assert words in said


def test_json_is_one_object_that_says_the_same(flawed):
    """It is held against the schema, too."""
    outcome = invoke("audit", flawed, "--json")
    [summary] = outcome.rows
    assert outcome.status == 1
    assert summary["rows"] == 7
    assert summary["verdicts"] == {"unique": 4, "multiple": 1, "none": 1, "unknown": 0}
    assert summary["malformed_by_reason"] == {"too_short": 1}
    assert summary["exact_duplicates"] == 1
    assert summary["isomorphic_duplicates"] == 2
    assert summary["flaws"]["answer_wrong"] == 1
    assert summary["examples"]["answer_wrong"][0]["row"] == 4


@pytest.mark.parametrize(("details", "shown"), [("none", 0), ("1", 1), ("all", 3)])
def test_details_say_how_many_examples_are_shown(tmp_path, details, shown):
    path = table(tmp_path, *[f"{SAMPLE[:80]},"] * 3)
    outcome = invoke("audit", path, "--details", details, columns=200)
    assert sum("found 80 symbols" in line for line in outcome.out.splitlines()) == shown


def test_columns_are_named_where_their_names_say_nothing(tmp_path):
    path = table(tmp_path, f"x,{SAMPLE},{NEARLY}", head="note,a,b")
    outcome = invoke("audit", path, "--puzzle", "a", "--answer", "b", "--json")
    assert outcome.rows[0]["answers"]["wrong"] == 1
    assert outcome.rows[0]["files"][0]["columns"] == {"puzzle": "a", "answer": "b"}


def test_a_column_that_is_not_there_is_an_error_that_lists_those_that_are(tmp_path):
    outcome = invoke("audit", table(tmp_path, f"{SAMPLE},"), "--rating", "level")
    assert (outcome.status, outcome.out) == (2, "")
    assert "level" in outcome.err
    assert "puzzle" in outcome.err


def test_a_file_that_is_not_there_is_an_error(tmp_path):
    outcome = invoke("audit", tmp_path / "nothing.csv")
    assert (outcome.status, outcome.out) == (2, "")
    assert "nothing.csv" in outcome.err


def test_standard_input_is_refused_with_what_to_do(tmp_path):
    for arguments in (["-"], [table(tmp_path, f"{SAMPLE},"), "--against", "-"]):
        outcome = invoke("audit", *arguments, stdin=SAMPLE)
        assert outcome.status == 2
        assert "save standard input in a file" in outcome.err


@pytest.mark.parametrize("memory", ["much", "0", "-1GB"])
def test_a_size_of_memory_is_checked(tmp_path, memory):
    outcome = invoke("audit", table(tmp_path, f"{SAMPLE},"), f"--memory={memory}")
    assert (outcome.status, outcome.out) == (2, "")


def test_a_table_without_rows_is_an_error(tmp_path):
    outcome = invoke("audit", table(tmp_path))
    assert outcome.status == 2
    assert outcome.err.startswith("error: ")


def test_a_folder_gets_the_page(flawed, tmp_path):
    pytest.importorskip("jinja2", reason='pip install "sudocube[data]"')
    folder = tmp_path / "report"
    assert invoke("audit", flawed, "-o", folder).status == 1
    page = (folder / "report.html").read_text("utf-8")
    assert "6 of 7 rows have a flaw (86%)." in page
    assert "sudocube audit set.csv" in page
    assert str(tmp_path) not in page


def test_the_page_is_written_even_if_nobody_reads_the_text(flawed, tmp_path):
    """As with `| head`."""
    pytest.importorskip("jinja2", reason='pip install "sudocube[data]"')
    folder = tmp_path / "report"
    with started(["audit", str(flawed), "-o", str(folder)], stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait() == 141
    assert (folder / "report.html").exists()


def test_without_jinja2_the_page_is_missing_with_how_to_get_it(flawed, tmp_path, monkeypatch):
    """All the rest is there."""
    monkeypatch.setitem(__import__("sys").modules, "jinja2", None)
    for module in ("audit_page", "html_pages"):
        monkeypatch.delitem(__import__("sys").modules, f"sudocube.report.{module}", raising=False)
    outcome = invoke("audit", flawed, "-o", tmp_path / "report")
    assert outcome.status == 1
    assert 'pip install "sudocube[data]"' in outcome.err
    assert not (tmp_path / "report" / "report.html").exists()


def test_sound_rows_are_written_as_they_stood_and_are_sound(tmp_path):
    """With further columns, and in the form of the input."""
    path = table(
        tmp_path,
        f"a b,{SAMPLE},{OF_SAMPLE}",
        f"c,{SEVERAL},{TWO_SOLUTIONS[0]}",
        f"d,{MOVED},",
        f"e,{UNIQUE},{SOLUTION}",
        head=f"note,{HEAD}",
    )
    outcome = invoke("audit", path, "--clean", tmp_path / "clean.csv")
    assert outcome.status == 1
    assert f"{tmp_path / 'clean.csv'}: the 2 sound rows" in outcome.err
    kept = (tmp_path / "clean.csv").read_text("utf-8").splitlines()
    assert kept == [f"note,{HEAD}", f"a b,{SAMPLE},{OF_SAMPLE}", f"e,{UNIQUE},{SOLUTION}"]
    assert invoke("audit", tmp_path / "clean.csv").status == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full here")
def test_a_full_disk_is_told_by_name_with_status_70(tmp_path, monkeypatch):
    """It is told last, after the report, of which nothing is lost; and the rows are not said to be there."""
    path = table(tmp_path, f"{SAMPLE},{OF_SAMPLE}")
    outcome = invoke("audit", path, "--clean", "/dev/full", "-o", tmp_path / "found", columns=300)
    assert outcome.status == 70
    assert outcome.out.startswith(invoke("audit", path, columns=300).out.splitlines()[0])
    assert "/dev/full: no space left on device" in outcome.err.splitlines()[-1]
    assert "/dev/full: the" not in outcome.err
    found = {file.name for file in (tmp_path / "found").iterdir()}
    assert {"report.html", "flaws.parquet", "summary.json"} <= found


@pytest.mark.parametrize("option", ["--clean", "--output", "--plot"])
def test_what_cannot_be_written_is_an_error_by_name(flawed, tmp_path, option):
    """A folder that is not there, below a file."""
    place = flawed / "below" / "x.svg"
    outcome = invoke("audit", flawed, option, place)
    assert outcome.status == 2
    assert str(flawed) in outcome.err
    assert outcome.out == ""


def test_a_plot_is_drawn(flawed, tmp_path):
    pytest.importorskip("matplotlib", reason='pip install "sudocube[plot]"')
    assert invoke("audit", flawed, "--plot", tmp_path / "clues.svg").status == 1
    assert (tmp_path / "clues.svg").read_text("utf-8").startswith("<?xml")


def test_a_plot_that_cannot_be_drawn_is_refused_before_any_work(flawed, tmp_path):
    outcome = invoke("audit", flawed, "--plot", tmp_path / "clues.gif")
    assert (outcome.status, outcome.out) == (2, "")


def test_nothing_but_errors_is_said_with_quiet(flawed):
    outcome = invoke("audit", flawed, "--quiet")
    assert outcome.err == ""
    assert outcome.out == invoke("audit", flawed).out


def test_other_sizes_are_audited_too(tmp_path):
    """MULTIPLE and NONE are 9×9; the others are compared by their text alone, which is said."""
    small = "1.....2..3.....4"
    outcome = invoke(
        "audit", table(tmp_path, f"{small},", f"{small},", f"{MULTIPLE},", f"{NONE},"), columns=100
    )
    assert outcome.status == 1
    assert "Compared by their text alone: 2 of other sizes than 9×9." in outcome.out


def test_a_file_that_is_to_be_compared_with_itself_is_told(tmp_path):
    """Alone it is an error; among others they are compared with."""
    one = table(tmp_path, f"{SAMPLE},{OF_SAMPLE}", name="one.csv")
    two = table(tmp_path, f"{UNIQUE},{SOLUTION}", name="two.csv")
    outcome = invoke("audit", one, "--against", one)
    assert (outcome.status, outcome.out) == (2, "")
    assert f"{one}: is audited already; name another file to compare with" in outcome.err
    outcome = invoke("audit", one, "--against", one, "--against", two, columns=300)
    assert outcome.status == 0
    assert f"{one} is audited already: it is not compared with itself" in outcome.err


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")
def test_a_folder_that_another_audit_writes_to_is_an_error(tmp_path):
    """It has the lock."""
    import fcntl

    one = table(tmp_path, f"{SAMPLE},{OF_SAMPLE}", name="one.csv")
    descriptor = os.open(tmp_path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        outcome = invoke("audit", one, "-o", tmp_path, columns=300)
    finally:
        os.close(descriptor)
    assert (outcome.status, outcome.out) == (2, "")
    assert f"{tmp_path}: another audit is writing to it; wait until that has ended" in outcome.err
    assert [path.name for path in tmp_path.iterdir()] == ["one.csv"]
