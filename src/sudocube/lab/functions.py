"""Clauses and models of one's own for one geometry: from a file, or made by a function of the size.

The function runs in a process of its own, with limits on its time, its memory (the environment variable
SUDOCUBE_SOLVER_MEMORY) and the number of clauses. What runs there is in `host`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from time import monotonic

from sudocube.arguments import check_limits
from sudocube.encoder import load
from sudocube.encoder.catalogue import FUNCTION
from sudocube.encoder.own_clause_file import own_encoding
from sudocube.encoder.vocabulary import OWN, Citation, Encoding, Formalism, OwnClauses, OwnModel
from sudocube.engines import OUTSIDER_TIMEOUT
from sudocube.engines.outsiders import place_and_name, start_function
from sudocube.errors import EncodingError, EngineError, UndecidedError
from sudocube.file_names import MINIZINC
from sudocube.geometry import Geometry
from sudocube.lab import host
from sudocube.processes.container import Contained

EXPECTED = "clauses: lists of integers that are not 0, such as [[1, 2], [-1, -2]]"
STAYS = "a function that gives all its clauses before its process ends"


def depends_on_size(encoding: str | Encoding) -> bool:
    """Whether a name is that of a function or a model in MiniZinc, which are made for one size."""
    return isinstance(encoding, str) and (encoding.startswith(FUNCTION) or encoding.endswith(MINIZINC))


def encoding_of(
    name: str,
    geometry: Geometry,
    *,
    timeout: float | None = None,
    on_print: Callable[[str], object] | None = None,
) -> Encoding:
    """The encoding of that name for one geometry: all that `load` takes, and functions that make clauses.

    A function is `python:FILE.py:NAME` or `python:MODULE:NAME`. It is called with the size, and gives
    clauses, any iterable of lists of integers that are not 0; or a CpModel and its variables, x[r, c, d]
    (Booleans) or x[r, c] (integers), as a dict or as nested sequences. A file `.mzn` is a model in MiniZinc.
    `timeout` is in seconds, for the function or the compiler; None stands for OUTSIDER_TIMEOUT. `on_print`
    gets the end of what the function has printed, if it has.

    Raises what `load` raises; UnknownNameError where there is no such function; UnsupportedError where it
    cannot be imported; EncodingError where it gives something else, raises an exception, ends
    its process or needs too much memory; UndecidedError where it runs out of time; EngineError where no
    process can be started; and ValueError for a timeout that is no number above 0.

    >>> encoding_of("minimal", Geometry.of_size(4)).name
    'minimal'
    """
    check_limits(timeout=timeout)
    seconds = OUTSIDER_TIMEOUT if timeout is None else timeout
    if name.endswith(MINIZINC):
        from sudocube.lab.minizinc import minizinc_model

        text, kind = minizinc_model(name, geometry, seconds)
        return own_model(name, kind, OwnModel(text, geometry))
    if not name.startswith(FUNCTION):
        return load(name)
    place, function = place_and_name(name.removeprefix(FUNCTION))
    program = start_function(place, function, host.__name__)
    try:
        return _made(program, name, place, geometry, seconds)
    finally:
        program.close()
        if on_print is not None and (printed := program.errors.strip()):
            on_print(printed)


def own_model(name: str, variables: str, model: OwnModel) -> Encoding:
    """The encoding that consists of a model for CP-SAT, whose first variables are "direct" or "integer"."""
    idea = "The constraints are taken as they are."
    source = Citation("own model", name, 0)
    return Encoding(
        name, name, "A model of your own", idea, source, Formalism.CP_SAT, variables, (), (OWN,), model=model
    )


def _made(program: Contained, name: str, place: str, geometry: Geometry, seconds: float) -> Encoding:
    """The clauses or the model that come from the process of a function."""
    program.send(f"{geometry.size}\n".encode("ascii"))
    deadline = monotonic() + seconds
    text = ""
    while True:
        try:
            said = json.loads(program.line(deadline))
        except TimeoutError:
            reason = f"{name} has not made all clauses of size {geometry.size} after {seconds:g} s"
            raise UndecidedError(
                f"{reason}; perhaps a loop does not end, or --timeout gives it more time"
            ) from None
        except EngineError as error:
            allowed = host.LESS_MEMORY if "bytes of memory" in str(error) else STAYS
            raise EncodingError(name, f"size {geometry.size}", str(error), allowed) from None
        if "found" in said:
            allowed = said.get("allowed", EXPECTED)
            raise EncodingError(name, f"size {geometry.size}", said["found"], allowed)
        text += said.get("text", "")
        if (kind := said.get("kind")) == "clauses":
            literals = [*map(int, text.split())]
            ends = [-1, *(place for place, literal in enumerate(literals) if not literal)]
            clauses = tuple(tuple(literals[one + 1 : other]) for one, other in pairwise(ends))
            return own_encoding(name, place, OwnClauses(clauses, geometry=geometry))
        if kind is not None:
            return own_model(name, kind, OwnModel(text, geometry))
