"""`sudocube generate`: puzzles made, each with the seed that makes it again."""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from sudocube.cli.command import command, with_options_of
from sudocube.cli.going_on import certificates_go_on, going_on
from sudocube.cli.html_file import html_file, html_option
from sudocube.cli.inputs import STANDARD_INPUT, entries_of, opened_file
from sudocube.cli.options import Seconds
from sudocube.cli.out import Out
from sudocube.cli.records import CSV, JSON, chosen_format
from sudocube.cli.run import Run
from sudocube.cli.status import UNDECIDED, USAGE_ERROR
from sudocube.errors import (
    FormatError,
    ImpossibleError,
    InputError,
    NotGeneratedError,
    PuzzleError,
    SudocubeError,
    UnsupportedError,
)
from sudocube.generation.plan import HOW, GenerationPlan
from sudocube.geometry import SIZES, Geometry
from sudocube.puzzle import Puzzle
from sudocube.rows import FORMATS, Entry, RecordWriter, Style, write
from sudocube.rows.writer import on_one_line
from sudocube.symbol_forms import DARK_SIGNS, usual_symbols

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
    format: str | None = None,
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

    Exit status: 0 as many as asked for; 2 known to be impossible, or not understood; 3 fewer: the time or
        the tries ran out.

    Options:
        --recheck ENGINE: Have this engine count each puzzle, too.
            [default: another level of the kernel for each, sat for one in a hundred]
        --certify DIR: Also write a proof for each, as `sudocube certify`.
        --per-page N: With --html: puzzles on a page, 1, 2, 4 or 6. [default: 4; 2 above 9x9]
        --timeout SECONDS: Time limit for all of it; the run ends at the first puzzle for which it is not
            enough.
        --format, -f NAME: Write line, grid, ss, sdk, sdm, pencilmarks, csv (with the solutions), f-puzzles,
            sudokupad, sudokuwiki (links) or json. [default: line]
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
    writer = RecordWriter(style)
    return lambda puzzle: writer.puzzle(Entry("", puzzle, None, style))


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


_COMMENT = re.compile(r"^\s*#\s.*[A-WYZa-wyz]{2}.*$", re.MULTILINE)
"""A line with words after the sign #, which is also the mark of a cell with a clue."""

_SIGNS = rf"#xX*?._0-9A-Po@{DARK_SIGNS}|+\s-"
_WRITTEN_OUT = re.compile(f"[{_SIGNS}]{{16,}}")
"""A pattern on the command line; nobody's file is called so."""

_OTHER_SIGN = re.compile(f"[^{_SIGNS}]")
_CELLS_FOR_EACH_OTHER_SIGN = 8
"""A text with as many signs as a board has cells is a pattern, too, if nearly all are signs of one."""


class GivenBoards(NamedTuple):
    """What the options say of single cells; `geometry` is that of all of them, or of --size and --box."""

    geometry: Geometry
    pattern: frozenset[int] | None
    given: Puzzle | None
    near: Puzzle | None


def given_boards(run: Run, pattern: str | None, given: str | None, near: str | None) -> GivenBoards:
    """The boards that are named, with the geometry of the first one where --size and --box say nothing.

    If one of them is no puzzle, the command ends after that was reported. Raises InputError for a file that
    cannot be read or does not hold one board, and UnsupportedError for boards of different geometries.
    """
    if [pattern, given, near].count(STANDARD_INPUT) > 1:
        raise UnsupportedError("standard input is one board: name a file for the others")
    geometry = None if run.size is None and run.box is None else run.geometry
    boards: dict[str, Puzzle | None] = {"--given": None, "--near": None}
    for option, name in (("--given", given), ("--near", near)):
        if name is not None:
            board = _puzzle(run, name, option)
            geometry = geometry or board.geometry
            if board.geometry != geometry:
                raise UnsupportedError(f"{option} is {board.geometry}, and the puzzles are to be {geometry}")
            boards[option] = board
    cells = None
    if pattern is not None:
        cells, geometry = _pattern(pattern, [geometry] if geometry else _likely_geometries(run))
    return GivenBoards(geometry or run.geometry, cells, boards["--given"], boards["--near"])


@contextmanager
def named_in_errors(**boards: str | None) -> Iterator[None]:
    """An ImpossibleError about one of these boards, by their names, tells the file that holds it."""
    try:
        yield
    except ImpossibleError as error:
        name = boards.get(error.board or "")
        if name is None or not os.path.isfile(name):  # noqa: PTH113 — as above
            raise
        raise ImpossibleError(f"{name}: {error.reason}", error.board) from None


def _puzzle(run: Run, name: str, option: str) -> Puzzle:
    """The one puzzle that an option names. Raises InputError if it is none, or if there are several."""
    from sudocube.report.words import is_place, without_place

    entries = [*islice(entries_of(run, [name]), 2)]
    if len(entries) > 1:
        raise InputError(name, f"several puzzles in it; {option} takes one")
    if not entries:
        raise typer.Exit(USAGE_ERROR)  # it was reported that there is none
    [entry] = entries
    if entry.error is not None:
        raise InputError(entry.error.place if is_place(entry.source) else option, without_place(entry.error))
    assert entry.puzzle is not None  # else there is an error
    return entry.puzzle


def _likely_geometries(run: Run) -> list[Geometry]:
    """Geometries of all sizes, the usual one first."""
    return list(dict.fromkeys([run.geometry, *map(Geometry.of_size, SIZES)]))


def _pattern(name: str, geometries: list[Geometry]) -> tuple[frozenset[int], Geometry]:
    """The cells of a pattern, and the first of some geometries that has so many cells.

    Raises InputError for a file that cannot be read or holds no pattern, FormatError for a sign that cannot
    be in one.
    """
    from sudocube.generation.pattern_reading import pattern_cells

    source, text = name, name
    if name == STANDARD_INPUT or os.path.exists(name):  # noqa: PTH110 — Path.exists raises for long names
        with opened_file(name) as stream:
            whole = stream.read().decode("utf-8-sig", "replace")
        text = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), whole)
    elif _is_written_out(name):
        source = "--pattern"
    else:
        raise InputError(name or "''", "there is no such file, and it is no pattern either")
    faults = []
    for geometry in geometries:
        try:
            return pattern_cells(text, geometry, source=source), geometry
        except FormatError:  # it has as many signs as this one has cells
            raise
        except PuzzleError as error:
            faults.append(error)
    raise InputError(source, str(faults[0]))


def _is_written_out(text: str) -> bool:
    """Whether a text that names no file is a pattern, perhaps with a sign that cannot be in one."""
    text = usual_symbols(text)
    if _WRITTEN_OUT.fullmatch(text):
        return True
    cells = len("".join(text.replace("|", "").split()))
    is_board = cells in [size**2 for size in SIZES]
    return is_board and _CELLS_FOR_EACH_OTHER_SIGN * len(_OTHER_SIGN.findall(text)) <= cells
