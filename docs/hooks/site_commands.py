"""The reference of the commands, from the program itself."""

import re
from collections.abc import Iterator
from typing import Any

from rich.text import Text

from sudocube.cli.application import COMMANDS, loaded


def command_reference() -> str:
    """All commands as `sudocube --help` groups them: arguments, options, exit statuses; as Markdown."""
    parts: list[str] = []
    for name, panel in COMMANDS.items():
        if f"## {panel}" not in parts:
            parts.append(f"## {panel}")
        for path, command in _commands(loaded(name), f"sudocube {name}"):
            parts += _described(path, command)
    return "\n\n".join(parts)


def _commands(command: Any, path: str) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 — click's types vary
    """A command; of a group, those in it."""
    if not hasattr(command, "commands"):
        yield path, command
        return
    for name, one in command.commands.items():
        yield from _commands(one, f"{path} {name}")


def _described(path: str, command: Any) -> Iterator[str]:  # noqa: ANN401
    context = command.make_context(path, [], resilient_parsing=True)
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"### {path}"
    yield f"```text\n{path} {usage}\n```"
    yield _plain(command.help)
    rows = [_row(one) for one in command.params if not one.hidden and one.name != "help"]
    if rows:
        yield "\n".join(("| | |", "|---|---|", *rows))
    if command.epilog:
        yield _plain(command.epilog)


def _row(parameter: Any) -> str:  # noqa: ANN401
    names = parameter.opts if parameter.param_type_name == "option" else []
    is_flag = getattr(parameter, "is_flag", False)
    value = "" if is_flag else parameter.metavar or parameter.type.name.upper()
    name = f"`{', '.join([*names])} {value}".strip() + "`"
    shown = parameter.show_default if isinstance(parameter.show_default, str) else ""
    if not shown and parameter.show_default and not is_flag and parameter.default not in (None, ()):
        shown = str(parameter.default)
    help = _plain(parameter.help or "") + (f" *Default: {_escaped(shown)}.*" if shown else "")
    return f"| {name} | {help} |".replace("\n", " ")


def _plain(text: str | None) -> str:
    """Help without rich's markup, as Markdown."""
    marked = re.sub(r"\[bold\](.*?)\[/bold\]", r"`\1`", text or "")
    paragraphs = Text.from_markup(marked).plain.replace("\b\n", "").split("\n\n")
    return "\n\n".join(_escaped(" ".join(one.split())) for one in paragraphs)


def _escaped(text: str) -> str:
    """Signs that mean something in Markdown, as they are; those within backticks are left alone."""
    parts = text.split("`")
    parts[::2] = [re.sub(r"([|*_<\[\]])", r"\\\1", one) for one in parts[::2]]
    return "`".join(parts)
