"""The examples in the docstrings run, in the package as it is installed."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

import sudocube

PACKAGE = Path(sudocube.__file__).parent
NAMES = sorted(
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in PACKAGE.rglob("*.py")
    if path.name != "__main__.py" and re.search(r"^ *(r?\"\"\")?>>> ", path.read_text("utf-8"), re.MULTILINE)
)
"""The modules that have examples."""

SLOW = {"sudocube.lab.literature", "sudocube.conformance.examining"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in NAMES]
)
def test_examples_in_docstrings_hold(name):
    found = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert (found.failed, found.attempted > 0) == (0, True)
