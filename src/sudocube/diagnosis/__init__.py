"""Why a puzzle has no solution, or several, and what to change; which clues of a unique puzzle are redundant.

diagnosing       diagnose, minimal_conflict: the parts of a diagnosis in order, and their shares of the time
diagnosing_many  many puzzles one after the other, here or in workers
results          what a diagnosis holds
clue_solver      a SAT solver with the rules, where clues are assumptions; confirmation by a second solver
conflicts        clues that cannot stand together: minimal sets, disjoint sets, a smallest set
changes          changes of one clue that make the puzzle unique
known_solutions  how many solutions there are, and which digits occur in them
solution_pairs   the two closest solutions, and the two farthest
repair_search    the fewest further clues that leave one solution
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
    Repair,
    SolutionPair,
)

__all__ = [
    "Ambiguity",
    "Change",
    "ChangeKind",
    "ClueRedundancy",
    "Conflict",
    "Contradiction",
    "Diagnosis",
    "Repair",
    "SolutionPair",
    "diagnose",
    "minimal_conflict",
]
