"""What an unknown name of an engine was meant for, where it names a program or a function."""

from pathlib import Path

import pytest

from sudocube.engines import engine, is_outside, kept_engine
from sudocube.engines.engine_names import functions_in
from sudocube.errors import UnknownNameError

SOLVER = """
def _own(cells): ...
class Solver:
    def inner(cells): ...
def helper(cells): ...
def solve(cells): ...
def solve_fast(cells): ...
"""


@pytest.fixture(autouse=True)
def _in_a_folder_with_solvers(tmp_path, monkeypatch):
    """A program, one of Python, and one that cannot be executed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    (tmp_path / "bin").mkdir()
    files = {"mysolver": "", "mysolver.py": SOLVER, "helpers.py": "def helper(cells): ...", "run.py": SOLVER,
             "notes": "", "phases2": "", "empty.py": "", "bin/installed": "", "bin/satx": ""}  # fmt: skip
    for name, text in files.items():
        Path(name).write_text(f"#!/bin/sh\n{text}")
    for name in ("mysolver", "run.py", "phases2", "bin/installed", "bin/satx"):
        Path(name).chmod(0o755)


MEANT = [
    ("./mysolver", ["command:./mysolver"]),
    ("mysolver", ["command:./mysolver"]),
    ("./mysolver --fast 'two words'", ["command:./mysolver --fast 'two words'"]),
    ("mysolver {}", ["command:./mysolver {}"]),
    ("notes", ["command:notes"]),  # what is missing, the next error says
    ("./nosuch", ["command:./nosuch"]),
    ("../nosuch -x", ["command:../nosuch -x"]),
    ("/no/such", ["command:/no/such"]),
    ("installed --quick", ["command:installed --quick"]),
    ("mysolver.py", ["python:mysolver.py:solve", "python:mysolver.py:solve_fast",
                     "command:python3 mysolver.py"]),
    ("./mysolver.py", ["python:./mysolver.py:solve", "python:./mysolver.py:solve_fast",
                       "command:python3 ./mysolver.py"]),
    ("helpers.py", ["python:helpers.py:helper", "command:python3 helpers.py"]),
    ("empty.py", ["command:python3 empty.py"]),
    ("run.py", ["command:./run.py", "python:run.py:solve", "python:run.py:solve_fast"]),
    ("mysolver.py:solve", ["python:mysolver.py:solve"]),
    ("mysolver.py:slove", ["python:mysolver.py:slove"]),
    ("phases2", ["command:./phases2"]),
    ("commad:./mysolver", ["command:./mysolver"]),
    ("comand:./mysolver", ["command:./mysolver"]),
    ("pyhton:mysolver.py:solve", ["python:mysolver.py:solve"]),
    ("phasse", ["phases"]),
    ("phases/x", ["phases"]),
    ("minisat2", ["sat:@minisat22"]),
    ("nosuch", []),
    ("'open", []),
    ("", []),
]  # fmt: skip


def test_a_program_or_a_function_is_suggested_by_its_whole_name():
    for asked, meant in MEANT:
        with pytest.raises(UnknownNameError) as caught:
            engine(asked)
        assert caught.value.near == meant
        assert {"command:CMD", "python:MODULE:NAME", "python:FILE.py:NAME"} <= set(caught.value.known)


def test_functions_are_read_from_a_file_that_is_not_run(tmp_path):
    """In their order, without those within others and those that are private."""
    (tmp_path / "solver.py").write_text("raise SystemExit\n" + SOLVER)
    assert functions_in(tmp_path / "solver.py") == ["helper", "solve", "solve_fast"]
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe def solve(cells)")
    assert functions_in(tmp_path / "binary.py") == functions_in(tmp_path / "nosuch.py") == []


OUTSIDE = [
    "command:./x",
    "python:x.py:f",
    "sat:@command:x",
    "sat:dual@command:x {}",
]


def test_what_runs_programs_and_functions_of_others_is_known_by_its_name():
    for name in OUTSIDE:
        assert is_outside(name)


OF_THIS_PACKAGE = [
    "phases",
    "sat",
    "sat:@minisat22",
    "sat:command.toml",
    "cpsat:cube",
]


def test_what_is_of_this_package_is_known_by_its_name():
    for name in OF_THIS_PACKAGE:
        assert not is_outside(name)


def test_a_program_is_not_kept_for_later_puzzles():
    """It may have been built anew, and nothing is to run that nobody waits for."""
    assert kept_engine("command:./mysolver") is not kept_engine("command:./mysolver")
