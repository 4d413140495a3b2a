"""`sudocube encodings compare`: encodings side by side."""

from __future__ import annotations

from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import typer

from sudocube.cli.compare_options import (
    TABLE_FORMATS,
    ByList,
    CompareTimeout,
    NoFailedLiterals,
    NoSearch,
    PerPuzzle,
    Plots,
    Repeat,
    Seed,
    Solvers,
    Spread,
    Strengths,
    TableFormat,
    Thorough,
)
from sudocube.cli.html_file import Html, html_file
from sudocube.cli.inputs import entries_of
from sudocube.cli.options import Box, EncodingNames, Inputs, Jobs, Json, Output, Quiet, Size
from sudocube.cli.output import STANDARD_OUTPUT
from sudocube.cli.run import Run
from sudocube.cli.status import UNDECIDED

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

    from sudocube.cli.puzzle_file import PuzzleFile
    from sudocube.lab.comparing import Figures
    from sudocube.report.comparison_page import ComparisonPage
    from sudocube.rows import Entry


def compare(
    context: typer.Context,
    inputs: Inputs,
    encodings: EncodingNames = None,
    solvers: Solvers = None,
    strengths: Strengths = None,
    by_list: ByList = False,
    repeat: Repeat = None,
    seed: Seed = 1,
    spread: Spread = False,
    plot: Plots = None,
    per_puzzle: PerPuzzle = None,
    no_failed_literals: NoFailedLiterals = False,
    no_search: NoSearch = False,
    thorough: Thorough = False,
    format: TableFormat = None,
    output: Output = STANDARD_OUTPUT,
    html: Html = None,
    jobs: Jobs = None,
    timeout: CompareTimeout = None,
    size: Size = None,
    box: Box = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compare encodings on puzzles: size, propagation, effort.

    Says how large each is, what share of the puzzles unit propagation
    decides, with failed literals and without, and what a full check (a
    solution, and whether there is another) costs. Takes clues only, no pencilmarks.
    With --by-list, --repeat and --spread, the tables are those of a paper:
    lists side by side, intervals, and which orders are within noise.
    The time limit is for what is inferred and searched of each puzzle: the
    clauses are always written, because their number is part of the answer.
    """
    with Run(quiet=quiet, size=size, box=box, output=output) as run:
        from sudocube.cli.puzzle_file import puzzle_file
        from sudocube.cli.records import TEXT, chosen_format
        from sudocube.encoder import Formalism, load, names
        from sudocube.lab import compare as compare_encodings
        from sudocube.lab.full_checks import SOLVER
        from sudocube.lab.functions import depends_on_size
        from sudocube.report.comparison_charts import check_pictures, drawn
        from sudocube.report.words import counted

        shape = _Shape(
            chosen_format(format, TABLE_FORMATS, json=json) or TEXT,
            seed,
            by_list=by_list,
            with_spread=spread or repeat is not None,
            with_versions=bool(solvers or strengths or by_list or repeat or spread),
        )
        if no_search and (solvers or repeat):
            option = "--solvers" if solvers else "--repeat"
            raise typer.BadParameter(f"{option} is for full checks, which --no-search leaves out.")
        wanted = names(Formalism.CNF) if encodings is None else encodings
        loaded = [name if depends_on_size(name) else load(name) for name in dict.fromkeys(wanted)]
        by = list(dict.fromkeys(solvers or [SOLVER]))
        checks = [
            1 if not isinstance(one, str) and one.formalism is Formalism.CP_SAT else len(by) for one in loaded
        ]
        pictures = check_pictures(plot or (), rows=sum(checks), is_searched=not no_search)
        files = [*filter(None, [per_puzzle]), *(file for _, file in pictures)]
        page = None if html is None else _page(shape)
        with (
            _told_if_interrupted(run, files),
            html_file(run, context, html, page),
            puzzle_file(per_puzzle, strengths or ()) as puzzle_table,
        ):
            entries = list(_puzzle_entries(run, inputs))
            show_share = partial(run.progress.work, counted(len(entries), "puzzle"))
            show_share(0.0)
            results = compare_encodings(
                entries,
                loaded,
                failed_literals=not no_failed_literals,
                search=not no_search,
                thorough=thorough,
                timeout=timeout,
                strengths=strengths or (),
                solvers=by,
                repeat=repeat,
                seed=seed,
                by_list=by_list,
                jobs=jobs,
                progress=show_share,
                on_print=run.info,
            )
            rows = _report_figures(run, results, shape, puzzle_table, page)
        for kind, file in pictures if rows else ():
            for remark in drawn(rows, kind, file, seed=seed):
                run.info(remark)


@dataclass(frozen=True, slots=True)
class _Shape:
    """How the figures are shown: the format, what is side by side, and what is said beside the means."""

    format: str
    seed: int
    by_list: bool
    with_spread: bool
    with_versions: bool


def _page(shape: _Shape) -> ComparisonPage:
    """The page of `--html`."""
    from sudocube.report.comparison_page import ComparisonPage

    return ComparisonPage(seed=shape.seed, with_spread=shape.with_spread)


@contextmanager
def _told_if_interrupted(run: Run, files: list[Path]) -> Iterator[None]:
    """After Ctrl-C, say which files are not written, since not all rows for them are there."""
    try:
        yield
    except KeyboardInterrupt:
        for file in files:
            run.info(f"{file} was not written, because the comparison was interrupted")
        raise


def _puzzle_entries(run: Run, inputs: list[str]) -> Iterator[Entry]:
    """The entries that are puzzles; the others are reported, also on a page."""
    from sudocube.report.puzzle_pages import page_place
    from sudocube.report.words import without_place

    for index, entry in enumerate(entries_of(run, inputs), 1):
        if entry.error is not None:
            run.report_invalid(entry)
            run.errors.append(f"{page_place(index, entry.source)}: {without_place(entry.error)}")
        else:
            yield entry


def _report_figures(
    run: Run,
    results: Generator[Figures, None, None],
    shape: _Shape,
    puzzle_table: PuzzleFile,
    page: ComparisonPage | None,
) -> list[Figures]:
    """Print all rows: in JSON each at once; else in tables at the end, or after Ctrl-C."""
    from sudocube.cli.records import JSON
    from sudocube.report.comparison_rows import compared_row
    from sudocube.report.comparison_tables import remarks

    rows: list[Figures] = []
    with closing(results):
        try:
            for figures in results:
                rows.append(figures)
                puzzle_table.put(figures)
                if page is not None:
                    page.add(figures)
                if figures.is_partly_undecided:
                    run.status.note(UNDECIDED)
                if shape.format == JSON:
                    run.output.put_row(compared_row(figures, seed=shape.seed, with_spread=shape.with_spread))
        finally:
            if rows:
                _put_tables(run, rows, shape)
    for remark in remarks(rows):
        run.info(remark)
    return rows


def _put_tables(run: Run, rows: list[Figures], shape: _Shape) -> None:
    """Print what comes after all rows are known: tables, or the last JSON row."""
    from sudocube.cli.records import CSV, JSON, TEXT
    from sudocube.lab.comparing import software_versions
    from sudocube.report.comparison_rows import compared_csv, summary_row
    from sudocube.report.comparison_tables import (
        column_notes,
        compared_in_words,
        paper_notes,
        paper_tables,
        tables_as_markdown,
        tables_as_text,
    )

    seed, with_spread = shape.seed, shape.with_spread
    is_plain = shape.format in (JSON, TEXT) and not shape.with_versions
    versions = {} if is_plain else software_versions(row.solver for row in rows if row.has_run_solver)
    if shape.format == CSV:
        run.output.put_records(compared_csv(rows, seed=seed, versions=versions))
    elif shape.format == JSON:
        if not is_plain:
            run.output.put_row(summary_row(rows, seed=seed, with_spread=with_spread, versions=versions))
    else:
        notes = paper_notes(rows, seed=seed, with_spread=with_spread, versions=versions) if versions else ()
        tables = paper_tables(rows, seed=seed, with_spread=with_spread)
        if shape.format == TEXT and not (shape.by_list or with_spread):
            run.output.put_rendered(*compared_in_words(rows, run.output.width, notes))
        elif shape.format == TEXT:
            below = [*column_notes(rows, in_full=True), *notes]
            run.output.put_rendered(*tables_as_text(tables, below, run.output.width))
        else:
            text = tables_as_markdown(tables, [*column_notes(rows, in_full=True), *notes])
            run.output.put_text(text)
