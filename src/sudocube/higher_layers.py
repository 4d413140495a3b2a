"""What values of the lowest layer ask of higher ones: their text in a format, their picture, their sentence.

A puzzle or a step says how it looks, and the code that writes and draws stands in layers above it. So that
code is named here by its place, and imported when it is first needed, as engines are. Engines, referees and
checkers ask for nothing here.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

FUNCTIONS = {
    "format": "sudocube.rows.writer:formatted",
    "read": "sudocube.rows.reader:puzzle_of",
    "notebook view of an audit": "sudocube.report.audits:audit_in_notebook",
    "picture of a board": "sudocube.report.board_pictures:board_picture",
    "picture of a check": "sudocube.report.result_pictures:checked_picture",
    "picture of a crosscheck": "sudocube.report.result_pictures:crosschecked_picture",
    "picture of a diagnosis": "sudocube.report.result_pictures:diagnosis_picture",
    "words of a check": "sudocube.report.words:checked_in_words",
    "words of a crosscheck": "sudocube.report.crosscheck_details:crosschecked_in_words",
    "words of a conformance": "sudocube.report.conformance_text:conformance_in_words",
    "words of an estimate": "sudocube.report.estimate_text:estimate_in_words",
    "words of an audit": "sudocube.report.audits:plain_audit",
    "words of a diagnosis": "sudocube.report.diagnosis_text:plain_diagnosis",
    "words of a rating": "sudocube.report.rating_text:rated_in_words",
    "sentence": "sudocube.report.step_sentences:told",
}
"""What is asked for, and the function that gives it, as "module:function"."""


def ask_above(what: str, *arguments: object) -> Any:  # noqa: ANN401 -- what each function returns
    """What the function of that name gives for these arguments; an error that it raises comes through."""
    module, _, function = FUNCTIONS[what].partition(":")
    wanted: Callable[..., Any] = getattr(import_module(module), function)
    return wanted(*arguments)
