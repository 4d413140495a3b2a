"""What values of the lowest layer ask of higher ones is there, and is only imported when it is asked for."""

import subprocess
import sys
from importlib import import_module

import pytest

from sudocube.higher_layers import FUNCTIONS, ask_above


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_function_is_there(name):
    module, _, function = FUNCTIONS[name].partition(":")
    assert callable(getattr(import_module(module), function))


def test_what_is_asked_for_is_passed_on():
    from sudocube.puzzle import Puzzle

    assert ask_above("format", Puzzle("1" + "." * 15), "line") == "1" + "." * 15


def test_a_puzzle_imports_neither_formats_nor_reports_until_it_is_shown():
    code = (
        "import sys; from sudocube import Puzzle; p = Puzzle('1' + 15 * '.'); repr(p), p.rows, p[1, 1]; "
        "print(*sorted(n for n in sys.modules if n.startswith(('sudocube.formats', 'sudocube.report'))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == []
