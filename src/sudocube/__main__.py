"""`sudocube` and `python -m sudocube`."""

import gc
import os
import signal


def main() -> None:
    """The command line, from its start to its exit status."""
    try:
        gc.disable()  # imports leave no garbage, and looking for it takes a sixth of the start
        from sudocube.interrupt import InterruptHandler

        handler = InterruptHandler()
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            handler.install()
        from sudocube.cli import main as command_line

        gc.freeze()
        gc.enable()
        handler.catch_up()
        command_line()
    except KeyboardInterrupt:  # before a command has begun: nothing is written, and nothing is to be closed
        os._exit(130)
    except SystemExit:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done, and the status says how it went
        raise


if __name__ == "__main__":
    main()
