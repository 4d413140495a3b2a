"""The columns of tables as users name them: `--puzzle`, `--answer` and `--columns` of what reads INPUTs."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from typer.core import TyperOption


@dataclass(frozen=True, slots=True)
class AskedColumns:
    """The columns of tables as the user names them; `are_told` says that they are to be told."""

    puzzle: str | None = None
    answer: str | None = None
    are_told: bool = False


ASKED: ContextVar[AskedColumns] = ContextVar("asked_columns", default=AskedColumns())  # noqa: B039 — frozen


def column_options(*, answers: bool) -> list[TyperOption]:
    """The options of all commands that read INPUTs: `--puzzle`, `--columns`, and `--answer` of some."""
    named: dict[str, Any] = {
        "metavar": "COLUMN",
        "type": str,
        "show_default": "by its name, or by what it holds",
    }
    told = "Say of each input how it is read: its kind, its columns and their roles, why."
    options = [
        (["puzzle", "--puzzle"], "The column of a table that holds the puzzles: name or number.", named),
        (["answer", "--answer", "--answers"], "The column that holds the stored solutions.", named),
        (["are_told", "--columns"], told, {"is_flag": True}),
    ]
    return [
        TyperOption(
            param_decls=[f"asked_{name}", *names],
            help=text,
            callback=partial(_keep_asked, name),
            expose_value=False,
            **more,
        )
        for (name, *names), text, more in options
        if answers or name != "answer"
    ]


def _keep_asked(field: str, context: Any, option: Any, value: Any) -> None:  # noqa: ANN401 — typer's
    ASKED.set(replace(ASKED.get(), **{field: value}))
