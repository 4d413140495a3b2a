"""Runs that go on where they were stopped, by the same command: what they keep, and what is said of it.

`certify` and `audit` keep what is finished in their folders. Commands that write result after result to a
file keep the results in a journal beside it, FILE.unfinished: what the command was, and then the results,
pickled. The next run takes them from there, writes them again, and goes on with the rest. A result that was
cut as the run was killed is dropped.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import is_dataclass
from enum import Enum
from pathlib import Path
from time import monotonic
from typing import IO, Any, TypeVar

from sudocube.cli.command import Run
from sudocube.cli.options import STANDARD_INPUT, STANDARD_OUTPUT
from sudocube.cli.output import OutputError, cannot_be_made
from sudocube.errors import InputError, SudocubeError, reason_of
from sudocube.file_names import lock
from sudocube.puzzle import Board

T = TypeVar("T")

FLUSH_SECONDS = 0.25
"""So long at most results wait until they are in the journal."""

SAME = ("jobs", "quiet", "timeout")
"""Options that another run may have, and go on."""


def going_on(
    run: Run, begin: Callable[[int, Any], Generator[T, None, None]], start: object = None
) -> Generator[T, None, None]:
    """The results of a command, those of a run that was stopped first.

    `begin` gets how many there are and, from the first run, `start`; it gives the results after these.
    Nothing is kept where the answer does not go to a file, or an input is no file.

    Raises InputError where another command has begun to write the file, or another run does.
    """
    from importlib.metadata import version  # which few commands need

    target = Path(run.output_file)
    is_file = run.output_file != STANDARD_OUTPUT and (target.is_file() or not target.exists())
    if not is_file or STANDARD_INPUT in run.inputs:
        yield from begin(0, start)
        return
    path = Path(f"{run.output_file}.unfinished")
    command = [(name, str(value)) for name, value in run.context.params.items() if name not in SAME]
    command += [(name, str(os.stat(name).st_mtime_ns)) for name in run.inputs if os.path.isfile(name)]  # noqa: PTH113, PTH116
    how = f"{path} has what is finished; the same command goes on with it"
    with _opened(path, run.output_file) as journal, resumable(run, None, how, path.exists):
        done, start = _read(journal, [version("sudocube"), run.context.info_name, command], start)
        yield from done
        flushed = monotonic()
        with closing(begin(len(done), start)) as results:
            for result in results:
                pickle.dump(result, journal)
                if monotonic() - flushed > FLUSH_SECONDS:
                    journal.flush()
                    flushed = monotonic()
                yield result
    path.unlink()


@contextmanager
def _opened(path: Path, output: str) -> Iterator[IO[bytes]]:
    """The journal; raises InputError where it cannot be made, or another run writes to it."""
    try:
        file = path.open("a+b")
    except OSError as error:
        raise cannot_be_made(output, error) from None
    with file:
        if lock(file) is False:
            raise InputError(output, "another run is writing it")
        yield file


def _read(journal: IO[bytes], command: list[Any], start: object) -> tuple[list[Any], Any]:
    """The results in a journal, and the start of its first run; a new one gets its head."""
    journal.seek(0)
    done, end = list[Any](), 0
    try:
        begun, start = _Unpickler(journal).load()
        seed = [("seed", "None")] if ("seed", str(getattr(start, "seed", None))) in command[2] else []
        if [one for one in begun[2] if one not in command[2] + seed] or begun[:2] != command[:2]:
            why = "it is what another command has finished: run that again, or remove it"
            raise InputError(journal.name, why)
        while True:
            end = journal.tell()
            done.append(_Unpickler(journal).load())
    except (EOFError, pickle.UnpicklingError, ValueError, TypeError):
        journal.truncate(end)
    if not end:
        pickle.dump([command, start], journal)
    return done, start


PLAIN = {("builtins", "range"), ("builtins", "set"), ("builtins", "frozenset"), ("collections", "Counter")}
"""Classes of values of Python itself."""


class _Unpickler(pickle.Unpickler):
    """Reads values of this package, and nothing that does something when it is made."""

    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401
        """A class of values; raises UnpicklingError for anything else."""
        if (module, name) in PLAIN:
            return super().find_class(module, name)
        if module.startswith("sudocube.") and not module.startswith("sudocube.engines.outsiders"):
            found = super().find_class(module, name)
            if isinstance(found, type) and (
                is_dataclass(found) or issubclass(found, Enum | Board | SudocubeError | tuple)
            ):
                return found
        raise pickle.UnpicklingError(f"{module}.{name}")


def certificates_go_on(run: Run, folder: str, again: str = "the same command") -> Any:  # noqa: ANN401
    """The context of `resumable` for a folder of certificates; `again` goes on with it."""
    from sudocube.trusted.folder import UNFINISHED

    how = f"{folder} has what is finished; {again} goes on with it"
    return resumable(run, folder, how, (Path(folder) / UNFINISHED).exists)


@contextmanager
def resumable(run: Run, folder: str | None, how: str, is_begun: Callable[[], bool]) -> Iterator[None]:
    """Within this context, results are kept, perhaps in a folder; `how` says what goes on, if it `is_begun`.

    Raises InputError for a folder that cannot be made, and OutputError for one that cannot be written to its
    end.
    """
    try:
        yield
    except (KeyboardInterrupt, GeneratorExit):  # the latter where the command itself is interrupted
        if is_begun():
            run.info(how)
        raise
    except OSError as error:
        if isinstance(error, SudocubeError | BrokenPipeError):
            raise
        if folder is not None and not is_begun():
            raise cannot_be_made(folder, error) from None
        place = error.filename or folder or "the temporary folder"
        raise OutputError(f"{place}: {reason_of(error)}; {how}") from None
