"""The tables of the literature, measured again on a list of puzzles.

What is cheap is measured on all puzzles of the list, the rest on a sample of them at equal distances. The
figures of the papers are those that they print, with the file where they were read; where the text of a paper
was not found, no figure is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from urllib.parse import quote

from sudocube.arguments import as_puzzles, check_count, check_limits
from sudocube.clock import Clock
from sudocube.encoder.vocabulary import Citation
from sudocube.errors import UnsupportedError
from sudocube.geometry import Geometry
from sudocube.lab.all_different import Scheme, propagated, state
from sudocube.lab.comparing import compare
from sudocube.lab.comparison_figures import Figures
from sudocube.puzzle import Puzzle
from sudocube.rows import Entry

SAMPLE = 1000
"""On how many puzzles of the list the costly figures are measured."""

NINE = Geometry.of_size(9)

LYNCE = Citation("I. Lynce and J. Ouaknine", "Sudoku as a SAT Problem", 2006)
SIMONIS = Citation("H. Simonis", "Sudoku as a Constraint Problem", 2005)
DILLON = Citation("T. Dillon", "Tdoku: A Fast Sudoku Solver", 2019)
KWON = Citation("G. Kwon and H. Jain", "Optimized CNF Encoding for Sudoku Puzzles", 2006)

UNIT, FAILED, HYPER, BINARY = "unit", "failed", "hyper-binary", "binary"
PLAIN, SHAVING = "propagation", "with shaving"
VARIABLES, CLAUSES = "variables", "clauses"

_PRINTED: dict[tuple[Citation, str, str], float] = {
    (LYNCE, "minimal", UNIT): 0.0,
    (LYNCE, "minimal", FAILED): 0.01,
    (LYNCE, "minimal", HYPER): 0.25,
    (LYNCE, "minimal", BINARY): 0.69,
    (LYNCE, "extended", UNIT): 0.47,
    (LYNCE, "extended", FAILED): 1.0,
    (LYNCE, "extended", HYPER): 1.0,
    (LYNCE, "extended", BINARY): 1.0,
    (DILLON, "minimal", UNIT): 0.0,
    (DILLON, "extended", UNIT): 0.445,
    (DILLON, "triads", UNIT): 0.76,
    (KWON, "minimal", VARIABLES): 729,
    (KWON, "minimal", CLAUSES): 8859,
    (KWON, "efficient", VARIABLES): 729,
    (KWON, "efficient", CLAUSES): 11775,
    (KWON, "extended", VARIABLES): 729,
    (KWON, "extended", CLAUSES): 12018,
    (KWON, "optimised", VARIABLES): 164,
    (KWON, "optimised", CLAUSES): 1070,
}
"""What the papers print, by row and column.

Table 1 of Lynce and Ouaknine; the benchmarks of Dillon; the 9×9 puzzle with 30 clues in tables 1 and 2 of
Kwon and Jain.
"""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """The file where the figures of a paper were read: in a public repository of GitHub, at one commit."""

    repository: str
    commit: str
    path: str

    @property
    def address(self) -> str:
        """Where a browser shows it.

        >>> SourceFile("t-dillon/tdoku", "af42618", "a file.txt").address
        'https://github.com/t-dillon/tdoku/blob/af42618/a%20file.txt'
        """
        return f"https://github.com/{self.repository}/blob/{self.commit}/{quote(self.path)}"


READ_IN = {
    LYNCE: SourceFile(
        "nguyen06/Sudoku-and-SAT",
        "58b824bf77eb1a0e452a9e45f112d0cb01527d30",
        "Sudoku as a SAT Problem.pdf",
    ),
    DILLON: SourceFile(
        "t-dillon/tdoku",
        "af426180dc53aef89b82868e7b3fdfcf42165654",
        "benchmarks/results_i7-1065G7/i7-1065G7_clang-10_O3_native",
    ),
    KWON: SourceFile(
        "Andrew-Koulogeorge/CS76-AI",
        "23fafbd4973aa749aef55d2c97a2d8b1d955b7d9",
        "Sudoku/Optimized Sudoku Representation.pdf",
    ),
}
"""Where the figures of each paper were read; a paper that was not found has no file and no figures here."""


@dataclass(frozen=True, slots=True)
class LiteratureFigure:
    """One figure of a table: what a paper prints, and what is measured here.

    Shares are from 0 to 1. `theirs` is None where the paper's figure is not given here. `puzzles` is on how
    many puzzles ours was measured, and `late` how many of these ran out of time; they count as undecided.
    """

    row: str
    column: str
    theirs: float | None
    ours: float
    puzzles: int
    late: int = 0


@dataclass(frozen=True, slots=True)
class LiteratureTable:
    """A table of a paper beside ours; `is_share` says whether its figures are shares of the puzzles."""

    paper: Citation
    figures: tuple[LiteratureFigure, ...]
    is_share: bool = True

    @property
    def source(self) -> SourceFile | None:
        """Where the figures of the paper were read; None if its text was not found."""
        return READ_IN.get(self.paper)


def literature(
    puzzles: Iterable[Puzzle | str | Entry],
    *,
    sample: int = SAMPLE,
    timeout: float | None = None,
    jobs: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> Iterator[LiteratureTable]:
    """The tables of four papers, measured on these puzzles, each as soon as it is complete.

    `sample` is the number of puzzles for what is costly: all but unit propagation and the propagation of
    all-differents. `timeout` is in seconds, for one puzzle and one figure; `jobs` as in `compare`. `progress`
    is called with the share of the work that is done, from 0 to 1.

    Raises, before anything is measured: ValueError for an empty list, for a sample or a number of jobs that
    is no integer above 0 and for a timeout that is no time; TypeError or FormatError for what is no puzzle;
    UnsupportedError for pencilmarks and for puzzles that are not 9×9; later on, EngineError where no worker
    process can be started.

    >>> tables = literature(["." * 81], jobs=1)
    >>> next(tables).figures[0]
    LiteratureFigure(row='minimal', column='unit', theirs=0.0, ours=0.0, puzzles=1, late=0)
    """
    check_limits(timeout=timeout, jobs=jobs)
    check_count(sample, "a sample of {} puzzles")
    listed = as_puzzles(puzzles, clues_only="the tables of the literature")
    if not listed:
        raise ValueError("there are no puzzles: name a list with at least one")
    for number, puzzle in enumerate(listed, 1):
        if puzzle.geometry != NINE:
            raise UnsupportedError(
                f"puzzle {number} is {puzzle.geometry}: the literature measured 9×9 puzzles"
            )
    return _measured(listed, evenly(listed, sample), timeout, jobs, progress or (lambda _: None))


def evenly(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """So many of the puzzles, at equal distances; all, if there are no more.

    >>> evenly(["a", "b", "c", "d", "e"], 2)
    ['a', 'c']
    """
    if count >= len(puzzles):
        return list(puzzles)
    return [puzzles[place * len(puzzles) // count] for place in range(count)]


_PARTS = (0.1, 0.7, 0.2)
"""About which shares of the work are done on all puzzles, on the sample, and for all-differents."""


def _measured(
    puzzles: Sequence[Puzzle],
    sample: Sequence[Puzzle],
    timeout: float | None,
    jobs: int | None,
    progress: Callable[[float], object],
) -> Iterator[LiteratureTable]:
    """See `literature`."""
    first, second, third = _PARTS

    def figures(
        of: Sequence[Puzzle], names: list[str], start: float, part: float, **what: object
    ) -> Mapping[str, Figures]:
        """The figures of some encodings, by name."""
        rows = compare(
            of,
            names,
            search=False,
            timeout=timeout,
            jobs=jobs,
            progress=lambda done: progress(start + part * done),
            **what,  # type: ignore[arg-type] # the further arguments of `compare`
        )
        with closing(rows):
            return {row.encoding: row for row in rows}

    on_all = figures(puzzles, ["minimal", "extended", "triads"], 0, first, failed_literals=False)
    strengths = ["hyper-binary", "binary-failed-literals"]
    ahead = figures(sample, ["minimal", "extended"], first, second * 0.8, strengths=strengths)
    yield LiteratureTable(
        LYNCE, tuple(_inferred("minimal", on_all, ahead) + _inferred("extended", on_all, ahead))
    )
    alone = [
        _figure(DILLON, name, UNIT, on_all[name].unit_propagation, on_all[name])
        for name in ("minimal", "extended", "triads")
    ]
    yield LiteratureTable(DILLON, tuple(alone))
    names = ["minimal", "efficient", "extended", "optimised"]
    start = first + second * 0.8
    sizes = figures(sample, names, start, second * 0.2, failed_literals=False)
    counted = [
        _figure(KWON, name, column, getattr(sizes[name], column), sizes[name])
        for name in names
        for column in (VARIABLES, CLAUSES)
    ]
    yield LiteratureTable(KWON, tuple(counted), is_share=False)
    schemes: list[LiteratureFigure] = []
    for place, scheme in enumerate(Scheme):
        start = first + second + third * place / len(Scheme)
        schemes += _scheme_figures(scheme, puzzles, sample, timeout, start, progress)
    yield LiteratureTable(SIMONIS, tuple(schemes))
    progress(1.0)


def _figure(
    paper: Citation, row: str, column: str, ours: float | None, of: Figures, late: int = 0
) -> LiteratureFigure:
    theirs = _PRINTED.get((paper, row, column))
    return LiteratureFigure(row, column, theirs, ours or 0.0, of.puzzles, late)


def _inferred(
    name: str, on_all: Mapping[str, Figures], ahead: Mapping[str, Figures]
) -> list[LiteratureFigure]:
    """The row of an encoding in the table of Lynce and Ouaknine."""
    unit, more = on_all[name], ahead[name]
    strengths = ((HYPER, "hyper-binary"), (BINARY, "binary-failed-literals"))
    return [
        _figure(LYNCE, name, UNIT, unit.unit_propagation, unit),
        _figure(LYNCE, name, FAILED, more.failed_literals, more, more.unprobed),
        *(_figure(LYNCE, name, title, more.strengths[one], more, more.late[one]) for title, one in strengths),
    ]


def _scheme_figures(
    scheme: Scheme,
    puzzles: Sequence[Puzzle],
    sample: Sequence[Puzzle],
    timeout: float | None,
    start: float,
    progress: Callable[[float], object],
) -> Iterator[LiteratureFigure]:
    """What a scheme of all-differents decides: by itself on all puzzles, with shaving on the sample."""
    part = _PARTS[2] / len(Scheme) / (len(puzzles) + len(sample))
    done = 0
    for column, some in ((PLAIN, puzzles), (SHAVING, sample)):
        decided = late = 0
        for puzzle in some:
            try:
                left = propagated(puzzle, scheme, shaving=column == SHAVING, clock=Clock(timeout))
                decided += state(left).is_decided
            except TimeoutError:
                late += 1
            done += 1
            progress(start + part * done)
        theirs = _PRINTED.get((SIMONIS, scheme, column))
        yield LiteratureFigure(scheme, column, theirs, decided / len(some), len(some), late)
