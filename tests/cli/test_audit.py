"""`sudocube audit`: the command, from its options to its exit status and its files."""

import gzip
from pathlib import Path

import pytest

from sudocube.auditing import plan as plans
from tests.cli.command import SOLUTION, UNIQUE, invoke, written
from tests.report.audit_samples import CLASHING, MOVED, NEARLY, SEVERAL, TWO_SOLUTIONS
from tests.report.audit_samples import SOLUTION as OF_SAMPLE
from tests.report.audit_samples import UNIQUE as SAMPLE

HEAD = "puzzle,solution"
SMALL = "1.....2..3.....4"
DOUBLES = "Duplicates (moved: rows, columns or digits exchanged)"


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


def test_of_a_packed_file_that_is_cut_off_the_rows_before_the_cut_are_reported_and_kept(tmp_path):
    """The files after it are audited."""
    plain = table(tmp_path, *(f"{at},{UNIQUE},{SOLUTION}" for at in range(4000)), head=f"id,{HEAD}")
    packed = gzip.compress(plain.read_bytes(), mtime=0)
    cut, clean = tmp_path / "cut.csv.gz", tmp_path / "clean.csv"
    cut.write_bytes(packed[: len(packed) // 2])
    whole = table(tmp_path, f"7,{SAMPLE},{OF_SAMPLE}", head=f"id,{HEAD}")
    outcome = invoke("audit", cut, whole, "--clean", clean, "--json", "--quiet")
    assert outcome.status == 2
    assert outcome.err.startswith(f"error: {cut}: an unknown number of rows could not be read: ")
    assert {file["name"]: file["rows"] for file in outcome.rows[0]["files"]}[str(whole)] == 1
    assert clean.read_text("utf-8") == f"id,{HEAD}\n0,{UNIQUE},{SOLUTION}\n7,{SAMPLE},{OF_SAMPLE}\n"


def test_what_is_wrong_is_told_first_with_numbers_and_in_json(flawed):
    outcome = invoke("audit", flawed, "--details", "10", columns=300)
    said = outcome.out.splitlines()
    assert outcome.status == 1
    assert said[0].endswith("set.csv: 7 rows, 5 with a severe flaw (71%), 1 with a minor flaw (14%)")
    assert said.index("Stored answers") < said.index(DOUBLES) < said.index("Clues")
    again = next(line for line in said if line.startswith("in the data set"))
    assert again.split()[-2:] == ["1", "2"]  # those as they stand, and with those that were moved
    assert again in invoke("audit", flawed, columns=40).out.splitlines()
    for words in ("no solution: 1 row (14%)", "malformed: 1 row (14%)", "several solutions: 1 row (14%)"):
        assert words in said
    outcome = invoke("audit", flawed, "--json")
    [summary] = outcome.rows
    assert (outcome.status, summary["rows"]) == (1, 7)
    assert summary["verdicts"] == {"unique": 4, "multiple": 1, "none": 1, "unknown": 0}
    assert (summary["exact_duplicates"], summary["isomorphic_duplicates"]) == (1, 2)
    assert (summary["flaws"]["answer_wrong"], summary["examples"]["answer_wrong"][0]["row"]) == (1, 4)


def test_ratings_are_numbers_in_json(tmp_path):
    file = table(tmp_path, f"{SAMPLE},2.5", f"{UNIQUE},", f"{MOVED},4", head="puzzle,rating")
    [summary] = invoke("audit", file, "--json").rows
    assert summary["ratings"] == {"given": 2, "missing": 1, "lowest": 2.5, "highest": 4.0, "mean": 3.25}


@pytest.mark.parametrize(
    ("kinds", "status"),
    [
        (None, 1),
        ("severe", 1),
        ("minor", 1),
        ("leak", 0),
        ("leak,not-unique", 1),
        ("malformed, answer", 1),
        ("repeated-id,rating_differs", 0),
    ],
)
def test_the_status_is_that_of_the_flaws_which_are_named(flawed, kinds, status):
    options = [] if kinds is None else ["--fail-on", kinds]
    assert invoke("audit", flawed, "--json", *options).status == status


def test_a_kind_of_flaw_that_does_not_exist_is_refused(flawed):
    outcome = invoke("audit", flawed, "--fail-on", "leek", columns=200)
    assert outcome.status == 2
    assert "'leek'" in outcome.err
    assert "'leak'" in outcome.err


def test_what_was_understood_of_a_file_is_told_first(tmp_path):
    path = table(tmp_path, f"7,{SAMPLE},{OF_SAMPLE},good", head="id,quizzes,solutions,notes")
    said = invoke("audit", path, "--columns").err.replace(f"{tmp_path}/", "").splitlines()
    assert said[:5] == [
        "set.csv: table, columns parted by ','; puzzles of 9×9",
        "set.csv: puzzle: column 'quizzes', by its name",
        "set.csv: answer: column 'solutions', by its name",
        "set.csv: id: column 'id', by its name",
        "set.csv: no role: 'notes'",
    ]


def test_a_repaired_set_is_named(flawed, tmp_path):
    outcome = invoke("audit", flawed, "--repair", tmp_path / "mended")
    assert outcome.status == 1
    assert f"{tmp_path / 'mended'}: the repaired set; manifest.csv has each change" in outcome.err
    assert invoke("audit", tmp_path / "mended").status == 0


def test_a_folder_gets_the_page(flawed, tmp_path):
    """The page names no folder of this machine."""
    folder = tmp_path / "report"
    assert invoke("audit", flawed, f"-o{folder}").status == 1
    page = (folder / "report.html").read_text("utf-8")
    assert "7 rows, 5 with a severe flaw (71%), 1 with a minor flaw (14%)." in page
    assert "sudocube audit set.csv -oreport</code>" in page
    assert str(tmp_path) not in page


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full here")
def test_a_full_disk_is_told_by_name_with_status_70(tmp_path):
    """It is told last, after the report, of which nothing is lost; and the rows are not said to be there."""
    path = table(tmp_path, f"{SAMPLE},{OF_SAMPLE}")
    outcome = invoke("audit", path, "--clean", "/dev/full", "-o", tmp_path / "found", columns=300)
    assert outcome.status == 70
    assert outcome.out.splitlines()[0].endswith("1 row, none with a flaw")
    assert "/dev/full: no space left on device" in outcome.err.splitlines()[-1]
    assert "/dev/full: the" not in outcome.err
    found = {file.name for file in (tmp_path / "found").iterdir()}
    assert {"report.html", "flaws.parquet", "summary.json"} <= found


def test_ctrl_c_keeps_what_is_finished_and_the_same_command_goes_on(tmp_path, monkeypatch):
    """And finds the same."""
    files = [written(tmp_path, SMALL, SMALL, name=f"part-{number}.txt") for number in range(3)]
    folder, read = tmp_path / "audit", list[str]()

    def read_until_ctrl_c(file, reading, **part):
        read.append(file.name)
        if len(read) == 3:
            raise KeyboardInterrupt
        return plans.read_rows(file, reading, **part)

    monkeypatch.setattr("sudocube.auditing.examine.read_rows", read_until_ctrl_c)
    asked = ["audit", *map(str, files), "--json", "--jobs", "1"]
    outcome = invoke(*asked, "-o", folder)
    assert (outcome.status, outcome.out) == (130, "")
    assert f"{folder} has what is finished; the same command goes on with it" in outcome.err
    again, whole = invoke(*asked, "-o", folder), invoke(*asked)
    assert read[3:] == [str(files[2]), *map(str, files)]
    assert (again.status, again.rows[0] | {"seconds": 0}) == (whole.status, whole.rows[0] | {"seconds": 0})
    assert not [*folder.glob(".audit-*")]
