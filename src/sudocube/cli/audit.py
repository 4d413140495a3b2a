"""`sudocube audit`: what is wrong in a data set."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.audit_options import (
    BY_LOOKING,
    Against,
    Clean,
    Cluster,
    Columns,
    Details,
    FailOn,
    Files,
    Folder,
    Memory,
    Repair,
    Scheduler,
    column,
)
from sudocube.cli.inputs import STANDARD_INPUT, keep_freed_memory
from sudocube.cli.next_steps import command_line, last_part
from sudocube.cli.options import (
    Box,
    Json,
    Plot,
    Quiet,
    Size,
    Threads,
    Timeout,
    details_at_most,
)
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.cli.whole_file import OutputError, cannot_be_made
from sudocube.errors import SudocubeError, reason_of
from sudocube.file_names import check_can_be_written

if TYPE_CHECKING:
    from sudocube.auditing.run import Audit

DEFAULT_MEMORY = "2GB"

DETAILS_AT_MOST = "10"

ROLES = ("puzzle", "answer", "rating", "clues", "split", "id")
"""The columns that have an option of their own."""

PAGE = "report.html"

_CANNOT_BE_MADE = (errno.ENOENT, errno.ENOTDIR, errno.EEXIST, errno.EACCES, errno.EPERM, errno.EROFS)
"""What the system says of a folder that the user should have named otherwise."""


def audit(
    files: Files,
    against: Against = None,
    output: Folder = None,
    clean: Clean = None,
    repair: Repair = None,
    fail_on: FailOn = None,
    columns: Columns = False,
    plot: Plot = None,
    puzzle: Annotated[str | None, column("puzzles", BY_LOOKING)] = None,
    answer: Annotated[str | None, column("stored solutions", BY_LOOKING)] = None,
    rating: Annotated[str | None, column("ratings")] = None,
    clues: Annotated[str | None, column("numbers of clues")] = None,
    split: Annotated[str | None, column("splits, such as train and test")] = None,
    id: Annotated[str | None, column("names of rows")] = None,
    details: Details = DETAILS_AT_MOST,
    memory: Memory = DEFAULT_MEMORY,
    jobs: Threads = None,
    cluster: Cluster = None,
    scheduler: Scheduler = None,
    timeout: Timeout = None,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Say what is wrong in a data set of puzzles, be it millions.

    Counts verdicts, looks at stored solutions, and finds malformed rows,
    duplicates and overlaps, also those where rows, columns or digits are
    exchanged. Prints a summary with examples of each flaw.
    """
    most = details_at_most(details)
    if STANDARD_INPUT in (*files, *(against or ())):
        raise typer.BadParameter("rows are read twice: save standard input in a file, and name that.")
    _check_workers(jobs, cluster, scheduler, output)
    named = dict(zip(ROLES, (puzzle, answer, rating, clues, split, id), strict=True))
    asked = {role: name for role, name in named.items() if name is not None}
    with Run(quiet=quiet, size=size, box=box) as run:
        from sudocube.auditing.run import audit as audit_files

        _check_places(plot, clean)

        def show(doing: str, share: float) -> None:
            run.progress.work(doing, share, is_steady=True)

        keep_freed_memory()
        start = perf_counter()
        show("looking at the files", 0.0)
        finished: list[Audit] = []
        failure = None  # of the rows that are kept: it is told after the report
        try:
            with _what_to_do_next(run, output):
                audit_files(
                    files,
                    against or (),
                    columns=asked,
                    geometry=run.box,
                    size=size,
                    output=output,
                    clean=clean,
                    repair=repair,
                    memory=memory,
                    timeout=timeout,
                    jobs=jobs,
                    cluster=cluster,
                    scheduler=scheduler,
                    progress=show,
                    report=finished.append,
                )
        except SudocubeError as error:
            if not finished:
                raise
            failure = error
        [found] = finished
        try:  # the files first: whoever reads the text may close the pipe early
            if output is not None:
                options = [f"--{role}={name}" for role, name in asked.items()]
                options += [f"--against={last_part(name)}" for name in against or ()]
                options += [] if timeout is None else [f"--timeout={timeout:g}"]
                command = command_line(run, "audit", [*map(last_part, files)], *options)
                _write_page(found, output, command)
            if plot is not None:
                _draw(found, plot)
        finally:
            if columns and not json:
                _tell_columns(run, found)
            _report(run, found, most, fail_on, json=json)
        written = failure is None
        _say_what_was_found(
            run, found, perf_counter() - start, clean if written else None, repair if written else None
        )
        if failure is not None:
            raise failure


def _check_workers(jobs: int | None, cluster: int | None, scheduler: str | None, output: str | None) -> None:
    """Refuse options that do not go together."""
    if sum(one is not None for one in (jobs, cluster, scheduler)) > 1:
        raise typer.BadParameter("--jobs, --cluster and --scheduler exclude each other: give one of them.")
    if scheduler is not None and output is None:
        why = "with --scheduler, name a folder by -o DIR that all of its workers can write to."
        raise typer.BadParameter(why)


def _check_places(plot: Path | None, clean: str | None) -> None:
    """Refuse, before any work, a picture that cannot be drawn and a file that cannot be written."""
    from sudocube.report.picture_files import check_plot

    if plot is not None:
        check_plot(plot)
    if clean is not None and "://" not in clean:
        check_can_be_written(Path(clean))


def _draw(found: Audit, plot: Path) -> None:
    """Draw the figures, if there are any."""
    if found.summary["clues"]:
        from sudocube.report.audit_plot import audit_plotted

        audit_plotted(found.summary, plot)


@contextmanager
def _what_to_do_next(run: Run, output: str | None) -> Iterator[None]:
    """Say how the audit goes on after Ctrl-C and where something cannot be written.

    Raises OutputError, InputError, or what was raised within.
    """
    try:
        yield
    except KeyboardInterrupt:
        run.info(_how_to_go_on(output))
        raise
    except OSError as error:
        if isinstance(error, SudocubeError | BrokenPipeError):
            raise
        place = error.filename or output or "the temporary folder"
        if output is not None and error.errno in _CANNOT_BE_MADE:
            raise cannot_be_made(output, error) from None
        raise OutputError(f"{place}: {reason_of(error)}; {_how_to_go_on(output)}") from None


def _how_to_go_on(output: str | None) -> str:
    if output is None:
        return "nothing is kept: with -o DIR, the same command would go on from here"
    return f"{output} has what is finished; the same command goes on with it"


def _tell_columns(run: Run, found: Audit) -> None:
    """Print what was understood of each file."""
    from rich.text import Text

    from sudocube.report.audit_findings import with_short_names

    for file in with_short_names(found.summary)["files"]:
        lines = [f"{file['name']}: {file['kind']}", *(f"  {sentence}" for sentence in file["told"])]
        run.output.put_rendered(*map(Text, lines))


def _report(run: Run, found: Audit, most: int | None, fail_on: str | None, *, json: bool) -> None:
    """Print the summary, and note the exit status that follows from it."""
    from sudocube.auditing.flaws import flaws_named
    from sudocube.report.audit_findings import lost_in_words
    from sudocube.report.audit_text import audit_in_words

    if json:
        run.output.put_row(found.summary)
    else:
        run.output.put_rendered(*audit_in_words(found.summary, run.output.width, most=most))
    if not found.is_complete:
        run.status.note(USAGE_ERROR)
        for line in lost_in_words(found.summary):
            run.error(line)
    elif not found.summary["rows"]:
        run.status.note(USAGE_ERROR)
        run.error("no rows were found")
    failing = flaws_named((fail_on or "severe,minor").split(","))
    if not failing.isdisjoint(found.summary["flaws"]):
        run.status.note(PROBLEM)
    if found.has_undecided:
        run.status.note(UNDECIDED)


def _write_page(found: Audit, folder: str, command: str) -> None:
    """Write the page into the folder."""
    from sudocube.auditing.folders import SharedFolder
    from sudocube.report.audit_page import audit_page

    try:
        SharedFolder(folder).write(PAGE, audit_page(found.summary, command).encode())
    except OSError as error:
        raise OutputError(f"{folder}/{PAGE}: {reason_of(error)}") from None


def _say_what_was_found(
    run: Run, found: Audit, seconds: float, clean: str | None, repair: str | None
) -> None:
    """Say in the end where the results are, and how long it took."""
    from sudocube.report.audit_findings import headline
    from sudocube.report.words import counted

    for name in found.already_audited:
        run.info(f"{name} is audited already: it is not compared with itself")
    if clean is not None:
        kept, sound = found.summary["clean_rows"], found.summary["sound_rows"]
        run.info(f"{clean}: the {counted(kept, 'sound row' if kept == sound else 'different sound row')}")
    if repair is not None:
        run.info(f"{repair}: the repaired set; manifest.csv has each change")
    if found.flaws_file is not None:
        run.info(f"{found.flaws_file}: a row for each flaw")
    run.info(f"{headline(found.summary)} ({seconds:.2f} s)")
