"""What runs in the process in which a function of others is called: a line comes in, and its answer goes out.

    python -c "…" PLACE NAME        PLACE is a module, or a file that ends in .py

What goes out are lines of JSON. The first one says that the function is there, or why it is not:

    {"ready": true}
    {"refused": why} or {"known": [name, …]}      it cannot be imported; it has no function of that name

Then there is one for each line that comes in, BOX CELLS, such as `2x2 1.....2..3.....4`:

    {"claims": …, "verdict": …, "count": n or null, "solutions": [CELLS, …]}
    {"broke_off": why} or {"garbled": why}        it raised an exception; its answer cannot be understood

What it claims are the fields of an `OutsideAnswer`.

Only this module writes to the standard output that the process was given: what the function and its modules
print goes to the standard error, and their standard input is empty.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import iscoroutinefunction
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

from sudocube.engines.function_errors import error_in_words, is_of_python
from sudocube.engines.outside_answers import GarbledAnswerError, read_answer
from sudocube.geometry import Geometry

SUFFIX = ".py"
"""How the place of a function ends that is a file."""

Message = dict[str, object]


def main(place: str, name: str) -> None:
    """Import the function, and answer line after line until there are no more."""
    host(place, name, serve)


def host(place: str, name: str, serve: Callable[[Callable[..., object], BinaryIO, BinaryIO], None]) -> None:
    """Import the function; if it is there, `serve` gets it, with the requests and the stream for answers."""
    requests = os.fdopen(os.dup(0), "rb")
    out = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    function, first = _imported(place, name)
    put(out, first)
    if function is not None:
        serve(function, requests, out)


def serve(function: Callable[[str], object], requests: BinaryIO, out: BinaryIO) -> None:
    """Answer line after line until there are no more."""
    for line in requests:
        box, _, cells = line.decode("utf-8", "surrogatepass").removesuffix("\n").partition(" ")
        put(out, answered(function, cells, Geometry.of_box(box)))


def put(out: BinaryIO, message: Message) -> None:
    """Send a message."""
    with suppress(Exception):  # of whatever it has put in its place
        sys.stdout.flush()
    out.write(json.dumps(message).encode("ascii") + b"\n")
    out.flush()


def _imported(place: str, name: str) -> tuple[Callable[..., object] | None, Message]:
    """The function and the message that it is there; or None, and why it is not."""
    try:
        found: Any = _module(place)
    except BaseException as error:
        return None, {"refused": f"{place} cannot be imported: {error_in_words(error)}"}
    known = functions_of(found)
    for part in name.split("."):
        if not hasattr(found, part):
            return None, {"known": known}
        found = getattr(found, part)
    if isinstance(found, type):
        return None, {
            "refused": f"{name} of {place} is a class; expected a function, or an object of the class"
        }
    if not callable(found):
        return None, {
            "refused": f"{name} of {place} is of the type {type(found).__name__}; expected a function"
        }
    if iscoroutinefunction(found):
        return None, {"refused": f"{name} of {place} is an async function: nobody would wait for its answer"}
    return found, {"ready": True}


def _module(place: str) -> ModuleType:
    """The module of that name, or the one that a file holds.

    Modules are found in the working folder, or beside the file, before those of other packages, but never in
    place of one of Python.
    """
    is_file = place.endswith(SUFFIX)
    folder = Path(place).absolute().parent if is_file else Path.cwd()
    of_python = [number for number, one in enumerate(sys.path) if is_of_python(one)]
    sys.path.insert(max(of_python, default=-1) + 1, str(folder))
    if not is_file:
        return import_module(place)
    path = Path(place).absolute()
    name = path.stem if path.stem not in sys.modules else f"_{path.stem}_of_a_solver"
    spec = spec_from_file_location(name, path)
    assert spec is not None  # the suffix is that of a module
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def functions_of(module: ModuleType) -> list[str]:
    """The functions that a module defines itself, without those whose names begin with an underscore."""
    return sorted(
        name
        for name, value in vars(module).items()
        if callable(value)
        and not isinstance(value, type)
        and not name.startswith("_")
        and getattr(value, "__module__", None) == module.__name__
    )


def answered(function: Callable[[str], object], cells: str, geometry: Geometry) -> Message:
    """What the function claims of a puzzle, as a message.

    >>> answered(lambda cells: "none", 16 * ".", Geometry(2, 2))["verdict"]
    'none'
    """
    try:
        said = function(cells)
    except BaseException as error:  # also sys.exit()
        return {"broke_off": error_in_words(error)}
    try:
        claimed = read_answer(said, geometry)
    except GarbledAnswerError as error:
        return {"garbled": str(error)}
    except Exception as error:  # of an object of their own
        return {"broke_off": error_in_words(error)}
    grids = [*map(str, claimed.grids)]
    return {
        "claims": str(claimed.claims),
        "verdict": str(claimed.verdict),
        "count": claimed.count,
        "solutions": grids,
    }
