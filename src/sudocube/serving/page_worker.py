"""What runs in a worker: one job after the other, each answered row by row.

A worker has one socket. A job comes in as one line of JSON, `{"command": name, "fields": {…}, "upload": n}`,
and then n bytes, the list that was uploaded before. What goes out are the lines that the page gets:

    {"type": "row", "row": {…}}
    {"type": "progress", "done": n, "of": m, "words": text}
    {"type": "done", "seconds": s}            the last line of a job
    {"type": "error", "error": message}       the last line of a job that could not be done to its end

The worker has a process group of its own, in which the terminal's Ctrl-C does not reach it, and no standard
input or output. It is killed when the one that started it has ended, in whatever way.
"""

from __future__ import annotations

import json
import os
import socket
import traceback
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from tempfile import TemporaryFile
from time import perf_counter
from typing import BinaryIO

from sudocube.errors import SudocubeError, reason_of
from sudocube.processes.container import CAN_FORK
from sudocube.processes.starting import begin_isolated, die_with_parent
from sudocube.report.fault_text import FULL_REPORT, fault_in_words
from sudocube.serving.page_commands import Lane, PageCommand, Progress, Row, Rows, commands_of
from sudocube.serving.request_fields import RequestFields
from sudocube.serving.uploaded_lists import MAKE_ROOM

LOADED = {"quick": ("sudocube.sat.incremental",), "long": ("ortools.sat.python.cp_model",)}
"""What is loaded before the first job of a lane, besides the modules of its commands: what these import only
where they need it. OR-tools takes more than a second."""

AT_ONCE = 1 << 16


def load_modules(lane: Lane, commands: Mapping[str, PageCommand]) -> None:
    """Load what the jobs of a lane need, so that the first one does not wait for it."""
    for module in (*LOADED[lane], *(one.module for one in commands.values() if one.lane == lane)):
        with suppress(ImportError):  # a package is missing: the job that needs it says so
            import_module(module)
    if lane == "quick":
        from sudocube.checking import check

        for puzzle in ("1... ..2. .3.. ...4", 81 * "."):  # makes the engines, and their tables
            check(puzzle)
    else:
        from sudocube.checking import check

        with suppress(SudocubeError):  # engines side by side: no time of it is for the tables of 9×9
            check(81 * ".", engine="sat")


def silence() -> None:
    """Nothing is read from this process's standard input or printed; but faults are, if the user wants it."""
    nothing = os.open(os.devnull, os.O_RDWR)
    is_shown = bool(os.environ.get(FULL_REPORT))
    for stream in (0, 1) if is_shown else (0, 1, 2):
        os.dup2(nothing, stream)
    os.close(nothing)


def run_worker(connection: socket.socket, commands: str, lane: Lane) -> None:
    """What a worker does: load the modules of a lane, and do jobs until the connection is closed."""
    begin_isolated()
    if CAN_FORK:  # it is a child of the fork server, which has one thread
        die_with_parent()
    if hasattr(os, "setpgid"):
        with suppress(OSError):
            os.setpgid(0, 0)
    silence()
    known = commands_of(commands)
    load_modules(lane, known)
    with suppress(ConnectionError):
        serve_jobs(connection, known)


def serve_jobs(connection: socket.socket, commands: Mapping[str, PageCommand]) -> None:
    """Do the jobs that come over a connection, each by one of these commands, until it is closed."""
    requests = connection.makefile("rb")
    while line := requests.readline():
        job = json.loads(line)
        rows = commands[job["command"]].rows
        if job.get("upload") is None:
            _do_job(rows, job["fields"], None, connection)
            continue
        coming = _parts(requests, job["upload"])
        try:
            with TemporaryFile() as upload:  # without a name: nothing is left, however this process ends
                upload.writelines(coming)
                upload.seek(0)
                _do_job(rows, job["fields"], upload, connection)
        except ConnectionError:
            raise
        except OSError as error:
            for _ in coming:  # the next job begins after the list
                pass
            reason = f"the list cannot be copied for this job: {reason_of(error)}; {MAKE_ROOM}"
            _send(connection, {"type": "error", "error": reason})


def _parts(requests: BinaryIO, left: int) -> Iterator[bytes]:
    """The next bytes of a connection, so many as are left; fewer only where it is closed."""
    while left and (data := requests.read(min(left, AT_ONCE))):
        left -= len(data)
        yield data


def _do_job(rows: Rows, fields: object, upload: BinaryIO | None, connection: socket.socket) -> None:
    start = perf_counter()
    ending: Row
    try:
        for row in rows(RequestFields(fields, upload)):
            _send(connection, _message(row))
        ending = {"type": "done", "seconds": round(perf_counter() - start, 6)}
    except (BrokenPipeError, ConnectionResetError):
        raise
    except SudocubeError as error:
        ending = {"type": "error", "error": str(error)}
    except MemoryError:
        ending = {"type": "error", "error": "there is not enough memory for this"}
    except Exception as error:
        if os.environ.get(FULL_REPORT):
            traceback.print_exc()
        ending = {"type": "error", "error": "\n".join(fault_in_words(error))}
    _send(connection, ending)


def _message(row: Row | Progress) -> Row:
    if isinstance(row, Progress):
        return {"type": "progress", "done": row.done, "of": row.of, "words": row.words}
    return {"type": "row", "row": row}


def _send(connection: socket.socket, message: Row) -> None:
    connection.sendall(json.dumps(message).encode("ascii") + b"\n")
