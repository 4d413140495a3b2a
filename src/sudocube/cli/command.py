"""A command as a function of a `Run` and of its own options: what commands share comes with the Run."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import partial, wraps
from typing import Annotated, Any, Literal, TypeVar

import typer

from sudocube.cli.options import (
    Box,
    EngineTimeout,
    GridSize,
    Jobs,
    Json,
    MadeBox,
    MadeSize,
    Output,
    Quiet,
    RecordOutput,
    Size,
    SolverMemory,
    Threads,
    Timeout,
    WholeTimeout,
    option,
    several_names,
)
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.run import Run
from sudocube.plan_fields import Field, Number, Range, Ranged, Word, Words, fields_of

SHARED: dict[str, dict[str, tuple[Any, Any]]] = {
    "output": {"output": (Output, STANDARD_OUTPUT)},
    "records": {"output": (RecordOutput, STANDARD_OUTPUT)},
    "jobs": {"jobs": (Jobs, None)},
    "threads": {"jobs": (Threads, None)},
    "timeout": {"timeout": (Timeout, None)},
    "engine": {"timeout": (EngineTimeout, None), "solver_memory": (SolverMemory, None)},
    "memory": {"solver_memory": (SolverMemory, None)},
    "size": {"size": (Size, None), "box": (Box, None)},
    "grid": {"size": (GridSize, None), "box": (Box, None)},
    "whole": {"timeout": (WholeTimeout, None)},
    "made": {"size": (MadeSize, None), "box": (MadeBox, None)},
    "json": {"json": (Json, False)},
}
"""Options by the names under which commands ask for them, and what each is without a value."""


def command(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a command of a function: it gets a Run, with what these options say, and its own options.

    With "records", what was written until an error or Ctrl-C is kept in another file. Own options stand in
    the docstring below "Options:", as `option` takes them; a parameter is called as one of its flags, perhaps
    with more behind it.
    """
    shared = {option: one for name in names for option, one in SHARED[name].items()} | {
        "quiet": (Quiet, False)
    }

    def decorated(work: Callable[..., None]) -> Callable[..., None]:
        @wraps(work)
        def run_it(**given: Any) -> None:  # noqa: ANN401 -- whatever the options are
            asked = {option: given.pop(option) for option in shared}
            with Run(**asked, in_records="records" in names) as run:
                work(run, **given)

        about, _, listed = (inspect.getdoc(work) or "").partition("\n\nOptions:\n")
        run_it.__doc__ = about
        entries = [one for one in re.split(r"^ {4}(?=-)", listed, flags=re.MULTILINE) if one]
        signature = inspect.signature(work, eval_str=True)
        kind = inspect.Parameter.KEYWORD_ONLY
        _, *own = (one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD)
        parameters = [one.replace(kind=kind, annotation=_annotated(one, entries)) for one in own]
        if entries:
            raise ValueError(f"{work.__name__} has no parameter for {entries}")
        parameters += [
            inspect.Parameter(option, kind, default=default, annotation=annotation)
            for option, (annotation, default) in shared.items()
        ]
        run_it.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        run_it.__annotations__ = {one.name: one.annotation for one in parameters}
        return run_it

    return decorated


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


Command = TypeVar("Command", bound=Callable[..., None])


def with_options_of(plan: type) -> Callable[[Command], Command]:
    """Give a command an option for each field of a plan, in place of its `**wishes`.

    What is not asked for is None there, or the plan's own default.
    """

    def decorated(command: Command) -> Command:
        signature = inspect.signature(command, eval_str=True)
        defaults = {one.name: one.default for one in fields(plan)}
        parameters = [_option(name, one, defaults[name]) for name, one in fields_of(plan).items()]
        parameters += [one for one in signature.parameters.values() if one.kind is not one.VAR_KEYWORD]
        as_keywords = [one.replace(kind=one.KEYWORD_ONLY) for one in parameters]
        command.__signature__ = signature.replace(parameters=as_keywords)  # type: ignore[attr-defined]
        command.__annotations__ = {one.name: one.annotation for one in parameters}
        return command

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
