"""`--html FILE`: the results as a page to send, beside what the command prints."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sudocube.cli.command import Run, as_typed
from sudocube.cli.inputs import refuse_input_as_output
from sudocube.cli.options import STANDARD_INPUT
from sudocube.cli.output import WholeFile
from sudocube.errors import InputError
from sudocube.interrupt import ignore_interrupts

if TYPE_CHECKING:
    from sudocube.report.document import PageHead


class ResultPage(Protocol):
    """A page that takes results one by one."""

    def text(self, head: PageHead) -> str | None:
        """The page of what it was given; None as long as that is nothing."""


@contextmanager
def html_file(
    run: Run, page: ResultPage | None, *, title: str = "", reads: Sequence[str] = (), more: Sequence[str] = ()
) -> Iterator[None]:
    """Write the page of what was found within this context; nothing without --html, or if `page` is None.

    `more` are further options of the command line that repeats it. A command without INPUTs gives the page a
    `title`, and names the files that it `reads`. After Ctrl-C the page goes to a file of another name, and an
    old one stays. Raises InputError for a file that cannot be opened or that is read, too, and OutputError if
    it cannot be written to its end.
    """
    if run.html is None or page is None:
        yield
        return
    from sudocube.report.document import PageHead

    name = str(run.html)
    if name == run.output_file:
        raise InputError(name, "--html and --output name the same file")
    refuse_input_as_output(name, [*run.inputs, *reads])
    with WholeFile(name) as file:
        interrupted = None
        try:
            yield
        except KeyboardInterrupt as error:
            ignore_interrupts()
            interrupted = error
        late = ["The command was interrupted: this page has what was finished by then."]
        errors = late * (interrupted is not None) + run.errors
        head = PageHead(title or _title(run.inputs), command_typed(run, *more), errors)
        text = page.text(head)
        file.write(text or "")
        if text is None:
            file.end(is_whole=False)
            run.info(f"{name} was not written, because there is nothing to show")
        elif interrupted is not None:
            run.info(f"what was finished is in {file.end(is_whole=False) or name}")
        if interrupted is not None:
            raise interrupted
    run.info(*[f"{name}: the results as a page"] * (text is not None))


def _last_part(name: str) -> str:
    """A path as a page shows it that others read: of an absolute one, its last part only."""
    return Path(name).name if Path(name).is_absolute() else name


def _title(inputs: list[str]) -> str:
    """What a page is about: its files, and how many puzzles were written out on the command line."""
    from sudocube.report.audits import listed_files, shortest_ends
    from sudocube.report.words import counted

    paths = [one for one in inputs if one != STANDARD_INPUT and os.path.exists(one)]  # noqa: PTH110 — Path.exists raises for long names
    names = list(dict.fromkeys(shortest_ends(paths)))
    names += ["standard input"] * (STANDARD_INPUT in inputs)
    puzzles = len(inputs) - len(paths) - inputs.count(STANDARD_INPUT)
    return listed_files([*names, *[counted(puzzles, "puzzle")] * (puzzles > 0)])


def command_typed(run: Run, *more: str) -> str:
    """The command line as it was typed, and more, without the folders of a machine."""
    command, *typed = run.context.find_root().obj
    parts = [word.partition("=") if word.startswith("-") else ("", "", word) for word in typed]
    return as_typed([command, *more, *(f"{name}{sign}{_last_part(value)}" for name, sign, value in parts)])
