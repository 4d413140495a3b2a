"""The command line: one module per command, which parses, calls one library function and renders.

    application   the program: all commands, usage errors, and what happens before and after one runs
    command       a command as a function of a Run and of its own options
    options       kinds of options, and names in lists with commas
    run           one command at work, from its options to its exit status; its results
    status        exit statuses
    inputs        files, standard input, and puzzles on the command line
    records       one record for each puzzle: what solve, convert and canonical share
    output        the answer, in whole lines: to standard output, or to a file, completely or not at all
    html_file     --html: the results as a page to send
    going_on      runs that go on where they were stopped: what they keep, and what is said of it
    progress      bars for what takes longer than a second

Commands, each in the module with its name: solve, check, crosscheck, count, convert, canonical, generate,
rate, audit, certify, verify, diagnose, explain, encode, decode, encodings,
test-solver (test_solver), serve, engines, bench.
"""

from sudocube.cli.application import app, main

__all__ = ["app", "main"]
