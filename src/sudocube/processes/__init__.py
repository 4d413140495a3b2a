"""Processes that work for this one, and are ended when they hang or die.

pool        a function called for many items in worker processes, in order: `map_in_order`
starting    how processes of our own are started: nothing of the current folder runs in them
container   programs of others, asked over pipes, with limits on all that they do
supervisor  what starts one of them and ends all that it leaves behind; a program of its own
memory      the memory of a process with all below it, looked at from time to time
"""

from sudocube.processes.pool import ALONE_FOR, TaskFailure, WorkerPool, map_in_order, process_count

__all__ = ["ALONE_FOR", "TaskFailure", "WorkerPool", "map_in_order", "process_count"]
