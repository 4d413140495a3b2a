"""A command as a function of a `Run` and of its own options: what commands share comes with the Run."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import partial, wraps
from typing import Annotated, Any, Literal, TypeVar

import typer

from sudocube.cli.options import BoxShape, GridSize, Memory, Positive, Seconds, option, several_names
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.run import Run
from sudocube.plan_fields import Field, Number, Range, Ranged, Word, Words, fields_of

Command = TypeVar("Command", bound=Callable[..., None])


def _output(output: str = STANDARD_OUTPUT) -> None:
    """The answer in a file that is complete, or not there.

    Options:
        --output, -o FILE: Write a file, completely or not at all. [default: standard output]
    """


def _records(output: str = STANDARD_OUTPUT) -> None:
    """The answer in a file; what was written until an error or Ctrl-C is kept in another one.

    Options:
        --output, -o FILE: Write a file; after Ctrl-C, FILE.part has what was finished.
            [default: standard output]
    """


def _jobs(jobs: Positive = None) -> None:
    """Work that processes share.

    Options:
        --jobs, -j N: Processes that share the work. [default: all cores, after the first second]
    """


def _threads(jobs: Positive = None) -> None:
    """Work that threads share.

    Options:
        --jobs, -j N: Threads that share the work. [default: all cores]
    """


def _timeout(timeout: Seconds = None) -> None:
    """A limit for each puzzle.

    Options:
        --timeout SECONDS: Time limit for one puzzle and one engine; past it, the puzzle is undecided.
    """


def _whole(timeout: Seconds = None) -> None:
    """A limit for all of it.

    Options:
        --timeout SECONDS: Time limit for all of it; past it, what is left is undecided. [default: 60]
    """


def _engine(timeout: Seconds = None, solver_memory: Memory = None) -> None:
    """Limits for an engine by name; `Traits.default_timeout` has its default.

    Options:
        --timeout SECONDS: Time limit for one puzzle and one engine; past it, the puzzle is undecided.
            [default: none; 10 for programs and functions]
        --solver-memory SIZE: Memory of each program or function of others, such as 500MB; past it, it is
            stopped. [default: 2GB, or the environment variable SUDOCUBE_SOLVER_MEMORY]
    """


def _memory(solver_memory: Memory = None) -> None:
    """A limit for programs and functions of others.

    Options:
        --solver-memory SIZE: Memory of each program or function of others, such as 500MB; past it, it is
            stopped. [default: 2GB, or the environment variable SUDOCUBE_SOLVER_MEMORY]
    """


def _size(size: GridSize = None, box: BoxShape = None) -> None:
    """What all puzzles are.

    Options:
        --size N: The size of the puzzles, where it is not to be detected.
        --box RxC: Rows x columns of a box, such as 3x2. [default: as drawn, else at least as wide as tall]
    """


def _grid(size: GridSize = None, box: BoxShape = None) -> None:
    """What grids are meant, without a puzzle.

    Options:
        --size N: The size. [default: 9, or the one that the header of FILE.cnf names]
        --box RxC: Rows x columns of a box, such as 3x2. [default: as drawn, else at least as wide as tall]
    """


def _made(size: GridSize = None, box: BoxShape = None) -> None:
    """What puzzles are made.

    Options:
        --size N: The size: 4, 6, 8, 9, 10, 12, 15 or 16. Only 9 is quick: a SAT solver makes the others.
            [default: 9]
        --box RxC: Rows x columns of a box, such as 3x2. [default: at least as wide as tall]
    """


def _json(json: bool = False) -> None:
    """Rows for programs.

    Options:
        --json: Print JSON, one object per line.
    """


def _quiet(quiet: bool = False) -> None:
    """For all commands.

    Options:
        --quiet, -q: Nothing on standard error but errors.
    """


SHARED = {
    one.__name__.removeprefix("_"): one
    for one in (_output, _records, _jobs, _threads, _timeout, _whole, _engine, _memory, _size, _grid, _made)
} | {"json": _json}
"""The declarations of options by the names under which commands ask for them."""


def command(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a command of a function: it gets a Run, with what these options say, and its own options."""
    shared = [one for name in names for one in _options(SHARED[name])] + _options(_quiet)

    def decorated(work: Callable[..., None]) -> Callable[..., None]:
        @wraps(work)
        def run_it(**given: Any) -> None:  # noqa: ANN401 -- whatever the options are
            asked = {one.name: given.pop(one.name) for one in shared}
            with Run(**asked, in_records="records" in names) as run:
                work(run, **given)

        about, _, said = (inspect.getdoc(work) or "").partition(_BELOW)[0].partition("\n\nExit status: ")
        run_it.__doc__ = about
        vars(run_it)["statuses"] = " ".join(said.split())  # for the end of the help
        _, *own = _options(work)
        return _with_parameters(run_it, [*own, *shared])

    return decorated


_BELOW = "\n\nOptions:\n"


def _options(declared: Callable[..., None]) -> list[inspect.Parameter]:
    """The parameters of a function, each with its option: its own, or one below "Options:" in the docstring.

    They stand there as `option` takes them; a parameter is called as one of its flags, perhaps with more
    behind it.
    """
    listed = (inspect.getdoc(declared) or "").partition(_BELOW)[2]
    entries = [one for one in re.split(r"^ {4}(?=-)", listed, flags=re.MULTILINE) if one]
    signature = inspect.signature(declared, eval_str=True)
    parameters = [
        one.replace(kind=one.KEYWORD_ONLY, annotation=_annotated(one, entries))
        for one in signature.parameters.values()
        if one.kind is not one.VAR_KEYWORD
    ]
    if entries:
        raise ValueError(f"{declared.__name__} has no parameter for {entries}")
    return parameters


def _with_parameters(work: Command, parameters: list[inspect.Parameter]) -> Command:
    """The function with this signature."""
    work.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    work.__annotations__ = {one.name: one.annotation for one in parameters}
    return work


def _annotated(parameter: inspect.Parameter, entries: list[str]) -> Any:  # noqa: ANN401 -- any type
    """The annotation of a parameter with its option: its own, or the one that it finds among the entries."""
    kind, name = parameter.annotation, parameter.name.replace("_", "-")
    for entry in entries:
        flags = re.findall(r"--([-\w]+)", entry.partition(":")[0])
        if any(name == flag or name.startswith(f"{flag}-") for flag in flags):
            entries.remove(entry)
            kept = next((vars(one) for one in getattr(kind, "__metadata__", ())), {"callback": None})
            made = option(entry, kept["callback"])
            made.__dict__.update({key: kept[key] for key in ("min", "max", "rich_help_panel") if key in kept})
            return Annotated[getattr(kind, "__origin__", kind), made]
    return kind


def with_options_of(plan: type) -> Callable[[Command], Command]:
    """Give a command an option for each field of a plan, in place of its `**wishes`.

    What is not asked for is None there, or the plan's own default.
    """

    def decorated(command: Command) -> Command:
        signature = inspect.signature(command, eval_str=True)
        defaults = {one.name: one.default for one in fields(plan)}
        parameters = [_option(name, one, defaults[name]) for name, one in fields_of(plan).items()]
        return _with_parameters(command, [*parameters, *signature.parameters.values()])

    return decorated


def _option(name: str, field: Field, default: Any) -> inspect.Parameter:  # noqa: ANN401 — whatever a plan holds
    """The option of a field; typer checks what it can, and the plan does the rest."""
    flags = field.flags or (f"--{name.replace('_', '-')}",)
    usual = None if default in (MISSING, ()) else default
    settings: dict[str, Any] = {
        "help": field.meaning,
        "metavar": field.form,
        "rich_help_panel": field.group,
        "show_default": field.usual or usual is not None,
    }
    kind: Any = str
    match field:
        case Number():
            kind, settings = int, settings | {"min": field.least}
        case Ranged():
            kind, settings = Range, settings | {"parser": partial(_range, field)}
        case Words():
            kind, settings = list[str], settings | {"callback": several_names}
        case Word():
            kind = Literal.__getitem__(tuple(field.known))
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None if usual == () else usual,
        annotation=Annotated[
            kind if usual not in (None, ()) else kind | None, typer.Option(*flags, **settings)
        ],
    )


def _range(field: Ranged, text: str) -> Range:
    try:
        return field.taken("a range", text)
    except ValueError as error:
        raise typer.BadParameter(f"{error}.".removeprefix("a range: ")) from None
