"""`sudocube` and `python -m sudocube`."""

import gc
import os
import sys

LEAST_MEMORY = 256 << 20
"""Bytes that a limit of memory (`ulimit -v`) has to allow: with less, NumPy's library ends the process with
status 1 while it is loaded, which would be taken for a verdict."""


def memory_limit() -> int | None:
    """How many bytes this process may have; None if there is no limit."""
    try:
        import resource
    except ImportError:  # on Windows
        return None
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if limit == resource.RLIM_INFINITY else limit


def main() -> None:
    """The command line, from its start to its exit status."""
    try:
        if (limit := memory_limit()) is not None and limit < LEAST_MEMORY:
            sys.stderr.write(f"error: not enough memory: there is a limit of {limit:,} bytes (ulimit -v)\n")
            os._exit(70)
        gc.set_threshold(100_000)  # imports leave no garbage, and looking for it takes a sixth of the start
        from sudocube.interrupt import InterruptHandler, ignore_interrupts

        handler = InterruptHandler()
        handler.install()
        from sudocube.cli import main as command_line

        handler.catch_up()
        command_line()
    except KeyboardInterrupt:  # before a command has begun: nothing is written, and nothing is to be closed
        status = getattr(sys.modules.get("sudocube.interrupt"), "interrupted_status", lambda: 130)
        os._exit(status())
    except SystemExit:
        ignore_interrupts()  # all is done, and the status says how it went
        gc.freeze()  # nor is it looked for at the end: what is left ends with the process
        raise


if __name__ == "__main__":
    main()
