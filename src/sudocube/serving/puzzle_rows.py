"""What the page asks of the puzzle on its board; the rows are those that the commands print with `--json`.

look, read, export, examples    while it is typed, read from a text, written; puzzles to begin with
check, solutions, count         its verdict; its solutions one after the other, and how many
engines, crosscheck             which engines there are, and what several say
diagnose, rate                  why none or several, and what to change; how hard it is
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

from sudocube import examples
from sudocube.clock import Clock
from sudocube.cube import candidates_left, clashes
from sudocube.engines import Engine, Found, kept_engine
from sudocube.engines.registry import FAMILIES
from sudocube.engines.stored_answers import STORED
from sudocube.errors import FormatError, InputError, UndecidedError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle
from sudocube.rating import rate
from sudocube.report.board_pictures import svg
from sudocube.report.crosschecks import CrosscheckReport, crosschecked_row
from sudocube.report.diagnoses import clash_rows, diagnosed_row
from sudocube.report.engine_tables import engine_row
from sudocube.report.json_rows import Row, board_row, puzzle_row
from sudocube.report.puzzle_rows import checked_row, counted_row, solved_row
from sudocube.report.ratings import Rated, level_in_words, rated_phrase, rated_row, rating_sentences
from sudocube.report.row import as_dict
from sudocube.rows import FORMATS, Entry, Style, read, read_argument
from sudocube.rows.writer import write
from sudocube.serving.page_commands import Progress
from sudocube.serving.request_fields import RefusedRequestError, RequestFields
from sudocube.verdict import Verdict
from sudocube.verdicts.checking import Checked, check, count, solutions
from sudocube.verdicts.crosschecking import crosscheck_growing, made_engines
from sudocube.verdicts.diagnosing import COUNTED_AT_MOST, Diagnosis, DiagnosisOptions, RefusedDiagnosis
from sudocube.verdicts.judging import PROVER

TEXT_AT_MOST = 60_000
"""Characters of a text that may hold puzzles; longer ones are lists, which are sent in parts."""

ENDINGS = {"line": "txt", "grid": "txt", "pencilmarks": "txt", "json": "jsonl"}
"""How a file of a format ends, where that is not the name of the format."""

EXAMPLES = (
    ("Singles are enough", "puzzles.txt", 2),
    ("A search is needed", "puzzles.txt", 10),
    ("Several solutions", "puzzles.txt", 14),
    ("No solution: a wrong clue", "broken.txt", 0),
    ("Clues that clash", "puzzles.txt", 16),
    ("4 × 4", "sizes.txt", 0),
    ("6 × 6", "sizes.txt", 1),
    ("16 × 16", "sizes.txt", 3),
)
"""Title, example, and which of its puzzles, from 0."""


def look_rows(asked: RequestFields) -> Iterator[Row]:
    """One row: the clashes of `puzzle`; with `candidates`, also what no clue rules out, cell by cell.

    Raises RefusedRequestError for a text that is not one puzzle.
    """
    puzzle = asked.puzzle()
    shape = puzzle.geometry
    row = {**board_row(puzzle), "clashes": [*map(as_dict, clash_rows(clashes(puzzle), shape))]}
    if asked.flag("candidates"):
        row["candidates"] = {
            shape.cell_name(cell): digits for cell, digits in candidates_left(puzzle).items()
        }
    yield row


def read_rows(asked: RequestFields) -> Iterator[Row]:
    """The puzzles in `text`, as `convert --json` prints them; `size` and `box` as for a puzzle.

    Raises RefusedRequestError for a text that is too long, or that is none.
    """
    text = asked.text("text", TEXT_AT_MOST)
    try:
        for index, entry in enumerate(_entries(text, asked.geometry()), 1):
            yield puzzle_row(index, entry, {})
    except InputError as error:
        raise RefusedRequestError(str(error)) from None


def _entries(text: str, geometry: Geometry | None) -> Iterator[Entry]:
    """The puzzles of a text: one text line as on the command line, several as in a file."""
    if "\n" in text.strip() or "\r" in text.strip():
        yield from read(io.BytesIO(text.encode("utf-8", "replace")), "text", geometry=geometry)
        return
    for entry in read_argument(text.strip(), 1, geometry=geometry):
        fault = entry.error
        if fault is not None:
            fault = FormatError("text", 1, fault.column, found=fault.found, expected=fault.expected)
        yield replace(entry, source="text:1", error=fault)


def export_rows(asked: RequestFields) -> Iterator[Row]:
    """A row for each format: the text of `puzzle` in it, or why the format cannot hold it.

    After them the row of `convert --json`, and the picture. Raises RefusedRequestError for a text that is not
    one puzzle.
    """
    puzzle = asked.puzzle()
    for name, about in FORMATS.items():
        try:
            yield _export_row(name, about, write(puzzle, Style.named(name)))
        except UnsupportedError as refused:
            yield _export_row(name, about, None, str(refused))
    row = puzzle_row(1, Entry("argument:1", puzzle, None, Style()), {})
    yield _export_row(
        "json", "the row of convert --json: cells, and the shape of the boxes", json.dumps(row) + "\n"
    )
    yield _export_row("svg", "a picture, for light pages and for dark ones", svg(puzzle) + "\n")


def _export_row(name: str, about: str, text: str | None, error: str | None = None) -> Row:
    file = f"puzzle.{ENDINGS.get(name, name)}"
    return {"format": name, "about": about, "file": file, "text": text, "error": error}


def example_rows(asked: RequestFields) -> Iterator[Row]:
    """A row for each example to begin with: its title, and the puzzle."""
    del asked  # there is nothing to ask
    for title, name, number in EXAMPLES:
        yield {"title": title, **board_row(examples.puzzles(name)[number])}


VERDICT_SECONDS = 10.0
"""After this time the verdict is `unknown`."""


def check_rows(asked: RequestFields) -> Iterator[Row]:
    """One row: the verdict on `puzzle`, by the engine that `check` takes where none is named.

    Raises RefusedRequestError for a text that is not one puzzle.
    """
    yield as_dict(checked_row(check(asked.puzzle(), timeout=VERDICT_SECONDS)))


LISTED = 1_000
"""How many solutions are listed, unless the page asks for another number."""

LISTED_AT_MOST = 10_000
"""The most solutions that one request can list."""

TOGETHER_AT_MOST = 100
"""The most solutions of one row. The first row has one, so that the page shows it at once."""

COUNTED = 1_000_000
"""How far solutions are counted, unless the page asks for another limit."""

COUNTED_FARTHEST = 1_000_000_000
"""The farthest limit that a page can ask for."""

SECONDS = 20
"""How long a command has, unless the page asks for another limit."""

SECONDS_AT_MOST = 120
"""The longest limit that a page can ask for."""


def solution_rows(asked: RequestFields) -> Iterator[Row]:
    """Solutions in the order in which the engine finds them, and whether there are others.

    Fields: `puzzle`; `limit`, how many are listed; `seconds`. The rows are those of `sudocube solve --json`,
    each with the next solutions, and at the end one of `sudocube count --json`. A list cannot begin in the
    middle: the order of the solutions need not be the same in another run.

    Raises RefusedRequestError for fields that do not fit.
    """
    puzzle = asked.puzzle()
    limit = asked.number("limit", 1, LISTED_AT_MOST, LISTED)
    seconds = asked.number("seconds", 1, SECONDS_AT_MOST, SECONDS)
    entry = Entry("argument:1", puzzle, None, Style())
    batch: list[Grid] = []
    count, size, is_exact, reason = 0, 1, True, None
    with closing(solutions(puzzle, timeout=seconds)) as found:
        try:
            for grid in found:
                if count == limit:
                    is_exact = False
                    break
                count += 1
                batch.append(grid)
                if len(batch) == size:
                    yield as_dict(solved_row(1, entry, batch))
                    batch, size = [], min(size * 2, TOGETHER_AT_MOST)
        except UndecidedError as error:
            is_exact, reason = False, str(error)
    if batch:
        yield as_dict(solved_row(1, entry, batch))
    yield as_dict(counted_row(_listed(puzzle, count, is_exact, reason)))


def _listed(puzzle: Puzzle, count: int, is_exact: bool, reason: str | None) -> Checked:
    """That so many solutions were found, as a result that has a row."""
    verdict = Found(count=count, exhausted=is_exact).verdict
    return Checked(1, "argument:1", puzzle, verdict, reason=reason, count=count, exhausted=is_exact)


FIRST_ROUND, GROWTH = 1_000, 10
"""To how many solutions the first round counts, and how many times farther each that follows."""


def count_rows(asked: RequestFields) -> Iterator[Row]:
    """The number of solutions as far as it is known, again and again, in the form of `sudocube count --json`.

    Fields: `puzzle`, `limit`, `seconds`. The last row is the result. No row has a smaller number than the one
    before.

    Raises RefusedRequestError for fields that do not fit.
    """
    puzzle = asked.puzzle()
    limit = asked.number("limit", 1, COUNTED_FARTHEST, COUNTED)
    seconds = asked.number("seconds", 1, SECONDS_AT_MOST, SECONDS)
    clock, best, most, is_over = Clock(seconds), 0, min(FIRST_ROUND, limit), False
    while not is_over:
        found = count(puzzle, limit=most, timeout=clock.timeout_left)
        best, is_late = max(best, found.number), not found.exact and found.number < most
        reason = f"out of time after {seconds:g} s" if is_late else None
        yield as_dict(counted_row(_listed(puzzle, best, found.exact, reason)))
        is_over, most = found.exact or is_late or most == limit, min(most * GROWTH, limit)


QUICK_FIRST = ("kernel", "sat", "cpsat", "phases")
"""The engines that `crosscheck` asks where none are named, those that are mostly quick before the others."""


def engine_rows(asked: RequestFields) -> Iterator[Row]:
    """The row of each family of engines that a page can ask, as `sudocube engines --json` prints it.

    Programs and functions of others are not among them, and neither are stored answers.
    """
    for family in FAMILIES:
        if not family.is_outside and family.name != STORED:
            yield as_dict(engine_row(family))


def crosscheck_rows(asked: RequestFields) -> Iterator[Row | Progress]:
    """The row of the puzzle after each engine's answer, in the form of `sudocube crosscheck --json`.

    Fields: `puzzle`; `engines`, by default those that `crosscheck` asks and that take the puzzle, the quick
    ones first; `prove`; `seconds` for each engine. Between the rows, Progress names the engine that is asked
    next. The last but one row is the whole result, and the last one the summary, with what became of each
    engine's answer. Raises RefusedRequestError for fields that do not fit.
    """
    puzzle = asked.puzzle()
    engines = _chosen_engines(asked, puzzle)
    prove = asked.flag("prove")
    seconds = asked.number("seconds", 1, SECONDS_AT_MOST, SECONDS)
    names = [one.name for one in engines]
    names += [PROVER] * (prove and PROVER not in names)
    growing = crosscheck_growing(puzzle, engines=engines, timeout=seconds, prove=prove)
    for done, name in enumerate(names):
        yield Progress(done, len(names), name)
        found = next(growing)
        yield as_dict(crosschecked_row(found))
    report = CrosscheckReport([one.name for one in engines])
    report.add(found)
    yield as_dict(report.last_row(sum(answer.seconds for answer in found.answers.values())))


def _chosen_engines(asked: RequestFields, puzzle: Puzzle) -> list[Engine]:
    """The engines to ask, in this order. Raises RefusedRequestError where two names are one engine."""
    if asked.has("engines"):
        try:
            return made_engines(asked.engines("engines"), make=kept_engine)
        except UnsupportedError as error:
            raise RefusedRequestError(f"engines: {error}") from None
    made = made_engines(QUICK_FIRST, make=kept_engine)
    return [one for one in made if one.traits.supports(puzzle)]


DIAGNOSIS_SECONDS = 10
"""How long each diagnosis has, unless the page asks for another limit."""

LIMIT_AT_MOST = 100_000
"""The most solutions that are counted digit by digit."""

CELLS_AT_MOST = 2_048
"""Characters of a solution, with blanks between its cells."""

LOOKED_FOR = {
    Verdict.NONE: "looking for a smallest conflict",
    Verdict.MULTIPLE: "looking for the fewest further clues",
}
"""What a thorough diagnosis does besides, by the verdict that calls for it."""


def diagnosis_rows(asked: RequestFields) -> Iterator[Row | Progress]:
    """The row of `sudocube diagnose --json`; with `thorough`, another one with what takes longer.

    Fields: `puzzle`; `thorough`, whether a smallest conflict is looked for, or the fewest further clues;
    `solution`, the one that these clues are to leave; `limit`, how far solutions are counted; `seconds` for
    each of the two. There is one row if the first says all: the puzzle is unique or undecided.

    Raises RefusedRequestError for fields that do not fit.
    """
    entry = Entry("argument:1", asked.puzzle(), None, Style())
    limit = asked.number("limit", 2, LIMIT_AT_MOST, COUNTED_AT_MOST)
    seconds = asked.number("seconds", 1, SECONDS_AT_MOST, DIAGNOSIS_SECONDS)
    is_thorough = asked.flag("thorough")
    chosen = asked.text("solution", CELLS_AT_MOST) if asked.has("solution") else None
    found = _diagnosed(entry, DiagnosisOptions(solution=chosen, limit=limit, timeout=seconds))
    yield as_dict(diagnosed_row(1, entry, found))
    if is_thorough and found.verdict in LOOKED_FOR:
        yield Progress(1, 2, LOOKED_FOR[found.verdict])
        options = DiagnosisOptions(True, True, chosen, limit, seconds)
        yield as_dict(diagnosed_row(1, entry, _diagnosed(entry, options)))


def _diagnosed(entry: Entry, options: DiagnosisOptions) -> Diagnosis:
    """The diagnosis; RefusedRequestError for a chosen solution that does not solve the puzzle."""
    found = options(entry)
    assert found is not None  # the entry has a puzzle
    if isinstance(found, RefusedDiagnosis) and options.solution is not None:
        raise RefusedRequestError(f"solution: {found.reason}")
    return found


def rating_rows(asked: RequestFields) -> Iterator[Row]:
    """The row of `rate --json` for `puzzle`; then `difficulty`, a few words, and `sentences` on each measure.

    A puzzle that does not have one solution has no sentences. Another field is `seconds`.

    Raises RefusedRequestError for fields that do not fit, and UnsupportedError for pencilmarks and for sizes
    above 16.
    """
    puzzle = asked.puzzle()
    found = rate(puzzle, timeout=asked.number("seconds", 1, SECONDS_AT_MOST, SECONDS))
    yield as_dict(rated_row(Rated(1, Entry("argument:1", puzzle, None, Style()), found)))
    words = "".join(rated_phrase(found)) if found.level is None else level_in_words(found.level)
    sentences = [{"heading": heading, "text": text} for heading, text in rating_sentences(found)]
    yield {"difficulty": words, "sentences": sentences}
