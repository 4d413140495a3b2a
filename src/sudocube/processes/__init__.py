"""Processes that work for this one, and are ended when they hang or die.

pool               worker processes: tasks sent in batches; a worker that hangs or dies is replaced
worker             what runs in a worker process
program_keeper     starts programs of others, each in a process group of its own, and ends what they leave
contained_program  such a program, asked over pipes, with limits on all that it does
forked_process     a copy of this process for what only this one has, ended in the same way
keeper             the process that starts them, and ends all that they leave behind; a program of its own
"""

from sudocube.processes.pool import ALONE_FOR, ProcessPool, TaskFailure, process_count

__all__ = ["ALONE_FOR", "ProcessPool", "TaskFailure", "process_count"]
