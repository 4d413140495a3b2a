"""Text inputs: bytes to numbered lines, as they arrive, and the places of errors in them.

Only the current line and the lines that were read ahead are held in memory. A line ends with LF, CR or
CRLF. All lines are counted, from 1. Symbols that have other forms in Unicode come in their usual form (see
`symbol_forms`). Comment lines (`#`) are counted and left out; blank lines are kept, because they separate
blocks. A line of more than LONGEST characters comes as None; its characters are dropped as they are read.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sudocube.errors import FormatError, PuzzleError
from sudocube.geometry import SIZES, Geometry
from sudocube.rows.entry import Entry, Style
from sudocube.symbol_forms import usual_symbols

LONGEST = 65_536
"""How many characters a line may have."""

_PORTION = 1 << 16
"""How many bytes are split into lines together; a line takes several times its bytes as an object."""

_CONTINUATION = bytes(range(0x80, 0xC0))  # the bytes of a UTF-8 character after its first

_PACKED = re.compile(r"\.(gz|xz|lzma|bz2|zst)$")

USUAL_SHAPES = {size * size: Geometry.of_size(size) for size in SIZES}
"""The possible geometries by their number of cells, where the user fixed none."""

TextLine = tuple[int, bytes | None]
"""The number of a line and its text without the line's end; None for a line that is too long."""


class TextLines:
    """Numbered lines, each once. Lines that were read ahead can be pushed back."""

    def __init__(self, lines: Iterator[TextLine]) -> None:
        self._rest = lines
        self._ahead: deque[TextLine] = deque()

    @classmethod
    def of_text(cls, text: Iterable[bytes]) -> TextLines:
        """The lines of a text, which arrives as some bytes at a time."""
        return cls(split_lines(text))

    def __iter__(self) -> Iterator[TextLine]:
        """The lines from here on."""
        while True:
            while self._ahead:
                yield self._ahead.popleft()
            if (line := next(self._rest, None)) is None:
                if not self._ahead:
                    return
            else:
                yield line

    def push_back(self, lines: Iterable[TextLine]) -> None:
        """Make these lines the next ones, in this order."""
        self._ahead.extendleft(reversed(list(lines)))


@dataclass(frozen=True, slots=True)
class TextInput:
    """An input while it is read: its name, its lines, and what the user fixed about the shape.

    `fixed` is the geometry that the user asked for (None: the text decides). `box_given` says that the user
    gave a box shape and not only a size. `answers` says whether answers beside the puzzles are looked for.
    """

    name: str
    lines: TextLines
    fixed: Geometry | None
    box_given: bool
    answers: bool = True

    @property
    def shapes(self) -> dict[int, Geometry]:
        """The possible geometries, by their number of cells."""
        return {self.fixed.cell_count: self.fixed} if self.fixed else USUAL_SHAPES

    def has_extension(self, extension: str) -> bool:
        """Whether the file's name ends with the extension, in any case, and perhaps that of its packing."""
        return _PACKED.sub("", self.name.lower()).endswith(extension)

    def style(self, name: str = "line", blank: str = ".") -> Style:
        """The style of a puzzle of this input, as far as the format and the blank say it."""
        return Style(name, blank, box_given=self.box_given)

    def error(self, line: int, column: int | None, *, found: str, expected: str) -> FormatError:
        """The error for a place in this input."""
        return FormatError(self.name, line, column, found=found, expected=expected)

    def long_line(self, line: int) -> FormatError:
        """The error for a line that is too long."""
        found = f"a line of more than {LONGEST:,} characters"
        return self.error(line, None, found=found, expected=f"lines of at most {LONGEST:,} characters")

    def refusal(self, error: FormatError, style: Style, first: int | None = None) -> Entry:
        """The entry of an unreadable puzzle; `first` is its first line (None: the line of the error)."""
        return Entry(f"{self.name}:{error.line if first is None else first}", None, error, style)


def fixed_geometry(geometry: Geometry | None, size: int | None) -> Geometry | None:
    """The geometry that the user fixed by a box shape, a size, or both; None for neither.

    Raises PuzzleError where the two contradict each other, and for a size that does not exist.
    """
    if geometry is None:
        return None if size is None else Geometry.of_size(size)
    if size not in (None, geometry.size):
        raise PuzzleError(f"size {size} and boxes of {geometry.box_rows} x {geometry.box_columns} do not fit")
    return geometry


def is_blank(text: bytes | None) -> bool:
    """Whether a line holds nothing but white space."""
    return text is not None and not text.strip()


def is_comment(text: bytes) -> bool:
    """Whether a line holds nothing but a comment."""
    return text.lstrip().startswith(b"#")


def is_long(text: bytes) -> bool:
    """Whether a line has more than LONGEST characters; in invalid UTF-8, up to four bytes count as one."""
    if len(text) <= LONGEST:
        return False
    return len(text) > 4 * LONGEST or len(text.translate(None, _CONTINUATION)) > LONGEST


def text_of(line: bytes) -> str:
    """A line as characters; a byte that is not UTF-8 becomes a lone surrogate."""
    return line.decode("utf-8", "surrogateescape")


class UsualLine(bytes):
    """A line whose symbols are in their usual form; `original` is the line as it was."""

    original: bytes


def bytes_of(text: str) -> bytes:
    """The bytes that `text_of` made a text of; another lone surrogate, which JSON can hold, becomes three."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def in_utf8(text: str) -> str:
    r"""The text with each lone surrogate escaped, as files that must be UTF-8 can hold none.

    >>> print(in_utf8(text_of(b"caf\xe9")))
    caf\udce9
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def usual_line(line: bytes) -> bytes:
    """The line with its symbols in their usual form, a UsualLine if that is another text; not a long line."""
    if line.isascii() or is_long(line):
        return line
    usual = usual_symbols(text_of(line)).encode("utf-8", "surrogateescape")
    if usual == line:
        return line
    changed = UsualLine(usual)
    changed.original = line
    return changed


def original_line(line: bytes) -> bytes:
    """The line as it was before `usual_line`."""
    return line.original if isinstance(line, UsualLine) else line


def split_lines(text: Iterable[bytes]) -> Iterator[TextLine]:
    r"""The numbered lines of a text, which arrives as some bytes at a time, without comment lines.

    A last line without an end counts, unless the text could not be read to its end, which its `failure` says:
    then it is only a part of a line.

    >>> list(split_lines([b"1.\r\n# a comm", b"ent\r\r.2"]))
    [(1, b'1.'), (3, b''), (4, b'.2')]
    """
    number, tail = 0, b""
    in_long = after_cr = False
    portions = (piece[at : at + _PORTION] for piece in text for at in range(0, len(piece), _PORTION))
    for arrived in portions:
        data = arrived.removeprefix(b"\n") if after_cr else arrived  # the second half of a CRLF
        after_cr = data.endswith(b"\r")
        if not data:
            continue
        whole = (tail + data).splitlines()  # of bytes: at LF, CR and CRLF only
        tail = b"" if data[-1:] in b"\r\n" else whole.pop()
        for line in whole:
            if in_long:  # the end of a long line, which was already given out
                in_long = False
                continue
            number += 1
            line = usual_line(line)
            if not is_comment(line):
                yield number, None if is_long(line) else line
        if in_long:
            tail = b""
        elif is_long(tail):
            number += 1
            in_long = True
            yield number, None
            tail = b""
    if tail and not getattr(text, "failure", None) and not is_comment(line := usual_line(tail)):
        yield number + 1, line
