"""What runs in the process in which a user's function makes clauses or a model: a size comes in, they go out.

Requests are lines with a size. What goes out are lines of JSON:

    {"text": part}                 a part of the clauses, each ended by 0, or of a model for CP-SAT
    {"kind": kind}                 this was all: "clauses", or a model whose first variables are "direct" or
                                   "integer"
    {"found": what}                the function gives something else
    {"found": what, "allowed": …}  the function raised an exception, or cannot be called; and what is expected

See `sudocube.engines.function_host` for how the process begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from inspect import Parameter, Signature, signature
from itertools import count, product
from operator import index
from pathlib import Path
from typing import Any, BinaryIO

from sudocube.encoder.own_clause_file import CLAUSES_AT_MOST, LITERALS_AT_MOST, VARIABLE_AT_MOST
from sudocube.engines.function_host import Message, error_in_words, host, put
from sudocube.errors import quoted

CHARACTERS_OF_A_LINE = 50_000
"""So many characters go out at once; these lines are shorter than those that are taken for a flood."""

LONGEST_NUMBER = 200
"""Bits of a number that a message shows."""

MODEL = "model, x: a CpModel, and x[r, c, d] (Booleans) or x[r, c] (integers) for each cell"
ENDS_WELL = "a function that gives its clauses, or a model, and raises nothing"
LESS_MEMORY = "less memory; perhaps a loop does not end; the variable SUDOCUBE_SOLVER_MEMORY allows more"


class UnfitError(Exception):
    """A function, or what it gives, does not fit: what it is, and `allowed`, what was expected."""

    def __init__(self, found: str, allowed: str | None = None) -> None:
        super().__init__(found)
        self.allowed = {} if allowed is None else {"allowed": allowed}


def main(place: str, name: str) -> None:
    """Import the function, and answer line after line until there are no more."""
    host(place, name, serve)


def serve(function: Callable[..., object], requests: BinaryIO, out: BinaryIO) -> None:
    """Answer line after line until there are no more."""
    for line in requests:
        for message in messages(function, int(line)):
            put(out, message)


def messages(function: Callable[..., object], size: int) -> Iterator[Message]:
    """The clauses that a function makes for a size, as messages.

    >>> list(messages(lambda n: [[1, -n]], 4))
    [{'text': '1 -4 0'}, {'kind': 'clauses'}]
    >>> list(messages(lambda n: [[1, 0]], 4))
    [{'found': 'clause 1 is [1, 0]; 0 is no variable: the first one, x[r1c1,1], has the number 1'}]
    """
    made: object = None
    try:
        _check_parameters(function)
        made = function(size)
        if isinstance(made, tuple) and made and hasattr(made[0], "proto"):
            text, kind = model_text(made, size)
        else:
            text, kind = " ".join(map(str, _literals(made))), "clauses"
        for start in range(0, len(text), CHARACTERS_OF_A_LINE):
            yield {"text": text[start : start + CHARACTERS_OF_A_LINE]}
        yield {"kind": kind}
    except UnfitError as error:
        yield {"found": f"{error}{_place_in(made)}", **error.allowed}
    except BaseException as error:  # also sys.exit()
        allowed = LESS_MEMORY if isinstance(error, MemoryError) else ENDS_WELL
        yield {"found": error_in_words(error), "allowed": allowed}


def _place_in(made: object) -> str:
    """The file and the line at which a generator stands; empty for anything else."""
    frame = getattr(made, "gi_frame", None)
    return f" ({Path(frame.f_code.co_filename).name}:{frame.f_lineno})" if frame else ""


def _check_parameters(function: Callable[..., object]) -> None:
    """Raise UnfitError where a function cannot be called with a size alone."""
    try:
        parameters = [one.replace(annotation=one.empty) for one in signature(function).parameters.values()]
    except (TypeError, ValueError):  # of a function written in C, nothing is known
        return
    kinds = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD, Parameter.VAR_POSITIONAL)
    takes = [one for one in parameters if one.kind in kinds]
    needs = [one.name for one in parameters if one.default is one.empty and one.kind in kinds[:2]]
    if not takes or len(needs) > 1:
        what = f"a function of {Signature(parameters)}" if parameters else "a function without parameters"
        raise UnfitError(
            f"{what}; it is called with one number, the size",
            "a function with one parameter, such as clauses(n)",
        )


def _literals(made: object) -> Iterator[int]:
    """The literals of all clauses, with a 0 after each clause; raises UnfitError."""
    if made is None:
        raise UnfitError("None; nothing is returned, and nothing yielded")
    if not isinstance(made, Iterable) or isinstance(made, str | bytes | Mapping):
        raise UnfitError(f"{quoted(made)}; it is of the type {type(made).__name__}")
    written = 0
    for number, clause in zip(count(1), made):
        if number > CLAUSES_AT_MOST:
            raise UnfitError(f"more than {CLAUSES_AT_MOST:,} clauses; perhaps a loop does not end")
        what = f"clause {number:,} is"
        if isinstance(clause, str | bytes | Mapping) or not isinstance(clause, Iterable):
            raise UnfitError(f"{what} {quoted(clause)}, of the type {type(clause).__name__}")
        held = list[object]()
        for literal in clause:
            held.append(literal)
            written += 1
            if written > LITERALS_AT_MOST:
                raise UnfitError(f"more than {LITERALS_AT_MOST:,} literals; perhaps a loop does not end")
            yield _literal(literal, clause if isinstance(clause, list | tuple) else held, what)
        yield 0


def _literal(literal: object, held: Sequence[object], what: str) -> int:
    """One literal as an int; `held` is the clause, or what is known of it."""
    try:
        number = index(literal)  # type: ignore[arg-type] # other things are refused
    except TypeError:
        number = None
    if number is None or isinstance(literal, bool):
        raise UnfitError(f"{what} {quoted(held)}; {quoted(literal)} is no integer")
    if number == 0:
        why = "0 is no variable: the first one, x[r1c1,1], has the number 1"
        raise UnfitError(f"{what} {quoted(held)}; {why}")
    if abs(number) > VARIABLE_AT_MOST:
        is_endless = number.bit_length() > LONGEST_NUMBER  # Python does not write it
        shown = f"a list with a number of {number.bit_length():,} bits" if is_endless else quoted(held)
        raise UnfitError(f"{what} {shown}; variables have numbers up to {VARIABLE_AT_MOST:,}")
    return number


_VARIABLE = re.compile(r"^variables \{\n(?:  .*\n)*\}\n", re.MULTILINE)
_REFERENCE = re.compile(r"\b(literals|vars|f_direct|f_inverse|enforcement_literal): (-?\d+)")


def model_text(made: Sequence[Any], size: int) -> tuple[str, str]:
    """A model as text whose first variables are those of the cells, in order; and their kind.

    Raises UnfitError for what is no model with such variables.
    """
    model, *given = made
    if len(given) != 1:
        raise UnfitError(f"a model and {len(given)} other values", MODEL)
    variables = _in_order(given[0], size)
    kind = "direct" if len(variables) == size**3 else "integer"
    places = [variable.index for variable in variables]
    if min(places) < 0 or len(set(places)) < len(places):
        raise UnfitError("x, in which a variable occurs twice, or negated", MODEL)
    domains = [list(model.proto.variables[place].domain) for place in places]
    if kind == "direct" and any(domain[0] < 0 or domain[-1] > 1 for domain in domains):
        raise UnfitError("x[r, c, d], some of which are no Booleans", MODEL)
    if kind == "integer" and (min(d[0] for d in domains), max(d[-1] for d in domains)) == (0, size - 1):
        cells = [model.new_int_var(1, size, f"{variable.name} + 1") for variable in variables]
        for cell, variable in zip(cells, variables, strict=True):
            model.add(cell == variable + 1)
        places = [cell.index for cell in cells]
    text = f"{model.proto}\n"
    blocks, first = _VARIABLE.findall(text), set(places)
    order = [*places, *(place for place in range(len(blocks)) if place not in first)]
    new = {old: place for place, old in enumerate(order)}

    def renumbered(found: re.Match[str]) -> str:
        old = int(found[2])
        return f"{found[1]}: {new[old] if old >= 0 else -1 - new[-1 - old]}"

    return "".join(blocks[old] for old in order) + _REFERENCE.sub(renumbered, _VARIABLE.sub("", text)), kind


def _in_order(given: object, size: int) -> list[Any]:
    """The variables of x, a dict with keys (r, c) or (r, c, d) or nested sequences, cell by cell."""
    if isinstance(given, Mapping):
        keys = sorted(given)
        length = len(keys[0]) if keys and isinstance(keys[0], tuple) else 0
        starts = [first for first in (0, 1) if keys == [*product(range(first, first + size), repeat=length)]]
        if length not in (2, 3) or not starts:
            raise UnfitError(f"x with {len(keys):,} keys, from {quoted(keys[:1])} on", MODEL)
        found = [given[key] for key in keys]
    else:
        found = [*_leaves(given)]
    if len(found) not in (size**2, size**3) or not all(hasattr(one, "index") for one in found):
        raise UnfitError(f"x, {quoted(given)}, with {len(found):,} values", MODEL)
    return found


def _leaves(given: Any) -> Iterator[Any]:  # noqa: ANN401 — anything a user returns
    """What is in sequences of sequences, one after the other."""
    if hasattr(given, "__len__"):
        for one in given:
            yield from _leaves(one)
    else:
        yield given
