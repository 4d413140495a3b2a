"""The examples in the docstrings run, in the package as it is installed."""

import doctest
import importlib
import pkgutil

import pytest

import sudocube

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(sudocube.__path__, "sudocube.")
    if not module.name.endswith("__main__")
)


def test_the_package_has_modules_to_look_at():
    assert "sudocube.trusted.referee" in MODULES


@pytest.mark.parametrize("name", ["sudocube", *MODULES])
def test_examples_in_docstrings_hold(name):
    failed, _ = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert failed == 0
