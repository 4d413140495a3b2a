"""The examples that come with sudocube, found from any folder: puzzles, encodings, solvers, a notebook.

>>> from sudocube import examples
>>> len(examples.puzzles("by-strength"))
20
>>> examples.encoding("unsound").title
'Unsound: what people say of the rules, and no more'

They are the files of `examples/` in the project, and are installed with the package. `names` lists them, and
`path` says where one is. `copy` puts all of them into a folder of your own, and the lesson and the catalogue
of encodings beside them. The commands of the lesson and of the manual can be typed there as they stand.
"""

from __future__ import annotations

import shutil
from functools import cache
from os import PathLike
from pathlib import Path, PurePosixPath

from sudocube.arguments import as_puzzles
from sudocube.encoder import Encoding, load
from sudocube.errors import UnknownNameError
from sudocube.file_names import DATA_FOLDERS, data_folder
from sudocube.puzzle import Puzzle
from sudocube.rows.opening import read

_MADE_BY_TOOLS = {"__pycache__", ".ipynb_checkpoints"}
"""Folders that Python and Jupyter leave behind; they are no examples."""


@cache
def names() -> tuple[str, ...]:
    """The names of all examples, sorted: their paths below the folder of the examples, with `/`.

    >>> "encodings/by-strength.txt" in names(), "encodings.ipynb" in names()
    (True, True)
    """
    folder = data_folder("examples")
    files = [file.relative_to(folder) for file in folder.rglob("*") if file.is_file()]
    return tuple(sorted(file.as_posix() for file in files if _MADE_BY_TOOLS.isdisjoint(file.parts)))


def path(name: str) -> Path:
    """Where an example is. The ending and the folder may be left out where only one example is meant.

    Raises UnknownNameError for a name that no example has, or several.

    >>> path("encodings/unsound.toml").name, path("unsound") == path("encodings/unsound.toml")
    ('unsound.toml', True)
    """
    wanted = str(name).replace("\\", "/").removeprefix("examples/")
    found = [wanted] if wanted in names() else [one for one in names() if wanted in _short_names(one)]
    if len(found) != 1:
        note = f"{name!r} may be {' or '.join(found)}" if found else ""
        raise UnknownNameError("example", name, names(), note, near=found or None)
    return data_folder("examples") / found[0]


def puzzles(name: str) -> list[Puzzle]:
    """The puzzles of an example, in their order.

    Raises UnknownNameError for a name that no example has, or several; InputError for a file that is no text;
    and FormatError for one in which something is no puzzle.

    >>> puzzles("stars")[0].geometry.size, len(puzzles("puzzles.txt"))
    (9, 20)
    """
    return as_puzzles(read(path(name)))


def encoding(name: str) -> Encoding:
    """The encoding of an example, as `prove`, `compare` and `encode` take it.

    Raises UnknownNameError for a name that no example has, or several, and EncodingError for a file that is
    no encoding.

    >>> from sudocube import Geometry, prove
    >>> print(prove(encoding("incomplete"), Geometry.of_size(4)).outcome)
    refuted
    """
    return load(str(path(name)))


def copy(folder: str | PathLike[str]) -> Path:
    """Copies the examples, the lesson and the catalogue of encodings into a folder, and says where it is.

    The folder is made if it is not there; in it, `examples/` and `encodings/` are made, and are as in the
    project. `examples/encodings.ipynb` is the notebook of the lesson, `encodings/README.md`.

    Raises FileExistsError, and copies nothing, if one of the two is there already; and OSError where the
    folder cannot be written to.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     print(sorted(one.name for one in copy(Path(folder) / "course").iterdir()))
    ['encodings', 'examples']
    """
    target = Path(folder)
    for inside in DATA_FOLDERS:
        if (target / inside).exists():
            raise FileExistsError(f"{target / inside} exists; name another folder, or move it away")
    for inside in DATA_FOLDERS:
        left_out = shutil.ignore_patterns(*_MADE_BY_TOOLS)
        shutil.copytree(data_folder(inside), target / inside, ignore=left_out, copy_function=shutil.copyfile)
    return target


def _short_names(name: str) -> set[str]:
    """The names by which an example is known, too: without its ending, and without its folder."""
    one = PurePosixPath(name)
    return {str(one.with_suffix("")), one.name, one.stem}
