"""`python:MODULE:NAME` and `python:FILE.py:NAME`: functions as engines, each in a process of its own."""

from __future__ import annotations

from pathlib import Path

from sudocube.engines.contained_function import ContainedFunction
from sudocube.engines.engine_names import functions_in
from sudocube.engines.function_host import SUFFIX
from sudocube.engines.outside_answers import OutsideAnswer
from sudocube.engines.outsider import Outsider
from sudocube.errors import UnsupportedError
from sudocube.near_names import did_you_mean, nearest
from sudocube.puzzle import Puzzle

KNOWN_AT_MOST = 4
"""How many functions of a file are named where a name has none."""

FORMS = "python:MODULE:NAME or python:FILE.py:NAME"


class PythonEngine(Outsider):
    """The function of that name at a place, a module or a file, as an engine.

    What the function gets and returns is as for `FunctionEngine`. It runs in a process of its own, with a
    limit on its memory (the environment variable SUDOCUBE_SOLVER_MEMORY), and is stopped when a puzzle takes
    too long: after 10 seconds, unless the caller gives a time limit.

    Raises UnsupportedError where the place cannot be imported or has something else of that name, and
    UnknownNameError where it has no such function.

    >>> PythonEngine("bisect", "bisect").name
    'python:bisect:bisect'
    """

    def __init__(self, place: str, name: str) -> None:
        self.name = f"python:{place}:{name}"
        self._function = ContainedFunction(place, name)
        self._function.start()

    def said(self, puzzle: Puzzle, seconds: float) -> OutsideAnswer:
        """What the function claims of a puzzle; see `Outsider.said`."""
        return self._function.said(puzzle, seconds, title=self.name)

    def close(self) -> None:
        """End the process; it is started anew for the next puzzle."""
        self._function.close()


def create(variant: str) -> PythonEngine:
    """The engine of a place and a name, MODULE:NAME or FILE.py:NAME.

    Raises UnsupportedError where one of them is missing, and where there is no such file or module, or it
    cannot be imported; and UnknownNameError where it has no such function.
    """
    return PythonEngine(*place_and_name(variant))


def place_and_name(variant: str) -> tuple[str, str]:
    """The place and the name of MODULE:NAME or FILE.py:NAME.

    Raises UnsupportedError where one of them is missing, and where there is no such file.
    """
    place, _, name = variant.rpartition(":")
    if name.endswith(SUFFIX):
        _check_file(variant)
        known = [f"python:{variant}:{one}" for one in functions_in(variant)[:KNOWN_AT_MOST]]
        raise UnsupportedError(f"python:{variant} names no function; expected {' or '.join(known) or FORMS}")
    if not place or not name:
        raise UnsupportedError(f"'python:{variant}' names no function; expected {FORMS}")
    if "/" in place or place.endswith(SUFFIX):
        _check_file(place)
    return place, name


def _check_file(place: str) -> None:
    """Raise UnsupportedError where there is no such file of Python."""
    path = Path(place)
    if not path.is_file():
        others = [str(one) for one in path.parent.glob("*" + SUFFIX)] if path.parent.is_dir() else []
        near = nearest(place, others)
        raise UnsupportedError(f"there is no file {place}" + bool(near) * f".{did_you_mean(near)}")
    if path.suffix != SUFFIX:
        raise UnsupportedError(
            f"the file {place} does not end in {SUFFIX}; a program is named command:{place}"
        )
