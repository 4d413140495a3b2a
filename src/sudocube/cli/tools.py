"""`serve`, `engines` and `bench`: the page, what can be asked and is installed, how fast it is here."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.command import ENGINE, READING, Run, command
from sudocube.cli.inputs import puzzle_entries
from sudocube.cli.options import Names
from sudocube.cli.out import Out
from sudocube.engines.protocol import OUTSIDER_TIMEOUT
from sudocube.engines.registry import DEFAULT_ENGINES, EngineFamily, families
from sudocube.errors import InputError, reason_of, require_extra
from sudocube.kernel import is_compiled
from sudocube.processes.container import MEMORY_AT_MOST
from sudocube.report.document import Document, Section, Sentence, Table, Tone, Toned, sentences
from sudocube.report.row import Row, row_of
from sudocube.report.words import Report, counted, few
from sudocube.solvers.methods import ROWS

if TYPE_CHECKING:
    from sudocube.bench import BenchResult
    from sudocube.serving.page_server import PageServer

PORT = 8321

WINDOWS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""The variables of the environment that say where a browser opens a window."""


@command()
def serve(
    run: Run,
    port: Annotated[int, typer.Option(min=0, max=65535)] = PORT,
    no_browser: bool = False,
) -> None:
    """Open a page where you look at a puzzle instead of reading about it.

    Its panels say whether a puzzle is unique and why not, solve it step by
    step, show proofs and clauses, and go through lists; there is a lesson
    on clauses. The page is for this machine only; nothing is sent anywhere.

    Prints its address, and ends with Ctrl-C.

    Example: sudocube serve --port 8000

    Exit status: 0 ended by Ctrl-C or SIGTERM; 2 the port is taken.

    Options:
        --port N: Listen on this port of 127.0.0.1; 0 takes any that is free.
        --no-browser: Print the address, and open no browser.
    """
    require_extra("serve", "serve", "starlette", "uvicorn")
    from sudocube.serving.page_server import PageServer

    try:
        server = PageServer(port)
    except OSError as error:
        is_taken = error.errno == errno.EADDRINUSE
        why = "it is taken, perhaps by another sudocube serve" if is_taken else reason_of(error)
        raise InputError(f"port {port}", f"{why}; --port 0 takes one that is free") from None
    server.run(lambda: _tell(run, server, opens=not no_browser))


def _tell(run: Run, server: PageServer, *, opens: bool) -> None:
    """Print the address, and open the browser where it has a window and does not take the terminal."""
    run.output.put_lines(server.address)
    run.info("Ctrl-C ends it")
    has_windows = sys.platform in ("win32", "darwin") or any(map(os.environ.get, WINDOWS))
    if opens and has_windows:
        import webbrowser

        Thread(target=webbrowser.open, args=(server.address,), daemon=True).start()


Lists = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[LIST...]",
        help="Files of puzzles, each measured by itself.",
        show_default="120 puzzles that come with the package",
    ),
]


@command("output_file", "json")
def engines(run: Run) -> None:
    """List the engines: what they can do, their variants, and how to get those not installed.

    Example: sudocube engines --json
    """
    run.answer(map(row_of, families().values()), [engines_document(families().values())])


def engines_document(families: Iterable[EngineFamily]) -> Document:
    """What each family is and can do, and its variants; then the default engines."""
    sections = []
    for family in families:
        facts = [
            (Toned(f"{heading}: ", Tone.QUIET), fact) for heading, fact in _facts(family).items() if fact
        ]
        title = (Toned(family.name, Tone.STRONG), family.syntax)
        sections.append(Section(title, sentences([family.summary, *facts], indent=2)))
    default = "kernel for 9×9, sat for all else" if is_compiled() else "sat (the kernel is not compiled)"
    asked = f"crosscheck: {', '.join(DEFAULT_ENGINES)}, of these the ones that take the puzzle"
    return [*sections, Section(("Where none is named:",), sentences([default, asked], indent=2))]


def _facts(family: EngineFamily) -> dict[str, str]:
    """What a family can do, by heading; what does not apply is empty."""
    facts = {"not installed": family.install or ""}
    if family.is_outside:
        limits = f"{OUTSIDER_TIMEOUT:g} s for a puzzle (--timeout)"
        facts["limits"] = f"{limits}, {MEMORY_AT_MOST} of memory (--solver-memory)"
    if (alone := family.alone) is not None:
        sizes = alone.traits.sizes[0], alone.traits.sizes[-1]
        facts["decides"] = _how_many(alone.traits.complete)
        facts["sizes"] = " to ".join(map(str, dict.fromkeys(sizes)))
        facts["by itself"] = alone.name * bool(family.variants)
        facts["in use"] = family.level or ""
    facts |= {kind: ", ".join(known) for kind, known in family.variants.items()}
    if methods := family.complete_methods:
        facts["methods"] = ", ".join(f"{name} ({_how_many(is_so)})" for name, is_so in methods.items())
        facts["ROWS"] = ROWS * ("ROWS" in facts["methods"])
    return facts


def _how_many(complete: bool) -> str:
    return "every puzzle" if complete else "not every puzzle"


class BenchReport(Report["BenchResult"]):
    """What was measured on a list."""

    def outcomes(self, result: BenchResult) -> Iterable[str]:
        """Whether engines disagree; whether something is undecided."""
        yield from ["disagreement"] * any(one.disagreements for one in result.contenders)
        yield from ["undecided"] * any(one.undecided for one in result.contenders)

    def rows(self, result: BenchResult) -> Iterable[Row]:
        """A row for each engine."""
        return map(row_of, result.contenders)

    def document(self, result: BenchResult) -> Document:
        """A table with a row for each engine, the fastest first."""
        rows = []
        for one in sorted(result.contenders, key=lambda one: -one.per_second):
            ratio = f"{one.ratio:,.0f}" if one.ratio >= 100 else f"{one.ratio:.2g}"
            rows.append((one.name, f"{one.per_second:,.0f}", ratio, f"{one.undecided:,}"))
        title = f"{result.title}: {counted(len(result.puzzles), 'puzzle')}"
        headings = ("engine", "puzzles/s", f"× {result.contenders[-1].name}", "undecided")
        return [Sentence((Toned(title, Tone.STRONG),), wraps=False), Table(headings, rows)]

    def remarks(self, result: BenchResult) -> Iterable[str]:
        """The first puzzles on which engines disagree, and why engines failed."""
        found = [
            f"{puzzle}: {', '.join(f'{name} counts {count}' for name, count in counts.items())}"
            for puzzle, counts in result.disagreements()
        ]
        yield from (f"the engines disagree: {one}" for one in few(found, "and on "))
        yield from (f"{one.name} failed: {one.failure}" for one in result.contenders if one.failure)


@command(*READING[1:], "output_file", *ENGINE[1:], "json")
def bench(
    run: Run,
    lists: Lists = None,
    engines: Names = None,
    puzzles: Annotated[int, typer.Option(min=1)] = 300,
    rounds: Annotated[int, typer.Option(min=1)] = 5,
) -> None:
    """Measure engines side by side, on your puzzles or a small sample.

    Prints puzzles per second, in the median round, and how many times as
    fast as the last engine each one is.

    Example: sudocube bench puzzles.txt -e kernel,phases

    Exit status: 0 done; 1 engines disagree; 3 some undecided.

    Options:
        --engine, --engines, -e A,B,...: Which engines; ratios are to the last one. Your own: command:CMD,
            python:FILE.py:NAME. May be repeated. [default: all levels of the kernel, phases, cpsat, sat]
        --puzzles N: How many puzzles of each list, evenly spread.
        --rounds N: How often each list is gone through.
    """
    from sudocube.bench import bench as measure
    from sudocube.bench import sample

    out = Out(run, BenchReport())
    titles = lists or ["sample"]
    for number, title in enumerate(titles):
        given = sample()
        if lists:
            run.inputs = [title]
            given = [entry.puzzle for entry in puzzle_entries(run) if entry.puzzle is not None]
        if not given:
            continue
        given = given[:: max(1, len(given) // puzzles)][:puzzles]
        doing = f"{title}, {counted(len(given), 'puzzle')}"

        def show(share: float, doing: str = doing, number: int = number) -> None:
            run.progress.work(doing, (number + share) / len(titles))

        show(0.0)
        out.add(measure(given, engines, title=title, rounds=rounds, timeout=run.timeout, progress=show))
