"""Processes that work for this one, and are ended when they hang or die.

pool    worker processes: tasks sent in batches; a worker that hangs or dies is replaced
worker  what runs in a worker process
"""

from sudocube.processes.pool import ALONE_FOR, ProcessPool, TaskFailure, process_count

__all__ = ["ALONE_FOR", "ProcessPool", "TaskFailure", "process_count"]
