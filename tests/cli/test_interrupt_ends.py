"""Ctrl-C at awkward moments: while modules are imported, and when a command has ended.

No test depends on time: each process sends the signal to itself, at the moment that the test is about.
"""

import os
import subprocess
import sys
from collections.abc import Sequence

import pytest

from tests.cli.command import HANG, HARD, UNIQUE, Outcome, environment, written

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="no signals between processes here")
slow = pytest.mark.slow

BEGIN = """
import atexit, os, signal, sys
from importlib.machinery import ExtensionFileLoader
signal.signal(signal.SIGINT, signal.default_int_handler)
def interrupt():
    os.kill(os.getpid(), signal.SIGINT)
class Finder:
    "Looked for first at each import; sends the signal at the first one that `is_due` accepts."
    came = False
    def find_spec(self, name, path=None, target=None):
        if not self.came and is_due(name):
            self.came = True
            interrupt()
def imported_by(package):
    "Whether a compiled module of this package imports the one that is looked for."
    frame = sys._getframe()
    while frame is not None:
        loader = frame.f_locals.get("self")
        if isinstance(loader, ExtensionFileLoader) and loader.name.startswith(package):
            return True
        frame = frame.f_back
    return False
"""
END = """
sys.meta_path.insert(0, Finder())
from sudocube.__main__ import main
main()
"""


def ended(lines: str, arguments: Sequence[str]) -> Outcome:
    """How a command ends, in a process that first runs some lines of Python."""
    done = subprocess.run(
        [sys.executable, "-c", BEGIN + lines + END, *arguments],
        capture_output=True,
        text=True,
        timeout=HANG,
        env=environment(),
        check=False,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def test_ctrl_c_while_the_program_is_imported_ends_it_without_a_traceback():
    """Nothing is written, and nothing is to be closed."""
    assert ended("is_due = lambda name: name == 'typer'", ["check", UNIQUE]) == Outcome(130, "", "")


def test_ctrl_c_while_a_command_imports_what_it_needs_interrupts_it():
    """As it does while the command works. Nothing is freed piece by piece, which would take long."""
    lines = "is_due = lambda name: name == 'sudocube.verdicts.crosschecking'\natexit.register(print, 'freed')"
    assert ended(lines, ["crosscheck", HARD, "-e", "phases,sat:minimal"]) == Outcome(130, "", "interrupted\n")


@slow
@pytest.mark.parametrize(("engine", "package"), [("cpsat", "ortools"), ("kernel", "numpy")])
def test_ctrl_c_within_the_import_of_a_compiled_module_is_not_taken_for_its_failure(
    engine, package, tmp_path
):
    """OR-tools and NumPy import modules of Python from C++, and raise ImportError where that fails."""
    pytest.importorskip("sudocube._kernel")
    file = written(tmp_path, "." * 81)  # files are read into arrays
    count = ["count", str(file), "--engine", engine, "--limit", "1000000000000"]  # will not be done by then
    found = ended(f"is_due = lambda name: imported_by({package!r})", count)
    assert found == Outcome(130, "", "interrupted\n")


def test_ctrl_c_when_a_command_has_ended_leaves_its_status():
    """Without one, Python ends as it always does."""
    lines = "is_due = lambda name: False\natexit.register(interrupt)\natexit.register(print, 'freed')"
    assert ended(lines, ["check", UNIQUE]) == Outcome(0, "unique\nfreed\n", "")


@slow
def test_ctrl_c_while_importlib_forgets_a_lock_is_not_lost():
    """It does so in a callback of a weak reference, in which Python swallows every exception."""
    lines = """
is_due = lambda name: False
is_sent = False
def profile(frame, event, argument):
    global is_sent
    is_callback = frame.f_code.co_name == "cb" and "importlib" in frame.f_code.co_filename
    if is_callback and event == "call" and not is_sent:
        is_sent = "sudocube.verdicts.crosschecking" in sys.modules
        if is_sent:
            interrupt()
sys.setprofile(profile)
"""
    found = ended(lines, ["crosscheck", UNIQUE, "--engines", "cpsat,sat"])
    assert found == Outcome(130, "", "interrupted\n")


@slow
def test_ctrl_c_while_python_compiles_is_not_taken_for_a_mistake_in_the_source(tmp_path):
    r"""The compiler imports `unicodedata` where it meets `\N{…}`, and raises SyntaxError where that fails."""
    (tmp_path / "named_character.py").write_text('SPACE = "\\N{NO-BREAK SPACE}"\n')
    lines = f"""
import sudocube.report.verdicts
sys.path.insert(0, {str(tmp_path)!r})
is_due = lambda name: name == "unicodedata" and Late.came
class Late:
    "Imports the module within a command."
    came = False
    def find_spec(self, name, path=None, target=None):
        if name == "sudocube.verdicts.crosschecking":
            sys.modules.pop("unicodedata", None)
            Late.came = True
            import named_character
sys.meta_path.insert(0, Late())
"""
    found = ended(lines, ["crosscheck", UNIQUE, "--engines", "cpsat,sat"])
    assert found == Outcome(130, "", "interrupted\n")
