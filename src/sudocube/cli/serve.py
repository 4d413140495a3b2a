"""`sudocube serve`: the page, on this machine only."""

from __future__ import annotations

import errno
import os
import sys
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import typer

from sudocube.cli.command import command
from sudocube.cli.run import Run
from sudocube.errors import InputError, reason_of, require_extra

if TYPE_CHECKING:
    from sudocube.serving.page_server import PageServer

PORT = 8321


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
        raise InputError(f"port {port}", _why_not(error)) from None
    server.run(lambda: _tell(run, server, opens=not no_browser))


def _why_not(error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return "it is taken, perhaps by another sudocube serve; --port 0 takes one that is free"
    return f"{reason_of(error)}; --port 0 takes one that is free"


def _tell(run: Run, server: PageServer, *, opens: bool) -> None:
    """Print the address, and open the browser."""
    run.output.put_lines(server.address)
    run.info("Ctrl-C ends it")
    if opens and _has_windows():
        Thread(target=_open_browser, args=(server.address,), daemon=True).start()


def _has_windows() -> bool:
    """Whether a browser would open a window of its own, and not take the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))


def _open_browser(address: str) -> None:
    """Open the address in the browser that the user prefers; where there is none, nothing happens."""
    import webbrowser

    webbrowser.open(address)
