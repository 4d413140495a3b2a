"""The options of a command that come from the fields of its plan: names, meanings and limits stand there."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import partial
from typing import Annotated, Any, Literal, TypeVar

import typer

from sudocube.cli.options import several_names
from sudocube.plan_fields import Field, Number, Range, Ranged, Word, Words, fields_of

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
