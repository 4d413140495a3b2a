"""The fields of a record of a table (CSV), as its text arrives, however long it is.

A field ends at a delimiter or at the record's end. One that begins with a quote goes on to the next quote,
past delimiters and line ends; two quotes in it mean one. Spaces before a field are left out, and so are all
quotes that this calls for; any other quote is a symbol like the rest. That is what Python's `csv` does with
`skipinitialspace`; but `csv` has a bound on fields that is set for a whole process, and no use for a part of
a field.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from functools import cache

from sudocube.formats.text_input import characters_in, text_of

LONGEST_FIELD = 1 << 24
"""How many bytes a field may have: 16 MB."""

LONGEST_NAME = 100
"""How many bytes of a field are kept of a header that is longer than a line may be."""

MOST_NAMES = 10_000
"""How many fields are kept of such a header."""

NOWHERE = (0, 0)

_QUOTE = b'"'
_QUOTED = re.compile(rb'(?:[^"]++|"")*+')


class FieldState(Enum):
    """Where in a field the text has come to."""

    START = auto()  # nothing but spaces so far
    PLAIN = auto()  # not in quotes
    QUOTED = auto()  # in quotes
    QUOTE = auto()  # after a quote in quotes, which closes the field unless another one follows


class RecordScanner:
    """Takes the text of one record, some at a time, and keeps some of its fields.

    `kept` has the fields that are complete: all, or only that of the index `wanted`; `other` is that of the
    index `also`, None until it is complete. `count` is the number of all complete fields. `outside` is the
    number of characters outside of quotes. `quote` is the line and the column of the last quote that began a
    field, and `long_field` is the same for the first field that has more than LONGEST_FIELD bytes, which are
    not kept; `begun` is where the content of the field `wanted` begins. They are (0, 0) where there is none.
    `text` is the text of all the record so far; None if it has more than LONGEST_FIELD bytes.
    """

    def __init__(self, delimiter: bytes, wanted: int | None = None, also: int | None = None) -> None:
        self.kept: list[bytes] = []
        self.other: bytes | None = None
        self.count = self.outside = 0
        self.quote = self.long_field = self.begun = NOWHERE
        self.text: bytearray | None = bytearray()
        self._delimiter, self._wanted, self._also = delimiter, wanted, also
        self._state = FieldState.START
        self._text = bytearray()
        self._length = 0
        self._quote_at = self._begun_at = -1  # indices in the text that is being fed
        self._long_at: int | None = None

    @property
    def is_quoted(self) -> bool:
        """Whether the text fed so far ends in quotes."""
        return self._state is FieldState.QUOTED

    def feed(self, text: bytes, line: int = 1, column: int = 1) -> None:
        """Take some text of one line, without the line's end; it begins at that line and column."""
        self._quote_at = self._begun_at = -1
        self._keep_text(text)
        quote_before = self.quote
        at = 0
        while at < len(text):
            if self._state is FieldState.QUOTED:
                end = _QUOTED.match(text, at).end()  # type: ignore[union-attr]  # it matches anything
                self._keep(text[at:end].replace(b'""', _QUOTE))
                if end < len(text):
                    self._state = FieldState.QUOTE
                at = end + 1
            elif self._state is FieldState.QUOTE and text.startswith(_QUOTE, at):
                self._keep(_QUOTE)
                self._state = FieldState.QUOTED
                at += 1
            else:
                at = self._feed_plain(text, at)

        def place(index: int) -> tuple[int, int]:
            return line, column + len(text_of(text[:index]))

        if self._quote_at >= 0:
            self.quote = place(self._quote_at)
        if self._begun_at >= 0:
            self.begun = place(self._begun_at)
        if self._long_at is not None and self.long_field == NOWHERE:
            self.long_field = place(self._long_at) if self._long_at >= 0 else quote_before

    def end_line(self) -> bool:
        """Take the end of a line, and say whether it ends the record."""
        if self._state is FieldState.QUOTED:
            self._keep_text(b"\n")
            self._keep(b"\n")
            if self._long_at is not None and self.long_field == NOWHERE:
                self.long_field = self.quote
            return False
        self.end()
        return True

    def end(self) -> None:
        """Take the end of the record: the last field is complete."""
        if self._wanted in (None, self.count):
            self.kept.append(bytes(self._text))
        elif self.count == self._also:
            self.other = bytes(self._text)
        self._text.clear()
        self._length = 0
        self._state = FieldState.START
        self.count += 1

    def _feed_plain(self, text: bytes, at: int) -> int:
        """Take what is not in quotes from an index on; gives the index of what was not taken."""
        end = text.find(_QUOTE, at)
        # In such a field, quotes are symbols like any other, up to the delimiter.
        if end == at and self._state is FieldState.PLAIN:
            end = text.find(self._delimiter, at)
        end = end if end >= 0 else len(text)
        self._take_plain(text[at:end], at)
        if self._state is FieldState.START and text.startswith(_QUOTE, end):
            self._state, self._quote_at = FieldState.QUOTED, end
            end += 1
            if self.count == self._wanted:
                self._begun_at = end
        return end

    def _take_plain(self, text: bytes, at: int) -> None:
        """Take text outside of quotes, which begins at an index: the rest of a field, and perhaps others."""
        self.outside += characters_in(text)
        if self._state is FieldState.QUOTE:
            self._state = FieldState.PLAIN
        others = text.count(self._delimiter)
        here = range(self.count, self.count + others + 1)
        if others and self._wanted is not None and self._wanted not in here and self._also not in here:
            self.end()
            self.count += others - 1
            text = text.rpartition(self._delimiter)[2]
        for number, field in enumerate(text.split(self._delimiter)):
            if number:
                self.end()
            is_start = self._state is FieldState.START
            content = field.lstrip(b" ") if is_start else field
            if content and is_start and self.count == self._wanted:
                self._begun_at = at + len(field) - len(content)
            if content:
                self._state = FieldState.PLAIN
                self._keep(content)
            at += len(field) + 1

    def _keep_text(self, text: bytes) -> None:
        """Take text of the record."""
        if self.text is not None:
            self.text += text
            if len(self.text) > LONGEST_FIELD:
                self.text = None

    def _keep(self, text: bytes) -> None:
        """Take content of the current field."""
        self._length += len(text)
        if self._length > LONGEST_FIELD:
            if self._long_at is None:
                self._long_at = self._quote_at
        elif self._wanted is None or self.count in (self._wanted, self._also):
            self._text += text


class HeaderScanner(RecordScanner):
    """Takes the text of a header, and keeps the beginnings of the first MOST_NAMES fields.

    The delimiter is the first of some characters that stands outside of quotes.
    """

    def __init__(self, delimiters: str) -> None:
        super().__init__(b"\n")  # in no line
        self._delimiters = delimiters.encode()
        self.delimiter = ""

    def end(self) -> None:
        """See `RecordScanner.end`."""
        super().end()
        self.kept[-1] = self.kept[-1][:LONGEST_NAME]
        del self.kept[MOST_NAMES:]

    def _feed_plain(self, text: bytes, at: int) -> int:
        if not self.delimiter:
            end = text.find(_QUOTE, at + (self._state is FieldState.PLAIN))
            plain = text[at : end if end >= 0 else len(text)]
            if rest := plain.lstrip(bytes(set(plain) - set(self._delimiters))):
                self._delimiter = rest[:1]
                self.delimiter = rest[:1].decode()
        return super()._feed_plain(text, at)


@cache
def simple_record(delimiter: str, *wanted: int) -> re.Pattern[bytes]:
    """Matches records on one line whose quotes are all around whole fields, as most are.

    Of the fields of these indices, `group_of` gives the groups.
    """
    d = re.escape(delimiter)
    field = rf' *+"[^"]*+" *+|[^"{d}]*+'
    kept = rf' *+"([^"]*+)" *+|([^"{d}]*+)'
    fields = (f"(?:{kept if index in wanted else field})" for index in range(max(wanted) + 1))
    return re.compile(f"{d.join(fields)}(?:{d}(?:{field}))*+".encode())


def group_of(match: re.Match[bytes], place: int) -> int:
    """The group of a wanted field: of the first one in the record, or of the second if `place` is 1.

    >>> match = simple_record(",", 0, 2).fullmatch(b'1,2,"3",4')
    >>> match[group_of(match, 0)], match[group_of(match, 1)]
    (b'1', b'3')
    """
    quoted = 2 * place + 1
    return quoted if match[quoted] is not None else quoted + 1


@cache
def _field_as_written(delimiter: str) -> re.Pattern[str]:
    """Matches a field as it is written, with its quotes, up to the delimiter or the record's end."""
    d = re.escape(delimiter)
    return re.compile(rf' *+"(?:[^"]++|"")*+(?:"[^{d}]*+)?|[^{d}]*+')


def fields_as_written(text: str, delimiter: str) -> list[str]:
    """The fields of a record as they are written: with the delimiter between them, they are the record.

    >>> fields_as_written('id, "a ""b"", c",3', ",")
    ['id', ' "a ""b"", c"', '3']
    """
    if '"' not in text:
        return text.split(delimiter)
    match, end, fields = _field_as_written(delimiter).match, -1, []
    while end < len(text):
        field = match(text, end + 1)
        assert field is not None  # it matches anything
        fields.append(field[0])
        end = field.end()
    return fields


def fields_of(text: str, delimiter: str) -> list[str]:
    """The fields of a record on one line, without quotes and surrounding white space; none of an empty line.

    >>> fields_of('id, "a ""b"", c",3', ",")
    ['id', 'a "b", c', '3']
    """
    if '"' not in text:
        return [field.strip() for field in text.split(delimiter)] if text else []
    scanner = RecordScanner(delimiter.encode())
    scanner.feed(text.encode("utf-8", "surrogateescape"))
    scanner.end()
    return [field.decode("utf-8", "surrogateescape").strip() for field in scanner.kept]
