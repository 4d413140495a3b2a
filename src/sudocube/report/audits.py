"""What an audit says, in one document: the verdict, what is wrong by severity, figures, examples.

What is shown is always the summary of an `Audit`: the plain object that `sudocube audit --json` prints. The
page can be published as it is: it loads nothing, and equal audits give equal pages, as there is no date in
them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any

from sudocube.auditing.flaws import FLAWS, Severity
from sudocube.auditing.summary import Summary as Summary  # for its schema
from sudocube.auditing.summary import place_of
from sudocube.errors import PuzzleError
from sudocube.file_names import shortest_ends
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle, differing_cells
from sudocube.report.checks import verdict_boards
from sudocube.report.document import Boards, Drawing, PageHead, Section, Sentence, Table, Tone, Toned
from sudocube.report.words import counted, listed, named_clashes, sentence, texts
from sudocube.verdict import Verdict
from sudocube.verdicts.stored_answers import grid_in

if TYPE_CHECKING:
    from sudocube.auditing.run import Audit

Facts = Mapping[str, Any]
"""A `Summary`, or an object in it."""

_TONES = {Severity.SEVERE: Tone.BAD, Severity.MINOR: Tone.SEVERAL, Severity.OPEN: Tone.OPEN}

_VERDICTS = {"unique": "one", "multiple": "several", "none": "none", "unknown": "undecided"}
"""What the verdicts are called here, where nobody may know the words of this package."""


def audit_document(audit: Audit, *, most: int | None = 0) -> list[Sentence | Section]:
    """An audit: the verdict, what is wrong, figures, and at most `most` examples of each flaw.

    With none of them, there are no figures of clues and the like either.
    """
    short = with_short_names(audit.summary)
    said = (Toned(f"{full_title(short)}: ", Tone.STRONG), Toned(headline(short), tone(short)))
    first = [said, *((sentence,) for sentence in lead(short))]
    return [*(Sentence(words, hanging=0) for words in first), *_sections(short, most)]


def audit_page(summary: Facts, command: str) -> str:
    """The page for an audit, which says the same; `command` is the command line that repeats it."""
    short, said = with_short_names(summary), texts("pages")["audit"]
    return PageHead(full_title(short), command).page(
        _sections(short, None),
        kind="Audit of a Sudoku data set",
        headline=sentence(headline(short)),
        tone=tone(short),
        lead=[*lead(short)],
        method=said["method"],
        words=[*said["words"].items()],
    )


def _sections(summary: Facts, most: int | None) -> list[Section]:
    """What stands below the verdict; see `audit_document`."""
    found = {title: [table] for title, table in _tables(summary, in_full=most != 0) if table.rows}
    told = [f"{file['name']}: {line}" for file in summary["files"] for line in file["told"]]
    files = {} if most == 0 else {"Files": [Sentence((line,), wraps=False) for line in told]}
    drawn = [Section((Toned(title, Tone.STRONG),), blocks) for title, blocks in (found | files).items()]
    return drawn + [_finding(summary, kind, most) for kind in summary["flaws"] if most != 0]


# names of files


def full_title(summary: Facts) -> str:
    """The names of the files of the data set, and of those that it is compared with."""
    files = summary["files"]
    names = ([file["name"] for file in files if file["against"] is one] for one in (False, True))
    return ", compared with ".join(listed_files(some) for some in names if some)


def listed_files(names: Sequence[str]) -> str:
    """Names of files, of which many are only counted.

    >>> listed_files(["a.csv", "b.csv"]), listed_files([f"{number}.csv" for number in range(20)])
    ('a.csv and b.csv', '0.csv, 1.csv and 18 more files')
    """
    return listed(names if len(names) <= 3 else [*names[:2], f"{len(names) - 2:,} more files"])


def with_short_names(summary: Facts) -> Facts:
    """The summary with each file called by the end of its name, as long as it takes to tell them apart.

    Who publishes an audit does not want to publish the folders of a machine.
    """
    names = [file["name"] for file in summary["files"]]
    text = json.dumps(summary)
    for name, end in sorted(zip(names, shortest_ends(names), strict=True), key=lambda one: -len(one[0])):
        if name != end:
            text = text.replace(json.dumps(name)[1:-1], json.dumps(end)[1:-1])
    found: Facts = json.loads(text)
    return found


# the verdict


def tone(summary: Facts) -> Tone:
    """How the whole is to be taken: by the worst that is found; what was lost is severe."""
    if summary["lost"]:
        return Tone.BAD
    return next((_TONES[one] for one in Severity if summary[f"{one}_rows"]), Tone.GOOD)


def headline(summary: Facts) -> str:
    """The verdict on the data set, in a sentence without its name."""
    rows = summary["rows"]
    if not rows:
        return "no rows were read"
    severe, minor, undecided = (summary[f"{kind}_rows"] for kind in Severity)
    found = {"with a severe flaw": severe, "with a minor flaw": minor, "undecided": undecided}
    said = [counted(rows, "row") + " that could be read" * bool(summary["lost"])]
    said += ["none with a flaw"] * (not severe + minor)
    said += [f"{some:,} {how} ({share_in_words(some, rows)})" for how, some in found.items() if some]
    return ", ".join(said)


def lead(summary: Facts) -> Iterator[str]:
    """What stands below the headline: what was lost, which rows are sound, what is compared by its text."""
    yield from lost_in_words(summary)
    if rows := summary["rows"]:
        yield f"Sound, that is decided and without a severe flaw: {_rows(summary['sound_rows'], rows)}."
    for one in summary["split_overlap"]:
        if one["left"]:
            (left, other), rows = one["splits"], counted(one["left"], "row")
            yield f"Left out of split {left}, as their classes stand in split {other}: {rows}."
    if without := summary["without_form"]:
        why = "of other sizes than 9×9, given as pencilmarks, or too symmetric"
        yield f"Compared by their text alone: {counted(without, 'puzzle')} {why}."


def lost_in_words(summary: Facts) -> Iterator[str]:
    """What could not be read, in a sentence for each loss."""
    for lost in summary["lost"]:
        rows = "an unknown number of rows" if lost["rows"] is None else counted(lost["rows"], "row")
        yield f"{lost['file']}: {rows} could not be read: {lost['message']}"


def _rows(some: int, whole: int) -> str:
    return f"{counted(some, 'row')} ({share_in_words(some, whole)})"


def share_in_words(part: int, whole: int) -> str:
    """A share in per cent with two digits that count; it is 0% and 100% only if it is that exactly.

    >>> [share_in_words(part, 3_000_000) for part in (0, 1, 4096, 1_000_000, 2_999_999, 3_000_000)]
    ['0%', '0.000033%', '0.14%', '33%', '99.999967%', '100%']
    """
    if not part or part == whole:
        return "100%" if part else "0%"
    percent = 100 * part / whole
    rest = min(percent, 100 - percent)  # what is near 100 is told as exactly as what is near 0
    places = max(0, 1 - math.floor(math.log10(rest)))
    return f"{percent:.{places}f}%"


# figures


def _tables(summary: Facts, *, in_full: bool) -> Iterator[tuple[str, Table]]:
    """How many rows there are of what: flaws, verdicts, answers, the same again; `in_full` all else, too."""
    rows, puzzles, wrong = summary["rows"], summary["rows"] - summary["malformed"], []
    for kind, number in summary["flaws"].items():
        severity = Toned(FLAWS[kind].severity, _TONES[FLAWS[kind].severity])
        first = "".join(place_of(one) for one in summary["examples"].get(kind, [])[:1])
        title = Toned(FLAWS[kind].title, Tone.STRONG)
        wrong.append((title, f"{number:,}", share_in_words(number, rows), severity, first))
    yield "What is wrong", Table(("flaw", "rows", "share", "severity", "first row"), wrong)
    verdicts = {name: summary["verdicts"][verdict] for verdict, name in _VERDICTS.items()}
    yield "Verdicts", _shares("solutions", verdicts, rows)
    yield "Stored answers", _shares("answer", summary["answers"], rows)
    again = [("in the data set", summary["exact_duplicates"], summary["isomorphic_duplicates"])]
    for one in (*summary["split_overlap"], *summary["overlap"]):
        again.append((" in ".join(one.get("splits") or one["files"]), one["exact"], one["isomorphic"]))
    doubles = [(who, f"{exact:,}", f"{every:,}") for who, exact, every in again]
    how = "Duplicates (moved: rows, columns or digits exchanged)"
    yield how, Table(("rows again", "as they stand", "or moved"), doubles)
    if not in_full:
        return
    yield "Malformed rows", _shares("reason", summary["malformed_by_reason"], rows)
    yield "Clues", _shares("clues", summary["clues"], puzzles, by_rows=False)
    if ratings := summary["ratings"]:
        yield "Ratings", Table([*ratings], [[f"{number:,.4g}" for number in ratings.values()]])
    yield "Labels", _shares("label", summary["labels"], rows)


def _shares(heading: str, numbers: Mapping[str, int] | None, whole: int, *, by_rows: bool = True) -> Table:
    """Numbers of rows, without zeros, each with its share of the whole; the most frequent first."""
    some = [(name.replace("_", " "), number) for name, number in (numbers or {}).items() if number]
    if by_rows:
        some.sort(key=lambda one: -one[1])
    cells = [(name, f"{number:,}", share_in_words(number, whole)) for name, number in some]
    return Table((heading, "rows", "share"), cells)


# examples


def _finding(summary: Facts, kind: str, most: int | None) -> Section:
    """A kind of flaw: what it means, what can be done, and examples."""
    flaw, examples = FLAWS[kind], summary["examples"].get(kind, [])[:most]
    title = Toned(flaw.title, _TONES[flaw.severity]), f": {_rows(summary['flaws'][kind], summary['rows'])}"
    return Section(title, [Sentence((flaw.meaning,), 2, 2), *chain.from_iterable(map(_example, examples))])


def _example(example: Facts) -> Iterator[Sentence | Boards]:
    """A row that shows a flaw: its place, what is wrong, and boards; pencilmarks have none."""
    place, puzzle = place_of(example) + (f" ({example['id']})" if example["id"] else ""), None
    with suppress(PuzzleError):
        puzzle = Puzzle(example["puzzle"] or "", Geometry.of_box(example["box"]) if example["box"] else None)
    says = "; ".join([example["message"], *(named_clashes(puzzle) if puzzle else ())])
    yield Sentence((Toned(place, Tone.STRONG), f": {says}"), 2)
    if puzzle and (boards := _boards(example, puzzle)):
        yield boards


def _boards(example: Facts, puzzle: Puzzle) -> Boards | None:
    """The boards that show a flaw: the row itself, two solutions, the answer beside a solution, a clash."""
    solutions = [Grid(text, puzzle.geometry) for text in example["solutions"]]
    if example["kind"] == "several_solutions" or not solutions:
        return verdict_boards(puzzle, Verdict.MULTIPLE, solutions)
    with suppress(PuzzleError):
        answer = grid_in(example["answer"] or "", puzzle.geometry)
        if other := next((grid for grid in solutions if grid != answer), None):
            pairs, marked = {"the stored answer": answer, "a solution": other}, differing_cells(answer, other)
            return Boards([Drawing(grid, name, puzzle, marked) for name, grid in pairs.items()], "differs")
    return None
