"""A command as a function of a `Run` and of its own options, which stand in its docstring.

    Options:
        --jobs, -j N: Threads that share the work. [default: all cores]

A parameter is called as one of its flags, perhaps with more behind it. The options that a command shares with
others are fields of its Run, and stand in that docstring, unless the command has other words for them; those
that make a plan are told by its fields. Before "Options:" stand "Example: ..." and "Exit status: ...", which
end the help.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from copy import copy
from dataclasses import MISSING, fields
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.models import ArgumentInfo

from sudocube.cli.options import names_checked
from sudocube.cli.run import Run

if TYPE_CHECKING:
    from sudocube.plan_fields import Field

READING = ("inputs", "size", "box_name", "puzzle_column", "columns_told")
ENGINE = ("engine", "timeout", "solver_memory")
ANSWERS = ("answer_column", "no_answers")
"""What commands share that read INPUTs, ask an engine, or look at stored answers."""

_ENTRY = re.compile(r"(-[-\w]+(?:, -[-\w]+)*)(?: ([^\s:]+))?: (.*?)(?: \[default: (.*)\])?")


def command(*shared: str, plan: type | None = None) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a command of a function: it gets a Run with these fields, its own options, and those of a plan."""

    def decorated(work: Callable[..., None]) -> Callable[..., None]:
        about, _, listed = (inspect.getdoc(work) or "").partition("\n\nOptions:\n")
        about, _, end = about.partition("\n\nExample: ")
        entries = _entries(listed) + _entries((inspect.getdoc(Run) or "").partition("Options:\n")[2])
        of_run = inspect.signature(Run, eval_str=True).parameters
        _, *own = inspect.signature(work, eval_str=True).parameters.values()
        names = [*shared, "quiet"]
        own = [of_run["context"], *(one for one in own if one.kind is not one.VAR_KEYWORD)]
        parameters = [] if plan is None else _options_of(plan)
        parameters += [_with_option(one, entries) for one in (*own, *(of_run[name] for name in names))]

        @wraps(work)
        def run_it(context: typer.Context, **given: Any) -> None:  # noqa: ANN401 — whatever the options are
            asked = {name: given.pop(name) for name in names}
            with Run(context=context, inputs=asked.pop("inputs", []), **asked) as run:
                run.begin()
                work(run, **given)

        run_it.__doc__ = about
        run_it.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [one.replace(kind=one.KEYWORD_ONLY) for one in parameters]
        )
        run_it.__annotations__ = {one.name: one.annotation for one in parameters}
        vars(run_it)["epilog"] = _epilog(end)
        return run_it

    return decorated


def _entries(listed: str) -> list[Any]:
    """The flags, the name of the value, the meaning and the default of each option of a docstring."""
    texts = re.split(r"^ +(?=-)", listed, flags=re.MULTILINE)
    return [found.groups() for text in texts if (found := _ENTRY.fullmatch(" ".join(text.split())))]


def _epilog(said: str) -> str:
    """The end of the help: an example, and what the exit statuses mean, those of all commands included."""
    example, _, statuses = said.partition("\n\nExit status: ")
    codes = dict(one.split(" ", 1) for one in " ".join(statuses.split()).rstrip(".").split("; ") if one)
    if codes:
        codes = {"2": "some input not understood", "130": "interrupted"} | codes
        told = "; ".join(f"{code} {codes[code]}" for code in sorted(codes, key=int))
        example += f"\n\nExit status: {told}."
    return f"Example: {example}"


def _with_option(parameter: inspect.Parameter, entries: list[Any]) -> inspect.Parameter:
    """A parameter with the option of the first entry whose flag it is called as; else as it is."""
    kind, name = parameter.annotation, f"{parameter.name.replace('_', '-')}-"
    made = copy(next(iter(getattr(kind, "__metadata__", ())), typer.Option()))
    for flags, metavar, help, default in entries if not isinstance(made, ArgumentInfo) else ():
        if any(name.startswith(f"{flag.lstrip('-')}-") for flag in flags.split(", ")):
            made.param_decls, made.metavar, made.help = flags.split(", "), metavar, help
            made.show_default = default or True
            return parameter.replace(annotation=Annotated[getattr(kind, "__origin__", kind), made])
    return parameter


def _options_of(plan: type) -> list[inspect.Parameter]:
    """An option for each field of a plan. What is not asked for is None, or the plan's own default."""
    from sudocube.plan_fields import fields_of

    defaults = {one.name: one.default for one in fields(plan)}
    return [_option(name, one, defaults[name]) for name, one in fields_of(plan).items()]


def _option(name: str, field: Field, default: Any) -> inspect.Parameter:  # noqa: ANN401 — whatever a plan holds
    """The option of a field; the plan checks its value."""
    from sudocube.plan_fields import Number, Texts, Words

    usual = None if default in (MISSING, ()) else default
    kind = int if isinstance(field, Number) else list[str] if isinstance(field, Texts | Words) else str
    option = typer.Option(
        *field.flags or (f"--{name.replace('_', '-')}",),
        help=field.meaning,
        metavar=field.form,
        rich_help_panel=field.group,
        show_default=field.usual or usual is not None,
        callback=names_checked if isinstance(field, Words) else None,
    )
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=usual, annotation=Annotated[kind | None, option]
    )
