"""Engines that kill the worker that asks them, each at another moment, in a package of their own.

`installed` puts the package into a folder. Where that is in the path, the registry finds the engines by their
entry points, in this process and in workers.
"""

from pathlib import Path

SOURCE = '''
import multiprocessing
import os
import signal

from sudocube.engines import Traits
from sudocube.engines import engine as make_engine

def kill():
    """Only ever a worker."""
    if multiprocessing.parent_process() is not None:
        os.kill(os.getpid(), signal.SIGKILL)


class Killer:
    """`phases`, but dies at a puzzle that begins with 4 where `when` says so."""

    traits = Traits()

    def __init__(self, when):
        self.name, self._when, self._phases = f"killer:{when}", when, make_engine("phases")

    def answer(self, puzzle, **options):
        if self._when == "4" and puzzle.cells[0] == 4:
            kill()
        return self._phases.answer(puzzle, **options)


def create(when):
    """`start`: dies whenever it is made."""
    if when == "start":
        kill()
    return Killer(when)
'''


def installed(folder: Path) -> Path:
    """The folder, with a package that has the engines `killer:4` and `killer:start`."""
    (folder / "killers_for_tests.py").write_text(SOURCE)
    info = folder / "killers_for_tests-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: killers_for_tests\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[sudocube.engines]\nkiller = killers_for_tests:create\n")
    return folder
