"""How hard a puzzle is, by measures that are defined and proved: nothing here is a score of techniques.

depth              naked and hidden singles until nothing changes, for many boards of any size at once;
                   how deep assumptions have to be nested until this solves a puzzle, and a proof of it
backdoor_search    the fewest cells that, given, let singles do the rest; or bounds
puzzle_rating      rate, rate_many: all of this, and which documented methods solve a puzzle
"""

from sudocube.rating.puzzle_rating import MEASURES, Rating, rate, rate_many

__all__ = ["MEASURES", "Rating", "rate", "rate_many"]
