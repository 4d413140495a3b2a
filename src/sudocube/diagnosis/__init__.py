"""Why a puzzle has no solution, or several, and what to change; what a unique one can do without.

diagnosing   the order in which things are found out, and their shares of the time
results      what a diagnosis holds
conflicts    clues that cannot stand together: minimal sets of them
smallest     a smallest such set
changes      changes of one clue that make the puzzle unique
solutions    how many there are, and what occurs in them
pairs        the two closest solutions, and the two farthest
repairing    the fewest further clues that leave one solution
redundancy   clues that can be dropped
hitting      smallest sets that hit others: what `smallest` and `repairing` rest on
totalizer    at most so many of these literals, as clauses
oracle       the rules in a SAT solver; clues are assumed
confirming   the second opinion
"""

from sudocube.diagnosis.diagnosing import diagnose, minimal_conflict
from sudocube.diagnosis.results import (
    Ambiguity,
    Change,
    ChangeKind,
    ClueRedundancy,
    Conflict,
    Contradiction,
    Diagnosis,
    Pair,
    Repair,
)

__all__ = [
    "Ambiguity",
    "Change",
    "ChangeKind",
    "ClueRedundancy",
    "Conflict",
    "Contradiction",
    "Diagnosis",
    "Pair",
    "Repair",
    "diagnose",
    "minimal_conflict",
]
