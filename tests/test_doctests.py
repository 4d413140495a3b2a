"""The examples in the docstrings run, in the package as it is installed."""

import doctest
import importlib
import re
import sys
from itertools import groupby
from pathlib import Path

import pytest

import sudocube

PACKAGE = Path(sudocube.__file__).parent
SLOW = {"sudocube.conformance.examining"}
NAMES = sorted(
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in PACKAGE.rglob("*.py")
    if path.name != "__main__.py" and re.search(r"^ *(r?\"\"\")?>>> ", path.read_text("utf-8"), re.MULTILINE)
)
"""The modules that have examples."""


def package_of(name: str) -> str:
    """The first part of a module's name below the whole package, or its own name where it is slow."""
    return name if name in SLOW else ".".join(name.split(".")[:2])


UNIX = {"sudocube.file_names"}
"""Those that show names as a shell of Unix has them."""

PARTS = {key: list(names) for key, names in groupby(sorted(NAMES, key=package_of), package_of)}


@pytest.mark.parametrize(
    "part", [pytest.param(one, marks=[pytest.mark.slow] * (one in SLOW)) for one in PARTS]
)
def test_examples_in_docstrings_hold(part):
    for name in PARTS[part]:
        if sys.platform == "win32" and name in UNIX:
            continue
        found = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
        assert (found.failed, found.attempted > 0) == (0, True), name
