"""One tree of errors: each is caught by its built-in, carries its data and survives pickling."""

import copy
import inspect
import pickle
import re

import pytest

from sudocube import errors

CASES = [
    (errors.PuzzleError("17 cells"), ValueError, {}, "17 cells"),
    (
        errors.FormatError("a.txt", 3, 7, found="'?'", expected="a digit"),
        ValueError,
        {"source": "a.txt", "line": 3, "column": 7, "found": "'?'", "expected": "a digit"},
        "a.txt:3: column 7: found '?'; expected a digit",
    ),
    (
        errors.InputError("a.txt", "holds no puzzle"),
        OSError,
        {"source": "a.txt", "reason": "holds no puzzle"},
        "a.txt: holds no puzzle",
    ),
    (
        errors.UnknownNameError("engine", "kernle", iter(["sat", "kernel"])),
        ValueError,
        {"kind": "engine", "name": "kernle", "known": ["kernel", "sat"]},
        "unknown engine 'kernle'. Did you mean 'kernel'? Known: kernel, sat",
    ),
    (
        errors.EncodingError("my.toml", "row.at_most_one", "'pairs'", "pairwise, ladder"),
        ValueError,
        {"file": "my.toml", "key": "row.at_most_one", "found": "'pairs'", "allowed": "pairwise, ladder"},
        "my.toml: row.at_most_one: found 'pairs'; allowed: pairwise, ladder",
    ),
    (
        errors.UnavailableError("OR-tools", "pip install ortools"),
        ImportError,
        {"what": "OR-tools", "install": "pip install ortools"},
        "OR-tools is not installed; get it with: pip install ortools",
    ),
    (errors.UnsupportedError("kernel: 9×9 only"), ValueError, {}, "kernel: 9×9 only"),
    (errors.ImpossibleError("no such puzzle"), ValueError, {}, "no such puzzle"),
    (errors.EngineError("the worker died"), RuntimeError, {}, "the worker died"),
    (errors.RefutedError("no grid"), errors.EngineError, {}, "no grid"),
    (errors.UndecidedError("out of time"), RuntimeError, {}, "out of time"),
    (
        errors.NotGeneratedError(1, 9, 0, "tries"),
        RuntimeError,
        {"index": 1, "tries": 9, "made": 0, "ran_out": "tries"},
        "puzzle 1: none in 9 tries; more tries, or another wish, may find one",
    ),
]


def test_no_error_is_left_out_above():
    """A new class needs a case in this file's table, and a line in the tree of the docstring."""
    classes = {
        c for _, c in inspect.getmembers(errors, inspect.isclass) if issubclass(c, errors.SudocubeError)
    }
    assert {type(error) for error, *_ in CASES} == classes - {errors.SudocubeError}
    drawn = re.findall(r"[├└]── (\w+)", errors.__doc__ or "")
    assert sorted(drawn) == sorted(c.__name__ for c in classes - {errors.SudocubeError})


@pytest.mark.parametrize(
    ("error", "builtin", "data", "text"), CASES, ids=[str(case[3])[:40] for case in CASES]
)
def test_an_error_says_its_data_is_caught_by_its_builtin_and_survives_pickling(error, builtin, data, text):
    """The attributes hold the data for programs, the text holds it for people; a note stays, too."""
    assert isinstance(error, errors.SudocubeError)
    assert isinstance(error, builtin)
    noted = pickle.loads(pickle.dumps(error))
    noted.add_note("while reading the second file")
    for one in (error, copy.copy(error), pickle.loads(pickle.dumps(noted))):
        assert (type(one), str(one)) == (type(error), text)
        assert {name: getattr(one, name) for name in data} == data
    assert pickle.loads(pickle.dumps(noted)).__notes__ == ["while reading the second file"]
