"""Verdicts and their proofs: `check`, `count`, `crosscheck`, `diagnose`, `rate`, `certify`, `verify`."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudocube.cli.command import ANSWERS, CSV, ENGINE, JSON, READING, Run, command
from sudocube.cli.inputs import alone_or_not, batches_of, checked_all, entries_in, entries_of, rows_in
from sudocube.cli.options import (
    STANDARD_OUTPUT,
    UNDECIDED,
    Names,
    Natural,
    Positive,
    Seconds,
    argument,
    details_at_most,
    goes_without,
    only_engine,
)
from sudocube.cli.out import Out
from sudocube.errors import PuzzleError
from sudocube.puzzle import Grid
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.rating import Rating
    from sudocube.verdicts.diagnosing import Diagnosis
    from sudocube.verdicts.judging import Crosschecked


@command(*READING, *ANSWERS, "output_file", "jobs", *ENGINE, "format", "json")
def check(run: Run) -> None:
    """Say whether each puzzle has no, one or several solutions.

    Given one puzzle, prints its verdict; given several, a line for each
    that is not unique or not valid.

    In a table with a column of solutions, and in a list with solutions
    beside the puzzles, each of these is compared, too, and there is a line
    for each that is not right.

    In CSV there is a row for each puzzle, in the order of the input: the
    columns source, box, verdict, evidence, engine and reason follow those
    of the table that was read; if that has solutions, stored comes last.

    Example: sudocube check puzzles.txt --engine command:./my-solver

    Exit status: 0 all unique, and stored solutions right; 1 some none or multiple, or a stored solution
        that is not right; 3 some undecided.
    """
    from sudocube.report.checks import CheckReport

    format = run.chosen_format()
    engine = only_engine(run.engine)
    opened = batches_of(run, with_answers=True, keep=format == CSV)
    is_alone, opened = alone_or_not(opened, format)
    report = CheckReport(is_alone=is_alone)
    if engine is not None:
        report.engines[engine.name] = None
    Out(run, report, format).add_all(checked_all(run, opened, engine=engine))
    faults = report.verdicts[Verdict.NONE] + report.verdicts[Verdict.MULTIPLE]
    if format != JSON and faults > report.pencilmarks:  # `diagnose` takes clues only
        run.info(f"why: {run.command_line('diagnose')}")


@command(*READING, "output_file", "jobs", *ENGINE, "format", "json")
def count(
    run: Run,
    limit: Positive = None,
    estimate: bool = False,
    samples: Annotated[int | None, typer.Option(min=10)] = None,
    seed: int | None = None,
) -> None:
    """Count the solutions of each puzzle.

    Prints a line for each, in the order of the input: the number; "at
    least" and a number where it stopped at the limit; unknown where the
    number is undecided, and then why on standard error; invalid where
    there is no puzzle.
    So `paste FILE <(sudocube count FILE)` fits where FILE has a puzzle
    in each line, without header, comments and blank lines.

    With --estimate, up to --limit solutions are counted (a million; a
    thousand where the kernel does not serve). If there are more, the
    line is "estimate", a number, and the interval that holds the true
    number in 95 of 100 cases. The estimate is unbiased.

    In CSV the columns source, box, count and exact follow those of the
    table that was read; count and exact are empty where the number is
    unknown. With --estimate, estimate, low and high follow.

    Example: sudocube count puzzle.txt --limit 1000

    Exit status: 0 a number, or "at least", for each; 3 some undecided.

    Options:
        --limit K: Stop at K solutions, and say "at least". [default: 1,000,000]
        --estimate: Where there are more than --limit, estimate how many, with an interval of 95 %.
        --samples N: With --estimate: samples to draw; four times as many halve the interval. [default: 40]
        --seed S: With --estimate: the same seed draws the same samples. [default: 0]
    """
    if not estimate and (samples is not None or seed is not None):
        raise typer.BadParameter("--samples and --seed go with --estimate.")
    if estimate and (run.engine is not None or run.jobs is not None):
        raise typer.BadParameter("--estimate has a method of its own: leave --engine and --jobs out.")
    from sudocube.report.checks import CountReport
    from sudocube.verdicts.checking import COUNTED_AT_MOST

    results: Iterator[Any]
    format = run.chosen_format()
    engine, most = only_engine(run.engine), COUNTED_AT_MOST if limit is None else limit
    if estimate:
        from sudocube.arguments import numbered
        from sudocube.verdicts.estimating import SAMPLES, estimate_numbered

        results = estimate_numbered(
            numbered(entries_of(run, keep=True)),
            samples=samples or SAMPLES,
            seed=seed or 0,
            limit=limit,
            timeout=run.timeout,
            progress=run.progress.work,
        )
    else:
        results = checked_all(run, batches_of(run, keep=format == CSV), engine=engine, limit=most)
    Out(run, CountReport(None if estimate else most), format).add_all(results)


CROSSCHECK_TIMEOUT = 60.0

DETAILS_AT_MOST = "10"


@command(*READING, *ANSWERS, "output_file", "jobs", "timeout", "solver_memory", "html", "json")
def crosscheck(
    run: Run,
    engines: Names = None,
    prove: bool = False,
    shrink: bool = False,
    tries: Positive = None,
    details: str | None = None,
) -> None:
    """Ask several engines about each puzzle, and say who is wrong.

    Prints the first puzzles that are not unique or not agreed upon, and
    a table of the engines. Two solutions, or one, or a proof that is
    asked for where engines disagree show who is wrong; never a majority.

    In a table with a column of solutions, and in a list with solutions
    beside the puzzles, each of these is compared, too.
    The engine stored answers with them.

    Example: sudocube crosscheck puzzles.txt -e sat,command:./my-solver --shrink

    Exit status: 0 no disagreement; 1 a disagreement, settled or not, or a stored solution that is not
        right; 3 some puzzle decided by fewer than two engines.

    Options:
        --engine, --engines, -e A,B,...: Which engines. Your own: command:CMD, python:FILE.py:NAME. May be
            repeated. [default: phases,sat,cpsat and, at 9×9, kernel]
        --prove: Prove each verdict, and have the trusted checker look at the proof.
        --shrink: Find for each refuted answer a small puzzle, with few blanks, that shows the same.
        --tries N: With --shrink: how often an engine is asked at most for such a puzzle. [default: 500]
        --details all|N|none: Show all puzzles that are not unique or not agreed upon; or the first N, and N
            disagreements; or none. [default: 10; 100 at least on the page of --html]
        --timeout SECONDS: Time limit for one puzzle and one engine; past it, the puzzle is undecided.
            [default: 60; 10 for programs and functions]
    """
    if not shrink and tries is not None:
        raise typer.BadParameter("--tries goes with --shrink.")
    from sudocube.cli.going_on import going_on
    from sudocube.engines.registry import DEFAULT_ENGINES
    from sudocube.report.verdicts import CrosscheckReport
    from sudocube.verdicts.crosschecking import crosscheck_many, made_engines
    from sudocube.verdicts.shrinking import DEFAULT_TRIES

    most = details_at_most(DETAILS_AT_MOST if details is None else details)
    made = made_engines(DEFAULT_ENGINES if engines is None else engines)

    def begin(done: int, _: object) -> Generator[Crosschecked, None, None]:
        results = crosscheck_many(
            islice(entries_of(run, with_answers=True), done, None),
            engines=None if engines is None else made,
            timeout=run.timeout,
            default_timeout=CROSSCHECK_TIMEOUT,
            jobs=run.jobs,
            prove=prove,
            shrink=shrink,
            tries=DEFAULT_TRIES if tries is None else tries,
        )
        with closing(results):
            for one in results:
                yield replace(one, index=done + one.index)

    report = CrosscheckReport([one.name for one in made], most=most)
    Out(run, report).add_all(going_on(run, begin))
    for name in report.always_failed():
        run.note(UNDECIDED)
        run.info(f"{name} failed on every puzzle: it has confirmed nothing")
    if len(made) == 1:
        run.info(f"only {made[0].name} was asked: one engine cross-checks nothing; -e takes two or more")


DEFAULT_TIMEOUT = 10.0


@command(*READING, "output_file", "jobs", "format", "html", "json")
def diagnose(
    run: Run,
    repair: bool = False,
    solution: str | None = None,
    limit: Positive = None,
    details: bool = False,
    fix: bool = False,
    timeout: Seconds = DEFAULT_TIMEOUT,
) -> None:
    """Say why puzzles have no solution, or several, and what to change.

    Given one puzzle, says all of it. None: clues that cannot stand
    together, and changes of one clue that make it unique. Several: what
    differs, and what to add. Unique: which clues can be dropped.

    Given several, prints a line for each that is not unique, with the
    first change that mends it; --details shows each in full. --fix
    writes the collection with these changes made. Takes clues only, no
    pencilmarks.

    Example: sudocube diagnose puzzle.txt --repair

    Exit status: 0 done; 3 partly undecided.

    Options:
        --repair: Where there are several, look for the fewest further clues.
        --solution CELLS: With --repair: the solution that is to be left. [default: the first found]
        --limit K: Stop counting at K solutions: "at least". [default: 1,000]
        --details: Of several puzzles, show each in full, and not in a line.
        --fix: Write the puzzles to the file of --output, each with the first change that mends it.
        --timeout SECONDS: Time limit for one puzzle and one engine; past it, the puzzle is undecided.
    """
    if solution is not None and not repair:
        raise typer.BadParameter("--solution goes with --repair.")
    if solution is not None:
        try:
            Grid(solution)
        except PuzzleError as error:
            raise typer.BadParameter(f"--solution {solution}: {error}.") from None
    if fix and run.output_file == STANDARD_OUTPUT:
        raise typer.BadParameter("--fix writes a file: name it with --output.")
    from sudocube.report.verdicts import DiagnosisReport
    from sudocube.verdicts.diagnosing import COUNTED_AT_MOST, diagnose_entries

    format = run.chosen_format()
    is_alone, opened = alone_or_not(batches_of(run, keep=fix or format == CSV), format)
    report = DiagnosisReport(in_full=details or is_alone)
    results = diagnose_entries(
        entries_in(run, opened),
        jobs=run.jobs,
        repair=repair or fix,
        solution=solution,
        limit=COUNTED_AT_MOST if limit is None else limit,
        timeout=timeout,
    )
    Out(run, report, format).add_all(_fixed(run, results) if fix else results)


def _fixed(run: Run, results: Generator[Diagnosis, None, None]) -> Generator[Diagnosis, None, None]:
    """The same results; the puzzles go to the file, each with the first change that mends it."""
    from sudocube.report.verdicts import mending
    from sudocube.rows.writer import RecordWriter

    file, run.output.file = run.file, None  # the answer is printed
    assert file is not None  # --output is asked for
    writer, changed, left, invalid = RecordWriter(None), 0, 0, 0
    with closing(results):
        for found in results:
            yield found
            mend = mending(found)
            changed += mend is not None
            invalid += found.puzzle is None
            left += mend is None and found.verdict not in (Verdict.UNIQUE, Verdict.INVALID)
            if found.puzzle is not None and found.entry is not None:
                new = found.puzzle if mend is None else mend.puzzle
                file.write(writer.record(replace(found.entry, puzzle=new)))
    left_out = f", {invalid:,} left out, which are no puzzles" if invalid else ""
    run.info(f"{run.output_file}: {changed:,} mended, {left:,} left as they are{left_out}")


@command(*READING, "output_file", "jobs", "format", "json")
def rate(
    run: Run,
    verify: bool = False,
    singles: bool = False,
    only: Names = None,
    max_depth: Natural = None,
    timeout: Seconds = DEFAULT_TIMEOUT,
) -> None:
    """Say how hard each puzzle is, by measures that are defined and proved.

    level: how hard the techniques are that solve it, 1 to 13, and a word:
    easy, medium, hard, expert, extreme, beyond.
    depth: 0 where naked and hidden singles solve it; k where they do
    after candidates were dropped that the closure of depth k - 1 refutes.
    backdoor: the fewest cells that, given, let singles do the rest.
    methods: which documented ones solve it without trial and error.
    proof: the steps of a proof that the trusted checker accepted, at most.
    guesses: how many the kernel makes.

    None of these are the numbers of other programs. What --timeout does not suffice for has bounds.
    One puzzle gets sentences, several get a line each. Puzzles with no or
    several solutions are not rated.

    Example: sudocube rate puzzle.txt --verify

    Exit status: 0 each rated; 1 some have none or several solutions; 3 some undecided.

    Options:
        --verify: Prove the depth: by steps that the trusted checker accepts; --json has them.
        --singles: Only whether the depth is 0, or 1 or more; quick for millions of 9x9.
        --only A,B,...: What to measure, of level, depth, backdoor, methods, proof, guesses. May be repeated.
            [default: all]
        --max-depth K: Try no greater depth. [default: 3]
        --timeout SECONDS: Time limit for one puzzle; what it does not suffice for has bounds.
    """
    goes_without(run.context, "--singles", "--verify", "--only", "--max-depth")
    from sudocube.cli.going_on import going_on
    from sudocube.rating.puzzle_rating import DEEPEST, Rater, rate_entries, rate_singles
    from sudocube.report.ratings import RateReport

    format = run.chosen_format()
    opened = batches_of(run, keep=format == CSV)
    if singles:
        is_alone, results = False, rate_singles(rows_in(opened), timeout=timeout, jobs=run.jobs)
    else:
        rater = Rater(timeout, verify, DEEPEST if max_depth is None else max_depth, only)
        if verify and "depth" not in rater.measures:
            raise typer.BadParameter("--verify proves the depth, so --only has to name depth.")
        is_alone, opened = alone_or_not(opened, format)

        def begin(done: int, _: object) -> Generator[list[Rating], None, None]:
            entries = islice(entries_in(run, opened), done, None)
            with closing(rate_entries(entries, rater, jobs=run.jobs, first=done + 1)) as found:
                yield from ([one] for one in found)

        results = going_on(run, begin)
    Out(run, RateReport(is_alone=is_alone), format).add_all(results)


@command(*READING, "jobs", "timeout", "html", "json")
def certify(run: Run, output: str, self_contained: bool = False) -> None:
    """Write a certificate of each verdict: a proof, or two solutions.

    Given one puzzle, prints its verdict; given several, a line for each
    that is not unique. `sudocube verify DIR` checks what was written.
    Takes clues only, no pencilmarks.

    Example: sudocube certify puzzles.txt -o proofs

    Exit status: 0 each puzzle has its certificate; 3 some undecided.

    Options:
        --output, -o DIR: The folder to write; one that is unfinished is resumed.
        --self-contained: Also write DIMACS and DRAT files, for checkers such as drat-trim.
        --timeout SECONDS: Time limit for one puzzle; past it, the puzzle is undecided.
    """
    if run.html is not None and Path(output).resolve() in run.html.resolve().parents:
        raise typer.BadParameter(f"{output} holds certificates only: name a file of --html outside of it.")
    from sudocube.cli.going_on import certificates_go_on
    from sudocube.report.verdicts import CertifyReport
    from sudocube.verdicts.certifying import certify as write

    is_alone, opened = alone_or_not(batches_of(run), JSON if run.json else None)
    report = CertifyReport(in_full=is_alone)
    with certificates_go_on(run, output), Out(run, report).whole() as out:
        write(
            entries_in(run, opened),
            output,
            self_contained=self_contained,
            timeout=run.timeout,
            jobs=run.jobs,
            on_result=out.add,
        )


_PUZZLES = "The puzzles that must have a certificate each: files, '-', or puzzles."


@command(*READING[1:], "output_file", "json")
def verify(
    run: Run,
    folder: Annotated[str, argument("DIR", "A folder that `sudocube certify` wrote.")],
    inputs: Annotated[list[str] | None, argument("[INPUT]...", _PUZZLES)] = None,
) -> None:
    """Check certificates, trusting neither the solver nor whoever wrote them.

    Prints what is refused, and a summary. Certificates can be left out
    of a folder: given INPUT, it must have one for each puzzle there, and
    no other. The same check, without INPUT, runs without the rest of
    sudocube: `python -P -m sudocube.trusted DIR`.

    Example: sudocube verify proofs puzzles.txt

    Exit status: 0 every certificate holds; 1 something refused, altered, missing or extra.
    """
    from sudocube.report.verdicts import VerifyReport, list_in_words
    from sudocube.verdicts.certificates import certificates_said
    from sudocube.verdicts.certificates import verify as check

    report = VerifyReport()
    out = Out(run, report)

    run.inputs = inputs or []
    run.progress.expected = certificates_said(folder)
    report.result = check(folder, entries_of(run) if inputs else None, on_result=out.add)
    out.finish()
    if run.json and not inputs:
        run.info(list_in_words(report.result))
