"""A command that shows encodings imports nothing that explains puzzles."""

import subprocess
import sys

import pytest

from tests.cli.command import HANG


def imported_by(*arguments: str) -> set[str]:
    """Which modules of the package a command has imported by the time it ends."""
    code = (
        "import atexit, sys; from sudocube.__main__ import main; "
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr)); main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=HANG, check=True
    )
    return {name for name in done.stderr.split() if name.startswith("sudocube.")}


def those_that_explain(modules: set[str]) -> set[str]:
    """The modules that explain puzzles, or that lay explanations out."""
    return {name for name in modules if name.startswith(("sudocube.explanation", "sudocube.report.expla"))}


@pytest.mark.parametrize("arguments", [("show", "minimal"), ("prove", "minimal", "--size", "4")])
def test_commands_on_encodings_import_no_explanation(arguments):
    """To lay text out takes none of it."""
    assert those_that_explain(imported_by("encodings", *arguments)) == set()


def test_showing_an_encoding_imports_no_engine_and_no_solver():
    """No puzzle is solved for it."""
    modules = imported_by("encodings", "show", "minimal")
    assert "sudocube.encoder.cnf" in modules
    assert not {name for name in modules if name.startswith(("sudocube.engines", "sudocube.solvers"))}


def test_explain_imports_what_explains():
    """So that the names above are the right ones."""
    explaining = those_that_explain(imported_by("explain", "--method", "phases", "." * 16))
    assert any(name.startswith("sudocube.report.") for name in explaining)
    assert "sudocube.explanation" in explaining
