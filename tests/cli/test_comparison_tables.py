"""`sudocube encodings compare` as the table of a paper: lists, solvers, repeats, formats, files, pictures."""

import csv
import io
import json
import re
from array import array
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from sudocube.lab import compare
from sudocube.lab.sample_statistics import spread
from sudocube.report.comparison_rows import compared_csv, compared_row
from tests.cli.command import UNIQUE, invoke, written

SMALL, OPEN = "1.....2..3.....4", "1.2.....2.3....."
FIELDS = {
    "encoding", "formalism", "size", "box", "puzzles", "per_puzzle", "variables", "clauses", "distinct",
    "literals", "constraints", "build_seconds", "unit_propagation", "failed_literals", "unprobed", "solver",
    "checked", "decisions", "conflicts", "propagations", "seconds", "verdicts",
}  # fmt: skip
"""The fields of a row, where nothing further is asked for."""


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




def test_lists_stand_side_by_side(lists, tmp_path):
    """Each measure has a column for each list; what does not depend on the list stands once."""
    out = compared(*lists, "-e", "minimal,extended", "--by-list").out
    assert "easy (4), hard (2)" in out
    assert out.count("ms to write") == 1
    [shares] = re.findall(r"unit propagation\nencoding +easy +hard\nminimal +(.*)\n", out)
    assert shares.split() == ["75.0", "%", "0.0", "%"]
    rows = compared(*lists, "-e", "minimal", "--by-list", "--json").rows
    assert [(row["list"].rpartition("/")[2], row["puzzles"]) for row in rows[:-1]] == [
        ("easy.txt", 4),
        ("hard.txt", 2),
    ]
    (tmp_path / "a").mkdir()
    same = written(tmp_path / "a", SMALL, name="easy.txt")  # a name that is there twice keeps its folder
    out = flat(compared(lists[0], same, "-e", "minimal", "--by-list", "--no-search").out)
    assert "/easy.txt (4)" in out
    assert "a/easy.txt (1)" in out








def test_an_order_within_noise_is_said_to_be_within_noise(lists):
    """Both decide the same by unit propagation; in JSON, too. One puzzle has no interval."""
    asked = ("-e", "extended,minimal", "--spread")
    out = flat(compared(*lists, *asked, "--no-search").out)
    assert "Order: extended ~ minimal" in out
    assert "their order is within noise" in out
    *_, last = compared(*lists, *asked, "--no-search", "--json").rows
    [unit, *_] = last["summary"]["orders"]
    assert unit["by"] == "unit_propagation"
    assert [one["next_within_noise"] for one in unit["order"]] == [True, None]
    *rows, last = compared(UNIQUE, *asked, "--no-failed-literals", "--json").rows
    assert rows[0]["spread"]["decisions"]["low"] is None
    orders = {one["by"]: one["order"] for one in last["summary"]["orders"]}
    assert {one["next_within_noise"] for one in orders["seconds"]} == {None}


def test_clauses_that_say_nothing_win_no_order(tmp_path):
    """Their checks end at once, with a model that is no grid; the table says why they are in no order."""
    file = tmp_path / "mine.py"
    file.write_text("def clauses(n):\n    print('hello')\n    yield [1, 2]\n")
    own = f"python:{file}:clauses"
    asked = (SMALL, "-e", f"minimal,{own},extended", "--no-failed-literals", "--spread")
    outcome = compared(*asked, columns=300)
    orders = re.findall(r"^Order: (?!by)(.*)", outcome.out, re.MULTILINE)
    assert len(orders) == 5  # unit propagation, decisions, conflicts, propagations, ms
    assert [own in words for words in orders] == [True, False, False, False, False]
    assert outcome.out.count(f"In no order, because it gave what is no solution: {own}") == 4
    assert (outcome.status, "hello" in outcome.err, "a model" in outcome.err) == (3, True, True)


def test_csv_has_a_row_for_each_encoding_solver_and_list(lists):
    """With all figures in columns of their own, and with what made them."""
    asked = ("-e", "minimal,cpsat/cube", "--by-list", "--solvers", "ergo,glucose4", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(compared(*lists, *asked).out)))
    assert len(rows) == 6
    found = rows[0]
    named = {"encoding": "minimal", "solver": "ergo", "unit_propagation": "0.75", "per_puzzle": "false"}
    assert named.items() <= found.items()
    low, mean, high = (
        float(found[name]) for name in ("spread.seconds.low", "seconds", "spread.seconds.high")
    )
    assert low <= mean <= high
    assert "sudocube" in found["versions"]
    [cp] = [row for row in rows if row["encoding"] == "cpsat/cube" and row["list"].endswith("easy.txt")]
    assert (cp["unit_propagation"], cp["clauses"], cp["propagations"]) == ("", "", "")


def test_markdown_tables_have_as_many_cells_in_each_row(lists):
    out = compared(*lists, "-e", "minimal,optimised", "--by-list", "--spread", "--format", "markdown").out
    tables = re.findall(r"((?:^\|.*\n)+)", out, re.MULTILINE)
    assert len(tables) == 7
    for table in tables:
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1
    assert "**unit propagation: 4×4, easy (4), hard (2)**" in out
    assert "| `optimised*` |" in out


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


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_each_puzzle_has_a_row_in_a_file(lists, suffix, tmp_path):
    """For each encoding, solver and repeat: where it stands, what was inferred, what the check took."""
    file = tmp_path / f"puzzles.{suffix}"
    asked = ("-e", "minimal,cpsat/cube", "--solvers", "ergo,glucose4", "--repeat", "2", "--per-puzzle", file)
    outcome = compared(*lists, *asked, "--json")
    assert outcome.status == 0
    if suffix == "csv":
        rows = list(csv.DictReader(io.StringIO(file.read_text("utf-8"))))
        yes, no, nothing = "true", "false", ""
    else:
        pq = pytest.importorskip("pyarrow.parquet", reason='pip install "sudocube[data]"')
        rows = pq.read_table(file).to_pylist()
        yes, no, nothing = True, False, None  # type: ignore[assignment]
    assert len(rows) == 6 * 2 * 3
    first, *_, last = rows
    named = {"source": f"{lists[0]}:1", "puzzle": SMALL, "encoding": "minimal", "solver": "ergo"}
    assert {**named, "seed": "1:1", "verdict": "unique", "unit_propagation": yes}.items() <= first.items()
    assert rows[3]["unit_propagation"] == no
    nothings = {"encoding": "cpsat/cube", "unit_propagation": nothing, "propagations": nothing}
    assert nothings.items() <= last.items()
    means = [
        float(row["conflicts"]) for row in rows if (row["encoding"], row["solver"]) == ("minimal", "ergo")
    ]
    assert outcome.rows[0]["conflicts"] == pytest.approx(sum(means) / len(means), abs=1e-3)
    assert [path.name for path in tmp_path.iterdir() if "puzzles" in path.name] == [file.name]


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


def test_strengths_come_with_the_versions_that_they_depend_on():
    """What presolve leaves depends on OR-tools. A strength that applies to no encoding is remarked."""
    asked = (SMALL, "--no-search", "-e")
    outcome = compared(*asked, "cpsat/cube", "--strengths", "theory,root,shaving")
    assert re.search(r"cp-sat is OR-tools \d", flat(outcome.out))
    assert "--strengths shaving: for encodings in CNF, and none" in flat(outcome.err)
    versions = compared(*asked, "cpsat/cube", "--strengths", "theory", "--json").rows[-1]["summary"][
        "versions"
    ]
    assert {"sudocube", "cp-sat"} <= versions.keys()
    outcome = compared(*asked, "minimal", "--strengths", "theory,shaving")
    assert "--strengths theory: for encodings in CP-SAT, and none" in flat(outcome.err)
    both = compared(*asked, "minimal,cpsat/cube", "--strengths", "theory,shaving")
    assert (both.status, "--strengths" in both.err) == (0, False)


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
