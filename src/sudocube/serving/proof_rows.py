"""The panel Proof: the certificate of a puzzle, the events of its proof, the check of its text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from time import perf_counter

from sudocube.report.json_rows import Row
from sudocube.report.page_rows import certificate_row, proof_event_rows, source_rows, text_row
from sudocube.serving.page_commands import Progress
from sudocube.serving.request_fields import RequestFields
from sudocube.verdicts.certificates import certificate_of, check_text

EVENTS, EVENTS_AT_MOST = 3_000, 50_000
"""How many events of a proof a page gets, unless it asks for more; and the most that it may ask for."""

PROOF_SECONDS = 60.0

TEXT_AT_MOST = 60_000
"""Characters of a certificate that a page may send to be checked."""


def proof(asked: RequestFields) -> Iterator[Row | Progress]:
    """The row of the certificate, the rows of its proof event by event, and the check of its text.

    Fields: `puzzle`, and `most`, after which no more events come; then the last row has `cut` true.

    >>> from sudocube.serving.request_fields import RequestFields
    >>> _, first, *events, last = proof(RequestFields({"puzzle": "1... ..2. .3.. ...4"}))
    >>> str(first["verdict"]), first["steps"], [str(event["kind"]) for event in events], last["accepted"]
    ('unique', 0, ['clues', 'propagated', 'complete'], True)
    """
    puzzle, most = asked.puzzle(), asked.number("most", 1, EVENTS_AT_MOST, EVENTS)
    yield Progress(0, None, "looking for a proof")
    certificate = certificate_of(puzzle, timeout=PROOF_SECONDS)
    yield certificate_row(certificate)
    if not certificate.verdict.is_decided:
        return
    events = proof_event_rows(certificate)
    yield from islice(events, most)
    is_cut = next(events, None) is not None
    yield {**_checked(certificate.text), "cut": is_cut}


def proof_check(asked: RequestFields) -> Iterator[Row]:
    """Whether the text of a certificate holds; if not, why, and in which text line.

    Field: `certificate`, whatever it holds; it is never run, and only the trusted code reads it.

    >>> from sudocube.serving.request_fields import RequestFields
    >>> [row] = proof_check(RequestFields({"certificate": "sudocube certificates, format 2"}))
    >>> row["accepted"], row["line"]
    (False, 1)
    """
    yield _checked(asked.text("certificate", TEXT_AT_MOST))


def checker(asked: RequestFields) -> Iterator[Row]:
    """A row for each module of the trusted code, with its text and the number of its lines of code."""
    yield from source_rows()


def _checked(text: str) -> Row:
    start = perf_counter()
    found = check_text(text)
    return {**text_row(*found), "seconds": round(perf_counter() - start, 6)}
