"""One tree of errors: each is caught by its built-in, carries its data and survives pickling."""

import copy
import inspect
import pickle
import re

import pytest

from sudocube import errors
from sudocube.errors import (
    EncodingError,
    EngineError,
    FormatError,
    ImpossibleError,
    InputError,
    NotGeneratedError,
    PuzzleError,
    RefutedError,
    SudocubeError,
    UnavailableError,
    UndecidedError,
    UnknownNameError,
    UnsupportedError,
)

CASES = [
    (PuzzleError("17 cells"), ValueError, {}, "17 cells"),
    (
        FormatError("a.txt", 3, 7, found="'?'", expected="a digit"),
        ValueError,
        {"source": "a.txt", "line": 3, "column": 7, "found": "'?'", "expected": "a digit"},
        "a.txt:3: column 7: found '?'; expected a digit",
    ),
    (
        FormatError("-", 3, None, found="80 cells", expected="81"),
        ValueError,
        {"source": "-", "line": 3, "column": None, "found": "80 cells", "expected": "81"},
        "-:3: found 80 cells; expected 81",
    ),
    (
        FormatError("argument", None, None, found="nothing", expected="a puzzle"),
        ValueError,
        {"source": "argument", "line": None, "column": None, "found": "nothing", "expected": "a puzzle"},
        "argument: found nothing; expected a puzzle",
    ),
    (
        InputError("a.txt", "holds no puzzle"),
        OSError,
        {"source": "a.txt", "reason": "holds no puzzle"},
        "a.txt: holds no puzzle",
    ),
    (
        UnknownNameError("engine", "kernle", iter(["sat", "kernel"])),
        ValueError,
        {"kind": "engine", "name": "kernle", "known": ["kernel", "sat"]},
        "unknown engine 'kernle'. Did you mean 'kernel'? Known: kernel, sat",
    ),
    (
        UnknownNameError("format", "zzz", {"sdk", "csv"}),
        ValueError,
        {"kind": "format", "name": "zzz", "known": ["csv", "sdk"]},
        "unknown format 'zzz'. Known: csv, sdk",
    ),
    (
        EncodingError("my.toml", "row.at_most_one", "'pairs'", "pairwise, ladder"),
        ValueError,
        {"file": "my.toml", "key": "row.at_most_one", "found": "'pairs'", "allowed": "pairwise, ladder"},
        "my.toml: row.at_most_one: found 'pairs'; allowed: pairwise, ladder",
    ),
    (
        EncodingError("my.toml", "", "no table", "at least one"),
        ValueError,
        {"file": "my.toml", "key": "", "found": "no table", "allowed": "at least one"},
        "my.toml: found no table; allowed: at least one",
    ),
    (
        UnavailableError("OR-tools", "pip install ortools"),
        ImportError,
        {"what": "OR-tools", "install": "pip install ortools"},
        "OR-tools is not installed; get it with: pip install ortools",
    ),
    (UnsupportedError("kernel: 9×9 only"), ValueError, {}, "kernel: 9×9 only"),
    (ImpossibleError("no such puzzle"), ValueError, {"reason": "no such puzzle"}, "no such puzzle"),
    (ImpossibleError("it has 3 clues", "near"), ValueError, {"board": "near"}, "it has 3 clues"),
    (EngineError("the worker died"), RuntimeError, {}, "the worker died"),
    (RefutedError("no grid"), EngineError, {}, "no grid"),
    (UndecidedError("out of time"), RuntimeError, {}, "out of time"),
    (
        NotGeneratedError(7, 2000, 6, "tries"),
        RuntimeError,
        {"index": 7, "tries": 2000, "made": 6, "ran_out": "tries"},
        "puzzle 7: none in 2,000 tries; more tries, or another wish, may find one",
    ),
    (
        NotGeneratedError(7, 1, 6, "time"),
        RuntimeError,
        {"ran_out": "time"},
        "puzzle 7: the time ran out after 1 try; give more time, or ask for less",
    ),
    (
        NotGeneratedError(1, 9, 0, "tries", "near itself has several solutions"),
        RuntimeError,
        {"remark": "near itself has several solutions"},
        "puzzle 1: none in 9 tries; more tries, or another wish, may find one; near itself has several "
        "solutions",
    ),
]
every_error = pytest.mark.parametrize(
    ("error", "builtin", "data", "text"), CASES, ids=[type(error).__name__ for error, *_ in CASES]
)


def test_no_error_is_left_out_below():
    """A new class needs a case in this file's table, and a line in the tree of the docstring."""
    classes = {c for _, c in inspect.getmembers(errors, inspect.isclass) if issubclass(c, SudocubeError)}
    assert {type(error) for error, *_ in CASES} == classes - {SudocubeError}
    drawn = re.findall(r"[├└]── (\w+)", errors.__doc__ or "")
    assert sorted(drawn) == sorted(c.__name__ for c in classes - {SudocubeError})


@every_error
def test_an_error_is_caught_as_ours_and_as_the_builtin_that_it_refines(error, builtin, data, text):
    """Callers who do not know the tree can catch each error."""
    for caught_as in (SudocubeError, builtin):
        with pytest.raises(caught_as) as caught:
            raise error
        assert caught.value is error


@every_error
def test_an_error_carries_its_data_and_says_it(error, builtin, data, text):
    """The attributes hold the data for programs, the text holds it for people."""
    assert {name: getattr(error, name) for name in data} == data
    assert str(error) == text


def _pickled(error: Exception) -> object:
    return pickle.loads(pickle.dumps(error))


@every_error
@pytest.mark.parametrize("duplicate", [_pickled, copy.copy])
def test_an_error_survives_being_sent_to_another_process(error, builtin, data, text, duplicate):
    """Same class, same text, same data."""
    again = duplicate(error)
    assert (type(again), str(again)) == (type(error), text)
    assert {name: getattr(again, name) for name in data} == data


def test_a_format_error_is_a_puzzle_error():
    """Catching one also catches the other."""
    assert issubclass(FormatError, PuzzleError)


def test_errors_that_refine_different_builtins_are_not_mistaken_for_each_other():
    """Only two derive from another error of the package."""
    classes = sorted({type(error) for error, *_ in CASES}, key=lambda c: c.__name__)
    pairs = {(a.__name__, b.__name__) for a in classes for b in classes if a is not b and issubclass(a, b)}
    assert pairs == {("FormatError", "PuzzleError"), ("RefutedError", "EngineError")}


@pytest.mark.parametrize(("error", "message"), [(case[0], case[3]) for case in CASES])
def test_a_note_survives_pickling(error, message):
    """Whatever else an error carries, its message and its kind stay."""
    noted = pickle.loads(pickle.dumps(error))
    noted.add_note("while reading the second file")
    again = pickle.loads(pickle.dumps(noted))
    assert (type(again), str(again)) == (type(error), message)
    assert again.__notes__ == ["while reading the second file"]
