"""What one program prints until it ends: all of it, up to a limit."""

import sys
from collections.abc import Iterator
from math import inf

import pytest

from sudocube.errors import EngineError
from sudocube.processes.contained_program import AT_ONCE, LINE_AT_MOST, ContainedProgram
from sudocube.processes.program_keeper import ProgramKeeper

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="programs are not run on Windows")


@pytest.fixture(scope="module")
def keeper() -> Iterator[ProgramKeeper]:
    """What starts programs, closed at the end."""
    one = ProgramKeeper()
    yield one
    one.close()


def started(keeper: ProgramKeeper, code: str) -> ContainedProgram:
    """A program of Python without input."""
    return keeper.start([sys.executable, "-I", "-S", "-c", f"import os, sys\n{code}"], has_input=False)


@pytest.mark.parametrize(
    ("length", "end"),
    [
        (3 * AT_ONCE + 7, "\\n\\nmore"),
        *(
            pytest.param(length, end, marks=pytest.mark.slow)
            for length in (0, AT_ONCE - 1, AT_ONCE, AT_ONCE + 1, 1_000_000)
            for end in ("", "\\n")
        ),
    ],
)
def test_the_output_is_whole_however_long_a_line_is(keeper, length, end):
    """The model of a large puzzle is one line; what is left in the pipe at the end is read, too."""
    program = started(keeper, f"sys.stdout.write({length} * 'a' + '{end}')")
    expected = length * b"a" + end.replace("\\n", "\n").encode()
    assert program.output(inf, 2_000_000) == expected


@pytest.mark.slow
def test_the_output_is_limited_in_all(keeper):
    """Short lines without an end, as well as one long line."""
    for line in ("'a\\n'", "'a' * 1000"):
        program = started(keeper, f"while True: sys.stdout.write({line})")
        with pytest.raises(EngineError, match="flooded: it printed more than 100,000 bytes"):
            program.output(inf, 100_000)


def test_an_exit_code_without_a_word_is_a_failure_unless_it_is_the_answer(keeper):
    """SAT solvers answer by 10 and 20."""
    code = "sys.stderr.write('first\\n last \\n\\n'); sys.exit(20)"
    with pytest.raises(EngineError, match="last"):
        started(keeper, code).output(inf)
    program = started(keeper, code)
    assert program.output(inf, LINE_AT_MOST, answers_by_exit_code=True) == b""
    assert (program.exit_code, program.last_error_line) == (20, "last")
