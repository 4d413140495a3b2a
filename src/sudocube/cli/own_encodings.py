"""Clauses of the user's own, for commands that take them: read or made, and the size that they are for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sudocube.cli.status import UNDECIDED
from sudocube.errors import UndecidedError

if TYPE_CHECKING:
    from sudocube.cli.run import Run
    from sudocube.encoder import Encoding
    from sudocube.geometry import Geometry


def encoding_for(
    run: Run, name: str, timeout: float | None = None, geometry: Geometry | None = None
) -> Encoding | None:
    """The encoding of that name; a function is called, for that geometry and within so many seconds.

    By default, it is called for the geometry of the run. None where it runs out of time: then this is noted
    and said. What a function prints goes to standard error. Raises what `encoding_of` raises for anything
    else.
    """
    from sudocube.lab.functions import encoding_of

    try:
        return encoding_of(
            name,
            geometry or run.geometry,
            timeout=timeout,
            on_print=lambda text: run.info(*text.splitlines()),
        )
    except UndecidedError as error:
        run.status.note(UNDECIDED)
        run.report(f"undecided: {error}")
        return None


def geometry_for(run: Run, encoding: Encoding) -> Geometry:
    """The geometry that the options ask for; else the one that own clauses tell, and this is said.

    Raises UnsupportedError where they do not tell it.
    """
    from sudocube.lab.proving import geometry_of

    if run.box is not None or run.size is not None:
        return run.geometry
    told = geometry_of(encoding) or run.geometry
    if encoding.own is not None and encoding.own.geometry is None and told != run.geometry:
        run.info(f"{encoding.name}: its clauses are for {told.size}×{told.size}; --size takes another size")
    return told
