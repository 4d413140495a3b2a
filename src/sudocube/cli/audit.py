"""`sudocube audit`: what is wrong in a data set."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.command import command
from sudocube.cli.going_on import resumable
from sudocube.cli.inputs import keep_freed_memory
from sudocube.cli.next_steps import STANDARD_INPUT, command_line, last_part
from sudocube.cli.options import Positive, argument, details_at_most, memory_text
from sudocube.cli.run import Run
from sudocube.cli.status import PROBLEM, UNDECIDED, USAGE_ERROR
from sudocube.cli.whole_file import OutputError
from sudocube.errors import reason_of
from sudocube.file_names import check_can_be_written

if TYPE_CHECKING:
    from sudocube.auditing.run import Audit

_FILES = (
    "Files, folders, patterns such as [bold]'train-*.parquet'[/bold], or URLs: CSV, TSV, JSONL, Parquet,"
    " Arrow, .npy and all forms of text, packed or not."
)


@command("jobs", "timeout", "size", "box_name", "json")
def audit(
    run: Run,
    files: Annotated[list[str], argument("FILE...", _FILES)],
    against: list[str] | None = None,
    output: str | None = None,
    clean: str | None = None,
    repair: str | None = None,
    fail_on: str | None = None,
    columns: bool = False,
    puzzle: str | None = None,
    answer: str | None = None,
    rating: str | None = None,
    clues: str | None = None,
    split: str | None = None,
    id: str | None = None,
    details: str = "none",
    memory: Annotated[str, typer.Option(callback=memory_text)] = "2GB",
    cluster: Positive = None,
    scheduler: str | None = None,
) -> None:
    """Say what is wrong in a data set of puzzles, be it millions.

    Counts verdicts, looks at stored solutions, and finds malformed rows,
    duplicates and overlaps, also those where rows, columns or digits are
    exchanged. Prints a summary; --details shows examples.

    Example: sudocube audit train.parquet --against test.parquet -o report

    Exit status: 0 no flaw found; 1 flaws found; 2 some file not read to its end; 3 some undecided.

    Options:
        --against FILE: Also say which puzzles are in this file or folder. May be repeated.
        --output, -o DIR: Write report.html, and a table with a row for each flaw; a run that was ended
            goes on.
        --clean FILE: Write the sound rows, the first of each class, as they stand: those without a severe
            flaw. Rows that leak are left out.
        --repair DIR: Write a set without flaws, a file for each of FILE: answers and numbers of clues made
            anew, the rest left out, and a manifest with each change.
        --fail-on KIND,...: Which flaws give status 1: severe, minor, leak, duplicate, malformed, not-unique,
            answer, or a kind by its name in --json. [default: every flaw]
        --columns: First say which columns were found, and what each is taken for.
        --puzzle COLUMN: The column of puzzles. [default: found by name, or by looking]
        --answer COLUMN: The column of stored solutions. [default: found by name, or by looking]
        --rating COLUMN: The column of ratings. [default: found by name]
        --clues COLUMN: The column of numbers of clues. [default: found by name]
        --split COLUMN: The column of splits, such as train and test. [default: found by name]
        --id COLUMN: The column of names of rows. [default: found by name]
        --details all|N|none: How many examples of each flaw are shown, at most 10, with what it means and all
            figures. [default: none]
        --memory SIZE: About how much memory is used; what does not fit is put on the disk.
        --cluster N: Processes of this machine that do the work in place of threads: a local cluster of Dask.
        --scheduler ADDRESS: The scheduler of a Dask cluster that is there, such as tcp://10.0.0.1:8786; its
            workers must see the files and DIR under the same names.
    """
    most = details_at_most(details)
    if STANDARD_INPUT in (*files, *(against or ())):
        raise typer.BadParameter("rows are read twice: save standard input in a file, and name that.")
    roles = {"puzzle": puzzle, "answer": answer, "rating": rating, "clues": clues, "split": split, "id": id}
    asked = {role: name for role, name in roles.items() if name is not None}
    from sudocube.auditing.flaws import flaws_named
    from sudocube.auditing.run import audit as audit_files
    from sudocube.auditing.workers import check_workers

    try:
        failing = flaws_named((fail_on or "severe,minor").split(","))
        check_workers(run.jobs, cluster, scheduler, output)
    except ValueError as error:
        raise typer.BadParameter(f"{error}.") from None
    if clean is not None and "://" not in clean:
        check_can_be_written(Path(clean))
    keep_freed_memory()
    start = perf_counter()
    run.progress.work("looking at the files", 0.0)
    how = "nothing is kept: with -o DIR, the same command would go on from here"
    if output is not None:
        how = f"{output} has what is finished; the same command goes on with it"

    def report(found: Audit) -> None:
        """Before rows are written, which may fail; the page first, as the reader may close the pipe."""
        try:
            if output is not None:
                options = [f"--{role}={name}" for role, name in asked.items()]
                options += [f"--against={last_part(name)}" for name in against or ()]
                options += [] if run.timeout is None else [f"--timeout={run.timeout:g}"]
                _write_page(found, output, command_line(run, "audit", [*map(last_part, files)], *options))
        finally:
            _report(run, found, most, columns=columns)
        if not failing.isdisjoint(found.summary["flaws"]):
            run.note(PROBLEM)

    with resumable(run, output, how, lambda: output is None or Path(output).is_dir()):
        found = audit_files(
            files,
            against or (),
            columns=asked,
            geometry=run.box,
            size=run.size,
            output=output,
            clean=clean,
            repair=repair,
            memory=memory,
            timeout=run.timeout,
            jobs=run.jobs,
            cluster=cluster,
            scheduler=scheduler,
            progress=run.progress.work,
            report=report,
        )
    _say_what_was_found(run, found, most, perf_counter() - start, clean, repair)


def _report(run: Run, found: Audit, most: int | None, *, columns: bool) -> None:
    """Print the summary, and note what follows from it for the exit status, whatever the flaws."""
    from sudocube.report.audits import audit_document, columns_document, lost_in_words

    if run.json:
        run.output.put_rows([found.summary])
    else:
        if columns:
            run.output.put(columns_document(found.summary))
        run.output.put(audit_document(found.summary, most=most))
    if not found.is_complete or not found.summary["rows"]:
        run.note(USAGE_ERROR)
        for line in lost_in_words(found.summary) if found.summary["lost"] else ["no rows were found"]:
            run.error(line)
    if found.has_undecided:
        run.note(UNDECIDED)


def _write_page(found: Audit, folder: str, command: str) -> None:
    """Write the page into the folder."""
    from sudocube.auditing.plan import SharedFolder
    from sudocube.report.audits import audit_page

    try:
        SharedFolder(folder).write("report.html", audit_page(found.summary, command).encode())
    except OSError as error:
        raise OutputError(f"{folder}/report.html: {reason_of(error)}") from None


def _say_what_was_found(
    run: Run, found: Audit, most: int | None, seconds: float, clean: str | None, repair: str | None
) -> None:
    """Say in the end where the results are, and how long it took."""
    from sudocube.report.audits import headline
    from sudocube.report.words import counted

    for file in found.summary["files"]:
        run.info(*(f"{file['name']}: {remark}" for remark in file["remarks"]))
    for name in found.already_audited:
        run.info(f"{name} is audited already: it is not compared with itself")
    if clean is not None:
        kept, sound = found.summary["clean_rows"], found.summary["sound_rows"]
        run.info(f"{clean}: the {counted(kept, 'sound row' if kept == sound else 'different sound row')}")
    if repair is not None:
        run.info(f"{repair}: the repaired set; manifest.csv has each change")
    if most == 0 and found.has_flaws and not run.json:
        run.info("--details 10 shows examples of each flaw, and all figures")
    if found.flaws_file is not None:
        run.info(f"{found.flaws_file}: a row for each flaw")
    run.info(f"{headline(found.summary)} ({seconds:.2f} s)")
