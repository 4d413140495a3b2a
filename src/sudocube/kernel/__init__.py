"""The bulk kernel: solutions and canonical forms of 9×9 puzzles, a batch at a time; compiled, or in Python.

    implementations   which of them run here, the work that each does, and the compiled referee
    batches           count_many and solve_many: arrays or texts in, arrays out
    canonical_batches canonical_many: the same for canonical forms, their keys and automorphisms
    closures          close_singles: what naked and hidden singles make of many puzzles
    threaded_batches  what these share: batches, threads, results joined in order
    texts             puzzles as text, from any source, to arrays
    cell_arrays       arrays of digits, symbols or candidates: checked, and cut into batches
    threads           a pool of threads that returns results in order
    twin              the implementation in plain Python, written to be read
    twin_closures     what singles leave, in plain Python
    twin_forms        canonical forms in plain Python
    refinement        … of any puzzle, by colours of lines that are refined
    row_minimal       … of a valid full grid, the smallest one row by row
    arrangements      the ways to arrange lines, as tables
    cell_hash         the hash that makes the keys

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
