"""What each command prints with --json, for inputs of every kind, fits its schema."""

import sys
from pathlib import Path

import pytest

from tests.cli.command import HARD, MULTIPLE, NONE, PUZZLES, SOLUTION, UNIQUE, invoke, no_boxes, written
from tests.schemas.schema_files import NAMES, misfits, of_each_form

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PENCILMARKS = "12......." + 80 * "123456789"
BLANK = 81 * "."
INPUTS = {
    "unique": [UNIQUE],
    "multiple": [MULTIPLE],
    "none, a clash": [NONE],
    "none, found by search": [HARD],
    "no puzzle": [UNIQUE[:-1]],
    "pencilmarks": [PENCILMARKS],
    "4×4": [PUZZLES["2x2-unique"]],
    "6×6 with its box": [PUZZLES["3x2-unique"], "--box", "3x2"],
    "16×16": [PUZZLES["4x4-unique"]],
    "all examples": [EXAMPLES / "puzzles.txt", *sorted((EXAMPLES / "formats").iterdir())],
}
ANY_PUZZLE = pytest.mark.parametrize("given", INPUTS.values(), ids=INPUTS.keys())


def fitting_rows(*arguments):
    """The rows of a command; each fits the schema."""
    rows = invoke(*arguments, "--json").rows
    assert rows
    name = "-".join(arguments[: 2 if arguments[0] == "encodings" else 1])
    assert list(misfits(name, rows)) == []
    return rows


@ANY_PUZZLE
@pytest.mark.parametrize("name", ["check", "solve", "count"])
@pytest.mark.parametrize("engine", [[], ["--engine", "sets"]], ids=["decided", "not always"])
def test_answers_of_one_engine(name, engine, given):
    """`sets` leaves some of them open."""
    fitting_rows(name, *given, *engine, "--timeout", "20")


@ANY_PUZZLE
def test_puzzles_converted(given):
    """Nothing is refused: JSON holds pencilmarks and boxes of any shape."""
    fitting_rows("convert", *given)


@ANY_PUZZLE
@pytest.mark.parametrize("more", [[], ["--distinct"]])
def test_canonical_forms(more, given):
    """Of other sizes and of pencilmarks there is none."""
    fitting_rows("canonical", *given, BLANK, "1" * 81, *more)


@ANY_PUZZLE
@pytest.mark.parametrize("more", [["--verify"], ["--singles"], ["--only", "depth,guesses"]])
def test_ratings(more, given):
    """Of puzzles with one solution; of others and of pencilmarks there is none."""
    fitting_rows("rate", *given, *more)


@ANY_PUZZLE
@pytest.mark.parametrize(
    "more", [[], ["--engine", "sat,cpsat", "--prove"], ["--engine", "sets,cube:propagate"]]
)
def test_answers_of_several_engines(more, given):
    """With proofs and without; and of engines that get stuck."""
    fitting_rows("crosscheck", *given, more, "--timeout", "5")


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", HARD, "--engine", "phases"],
        ["crosscheck", HARD, MULTIPLE, "--engine", "phases,sat:minimal"],
        ["crosscheck", HARD, "--engine", "phases,cube", "--prove"],
        ["solve", BLANK, "--limit", "1000000"],
        ["count", BLANK],
        ["rate", HARD, UNIQUE],
        ["explain", HARD],
        ["diagnose", HARD, BLANK, UNIQUE, "--repair", "--smallest"],
        ["bench", "--puzzles", "2", "--rounds", "1", "--engine", "phases,kernel"],
        ["encodings", "compare", HARD, UNIQUE, "--encoding", "minimal,cpsat/cube"],
        ["encodings", "prove", "extended", "--minimal"],
        ["encodings", "literature", UNIQUE],
    ],
    ids=lambda arguments: " ".join(arguments[:2])[:30],
)
def test_answers_where_time_runs_out(arguments):
    """A thousandth of a second is enough for some, and not for others."""
    fitting_rows(*arguments, "--timeout", "0.001")


def test_a_verdict_without_the_proof_that_was_asked_for():
    """The trusted checker takes clues only."""
    ones = ["." * (digit - 1) + str(digit) + "." * (9 - digit) for digit in map(int, SOLUTION[:-1])]
    row, _ = fitting_rows("crosscheck", "".join(ones) + "12......9", "--prove")
    assert row["unproved"]


def test_an_engine_that_fails(monkeypatch):
    """Its answer has a reason; the others are as they were."""
    from sudocube.engines.native_engines import NativeEngine

    def fail(*_, **__):
        raise RuntimeError("broken")

    monkeypatch.setattr(NativeEngine, "answer", fail)
    *rows, _ = fitting_rows("crosscheck", UNIQUE, "--engine", "phases,sat", "--jobs", "1")
    assert rows[0]["engines"]["phases"]["verdict"] == "unknown"


@pytest.mark.parametrize("given", ["1.2.....2.3.....", "11..............", HARD])
@pytest.mark.parametrize(
    "more",
    [[], ["--search"], ["-e", "optimised"], ["-e", "sequential-counter", "--search", "--max-steps", "900"]],
)
def test_traces_of_clauses(given, more):
    """Stuck, solved, refuted and cut short; with decisions, conflicts and definitions."""
    *steps, end = fitting_rows("encodings", "trace", given, *more)
    assert steps
    assert "end" in end


@pytest.mark.parametrize("method", ["phases", "sets", "possibles:odometer@1", "cube"])
def test_steps(method):
    """Of all methods, verified too; and of several puzzles, some of which cannot be explained."""
    given = [UNIQUE, MULTIPLE, NONE, UNIQUE[:-1], PENCILMARKS, PUZZLES["2x2-unique"]]
    fitting_rows("explain", UNIQUE, "--method", method)
    fitting_rows("explain", *given, "--method", method, "--max-steps", "40", "--verify")


@ANY_PUZZLE
def test_steps_of_puzzles_of_every_kind(given):
    """With a last line where there are several."""
    fitting_rows("explain", *given, "--method", "sets", "--max-steps", "10")


def test_steps_of_others():
    """From a file, with one that is refuted."""
    steps, puzzle = EXAMPLES / "steps" / "steps.jsonl", EXAMPLES / "steps" / "puzzle.txt"
    assert any(row.get("valid") is False for row in fitting_rows("explain", puzzle, "--steps", steps))


@pytest.mark.parametrize("more", [[], ["--repair", "--smallest", "--limit", "3"]])
@ANY_PUZZLE
def test_diagnoses(more, given):
    """Of puzzles with no, one and several solutions."""
    fitting_rows("diagnose", *given, *more, "--timeout", "2")


def test_diagnoses_of_broken_puzzles():
    """With changes that mend them."""
    rows = fitting_rows("diagnose", EXAMPLES / "broken.txt")
    assert {row["verdict"] for row in rows} == {"none", "multiple", "unique"}
    assert any(row.get("changes") for row in rows)


@ANY_PUZZLE
def test_certificates(given, tmp_path):
    """Written, verified, held against another list, and with a file that is none."""
    folder = tmp_path / "certificates"
    fitting_rows("certify", *given, "--output", str(folder), "--timeout", "20")
    if folder.exists():  # it is not made where there is nothing to certify
        fitting_rows("verify", str(folder))
        fitting_rows("verify", str(folder), UNIQUE, MULTIPLE, PENCILMARKS, UNIQUE[:-1])
        (folder / "what is this").write_text("?")
        assert any(row["index"] is None for row in fitting_rows("verify", str(folder)))


OUTPUTS = {
    "right": None,
    "wrong": "v " + " ".join(str(-number) for number in range(1, 65)) + " 0\n",
    "cut off": "v 1 2\n",
    "none": "s UNSATISFIABLE\n",
    "unknown": "s UNKNOWN\n",
}


@pytest.mark.parametrize("said", OUTPUTS)
def test_outputs_of_other_solvers(said, tmp_path):
    """Right, wrong and neither."""
    puzzle = PUZZLES["2x2-unique"]
    [solution] = invoke("solve", puzzle, "--json").rows[0]["solutions"]
    true = [cell * 4 + int(digit) for cell, digit in enumerate(solution)]
    right = " ".join(str(n if n in true else -n) for n in range(1, 65))
    output = written(tmp_path, OUTPUTS[said] or f"s SATISFIABLE\nv {right} 0", name="output")
    [row] = fitting_rows("decode", puzzle, str(output))
    assert row["accepted"] is {"right": True, "unknown": None}.get(said, False)


def test_the_catalogue():
    """Every encoding of it, at two sizes: all clauses at 4×4, and of each form one at 6×6."""
    for row in fitting_rows("encodings", "list"):
        more = ["--all"] if row["formalism"] == "cnf" else []
        shown = ["encodings", "show", row["name"], *more]
        fitting_rows(*shown, "--size", "4")
        rows = invoke(*shown, "--size", "6", "--json").rows
        assert list(misfits("encodings-show", of_each_form(rows))) == []


def test_comparisons():
    """Formulas and models, of two sizes; the shortest form, too."""
    encodings = ["--encoding", "minimal,optimised,cpsat/cube,cpsat/alldifferent"]
    given = [UNIQUE, NONE, PUZZLES["2x2-unique"], *encodings]
    assert len(fitting_rows("encodings", "compare", *given)) == 8
    fitting_rows("encodings", "compare", *given, "--no-failed-literals", "--no-search")


def test_comparisons_of_lists_solvers_and_repeats(tmp_path):
    """With all fields that are there only if they are asked for, and a summary as the last row."""
    lists = [
        written(tmp_path, *lines, name=name)
        for name, lines in (("a.txt", [UNIQUE, NONE]), ("b.txt", [UNIQUE]))
    ]
    asked = [
        "--encoding",
        "minimal,cpsat/cube",
        "--solvers",
        "glucose4,lingeling",
        "--by-list",
        "--repeat",
        "2",
    ]
    *rows, last = fitting_rows("encodings", "compare", *lists, *asked)
    assert len(rows) == 6
    assert {"list", "repeats", "spread"} <= set(rows[0])
    assert set(last["summary"]) == {"seed", "versions", "orders"}
    *_, last = fitting_rows("encodings", "compare", UNIQUE, "--encoding", "minimal", "--solvers", "ergo")
    assert set(last["summary"]) == {"seed", "versions"}


@pytest.mark.parametrize("size", ["4", "6"])
@pytest.mark.parametrize("name", ["extended", "binary", "optimised", "cpsat/cube", "cpsat/inverse"])
def test_proofs_of_encodings(name, size):
    """Of every kind: direct and other variables, reduced formulas, models."""
    fitting_rows("encodings", "prove", name, "--size", size, "--minimal")


def test_refuted_encodings(tmp_path):
    """Wrong grids accepted, right ones lost."""
    fitting_rows("encodings", "prove", EXAMPLES / "encodings" / "unsound.toml")
    fitting_rows("encodings", "prove", EXAMPLES / "encodings" / "incomplete.toml", "--minimal")
    [row] = fitting_rows("encodings", "prove", str(no_boxes(tmp_path)), "--size", "4")
    assert row["broken"] is not None


def test_engines_installed_and_not(monkeypatch):
    """What cannot be asked has null for what it can do."""
    assert all(row["installed"] for row in fitting_rows("engines"))
    monkeypatch.setitem(sys.modules, "ortools", None)
    assert [row["name"] for row in fitting_rows("engines") if not row["installed"]] == ["cpsat"]


def test_measurements():
    """Of a list, and of the sample."""
    fitting_rows(
        "bench", EXAMPLES / "puzzles.txt", "--puzzles", "4", "--rounds", "2", "--engine", "phases,sets"
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_row_with_a_field_that_nobody_described_does_not_fit(name):
    """Nor does an empty one, nor a list."""
    assert len(list(misfits(name, [{}, {"index": 1, "surprise": 1}, []]))) == 3
