"""Work in this process or in worker processes: engines asked about puzzles, each answer refereed.

asking             engines asked about puzzle after puzzle, here or in workers
asking_workers     the part of it that is done by worker processes
refereed_answers   the answers of one engine, as far as the referee passes its solutions
in_order           a function called for many items, here or in workers; the results come in order
callback_iterator  what a function gives to its callback, as an iterator
"""

from sudocube.jobs.asking import ask, suited
from sudocube.jobs.asking_workers import Choice
from sudocube.jobs.callback_iterator import given_to_callback
from sudocube.jobs.in_order import results_in_order
from sudocube.jobs.refereed_answers import SHOWN, AskingLimits, refereed_answer

__all__ = [
    "SHOWN",
    "AskingLimits",
    "Choice",
    "ask",
    "given_to_callback",
    "refereed_answer",
    "results_in_order",
    "suited",
]
