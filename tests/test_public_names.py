"""What `sudocube` itself offers: each name once, imported when it is used, with all that signatures use."""

import doctest
import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata

import pytest

import sudocube

NAMES = dir(sudocube)


def classes_in_signature(function: Callable[..., object]) -> set[type]:
    """The classes of ours that the annotations of a function name."""
    function = inspect.unwrap(function)
    words = {word for text in function.__annotations__.values() for word in re.findall(r"\w+", str(text))}
    values = [function.__globals__.get(word) for word in words]
    return {one for one in values if isinstance(one, type) and one.__module__.startswith("sudocube.")}


ALL: list[str] = sudocube.__all__  # type: ignore[attr-defined]


def test_the_help_of_the_package_lists_all_names_in_the_order_in_which_they_are_taught():
    listed = re.findall(r"^    (\w+)  +\S", sudocube.__doc__ or "", re.MULTILINE)
    assert listed == ALL
    assert sorted(ALL) == NAMES == sorted(set(NAMES))
    assert ALL[0] == "Puzzle"
    assert ALL.index("check") < ALL.index("crosscheck") < ALL.index("diagnose") < ALL.index("certify")


def described(name: str) -> list[tuple[str, str, str]]:
    """A function or class and its public methods: the name, the docstring, and where else examples may be."""
    value = getattr(sudocube, name)
    own = inspect.getdoc(value) or ""
    found = [(name, own, "")]
    ours = [one for one in getattr(value, "__mro__", ()) if one.__module__.startswith("sudocube")]
    members = {member: raw for one in ours for member, raw in vars(one).items()}
    for member, raw in members.items():
        function = next((getattr(raw, at) for at in ("__func__", "fget", "func") if hasattr(raw, at)), raw)
        if not member.startswith("_") and inspect.isfunction(function):
            found.append((f"{name}.{member}", function.__doc__ or "", own))
    return found


def test_every_public_function_class_and_method_has_an_example():
    """That it runs, `test_doctests` shows; a method may have it in the examples of its class."""
    for full, own, of_class in (one for name in ALL for one in described(name)):
        code = "".join(one.source for one in doctest.DocTestParser().get_examples(of_class))
        member = full.partition(".")[2]
        assert own, f"{full} has no docstring"
        assert ">>> " in own or (member and re.search(rf"\b{member}\b", code)), f"{full} has no example"


def test_public_names_are_there_with_the_classes_of_their_signatures_and_the_errors():
    for name in NAMES:
        value = getattr(sudocube, name)
        assert value.__name__ == name
        if inspect.isfunction(value):
            assert {one.__name__ for one in classes_in_signature(value)} <= set(NAMES), name
    errors = {one.__name__ for one in vars(sudocube.errors).values() if isinstance(one, type)}
    assert {name for name in errors if name.endswith("Error")} <= set(NAMES)
    names: dict[str, object] = {}
    exec("from sudocube import *", names)
    assert set(NAMES) <= set(names)
    assert sudocube.__version__ == metadata.version("sudocube")
    with pytest.raises(AttributeError, match="module 'sudocube' has no attribute 'chekc'"):
        sudocube.chekc  # type: ignore[attr-defined]  # noqa: B018


def test_importing_the_package_imports_nothing_else_and_a_puzzle_neither_formats_nor_reports():
    """What values ask of higher layers is imported when it is asked for; and it is there."""
    code = (
        "import sys, sudocube; print(*(name for name in sys.modules if name.startswith('sudocube')))\n"
        "p = sudocube.Puzzle('1' + 15 * '.'); repr(p), p.rows, p[1, 1]\n"
        "print(*(name for name in sys.modules if name.startswith(('sudocube.rows', 'sudocube.report'))))"
    )
    command = [sys.executable, "-c", code]
    said = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    assert said.splitlines() == ["sudocube", ""]
    assert format(sudocube.Puzzle("1" + "." * 15), "line") == "1" + "." * 15
