"""`sudocube generate`: puzzles made, each with the seed that makes it again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudocube.cli.command import command
from sudocube.cli.given_boards import given_boards, named_in_errors
from sudocube.cli.going_on import certificates_go_on, going_on
from sudocube.cli.html_file import html_file, html_option
from sudocube.cli.options import MadeFormat, Seconds
from sudocube.cli.out import Out
from sudocube.cli.plan_options import with_options_of
from sudocube.cli.records import CSV, JSON, chosen_format
from sudocube.cli.run import Run
from sudocube.cli.status import UNDECIDED
from sudocube.errors import NotGeneratedError, SudocubeError
from sudocube.generation.plan import HOW, GenerationPlan
from sudocube.puzzle import Puzzle
from sudocube.rows import FORMATS, Entry, Style, Writer, write
from sudocube.rows.writer import on_one_line

if TYPE_CHECKING:
    from sudocube.generation.generated_puzzle import GeneratedPuzzle, GenerationProgress
    from sudocube.report.generated import GenerateReport
    from sudocube.report.puzzle_sheet import PuzzleSheet

LINE, GRID = "line", "grid"


def _per_page(value: int | None) -> int | None:
    """How many puzzles a page of the sheet has, checked."""
    from sudocube.report.puzzle_sheet import PER_PAGE

    if value is not None and value not in PER_PAGE:
        raise typer.BadParameter(f"found {value}; expected {', '.join(map(str, PER_PAGE))}.")
    return value


PerPage = Annotated[int | None, typer.Option(callback=_per_page)]
InHow = typer.Option(rich_help_panel=HOW)
Sheet = Annotated[
    Path | None,
    html_option(
        "Also write a sheet to print, an .html file: puzzles, how hard they are, solutions at the end."
    ),
]


@with_options_of(GenerationPlan)
@command("records", "jobs", "made", "json")
def generate(
    run: Run,
    context: typer.Context,
    recheck: Annotated[str | None, InHow] = None,
    certify: Annotated[str | None, InHow] = None,
    html: Sheet = None,
    per_page: PerPage = None,
    format: MadeFormat = None,
    timeout: Seconds = None,
    **wishes: Any,  # noqa: ANN401 — the fields of a GenerationPlan
) -> None:
    """Make puzzles with one solution, each counted again before it is printed.

    The same seed makes the same puzzles, on any machine and with any
    number of jobs. Puzzle K of a seed does not depend on how many are
    made: --first-index parts the work.

    Minimal has two meanings, with two names: strict and orbits.

    What is known to be impossible is refused at once. Else, --tries and
    --timeout end a search that finds nothing; then it is not known
    whether there is such a puzzle.

    Options:
        --recheck ENGINE: Have this engine count each puzzle, too.
            [default: another level of the kernel for each, sat for one in a hundred]
        --certify DIR: Also write a proof for each, as `sudocube certify`.
        --per-page N: With --html: puzzles on a page, 1, 2, 4 or 6. [default: 4; 2 above 9x9]
        --timeout SECONDS: Time limit for all of it; the run ends at the first puzzle for which it is not
            enough.
    """
    format = chosen_format(format, [*FORMATS, JSON], json=run.json) or LINE
    if per_page is not None and html is None:
        raise typer.BadParameter("--per-page goes with --html FILE.")
    asked = {name: value for name, value in wishes.items() if value is not None}
    named = {name: asked.get(name) for name in ("pattern", "given", "near")}
    boards = given_boards(run, **named)
    with named_in_errors(**named):
        plan = _plan(asked | boards._asdict())
    from sudocube.report.generated import GenerateReport

    page, title = None, ""
    if html is not None:
        from sudocube.report.puzzle_sheet import PuzzleSheet

        page = PuzzleSheet(per_page)
        title = page.title
    reads = [name for name in named.values() if name is not None]
    more = [] if "seed" in asked else [f"--seed={plan.seed}"]
    how = {"jobs": run.jobs, "timeout": timeout, "recheck": recheck}
    report = GenerateReport(plan, _writer(plan, format, box_given=run.box is not None))
    with (
        Out(run, report, {}, format) as out,
        named_in_errors(**named),
        html_file(run, context, html, page, title=title, reads=reads, more=more),
        closing(_made(run, context, out, report, plan, page, **how)) as made,
    ):
        if certify is None:
            deque(made, maxlen=0)
        else:
            _certify(run, certify, made, plan.seed, run.jobs)


def _plan(wishes: dict[str, Any]) -> GenerationPlan:
    """The plan. Raises BadParameter for what does not go together."""
    try:
        return GenerationPlan(**wishes)
    except ValueError as error:
        if isinstance(error, SudocubeError):
            raise
        raise typer.BadParameter(f"{error}.") from None


def _made(
    run: Run,
    context: typer.Context,
    out: Out[GeneratedPuzzle],
    report: GenerateReport,
    plan: GenerationPlan,
    page: PuzzleSheet | None,
    **how: Any,  # noqa: ANN401 — what `generate_planned` takes
) -> Generator[GeneratedPuzzle, None, None]:
    """Each puzzle, after it was written; ends early where time or tries run out."""
    from sudocube.generation.generating import generate_planned

    began = perf_counter()

    def show(so_far: GenerationProgress) -> None:
        rate = so_far.made / (perf_counter() - began)
        doing = f"{so_far.made:,} puzzles, {rate:,.{0 if rate >= 10 else 1}f}/s"
        if so_far.tries:
            doing += f", {so_far.tries:,} tries at puzzle {so_far.index:,}"
        run.progress.work(doing, so_far.made / plan.count)

    try:

        def begin(done: int, plan: GenerationPlan) -> Iterator[GeneratedPuzzle]:
            if done == plan.count:
                return iter(())
            rest = replace(plan, first_index=plan.first_index + done, count=plan.count - done)
            return generate_planned(rest, **how, progress=show)

        for one in going_on(run, context, begin, plan):
            out.add(one)
            if page is not None:
                page.add(one)
            yield one
    except NotGeneratedError as error:
        run.status.note(UNDECIDED)
        report.why_ended = str(error)
        report.attempts += error.tries


def _writer(plan: GenerationPlan, format: str, *, box_given: bool) -> Callable[[Puzzle], str]:
    """What writes a puzzle. Raises UnsupportedError for a format that cannot hold them."""
    is_grid = format == GRID
    style = Style() if format in (JSON, CSV) else Style.named(format)
    style = replace(style, box_given=box_given, spaced=is_grid, barred=is_grid or style.barred)
    write(Puzzle(bytes(plan.geometry.cell_count), plan.geometry), style)
    if format == LINE:  # the same as below, in a third of the time
        return lambda puzzle: on_one_line(puzzle, style) + "\n"
    return Writer(style).text


def _certify(run: Run, folder: str, made: Iterator[GeneratedPuzzle], seed: int, jobs: int | None) -> None:
    """Write a certificate of each puzzle to a folder, while they are made."""
    from sudocube.report.certificates import certification_in_words
    from sudocube.verdicts.certifying import certify as write_certificates

    entries = (Entry(f"seed {seed}:{one.index}", one.puzzle, None, Style()) for one in made)
    began = perf_counter()
    with certificates_go_on(run, folder, f"the same command with --seed {seed}"):
        written = write_certificates(entries, folder, jobs=jobs)
    if not written.is_whole:
        run.status.note(UNDECIDED)
    if written.verdicts:
        run.info(*certification_in_words(written, perf_counter() - began))
