"""Exit statuses, in one place.

    0    as the command's help says
    1    a puzzle has a problem, or engines disagree
    2    the command, or some input, could not be understood
    3    something is undecided
    70   the program failed: a fault in it, a full disk (EX_SOFTWARE of <sysexits.h>)
    130  interrupted by Ctrl-C; 143 by a request to end (SIGTERM), 129 as the terminal was closed (SIGHUP)
    141  the reader of the output is gone (128 + SIGPIPE, as for any Unix tool)

Where several apply, the first of 2, 1, 3, 0 counts. A fault of the program is never reported as a problem
of a puzzle.
"""

from __future__ import annotations

DONE, PROBLEM, USAGE_ERROR, UNDECIDED = 0, 1, 2, 3
FAILED, INTERRUPTED, PIPE_CLOSED = 70, 130, 141
