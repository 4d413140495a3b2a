"""One puzzle per record of a table (CSV), whose header names the column of puzzles. Others are ignored.

A record is one text line, or several where a quoted field holds line ends. A field of more than LONGEST_FIELD
bytes makes an error of its own record, and so do more than LONGEST characters of a line that are outside of
quotes. A quote that nothing closes makes an error of the lines up to its own; what follows is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import NamedTuple

from sudocube.errors import FormatError
from sudocube.formats.answer_columns import begins_answers, index_of_answers
from sudocube.formats.entry import Entry, Numerals, Style, TableHeader, TableRecord
from sudocube.formats.line_kinds import (
    DELIMITERS,
    PUZZLE_COLUMNS,
    LineKind,
    index_of_puzzles,
    is_grid_begun,
    kind_of,
    likely_delimiter,
    other_family,
    pass_over,
    puzzle_column,
)
from sudocube.formats.symbols import SYMBOLS_OF, blank_of, cells_fault, counted, puzzle_of_symbols, zero_fault
from sudocube.formats.table_fields import (
    LONGEST_FIELD,
    NOWHERE,
    HeaderScanner,
    RecordScanner,
    fields_of,
    group_of,
    simple_record,
)
from sudocube.formats.text_input import (
    LONGEST,
    TextInput,
    TextLine,
    characters_in,
    is_blank,
    is_comment,
    is_long,
    original_line,
    text_of,
)
from sudocube.symbol_forms import usual_symbols


def read_table(text_input: TextInput) -> Iterator[Entry]:
    """The puzzles of a table; a single error where its header names no column of puzzles."""
    style = text_input.style("csv")
    head = next(iter(text_input.lines))
    text = text_of(original_line(head[1] or b""))
    if (found := puzzle_column(text)) is None:
        yield text_input.refusal(_no_column(text_input, head[0], text), style)
        return
    delimiter, index = found
    names = fields_of(text, delimiter)
    header = TableHeader(text, delimiter, tuple(names), index)
    yield from _records(text_input, header, len(names))


def read_long_table(text_input: TextInput, first: TextLine) -> Iterator[Entry] | None:
    """The puzzles of a table whose header begins with this raw line, which is longer than a line may be.

    None where it names no column of puzzles; then it has been passed over. The header's own fault, if it has
    one, is the first entry.
    """
    scanner = HeaderScanner(DELIMITERS)
    faults = []
    try:
        _scan(text_input, first, scanner)
    except FormatError as error:
        faults.append(text_input.refusal(error, text_input.style("csv"), first[0]))
    names = [text_of(field).strip() for field in scanner.kept]
    if not scanner.delimiter or (index := index_of_puzzles(names)) is None:
        return None
    text = None if scanner.text is None else text_of(bytes(scanner.text))
    header = TableHeader(text, scanner.delimiter, tuple(names), index)
    return chain(faults, _records(text_input, header, scanner.count))


def _records(text_input: TextInput, header: TableHeader, width: int) -> Iterator[Entry]:
    """The puzzles of the records that follow a header of `width` fields.

    The first record shows whether a column that is known by its name holds answers: a small number, for
    example, says how many solutions there are.
    """
    answers = index_of_answers(text_input, header.names, header.index)
    records = read_records(text_input, header, width, answers)
    if answers is None or text_input.answers is not True:
        yield from records
        return
    for entry in records:
        if entry.stored is not None and not begins_answers(header.names[answers], entry.stored):
            yield replace(entry, stored=None)
            yield from read_records(text_input, header, width, None)
            return
        yield entry
        if entry.stored is not None:
            break
    yield from records


def read_records(
    text_input: TextInput, header: TableHeader, width: int, answers: int | None
) -> Iterator[Entry]:
    """The puzzles of the records that come next, below a header of `width` fields.

    `answers` is the index of the column of answers, None where there is none.
    """
    delimiter, unread = header.delimiter, TableRecord(header, None)
    text_input.lines.is_raw = True
    style = text_input.style("csv")
    for number, raw in text_input.lines:
        assert raw is not None  # raw lines are never dropped
        if is_blank(raw) and not is_long(raw):
            continue
        if is_comment(raw):
            while is_long(raw):
                raw = next(iter(text_input.lines))[1] or b""
            continue
        if width > 1 and (family := _family_without_delimiter(text_input, (number, raw), delimiter)):
            fault = other_family(text_input, number, family, "csv")
            yield replace(text_input.refusal(fault, style), record=unread)
            pass_over(text_input.lines, lambda raw: _may_be_record(raw, delimiter))
            continue
        try:
            found = _found(text_input, number, raw, header, answers)
        except FormatError as error:
            yield replace(text_input.refusal(error, style, number), record=unread)
            continue
        try:
            entry = _entry(text_input, number, header, found)
        except FormatError as error:
            entry = text_input.refusal(error, style, number)
            entry = replace(entry, record=TableRecord(header, found.record))
        yield entry


class _Found(NamedTuple):
    """What is in a record: its text if that is not too long, and the content of the field with the puzzle.

    `field` is None where there are only `columns` columns; else its content begins at that line and column.
    `stored` is the content of the field with the answer, None where there is no such column.
    """

    record: str | None
    columns: int
    field: bytes | None
    line: int
    column: int
    stored: bytes | None = None


def _found(
    text_input: TextInput, number: int, raw: bytes, header: TableHeader, answers: int | None
) -> _Found:
    """What is in the record that begins with this line. Raises FormatError for a fault of the record."""
    delimiter, index = header.delimiter, header.index
    wanted = [index] if answers is None else [index, answers]
    simple = None if is_long(raw) else simple_record(delimiter, *wanted).fullmatch(raw)
    if simple is not None:
        group = group_of(simple, int(wanted[-1] < index))
        stored = None if answers is None else simple[group_of(simple, int(answers > index))]
        column = len(text_of(raw[: simple.start(group)])) + 1
        return _Found(text_of(raw), index + 1, simple[group], number, column, stored)
    scanner = RecordScanner(delimiter.encode(), index, answers)
    _scan(text_input, (number, raw), scanner)
    text = None if scanner.text is None else text_of(bytes(scanner.text))
    field = scanner.kept[0] if scanner.kept else None
    stored = None if answers is None else scanner.other or b""
    return _Found(text, scanner.count, field, *scanner.begun, stored)


def _entry(text_input: TextInput, number: int, header: TableHeader, found: _Found) -> Entry:
    """The puzzle in the record that begins with the line of that number. Raises FormatError."""
    if found.field is None:
        raise _no_puzzle(text_input, number, counted(found.columns, "column"), header.index)
    content = usual_symbols(text_of(found.field))
    symbols = content.strip()
    if not symbols:
        raise _no_puzzle(text_input, number, "an empty field", header.index)
    is_on_line = found.line == number and "\n" not in content
    at = found.column + content.index(symbols) if is_on_line else None
    token = symbols.encode("utf-8", "surrogateescape")
    geometry = text_input.shapes.get(len(token))
    if geometry is None or token.translate(None, SYMBOLS_OF[geometry.size]):
        raise cells_fault(text_input, number, at, symbols)
    if fault := zero_fault(text_input, number, at and at + symbols.find("0"), symbols, geometry.size):
        raise fault
    puzzle, numerals = puzzle_of_symbols(symbols, geometry)
    style = _style(blank_of(symbols, numerals), header.delimiter, numerals, box_given=text_input.box_given)
    record = TableRecord(header, found.record)
    stored = None if found.stored is None else text_of(found.stored).strip()
    return Entry(f"{text_input.name}:{number}", puzzle, None, style, record, stored)


@cache
def _style(blank: str, delimiter: str, numerals: Numerals, *, box_given: bool) -> Style:
    """The style of a puzzle in a table; there are few of them."""
    return Style("csv", blank, delimiter=delimiter, numerals=numerals, box_given=box_given)


def _no_puzzle(text_input: TextInput, number: int, found: str, index: int) -> FormatError:
    """The error for a record without a puzzle."""
    return text_input.error(number, None, found=found, expected=f"the puzzle in column {index + 1}")


class _LinesAfter:
    """The lines after the one with a quote, as far as a field may go, to be read again if nothing closes it.

    `text` is what these lines hold, each with its end, and `last` the number of the last one.
    """

    def __init__(self, line: int) -> None:
        self.line = self.last = line
        self.text = bytearray()
        self.is_full = False
        self._ended = 0

    def keep(self, text: bytes) -> None:
        """Keep some text of the next line."""
        if not self.is_full:
            self.text += text
            self.is_full = len(self.text) > LONGEST_FIELD
            if self.is_full:
                del self.text[self._ended :]

    def end_line(self, number: int) -> None:
        """Keep the end of the line with that number."""
        if number > self.line and not self.is_full:
            self.text += b"\n"
            self.last, self._ended = number, len(self.text)


def _scan(text_input: TextInput, first: TextLine, scanner: RecordScanner) -> None:
    """Have the scanner take the record that begins with this line.

    Raises FormatError for what is too long, after all of the record; and for a quote that nothing closes:
    then the next line is the one after that of the quote, as far as the lines could be kept.
    """
    after = _LinesAfter(first[0])
    fault: FormatError | None = None
    line, column, outside = first[0], 1, 0
    for number, text in chain([first], text_input.lines):
        assert text is not None  # raw lines are never dropped
        if number != line:
            line, column, outside = number, 1, scanner.outside
        scanner.feed(text, number, column)
        if scanner.quote[0] > after.line:
            after = _LinesAfter(number)
        elif number > after.line:
            after.keep(text)
        if scanner.outside - outside > LONGEST:
            fault = fault or text_input.long_line(number)
        elif scanner.long_field != NOWHERE:
            fault = fault or _long_field(text_input, scanner.long_field)
        if is_long(text):  # the line goes on
            column += characters_in(text)
        elif not scanner.end_line():
            after.end_line(number)
        elif fault is not None:
            raise fault
        else:
            return
    text_input.lines.begin_again(after.line, bytes(after.text))
    expected = "a closing quote" + f"; what follows line {after.last:,} is lost" * after.is_full
    raise text_input.error(*scanner.quote, found="a quote that is not closed", expected=expected)


def _long_field(text_input: TextInput, quote: tuple[int, int]) -> FormatError:
    """The error for a field that is too long, which begins with this quote."""
    found = f"a field of more than {LONGEST_FIELD:,} bytes"
    expected = f"fields of at most {LONGEST_FIELD:,} bytes"
    return text_input.error(*quote, found=found, expected=expected)


def _family_without_delimiter(text_input: TextInput, line: TextLine, delimiter: str) -> str | None:
    """The family of a line without a delimiter, which cannot be a record of a table with several columns."""
    if _may_be_record(line[1], delimiter):
        return None
    if kind_of(line[1]) in (LineKind.PUZZLE, LineKind.SIXTEEN):
        return "line"
    return "grid" if is_grid_begun(text_input.lines, line) else None


def _may_be_record(text: bytes | None, delimiter: str) -> bool:
    """Whether a line may begin a record of several columns: it holds a delimiter, or its first field may."""
    return text is None or is_long(text) or delimiter.encode() in text or text.lstrip().startswith(b'"')


def _no_column(text_input: TextInput, line: int, text: str) -> FormatError:
    """The error for a header that names no column of puzzles, with its columns and the known names."""
    columns = ", ".join(map(repr, fields_of(text, likely_delimiter(text))))
    expected = f"a column of puzzles by one of the names {', '.join(PUZZLE_COLUMNS)}"
    return text_input.error(line, None, found=f"the columns {columns}", expected=expected)
