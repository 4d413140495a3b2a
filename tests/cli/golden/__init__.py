"""What every command prints of a few inputs, as files to be read: `NAME.txt`, a file for each command.

`python -m tests.cli.golden` writes them again; the difference is what a change does to what users see.
"""
