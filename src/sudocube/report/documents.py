"""The document of every kind of result, for `str` and for notebooks; each is made in a module of its own."""

from __future__ import annotations

from typing import Any

from sudocube.report.document import Document, Picture, Sentence, plain


def document_of(result: Any, *, in_full: bool = True) -> Document:  # noqa: ANN401 -- any kind of result
    """The document of a result, by the name of its class: only what is shown is imported.

    `in_full`, it also has what is drawn, or is of little interest as text.
    Raises TypeError for a value that has none.
    """
    for kind in type(result).__mro__:
        match kind.__name__:
            case "Checked":
                from sudocube.report.checks import checked_document

                return checked_document(result)
            case "Crosschecked":
                from sudocube.report.crosschecks import crosschecked_document

                return crosschecked_document(result, in_full=in_full)
            case "Diagnosis":
                from sudocube.report.diagnoses import diagnosis_document

                return diagnosis_document(result)
            case "CountEstimate":
                from sudocube.report.estimate_text import estimate_in_words

                return [Sentence((estimate_in_words(result),))]
            case "Conformance":
                from sudocube.report.conformance import conformance_in_words

                return [Sentence((conformance_in_words(result),))]
            case "Rating":
                from sudocube.report.ratings import rated_phrase

                return [Sentence(rated_phrase(result))]
            case "EncodingProof":
                from sudocube.report.proofs import proof_document

                return proof_document(result)
            case "Step":
                from sudocube.report.step_sentences import told

                return [Sentence((told(result),))]
            case "Audit":
                from sudocube.report.audits import audit_in_notebook, plain_audit

                return [Picture(audit_in_notebook(result), plain_audit(result))]
    raise TypeError(f"there is no document of {type(result).__name__}")


def text_of(result: Any) -> str:  # noqa: ANN401 -- as above
    """The document of a result as text without drawings."""
    return plain(document_of(result, in_full=False))


def html_of(result: Any) -> str:  # noqa: ANN401 -- as above
    """The document of a result as a piece of HTML."""
    from sudocube.report.html import fragment

    return fragment(document_of(result))
