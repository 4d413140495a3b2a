"""Engines that kill the worker that asks them, each at another moment, in a package of their own.

`installed` puts the package into a folder. Where that is in the path, the registry finds the engines by their
entry points, in this process and in workers.
"""

from pathlib import Path

SOURCE = '''
import multiprocessing
import os
import signal
import time
from pathlib import Path

from sudocube.engines import Traits
from sudocube.engines import engine as make_engine

HERE = Path(__file__).parent


def kill():
    """Only ever a worker."""
    if multiprocessing.parent_process() is not None:
        os.kill(os.getpid(), signal.SIGKILL)


class Killer:
    """`phases`, but dies where `when` says so: at a puzzle that begins with 4, or at its second puzzle.

    With `later`, it waits before its second puzzle until others have died.
    """

    traits = Traits()

    def __init__(self, when):
        self.name, self._when, self._phases, self._asked = f"killer:{when}", when, make_engine("phases"), 0

    def answer(self, puzzle, **options):
        self._asked += 1
        if (self._when == "4" and puzzle.cells[0] == 4) or (self._when == "second" and self._asked == 2):
            kill()
        while self._when == "later" and self._asked == 2 and len([*HERE.glob("made-*")]) < 5:
            time.sleep(0.01)
        return self._phases.answer(puzzle, **options)


def create(when):
    """`start`: dies whenever it is made; `once`: the first time; `later`: the second to the fifth time."""
    if when == "start" or (when == "once" and multiprocessing.parent_process() and not_yet()):
        kill()
    if when == "later" and multiprocessing.parent_process() and 1 < times_made() <= 5:
        kill()
    return Killer(when)


def times_made():
    """How many times a worker has made it, this time included."""
    number = 1
    while not not_yet(f"made-{number}"):
        number += 1
    return number


def not_yet(what="made"):
    """Whether nobody has asked before."""
    try:
        (HERE / what).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
'''


def installed(folder: Path) -> Path:
    """The folder, with a package that has the engines `killer:4`, `:second`, `:start`, `:once`
    and `:later`."""
    (folder / "killers_for_tests.py").write_text(SOURCE)
    info = folder / "killers_for_tests-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: killers_for_tests\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[sudocube.engines]\nkiller = killers_for_tests:create\n")
    return folder
