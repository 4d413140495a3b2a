"""What commands say of their results: short phrases, and the class of which each report is made.

Imports nothing that is slow.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from sudocube.errors import FormatError
from sudocube.puzzle import Board, Puzzle
from sudocube.report.document import Document, PageHead, Phrase, Tone, Toned
from sudocube.verdict import Evidence, StoredAnswer, Verdict

if TYPE_CHECKING:
    from sudocube.rating import Rating
    from sudocube.report.row import Row
    from sudocube.rows import Entry, Style
    from sudocube.verdicts.checking import PuzzleResult

T = TypeVar("T")

_IN_TALLY = (StoredAnswer.RIGHT, *(kind for kind in StoredAnswer if kind is not StoredAnswer.RIGHT))


@cache
def texts(name: str) -> Any:  # noqa: ANN401 -- tables of tables
    """Sentences that are data: the file of that name in this folder, such as "pages"."""
    import tomllib
    from importlib.resources import files

    return tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text("utf-8"))


def phrase(template: str, **values: str) -> Phrase:
    """A sentence of such a file: a word in braces stands for a value, or for itself; after a colon, its tone.

    >>> phrase("{Suppose:open} that {literals}.", literals="r1c1 is 5")
    ('Suppose', ' that ', 'r1c1 is 5', '.')
    """
    from string import Formatter

    pieces: list[str] = []
    for text, name, tone, _ in Formatter().parse(template):
        value = values.get(name, name) if name else ""
        pieces += [text, Toned(value, Tone(tone)) if tone else value]
    return tuple(filter(None, pieces))


def invalid_in_words(error: FormatError, title: str | None = None) -> Phrase:
    """That something is no puzzle, in the same words wherever it is said; `title` is what a text calls it.

    >>> invalid_in_words(FormatError("puzzles.txt", 12, 5, found="'o'", expected="a digit"))
    ('puzzles.txt:12: ', <Verdict.INVALID: 'invalid'>, ": column 5: found 'o'; expected a digit")
    """
    place = error.place if title is None else f"{error.place} {title}"
    return f"{place}: ", Verdict.INVALID, f": {without_place(error)}"


def without_place(error: FormatError) -> str:
    """What is wrong with an input, without where that is.

    >>> without_place(FormatError("puzzles.txt", 12, 5, found="'o'", expected="a digit"))
    "column 5: found 'o'; expected a digit"
    """
    return str(error).removeprefix(f"{error.place}: ")


def verdict_in_words(checked: PuzzleResult) -> Phrase:
    """The verdict, and the reason if there is one; where there is no puzzle, as in `invalid_in_words`."""
    if checked.error is not None:
        return invalid_in_words(checked.error, None if checked.entry is None else checked.entry.title)
    reason = reason_in_words(checked)
    return (checked.verdict,) if reason is None else (checked.verdict, f": {reason}")


def reason_in_words(checked: PuzzleResult) -> str | None:
    """Why it is unknown, which clues clash, or why it is no puzzle; None if there is nothing to say."""
    if checked.error is not None:
        return without_place(checked.error)
    if checked.puzzle is not None and checked.verdict is Verdict.NONE:
        return "; ".join(named_clashes(checked.puzzle)) or checked.reason
    return checked.reason


def undecided_in_words(reason: str | None, count: int = 0) -> Phrase:
    """That something is undecided, and why; `count` is how many solutions were found.

    >>> "".join(undecided_in_words("out of time after 1 s", 3))
    'undecided: at least 3: out of time after 1 s'
    """
    return Toned("undecided", Verdict.UNKNOWN), f": at least {count:,}" if count else "", f": {reason}"


_OF_STORED = {
    StoredAnswer.NO_GRID: "the stored solution is no grid: ",
    StoredAnswer.GIVEN_THOUGH_NONE: "a solution is stored, and ",
    StoredAnswer.CONTRADICTS_CLUES: "the stored solution contradicts the clues: ",
    StoredAnswer.WRONG: "the stored solution is wrong: ",
    StoredAnswer.ONE_OF_SEVERAL: "the stored solution is one of several: ",
}


def stored_in_words(checked: PuzzleResult) -> str:
    """What is wrong with the answer stored beside a puzzle, or open; empty if it is right or missing."""
    if checked.stored_fault is None:
        return ""
    return (_OF_STORED[checked.stored] if checked.stored else "") + checked.stored_fault


def stored_tally_in_words(stored: Mapping[StoredAnswer, int]) -> str:
    """How many stored answers are what: "stored solutions: 48 right, 2 wrong"."""
    some = (f"{stored[kind]:,} {kind.replace('_', ' ')}" for kind in _IN_TALLY if stored.get(kind))
    return f"stored solutions: {', '.join(some)}"


def is_place(source: str) -> bool:
    """Whether a source is a place in a file; that of an argument only counts."""
    return bool(source) and not source.startswith("argument:")


def page_place(index: int, source: str) -> str:
    """What a page calls a puzzle: where it stood, without the folders of a machine, else its number.

    >>> page_place(12, "/home/ada/puzzles.txt:12"), page_place(1, "argument:1")
    ('puzzles.txt:12', 'puzzle 1')
    """
    if not is_place(source):
        return f"puzzle {index}"
    return os.path.basename(source) if os.path.isabs(source) else source  # noqa: PTH117, PTH119 -- as it is


def few(names: Iterable[str], more: str = "", most: int = 6) -> list[str]:
    """The first names, and how many more there are.

    >>> few("abcdefg"), few("abcdefgh", "and ")
    (['a', 'b', 'c', 'd', 'e', 'f', 'g'], ['a', 'b', 'c', 'd', 'e', 'f', 'and 2 more'])
    """
    [*every] = names
    left = len(every) - most
    return every if left < 2 else [*every[:most], f"{more}{left:,} more"]


def named_clashes(puzzle: Puzzle) -> list[str]:
    """The first few direct clashes of the clues by name; a puzzle that was read wrongly may have dozens."""
    from sudocube.cube import clashes

    return few(map(str, clashes(puzzle)), "and ", 5)


def grounds_in_words(evidence: Evidence, engines: int = 2) -> str:
    """Why one may believe a verdict, in a few words; `engines` is how many agree, at least.

    >>> grounds_in_words(Evidence.AGREEMENT, 4), grounds_in_words(Evidence.WITNESS)
    ('four engines agree', 'two solutions shown')
    """
    words = ("two", "three", "four", "five", "six", "seven", "eight", "nine")
    number = words[engines - 2] if engines < 10 else str(engines)
    return {
        Evidence.SEARCH: "found by one engine",
        Evidence.AGREEMENT: f"{number} engines agree",
        Evidence.WITNESS: "two solutions shown",
        Evidence.PROOF: "proved",
    }[evidence]


def summary_in_words(verdicts: Counter[Verdict], *more: str) -> Phrase:
    """How many puzzles have which verdict: "100 puzzles: 97 unique, 3 none (0.50 s, phases)"."""
    total, beside = counted(verdicts.total(), "puzzle"), f" ({', '.join(more)})" * bool(more)
    return f"{total}: ", *tally_in_words(verdicts), beside


def tally_in_words(verdicts: Counter[Verdict]) -> Phrase:
    """How often there is which verdict, without those that there are not: "97 unique, 3 none"."""
    some = [(", ", f"{verdicts[one]:,} ", one) for one in Verdict if verdicts[one]]
    return tuple(chain.from_iterable(some))[1:]


def counted(number: int, noun: str) -> str:
    """A number and its noun, in the plural unless the number is 1.

    >>> counted(1, "puzzle"), counted(200_000, "puzzle")
    ('1 puzzle', '200,000 puzzles')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def listed(names: Iterable[str], conjunction: str = "and") -> str:
    """Names with commas, and a conjunction before the last one.

    >>> listed("abc"), listed("ab", "or"), listed("a"), listed("")
    ('a, b and c', 'a or b', 'a', '')
    """
    *most, last = [*names] or [""]
    return f"{', '.join(most)} {conjunction} {last}" if most else last


def sentence(text: str) -> str:
    """A text as a sentence: with a full stop, and a capital letter unless it begins with a name.

    >>> sentence("the engines disagree"), sentence("r1c1 and r1c5 both hold 5 in row 1")
    ('The engines disagree.', 'r1c1 and r1c5 both hold 5 in row 1.')
    """
    first = text.split(" ", 1)[0].rstrip(":,;")
    is_word = first.isalpha() and first.islower()
    return f"{text[:1].upper() if is_word else text[:1]}{text[1:]}{'' if text.endswith(('.', ':')) else '.'}"


def entry_of(one: PuzzleResult | Rating) -> Entry:
    """The input that a result of a command is about."""
    assert one.entry is not None  # it was read
    return one.entry


class Report(Generic[T]):
    """Takes results one by one (one may be a batch), counts them, and says what is shown of each.

    By default it has a row, and no text. The record of a table has the fields of the row by their names.
    """

    columns: Sequence[str] = ()
    """The columns of a table that follow those of the input; they are asked for after the first record."""
    in_row: str | None = None
    """The fields of the row of a puzzle, where these are others than the result names (see `row_type`)."""

    def add(self, result: T) -> None:
        """Count the next result, before anything else is asked of it."""

    def puzzles(self, result: T) -> int:
        """How many puzzles are done with a result: one, or as many as a batch has."""
        return 1 if isinstance(result, tuple) or not isinstance(result, Sized) else len(result)

    def each(self, result: T) -> Iterable[Any]:
        """The results of single puzzles: those of a batch, or this one."""
        return (result,) if isinstance(result, tuple) or not isinstance(result, Iterable) else result

    def outcomes(self, result: T) -> Iterable[str]:
        """The outcomes on which the exit status depends."""
        return ()

    def row(self, one: Any) -> Row:  # noqa: ANN401 -- the result of a puzzle, of any kind
        """The row of a puzzle."""
        from sudocube.report.row import row_of, row_type

        return row_of(row_type(one.__class__, in_row=self.in_row), one)

    def rows(self, result: T) -> Iterable[Row]:
        """The rows of JSON."""
        return map(self.row, self.each(result))

    def in_table(self, one: Any) -> Mapping[str, object]:  # noqa: ANN401 -- the result of a puzzle
        """The fields of a puzzle that its row does not have, or that a table says otherwise."""
        return {}

    def records(self, result: T) -> Iterator[tuple[Entry, Sequence[str]]]:
        """Each puzzle with its fields in the table, where there is one; empty where they mean nothing."""
        from sudocube.report.row import fields_of

        rows = zip(self.each(result), self.rows(result), strict=True) if self.columns else ()
        for one, row in rows:
            yield one.entry, fields_of(row, self.columns, **self.in_table(one))

    def document(self, result: T) -> Document | str:
        """What is printed as text: blocks, or plain lines; empty where nothing is to be said."""
        return ()

    def follows(self, result: T) -> bool:
        """Whether what is printed of a result follows the one before without a blank line between them."""
        return False

    def remarks(self, result: T) -> Iterable[str | Entry | Phrase]:
        """What is said on standard error: an error, an entry that is no puzzle, or a phrase as a remark.

        Errors and entries are said where text and table do not say so; they have a row of JSON.
        """
        return ()

    def closing(self) -> Document:
        """What is printed as text after all results."""
        return ()

    def last_row(self, seconds: float) -> Row | None:
        """The last row of JSON, if there is one; `seconds` is how long all took."""
        return None

    def summary(self, seconds: float) -> Iterable[Phrase]:
        """What is said on standard error in the end."""
        return ()

    def page(self, head: PageHead) -> str | None:
        """The page of `--html`, with what was added so far; None if there is nothing to show."""
        return None


class Written(NamedTuple):
    """What is written of a puzzle in a format for puzzles.

    It is a grid, a solution of it; a puzzle; a verdict where it has neither; or text of one line. `fields`
    are those of a table, where these are others. Several solutions of one puzzle have a `title` each, and
    the further ones are not `is_next`.
    """

    entry: Entry
    shown: Board | str
    fields: Sequence[str] | None = None
    is_next: bool = True
    title: str = ""


class WrittenLines(NamedTuple):
    """The lines of a batch, one for each puzzle, which were read in that style."""

    style: Style
    lines: str | Sequence[str | Phrase]


class WritingReport(Report[T]):
    """A report of a command that writes puzzles or grids, in the format of the input or another one."""

    def written(self, result: T) -> Iterable[Written | WrittenLines]:
        """What is written of each puzzle, in any format but JSON."""
        return ()
