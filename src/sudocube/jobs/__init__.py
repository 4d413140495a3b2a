"""Work in this process or in worker processes: engines asked about puzzles, each answer refereed.

asking     engines asked about puzzle after puzzle, here or in workers; what `jobs` means everywhere
refereed   one engine asked about one puzzle: every solution is passed to the referee
pool       worker processes: tasks sent in batches; a worker that hangs or dies is replaced
"""

from sudocube.jobs.asking import Choice, ask, suited
from sudocube.jobs.pool import ALONE_FOR, ProcessPool, TaskFailure, process_count
from sudocube.jobs.refereed import refereed_answer

__all__ = [
    "ALONE_FOR",
    "Choice",
    "ProcessPool",
    "TaskFailure",
    "ask",
    "process_count",
    "refereed_answer",
    "suited",
]
