"""What `sudocube` itself offers: each name once, imported when it is used, with all that signatures use."""

import doctest
import importlib
import inspect
import pkgutil
import pydoc
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


def test_commands_that_are_functions_are_public():
    commands = {"check", "solve", "count", "crosscheck", "certify", "verify", "diagnose", "explain"}
    assert commands | {"encode", "decode", "prove", "compare", "read", "canonical"} <= set(NAMES)


ALL: list[str] = sudocube.__all__  # type: ignore[attr-defined]


def test_all_names_are_listed_once():
    assert sorted(ALL) == NAMES == sorted(set(NAMES))


def test_the_help_of_the_package_lists_all_names_in_the_order_in_which_they_are_taught():
    """A word or two for each; what one needs first stands first."""
    listed = re.findall(r"^    (\w+)  +\S", sudocube.__doc__ or "", re.MULTILINE)
    assert listed == ALL
    assert ALL[0] == "Puzzle"
    assert ALL.index("check") < ALL.index("crosscheck") < ALL.index("diagnose") < ALL.index("certify")


def test_help_shows_every_public_name():
    """As `help(sudocube)` does, which sorts: so its description has the order."""
    text = pydoc.plain(pydoc.render_doc(sudocube))
    assert text.index("Puzzles\n") < text.index("Verdicts\n") < text.index("CLASSES\n")
    for name in ALL:
        kind = "class " if isinstance(getattr(sudocube, name), type) else ""
        assert re.search(rf"^    {kind}{name}\(", text, re.MULTILINE), name


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


@pytest.mark.parametrize("name", ALL)
def test_every_public_function_class_and_method_has_an_example(name):
    """That it runs, `test_doctests` shows; a method may have it in the examples of its class."""
    for full, own, of_class in described(name):
        code = "".join(one.source for one in doctest.DocTestParser().get_examples(of_class))
        member = full.partition(".")[2]
        assert own, f"{full} has no docstring"
        assert ">>> " in own or (member and re.search(rf"\b{member}\b", code)), f"{full} has no example"


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_is_there_and_is_described(name):
    value = getattr(sudocube, name)
    assert value.__name__ == name
    assert inspect.getdoc(value)


@pytest.mark.parametrize("name", [name for name in NAMES if inspect.isfunction(getattr(sudocube, name))])
def test_classes_in_the_signatures_of_public_functions_are_public(name):
    ours = {one.__name__ for one in classes_in_signature(getattr(sudocube, name))}
    assert ours <= set(NAMES)


def test_errors_that_are_raised_are_public():
    errors = {one.__name__ for one in vars(sudocube.errors).values() if isinstance(one, type)}
    assert {name for name in errors if name.endswith("Error")} <= set(NAMES)


def test_the_version_is_that_of_the_distribution():
    assert sudocube.__version__ == metadata.version("sudocube")


def test_another_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'sudocube' has no attribute 'chekc'"):
        sudocube.chekc  # type: ignore[attr-defined]  # noqa: B018


def test_a_name_can_be_imported_with_all_others():
    names: dict[str, object] = {}
    exec("from sudocube import *", names)
    assert set(NAMES) <= set(names)


def test_importing_the_package_imports_nothing_else():
    code = "import sys, sudocube; print(*(name for name in sys.modules if name.startswith('sudocube')))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["sudocube"]


PACKAGES = [one.name for one in pkgutil.iter_modules(sudocube.__path__, "sudocube.") if one.ispkg]


@pytest.mark.parametrize("name", PACKAGES)
def test_every_name_that_a_package_lists_is_there(name):
    package = importlib.import_module(name)
    assert [one for one in getattr(package, "__all__", ()) if not hasattr(package, one)] == []


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_tells_of_all_its_modules(name):
    package = importlib.import_module(name)
    modules = [one.name for one in pkgutil.iter_modules(package.__path__) if one.name != "__main__"]
    assert [one for one in modules if one not in (package.__doc__ or "")] == []
