"""What can go wrong, as one tree; every error carries its data as attributes.

    SudocubeError
    ├── PuzzleError (ValueError)          these cells are no puzzle
    │   └── FormatError                   … and this is where it was read: line, column, found, expected
    ├── InputError (OSError)              a file that cannot be opened, or that holds no puzzle at all
    ├── UnknownNameError (ValueError)     no such engine, encoding, solver or format; the known are listed
    ├── EncodingError (ValueError)        a mistake in an encoding's file: file, key, found, allowed
    ├── UnavailableError (ImportError)    what was asked for needs a package that is not installed
    ├── UnsupportedError (ValueError)     an engine or a format was asked for what it cannot do
    ├── EngineError (RuntimeError)        an engine broke off, or gave an answer that the referee refused
    └── UndecidedError (RuntimeError)     a yes or no was asked for, and there was no time to find out

Each class also derives from the built-in exception that it refines, so that callers who know nothing
of this tree catch it all the same. Below the command line nothing prints and nothing exits.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class SudocubeError(Exception):
    """The root of all errors that the package raises on purpose."""


class PuzzleError(SudocubeError, ValueError):
    """Cells that are no puzzle: a wrong number of them, or a value that is no digit of this size."""


class FormatError(PuzzleError):
    """A place in a text where something else was expected.

    Attributes: `source` (a file's name, `-` or `argument`), `line` and `column` (from 1; None where the
    fault has no single place), `found` and `expected` (in words).
    """

    def __init__(
        self, source: str, line: int | None, column: int | None, *, found: str, expected: str
    ) -> None:
        self.source, self.line, self.column = source, line, column
        self.found, self.expected = found, expected
        place = source if line is None else f"{source}:{line}"
        if column is not None:
            place += f": column {column}"
        super().__init__(f"{place}: found {found}; expected {expected}")

    def __reduce__(self) -> tuple[object, ...]:
        return _remake_format_error, (self.source, self.line, self.column, self.found, self.expected)


def _remake_format_error(
    source: str, line: int | None, column: int | None, found: str, expected: str
) -> FormatError:
    """Unpickle a FormatError, whose last two arguments go by keyword."""
    return FormatError(source, line, column, found=found, expected=expected)


class InputError(SudocubeError, OSError):
    """An input that cannot be read, or that holds no puzzle. Attributes: `source`, `reason`."""

    def __init__(self, source: str, reason: str) -> None:
        self.source, self.reason = source, reason
        super().__init__(f"{source}: {reason}")

    def __reduce__(self) -> tuple[type[InputError], tuple[str, str]]:
        return type(self), (self.source, self.reason)


def reason_of(error: Exception) -> str:
    """Why the system refuses something, to be put behind its name.

    >>> reason_of(FileNotFoundError(2, "No such file or directory"))
    'no such file or directory'
    """
    return str(getattr(error, "strerror", None) or error).lower()


class UnknownNameError(SudocubeError, ValueError):
    """A name that stands for nothing. Attributes: `kind` ("engine", …), `name`, `known` (sorted)."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name, self.known = kind, name, sorted(known)
        near = get_close_matches(name, self.known, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        super().__init__(f"unknown {kind} {name!r}.{hint} Known: {', '.join(self.known)}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.kind, self.name, self.known)


class EncodingError(SudocubeError, ValueError):
    """A mistake in an encoding's file. Attributes: `file`, `key` (dotted), `found`, `allowed`."""

    def __init__(self, file: str, key: str, found: str, allowed: str) -> None:
        self.file, self.key, self.found, self.allowed = file, key, found, allowed
        place = f"{file}: {key}" if key else file
        super().__init__(f"{place}: found {found}; allowed: {allowed}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.file, self.key, self.found, self.allowed)


class UnavailableError(SudocubeError, ImportError):
    """Something needs a package that is not installed. Attributes: `what`, `install` (a command)."""

    def __init__(self, what: str, install: str) -> None:
        self.what, self.install = what, install
        super().__init__(f"{what} is not installed; get it with: {install}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.what, self.install)


class UnsupportedError(SudocubeError, ValueError):
    """Something was asked for what it cannot do: an engine for a size, a format for a box shape."""


class EngineError(SudocubeError, RuntimeError):
    """An engine broke off, or gave an answer that the referee refused."""


class UndecidedError(SudocubeError, RuntimeError):
    """A yes or no was asked for, and the engine ran out of time, or of tricks, before it knew."""
