"""Asking engines about puzzles: one or many, here or in worker processes, each answer refereed.

asking     engines asked about many puzzles, here or in worker processes
refereed   one engine, one puzzle, and the referee's word on every solution
pool       worker processes: work handed out, answers in order, what hangs is killed
worker     what runs in such a process
"""

from sudocube.jobs.asking import ask, suited
from sudocube.jobs.pool import Choice
from sudocube.jobs.refereed import refereed_answer

__all__ = ["Choice", "ask", "refereed_answer", "suited"]
