"""What a function of others raised, in words, with the line of its own code."""

from __future__ import annotations

import traceback
from pathlib import Path
from sysconfig import get_path

from sudocube.errors import message_of, quoted


def error_in_words(error: BaseException) -> str:
    """An error on one line, with the line of a file of others where it was raised.

    >>> error_in_words(ValueError("no idea"))
    "ValueError: 'no idea'"
    >>> error_in_words(SystemExit(3))
    'left by exit(3)'
    """
    if isinstance(error, SyntaxError) and error.filename:
        return f"{type(error).__name__}: {quoted(error.msg)} ({Path(error.filename).name}:{error.lineno})"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_theirs(frame.filename)]
    own = [frame for frame in frames if not _is_under(frame.filename, "purelib", "platlib")] or frames
    at = f" ({Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""
    if isinstance(error, SystemExit):
        return f"left by exit({'' if error.code is None else quoted(error.code)}){at}"
    return f"{type(error).__name__}: {message_of(error)}{at}"


def _is_theirs(file: str) -> bool:
    """Whether a file is neither of this package nor of Python itself."""
    is_ours = Path(__file__).parents[1] in Path(file).parents
    return not (is_ours or is_of_python(file) or file.startswith("<"))


def is_of_python(place: str) -> bool:
    """Whether a file or a folder belongs to Python itself, and not to a package that was installed."""
    return _is_under(place, "stdlib", "platstdlib") and not _is_under(place, "purelib", "platlib")


def _is_under(place: str, *kinds: str) -> bool:
    """Whether a file or a folder is in one of the folders of these kinds, or one of them; see `sysconfig`."""
    path = Path(place)
    return any(Path(get_path(kind)) in (path, *path.parents) for kind in kinds)
