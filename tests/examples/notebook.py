"""The notebook of the lesson on encodings, run without Jupyter: plain Python, and what each cell shows.

As in Jupyter, a cell shows what it prints, and the value of its last line. `python -m tests.examples` updates
the stored outputs.
"""

import ast
import io
import json
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any

PATH = Path(__file__).resolve().parents[2] / "examples" / "encodings.ipynb"

Output = dict[str, Any]


def stored() -> dict[str, Any]:
    """The notebook as it stands, in the format of nbformat 4.5."""
    notebook: dict[str, Any] = json.loads(PATH.read_text("utf-8"))
    return notebook


def run(notebook: dict[str, Any]) -> list[list[Output]]:
    """The outputs of its cells of code, in order, run in its folder."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    with chdir(PATH.parent):
        return [_shown("".join(cell["source"]), place, names) for place, cell in enumerate(cells, start=1)]


def _shown(source: str, place: int, names: dict[str, Any]) -> list[Output]:
    """What one cell shows."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    said = io.StringIO()
    value = None
    with redirect_stdout(said):
        exec(compile(tree, f"cell {place}", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {place}", "eval"), names)
    outputs: list[Output] = []
    if said.getvalue():
        lines = said.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        outputs.append(
            {"data": data, "execution_count": place, "metadata": {}, "output_type": "execute_result"}
        )
    return outputs


def updated() -> str:
    """The notebook with the outputs of now."""
    notebook = stored()
    outputs = run(notebook)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for place, (cell, shown) in enumerate(zip(code, outputs, strict=True), start=1):
        cell["execution_count"], cell["outputs"] = place, shown
    return as_text(notebook)


def as_text(notebook: dict[str, Any]) -> str:
    """As Jupyter writes a notebook."""
    return json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
