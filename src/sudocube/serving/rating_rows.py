"""The command `rate` of the page: how hard a puzzle is, as `sudocube rate --json` prints it, and in words."""

from __future__ import annotations

from collections.abc import Iterator

from sudocube.rating import rate
from sudocube.report.json_rows import Row
from sudocube.report.ratings import Rated, level_in_words, rated_phrase, rated_row, rating_sentences
from sudocube.report.row import as_dict
from sudocube.rows import Entry, Style
from sudocube.serving.request_fields import RequestFields

SECONDS = 20
"""How long a rating has, unless the page asks for another limit; what is not known then has bounds."""

SECONDS_AT_MOST = 120
"""The longest limit that a page can ask for."""


def rating_rows(asked: RequestFields) -> Iterator[Row]:
    """The row of `rate --json` for `puzzle`; then `difficulty`, a few words, and `sentences` on each measure.

    A puzzle that does not have one solution has no sentences. Another field is `seconds`.

    Raises RefusedRequestError for fields that do not fit, and UnsupportedError for pencilmarks and for sizes
    above 16.
    """
    puzzle = asked.puzzle()
    found = rate(puzzle, timeout=asked.number("seconds", 1, SECONDS_AT_MOST, SECONDS))
    yield as_dict(rated_row(Rated(1, Entry("argument:1", puzzle, None, Style()), found)))
    words = "".join(rated_phrase(found)) if found.level is None else level_in_words(found.level)
    sentences = [{"heading": heading, "text": text} for heading, text in rating_sentences(found)]
    yield {"difficulty": words, "sentences": sentences}
