"""`--html FILE`: the results as a page to send, beside what the command prints."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

from sudocube.cli.inputs import STANDARD_INPUT, refuse_input_as_output
from sudocube.cli.next_steps import command_line, last_part
from sudocube.cli.options import in_list, option
from sudocube.cli.run import Run
from sudocube.cli.whole_file import PAGES, WholeFile
from sudocube.errors import InputError
from sudocube.interrupt import ignore_interrupts

if TYPE_CHECKING:
    from sudocube.report.html import PageHead


def _page_name(value: Path | None) -> Path | None:
    """The name of a page, checked: another one may be a list of puzzles, and meant as an INPUT."""
    if value is not None and value.suffix.lower() not in PAGES:
        raise typer.BadParameter(f"found {str(value)!r}; the name of a page ends in {' or '.join(PAGES)}.")
    return value


def html_option(help: str, panel: str | None = None) -> Any:  # noqa: ANN401 — typer has no type for it
    """`--html`, which writes a page beside what the command prints."""
    entry = f"--html FILE: {help} After Ctrl-C, NAME.part.html has what was finished."
    return option(entry, _page_name, rich_help_panel=panel)


Html = Annotated[
    Path | None,
    html_option("Also write the results as a page to send, an .html file, for which nobody needs sudocube."),
]

NOT_REPEATED = (
    "html",
    "per_page",
    "json",
    "quiet",
    "jobs",
    "plot",
    "per_puzzle",
    "certify",
    "size",
    "box",
)
"""Options that change nothing of what a page says, or go with --html; `command_line` says the last two."""


class ResultPage(Protocol):
    """A page that takes results one by one."""

    def text(self, head: PageHead) -> str | None:
        """The page of what it was given; None as long as that is nothing."""


@contextmanager
def html_file(
    run: Run,
    context: typer.Context,
    file: Path | None,
    page: ResultPage | None,
    *,
    title: str = "",
    reads: Sequence[str] = (),
    more: Sequence[str] = (),
) -> Iterator[None]:
    """Write the page of what was found within this context; nothing where `page` is None.

    `context` tells which command line repeats it; `more` are further options for that. A command without
    INPUTs gives the page a `title`, and names the files that it `reads`. After Ctrl-C the page goes to a file
    of another name, and an old one stays. Raises InputError for a file that cannot be opened or that is read,
    too, and OutputError if it cannot be written to its end.
    """
    if file is None or page is None:
        yield
        return
    from sudocube.report.html import PageHead

    inputs = context.params.get("inputs", [])
    if str(file) == run.output_file:
        raise InputError(str(file), "--html and --output name the same file")
    refuse_input_as_output(str(file), [*inputs, *reads])
    head = PageHead(title or _title(inputs), _command(run, context, inputs, more))
    with WholeFile(str(file)) as opened:
        try:
            yield
        except KeyboardInterrupt:
            ignore_interrupts()
            if (text := page.text(head._replace(errors=run.errors, is_whole=False))) is None:
                run.info(f"{file} was not written, because nothing was finished")
            else:
                opened.write(text)
                run.info(f"what was finished is in {opened.end_early() or file}")
            raise
        if (text := page.text(head._replace(errors=run.errors))) is None:
            opened.end(is_kept=False)
            run.info(f"{file} was not written, because there is nothing to show")
            return
        opened.write(text)
    run.info(f"{file}: the results as a page")


def _title(inputs: list[str]) -> str:
    """What a page is about: its files, and how many puzzles were written out on the command line."""
    from sudocube.report.audits import listed_files, shortest_ends
    from sudocube.report.words import counted

    paths = [one for one in inputs if one != STANDARD_INPUT and os.path.exists(one)]  # noqa: PTH110 — Path.exists raises for long names
    names = list(dict.fromkeys(shortest_ends(paths)))
    names += ["standard input"] * (STANDARD_INPUT in inputs)
    puzzles = len(inputs) - len(paths) - inputs.count(STANDARD_INPUT)
    return listed_files([*names, *[counted(puzzles, "puzzle")] * (puzzles > 0)])


def _command(run: Run, context: typer.Context, inputs: list[str], more: Sequence[str]) -> str:
    """The command line that finds the same again, with the options that were given, and more."""
    words = [*more]
    for parameter in context.command.params:
        name = parameter.name or ""
        source = context.get_parameter_source(name)
        is_left_out = name in NOT_REPEATED or (name == "output" and not parameter.required)
        if name == "inputs" or is_left_out or source is None or source.name != "COMMANDLINE":
            continue
        flag, value = max(parameter.opts, key=len), context.params[name]
        if isinstance(value, bool):
            words += [flag] * value
        elif isinstance(value, list):
            words.append(f"{flag}={','.join(map(_written, value))}")
        else:
            words.append(f"{flag}={_written(value)}")
    command = context.command_path.split(" ", 1)[-1]
    return command_line(run, command, [last_part(one) for one in inputs], *words)


def _written(value: Any) -> str:  # noqa: ANN401 — whatever an option takes
    """The value of an option as it is given on the command line; of a path, its last part."""
    if isinstance(value, float):
        return f"{value:g}"
    return in_list(last_part(value)) if isinstance(value, str) else last_part(str(value))
