"""`sudocube encodings`: the catalogue listed, shown, traced, compared and proved."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sudocube.cli.application import application
from sudocube.cli.command import CSV, READING, TEXT, Run, command
from sudocube.cli.inputs import only_puzzle, puzzle_entries
from sudocube.cli.options import (
    PROBLEM,
    UNDECIDED,
    EncodingFile,
    Names,
    OnePuzzle,
    Positive,
    bad_parameters,
    only_encoding,
)
from sudocube.cli.out import Out
from sudocube.errors import UnsupportedError
from sudocube.file_names import check_can_be_written, whole_file

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from sudocube.encoder import Encoding
    from sudocube.geometry import Geometry
    from sudocube.lab import Figures


@command("output_file", "json")
def list_encodings(run: Run) -> None:
    """List the catalogue: names, titles and sources.

    Example: sudocube encodings list --json
    """
    from sudocube.encoder import load, names
    from sudocube.report.encodings import listed_document
    from sudocube.report.row import row_of

    encodings = [load(name) for name in names()]
    run.answer(map(row_of, encodings), [listed_document(encodings)])


@command("output_file", "size", "box_name", "json")
def show(run: Run, name: EncodingFile, all_clauses: bool = False) -> None:
    """Show what an encoding says: in words, formulas, numbers and clauses.

    Of each statement the first clauses of one line are shown; with --all,
    every clause, with its line and what it says there. JSON has one row for
    the encoding, then, with --all, one for each clause.

    Example: sudocube encodings show extended --size 4

    Options:
        --all: Show every clause, and what it is of.
    """
    from sudocube.encoder import Formalism
    from sudocube.report.encodings import ShownEncoding, clause_rows, every_clause
    from sudocube.report.row import row_of

    encoding = _encoding(run, name)
    if all_clauses and encoding.formalism is not Formalism.CNF:
        raise UnsupportedError(f"{name} consists of constraints; --all shows clauses, of encodings in cnf")
    shape = _geometry(run, encoding)
    shown = ShownEncoding(encoding, shape)
    if run.json:
        run.output.put_rows([row_of(shown), *(clause_rows(encoding, shape) if all_clauses else ())])
    else:
        run.output.put([*shown.document(), *([every_clause(encoding, shape)] if all_clauses else ())])


@command(*READING[1:], "output_file", "timeout", "encoding", "json")
def trace(
    run: Run,
    puzzle: OnePuzzle,
    search: bool = False,
    decide: str = "",
    rule: str | None = None,
    max_steps: Positive = None,
    graph: Path | None = None,
) -> None:
    """Follow the clauses of a puzzle: which one fires when, and why.

    Shows unit propagation literal by literal, each with its level and the
    clause that made it true, and the grid at the end. With --search:
    decisions, conflicts, the clauses that are learned from them, and the
    jumps back. With an encoding for CP-SAT, a CpModel of yours or a model in
    MiniZinc: what each constraint removes. Takes clues only, no pencilmarks.

    Example: sudocube encodings trace 1.2.....2.3..... -e extended --search

    Exit status: 0 traced to the end: solved, refuted or stuck; 3 stopped before the end.

    Options:
        --search: Go on with decisions and learning until the puzzle is solved or refuted.
        --decide DECISIONS: What to decide, in this order, such as "r1c2=3, r2c1!=4"; variables by name or
            number, too.
        --rule fewest|first: How --search decides: the cell with the fewest candidates gets its smallest (the
            default), or the first variable without a value becomes true.
        --max-steps K: Stop after K steps.
        --graph FILE: Draw the implication graph of the last conflict: an .svg.
        --timeout SECONDS: Stop after this time.
    """
    from sudocube.encoder import Formalism
    from sudocube.lab.cpsat_propagation import ConstraintTrace
    from sudocube.lab.tracing import ClauseTrace, TraceEnd, conflict_graph
    from sudocube.report.lab import trace_documents, trace_rows

    if rule and not search:
        raise typer.BadParameter("--rule says how --search decides; --search is missing.")
    if graph is not None:
        check_can_be_written(graph, ".svg")
    subject, _ = only_puzzle(run, puzzle, "encodings trace")
    stated = _encoding(run, only_encoding(run.encoding), subject.geometry)
    asked: dict[str, Any] = {"max_steps": max_steps, "timeout": run.timeout}
    traced: ClauseTrace | ConstraintTrace
    if stated.formalism is Formalism.CP_SAT:
        for option, given in {"--search": search, "--decide": decide, "--graph": graph}.items():
            if given:
                raise typer.BadParameter(f"{option} is for clauses; {stated.name} consists of constraints.")
        traced = ConstraintTrace(subject, stated, **asked)
    else:
        asked |= {"search": search, "rule": rule or "fewest", "decide": decide}
        traced = ClauseTrace(subject, stated, **asked)
    run.answer(trace_rows(traced), trace_documents(traced))
    if traced.end in (TraceEnd.MAX_STEPS, TraceEnd.TIMEOUT):
        run.note(UNDECIDED)
    if graph is not None and isinstance(traced, ClauseTrace):
        from sudocube.report.comparisons import implication_picture

        _write(graph, implication_picture(conflict_graph(traced), traced.name).svg.encode("utf-8"))


@command(*READING, "output_file", "jobs", "timeout", "format", "html", "json")
def compare(
    run: Run,
    encodings: Names = None,
    spread: bool = False,
    plot: Path | None = None,
    per_puzzle: Path | None = None,
    no_failed_literals: bool = False,
    no_search: bool = False,
    solvers: Names = None,
    strengths: Names = None,
    by_list: bool = False,
    repeat: Positive = None,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    thorough: bool = False,
) -> None:
    """Compare encodings on puzzles: size, propagation, effort.

    Says how large each is, what share of the puzzles unit propagation
    decides, with failed literals and without, and what a full check (a
    solution, and whether there is another) costs. Takes clues only, no pencilmarks.
    The time limit is for what is inferred and searched of each puzzle: the
    clauses are always written, because their number is part of the answer.

    Example: sudocube encodings compare puzzles.txt -e minimal,extended

    Exit status: 0 done; 3 some puzzle undecided for some encoding.

    Options:
        --spread: Show quartiles, a 95 % interval for each mean, and which encodings are within noise.
        --plot FILE: Draw the figures, too: an .svg.
        --per-puzzle FILE: Write what was measured of each puzzle, too: a .csv or .parquet.
        --no-failed-literals: Leave out failed literals.
        --no-search: Leave out full checks.
        --solvers A,B,...: Solvers of PySAT that make the full checks of encodings in CNF, side by side.
            [default: glucose4]
        --strengths A,B,...: What else to infer from each puzzle: lp; for CP-SAT theory and root, too.
        --by-list: Show each list by itself: each file has figures of its own.
        --repeat N: Make each full check N times, each in an order of clauses at random; implies --spread.
            [default: once, in the order of the encoding]
        --seed N: Choose what is random: these orders, and --spread.
        --thorough: Check all puzzles in full, even where that takes an encoding very long.
        --timeout SECONDS: Time limit for one full check, and for what is inferred of one puzzle; writing
            clauses has none.
        --format, -f NAME: Write text, csv or json. [default: text]
        --encoding, --encodings, -e A,B,...: Which: names of the catalogue, paths of files, functions
            python:FILE.py:NAME. May be repeated. [default: all in CNF]
    """
    from sudocube.lab import compare as compare_encodings

    asked = partial(
        compare_encodings,
        failed_literals=not no_failed_literals,
        search=not no_search,
        thorough=thorough,
        solvers=solvers or (),
        strengths=strengths or (),
        by_list=by_list,
        repeat=repeat,
        seed=seed,
    )
    spread = spread or repeat is not None
    files = {plot: (".svg",), per_puzzle: (".csv", ".parquet")}
    _compare(run, asked, encodings, files, spread, bool(spread or by_list or solvers or strengths))


def _compare(
    run: Run,
    asked: Callable[..., Generator[Figures, None, None]],
    encodings: list[str] | None,
    files: dict[Path | None, tuple[str, ...]],
    with_spread: bool,
    with_versions: bool,
) -> None:
    """Compare as asked, and write the answer and these files, each with the endings that it may have."""
    from sudocube.encoder import Formalism, names
    from sudocube.report.comparisons import ComparisonReport
    from sudocube.report.words import counted

    chosen = run.chosen_format() or TEXT
    for file, endings in files.items():
        if file is not None:
            check_can_be_written(file, *endings)
    report = ComparisonReport(with_spread=with_spread, with_versions=with_versions)
    try:
        entries = [*puzzle_entries(run)]
        wanted = [*dict.fromkeys(encodings or names(Formalism.CNF))]
        show = partial(run.progress.work, counted(len(entries), "puzzle"))
        more = {"jobs": run.jobs, "timeout": run.timeout, "progress": show, "on_print": run.info}
        with bad_parameters():
            results = asked(entries, wanted, **more)
        Out(run, report, chosen).add_all(results)
    finally:
        if chosen == CSV and report.figures:
            run.output.put_records(report.csv())
    for file in files:
        if file is not None and report.figures:
            _write(file, report.file(file.suffix))


def _write(path: Path, data: bytes) -> None:
    """Write a file, completely or not at all."""
    with whole_file(path) as file:
        file.write(data)


@command("output_file", "timeout", "size", "box_name", "json")
def prove(run: Run, name: EncodingFile, minimal: bool = False) -> None:
    """Prove that an encoding says the rules, or refute it by a grid.

    Sound: each solution of the formula is a valid grid. Complete: each
    valid grid is a solution.

    NAME may also be clauses of your own: a DIMACS file FILE.cnf, or
    python:FILE.py:NAME, a function that gets the size and gives clauses (lists of
    integers that are not 0). The variable of row r, column c and digit d has the
    number n²(r - 1) + n(c - 1) + d; higher variables are auxiliary.

    Example: sudocube encodings prove mine.cnf

    Exit status: 0 proved; 1 refuted; 3 checked on a sample only, or undecided.

    Options:
        --size N: The size. [default: 9, or the one that the header of FILE.cnf names]
        --timeout SECONDS: Time limit for all of it; past it, what is left is undecided. [default: 60]
        --minimal: Say which statements of the file follow from the others, too.
    """
    from sudocube.lab.proving import TIME_LIMIT, ProofOutcome
    from sudocube.lab.proving import prove as prove_encoding
    from sudocube.report.lab import proof_document
    from sudocube.report.row import row_of

    encoding = _encoding(run, name)
    shape, show = _geometry(run, encoding), run.progress.work
    limit = run.timeout or TIME_LIMIT
    proof = prove_encoding(encoding, shape, timeout=limit, minimal=minimal, progress=show)
    run.note({ProofOutcome.PROVED: 0, ProofOutcome.REFUTED: PROBLEM}.get(proof.outcome, UNDECIDED))
    run.answer([row_of(proof)], [proof_document(proof)])


def _encoding(run: Run, name: str, geometry: Geometry | None = None) -> Encoding:
    """The encoding of that name; a function is called, for that geometry or for that of the run.

    What a function prints goes to standard error. Raises what `encoding_of` raises.
    """
    from sudocube.encoder import load, names

    if name in names():
        return load(name)  # without the laboratory
    from sudocube.lab.functions import encoding_of

    def told(text: str) -> None:
        run.info(*text.splitlines())

    return encoding_of(name, geometry or run.geometry, timeout=run.timeout, on_print=told)


def _geometry(run: Run, encoding: Encoding) -> Geometry:
    """The geometry that the options ask for; else the one that own clauses tell, and this is said.

    Raises UnsupportedError where they do not tell it.
    """
    from sudocube.encoder.own_clause_file import geometry_of

    if run.box is not None or run.size is not None:
        return run.geometry
    told = geometry_of(encoding) or run.geometry
    if encoding.own is not None and encoding.own.geometry is None and told != run.geometry:
        run.info(f"{encoding.name}: its clauses are for {told.size}×{told.size}; --size takes another size")
    return told


COMMANDS = {"list": list_encodings, "show": show, "trace": trace, "compare": compare, "prove": prove}

app = application(COMMANDS)


@app.callback()
def encodings() -> None:
    """List, show, trace, compare and prove encodings."""
