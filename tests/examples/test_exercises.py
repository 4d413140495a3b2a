"""The programs of the exercises: right ones pass, and what is wrong with others is said on a small case."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.examples import lesson
from tests.tables import cases

CHECK = lesson.CHECKOUT / "examples" / "exercises" / "check.py"
ANSWERS = lesson.files_in(lesson.text())
EXERCISES = {
    "solver": "solver.py",
    "at-most-one": "at_most_one.py",
    "diagonals": "diagonals.py",
    "hall": "hall.py",
}


@pytest.fixture
def checked(tmp_path, monkeypatch, capsys):
    """Checks a program: gives the exit status, and what is printed on both streams."""
    monkeypatch.syspath_prepend(CHECK.parent)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(import_module("judging"), "SECONDS", 60.0)  # `--timeout` changes it
    main = import_module("check").main

    def check(exercise: str, program: str, *options: str) -> tuple[int, str]:
        (tmp_path / "mine.py").write_text(program, "utf-8")
        try:
            status = main([exercise, "mine.py", *options])
        except SystemExit as error:
            status = error.code
        return status, "".join(capsys.readouterr())

    return check


@pytest.mark.parametrize(
    "exercise", ["solver", "at-most-one", "hall", pytest.param("diagonals", marks=pytest.mark.slow)]
)
def test_the_answers_of_the_lesson_are_right(exercise, checked):
    """To the last check."""
    status, said = checked(exercise, ANSWERS[EXERCISES[exercise]])
    assert (status, "right" in said) == (0, True), said


SPLIT = """

def split(pairs, s):
    return [clause for x, y in pairs for clause in ([-x, -y, s], [-x, -y, -s])]
"""
"""Below each program: pairs as two clauses each, with a literal that says nothing."""


@pytest.mark.parametrize("case", cases(Path(__file__).with_name("exercises.toml")))
def test_what_is_wrong_is_shown_on_a_small_case(case, checked):
    """With the case, and why it is wrong."""
    program = ANSWERS[EXERCISES[case["exercise"]]]
    assert case["usual"] in program
    status, said = checked(case["exercise"], program.replace(case["usual"], case["other"]) + SPLIT)
    assert (status, [part for part in case["says"] if part not in said]) == (1, []), said
    assert "Traceback" not in said


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
def test_what_cannot_be_checked_is_told_from_what_is_wrong(exercise, program, expected, checked):
    """By the exit status 2, and a sentence."""
    status, said = checked(exercise, program)
    assert (status, expected in said, "Traceback" in said) == (2, True, False), said


@pytest.mark.skipif(sys.platform == "win32", reason="no such pipes")
@pytest.mark.parametrize("exercise", ["solver", "at-most-one"])
def test_the_script_ends_in_peace_when_its_reader_goes_away(exercise, tmp_path):
    """As `head -n 0` does, before the first line: with the status of a closed pipe, and no word of it."""
    file = tmp_path / "mine.py"
    file.write_text(ANSWERS[EXERCISES[exercise]], "utf-8")
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, str(CHECK), exercise, str(file)]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")
