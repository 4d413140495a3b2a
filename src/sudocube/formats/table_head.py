"""The header of a table and the first records below it, to see which column holds what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from sudocube.formats.entry import TableHeader
from sudocube.formats.line_kinds import DELIMITERS, index_of_puzzles
from sudocube.formats.line_search import holds_puzzle
from sudocube.formats.table_fields import fields_of
from sudocube.formats.text_input import LONGEST, is_blank, is_comment, text_of

_LINE_END = re.compile(rb"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class TableHead:
    """What may be the header of a table: the first line that is neither blank nor a comment.

    `line` is its number, and `rest` is the text below it, as far as it was read.
    """

    header: TableHeader
    line: int
    rest: bytes

    @classmethod
    def possible(cls, text: bytes, puzzles: str | None = None) -> Iterator[TableHead]:
        r"""The heads that a text may have: one for each delimiter of its header, the likeliest first.

        `puzzles` is the name of the column of puzzles, if it is known. A header that holds a puzzle is none.

        >>> [head] = TableHead.possible(b"# by hand\nid;board\n1;53..", None)
        >>> head.header.names, head.header.delimiter, head.line, head.rest
        (('id', 'board'), ';', 2, b'1;53..')
        """
        line, first, rest = 0, b"", text
        while rest and (is_blank(first) or is_comment(first)):
            end = _LINE_END.search(rest)
            first, rest = (rest, b"") if end is None else (rest[: end.start()], rest[end.end() :])
            line += 1
        words = text_of(first)
        if is_blank(first) or len(first) > LONGEST or holds_puzzle(words):
            return
        heads = []
        for delimiter in DELIMITERS:
            names = tuple(fields_of(words, delimiter))
            is_known = puzzles is not None and puzzles.strip().lower() in map(str.lower, names)
            index = index_of_puzzles(names)
            if len(names) > 1 or is_known or index is not None:
                header = TableHeader(words, delimiter, names, index or 0)
                heads.append((is_known, index is not None, len(names), cls(header, line, rest)))
        heads.sort(key=lambda one: one[:3], reverse=True)
        seen = set()
        for *_, head in heads:
            if head.header.names not in seen:
                seen.add(head.header.names)
                yield head

    def sample(self, most: int) -> dict[str, list[str | None]]:
        """The fields of the first records by the names of their columns; of equal names, the first counts."""
        lines = _LINE_END.split(self.rest)
        lines = lines[:-1] if len(lines) > 1 else lines  # the last one may be cut off
        records = [text_of(line) for line in lines if not is_blank(line) and not is_comment(line)][:most]
        rows = [fields_of(record, self.header.delimiter) for record in records]
        columns: dict[str, list[str | None]] = {}
        for place, name in enumerate(self.header.names):
            columns.setdefault(name, [row[place] if place < len(row) else None for row in rows])
        return columns
