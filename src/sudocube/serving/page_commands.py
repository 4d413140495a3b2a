"""What the page can ask for: commands by name, with the queue in which each waits, and its limit of time.

A command is a generator function. Its parameters are the fields of a request, an object of JSON; it yields
rows in the form of `--json`, with `Progress` between them where it takes long. To add one, write it in a
module of this package, and add a line to `COMMANDS`.

No field names a file, a program or a function: engines and encodings are those of the package, by name (see
`known`).

A request becomes a job, which a worker does. The lines of a job are those that the page gets:

    {"type": "row", "row": {…}}
    {"type": "progress", "done": n, "of": m, "words": text}
    {"type": "done", "seconds": s}            the last line of a job
    {"type": "error", "error": message}       the last line of a job that could not be done to its end
"""

from __future__ import annotations

import json
import os
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from inspect import Parameter, signature
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, get_type_hints

import msgspec
from msgspec import Meta

from sudocube.errors import FULL_REPORT, SudocubeError, did_you_mean, fault_in_words, nearest, quoted
from sudocube.geometry import Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows.text import read_argument

Row = dict[str, Any]

QUEUES = ("quick", "long")
"""`quick` is for what follows each keystroke, `long` for everything else; each has workers of its own."""

PuzzleText = Annotated[str, Meta(max_length=32_768)]
"""A text with one puzzle: a 25×25 with candidates, drawn generously, has half of it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a command has come: `done` of `of` (None if nobody knows), with words for what it is at."""

    done: int
    of: int | None = None
    words: str = ""


class RefusedRequestError(SudocubeError, ValueError):
    """A request that does not fit what was asked; its message may be shown on the page."""


@dataclass(frozen=True, slots=True)
class PageCommand:
    """A command: where its rows are made ("module:function"), its queue, and the seconds that it may take.

    Only where `takes_list` is set may a request be long: then it is a list, the field `upload`, and the other
    fields stand in the query of the address. The module is one of this package, or has its full name. It is
    imported in the worker, so that the server need not load it.
    """

    target: str
    queue: str
    seconds: float
    takes_list: bool = False

    def rows(self, request: bytes, query: Mapping[str, str]) -> Iterator[Row | Progress]:
        """The rows for a request. Raises RefusedRequestError, and what the command raises."""
        function = getattr(import_module(self.module), self.target.partition(":")[2])
        if self.takes_list:
            fields: object = {**query, "upload": request}
        else:
            try:
                fields = msgspec.json.decode(request)
            except (ValueError, RecursionError):
                raise RefusedRequestError("a request is an object of JSON, and this is none") from None
        rows: Iterator[Row | Progress] = function(**keywords(function, fields))
        return rows

    @property
    def module(self) -> str:
        """The full name of the module."""
        name = self.target.partition(":")[0]
        return name if "." in name else f"sudocube.serving.{name}"


def keywords(function: Callable[..., object], fields: object) -> dict[str, Any]:
    """The arguments of a command: the fields of a request, as JSON has them, that are its parameters.

    A parameter that is a `Puzzle` comes from a text of any form that the command line reads, of the shape of
    the field `box`; `geometry` is this shape, None where it is not there. Any other parameter holds what its
    annotation allows. A field that is null is not there. Raises RefusedRequestError, with the name of the
    field and what was expected, PuzzleError for a shape that there is not, and FormatError for what is no
    puzzle.

    >>> def command(puzzle: Puzzle, limit: Annotated[int, Meta(ge=1, le=100)] = 2) -> None: ...
    >>> keywords(command, {"puzzle": "1... ..2. .3.. ...4", "limit": 7})["limit"]
    7
    >>> try:
    ...     keywords(command, {"puzzle": "1... ..2. .3.. ...4", "limit": 0})
    ... except RefusedRequestError as error:
    ...     print(error)
    limit: Expected `int` >= 1
    """
    given = read_field("request", fields, dict[str, Any])
    given = {name: value for name, value in given.items() if value is not None}
    box = read_field("box", given.get("box", ""), str)
    geometry = Geometry.of_box(box) if box else None
    hints = get_type_hints(function, include_extras=True)
    found: dict[str, Any] = {}
    for name, one in signature(function).parameters.items():
        if name == "geometry":
            found[name] = geometry
        elif name in given or one.default is Parameter.empty:
            found[name] = read_field(name, given.get(name), hints[name], geometry)
    return found


def read_field(name: str, value: object, kind: Any, geometry: Geometry | None = None) -> Any:  # noqa: ANN401
    """The value of a field. Raises RefusedRequestError for one that is not of its kind, or missing."""
    try:
        if kind is Puzzle:
            return read_puzzle(name, msgspec.convert(value, PuzzleText), geometry)
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise RefusedRequestError(f"{name}: {error}") from None


def known(name: str, value: str, words: Collection[str]) -> str:
    """A value that is one of some words, such as names of encodings. Raises RefusedRequestError for another.

    >>> try:
    ...     known("form", "lnie", ("line", "grid"))
    ... except RefusedRequestError as error:
    ...     print(error)
    form: found 'lnie'; expected one of line, grid. Did you mean 'line'?
    """
    if value in words:
        return value
    expected = f"one of {', '.join(words)}.{did_you_mean(nearest(value, words))}"
    raise RefusedRequestError(f"{name}: found {quoted(value)}; expected {expected}")


def read_puzzle(name: str, text: str, geometry: Geometry | None) -> Puzzle:
    """The one puzzle in a text, in any form that the command line reads.

    The second entry shows that there are several. Raises FormatError for what is no puzzle, with a column
    that counts from the beginning of the text.
    """
    entries = [*islice(read_argument(text, 1, geometry=geometry), 2)]
    if not entries:
        raise RefusedRequestError(f"{name}: found no puzzle; expected one, such as 81 cells in a line")
    if (error := entries[0].error) is not None:
        raise error.moved(name, None, error.column)
    if len(entries) > 1 or entries[0].puzzle is None:
        raise RefusedRequestError(f"{name}: found several puzzles; expected one: the panel A list takes many")
    return entries[0].puzzle


COMMANDS: dict[str, PageCommand] = {
    "check": PageCommand("puzzle_rows:check_rows", "quick", 20),
    "look": PageCommand("puzzle_rows:look_rows", "quick", 5),
    "read": PageCommand("puzzle_rows:read_rows", "quick", 10),
    "export": PageCommand("puzzle_rows:export_rows", "quick", 5),
    "examples": PageCommand("puzzle_rows:example_rows", "quick", 5),
    "methods": PageCommand("reason_rows:method_rows", "quick", 20),
    "steps": PageCommand("reason_rows:steps", "long", 60),
    "single": PageCommand("reason_rows:single", "long", 40),
    "proof": PageCommand("reason_rows:proof", "long", 120),
    "proof-check": PageCommand("reason_rows:proof_check", "long", 60),
    "engines": PageCommand("puzzle_rows:engine_rows", "long", 20),
    "crosscheck": PageCommand("puzzle_rows:crosscheck_rows", "long", 600),
    "solutions": PageCommand("puzzle_rows:solution_rows", "long", 130),
    "count": PageCommand("puzzle_rows:count_rows", "long", 130),
    "diagnose": PageCommand("puzzle_rows:diagnosis_rows", "long", 300),
    "data": PageCommand("lesson:data_rows", "quick", 60),
    "prove-clauses": PageCommand("lesson:proof_of_typed_rows", "quick", 20),
    "encodings": PageCommand("reason_rows:encodings_rows", "long", 10),
    "encoding": PageCommand("reason_rows:encoding_rows", "long", 20),
    "clauses": PageCommand("reason_rows:clauses_rows", "long", 30),
    "trace": PageCommand("reason_rows:trace_rows", "long", 60),
    "list": PageCommand("puzzle_rows:list_rows", "long", 900, takes_list=True),
    "form": PageCommand("puzzle_rows:form_rows", "quick", 10),
    "make": PageCommand("puzzle_rows:made_rows", "long", 140),
    "sheet": PageCommand("puzzle_rows:sheet_rows", "long", 200),
    "rate": PageCommand("puzzle_rows:rating_rows", "long", 140),
}
"""All commands by name: each is a route `/api/NAME`."""


Job = tuple[PageCommand, bytes, Mapping[str, str]]
"""A command with the body and the query of the request."""


def job_lines(job: Job) -> Iterator[bytes]:
    """In a worker: the lines of a job, as they are made."""
    command, body, query = job
    is_shown = bool(os.environ.get(FULL_REPORT))
    with Path(os.devnull).open("r+b") as nothing:  # the server's own streams are not this job's
        for stream in (0, 1) if is_shown else (0, 1, 2):
            os.dup2(nothing.fileno(), stream)
    start = perf_counter()
    try:
        for row in command.rows(body, query):
            if isinstance(row, Progress):
                yield line_of({"type": "progress", "done": row.done, "of": row.of, "words": row.words})
            else:
                yield line_of({"type": "row", "row": row})
        yield line_of({"type": "done", "seconds": round(perf_counter() - start, 6)})
    except SudocubeError as error:
        yield error_line(str(error))
    except MemoryError:
        yield error_line("there is not enough memory for this")
    except Exception as error:
        if is_shown:
            traceback.print_exc()
        yield error_line("\n".join(fault_in_words(error)))


def line_of(message: Row) -> bytes:
    """A message as a line of JSON."""
    return json.dumps(message).encode("ascii") + b"\n"


def error_line(message: str) -> bytes:
    """The last line of a job that was not done to its end, or of a request that is refused."""
    return line_of({"type": "error", "error": message})
