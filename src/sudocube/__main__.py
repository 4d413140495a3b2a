"""`sudocube` and `python -m sudocube`."""

import gc
import os
import sys


def main() -> None:
    """The command line, from its start to its exit status."""
    try:
        gc.disable()  # imports leave no garbage, and looking for it takes a sixth of the start
        from sudocube.interrupt import InterruptHandler, ignore_interrupts

        handler = InterruptHandler()
        handler.install()
        from sudocube.cli import main as command_line

        gc.freeze()
        gc.enable()
        handler.catch_up()
        command_line()
    except KeyboardInterrupt:  # before a command has begun: nothing is written, and nothing is to be closed
        interrupt = sys.modules.get("sudocube.interrupt")
        os._exit(interrupt.interrupted_status() if hasattr(interrupt, "interrupted_status") else 130)
    except SystemExit:
        ignore_interrupts()  # all is done, and the status says how it went
        raise


if __name__ == "__main__":
    main()
