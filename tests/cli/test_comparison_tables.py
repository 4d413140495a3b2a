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


def test_lists_and_solvers_stand_side_by_side(lists):
    """Each measure has a column for each list; what does not depend on the list stands once."""
    asked = (*lists, "-e", "minimal,cpsat/cube", "--by-list", "--solvers", "cadical153,ergo")
    out = compared(*asked).out
    assert "easy (4), hard (2)" in out
    named = ("minimal@cadical153", "minimal@ergo", "CaDiCaL 1.5.3 (forcephase=1", "PySAT", "OR-tools")
    assert [words for words in named if words not in flat(out)] == []
    [shares] = re.findall(r"unit propagation\nencoding +easy +hard\nminimal\S* +(.*)\n", out)
    assert shares.split() == ["75.0", "%", "0.0", "%"]
    *rows, last = compared(*asked, "--json").rows
    found = {(row["solver"], row["list"].rpartition("/")[2]): row["puzzles"] for row in rows}
    assert found.items() >= {("cadical153", "easy.txt"): 4, ("ergo", "hard.txt"): 2}.items()
    assert {"sudocube", "python", "pysat", "cadical153", "ergo", "system"} <= set(last["summary"]["versions"])


def test_tables_of_markdown_have_as_many_cells_in_each_row_and_are_escaped(tmp_path):
    """Headings over several columns included."""
    files = [written(tmp_path, SMALL, OPEN, name=name) for name in ("a_b&c.txt", "100%.txt")]
    asked = (*files, "-e", "minimal,optimised", "--by-list", "--repeat", "2", "--seed", "0", "--format")
    out = compared(*asked, "markdown").out
    tables = re.findall(r"((?:^\|.*\n)+)", out, re.MULTILINE)
    assert (len(tables), "| `optimised*` |" in out) == (7, True)
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


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
    assert [(one, one.read_text()) for one in tmp_path.iterdir()] == [(table, "old")]

    def interrupted(*args, **options):
        yield from compare([SMALL], ["minimal"], jobs=1)
        raise KeyboardInterrupt

    monkeypatch.setattr("sudocube.lab.compare", interrupted)
    outcome = compared(SMALL, "-e", "minimal", "--per-puzzle", table, "--plot", f"bars:{picture}")
    assert (outcome.status, "minimal" in outcome.out) == (130, True)
    for file in (table, picture):
        assert f"{file} was not written" in flat(outcome.err)
    assert [(one, one.read_text()) for one in tmp_path.iterdir()] == [(table, "old")]


def test_pictures_name_what_they_show(lists, tmp_path, monkeypatch):
    """Several in one run."""
    from sudocube.report import picture_files

    monkeypatch.setitem(picture_files.SETTINGS, "svg.fonttype", "none")
    names = {
        "scatter": {"minimal, ms", "extended, ms", "hard", "Full check, processor time: 6 puzzles of 4×4"},
        "cactus": {"minimal", "extended", "easy", "hard", "puzzles decided"},
        "bars": {"minimal", "hard", "unit propagation, %", "lines: 95 % intervals for the means"},
        "overview": {"minimal", "extended", "unit propagation"},
    }
    plots = [word for kind in names for word in ("--plot", f"{kind}:{tmp_path / kind}.svg")]
    asked = (*lists, "-e", "minimal,extended", "--by-list", *plots)
    outcome = compared(*asked)
    assert (outcome.status, outcome.err.count("shows the first list only")) == (0, 1)
    for kind, words in names.items():
        drawn = ElementTree.parse(tmp_path / f"{kind}.svg")
        assert words <= {element.text for element in drawn.iter()}, kind
