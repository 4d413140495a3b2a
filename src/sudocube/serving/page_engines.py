"""The engines that a request may name: those of the package, each by a name that is listed here.

A name outside of this list never reaches the registry of engines: it could start a program (`command:`,
`sat:@command:`), import a function (`python:`), open a file (`sat:mine.toml`), or run an engine of another
package.
"""

from __future__ import annotations

from functools import cache

from sudocube.encoder import Formalism, names
from sudocube.engines.registry import FAMILIES
from sudocube.sat.settings import SOLVERS


@cache
def engines_of_package() -> tuple[str, ...]:
    """Every name of an engine of the package: families, their variants, and for `sat` each solver, too.

    >>> known = engines_of_package()
    >>> "phases" in known, "sat:extended@cadical153" in known, "command:./solver" in known
    (True, True, False)
    """
    known: dict[str, None] = {}
    for family in FAMILIES:
        if not family.is_outside and family.name != "stored":
            known[family.name] = None
            known |= dict.fromkeys(family.whole_names().values())
    known |= {f"sat:{one}@{solver}": None for one in names(Formalism.CNF) for solver in SOLVERS}
    return tuple(known)
