"""What can go wrong, as one tree; every error carries its data as attributes.

    SudocubeError
    ├── PuzzleError (ValueError)          these cells are not a puzzle
    │   └── FormatError                   … in a text: line, column, what was found and what was expected
    ├── InputError (OSError)              a file that cannot be opened, or that holds no puzzle
    ├── UnknownNameError (ValueError)     no such engine, encoding, solver or format; known names are listed
    ├── EncodingError (ValueError)        a mistake in an encoding's file: file, key, found, allowed
    ├── UnavailableError (ImportError)    a package is needed that is not installed
    ├── UnsupportedError (ValueError)     an engine or a format cannot do what it was asked for
    ├── ImpossibleError (ValueError)      puzzles are asked for of which it is known that there are none
    ├── EngineError (RuntimeError)        an engine failed
    │   └── RefutedError                  … or gave an answer that the referee refused
    ├── UndecidedError (RuntimeError)     the time or the method did not suffice for an answer
    └── NotGeneratedError (RuntimeError)  the tries or the time did not suffice to make a puzzle

Each class also derives from the built-in exception that it refines, so callers who do not know this tree can
still catch it. Only the command line prints and exits.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from importlib.util import find_spec
from reprlib import Repr
from typing import Any


class SudocubeError(Exception):
    """The base class of all errors that the package raises on purpose.

    >>> from sudocube import Puzzle
    >>> try:
    ...     Puzzle("123")
    ... except SudocubeError as error:
    ...     print(error)
    3 cells: a puzzle has 16, 36, 64, 81, 100, 144, 225, 256, 400, 625 cells
    """

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle would call the class with the message; its arguments are other ones.
        return _unpickled, (type(self), self.args, vars(self))


def _unpickled(
    cls: type[SudocubeError], args: tuple[object, ...], attributes: dict[str, Any]
) -> SudocubeError:
    """An error as it was when it was pickled, with its message, attributes and notes."""
    error = cls.__new__(cls, *args)
    error.args = args
    vars(error).update(attributes)
    return error


class PuzzleError(SudocubeError, ValueError):
    """Cells that are not a puzzle: their number is wrong, or a value is not a digit of this size.

    >>> from sudocube import Puzzle
    >>> try:
    ...     Puzzle("5... .... .... ....")
    ... except ValueError as error:
    ...     print(type(error).__name__, error)
    PuzzleError r1c1 holds 5: the digits are 1 to 4
    """


class FormatError(PuzzleError):
    """A place in a text where something else was expected.

    Attributes: `source` (a file's name, `-` or `argument`), `line` and `column` (from 1; None if the fault
    has no single place), `place` ("puzzles.txt:12"), `found` and `expected` (in words), `reason` (one word
    such as "too_short" where that is known, else empty), and `message` (what was found and expected).

    >>> error = FormatError("puzzles.txt", 12, 5, found="'o'", expected="a digit")
    >>> error.line, error.column, str(error)
    (12, 5, "puzzles.txt:12: column 5: found 'o'; expected a digit")
    """

    def __init__(
        self,
        source: str,
        line: int | None,
        column: int | None,
        *,
        found: str,
        expected: str,
        reason: str = "",
    ) -> None:
        self.source, self.line, self.column = source, line, column
        self.found, self.expected, self.reason = found, expected, reason
        self.message = f"found {found}; expected {expected}"
        self.place = source if line is None else f"{source}:{line}"
        where = self.place if column is None else f"{self.place}: column {column}"
        super().__init__(f"{where}: {self.message}")

    def moved(self, source: str, line: int | None, column: int | None) -> FormatError:
        """The same fault at another place.

        >>> error = FormatError("", 1, 5, found="'o'", expected="a digit")
        >>> str(error.moved("puzzles.txt", 12, 5))
        "puzzles.txt:12: column 5: found 'o'; expected a digit"
        """
        about = {"found": self.found, "expected": self.expected, "reason": self.reason}
        return FormatError(source, line, column, **about)


class InputError(SudocubeError, OSError):
    """An input that cannot be read, or that holds no puzzle. Attributes: `source`, `reason`.

    >>> error = InputError("puzzles.txt", "no such file or directory")
    >>> error.source, isinstance(error, OSError)
    ('puzzles.txt', True)
    """

    def __init__(self, source: str, reason: str) -> None:
        self.source, self.reason = source, reason
        super().__init__(f"{source}: {reason}")


QUOTED_AT_MOST = 60
"""How many characters of a foreign value are quoted."""

_short = Repr()
_short.maxstring = _short.maxother = _short.maxlong = QUOTED_AT_MOST
_short.maxlist = _short.maxtuple = _short.maxdict = 3
_short.maxlevel = 2


def quoted(value: object) -> str:
    r"""A value as Python writes it, in characters that can be printed, cut to about QUOTED_AT_MOST of them.

    >>> print(quoted("no\nidea"), quoted([1, 2, 3, 4]), quoted(3))
    'no\nidea' [1, 2, 3, ...] 3
    """
    text = _short.repr(value)
    text = text if text.isprintable() else text.encode("unicode_escape").decode("ascii")
    return text if len(text) <= QUOTED_AT_MOST + 2 else text[:QUOTED_AT_MOST] + "…"


def message_of(error: BaseException) -> str:
    """The message of an error of others, quoted: on one line, and not too long.

    >>> message_of(ValueError("no idea"))
    "'no idea'"
    """
    try:
        return quoted(str(error))
    except Exception:
        return "its message cannot be shown"


def reason_of(error: Exception) -> str:
    """Why the system refused something, in lower case, for use after its name.

    >>> reason_of(FileNotFoundError(2, "No such file or directory"))
    'no such file or directory'
    """
    return str(getattr(error, "strerror", None) or error).lower()


LEAST_LIKENESS = 0.65
"""How like a known name a wrong one has to be, from 0 to 1, as `SequenceMatcher.ratio` has it."""

SHORTEST_BEGINNING, MOST = 3, 4
"""How many characters are taken for the beginning of a name, and how many such names are suggested."""

NO_OTHER_WORDS: Mapping[str, str] = {}


def nearest(name: str, known: Iterable[str], *, other_words: Mapping[str, str] = NO_OTHER_WORDS) -> list[str]:
    """The known names that a wrong one was perhaps meant for; empty if none is near.

    `other_words` are words that people use for a known name, with that name. Capital letters, `_` or a blank
    for `-`, and the dashes before an option make no difference. Several names are given where they all begin
    with the wrong one.

    >>> nearest("extnded", ["dual", "extended"]), nearest("glucose", ["glucose3", "glucose4"])
    (['extended'], ['glucose3', 'glucose4'])
    >>> nearest("cnf", ["dimacs", "lp"], other_words={"cnf": "dimacs"}), nearest("pdf", ["line", "sdk"])
    (['dimacs'], [])
    """
    asked = _plain(name)
    meant = {_plain(word): known_name for word, known_name in other_words.items()}
    meant |= {_plain(known_name): known_name for known_name in known}
    if asked in meant:
        return [meant[asked]]
    found = [word for word in meant if word.startswith(asked)] if len(asked) >= SHORTEST_BEGINNING else []
    found = found or get_close_matches(asked, meant, 1, LEAST_LIKENESS)
    different = {meant[word] for word in found}
    return [] if len(different) > MOST else sorted(different)


def _plain(name: str) -> str:
    return name.strip().casefold().replace("_", "-").replace(" ", "-").lstrip("-")


def did_you_mean(names: Iterable[str]) -> str:
    """The question after a message, with a blank before it; empty without names.

    >>> did_you_mean(["phases"]), did_you_mean(["avx2", "avx512"]), did_you_mean([])
    (" Did you mean 'phases'?", " Did you mean 'avx2' or 'avx512'?", '')
    """
    named = " or ".join(map(repr, names))
    return f" Did you mean {named}?" if named else ""


class UnknownNameError(SudocubeError, ValueError):
    """A name that is not known.

    Attributes: `kind` ("engine", …), `name`, `known` (sorted), `note`, and `near`, the names that it was
    perhaps meant for. Without `near`, these are the known ones that are like it; `other_words` are further
    words for known names.

    >>> from sudocube import check
    >>> try:
    ...     check("1... ..2. .3.. ...4", engine="phasis")
    ... except UnknownNameError as error:
    ...     print(error.kind, error.name, "phases" in error.known)
    engine phasis True
    """

    def __init__(
        self,
        kind: str,
        name: str,
        known: Iterable[str],
        note: str = "",
        *,
        near: Iterable[str] | None = None,
        other_words: Mapping[str, str] = NO_OTHER_WORDS,
    ) -> None:
        self.kind, self.name, self.known, self.note = kind, name, sorted(known), note
        self.near = nearest(name, self.known, other_words=other_words) if near is None else list(near)
        super().__init__(
            f"unknown {kind} {name!r}.{did_you_mean(self.near)} Known: {', '.join(self.known)}"
            + f"; {note}" * bool(note)
        )


class EncodingError(SudocubeError, ValueError):
    """Mistakes in an encoding's file: the first one, and `others`, each an EncodingError by itself.

    Attributes: `file`, `line` (from 1; None if there is none, or it is not clear), `key` (dotted), `found`,
    `allowed`, `near` (what was perhaps meant), `others`, and `lines`, a text line for each mistake.

    >>> error = EncodingError("mine.toml", "families.row", "3", "a table")
    >>> print(error.key, error, sep="; ")
    families.row; mine.toml: families.row: found 3; allowed: a table
    """

    def __init__(
        self,
        file: str,
        key: str,
        found: str,
        allowed: str,
        *,
        line: int | None = None,
        near: Iterable[str] = (),
        others: Iterable[EncodingError] = (),
    ) -> None:
        self.file, self.key, self.found, self.allowed, self.line = file, key, found, allowed, line
        self.near, self.others = list(near), list(others)
        place = file if line is None else f"{file}:{line}"
        place = f"{place}: {key}" if key else place
        question = f".{did_you_mean(self.near)}" if self.near else ""
        said = f"{place}: found {found}; allowed: {allowed}{question}"
        self.lines: list[str] = [said, *(line for one in self.others for line in one.lines)]
        super().__init__("\n".join(self.lines))


class UnavailableError(SudocubeError, ImportError):
    """A package that is needed is not installed. Attributes: `what`, `install` (a command).

    >>> error = UnavailableError("ortools", "pip install ortools")
    >>> print(error.install, error, sep="; ")
    pip install ortools; ortools is not installed; get it with: pip install ortools
    """

    def __init__(self, what: str, install: str) -> None:
        self.what, self.install = what, install
        super().__init__(f"{what} is not installed; get it with: {install}")


def require_extra(extra: str, needed_for: str, *packages: str) -> None:
    """Refuse, before any work, what needs an extra of which a package is not installed.

    Raises UnavailableError with a command that can be typed as it stands: it installs for the Python that
    runs.
    """
    is_plain = re.fullmatch(r"[\w./\\:~-]+", sys.executable)
    python = sys.executable if is_plain else f'"{sys.executable}"'
    for package in packages:
        if find_spec(package) is None:
            what = f"{package}, which {needed_for} needs,"
            raise UnavailableError(what, f'{python} -m pip install "sudocube[{extra}]"')


class UnsupportedError(SudocubeError, ValueError):
    """An engine or a format cannot do what it was asked for, such as a size or a box shape.

    >>> from sudocube import Puzzle
    >>> try:
    ...     format(Puzzle("1... ..2. .3.. ...4"), "sdk")
    ... except UnsupportedError as error:
    ...     print(error)
    the format sdk holds 9×9 puzzles only, not 4×4: choose line or grid
    """


class ImpossibleError(SudocubeError, ValueError):
    """Puzzles were asked for of which it is known that there are none.

    >>> from sudocube import generate
    >>> try:
    ...     generate(clues=(16, 16))
    ... except ImpossibleError as error:
    ...     print(error)
    no 9×9 puzzle with fewer than 17 clues has one solution
    """


class EngineError(SudocubeError, RuntimeError):
    """An engine failed, or gave an answer that the referee refused.

    >>> from sudocube import solve
    >>> try:
    ...     solve("1... ..2. .3.. ...4", engine=lambda cells: 1 / 0)
    ... except EngineError as error:
    ...     print(error)
    <lambda>() broke off: ZeroDivisionError: 'division by zero'
    """


class RefutedError(EngineError):
    """An engine gave a solution that is none, or a verdict that does not fit its solutions.

    >>> from sudocube import crosscheck
    >>> checked = crosscheck("1... ..2. .3.. ...4", engines=["sat", lambda cells: 16 * "1"])
    >>> type(checked.answers["<lambda>()"]).__name__  # in batches it is noted, and not raised
    'Refuted'

    Attributes: `refused`, the grid that the referee refused. It is None where what was given is no grid, or
    does not fit what is said of it.
    """

    def __init__(self, message: str, refused: object = None) -> None:
        self.refused: Any = refused  # a Grid, which this module cannot import
        super().__init__(message)


class UndecidedError(SudocubeError, RuntimeError):
    """An answer was asked for, and the engine ran out of time or was stuck before it knew.

    >>> from sudocube import solve
    >>> try:
    ...     solve(81 * ".", engine="sets")
    ... except UndecidedError as error:
    ...     print(error)
    stuck: out of tricks
    """


class NotGeneratedError(SudocubeError, RuntimeError):
    """A puzzle that was to be made was not found; whether there is one is not decided.

    Attributes: `index`, the number of the puzzle; `tries`, how many attempts were made at it; `made`, how
    many puzzles were made before; and `ran_out`, "tries" or "time".

    >>> from sudocube import generate
    >>> try:
    ...     list(generate(seed=1, clues=(17, 17), tries=100))
    ... except NotGeneratedError as error:
    ...     print(error)
    puzzle 1: none in 100 tries; more tries, or another wish, may find one
    """

    def __init__(self, index: int, tries: int, made: int, ran_out: str) -> None:
        self.index, self.tries, self.made, self.ran_out = index, tries, made, ran_out
        many = "1 try" if tries == 1 else f"{tries:,} tries"
        if ran_out == "time":
            message = f"puzzle {index}: the time ran out after {many}; give more time, or ask for less"
        else:
            message = f"puzzle {index}: none in {many}; more tries, or another wish, may find one"
        super().__init__(message)


FULL_REPORT = "SUDOCUBE_TRACEBACK"
"""The environment variable that asks for the whole traceback where the program fails."""


def fault_in_words(error: Exception) -> tuple[str, str]:
    """A fault of the program in two lines: what it was, and how one sees more of it.

    >>> try:
    ...     1 / 0
    ... except ZeroDivisionError as error:
    ...     print(fault_in_words(error)[1])
    SUDOCUBE_TRACEBACK=1 shows more, for a report
    """
    import os
    import traceback

    frame = traceback.extract_tb(error.__traceback__)[-1]
    what = " ".join("".join(traceback.format_exception_only(error)).split())
    where = f"{os.path.basename(frame.filename)}, line {frame.lineno}"  # noqa: PTH119 — of a name, not a path
    said = f"sudocube failed through a fault of its own: {what} ({where})"
    return said, f"{FULL_REPORT}=1 shows more, for a report"
