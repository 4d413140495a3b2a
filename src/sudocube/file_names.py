"""Files by their names: where a puzzle was expected, those to be written, those of the package."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO

try:
    import fcntl
except ImportError:  # on Windows
    fcntl = None  # type: ignore[assignment]

from sudocube.errors import InputError, UnsupportedError

CAN_LOCK = fcntl is not None
"""Whether files can be locked; where they cannot, one that is open cannot be removed."""

LOOKS_LIKE_A_FILE = re.compile(r"[/\\]|\.[A-Za-z]{2,4}$|\.jsonl$")
"""A path, or a suffix at the end."""

MINIZINC = ".mzn"
"""How the name of a model in MiniZinc ends."""

ENCODING_ENDINGS = (".toml", ".cnf", MINIZINC)
"""How the files of users end that take the place of an encoding: statements, clauses in DIMACS, models."""

BEING_WRITTEN = ".being-written"
"""How the names of files end that are not finished."""

_LONGEST = 250
"""No file has a longer name; what is longer is meant as a puzzle."""

_NO_SYMBOL = re.compile(r"[q-wyzQ-WYZ]")
"""Letters that no cell holds; an x is a blank."""


def file_hint(given: object) -> str:
    """What to do with a file where a puzzle was expected: a sentence; empty for what does not look like one.

    >>> file_hint("forum.txt")
    "'forum.txt' looks like the name of a file: read('forum.txt') gives the puzzles in it"
    >>> file_hint("1..2/3..x"), file_hint("5...")
    ('', '')
    """
    if isinstance(given, str):
        if not given.strip() or len(given) > _LONGEST or not given.isprintable():
            return ""
        is_file = os.path.isfile(given)  # noqa: PTH113 — a path is made of nothing else here
        if not is_file and not (_NO_SYMBOL.search(given) and LOOKS_LIKE_A_FILE.search(given)):
            return ""
        looks = "is" if is_file else "looks like"
        return f"{given!r} {looks} the name of a file: read({given!r}) gives the puzzles in it"
    if isinstance(given, os.PathLike):
        return f"a {type(given).__name__} names a file: read(path) gives the puzzles in it"
    if callable(getattr(given, "read", None)):
        return f"a {type(given).__name__} is a file: read gives the puzzles in it, opened in binary mode"
    return ""


def check_can_be_written(file: Path, *endings: str) -> None:
    """Check that a file can be written, before any work is done for it.

    Raises InputError where it cannot, and UnsupportedError where its name has none of the `endings`.

    >>> check_can_be_written(Path("no/such/folder/clean.csv"))
    Traceback (most recent call last):
        ...
    sudocube.errors.InputError: no/such/folder/clean.csv: there is no such folder
    """
    if endings and file.suffix not in endings:
        found = f"a file ending in {file.suffix}" if file.suffix else "a file without a suffix"
        raise UnsupportedError(f"{file}: {found} cannot be written; known are {', '.join(endings)}")
    if file.is_dir():
        raise InputError(str(file), "is a directory")
    if not file.parent.is_dir():
        raise InputError(str(file), "there is no such folder")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise InputError(str(file), "permission denied")


@contextmanager
def whole_file(path: Path, *, is_shared: bool = False) -> Iterator[BinaryIO]:
    """A file that is there once the context ends, and not at all if it ends with an error.

    Several workers may write the same bytes to a file that `is_shared`; in others, a run writes over what one
    that was killed has left. What is no file, such as a device, is written directly. Raises OSError with the
    path, such as for a full disk.
    """
    is_device = path.exists() and not path.is_file()
    mark = os.urandom(16).hex() if is_shared else ""
    unfinished = path if is_device else path.with_name(f"{path.name}{mark}{BEING_WRITTEN}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as file:
            yield file
        unfinished.replace(path)
    except BaseException as error:
        if not is_device:
            unfinished.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None and error.errno is not None:
            raise OSError(error.errno, os.strerror(error.errno), str(path)) from error
        raise


DATA_FOLDERS = {"examples": "example_files", "encodings": "encodings"}
"""The folders without code: how they are called in the project, and how in the installed package."""


def data_folder(name: str) -> Path:
    """A folder without code, such as the catalogue: that of the checkout if the package runs from one.

    Else it is the copy in the installed package.

    >>> (data_folder("encodings") / "cnf" / "minimal.toml").is_file()
    True
    """
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file():  # else this is lib/python3.X, which has another `encodings`
        return checkout / name
    return Path(__file__).with_name(DATA_FOLDERS[name])


def lock(file: IO[Any] | int) -> bool | None:
    """Lock a file or folder until it is closed; False where another process has it, None if nobody can."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def shortest_ends(names: Sequence[str]) -> list[str]:
    """The ends of paths, all of as many parts as it takes for different paths to have different ends.

    >>> shortest_ends(["/data/a/x.csv", "/data/b/x.csv"]), shortest_ends(["/data/x.zip!a/x.csv"])
    (['a/x.csv', 'b/x.csv'], ['x.csv'])
    """
    parts = [re.split(r"[/\\!]+", name) for name in names]
    for length in range(1, max(map(len, parts), default=0) + 1):
        ends = ["/".join(one[-length:]) for one in parts]
        if len(set(ends)) == len(set(names)):
            return ends
    return [*names]
