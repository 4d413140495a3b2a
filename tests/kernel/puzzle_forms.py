"""The same puzzles in every form that the functions on many puzzles take: texts, columns, arrays of cells."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from sudocube.puzzle import Puzzle
from tests.kernel.lists import digits, known, masks, symbols

PUZZLES, SOLUTIONS = known(28)
TEXTS = list(map(str, PUZZLES))


def marked(puzzle: Puzzle, blank: str = ".") -> str:
    """A puzzle of clues as pencilmarks."""
    marks = (range(1, 10) if not clue else (clue,) for clue in puzzle.cells)
    return "".join(str(k) if k in given else blank for given in marks for k in range(1, 10))


MARKED = list(map(marked, PUZZLES))
MIXED = [one if number % 3 else other for number, (one, other) in enumerate(zip(TEXTS, MARKED, strict=True))]


def arrow(kind: str, texts: list[str]) -> Any:
    """A column of that type of Arrow."""
    pa = pytest.importorskip("pyarrow")
    if kind == "fixed_size_binary":
        return pa.array([text.encode() for text in texts], pa.binary(len(texts[0])))
    is_binary = "binary" in kind
    return pa.array([text.encode() if is_binary else text for text in texts], getattr(pa, kind)())


def dictionary(kind: str, texts: list[str]) -> Any:
    """The same column as a dictionary, in which the values stand in the opposite order."""
    pa = pytest.importorskip("pyarrow")
    places = pa.array(range(len(texts) - 1, -1, -1), pa.int16())
    return pa.DictionaryArray.from_arrays(places, arrow(kind, texts[::-1]))


def chunked(kind: str, texts: list[str]) -> Any:
    """The same column in unequal chunks, one of them empty."""
    column = arrow(kind, texts)
    return pytest.importorskip("pyarrow").chunked_array([column[:3], column[3:3], column[3:]])


def polars(kind: str, texts: list[str]) -> Any:
    """A column of Polars."""
    pl = pytest.importorskip("polars")
    types = {"Categorical": pl.Categorical, "Binary": pl.Binary, "String": pl.String}
    return pl.Series(texts).cast(types.get(kind) or pl.Enum(list(dict.fromkeys(texts))))


def pandas(kind: str, texts: list[str]) -> Any:
    """A column of pandas."""
    if "pyarrow" in kind:
        pytest.importorskip("pyarrow")
    return pytest.importorskip("pandas").Series(texts, dtype=kind)


ARROW = [
    "string",
    "large_string",
    "string_view",
    "binary",
    "large_binary",
    "binary_view",
    "fixed_size_binary",
]

PANDAS = ("str", "object", "category", "string[python]", "string[pyarrow]")

OF_TEXTS: dict[str, dict[str, Callable[[list[str]], Any]]] = {
    "Python": {
        "list": list,
        "generator": iter,
        "bytes": lambda texts: [text.encode() for text in texts],
        "both": lambda texts: [text.encode() if number % 2 else text for number, text in enumerate(texts)],
        "with white space": lambda texts: [f"\t{text[:9]} \n{text[9:]}\r\n" for text in texts],
    },
    "NumPy": {
        "str": np.array,
        "bytes": lambda texts: np.array([text.encode() for text in texts]),
        "objects": lambda texts: np.array(texts, object),
    },
    "Arrow": {
        **{kind: partial(arrow, kind) for kind in ARROW},
        **{f"{kind}, chunked": partial(chunked, kind) for kind in ARROW},
        **{f"{kind}, dictionary": partial(dictionary, kind) for kind in ARROW},
    },
    "Polars": {kind: partial(polars, kind) for kind in ("String", "Categorical", "Enum", "Binary")},
    "pandas": {kind: partial(pandas, kind) for kind in PANDAS},
}
"""The forms of texts, by the library that makes them."""

INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint32", "uint64", ">i4", ">u8")

OF_CELLS: dict[str, Callable[[], Any]] = {
    **{f"digits, {kind}": partial(digits(PUZZLES).astype, kind) for kind in INTEGERS},
    **{f"symbols, {kind}": partial(symbols(PUZZLES).astype, kind) for kind in INTEGERS},
    "digits, 9×9": lambda: digits(PUZZLES).reshape(-1, 9, 9),
    "digits, 9×9, int64": lambda: digits(PUZZLES).reshape(-1, 9, 9).astype(np.int64),
    "digits, 9×9, strided": lambda: np.repeat(digits(PUZZLES).reshape(-1, 9, 9), 2, axis=2)[:, :, ::2],
    "candidates": lambda: masks(PUZZLES),
    "candidates, big-endian": lambda: masks(PUZZLES).astype(">u2"),
    "candidates, 9×9": lambda: masks(PUZZLES).reshape(-1, 9, 9),
}
"""The forms of arrays of cells."""
