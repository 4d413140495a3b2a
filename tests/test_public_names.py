"""What `sudocube` itself offers: each name once, imported when it is used, with all that signatures use."""

import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from collections.abc import Callable

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
    assert commands | {"encode", "decode", "prove", "compare", "read"} <= set(NAMES)


def test_all_names_are_listed_in_order():
    assert sudocube.__all__ == NAMES == sorted(NAMES)  # type: ignore[attr-defined]


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
