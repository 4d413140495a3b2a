"""Models in MiniZinc: compiled to FlatZinc by `minizinc`, and from there to a model for CP-SAT.

FlatZinc has a line for each variable, array and constraint (N. Nethercote and others, "MiniZinc: Towards a
Standard CP Modelling Language", 2007). All-differents are kept; what else is global is taken apart by
MiniZinc's own library. Nearly all that is left says that a sum is in a set, always or exactly if a Boolean is
true.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any

from ortools.sat.python.cp_model import CpModel, Domain, IntVar, LinearExpr

from sudocube.encoder.cpsat_model import model_text
from sudocube.encoder.own_clause_file import UnfitError
from sudocube.errors import EncodingError, UnavailableError, UndecidedError, UnsupportedError
from sudocube.geometry import Geometry

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
        self._known: dict[str, Any] = {"true": 1, "false": 0, "bool": [0, 1]}
        self._cells: dict[int, Sequence[IntVar]] = {}  # by the number of indices

    def model(self, text: str, size: int) -> tuple[str, str]:
        """The model, and the kind of its first variables."""
        for line in text.splitlines():
            what, _, rest = line.strip().removesuffix(";").partition(" ")
            if what in ("var", "array"):
                self._declare(what, rest, size)
            elif what == "constraint":
                name, _, given = rest.partition("::")[0].strip().removesuffix(")").partition("(")
                self._state(name, self._values(given))
        found = "no such array"
        for indices in sorted(self._cells):
            try:
                return model_text((self._model, self._cells[indices]), size)
            except UnfitError as error:
                found = str(error)
        raise EncodingError(self._file, f"size {size}", found, EXPECTED)

    def _declare(self, what: str, rest: str, size: int) -> None:
        """A variable or an array, perhaps with a value."""
        declared, _, given = rest.partition(" = ")
        kind, name, *_ = re.split(r"\s*:+\s*", declared)
        value = self._values(given)
        if what == "array":
            [self._known[name]] = value
            if (shape := _OUTPUT.search(declared)) and int(shape[1]) == size:
                self._cells.setdefault(1 + shape[2].count(".."), *value)
            return
        [domain] = self._values(kind)
        self._known[name] = self._model.new_int_var_from_domain(Domain.from_values([*domain]), name)
        for one in value:
            self._model.add(self._known[name] == one)

    def _values(self, text: str) -> list[Any]:
        """Numbers, variables and ranges, and lists and sets of them."""
        return [
            self._word(word) if word else [*map(self._word, _WORD.findall(listed))]
            for word, listed in _VALUE.findall(text)
        ]

    def _word(self, word: str) -> Any:  # noqa: ANN401
        if word.lstrip("-").isdigit():
            return int(word)
        if bounds := re.fullmatch(r"(-?\d+)\.\.(-?\d+)", word):
            return range(int(bounds[1]), int(bounds[2]) + 1)
        if word not in self._known:
            raise UnsupportedError(
                f"{self._file}: {word} is not known here: integers with bounds, and Booleans"
            )
        return self._known[word]

    def _state(self, name: str, given: list[Any]) -> None:
        """Add a constraint to the model: a sum is in a set; with a further value, exactly if that is true."""
        if name == "fzn_all_different_int":
            self._model.add_all_different(given[0])
            return
        bare = re.sub(r"^(int|bool)_|_reif$", "", name)
        if bare not in _SUMS:
            raise UnsupportedError(f"{self._file}: the constraint {name} of FlatZinc is not known here")
        count = _SUMS[bare].__code__.co_argcount
        terms, domain = _SUMS[bare](*given[:count])
        total = LinearExpr.sum([terms])
        condition, *_ = *given[count:], 1
        if isinstance(condition, int):
            self._model.add_linear_expression_in_domain(total, domain if condition else domain.complement())
            return
        self._model.add_linear_expression_in_domain(total, domain).only_enforce_if(condition)
        self._model.add_linear_expression_in_domain(total, domain.complement()).only_enforce_if(~condition)


_VALUE = re.compile(r"([^\s,\[\]{}]+)|[\[{]([^\]}]*)[\]}]")
_WORD = re.compile(r"[^\s,]+")
_IS_0, _IS_1, _AT_MOST_0 = Domain(0, 0), Domain(1, 1), Domain(-(1 << 62), 0)

_SUMS: dict[str, Any] = {
    "lin_eq": lambda factors, x, n: (LinearExpr.weighted_sum(x, factors) - n, _IS_0),
    "lin_ne": lambda factors, x, n: (LinearExpr.weighted_sum(x, factors) - n, _IS_0.complement()),
    "lin_le": lambda factors, x, n: (LinearExpr.weighted_sum(x, factors) - n, _AT_MOST_0),
    "plus": lambda a, b, c: (a + b - c, _IS_0),
    "eq": lambda a, b: (a - b, _IS_0),
    "ne": lambda a, b: (a - b, _IS_0.complement()),
    "le": lambda a, b: (a - b, _AT_MOST_0),
    "lt": lambda a, b: (a - b + 1, _AT_MOST_0),
    "bool2int": lambda a, b: (a - b, _IS_0),
    "not": lambda a, b: (a + b, _IS_1),
    "or": lambda a, b: (a + b, Domain(1, 2)),
    "and": lambda a, b: (a + b, Domain(2, 2)),
    "xor": lambda a, b: (a + b, _IS_1),
    "array_bool_or": lambda x: (sum(x), Domain(1, len(x))),
    "array_bool_and": lambda x: (sum(x), Domain(len(x), len(x))),
    "clause": lambda x, y: (sum(x) - sum(y), Domain(1 - len(y), len(x))),
    "set_in": lambda a, numbers: (a, Domain.from_values([*numbers])),
}
"""By the name of a constraint, without the type of its values: a sum of them, and the set it is in."""
