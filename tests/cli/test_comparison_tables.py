"""`sudocube encodings compare` as the table of a paper: lists, solvers, repeats, formats, files, pictures."""

import csv
import io
import re
from array import array
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from sudocube.lab import compare
from sudocube.lab.sample_statistics import spread
from sudocube.report.comparison_rows import compared_csv, compared_row
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
    assert "cpsat/cube@" not in out
    [shares] = re.findall(r"unit propagation\nencoding +easy +hard\nminimal\S* +(.*)\n", out)
    assert shares.split() == ["75.0", "%", "0.0", "%"]
    *rows, last = compared(*asked, "--json").rows
    found = {(row["solver"], row["list"].rpartition("/")[2]): row["puzzles"] for row in rows}
    assert found.items() >= {("cadical153", "easy.txt"): 4, ("ergo", "hard.txt"): 2}.items()
    assert {"sudocube", "python", "pysat", "cadical153", "ergo", "system"} <= set(last["summary"]["versions"])


def test_intervals_are_those_of_the_seed_that_is_named():
    """Zero is a seed like any other, in JSON and in CSV."""
    [figures] = compare([SMALL] * 12, ["minimal"], jobs=1)
    numbers = [float(number) for number in range(12)]
    varied = replace(figures, samples=replace(figures.samples, numbers={"conflicts": [array("d", numbers)]}))
    found, other = (spread(varied, "conflicts", seed=seed) for seed in (0, 1))
    assert found is not None
    assert found.high is not None
    assert found != other
    high = round(found.high, 6)
    assert compared_row(varied, seed=0, with_spread=True)["spread"]["conflicts"]["high"] == high
    [line] = csv.DictReader(io.StringIO(compared_csv([varied], seed=0, versions={})))
    assert (line["seed"], float(line["spread.conflicts.high"])) == ("0", high)
    text = flat(compared(SMALL, "-e", "minimal", "--repeat", "3", "--seed", "5").out)
    assert "bootstrap, 1,000 draws of puzzles and repeats, seed 5" in text


def test_markdown_tables_have_as_many_cells_in_each_row(lists):
    out = compared(*lists, "-e", "minimal,optimised", "--by-list", "--spread", "--format", "markdown").out
    tables = re.findall(r"((?:^\|.*\n)+)", out, re.MULTILINE)
    assert (len(tables), "| `optimised*` |" in out) == (7, True)
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


def test_latex_tables_have_as_many_cells_in_each_row_and_escape_what_they_must(tmp_path):
    """Headings over several columns included; nothing that is not ASCII is left. Each note is a paragraph."""
    files = [written(tmp_path, SMALL, OPEN, name=name) for name in ("a_b&c.txt", "100%.txt")]
    out = compared(*files, "-e", "minimal,extended", "--by-list", "--repeat", "2", "--format", "latex").out
    assert out.isascii()
    assert out.startswith("% \\usepackage{booktabs}")
    for table in re.findall(r"\\begin\{tabular\}\{(l r*|lr*)\}(.*?)\\end\{tabular\}", out, re.DOTALL):
        columns = len(table[0])
        for row in re.findall(r"^ *(.*?) \\\\$", table[1], re.MULTILINE):
            wide = [int(count) for count in re.findall(r"\\multicolumn\{(\d+)\}", row)]
            assert len(re.findall(r"(?<!\\)&", row)) + 1 - len(wide) + sum(wide) == columns
    assert r"a\_b\&c" in out
    assert r"100\%" in out
    assert out.count(r"\begin{table}") == out.count(r"\end{table}") == out.count(r"\caption{") == 7
    notes = out.rpartition(r"\end{table}")[2].strip().split("\n\n")
    assert len(notes) > 4
    assert all("\n" not in note for note in notes)


def test_each_puzzle_has_a_row_in_a_file(lists, tmp_path):
    """For each encoding, solver and repeat: where it stands, what was inferred, what the check took."""
    pq = pytest.importorskip("pyarrow.parquet", reason='pip install "sudocube[data]"')
    asked = (*lists, "-e", "minimal,cpsat/cube", "--solvers", "ergo,glucose4", "--repeat", "2", "--json")
    outcome = compared(*asked, "--per-puzzle", tmp_path / "puzzles.csv")
    assert compared(*asked, "--per-puzzle", tmp_path / "puzzles.parquet").status == outcome.status == 0
    rows = list(csv.DictReader(io.StringIO((tmp_path / "puzzles.csv").read_text("utf-8"))))
    packed = pq.read_table(tmp_path / "puzzles.parquet").to_pylist()
    assert len(rows) == len(packed) == 6 * 2 * 3
    named = {"source": f"{lists[0]}:1", "puzzle": SMALL, "encoding": "minimal", "solver": "ergo"}
    named |= {"seed": "1:1", "verdict": "unique"}
    assert {**named, "unit_propagation": "true"}.items() <= rows[0].items()
    assert {**named, "unit_propagation": True}.items() <= packed[0].items()
    assert (rows[3]["unit_propagation"], packed[3]["unit_propagation"]) == ("false", False)
    assert (rows[-1]["encoding"], rows[-1]["propagations"]) == ("cpsat/cube", "")
    assert (packed[-1]["encoding"], packed[-1]["propagations"]) == ("cpsat/cube", None)
    means = [float(row["conflicts"]) for row in rows if row["encoding"] + row["solver"] == "minimalergo"]
    assert outcome.rows[0]["conflicts"] == pytest.approx(sum(means) / len(means), abs=1e-3)


def test_an_error_or_ctrl_c_leaves_the_old_file(tmp_path, monkeypatch):
    """All or nothing: rows that are complete are printed as ever."""
    table, picture = tmp_path / "each.csv", tmp_path / "x.svg"
    table.write_text("old")
    assert compared(SMALL, "-e", "nothing", "--per-puzzle", table).status == 2
    assert [(one, one.read_text()) for one in tmp_path.iterdir()] == [(table, "old")]
    pytest.importorskip("matplotlib", reason='pip install "sudocube[plot]"')

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
    """Several are drawn in one run. A point of a scatter is a puzzle; two stand in its legend."""
    pytest.importorskip("matplotlib", reason='pip install "sudocube[plot]"')
    from sudocube.report import picture_files

    monkeypatch.setitem(picture_files.SETTINGS, "svg.fonttype", "none")
    names = {
        "scatter": {"minimal, ms", "extended, ms", "hard", "Full check, processor time: 6 puzzles of 4×4"},
        "cactus": {"minimal", "extended", "easy", "hard", "puzzles decided"},
        "bars": {"minimal", "hard", "unit propagation, %", "lines: 95 % intervals for the means"},
        "overview": {"minimal", "extended", "unit propagation"},
    }
    plots = [word for kind in names for word in ("--plot", f"{kind}:{tmp_path / kind}.svg")]
    outcome = compared(*lists, "-e", "minimal,extended", "--by-list", *plots)
    assert outcome.status == 0
    for kind, words in names.items():
        drawn = ElementTree.parse(tmp_path / f"{kind}.svg")
        assert words <= {element.text for element in drawn.iter()}, kind
    assert (tmp_path / "scatter.svg").read_text("utf-8").count("fill-opacity: 0.45") == 6 + 2
    assert outcome.err.count("shows the first list only") == 1


def test_a_picture_without_the_library_is_refused_with_how_to_get_it(tmp_path, monkeypatch):
    """Before any work is done."""
    from sudocube.report import picture_files

    monkeypatch.setattr(picture_files, "find_spec", lambda _: None)
    outcome = compared(SMALL, "--plot", tmp_path / "x.svg")
    assert (outcome.status, outcome.out, [*tmp_path.iterdir()]) == (2, "", [])
    assert 'pip install "sudocube[plot]"' in outcome.err
