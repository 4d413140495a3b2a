"""Functions that make clauses: what they may give, and how what goes wrong is told."""

import sys
import textwrap
from pathlib import Path

import pytest

from sudocube.errors import EncodingError, UndecidedError, UnknownNameError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.lab import clause_host
from sudocube.lab.own_clauses import encoding_of

FOUR = Geometry.of_size(4)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs of others need Linux or macOS")


@pytest.fixture
def named(tmp_path, monkeypatch):
    """Writes a file with a function `clauses(n)` of this code, and returns its name."""
    monkeypatch.chdir(tmp_path)

    def make(code: str, head: str = "def clauses(n):") -> str:
        body = textwrap.indent(textwrap.dedent(code), "    ")
        Path("mine.py").write_text(f"{head}\n{body}\n", "utf-8")
        return "python:mine.py:clauses"

    return make


@pytest.mark.parametrize(
    "code",
    [
        "yield [1, 2]; yield (-n, -n)",
        "return [[1, 2], [-n, -n]]",
        "return ({2: 0, 1: 0}.keys() and [1, 2], range(-n, -n - 1, -1) and [-n, -n])",
        "return map(list, [(1, 2), (-n, -n)])",
        "import numpy; return numpy.array([[1, 2], [-n, -n]])",
    ],
)
def test_clauses_are_any_iterable_of_iterables_of_integers(named, code):
    encoding = encoding_of(named(code), FOUR)
    assert encoding.own is not None
    assert (encoding.own.clauses, encoding.own.geometry) == (((1, 2), (-4, -4)), FOUR)


def test_a_file_and_a_name_of_the_catalogue_are_loaded(tmp_path):
    path = tmp_path / "mine.cnf"
    path.write_text("p cnf 1 1\n1 0\n", "utf-8")
    assert encoding_of(str(path), FOUR).own is not None
    assert encoding_of("minimal", FOUR).own is None


def test_many_literals_and_one_long_clause_come_whole(named):
    own = encoding_of(named("yield range(1, 30_001)\nfor i in range(9999): yield [i + 1, -i - 2]"), FOUR).own
    assert own is not None
    assert own.clauses[0] == tuple(range(1, 30_001))
    assert own.clauses[1:] == tuple((i + 1, -i - 2) for i in range(9999))


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("[[1]]", "None; nothing is returned, and nothing yielded"),
        ("return 3", "3; it is of the type int"),
        ("return 'p cnf'", "'p cnf'; it is of the type str"),
        ("return [1, 2]", "clause 1 is 1, of the type int"),
        ("yield [1]\nyield '-1 -2'", "clause 2 is '-1 -2', of the type str (mine.py:3)"),
        (
            "yield [1, 2, 0]",
            "clause 1 is [1, 2, 0]; 0 is no variable: the first one, x[r1c1,1], has the number 1 (mine.py:2)",
        ),
        ("yield [1, 1.5]", "clause 1 is [1, 1.5]; 1.5 is no integer (mine.py:2)"),
        ("yield {1: 2}", "clause 1 is {1: 2}, of the type dict (mine.py:2)"),
        ("return {1: [1, 2]}", "{1: [1, 2]}; it is of the type dict"),
        (
            "yield [10**5000]",
            "clause 1 is a list with a number of 16,610 bits; variables have numbers up to 1,000,000"
            " (mine.py:2)",
        ),
        ("yield [True]", "clause 1 is [True]; True is no integer (mine.py:2)"),
        (
            "yield [1, 2000000]",
            "clause 1 is [1, 2000000]; variables have numbers up to 1,000,000 (mine.py:2)",
        ),
        ("yield [1]\nm = n // 0", "ZeroDivisionError: 'integer division or modulo by zero' (mine.py:3)"),
        ("raise SystemExit(3)", "left by exit(3) (mine.py:2)"),
        ("import os; os._exit(3)", "ended with status 3"),
    ],
)
def test_what_is_no_clause_is_told_with_the_line_of_the_function(named, code, found):
    with pytest.raises(EncodingError) as caught:
        encoding_of(named(code), FOUR)
    assert (caught.value.key, caught.value.found) == ("size 4", found)


@pytest.mark.parametrize(
    ("head", "takes"),
    [
        ("def clauses():", "without parameters"),
        ("def clauses(n: int, m):", "of (n, m)"),
        ("def clauses(*, n):", "of (*, n)"),
    ],
)
def test_a_function_that_cannot_be_called_with_a_size_is_refused(named, head, takes):
    with pytest.raises(EncodingError) as caught:
        encoding_of(named("return []", head), FOUR)
    assert caught.value.found == f"a function {takes}; it is called with one number, the size"
    assert caught.value.allowed == "a function with one parameter, such as clauses(n)"


@pytest.mark.parametrize(
    ("code", "found", "allowed"),
    [
        ("exit(0)", "left by exit(0)", "raises nothing"),
        ("raise EOFError", "EOFError", "raises nothing"),
        ("import os; os._exit(0)", "ended with status 0", "gives all its clauses before its process ends"),
        ("import os; os.kill(os.getpid(), 9)", "ended by signal 9", "before its process ends"),
        ("raise MemoryError", "MemoryError", "the variable SUDOCUBE_SOLVER_MEMORY allows more"),
    ],
)
def test_of_a_function_that_fails_it_is_said_what_it_should_do(named, code, found, allowed):
    with pytest.raises(EncodingError) as caught:
        encoding_of(named(code), FOUR)
    assert caught.value.found.startswith(found)
    assert caught.value.allowed.endswith(allowed)


def test_a_loop_without_end_is_stopped_by_the_number_of_clauses(monkeypatch):
    monkeypatch.setattr(clause_host, "CLAUSES_AT_MOST", 10)
    monkeypatch.setattr(clause_host, "LITERALS_AT_MOST", 20)
    *_, last = clause_host.messages(lambda n: iter(lambda: [1], 0), 4)
    assert last == {"found": "more than 10 clauses; perhaps a loop does not end"}
    *_, last = clause_host.messages(lambda n: [iter(lambda: 1, 0)], 4)
    assert last == {"found": "more than 20 literals; perhaps a loop does not end"}


def test_a_function_that_never_ends_is_undecided_after_its_time(named):
    with pytest.raises(
        UndecidedError, match=r"has not made all clauses of size 4 after 0\.5 s; perhaps a loop does not end"
    ):
        encoding_of(named("import time; time.sleep(999)"), FOUR, timeout=0.5)


def test_a_function_that_needs_too_much_memory_is_stopped(named, monkeypatch):
    monkeypatch.setenv("SUDOCUBE_SOLVER_MEMORY", "200MB")
    with pytest.raises(EncodingError, match=r"needed more than .*; allowed: less memory; perhaps a loop"):
        encoding_of(named("import time; a = bytearray(10**9); time.sleep(999)"), FOUR)


def test_what_a_function_prints_is_handed_on_and_is_no_clause(named):
    printed: list[str] = []
    own = encoding_of(named("print('size', n); yield [1]"), FOUR, on_print=printed.append).own
    assert own is not None
    assert (own.clauses, printed) == (((1,),), ["size 4"])


def test_what_cannot_be_imported_is_told_in_words(named):
    named("yield [1]")
    with pytest.raises(UnknownNameError, match="Did you mean 'clauses'"):
        encoding_of("python:mine.py:clause", FOUR)
    with pytest.raises(UnsupportedError, match=r"expected python:mine\.py:clauses"):
        encoding_of("python:mine.py", FOUR)
    with pytest.raises(UnsupportedError, match=r"Did you mean 'mine\.py'"):
        encoding_of("python:mime.py:clauses", FOUR)
    with pytest.raises(UnsupportedError, match=r"SyntaxError: .* \(mine\.py:2\)"):
        encoding_of(named("yield [1"), FOUR)


def test_the_time_of_a_function_is_a_number_above_0():
    with pytest.raises(ValueError, match="timeout"):
        encoding_of("minimal", FOUR, timeout=0)
