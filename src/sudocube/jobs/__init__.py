"""Work in this process or in worker processes: engines asked about puzzles, each answer refereed.

asking             engines asked about puzzles, here or in workers; every solution is refereed
in_order           a function called for many items, here or in workers; the results come in order
callback_iterator  what a function gives to its callback, as an iterator
"""

from sudocube.jobs.asking import SHOWN, Choice, ask, refereed_answer, suited
from sudocube.jobs.callback_iterator import given_to_callback
from sudocube.jobs.in_order import results_in_order

__all__ = [
    "SHOWN",
    "Choice",
    "ask",
    "given_to_callback",
    "refereed_answer",
    "results_in_order",
    "suited",
]
