"""The tables of the literature beside ours: for a terminal, and as JSON rows."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from sudocube.lab.literature import DILLON, KWON, LYNCE, SIMONIS, LiteratureFigure, LiteratureTable
from sudocube.report.json_rows import Row
from sudocube.report.text_layout import name_table, wrapped
from sudocube.report.words import counted

MEASURED = {
    LYNCE: "The share of the puzzles that is decided without a search. Theirs: 24,260 puzzles with 17 clues.",
    DILLON: "The share that unit propagation decides. Theirs: about 49,000 puzzles with 17 clues.",
    KWON: "Variables and clauses. Theirs: one 9×9 puzzle with 30 clues, each of them a clause, too, but not"
    " in `optimised`. Ours: the rules without clues; of `optimised`, which is made for each puzzle with its"
    " clues, the mean over the puzzles.",
    SIMONIS: "The share that the all-differents of rows, columns and boxes decide, by three schemes of"
    " propagation, and with shaving. The text of the paper was not found, only its abstract, so no figure"
    " of it stands here.",
}
"""For each paper, what its table says, and on which puzzles it was made."""

DIFFERS = {
    LYNCE: "On other puzzles, figures are others. What the paper ran for `binary` was a limited version of"
    " the rule, as it says. Ours are whole rules, applied until nothing changes.",
    KWON: "More clues make `optimised` smaller.",
}
"""Why figures differ, where more is to say than that the puzzles do."""


def literature_rows(table: LiteratureTable) -> Iterator[Row]:
    """The rows of `encodings literature --json` of one table; shares are from 0 to 1."""
    for figure in table.figures:
        yield {
            "paper": str(table.paper),
            "source": table.source and table.source.address,
            "row": figure.row,
            "column": figure.column,
            "theirs": figure.theirs,
            "ours": round(figure.ours, 6),
            "is_share": table.is_share,
            "puzzles": figure.puzzles,
            "out_of_time": figure.late,
        }


def literature_in_words(table: LiteratureTable, width: int) -> Iterator[Text]:
    """A table: for each row, what the paper prints, and what was measured here."""
    yield from wrapped(Text(str(table.paper), "bold"), width)
    yield from wrapped(Text(MEASURED[table.paper]), width)
    yield Text("")
    places = 0 if table.paper == LYNCE else 1  # as the paper prints them
    columns = list(dict.fromkeys(figure.column for figure in table.figures))
    rows: dict[str, list[str]] = {}
    for name in dict.fromkeys(figure.row for figure in table.figures):
        of_row = {figure.column: figure for figure in table.figures if figure.row == name}
        if any(figure.theirs is not None for figure in of_row.values()):
            rows[f"{name}, theirs"] = [_shown(of_row[one].theirs, table, places) for one in columns]
        rows[f"{name}, ours"] = [_shown(of_row[one].ours, table) for one in columns]
    yield from name_table("", columns, rows, width=width, gap=3)
    yield Text("")
    for line in (*_on_how_many(table), *filter(None, [DIFFERS.get(table.paper)]), *_read_in(table)):
        yield from wrapped(Text(line, "dim"), width)
    yield Text("")


def _shown(number: float | None, table: LiteratureTable, places: int = 1) -> str:
    """A figure; shares as percentages with so many decimal places."""
    if number is None:
        return "–"
    if not table.is_share:
        return f"{number:,.0f}"
    return f"{100 * number:.{places}f} %"


def _on_how_many(table: LiteratureTable) -> Iterator[str]:
    """On how many puzzles each column was measured, and what ran out of time."""
    by_count: dict[int, list[str]] = {}
    for figure in table.figures:
        columns = by_count.setdefault(figure.puzzles, [])
        if figure.column not in columns:
            columns.append(figure.column)
    if len(by_count) == 1:
        yield f"Ours: {counted(next(iter(by_count)), 'puzzle')}."
    else:
        parts = (f"{', '.join(columns)}: {counted(count, 'puzzle')}" for count, columns in by_count.items())
        yield f"Ours: {'; '.join(parts)}."
    yield from (_late(figure) for figure in table.figures if figure.late)


def _read_in(table: LiteratureTable) -> Iterator[str]:
    """Where the figures of the paper were read."""
    if source := table.source:
        folder, _, name = source.path.rpartition("/")
        where = f"github.com/{source.repository}, commit {source.commit[:12]}, file {name}"
        yield f"Theirs were read in {where}" + f" in {folder}" * bool(folder) + "."


def _late(figure: LiteratureFigure) -> str:
    late = counted(figure.late, "puzzle")
    return f"{figure.row}, {figure.column}: {late} out of time, counted as undecided."
