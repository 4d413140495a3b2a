"""What a command says of its results, in one class for each command: for programs and for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from sudocube.report.document import Document, Phrase

if TYPE_CHECKING:
    from sudocube.puzzle import Board
    from sudocube.report.row import Row
    from sudocube.rows import Entry, Style

T = TypeVar("T")


class Report(Generic[T]):
    """Takes results one by one (one may be a batch), counts them, and says what is shown of each.

    By default, nothing is said of it.
    """

    columns: Sequence[str] = ()
    """The columns of a table that follow those of the input; they are asked for after the first record."""

    def add(self, result: T) -> None:
        """Count the next result, before anything else is asked of it."""

    def puzzles(self, result: T) -> int:
        """How many puzzles are done with a result: one, or as many as a batch has."""
        return 1 if isinstance(result, tuple) or not isinstance(result, Sized) else len(result)

    def outcomes(self, result: T) -> Iterable[str]:
        """The outcomes on which the exit status depends."""
        return ()

    def rows(self, result: T) -> Iterable[Row]:
        """The rows of JSON."""
        return ()

    def records(self, result: T) -> Iterable[tuple[Entry, Sequence[str]]]:
        """Each puzzle with its fields in the table, where there is one."""
        return ()

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
