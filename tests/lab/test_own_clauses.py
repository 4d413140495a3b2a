"""Functions that make clauses: what they may give, and how what goes wrong is told."""

import json
import sys
from pathlib import Path

import numpy
import pytest

from sudocube.encoder.own_clause_file import CLAUSES
from sudocube.errors import EncodingError, UndecidedError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.lab import functions
from sudocube.lab.functions import encoding_of, made

FOUR = Geometry.of_size(4)

on_unix = pytest.mark.skipif(sys.platform == "win32", reason="programs of others need Linux or macOS")


@pytest.fixture
def named(tmp_path, monkeypatch):
    """Writes a file with a function `clauses(n)` of this code, and returns its name."""
    monkeypatch.chdir(tmp_path)

    def make(code: str) -> str:
        lines = "".join(f"    {line}\n" for line in code.splitlines())
        Path("mine.py").write_text(f"def clauses(n):\n{lines}", "utf-8")
        return "python:mine.py:clauses"

    return make


@pytest.mark.parametrize(
    "function",
    [
        lambda n: iter(([1, 2], (-n, -n))),
        lambda n: ({2: 0, 1: 0}.keys() and [1, 2], range(-n, -n - 1, -1) and [-n, -n]),
        lambda n: map(list, [(1, 2), (-n, -n)]),
        lambda n: numpy.array([[1, 2], [-n, -n]]),
    ],
)
def test_clauses_are_any_iterable_of_iterables_of_integers(function):
    assert json.loads(json.dumps(made(function, 4))) == {"clauses": [[1, 2], [-4, -4]]}


@pytest.mark.parametrize(
    ("given", "found"),
    [
        (None, "None, of the type NoneType; nothing is returned, and nothing yielded"),
        ("p cnf", "'p cnf', of the type str"),
        ([1, 2], "clause 1 is 1, of the type int"),
        ([[1], "-1 -2"], "clause 2 is '-1 -2', of the type str"),
        ([[1, 2, 0]], "clause 1 is [1, 2, 0]; 0 is no variable: the first one, x[r1c1,1], has the number 1"),
        ([[1, 1.5]], "clause 1 is [1, 1.5]; 1.5 is no integer"),
        ([[-(10**7)]], "clause 1 is [-10000000]; variables have numbers up to 1,000,000"),
    ],
)
def test_what_is_no_clause_is_told(given, found):
    assert made(lambda n: given, 4) == {"found": found, "allowed": CLAUSES}


def test_a_function_that_raises_is_told_what_it_should_do():
    def out_of_memory(n):
        raise MemoryError

    found = made(lambda n: sys.exit(0), 4)
    assert str(found["found"]).startswith("left by exit(0)")
    assert str(found["allowed"]).endswith("raises nothing")
    assert str(made(out_of_memory, 4)["allowed"]).endswith("SUDOCUBE_SOLVER_MEMORY allows more")


def test_a_loop_without_end_is_stopped_by_the_number_of_clauses(monkeypatch):
    monkeypatch.setattr(functions, "CLAUSES_AT_MOST", 10)
    monkeypatch.setattr(functions, "LITERALS_AT_MOST", 20)
    for function, what in (
        (lambda n: iter(lambda: [1], 0), "10 clauses"),
        (lambda n: [iter(lambda: 1, 0)], "20 literals"),
    ):
        assert made(function, 4)["found"] == f"more than {what}; perhaps a loop does not end"


@on_unix
def test_clauses_come_whole_from_the_process_of_a_function_and_what_it_prints_is_handed_on(named):
    printed: list[str] = []
    code = "print('size', n)\nyield range(1, 30_001)\nfor i in range(9999): yield [i + 1, -i - 2]"
    own = encoding_of(named(code), FOUR, on_print=printed.append).own
    assert own is not None
    assert own.clauses == (tuple(range(1, 30_001)), *((i + 1, -i - 2) for i in range(9999)))
    assert (own.geometry, printed) == (FOUR, ["size 4"])


@on_unix
@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "found", "allowed"),
    [
        (
            "yield [1]\nm = n // 0",
            "ZeroDivisionError: 'integer division or modulo by zero' (mine.py:3)",
            "nothing",
        ),
        ("yield [1]\nyield '-1 -2'", "clause 2 is '-1 -2', of the type str (mine.py:3)", "[-1, -2]]"),
        ("import os; os._exit(0)", "ended with status 0", "gives all its clauses before its process ends"),
        ("import os; os.kill(os.getpid(), 9)", "ended by signal 9", "before its process ends"),
        ("import time; a = bytearray(10**9); time.sleep(999)", "stopped: it needed more than", "allows more"),
    ],
)
def test_of_a_process_that_fails_it_is_said_what_it_should_do(named, code, found, allowed, monkeypatch):
    monkeypatch.setenv("SUDOCUBE_SOLVER_MEMORY", "200MB")
    with pytest.raises(EncodingError) as caught:
        encoding_of(named(code), FOUR)
    assert caught.value.key == "size 4"
    assert caught.value.found.startswith(found)
    assert caught.value.allowed.endswith(allowed)


@on_unix
@pytest.mark.slow
def test_a_function_that_never_ends_is_undecided_after_its_time(named):
    said = r"has not made all clauses of size 4 after 0\.5 s; perhaps a loop does not end"
    with pytest.raises(UndecidedError, match=said):
        encoding_of(named("import time; time.sleep(999)"), FOUR, timeout=0.5)


def test_a_file_and_a_name_of_the_catalogue_are_loaded_and_another_name_is_refused(named, tmp_path):
    named("yield [1]")
    path = tmp_path / "mine.cnf"
    path.write_text("p cnf 1 1\n1 0\n", "utf-8")
    assert encoding_of(str(path), FOUR).own is not None
    assert encoding_of("minimal", FOUR).own is None
    with pytest.raises(UnsupportedError, match="names no function; expected python:MODULE:NAME"):
        encoding_of("python:mine.py", FOUR)
    with pytest.raises(ValueError, match="timeout"):
        encoding_of("minimal", FOUR, timeout=0)
