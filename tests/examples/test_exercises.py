"""The programs of the exercises: right ones pass, and what is wrong with others is said on a small case."""

import re
import subprocess
import sys

import pytest

from tests.cli.command import environment
from tests.examples import lesson

CHECK = lesson.CHECKOUT / "examples" / "exercises" / "check.py"
ANSWERS = lesson.files_in(lesson.text())
EXERCISES = {"solver": "solver.py", "at-most-one": "at_most_one.py", "diagonals": "diagonals.py"}


def checked(exercise, program, folder, *options):
    """The exit status, and what is printed on both streams."""
    file = folder / "mine.py"
    file.write_text(program, "utf-8")
    done = subprocess.run(
        [sys.executable, CHECK, exercise, "mine.py", *options],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(),
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("exercise", EXERCISES)
def test_the_answers_of_the_lesson_are_right(exercise, tmp_path):
    """To the last check."""
    status, said = checked(exercise, ANSWERS[EXERCISES[exercise]], tmp_path)
    assert (status, "right" in said) == (0, True), said


WRONG = {
    "clauses that become unit are forgotten": (
        "solver",
        ("to_look_at += with_literal.get(-left.pop(), [])", "pass"),
        ["propagate([[-1, 2], [-2, 3], [-3, 4]], [1])", "[-2, 3] has one literal left, 3"],
    ),
    "what is assumed is not known": (
        "solver",
        ("set(true), [*clauses]", "set(), [*clauses]"),
        ["1 is true from the start"],
    ),
    "a conflict goes unnoticed": (
        "solver",
        ("return known, clause", "continue"),
        ["propagate([[1, 2]], [-1, -2])", "[1, 2] has no literal left"],
    ),
    "the wrong kind of answer": (
        "solver",
        ("return known, None", "return known"),
        ["propagate([[1, 2]], [])", "expected  a pair"],
    ),
    "something else than a broken clause or None": (
        "solver",
        ("return known, None", "return known, False"),
        ["propagate([[1, 2]], [])", "found     False", "the broken clause, or None"],
    ),
    "a broken clause that is none": (
        "solver",
        ("return known, clause", "return known, True"),
        ["propagate([[1, 2]], [-1, -2])", "found     True", "the broken clause, or None"],
    ),
    "a list around the literals": (
        "solver",
        ("    return known\n", "    return [known]\n"),
        ["solve([[1, 2]])", "found     [{1", "expected  the literals that are true, or None"],
    ),
    "a word in place of a model": (
        "solver",
        ("    return known\n", '    return "SAT"\n'),
        ["solve([[1, 2]])", "found     'SAT'", "expected  the literals that are true, or None"],
    ),
    "a literal that is 0": (
        "solver",
        ("return known, None", "return known | {0}, None"),
        ["propagate([[1, 2]], [])", "found     {0}", "integers that are not 0"],
    ),
    "a program that exits": (
        "solver",
        ("known, to_look_at = ", "raise SystemExit(0)\n    known, to_look_at = "),
        ["propagate([[1, 2]], [])", "raises    left by exit(0) (mine.py:8)"],
    ),
    "a generator that exits": (
        "at-most-one",
        ("return clauses +", "yield exit()\n    return clauses +"),
        ["at_most_one([1], new)", "raises    left by exit()"],
    ),
    "only one side of a decision is tried": (
        "solver",
        (" or solve(clauses, [*known, -literal])", ""),
        ["found     None", "expected  a model, such as"],
    ),
    "a model of clauses that have none": (
        "solver",
        ("        return None\n", "        return known\n"),
        ["solve([[1, 2], [-1], [-2]])", "None: these clauses have no model"],
    ),
    "an exception": (
        "solver",
        ("known, to_look_at = set(true)", "known, to_look_at = set(true) + 1"),
        ["raises    TypeError", "(mine.py:8)"],
    ),
    "neighbours alone": (
        "at-most-one",
        ("for x, y in combinations(line, 2)", "for x, y in zip(line, line[1:])"),
        ["at_most_one([1, 2, -3], new)", "1 and -3 can both be true"],
    ),
    "a literal is taken for a variable": (
        "at-most-one",
        (
            "[-x, -y] for x, y in combinations(line, 2)",
            "[-abs(x), -abs(y)] for x, y in combinations(line, 2)",
        ),
        ["at_most_one([1, 2, -3], new)", "1 and -3 can both be true"],
    ),
    "pairs that only a search sees": (
        "at-most-one",
        ("[[-x, -y] for x, y in combinations(line, 2)]", "split(combinations(line, 2), new())"),
        ["if 1 is true, unit propagation does not make 2 false; a search does"],
    ),
    "a variable of nobody": ("at-most-one", ("some = new()", "some = 1000"), ["1000 is neither"]),
    "one that is not wanted to be true": (
        "at-most-one",
        ("clauses, line = [], [*literals]", "clauses, line = [[-x] for x in literals], []"),
        ["at_most_one([1], new)", "1 cannot be true, not even alone"],
    ),
    "one length alone": (
        "at-most-one",
        ("clauses, line = [], [*literals]", "clauses, line = [], literals if len(literals) != 13 else []"),
        ["at_most_one([1, 2, -3,", "1 and 2 can both be true"],
    ),
    "pairs": ("at-most-one", ("len(line) > 4", "len(line) > 40"), ["has 36 clauses", "fewer than 23"]),
    "one diagonal at 9x9": (
        "diagonals",
        (", [(k, n - 1 - k) for k in every]]", "]"),
        ["4×4: right", "9×9: it allows", "on the diagonal from r1c9 to r9c1"],
    ),
    "a pair of a diagonal at 9x9": (
        "diagonals",
        (
            "        yield line\n        for x, y in combinations(line, 2):\n",
            "        if line in lines[-n * n :]:\n            yield line\n"
            "        for x, y in {*combinations(line, 2)} - {(1, 721)}:\n",
        ),
        ["4×4: right", "9×9: it allows", "1 stands more than once on the diagonal from r1c1 to r9c9"],
    ),
    "no boxes at 9x9": (
        "diagonals",
        ("for c in every[::width]\n", "for c in every[::width] if n == 4\n"),
        ["4×4: right", "9×9: it has a model that is no grid: ", " in box "],
    ),
    "a clause of four cells too many at 9x9": (
        "diagonals",
        ("yield [-x, -y]\n", "yield [-x, -y]\n    if n == 9:\n        yield [-1, -13, -26, -81]\n"),
        ["4×4: right", "9×9: it forbids this grid, which is right", "clause [-1, -13, -26, -81]"],
    ),
    "an auxiliary variable that loses grids at 9x9": (
        "diagonals",
        (
            "yield [-x, -y]\n",
            "yield [-x, -y]\n    if n == 9:\n        yield [1, 730]\n        yield [1, -730]\n",
        ),
        ["4×4: right", "9×9: it forbids this grid, which is right", "together forbid it"],
    ),
    "cells without a digit": (
        "diagonals",
        ("yield line", "pass"),
        ["4×4: it has a model that is no such grid", " . "],
    ),
    "cells with several digits": ("diagonals", ("yield [-x, -y]", "pass"), ["no such grid", "[123"]),
    "a diagonal that is none": (
        "diagonals",
        ("n - 1 - k)", "n - 2 - k)"),
        ["it forbids this grid", "clause ["],
    ),
}


RIGHT = {
    "at least one everywhere, at most one in cells": (
        (
            "for x, y in combinations(line, 2):",
            "for x, y in combinations(line, 2) if line in lines[-n * n :] else ():",
        ),
        "9×9: right; no rule can be broken, and each of 3,258 clauses",
    ),
    "auxiliary variables": (
        ("yield [-x, -y]", "yield from split([(x, y)], n**3 + 1)"),
        "9×9: no rule can be broken; auxiliary variables were tried on 20 random grids",
    ),
}


@pytest.mark.parametrize("form", RIGHT)
def test_a_variant_may_be_written_in_other_ways(form, tmp_path):
    """What follows by counting is right; what was only tried at 9×9 is called so."""
    (usual, other), expected = RIGHT[form]
    program = ANSWERS["diagonals.py"]
    assert usual in program
    status, said = checked("diagonals", program.replace(usual, other) + SPLIT, tmp_path)
    assert (status, expected in said) == (0, True), said


SPLIT = """

def split(pairs, s):
    return [clause for x, y in pairs for clause in ([-x, -y, s], [-x, -y, -s])]
"""
"""Below each program: pairs as two clauses each, with a literal that says nothing."""


@pytest.mark.parametrize("slip", WRONG)
def test_what_is_wrong_is_shown_on_a_small_case(slip, tmp_path):
    """With the case, and why it is wrong."""
    exercise, (right, wrong), expected = WRONG[slip]
    program = ANSWERS[EXERCISES[exercise]]
    assert right in program
    status, said = checked(exercise, program.replace(right, wrong) + SPLIT, tmp_path)
    assert (status, [part for part in expected if part not in said]) == (1, []), said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("exercise", "program", "shown"),
    [
        ("solver", "def propagate(clauses, true):\n    while True: pass", "propagate([[1, 2]], [])"),
        ("solver", "def solve(clauses):\n    yield 1\n    while True: pass", "solve([[1, 2]])"),
        ("at-most-one", "def at_most_one(literals, new):\n    while True: pass", "at_most_one([1], new)"),
    ],
)
def test_a_loop_that_does_not_end_is_stopped(exercise, program, shown, tmp_path):
    """With the case, and the line of the loop."""
    status, said = checked(exercise, program, tmp_path, "--timeout", "1")
    assert (status, said.splitlines()[0]) == (1, shown), said
    assert "not ended after 1 s; is there a loop that does not end?' (mine.py:" in said


@pytest.mark.parametrize(
    ("exercise", "program", "expected"),
    [
        ("solver", "raise SystemExit(0)", "left by exit(0) (mine.py:1)"),
        ("solver", "", "neither a function propagate nor a function solve"),
        ("at-most-one", "x = 1", "it has no function at_most_one"),
        ("diagonals", "def clauses(n):\n    return 1 / 0", "(mine.py:2)"),
        ("solver", "def solve(:", "SyntaxError"),
        ("solve", "", "check.py solver FILE.py"),
    ],
)
def test_what_cannot_be_checked_is_told_from_what_is_wrong(exercise, program, expected, tmp_path):
    """By the exit status 2, and a sentence."""
    status, said = checked(exercise, program, tmp_path)
    assert (status, expected in said, "Traceback" in said) == (2, True, False), said


FILLED_IN = (
    "c == t",
    "(r - 1) // w == (s - 1) // w",
    "(c - 1) // w == (t - 1) // w",
    "-x(r, c, d)",
    "-x(s, t, d)",
)


@pytest.mark.parametrize("size", [4, 9])
def test_the_program_of_the_sheet_is_proved_when_its_blanks_are_filled_in(size, tmp_path):
    """As it stands: each blank has its place and its indentation."""
    sheet = (lesson.CHECKOUT / "docs" / "sheet.md").read_text("utf-8")
    program = next(part for part in sheet.split("```\n") if "def clauses(n)" in part)
    assert len(re.findall("_{4,}", program)) == len(FILLED_IN)
    for text in FILLED_IN:
        program = re.sub("_{4,}", text, program, count=1)
    (tmp_path / "mine.py").write_text(program, "utf-8")
    command = [
        sys.executable,
        "-m",
        "sudocube",
        "encodings",
        "prove",
        "python:mine.py:clauses",
        f"--size={size}",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, ": proved" in done.stdout) == (0, True), done.stdout + done.stderr


PLAN = (lesson.CHECKOUT / "docs" / "ninety-minutes.md").read_text("utf-8")


def test_the_plan_gives_what_fills_the_blanks_of_the_sheet():
    """To the letter."""
    assert [text for text in FILLED_IN if f"`{text}`" not in PLAN] == []


def test_the_plan_says_to_read_the_sections_that_it_uses():
    """Those of its table."""
    rows = [row.split("|")[-2] for row in PLAN.splitlines() if re.match(r"\| \d+ to ", row)]
    told = re.search(
        r"Read sections (.*?) of the lesson, look at its exercises \((\d+)\)", " ".join(PLAN.split())
    )
    assert told
    read = {int(told[2])}
    for first, last in re.findall(r"(\d+)(?: to (\d+))?", told[1]):
        read.update(range(int(first), int(last or first) + 1))
    assert {int(number) for row in rows for number in re.findall(r"\d+", row)} <= read


def test_the_plan_says_what_its_commands_need():
    """The folder of the examples or a copy; and how long paper is enough."""
    assert "examples.copy('.')" in PLAN
    assert "forty-five minutes and question 7 of the sheet work on paper" in " ".join(PLAN.split())
    assert re.search(r"\| 35 to 45 \|.*Question 4", PLAN)
    assert "\nsudocube encodings prove python:mine.py:clauses\n" in PLAN


def test_the_readme_says_what_n_is():
    """The size of the grid, not of a box; and which size is asked without the option."""
    readme = " ".join((lesson.CHECKOUT / "README.md").read_text("utf-8").split())
    assert "n is the size of the whole grid, 4 or 9, and its boxes are √n wide" in readme
    assert "without `--size 4`, it is asked at 9×9" in readme
