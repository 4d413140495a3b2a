"""Which implementations of the kernel run here, and which one is used: a compiled level, or the twin."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

from sudocube.errors import UnknownNameError, UnsupportedError

VARIABLE = "SUDOCUBE_KERNEL"
"""The environment variable that forces an implementation."""

_MODULE = "sudocube._kernel"

TWIN = "twin"
COMPILED = ("portable", "baseline", "avx2", "avx512")
"""All compiled levels: one puzzle at a time; several side by side, in registers of 128, 256 and 512 bits."""

KNOWN = (TWIN, *COMPILED)


def compiled_module() -> Any:  # noqa: ANN401 — see _kernel.pyi
    """The compiled module; raises ModuleNotFoundError where it was not built.

    `from sudocube import _kernel` would raise an error that does not name the missing module.
    """
    return import_module(_MODULE)


def levels() -> tuple[str, ...]:
    """What runs here, slowest first: the twin, and the compiled levels that this processor supports.

    >>> levels()[0]
    'twin'
    """
    try:
        compiled: tuple[str, ...] = compiled_module().levels()
    except ModuleNotFoundError as error:
        if error.name != _MODULE:
            raise
        return (TWIN,)
    return (TWIN, *compiled)


def chosen_level(level: str | None = None) -> str:
    """The implementation that is used: `level`, else what SUDOCUBE_KERNEL names, else the fastest.

    Raises UnknownNameError for a name that no implementation has, UnsupportedError for one that does not
    run here.
    """
    available = levels()
    name = level if level is not None else os.environ.get(VARIABLE) or available[-1]
    if name in available:
        return name
    if name in KNOWN:
        raise UnsupportedError(f"the kernel {name!r} does not run here; these do: {', '.join(available)}")
    raise UnknownNameError("kernel" if level is not None else f"kernel in {VARIABLE}", name, KNOWN)


def is_compiled() -> bool:
    """Whether the implementation that is used by default is a compiled one.

    Raises UnknownNameError or UnsupportedError if SUDOCUBE_KERNEL names one that does not exist or does not
    run here.
    """
    return chosen_level() != TWIN
