"""Processes that work for this one, and are ended when they hang or die.

pool               worker processes: tasks sent in batches; a worker that hangs or dies is replaced
worker             what runs in a worker process
contained_program  programs of others: started by a keeper, asked over pipes, with limits on all they do
keeper             the process that starts them, and ends all that they leave behind; a program of its own
"""

from sudocube.processes.pool import ALONE_FOR, ProcessPool, TaskFailure, process_count

__all__ = ["ALONE_FOR", "ProcessPool", "TaskFailure", "process_count"]
