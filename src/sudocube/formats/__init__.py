"""Text to puzzles and back: every format that is read and written, by name in FORMATS.

    entry          what reading gives and writing needs: entries, styles, names of formats
    packed_input   what gzip, xz, bzip2 and Zstandard have packed
    file_kinds     files that are no text, by their first bytes
    byte_input     the bytes of an input as they arrive, unpacked
    text_input     bytes to numbered text lines, streamed
    symbols        symbols to digits, and the words for wrong symbols
    cell_lists     all cells of a puzzle on one text line, with something between them
    line_search    a puzzle anywhere in a text line
    line_kinds     what a text line looks like, and which format a block of lines has
    line_reader    one puzzle per line                ("line", "sdm", "pencilmarks")
    table_fields   the fields of a record, however long
    answer_columns which column of a table holds answers
    table_reader   one puzzle per record of a table   ("csv")
    grid_text      a line of a drawn grid: box drawing in ASCII; rules, headings and rows
    grid_layout    one row of a grid, and the box shape that bars and rules show
    grid_blocks    rows whose symbols stand below each other
    grid_cells     the cells of a row, in each way in which people separate them
    grid_columns   rows in which blanks are spaces
    grid_shape     from rows to whole puzzles, without labels
    grid_values    from cells to a puzzle: symbols, numbers or candidates
    grid_forms     a block in every form that there is; what fits in two ways is refused
    grid_runs      puzzles with blank lines inside
    grid_words     what a block that is no puzzle looks like
    grid_reader    one row per line                   ("grid", "ss", "sdk")
    reader         detects in which of the three ways an input is read
    plain_lines    text lines that are certainly one 9×9 puzzle, found in arrays
    text_batches   puzzles as arrays, with their answers
    table_batches  records that are certainly one 9×9 puzzle, found in arrays
    list_columns   lists with other columns beside the puzzle
    bulk_reader    9×9 puzzles, one per line, in batches as arrays
    table_head     the header of a table, and its first records
    table_columns  tables with further columns
    table_writer   tables with the columns that were read, and further ones
    writer         puzzles and solutions to text, and a record for each

Sizes and symbols are those of `geometry` and `puzzle`. Reading never guesses: where a text can be read in two
ways, that is an error. Begin with `read`.
"""

from sudocube.formats.entry import FORMATS, Entry, PuzzleInput, Style
from sudocube.formats.reader import read, read_argument
from sudocube.formats.writer import RecordWriter, Writer, write

__all__ = [
    "FORMATS",
    "Entry",
    "PuzzleInput",
    "RecordWriter",
    "Style",
    "Writer",
    "read",
    "read_argument",
    "write",
]
