"""`sudocube solve`: solutions in the format in which the puzzles came, or in another one."""

import pytest

from sudocube.formats import FORMATS, read
from tests.cli.command import MULTIPLE, NONE, PUZZLES, SOLUTION, UNIQUE, invoke, written

BAD = UNIQUE[:-1]

PHASES = ("--engine", "phases")


def rows(cells: str, join: str = "") -> list[str]:
    return [join.join(cells[start : start + 9]) for start in range(0, 81, 9)]


def barred(cells: str) -> list[str]:
    lines = ["|".join(row[start : start + 3] for start in (0, 3, 6)) for row in rows(cells)]
    return [*lines[:3], "---+---+---", *lines[3:6], "---+---+---", *lines[6:]]


FILES = {
    "one per line": ("a.txt", [UNIQUE], [SOLUTION]),
    "sdm": ("a.sdm", [UNIQUE.replace(".", "0")], [SOLUTION]),
    "rows": ("a.txt", rows(UNIQUE), rows(SOLUTION)),
    "rows with spaces": ("a.txt", rows(UNIQUE, " "), rows(SOLUTION, " ")),
    "rows with bars": ("a.ss", barred(UNIQUE), barred(SOLUTION)),
    "sdk": (
        "a.sdk",
        ["[Puzzle]", *rows(UNIQUE)],
        ["[Puzzle]", *rows(UNIQUE), "[State]", *rows(SOLUTION)],
    ),
    "csv": ("a.csv", ["puzzle", UNIQUE], ["puzzle,solution", f"{UNIQUE},{SOLUTION}"]),
}


@pytest.mark.parametrize("form", FILES)
def test_a_solution_comes_in_the_format_of_the_puzzle(form, tmp_path):
    name, puzzle, solution = FILES[form]
    outcome = invoke("solve", written(tmp_path, *puzzle, name=name), *PHASES)
    assert (outcome.status, outcome.err) == (0, "")
    assert [line.rstrip() for line in outcome.out.splitlines()] == solution


@pytest.mark.parametrize("name", FORMATS)
def test_a_solution_comes_in_the_format_asked_for(name, tmp_path):
    """What is written can be read, and holds the solution."""
    outcome = invoke("solve", UNIQUE, *PHASES, "--format", name)
    assert (outcome.status, outcome.err) == (0, "")
    file = tmp_path / f"solved.{name}"
    file.write_text(outcome.out, "utf-8")
    with file.open("rb") as stream:
        puzzles = [str(entry.puzzle) for entry in read(stream, file.name)]
    assert puzzles == ([UNIQUE] if name in ("csv", "sdk") else [SOLUTION])
    assert SOLUTION in outcome.out.replace("\n", "").translate({ord(c): None for c in "|-+*. "})


def test_a_header_is_written_once(tmp_path):
    outcome = invoke("solve", written(tmp_path, UNIQUE, UNIQUE), *PHASES, "--format", "csv")
    assert outcome.out.splitlines() == ["puzzle,solution", *[f"{UNIQUE},{SOLUTION}"] * 2]


def test_of_several_solutions_one_is_printed_and_the_others_mentioned():
    outcome = invoke("solve", MULTIPLE, *PHASES)
    assert outcome.status == 0
    assert outcome.out.count("\n") == 1
    assert outcome.err == "argument:1: there are several solutions; this is one of them\n"


@pytest.mark.parametrize("option", [["--all"], ["--limit", "2"], ["--limit", "9"]])
def test_all_solutions_are_printed_where_they_are_asked_for(option):
    outcome = invoke("solve", MULTIPLE, *PHASES, *option)
    assert (outcome.status, outcome.err) == (0, "")
    assert len(set(outcome.out.splitlines())) == 2


def test_up_to_k_solutions_are_printed():
    outcome = invoke("solve", PUZZLES["2x2-empty-288-solutions"], *PHASES, "--limit", "7")
    assert (outcome.status, outcome.err) == (0, "")
    assert len(set(outcome.out.splitlines())) == 7


def test_grids_of_several_solutions_say_which_they_are():
    """A blank line parts all grids, and a comment tells records apart."""
    outcome = invoke("solve", MULTIPLE, *PHASES, "--all", "--format", "grid")
    lines = outcome.out.splitlines()
    assert (lines[0], lines[10], lines[11]) == (
        "# argument:1: solution 1",
        "",
        "# argument:1: solution 2",
    )
    assert len(lines) == 21


@pytest.mark.parametrize("name", ["grid", "ss", "sdk"])
@pytest.mark.parametrize("option", [["--all"], ["--limit", "3"]])
def test_grids_of_several_puzzles_can_be_told_apart_and_read_back(name, option, tmp_path):
    file = written(tmp_path, MULTIPLE, NONE, UNIQUE, BAD, UNIQUE, name="a.txt")
    outcome = invoke("solve", file, "--format", name, *option)
    titles = [line for line in outcome.out.splitlines() if line.startswith("#")]
    assert titles == [
        f"# {file}:1: solution 1",
        f"# {file}:1: solution 2",
        f"# {file}:2",
        f"# {file}:3: solution 1",
        f"# {file}:4",
        f"# {file}:5: solution 1",
    ]
    solved = written(tmp_path, *outcome.out.splitlines(), name=f"b.{name}")
    again = invoke("convert", solved, "--format", "line", "-q").out.splitlines()
    grids = invoke("solve", file, "--format", "line", *option, "-q").out.splitlines()
    if name == "sdk":  # it holds the puzzle, too, and that is read
        grids = [MULTIPLE, MULTIPLE, UNIQUE, UNIQUE]
    assert [line for line in again if line != "invalid"] == [line for line in grids if len(line) == 81]


def test_a_record_of_one_solution_has_no_title():
    for option in ([], ["--limit", "1"]):
        outcome = invoke("solve", MULTIPLE, UNIQUE, "--format", "grid", *option)
        assert "#" not in outcome.out


def test_a_line_feed_in_a_name_is_escaped_in_a_title(tmp_path):
    file = written(tmp_path, UNIQUE, name="a\n.txt")
    out = tmp_path / "out.txt"
    invoke("solve", file, "--format", "grid", "--all", "-o", out)
    assert out.read_text("utf-8").splitlines()[0].endswith("a\\n.txt:1: solution 1")
    assert invoke("convert", out, "--format", "line").out == f"{SOLUTION}\n"


def test_no_solution_is_said_on_standard_error():
    outcome = invoke("solve", NONE, UNIQUE, *PHASES)
    assert (outcome.status, outcome.out) == (1, f"none\n{SOLUTION}\n")
    assert outcome.err.startswith("argument:1: no solution: r")
    assert outcome.err.count("\n") == 1


def test_what_a_format_cannot_hold_is_refused_and_the_others_are_written():
    outcome = invoke("solve", "." * 16, UNIQUE, *PHASES, "--format", "sdm")
    assert (outcome.status, outcome.out) == (2, f"invalid\n{SOLUTION}\n")
    assert outcome.err.startswith("error: argument:1: the format sdm holds 9×9 puzzles only")


def test_a_box_shape_that_a_line_cannot_tell_is_refused():
    file = PUZZLES["3x2-unique"]
    assert invoke("solve", file, *PHASES, "--box", "3x2").status == 0
