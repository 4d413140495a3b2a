"""The command line: one module per command, which parses, calls one library function and renders.

    application     the program: all commands, and what happens before and after one runs
    command_group   the commands as typer has them, each loaded when it is named; usage errors
    command_help    all commands: panels, first sentences, examples; the greeting
    columns         --puzzle, --answer and --columns: columns of tables as users name them
    run             one command at work, from its options to its exit status
    status          exit statuses, and which counts when several apply
    options         the options that several commands take, and names in lists with commas
    command         a command as a function of a Run and of its own options, or of the fields of a plan
    going_on        runs that go on where they were stopped: what they keep, and what is said of it
    inputs          files, standard input, and puzzles on the command line
    out             what a command answers with: text, rows of JSON, records of a table, its status
    records         one record for each puzzle: what solve, check, count, convert and canonical share
    output          the answer, in whole lines: to standard output, or to a file
    whole_file      files that are written completely or not at all
    html_file       --html: the results as a page to send
    progress        bars for what takes longer than a second
    next_steps      what somebody at a terminal may do next

Commands, each in the module with its name: solve, check, crosscheck, count, convert, canonical, generate,
rate, audit, certify, verify, diagnose, explain, encode, decode, encodings (compare: encodings_compare),
test-solver (test_solver), serve, engines, bench.
"""

from sudocube.cli.application import app, main

__all__ = ["app", "main"]
