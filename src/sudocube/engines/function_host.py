"""What runs in the process in which a function of others is called: a line comes in, and its answer goes out.

    python -P -c "…" PLACE NAME        PLACE is a module, a file that ends in .py, or empty; then the function
                                       itself, and the name of its file, are the first line that comes in,
                                       pickled, as base64

What goes out are lines of JSON. The first one says that the function is there, or why it is not:

    {"refused": null} or {"refused": why}

Then there is one for each line that comes in, the cells of a puzzle such as `1.....2..3.....4`: what the
function returns, as JSON within JSON, which the other process reads (see `outside_answers`), or

    {"raised": what} or {"garbled": why}          it raised an exception; what it returns is no answer

Only this module writes to the standard output that the process was given: what the function and its modules
print goes to the standard error, and their standard input is empty.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from base64 import b64decode
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import iscoroutinefunction, isfunction
from pathlib import Path
from sysconfig import get_path
from types import ModuleType
from typing import Any, BinaryIO

from sudocube.engines.outside_answers import GarbledAnswerError, as_json
from sudocube.errors import UnknownNameError, UnsupportedError, message_of, quoted

SUFFIX = ".py"
"""How the place of a function ends that is a file."""

Message = dict[str, Any]


def main(place: str, name: str) -> None:
    """Import the function, and answer line after line until there are no more."""
    host(place, name, returned)


def host(place: str, name: str, answer: Callable[[Callable[..., object], str], Message]) -> None:
    """Import the function; if it is there, `answer` says what it makes of each line that comes in."""
    requests, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    pickled = b"" if place else requests.readline()
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    try:
        function = _imported(place, name, pickled)
    except BaseException as error:
        is_ours = isinstance(error, UnknownNameError | UnsupportedError)
        words = str(error) if is_ours else f"{place or name} cannot be imported: {error_in_words(error)}"
        put(out, {"refused": words})
        return
    put(out, {"refused": None})
    for line in requests:
        put(out, answer(function, line.decode("utf-8", "surrogatepass").removesuffix("\n")))


def put(out: BinaryIO, message: Message) -> None:
    """Send a message."""
    with suppress(Exception):  # of whatever it has put in its place
        sys.stdout.flush()
    out.write(json.dumps(message).encode("ascii") + b"\n")
    out.flush()


def _imported(place: str, name: str, pickled: bytes) -> Callable[..., object]:
    """The function; raises UnknownNameError or UnsupportedError where there is none, and what it raises."""
    if pickled:
        import cloudpickle  # before a module of the folder can take its place

        _module(place)
        function, file = cloudpickle.loads(b64decode(pickled))
        if file:  # else an error would not say where it was raised
            own = getattr(function, "__func__", function)  # of a method
            own.__code__ = own.__code__.replace(co_filename=file)
        return function  # type: ignore[no-any-return]
    found: Any = _module(place)
    for part in name.split("."):
        if not hasattr(found, part):
            known = [one for one, value in vars(found).items() if isfunction(value) and not _is_unfit(value)]
            raise UnknownNameError(f"function of {place}", name, known)
        found = getattr(found, part)
    if _is_unfit(found):
        what = "a function, or what is called like one (no class, no async function)"
        raise UnsupportedError(f"{name} of {place} is {quoted(found)}; expected {what}")
    return found  # type: ignore[no-any-return]


def _is_unfit(value: object) -> bool:
    return not callable(value) or isinstance(value, type) or iscoroutinefunction(value)


def _module(place: str) -> ModuleType:
    """The module of that name, or the one that a file holds; that of the process where there is no name.

    Modules are found in the working folder, or beside the file, before those of other packages, but never in
    place of one of Python.
    """
    path, is_file = Path(place).absolute(), place.endswith(SUFFIX)
    folder = path.parent if is_file else Path.cwd()
    installed = (number for number, one in enumerate(sys.path) if _is_installed(one))
    sys.path.insert(next(installed, len(sys.path)), str(folder))
    if not is_file:
        return import_module(place or "__main__")
    name = path.stem if path.stem not in sys.modules else f"_{path.stem}_of_a_solver"
    spec = spec_from_file_location(name, path)
    assert spec is not None  # the suffix is that of a module
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def returned(function: Callable[[str], object], cells: str) -> Message:
    """What the function returns for a puzzle, as a message.

    >>> returned(lambda cells: ("none", 5), 16 * ".")
    {'said': '["none", 5]'}
    """
    try:
        return {"said": as_json(function(cells))}
    except GarbledAnswerError as error:
        return {"garbled": str(error)}
    except (Exception, SystemExit) as error:
        return {"raised": error_in_words(error)}


def error_in_words(error: BaseException) -> str:
    """What a function of others raised, on one line, with the line of a file of theirs where it was raised.

    >>> error_in_words(ValueError("no idea"))
    "ValueError: 'no idea'"
    >>> error_in_words(SystemExit(3))
    'left by exit(3)'
    """
    if isinstance(error, SyntaxError) and error.filename:
        return f"{type(error).__name__}: {quoted(error.msg)} ({Path(error.filename).name}:{error.lineno})"
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if _is_theirs(frame.filename)]
    at = f" ({Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""
    if isinstance(error, SystemExit):
        return f"left by exit({'' if error.code is None else quoted(error.code)}){at}"
    return f"{type(error).__name__}: {message_of(error)}{at}"


def _is_theirs(file: str) -> bool:
    """Whether a file is neither of this package, nor of Python, nor of a package that was installed."""
    ours = str(Path(__file__).parents[1])
    return not (file.startswith((ours, get_path("stdlib"), "<")) or _is_installed(file))


def _is_installed(place: str) -> bool:
    """Whether a file or a folder is where packages are installed."""
    return not {"site-packages", "dist-packages"}.isdisjoint(Path(place).parts)
