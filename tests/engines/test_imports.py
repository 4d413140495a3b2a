"""Packages that are slow to import are imported only when they are needed."""

import subprocess
import sys

import pytest

SLOW = ("ortools", "numpy", "pandas", "pysat", "pysolvers")

WITHOUT_SOLVERS = """
import sys
def check_that_none_is_loaded(after):
    assert not set(sys.modules) & set(SLOW), (after, set(sys.modules) & set(SLOW))

import sudocube.trusted
ours = {name for name in sys.modules if name.partition(".")[0] == "sudocube"}
assert {name for name in ours if not name.startswith("sudocube.trusted")} == {"sudocube"}, ours
import sudocube.engines, sudocube.encoder, sudocube.jobs, sudocube.formats
check_that_none_is_loaded("engines")
import sudocube.checking, sudocube.crosschecking, sudocube.cli
check_that_none_is_loaded("cli")
from sudocube.engines import families
families()
check_that_none_is_loaded("families")
assert sudocube.check("." * 16, engine="phases").verdict == "multiple"
check_that_none_is_loaded("phases")
for name in sudocube.encoder.names():
    sudocube.encoder.load(name)
check_that_none_is_loaded("encodings")
from sudocube.__main__ import main
for argument in ("--help", "--version"):
    sys.argv = ["sudocube", argument]
    try:
        main()
    except SystemExit as end:
        assert end.code in (0, None), end.code
    check_that_none_is_loaded(argument)
"""


def ran(code: str) -> str:
    """What a new interpreter prints that runs this code."""
    command = [sys.executable, "-c", f"SLOW = {SLOW!r}\n{code}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_no_solver_is_imported_before_it_is_needed():
    """So start-up is quick; and the trusted package loads nothing else of ours."""
    ran(WITHOUT_SOLVERS)


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "absent"), [("sat", "ortools"), ("cpsat", "pysat")])
def test_an_engine_does_not_import_what_the_other_needs(engine, absent):
    """Each engine works without the package of the other."""
    said = ran(f"from sudocube import check; check('.' * 16, engine={engine!r})\n"
               "import sys; print(*(set(sys.modules) & set(SLOW)))")  # fmt: skip
    assert absent not in said.split()
    assert said.split()  # its own is
