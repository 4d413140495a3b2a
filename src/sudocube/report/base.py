"""What a command says of its results, in one class for each command: for programs and for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from sudocube.report.document import Document, Phrase
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.puzzle import Board
    from sudocube.rating import Rating
    from sudocube.report.row import Row
    from sudocube.rows import Entry, Style
    from sudocube.verdicts.checking import PuzzleResult

T = TypeVar("T")


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

        for one in self.each(result) if self.columns else ():
            yield one.entry, fields_of(self.row(one), self.columns, **self.in_table(one))

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


class ConvertReport(WritingReport["Entry"]):
    """What `convert` says: it writes each puzzle itself."""

    _index = 0

    def row(self, one: Entry) -> Row:
        """The row of the next puzzle."""
        from sudocube.report.row import PuzzleRow, row_of

        self._index += 1
        return row_of(PuzzleRow, one, index=self._index)

    def written(self, result: Entry) -> Iterable[Written]:
        """The puzzle, or a word where there is none."""
        return [Written(result, result.puzzle or Verdict.INVALID)]

    def remarks(self, result: Entry) -> Iterable[Entry]:
        """What is no puzzle."""
        return [result] if result.puzzle is None else []
