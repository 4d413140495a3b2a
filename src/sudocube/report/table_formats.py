"""Tables of a paper, written as text for a terminal, in Markdown, and in LaTeX."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.text import Text

from sudocube.report.comparison_tables import PaperTable
from sudocube.report.text_layout import name_table, wrapped

_IN_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"$\sim$",
    "^": r"\textasciicircum{}",
    "<": r"$<$",
    ">": r"$>$",
    "|": r"$|$",
    "×": r"$\times$",
    "¬": r"$\neg$",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}
"""Characters that mean something else in LaTeX, or that its fonts may lack."""


def tables_as_text(tables: Iterable[PaperTable], notes: Iterable[str], width: int) -> Iterator[Text]:
    """The tables for a terminal; groups of columns stand one below the other."""
    for number, table in enumerate(tables):
        if number:
            yield Text()
        yield from wrapped(Text(table.title, "bold"), width)
        start = 0
        for group, columns in groupby(table.columns, lambda column: column[0]):
            headings = [heading for _, heading in columns]
            cells = {name: row[start : start + len(headings)] for name, row in table.rows.items()}
            start += len(headings)
            yield Text()
            if group:
                yield from wrapped(Text(group), width)
            yield from name_table("encoding", headings, cells, width=width, gap=3)
        for note in table.notes:
            yield from wrapped(Text(note), width)
    yield Text()
    for note in notes:
        yield from wrapped(Text(note, "dim"), width)


def tables_as_markdown(tables: Iterable[PaperTable], notes: Iterable[str]) -> str:
    """The tables in Markdown, as GitHub and MkDocs read it."""
    parts = []
    for table in tables:
        heads = [f"{group}: {heading}" if group else heading for group, heading in table.columns]
        lines = [f"**{_in_markdown(table.title)}**", ""]
        lines.append(f"| encoding | {' | '.join(map(_in_markdown, heads))} |")
        lines.append("|:--|" + "--:|" * len(heads))
        lines += [f"| `{name}` | {' | '.join(map(_in_markdown, cells))} |" for name, cells in _named(table)]
        parts.append(
            "\n".join([*lines, *(line for note in table.notes for line in ("", _in_markdown(note)))])
        )
    return "\n\n".join([*parts, *map(_in_markdown, notes)]) + "\n"


def _named(table: PaperTable) -> Iterator[tuple[str, Sequence[str]]]:
    """The rows; a name in code cannot hold the signs that end it or the cell."""
    for name, cells in table.rows.items():
        yield name.replace("`", "'").replace("|", "\\|"), cells


def _in_markdown(text: str) -> str:
    """A text that Markdown shows as it is."""
    for sign in "\\`*_|<~[":
        text = text.replace(sign, f"\\{sign}")
    return text


def tables_as_latex(tables: Iterable[PaperTable], notes: Iterable[str]) -> str:
    """The tables in LaTeX, for a document that uses the package booktabs."""
    parts = [r"% \usepackage{booktabs} in the preamble"]
    for number, table in enumerate(tables, 1):
        heads = [_in_latex(heading) for _, heading in table.columns]
        lines = [r"\begin{table}", r"  \centering", f"  \\caption{{{_in_latex(table.title)}}}"]
        lines += [f"  \\label{{tab:encodings-{number}}}", f"  \\begin{{tabular}}{{l{'r' * len(heads)}}}"]
        lines += [r"    \toprule", *_latex_groups(table), f"    encoding & {' & '.join(heads)} \\\\"]
        lines.append(r"    \midrule")
        lines += [
            f"    {' & '.join(map(_in_latex, (name, *cells)))} \\\\" for name, cells in table.rows.items()
        ]
        lines += [r"    \bottomrule", r"  \end{tabular}"]
        lines += [f"  \\par\\smallskip {_in_latex(note)}" for note in table.notes]
        parts.append("\n".join([*lines, r"\end{table}"]))
    return "\n\n".join([*parts, *map(_in_latex, notes)]) + "\n"


def _latex_groups(table: PaperTable) -> list[str]:
    """The line with the headings over groups of columns, and the rules under these; none without groups."""
    groups = [(group, len(list(columns))) for group, columns in groupby(table.columns, lambda one: one[0])]
    if not any(group for group, _ in groups):
        return []
    heads, rules, start = [], [], 2
    for group, count in groups:
        heads.append(f"\\multicolumn{{{count}}}{{c}}{{{_in_latex(group)}}}")
        rules.append(f"\\cmidrule(lr){{{start}-{start + count - 1}}}")
        start += count
    return [f"    & {' & '.join(heads)} \\\\", f"    {''.join(rules)}"]


def _in_latex(text: str) -> str:
    """A text that LaTeX prints as it is."""
    return "".join(_IN_LATEX.get(sign, sign) for sign in text)
