"""Text to puzzles and back: every format that is read and written, by name in FORMATS.

    lines    bytes to numbered lines, streamed
    kinds    what a line looks like, and which format a block is in
    symbols  symbols to digits, and the words for what is none
    oneline  one puzzle per line           ("line", "sdm")
    grids    a row per line, with rows (one line) and layout (box shapes)  ("grid", "ss", "sdk")
    table    CSV, with header (names of columns)                           ("csv")
    reader   detection: which of the three
    bulk_reader  one-line 9×9 puzzles by the thousand, as arrays
    writer   puzzles and solutions to text
    given    puzzles as callers of the library give them

Sizes and symbols are those of `geometry` and `puzzle`. Reading never guesses: what can be read two ways is
an error that says so. See `read` for the whole.
"""

from sudocube.formats.entry import FORMATS, Entry, Style
from sudocube.formats.reader import read, read_argument
from sudocube.formats.writer import Writer, write

__all__ = ["FORMATS", "Entry", "Style", "Writer", "read", "read_argument", "write"]
