"""Work in this process or in worker processes: engines asked about puzzles, each answer refereed.

asking  engines asked about one puzzle, or puzzle after puzzle, here or in workers; every solution is refereed
pool    worker processes: tasks sent in batches; a worker that hangs or dies is replaced
worker  what runs in a worker process
"""

from sudocube.jobs.asking import Choice, ask, refereed_answer, suited
from sudocube.jobs.pool import ALONE_FOR, ProcessPool, TaskFailure, process_count

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
