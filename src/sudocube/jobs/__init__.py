"""Engines asked about puzzle after puzzle, in this process or in workers, each answer refereed.

asking             engines asked about puzzle after puzzle, here or in workers
refereed_answers   the answer of one engine, as far as the referee passes its solutions
callback_iterator  what a function gives to its callback, as an iterator
"""

from sudocube.jobs.asking import Choice, ask, suited
from sudocube.jobs.callback_iterator import given_to_callback
from sudocube.jobs.refereed_answers import SHOWN, AskingLimits, refereed_answer

__all__ = ["SHOWN", "AskingLimits", "Choice", "ask", "given_to_callback", "refereed_answer", "suited"]
