"""`sudocube generate`: puzzles made, each with the seed that makes it again."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudocube.cli.command import JSON, PUZZLE_FORMATS, Run, command
from sudocube.cli.going_on import certificates_go_on, going_on
from sudocube.cli.inputs import only_puzzle, opened_file, refuse_input_as_output
from sudocube.cli.options import STANDARD_INPUT, UNDECIDED, Seconds, bad_parameters
from sudocube.cli.out import Out
from sudocube.errors import FormatError, InputError, NotGeneratedError, PuzzleError, UnsupportedError
from sudocube.generation.plan import HOW, GenerationPlan
from sudocube.geometry import SIZES, Geometry
from sudocube.plan_fields import Range
from sudocube.puzzle import Puzzle
from sudocube.report.made import PER_PAGE, sheet, shortfall_in_words
from sudocube.report.row import fields_of, row_of
from sudocube.report.words import WritingReport, Written, counted
from sudocube.rows import Entry, Style
from sudocube.rows.writer import write

if TYPE_CHECKING:
    from sudocube.generation.generating import GeneratedPuzzle, GenerationProgress
    from sudocube.report.document import PageHead

LINE, GRID = "line", "grid"

BOARDS = ("pattern", "given", "near")

InHow = typer.Option(rich_help_panel=HOW)

COLUMNS = ("solution", "box", "clues", "index", "seed", "method", "version")
"""The columns of every table of `generate` after the puzzle; what was established to choose them follows."""

PRINTED_AT_MOST = 240
"""How many puzzles a page has: more would be slow to open, and nobody prints them."""


class GenerateReport(WritingReport["GeneratedPuzzle"]):
    """Writes the puzzles of a plan in that style, sums up what was made, and keeps them for a sheet."""

    def __init__(self, plan: GenerationPlan, style: Style, per_page: int | None) -> None:
        self._plan, self._style, self._per_page = plan, style, per_page
        self._shown: list[GeneratedPuzzle] = []
        self._clues: list[int] = []
        self.attempts = 0
        self.why_ended = ""
        """Why fewer were made than were asked for."""

    def add(self, result: GeneratedPuzzle) -> None:
        """Count the next puzzle."""
        self.columns = (*COLUMNS, *_established(result), *["weight"] * (result.weight is not None))
        self._clues.append(result.clues)
        self.attempts += result.attempt + 1
        self._shown += [result] * (len(self._shown) < PRINTED_AT_MOST)

    def written(self, result: GeneratedPuzzle) -> Iterator[Written]:
        """A puzzle, with its fields in a table; what is not known is empty."""
        entry = Entry("", result.puzzle, None, self._style)
        fields = fields_of(row_of(result), self.columns, **_established(result))
        yield Written(entry, result.puzzle, fields)

    def summary(self, seconds: float) -> Iterator[tuple[str]]:
        """What was made, why no more, and the seed that makes it again."""
        clues = self._clues
        if self.why_ended:
            yield (shortfall_in_words(len(clues), self._plan.count, self.why_ended),)
        if clues:
            tries = f", {self.attempts:,} tries" * (self.attempts >= 2 * len(clues))
            number = f"{counted(len(clues), 'puzzle')}, {Range(min(clues), max(clues))} clues"
            yield (f"{number}{tries} ({seconds:.2f} s)",)
        yield (f"the same again: --seed {self._plan.seed}",)

    def page(self, head: PageHead) -> str | None:
        """The sheet with the puzzles that were made so far; None if there are none."""
        return sheet(self._shown, self._per_page, head, len(self._clues)) if self._shown else None


def _established(one: GeneratedPuzzle) -> dict[str, Any]:
    """What was established to choose a puzzle, by column."""
    shown = dict(one.rating or {})
    shown |= shown.pop("methods", {})
    return shown


@command("output_file", "jobs", "size", "box_name", "format", "html", "json", plan=GenerationPlan)
def generate(
    run: Run,
    recheck: Annotated[str | None, InHow] = None,
    certify: Annotated[str | None, InHow] = None,
    per_page: int | None = None,
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

    Example: sudocube generate -n 6 --symmetry half-turn --html sheet.html

    Exit status: 0 as many as asked for; 2 known to be impossible, or not understood; 3 fewer: the time or
        the tries ran out.

    Options:
        --recheck ENGINE: Have this engine count each puzzle, too.
            [default: another level of the kernel for each, sat for one in a hundred]
        --certify DIR: Also write a proof for each, as `sudocube certify`.
        --html FILE: Also write a sheet to print, an .html file: puzzles, how hard they are, solutions at the
            end. After Ctrl-C, NAME.part.html has what was finished.
        --per-page N: With --html: puzzles on a page, 1, 2, 4 or 6. [default: 4; 2 above 9x9]
        --timeout SECONDS: Time limit for all of it; the run ends at the first puzzle for which it is not
            enough.
        --size N: The size: 4, 6, 8, 9, 10, 12, 15 or 16. Only 9 is quick: a SAT solver makes the others.
            [default: 9]
        --format, -f NAME: Write line, grid, ss, sdk, sdm, pencilmarks, csv (with the solutions), f-puzzles,
            sudokupad, sudokuwiki (links) or json. [default: line]
    """
    format = run.chosen_format(PUZZLE_FORMATS) or LINE
    if per_page is not None and (run.html is None or per_page not in PER_PAGE):
        raise typer.BadParameter(f"--per-page goes with --html FILE, and is {', '.join(map(str, PER_PAGE))}.")
    asked = {name: value for name, value in wishes.items() if value is not None}
    with bad_parameters():
        plan = GenerationPlan(**asked | _boards(run, asked))
    if "seed" not in asked:
        run.typed.append(f"--seed={plan.seed}")
    report = GenerateReport(plan, _style(run, plan, format), per_page)
    out, puzzles = Out(run, report, format), _made(run, report, plan, timeout, recheck)
    if certify is None:
        out.add_all(puzzles)
    else:
        with closing(puzzles), out.whole():
            _certify(run, certify, out, puzzles, plan.seed)


def _made(
    run: Run, report: GenerateReport, plan: GenerationPlan, timeout: float | None, recheck: str | None
) -> Generator[GeneratedPuzzle, None, None]:
    """The puzzles of the plan; ends early where time or tries run out."""
    from sudocube.generation.generating import generate_planned

    began = perf_counter()

    def show(so_far: GenerationProgress) -> None:
        doing = f"{so_far.made:,} puzzles, {so_far.made / (perf_counter() - began):,.1f}/s"
        if so_far.tries:
            doing += f", {so_far.tries:,} tries at puzzle {so_far.index:,}"
        run.progress.work(doing, so_far.made / plan.count)

    def begin(done: int, plan: GenerationPlan) -> Generator[GeneratedPuzzle, None, None]:
        if done < plan.count:
            rest = replace(plan, first_index=plan.first_index + done, count=plan.count - done)
            yield from generate_planned(rest, jobs=run.jobs, timeout=timeout, recheck=recheck, progress=show)

    try:
        yield from going_on(run, begin, plan)
    except NotGeneratedError as error:
        run.note(UNDECIDED)
        report.why_ended = str(error)
        report.attempts += error.tries


def _style(run: Run, plan: GenerationPlan, format: str) -> Style:
    """How puzzles are written. Raises UnsupportedError for a format that cannot hold them."""
    style, is_grid = Style.named(LINE if format == JSON else format), format == GRID
    style = replace(style, box_given=run.box is not None, spaced=is_grid, barred=is_grid or style.barred)
    write(Puzzle(bytes(plan.geometry.cell_count), plan.geometry), style)
    return style


def _certify(
    run: Run, folder: str, out: Out[GeneratedPuzzle], made: Iterator[GeneratedPuzzle], seed: int
) -> None:
    """Write a certificate of each puzzle to a folder, while they are made."""
    from sudocube.report.verdicts import CertifyReport
    from sudocube.verdicts.certifying import certify as write_certificates

    def entries() -> Iterator[Entry]:
        for one in made:
            out.add(one)
            yield Entry(f"seed {seed}:{one.index}", one.puzzle, None, Style())

    began, report = perf_counter(), CertifyReport()
    with certificates_go_on(run, folder, f"the same command with --seed {seed}"):
        written = write_certificates(entries(), folder, jobs=run.jobs, on_result=report.add)
    if not written.is_whole:
        run.note(UNDECIDED)
    run.info(*report.summary(perf_counter() - began))


_COMMENT = re.compile(r"^\s*#\s.*[A-WYZa-wyz]{2}.*$", re.MULTILINE)
"""A line with words after the sign #, which is also the mark of a cell with a clue."""


def _boards(run: Run, asked: dict[str, Any]) -> dict[str, Any]:
    """The boards that are named, and the geometry of all: that of --size and --box, or of the first board.

    Raises InputError for a file that cannot be read or does not hold one board.
    """
    if [asked.get(name) for name in BOARDS].count(STANDARD_INPUT) > 1:
        raise UnsupportedError("standard input is one board: name a file for the others")
    boards: dict[str, Any] = {
        name: only_puzzle(run, asked[name], f"--{name}")[0] for name in ("given", "near") if name in asked
    }
    run.inputs = []
    if run.html is not None:
        refuse_input_as_output(str(run.html), [asked[name] for name in BOARDS if name in asked])
    known = [run.geometry] if run.size or run.box else [one.geometry for one in boards.values()]
    if "pattern" in asked:
        boards["pattern"], geometry = _pattern(asked["pattern"], known[:1])
        known.append(geometry)
    return {"geometry": known[0] if known else run.geometry, **boards}


def _pattern(name: str, known: list[Geometry]) -> tuple[frozenset[int], Geometry]:
    """The cells of a pattern, and its geometry: the one that is known, or the first with so many cells.

    Raises InputError for a file that cannot be read or holds no pattern, FormatError for a sign that cannot
    be in one.
    """
    from sudocube.generation.clue_patterns import pattern_cells

    source, text, hint = "--pattern", name, "there is no such file, and it is no pattern either: "
    if name == STANDARD_INPUT or os.path.exists(name):  # noqa: PTH110 — Path.exists raises for long names
        with opened_file(name) as stream:
            whole = stream.read().decode("utf-8-sig", "replace")
        text = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), whole)
        source, hint = name, ""
    faults = []
    for geometry in known or [Geometry(3, 3), *map(Geometry.of_size, SIZES)]:
        try:
            return pattern_cells(text, geometry, source=source), geometry
        except FormatError:  # it has as many signs as this one has cells
            raise
        except PuzzleError as error:
            faults.append(error)
    raise InputError(name or "''", f"{hint}{faults[0]}")
