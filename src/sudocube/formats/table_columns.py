"""Tables (CSV) of which the columns are known beforehand, with as many of them as are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import BinaryIO

from sudocube.errors import UnknownNameError
from sudocube.formats.bulk_reader import BATCH_BYTES, read_plain_table
from sudocube.formats.byte_input import ArrivingBytes
from sudocube.formats.entry import TableHeader
from sudocube.formats.table_batches import PlainTable
from sudocube.formats.table_head import TableHead
from sudocube.formats.table_reader import read_records
from sudocube.formats.text_batches import BulkItem
from sudocube.formats.text_input import LONGEST, TextInput, TextLines
from sudocube.geometry import Geometry


def read_columns(
    stream: BinaryIO,
    name: str,
    *,
    puzzles: str,
    answers: str | None,
    others: Sequence[str] = (),
    fixed: Geometry | None = None,
) -> Iterator[BulkItem]:
    r"""The puzzles of a table, those of 9×9 as TextBatch and the others as Entry, in order.

    `puzzles`, `answers` and `others` are names of its columns; the batches hold the fields of the others in
    `TextBatch.columns`, and a text for each answer that does not have 81 bytes in `TextBatch.other_answers`.
    `fixed` is the geometry that all puzzles have; without it, their symbols decide. Raises UnknownNameError
    for a column that is not there, InputError for data that are damaged, after what could be read of them,
    UnavailableError where the reader of Zstandard is not installed, and OSError where the stream does.

    >>> import io
    >>> text = io.BytesIO(b"id,board,level\n1," + b"." * 81 + b",0.5\n2," + b"5" * 80 + b",7\n")
    >>> batch, entry = read_columns(text, "a.csv", puzzles="board", answers=None, others=["level"])
    >>> batch.puzzles.shape, list(batch.columns[0]), entry.source
    ((1, 81), ['0.5'], 'a.csv:3')
    """
    text = ArrivingBytes(stream, name, BATCH_BYTES)
    head = begun_table(text, name, [puzzles, *(() if answers is None else (answers,)), *others])
    text.push_back(head.rest)
    lines = TextLines.of_text(text, after=head.line)
    text_input = TextInput(name, lines, fixed, box_given=fixed is not None, answers=answers or False)
    index = head.header.names.index
    table = PlainTable(
        TableHeader(head.header.text, head.header.delimiter, head.header.names, index(puzzles)),
        head.line,
        None if answers is None else index(answers),
        others=tuple(map(index, others)),
    )
    if fixed not in (None, Geometry(3, 3)):
        records = read_records(text_input, table.header, table.width, table.answers)
        yield from text.and_failure(records)
        return
    yield from text.and_failure(read_plain_table(text, stream, table, text_input))


def begun_table(text: ArrivingBytes, name: str, wanted: Sequence[str]) -> TableHead:
    """The head of a table that has these columns, the first of which is that of the puzzles.

    What follows the header is the `rest` of the head, as far as it was read. Raises UnknownNameError for a
    column that is not there, and what reading the text raises.
    """
    begun = b""
    heads: list[TableHead] = []
    for data in text:
        begun += data
        heads = [*TableHead.possible(begun, wanted[0])]
        if any(head.rest for head in heads) or len(begun) > LONGEST:
            break
    for head in heads:
        if set(wanted) <= set(head.header.names):
            return head
    if text.failure is not None:
        raise text.failure
    names = [column for head in heads[:1] for column in head.header.names]
    missing = next((column for column in wanted if column not in names), wanted[0])
    raise UnknownNameError("column", missing, filter(None, names), f"these are the columns of {name}")
