"""What an audit says, in one document: the verdict, what is wrong by severity, figures, examples.

What is shown is always the summary of an `Audit`: the plain object that `sudocube audit --json` prints. The
page can be published as it is: it loads nothing, and equal audits give equal pages, as there is no date in
them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sudocube.auditing.flaws import FLAWS, Severity
from sudocube.auditing.summary import Summary as Summary  # for its schema
from sudocube.cube import clashes
from sudocube.engines.stored_answers import grid_in
from sudocube.errors import PuzzleError
from sudocube.geometry import SYMBOLS, Geometry
from sudocube.puzzle import Board, Grid, Puzzle, differing_cells
from sudocube.report.document import Block, Boards, Document, Drawing, Section, Sentence, Table, Tone, Toned
from sudocube.report.puzzle_pages import page_texts
from sudocube.report.words import capital, counted, listed, named_clashes
from sudocube.verdict import StoredAnswer, Verdict

if TYPE_CHECKING:
    from sudocube.auditing.run import Audit

Facts = Mapping[str, Any]
"""A `Summary`, or an object in it."""

SHOWN_AT_ONCE = 2
"""How many examples of a kind are shown on a page before the others are unfolded."""

_TONES = {Severity.SEVERE: Tone.BAD, Severity.MINOR: Tone.SEVERAL, Severity.OPEN: Tone.OPEN}

_VERDICTS = {
    Verdict.UNIQUE: "one",
    Verdict.MULTIPLE: "several",
    Verdict.NONE: "none",
    Verdict.UNKNOWN: "undecided",
}
"""What the verdicts are called here, where nobody may know the words of this package."""

_ANSWERS = (StoredAnswer.RIGHT, *(one for one in StoredAnswer if one is not StoredAnswer.RIGHT))

_WORDS = {"missing": "nothing there", "not_text": "a number, not text", "not_stored": "none stored"}
"""What says more in other words, of malformed rows and of answers; those by themselves are in `_ANSWERS`."""


def audit_document(summary: Facts, *, most: int | None = None) -> Document:
    """An audit as text, with at most `most` examples of each kind, of which the first is drawn.

    With none of them, there are no figures of clues and the like either.
    """
    short = with_short_names(summary)
    said = [(Toned(f"{full_title(short)}: ", Tone.STRONG), Toned(headline(short), tone(short)))]
    first = [Sentence(words, hanging=0) for words in (*said, *((sentence,) for sentence in lead(short)))]
    if most == 0:
        return [*first, *_what_is_wrong(short, with_places=True), *_main_figures(short)]
    drawn: set[tuple[Board, ...]] = set()
    found = [_finding(summary, kind, most, drawn) for kind in _kinds(summary)]
    return [*first, *_what_is_wrong(summary), *_main_figures(short), *_further_figures(short), *found]


def columns_document(summary: Facts) -> Document:
    """What was understood of each file."""
    files = with_short_names(summary)["files"]
    return [Sentence((f"{file['name']}: {line}",), wraps=False) for file in files for line in file["told"]]


def audit_page(summary: Facts, command: str) -> str:
    """The page for an audit; `command` is the command line that repeats it."""
    from sudocube.report.html import PageHead, page

    short, said = with_short_names(summary), page_texts()["audit"]
    title, full = _named_files(short, against=False), full_title(short)
    head = PageHead(
        title,
        command,
        kind="audit of a Sudoku data set",
        headline=f"{capital(headline(summary))}.",
        tone=tone(summary),
        lead=[*([f"Compared with {_named_files(short, against=True)}."] * (full != title)), *lead(short)],
        method=said["method"],
        words=[*said["words"].items()],
    )
    found = [_finding(short, kind, None, None) for kind in _kinds(summary)]
    return page([*_what_is_wrong(summary), *_main_figures(short), *_further_figures(short), *found], head)


def audit_in_short(audit: Audit) -> Document:
    """The verdict, what was lost, and the table of what is wrong; for `str` and notebooks."""
    short = with_short_names(audit.summary)
    first = (Toned(full_title(short), Tone.STRONG), f": {headline(short)}")
    wrong = [block for section in _what_is_wrong(short) for block in section.blocks]
    return [Sentence(first), *(Sentence((line,)) for line in lost_in_words(short)), *wrong]


def _kinds(summary: Facts) -> list[str]:
    """The kinds of flaws that some rows have, in order of severity."""
    return [kind for kind in FLAWS if summary["flaws"].get(kind)]


def _what_is_wrong(summary: Facts, *, with_places: bool = False) -> list[Section]:
    """All kinds of flaws, with their numbers of rows, the gravest first; perhaps with a row of each."""
    rows = []
    for kind in _kinds(summary):
        flaw, number, places = FLAWS[kind], summary["flaws"][kind], summary["examples"].get(kind)
        title = Toned(flaw.title, Tone.STRONG, link=_anchor(kind))
        row = (title, *_rows_and_share(number, summary["rows"]), Toned(flaw.severity, _TONES[flaw.severity]))
        rows.append((*row, *([_place(places[0]) if places else ""] * with_places)))
    headings = ("flaw", "rows", "share", "severity", *["first row"] * with_places)
    return [Section(("What is wrong",), [Table(headings, rows)], "wrong")] * bool(rows)


def _anchor(kind: str) -> str:
    return f"flaw-{kind.replace('_', '-')}"


# names of files


def _named_files(summary: Facts, *, against: bool) -> str:
    """The names of the files that were audited, or of those that they were compared with."""
    return listed_files([file["name"] for file in summary["files"] if file["against"] is against])


def full_title(summary: Facts) -> str:
    """The name of the data set, its files, and those that it is compared with."""
    against = _named_files(summary, against=True)
    return _named_files(summary, against=False) + (f", compared with {against}" if against else "")


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
    short = sorted(zip(names, shortest_ends(names), strict=True), key=lambda one: -len(one[0]))

    def renamed(value: Any) -> Any:  # noqa: ANN401 -- any part of a JSON object
        if isinstance(value, str):
            for name, end in short:
                value = value.replace(name, end)
            return value
        if isinstance(value, list):
            return [*map(renamed, value)]
        return {key: renamed(one) for key, one in value.items()} if isinstance(value, dict) else value

    fields = ("files", "lost", "overlap", "examples")
    return {**summary, **{field: renamed(summary[field]) for field in fields}}


def shortest_ends(names: Sequence[str]) -> list[str]:
    """The ends of paths, all of as many parts as it takes for different paths to have different ends.

    A member of an archive is called by the archive, too.

    >>> shortest_ends(["/data/a/x.csv", "/data/b/x.csv"]), shortest_ends(["/data/x.zip!a/x.csv"])
    (['a/x.csv', 'b/x.csv'], ['x.zip!a/x.csv'])
    """
    parts = []
    for name in names:
        path, mark, inner = name.partition("!")
        *folders, last = re.split(r"[/\\]+", path)
        parts.append([*folders, last + mark + inner])
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
    rows = summary["rows"]
    severe, minor, are_open = (summary[f"{name}_rows"] for name in Severity)
    undecided = f"{are_open:,} {_be(are_open)} undecided"
    if not rows:
        return "no rows were read"
    if not severe and not minor:
        told = counted(rows, "row")
        among = f"among the {told} that could be read" if summary["lost"] else f"in {told}"
        return f"no flaw was found {among}" + (f"; {undecided}" if are_open else "")
    first, how = (severe, "severe") if severe else (minor, "minor")
    share = share_in_words(first, rows)
    said = [f"{first:,} of {counted(rows, 'row')} {_have(first)} a {how} flaw ({share})"]
    said += [f"{minor:,} a minor one"] * bool(severe and minor) + [undecided] * bool(are_open)
    return ", ".join(said)


def lead(summary: Facts) -> Iterator[str]:
    """What stands below the headline: what was lost, which rows are sound."""
    yield from lost_in_words(summary)
    rows, sound, kept = summary["rows"], summary["sound_rows"], summary["clean_rows"]
    if rows:
        facts = ["exactly one solution"] + ["no wrong answer"] * (summary["answers"] is not None)
        facts += ["no leak"] * (summary["against"] is not None or len(summary["splits"]) > 1)
        has = "it has" if sound == 1 else "they have"
        share = share_in_words(sound, rows)
        yield f"{counted(sound, 'row')} ({share}) {_be(sound)} sound: {has} {listed(facts)}."
        if kept != sound:
            yield f"Of each puzzle only once, up to symmetry: {counted(kept, 'sound row')}."
    if without := summary["by_answer"].get(Verdict.UNIQUE, {}).get(StoredAnswer.MISSING, 0):
        yield f"{counted(without, 'row')} {_have(without)} one solution and no stored answer: no flaw."


def lost_in_words(summary: Facts) -> Iterator[str]:
    """What could not be read, in a sentence for each loss."""
    for lost in summary["lost"]:
        rows = "an unknown number of rows" if lost["rows"] is None else counted(lost["rows"], "row")
        yield f"{lost['file']}: {rows} could not be read: {lost['message']}"


def _have(rows: int) -> str:
    return "has" if rows == 1 else "have"


def _be(rows: int) -> str:
    return "is" if rows == 1 else "are"


def _rows_and_share(rows: int, whole: int) -> tuple[str, str]:
    return f"{rows:,}", share_in_words(rows, whole)


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


def _main_figures(summary: Facts) -> Iterator[Section]:
    """How many puzzles there are of what: by verdict, by stored answer, the same ones."""
    rows, puzzles = summary["rows"], summary["rows"] - summary["malformed"]
    if rows:
        yield _verdicts(summary)
    if puzzles:
        yield _doubles(summary, puzzles)
    if summary["overlap"] or summary["split_overlap"]:
        yield _overlaps(summary)


def _further_figures(summary: Facts) -> Iterator[Section]:
    """What else is counted."""
    rows, puzzles = summary["rows"], summary["rows"] - summary["malformed"]
    if summary["malformed"]:
        yield _shares("Malformed rows", "reason", _by_rows(summary["malformed_by_reason"]), rows)
    if clues := {int(count): number for count, number in summary["clues"].items()}:
        mean = sum(count * number for count, number in clues.items()) / puzzles
        said = f"{min(clues)} to {max(clues)} clues, {mean:.1f} on average."
        yield _shares("Clues", "clues", {str(count): clues[count] for count in sorted(clues)}, puzzles, said)
    if (ratings := summary["ratings"]) is not None:
        given, missing = ratings["given"], ratings["missing"]
        lowest, mean, highest = (f"{ratings[name]:,.4g}" for name in ("lowest", "mean", "highest"))
        said = f"{counted(given, 'row')} {_have(given)} a rating, {missing:,} {_have(missing)} none."
        said += f" They go from {lowest} to {highest}, {mean} on average."
        if classes := ratings["differing_classes"]:
            several = "puzzle has" if classes == 1 else "puzzles have"
            said += f" {classes:,} {several} several ratings, in {ratings['differing_rows']:,} rows."
        yield _section("Ratings", [said])
    if summary["labels"] is not None:
        yield _shares("Labels", "label", _by_rows(summary["labels"]), rows)
    files = []
    for file in summary["files"]:
        columns = ", ".join(
            name if name == role else f"{name} ({role})" for role, name in file["columns"].items()
        )
        role = "compared with" if file["against"] else "audited"
        files.append((file["name"], f"{file['rows']:,}", role, file["split"] or "", columns))
    yield _section("Files", [], ("file", "rows", "role", "split", "columns"), files)


def _section(
    title: str, said: Sequence[str], headings: Sequence[str] = (), rows: Sequence[Sequence[str]] = ()
) -> Section:
    blocks: list[Block] = [Sentence((sentence,), hanging=0) for sentence in said]
    name = title.partition(" ")[0].lower()
    return Section((Toned(title, Tone.STRONG),), [*blocks, *([Table(headings, rows)] if rows else [])], name)


def _by_rows(numbers: Mapping[str, int]) -> dict[str, int]:
    """The most frequent first, by their words."""
    in_order = sorted(numbers.items(), key=lambda item: -item[1])
    return {_WORDS.get(name, name.replace("_", " ")): number for name, number in in_order}


def _shares(title: str, heading: str, numbers: Mapping[str, int], whole: int, *said: str) -> Section:
    """Numbers of rows, each with its share of the whole."""
    rows = [(name, *_rows_and_share(number, whole)) for name, number in numbers.items()]
    return _section(title, said, (heading, "rows", "share"), rows)


def _verdicts(summary: Facts) -> Section:
    """A column for each verdict, and a row for each thing that is to be said of stored answers."""
    numbers = {verdict: summary["verdicts"][verdict] for verdict in _VERDICTS}
    some = [verdict for verdict in numbers if numbers[verdict] or verdict is Verdict.UNIQUE]
    counts = [_rows_and_share(numbers[verdict], summary["rows"]) for verdict in some]
    cells = [(name, *cells) for name, cells in zip(("rows", "share"), zip(*counts, strict=True), strict=True)]
    words = [summary["by_answer"].get(verdict, {}) for verdict in some]
    has_answers = summary["answers"] is not None
    for answer in (*_ANSWERS, "undecided", "not_stored") if has_answers else ():
        if any(of_verdict.get(answer) for of_verdict in words):
            name = _WORDS[answer] if answer == "not_stored" else answer.replace("_", " ")
            cells.append((name, *(f"{of_verdict.get(answer, 0):,}" for of_verdict in words)))
    without = [f"{counted(summary['malformed'], 'malformed row')} without a verdict."]
    title = "Verdicts and stored answers" if has_answers else "Verdicts"
    headings = ("solutions", *(_VERDICTS[verdict] for verdict in some))
    return _section(title, without * bool(summary["malformed"]), headings, cells)


def _doubles(summary: Facts, puzzles: int) -> Section:
    """How many different puzzles there are, by their texts and up to symmetry."""
    rows = [
        (how, f"{puzzles - doubles:,}", *_rows_and_share(doubles, puzzles))
        for how, doubles in (
            ("exactly", summary["exact_duplicates"]),
            ("up to symmetry", summary["isomorphic_duplicates"]),
        )
    ]
    said = ["Up to symmetry: with rows, columns and digits exchanged, as far as the rules allow it."]
    reasons = {
        "other_size": "of other sizes than 9×9",
        "pencilmarks": "given as pencilmarks",
        "undecided": "with too much symmetry",
    }
    without = summary["without_form"]
    if some := [f"{without[name]:,} {why}" for name, why in reasons.items() if without.get(name)]:
        said.append(f"Compared by their text alone: {listed(some)}.")
    return _section("Duplicates", said, ("compared", "different", "doubles", "share"), rows)


def _overlaps(summary: Facts) -> Section:
    """How many rows of one file or split are in another one."""
    rows_of = {file["name"]: file["rows"] - file["malformed"] for file in summary["files"]}
    cells = []
    for what, form, overlaps, whole in (
        ("splits", "split {} in split {}", summary["split_overlap"], summary["splits"]),
        ("files", "{} in {}", summary["overlap"], rows_of),
    ):
        for one in overlaps:
            numbers = _rows_and_share(one["isomorphic"], whole.get(one[what][0], 0) or 1)
            cells.append((form.format(*one[what]), f"{one['exact']:,}", *numbers))
    said = []
    if (against := summary["against"]) is not None:
        ours, theirs = (_named_files(summary, against=one) for one in (False, True))
        number, exact = against["isomorphic"], f"{against['exact']:,}" if against["exact"] else "none"
        of_ours = f"{counted(number, 'row')} of {ours} {'stands' if number == 1 else 'stand'}"
        said.append(f"{of_ours}, perhaps moved, in {theirs}; {exact} of them exactly.")
    return _section("Overlap", said, ("rows of", "exactly", "up to symmetry", "share"), cells)


# examples


def _finding(summary: Facts, kind: str, most: int | None, drawn: set[tuple[Board, ...]] | None) -> Section:
    """A kind of flaw: what it means, what can be done, and examples.

    As text, the first example is drawn, if the same boards were not `drawn` yet; on a page, where that is
    None, all are, and many are folded.
    """
    flaw, rows, examples = FLAWS[kind], summary["flaws"][kind], summary["examples"].get(kind, [])
    reasons = [one["reason"] for one in examples]  # of malformed rows; so many of each are shown
    shown = [one for at, one in enumerate(examples) if most is None or reasons[:at].count(reasons[at]) < most]
    told = [_example(one, drawn, is_drawn=drawn is None or not at) for at, one in enumerate(shown)]
    if drawn is None and len(told) > SHOWN_AT_ONCE:
        others = [block for one in told[SHOWN_AT_ONCE:] for block in one]
        title = (f"{counted(len(told) - SHOWN_AT_ONCE, 'more example')}",)
        told[SHOWN_AT_ONCE:] = [[Section(title, others, is_folded=True)]]
    blocks: list[Block] = [Sentence((flaw.meaning,), 2, 2), *(block for one in told for block in one)]
    if rows > len(shown) and shown:
        blocks.append(Sentence((Toned(f"and {counted(rows - len(shown), 'more row')}", Tone.QUIET),), 2))
    share = f": {counted(rows, 'row')} ({share_in_words(rows, summary['rows'])})"
    return Section((Toned(flaw.title, _TONES[flaw.severity]), share), blocks, _anchor(kind))


def _example(example: Facts, drawn: set[tuple[Board, ...]] | None, *, is_drawn: bool) -> list[Block]:
    """A row that shows a flaw: its place, what is wrong, and boards."""
    says, boards = _shown(example)
    place = _place(example) + (f" ({example['id']})" if example["id"] else "")
    blocks: list[Block] = [Sentence((Toned(place, Tone.STRONG), f": {says}"), 2)]
    if is_drawn and boards is not None:
        key = tuple(one.board for one in boards.drawings)
        if drawn is None or key not in drawn:
            blocks.append(boards)
        (drawn if drawn is not None else set()).add(key)
    if drawn is None:
        cells = [f"{name} {example[name]}" for name in ("puzzle", "answer") if example[name]]
        blocks += [Sentence((one,), 2, wraps=False) for one in cells]
    return blocks


def _place(row: Facts) -> str:
    """Where a row stands, as `check` says it: its line, from 1; in a file without lines, its row, from 0."""
    return f"{row['file']}:{row['row'] if row['line'] is None else row['line']}"


def _place_within(row: Facts) -> str:
    """Where a row stands in its file."""
    return f"row {row['row']}" if row["line"] is None else f"line {row['line']}"


def _boards(meaning: str, marked: Collection[int], clues: Puzzle | None = None, **drawn: Board) -> Boards:
    """Boards under their captions, with the same cells marked in all."""
    tone = Tone.BAD if meaning == _IN_CONFLICT else Tone.SEVERAL
    return Boards(
        [Drawing(one, name.replace("_", " "), clues, marked, tone) for name, one in drawn.items()], meaning
    )


_DIFFERS, _IN_CONFLICT = "differs", "in conflict"


def _shown(example: Facts) -> tuple[str, Boards | None]:
    """What is wrong with a row, and the boards that show it, worked out from the texts of the example."""
    kind, says = example["kind"], example["message"]
    if (puzzle := _puzzle_of(example)) is None:
        return says, None
    solutions = [grid for text in example["solutions"] if (grid := _grid_of(text, puzzle.geometry))]
    answer = _grid_of(example["answer"] or "", puzzle.geometry)
    if kind in ("no_solution", "answer_given_though_none"):
        marked = {cell for clash in clashes(puzzle) for cell in clash.cells}
        says = "; ".join(named_clashes(puzzle)) or "no two clues clash, and still no grid fits them"
        return says, _boards(_IN_CONFLICT, marked, puzzle, the_puzzle=puzzle)
    if kind == "several_solutions" and len(solutions) > 1:
        one, other = solutions[:2]
        differing = differing_cells(one, other)
        first, second = (SYMBOLS[grid.cells[differing[0]]] for grid in (one, other))
        cells, name = counted(len(differing), "cell"), one.geometry.cell_name(differing[0])
        says = f"{name} can hold {first} or {second}; two solutions differ in {cells}"
        return says, _boards(_DIFFERS, differing, puzzle, one_solution=one, another=other)
    if answer is not None and kind == "answer_contradicts_clues":
        marked = {cell for cell, clue in puzzle.clues.items() if answer.cells[cell] != clue}
        return says, _boards(_DIFFERS, marked, puzzle, the_clues=puzzle, the_stored_answer=answer)
    if answer is not None and kind in ("answer_wrong", "answer_one_of_several"):
        others = [grid for grid in solutions if grid != answer]
        if not others:
            marked = {cell for clash in clashes(answer) for cell in clash.cells}
            return says, _boards(_IN_CONFLICT, marked, puzzle, the_stored_answer=answer)
        is_only = kind == "answer_wrong" and len(solutions) == 1
        found = {"the_only_solution" if is_only else "another_solution": others[0]}
        marked = {*differing_cells(answer, others[0])}
        return says, _boards(_DIFFERS, marked, puzzle, the_stored_answer=answer, **found)
    return (says, None) if example["other"] is None else _again(example, puzzle)


def _again(example: Facts, puzzle: Puzzle) -> tuple[str, Boards | None]:
    """What a row has in common with another one; both puzzles where one is the other one moved."""
    kind, other, how = example["kind"], example["other"], example["transformation"]
    place = _place_within(other) if other["file"] == example["file"] else _place(other)
    if kind in ("rating_differs", "repeated_id"):
        says = example["message"].replace("the other row", place)
    else:
        says = f"is {place} moved: {how}" if how else f"is {place} again"
    if FLAWS[kind].group == "leak":
        splits = [
            f"{_place_within(row)} is of split {row['split']}"
            for row in (example, other)
            if row["split"] and row["split"] not in row["file"]
        ]
        says = f"{', '.join(splits)}: {says}" if splits else says
    before = _puzzle_of({"box": example.get("box"), **other})
    if before is None or before == puzzle:
        return says, None
    return says, _boards("", (), the_other_row=before, this_row=puzzle)


def _puzzle_of(row: Facts) -> Puzzle | None:
    """The puzzle of an example or of the row that it is compared with; None if it is none, or pencilmarks."""
    try:
        box = row.get("box")
        return Puzzle(row["puzzle"] or "", Geometry.of_box(box) if box else None)
    except PuzzleError:
        return None


def _grid_of(text: str, geometry: Geometry) -> Grid | None:
    try:
        return grid_in(text, geometry)
    except PuzzleError:
        return None
