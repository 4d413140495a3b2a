"""`sudocube encodings compare` as the table of a paper: lists, solvers, repeats, formats, files, pictures."""

import csv
import io
import re
from xml.etree import ElementTree

import pyarrow.parquet as pq
import pytest

from sudocube.lab import compare
from tests.cli.command import invoke, written

SMALL, OPEN = "1.....2..3.....4", "1.2.....2.3....."


@pytest.fixture
def lists(tmp_path):
    """Two lists of size 4."""
    return [
        written(tmp_path, *[SMALL] * 3, OPEN, name="easy.txt"),
        written(tmp_path, OPEN, OPEN, name="hard.txt"),
    ]


def compared(*arguments, columns=80):
    return invoke("encodings", "compare", *map(str, arguments), "--jobs", "1", columns=columns)


def flat(text):
    return " ".join(text.split())


def test_each_list_and_solver_has_figures_of_its_own(lists):
    """What does not depend on the solver is said once for each list; the versions are named."""
    asked = (*lists, "-e", "minimal,cpsat/cube", "--by-list", "--spread", "--solvers", "cadical153,ergo")
    out = compared(*asked).out
    named = ["easy.txt: 4 puzzles of 4×4", "hard.txt: 2 puzzles of 4×4", "minimal@cadical153", "minimal@ergo"]
    named += ["CaDiCaL 1.5.3 (forcephase=1", "pysat: ", "OR-tools"]
    assert [words for words in named if words not in flat(out)] == []
    shares = re.findall(r"unit propagation\nencoding .*\nminimal\S* +(\S+ %)", out)
    assert shares == ["75.0 %", "0.0 %"]
    *rows, last = compared(*asked, "--json").rows
    found = {(row["solver"], row["list"].rpartition("/")[2]): row["puzzles"] for row in rows}
    assert found.items() >= {("cadical153", "easy.txt"): 4, ("ergo", "hard.txt"): 2}.items()
    assert {"sudocube", "python", "pysat", "cadical153", "ergo", "system"} <= set(last["summary"]["versions"])


def test_each_puzzle_has_a_row_in_a_file(lists, tmp_path):
    """For each encoding, solver and repeat: where it stands, what was inferred, what the check took."""
    asked = (*lists, "-e", "minimal,cpsat/cube", "--solvers", "ergo,glucose4", "--repeat", "2", "--json")
    outcome = compared(*asked, "--per-puzzle", tmp_path / "puzzles.csv")
    assert compared(*asked, "--per-puzzle", tmp_path / "puzzles.parquet").status == outcome.status == 0
    rows = list(csv.DictReader(io.StringIO((tmp_path / "puzzles.csv").read_text("utf-8"))))
    packed = pq.read_table(tmp_path / "puzzles.parquet").to_pylist()
    assert len(rows) == len(packed) == 6 * 2 * 3
    named = {"source": f"{lists[0]}:1", "puzzle": SMALL, "encoding": "minimal", "solver": "ergo"}
    named |= {"seed": "1:1", "verdict": "unique"}
    for found, of, nothing in ((rows, {True: "true", False: "false"}, ""), (packed, (False, True), None)):
        assert {**named, "unit_propagation": of[True]}.items() <= found[0].items()
        assert found[3]["unit_propagation"] == of[False]
        assert (found[-1]["encoding"], found[-1]["propagations"]) == ("cpsat/cube", nothing)
    means = [float(row["conflicts"]) for row in rows if row["encoding"] + row["solver"] == "minimalergo"]
    assert outcome.rows[0]["conflicts"] == pytest.approx(sum(means) / len(means), abs=1e-3)


def test_an_error_or_ctrl_c_leaves_the_old_file(tmp_path, monkeypatch):
    """All or nothing: rows that are complete are printed as ever."""
    table, picture = tmp_path / "each.csv", tmp_path / "x.svg"
    table.write_text("old")
    assert compared(SMALL, "-e", "nothing", "--per-puzzle", table).status == 2
    assert compared(tmp_path / "missing.txt", "-e", "minimal", "--per-puzzle", table).status == 2
    assert [(one, one.read_text()) for one in tmp_path.iterdir()] == [(table, "old")]

    def interrupted(*args, **options):
        yield from compare([SMALL], ["minimal"], jobs=1)
        raise KeyboardInterrupt

    monkeypatch.setattr("sudocube.lab.compare", interrupted)
    outcome = compared(SMALL, "-e", "minimal", "--per-puzzle", table, "--plot", picture)
    assert (outcome.status, "minimal" in outcome.out) == (130, True)
    assert [(one, one.read_text()) for one in tmp_path.iterdir()] == [(table, "old")]


def test_a_picture_names_what_it_shows(lists, tmp_path):
    words = {f"minimal, {lists[1]}", "distinct clauses", "unit propagation, %"}
    outcome = compared(*lists, "-e", "minimal,extended", "--by-list", "--plot", tmp_path / "bars.svg")
    assert outcome.status == 0
    drawn = ElementTree.parse(tmp_path / "bars.svg")
    assert words <= {element.text for element in drawn.iter()}
    assert b"95 % intervals for the means" in (tmp_path / "bars.svg").read_bytes()
