"""The notebook of the lesson on encodings, run without Jupyter: plain Python, and what each cell shows.

As in Jupyter, a cell shows what it prints, and the value of its last line. `python -m tests.examples` updates
the stored outputs. Pictures are stored as SVG beside their text, and not as HTML: of that, neither GitHub nor
JupyterLab shows a picture before the cell has been run.
"""

import ast
import io
import json
from collections.abc import Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

PATH = Path(__file__).resolve().parents[2] / "examples" / "encodings.ipynb"

Output = dict[str, Any]


def stored() -> dict[str, Any]:
    """The notebook as it stands, in the format of nbformat 4.5."""
    notebook: dict[str, Any] = json.loads(PATH.read_text("utf-8"))
    return notebook


class Session:
    """The notebook in one Python, as in a kernel: its cells of code in order, and any of them again."""

    def __init__(self, notebook: dict[str, Any]) -> None:
        self.names: dict[str, Any] = {"__name__": "__main__"}
        cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        self.sources = {cell["id"]: "".join(cell["source"]) for cell in cells}

    def run(self, *ids: str, **changes: str) -> list[list[Output]]:
        """The outputs of these cells, by default of all; what is assigned to names is changed as given."""
        order = [*self.sources]
        cells = ids or order
        return [
            _shown(changed(self.sources[cell], changes), order.index(cell) + 1, self.names) for cell in cells
        ]

    def run_from(self, cell: str, /, **changes: str) -> list[list[Output]]:
        """The outputs of a cell that is changed, and of all below it, which stay as they are."""
        order = [*self.sources]
        below = order[order.index(cell) + 1 :]
        return self.run(cell, **changes) + (self.run(*below) if below else [])


def run(notebook: dict[str, Any]) -> list[list[Output]]:
    """The outputs of its cells of code, in order."""
    return Session(notebook).run()


def parameters(source: str) -> list[str]:
    """The names in a cell that a reader is told to change: the comment after the value says what to try."""
    lines = source.splitlines()
    assigned = (one for one in ast.parse(source).body if isinstance(one, ast.Assign))
    return [ast.unparse(one.targets[0]) for one in assigned if "# try " in lines[(one.end_lineno or 1) - 1]]


def changed(source: str, changes: Mapping[str, str]) -> str:
    """A cell in which other expressions are assigned to its parameters."""
    tree = ast.parse(source)
    unknown = set(changes) - set(parameters(source))
    assert not unknown, f"{unknown} are no parameters of this cell"
    for one in tree.body:
        if isinstance(one, ast.Assign) and (name := ast.unparse(one.targets[0])) in changes:
            one.value = ast.parse(changes[name], mode="eval").body
    return ast.unparse(tree) if changes else source


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
        metadata = {}
        if svg := _svg(value):
            data["image/svg+xml"] = svg.splitlines(keepends=True)
            metadata["needs_background"] = "light"  # as an image, it is black in each theme
        outputs.append(
            {
                "data": data,
                "execution_count": place,
                "metadata": metadata,
                "output_type": "execute_result",
            }
        )
    return outputs


def _svg(value: object) -> str:
    """The picture of a value; empty if it has none."""
    shown = getattr(value, "_repr_svg_", None) or getattr(value, "_repr_html_", None)
    picture: str = shown() if shown else ""
    return picture if picture.startswith("<svg") else ""


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
