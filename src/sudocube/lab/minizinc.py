"""Models in MiniZinc: compiled to FlatZinc by `minizinc`, and from there to a model for CP-SAT.

FlatZinc has a line for each variable, array and constraint (N. Nethercote and others, "MiniZinc: Towards a
Standard CP Modelling Language", 2007). All-differents are kept; what else is global is taken apart by
MiniZinc's own library. Nearly all that is left says that a sum is in a set, always or exactly if a Boolean is
true.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

from ortools.sat.python.cp_model import CpModel, Domain, IntVar, LinearExpr

from sudocube.errors import EncodingError, UnavailableError, UndecidedError, UnsupportedError
from sudocube.geometry import Geometry
from sudocube.lab.host import UnfitError, model_text

KEPT = "predicate fzn_all_different_int(array [int] of var int: x);\n"
"""What stands in place of the library's own definition."""

EXPECTED = "var 1..n in an array of n by n, or Booleans in one of n by n by n"

_SIZE = re.compile(r"^\s*(par\s+)?int\s*:\s*n\s*;", re.MULTILINE)
_OUTPUT = re.compile(r"output_array\(\[1\.\.(\d+)((?:,\s*1\.\.\1)+)\]\)")


def minizinc_model(file: str, geometry: Geometry, seconds: float) -> tuple[str, str]:
    """The model of a file as text, its first variables those of the cells, and their kind; see `model_text`.

    A parameter `int: n;` of the model is the size. Raises UnavailableError where there is no `minizinc`,
    EncodingError for a file that it refuses or that has no such array, UnsupportedError for a constraint that
    is not known here, and UndecidedError where it takes more than `seconds`.
    """
    if which("minizinc") is None:
        raise UnavailableError("minizinc, which models in MiniZinc need,", "see https://www.minizinc.org")
    try:
        has_size = _SIZE.search(Path(file).read_text("utf-8", "replace"))
    except OSError as error:
        raise EncodingError(file, "", str(error.strerror), "a model in MiniZinc") from None
    with TemporaryDirectory() as folder:
        flat = Path(folder, "flat.fzn")
        Path(folder, "fzn_all_different_int.mzn").write_text(KEPT)
        size = ["-D", f"n={geometry.size};"] * (has_size is not None)
        command = ["minizinc", "-c", "--solver", "org.minizinc.mzn-fzn", "-I", folder, "--no-output-ozn"]
        try:
            done = subprocess.run(
                [*command, *size, "--fzn", str(flat), file], capture_output=True, text=True, timeout=seconds
            )
        except subprocess.TimeoutExpired:
            raise UndecidedError(f"minizinc has not compiled {file} after {seconds:g} s") from None
        if done.returncode or not flat.exists():
            said = " ".join(done.stderr.split())[-300:] or f"status {done.returncode} of minizinc"
            raise EncodingError(file, "", said, "a model that minizinc compiles")
        return _FlatZinc(file).model(flat.read_text("utf-8"), geometry.size)


class _FlatZinc:
    """Reads a text in FlatZinc."""

    def __init__(self, file: str) -> None:
        self._file, self._model = file, CpModel()
        self._known: dict[str, Any] = {"true": 1, "false": 0}
        self._cells: dict[int, Sequence[IntVar]] = {}  # by the number of indices

    def model(self, text: str, size: int) -> tuple[str, str]:
        """The model, and the kind of its first variables."""
        for line in text.splitlines():
            what, _, rest = line.strip().removesuffix(";").partition(" ")
            if what in ("var", "array"):
                self._declare(what, rest, size)
            elif what == "constraint":
                name, _, arguments = rest.partition("::")[0].strip().removesuffix(")").partition("(")
                self._state(name, self._value(ast.parse(f"[{_in_python(arguments)}]", mode="eval").body))
        for indices in (2, 3):
            if indices in self._cells:
                try:
                    return model_text((self._model, self._cells[indices]), size)
                except UnfitError as error:
                    raise EncodingError(self._file, f"size {size}", str(error), EXPECTED) from None
        raise EncodingError(self._file, f"size {size}", "no such array", EXPECTED)

    def _declare(self, what: str, rest: str, size: int) -> None:
        declared, _, given = rest.partition(" = ")
        kind, _, name = declared.partition(":")
        name = name.partition("::")[0].strip()
        value: Any = self._value(ast.parse(_in_python(given), mode="eval").body) if given else None
        if what == "array":
            self._known[name] = value
            if (shape := _OUTPUT.search(declared)) and int(shape[1]) == size:
                self._cells.setdefault(1 + shape[2].count(".."), value)
            return
        domain = (
            [0, 1] if kind.strip() == "bool" else self._value(ast.parse(_in_python(kind), mode="eval").body)
        )
        if domain is None:
            raise UnsupportedError(f"{self._file}: the variable {name} has no bounds")
        self._known[name] = self._model.new_int_var_from_domain(Domain.from_values([*domain]), name)
        if value is not None:
            self._model.add(self._known[name] == value)

    def _value(self, node: ast.expr) -> Any:  # noqa: ANN401 — a number, a variable or a list of them
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.Name):
            return self._known.get(node.id)
        if isinstance(node, ast.UnaryOp):
            return -self._value(node.operand)
        if isinstance(node, ast.List | ast.Set):
            return [self._value(one) for one in node.elts]
        if isinstance(node, ast.Call):
            first, last = map(self._value, node.args)
            return range(first, last + 1)
        raise UnsupportedError(f"{self._file}: {ast.unparse(node)} is not known in FlatZinc")

    def _state(self, name: str, given: list[Any]) -> None:
        """Add a constraint of FlatZinc to the model."""
        bare = name.removesuffix("_reif")
        found = re.fullmatch(r"(?:int|bool)_(lin_)?(eq|ne|le|lt)", bare)
        condition: Any = given[-1] if bare != name else 1
        if found:
            if found[1]:
                terms = sum(factor * one for factor, one in zip(given[0], given[1], strict=True))
                self._in(terms, _COMPARED[found[2]](given[2]), condition)
            else:
                self._in(given[0] - given[1], _COMPARED[found[2]](0), condition)
        elif bare in ("bool2int", "bool_eq"):
            self._in(given[0] - given[1], Domain(0, 0), condition)
        elif bare in ("array_bool_or", "array_bool_and"):
            least = 1 if bare == "array_bool_or" else len(given[0])
            self._in(sum(given[0]), Domain(least, len(given[0])), given[1])
        elif bare == "bool_clause":
            negative = sum(1 - one for one in given[1])
            self._in(sum(given[0]) + negative, Domain(1, len(given[0]) + len(given[1])), condition)
        elif bare in ("bool_or", "bool_and", "bool_xor"):
            least, most = {"bool_or": (1, 2), "bool_and": (2, 2), "bool_xor": (1, 1)}[bare]
            self._in(given[0] + given[1], Domain(least, most), given[2] if len(given) == 3 else 1)
        elif bare == "bool_not":
            self._in(given[0] + given[1], Domain(1, 1), 1)
        elif bare == "set_in":
            self._in(given[0], Domain.from_values([*given[1]]), condition)
        elif bare == "int_plus":
            self._in(given[0] + given[1] - given[2], Domain(0, 0), 1)
        elif bare == "fzn_all_different_int":
            self._model.add_all_different(given[0])
        elif bare == "array_int_element":
            self._model.add_element(given[0] - 1, given[1], given[2])
        else:
            raise UnsupportedError(f"{self._file}: the constraint {name} of FlatZinc is not known here")

    def _in(self, total: Any, domain: Domain, condition: Any) -> None:  # noqa: ANN401
        """That a sum is in a domain, exactly if a Boolean or number is true."""
        total = LinearExpr.sum([total])
        if isinstance(condition, int):
            allowed = domain if condition else domain.complement()
            self._model.add_linear_expression_in_domain(total, allowed)
            return
        self._model.add_linear_expression_in_domain(total, domain).only_enforce_if(condition)
        self._model.add_linear_expression_in_domain(total, domain.complement()).only_enforce_if(~condition)


_COMPARED = {
    "eq": lambda number: Domain(number, number),
    "ne": lambda number: Domain(number, number).complement(),
    "le": lambda number: Domain(-(1 << 62), number),
    "lt": lambda number: Domain(-(1 << 62), number - 1),
}


def _in_python(text: str) -> str:
    """A value of FlatZinc as Python writes it."""
    return re.sub(r"(-?\d+)\.\.(-?\d+)", r"range(\1, \2)", text)
