"""Text inputs: bytes to numbered lines, as they arrive, and the places of errors in them.

A line ends with LF, CR or CRLF. All lines are counted, from 1. Comment lines (`#`) are counted and left out;
blank lines are kept, because they separate blocks. A line of more than LONGEST characters comes as None.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from sudocube.errors import PuzzleError
from sudocube.geometry import SIZES, Geometry
from sudocube.rows.symbols import Fault
from sudocube.symbol_forms import usual_symbols

if TYPE_CHECKING:
    from sudocube.rows.batch import InputPause

LONGEST = 65_536
"""How many characters a line may have."""

TOO_LONG = Fault(f"a line of more than {LONGEST:,} characters", f"lines of at most {LONGEST:,} characters")

_CONTINUATION = bytes(range(0x80, 0xC0))  # the bytes of a UTF-8 character after its first

USUAL_SHAPES = {size * size: Geometry.of_size(size) for size in SIZES}
"""The possible geometries by their number of cells, where the user fixed none."""

TextLine: TypeAlias = tuple[int, Any]
"""The number of a line, and its text in the usual form, without its end; None for a line that is too long.

A run of lines with a puzzle each may come as one, with the Rows that it holds in place of the text.
"""


@dataclass(frozen=True, slots=True)
class TextInput:
    """An input while it is read: its name, its lines, and what the user fixed about the shape.

    `fixed` is the geometry that the user asked for (None: the text decides). `box_given` says that the user
    gave a box shape and not only a size. `answers` says whether answers beside the puzzles are looked for.
    """

    name: str
    lines: Iterator[TextLine | InputPause]
    fixed: Geometry | None
    box_given: bool
    answers: bool = True


def fixed_geometry(geometry: Geometry | None, size: int | None) -> Geometry | None:
    """The geometry that the user fixed by a box shape, a size, or both; None for neither.

    Raises PuzzleError where the two contradict each other, and for a size that does not exist.
    """
    if geometry is None:
        return None if size is None else Geometry.of_size(size)
    if size not in (None, geometry.size):
        raise PuzzleError(f"size {size} and boxes of {geometry.box_rows} x {geometry.box_columns} do not fit")
    return geometry


def is_blank(text: bytes) -> bool:
    """Whether a line holds nothing but white space."""
    return not text.strip()


def is_comment(text: bytes) -> bool:
    """Whether a line holds nothing but a comment."""
    begin = text if text.isascii() else usual_text(text[:LONGEST]).encode("utf-8", "replace")
    return begin.lstrip()[:1] == b"#"


def is_long(text: bytes) -> bool:
    """Whether a line has more than LONGEST characters; in invalid UTF-8, up to four bytes count as one."""
    if len(text) <= LONGEST:
        return False
    return len(text) > 4 * LONGEST or len(text.translate(None, _CONTINUATION)) > LONGEST


def text_of(line: bytes) -> str:
    """A line as characters; a byte that is not UTF-8 becomes a lone surrogate."""
    return line.decode("utf-8", "surrogateescape")


def usual_text(line: bytes) -> str:
    """A line as characters, those that have other forms in Unicode in their usual form."""
    return text_of(line) if line.isascii() else usual_symbols(text_of(line))


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


def text_lines(lines: Iterable[bytes], first: int = 1) -> Iterator[TextLine]:
    r"""The numbered lines of a text without comment lines.

    >>> list(text_lines(b"1.\r\n# a comment\r\r.2".splitlines()))
    [(1, '1.'), (3, ''), (4, '.2')]
    """
    for number, line in enumerate(lines, first):
        if not is_comment(line):
            yield number, None if is_long(line) else usual_text(line)
