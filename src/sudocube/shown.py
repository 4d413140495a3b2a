"""Results that people can read: as text by `str`, and drawn in a notebook."""

from __future__ import annotations


class Shown:
    """A result with a document (see `sudocube.report.document`).

    What documents are made of stands in the layer above, and is imported when a result is shown first.
    """

    __slots__ = ()

    def __str__(self) -> str:
        from sudocube.report.document import text_of

        return text_of(self)

    def _repr_html_(self) -> str:
        """The document in a notebook."""
        from sudocube.report.document import html_of

        return html_of(self)
