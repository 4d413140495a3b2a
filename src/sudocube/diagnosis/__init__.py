"""Why a puzzle has no solution, or several, and what to change; what a unique one can do without.

diagnosing       the order in which things are found out, and their shares of the time
results          what a diagnosis holds
clue_solver      the rules in a SAT solver, where clues are assumed; and the second solver that confirms
conflicts        clues that cannot stand together: minimal sets, disjoint sets, a smallest set
changes          changes of one clue that make the puzzle unique
solutions        how many solutions there are, and which digits occur in them
pairs            the two closest solutions, and the two farthest
repairing        the fewest further clues that leave one solution
redundant_clues  clues that can be dropped
hitting_sets     smallest sets that hit others; "at most k of these" as clauses
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
