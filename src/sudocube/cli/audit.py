"""`sudocube audit`: what is wrong in a data set."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

from sudocube.auditing.plan import AuditPlan
from sudocube.cli.command import Run, command
from sudocube.cli.going_on import resumable
from sudocube.cli.inputs import keep_freed_memory
from sudocube.cli.options import PROBLEM, UNDECIDED, USAGE_ERROR, argument, bad_parameters, details_at_most
from sudocube.cli.out import command_typed
from sudocube.file_names import check_can_be_written, whole_file

if TYPE_CHECKING:
    from sudocube.auditing.run import Audit

_FILES = (
    "Files, folders or patterns: CSV, TSV, JSONL, Parquet, Arrow, .npy and all forms of text, packed or not."
)


@command("jobs", "timeout", "size", "box_name", "columns_told", "json", plan=AuditPlan)
def audit(
    run: Run,
    files: Annotated[list[str], argument("FILE...", _FILES)],
    fail_on: str = "severe,minor",
    details: str = "none",
    **wishes: Any,  # noqa: ANN401 — the options of an AuditPlan
) -> None:
    """Say what is wrong in a data set of puzzles, be it millions.

    Counts verdicts, looks at stored solutions, and finds malformed rows,
    duplicates and overlaps, also those where rows, columns or digits are
    exchanged. Prints a summary; --details shows examples.

    Example: sudocube audit train.parquet --against test.parquet -o report

    Exit status: 0 no flaw found; 1 flaws found; 2 some file not read to its end; 3 some undecided.

    Options:
        --fail-on KIND,...: Which flaws give status 1: severe, minor, leak, duplicate, malformed, not-unique,
            answer, or a kind by its name in --json. [default: every flaw]
        --details all|N|none: How many examples of each flaw are shown, at most 10, with what it means and all
            figures. [default: none]
    """
    from sudocube.auditing.flaws import flaws_named
    from sudocube.auditing.run import audit_planned
    from sudocube.report.audits import audit_page
    from sudocube.rows.columns import Reading

    most = details_at_most(details)
    asked = {name: value for name, value in wishes.items() if value is not None}
    with bad_parameters():
        failing = flaws_named(fail_on.split(","))
        reading = Reading.of({}, run.box, run.size)
        plan = AuditPlan(reading=reading, timeout=run.timeout, jobs=run.jobs, **asked)
    if plan.clean is not None:
        check_can_be_written(Path(plan.clean))
    keep_freed_memory()
    start = perf_counter()
    run.progress.work("looking at the files", 0.0)

    def report(found: Audit) -> None:
        """Before rows are written, which may fail; the page first, as the reader may close the pipe."""
        try:
            if plan.output is not None:
                with whole_file(Path(plan.output, "report.html")) as file:
                    file.write(audit_page(found.summary, command_typed(run)).encode())
        finally:
            _report(run, found, most)
        if not failing.isdisjoint(found.summary["flaws"]):
            run.note(PROBLEM)

    output = plan.output
    how = "nothing is kept: with -o DIR, the same command would go on from here"
    if output is not None:
        how = f"{output} has what is finished; the same command goes on with it"
    with resumable(run, output, how, lambda: output is None or Path(output).is_dir()):
        found = audit_planned(files, plan, progress=run.progress.work, report=report)
    _say_what_was_found(run, found, most, perf_counter() - start, plan)


def _report(run: Run, found: Audit, most: int | None) -> None:
    """Print the summary, and note what follows from it for the exit status, whatever the flaws."""
    from sudocube.report.audits import audit_document, lost_in_words

    for file in found.summary["files"]:
        run.info(*(f"{file['name']}: {line}" for line in file["told" if run.columns_told else "remarks"]))
    run.answer([found.summary], [audit_document(found, most=most)])
    if not found.is_complete or not found.summary["rows"]:
        run.note(USAGE_ERROR)
        for line in lost_in_words(found.summary) if found.summary["lost"] else ["no rows were found"]:
            run.error(line)
    if found.has_undecided:
        run.note(UNDECIDED)


def _say_what_was_found(run: Run, found: Audit, most: int | None, seconds: float, plan: AuditPlan) -> None:
    """Say in the end where the results are, and how long it took."""
    from sudocube.report.audits import headline
    from sudocube.report.words import counted

    if plan.clean is not None:
        run.info(f"{plan.clean}: {counted(found.summary['clean_rows'], 'sound row')}, one of each class")
    if plan.repair is not None:
        run.info(f"{plan.repair}: the repaired set; manifest.csv has each change")
    if most == 0 and found.has_flaws and not run.json:
        run.info("--details 1 shows an example of each flaw, and all figures")
    if found.flaws_file is not None:
        run.info(f"{found.flaws_file}: a row for each flaw")
    run.info(f"{headline(found.summary)} ({seconds:.2f} s)")
