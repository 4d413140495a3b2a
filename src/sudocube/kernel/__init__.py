"""The bulk kernel: solutions and canonical forms of 9×9 puzzles, a batch at a time; compiled, or in Python.

    implementations   which of them run here, the work that each does, and the compiled referee
    batches           count_many, solve_many, canonical_many, close_singles: arrays or texts in, arrays out
    texts             puzzles as text, from any source, to arrays
    cell_arrays       arrays of digits, symbols or candidates: checked, and cut into batches
    threads           a pool of threads that returns results in order
    twin              the implementation in plain Python, written to be read
    twin_forms        canonical forms in plain Python

The package uses nothing else of sudocube but its errors: the rules are stated here and in the C++ source
independently. NumPy is imported when a search begins, not before.
"""

from sudocube.kernel.implementations import (
    KNOWN,
    TWIN,
    VARIABLE,
    BatchForms,
    BatchSearch,
    chosen_level,
    finish,
    finish_forms,
    first_refused,
    is_compiled,
    levels,
    start_forms,
    start_search,
)

__all__ = [
    "KNOWN",
    "TWIN",
    "VARIABLE",
    "BatchForms",
    "BatchSearch",
    "chosen_level",
    "finish",
    "finish_forms",
    "first_refused",
    "is_compiled",
    "levels",
    "start_forms",
    "start_search",
]
