"""The bulk kernel: counts the solutions of 9×9 puzzles, a batch at a time; compiled, or its twin in Python.

    implementations   which levels of the kernel run here, and which one is used
    batch_search      the search for the solutions of one batch, step by step; the compiled referee
    batches           count_many and solve_many: arrays or texts in, arrays out
    texts             puzzles as text, from any source, to arrays
    threads           a pool of threads that returns results in order
    twin              the implementation in plain Python, written to be read

The package uses nothing else of sudocube but its errors: the rules are stated here and in the C++ source
independently. NumPy is imported when a search begins, not before.
"""

from sudocube.kernel.batch_search import NO_BUDGET, BatchSearch, finish, first_refused, start_search
from sudocube.kernel.implementations import COMPILED, KNOWN, TWIN, VARIABLE, chosen_level, is_compiled, levels

__all__ = [
    "COMPILED",
    "KNOWN",
    "NO_BUDGET",
    "TWIN",
    "VARIABLE",
    "BatchSearch",
    "chosen_level",
    "finish",
    "first_refused",
    "is_compiled",
    "levels",
    "start_search",
]
