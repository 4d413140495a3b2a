"""Rows: whatever people bring becomes rows, by one reader; and puzzles to text again.

    entry          entries (a puzzle or its error), styles, formats; symbols, text lines, words for faults
    batch          rows: the puzzles of one input in arrays, with what stands beside them; plain lines to rows
    columns        what an input looks like; which column plays which role
    source         where bytes come from: files, streams, archives, unpacked
    opening        inputs opened: `read` and `open_rows`
    arrow          Arrow, Parquet, arrays, frames: record batches, whose columns become rows
    tables         CSV and JSON, which become columns
    text, grids    texts in any other form, block by block; grids over several lines
    links          links of sites that hold a puzzle
    writer         puzzles and solutions as text

Sizes and symbols are those of `geometry` and `puzzle`. Reading never guesses: where a text can be read in two
ways, that is an error. Begin with `opening.read`.
"""

from sudocube.rows.entry import FORMATS, Entry, Style

__all__ = ["FORMATS", "Entry", "Style"]
