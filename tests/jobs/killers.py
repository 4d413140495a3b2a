"""Engines that kill the worker that asks them, each at another moment, in a package of their own.

`installed` puts the package into a folder. Where that is in the path, the registry finds the engines by their
entry points, in this process and in workers.
"""

from pathlib import Path

SOURCE = '''
import multiprocessing
import os
import signal
from pathlib import Path

from sudocube.engines import Traits
from sudocube.engines import engine as make_engine

HERE = Path(__file__).parent


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
    """`start`: dies whenever it is made; `once`: the first time."""
    if when == "start" or (when == "once" and multiprocessing.parent_process() and not_yet()):
        kill()
    return Killer(when)


def not_yet():
    """Whether nobody has asked before."""
    try:
        (HERE / "made").touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
'''


def installed(folder: Path) -> Path:
    """The folder, with a package that has the engines `killer:4`, `:start` and `:once`."""
    (folder / "killers_for_tests.py").write_text(SOURCE)
    info = folder / "killers_for_tests-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: killers_for_tests\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[sudocube.engines]\nkiller = killers_for_tests:create\n")
    return folder
