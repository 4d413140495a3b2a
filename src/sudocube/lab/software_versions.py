"""What made a comparison: the versions of the library, of the solvers, and of what they come with."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from importlib.metadata import version

from sudocube.lab.comparison_figures import CP_SAT
from sudocube.sat.settings import SETTINGS, VERSIONS


def software_versions(solvers: Iterable[str]) -> dict[str, str]:
    """The versions of sudocube, Python, the system and these solvers, in words, by name.

    Options that a solver gets stand in parentheses, where they are not its own defaults.

    >>> software_versions(["glucose4"])["glucose4"]
    'Glucose 4.1'
    """
    found = {"sudocube": version("sudocube"), "python": platform.python_version()}
    found["system"] = f"{platform.system()} {platform.machine()}"
    for solver in dict.fromkeys(solvers):
        if solver == CP_SAT:
            found[solver] = f"OR-tools {version('ortools')}"
        else:
            found["pysat"] = version("python-sat")
            options = ", ".join(f"{name}={value}" for name, value in SETTINGS.get(solver, {}).items())
            found[solver] = VERSIONS[solver] + f" ({options})" * bool(options)
    return found
