"""Where the files are that come with the package and hold no code: the catalogue, and the examples."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path


def data_folder(in_checkout: str, installed: str) -> Traversable:
    """A folder of the checkout if the package runs from one, else its copy in the installed package.

    >>> (data_folder("encodings", "encodings") / "cnf" / "minimal.toml").is_file()
    True
    """
    checkout = Path(__file__).resolve().parents[2]
    if (checkout / "pyproject.toml").is_file():  # else this is lib/python3.X, which has another `encodings`
        return checkout / in_checkout
    return files("sudocube") / installed
