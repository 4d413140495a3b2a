"""An audit in a notebook: the verdict on the data set, and a table of what is wrong."""

from __future__ import annotations

from html import escape

from sudocube.auditing.run import Audit
from sudocube.report.audit_findings import findings, headline, lost_in_words
from sudocube.report.audit_names import full_title, with_short_names


def audit_in_notebook(audit: Audit) -> str:
    """HTML without styles of its own, so that it looks like the tables around it; all text is escaped."""
    summary = with_short_names(audit.summary)
    said = [f"<p><b>{escape(full_title(summary))}</b>: {escape(headline(summary))}</p>"]
    said += [f"<p>{escape(sentence)}</p>" for sentence in lost_in_words(summary)]
    if found := findings(summary):
        cells = [(one.flaw.title, f"{one.rows:,}", one.share, one.flaw.severity) for one in found]
        rows = [("what is wrong", "rows", "share", "severity"), *cells]
        lines = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
        lines[0] = lines[0].replace("td>", "th>")
        said += ["<table>", *(f"<tr>{line}</tr>" for line in lines), "</table>"]
    return "\n".join(said)
