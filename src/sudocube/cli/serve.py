"""`sudocube serve`: the page, on this machine only."""

from __future__ import annotations

import errno
import os
import sys
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.command import Run, command
from sudocube.errors import InputError, reason_of, require_extra

if TYPE_CHECKING:
    from sudocube.serving.page_server import PageServer

PORT = 8321

WINDOWS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""The variables of the environment that say where a browser opens a window."""


@command()
def serve(
    run: Run,
    port: Annotated[int, typer.Option(min=0, max=65535)] = PORT,
    no_browser: bool = False,
) -> None:
    """Open a page where you look at a puzzle instead of reading about it.

    Its panels say whether a puzzle is unique and why not, solve it step by
    step, show proofs and clauses, and go through lists; there is a lesson
    on clauses. The page is for this machine only; nothing is sent anywhere.

    Prints its address, and ends with Ctrl-C.

    Example: sudocube serve --port 8000

    Exit status: 0 ended by Ctrl-C; 2 the port is taken.

    Options:
        --port N: Listen on this port of 127.0.0.1; 0 takes any that is free.
        --no-browser: Print the address, and open no browser.
    """
    require_extra("serve", "serve", "starlette", "uvicorn")
    from sudocube.serving.page_server import PageServer

    try:
        server = PageServer(port)
    except OSError as error:
        is_taken = error.errno == errno.EADDRINUSE
        why = "it is taken, perhaps by another sudocube serve" if is_taken else reason_of(error)
        raise InputError(f"port {port}", f"{why}; --port 0 takes one that is free") from None
    server.run(lambda: _tell(run, server, opens=not no_browser))


def _tell(run: Run, server: PageServer, *, opens: bool) -> None:
    """Print the address, and open the browser where it has a window and does not take the terminal."""
    run.output.put_lines(server.address)
    run.info("Ctrl-C ends it")
    has_windows = sys.platform in ("win32", "darwin") or any(map(os.environ.get, WINDOWS))
    if opens and has_windows:
        import webbrowser

        Thread(target=webbrowser.open, args=(server.address,), daemon=True).start()
