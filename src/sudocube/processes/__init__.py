"""Processes that work for this one, and are ended when they hang or die.

pool       a function called for many items in worker processes, in order: `map_in_order`
starting   how processes of our own are started: nothing of the current folder runs in them
tree       the processes below one: their memory, and their end
container  programs and functions of others, asked over pipes, with limits on all that they do
callback_iterator  what a function gives to its callback, as an iterator
keeper     what starts one of them and ends all that it leaves behind; a program of its own
"""

from sudocube.processes.pool import ALONE_FOR, TaskFailure, WorkerPool, map_in_order, process_count

__all__ = ["ALONE_FOR", "TaskFailure", "WorkerPool", "map_in_order", "process_count"]
