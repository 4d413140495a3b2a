"""`sudocube encodings`: list, show, compare."""

import json
import signal
import subprocess
import sys

import pytest

from sudocube.encoder import Formalism, load, names
from tests.cli.command import HARD, UNIQUE, invoke, no_boxes, run, started, written

SMALL = "1.....2..3.....4"


def test_the_list_has_a_row_for_each_encoding_and_no_summary():
    rows = invoke("encodings", "list", "--json").rows
    assert [row["name"] for row in rows] == list(names())
    assert all(set(row) == {"name", "formalism", "title", "source"} for row in rows)


def test_the_list_names_each_encoding_with_its_source():
    text = " ".join(invoke("encodings", "list").out.split())
    for name in names():
        assert f"{name} {load(name).title}" in text
    assert "Sudoku as a SAT Problem (2006)" in text


@pytest.mark.parametrize("size", [4, 6])
@pytest.mark.parametrize("name", names())
def test_each_encoding_is_shown_in_words_formulas_numbers_and_clauses(name, size):
    outcome = invoke("encodings", "show", name, "--size", size)
    assert outcome.status == 0
    assert max(map(len, outcome.out.splitlines())) <= 80
    flat = " ".join(outcome.out.split())
    for words in (load(name).title, "Variables, for a grid of", "∀", "in all", "One line of each kind"):
        assert words in flat
    assert "{" not in flat.replace("{1, …, n}", "")  # no place in a formula is left open


@pytest.mark.parametrize("name", names(Formalism.CNF))
def test_the_counts_that_are_shown_are_those_of_the_formula(name):
    """At size 4: variables, clauses and distinct clauses, statement by statement."""
    from sudocube.encoder.cnf import encoded_lines, formula
    from sudocube.geometry import Geometry

    [row] = invoke("encodings", "show", name, "--size", "4", "--json").rows
    rules = formula(load(name), Geometry.of_size(4))
    stated = sum(len(line.clauses) for line in encoded_lines(load(name), Geometry.of_size(4)))
    assert sum(part["clauses"] for part in row["statements"]) == stated
    assert sum(part["distinct"] for part in row["statements"]) == len(rules.clauses)
    assert row["variables"][0]["from"] == 1
    assert row["variables"][-1]["to"] == rules.variables


def test_a_clause_is_shown_by_names_and_by_numbers():
    out = invoke("encodings", "show", "extended", "--size", "4").out
    assert "    x[r1c1,1] ∨ x[r1c1,2] ∨ x[r1c1,3] ∨ x[r1c1,4]" + " " * 22 + "1 2 3 4 0\n" in out


def test_every_clause_is_shown_with_what_it_is_of():
    """With its number; the sample lines are left out then."""
    out = invoke("encodings", "show", "commander", "--size", "4", "--all").out
    assert "  r1c1: at least one\n       1  x[r1c1,1] ∨ x[r1c1,2] ∨ x[r1c1,3] ∨ x[r1c1,4]" in out
    assert "One line of each kind" not in out
    out = invoke("encodings", "show", "ladder", "--size", "4", "--all").out
    assert "  r1c1: at most one (ladder)\n    a[1], 65: false if x[r1c1,1] is true\n" in out
    assert "¬x[r1c1,1] ∨ ¬a[1]  defines a[1]" in out


@pytest.mark.parametrize("name", names(Formalism.CNF))
def test_every_clause_is_a_row_in_the_order_of_the_formula(name):
    """After the row of the encoding."""
    from sudocube.encoder.cnf import formula
    from sudocube.geometry import Geometry

    head, *rows = invoke("encodings", "show", name, "--size", "4", "--all", "--json").rows
    assert head == invoke("encodings", "show", name, "--size", "4", "--json").rows[0]
    clauses = formula(load(name), Geometry.of_size(4)).clauses
    assert [row["clause"] for row in rows] == [list(clause) for clause in clauses]
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
    assert all(row["line"] and row["says"] and row["way"] for row in rows)
    assert all(len(row["literals"]) == len(row["clause"]) for row in rows)


def test_constraints_are_no_clauses():
    outcome = invoke("encodings", "show", "cpsat/cube", "--all")
    assert (outcome.status, outcome.out) == (2, "")
    assert "cpsat/cube consists of constraints; --all shows clauses, of encodings in cnf" in outcome.err


def test_clauses_of_ones_own_are_shown_by_their_numbers_and_text_lines(tmp_path):
    """Those that occur twice are clauses of the formula once."""
    file = tmp_path / "mine.cnf"
    file.write_text("p cnf 65 3\n1 2 0\n2 1 0\n-65 -1 0\n")
    out = invoke("encodings", "show", file, "--size", "4", "--all").out
    assert "  clause 1 (text line 2)" in out
    assert "       1  x[r1c1,1] ∨ x[r1c1,2] " in out
    assert "  clause 3 (text line 4)" in out
    assert "       2  ¬a[1] ∨ ¬x[r1c1,1] " in out
    assert "  65 to 65        a[k]: auxiliary\n" in out
    out = invoke("encodings", "show", file, "--size", "4").out
    assert "The first clauses, by names and by numbers\n    x[r1c1,1] ∨ x[r1c1,2] " in out


def test_clauses_of_a_function_are_shown_and_what_it_prints_is_told(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("def rules(size):\n    print('size', size)\n    yield [-1, -size]\n")
    outcome = invoke("encodings", "show", f"python:{file}:rules", "--size", "4", "--all")
    assert "       1  ¬x[r1c1,1] ∨ ¬x[r1c1,4] " in outcome.out
    assert "size 4" in outcome.err


def test_a_constraint_is_shown_by_names_and_by_numbers():
    [row] = invoke("encodings", "show", "cpsat/triads", "--size", "4", "--json").rows
    assert row["statements"][0]["sample"] == [
        {
            "names": "ExactlyOne(¬t[row 1,box 1,1], x[r1c1,1], x[r1c2,1])",
            "numbers": "ExactlyOne(¬64, 0, 4)",
        }
    ]


def test_encodings_are_compared_as_json():
    outcome = invoke(
        "encodings", "compare", UNIQUE, "--encodings", "minimal,extended", "--json", "--jobs", "1"
    )
    minimal, extended = outcome.rows
    assert outcome.status == 0
    assert (minimal["encoding"], minimal["puzzles"]) == ("minimal", 1)
    assert (minimal["variables"], minimal["clauses"], minimal["distinct"]) == (729, 8_829, 7_371)
    assert (extended["variables"], extended["clauses"], extended["distinct"]) == (729, 11_988, 10_530)
    assert minimal["literals"] == 81 * 9 + 2 * (7_371 - 81)
    assert 0 <= minimal["unit_propagation"] <= minimal["failed_literals"] <= 1
    assert extended["verdicts"] == {"unique": 1}


def test_encodings_are_compared_in_two_tables_that_fit():
    outcome = invoke("encodings", "compare", SMALL, "--jobs", "1", "--no-failed-literals")
    assert outcome.status == 0
    assert max(map(len, outcome.out.splitlines())) <= 80
    for name in names(Formalism.CNF):
        assert outcome.out.count(f"\n{name}") >= 2


@pytest.mark.parametrize(
    ("encodings", "by"),
    [
        ("minimal", "by glucose4."),
        ("cpsat/cube", "by CP-SAT (one worker, no presolve)."),
        (
            "minimal,cpsat/cube",
            "by glucose4, and for the encodings cpsat/… by CP-SAT (one worker, no presolve).",
        ),
    ],
)
def test_the_note_names_the_solver_of_each_row(encodings, by):
    """A CP-SAT model is not checked by a SAT solver, whatever stands beside it."""
    text = " ".join(invoke("encodings", "compare", SMALL, "-e", encodings, "--jobs", "1").out.split())
    assert f"a solution, and whether there is another; {by}" in text


def test_what_is_not_asked_for_is_null():
    flags = ("--no-search", "--no-failed-literals", "--jobs", "1", "--json")
    [row] = invoke("encodings", "compare", SMALL, "--encodings", "minimal", *flags).rows
    assert (row["failed_literals"], row["decisions"], row["seconds"]) == (None, None, None)
    assert row["unit_propagation"] is not None


def test_a_bad_puzzle_is_complained_of_and_the_others_are_measured(tmp_path):
    file = written(tmp_path, SMALL, "1...?...", SMALL)
    outcome = invoke("encodings", "compare", file, "--encodings", "minimal", "--json", "--jobs", "1")
    assert outcome.status == 2
    assert f"{file}:2" in outcome.err
    assert [row["puzzles"] for row in outcome.rows] == [2]


def test_out_of_time_is_said_and_has_its_status():
    outcome = invoke("encodings", "compare", HARD, "-e", "minimal", "--timeout", "0.3", "--jobs", "1")
    assert outcome.status == 3
    assert "minimal: 1 puzzle undecided: out of time after 0.3 s" in outcome.err


def test_an_encoding_that_is_wrong_is_found_out(tmp_path):
    """Its models are no solutions, as the referee says."""
    file = no_boxes(tmp_path)
    outcome = invoke("encodings", "compare", "." * 16, "-e", f"minimal,{file}", "--jobs", "1")
    assert outcome.status == 3
    assert "a model that the referee refuses" in outcome.err


def test_encodings_that_do_not_agree_are_told_of(tmp_path):
    """One of them allows the digits of the first row in ascending order only."""
    file = tmp_path / "first-row.toml"
    text = "\n".join(
        [
            'title = "The first row in order"',
            'formalism = "cnf"',
            'variables = "direct"',
            'idea = "Loses solutions."',
            'implied = ["first-row-in-order"]',
            "[source]",
            'author = "nobody"',
            'title = "A mistake"',
            "year = 2000",
            "[families.cell]",
            'at_least_one = "clause"',
            *[f'[families.{unit}]\nat_most_one = "pairwise"' for unit in ("row", "column", "box")],
        ]
    )
    file.write_text(text, "utf-8")
    outcome = invoke("encodings", "compare", "4321" + "." * 12, "-e", f"minimal,{file}", "--jobs", "1")
    assert "the encodings do not agree on the verdicts" in outcome.err
    assert "1 none" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("show", "extendet"), ["unknown encoding 'extendet'", "'extended'", "triads"]),
        (("show", "nowhere.toml"), ["nowhere.toml", "No such file"]),
        (("show", "extended", "--size", "5"), ["there is no size 5"]),
        (("compare", SMALL, "-e", "minimal,tryads"), ["unknown encoding 'tryads'", "'triads'"]),
        (("compare", SMALL, "--plot", "x.bmp"), ["x.bmp", ".svg, .pdf, .png"]),
        (("compare", SMALL, "--plot", "nowhere/x.svg"), ["nowhere/x.svg: there is no such folder"]),
        (("compare", "nowhere.txt", "-e", "minimal"), ["nowhere.txt"]),
    ],
)
def test_what_cannot_be_understood_is_named(arguments, words):
    outcome = invoke("encodings", *arguments)
    assert (outcome.status, outcome.out) == (2, "")
    flat = " ".join(outcome.err.replace("│", " ").split())
    for word in words:
        assert word in flat


@pytest.mark.parametrize("command", ["show", "compare"])
def test_a_mistake_in_a_file_is_told_with_file_key_and_what_is_allowed(command, tmp_path):
    file = no_boxes(tmp_path)
    file.write_text(file.read_text("utf-8").replace('"pairwise"', '"pairways"', 1), "utf-8")
    arguments = [file] if command == "show" else [SMALL, "-e", file]
    outcome = invoke("encodings", command, *arguments)
    assert outcome.status == 2
    for word in (str(file), "families.cell.at_most_one", "'pairways'", "sequential-counter"):
        assert word in outcome.err


def test_a_picture_without_the_library_is_refused_with_how_to_get_it(tmp_path, monkeypatch):
    """Before any work is done."""
    from sudocube.report import picture_files

    monkeypatch.setattr(picture_files, "find_spec", lambda _: None)
    outcome = invoke("encodings", "compare", SMALL, "--plot", tmp_path / "x.svg")
    assert outcome.status == 2
    assert 'pip install "sudocube[plot]"' in outcome.err
    assert not (tmp_path / "x.svg").exists()


@pytest.mark.parametrize("suffix", [".svg", ".pdf", ".png"])
def test_the_same_figures_make_the_same_picture(suffix, tmp_path):
    pytest.importorskip("matplotlib", reason='pip install "sudocube[plot]"')
    files = [tmp_path / f"{name}{suffix}" for name in ("one", "two")]
    for file in files:
        arguments = (SMALL, "-e", "minimal,triads", "--no-search", "--plot", file, "--jobs", "1")
        assert invoke("encodings", "compare", *arguments).status == 0
    one, two = (file.read_bytes() for file in files)
    assert one == two
    assert len(one) > 5_000


def test_neither_list_nor_show_imports_a_solver():
    """A CNF encoding is shown without ortools, and without pysat if none of its clauses come from it."""
    code = (
        "import sys; from sudocube.cli import app; "
        "app(['encodings', 'show', 'extended', '--size', '4'], standalone_mode=False); "
        "print(*({'ortools', 'numpy', 'pysat', 'matplotlib'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr.split() == []


def test_ctrl_c_stops_at_once_and_keeps_what_is_done(tmp_path):
    """While `dual` is checked, which would go on for minutes."""
    file = written(tmp_path, *[UNIQUE] * 400)
    arguments = ["encodings", "compare", str(file), "-e", "triads,dual", "--jobs", "2", "--json"]
    flags = ["--no-failed-literals", "--thorough"]
    with started([*arguments, *flags], stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        row = json.loads(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        rest, said = process.communicate()
    assert (row["encoding"], row["puzzles"]) == ("triads", 400)
    assert (process.returncode, rest, said) == (130, b"", b"interrupted\n")


def test_processes_share_the_work(tmp_path):
    """As a process of its own: what `--jobs 2` prints is JSON, and the order that of the names."""
    file = written(tmp_path, *[SMALL] * 30)
    outcome = run("encodings", "compare", file, "-e", "triads,minimal", "--jobs", "2", "--json")
    assert [json.loads(line)["encoding"] for line in outcome.out.splitlines()] == ["triads", "minimal"]


@pytest.mark.parametrize("name", ["triads", "k-m-totalizer", "cpsat/cube"])
def test_an_encoding_is_shown_within_40_columns(name):
    """Long names of statements in the table of counts, too."""
    lines = invoke("encodings", "show", name, "--size", "4", columns=40).out.splitlines()
    assert not [line for line in lines if len(line) > 40]
