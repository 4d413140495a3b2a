"""What the page asks of puzzles; the rows are those that the commands print with `--json`.

look, read, export, examples    while it is typed, read from a text, written; puzzles to begin with
check, solutions, count         its verdict; its solutions one after the other, and how many
engines, crosscheck             which engines there are, and what several say
diagnose, rate                  why none or several, and what to change; how hard it is
list                            the verdicts on all puzzles of a file
form, make, sheet               puzzles made as `generate` makes them: the form, one, a page to print
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import fields
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Annotated, Any

from msgspec import Meta

from sudocube import examples
from sudocube.cube import candidates_left, clashes
from sudocube.engines import Found, kept_engine
from sudocube.engines.own_engines import STORED
from sudocube.engines.registry import FAMILIES
from sudocube.errors import InputError, NotGeneratedError, SudocubeError, UndecidedError, UnsupportedError
from sudocube.generation.generating import generate_planned
from sudocube.generation.plan import NINE, GenerationPlan
from sudocube.geometry import Geometry
from sudocube.plan_fields import fields_of, schema_of_plan
from sudocube.puzzle import Puzzle
from sudocube.rating import rate
from sudocube.report.checks import CheckReport
from sudocube.report.document import Drawing, PageHead, svg
from sudocube.report.made import PER_PAGE, sheet, shortfall_in_words
from sudocube.report.ratings import level_in_words, rated_phrase, rating_sentences
from sudocube.report.row import PlainRow, PuzzleRow, as_dict, board_row, json_text, row_of, row_type
from sudocube.report.verdicts import CrosscheckReport
from sudocube.rows import FORMATS, Entry, Style
from sudocube.rows.batch import LostRows, Rows
from sudocube.rows.columns import Reading
from sudocube.rows.opening import open_rows, read
from sudocube.rows.source import Source
from sudocube.rows.writer import write
from sudocube.serving.page_commands import Progress, RefusedRequestError, known, read_field
from sudocube.verdict import Verdict
from sudocube.verdicts import batches
from sudocube.verdicts.checking import COUNTED, COUNTED_AT_MOST, SOLVED, Checked, check, count, solutions
from sudocube.verdicts.crosschecking import crosscheck_growing, made_engines
from sudocube.verdicts.diagnosing import diagnosed
from sudocube.verdicts.judging import PROVER

Text = Annotated[str, Meta(max_length=60_000)]
"""A text that may hold puzzles, clauses or certificates; longer ones are lists, which are uploaded."""

Seconds = Annotated[int, Meta(ge=1, le=120)]
Solution = Annotated[str, Meta(max_length=2_048)]
Names = Annotated[list[str], Meta(min_length=1, max_length=32)]

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


def look_rows(puzzle: Puzzle, candidates: bool = False) -> Iterator[PlainRow]:
    """One row: the clashes; with `candidates`, also what no clue rules out, cell by cell."""
    name = puzzle.geometry.cell_name
    row = {**board_row(puzzle), "clashes": [as_dict(row_of(one)) for one in clashes(puzzle)]}
    if candidates:
        row["candidates"] = {name(cell): digits for cell, digits in candidates_left(puzzle).items()}
    yield row


def read_rows(text: Text, geometry: Geometry | None) -> Iterator[PlainRow]:
    """The puzzles in a text, as `convert --json` prints them. Raises what `read` raises."""
    for index, entry in enumerate(read(io.BytesIO(text.encode()), "text", geometry=geometry), 1):
        yield as_dict(row_of(PuzzleRow, entry, index=index))


def export_rows(puzzle: Puzzle) -> Iterator[PlainRow]:
    """A row for each format: the text of the puzzle in it, or why the format cannot hold it.

    After them the row of `convert --json`, and the picture.
    """
    texts: dict[str, tuple[str, Callable[[], str]]]
    texts = {name: (about, partial(write, puzzle, Style.named(name))) for name, about in FORMATS.items()}
    in_json = partial(json_text, [row_of(PuzzleRow, _entry(puzzle), index=1)])
    texts["json"] = "the row of convert --json: cells, and the shape of the boxes", in_json
    texts["svg"] = "a picture, for light pages and for dark ones", lambda: svg(Drawing(puzzle)) + "\n"
    for name, (about, text) in texts.items():
        row = {"format": name, "about": about, "file": f"puzzle.{ENDINGS.get(name, name)}"}
        try:
            yield {**row, "text": text(), "error": None}
        except UnsupportedError as refused:
            yield {**row, "text": None, "error": str(refused)}


def _entry(puzzle: Puzzle) -> Entry:
    """The puzzle as the only one of a command line."""
    return Entry("argument:1", puzzle, None, Style())


def example_rows() -> Iterator[PlainRow]:
    """A row for each example to begin with: its title, and the puzzle."""
    for title, name, number in EXAMPLES:
        yield {"title": title, **board_row(examples.puzzles(name)[number])}


SECONDS, SOLUTION_SECONDS = 10.0, 20.0
"""After this time a verdict is `unknown`, alone and in a list; and solutions are not looked for any more."""


def check_rows(puzzle: Puzzle) -> Iterator[PlainRow]:
    """One row: the verdict, by the engine that `check` takes where none is named."""
    yield as_dict(row_of(check(puzzle, timeout=SECONDS)))


def solution_rows(puzzle: Puzzle, limit: Annotated[int, Meta(ge=1, le=10_000)] = 1_000) -> Iterator[PlainRow]:
    """Solutions in the order in which the engine finds them, and whether there are others.

    The rows are those of `sudocube solve --json`, each with the next solution, and at the end one of
    `sudocube count --json`. A list cannot begin in the middle: the order of the solutions need not be the
    same in another run.
    """
    listed, is_exact, reason = 0, False, None
    with closing(solutions(puzzle, timeout=SOLUTION_SECONDS)) as found:
        try:
            for grid in islice(found, limit):
                listed += 1
                kind = row_type(Checked, in_row=SOLVED)
                yield as_dict(row_of(kind, _entry(puzzle), index=1, solutions=[grid]))
            is_exact = next(found, None) is None
        except UndecidedError as error:
            reason = str(error)
    yield _count_row(puzzle, listed, is_exact, reason)


def _count_row(puzzle: Puzzle, number: int, is_exact: bool, reason: str | None) -> PlainRow:
    """The row of `count --json`: so many solutions were found."""
    verdict = Found(count=number, exhausted=is_exact).verdict
    found = Checked(1, "argument:1", puzzle, verdict, reason=reason, count=number, exhausted=is_exact)
    return as_dict(row_of(row_type(Checked, in_row=COUNTED), found))


def count_rows(puzzle: Puzzle) -> Iterator[PlainRow]:
    """The number of solutions, as far as they are counted, in the form of `sudocube count --json`."""
    found = count(puzzle, limit=COUNTED_AT_MOST, timeout=SOLUTION_SECONDS)
    is_late = not found.exact and found.number < COUNTED_AT_MOST
    reason = f"out of time after {SOLUTION_SECONDS:g} s" if is_late else None
    yield _count_row(puzzle, found.number, found.exact, reason)


QUICK_FIRST = ("kernel", "sat", "cpsat", "phases")
"""The engines that `crosscheck` asks where none are named, those that are mostly quick before the others."""


OURS = [one for one in FAMILIES if not one.is_outside and one.name != STORED]
"""The families that a page can ask: no programs and functions of others, and no stored answers."""


def engine_of_page(name: str) -> str:
    """The name of an engine that a page can ask. Raises RefusedRequestError for any other one.

    Another name never reaches the registry of engines: it could start a program (`command:`,
    `sat:@command:`), import a function (`python:`), open a file (`sat:mine.toml`), or run an engine of
    another package.
    """
    return known("engines", name, [one.name for one in OURS])


def engine_rows() -> Iterator[PlainRow]:
    """The row of each family of engines that a page can ask, as `sudocube engines --json` prints it."""
    for family in OURS:
        yield as_dict(row_of(family))


def crosscheck_rows(
    puzzle: Puzzle, engines: Names | None = None, prove: bool = False
) -> Iterator[PlainRow | Progress]:
    """The row of the puzzle after each engine's answer, in the form of `sudocube crosscheck --json`.

    `engines` are by default those that `crosscheck` asks and that take the puzzle, the quick ones first; each
    has `SOLUTION_SECONDS`. Between the rows, Progress names the engine that is asked next. The last but one
    row is the whole result, and the last one the summary, with what became of each engine's answer.
    Raises RefusedRequestError for names of other engines, UnsupportedError where two names are one engine.
    """
    chosen = [engine_of_page(name) for name in engines or ()]
    made = made_engines([*dict.fromkeys(chosen or QUICK_FIRST)], make=kept_engine)
    made = [one for one in made if engines or one.traits.supports(puzzle)]
    asked = [one.name for one in made]
    asked += [PROVER] * (prove and PROVER not in asked)
    growing = crosscheck_growing(puzzle, engines=made, timeout=SOLUTION_SECONDS, prove=prove)
    for done, name in enumerate(asked):
        yield Progress(done, len(asked), name)
        found = next(growing)
        yield as_dict(row_of(found))
    report = CrosscheckReport([one.name for one in made])
    report.add(found)
    yield as_dict(report.last_row(sum(answer.seconds for answer in found.answers.values())))


def diagnosis_rows(puzzle: Puzzle, solution: Solution | None = None) -> Iterator[PlainRow | Progress]:
    """The row of `sudocube diagnose --json`; then another one with what takes longer, `--repair`.

    `solution` is the one that further clues are to leave; each of the two rows has `SECONDS`. There is one
    row if the first says all: there are not several solutions. Raises RefusedRequestError for a solution
    that does not solve the puzzle.
    """
    for is_thorough in (False, True):
        found = diagnosed(_entry(puzzle), repair=is_thorough, solution=solution, timeout=SECONDS)
        if found.is_left_out and solution is not None:
            raise RefusedRequestError(f"solution: {found.reason}")
        yield as_dict(row_of(found, found.why))
        if found.verdict is not Verdict.MULTIPLE:
            return
        if not is_thorough:
            yield Progress(1, 2, "looking for the fewest further clues")


def rating_rows(puzzle: Puzzle) -> Iterator[PlainRow]:
    """The row of `rate --json`; then `difficulty`, a few words, and `sentences` on each measure.

    A puzzle that does not have one solution has no sentences. Raises UnsupportedError for pencilmarks and for
    sizes above 16.
    """
    found = rate(puzzle, timeout=SOLUTION_SECONDS)
    yield as_dict(row_of(_entry(puzzle), found))
    words = "".join(rated_phrase(found)) if found.level is None else level_in_words(found.level)
    sentences = [{"heading": heading, "text": text} for heading, text in rating_sentences(found)]
    yield {"difficulty": words, "sentences": sentences}


PUZZLES_AT_MOST = 200_000
"""How many puzzles of a list a page gets: it keeps them all, to sort them."""


def list_rows(
    upload: bytes,
    geometry: Geometry | None,
    name: Annotated[str, Meta(max_length=255)] = "list",
    most: int = PUZZLES_AT_MOST,
) -> Iterator[PlainRow | Progress]:
    r"""The rows of `check --json` for a list, as they are decided, with how much was read; then the summary.

    `name` is what the rows call the list. Of more than `most` puzzles, the first ones have rows and a
    summary.

    Raises InputError for a text without any puzzle, for what is no text, and for what cannot be read to its
    end; UnavailableError where the reader of Zstandard is not installed; and after the summary
    UnsupportedError where there are more puzzles.

    >>> _, *rows, last = list_rows(b"1.....2..3.....4\n11..............\n", None)
    >>> [str(row["verdict"]) for row in rows], last["summary"]["puzzles"]
    (['unique', 'none'], 2)
    """
    start, report, stream = perf_counter(), CheckReport(), io.BytesIO(upload)
    reading = Reading(fixed=geometry, box_given=geometry is not None)
    _, items = open_rows(Source(name, stream=stream), reading)

    def read_batches() -> Iterator[Rows]:
        for item in items:
            if isinstance(item, LostRows):
                raise InputError(name, item.message)
            if isinstance(item, Rows):
                yield item

    left = most
    with closing(batches.check_rows(read_batches(), timeout=SECONDS, jobs=1)) as results:
        for result in results:
            yield Progress(stream.tell(), len(upload), "bytes")
            taken = result.part(0, left) if len(result) > left else result
            report.add(taken)
            yield from map(as_dict, report.rows(taken))
            left -= len(result)
            if left < 0:
                break
    if not report.verdicts:
        raise InputError(name, "no puzzle in it")
    yield as_dict(report.last_row(perf_counter() - start))
    if left < 0:
        raise UnsupportedError(
            f"{name}: these are the first {most:,} puzzles, and there are more; the page takes no more of one"
            f" list. On the command line, `sudocube check` takes any number"
        )


Wishes = dict[str, Any]
"""Fields of a plan, as JSON has them."""

BOARDS = {"pattern", "given", "near"}
"""Fields that hold a puzzle from which the new one is made."""


def _asked(wishes: Wishes, geometry: Geometry | None, count: int) -> tuple[GenerationPlan, dict[str, Puzzle]]:
    """The plan that a request asks for, and the puzzles from which the new ones are made.

    `wishes` are fields of a plan as JSON has them: `seed` and `first_index` make the same puzzles again;
    ranges are texts such as "1-2"; of `pattern`, a puzzle as `given` and `near` are, only the cells count
    that hold clues.

    Raises RefusedRequestError for fields that do not fit, or do not go together, UnsupportedError for what
    cannot be asked for at once, and ImpossibleError for what is known not to exist.
    """
    boards = {name: read_field(name, wishes[name], Puzzle, geometry) for name in wishes.keys() & BOARDS}
    geometry = geometry or next((board.geometry for board in boards.values()), NINE)
    taken = {name: wishes[name] for name in fields_of(GenerationPlan).keys() & wishes.keys()}
    taken |= {"seed": wishes.get("seed", 0), **boards, "count": count, "geometry": geometry}
    if "pattern" in boards:
        taken["pattern"] = frozenset(boards["pattern"].clues)
    try:
        return GenerationPlan(**taken), boards
    except (TypeError, ValueError) as error:
        raise error if isinstance(error, SudocubeError) else RefusedRequestError(str(error)) from None


def _command(plan: GenerationPlan, boards: dict[str, Puzzle], **more: str) -> str:
    """The command line that makes the same puzzles; boards are written with dots: no shell reads these."""
    shape, usual = plan.geometry, {one.name: one.default for one in fields(plan)}
    options: dict[str, object] = {}
    for name, one in fields_of(GenerationPlan).items():
        value = boards.get(name, getattr(plan, name))
        if value != usual[name]:
            options[max(one.flags or (f"--{name.replace('_', '-')}",), key=len)] = value
    options |= {f"--{name.replace('_', '-')}": value for name, value in more.items()}
    words = [
        f"{flag}={','.join(value) if type(value) is tuple else value}"
        for flag, value in options.items()
        if value
    ]
    words += [f"--box {shape.box_name}"] * (shape != NINE)
    return " ".join(["sudocube", "generate", *words])


def form_rows() -> Iterator[PlainRow]:
    """One row: the JSON Schema of a plan, from which the page makes its form."""
    yield schema_of_plan(GenerationPlan)


def made_rows(plan: Wishes, geometry: Geometry | None, seconds: Seconds = 30) -> Iterator[PlainRow]:
    """The row of one puzzle, as `sudocube generate --json` prints it, and one with the `command` for it.

    Raises what `_asked` and `generate_planned` raise, NotGeneratedError where none was found in time, and
    EngineError where the puzzle is not confirmed.
    """
    asked, boards = _asked(plan, geometry, 1)
    [made] = generate_planned(asked, jobs=1, timeout=seconds)
    yield as_dict(row_of(made))
    yield {"command": _command(asked, boards)}


def sheet_rows(
    plan: Wishes,
    geometry: Geometry | None,
    seconds: Seconds = 30,
    count: Annotated[int, Meta(ge=1, le=60)] = 1,
    per_page: str = "",
) -> Iterator[PlainRow | Progress]:
    """One row: the sheet as `html`, how many `puzzles` it has, and the `command` that writes the same.

    Where tries or time ran out, `shortfall` says so, and the sheet has the puzzles before; else it is null.
    `count` is how many puzzles, and `per_page` how many stand on a sheet of paper. Raises what `made_rows`
    raises, NotGeneratedError only where not even the first puzzle was found.
    """
    asked, boards = _asked(plan, geometry, count)
    on_paper = int(known("per_page", per_page, [*map(str, PER_PAGE)])) if per_page else None
    made, shortfall = [], None
    try:
        for one in generate_planned(asked, jobs=1, timeout=seconds):
            made.append(one)
            yield Progress(len(made), count, "puzzles")
    except NotGeneratedError as error:
        if not made:
            raise
        shortfall = shortfall_in_words(len(made), count, str(error))
    command = _command(asked, boards, html="sheet.html", per_page=per_page)
    html = sheet(made, on_paper, PageHead("Sudoku", command), len(made))
    yield {"html": html, "puzzles": len(made), "shortfall": shortfall, "command": command}
