"""The trusted code is short enough to be read, and needs nothing but the standard library and itself."""

import ast
import io
import sys
import tokenize
from pathlib import Path

import sudocube.trusted

FOLDER = Path(sudocube.trusted.__file__).parent
AT_MOST = 300
NOT_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def lines_of_code(text: str) -> int:
    """How many lines of Python have code on them: no blank lines, no comments, no docstrings."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NOT_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def test_the_count_leaves_out_what_is_no_code():
    text = '"""Doc\nstring."""\n\n# comment\nX = 1  # one\n"""What X is."""\n\n'
    text += 'def f():\n    """Doc."""\n    return (\n        X)\n'
    assert lines_of_code(text) == 4


def test_it_has_no_more_lines_than_can_be_read_in_one_sitting():
    """As ruff formats it: no line is longer than the others of the repository may be."""
    texts = [path.read_text("utf-8") for path in FOLDER.rglob("*.py")]
    assert sum(map(lines_of_code, texts)) <= AT_MOST
    assert max(len(line) for text in texts for line in text.splitlines()) <= 110
    tokens = [one for text in texts for one in tokenize.generate_tokens(io.StringIO(text).readline)]
    assert ";" not in {one.string for one in tokens if one.type == tokenize.OP}


def test_it_imports_the_standard_library_and_itself():
    for path in FOLDER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                assert {alias.name.partition(".")[0] for alias in node.names} <= sys.stdlib_module_names
            if isinstance(node, ast.ImportFrom) and not node.level:
                assert str(node.module).partition(".")[0] in sys.stdlib_module_names
            if isinstance(node, ast.ImportFrom) and node.level:
                assert node.level == 1
