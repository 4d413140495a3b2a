"""The command line: a function per command, which parses, calls one library function and renders.

    application   the program: all commands, usage errors, and what happens before and after one runs
    command       a command as a function of a Run and of its own options; one at work, up to its exit status
    options       exit statuses, kinds of options, and names in lists with commas
    inputs        files, standard input, and puzzles on the command line
    out           the results of a command, each shown as its report says: JSON, CSV, text, puzzles; --html
    output        the answer, in whole lines: to standard output, or to a file, completely or not at all; bars
    going_on      runs that go on where they were stopped: what they keep, and what is said of it

Commands, with those that do a similar thing in one module:

    verdicts      check, count, crosscheck, diagnose, rate, certify, verify
    puzzles       solve, convert, canonical
    outside       test-solver, encode, decode
    tools         serve, engines, bench

Each of the others has a module: explain, generate, audit, encodings.
"""

from sudocube.cli.application import app, main

__all__ = ["app", "main"]
