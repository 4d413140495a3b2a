"""`python -m sudocube` is the same as `sudocube`."""

from sudocube.cli import main

if __name__ == "__main__":
    main()
