"""What an audit says, in one document: the verdict, what is wrong by severity, figures, examples.

What is shown is always the summary of an `Audit`: the plain object that `sudocube audit --json` prints. The
page can be published as it is: it loads nothing, and equal audits give equal pages, as there is no date in
them.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any

from sudocube.auditing.flaws import FLAWS, Severity
from sudocube.auditing.summary import Summary as Summary  # for its schema
from sudocube.auditing.summary import place_of
from sudocube.errors import PuzzleError
from sudocube.geometry import Geometry
from sudocube.puzzle import Grid, Puzzle, differing_cells
from sudocube.report.checks import verdict_boards
from sudocube.report.document import Block, Boards, Document, Drawing, Section, Sentence, Table, Tone, Toned
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


def audit_document(summary: Facts, *, most: int | None = None) -> Document:
    """An audit: the verdict, what is wrong, figures, and at most `most` examples of each flaw.

    With none of them, there are no figures of clues and the like either.
    """
    short = with_short_names(summary)
    said = (Toned(f"{full_title(short)}: ", Tone.STRONG), Toned(headline(short), tone(short)))
    first = [said, *((sentence,) for sentence in lead(short))]
    return [*(Sentence(words, hanging=0) for words in first), *_sections(short, most)]


def audit_in_short(audit: Audit) -> Document:
    """An audit as the command says it; for `str` and notebooks."""
    return audit_document(audit.summary, most=0)


def audit_page(summary: Facts, command: str) -> str:
    """The page for an audit, which says the same; `command` is the command line that repeats it."""
    from sudocube.report.html import PageHead, page

    short, said = with_short_names(summary), texts("pages")["audit"]
    head = PageHead(
        full_title(short),
        command,
        kind="Audit of a Sudoku data set",
        headline=sentence(headline(short)),
        tone=tone(short),
        lead=[*lead(short)],
        method=said["method"],
        words=[*said["words"].items()],
    )
    return page(_sections(short, None), head)


def columns_document(summary: Facts) -> Document:
    """What was understood of each file."""
    files = with_short_names(summary)["files"]
    return [Sentence((f"{file['name']}: {line}",), wraps=False) for file in files for line in file["told"]]


def _sections(summary: Facts, most: int | None) -> list[Section]:
    """What stands below the verdict; see `audit_document`."""
    found = [*_what_is_wrong(summary), *_figures(summary, in_full=most != 0)]
    return found if most == 0 else [*found, *(_finding(summary, kind, most) for kind in summary["flaws"])]


def _what_is_wrong(summary: Facts) -> Iterator[Section]:
    """All kinds of flaws, with their numbers of rows and a row of each, the gravest first."""
    rows = []
    for kind, number in summary["flaws"].items():
        flaw, share = FLAWS[kind], share_in_words(number, summary["rows"])
        title, severity = Toned(flaw.title, Tone.STRONG, link=_anchor(kind)), flaw.severity
        first = "".join(place_of(one) for one in summary["examples"].get(kind, [])[:1])
        rows.append((title, f"{number:,}", share, Toned(severity, _TONES[severity]), first))
    if rows:
        yield _section("What is wrong", Table(("flaw", "rows", "share", "severity", "first row"), rows))


def _anchor(kind: str) -> str:
    return f"flaw-{kind.replace('_', '-')}"


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


def shortest_ends(names: Sequence[str]) -> list[str]:
    """The ends of paths, all of as many parts as it takes for different paths to have different ends.

    >>> shortest_ends(["/data/a/x.csv", "/data/b/x.csv"]), shortest_ends(["/data/x.zip!a/x.csv"])
    (['a/x.csv', 'b/x.csv'], ['x.csv'])
    """
    parts = [re.split(r"[/\\!]+", name) for name in names]
    for length in range(1, max(map(len, parts), default=0) + 1):
        ends = ["/".join(one[-length:]) for one in parts]
        if len(set(ends)) == len(set(names)):
            return ends
    return [*names]


# the verdict


def tone(summary: Facts) -> Tone:
    """How the whole is to be taken: by the worst that is found; what was lost is severe."""
    if summary["lost"]:
        return Tone.BAD
    return next((_TONES[one] for one in Severity if summary[f"{one}_rows"]), Tone.GOOD)


def headline(summary: Facts) -> str:
    """The verdict on the data set, in a sentence without its name."""
    rows, undecided = summary["rows"], summary["open_rows"]
    found = {name: summary[f"{name}_rows"] for name in (Severity.SEVERE, Severity.MINOR)}
    said = [f"{number:,} a {name} one" for name, number in found.items() if number]
    if not rows:
        return "no rows were read"
    if said:
        how, first = next((name, number) for name, number in found.items() if number)
        share = share_in_words(first, rows)
        have = "has" if first == 1 else "have"
        said[0] = f"{first:,} of {counted(rows, 'row')} {have} a {how} flaw ({share})"
    else:
        where = "among the {} that could be read" if summary["lost"] else "in {}"
        said = [f"no flaw was found {where.format(counted(rows, 'row'))}"]
    return ", ".join([*said, *[f"{undecided:,} {_be(undecided)} undecided"] * bool(undecided)])


def lead(summary: Facts) -> Iterator[str]:
    """What stands below the headline: what was lost, which rows are sound."""
    yield from lost_in_words(summary)
    rows, sound, kept = summary["rows"], summary["sound_rows"], summary["clean_rows"]
    if rows:
        told = f"{counted(sound, 'row')} ({share_in_words(sound, rows)}) {_be(sound)} sound"
        yield f"{told}: decided, and without a severe flaw."
        if kept != sound:
            yield f"Of each puzzle only once, up to symmetry: {counted(kept, 'sound row')}."
    for one in summary["split_overlap"]:
        if rows := one["left"]:
            whose, (left, stands) = "its class stands" if rows == 1 else "their classes stand", one["splits"]
            yield f"{counted(rows, 'row')} left split {left}: {whose} in split {stands}."


def lost_in_words(summary: Facts) -> Iterator[str]:
    """What could not be read, in a sentence for each loss."""
    for lost in summary["lost"]:
        rows = "an unknown number of rows" if lost["rows"] is None else counted(lost["rows"], "row")
        yield f"{lost['file']}: {rows} could not be read: {lost['message']}"


def _be(rows: int) -> str:
    return "is" if rows == 1 else "are"


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


def _figures(summary: Facts, *, in_full: bool) -> Iterator[Section]:
    """How many rows there are of what: by verdict, by answer, the same ones; `in_full` all else, too."""
    rows, puzzles = summary["rows"], summary["rows"] - summary["malformed"]
    if puzzles:
        verdicts = {name: summary["verdicts"][verdict] for verdict, name in _VERDICTS.items()}
        yield from _shares("Verdicts", "solutions", verdicts, rows)
        yield from _shares("Stored answers", "answer", _by_rows(summary["answers"]), rows)
        yield _doubles(summary, puzzles)
    overlaps = [
        (" in ".join(one.get("splits") or one["files"]), f"{one['exact']:,}", f"{one['isomorphic']:,}")
        for one in (*summary["split_overlap"], *summary["overlap"])
    ]
    if overlaps:
        yield _section("Overlap", Table(("rows of", "exactly", "up to symmetry"), overlaps))
    if not in_full:
        return
    yield from _shares("Malformed rows", "reason", _by_rows(summary["malformed_by_reason"]), rows)
    yield from _shares("Clues", "clues", summary["clues"], puzzles)
    if ratings := summary["ratings"]:
        given, missing, *numbers = ratings.values()
        row = (f"{given:,}", f"{missing:,}", *(f"{number:,.4g}" for number in numbers))
        yield _section("Ratings", Table([*ratings], [row]))
    yield from _shares("Labels", "label", _by_rows(summary["labels"]), rows)
    files = []
    for file in summary["files"]:
        columns = ", ".join(f"{name} ({role})" for role, name in file["columns"].items())
        role = "compared with" if file["against"] else "audited"
        files.append((file["name"], f"{file['rows']:,}", role, file["split"] or "", columns))
    yield _section("Files", Table(("file", "rows", "role", "split", "columns"), files))


def _section(title: str, table: Table, *said: str) -> Section:
    return Section((Toned(title, Tone.STRONG),), [*(Sentence((one,), hanging=0) for one in said), table])


def _shares(title: str, heading: str, numbers: Mapping[str, int], whole: int) -> Iterator[Section]:
    """Numbers of rows, without zeros, each with its share of the whole; nothing where there are none."""
    some = {name: number for name, number in numbers.items() if number}
    rows = [(name, f"{number:,}", share_in_words(number, whole)) for name, number in some.items()]
    if rows:
        yield _section(title, Table((heading, "rows", "share"), rows))


def _by_rows(numbers: Mapping[str, int] | None) -> dict[str, int]:
    """The most frequent first, by their words."""
    in_order = sorted((numbers or {}).items(), key=lambda item: -item[1])
    return {name.replace("_", " "): number for name, number in in_order}


def _doubles(summary: Facts, puzzles: int) -> Section:
    """How many different puzzles there are, by their texts and up to symmetry."""
    numbers = {"exactly": summary["exact_duplicates"], "up to symmetry": summary["isomorphic_duplicates"]}
    rows = [
        (how, f"{puzzles - one:,}", f"{one:,}", share_in_words(one, puzzles)) for how, one in numbers.items()
    ]
    said = ["Up to symmetry: with rows, columns and digits exchanged, as far as the rules allow it."]
    if without := summary["without_form"]:
        why = "of other sizes than 9×9, given as pencilmarks, or too symmetric"
        said.append(f"Compared by their text alone: {counted(without, 'puzzle')} {why}.")
    return _section("Duplicates", Table(("compared", "different", "doubles", "share"), rows), *said)


# examples


def _finding(summary: Facts, kind: str, most: int | None) -> Section:
    """A kind of flaw: what it means, what can be done, and examples."""
    flaw, rows, shown = FLAWS[kind], summary["flaws"][kind], summary["examples"].get(kind, [])[:most]
    blocks: list[Block] = [Sentence((flaw.meaning,), 2, 2), *chain.from_iterable(map(_example, shown))]
    if shown and rows > len(shown):
        blocks.append(Sentence((Toned(f"and {counted(rows - len(shown), 'more row')}", Tone.QUIET),), 2))
    share = f": {counted(rows, 'row')} ({share_in_words(rows, summary['rows'])})"
    return Section((Toned(flaw.title, _TONES[flaw.severity]), share), blocks, _anchor(kind))


def _example(example: Facts) -> list[Block]:
    """A row that shows a flaw: its place, what is wrong, and boards."""
    puzzle, says, kind = _puzzle_of(example), example["message"], example["kind"]
    boards = None if puzzle is None else _boards(example, puzzle)
    if puzzle is not None and kind in ("no_solution", "answer_given_though_none"):
        says = "; ".join(named_clashes(puzzle)) or "no two clues clash, and still no grid fits them"
    place = place_of(example) + (f" ({example['id']})" if example["id"] else "")
    return [Sentence((Toned(place, Tone.STRONG), f": {says}"), 2), *([boards] if boards else [])]


def _boards(example: Facts, puzzle: Puzzle) -> Boards | None:
    """The boards that show a flaw: the other row, two solutions, the answer beside a solution, a clash."""
    kind, solutions = example["kind"], [Grid(text, puzzle.geometry) for text in example["solutions"]]
    if other := example["other"]:
        before = None if kind == "repeated_id" else _puzzle_of({"box": example["box"], **other})
        both = Boards([Drawing(before or puzzle, "the other row"), Drawing(puzzle, "this row")])
        return None if before in (None, puzzle) else both
    if kind == "several_solutions" and len(solutions) > 1:
        return verdict_boards(puzzle, Verdict.MULTIPLE, solutions)
    if kind in ("no_solution", "answer_given_though_none"):
        return verdict_boards(puzzle, Verdict.NONE, ())
    with suppress(PuzzleError):
        answer = grid_in(example["answer"] or "", puzzle.geometry)
        if other := next((grid for grid in solutions if grid != answer), None):
            pairs, marked = {"the stored answer": answer, "a solution": other}, differing_cells(answer, other)
            return Boards([Drawing(grid, name, puzzle, marked) for name, grid in pairs.items()], "differs")
    return None


def _puzzle_of(row: Facts) -> Puzzle | None:
    """The puzzle of an example or of the row that it is compared with; None if it is none, or pencilmarks."""
    with suppress(PuzzleError):
        return Puzzle(row["puzzle"] or "", Geometry.of_box(row["box"]) if row["box"] else None)
    return None
