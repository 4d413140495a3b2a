"""The command line: one module per command, which parses, calls one library function and renders.

    application     the program: all commands, and what happens before and after one runs
    command_group   groups of commands, and the style of their usage errors
    command_help    the greeting, the order of commands, examples
    run             one command at work, from its options to its exit status
    status          exit statuses, and which counts when several apply
    options         the options that several commands take
    engine_options  the options of commands that take engines by name
    audit_options   the arguments and options of audit
    listed_names    names in lists with commas, where quotes protect a comma
    completion      what the shell offers after the Tab key for names
    inputs          files, standard input, and puzzles on the command line
    assumed_boxes   what is said of boxes whose shape nobody gave
    records         one record for each puzzle: what solve, check, count, convert and canonical share
    output          the answer, in whole lines: to standard output, or to a file
    whole_file      files that are written completely or not at all
    terminal        what a stream can show: colours
    progress        bars for what takes longer than a second
    ascii_signs     signs that an encoding lacks, in ASCII
    next_steps      what somebody at a terminal may do next
    input_share     how much of the inputs is done, if their length is known
    visible_text    what cannot be printed of what is written, escaped once for all
    time_limit      the time of a whole command, the reading of its inputs included

Commands, each in the module with its name: solve, check, crosscheck, count, convert, canonical, audit,
certify, verify, diagnose, explain, encode, decode, encodings (list, show, compare, prove), test-solver
(test_solver), engines, bench.
"""

from sudocube.cli.application import app, main

__all__ = ["app", "main"]
