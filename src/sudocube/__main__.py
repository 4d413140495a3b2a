"""`sudocube` and `python -m sudocube`."""

import gc


def main() -> None:
    """The command line, from its start to its exit status."""
    gc.disable()  # imports leave no garbage, and looking for it takes a sixth of the start
    from sudocube.cli import main as command_line

    gc.freeze()
    gc.enable()
    command_line()


if __name__ == "__main__":
    main()
