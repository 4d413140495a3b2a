"""What a command says of its results, in one class for each command: for programs and for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from sudocube.report.document import Document, Phrase

if TYPE_CHECKING:
    from sudocube.report.row import Row
    from sudocube.rows import Entry

T = TypeVar("T")


class Report(Generic[T]):
    """Takes results one by one (one may be a batch), counts them, and says what is shown of each.

    By default, nothing is said of it.
    """

    columns: Sequence[str] = ()
    """The columns of a table that follow those of the input; they are asked for after the first record."""

    def add(self, result: T) -> None:
        """Count the next result, before anything else is asked of it."""

    def outcomes(self, result: T) -> Iterable[str]:
        """The outcomes on which the exit status depends."""
        return ()

    def rows(self, result: T) -> Iterable[Row]:
        """The rows of JSON."""
        return ()

    def records(self, result: T) -> Iterable[tuple[Entry, Sequence[str]]]:
        """Each puzzle with its fields in the table, where there is one."""
        return ()

    def document(self, result: T) -> Document:
        """What is printed as text; empty where nothing is to be said."""
        return ()

    def follows(self, result: T) -> bool:
        """Whether what is printed of a result follows the one before without a blank line between them."""
        return False

    def plain_lines(self, result: T) -> str | None:
        """The text lines of a batch of which all are plain, at once; else None, and `document` says it."""
        return None

    def errors(self, result: T) -> Iterable[str | Entry]:
        """What is wrong with an input, where text and table do not say so; an entry that is no puzzle."""
        return ()

    def remarks(self, result: T) -> Iterable[Phrase]:
        """What else is said of a result on standard error, beside text and tables."""
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
