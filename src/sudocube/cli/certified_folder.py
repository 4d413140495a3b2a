"""The folder that certificates are written to: what is said where that ends early."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from sudocube.cli.run import Run
from sudocube.cli.whole_file import OutputError, cannot_be_made
from sudocube.errors import SudocubeError, reason_of


@contextmanager
def resumable_folder(run: Run, folder: str, *, again: str = "the same command") -> Iterator[None]:
    """Within this context, certificates are written to the folder; `again` says what goes on with it.

    Raises InputError for a folder that cannot be made, and OutputError for one that cannot be written to its
    end.
    """
    try:
        yield
    except KeyboardInterrupt:
        if _is_begun(folder):
            run.info(f"{folder} is unfinished; {again} goes on with it")
        raise
    except OSError as error:
        if isinstance(error, SudocubeError | BrokenPipeError):
            raise
        if not _is_begun(folder):
            raise cannot_be_made(folder, error) from None
        why = reason_of(error)
        raise OutputError(f"{folder}: {why}; once that is mended, {again} goes on") from None


def _is_begun(folder: str) -> bool:
    """Whether there is an unfinished folder that the same command would resume."""
    from sudocube.trusted.folder import UNFINISHED

    return os.path.exists(os.path.join(folder, UNFINISHED))  # noqa: PTH110, PTH118 — Path.exists raises for some
