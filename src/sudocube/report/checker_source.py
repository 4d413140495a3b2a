"""The source of the trusted code as JSON rows, so that whoever trusts it can read it where it is used."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator
from importlib import resources

from sudocube.report.json_rows import Row

MODULES = ("rules", "proof_check", "referee", "folder", "__init__", "__main__")
"""The modules of `sudocube.trusted`, in the order in which they are best read."""

_NOT_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def source_rows() -> Iterator[Row]:
    """A row for each module of the trusted code: its name, its text, and how many lines are code."""
    for name in MODULES:
        text = resources.files("sudocube.trusted").joinpath(f"{name}.py").read_text("utf-8")
        yield {"module": name, "code_lines": lines_of_code(text), "text": text}


def lines_of_code(text: str) -> int:
    r"""How many lines of Python have code on them: no blank lines, no comments, no docstrings.

    >>> lines_of_code('"Doc."\n\nX = 1  # one\n# two\n')
    1
    """
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _NOT_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)
