"""`sudocube encodings compare` as the table of a paper: lists, solvers, repeats, formats, files, pictures."""

import csv
import io
import json
import os
import re
from array import array
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from sudocube.cli.puzzle_file import puzzle_file
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


def test_what_is_not_asked_for_is_not_there(lists):
    """Neither further fields nor a summary nor versions: rows and tables are what they have always been."""
    outcome = compared(*lists, "-e", "minimal,extended", "--json")
    assert [set(row) for row in outcome.rows] == [FIELDS, FIELDS]
    assert [row["puzzles"] for row in outcome.rows] == [6, 6]
    text = compared(*lists, "-e", "minimal", "--json").out
    assert text.count("\n") == 1
    assert "PySAT" not in compared(*lists, "-e", "minimal").out


def test_lists_stand_side_by_side(lists):
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


def test_lists_with_the_same_name_keep_their_folders(tmp_path):
    for folder in "ab":
        (tmp_path / folder).mkdir()
    files = [written(tmp_path / folder, SMALL, name="list.txt") for folder in "ab"]
    out = compared(*files, "-e", "minimal", "--by-list", "--no-search").out
    assert "a/list.txt (1)" in flat(out).replace("\n", "")
    assert "b/list.txt (1)" in flat(out)


def test_each_solver_has_a_row_and_its_version_is_said():
    outcome = compared(SMALL, "-e", "extended,cpsat/cube", "--solvers", "cadical153,ergo")
    text = flat(outcome.out)
    for words in (
        "extended@cadical153",
        "extended@ergo",
        "CaDiCaL 1.5.3 (forcephase=1",
        "PySAT",
        "OR-tools",
        "sudocube 0.1",
    ):
        assert words in text
    assert "cpsat/cube@" not in text
    *rows, last = compared(SMALL, "-e", "extended", "--solvers", "cadical153,ergo", "--json").rows
    assert [row["solver"] for row in rows] == ["cadical153", "ergo"]
    assert {"sudocube", "python", "pysat", "cadical153", "ergo", "system"} <= set(last["summary"]["versions"])


def test_repeats_say_what_is_random_and_are_the_same_for_the_same_seed(tmp_path):
    file = written(tmp_path, UNIQUE, UNIQUE, UNIQUE)
    asked = [file, "-e", "minimal", "--no-failed-literals", "--repeat", "3"]
    text = flat(compared(*asked, "--seed", "5").out)
    assert "3 checks of each puzzle and encoding, each with variables, clauses and literals" in text
    assert "bootstrap, 1,000 draws of puzzles and repeats, seed 5" in text

    def conflicts(seed):
        [row, last] = compared(*asked, "--seed", seed, "--json").rows
        assert (row["repeats"], last["summary"]["seed"]) == (3, int(seed))
        return row["conflicts"], row["spread"]["conflicts"]

    assert conflicts("5") == conflicts("5")
    assert conflicts("5") != conflicts("6")


def test_seed_zero_is_a_seed_like_any_other():
    """Intervals of JSON and of CSV are those of the seed that the output names."""
    [figures] = compare([SMALL] * 12, ["minimal"], jobs=1)
    numbers = [float(number) for number in range(12)]
    varied = replace(figures, samples=replace(figures.samples, numbers={"conflicts": [array("d", numbers)]}))
    found = spread(varied, "conflicts", seed=0)
    assert found is not None
    assert found.high is not None
    assert found != spread(varied, "conflicts", seed=1)
    row = compared_row(varied, seed=0, with_spread=True)
    high = round(found.high, 6)
    assert row["spread"]["conflicts"]["high"] == high
    [line] = csv.DictReader(io.StringIO(compared_csv([varied], seed=0, versions={})))
    assert (line["seed"], float(line["spread.conflicts.high"])) == ("0", high)


def test_an_order_within_noise_is_said_to_be_within_noise(lists):
    """Both decide the same puzzles by unit propagation; in JSON, too."""
    out = flat(compared(*lists, "-e", "extended,minimal", "--spread", "--no-search").out)
    assert "Order: extended ~ minimal" in out
    assert "their order is within noise" in out
    *_, last = compared(*lists, "-e", "extended,minimal", "--spread", "--no-search", "--json").rows
    [unit, *_] = last["summary"]["orders"]
    assert unit["by"] == "unit_propagation"
    assert [one["next_within_noise"] for one in unit["order"]] == [True, None]


def test_one_puzzle_has_no_interval_and_no_order():
    """Nothing is said of noise that one number cannot tell."""
    *rows, last = compared(
        UNIQUE, "-e", "extended,minimal", "--spread", "--no-failed-literals", "--json"
    ).rows
    assert rows[0]["spread"]["decisions"]["low"] is None
    orders = {one["by"]: one["order"] for one in last["summary"]["orders"]}
    assert {one["next_within_noise"] for one in orders["seconds"]} == {None}
    assert " ? " in compared(UNIQUE, "-e", "extended,minimal", "--spread", "--no-failed-literals").out


@pytest.mark.parametrize("width", [40, 80, 120])
def test_tables_fit_the_width(lists, width):
    asked = (
        "-e",
        "extended,sequential-counter,cpsat/cube",
        "--by-list",
        "--repeat",
        "2",
        "--solvers",
        "ergo,minisat22",
    )
    out = compared(*lists, *asked, columns=width).out
    assert max(map(len, out.splitlines())) <= width


def test_csv_has_a_row_for_each_encoding_solver_and_list(lists):
    """With all figures in columns of their own, and with what made them."""
    asked = ("-e", "minimal,cpsat/cube", "--by-list", "--solvers", "ergo,glucose4", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(compared(*lists, *asked).out)))
    assert len(rows) == 6
    found = rows[0]
    assert (found["encoding"], found["solver"], found["unit_propagation"], found["per_puzzle"]) == (
        "minimal",
        "ergo",
        "0.75",
        "false",
    )
    assert (
        float(found["spread.seconds.low"]) <= float(found["seconds"]) <= float(found["spread.seconds.high"])
    )
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
    """Headings over several columns included; nothing that is not ASCII is left."""
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


def test_each_note_below_tables_in_latex_is_a_paragraph():
    out = compared(SMALL, "-e", "minimal", "--spread", "--no-search", "--format", "latex").out
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
    assert (first["source"], first["puzzle"]) == (f"{lists[0]}:1", SMALL)
    assert (first["encoding"], first["solver"], first["seed"], first["verdict"]) == (
        "minimal",
        "ergo",
        "1:1",
        "unique",
    )
    assert (first["unit_propagation"], rows[3]["unit_propagation"]) == (yes, no)
    assert (last["encoding"], last["unit_propagation"], last["propagations"]) == (
        "cpsat/cube",
        nothing,
        nothing,
    )
    means = [
        float(row["conflicts"]) for row in rows if (row["encoding"], row["solver"]) == ("minimal", "ergo")
    ]
    assert outcome.rows[0]["conflicts"] == pytest.approx(sum(means) / len(means), abs=1e-3)
    assert [path.name for path in tmp_path.iterdir() if "puzzles" in path.name] == [file.name]


def test_a_file_that_cannot_be_written_is_told_before_anything_is_measured(tmp_path):
    for name, words in (
        ("x.xls", ".csv, .parquet"),
        ("nowhere/x.csv", "no folder"),
        ("nowhere/x.parquet", "no such folder"),
    ):
        outcome = compared(SMALL, "-e", "minimal", "--per-puzzle", tmp_path / name)
        assert (outcome.status, outcome.out) == (2, "")
        assert words in outcome.err


def test_an_error_leaves_the_old_file(tmp_path):
    """All or nothing."""
    file = tmp_path / "old.csv"
    file.write_text("old")
    outcome = compared("nowhere.txt", "-e", "minimal", "--per-puzzle", file)
    assert outcome.status == 2
    assert compared(SMALL, "-e", "nothing", "--per-puzzle", file).status == 2
    assert list(tmp_path.iterdir()) == [file]


def test_ctrl_c_says_which_files_were_not_written(tmp_path, monkeypatch):
    """The rows that are complete are printed as ever; the files would not have all of them."""
    pytest.importorskip("matplotlib", reason='pip install "sudocube[plot]"')

    def interrupted(*args, **options):
        yield from compare([SMALL], ["minimal"], jobs=1)
        raise KeyboardInterrupt

    monkeypatch.setattr("sudocube.lab.compare", interrupted)
    table, picture = tmp_path / "each.csv", tmp_path / "x.svg"
    outcome = compared(SMALL, "-e", "minimal", "--per-puzzle", table, "--plot", f"bars:{picture}")
    assert outcome.status == 130
    assert "minimal" in outcome.out
    for file in (table, picture):
        assert f"{file} was not written" in flat(outcome.err)
    assert list(tmp_path.iterdir()) == []


def test_two_runs_that_write_the_same_parquet_do_not_share_a_file(tmp_path):
    """Until it is complete, the name of a file has the number of the process."""
    pytest.importorskip("pyarrow", reason='pip install "sudocube[data]"')
    with puzzle_file(tmp_path / "x.parquet", ()):
        assert [file.name for file in tmp_path.iterdir()] == [f".x.parquet.{os.getpid()}.part"]
    assert [file.name for file in tmp_path.iterdir()] == ["x.parquet"]


def test_strengths_come_with_the_versions_that_they_depend_on():
    """What presolve leaves depends on OR-tools, also where nothing is searched."""
    asked = (SMALL, "-e", "cpsat/cube", "--no-search", "--strengths", "theory,root")
    assert re.search(r"cp-sat is OR-tools \d", flat(compared(*asked).out))
    versions = compared(*asked, "--json").rows[-1]["summary"]["versions"]
    assert {"sudocube", "cp-sat"} <= versions.keys()


@pytest.mark.parametrize(
    ("encodings", "words"),
    [
        ("minimal", "--strengths theory: for encodings in CP-SAT, and none"),
        ("cpsat/cube", "--strengths shaving: for encodings in CNF, and none"),
        ("minimal,cpsat/cube", ""),
    ],
)
def test_a_strength_that_applies_to_no_encoding_is_remarked(encodings, words):
    outcome = compared(SMALL, "-e", encodings, "--no-search", "--strengths", "theory,shaving")
    assert outcome.status == 0
    assert flat(outcome.err).count("--strengths") == bool(words)
    assert words in flat(outcome.err)


def words_in(file):
    """The texts in an SVG whose letters are texts."""
    return [
        element.text for element in ElementTree.fromstring(file.read_text("utf-8")).iter() if element.text
    ]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (
            "scatter",
            ["minimal, ms", "extended, ms", "easy", "hard", "Full check, processor time: 6 puzzles of 4×4"],
        ),
        ("cactus", ["minimal", "extended", "easy", "hard", "puzzles decided"]),
        (
            "bars",
            [
                "minimal",
                "extended",
                "easy",
                "hard",
                "unit propagation, %",
                "lines: 95 % intervals for the means",
            ],
        ),
        ("overview", ["minimal", "extended", "unit propagation"]),
    ],
)
def test_pictures_name_what_they_show(kind, words, lists, tmp_path, monkeypatch):
    """And a second kind is drawn in the same run."""
    pytest.importorskip("matplotlib", reason='pip install "sudocube[plot]"')
    from sudocube.report import picture_files

    monkeypatch.setitem(picture_files.SETTINGS, "svg.fonttype", "none")
    file, other = tmp_path / "x.svg", tmp_path / "y.svg"
    asked = ("-e", "minimal,extended", "--by-list", "--plot", f"{kind}:{file}", "--plot", f"bars:{other}")
    outcome = compared(*lists, *asked)
    assert outcome.status == 0
    said = words_in(file)
    for word in words:
        assert word in said
    assert other.exists()
    assert ("shows the first list only" in outcome.err) == (kind == "overview")


def test_a_point_of_a_scatter_is_a_puzzle(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib", reason='pip install "sudocube[plot]"')
    file = tmp_path / "x.svg"
    lines = written(tmp_path, *[SMALL] * 7)
    assert compared(lines, "-e", "minimal,extended,cpsat/cube", "--plot", f"scatter:{file}").status == 0
    assert file.read_text("utf-8").count("fill-opacity: 0.45") == 14


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--plot", "scater:x.svg"), "unknown kind of picture 'scater'. Did you mean 'scatter'?"),
        (("--plot", "scatter:x.svg"), "one encoding against another: name two at least"),
        (("--plot", "cactus:x.svg", "--no-search"), "--no-search leaves out"),
        (("--plot", "bars:x.bmp"), ".svg, .pdf, .png"),
        (("--repeat", "2", "--no-search"), "--repeat is for full checks, which --no-search leaves out"),
        (("--solvers", "ergo", "--no-search"), "--solvers is for full checks"),
        (("--solvers", "minisat"), "unknown solver 'minisat'"),
        (("--solvers", "lingeling", "--timeout", "1"), "lingeling cannot be stopped"),
        (("--repeat", "0"), "0 is too small"),
        (("--format", "tex"), "Did you mean 'latex'?"),
        (("--format", "latex", "--json"), "it is --json or --format latex, not both"),
        (("--strengths", "none"), "unknown strength 'none'"),
    ],
)
def test_what_cannot_be_shown_is_a_usage_error(arguments, words):
    outcome = compared(SMALL, "-e", "minimal", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert words in flat(outcome.err)


def test_clauses_of_a_function_are_compared_and_what_it_prints_is_told(tmp_path):
    """It is wrong, and the referee says so."""
    file = tmp_path / "mine.py"
    file.write_text("def clauses(n):\n    print('hello')\n    yield [1]\n")
    outcome = compared(SMALL, "-e", f"minimal,python:{file}:clauses", "--no-failed-literals")
    assert outcome.status == 3
    assert "hello" in outcome.err
    assert "a model" in outcome.err
    broken = compared(SMALL, "-e", f"python:{file}:other")
    assert broken.status == 2


def test_few_puzzles_and_few_repeats_are_said_to_give_too_narrow_intervals(tmp_path):
    few, many = (written(tmp_path, *[SMALL] * count, name=f"{count}.txt") for count in (12, 20))
    asked = ("-e", "minimal", "--no-failed-literals", "--spread")
    assert "Here are only 12 puzzles: bootstrap" in flat(compared(few, *asked).out)
    assert "Here are only 3 repeats: bootstrap" in flat(compared(many, *asked, "--repeat", "3").out)
    assert "Here are only" not in compared(many, *asked).out
    alone = flat(compared(SMALL, *asked).out)
    assert "Here are only 1 puzzle:" in alone
    assert "With fewer than 10 puzzles, no difference is told" in alone


def test_clauses_that_say_nothing_win_no_order(tmp_path):
    """Their checks end at once, with a model that is no grid; the table says why they are in no order."""
    file = tmp_path / "mine.py"
    file.write_text("def clauses(n):\n    yield [1, 2]\n")
    own = f"python:{file}:clauses"
    asked = (SMALL, "-e", f"minimal,{own},extended,cpsat/cube", "--no-failed-literals", "--spread")
    out = compared(*asked, columns=300).out
    orders = re.findall(r"^Order: (?!by)(.*)", out, re.MULTILINE)
    assert len(orders) == 5  # unit propagation, decisions, conflicts, propagations, ms
    assert [own in words for words in orders] == [True, False, False, False, False]
    assert out.count(f"In no order, because it gave what is no solution: {own}") == 4
    found = {one["by"]: one["order"] for one in compared(*asked, "--json").rows[-1]["summary"]["orders"]}
    assert own not in {place["encoding"] for place in found["conflicts"]}


def test_json_by_format_is_json(lists):
    asked = (*lists, "-e", "minimal", "--no-search")
    said = [json.loads(line) for line in compared(*asked, "--format", "json").out.splitlines()]
    assert [set(row) for row in said] == [FIELDS]
