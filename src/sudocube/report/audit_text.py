"""An audit as text, and in a notebook: the verdict, what is wrong by severity, figures, examples."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from rich.text import Text

from sudocube.auditing.flaws import Severity
from sudocube.auditing.run import Audit
from sudocube.puzzle import Board
from sudocube.report.audit_examples import DIFFERENT, ShownExample, shown_example
from sudocube.report.audit_findings import (
    ExampleGroup,
    Finding,
    Summary,
    findings,
    full_title,
    headline,
    lead,
    lost_in_words,
    tone,
    with_short_names,
)
from sudocube.report.audit_tables import AuditTable, audit_tables
from sudocube.report.grid_drawing import beside_each_other, legend
from sudocube.report.text_layout import name_table, wrapped
from sudocube.report.words import counted

_COLOURS = {Severity.SEVERE: "bold red", Severity.MINOR: "yellow", Severity.OPEN: "magenta"}
_SOUND = "bold green"

_BAR = "━"
_LONGEST_BAR = 40


def audit_in_words(summary: Summary, width: int, *, most: int | None = None) -> Iterator[Text]:
    """The text lines of an audit; at most `most` examples of each kind are shown."""
    severity, short = tone(summary), with_short_names(summary)
    style = _COLOURS[severity] if severity else _SOUND
    yield from wrapped(Text.assemble((f"{full_title(short)}: ", "bold"), (headline(summary), style)), width)
    for sentence in lead(short):
        yield from wrapped(Text(sentence), width)
    found = findings(summary)
    if found:
        yield Text()
        yield from _what_is_wrong(found, width)
    for table in audit_tables(short):
        yield Text()
        yield from _table(table, width)
    drawings = _Drawings(width)
    for one in found:
        yield Text()
        yield from _finding(one, width, most, drawings)


def plain_audit(audit: Audit) -> str:
    """The verdict on the data set in a line, and a line for each kind of flaw; `str` of an Audit."""
    summary = with_short_names(audit.summary)
    flaws = [f"  {one.flaw.title}: {one.in_rows}" for one in findings(summary)]
    return "\n".join([f"{full_title(summary)}: {headline(summary)}", *flaws])


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


def _what_is_wrong(found: list[Finding], width: int) -> Iterator[Text]:
    """All kinds of flaws, with their numbers of rows and shares, the gravest first."""
    rows = {one.flaw.title: [f"{one.rows:,}", one.share, one.flaw.severity] for one in found}
    headings = ("rows", "share", "")
    yield from name_table("what is wrong", headings, rows, width=width, style=_severity_style)


def _severity_style(_: str, text: str) -> str:
    return _COLOURS[Severity(text)] if text in set(Severity) else ""


def _table(table: AuditTable, width: int) -> Iterator[Text]:
    """A table under its title; one of words has a line for each row."""
    yield Text(table.title, "bold")
    for sentence in table.sentences:
        yield from wrapped(Text(sentence), width)
    if table.of_words:
        for name, cells in table.rows.items():
            said = ", ".join(
                f"{heading} {cell}" if heading in ("split", "columns") else cell
                for heading, cell in zip(table.headings, cells, strict=True)
                if cell
            )
            yield from wrapped(Text(f"{name}: {said}"), width, "  ", "    ")
    elif table.bars:
        yield from _histogram(table, width)
    elif table.rows:
        yield from name_table(table.heading, table.headings, table.rows, width=width)


def _histogram(table: AuditTable, width: int) -> Iterator[Text]:
    """A table with a bar beside each row, as long as there is room for."""
    lines = list(name_table(table.heading, table.headings, table.rows, width=width))
    room = min(_LONGEST_BAR, width - 2 - max(line.cell_len for line in lines))
    largest = max(table.bars.values())
    yield lines[0]
    for line, name in zip(lines[1:], table.rows, strict=True):
        if room >= 5:
            line.append("  ").append(_BAR * max(1, round(room * table.bars[name] / largest)), "cyan")
        yield line


def _finding(found: Finding, width: int, most: int | None, drawings: _Drawings) -> Iterator[Text]:
    """A kind of flaw: what it means, what can be done, and examples, of which the first is drawn."""
    words = found.flaw
    said = Text.assemble((words.title, _COLOURS[words.severity]), f": {found.in_rows}")
    yield from wrapped(said, width)
    yield from wrapped(Text(words.meaning), width, "  ")
    for group in found.groups:
        yield from _examples(group, width, most, drawings)


def _examples(group: ExampleGroup, width: int, most: int | None, drawings: _Drawings) -> Iterator[Text]:
    """The examples of a group under its name, and how many rows there are besides."""
    examples = group.examples[:most]
    indent = "  "
    if group.name and examples:
        yield from wrapped(Text(f"{group.name}: {counted(group.rows, 'row')}"), width, indent)
        indent = "    "
    drawing: list[Text] = []
    for number, one in enumerate(examples):
        if drawing:
            yield Text()
        shown = shown_example(one)
        place = f"{shown.place} ({shown.id})" if shown.id else shown.place
        yield from wrapped(Text.assemble((place, "bold"), f": {shown.says}"), width, indent, f"{indent}  ")
        drawing = [] if number else drawings.of(shown)
        yield from drawing
    if (more := group.rows - len(examples)) and examples:
        if drawing:
            yield Text()
        yield from wrapped(Text(f"and {counted(more, 'more row')}", "dim"), width, indent)


class _Drawings:
    """Draws the boards of examples: the same ones only once, and what a mark means where it comes first."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._drawn: set[tuple[Board, ...]] = set()
        self._explained: set[str] = set()

    def of(self, shown: ShownExample) -> list[Text]:
        """The text lines of its boards, if they were not drawn yet."""
        if not shown.boards or shown.boards in self._drawn:
            return []
        self._drawn.add(shown.boards)
        lines = beside_each_other(
            shown.headings, shown.boards, clues=shown.clues, marked=shown.marked, width=self._width
        )
        if shown.marked and shown.meaning not in self._explained:
            self._explained.add(shown.meaning)
            lines += legend(shown.meaning, clues=shown.meaning == DIFFERENT)
        return lines
