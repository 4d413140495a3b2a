"""Encodings that people bring for one geometry: from a file, or made by a function of the size.

The function runs in a process of its own, with limits on its time, its memory (the environment variable
SUDOCUBE_SOLVER_MEMORY) and the number of clauses; see `sudocube.engines.function_host`. A line with a size
goes there, and a line of JSON comes back, one of these:

    {"clauses": [[1, 2], …]}
    {"model": text, "variables": kind}      a model for CP-SAT; its first variables are "direct" or "integer"
    {"found": what, "allowed": what else}   the function gives something else, or raised an exception
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any

from sudocube.arguments import check_limits
from sudocube.encoder import load
from sudocube.encoder.catalogue import FUNCTION
from sudocube.encoder.own_clause_file import (
    CLAUSES_AT_MOST,
    LITERALS_AT_MOST,
    VARIABLE_AT_MOST,
    UnfitError,
    own_encoding,
)
from sudocube.encoder.vocabulary import Encoding, OwnClauses, OwnModel
from sudocube.engines.function_host import Message, error_in_words, host
from sudocube.engines.outsiders import place_and_name, start_function
from sudocube.engines.protocol import OUTSIDER_TIMEOUT
from sudocube.errors import EncodingError, EngineError, UndecidedError, quoted
from sudocube.file_names import MINIZINC
from sudocube.geometry import Geometry

ENDS_WELL = "a function of the size that gives its clauses, or a model, and raises nothing"
STAYS = "a function that gives all its clauses before its process ends"
LESS_MEMORY = "less memory; perhaps a loop does not end; the variable SUDOCUBE_SOLVER_MEMORY allows more"

BYTES_AT_MOST = 1 << 28
"""How long the line of JSON may be."""


def depends_on_size(encoding: str | Encoding) -> bool:
    """Whether a name is that of a function or a model in MiniZinc, which are made for one size."""
    return isinstance(encoding, str) and (encoding.startswith(FUNCTION) or encoding.endswith(MINIZINC))


def encoding_of(
    name: str | Encoding,
    geometry: Geometry,
    *,
    timeout: float | None = None,
    on_print: Callable[[str], object] | None = None,
) -> Encoding:
    """The encoding of that name for one geometry: all that `load` takes, and functions that make clauses.

    An Encoding stands for itself.

    A function is `python:FILE.py:NAME` or `python:MODULE:NAME`. It is called with the size, and gives
    clauses, any iterable of lists of integers that are not 0; or a CpModel and its variables, x[r, c, d]
    (Booleans) or x[r, c] (integers), as a dict or as nested sequences. A file `.mzn` is a model in MiniZinc.
    `timeout` is in seconds, for the function or the compiler; None stands for OUTSIDER_TIMEOUT. `on_print`
    gets the end of what the function has printed, if it has.

    Raises TypeError for what is neither a name nor an Encoding; what `load` raises; UnknownNameError where
    there is no such function; UnsupportedError where it cannot be imported; EncodingError where it gives
    something else, raises an exception, ends its process or needs too much memory; UndecidedError where it
    runs out of time; EngineError where no process can be started; and ValueError for a timeout that is no
    number above 0.

    >>> encoding_of("minimal", Geometry.of_size(4)).name
    'minimal'
    """
    check_limits(timeout=timeout)
    if isinstance(name, Encoding):
        return name
    if not isinstance(name, str):
        raise TypeError(f"an encoding is an Encoding or a name, not {quoted(name)}")
    seconds = OUTSIDER_TIMEOUT if timeout is None else timeout
    if name.endswith(MINIZINC):
        from sudocube.lab.minizinc import minizinc_model

        return own_encoding(name, name, OwnModel(*minizinc_model(name, geometry, seconds), geometry))
    if not name.startswith(FUNCTION):
        return load(name)
    place, function = place_and_name(name.removeprefix(FUNCTION))
    program = start_function(place, function, __name__)
    try:
        program.send(f"{geometry.size}\n".encode("ascii"))
        said = json.loads(program.line(monotonic() + seconds, BYTES_AT_MOST))
    except TimeoutError:
        raise UndecidedError(
            f"{name} has not made all clauses of size {geometry.size} after {seconds:g} s; perhaps a loop"
            " does not end, or --timeout gives it more time"
        ) from None
    except EngineError as error:
        said = {"found": str(error), "allowed": LESS_MEMORY if "bytes of memory" in str(error) else STAYS}
    finally:
        program.close()
        if on_print is not None and (printed := program.errors.strip()):
            on_print(printed)
    if "found" in said:
        raise EncodingError(name, f"size {geometry.size}", said["found"], said["allowed"])
    if "model" in said:
        return own_encoding(name, name, OwnModel(said["model"], said["variables"], geometry))
    return own_encoding(name, place, OwnClauses(tuple(map(tuple, said["clauses"])), geometry=geometry))


def main(place: str, name: str) -> None:
    """In the process of a function: import it, and answer line after line until there are no more."""
    host(place, name, lambda function, line: made(function, int(line)))


def made(function: Callable[..., Any], size: int) -> Message:
    """What a function makes for a size, as a message.

    >>> made(lambda n: [[1, -n]], 4)
    {'clauses': [[1, -4]]}
    >>> made(lambda n: [[1, 0]], 4)["found"]
    'clause 1 is [1, 0]; 0 is no variable: the first one, x[r1c1,1], has the number 1'
    """
    given: Any = None
    try:
        given = function(size)
        if isinstance(given, tuple) and given and hasattr(given[0], "proto"):
            from sudocube.encoder.cpsat_model import model_text

            text, kind = model_text(given, size)
            return {"model": text, "variables": kind}
        return {"clauses": [*_clauses(given)]}
    except UnfitError as error:
        frame = getattr(given, "gi_frame", None)  # where a generator stands
        at = f" ({Path(frame.f_code.co_filename).name}:{frame.f_lineno})" if frame else ""
        return {"found": f"{error}{at}", "allowed": error.allowed}
    except BaseException as error:  # also sys.exit()
        allowed = LESS_MEMORY if isinstance(error, MemoryError) else ENDS_WELL
        return {"found": error_in_words(error), "allowed": allowed}


def _is_listed(given: object) -> bool:
    return isinstance(given, Iterable) and not isinstance(given, str | bytes | Mapping)


def _clauses(given: Any) -> Iterator[list[int]]:  # noqa: ANN401 — anything a user returns
    """The clauses, as lists of int; raises UnfitError."""
    if not _is_listed(given):
        nothing = "; nothing is returned, and nothing yielded" * (given is None)
        raise UnfitError(f"{quoted(given)}, of the type {type(given).__name__}{nothing}")
    left = LITERALS_AT_MOST
    for number, clause in enumerate(given, 1):
        what = f"clause {number:,} is"
        if not _is_listed(clause):
            raise UnfitError(f"{what} {quoted(clause)}, of the type {type(clause).__name__}")
        held = [*islice(clause, left + 1)]
        left -= len(held)
        if left < 0 or number > CLAUSES_AT_MOST:
            most = f"{LITERALS_AT_MOST:,} literals" if left < 0 else f"{CLAUSES_AT_MOST:,} clauses"
            raise UnfitError(f"more than {most}; perhaps a loop does not end")
        for literal in held:
            if isinstance(literal, bool) or not hasattr(literal, "__index__"):
                raise UnfitError(f"{what} {quoted(held)}; {quoted(literal)} is no integer")
            if literal == 0:
                why = "0 is no variable: the first one, x[r1c1,1], has the number 1"
                raise UnfitError(f"{what} {quoted(held)}; {why}")
            if abs(literal) > VARIABLE_AT_MOST:
                raise UnfitError(f"{what} {quoted(held)}; variables have numbers up to {VARIABLE_AT_MOST:,}")
        yield [*map(int, held)]
